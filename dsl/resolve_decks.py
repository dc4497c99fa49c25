"""Decks: their lines, and what the decks that players bring must be like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.scope import Scope
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import CARD, NUMBER, CardType, PlayerType

_NOT_FREE = "no game has begun"


def is_built(decl: n.DeckDecl) -> bool:
    """Whether it is a deck that a player brings: `deck NAME, for one player:`."""
    return any(isinstance(prop, n.ForItem) for prop in decl.properties)


class Decks:
    """Resolves decks for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def rows(self, decl: n.DeckDecl) -> tuple[bound.DeckRow, ...]:
        """Give the lines of a deck."""
        rows: list[bound.DeckRow] = []
        scope = Scope(nobody_acts=_NOT_FREE)
        for row in decl.rows:
            condition = None if row.condition is None else self._condition(row.condition, scope)
            if isinstance(row, n.EveryItem):
                kind = self._kind_named(row.kind)
                if kind is not None:
                    self.game.use(kind)
                    rows.append(bound.DeckRow(kind, None, None, condition, row.span))
                continue
            definition = self.game.symbols.card_names.get(row.title.text)
            series = self.game.expressions.series_of(row.title.text) if definition is None else None
            if definition is None and series is None:
                said = f'there is no card called "{row.title.text}"'
                hint = self.game.expressions.card_hint(row.title.text)
                self.game.error("E202", row.title.span, said, hint=hint)
                continue
            if definition is not None:
                self.game.use(definition)
            count = bound.Const(NUMBER, row.span, row.count)
            title = None if series is None else row.title.text
            rows.append(bound.DeckRow(None, definition or series, count, condition, row.span, title))
        return tuple(rows)

    def _condition(self, node: n.Expr, scope: Scope) -> bound.Expr:
        return self.game.want_condition(self.game.expressions.condition(node, scope).expr)

    def _kind_named(self, word: n.Word) -> bound.Kind | None:
        noun = self.game.symbols.nouns.get(word.text)
        if noun is not None and noun.kind is not None:
            return noun.kind
        self.game.error(
            "E203",
            word.span,
            f"I know no kind of card called `{word.text}`",
            hint=did_you_mean(word.text, self.game.program.kinds),
        )
        return None

    # ---------------------------------------------------------------- decks that players bring

    def brought(self, brings: Iterable[n.BringsDecl], decks: Iterable[n.DeckDecl]) -> None:
        """Resolve what players bring, and the decks that the game has for them."""
        program = self.game.program
        for decl in brings:
            if program.brings is not None:
                first = program.brings.span
                self.game.error("E425", decl.owner.span, "what players bring is said twice",
                                related=((first, "first here"),) if first else ())  # fmt: skip
                continue
            self._brings(decl)
        several = [decl for decl in decks if is_built(decl)]
        for deck in several:
            built = program.built_decks.get(deck.name.text)
            if built is not None and built.span is deck.name.span:
                self.built(built, deck)
        if program.brings is not None and not several and program.brings.span is not None:
            self.game.error("E425", program.brings.span, "players bring decks, and the game has none to begin with",
                            hint="declare one or more: `deck NAME, for one player:`")  # fmt: skip

    def built(self, built: bound.BuiltDeck, decl: n.DeckDecl) -> None:
        """Resolve a deck that a player brings."""
        for prop in decl.properties:
            words = [part.name for part in prop.parts if isinstance(part, n.NameExpr)] if isinstance(
                prop, n.ForItem) else []
            if words != ["one", "player"]:
                self.game.error("E425", prop.span, "a deck that a player brings is declared `deck NAME, for one player:`")
        if self.game.program.brings is None:
            self.game.error("E425", decl.name.span, "in this game nobody brings a deck",
                            hint="say that they do, and what it must be like: `each player brings a deck:`")  # fmt: skip
        built.rows = self.rows(decl)

    def _brings(self, decl: n.BringsDecl) -> None:
        group = self.game.groups.resolve(decl.owner, Scope(nobody_acts=_NOT_FREE)).group
        if not isinstance(group.var.type, PlayerType) or group.conditions or group.base.sort != "players":
            self.game.error("E425", decl.owner.span, "players bring decks: `each player brings a deck:`")
        zones = [m for m in self.game.program.player_members if m.sort == "zone"]
        zone = next((m for m in zones if m.name == decl.what.text), None)
        if zone is None:
            self.game.error(
                "E205", decl.what.span, f"each player has no zone called `{decl.what.text}` where the deck could lie",
                hint=did_you_mean(decl.what.text, {m.name for m in zones})
                or f"declare it: `each player has:` `{decl.what.text}: hidden ordered zone`",
            )  # fmt: skip
            return
        self.game.use(zone)
        made = bound.Brings(zone, doc=None if decl.doc is None else decl.doc.text, span=decl.what.span)
        self.game.program.brings = made
        made.limits = tuple(
            limit for item in decl.limits if isinstance(item, n.DeckLimitItem)
            for limit in [self._limit(item)] if limit is not None
        )

    def _limit(self, item: n.DeckLimitItem) -> bound.DeckLimit | None:
        scope = Scope(nobody_acts=_NOT_FREE)
        condition = None if item.condition is None else self._condition(item.condition, scope)
        words = tuple(word.text for word in item.group.words)
        each = item.of_each
        if each and words[-1:] == ("name",) and "name" not in self.game.symbols.nouns:
            node = n.GroupExpr(
                (*item.group.words[:-1], n.Word("card", span=item.group.words[-1].span)),
                item.group.places, item.group.superlative, item.group.where, span=item.group.span,
            )  # fmt: skip
        else:
            node = item.group
        if node.places or node.superlative is not None:
            self.game.error("E425", node.span, "a deck is nowhere before the game: only what is printed can be asked for")
            return None
        if node.where is not None:
            node = attrs.evolve(node, where=self._of_it(node.where))
        group = self.game.groups.resolve(node, scope).group
        if not isinstance(group.var.type, CardType):
            self.game.error("E425", item.group.span, "a limit for decks is about cards", hint="`at least 50 cards`")
            return None
        amount = int(item.amount.value)
        percent = isinstance(item.amount, n.PercentExpr)
        if percent and amount > 100:
            self.game.error("E310", item.amount.span, "more than 100%")
        return bound.DeckLimit(item.advice, item.bound == "least", amount, percent, each, group, condition, item.span)

    def _of_it(self, node: Any) -> Any:
        """`where summoning is 0`: what cards have is meant of the card."""
        if isinstance(node, n.NameExpr):
            known = self.game.expressions.is_value(node.name)
            if not known and self.game.symbols.members_named(CARD, node.name):
                word = n.Word(node.name, span=node.span)
                return n.MemberExpr(n.PronounExpr("it", span=node.span), node.name, word, span=node.span)
            return node
        if isinstance(node, n.MemberExpr) or not isinstance(node, n.Expr):
            return node
        changes = {}
        for field in attrs.fields(type(node)):
            value = getattr(node, field.name)
            if isinstance(value, n.Expr) and field.name != "group":
                changes[field.name] = self._of_it(value)
        return attrs.evolve(node, **changes) if changes else node
