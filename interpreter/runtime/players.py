"""Players: order, turns, winning and losing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.errors import LimitReached, UnitEnded
from rulewright.interpreter.runtime import Tables

TURN_UNIT = -1  # the mark by which the run loop finds the frame of the running turn
WINDOW = -2  # stands for an open window among the running units


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    n = t.players
    rotations = {(p, d): tuple((p + d * i) % n for i in range(n)) for p in range(n) for d in (1, -1)}

    def ring(S: Any, start: int, clockwise: bool, inclusive: bool) -> tuple[int, ...]:
        """Players still in, round the table from `start`."""
        seats = rotations[start, 1 if clockwise else -1]
        if not inclusive:
            seats = seats[1:]
        if len(S.alive) == n:
            return seats
        return tuple(p for p in seats if p in S.alive)

    def in_order(S: Any) -> tuple[int, ...]:
        """Players still in, in turn order from the active player (from the first player between turns)."""
        start = S.act if S.act is not None else S.first
        seats = rotations[start, S.dir]
        if len(S.alive) == n:
            return seats
        return tuple(p for p in seats if p in S.alive)

    def left_of(S: Any, p: int) -> int:
        """The next player still in, clockwise."""
        for q in rotations[p, 1][1:]:
            if q in S.alive:
                return q
        return p

    def right_of(S: Any, p: int) -> int:
        for q in rotations[p, -1][1:]:
            if q in S.alive:
                return q
        return p

    def by_seat(S: Any, items: Sequence[int], start: int, clockwise: bool) -> list[int]:
        seats = rotations[start, 1 if clockwise else -1]
        return sorted(items, key=seats.index)

    def next_seat(S: Any, p: int, clockwise: bool) -> int:
        return (p + (S.dir if clockwise else -S.dir)) % n

    def whose_turn(
        S: Any, p: int, clockwise: bool, fits: Callable[[int], bool], passed: Callable[[Any, int], None] | None = None
    ) -> int | None:
        """Who takes the next turn, looking from seat `p` on; extra turns first, missed turns are used up.

        passed: told of each seat whose turn would have begun, but for its player being out or missing it.
        """
        step = S.dir if clockwise else -S.dir
        while S.extra:
            q = S.extra[-1]
            S.extra = S.extra[:-1]
            if q in S.alive and fits(q):
                return int(q)
            if not S.extra and S.resume is not None:
                p = (S.resume + step) % n
                S.resume = None
        for _ in range(64):
            found = False
            for i in range(n):
                q = (p + i * step) % n
                if q not in S.alive or not fits(q):
                    if passed is not None and q not in S.alive:
                        passed(S, q)
                    continue
                found = True
                if S.miss.get(q):
                    S.miss = {**S.miss, q: S.miss[q] - 1}
                    if t.traced:
                        S.note(("missed", q))
                    if passed is not None:
                        passed(S, q)
                    continue
                return q
            if not found:
                return None
        raise LimitReached("endless", "every player misses every turn")

    def after_turn(S: Any, p: int, clockwise: bool) -> int:
        """The seat from which to look for the next turn after `p` has had one."""
        if S.extra:
            return p
        if S.cont is not None:
            p, S.cont = S.cont, None
        elif S.resume is not None:
            p = S.resume
        S.resume = None
        return (p + (S.dir if clockwise else -S.dir)) % n

    def take_turns(S: Any, p: int, count: int) -> None:
        if count > 0:
            if S.resume is None:
                # Play goes on behind the seat whose turn it is, in the direction that holds then.
                S.resume = S.act if S.act is not None else (S.first - S.dir) % n
            # The last granted come first; more than a game may have are never played.
            S.extra = (S.extra + (p,) * min(count, S.limits.turns))[-S.limits.turns:]
            S.changes += 1

    def miss_turns(S: Any, p: int, count: int) -> None:
        if count > 0:
            S.miss = {**S.miss, p: S.miss.get(p, 0) + count}
            S.changes += 1

    def turn_tick(S: Any) -> None:
        if S.n_turns >= S.limits.turns:
            raise LimitReached("limit", f"{S.limits.turns} turns")
        if S.turn_start == S.n_decisions:
            # Turns in which nobody decides anything: the same position again proves that it goes on for ever.
            S.idle_turns += 1
            if S.idle_turns >= 1000:
                here = ("turn", tuple(sorted(S.rc.items())), S.position())
                if S.mark == here:
                    raise LimitReached("endless", "the same position came again with nothing to decide in between")
                if S.idle_turns & (S.idle_turns - 1) == 0 or S.mark is None:
                    S.mark = here
        else:
            S.idle_turns = 0
        S.turn_start = S.n_decisions

    def wins(S: Any, players: Sequence[int]) -> None:
        """Mark winners; the game ends at the next checkpoint. Nobody: it ends without one."""
        S.marks = (True, tuple(sorted({*(S.marks[1] if S.marks else ()), *(p for p in players if p in S.alive)})))
        S.changes += 1

    def loses(S: Any, players: Sequence[int]) -> None:
        """Players are out at once; their cards leave at the next checkpoint."""
        out = tuple(p for p in players if p in S.alive)
        if out:
            S.alive = tuple(p for p in S.alive if p not in out)
            S.fallen = S.fallen + out
            S.changes += 1
            if t.traced:
                S.note(("out", out))

    def winners(S: Any) -> tuple[int, ...]:
        return S.result[1] if S.result is not None else ()

    def losers(S: Any) -> tuple[int, ...]:
        return tuple(p for p in range(n) if p not in winners(S)) if S.result is not None else ()

    def settle_ends(S: Any) -> bool:
        """The end of a checkpoint: the dead leave, then the game may be over (True)."""
        if S.fallen:
            fallen = S.fallen
            S.fallen = ()
            S.last_fallen = fallen
            runtime["leave_table"](S, fallen)
            if not S.marks and len(S.alive) == 1 and n > 1:
                S.marks = (True, S.alive)
            if not S.alive and not S.marks:
                S.finish("draw", fallen)
                return True
        if S.marks:
            won = tuple(p for p in S.marks[1] if p in S.alive)
            S.finish("win" if won else "draw", won if won else tuple(range(n)))
            return True
        if S.act is not None and S.act not in S.alive and place_of(S, TURN_UNIT) is not None:
            end_unit(S, TURN_UNIT)  # who falls between two turns, by what ended with the last, has none to end
        return False

    def place_of(S: Any, unit: int) -> int | None:
        """Where among what is running a unit stands, the innermost of its kind."""
        of_turn = S.g.turn_units
        for place in range(len(S.running) - 1, -1, -1):
            if S.running[place] == unit or (unit == TURN_UNIT and S.running[place] in of_turn):
                return place
        return None

    def end_game(S: Any) -> None:
        S.end_by_ranking()

    def end_unit(S: Any, unit: int) -> None:
        """End a running unit: at once, or when the windows opened in it are closed (their objects take effect first)."""
        running = S.running
        place = place_of(S, unit)
        if place is None:
            raise UnitEnded(unit)
        if place not in [e[0] for e in S.ending]:
            window = next((i for i in range(place + 1, len(running)) if running[i] == WINDOW), None)
            S.ending = (*S.ending, (place, window))
        end_next(S)

    def end_next(S: Any) -> None:
        """Leave the innermost running unit, as long as one around it (or it) must end and no window keeps it open."""
        depth = len(S.running)
        S.ending = tuple(e for e in S.ending if e[0] < depth)
        if any(window is None or window >= depth for _, window in S.ending):
            raise UnitEnded(S.running[-1])

    def stop_running(S: Any, unit: int) -> None:
        running = S.running
        for i in range(len(running) - 1, -1, -1):
            if running[i] == unit:
                S.running = running[:i]
                return

    def end_limits(S: Any, unit: str) -> None:
        """What could be done once in this stretch of play can be done again."""
        if S.used:
            S.used = {k: v for k, v in S.used.items() if v[0] != unit}

    def times_used(S: Any, key: Any) -> int:
        """How often something limited was done in the stretch of play that its limit names."""
        entry = S.used.get(key)
        return 0 if entry is None else int(entry[1])

    def set_owners(S: Any) -> None:
        """A card's owner is the player in whose zone it lies when set-up ends, on a card that card's owner; other
        cards belong to nobody."""
        owner_of = t.zone_owner
        if S.own.count(None) == len(S.own):
            S.own = tuple([owner_of[z] for z in S.at])
        else:
            S.own = tuple([owner_of[z] if S.own[c] is None else S.own[c] for c, z in enumerate(S.at)])
        if t.zones_on:
            S.own = tuple([owner_above(S, c) if own is None else own for c, own in enumerate(S.own)])

    def owner_above(S: Any, c: int) -> int | None:
        """Who owns the card that a card lies on."""
        holder = t.zone_holder[S.at[c]]
        if holder is None:
            return None
        own = S.own[holder]
        return owner_above(S, holder) if own is None else own

    def controller(S: Any, c: int) -> int | None:
        """Who controls a card: whose zone it lies in; on a card or in a common place, who put it there."""
        if c in S.guests:
            return S.guests[c]  # type: ignore[no-any-return]
        owner = t.zone_owner[S.at[c]]
        if owner is not None:
            return owner
        if c in S.put_by:
            return S.put_by[c]
        holder = t.zone_holder[S.at[c]]
        if holder is not None:
            return controller(S, holder)
        return S.own[c]

    in_play = runtime["in_play"]
    kept: list[Any] = [(), {}, {}, (), {}]  # cards in play, S.guests, S.put_by, S.own -> by player whose cards they are

    def controlled(S: Any, player: int | None) -> tuple[int, ...]:
        """The cards in play that a player controls; worked out once for each change of what is in play."""
        nonlocal kept
        cards = in_play(S)
        now = kept
        if cards is not now[0] or S.guests is not now[1] or S.put_by is not now[2] or S.own is not now[3]:
            whose: dict[int | None, list[int]] = {}
            for c in cards:
                whose.setdefault(controller(S, c), []).append(c)
            now = kept = [cards, S.guests, S.put_by, S.own, {who: tuple(theirs) for who, theirs in whose.items()}]
        found: tuple[int, ...] = now[4].get(player, ())
        return found

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime", "in_play")}
