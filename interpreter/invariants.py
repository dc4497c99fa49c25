"""Invariants: whether a state keeps them, and random games that try to break one."""

from __future__ import annotations

from random import Random

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.codegen.module import Compiled, Extras
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

GAMES = 20
MOST_DECISIONS = 2_000


class InvariantWatch:
    """Says which invariant of a game a state breaks. The state may come from any compiled form of the same game."""

    def __init__(self, game: Game, invariants: list[t.Invariant] | None = None) -> None:
        self.game = game
        tests = game.program.tests
        self.invariants = invariants if invariants is not None else list(tests.invariants) if tests is not None else []
        self._compiled: dict[int, Compiled] = {}
        self._conditions: tuple[b.Expr, ...] = tuple(c for one in self.invariants for c in one.conditions)

    def broken(self, state: State) -> t.Invariant | None:
        """The first invariant that does not hold in the state; None if all hold."""
        if state.players not in self._compiled:
            self._compiled[state.players] = self.game.scenario_form(state.players, Extras(self._conditions))
        namespace = self._compiled[state.players].namespace
        number = 0
        for invariant in self.invariants:
            for _ in invariant.conditions:
                if not namespace[f"f_x_value_{number}"](state):
                    return invariant
                number += 1
        return None


def try_invariant(program: b.Program, invariant: t.Invariant, games: int = GAMES) -> tuple[str, str]:
    """Play random games with all numbers of players and read the invariant at every decision: (outcome, message)."""
    game = Game(program)
    watch = InvariantWatch(game, [invariant])
    for index in range(games):
        players = game.min_players + index % (game.max_players - game.min_players + 1)
        seed = derive_seed(0, "invariant", index)
        broken_after = _random_game(game, players, seed, watch)
        if broken_after is not None:
            last = "at the beginning"
            if broken_after:
                state = _played(game, players, seed, broken_after - 1)
                decision = state.decision
                assert decision is not None
                option = decision.options[int(_numbers(seed, broken_after)[-1] * len(decision.options))]
                last = f"after answer {broken_after} ({state.names[decision.player]}: {option.text})"
            return "failed", f"it does not hold in a random game with {players} players and seed {seed}, {last}"
    return "passed", ""


def _random_game(game: Game, players: int, seed: int, watch: InvariantWatch) -> int | None:
    """After how many answers an invariant is broken; None if it never is."""
    rng = Random(seed)
    state = game.start(players=players, seed=seed)
    for number in range(MOST_DECISIONS):
        if watch.broken(state) is not None:
            return number
        if state.is_over:
            return None
        state.choose(int(rng.random() * state.n_options))
    return None


def _numbers(seed: int, count: int) -> list[float]:
    rng = Random(seed)
    return [rng.random() for _ in range(count)]


def _played(game: Game, players: int, seed: int, answers: int) -> State:
    """The same random game once more, up to so many answers."""
    state = game.start(players=players, seed=seed)
    for number in _numbers(seed, answers):
        state.choose(int(number * state.n_options))
    return state
