"""Uniform draws among the deals that fit: which cards go to which places, when for each card only some places are
possible.

Cards with the same possible places form a group, places open to the same groups are one; then a table counts the deals
by how many cards of each group go where. It is exact. Where it would get too big, cards are laid one by one where there
is room, the most restricted first, beginning again when one does not fit: then deals that fit more easily come up a
little more often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb

from rulewright.interpreter.chance import draw, seed_key

MOST_ENTRIES = 20_000
MOST_SPLITS = 200_000
_ATTEMPTS = 60

Group = tuple[tuple[int, ...], frozenset[int]]


class Draws:
    """Random numbers that depend on nothing but a seed and names."""

    def __init__(self, seed: int, *names: object) -> None:
        self.key = seed_key(seed)
        self.stream = "/".join(map(str, names))
        self.used = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        words = (n.bit_length() + 95) // 64
        number = 0
        for _ in range(words):
            number = number << 64 | draw(self.key, self.stream, self.used, 1 << 64)
            self.used += 1
        return number * n >> 64 * words

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in a random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


class TooBig(Exception):
    """The table of counts would have too many entries."""


def deal(groups: Sequence[Group], room: Mapping[int, int], draws: Draws) -> dict[int, int]:
    """A place for each card: each card in one of its group's places,
    each place filled with as many as it has room for."""
    merged, members = _merge_places(groups, room)
    capacity = [sum(room[p] for p in places) for places in members]
    try:
        counts = _Table([(len(cards), open_) for (cards, _), open_ in zip(groups, merged, strict=True)]).draw(
            capacity, draws
        )
    except TooBig:
        return _one_by_one(groups, room, draws)
    inside: list[list[int]] = [[] for _ in members]
    for (cards, _), open_, taken in zip(groups, merged, counts, strict=True):
        order = draws.shuffled(cards)
        for place, n in zip(open_, taken, strict=True):
            inside[place] += order[:n]
            order = order[n:]
    found: dict[int, int] = {}
    for places, cards_in in zip(members, inside, strict=True):
        order = draws.shuffled(sorted(cards_in))
        for p in places:
            for c in order[: room[p]]:
                found[c] = p
            order = order[room[p] :]
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
    """Numbers of ways, by group and the room that is left in the places that are still of interest."""

    def __init__(self, groups: list[tuple[int, list[int]]]) -> None:
        # The most restricted first: their choices leave few different remainders.
        self.order = sorted(range(len(groups)), key=lambda g: (len(groups[g][1]), g))
        self.groups = [groups[g] for g in self.order]
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}
        self.splits = 0

    def ways(self, g: int, room: tuple[int, ...]) -> int:
        """In how many ways the groups from g on fill the room exactly."""
        if g == len(self.groups):
            return 0 if any(room) else 1
        key = (g, room)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_ENTRIES:
                raise TooBig
            found = 0
            for weight, _, rest in self._splits(g, room):
                found += weight * self.ways(g + 1, rest)
            self.known[key] = found
        return found

    def _splits(self, g: int, room: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """(ways to choose the cards, how many to each place of the group,
        room left) for each way to split the group."""
        size, open_ = self.groups[g]

        def split(
            i: int, left: int, weight: int, taken: tuple[int, ...], rest: tuple[int, ...]
        ) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
            if i == len(open_):
                if left == 0:
                    self.splits += 1
                    if self.splits > MOST_SPLITS:
                        raise TooBig
                    yield weight, taken, rest
                return
            p = open_[i]
            later = sum(rest[q] for q in open_[i + 1 :])
            for n in range(max(0, left - later), min(left, rest[p]) + 1):
                yield from split(
                    i + 1, left - n, weight * comb(left, n), (*taken, n), (*rest[:p], rest[p] - n, *rest[p + 1 :])
                )

        yield from split(0, size, 1, (), room)

    def draw(self, capacity: Sequence[int], draws: Draws) -> list[tuple[int, ...]]:
        """For each group (in the order given) how many of its cards go to each of its places."""
        room = tuple(capacity)
        found: list[tuple[int, ...]] = [()] * len(self.groups)
        for g in range(len(self.groups)):
            total = self.ways(g, room)
            if not total:
                raise ValueError("no deal fits")
            number = draws.below(total)
            for weight, taken, rest in self._splits(g, room):
                number -= weight * self.ways(g + 1, rest)
                if number < 0:
                    found[self.order[g]] = taken
                    room = rest
                    break
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
