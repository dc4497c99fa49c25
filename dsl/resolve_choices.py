"""Choices, offers of actions, and `assign`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_numbers import Described
from rulewright.dsl.resolve_phrases import Found
from rulewright.dsl.said_otherwise import action_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.type_rules import is_error, name_of
from rulewright.dsl.types import NUMBER, PLAYER, ListType, bare

if TYPE_CHECKING:
    from collections.abc import Sequence


class Choices:
    """The choices' half of the resolver of statements."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # What the other half gives.
    def block(self, block: n.Block | None, scope: Scope) -> tuple[bound.Stmt, ...]:
        """Give the statements of a block."""
        raise NotImplementedError

    def statements(self, nodes: tuple[n.Stmt, ...], scope: Scope) -> tuple[bound.Stmt, ...]:
        """Give the statements of a row of lines."""
        raise NotImplementedError

    def phrase(self, phrase: n.PhraseItem, scope: Scope, despite: tuple[n.Word, ...] = ()) -> bound.Stmt | None:
        """Give what a phrase does."""
        raise NotImplementedError

    # ---------------------------------------------------------------- who chooses

    def chooser(self, node: n.Expr | None, span: Span, scope: Scope) -> tuple[bound.Expr, Scope]:
        """Give who chooses, and the scope in which `their` is theirs."""
        if node is None:
            who = self.game.expressions.you(span, scope)
        else:
            value = self.game.expressions.resolve(node, scope, PLAYER)
            if value.type == ListType(PLAYER):
                hint = (
                    "say `each player p: p chooses ...`, or `each player p at once:` if they choose without knowing of"
                    " each other"
                )
                return self.game.bad("E301", value.span, "one player chooses, not several", hint=hint), scope
            who = self.game.want(value, PLAYER, "who chooses")
        return who, scope.child(their=who)

    # ---------------------------------------------------------------- choosing things

    def _choose(
        self, node: n.ChooseStmt, picking: n.PickingItem, rest: tuple[n.Stmt, ...], scope: Scope
    ) -> bound.Choose | None:
        """`choose a card c in your hand` and the rest of its block."""
        return self.choice(node.chooser, picking, node.span, scope, rest=rest, optional=False, otherwise=None)

    def choice(
        self,
        chooser_node: n.Expr | None,
        picking: n.PickingItem,
        span: Span,
        scope: Scope,
        *,
        rest: tuple[n.Stmt, ...],
        optional: bool,
        otherwise: n.Block | None,
    ) -> bound.Choose:
        """Give a choice with what follows it."""
        chooser, asking = self.chooser(chooser_node, span, scope)
        described = self.game.groups.resolve(picking.picked, asking, determiner=picking.determiner.kind)
        quantity = self.quantity(picking.determiner, asking)
        var, body_scope = self.chosen(picking, described, quantity, asking)
        enough = self._enough(picking.enough, described, asking, var)
        body = self.statements(rest, body_scope)
        after = None if otherwise is None else self.block(otherwise, scope)
        return bound.Choose(
            span, chooser, var, described.group, quantity, optional, picking.asking, enough, body, after
        )

    def chosen(
        self, picking: n.PickingItem, described: Described, quantity: bound.Quantity | None, scope: Scope
    ) -> tuple[bound.Var, Scope]:
        """Give the variable of what is chosen and the scope of what follows."""
        inner = described.group.var
        of = inner.type if quantity is None else ListType(inner.type)
        var = bound.Var(inner.name, of, inner.span)
        if described.named:
            body_scope = scope.child(loops=(*scope.loops, var))
            body_scope.names[var.name] = var
        else:
            body_scope = scope.child(it=(*scope.it, (var,)), loops=(*scope.loops, var))
        return var, body_scope

    def quantity(self, determiner: n.DeterminerItem, scope: Scope) -> bound.Quantity | None:
        """Give how many are chosen; None for one."""
        if determiner.kind in ("a", "another"):
            return None
        if determiner.kind == "any":
            return bound.Quantity(None, None)
        assert determiner.count is not None
        count = self.game.expressions.number(determiner.count, scope, "how many")
        if determiner.kind == "exactly":
            return bound.Quantity(count, count)
        return bound.Quantity(None, count) if determiner.kind == "at most" else bound.Quantity(count, None)

    def _enough(
        self, item: n.EnoughItem | None, described: Described, scope: Scope, chosen: bound.Var
    ) -> tuple[bound.Expr, bound.Expr] | None:
        if item is None:
            return None
        thing = bound.Local(described.group.var.type, item.span, described.group.var)
        attribute = self.game.want(
            self.game.expressions.member(thing, item.member.text, item.member.span, scope), NUMBER, "what is added up"
        )
        return attribute, self.game.expressions.number(item.total, scope, "what must be reached")

    # ---------------------------------------------------------------- offers of actions

    def _choose_one_of(self, node: n.ChooseStmt, scope: Scope) -> bound.Stmt | None:
        assert isinstance(node.choosing, n.OneOfItem)
        chooser, inner = self.chooser(node.chooser, node.span, scope)
        actions, abilities = self._actions(node.choosing.options, inner, chooser)
        if not actions and not abilities:
            return None
        once = bound.Const(NUMBER, node.span, 1)
        return bound.Offer(node.span, chooser, actions, False, once, abilities, None, None, node.choosing.question)

    def _actions(
        self, phrases: Sequence[n.PhraseItem], scope: Scope, chooser: bound.Expr
    ) -> tuple[tuple[bound.Offered, ...], bool]:
        """Give the actions of `one of play, rebuild, abilities`."""
        offered, abilities = [], False
        for phrase in phrases:
            first = phrase.slots[0].parts[0]
            if (
                isinstance(first, n.NameExpr)
                and first.name == "abilities"
                and len(phrase.slots) == len(phrase.slots[0].parts) == 1
            ):
                abilities = True
                continue
            if isinstance(first, n.NameExpr) and len(phrase.slots) == len(phrase.slots[0].parts) == 1 and self._no_action(first):
                continue
            found = self.game.phrases.find(phrase, scope)
            if found is None:
                continue
            if not isinstance(found.doing, bound.Action):
                what = (
                    "verb"
                    if isinstance(found.doing, bound.Verb)
                    else "round"
                    if isinstance(found.doing, bound.Unit)
                    else "built-in verb"
                )
                self.game.error(
                    "E401", found.verb.span, f"`one of` offers actions, and `{found.verb.name}` is a {what}",
                    hint=f"declare `action {found.verb.name}:` to make it something that players may do",
                )  # fmt: skip
                continue
            offered.append(self.offered(attrs.evolve(found, subject=None), scope))
        return tuple(offered), abilities

    def _no_action(self, named: n.NameExpr) -> bool:
        """Whether a name that is offered means nothing at all; that is reported."""
        symbols = self.game.symbols
        if symbols.doing(named.name) is not None or named.name in symbols.third or named.name in symbols.program.rules:
            return False
        hint = action_hint(named.name, symbols.program.actions)
        self.game.error("E211", named.span, f"I know no action `{named.name}`", hint=hint)
        return True

    def offered(self, found: Found, scope: Scope) -> bound.Offered:
        """Give an action with those arguments that are fixed already; the player is asked for the rest."""
        assert isinstance(found.doing, bound.Action)
        action = found.doing
        self.game.use(action)
        self.game.offered.add(action)
        if action.card_def is not None:
            return bound.Offered(action, ())
        open_to_choice = tuple(param.var.name for param in action.params)
        return bound.Offered(action, self.game.phrases.arguments(found, scope, known=open_to_choice))

    def _is_offer(self, found: Found) -> bool:
        """Whether an action is named without some of its arguments, so that its player is asked for them."""
        assert isinstance(found.doing, bound.Action)
        given = len(found.objects) + len(found.slots)
        return (
            given < len([p for p in found.doing.params if p.preposition != "by" or found.subject is None])
            or not found.doing.params
        )

    # ---------------------------------------------------------------- may

    def _may(self, node: n.MayStmt, scope: Scope) -> bound.Stmt | None:
        offer = node.offer
        if isinstance(node.player, n.NameExpr) and node.player.name == "everyone" and not scope.knows("everyone"):
            return self._everyone_may(node, scope)
        if isinstance(offer, n.PickingItem):
            rest = node.block.stmts if node.block else ()
            return self.choice(node.player, offer, node.span, scope, rest=rest, optional=True, otherwise=node.otherwise)
        chooser, inner = self.chooser(node.player, node.span, scope)
        times: bound.Expr | None = bound.Const(NUMBER, node.span, 1)
        if node.times is not None:
            times = (
                None
                if node.times.limit is None
                else self.game.expressions.number(node.times.limit, scope, "how many times")
            )
        phrases = offer.options if isinstance(offer, n.OneOfItem) else (offer,)
        if isinstance(offer, n.PhraseItem):
            found = self._quiet_find(offer, inner)
            if found is None or not isinstance(found.doing, bound.Action) or not self._is_offer(found):
                return self._may_perform(node, offer, chooser, inner, scope)
        actions, abilities = self._actions(phrases, inner, chooser)
        body = None if node.block is None else self.block(node.block, scope)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        if not actions and not abilities:
            return None
        question = offer.question if isinstance(offer, n.OneOfItem) else None
        return bound.Offer(node.span, chooser, actions, True, times, abilities, body, otherwise, question)

    def _everyone_may(self, node: n.MayStmt, scope: Scope) -> bound.Stmt | None:
        """`everyone may play`: each player in turn is asked."""
        everyone = self.game.expressions.everyone(node.player.span)
        inner = scope.child(loops=(*scope.loops, everyone.var))
        inner.names["everyone"] = everyone.var
        body = self._may(node, inner)
        return None if body is None else bound.Each(node.span, everyone, (body,))

    def _quiet_find(self, phrase: n.PhraseItem, scope: Scope) -> Found | None:
        first = phrase.slots[0].parts[0]
        if not isinstance(first, n.NameExpr) or scope.find(first.name) is not None:
            return None
        doing = self.game.symbols.doing(first.name)
        if doing is None:
            return None
        return Found(None, first, doing, phrase.slots[0].parts[1:], phrase.slots[1:], phrase.span)

    def _may_perform(
        self, node: n.MayStmt, phrase: n.PhraseItem, chooser: bound.Expr, inner: Scope, scope: Scope
    ) -> bound.Stmt | None:
        if node.times is not None:
            self.game.error(
                "E401",
                node.times.span,
                "only actions are offered several times",
                hint="declare an `action` for what may be done again and again",
            )
        acting = inner.child(you=chooser) if not is_error(chooser.type) else inner
        statement = self.phrase(phrase, acting)
        body = None if node.block is None else self.block(node.block, scope)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        if statement is None:
            return None
        offered = bound.MayPerform(node.span, chooser, statement, phrase.span.text, body, otherwise)
        self.game.may_do.add(offered.doing)
        return offered

    def _choose_block(self, node: n.ChooseBlockStmt, scope: Scope) -> bound.Stmt:
        chooser, inner = self.chooser(node.chooser, node.span, scope)
        labels: dict[str, Span] = {}
        alternatives = []
        for item in node.options:
            if item.label in labels:
                self.game.error(
                    "E214", item.span, f'"{item.label}" is offered twice', related=((labels[item.label], "first here"),)
                )
            labels[item.label] = item.span
            condition = None
            block_scope = inner
            if item.condition is not None:
                known = self.game.expressions.condition(item.condition, inner.child(chance=False))
                condition = self.game.want_condition(known.expr)
                block_scope = inner.child()
                for var in known.yes.binds:
                    block_scope.names[var.name] = var
            alternatives.append((item.label, condition, self.block(item.block, block_scope)))
        return bound.ChooseLabel(node.span, chooser, tuple(alternatives))

    # ---------------------------------------------------------------- assign

    def _assign(self, node: n.AssignStmt, scope: Scope) -> bound.Stmt | None:
        chooser, inner = self.chooser(node.chooser, node.span, scope)
        keys = self.game.groups.resolve(node.keys, inner)
        for_value = keys.inner.child(loops=(*inner.loops, keys.group.var), their=inner.their)
        values = self.game.groups.resolve(node.values, for_value, determiner=node.determiner.kind)
        if node.determiner.kind not in ("a", "another"):
            self.game.error("E402", node.determiner.span, "each thing is assigned one value: `a ...` or `another ...`")
        members = self.game.symbols.members_named(bare(keys.group.var.type), node.member.text)
        if not members:
            thing = bound.Local(keys.group.var.type, node.member.span, keys.group.var)
            self.game.expressions.member(thing, node.member.text, node.member.span, inner)
            return None
        member = members[0]
        self.game.written.add(member)
        if member.sort != "state":
            self.game.error(
                "E307",
                node.member.span,
                f"`{member.name}` cannot be set",
                hint="give it a first value where it is declared, `starts ...`",
            )
        elif not self.game.fits(values.group.var.type, bare(member.type)):
            self.game.error(
                "E301",
                node.values.span,
                f"`{member.name}` is {name_of(member.type)}, but these are {name_of(ListType(values.group.var.type))}",
            )
        least = most = most_each = None
        for limit in node.limits:
            if isinstance(limit, n.InAllItem):
                count = self.game.expressions.number(limit.count, inner, "how many in all")
                least, most = (count, most) if limit.bound == "least" else (least, count)
            elif isinstance(limit, n.RepeatsItem):
                most_each = self._repeats(limit, values)
        optional = node.or_none is not None
        return bound.AssignKeys(
            node.span, chooser, member, keys.group, values.group, optional, least, most, most_each, node.asking
        )

    def _repeats(self, limit: n.RepeatsItem, values: Described) -> bound.Expr:
        """Give how many keys may get the same value; complain if the values are not what the limit calls them."""
        noun = self.game.symbols.nouns.get(limit.kind.text)
        if noun is None:
            self.game.groups.split((limit.kind,), values.inner)
        elif not self.game.fits(values.group.var.type, noun.type):
            self.game.error("E301", limit.kind.span, f"these are {name_of(ListType(values.group.var.type))}")
        if limit.most is None:
            return bound.Const(NUMBER, limit.span, 1)
        return self.game.expressions.number(limit.most, values.inner, "how many times")
