"""Adjectives: `enemy`, `other`, yes/no attributes, kinds, and words of attributes, as conditions on one thing."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.inflect import article
from rulewright.dsl.said_otherwise import adjective_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import is_error, name_of
from rulewright.dsl.types import BOOL, CARD, NUMBER, PLAYER, CardType, ObjectType, PlayerType, Type, WordType, bare


def parity(number: bound.Expr, name: str, span: Span) -> bound.Expr:
    """Give the condition that a number is `odd` or `even`."""
    rest = bound.CallFunction(NUMBER, span, "remainder", (number, bound.Const(NUMBER, span, 2)))
    return bound.Equal(BOOL, span, rest, bound.Const(NUMBER, span, int(name == "odd")), False)


class Adjectives:
    """Reads adjectives for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @staticmethod
    def _flag(var: bound.Var, member: bound.Member, negated: bool, span: Span) -> bound.Expr:
        read: bound.Expr = bound.MemberOf(BOOL, span, bound.Local(var.type, span, var), member)
        return bound.Not(BOOL, span, read) if negated else read

    def adjective(
        self, word: n.Word, thing: bound.Expr, scope: Scope, *, kind_noun: str | None = None, silent: bool = False
    ) -> bound.Expr | None:
        """Give the condition that an adjective stands for, or None (with an error unless `silent`)."""
        name, element, span = word.text, bare(thing.type), word.span
        if is_error(element):
            return None
        if name == "enemy":
            return self._enemy(thing, scope, span)
        if name in ("other", "another"):
            return self._other(thing, scope, span, name)
        if name in ("odd", "even") and element == NUMBER:
            return parity(thing, name, span)
        found = self.game.symbols.yes_no_members(element, name)
        if found:
            member, negated = self._one_of(found, span, name)
            self.game.use(member)
            read: bound.Expr = bound.MemberOf(BOOL, span, thing, member)
            return bound.Not(BOOL, span, read) if negated else read
        if isinstance(element, CardType):
            noun = self.game.symbols.nouns.get(name)
            if noun is not None and noun.kind is not None and noun.member is None:
                self.game.use(noun.kind)
                return bound.IsKind(BOOL, span, thing, noun.kind, False)
        if isinstance(element, ObjectType):
            of_card = self._of_the_card(word, thing, scope)
            if of_card is not None:
                return of_card
        if name in ("single", "joined") and isinstance(element, CardType) and self.game.program.pack is not None:
            joined = bound.MemberOf(BOOL, span, thing, self.game.symbols.builtin_members["card", "joined"])
            return bound.Not(BOOL, span, joined) if name == "single" else joined
        words = self.game.symbols.word_members(element, name)
        if words:
            if len({id(m) for m, _ in words}) > 1:
                listed = " and ".join(f"`{m.name}`" for m, _ in words)
                self.game.error("E206", span, f"`{name}` is a word of {listed}; say which with `where`")
                return None
            member, of = words[0]
            self.game.use(member)
            read = bound.MemberOf(member.type, span, thing, member)
            return bound.Equal(BOOL, span, read, bound.Const(of, span, of.values.index(name)), False)
        if not silent:
            self._unknown_adjective(word, element, kind_noun)
        return None

    def _of_the_card(self, word: n.Word, thing: bound.Expr, scope: Scope) -> bound.Expr | None:
        card = bound.MemberOf(CARD, word.span, thing, self.game.symbols.builtin_members["object", "card"])
        return self.adjective(word, card, scope, silent=True)

    def _one_of(self, found: list[tuple[bound.Member, bool]], span: Span, name: str) -> tuple[bound.Member, bool]:
        if len(found) > 1:
            self.game.error(
                "E206", span, f"`{name}` means several things here",
                related=tuple((m.span, "here") for m, _ in found if m.span is not None),
            )  # fmt: skip
        return found[0]

    def _unknown_adjective(self, word: n.Word, element: Type, kind_noun: str | None) -> None:
        if word.text in ("single", "joined") and isinstance(element, CardType):
            self.game.error("E424", word.span, "in this game no cards can be joined",
                            hint="say which can: `group NAME of KIND:`")  # fmt: skip
            return
        candidates = {"other", "enemy", *self.adjectives(element)}
        elsewhere = self._declared_elsewhere(word.text)
        message = f"I know no adjective `{word.text}` for {article(kind_noun) if kind_noun else name_of(element)}"
        if elsewhere:
            message += f"; {elsewhere}"
        is_value = self.game.expressions.is_value(word.text)
        hint = adjective_hint(word.text, is_value) or did_you_mean(word.text, candidates)
        self.game.error("E204", word.span, message, hint=hint)

    def _declared_elsewhere(self, name: str) -> str | None:
        for of in (CARD, PLAYER):
            if self.game.symbols.yes_no_members(of, name):
                return f"`{name}` is an attribute of {'cards' if of == CARD else 'players'}"
        return None

    def adjectives(self, element: Type) -> set[str]:
        """Give every adjective that there is for things of the type."""
        symbols = self.game.symbols
        found = set()
        for name in symbols.member_names(element):
            for member in symbols.members_named(element, name):
                inner = bare(member.type)
                if inner == BOOL:
                    found.add(name)
                    if member.opposite:
                        found.add(member.opposite)
                elif isinstance(inner, WordType):
                    found.update(inner.values)
        if isinstance(element, CardType):
            found.update(name for name, noun in symbols.nouns.items() if noun.kind is not None and not noun.plural)
            found.update(("face_up", "face_down"))
        return found

    def _enemy(self, thing: bound.Expr, scope: Scope, span: Span) -> bound.Expr | None:
        element = bare(thing.type)
        if scope.you is None:
            self.game.error("E403", span, f"`enemy` means somebody else's than yours, but {scope.nobody_acts}")
            return None
        if isinstance(element, PlayerType):
            return bound.Equal(BOOL, span, thing, scope.you, True)
        owner = {CardType: "card", ObjectType: "object"}.get(type(element))
        if owner is None:
            self.game.error("E204", span, f"`enemy` is for cards and players, not for {name_of(element)}")
            return None
        controller = bound.MemberOf(PLAYER, span, thing, self.game.symbols.builtin_members[owner, "controller"])
        return bound.Equal(BOOL, span, controller, self._you(scope), True)

    def _you(self, scope: Scope) -> bound.Expr:
        assert scope.you is not None
        if isinstance(scope.you, bound.Local):
            self.game.you_read.add(scope.you.var)
        return scope.you

    def _other(self, thing: bound.Expr, scope: Scope, span: Span, word: str) -> bound.Expr | None:
        element = bare(thing.type)
        if isinstance(element, PlayerType) and scope.you is not None:
            return bound.Equal(BOOL, span, thing, self._you(scope), True)
        if isinstance(element, CardType) and scope.this is not None:
            return bound.Equal(BOOL, span, thing, bound.Local(scope.this.type, span, scope.this), True)
        if isinstance(element, ObjectType) and scope.this is not None:
            card = bound.MemberOf(CARD, span, thing, self.game.symbols.builtin_members["object", "card"])
            return bound.Equal(BOOL, span, card, bound.Local(scope.this.type, span, scope.this), True)
        for var in reversed(scope.loops):
            if isinstance(thing, bound.Local) and thing.var is var:
                continue
            if type(bare(var.type)) is type(element):
                return bound.Equal(BOOL, span, thing, bound.Local(var.type, span, var), True)
        self.game.error(
            "E403", span, f"`{word}` needs something that it is another than",
            hint="`other` is measured by `you` or `this`, or by the thing of the loop around; name it with `where x is "
                 "not y`",
        )  # fmt: skip
        return None

    def card_of(self, thing: bound.Expr, span: Span) -> bound.Expr:
        """Give the card of an object on a stack, which may be missing."""
        member = self.game.symbols.builtin_members["object", "card"]
        return bound.MemberOf(member.type, span, thing, member)
