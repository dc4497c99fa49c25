"""Cards that a scenario makes up (`a guardian with strength 5 as wall`), and how many copies of a card there can be."""

from __future__ import annotations

import re

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_cards import Cards
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.suggest import meant_or_all
from rulewright.dsl.types import BOOL, PLAYER, CardType, OptionalType


def made_card(game: Game, decls: tuple[n.Decl, ...], kind: bound.Kind, item: n.GivenMadeItem) -> bound.CardDef:
    """Give a card of the kind with these numbers, the kind's defaults, and the text that all cards of the kind have."""
    definition = bound.CardDef(item.name.text, kind, span=item.span)
    definition.this_var = bound.Var("this", CardType(kind.name), item.span)
    this = bound.Local(definition.this_var.type, item.span, definition.this_var)
    definition.you_expr = bound.MemberOf(PLAYER, item.span, this, game.symbols.builtin_members["card", "controller"])
    cards = Cards(game, Names(game, decls), None)  # type: ignore[arg-type]
    for stat in item.stats:
        found = [m for m in game.symbols.members_named(CardType(kind.name), stat.name.text) if m.sort == "printed"]
        if not found:
            game.error("E205", stat.name.span, f"a {kind.name} has no printed `{stat.name.text}`",
                       hint=meant_or_all(stat.name.text, cards.printed_names(kind)))  # fmt: skip
            continue
        scope = cards.card_scope(definition.this_var, item.span)
        definition.printed[found[0]] = cards.printed_value(stat.value, found[0], scope)
    _defaults(game, cards, definition)
    cards.inherited_text(definition)
    cards.shared_actions(definition)
    game.actions.waiting_bodies()
    return definition


def _defaults(game: Game, cards: Cards, definition: bound.CardDef) -> None:
    """Take what all other cards of the kind have by default; complain of what then is missing."""
    missing = []
    for member in game.program.card_members:
        if member.sort != "printed" or member in definition.printed or not _has(definition.kind, member):
            continue
        if member.start is not None or isinstance(member.type, OptionalType) or member.type == BOOL:
            continue
        kinds = game.symbols.kinds
        nodes = [
            node
            for kind, of, node in game.kind_defaults
            if of is member and kinds.is_sub(definition.kind.name, kind.name)
        ]
        if not nodes:
            missing.append(f"`{member.name}`")
            continue
        assert definition.this_var is not None and definition.span is not None
        scope = cards.card_scope(definition.this_var, definition.span)
        definition.printed[member] = cards.printed_value(nodes[0], member, scope)
    if missing:
        assert definition.span is not None
        game.error(
            "E416", definition.span, f"this {definition.kind.name} has no {' and no '.join(missing)}",
            hint="say it: `a KIND with NUMBER 3, OTHER 2 as name`",
        )  # fmt: skip


def _has(kind: bound.Kind | None, member: bound.Member) -> bool:
    while kind is not None:
        if member in kind.members:
            return True
        kind = kind.parent
    return False


def add_trait(definition: bound.CardDef, member: bound.Member, value: bound.Expr) -> None:
    """Give a made card a word, number or keyword: `given brute is evil`."""
    if member.keyword is not None and member.sort == "keyword":
        if isinstance(value, bound.Const) and value.value:
            definition.keywords.append(member.keyword)
        return
    definition.printed[member] = value


def copies_at_most(program: bound.Program, name: str, made: list[bound.CardDef]) -> int | None:
    """Give how many cards of the name there are at most; None if that depends on options or players."""
    if any(definition.name == name for definition in made):
        return 1
    if program.brings is not None:
        return None
    definition = next((d for d in program.cards if not d.series and d.name == name), None)
    if definition is None:
        definition = next((d for d in program.cards if d.series and re.fullmatch(_template(d.name), name)), None)
    if definition is None or definition.token:
        return None
    copies = (
        1
        if definition.copies is None
        else definition.copies.value
        if isinstance(definition.copies, bound.Const)
        else None
    )
    if copies is None:
        return None
    rows = [row for m in program.table_members if m.zone is not None for row in m.zone.deck or ()]
    total = 0
    mentioned = False
    for row in rows:
        if row.kind is not None and _is_kind(definition.kind, row.kind):
            total += copies
        elif row.card_def is definition:
            if row.count is not None and not isinstance(row.count, bound.Const):
                return None
            total += 1 if row.count is None else row.count.value
        else:
            continue
        mentioned = True
    return total if mentioned else copies


def _is_kind(kind: bound.Kind | None, wanted: bound.Kind) -> bool:
    while kind is not None:
        if kind is wanted:
            return True
        kind = kind.parent
    return False


def _template(title: str) -> str:
    return "".join(".+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", title))
