"""What of a table is shown, and in which order: as the rules file suggests it, or as things are declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen


@frozen
class Layout:
    """Names as people read them: what comes first, of the table and of each player, and what is shown only on demand."""

    table: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    background: frozenset[str] = field(default=frozenset())

    def of(self, things: Sequence[Any], owner: int | None) -> list[Any]:
        """Give what is shown of these members or zones of the table or of a player, in order."""
        first = self.table if owner is None else self.players
        rank = {name: place for place, name in enumerate(first)}
        shown = [thing for thing in things if thing.name not in self.background]
        return sorted(shown, key=lambda thing: rank.get(thing.name, len(rank)))

    def whole(self) -> Layout:
        """Give the same order with nothing left out."""
        return Layout(self.table, self.players)


def layout_of(program: Any) -> Layout:
    """Give the layout that a game suggests; in the order of declaration where it suggests none."""
    said = getattr(program, "layout", None)
    if said is None:
        return Layout()
    return Layout(_read(said.table), _read(said.players), frozenset(_read(said.background)))


def _read(names: Any) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in names)
