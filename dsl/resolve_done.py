"""`if you do all of it`: how much a verb was to do, worked out before it is done."""

from __future__ import annotations

import attrs

from rulewright.dsl import bound
from rulewright.dsl.context import Game
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, CardType, ListType, ZoneType, bare

_COUNTED = ("draw", "create")


def in_full(
    game: Game, perform: bound.Perform, span: Span
) -> tuple[bound.Perform, tuple[bound.Stmt, ...], bound.Expr | None]:
    """Give the statement, what is to be noted before it, and how many things it was to be done to.

    None for the number: it is done to one thing, so it happened in full whenever it happened. What several cards are
    taken from (`all plants in your hand`) is read once, before the verb.
    """
    args = dict(perform.args)
    before: list[bound.Stmt] = []
    parts: list[bound.Expr] = []

    def noted(value: bound.Expr, name: str) -> bound.Local:
        var = bound.Var(name, value.type, value.span)
        before.append(bound.Let(value.span, var, value))
        return bound.Local(value.type, value.span, var)

    def counted(value: bound.Expr) -> bound.Expr:
        group = game.groups.of_list(value, "meant", value.span)
        assert group is not None
        return bound.Aggregate(NUMBER, value.span, "count", None, group)

    if perform.verb in _COUNTED:
        if "up_to" in args:
            return perform, (), game.bad(
                "E405", span, "`draw up to` is never done in part or in full", hint="ask for the number of cards there"
            )
        number = args.get("count") or bound.Const(NUMBER, perform.span, 1)
        parts.append(noted(number, "meant"))
    else:
        name = _several(perform, args)
        if name is not None:
            value = args[name]
            if isinstance(value.type, ZoneType):
                value = game.groups.of_list(value, "meant", value.span) or value
            args[name] = listed = noted(value, "meant")
            parts.append(counted(listed))
    if perform.actor is not None and isinstance(perform.actor.type, ListType):
        who = noted(perform.actor, "doers")
        perform = attrs.evolve(perform, actor=who)
        parts.append(counted(who))
    amount: bound.Expr | None = None
    for part in parts:
        amount = part if amount is None else bound.Arith(NUMBER, span, "*", amount, part)
    return attrs.evolve(perform, args=tuple(args.items())), tuple(before), amount


def _several(perform: bound.Perform, args: dict[str, bound.Expr]) -> str | None:
    """Give the name of the argument that is several things, each of which the verb is done to."""
    if isinstance(perform.verb, bound.Verb):
        for param in perform.verb.params:
            given = args.get(param.var.name)
            if given is None or isinstance(param.var.type, ListType):
                continue
            cards = isinstance(given.type, ZoneType) and isinstance(bare(param.var.type), CardType)
            if cards or isinstance(given.type, ListType):
                return param.var.name
        return None
    return next(
        (name for name in ("cards", "player") if name in args and isinstance(args[name].type, ListType | ZoneType)), None
    )
