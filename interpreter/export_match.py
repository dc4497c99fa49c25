"""A match played again, with the places at which a scenario could begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from rulewright.interpreter.errors import RunError
from rulewright.interpreter.export_answers import Step
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits
from rulewright.interpreter.state import DEFAULT_NAMES, State

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_MOST_BEGINNINGS = 12
_PROPER = re.compile(r"[A-Z]\w*")


@frozen
class Beginning:
    """Where a scenario can begin: before "setup", "play" or a "turn".

    seat: whose turn it is; `cards` is the table just before that turn, `values` the one when what happens at its beginning
    has happened; step: answers given before."""

    where: str
    seat: int | None
    cards: State
    values: State
    step: int

    @property
    def can_be_given(self) -> bool:
        """Whether nothing holds here that lines could not say: an effect that lasts, cards that are joined,
        extra turns, players who are out."""
        values = self.values
        lasts = values.eff or values.stack or values.extra or values.used or values.pack or any(values.miss.values())
        return self.where != "turn" or not (lasts or values.dir != 1 or len(values.alive) < values.players)


class _Watched(State):
    """A match that keeps the places where a scenario could begin."""

    __slots__ = ("before", "beginnings")

    before: State | None
    beginnings: list[Beginning]

    def note(self, entry: Any) -> None:
        self.log_entries = (self.log_entries, entry, None)  # nobody asks which lines of the rules ran
        if entry[0] == "before_turn":
            self.before = self.fork()
        elif entry[0] == "play":
            here = self.fork()
            self.beginnings.append(Beginning("play", None, here, here, self.n_decisions))
        elif entry[0] == "turn" and self.before is not None:
            step = self.before.n_decisions
            if step == self.n_decisions:
                self.beginnings.append(Beginning("turn", entry[1], self.before, self.fork(), step))
            self.before = None
            # Those before set-up and play and the latest ones are enough.
            del self.beginnings[2 : -_MOST_BEGINNINGS]


@define
class Match:
    """A match played again. fault: what the rules broke with at the last answer."""

    game: Game
    end: State
    steps: list[Step]
    beginnings: list[Beginning]
    fault: RunError | None = None

    @classmethod
    def replayed(
        cls,
        game: Game,
        players: int,
        seed: int,
        answers: Sequence[Any],
        names: Sequence[str] = (),
        limits: Limits = DEFAULT_LIMITS,
    ) -> Match:
        """Play a match by its seed and answers (as `State.history` has them), which may break the rules at the end."""
        compiled = game.compiled(players, traced=True)
        proper = all(_PROPER.fullmatch(name) for name in names) and len(set(names)) == players
        state = _Watched(compiled, seed, names if names and proper else DEFAULT_NAMES[:players], None, limits)
        here = state.fork()
        state.before, state.beginnings = None, [Beginning("setup", None, here, here, 0)]
        state.auto = False
        state.log_entries = ()
        state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
        match = cls(game, state, [], state.beginnings)
        try:
            state.run()
            for answer in answers:
                if state.is_over:
                    break
                match.steps.append(Step(state.fork(), answer))
                state.choose(list(answer) if isinstance(answer, tuple) else answer)
        except RunError as fault:
            match.fault = fault
        return match
