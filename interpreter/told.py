"""The log of a traced match in words: what happened, and which seats may read of it.

It is read from the end, so that for each answer it is known whether the cards it names were shown by what followed.
What goes onto a stack is shown when it is announced, and so is what it is aimed at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulewright.dsl.types import CardType, ObjectType, bare
from rulewright.interpreter.codegen.shown import Forbidder
from rulewright.interpreter.describe import (
    LogEntry,
    Moved,
    action_text,
    arguments_of,
    cards_of,
    object_name,
    object_text,
    played_card,
    trigger_text,
    value_text,
    words,
    zone_text,
)
from rulewright.interpreter.instance import GONE

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.actions import Question
    from rulewright.interpreter.state import State


def log_of(state: State, since: Any = ()) -> list[LogEntry]:
    """What was noted after the mark `since` (`State.log_mark`), oldest first; without a mark, everything."""
    return _Teller(state).told(since)


class _Teller:
    """Goes back through the events, with where the cards lay at each."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.everybody = frozenset(range(state.players))
        self.onlookers = frozenset((state.players,))
        self.at = list(state.at)
        self.down = set(state.down)
        # What happened to cards between the answer that is being told and the next one.
        self.moved: dict[int, tuple[int, bool]] = {}
        self.shown: dict[int, frozenset[int]] = {}
        self.gone: dict[int, Any] = {}  # what has left its stack, by number

    def told(self, since: Any) -> list[LogEntry]:
        found: list[list[LogEntry]] = []
        together: list[LogEntry] | None = None  # simultaneous answers, told to the others when all are made
        after = True
        link = self.state.log_entries
        while link:
            after = after and link is not since
            if not after and together is None:
                break
            link, entry, place = link
            if entry[0] == "commits":
                together = []
                found.append(together)
            elif entry[0] == "answer":
                lines = self._answer(entry)
                if entry[5]:
                    lines, others = self._apart(lines, entry[1])
                    if together is not None:
                        together[:0] = others
                else:
                    together = None
                if after:
                    found.append(lines)
                self.moved, self.shown = {}, {}
            else:
                lines = self._event(entry)
                if after:
                    found.append([evolve(line, place=place) for line in lines])
        return [line for lines in reversed(found) for line in lines]

    def _apart(self, lines: list[LogEntry], seat: int) -> tuple[list[LogEntry], list[LogEntry]]:
        """(lines for a seat, lines for everybody else), where each is told at a time of its own."""
        own = [evolve(x, visible_to=frozenset((seat,))) for x in lines if x.visible_to is None or seat in x.visible_to]
        everybody = self.everybody | self.onlookers
        others = [
            evolve(x, visible_to=(everybody if x.visible_to is None else x.visible_to) - {seat},
                   again=x.again or x.visible_to is None or seat in x.visible_to)
            for x in lines
        ]  # fmt: skip
        return own, [line for line in others if line.visible_to]

    def _event(self, entry: Any) -> list[LogEntry]:
        kind = entry[0]
        if kind == "move":
            return self._move(entry)
        if kind == "reveal":
            return [self._reveal(entry)]
        if kind == "face":
            for c in entry[1]:
                self.down.discard(c) if entry[2] else self.down.add(c)
            return []
        if kind == "instead":
            return self._instead(entry)
        if kind == "forbidden":
            return self._forbidden(entry)
        if kind == "off":
            self.gone[entry[1].number] = entry[1]
            return []
        if kind == "push":
            waits = f"{object_text(self.state, entry[1])} waits"
            return [LogEntry(waits, 1, entry[1].controller, None, None)] if entry[1].action < 0 else []
        if kind == "nothing":
            _, seat, number = entry
            span = self.state.g.spans[number]
            text = f"{self.state.names[seat]}: nothing is there for `{' '.join(span.text.split(chr(10))[0].split()).rstrip(':')}`"
            return [LogEntry(text, 1, seat, span, frozenset((seat,)))]
        make = _PLAIN.get(kind)
        return [] if make is None else [LogEntry(make(self.state, entry), *_LEVELS.get(kind, (0,)), None, None, None)]

    # ------------------------------------------------------------ who sees a card

    def _sees(self, seat: int, zone: int, down: bool) -> bool:
        g = self.state.g
        return g.sees(seat, zone) and not (down and g.visibility[zone] == "public")

    def _seers(self, c: int) -> frozenset[int]:
        """The seats that see the card where it lies or where it goes before the next answer."""
        shown = self.shown.get(c, frozenset())
        goal = self.moved.get(c)
        return frozenset(
            p
            for p in self.everybody
            if p in shown
            or self._sees(p, self.at[c], c in self.down)
            or (goal is not None and self._sees(p, goal[0], goal[1]))
        )

    def _split(
        self, text: Callable[[frozenset[int]], str], cards: Sequence[int], who: int, make: Any
    ) -> list[LogEntry]:
        """One line for all, or one for those who see every card and one without the hidden names for the others."""
        seers = {c: self._seers(c) | {who} for c in cards}
        full = frozenset.intersection(self.everybody, *seers.values())
        others = self.everybody - full
        if not others:
            return [make(text(frozenset()), None)]
        hidden = frozenset(c for c in cards if not others <= seers[c])
        return [make(text(frozenset()), full), evolve(make(text(hidden), others | self.onlookers), again=True)]

    # ------------------------------------------------------------ answers

    def _answer(self, entry: Any) -> list[LogEntry]:
        """The lines about an answer, as if it were not one of several that are given at once."""
        state = self.state
        _, seat, q, answer, forced = entry[:5]
        question = state.g.questions[q]
        who = state.names[seat]

        # A move that was the only one is somebody's move all the same; other forced answers belong to what goes on.
        level = 1 if forced and question.kind not in ("action", "respond") and not question.target else 0

        def make(text: str, seats: frozenset[int] | None) -> LogEntry:
            return LogEntry(text, level, seat, question.span, seats, forced=forced and question.kind != "respond")

        if question.kind in ("action", "respond") and answer is not None:
            cards = [c for x, of in arguments_of(state.g.actions[answer[0]], answer) for c in cards_of(x, of)]
            announced = played_card(state.g.actions[answer[0]], answer)
            if isinstance(announced, int):
                self.shown[announced] = self.everybody
            return self._split(lambda hidden: f"{who}: {action_text(state, answer, hidden)[0]}", cards, seat, make)
        if question.kind in ("action", "respond"):
            return [make(f"{who}: pass" if question.kind == "respond" else f"{who}: declines", None)]
        choice = self._choice(question, answer)
        text = f"{who} aims at {choice}" if question.target else f"{who} chooses {choice}"
        if question.key is not None:
            text = f"{who} assigns {choice} to {value_text(state, entry[7], question.key_type)}"
        elif forced and question.kind == "label" and len(question.labels) > 1:
            text += ", for nothing else can be done"
        elif question.kind in ("number", "yes_no") and question.text is not None and not forced:
            text += f" ({question.text})"  # the answer alone would say nothing
        element = bare(question.element) if question.element is not None else None
        if not isinstance(element, CardType) and question.kind != "order":
            return [make(text, None)]
        # What becomes of other cards that are chosen is told when it happens.
        named = cards_of(answer, question.element) if question.target or question.key is not None else ()
        if named and frozenset.intersection(*(self._seers(c) for c in named)) == self.everybody:
            return [make(text, None)]
        return [make(text, frozenset((seat,)))]

    def _choice(self, question: Question, answer: Any) -> str:
        state = self.state
        if question.kind in ("set", "order"):
            return ", ".join(value_text(state, x, question.element or CardType()) for x in answer) or "nothing"
        if question.kind == "label":
            return question.labels[answer]
        if question.kind == "yes_no":
            return "yes" if answer else "no"
        if question.kind == "trigger":
            return trigger_text(state, answer)
        if isinstance(question.element, ObjectType) and answer in self.gone:
            return object_text(state, self.gone[answer])
        return "declines" if answer is None else value_text(state, answer, question.element)

    # ------------------------------------------------------------ cards

    def _move(self, entry: Any) -> list[LogEntry]:
        _, cards, origins, to, _, down = entry
        for c, fr in zip(cards, origins, strict=True):
            self.at[c] = fr
            self.moved[c] = (to, c in down)
            self.down.discard(c)
        where = zone_text(self.state, to)
        start = zone_text(self.state, origins[0]) if len(set(origins)) == 1 else "several places"
        seers = frozenset(
            p
            for p in self.everybody
            if all(
                self._sees(p, fr, False) or self._sees(p, to, c in down) for c, fr in zip(cards, origins, strict=True)
            )
        )
        names, leave = tuple(self.state.g.card_names[c] for c in cards), to == GONE
        moved = Moved(names, len(cards), start, where, leave)
        everybody = seers == self.everybody
        lines = [LogEntry(f"{', '.join(names)}: {start} to {where}", 1, None, None, None if everybody else seers, moved=moved)]
        if not everybody:
            count = "a card" if len(cards) == 1 else f"{len(cards)} cards"
            others = (self.everybody | self.onlookers) - seers if seers else None
            moved = Moved((), len(cards), start, where, leave)
            again = bool(seers)
            lines.append(LogEntry(f"{count}: {start} to {where}", 1, None, None, others, moved=moved, again=again))
        return [line for line in lines if line.visible_to is None or line.visible_to]

    def _instead(self, entry: Any) -> list[LogEntry]:
        """A replacement took the place of an event; of a card that is out of sight only those know who see it."""
        _, number, c = entry
        text = f"instead of that: {trigger_text(self.state, (number, (c,)))}"
        seers = self.everybody if c is None else frozenset(p for p in self.everybody if self._seen(p, c))
        source = self._sources().get(number)
        span = None if source is None else source.standing.span
        return [LogEntry(text, 1, None, span, None if seers == self.everybody else seers)] if seers else []

    def _sources(self) -> dict[int, Any]:
        shown = self.state.g.shown
        return {} if shown is None else shown.sources

    def _forbidden(self, entry: Any) -> list[LogEntry]:
        """A restriction kept something from happening; of a card that is out of sight only those know who see it."""
        _, name, what, c = entry
        seers = self.everybody if c is None else frozenset(p for p in self.everybody if self._seen(p, c))
        thing = "" if c is None else f" {self.state.g.card_names[c]}"
        text = f"{name} forbids it: {words(what)}{thing}"
        source = self._sources().get(name.number) if isinstance(name, Forbidder) else None
        span = None if source is None else source.standing.span
        return [LogEntry(text, 1, None, span, None if seers == self.everybody else seers)] if seers else []

    def _seen(self, seat: int, c: int) -> bool:
        return self._sees(seat, self.at[c], c in self.down)

    def _reveal(self, entry: Any) -> LogEntry:
        _, cards, to = entry
        seats = self.everybody if to is None else frozenset(to)
        for c in cards:
            self.shown[c] = self.shown.get(c, frozenset()) | seats
        names = ", ".join(self.state.g.card_names[c] for c in cards)
        if to is None:
            return LogEntry(f"revealed: {names}", 0, None, None, None)
        return LogEntry(f"{' and '.join(self.state.names[p] for p in to)} sees {names}", 1, None, None, seats)


def _card(state: State, card: int) -> str:
    return state.g.card_names[card]


_PLAIN: dict[str, Callable[[State, Any], str]] = {
    "shuffle": lambda s, e: f"{zone_text(s, e[1])} is shuffled",
    "undrawn": lambda s, e: f"{s.names[e[1]]} draws 0 cards",
    "roll": lambda s, e: f"{words(e[1])} shows {e[2]}",
    "out": lambda s, e: f"{' and '.join(s.names[p] for p in e[1])} is out",
    "missed": lambda s, e: f"{s.names[e[1]]} misses a turn",
    "join": lambda s, e: f"{_card(s, e[1])} joins {_card(s, e[2])}",
    "part": lambda s, e: f"{_card(s, e[1])} parts",
    "counter": lambda s, e: f"{object_name(s, e[1])} is countered",
    "fizzle": lambda s, e: f"{object_name(s, e[1])} does nothing: its target is gone",
    "by hand": lambda s, e: f"by hand: {e[1]}",
}
_LEVELS = {"shuffle": (1,)}
