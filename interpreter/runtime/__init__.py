"""What generated code calls: plain functions over the flat state, closed over the tables of one compiled game.

Each module here has a `make(t)` that gives its functions by name; `t` is a `Tables`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field


@define(eq=False)
class Tables:
    """Facts of a compiled game that the functions need, by zone, card or player."""

    players: int
    ordered: list[bool]
    in_play: list[bool]
    visibility: list[str]
    zone_owner: list[int | None]
    zone_holder: list[int | None]
    zone_names: list[str]
    zone_streams: list[str]  # a stable name for the chance of each zone
    names: list[str]  # card -> name
    face_of: list[int]
    alike: bool  # whether two cards can be alike
    tracks_visits: bool  # whether anything depends on a card's visit
    traced: bool
    tokens: frozenset[int]
    zones_on: dict[int, tuple[int, ...]] = field(factory=dict)  # card -> zones on it
    capacity: dict[int, Callable[..., int]] = field(factory=dict)
    # of zones with room for so many of some sort: whether a card is of it
    takes_room: dict[int, Callable[..., bool]] = field(factory=dict)
    empties: dict[int, Callable[..., int]] = field(factory=dict)
    # (zone, player) -> that player's zone of the same name
    same_zone_of: dict[tuple[int, int], int] = field(factory=dict)
    spans: list[Any] = field(factory=list)
    card_keys: list[int] = field(factory=list)  # keys of all stored card members
    limits: Any = None
    # Places in S.v that may hold a player or nobody, or (True) a list of players.
    player_words: tuple[tuple[int, bool], ...] = ()
    player_keys: tuple[tuple[int, bool], ...] = ()  # the same for keys of stored card members
    # Standing text -> of which arguments it keeps the visits (None: no card), which are its last ones; and which arguments
    # it does not read.
    dates: dict[int, tuple[int | None, ...]] = field(factory=dict)
    idle: dict[int, frozenset[int]] = field(factory=dict)
    shared_keys: tuple[int, ...] = ()  # keys of the stored members that joined cards have in common
    single_rooms: frozenset[int] = frozenset()  # zones in which each of the joined cards takes up room
    keeps_objects: bool = False  # whether something reads what objects were announced with that have left the stack
    hidden_choices: bool = False  # whether somebody may choose among cards that they cannot see


def make_all(t: Tables) -> dict[str, Any]:
    """Every runtime function by name."""
    from rulewright.interpreter.runtime import chance, choices, effects, packs, players, stack, values, visits, zones

    found: dict[str, Any] = {}
    for module in (values, chance, packs, zones, players, visits, choices, effects, stack):
        found.update(module.make(t, found))
    return found
