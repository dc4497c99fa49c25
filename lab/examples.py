"""Pairs of games to step through: both played again, traced, and told line by line as an onlooker sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.interpreter.errors import RunError
from rulewright.lab.comparison import Comparison
from rulewright.lab.pairs import Example
from rulewright.lab.playing import Seating

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

MOST_EXAMPLES = 3
_MOST_LINES = 1_500


def examples_of(comparison: Comparison, games: tuple[Game, Game]) -> list[dict[str, Any]]:
    """Give some pairs whose games ended differently, or at least went differently, as parts of a document."""
    total = comparison.total
    chosen = (total.examples + total.others)[:MOST_EXAMPLES]
    return [_example(comparison, games, example) for example in chosen]


def _example(comparison: Comparison, games: tuple[Game, Game], example: Example) -> dict[str, Any]:
    told = [_told(comparison, games[side], example, side) for side in (0, 1)]
    parted = next(
        (place for place, (one, two) in enumerate(zip(*(side["lines"] for side in told), strict=False)) if one != two),
        min(len(side["lines"]) for side in told),
    )
    return {"block": example.block, "rotation": example.rotation, "parted": parted, "sides": told}


def _told(comparison: Comparison, game: Game, example: Example, side: int) -> dict[str, Any]:
    plan, seed = comparison.plan, example.seeds[side]
    lines: list[str] = []
    ends = "the game broke"
    seating = Seating.of(game, plan.bots)
    try:
        result, state = seating.play_on(game, 0, seed, plan.limit, example.rotation, lambda state: None)
        lines = onlooker_lines(state)
        won = [state.names[seat] for seat in result.winners]
        ends = f"{' and '.join(won)} won" if won else f"nobody won ({result.kind})"
        ends += f", {result.decisions:,} decisions"
        if result.scores is not None:
            ends += f", scores {', '.join(map(str, result.scores))}"
    except RunError as problem:
        ends = f"the game broke: {problem}"
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"... and {len(lines) - _MOST_LINES:,} lines more"]
    return {"seed": seed, "end": ends, "lines": lines}


def onlooker_lines(state: State) -> list[str]:
    """Give the log of a traced match as somebody sees it who sees every hand: of what is told to some players by name
    and to others only by number, the names."""
    return [entry.text for entry in state.log if not entry.again]
