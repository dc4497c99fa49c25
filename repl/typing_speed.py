"""How long a person waits while typing: for the texts that complete a line, and for the table to be drawn."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.repl.canvas import UNICODE
from rulewright.repl.cardbook import card_notes
from rulewright.repl.helps import option_help
from rulewright.repl.layout import layout_of
from rulewright.repl.prompting import guidance, offers
from rulewright.repl.screen import Scene, screen

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

_SEED = 1
_ANSWERS = 400
_ROUNDS = 5


def typing_speed(game: Game, players: int) -> dict[str, Any]:
    """Give `completion_milliseconds`, what a key takes with its completion and its line of help, and
    `screen_milliseconds`, what drawing the table takes: each the median of a few in the worst position of a random game.
    """
    widest, fullest = _positions(game, players)
    return {
        "completion_milliseconds": max(_milliseconds(partial(_complete, widest, line)) for line in _lines(widest)),
        "screen_milliseconds": _milliseconds(partial(_draw, fullest)),
    }


def _positions(game: Game, players: int) -> tuple[State, State]:
    """Give the position with the most to choose from, and the one with the most cards on the table."""
    state = game.start(players, seed=_SEED, traced=True)
    rng = random.Random(_SEED)
    widest, fullest = state.fork(), state.fork()
    most, cards = 0, 0
    for _ in range(_ANSWERS):
        if state.is_over:
            break
        decision = state.decision
        count = len(decision.items) if decision.kind in ("set", "order") else len(decision.options)
        if count > most:
            most, widest = count, state.fork()
        seen = sum(zone.count for zone in state.view(state.player).zones if zone.cards is not None)
        if seen > cards:
            cards, fullest = seen, state.fork()
        state.choose_random(rng)
    return widest, fullest


def _lines(state: State) -> list[str]:
    decision = state.decision
    text = (decision.items or decision.options)[-1].text
    return ["", text[:1], text[:4], text, f"{text} and more"]


def _complete(state: State, line: str) -> None:
    for _ in offers(state, (), line):
        pass
    guidance(state, (), line)


def _draw(state: State) -> None:
    seat = state.player
    scene = Scene(
        state.g.program.name, state.view(seat), state.names, seat, state.decision, notes=card_notes(state),
        layout=layout_of(state.g.program), help_of=lambda option: option_help(state, option), signs=UNICODE,
    )  # fmt: skip
    screen(scene, 80, 24)


def _milliseconds(work: Callable[[], None]) -> float:
    times = []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return 1000 * statistics.median(times)
