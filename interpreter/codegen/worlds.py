"""Facts of a settled game that decide how much of the runtime its code needs."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulewright.dsl import bound as b


@frozen
class World:
    """Facts of a settled game. players: how many; falls: somebody may fall out; bends: turns may be missed, added or
    continued elsewhere; turns_round: the direction of play may change; full: a zone may be full; tracks: visits of
    cards count; alike: cards may be alike; hidden: somebody may choose among unseen cards; ordered, in_play: by zone;
    ranges: the first zone of each player's zones."""

    players: int
    falls: bool
    bends: bool
    turns_round: bool
    full: bool
    tracks: bool
    alike: bool
    hidden: bool
    ordered: Sequence[bool]
    in_play: Sequence[bool]
    ranges: frozenset[int]

    @property
    def lists(self) -> bool:
        """Whether playouts keep zones as lists that they change in place."""
        return not (self.tracks or self.full)

    def zones_of(self, e: ast.expr) -> range | None:
        """The zones that an expression can mean; None if that is not known."""
        if isinstance(e, ast.Constant) and isinstance(e.value, int):
            return range(e.value, e.value + 1)
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add) and isinstance(e.left, ast.Constant):
            base = e.left.value
            if isinstance(base, int) and base in self.ranges:
                return range(base, base + self.players)
        return None


def tracks_visits(g: Any) -> bool:
    """Whether anything depends on a card's visit; `g` is the generator."""
    return bool(
        g._card_keys
        or g.analysis.untils
        or g.program.stacks
        or any(found.first_card for found in g.instance.zones.values())
        or g.has_tokens
        or g.packs
        or g.common_places
        or any(a.this_var is not None for a in g.analysis.actions())
        or g.turns_faces
    )


def ordered_zones(g: Any) -> list[bool]:
    """For each zone whether its cards have an order."""
    stacks = set(g.instance.stack_zone.values())
    return [
        (m is not None and m.zone is not None and m.zone.ordered) or z in stacks
        for z, m in enumerate(g.instance.zone_member)
    ]


def zones_in_play(g: Any) -> list[bool]:
    """For each zone whether its cards are in play."""
    return [m is not None and m.zone is not None and m.zone.in_play for m in g.instance.zone_member]


def world_of(g: Any) -> World:
    """The facts, from a generator that has written everything."""
    statements = list(g.analysis.statements())
    verbs = {s.verb for s in statements if isinstance(s, b.Perform) and isinstance(s.verb, str)}
    return World(
        players=g.instance.players,
        falls=g.eliminates,
        bends=bool(verbs & {"miss", "take"}) or any(isinstance(s, b.ContinueAfter) for s in statements),
        turns_round="reverse" in verbs,
        full=any(m.zone is not None and m.zone.capacity is not None for m in g.instance.zones),
        tracks=tracks_visits(g),
        alike=g.alike_cards,
        hidden=g.hidden_choices,
        ordered=ordered_zones(g),
        in_play=zones_in_play(g),
        ranges=frozenset(f.base for f in g.instance.zones.values() if f.member.owner == "player"),
    )
