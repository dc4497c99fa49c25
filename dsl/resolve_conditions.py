"""Conditions: expressions that are yes or no, and what they tell about what follows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.narrowing import Condition, advice, told
from rulewright.dsl.resolve_adjectives import parity
from rulewright.dsl.resolve_boards import on_one_board
from rulewright.dsl.resolve_laid import lies_on
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import comparable, is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    NUMBER,
    PLAYER,
    CardType,
    ListType,
    NothingType,
    OptionalType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    WordType,
    ZoneType,
    bare,
)
from rulewright.dsl.visitor import walk


class Conditions:
    """The conditions' half of the resolver of expressions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._conditions: dict[type, Callable[[Any, Scope], bound.Expr]] = {
            n.NotExpr: lambda node, scope: bound.Not(BOOL, node.span, self.condition(node.operand, scope.child()).expr),
            n.CompareExpr: self._compare,
            n.IsExpr: self._is,
            n.IsEmptyExpr: lambda node, scope: self.is_empty(self.resolve(node.left, scope), node.negated, node.span),
            n.IsInExpr: self._is_in,
            n.IsInSomeExpr: self._is_in_some,
            n.IsOnExpr: lambda node, scope: self.is_on(
                self.resolve(node.left, scope), self.resolve(node.right, scope), node.negated, node.span
            ),
            n.IsNextToExpr: self._is_next_to,
            n.IsAExpr: self._is_a,
            n.IsACardExpr: self._is_a_card,
            n.BetweenExpr: self._between,
            n.NeitherExpr: self._neither,
            n.ThereIsExpr: self._there_is,
            n.PathExpr: self._path,
            n.CanExpr: self._can,
        }

    @abstractmethod
    def resolve(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> bound.Expr:
        """Give the checked expression."""

    @abstractmethod
    def declare(self, scope: Scope, var: bound.Var, word: n.Word) -> None:
        """Make a local name known."""

    @abstractmethod
    def join_values(self, values: list[bound.Expr], span: Span) -> bound.Expr:
        """Give the list of all the values."""

    @abstractmethod
    def space(self, value: bound.Expr, what: str) -> bound.Expr:
        """Give a space; a piece means the space that it stands on."""

    @abstractmethod
    def is_value(self, name: str) -> bool:
        """Whether a bare name means a value of the whole game."""

    # ---------------------------------------------------------------- and, or, and what they tell

    def condition(self, node: n.Expr, scope: Scope) -> Condition:
        """Give the checked condition and what it tells. A join of lists with `and` comes back as it is."""
        match node:
            case n.ParenExpr(inner=inner):
                return self.condition(inner, scope)
            case n.AndExpr():
                expr = self._and(node, scope)
            case n.OrExpr():
                expr = self._or(node, scope)
            case n.KindExpr() | n.DidExpr():
                expr = self.game.bad("E405", node.span, "this cannot stand here")
            case _:
                method = self._conditions.get(type(node))
                if method is None:
                    return self._checked(self.resolve(node, scope, BOOL))
                expr = method(node, scope)
        yes, no = told(expr)
        return Condition(expr, yes, no)

    def _checked(self, expr: bound.Expr) -> Condition:
        checked = self.game.want_condition(expr)
        yes, no = told(checked)
        return Condition(checked, yes, no)

    def _and(self, node: n.AndExpr, scope: Scope) -> bound.Expr:
        items = _flat(node, n.AndExpr)
        first = self._part(items[0], scope)
        if first.type != BOOL and not is_error(first.type):
            return self.join_values([first, *(self.resolve(item, scope) for item in items[1:])], node.span)
        parts = [first]
        for item in items[1:]:
            yes, _ = told(parts[-1])
            scope = scope.knowing(yes.facts)
            for var in yes.binds:
                if scope.find(var.name) is None:
                    scope = scope.child()
                    scope.names[var.name] = var
            parts.append(self.game.want_condition(self._part(item, scope)))
        return bound.And(BOOL, node.span, _spread(parts, bound.And))

    def _part(self, node: n.Expr, scope: Scope) -> bound.Expr:
        """Give one side of `and`: a condition, or a value to be joined."""
        if isinstance(node, n.ParenExpr):
            return self._part(node.inner, scope)
        if isinstance(node, n.AndExpr | n.OrExpr) or type(node) in self._conditions:
            return self.condition(node, scope).expr
        return self.resolve(node, scope)

    def _or(self, node: n.OrExpr, scope: Scope) -> bound.Expr:
        items = _flat(node, n.OrExpr)
        parts: list[bound.Expr] = []
        subject: n.Expr | None = None
        for item in items:
            if isinstance(item, n.KindExpr):
                if subject is None:
                    self.game.error("E305", item.span, "say what it is that is meant: `c is a spell or c is a miracle`")
                    continue
                parts.append(self._is_a(n.IsAExpr(subject, False, item.words, span=item.span), scope.child()))
                continue
            subject = item.left if isinstance(item, n.IsAExpr) else None
            part = self.condition(item, scope.child())
            parts.append(self.game.want_condition(part.expr))
            scope = scope.knowing(part.no.facts)
        return bound.Or(BOOL, node.span, _spread(parts, bound.Or))

    # ---------------------------------------------------------------- comparing

    def _compare(self, node: n.CompareExpr, scope: Scope) -> bound.Expr:
        left = self.game.want(self.resolve(node.left, scope, NUMBER), NUMBER, f"on the left of `{node.op}`, the value")
        right = self.game.want(
            self.resolve(node.right, scope, NUMBER), NUMBER, f"on the right of `{node.op}`, the value"
        )
        return bound.Compare(BOOL, node.span, str(node.op), left, right)

    def _between(self, node: n.BetweenExpr, scope: Scope) -> bound.Expr:
        value, low, high = (
            self.game.want(self.resolve(part, scope, NUMBER), NUMBER, what)
            for part, what in (
                (node.value, "what lies between"),
                (node.low, "the lower end"),
                (node.high, "the upper end"),
            )
        )
        return bound.Between(BOOL, node.span, value, low, high)

    def _is(self, node: n.IsExpr, scope: Scope) -> bound.Expr:
        right_node = node.right.inner if isinstance(node.right, n.ParenExpr) else node.right
        if self._only_a_word(node.left, scope):
            right = self.resolve(node.right, scope)
            left = self.resolve(node.left, scope, right.type)
            return self.equal(left, right, node.negated, node.span)
        left = self.resolve(node.left, scope)
        if is_error(left.type) and isinstance(right_node, n.NameExpr):
            return self.game.nothing_known(node.span)
        if isinstance(right_node, n.NameExpr):
            quality = self._quality(left, right_node, scope)
            if quality is not None:
                return bound.Not(BOOL, node.span, quality) if node.negated else quality
        right = self.resolve(node.right, scope, left.type)
        return self.equal(left, right, node.negated, node.span)

    def _only_a_word(self, node: n.Expr, scope: Scope) -> bool:
        return (
            isinstance(node, n.NameExpr)
            and scope.find(node.name) is None
            and not self.is_value(node.name)
            and node.name in self.game.symbols.words_of
        )

    def _quality(self, left: bound.Expr, right: n.NameExpr, scope: Scope) -> bound.Expr | None:
        """Give the condition of `c is drained`, `you are fighting`, `n is odd`; None if the right side is a value."""
        name, of = right.name, left.type
        if name in ("odd", "even") and of == NUMBER:
            return parity(left, name, right.span)
        if isinstance(of, WordType) or is_error(of) or name in ("nobody", "nothing", "yes", "no", "none"):
            return None
        if scope.knows(name):
            return None
        if self.is_value(name):
            value_type = self._type_of_value(name)
            if value_type is None or comparable(of, value_type, self.game.symbols.kinds):
                return None
        word = n.Word(name, span=right.span)
        bare_left = left
        if isinstance(of, OptionalType):
            if self.game.groups.adjective(word, attrs.evolve(left, type=bare(of)), scope, silent=True) is None:
                return None
            noun = "nobody" if isinstance(bare(of), PlayerType) else "nothing"
            return self.game.bad(
                "E303", left.span, f"this may be {noun}, so it cannot be asked whether it is {name}", hint=advice(left)
            )
        if isinstance(of, ListType):
            return None
        if not isinstance(of, CardType | PlayerType | SpaceType) and type(of).__name__ not in (
            "LineType",
            "ObjectType",
        ):
            return None
        noun_meant = self.game.symbols.nouns.get(name)
        if noun_meant is not None and noun_meant.member is None:
            return self.game.bad("E305", right.span, f"say `is a {name}`") if noun_meant.kind is not None else None
        found = self.game.groups.adjective(word, bare_left, scope, silent=True)
        if found is not None:
            return found
        candidates = {*self.game.groups.adjectives(of)}
        if name in self.game.symbols.words_of:
            return None
        return self.game.bad(
            "E204", right.span, f"I know no `{name}` that {name_of(of)} could be",
            hint=did_you_mean(name, candidates, also={*scope.all_names()}),
        )  # fmt: skip

    def _type_of_value(self, name: str) -> Type | None:
        member = self.game.symbols.globals.get(name)
        if member is not None:
            return member.type
        option = self.game.program.options.get(name)
        if option is not None:
            return option.type
        return {"active_player": PLAYER, "first_player": PLAYER}.get(name)

    def equal(self, left: bound.Expr, right: bound.Expr, negated: bool, span: Span) -> bound.Expr:
        """Give `left is right`; two things that can never be the same are an error."""
        kinds = self.game.symbols.kinds
        if isinstance(right, bound.CardNamed) and isinstance(bare(left.type), CardType):
            return bound.Equal(BOOL, span, left, right, negated)
        if (
            isinstance(left.type, PieceType | SpaceType)
            and isinstance(right.type, PieceType | SpaceType)
            and left.type != right.type
        ):
            left, right = self.space(left, "what is compared"), self.space(right, "what is compared")
        if isinstance(left.type, PlayerType) and isinstance(right.type, ListType) and right.type.element == PLAYER:
            return bound.IsIn(BOOL, span, left, right, negated)
        if isinstance(left.type, ListType) and left.type.element == right.type and isinstance(left, bound.Builtin):
            right = bound.ListExpr(left.type, right.span, (right,))
        if not comparable(left.type, right.type, kinds):
            missing = isinstance(right.type, NothingType) or isinstance(left.type, NothingType)
            if missing:
                there = left if isinstance(right.type, NothingType) else right
                return self.game.bad(
                    "E304",
                    span,
                    f"this is always {name_of(there.type)} and never missing, so the answer is always the same",
                )
            return self.game.bad(
                "E304", span, f"{name_of(left.type)} can never be {name_of(right.type)}".replace("a ", "A ", 1)
            )
        return bound.Equal(BOOL, span, left, right, negated)

    # ---------------------------------------------------------------- places

    def is_empty(self, of: bound.Expr, negated: bool, span: Span) -> bound.Expr:
        """Give `of is empty` for a zone or a list."""
        if not isinstance(of.type, ZoneType | ListType) and not is_error(of.type):
            return self.game.bad(
                "E301",
                of.span,
                f"only a zone or a list can be empty, but this is {name_of(of.type)}",
                hint=advice(of) if isinstance(of.type, OptionalType) else None,
            )
        return bound.IsEmpty(BOOL, span, of, negated)

    def _is_in(self, node: n.IsInExpr, scope: Scope) -> bound.Expr:
        left = self.resolve(node.left, scope)
        if isinstance(node.right, n.NameExpr) and node.right.name == "play" and scope.find("play") is None:
            if not isinstance(bare(left.type), CardType) and not is_error(left.type):
                return self.game.bad("E301", left.span, f"only cards are in play, but this is {name_of(left.type)}")
            inside: bound.Expr = bound.IsInPlay(BOOL, node.span, left)
            return bound.Not(BOOL, node.span, inside) if node.negated else inside
        right = self.resolve(node.right, scope)
        element = self.game.groups.element(right, node.right.span)
        if element is None or is_error(element) or is_error(left.type):
            return (
                self.game.nothing_known(node.span)
                if element is None
                else bound.IsIn(BOOL, node.span, left, right, node.negated)
            )
        if isinstance(left.type, PieceType) and isinstance(bare(element), SpaceType):
            left = self.space(left, "what is in it")  # a piece stands for the space that it is on
        if not comparable(left.type, element, self.game.symbols.kinds):
            return self.game.bad("E304", node.span, f"{name_of(left.type)} can never be in {name_of(right.type)}")
        return bound.IsIn(BOOL, node.span, left, right, node.negated)

    def _is_in_some(self, node: n.IsInSomeExpr, scope: Scope) -> bound.Expr:
        left = self.game.want(self.resolve(node.left, scope), CardType(), "what is in a zone")
        return bound.InSome(BOOL, node.span, left, self.game.groups.zones_named(node.kind), node.negated)

    def is_on(self, piece: bound.Expr, space: bound.Expr, negated: bool, span: Span) -> bound.Expr:
        """Give `piece is on space`, or `card is on card`: that it lies in a zone of that card."""
        if isinstance(piece.type, CardType):
            return lies_on(self.game, piece, space, negated, span)
        if not isinstance(piece.type, PieceType) and not is_error(piece.type):
            return self.game.bad(
                "E301",
                piece.span,
                f"only a piece stands on a space, and a card lies on a card, but this is {name_of(piece.type)}",
            )
        where = self.space(space, "after `on`, what stands there")
        on_one_board(self.game, piece, where, span)
        return bound.IsOn(BOOL, span, piece, where, negated)

    def _is_next_to(self, node: n.IsNextToExpr, scope: Scope) -> bound.Expr:
        left, right = (
            self.space(self.resolve(side, scope), "`next to`: each side") for side in (node.left, node.right)
        )
        on_one_board(self.game, left, right, node.span)
        return bound.IsNextTo(BOOL, node.span, left, right, node.negated)

    # ---------------------------------------------------------------- is a ...

    def _is_a(self, node: n.IsAExpr, scope: Scope) -> bound.Expr:
        value = self.resolve(node.left, scope)
        if node.words[0].text == "random" and len(node.words) > 1:
            return self.game.expressions.no_chance(node.span)
        row = self.game.groups.split(node.words, scope)
        if row is None or row.means is None or is_error(value.type):
            name = row.name if row is not None else node.words[-1] if len(node.words) > 1 else None
            unknown = self.game.nothing_known(node.span)
            if name is None or node.negated:
                return unknown
            # The name is known below, so that nothing is said of it there.
            bind = bound.Bind(BOOL, node.span, bound.Var(name.text, unknown.type, name.span), value, None)
            return bound.And(BOOL, node.span, (bind,))
        noun, of = row.means, bare(value.type)
        if not (self.game.fits(noun.type, of) or self.game.fits(of, noun.type)):
            return self.game.bad("E304", node.span, f"{name_of(value.type)} can never be {name_of(noun.type)}")
        parts: list[bound.Expr] = []
        thing = attrs.evolve(value, type=noun.type if isinstance(noun.type, CardType) else of)
        if row.name is not None:
            if node.negated:
                self.game.error(
                    "E305", row.name.span, "what is not there cannot have a name", hint=f"leave out `{row.name.text}`"
                )
            var = bound.Var(row.name.text, noun.type, row.name.span)
            self.declare(scope, var, row.name)
            del scope.names[var.name]
            parts.append(
                bound.Bind(BOOL, node.span, var, value, noun.kind if noun.kind and noun.kind.name != "card" else None)
            )
            thing = bound.Local(noun.type, row.name.span, var)
        elif noun.kind is not None:
            self.game.use(noun.kind)
            parts.append(bound.IsKind(BOOL, node.span, value, noun.kind, False))
        elif noun.member is None or isinstance(value.type, OptionalType):
            there = bound.Const(NothingType(), node.span, None)
            if isinstance(value.type, OptionalType):
                parts.append(bound.Equal(BOOL, node.span, value, there, True))
            elif not row.adjectives:
                return self.game.bad(
                    "E304", node.span, f"this is always {name_of(noun.type)}, so the answer is always the same"
                )
        if noun.member is not None:
            self.game.use(noun.member)
            read: bound.Expr = bound.MemberOf(BOOL, node.span, thing, noun.member)
            parts.append(bound.Not(BOOL, node.span, read) if noun.negated else read)
        for word in row.adjectives:
            condition = self.game.groups.adjective(word, thing, scope, kind_noun=row.noun.text if row.noun else None)
            if condition is not None:
                parts.append(condition)
        if node.negated and len(parts) == 1 and isinstance(parts[0], bound.IsKind):
            return attrs.evolve(parts[0], negated=True)
        together = parts[0] if len(parts) == 1 else bound.And(BOOL, node.span, tuple(parts))
        return bound.Not(BOOL, node.span, together) if node.negated else together

    def _is_a_card(self, node: n.IsACardExpr, scope: Scope) -> bound.Expr:
        value = self.game.want(self.resolve(node.left, scope), OptionalType(CardType()), "what is compared with a card")
        named = self.resolve(n.TextExpr(str(node.card), span=node.span), scope)
        same = bound.Equal(BOOL, node.span, value, named, node.negated)
        if node.name is None or is_error(named.type):
            return same
        if node.negated:
            self.game.error(
                "E305", node.name.span, "what is not there cannot have a name", hint=f"leave out `{node.name.text}`"
            )
        var = bound.Var(node.name.text, named.type, node.name.span)
        self.declare(scope, var, node.name)
        del scope.names[var.name]
        kind = self.game.program.kinds[named.type.kind] if isinstance(named.type, CardType) else None
        return bound.And(BOOL, node.span, (same, bound.Bind(BOOL, node.span, var, value, kind)))

    def _neither(self, node: n.NeitherExpr, scope: Scope) -> bound.Expr:
        parts = []
        for other in (node.first, node.second):
            alike: n.Expr
            if isinstance(other, n.KindExpr):
                alike = n.IsAExpr(node.left, False, other.words, span=other.span)
            else:
                alike = n.IsExpr(node.left, False, other, span=other.span)
            parts.append(bound.Not(BOOL, other.span, self.condition(alike, scope.child()).expr))
        return bound.And(BOOL, node.span, tuple(parts))

    # ---------------------------------------------------------------- existence, legality

    def _there_is(self, node: n.ThereIsExpr, scope: Scope) -> bound.Expr:
        described = self.game.groups.resolve(node.group, scope)
        if node.none:
            self._where_it_ends(node, described.group.var.name)
        return bound.Exists(BOOL, node.span, described.group, node.none)

    def _where_it_ends(self, node: n.ThereIsExpr, name: str) -> None:
        """Warn of a part of `there is no p where A or B` that is not about p: read as `(there is no p where A) or B` it
        would be something else. (With `there is a p` both readings come to the same.)"""
        where = node.group.where
        if not isinstance(where, n.OrExpr | n.AndExpr) or not any(word.text == name for word in node.group.words):
            return
        for part in _flat(where, type(where)):
            if not any(isinstance(one, n.NameExpr) and one.name == name for one in walk(part)):
                self.game.warn(
                    "W512", part.span, f"this is not about `{name}`, and stands in its `where`",
                    hint=f"if it is a condition of its own, end the `where` by brackets: `(there is no ... {name} where ...)`; "
                    "if it belongs to it, put all of that in brackets: `where (...)`",
                )  # fmt: skip

    def _path(self, node: n.PathExpr, scope: Scope) -> bound.Expr:
        if [word.text for word in node.words] != ["path"]:
            return self.game.bad(
                "E405",
                node.words[0].span,
                "between two places there is a `path`: `there is a path between A and B through ...`",
            )
        through = self.game.groups.resolve(node.group, scope).group
        start, end = (self._ends_of_path(self.resolve(side, scope)) for side in (node.start, node.end))
        element = through.var.type
        if not isinstance(element, SpaceType):
            return self.game.bad(
                "E301", node.group.span, f"a path leads through spaces, not through {name_of(element)}"
            )
        for side in (start, end):
            on_one_board(self.game, bound.Local(element, side.span, through.var), side, side.span)
        return bound.PathExists(
            BOOL, node.span, self.game.program.boards[element.board], start, end, through, node.none
        )

    def _ends_of_path(self, value: bound.Expr) -> bound.Expr:
        if isinstance(value.type, ListType) and isinstance(value.type.element, SpaceType):
            return value
        space = self.space(value, "the end of a path")
        return bound.ListExpr(ListType(space.type), value.span, (space,))

    def _can(self, node: n.CanExpr, scope: Scope) -> bound.Expr:
        return self.game.phrases.can(node, scope)


def _flat(node: Any, of: type[Any]) -> list[n.Expr]:
    if isinstance(node, of):
        return [*_flat(node.left, of), *_flat(node.right, of)]
    return [node]


def _spread(parts: list[Any], of: type[Any]) -> tuple[bound.Expr, ...]:
    spread: list[bound.Expr] = []
    for part in parts:
        spread.extend(part.parts if isinstance(part, of) else (part,))
    return tuple(spread)
