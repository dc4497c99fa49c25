"""Cards that are joined and count as one: who leads, what moves together, joining and parting.

`S.pack` holds for every joined card all cards of its pack, the one that stands for them first. A game without `group`
never has any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.runtime import Tables


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    in_play, capacity = t.in_play, t.capacity

    def lead(S: Any, c: int | None) -> int | None:
        """The card that stands for the pack of `c`: `c` itself where it is not joined."""
        return S.pack[c][0] if c in S.pack else c

    def leads(S: Any, c: int | None) -> bool:
        """Whether the card counts: it is not joined, or stands for its pack."""
        return c not in S.pack or S.pack[c][0] == c

    def team(S: Any, c: int) -> tuple[int, ...]:
        """All cards that count as this one."""
        return S.pack.get(c) or (c,)

    def leaders(S: Any, cards: Sequence[int]) -> Sequence[int]:
        return [c for c in cards if leads(S, c)] if S.pack else cards

    def whole_packs(S: Any, cards: Sequence[int | None]) -> tuple[int, ...]:
        """The cards, and all that are joined to them, each once."""
        if not S.pack:
            return tuple(c for c in cards if c is not None)
        return tuple(dict.fromkeys(m for c in cards if c is not None for m in team(S, c)))

    def unbroken(S: Any, cards: tuple[int, ...], to: int) -> tuple[int, ...]:
        """Those of the cards that can go there: a pack goes as a whole or not at all."""
        if not S.pack:
            return cards
        going, found = set(cards), cards
        for c in cards:
            members = team(S, c)
            if len(members) > 1 and (not going.issuperset(members) or not fits(S, members, to)):
                found = tuple(x for x in found if x not in members)
        return found

    def fits(S: Any, members: tuple[int, ...], to: int) -> bool:
        room = capacity.get(to)
        if room is None or S.at[members[0]] == to:
            return True
        return bool(room(S) >= (len(members) if to in t.single_rooms else 1))

    def move_packs(S: Any, cards: tuple[int, ...], to: int, last: bool, face: int | None) -> tuple[int, ...]:
        """Move cards as one batch; out of play each joined card goes to the zone of its own owner."""
        if S.pack and not in_play[to] and t.zone_owner[to] is not None:
            elsewhere: dict[int, tuple[int, ...]] = {}
            for c in cards:
                if not leads(S, c) and S.own[c] is not None:
                    goal = t.same_zone_of.get((to, S.own[c]), to)
                    if goal != to:
                        elsewhere[goal] = (*elsewhere.get(goal, ()), c)
            moved: tuple[int, ...] = ()
            for goal, theirs in elsewhere.items():
                moved += runtime["move_many"](S, theirs, goal, last, face)
            cards = tuple(c for c in cards if not any(c in theirs for theirs in elsewhere.values()))
            return moved + runtime["move_many"](S, cards, to, last, face)  # type: ignore[no-any-return]
        return runtime["move_many"](S, cards, to, last, face)  # type: ignore[no-any-return]

    # ------------------------------------------------------------ joining and parting

    def joinable(S: Any, c: int | None, host: int | None) -> bool:
        """Whether the card (with all that is joined to it) can join the other.

        They must be in play in one place, and alike in all that a pack has in common.
        """
        if c is None or host is None or not leads(S, c):
            return False
        host = S.pack[host][0] if host in S.pack else host
        if c == host or S.at[c] != S.at[host] or not in_play[S.at[c]]:
            return False
        return not any(S.cs.get(key + c) != S.cs.get(key + host) for key in t.shared_keys)

    def join(S: Any, c: int, host: int) -> bool:
        """Join the card (with all that is joined to it) to another; False where that cannot be."""
        if not joinable(S, c, host):
            return False
        host = S.pack[host][0] if host in S.pack else host
        members = (*team(S, host), *team(S, c))
        for m in members[1:]:
            for key in t.shared_keys:
                S.cs.pop(key + m, None)
        S.pack = {**S.pack, **dict.fromkeys(members, members)}
        S.changes += 1
        if t.traced:
            S.note(("join", c, host))
        return True

    def part(S: Any, c: int | None) -> bool:
        """Separate the cards that count as this one; of one that does not stand for its pack, take it out."""
        if c is None or c not in S.pack:
            return False
        members = S.pack[c]
        out = members[1:] if c == members[0] else (c,)
        for m in out:
            share(S, members[0], m)
        keep(S, members, tuple(m for m in members if m not in out))
        S.changes += 1
        if t.traced:
            S.note(("part", c))
        return True

    def leave_pack(S: Any, c: int) -> None:
        """A card that leaves play is joined no more; the next one stands for those that stay."""
        members = S.pack[c]
        rest = tuple(m for m in members if m != c)
        if c == members[0]:
            share(S, c, rest[0])
        keep(S, members, rest)

    def share(S: Any, c: int, other: int) -> None:
        """Give a card what it had in common with another."""
        for key in t.shared_keys:
            if key + c in S.cs:
                S.cs[key + other] = S.cs[key + c]
            else:
                S.cs.pop(key + other, None)

    def keep(S: Any, members: tuple[int, ...], rest: tuple[int, ...]) -> None:
        """From now on only `rest` of the members are joined."""
        others = {m: pack for m, pack in S.pack.items() if m not in members}
        S.pack = {**others, **dict.fromkeys(rest, rest)} if len(rest) > 1 else others

    return {name: value for name, value in locals().items()
            if callable(value) and name not in ("t", "runtime")}
