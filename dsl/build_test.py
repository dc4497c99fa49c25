"""Nodes of variants and scenarios, where they are not simply the children of a production."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import Body, BuilderBase
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest


class Clause(NamedTuple):
    """A part of the header of a scenario."""

    sort: str
    values: tuple[Any, ...]
    span: Span


class TestBuilder(BuilderBase):
    """See the module."""

    __test__ = False  # not a class of tests

    # ------------------------------------------------------------------ variants

    def variant_decl(
        self,
        span: Span,
        title: n.Text,
        of: n.Text | None,
        least: n.NumberExpr | None,
        most: n.NumberExpr | None,
        body: Body,
    ) -> n.VariantDecl:
        low = None if least is None else least.value
        high = low if most is None else most.value
        return n.VariantDecl(title, of, low, high, body.doc, body.items, span=span)

    def lines(self, body: Body) -> n.Block:
        """Lines of the game, or those that stand in their place."""
        return n.Block(body.doc, body.items, span=body.span)

    def replace_lines_item(self, span: Span, place: n.EditPlace, old: Body, _: n.Word, new: Body) -> n.ReplaceLinesItem:
        return n.ReplaceLinesItem(place, self.lines(old), self.lines(new), span=span)

    def remove_lines_item(self, span: Span, place: n.EditPlace, old: Body) -> n.RemoveLinesItem:
        return n.RemoveLinesItem(place, self.lines(old), span=span)

    def replace_phase_item(self, span: Span, _: n.Word, name: n.Word, block: n.Block) -> n.ReplacePhaseItem:
        return n.ReplacePhaseItem(name, block, span=span)

    def insert_item(self, span: Span, where: n.Word, sort: n.Word, name: n.Word | None, body: Body) -> n.InsertItem:
        return n.InsertItem(where, sort, name, self.lines(body), span=span)  # type: ignore[arg-type]

    def insert_section_item(self, span: Span, where: n.Word, sort: n.Word, body: Body) -> n.InsertItem:
        return self.insert_item(span, where, sort, None, body)

    # ------------------------------------------------------------------ scenarios

    def from_item(self, span: Span, *values: Any) -> Clause:
        return Clause("from", values, span)

    def players_item(self, span: Span, *values: Any) -> Clause:
        return Clause("with", values, span)

    def under_item(self, span: Span, *values: Any) -> Clause:
        return Clause("under", values, span)

    def any_draw_item(self, span: Span) -> Clause:
        return Clause("with any draw", (), span)

    def setup_item(self, span: Span) -> Clause:
        return Clause("with setup", (), span)

    def situation_decl(self, span: Span, title: n.Text, *rest: Any) -> n.SituationDecl:
        return self.scenario(n.SituationDecl, span, title, rest)

    def scenario_decl(self, span: Span, title: n.Text, *rest: Any) -> n.ScenarioDecl:
        return self.scenario(n.ScenarioDecl, span, title, rest)

    def scenario(self, cls: Any, span: Span, title: n.Text, rest: tuple[Any, ...]) -> Any:
        clauses: dict[str, tuple[Any, ...]] = {}
        for clause in rest[:-1]:
            if clause.sort in clauses:
                self.report("E137", clause.span, f"`{clause.sort}` is said twice")
            clauses.setdefault(clause.sort, clause.values)
        body: Body = rest[-1]
        base = clauses.get("from", (None,))[0]
        return cls(
            title,
            base,
            clauses.get("with", ()),
            clauses.get("under", ()),
            "with any draw" in clauses,
            "with setup" in clauses,
            body.doc,
            body.items,
            span=span,
        )

    def given_thing(self, span: Span, value: n.Expr, name: n.Word | None) -> n.GivenThingItem:
        return n.GivenThingItem(value, name, span=span)

    def given_made_item(
        self, span: Span, kind: n.Word, stats: tuple[n.StatItem, ...] | None, name: n.Word
    ) -> n.GivenMadeItem:
        return n.GivenMadeItem(kind, stats or (), name, span=span)

    def given_is(self, span: Span, what: n.Expr, *values: Any) -> n.Item:
        return self._turn(span, what, values, None) or n.GivenItem(what, False, values, span=span)

    def given_is_not(self, span: Span, what: n.Expr, _: n.Word, value: Any) -> n.Item:
        return n.GivenItem(what, True, (value,), span=span)

    def given_in_phase(self, span: Span, what: n.Expr, value: Any, phase: n.Word) -> n.Item:
        turn = self._turn(span, what, (value,), phase)
        if turn is None:
            self._no_phase(phase)
        return turn or n.GivenItem(what, False, (value,), span=span)

    def _turn(
        self, span: Span, what: n.Expr, values: tuple[Any, ...], phase: n.Word | None
    ) -> n.GivenTurnItem | None:
        """`it is Ann's turn`, if it says so."""
        if isinstance(what, n.PronounExpr) and what.word == "it" and len(values) == 1:
            value = values[0].value if isinstance(values[0], n.GivenThingItem) else None
            if isinstance(value, n.MemberExpr) and value.name == "turn":
                return n.GivenTurnItem(value.owner, phase, span=span)
        return None

    def _no_phase(self, phase: n.Word) -> None:
        self.report(
            "E138", phase.span, "a phase can be given only with a turn", "write `given it is Ann's turn, phase ...`"
        )

    def given_phrase(self, span: Span, phrase: n.PhraseItem, phase: n.Word | None) -> n.Item:
        if len(phrase.slots) == 1 and len(phrase.slots[0].parts) == 1:
            part = phrase.slots[0].parts[0]
            if isinstance(part, n.MemberExpr) and part.name == "turn":
                return n.GivenTurnItem(part.owner, phase, span=span)
        if phase is not None:
            self._no_phase(phase)
        return n.GivenPhraseItem(phrase, phase, span=span)

    def given_roll_item(self, span: Span, word: n.Word, die: n.Word | None, *values: n.Expr) -> n.GivenRollItem:
        if word.text not in ("roll", "rolls"):
            self.report(
                "E139",
                word.span,
                f"only rolls can be given so, not `{word.text}`",
                "write `given the next roll is 6`",
            )
        return n.GivenRollItem(die, values, span=span)

    def given_draw_item(self, span: Span, word: n.Word, zone: n.Expr, *values: n.Expr) -> n.GivenDrawItem:
        self._only(word, ("card", "cards"), "write `given the next card from deck is \"Ace\"`")
        return n.GivenDrawItem(zone, values, span=span)

    def given_random_item(self, span: Span, random: n.Word, word: n.Word, *values: n.Expr) -> n.GivenRandomItem:
        hint = "write `given the next random choice is Bob`"
        self._only(random, ("random", "random choices"), hint)
        self._only(word, ("choice", "choices"), hint)
        return n.GivenRandomItem(values, span=span)

    def _only(self, word: n.Word, known: tuple[str, ...], hint: str) -> None:
        if word.text not in known:
            self.report("E139", word.span, f"only {known[1]} can be given here, not `{word.text}`", hint)

    def expect(self, span: Span, condition: n.Expr) -> n.Item:
        if isinstance(condition, n.CanExpr):
            return n.ExpectCanItem(condition.subject, condition.negated, condition.verb, condition.object, span=span)
        return n.ExpectItem(condition, span=span)

    def expect_list_item(self, span: Span, what: n.Expr, *values: n.Expr) -> n.ExpectListItem:
        return n.ExpectListItem(what, values, span=span)

    def expect_can(
        self, span: Span, subject: n.Expr, can: n.Word, verb: n.Word, object: n.Expr | None, *rest: Any
    ) -> n.ExpectCanItem:
        slots = next((part for part in rest if isinstance(part, tuple)), ())
        because = next((part for part in rest if isinstance(part, n.Word)), None)
        return n.ExpectCanItem(subject, can.text == "cannot", verb, object, slots, because, span=span)

    def expect_asked(self, span: Span, player: n.Expr, word: n.Word, question: n.Text) -> n.ExpectAskedItem:
        if word.text != "asked":
            self.report("E139", word.span, f"`is {word.text}` cannot be followed by a text", 'write `is asked "..."`')
        return n.ExpectAskedItem(player, question, span=span)

    def move_item(self, span: Span, phrase: n.PhraseItem) -> n.MoveItem:
        first = phrase.slots[0].parts[0]
        if isinstance(first, n.NameExpr) and len(phrase.slots[0].parts) > 1:
            meant = nearest(first.name, ("given", "expect", "make"))
            if meant:
                self.report(
                    "E114", first.span, f"no line of a scenario begins with `{first.name}`", f"did you mean `{meant}`?"
                )
        return n.MoveItem(phrase, span=span)

    def answer_item(self, span: Span, player: n.Expr, *answers: n.Expr) -> n.AnswerItem:
        return n.AnswerItem(player, answers, span=span)

    # ------------------------------------------------------------------ watching

    def invariant_decl(self, span: Span, title: n.Text, inside: Any) -> n.InvariantDecl:
        if type(inside) is Body:
            return n.InvariantDecl(title, inside.doc, inside.items, span=span)
        return n.InvariantDecl(title, None, (inside,), span=span)

    def play_games_item(
        self,
        span: Span,
        games: n.NumberExpr,
        players: n.NumberExpr,
        bots: tuple[n.Word, ...] | None,
        variant: n.Text | None,
    ) -> n.PlayGamesItem:
        return n.PlayGamesItem(games.value, players.value, bots, variant, span=span)

    def play_enough_item(
        self,
        span: Span,
        precision: n.PercentExpr,
        players: n.NumberExpr,
        bots: tuple[n.Word, ...] | None,
        variant: n.Text | None,
    ) -> n.PlayGamesItem:
        return n.PlayGamesItem(None, players.value, bots, variant, precision.value / 100, span=span)
