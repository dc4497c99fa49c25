"""A game that only bots play, as a film: picture by picture, with pause and step."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.repl.canvas import Line
from rulewright.repl.desk import scene_of
from rulewright.repl.output import terminal_width
from rulewright.repl.screen import screen

if TYPE_CHECKING:
    from rulewright.repl.table import Table

_SLOWEST, _QUICKEST = 8.0, 0.05
_KEYS = "space: stop or go on   Enter: one step   + and -: quicker, slower   q: leave"


@define
class Film:
    """How the film runs: seconds for a picture, and whether it stands still."""

    seconds: float = 0.8
    stands: bool = False

    def next(self, table: Table) -> bool:
        """Show the table until the next answer is due; give False if nobody looks on any more."""
        watch: Any = getattr(table.reader, "watch", None)
        if watch is None:
            return True
        while True:
            key = watch(self._picture(table), None if self.stands else self.seconds)
            if key in ("q", "Q"):
                table.over = True
                return False
            if key in ("", "enter"):
                return True
            if key == " ":
                self.stands = not self.stands
            if key == "+":
                self.seconds = max(_QUICKEST, self.seconds / 2)
            if key == "-":
                self.seconds = min(_SLOWEST, self.seconds * 2)

    def _picture(self, table: Table) -> list[Line]:
        rows = os.get_terminal_size().lines
        pace = "stands" if self.stands else f"{self.seconds:.2g} s a picture"
        below: Line = [("dim", f"{pace}   {_KEYS}")]
        return [*screen(scene_of(table), terminal_width(), max(6, rows - 4)), below]
