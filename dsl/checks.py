"""Checks of the whole game, once everything is resolved."""

from __future__ import annotations

from rulewright.dsl.context import Game
from rulewright.dsl.resolve_names import Names


def check(game: Game, names: Names) -> None:
    """Note what is wrong with the game as a whole."""
