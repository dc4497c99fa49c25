"""Cards that are somewhere else for a while: a visit there, and the way home however it ends.

`S.guests` holds who controls each visitor: in somebody else's zone it stays whose it was.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.runtime import Tables


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    in_play, zone_owner, zone_holder = t.in_play, t.zone_owner, t.zone_holder
    visited, full = runtime["visited"], runtime["full"]

    def relocate(S: Any, c: int, to: int, who: int | None) -> None:
        """Put a card into another zone in play, whatever room there is; `who` controls it there."""
        fr = S.at[c]
        if fr == to:
            return
        S.z[fr] = tuple([x for x in S.z[fr] if x != c])
        S.z[to] = (*S.z[to], c) if t.ordered[to] else tuple(sorted((*S.z[to], c)))
        S.at[c] = to
        S.changes += 1
        visited(S, c, fr, to)
        if zone_owner[to] is None and who is not None:
            S.put_by = {**S.put_by, c: who}
        if t.traced:
            S.note(("move", (c,), (fr,), to, True, (c,) if c in S.down else ()))

    def go_visiting(S: Any, c: int | None, place: int | None) -> tuple[tuple[Any, ...], ...] | None:
        """Go there, with all that is joined to it: for each its card, visit, home, visit of the card on which that is,
        and where it had been a guest before; nothing where card or place are not in play."""
        if c is None or place is None or not in_play[S.at[c]] or not in_play[place]:
            return None
        rows = []
        for m in runtime["team"](S, c):
            who, home = runtime["controller"](S, m), S.at[m]
            holder = zone_holder[home]
            rows.append((m, S.vis[m], home, None if holder is None else S.vis[holder], S.guests.get(m)))
            S.guests = {**S.guests, m: who}
            relocate(S, m, place, who)
        return tuple(rows)

    def go_home(S: Any, rows: tuple[tuple[Any, ...], ...] | None, place: int) -> None:
        """Put back what is still there: home, or where the cards of that place go if it is gone or full."""
        for c, visit, home, holder_visit, before in rows or ():
            if c not in S.guests:
                continue
            who = S.guests[c]
            S.guests = {k: v for k, v in S.guests.items() if k != c}
            if before is not None:
                S.guests = {**S.guests, c: before}
            if S.vis[c] != visit or S.at[c] != place or (who is not None and who not in S.alive):
                continue
            holder = zone_holder[home]
            goal: int | None = home
            if (holder is not None and S.vis[holder] != holder_visit) or (home != place and full(S, home, c)):
                emptied = t.empties.get(home)
                S.guests = {**S.guests, c: who}
                goal = emptied(S, c) if emptied is not None else next(
                    (z for z, owner in enumerate(zone_owner) if owner == who and in_play[z]), home)
                S.guests = {k: v for k, v in S.guests.items() if k != c}
            if goal is not None and before is None and zone_owner[goal] not in (None, who) and who is not None:
                goal = t.same_zone_of.get((goal, who), goal)
            if goal is None:
                continue
            if in_play[goal]:
                relocate(S, c, goal, who)
            else:
                runtime["move_one"](S, c, goal, False)

    return {name: value for name, value in locals().items()
            if callable(value) and name not in ("t", "runtime", "visited", "full")}
