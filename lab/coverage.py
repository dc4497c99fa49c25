"""Which cards, keywords, actions, rules and rounds of a game tests and random games reach, and which nothing reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.dsl.bound_standing import StateRule, Trigger
from rulewright.interpreter.errors import RunError
from rulewright.lab.simulate import game_seed
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.dsl.bound import Program
    from rulewright.interpreter.game import Game

_RUNS = (Trigger, StateRule)
_GAMES = 30
_MOST_DECISIONS = 20_000


@define
class Coverage:
    """What there is (by its place in the file) and what was reached, by names like `card Queen` and `action play`."""

    places: dict[str, tuple[str, int]] = field(factory=dict)
    reached: set[str] = field(factory=set)
    games: int = 0

    @property
    def missed(self) -> list[str]:
        """What nothing reached, in the order of the files."""
        return sorted(set(self.places) - self.reached, key=lambda name: self.places[name])

    def to_json(self) -> dict[str, Any]:
        """Give the document's part."""
        return {
            "total": len(self.places),
            "reached": len(self.places) - len(self.missed),
            "random_games": self.games,
            "missed": [
                {"name": name, "file": self.places[name][0], "line": self.places[name][1]} for name in self.missed
            ],
        }

    def lines(self) -> Iterator[str]:
        """Give what a person reads."""
        total, missed = len(self.places), self.missed
        yield f"coverage: {total - len(missed)} of {total} parts reached, by the tests and {self.games} random games"
        for name in missed:
            file, line = self.places[name]
            yield f"  nothing reached {name} ({file}:{line})"


def parts(program: Program) -> dict[str, tuple[str, int]]:
    """Give everything that could be reached, with its place; see `State.coverage` for what reaching means.

    A rule that only allows, forbids or changes numbers holds all the time: nothing of it begins that could be counted.
    """
    found: dict[str, tuple[str, int]] = {}

    def note(sort: str, things: Iterable[Any]) -> None:
        for thing in things:
            if thing.span is not None:
                found[f"{sort} {thing.name}"] = (thing.span.source.name, thing.span.line)

    note("card", (card for card in program.cards if card.standing or card.effect or card.actions))
    note("keyword", program.keywords.values())
    note("action", program.actions.values())
    note("verb", program.verbs.values())
    note("rule", (rule for rule in program.rules.values() if any(isinstance(s, _RUNS) for s in rule.standing)))
    note("round", (unit for unit in program.units.values() if unit.kind == "round"))
    return found


def cover_with_games(coverage: Coverage, game: Game, games: int = _GAMES) -> None:
    """Play random games with every number of players in turn and note what they reach."""
    for index in range(games):
        players = game.min_players + index % (game.max_players - game.min_players + 1)
        seed = game_seed(0, index)
        state = game.start(players=players, seed=seed, traced=True)
        stream = Stream(seed, "coverage")
        try:
            for _ in range(_MOST_DECISIONS):
                if state.is_over:
                    break
                state.choose_random(stream)
        except RunError:
            # A game that breaks is for `sim` and `fuzz` to report; what it reached counts here.
            pass
        coverage.reached |= state.coverage
        coverage.games += 1
