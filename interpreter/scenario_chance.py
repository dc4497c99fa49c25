"""Chance in a scenario: rolls that are given, and nothing else unless the scenario says `with any draw`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.interpreter.chance import draw

PICKS = "random"
Pick = Callable[[Any, Sequence[Any], Any], int]
"""(state, items, their type) -> the place of the one that is taken."""


class NotScripted(Exception):
    """Raised where chance decides something that the scenario does not settle."""

    def __init__(self, stream: str, texts: Sequence[str]) -> None:
        super().__init__(stream)
        self.stream = stream
        self.texts = tuple(texts)


class ScriptedChance:
    """Takes the place of a state's own chance; see `interpreter.chance.Script`."""

    def __init__(self, key: bytes, any_draw: bool) -> None:
        self.key = key
        self.any_draw = any_draw
        self.rolls: list[tuple[str | None, int | str]] = []  # (die or any, what it will show)
        self.counters: dict[str, int] = {}
        self.given: dict[str, list[Any]] = {}  # what piles will give, by stream (runtime/chance.py), and PICKS

    def copy(self) -> ScriptedChance:
        """An independent copy, for trying things out."""
        new = ScriptedChance(self.key, self.any_draw)
        new.rolls = self.rolls[:]
        new.counters = self.counters.copy()
        new.given = {stream: waiting[:] for stream, waiting in self.given.items()}
        return new

    def draws(self, stream: str, cards: Iterable[int | str]) -> None:
        """Say which cards the stream of a pile will give: cards, or names of cards."""
        self.given.setdefault(stream, []).extend(cards)

    def picks(self, picks: Iterable[Pick]) -> None:
        """Say what `a random ...` will be."""
        self.given.setdefault(PICKS, []).extend(picks)

    def take(self, stream: str, weights: Sequence[int], texts: Sequence[str] = ()) -> int:
        """The index of the outcome. A certain outcome is no chance; one that nothing settles raises NotScripted."""
        die = stream[4:] if stream.startswith("die ") else None
        if die is not None:
            place = next((i for i, (name, _) in enumerate(self.rolls) if name in (None, die)), None)
            if place is not None:
                shown = str(self.rolls[place][1])
                if shown in texts:
                    del self.rolls[place]
                    return list(texts).index(shown)
        if len(weights) == 1:
            return 0
        if not self.any_draw:
            raise NotScripted(stream, texts)
        index = self.counters.get(stream, 0)
        self.counters[stream] = index + 1
        number = draw(self.key, stream, index, sum(weights))
        for outcome, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return outcome
        raise AssertionError("weights are positive")
