"""A game watched closely: played decision by decision in the traced form, with an eye on who is ahead, who waits, and
what every card and action does. The same game as the fast one, with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.interpreter.observe import action_names, card_names, open_actions, seen_of, texts_run
from rulewright.lab.batch import Result, Watched
from rulewright.lab.counting import Use
from rulewright.lab.leads import Values, by_playouts, course, evaluator
from rulewright.lab.playing import Seating

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

# Where games must be played on to see who is ahead, this is done in so many games only.
_LEADS_BY_PLAYOUT = 40


def games_to_watch(wanted: int | None, games: int, bots: Iterable[str]) -> int:
    """Give how many of the games are watched closely.

    Watching costs more than playing where bots are quick, and next to nothing where they think. Of very few games no card
    can be said to be played by nobody.
    """
    if wanted is not None:
        return min(wanted, games)
    return min(games, max(30, min(100, games // 20))) if set(bots) == {"random"} else min(1_000, games)


@define
class Watcher:
    """Watches games of one kind."""

    value: Callable[[State], Values | None] | None
    moments: list[State] = field(factory=list)  # where games are played on
    values: list[Values] = field(factory=list)  # where the rules say who is ahead
    opened: list[Counter[str]] = field(factory=list)
    since: list[int] = field(factory=list)
    longest: int = 0
    turn: int = 0
    alive: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Watcher:
        """Give a watcher for a game."""
        return cls(evaluator(game)[1])

    def watch(
        self, seating: Seating, game: Game, index: int, seed: int, limit: int | None, rotation: int = 0
    ) -> Watched:
        """Play one game as `Seating.play` does, and watch it."""
        players = len(seating.bots)
        self.moments, self.values, self.turn, self.longest = [], [], 0, 0
        self.opened, self.since, self.alive = [Counter() for _ in range(players)], [0] * players, tuple(range(players))
        result, state = seating.play_on(game, index, seed, limit, rotation, self._notice, self._turn_begins)
        for seat in self.alive:
            self.longest = max(self.longest, state.n_decisions - self.since[seat])
        if self.value is None:
            # A game without a winner has no course to speak of, and one that a limit ended would be costly to play on.
            followed = index < _LEADS_BY_PLAYOUT and bool(result.winners)
            self.values = by_playouts(self.moments, max(1, state.n_decisions), seed) if followed else []
        figures = course(self.values, result.winners)
        figures["longest wait"] = float(self.longest)
        return Watched(result, figures, *self._uses(state, result), frozenset(state.coverage))

    def _notice(self, state: State) -> None:
        """Look at the state before a decision."""
        seat = state.player
        self.longest = max(self.longest, state.n_decisions - self.since[seat])
        self.since[seat], self.alive = state.n_decisions + 1, state.alive
        self.opened[seat].update(open_actions(state))
        if not state.n_turns:
            self._moment(state)
        if self.value is None and state.n_turns != self.turn:
            if not self.turn:
                self.moments.clear()  # what came before the first turn was set-up
            self.turn = state.n_turns
            self.moments.append(state.fork())

    def _turn_begins(self, state: State) -> None:
        """Look at the state before a turn."""
        if state.n_turns == 1:
            self.values.clear()  # what came before the first turn was set-up
        self._moment(state)

    def _moment(self, state: State) -> None:
        """See who is ahead; a match in the middle of its run cannot be played on from there."""
        if self.value is not None:
            values = self.value(state)
            if values is not None:
                self.values.append(values)
        elif not state.n_turns:
            self.moments.append(state.fork())

    def _uses(self, state: State, result: Result) -> tuple[dict[str, Use], dict[str, Use]]:
        won = [Fraction(seat in result.winners, len(result.winners) or 1) for seat in range(state.players)]
        seen = seen_of(state)
        cards = {name: Use(1) for name in card_names(state)}
        actions = {name: Use(1) for name in action_names(state)}
        for name, times in texts_run(state).items():
            # Texts of kinds and of cards that this match does not have are told by another name.
            if name in cards:
                cards[name].ran = times
        for seat, one in enumerate(seen):
            for name in one.held | one.played:
                _count(cards[name], won[seat], name in one.played, int(name in one.played))
            for name in {*self.opened[seat], *one.taken}:
                _count(actions[name], won[seat], name in one.taken, one.taken[name])
        return cards, actions


def _count(use: Use, won: Fraction, used: bool, times: int) -> None:
    use.had += 1
    use.won_had += won
    use.times += times
    if used:
        use.used += 1
        use.won_used += won
