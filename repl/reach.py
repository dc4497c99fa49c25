"""What the options of a question point at on a board. Read from the texts of options and of spaces, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

# A question may have a great many options; more than these are not looked through.
_MOST = 2_000


@frozen
class Reach:
    """Names of spaces and lines that the options of a question lead to."""

    spaces: frozenset[str] = field(default=frozenset())
    lines: frozenset[str] = field(default=frozenset())
    movers: frozenset[str] = field(default=frozenset())  # the pieces of whoever is asked


NOTHING = Reach()


def reach_of(decision: Any, board: Any, names: Sequence[str]) -> Reach:
    """Give the spaces and lines of a board that the options lead to: of an option that names several spaces the last."""
    if decision is None:
        return NOTHING
    spaces = {space.name for space in board.spaces}
    lines = {f"{board.spaces[one].name} to {board.spaces[other].name}" for one, other in board.joins}
    found: tuple[set[str], set[str]] = (set(), set())
    for texts in _named(decision):
        for known, kept in zip((spaces, lines), found, strict=True):
            meant = [text for text in texts if text in known]
            if meant:
                kept.add(meant[-1])
    own = f"{names[decision.player]}'s "
    pieces = frozenset(piece for space in board.spaces for piece in space.pieces if piece.startswith(own))
    return Reach(frozenset(found[0]), frozenset(found[1]), pieces)


def _named(decision: Any) -> list[list[str]]:
    if decision.kind in ("set", "order"):
        return [[item.text] for item in decision.items]
    if decision.kind in ("number", "yes_no", "label"):
        return []
    options = decision.options[:_MOST]
    return [list(option.args.values()) if option.args else [option.text] for option in options]
