"""Uniform draws among the deals that fit: which cards go to which places, when for each card only some places are
possible.

Cards with the same possible places form a group, places open to the same groups are one; then a table counts the deals
by how many cards of each group go where. It is exact. Where it would get too big, cards are laid one by one where there
is room, the most restricted first, beginning again when one does not fit: then deals that fit more easily come up a
little more often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from rulewright.interpreter.chance import block_words, seed_key, stream_hash

MOST_ENTRIES = 40_000
_ATTEMPTS = 60

Group = tuple[tuple[int, ...], frozenset[int]]


class Draws:
    """Random numbers that depend on nothing but a seed and names."""

    def __init__(self, seed: int, *names: object) -> None:
        self._begun = stream_hash(seed_key(seed), "/".join(map(str, names)))
        self._block = 0
        self._words: list[int] = []  # of the block, the next one last

    def _word(self) -> int:
        if not self._words:
            self._words = list(reversed(block_words(self._begun, self._block)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if n < 1 << 32:
            return self._word() * n >> 64
        words = (n.bit_length() + 95) // 64
        number = 0
        for _ in range(words):
            number = number << 64 | self._word()
        return number * n >> 64 * words

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in a random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self._word() * (last + 1) >> 64
            found[last], found[other] = found[other], found[last]
        return found


class TooBig(Exception):
    """The table of counts would have too many entries."""


def deal(groups: Sequence[Group], room: Mapping[int, int], draws: Draws) -> dict[int, int]:
    """A place for each card: each card in one of its group's places,
    each place filled with as many as it has room for."""
    return Deals(groups, room).draw(draws)


class Deals:
    """All deals that fit. The table that counts them is made once, however many of them are drawn."""

    def __init__(self, groups: Sequence[Group], room: Mapping[int, int]) -> None:
        self.groups = groups
        self.room = room
        merged, self.members = _merge_places(groups, room)
        self.capacity = tuple(sum(room[p] for p in places) for places in self.members)
        self.merged = merged
        self._table: _Table | None = _Table(
            [(len(cards), open_) for (cards, _), open_ in zip(groups, merged, strict=True)], self.capacity
        )

    def draw(self, draws: Draws) -> dict[int, int]:
        """A deal, all being equally likely as long as the table is not too big."""
        counts = None
        if self._table is not None:
            try:
                counts = self._table.draw(draws)
            except TooBig:
                self._table = None
        if counts is None:
            return _one_by_one(self.groups, self.room, draws)
        inside: list[list[int]] = [[] for _ in self.members]
        for (cards, _), open_, taken in zip(self.groups, self.merged, counts, strict=True):
            order = draws.shuffled(cards)
            for place, n in zip(open_, taken, strict=True):
                inside[place] += order[:n]
                order = order[n:]
        found: dict[int, int] = {}
        for places, cards_in in zip(self.members, inside, strict=True):
            order = draws.shuffled(sorted(cards_in))
            for p in places:
                for c in order[: self.room[p]]:
                    found[c] = p
                order = order[self.room[p] :]
        return found


def _merge_places(groups: Sequence[Group], room: Mapping[int, int]) -> tuple[list[list[int]], list[list[int]]]:
    """Places that are open to the same groups as one: for each group its merged places, and the places in each."""
    open_to: dict[tuple[int, ...], list[int]] = {}
    for p in sorted(room):
        if room[p]:
            key = tuple(g for g, (_, places) in enumerate(groups) if p in places)
            open_to.setdefault(key, []).append(p)
    members = list(open_to.values())
    merged = [[i for i, key in enumerate(open_to) if g in key] for g in range(len(groups))]
    return merged, members


class _Table:
    """Numbers of ways, place by place: what is left of the group that is being laid, and the room that is left.

    A place that no later group can go to must be full when its last group has been laid; that keeps the table small.
    """

    def __init__(self, groups: list[tuple[int, list[int]]], capacity: tuple[int, ...]) -> None:
        # The most restricted first: their choices leave few different remainders.
        self.order = sorted(range(len(groups)), key=lambda g: (len(groups[g][1]), g))
        self.capacity = capacity
        self.sizes = [groups[g][0] for g in self.order]
        last = {p: g for g, at in enumerate(self.order) for p in groups[at][1]}
        # Of a group's places those that it is the last to go to come first: how many they take is certain.
        self.open = [sorted(groups[at][1], key=lambda p: (last[p] != g, p)) for g, at in enumerate(self.order)]
        self.final = [[last[p] == g for p in places] for g, places in enumerate(self.open)]
        self.groups = groups
        self.known: dict[tuple[int, int, int, tuple[int, ...]], int] = {}

    def _choices(self, g: int, i: int, left: int, room: tuple[int, ...]) -> range:
        """How many cards of group g its i-th place may take."""
        here = room[self.open[g][i]]
        if self.final[g][i]:
            return range(here, here + 1) if here <= left else range(0)
        if i + 1 == len(self.open[g]):
            return range(left, left + 1) if left <= here else range(0)
        return range(min(left, here) + 1)

    def ways(self, g: int, i: int, left: int, room: tuple[int, ...]) -> int:
        """In how many ways `left` cards of group g fill its places from the i-th on, and the later groups the rest."""
        if i == len(self.open[g]):
            if left:
                return 0
            g += 1
            if g == len(self.sizes):
                return 1
            return self.ways(g, 0, self.sizes[g], room)
        key = (g, i, left, room)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_ENTRIES:
                raise TooBig
            p = self.open[g][i]
            found = 0
            for n in self._choices(g, i, left, room):
                rest = (*room[:p], room[p] - n, *room[p + 1 :]) if n else room
                found += comb(left, n) * self.ways(g, i + 1, left - n, rest)
            self.known[key] = found
        return found

    def draw(self, draws: Draws) -> list[tuple[int, ...]]:
        """For each group (in the order given) how many of its cards go to each of its places."""
        room = self.capacity
        found: list[tuple[int, ...]] = [()] * len(self.groups)
        for g, at in enumerate(self.order):
            left = self.sizes[g]
            taken: dict[int, int] = {}
            for i, p in enumerate(self.open[g]):
                total = self.ways(g, i, left, room)
                if not total:
                    raise ValueError("no deal fits")
                number = draws.below(total)
                for n in self._choices(g, i, left, room):
                    rest = (*room[:p], room[p] - n, *room[p + 1 :])
                    number -= comb(left, n) * self.ways(g, i + 1, left - n, rest)
                    if number < 0:
                        taken[p] = n
                        left -= n
                        room = rest
                        break
            found[at] = tuple(taken[p] for p in self.groups[at][1])
        return found


def _one_by_one(groups: Sequence[Group], room: Mapping[int, int], draws: Draws) -> dict[int, int]:
    for _ in range(_ATTEMPTS):
        found = _attempt(groups, room, draws)
        if found is not None:
            return found
    return _by_exchange(groups, room, draws)


def _attempt(groups: Sequence[Group], room: Mapping[int, int], draws: Draws) -> dict[int, int] | None:
    left = dict(room)
    found: dict[int, int] = {}
    for cards, places in sorted(groups, key=lambda g: (sum(room.get(p, 0) for p in g[1]), g[0])):
        for c in draws.shuffled(cards):
            free = [(p, left[p]) for p in sorted(places) if left.get(p)]
            if not free:
                return None
            number = draws.below(sum(n for _, n in free))
            for p, n in free:
                number -= n
                if number < 0:
                    found[c] = p
                    left[p] -= 1
                    break
    return found


def _by_exchange(groups: Sequence[Group], room: Mapping[int, int], draws: Draws) -> dict[int, int]:
    """A deal that fits, found by moving cards that are in the way: always succeeds if there is one,
    but is not uniform."""
    places_of = {c: sorted(places) for cards, places in groups for c in cards}
    inside: dict[int, list[int]] = {p: [] for p in room}
    found: dict[int, int] = {}

    def place(c: int, tried: set[int]) -> bool:
        for p in draws.shuffled(places_of[c]):
            if p in tried or p not in inside:
                continue
            tried.add(p)
            if len(inside[p]) < room[p]:
                inside[p].append(c)
                found[c] = p
                return True
            for d in list(inside[p]):
                if place(d, tried):
                    inside[p].remove(d)
                    inside[p].append(c)
                    found[c] = p
                    return True
        return False

    for c in draws.shuffled(sorted(places_of)):
        if not place(c, set()):
            raise ValueError("no deal fits")
    return found
