"""The lines of a scenario: what is given, done, chosen and expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import bound
from rulewright.dsl import bound_tests as t
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_givens import Givens
from rulewright.dsl.said_alone import several_alone
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import CARD, ListType, Type, ZoneType, bare

PASSES = ("pass", "passes")
DECLINES = ("decline", "declines", "stop", "stops")
_NOTHING = ("nothing", "nobody", "none")
_SHOWN = 'it is said so: `Ann plays "X"`, `Bob declines`, `everyone passes`'


DECIDES = "decides"


class Script(Givens):
    """Resolves the lines of one scenario; `aliases`, `made` and `options` fill up on the way."""

    def __init__(self, game: Game, players: tuple[str, ...], decls: tuple[n.Decl, ...]) -> None:
        super().__init__(game, players, decls)
        self._kinds: dict[type, Callable[[Any], t.Line | None]] = {
            n.GivenItem: self.given,
            n.GivenOnItem: self.given_on,
            n.GivenTurnItem: self.given_turn,
            n.GivenRollItem: self.given_rolls,
            n.GivenDrawItem: self.given_draws,
            n.GivenRandomItem: lambda item: t.GivenRandom(item.span, tuple(self.wanted(x) for x in item.values)),
            n.GivenOptionItem: lambda item: self.given_option(item.option, item.value),
            n.GivenPhraseItem: self.given_phrase,
            n.MakeItem: self._make,
            n.MoveItem: self._move,
            n.AnswerItem: self._answer,
            n.AssignedItem: self._assigned,
            n.ExpectItem: self._expect,
            n.ExpectListItem: lambda item: self._listed(item.what, item.values, False, item.span),
            n.ExpectCanItem: self._expect_can,
            n.ExpectAskedItem: self._expect_asked,
            n.ExpectEventItem: self._expect_result,
            n.ExpectErrorItem: lambda item: t.ExpectError(item.span, item.text.text),
        }

    def lines(self, items: tuple[n.Item, ...]) -> list[t.Line]:
        """Give the lines; those that only set an option are taken out of the row."""
        found = []
        for item in items:
            line = self._kinds[type(item)](item)
            if line is not None:
                found.append(line)
                if not isinstance(line, self.GIVEN):
                    self.begun = True
        return found

    # ---------------------------------------------------------------- doing

    def _make(self, item: n.MakeItem) -> t.Line | None:
        statement = self.game.statements.phrase(item.phrase, self.scope.child())
        return None if statement is None else t.Make(item.span, (statement,))

    def _move(self, item: n.MoveItem) -> t.Line | None:
        first = item.phrase.slots[0].parts
        if len(first) < 2 or not isinstance(first[1], n.NameExpr):
            self.game.error("E405", item.span, "I cannot read this line", hint=_SHOWN)
            return None
        word = first[1].name
        if isinstance(first[0], n.NameExpr) and first[0].name == "everyone" and not self.scope.knows("everyone"):
            if word in PASSES and len(first) == 2 and len(item.phrase.slots) == 1:
                return t.Pass(item.span, None)
            self.game.error(
                "E463", item.span, "of all players together only `everyone passes` can be said",
                hint=f"write a line for each: `{self.players[0] if self.players else 'Ann'} {word} ...`",
            )  # fmt: skip
            return None
        seat = self.seat(first[0])
        if seat is None:
            return None
        other = "pass" if word in PASSES else "decline" if word in DECLINES else None
        actions = self.actions_called(word)
        if not actions:
            doing = self.game.symbols.doing(word)
            if doing is not None and other is None and not isinstance(doing, bound.Action):
                return t.Answer(item.span, seat, (t.Wanted("doing", first[1].span, doing.name),))
            if other is None:
                self.game.error("E211", first[1].span, f"I know no action `{word}`", hint=_SHOWN)
                return None
            if len(first) > 2 or len(item.phrase.slots) > 1:
                who = " ".join(first[0].span.text.split())
                self.game.error("E463", item.span, f"nothing follows `{word}`", hint=f"write only `{who} {word}`")
                return None
            return t.Pass(item.span, seat) if other == "pass" else t.Decline(item.span, seat)
        args, targets = self.arguments(actions, first[2:], item.phrase.slots[1:])
        return t.Move(item.span, seat, actions, args, targets, other)

    def actions_called(self, word: str) -> tuple[bound.Action, ...]:
        """Give the game's action of the name (in either person), or those that cards bring."""
        doing = self.game.symbols.doing(word)
        if not isinstance(doing, bound.Action):
            return ()
        if doing.card_def is None:
            return (doing,)
        cards = (*self.game.program.cards, *self.made)
        return tuple(action for card in cards for action in card.actions if action.name == doing.name)

    def arguments(
        self, actions: tuple[bound.Action, ...], objects: tuple[n.Expr, ...], slots: tuple[n.SlotItem, ...]
    ) -> tuple[tuple[tuple[str, tuple[t.Wanted, ...]], ...], tuple[t.Wanted, ...]]:
        """Give the arguments by parameter, and what answers the questions for targets."""
        action = actions[0]
        args: dict[str, tuple[t.Wanted, ...]] = {}
        targets: list[t.Wanted] = []
        unlabelled = [param for param in action.params if param.preposition is None]
        for at, node in enumerate(objects):
            if at < len(unlabelled):
                args[unlabelled[at].var.name] = self._argument(node, unlabelled[at])
            else:
                targets += self._several(node, None)
        for slot in slots:
            param = next(
                (p for p in action.params if p.preposition == slot.preposition and p.var.name not in args), None
            )
            for node in slot.parts:
                if param is None and slot.preposition == "with" and action.card_def is not None:
                    args[t.THIS] = self._several(node, CARD)
                elif param is not None:
                    args[param.var.name] = self._argument(node, param)
                else:
                    targets += self._several(node, None)
        return tuple(args.items()), tuple(targets)

    def _argument(self, node: n.Expr, param: bound.Param) -> tuple[t.Wanted, ...]:
        of = param.var.type
        return self._several(node, of.element if isinstance(of, ListType) else of)

    def _several(self, node: n.Expr, expected: Type | None) -> tuple[t.Wanted, ...]:
        if isinstance(node, n.ListExpr):
            return tuple(self.wanted(item, expected) for item in node.items)
        if isinstance(node, n.AndExpr):
            return (*self._several(node.left, expected), *self._several(node.right, expected))
        return (self.wanted(node, expected),)

    def wanted(self, node: n.Expr, expected: Type | None = None) -> t.Wanted:
        """Give what one of the answers must be."""
        if isinstance(node, n.ParenExpr):
            return self.wanted(node.inner, expected)
        if isinstance(node, n.TextExpr):
            card = self.game.expressions.kind_of_card(node.value) is not None
            return t.Wanted("card" if card else "text", node.span, node.value)
        if isinstance(node, n.NameExpr) and not self.scope.knows(node.name):
            if node.name in _NOTHING:
                return t.Wanted("none", node.span, node.name)
            if expected is None and not self.game.expressions.is_value(node.name):
                return t.Wanted("word", node.span, node.name)
        value = self.game.expressions.resolve(node, self.scope.child(), expected)
        return t.Wanted("value", node.span, node.span.text, value)

    # ---------------------------------------------------------------- answering

    def _answer(self, item: n.AnswerItem) -> t.Line | None:
        seat = self.seat(item.player)
        answers = tuple(wanted for node in item.answers for wanted in self._several(node, None))
        return None if seat is None else t.Answer(item.span, seat, answers)

    def _assigned(self, item: n.AssignedItem) -> t.Line | None:
        seat = self.seat(item.player)
        return None if seat is None else t.AssignedKey(item.span, seat, self.wanted(item.value), self.wanted(item.key))

    # ---------------------------------------------------------------- expecting

    def _expect(self, item: n.ExpectItem) -> t.Line | None:
        node = item.condition
        if isinstance(node, n.IsExpr) and several_alone(self.game, node.left, node.right, self.scope):
            right = node.right.inner if isinstance(node.right, n.ParenExpr) else node.right
            return self._listed(node.left, (right,), node.negated, item.span)
        condition = self.game.expressions.condition(node, self.scope.child()).expr
        return t.Expect(item.span, self.game.want_condition(condition))

    def _listed(self, what: n.Expr, values: tuple[n.Expr, ...], negated: bool, span: n.Span) -> t.Line:
        place = self.game.expressions.resolve(what, self.scope.child())
        of: Type = CARD if isinstance(place.type, ZoneType) else bare(place.type)
        if isinstance(of, ListType):
            of = of.element
        wanted = [self.wanted(node, of) for node in values]
        if len(wanted) == 1 and wanted[0].sort == "none":
            wanted = []
        return t.ExpectList(span, place, tuple(wanted), negated)

    def _expect_can(self, item: n.ExpectCanItem) -> t.Line | None:
        actions = self.actions_called(item.verb.text)
        if not actions:
            if item.slots or item.because is not None:
                self.game.error("E211", item.verb.span, f"I know no action `{item.verb.text}`")
                return None
            node = n.CanExpr(item.subject, item.negated, item.verb, item.object, span=item.span)
            return t.Expect(item.span, self.game.phrases.can(node, self.scope.child()))
        seat = self.seat(item.subject)
        if seat is None:
            return None
        args, targets = self.arguments(actions, () if item.object is None else (item.object,), item.slots)
        because = None if item.because is None else item.because.text
        return t.ExpectCan(item.span, seat, item.negated, actions, args, targets, because)

    def _expect_asked(self, item: n.ExpectAskedItem) -> t.Line | None:
        seat = self.seat(item.player)
        return None if seat is None else t.ExpectAsked(item.span, seat, item.question.text)

    def _expect_result(self, item: n.ExpectEventItem) -> t.Line | None:
        if item.verb.text == DECIDES:
            who = self.seat(item.subject)
            return None if who is None else t.ExpectDecides(item.span, who)
        verb = {"wins": "win", "loses": "lose", "win": "win", "lose": "lose"}.get(item.verb.text)
        if verb is None:
            self.game.error(
                "E463", item.verb.span, f"I cannot expect that somebody `{item.verb.text}`",
                hint="it is said so: `expect Ann wins`, `expect nobody wins`, `expect Bob loses`, `expect Ann decides`",
            )  # fmt: skip
            return None
        if isinstance(item.subject, n.NameExpr) and item.subject.name == "nobody":
            return t.ExpectResult(item.span, (), verb)
        if isinstance(item.subject, n.NameExpr) and item.subject.name == "everyone":
            return t.ExpectResult(item.span, None, verb)
        seat = self.seat(item.subject)
        return None if seat is None else t.ExpectResult(item.span, (seat,), verb)

    # ---------------------------------------------------------------- players

    def seat(self, node: n.Expr) -> int | None:
        """Give the seat of a player who is named, or None and an error."""
        if isinstance(node, n.PersonExpr | n.NameExpr) and node.name in self.players:
            return self.players.index(node.name)
        if isinstance(node, n.PersonExpr):
            hint = did_you_mean(node.name, self.players) or (
                f"who plays stands behind the title: `with {', '.join(self.players)}, {node.name}`"
            )
            self.game.error("E201", node.span, f"nobody in this test is called {node.name}", hint=hint)
        else:
            self.game.error(
                "E463", node.span, "here must stand one of the players by name",
                hint=f"the players are {', '.join(self.players)}",
            )  # fmt: skip
        return None
