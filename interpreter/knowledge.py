"""What each player knows about where the cards are, kept from the events of a match (semantics 6).

A *place* is where a card can be and nobody can tell it from the others there: a zone without order, one spot of an
ordered zone, a shuffled part of it, one card lying face down in sight. For each seat and card, `may` is the set of
places where the card may be, as far as that seat knows; how many cards lie in each place is known to all. A card that
was seen has one place.

    A move one sees from or to: the card has one place, the new one.
    A move one does not see, from A to B: every card that may be in A may now also be in B.
    A shuffle: the spots of the pile become one place.
    "None here is a queen": the queens lose the places of that zone.

The same pass over the events writes each seat's record (semantics 25): what it was asked, answered and saw.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.describe import played_card
from rulewright.interpreter.record import Record
from rulewright.interpreter.runtime.choices import is_place
from rulewright.interpreter.sight import Sight, sight_of

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.state import State

Places = frozenset[int]


class Knowledge:
    """See the top of the file. `apply` takes the events of a log in order;
    `copy` gives one that can go on by itself."""

    __slots__ = (
        "at",
        "count",
        "dirty",
        "down",
        "facts",
        "learned",
        "may",
        "named",
        "next_place",
        "place",
        "place_zone",
        "records",
        "sight",
        "spread",
        "tops",
        "waiting",
        "zone_place",
    )

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.at: list[int] = []
        self.place: list[int] = []  # card -> the place where it really is
        self.count: dict[int, int] = {}
        self.place_zone: dict[int, int] = {}
        self.zone_place: list[int] = []  # zone -> its place, if it has no order
        self.next_place = 0
        self.may: list[list[Places]] = []
        self.down: frozenset[int] = frozenset()
        # zones whose top is public: the cards known to lie on top, first one first
        self.tops: dict[int, tuple[int, ...]] = {}
        self.dirty: set[int] = set()  # seats for which more may follow from the counts
        # (seat, zone, cards that are not there, card to be seen)
        self.facts: tuple[tuple[int, int, tuple[int, ...], int], ...] = ()
        # the cards that fit the description by which the next move takes its cards
        self.named: frozenset[int] | None = None
        self.learned = [0] * sight.seats  # how often a seat came to know more
        self.records: list[Record | None] = [None] * sight.seats
        # seat -> the (old, new) places of the move that it saw last without seeing the card, if that told all there is
        self.spread: list[tuple[int, int] | None] = [None] * sight.seats
        self.waiting: tuple[tuple[int, Any], ...] = ()  # observations kept back until all have chosen

    @classmethod
    def at_start(cls, g: Compiled) -> Knowledge:
        """Before set-up: everybody knows where everything lies."""
        made = cls(sight_of(g))
        made._lay_out(list(g.start_at))
        certain = [frozenset((p,)) for p in made.place]
        made.may = [list(certain) for _ in range(made.sight.seats)]
        for zone, public in enumerate(made.sight.top_public):
            if public:
                made.tops[zone] = tuple(g.starts[zone])
        return made

    @classmethod
    def by_sight(cls, state: State) -> Knowledge:
        """Of a state without a past: what is seen is known, anything hidden may be in any hidden place."""
        made = cls(sight_of(state.g))
        made.down = state.down
        made._lay_out(list(state.at))
        sight = made.sight
        for seat in range(sight.seats):
            seen = [made.sees(seat, c) for c in range(len(state.at))]
            hidden = frozenset(made.place[c] for c, known in enumerate(seen) if not known)
            made.may.append([frozenset((made.place[c],)) if seen[c] else hidden for c in range(len(seen))])
            made.dirty.add(seat)
        return made

    def _lay_out(self, at: list[int]) -> None:
        sight = self.sight
        zones = len(sight.ordered)
        self.at = at
        self.zone_place = list(range(zones))
        self.next_place = zones
        self.place_zone = {z: z for z in range(zones)}
        self.count = dict.fromkeys(range(zones), 0)
        self.place = []
        for c, zone in enumerate(at):
            place = self._new_place(zone) if sight.ordered[zone] or (c in self.down and sight.public[zone]) else zone
            self.place.append(place)
            self.count[place] += 1

    def copy(self) -> Knowledge:
        """An independent copy."""
        new = Knowledge.__new__(Knowledge)
        new.sight = self.sight
        new.at = self.at[:]
        new.place = self.place[:]
        new.count = self.count.copy()
        new.place_zone = self.place_zone.copy()
        new.zone_place = self.zone_place[:]
        new.next_place = self.next_place
        new.may = [m[:] for m in self.may]
        new.down = self.down
        new.tops = self.tops.copy()
        new.dirty = self.dirty.copy()
        new.facts = self.facts
        new.named = self.named
        new.learned = self.learned[:]
        new.records = self.records[:]
        new.spread = self.spread[:]
        new.waiting = self.waiting
        return new

    # ------------------------------------------------------------ asking

    def sees(self, seat: int, c: int) -> bool:
        """Whether a seat sees a card by declaration, where it lies now."""
        zone = self.at[c]
        if self.sight.top_public[zone]:
            top = self.tops.get(zone)
            return bool(top) and top is not None and top[0] == c
        return self.sight.visible[seat][zone] and not (c in self.down and self.sight.public[zone])

    def knows(self, seat: int, c: int) -> bool:
        """Whether a seat knows which card this one is."""
        may = self.may[seat][c]
        return self.sees(seat, c) or (len(may) == 1 and self.count[self.place[c]] == 1)

    def settled(self, seat: int) -> list[Places]:
        """For each card where it may be for a seat, with what follows from the counts."""
        if seat in self.dirty:
            self._draw_conclusions(seat)
        return self.may[seat]

    def _draw_conclusions(self, seat: int) -> None:
        """Full places take no more cards; a place that needs all that may be there has them.

        Cards that may be in the same places are looked at together: there may be thousands of them.
        """
        may = self.may[seat]
        self.dirty.discard(seat)
        while True:
            cards = Counter(may)
            sure: dict[int, int] = defaultdict(int)
            unsure: dict[int, int] = defaultdict(int)
            for places, n in cards.items():
                if len(places) == 1:
                    for p in places:
                        sure[p] += n
                else:
                    for p in places:
                        unsure[p] += n
            full = frozenset(p for p in unsure if self.count[p] == sure[p])
            if full:
                better = {places: places - full or places for places in cards if len(places) > 1}
            else:
                needs = next((p for p, n in unsure.items() if self.count[p] - sure[p] == n), None)
                if needs is None:
                    return
                there = frozenset((needs,))
                better = {places: there for places in cards if len(places) > 1 and needs in places}
            if all(places == after for places, after in better.items()):
                return
            may[:] = [better.get(places, places) for places in may]

    # ------------------------------------------------------------ places

    def _new_place(self, zone: int) -> int:
        place = self.next_place
        self.next_place += 1
        self.place_zone[place] = zone
        self.count[place] = 0
        return place

    def _left(self, place: int) -> bool:
        """One card fewer in a place; True if none is left there."""
        self.count[place] -= 1
        if self.count[place]:
            return False
        if place not in self.zone_place:
            del self.count[place], self.place_zone[place]
        return True

    def _into(self, c: int, place: int) -> int:
        """Put a card into a place; the place it left."""
        before = self.place[c]
        self.place[c] = place
        self.count[place] += 1
        return before

    def _unseen(self, seat: int, old: int, new: int, emptied: bool) -> None:
        """A card the seat does not see went from one place to another."""
        if not emptied and self.spread[seat] == (old, new):
            # The card before it went the same way, and nothing was learned since: only the counts are others.
            self.dirty.add(seat)
            return
        may = self.may[seat]
        touched = {places for places in set(may) if old in places}
        if not touched:
            return
        if len(touched) == 1 and sum(map(touched.__contains__, may)) == 1:
            may[may.index(touched.pop())] = frozenset((new,))
            self.spread[seat] = None
            return
        also = frozenset((new,))
        after = {places: (places - {old} if emptied else places) | also for places in touched}
        may[:] = [after.get(places, places) for places in may]
        self.spread[seat] = None if emptied else (old, new)
        self.dirty.add(seat)

    def _known(self, seat: int, c: int, old: int, new: int, emptied: bool) -> None:
        """A card the seat sees is now in a place."""
        self.spread[seat] = None
        may = self.may[seat]
        if len(may[c]) > 1:
            self.dirty.add(seat)
            self.learned[seat] += 1
        may[c] = frozenset((new,))
        if emptied:
            for d, places in enumerate(may):
                if old in places and d != c:
                    may[d] = places - {old} or places
                    self.dirty.add(seat)

    # ------------------------------------------------------------ events

    def apply(self, entry: Any) -> None:
        """Take the next event of the log."""
        method = _EVENTS.get(entry[0])
        if method is not None:
            self.spread = [None] * len(self.spread)
            method(self, entry)

    def _observe(self, seat: int, seen: Any) -> None:
        self.records[seat] = Record(self.records[seat], seen)

    def _move(self, entry: Any) -> None:
        _, cards, origins, to, last, down = entry
        sight = self.sight
        seen: list[list[int]] = [[] for _ in range(sight.seats)]
        inferred = self._inferred(cards)
        for c, fr in zip(cards, origins, strict=True):
            self._move_card(c, fr, to, last, c in down, seen, inferred)
        for seat, faces in enumerate(seen):
            self._observe(seat, ("move", tuple(faces), origins, to, last))
        self._look_at_tops((*origins, to))

    def _inferred(self, moved: tuple[int, ...]) -> list[set[int]] | None:
        """For each seat the cards that it knows to be moved without seeing them, because the rules say which."""
        named, self.named = self.named, None
        if named is None:
            return None
        found = []
        for seat in range(self.sight.seats):
            may = self.settled(seat)
            known = set()
            for c in moved:
                place = self.place[c]
                inside = [d for d, places in enumerate(may) if place in places]
                fitting = [d for d in inside if d in named]
                if (
                    c in named
                    and all(len(may[d]) == 1 for d in inside)
                    and (len({self.sight.face_of[d] for d in fitting}) == 1 or set(fitting) <= set(moved))
                ):
                    known.add(c)
            found.append(known)
        return found

    def _named(self, entry: Any) -> None:
        self.named = frozenset(entry[1])

    def _move_card(
        self,
        c: int,
        fr: int,
        to: int,
        last: bool,
        down: bool,
        seen: list[list[int]],
        inferred: list[set[int]] | None = None,
    ) -> None:
        sight = self.sight
        was_hidden = (c in self.down and sight.public[fr]) or (
            sight.top_public[fr] and self.tops.get(fr, ())[:1] != (c,)
        )
        hidden = down and sight.public[to]
        if down != (c in self.down):
            self.down = self.down | {c} if down else self.down - {c}
        place = self._new_place(to) if sight.ordered[to] or hidden else self.zone_place[to]
        old = self._into(c, place)
        emptied = self._left(old)
        self.at[c] = to
        for seat in range(sight.seats):
            visible = sight.visible[seat]
            if ((visible[fr] or sight.top_public[fr]) and not was_hidden) or (visible[to] and not hidden):
                self._known(seat, c, old, place, emptied)
                seen[seat].append(sight.face_of[c])
            elif inferred is not None and c in inferred[seat]:
                self._known(seat, c, old, place, emptied)
                seen[seat].append(-1)
            else:
                self._unseen(seat, old, place, emptied)
                seen[seat].append(-1)
        for zone in (fr, to):
            if sight.top_public[zone]:
                cards = tuple(d for d in self.tops.get(zone, ()) if d != c)
                self.tops[zone] = (
                    cards
                    if zone != to
                    else (c, *cards)
                    if not last
                    else (*cards, c)
                    if len(cards) + 1 == sum(z == to for z in self.at)
                    else cards
                )
        if self.facts:
            self._facts_after_move(c, fr, to)

    def _look_at_tops(self, zones: Any) -> None:
        for zone in zones:
            top = self.tops.get(zone)
            if top and self.sight.top_public[zone]:
                self._show(top[0], range(self.sight.seats))

    def _shuffle(self, entry: Any) -> None:
        zone = entry[1]
        inside = [c for c, z in enumerate(self.at) if z == zone]
        if self.sight.ordered[zone]:
            self._merge(inside, zone, None)
        else:
            self._merge([c for c in inside if self.place[c] != self.zone_place[zone]], zone, None)
        if self.sight.top_public[zone]:
            self.tops[zone] = ()
        for seat in range(self.sight.seats):
            self._observe(seat, ("shuffle", zone))

    def _merge(self, cards: list[int], zone: int, knower: int | None) -> None:
        """The places of these cards become one new place for all seats; with a knower, new single ones,
        which that seat knows."""
        if len(cards) < 2:
            return
        shared = None if knower is not None else self._new_place(zone)
        old: set[int] = set()
        gone: set[int] = set()
        new: set[int] = set()
        for c in cards:
            place = self._new_place(zone) if shared is None else shared
            new.add(place)
            left = self._into(c, place)
            old.add(left)
            if self._left(left):
                gone.add(left)
        for seat in range(self.sight.seats):
            may = self.may[seat]
            for c, places in enumerate(may):
                if places & old:
                    may[c] = (places - gone) | new
                    self.dirty.add(seat)
            if seat == knower or (shared is None and self.sight.visible[seat][zone]):
                for c in cards:
                    may[c] = frozenset((self.place[c],))

    def _swap(self, entry: Any) -> None:
        _, left, right, one, two = entry
        sight = self.sight
        self.facts = ()
        loose = [
            z
            for z in (left, right)
            if not sight.ordered[z]
            and not any(self.place[c] != self.zone_place[z] for c in (one if z == left else two))
        ]
        if len(loose) == 2:
            # The contents change sides as they are; whatever was known of one zone is now known of the other.
            a, b = self.zone_place[left], self.zone_place[right]
            self.zone_place[left], self.zone_place[right] = b, a
            self.place_zone[a], self.place_zone[b] = right, left
            for cards, to in ((one, right), (two, left)):
                for c in cards:
                    self.at[c] = to
            for c in (*one, *two):
                self._show(c, [s for s in range(sight.seats) if sight.visible[s][self.at[c]]])
            faces = [
                [sight.face_of[c] if sight.visible[s][left] or sight.visible[s][right] else -1 for c in (*one, *two)]
                for s in range(sight.seats)
            ]
        else:
            faces = [[] for _ in range(sight.seats)]
            for cards, fr, to in ((one, left, right), (two, right, left)):
                for c in cards:
                    self._move_card(c, fr, to, True, False, faces)
        for seat in range(sight.seats):
            self._observe(seat, ("swap", left, right, tuple(sorted(faces[seat])), len(one)))
        self._look_at_tops((left, right))

    def _show(self, c: int, seats: Any) -> None:
        """These seats see which card this is. One spot of a shuffled pile becomes a place of its own."""
        sight = self.sight
        zone = self.at[c]
        old = place = self.place[c]
        if sight.ordered[zone] and self.count[old] > 1:
            # Where in the pile it lies is news even to those who knew that it is there.
            for seat in seats:
                self.learned[seat] += len(self.may[seat][c]) == 1
            place = self._new_place(zone)
            self._into(c, place)
            self._left(old)
        for seat in range(sight.seats):
            if seat in seats:
                self._known(seat, c, old, place, False)
            elif place != old:
                self._unseen(seat, old, place, False)

    def _reveal(self, entry: Any) -> None:
        _, cards, to = entry
        seats = range(self.sight.seats) if to is None else to
        for c in cards:
            self._show(c, seats)
        zones = tuple(self.at[c] for c in cards)
        for seat in range(self.sight.seats):
            if seat in seats:
                self._observe(seat, ("saw", tuple((self.sight.face_of[c], self.place[c]) for c in cards), to))
            else:
                self._observe(seat, ("look", zones, to))

    def _face(self, entry: Any) -> None:
        _, cards, down = entry
        sight = self.sight
        for c in cards:
            self.down = self.down | {c} if down else self.down - {c}
            zone = self.at[c]
            if not sight.public[zone]:
                continue
            if not sight.ordered[zone]:
                place = self._new_place(zone) if down else self.zone_place[zone]
                old = self._into(c, place)
                emptied = self._left(old)
                for seat in range(sight.seats):
                    if not down or self.may[seat][c] == {old}:
                        self._known(seat, c, old, place, emptied)
                    else:
                        self._unseen(seat, old, place, emptied)
            elif not down:
                self._show(c, range(sight.seats))
        for seat in range(sight.seats):
            self._observe(seat, ("face", tuple(self._shown(seat, c) for c in cards), down))

    def _arrange(self, entry: Any) -> None:
        _, zone, cards, who = entry
        self._merge(list(cards), zone, -1 if who is None else who)
        for seat in range(self.sight.seats):
            self._observe(seat, ("arrange", zone, len(cards)))

    def _reverse(self, entry: Any) -> None:
        for seat in range(self.sight.seats):
            self._observe(seat, entry)

    def _roll(self, entry: Any) -> None:
        for seat in range(self.sight.seats):
            self._observe(seat, entry)

    # ------------------------------------------------------------ what is not there

    def _none(self, entry: Any) -> None:
        """All who know the rules know that none of these cards lies in the zone,
        once they have seen the card (if any)."""
        _, zone, cards, to_see = entry
        for seat in range(self.sight.seats):
            if to_see is None or self.knows(seat, to_see):
                self._exclude(seat, zone, cards)
            else:
                self.facts = (*self.facts, (seat, zone, cards, to_see))

    def _exclude(self, seat: int, zone: int, cards: tuple[int, ...]) -> None:
        self.spread[seat] = None
        may = self.may[seat]
        for c in cards:
            if len(may[c]) > 1:
                rest = frozenset(p for p in may[c] if self.place_zone[p] != zone)
                if rest and rest != may[c]:
                    may[c] = rest
                    self.learned[seat] += 1
                    self.dirty.add(seat)

    def _facts_after_move(self, c: int, fr: int, to: int) -> None:
        """Facts that waited for a card to be seen; those about a zone that something enters before that are dropped."""
        kept = []
        for fact in self.facts:
            seat, zone, cards, to_see = fact
            if c == to_see and zone != to:
                if self.knows(seat, c) or len(self.may[seat][c]) == 1:
                    self._exclude(seat, zone, cards)
                else:
                    kept.append(fact)
            elif zone != to:
                kept.append(fact)
        self.facts = tuple(kept)

    # ------------------------------------------------------------ answers

    def _shown(self, seat: int, c: int | None) -> Any:
        """A card as a seat knows it: its face and place, or None."""
        if c is None or not self.knows(seat, c):
            return None
        return self.sight.face_of[c], self.place[c]

    def _shape(self, seat: int, value: Any, sort: Any) -> Any:
        if value is None or sort in ("plain", "named"):
            return value
        if sort in ("card", "this"):
            # One that the chooser cannot see is answered as ("?", zone, number).
            return value if isinstance(value, tuple) else self._shown(seat, value)
        found = [c if isinstance(c, tuple) else self._shown(seat, c) for c in value]
        return tuple(x for x in found if x is not None)

    def _answer_for(self, seat: int, question: int, answer: Any, own: bool) -> Any:
        g = self.sight.g
        assert g.sorts is not None
        kind = g.questions[question].kind
        if answer is None:
            return None
        if kind in ("action", "respond"):
            sorts = g.sorts.answers[answer[0]]
            return (answer[0], *(self._shape(seat, x, s) for x, s in zip(answer[1:], sorts, strict=True)))
        if kind == "trigger":
            sorts = g.sorts.texts[answer[0]]
            return (answer[0], *(self._shape(seat, x, s) for x, s in zip(answer[1], sorts, strict=False)))
        if kind == "order" and not own:
            return None
        if kind == "order" or g.asks_cards(question):
            single = not isinstance(answer, tuple) or is_place(answer)
            return self._shape(seat, answer, "card" if single else "cards")
        return answer

    def _answer(self, entry: Any) -> None:
        _, who, question, answer, _, joint, values, _ = entry
        sight = self.sight
        if sight.hidden_slots:
            values = list(values)
            for slot in sight.hidden_slots:
                values[slot] = None
            values = tuple(values)
        if sight.g.questions[question].kind in ("action", "respond") and answer is not None:
            self._announced(answer)
        for seat in range(sight.seats):
            self.settled(seat)
            found = self._answer_for(seat, question, answer, seat == who)
            if seat == who:
                self._observe(seat, ("own", question, found, values))
            elif joint:
                self.waiting = (*self.waiting, (seat, ("by", who, question, found)))
            else:
                self._observe(seat, ("by", who, question, found))

    def _announced(self, answer: tuple[Any, ...]) -> None:
        """A card that goes onto a stack is shown when the action is announced, before its targets are chosen."""
        card = played_card(self.sight.g.actions[answer[0]], answer)
        if isinstance(card, int):  # one that was not seen is shown when it comes onto the stack
            self._show(card, range(self.sight.seats))

    def _commits(self, entry: Any) -> None:
        waiting, self.waiting = self.waiting, ()
        for seat, seen in waiting:
            self._observe(seat, seen)


_EVENTS: dict[str, Any] = {
    "move": Knowledge._move,
    "shuffle": Knowledge._shuffle,
    "swap": Knowledge._swap,
    "reveal": Knowledge._reveal,
    "face": Knowledge._face,
    "arrange": Knowledge._arrange,
    "reverse": Knowledge._reverse,
    "roll": Knowledge._roll,
    "none": Knowledge._none,
    "named": Knowledge._named,
    "answer": Knowledge._answer,
    "commits": Knowledge._commits,
}
