"""Durations made by effects, control, waiting triggers, and what a fallen player leaves behind."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.runtime import Tables
from rulewright.interpreter.runtime.zones import GONE

WITH = -1  # in place of the number of an `until`: control of a card that is joined to the one it is about


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name.

    An effect in S.eff is ``(number of the `until`, its card, visit of that card, values kept, visits of kept cards,
    (card, player, visit) of control or None, age)``.
    """
    move_one = runtime["move_one"]
    in_play = t.in_play

    def add_effect(
        S: Any, number: int, this: int | None, values: tuple[Any, ...], visits: tuple[int, ...], control: Any
    ) -> None:
        S.clock += 1
        held = None
        if control is not None and control[0] is not None and control[1] is not None:
            held = (control[0], control[1], S.vis[control[0]])
        S.eff = (*S.eff, (number, this, S.vis[this] if this is not None else 0, values, visits, held, S.clock))
        S.changes += 1
        if held is not None:
            for c in runtime["team"](S, held[0]):
                if c != held[0]:
                    # What is joined to it comes along, for as long.
                    S.eff = (*S.eff, (WITH, None, 0, (), (), (c, held[1], S.vis[c]), S.clock))
            for c in runtime["team"](S, held[0]):
                settle_control(S, c)

    def end_effect(S: Any, effect: Any) -> None:
        with_it = [e[5][0] for e in S.eff if e[0] == WITH and e[6] == effect[6]]
        S.eff = tuple(e for e in S.eff if e is not effect and e != effect and not (e[0] == WITH and e[6] == effect[6]))
        S.changes += 1
        if effect[5] is not None:
            for c in (effect[5][0], *with_it):
                settle_control(S, c)

    def settle_control(S: Any, c: int) -> None:
        """Put a card where its controller's cards lie: the newest control in force, else who had it first."""
        zone = S.at[c]
        if not in_play[zone]:
            return
        current = [e for e in S.eff if e[5] is not None and e[5][0] == c and e[5][2] == S.vis[c]]
        base = S.base_control.get(c)
        if base is None:
            base = runtime["controller"](S, c)
            S.base_control = {**S.base_control, c: base}
        player = max(current, key=lambda e: e[6])[5][1] if current else base
        if not current:
            S.base_control = {k: v for k, v in S.base_control.items() if k != c}
        if c in S.guests:
            # A visitor stays where it is; it goes home to whoever controls it by then.
            S.guests = {**S.guests, c: player}
            return
        goal = t.same_zone_of.get((zone, player))
        if goal is not None and goal != zone:
            move_one(S, c, goal, True)
        elif goal is None:
            S.put_by = {**S.put_by, c: player}

    def drop_control(S: Any, c: int) -> None:
        """A card left play: nobody's control of it goes on."""
        S.base_control = {k: v for k, v in S.base_control.items() if k != c}
        S.put_by = {k: v for k, v in S.put_by.items() if k != c}
        S.eff = tuple(e for e in S.eff if e[5] is None or e[5][0] != c)

    def leave_table(S: Any, players: tuple[int, ...]) -> None:
        """In one batch that triggers nothing: the cards of the fallen leave the game, control ends,
        their objects leave."""
        S.quiet += 1
        theirs = [c for c, p in S.base_control.items() if p in players]
        theirs += [
            c
            for c in runtime["in_play_cards"](S)
            if t.zone_owner[S.at[c]] is None
            and (S.own[c] if S.own[c] is not None else runtime["controller"](S, c)) in players
        ]
        for p in players:
            S.eff = tuple(e for e in S.eff if e[5] is None or e[5][1] != p)
        for c in list(S.base_control):
            settle_control(S, c)
        for c in theirs:
            move_one(S, c, GONE, False)
        S.put_by = {c: p for c, p in S.put_by.items() if p not in players}
        for zone, owner in enumerate(t.zone_owner):
            if owner in players:
                for c in S.z[zone]:
                    if S.guests.get(c) is None or S.guests[c] in players:
                        move_one(S, c, GONE, False)
        forget_players(S, players)
        runtime["drop_objects"](S, players)
        S.quiet -= 1

    def forget_players(S: Any, players: tuple[int, ...]) -> None:
        """Words that hold players who are out hold nobody from now on, and lists of players are without them."""
        for slot, is_list in t.player_words:
            held = S.v[slot]
            if is_list:
                S.v[slot] = tuple(p for p in held if p not in players)
            elif held in players:
                S.v[slot] = None
        for low, is_list in t.player_keys:
            for key in [k for k in S.cs if low <= k < low + (1 << 20)]:
                held = S.cs[key]
                if is_list:
                    S.cs[key] = tuple(p for p in held if p not in players)
                elif held in players:
                    S.cs[key] = None

    # ------------------------------------------------------------ waiting triggers

    def order_of(S: Any, entry: Any) -> int:
        """Where a waiting trigger stands: the active player's first, then in turn order; nobody's before all."""
        who = entry[2]
        if who is None:
            return -1
        start = S.act if S.act is not None else S.first
        return int(((who - start) * S.dir) % t.players)

    def in_turn_order(S: Any, entries: list[Any]) -> list[Any]:
        """Texts that run now, (number, arguments, whose): in turn order, nobody's first."""
        return sorted(entries, key=lambda entry: order_of(S, entry)) if len(entries) > 1 else entries

    def by_turn_and_age(S: Any, rows: tuple[Any, ...]) -> tuple[Any, ...]:
        """Texts of cards, (number, (card, ..)): in turn order of who controls the card, then the older card first."""
        if len(rows) < 2:
            return rows
        controller = runtime["controller"]
        return tuple(sorted(rows, key=lambda row: (
            order_of(S, (row[0], row[1], controller(S, row[1][0]))), runtime["age_of"](S, row[1][0]))))

    def trigger_choices(S: Any) -> list[Any]:
        """The waiting triggers that could run next: several only where one player has different ones."""
        best = min(order_of(S, e) for e in S.pend)
        mine = [e for e in S.pend if order_of(S, e) == best]
        kept: list[Any] = []
        for e in mine:
            if best == -1 and kept:
                break
            if not any(alike(S, e, k) for k in kept):
                kept.append(e)
        return kept

    def alike(S: Any, one: Any, other: Any) -> bool:
        """Whether it makes no difference which of two waiting triggers runs first: the same text about alike things."""
        if one[0] != other[0]:
            return False
        sorts = S.g.sorts.texts[one[0]]
        # Last stand the visits of what it is about. What the text does not read makes no difference.
        count = len(sorts) - len(t.dates.get(one[0], ()))
        idle = t.idle.get(one[0], ())
        key = runtime["alike_key"]
        return all(
            a == b
            or place in idle
            or (sort in ("this", "card", "named") and a is not None and b is not None and key(S, a) == key(S, b))
            for place, (a, b, sort) in enumerate(zip(one[1][:count], other[1][:count], sorts[:count], strict=False)))

    def differing(S: Any, entries: list[Any]) -> list[Any]:
        """Of replacements that are alike, one."""
        kept: list[Any] = []
        for e in entries:
            if not any(alike(S, e, k) for k in kept):
                kept.append(e)
        return kept

    def gather(S: Any, number: int, named: int, places: tuple[int, ...], args: tuple[Any, ...], who: int | None) -> None:
        """Note a trigger that comes once for all of a batch; `places` are those of its arguments that grow with each.

        named: how many of the arguments say what it is about; what is kept of these from then on is that of the first time.
        """
        if S.gathering > 0:
            for at, (other, before, whose) in enumerate(S.pend):
                if other == number and all(before[i] == args[i] for i in range(named) if i not in places):
                    grown = tuple([x + y if i in places else x for i, (x, y) in enumerate(zip(before, args, strict=True))])
                    S.pend[at] = (number, grown, whose)
                    return
        S.pend.append((number, args, who))

    def next_trigger(S: Any) -> Any:
        return take_trigger(S, trigger_choices(S)[0])

    def take_trigger(S: Any, entry: Any) -> Any:
        """Take a trigger out; those noticed while it runs go before the ones that wait longer."""
        rest = list(S.pend)
        rest.remove(entry)
        if rest:
            S.waiting = (tuple(rest), *S.waiting)
        S.pend = []
        return entry

    def older_triggers(S: Any, depth: int) -> bool:
        """When nothing new waits: go back to those noticed before, but not to those of an outer checkpoint."""
        if len(S.waiting) <= depth:
            return False
        S.pend = list(S.waiting[0])
        S.waiting = S.waiting[1:]
        return True

    def set_card(S: Any, key: int, value: Any, start: Any) -> None:
        """Store a card's member; a value equal to the start is not kept, so that equal states are equal."""
        if value == start and type(value) is type(start):
            if key in S.cs:
                del S.cs[key]
                S.changes += 1
        elif S.cs.get(key, start) != value or key not in S.cs:
            S.cs[key] = value
            S.changes += 1

    def set_owner(S: Any, c: int, player: int | None) -> None:
        """Give a card to somebody else; if its owner has lost control of it for a time, it goes back to the new one."""
        if S.own[c] != player:
            if player is not None and S.base_control.get(c) == S.own[c] is not None:
                S.base_control = {**S.base_control, c: player}
            S.own = (*S.own[:c], player, *S.own[c + 1:])
            S.changes += 1

    def cards_with(S: Any, low: int) -> list[int]:
        """The cards that have another value than the first in the member whose keys begin at `low`, in their order."""
        return sorted(k - low for k in S.cs if low <= k < low + (1 << 20))

    def reset_card_member(S: Any, low: int) -> None:
        if S.cs:
            S.cs = {k: v for k, v in S.cs.items() if not low <= k < low + (1 << 20)}

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime")}
