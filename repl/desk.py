"""What a person at a terminal sees above the prompt, and is helped with while typing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from rulewright.repl.canvas import Line
from rulewright.repl.cardbook import card_notes
from rulewright.repl.helps import option_help
from rulewright.repl.layout import layout_of
from rulewright.repl.passes import hidden_zones
from rulewright.repl.prompting import Offer, guidance, offers
from rulewright.repl.screen import Scene, screen

if TYPE_CHECKING:
    from rulewright.repl.table import Table

# So many lines of what happened last stay in sight above the table.
_MOST_NEWS = 5
# With a board, and fewer lines than that, the board comes before the news.
_LOW, _LEAST_NEWS = 30, 1


class TableDesk:
    """The desk of one question. `news`: how many lines of the log were printed since the last one."""

    def __init__(self, table: Table, news: int) -> None:
        self._table = table
        self._news = min(news, _MOST_NEWS)
        self._fresh = False
        self._last_line = ""
        self._last_help = ""

    def fresh(self) -> None:
        """The table is to be shown."""
        self._fresh = True

    def again(self) -> None:
        """The table is to be shown once more."""
        self._fresh = True
        self._news = 0

    def screen(self, width: int, height: int) -> list[Line] | None:
        """Give the lines of the table, or None where it stands above already."""
        if not self._fresh:
            return None
        self._fresh = False
        scene = scene_of(self._table)
        news = min(self._news, _LEAST_NEWS if scene.view.boards and height < _LOW else height // 4)
        return screen(scene, width, height - news)

    def offers(self, line: str) -> Iterator[Offer]:
        """Give what completes the line."""
        return offers(self._table.session.state, self._table.picked, line)

    def guidance(self, line: str) -> str:
        """Give one line about what is typed; it is asked for at every drawing."""
        if line != self._last_line or not self._last_help:
            self._last_line = line
            self._last_help = guidance(self._table.session.state, self._table.picked, line)
        return self._last_help


def without_piles(view: Any, state: Any) -> Any:
    """Give a table on which all is laid open without what lies in piles that nobody sees into; `zones` has that."""
    unseen = {
        (zone.name, zone.owner, zone.on)
        for seat in range(state.players)
        for zone in state.view(seat).zones
        if zone.cards is None and zone.owner in (None, seat)
    }
    zones = (attrs.evolve(zone, cards=None) if (zone.name, zone.owner, zone.on) in unseen else zone for zone in view.zones)
    return attrs.evolve(view, zones=tuple(zones))


def scene_of(table: Table) -> Scene:
    """Give what there is to show of a table to whoever sits in front of it."""
    session = table.session
    state, seat = session.state, table.viewer()
    view = without_piles(table.view(seat), state) if session.designer else table.view(seat)
    asked = not state.is_over and seat is not None and state.player == seat
    return Scene(
        session.game.name,
        view,
        session.names,
        seat,
        state.decision if asked else None,
        table.picked,
        card_notes(state),
        table.hexes(),
        {name.replace("_", " ") for name in getattr(session.game.program, "stacks", ())},
        layout_of(session.game.program),
        table.remembered,
        {zone.name for zone in hidden_zones(view, state.view(None)) if zone.owner == seat} if seat is not None else (),
        table.changes.was if asked else {},
        lambda option: option_help(state, option),
        table.signs,
    )
