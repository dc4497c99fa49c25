"""A position written as the `given` lines of a scenario: cards in zones, values of members, pieces, owners, faces.

Only what differs from the table that a scenario begins with is written. What lines cannot say (durations, a stack in
the middle of something, players who are out) is left out; whoever exports compares what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.types import (
    BoolType,
    CardType,
    LineType,
    ListType,
    PieceType,
    PlayerType,
    SpaceType,
    WordType,
    ZoneType,
    bare,
)
from rulewright.interpreter.export_compare import owned_elsewhere
from rulewright.interpreter.instance import OUTSIDE
from rulewright.interpreter.keyed import all_keys

if TYPE_CHECKING:
    from rulewright.dsl import bound as b
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.state import State

_CARD = (1 << 20) - 1


class Writer:
    """Writes the values of one match. `names`: how cards are called that a script must be able to tell apart."""

    def __init__(self, state: State, names: dict[int, str]) -> None:
        self.g = state.g
        self.players = state.names
        self.names = names

    # ------------------------------------------------------------ values

    def card(self, c: int) -> str:
        """A card by its own name in the script, or by the one printed on it."""
        return self.names.get(c, f'"{self.g.card_names[c]}"')

    def value(self, value: Any, of: Any) -> str | None:
        """A value as a script says it; None if there is no way to say it."""
        kind = bare(of) if of is not None else None
        if value is None:
            return "nobody" if isinstance(kind, PlayerType) else "nothing"
        if isinstance(kind, ListType):
            said = [self.value(x, kind.element) for x in value]
            return None if None in said else ", ".join(map(str, said)) or "nothing"
        if isinstance(kind, BoolType) or isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(kind, PlayerType):
            return self.players[value]
        if isinstance(kind, CardType):
            return self.names.get(value)
        if isinstance(kind, WordType):
            return kind.values[value]
        if isinstance(kind, ZoneType):
            return self.zone(value)
        if isinstance(kind, SpaceType | PieceType):
            return self.g.space_names[kind.board][value]
        if isinstance(kind, LineType):
            layout = next(found for board, found in self.g.instance.boards.items() if board.name == kind.board)
            return f"line({', '.join(layout.names[end] for end in layout.lines[value])})"
        return str(value) if isinstance(value, int) else None

    # ------------------------------------------------------------ cards

    def zone(self, zone: int) -> str | None:
        """A zone by name; None for one on a card that has no name of its own."""
        name, owner, holder = self.g.zone_names[zone], self.g.zone_owner[zone], self.g.zone_holder[zone]
        if owner is not None:
            return f"{self.players[owner]}'s {name}"
        if holder is not None:
            return f"{self.names[holder]}'s {name}" if holder in self.names else None
        return name

    def zones(self, cards: State, start: State) -> list[str]:
        """A line for each zone that does not hold what it holds when a scenario begins; zones on cards come last."""
        lines: list[str] = []
        on_cards: list[str] = []
        before = _names_by_place(start)
        for zone, inside in enumerate(cards.z):
            on_card = self.g.zone_holder[zone] is not None
            other = [] if on_card else before.get((self.g.zone_names[zone], self.g.zone_owner[zone]), [])
            if zone in OUTSIDE or self._same(inside, other, zone):
                continue
            place = self.zone(zone)
            if place is None:
                continue
            said = [self._given(c) for c in inside]
            line = f"given {place} is {', '.join(said) or 'empty'}"
            (on_cards if on_card else lines).append(line)
        return lines + on_cards

    def _given(self, c: int) -> str:
        printed = f'"{self.g.card_names[c]}"'
        return f"{printed} as {self.names[c]}" if c in self.names else printed

    def _same(self, inside: Sequence[int], other: Sequence[str], zone: int) -> bool:
        if any(c in self.names for c in inside):
            return False
        one, two = [self.g.card_names[c] for c in inside], list(other)
        member = self.g.instance.zone_member[zone]
        if member is None or member.zone is None or not member.zone.ordered:
            one.sort()
            two.sort()
        return one == two

    # ------------------------------------------------------------ members

    def values(self, now: State, start: State) -> list[str]:
        """A line for each member whose value is not the one that a scenario begins with."""
        lines = []
        for place, value, of, before, piece in self._places(now, start):
            if value == before or place is None:
                continue
            said = self.value(value, of)
            if said is None or (piece and value is None):
                continue
            lines.append(f"given {place} is on {said}" if piece else f"given {place} is {said}")
        if self.g.turns_read:
            had, before = (x.v[x.g.turns_slot : x.g.turns_slot + x.players] for x in (now, start))
            lines += [f"given {who}'s turns are {count}" for who, count, other in zip(self.players, had, before, strict=True)
                      if count != other]
        if now.first != start.first:
            lines.append(f"given first_player is {self.players[now.first]}")
        return [*lines, *self._cards(now)]

    def _keyed(self, member: b.Member, keys: Sequence[int]) -> str:
        said = (self.value(key, of) for key, of in zip(keys, member.index_types, strict=True))
        return f"{member.name}({', '.join(map(str, said))})"

    def _places(self, now: State, start: State) -> Iterable[tuple[str | None, Any, Any, Any, bool]]:
        """(how it is called, value, type, value at the start, whether it is where a piece stands)"""
        program, slots = self.g.program, self.g.slots
        before = same_slots(self.g, start.g)

        def row(member: b.Member, names: Sequence[str | None]) -> Iterable[tuple[str | None, Any, Any, Any, bool]]:
            first, other = slots[member], before[member]
            for i, name in enumerate(names):
                yield name, now.v[first + i], member.type, start.v[other + i], member.sort == "piece"

        for member in program.own_table_members:
            if member in slots:
                yield from row(member, [member.name])
        for member in program.unit_members:
            if member in slots and member.owner == "unit" and member.unit is not None and member.unit.kind == "round":
                yield from row(member, [member.name])
        for member in program.player_members:
            if member in slots:
                yield from row(member, [f"{who}'s {member.name}" for who in self.players])
        for member in program.pair_members:
            yield from row(member, [self._keyed(member, keys) for keys in all_keys(self.g.instance, member)])
        for board, layout in self.g.instance.boards.items():
            for member in board.members:
                yield from row(member, [f"{space}'s {member.name}" for space in layout.names])
            ends = [f"line({layout.names[one]}, {layout.names[other]})" for one, other in layout.lines]
            for member in board.line_members:
                yield from row(member, [f"{line}'s {member.name}" for line in ends])

    def _cards(self, now: State) -> list[str]:
        """What is stored about single cards: members, owner, face. They have names in the script (see `needs_name`)."""
        lines = []
        keys = {self.g.card_key[m]: m for m in self.g.program.card_members if m in self.g.card_key}
        for key, value in sorted(now.cs.items()):
            member, c = keys.get(key & ~_CARD), key & _CARD
            said = None if member is None else self.value(value, member.type)
            if member is not None and said is not None and c in self.names:
                lines.append(f"given {self.names[c]}'s {member.name} is {said}")
        elsewhere = set(owned_elsewhere(now))
        for c, name in sorted(self.names.items()):
            owner = now.own[c]
            if c in elsewhere and owner is not None:
                lines.append(f"given {name}'s owner is {self.players[owner]}")
            if c in now.down:
                lines.append(f"given {name}'s face is face_down")
        return lines


class Later(Writer):
    """Writes what is given once more: cards are called by the names that they have by then."""

    def _given(self, c: int) -> str:
        return self.card(c)


def _names_by_place(state: State) -> dict[tuple[str, int | None], list[str]]:
    """What lies in the zones of the table and of players. In another form of the game cards, and with them the zones on
    cards, can have other numbers."""
    g = state.g
    return {
        (g.zone_names[zone], g.zone_owner[zone]): [g.card_names[c] for c in inside]
        for zone, inside in enumerate(state.z)
        if g.zone_holder[zone] is None
    }


def same_slots(one: Compiled, other: Compiled) -> dict[b.Member, int]:
    """For each member of a compiled game where it is kept in another form of the same game, which may have been read anew.

    A form that was made for a scenario has slots more, for the names that it gives to cards.
    """
    own, theirs = ([member for member in g.slots if not member.of_script] for g in (one, other))
    return {member: other.slots[same] for member, same in zip(own, theirs, strict=True)}


def needs_name(state: State) -> set[int]:
    """The cards of a position that a script must be able to tell from others of their name."""
    g = state.g
    found = {key & _CARD for key in state.cs} | set(state.down)
    found |= {holder for zone, holder in enumerate(g.zone_holder) if holder is not None and state.z[zone]}
    found.update(owned_elsewhere(state))
    for member, first in g.slots.items():
        kind = member.type.element if isinstance(member.type, ListType) else member.type
        if member.of_script or not isinstance(bare(kind), CardType):
            continue
        count = state.players if member.owner == "player" else 1
        for value in state.v[first : first + count]:
            found.update(value if isinstance(value, tuple) else () if value is None else (value,))
    return {c for c in found if state.at[c] not in OUTSIDE}
