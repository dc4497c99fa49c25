"""Who sees what by declaration, as tables of one compiled game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled


class Sight:
    """Facts of a compiled game: who sees what by declaration. The seat after the last player's is the spectators'."""

    def __init__(self, g: Compiled) -> None:
        self.g = g
        self.seats = g.players + 1
        zones = range(len(g.zone_names))
        self.visible = [[g.sees(None if seat == g.players else seat, z) for z in zones] for seat in range(self.seats)]
        self.public = [g.visibility[z] == "public" for z in zones]
        self.top_public = [g.visibility[z] == "top_public" for z in zones]
        stacks = set(g.instance.stack_zone.values())
        self.ordered = [
            z in stacks or (m is not None and m.zone is not None and m.zone.ordered)
            for z, m in enumerate(g.instance.zone_member)
        ]
        self.in_play = g.namespace["IN_PLAY"]
        self.face_of = g.face_of
        assert g.sorts is not None
        self.hidden_slots = [i for i, sort in enumerate(g.sorts.slots) if sort in ("card", "cards")]


def sight_of(g: Compiled) -> Sight:
    """The facts of a compiled game, worked out once."""
    return g.worked_out("sight", lambda: Sight(g))
