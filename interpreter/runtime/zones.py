"""Moving cards between zones, drawing, and what a card's visit ends with."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from rulewright.interpreter.errors import RunError
from rulewright.interpreter.runtime import Tables

GONE, UNMADE = 2, 3


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    ordered, in_play, traced, tracks = t.ordered, t.in_play, t.traced, t.tracks_visits
    capacity, empties, zones_on, tokens = t.capacity, t.empties, t.zones_on, t.tokens
    leads, leave_pack = runtime["leads"], runtime["leave_pack"]
    settled, first_card = runtime["settled"], runtime["first_card"]
    pile_words = runtime["pile_words"]

    def quick(S: Any, to: int) -> bool:
        """Whether cards can be put into the zone without looking at anything else."""
        return not (ordered[to] or capacity or tracks or traced or S.chance is not None)

    def taken_out(S: Any, zone: int, place: int) -> None:
        """Keep the unsettled part of a pile right after the card at `place` was taken out."""
        low, high, number, drawn = S.uz[zone]
        if place < low:
            low, high = low - 1, high - 1
        elif place < high:
            high -= 1
        if high - low < 1 or not S.z[zone]:
            del S.uz[zone]
        else:
            S.uz[zone] = (low, high, number, drawn)

    def put_first(S: Any, zone: int) -> None:
        low, high, number, drawn = S.uz[zone]
        S.uz[zone] = (low + 1, high + 1, number, drawn)

    def move_to_set(S: Any, c: int | None, to: int) -> tuple[int, ...]:
        """Move one card to a zone without order; (c,) or () if it was there."""
        if c is None:
            return ()
        at, z = S.at, S.z
        fr = at[c]
        if fr == to or (capacity and full(S, to, c)):
            return ()
        held = list(z[fr])
        if S.uz and fr in S.uz:
            i = held.index(c)
            del held[i]
            z[fr] = tuple(held)
            taken_out(S, fr, i)
        else:
            held.remove(c)
            z[fr] = tuple(held)
        held = list(z[to])
        insort(held, c)
        z[to] = tuple(held)
        at[c] = to
        S.changes += 1
        if tracks:
            visited(S, c, fr, to)
        if traced:
            S.note(("move", (c,), (fr,), to, False, (c,) if c in S.down else ()))
        return (c,)

    def move_one(S: Any, c: int | None, to: int, last: bool) -> tuple[int, ...]:
        """Move one card to a zone, at its first end or its last."""
        if c is None:
            return ()
        if not ordered[to]:
            return move_to_set(S, c, to)
        at, z = S.at, S.z
        fr = at[c]
        if capacity and fr != to and full(S, to, c):
            return ()
        cards = z[fr]
        i = cards.index(c)
        if fr == to:
            if fr in S.uz:
                settled(S, fr)
                cards = z[fr]
                i = cards.index(c)
            if i == (len(cards) - 1 if last else 0):
                return ()
        z[fr] = cards[:i] + cards[i + 1:]
        if S.uz and fr in S.uz:
            taken_out(S, fr, i)
        if last:
            z[to] = (*z[to], c)
        else:
            z[to] = (c, *z[to])
            if S.uz and to in S.uz:
                put_first(S, to)
        at[c] = to
        S.changes += 1
        if tracks and fr != to:
            visited(S, c, fr, to)
        if traced:
            S.note(("move", (c,), (fr,), to, last, (c,) if c in S.down else ()))
        return (c,)

    def move_many(S: Any, cards: Sequence[int], to: int, last: bool, face: int | None) -> tuple[int, ...]:
        """Move cards as one batch that keeps its order; those that moved."""
        at, z = S.at, S.z
        if len(cards) > 2 and not (S.uz or capacity or tracks or traced or face is not None):
            gone = set(cards)
            if len(gone) == len(cards) and None not in gone and (not ordered[to] or gone.isdisjoint(z[to])):
                return move_batch(S, tuple(cards), gone, to, last)
        moved: list[int] = []
        origins: list[int] = []
        batch = [c for c in cards if c is not None]
        if not last and to in capacity:
            batch = with_room(S, batch, to)
        for c in batch if last else reversed(batch):
            fr = at[c]
            if (
                fr == to
                and (not ordered[to] or would_stay(S, c, to, last))
                and not (face is not None and len(batch) == 1)
            ):
                continue
            if capacity and fr != to and full(S, to, c) and leads(S, c):
                continue
            here = z[fr]
            i = here.index(c)
            z[fr] = here[:i] + here[i + 1:]
            if S.uz and fr in S.uz:
                taken_out(S, fr, i)
            there = z[to]
            if not ordered[to]:
                i = bisect_left(there, c)
                z[to] = (*there[:i], c, *there[i:])
            elif last:
                z[to] = (*there, c)
            else:
                z[to] = (c, *there)
                if S.uz and to in S.uz:
                    put_first(S, to)
            at[c] = to
            moved.append(c)
            origins.append(fr)
        if not last:
            moved.reverse()
            origins.reverse()
        if moved:
            S.changes += len(moved)
            if tracks:
                for c, fr in zip(moved, origins, strict=True):
                    if fr != to:
                        visited(S, c, fr, to)
            if face is not None:
                S.down = S.down | set(moved) if face else S.down - set(moved)
            if traced:
                S.note(("move", tuple(moved), tuple(origins), to, last, tuple([c for c in moved if c in S.down])))
        return tuple(moved)

    def move_batch(S: Any, batch: tuple[int, ...], gone: set[int], to: int, last: bool) -> tuple[int, ...]:
        """Move different cards at once, where each of them can go and nothing else is to be done about it."""
        at, z = S.at, S.z
        if len(gone) == len(at) and not z[to]:
            for fr, here in enumerate(z):
                if here:
                    z[fr] = ()
            at[:] = [to] * len(at)
            z[to] = batch if ordered[to] else tuple(sorted(batch))
            S.changes += len(batch)
            return batch
        if not ordered[to] and not gone.isdisjoint(z[to]):
            batch = tuple([c for c in batch if at[c] != to])
            gone = set(batch)
        for fr in {at[c] for c in batch}:
            here = z[fr]
            z[fr] = () if len(here) <= len(gone) and gone.issuperset(here) else tuple([c for c in here if c not in gone])
        for c in batch:
            at[c] = to
        if not ordered[to]:
            z[to] = tuple(sorted((*z[to], *batch)))
        else:
            z[to] = (*z[to], *batch) if last else (*batch, *z[to])
        S.changes += len(batch)
        return batch

    def move_all(S: Any, fr: int, to: int, last: bool) -> tuple[int, ...]:
        """Move everything in one zone to another as a batch."""
        z = S.z
        cards = z[fr]
        if not cards or fr == to or fr in S.uz or to in S.uz or capacity or tracks or traced:
            return move_many(S, settled(S, fr) if fr in S.uz and ordered[to] else cards, to, last, None)
        z[fr] = ()
        if not ordered[to]:
            there = z[to]
            if len(cards) == 1:
                i = bisect_left(there, cards[0])
                z[to] = (*there[:i], cards[0], *there[i:])
            elif there or ordered[fr]:
                z[to] = tuple(sorted((*there, *cards)))
            else:
                z[to] = cards
        elif last:
            z[to] = (*z[to], *cards)
        else:
            z[to] = (*cards, *z[to])
        at = S.at
        for c in cards:
            at[c] = to
        S.changes += len(cards)
        return cards

    def move_first(S: Any, fr: int, count: int, to: int, last: bool) -> tuple[int, ...]:
        """Move the first `count` cards of a pile as a batch: dealing."""
        uz, z, at = S.uz, S.z, S.at
        entry = uz.get(fr)
        if entry is not None and not entry[0] and 0 < count <= entry[1] and quick(S, to) and fr != to and to not in uz:
            _, left, number, drawn = entry
            block, skip = divmod(drawn, 8)
            drawn += count
            words = pile_words(S, fr, number, block)
            while drawn > (block + 1) * 8:
                block += 1
                words += pile_words(S, fr, number, block)
            loose, held = list(z[fr]), list(z[to])
            take, keep = loose.pop, held.append
            for word in words[skip:skip + count]:
                c = take(word * left >> 64)
                left -= 1
                keep(c)
                at[c] = to
            cards = tuple(held[-count:])
            held.sort()
            z[fr], z[to] = (loose, held) if S.g.lists else (tuple(loose), tuple(held))
            if left <= 1:
                del uz[fr]
            else:
                uz[fr] = (0, left, number, drawn)
            S.changes += count
            return cards
        cards = runtime["first_cards"](S, fr, count)
        if not cards or fr == to or to in uz or capacity or tracks or traced or ordered[to]:
            return move_many(S, cards, to, last, None)
        z[fr] = z[fr][len(cards):]
        z[to] = tuple(sorted((*z[to], *cards)))
        for c in cards:
            at[c] = to
        S.changes += len(cards)
        if fr in uz:
            low, high, number, drawn = uz[fr]
            if high - len(cards) < 1:
                del uz[fr]
            else:
                uz[fr] = (low - len(cards), high - len(cards), number, drawn)
        return cards

    def would_stay(S: Any, c: int, to: int, last: bool) -> bool:
        """Whether a move would change nothing (semantics 7: then there is no event)."""
        if S.at[c] != to:
            return bool(capacity) and full(S, to, c)
        if not ordered[to]:
            return True
        cards = S.z[to]
        return to not in S.uz and cards[-1 if last else 0] == c

    def full(S: Any, zone: int, c: int) -> bool:
        """Whether there is no room for the card: a zone may have room for so many of one sort, and for any others."""
        room = capacity.get(zone)
        return room is not None and room(S) <= 0 and (zone not in t.takes_room or t.takes_room[zone](S, c))

    def with_room(S: Any, cards: list[int], to: int) -> list[int]:
        """The cards that will find room, the first ones first; those that lie there already, and cards of a pack."""
        left = capacity[to](S)
        kept = []
        for c in cards:
            if S.at[c] != to and leads(S, c) and (to not in t.takes_room or t.takes_room[to](S, c)):
                if left <= 0:
                    continue
                left -= 1
            kept.append(c)
        return kept

    def visited(S: Any, c: int, fr: int, to: int) -> None:
        """End a card's visit when it leaves play, or changes its place out of play."""
        if in_play[to]:
            settle_place(S, c, fr, to)
        if fr == UNMADE:
            # A made card belongs to whose place it comes into; in a common place to whoever controls it there.
            S.own = (*S.own[:c], maker(S, c, to), *S.own[c + 1 :])
        if in_play[fr] and in_play[to]:
            if t.zone_holder[to] is not None:
                # On another card: what it does for that one is as old as its being there.
                S.clock += 1
                S.put_on = {**S.put_on, c: S.clock}
            return
        if c in S.pack:
            leave_pack(S, c)
        if c in S.guests:
            S.guests = {k: v for k, v in S.guests.items() if k != c}
        S.vis[c] += 1
        S.clock += 1
        S.ages[c] = S.clock
        if c in S.put_on:
            S.put_on = {k: v for k, v in S.put_on.items() if k != c}
        if c in S.down:
            S.down = S.down - {c}
        cs = S.cs
        if cs:
            for key in t.card_keys:
                cs.pop(key + c, None)
        if in_play[fr]:
            for zone in zones_on.get(c, ()):
                if S.z[zone]:
                    goal = empties.get(zone)
                    if goal is None:
                        raise RunError("R606", f'"{t.names[c]}" leaves play, and nothing says where the cards in its '
                                               f"{t.zone_names[zone]} go; write `emptied into ..` on that zone")
                    for inside in S.z[zone]:
                        move_one(S, inside, goal(S, inside), False)
            if S.eff:
                runtime["drop_control"](S, c)
        if c in tokens and not in_play[to] and to != UNMADE:
            # A made card ceases to exist out of play.
            move_one(S, c, UNMADE, False)

    def maker(S: Any, c: int, to: int) -> int | None:
        """Whose a card is that is made into a zone."""
        owner, holder = t.zone_owner[to], t.zone_holder[to]
        if owner is None and holder is not None:
            owner = S.own[holder]
        return S.put_by.get(c) if owner is None else owner

    def settle_place(S: Any, c: int, fr: int, to: int) -> None:
        """In a common place or on a card, who controls a card is who did before,
        else who put it there (semantics 22)."""
        if t.zone_owner[to] is not None:
            if c in S.put_by:
                S.put_by = {k: v for k, v in S.put_by.items() if k != c}
            return
        if in_play[fr]:
            holder = t.zone_holder[fr]
            who = t.zone_owner[fr]
            if who is None and c not in S.put_by and holder is not None:
                who = runtime["controller"](S, holder)
        else:
            who = S.doer
        if who is not None:
            S.put_by = {**S.put_by, c: who}

    def age_of(S: Any, c: int) -> int:
        """When what a card's text does began: with its visit, or with its being put on another card."""
        return S.put_on.get(c) or S.ages.get(c, 0)

    def draw_cards(S: Any, pile: int, into: int, refill: int | None, count: int) -> tuple[int, ...]:
        """Draw one after the other; the cards drawn."""
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            due = draw_one(S, pile, into, refill)
            if not due:
                break
            drawn += due
        return drawn

    def draw_one(S: Any, pile: int, into: int, refill: int | None) -> tuple[int, ...]:
        """Draw one card; (c,) or () if there is none."""
        z = S.z
        if not z[pile] and refill is not None and z[refill]:
            move_many(S, z[refill], pile, False, None)
            runtime["shuffle"](S, pile)
        cards = z[pile]
        entry = S.uz.get(pile)
        if not cards or ordered[into] or traced or capacity or pile == into or S.chance is not None or (entry and entry[0]):
            c = first_card(S, pile)
            if c is None:
                return ()
            return move_one(S, c, into, False)
        if entry is None:
            c = cards[0]
            z[pile] = cards[1:]
        else:
            _, high, number, drawn = entry
            place = pile_words(S, pile, number, drawn >> 3)[drawn & 7] * high >> 64
            c = cards[place]
            z[pile] = cards[:place] + cards[place + 1:]
            if high == 1:
                del S.uz[pile]
            else:
                S.uz[pile] = (0, high - 1, number, drawn + 1)
        held = list(z[into])
        insort(held, c)
        z[into] = tuple(held)
        S.at[c] = into
        S.changes += 1
        if tracks:
            visited(S, c, pile, into)
        return (c,)

    def reverse_zone(S: Any, zone: int) -> None:
        cards = S.z[zone]
        if zone in S.uz:
            low, high, number, drawn = S.uz[zone]
            n = len(cards)
            S.z[zone] = (*cards[:high - 1 if high else 0][::-1],) if n == 0 else (
                *cards[high:][::-1], *cards[low:high], *cards[:low][::-1])
            S.uz[zone] = (n - high, n - low, number, drawn)
        else:
            S.z[zone] = cards[::-1]
        S.changes += 1
        if traced:
            S.note(("reverse", zone))

    def swap_zones(S: Any, left: int, right: int) -> None:
        """Exchange the contents of two zones at once."""
        if left == right:
            return
        one, two = settled(S, left) if left in S.uz else S.z[left], settled(S, right) if right in S.uz else S.z[right]
        S.z[left], S.z[right] = (), ()
        for cards, to, fr in ((two, left, right), (one, right, left)):
            S.z[to] = tuple(cards) if ordered[to] else tuple(sorted(cards))
            for c in cards:
                S.at[c] = to
                if tracks:
                    visited(S, c, fr, to)
        S.changes += len(one) + len(two)
        if traced:
            S.note(("swap", left, right, one, two))

    def one_pile(S: Any, cards: tuple[int, ...], where: int) -> None:
        """Cards that are to be put in order must lie together, in a place that has an order."""
        zones = {S.at[c] for c in cards}
        if len(zones) > 1:
            raise RunError("R615", "these cards lie in several places, and cannot be put in one order", t.spans[where])
        if not ordered[zones.pop()]:
            raise RunError("R615", "the place where these cards lie has no order, so none would be kept", t.spans[where])

    def put_in_order(S: Any, cards: tuple[int, ...], wanted: tuple[int, ...]) -> None:
        """Put cards of one pile back into the places they have, in the order wanted."""
        zone = S.at[cards[0]]
        held = list(S.z[zone])
        places = sorted(held.index(c) for c in cards)
        for place, c in zip(places, wanted, strict=True):
            held[place] = c
        S.z[zone] = tuple(held)
        S.changes += 1
        if traced:
            S.note(("arrange", zone, cards, S.player))

    def turn_face(S: Any, cards: Sequence[int], face: int) -> None:
        """Turn cards face up (0) or face down (1)."""
        turned = tuple(c for c in cards if (c in S.down) != bool(face))
        if turned:
            S.down = S.down | set(turned) if face else S.down - set(turned)
            S.changes += len(turned)
            if traced:
                S.note(("face", turned, face))

    def reveal(S: Any, cards: tuple[int, ...], to: Any) -> None:
        if cards:
            S.changes += 1
            if traced:
                S.note(("reveal", cards, None if to is None else tuple(to)))

    def look(S: Any, cards: tuple[int, ...], who: int) -> None:
        if cards:
            S.changes += 1
            S.seen = S.seen | {(who, c, S.vis[c]) for c in cards}
            if traced:
                S.note(("reveal", cards, (who,)))

    def cards_in(S: Any, zones: Sequence[int]) -> tuple[int, ...]:
        """The cards of several zones, in order."""
        found: tuple[int, ...] = ()
        for zone in zones:
            found += tuple(settled(S, zone) if zone in S.uz else S.z[zone])
        return found

    def zone_or_none(S: Any, c: int | None) -> int | None:
        return None if c is None else S.at[c]

    def any_named(S: Any, ids: tuple[int, ...], where: int) -> int:
        """A card by a name that several have: the first that is not in the box."""
        for c in ids:
            if S.at[c] not in (0, GONE, UNMADE):
                return c
        if not ids:
            raise RunError("R607", "there is no such card in this match", t.spans[where])
        return ids[0]

    def unmade(S: Any, ids: tuple[int, ...], count: int, where: int) -> tuple[int, ...]:
        """Cards that can be made now."""
        free = [c for c in ids if S.at[c] == UNMADE][:max(0, count)]
        if len(free) < count:
            raise RunError("R620", f"no more than {len(ids)} of these cards can be in play at once", t.spans[where])
        return tuple(free)

    # Most zones of a game with zones on cards are empty: they are passed over without a loop in Python.
    where_in_play = [zone for zone, inside in enumerate(in_play) if inside]
    contents = itemgetter(*where_in_play, *where_in_play[:1]) if where_in_play else lambda z: ((),)

    stretch = slice(where_in_play[0], where_in_play[-1] + 1) if where_in_play else slice(0)
    last: tuple[Any, Any, tuple[int, ...]] = ([], (), ())

    def in_play_cards(S: Any) -> tuple[int, ...]:
        # Asked many times between two moves: the same contents are not put together twice, nor looked at one by one.
        nonlocal last
        zones = S.z[stretch]
        same, before, cards = last
        if zones != same:
            now = contents(S.z)
            if now != before:
                cards = tuple(chain.from_iterable(now[:-1]))
            last = zones, now, cards
        return cards

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime")} | {
        "in_play": in_play_cards}
