"""The matches that every conformance test plays: all games that ship, with all numbers of players,
and some with options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import frozen

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.lab.streams import seat_streams

# Options that lead to code which the games as they are usually played do not reach.
_WITH_OPTIONS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("storm_dragons", 2, {"start": "draft"}),
    ("storm_dragons", 5, {"start": "draft", "head_counts": "head_only"}),
    ("storm_dragons", 3, {"tie": "most_cards", "coin_bonus": "3"}),
    ("crazy_eights", 3, {"reshuffling": "yes"}),
    ("crazy_eights", 4, {"drawing": "one_card"}),
    ("goofspiel", 3, {"top": "4", "bids": "open", "tied_prize": "carried_over"}),
    ("goofspiel", 2, {"top": "5", "prize_order": "ascending"}),
    ("hearts", 4, {"passing": "no", "lead": "any", "points_at_once": "yes", "deals": "2"}),
    ("hearts", 3, {"moon": "taker_gains", "breaking": "no", "goal": "30"}),
    ("leduc_poker", 2, {"most_raises": "4"}),
    ("ninety_eight", 3, {"king_value": "zero"}),
)


@cache
def game_of(name: str, options: tuple[tuple[str, str], ...] = ()) -> Game:
    """The game, loaded once."""
    return rulewright.load(name, options=dict(options))


@frozen
class Match:
    """A game with a number of players and options."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(value for _, value in self.options)])

    @property
    def game(self) -> Game:
        return game_of(self.name, self.options)

    def start(self, seed: int, *, traced: bool = False, auto: bool = True) -> State:
        return self.game.start(players=self.players, seed=seed, traced=traced, auto=auto)

    def states(self, seed: int, *, traced: bool = False, auto: bool = True) -> Iterator[State]:
        """The same state object again and again: at each decision of a match by uniform random play, and at the end."""
        state = self.start(seed, traced=traced, auto=auto)
        streams = seat_streams(seed, self.players)
        while not state.is_over:
            yield state
            state.choose_random(streams[state.player])
        yield state

    def some_states(self, seed: int, count: int, *, traced: bool = False) -> list[State]:
        """Forks of about `count` states with something to decide, spread over a match."""
        found = [state.fork() for state in self.states(seed, traced=traced) if not state.is_over]
        step = max(1, len(found) // count)
        # Not a round number of players apart, so that every seat has its turn.
        return found[:: step + 1 if step > 1 and step % self.players == 0 else step]


def _all_matches() -> list[Match]:
    found = [
        Match(name, players)
        for name in sorted(rulewright.shipped_games())
        for players in range(game_of(name).min_players, game_of(name).max_players + 1)
    ]
    return found + [Match(name, players, tuple(options.items())) for name, players, options in _WITH_OPTIONS]


_QUICK_OPTIONS = ("start", "reshuffling", "moon", "top")


def _is_quick(match: Match) -> bool:
    """Every game with its most players, some options, and the smallest matches of the games with much to go wrong."""
    game = match.game
    if match.options:
        return (match.name, match.players) != ("storm_dragons", 5) and match.options[0][0] in _QUICK_OPTIONS
    small = ("storm_dragons", "hearts", "dragon_flight", "go_fish", "tempest")
    return match.players == (game.min_players if match.name in small else game.max_players)


MATCHES = _all_matches()

# For `pytest.mark.parametrize` and fixtures: those that are not quick are played by the long tests alone.
PARAMS = [pytest.param(match, id=str(match), marks=() if _is_quick(match) else pytest.mark.long) for match in MATCHES]
