"""Questions and answers: options with their texts, and answers that are sets or orders,
counted and found without listing them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import shake_128
from itertools import combinations
from math import comb, factorial
from typing import TYPE_CHECKING, Any, overload

from attrs import field, frozen

from rulewright.interpreter.errors import IllegalChoice

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.actions import Question
    from rulewright.interpreter.state import State

KIND_NUMBER = {
    "action": 0,
    "respond": 0,
    "choose": 1,
    "yes_no": 1,
    "label": 1,
    "trigger": 1,
    "number": 1,
    "set": 2,
    "order": 3,
}


@frozen
class Option:
    """One answer. text is unique among the decision's options; action and args (texts by name) for actions."""

    index: int
    text: str
    action: str | None = None
    args: dict[str, str] = field(factory=dict, eq=False)
    data: Any = field(default=None, eq=False)
    key: tuple[int, int] | None = field(default=None, eq=False)


@frozen
class Withheld:
    """An alternative that is not offered, and what it would need, in the words of the rules."""

    text: str
    reason: str


@frozen
class Decision:
    """What a player is asked.

    kind: "action", "choose", "set", "order", "yes_no", "label", "trigger" (which waiting trigger first) or "respond".
    options: all answers, made when they are looked at (sets can be many). For "set" and "order" `items` are the single
    things, of which from `low` to `high` are chosen; where they pay for something, `worth` says how much each is worth
    and `amount` how much is needed, with none to spare. withheld: alternatives that cannot be done
    now. joint: part of a simultaneous choice, unknown to the others
    until all have chosen.
    """

    player: int
    question: str
    kind: str
    options: Sequence[Option]
    items: tuple[Option, ...] = ()
    low: int = 0
    high: int = 0
    joint: bool = False
    amount: int | None = None
    worth: tuple[int, ...] = ()
    withheld: tuple[Withheld, ...] = ()

    @property
    def forced(self) -> bool:
        """Whether there is exactly one answer."""
        return len(self.options) == 1


def uniform(number: float, n: int) -> int:
    """A number from 0 to n - 1, all equally likely, by one number from 0 to 1; n may be too large for a float."""
    if n < 1 << 16:
        return int(number * n)
    size = (n.bit_length() + 71) // 8
    drawn = shake_128(int(number * (1 << 53)).to_bytes(8, "big")).digest(size)
    return int.from_bytes(drawn, "big") * n >> 8 * size


def _places(places: Any, count: int) -> list[int]:
    """Places among `count` items, each at most once; IllegalChoice if they are anything else."""
    if not isinstance(places, list | tuple):
        raise IllegalChoice(f"answer with a list of the items' numbers, from 0 to {count - 1}")
    if any(isinstance(p, bool) or not isinstance(p, int) or not 0 <= p < count for p in places):
        raise IllegalChoice(f"the items are numbered from 0 to {count - 1}")
    if len(set(places)) != len(places):
        raise IllegalChoice("the same thing is chosen twice")
    return list(places)


@lru_cache(maxsize=256)
def sets_of(count: int, low: int, high: int) -> tuple[tuple[int, ...], ...] | None:
    """The places of every set of `low` to `high` of `count` different items, as SetAnswers has them; None for many."""
    if sum(comb(count, size) for size in range(low, high + 1)) > 2000:
        return None
    return tuple(places for size in range(low, high + 1) for places in combinations(range(count), size))


class Answers(Sequence[tuple[Any, ...]]):
    """Answers that are counted and found without listing them. `len` is what Python can count; `total` may be more."""

    @property
    def total(self) -> int:
        """How many answers there are."""
        raise NotImplementedError

    def __len__(self) -> int:
        return min(self.total, sys.maxsize)


@lru_cache(maxsize=256)
def _ways_table(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each g and n: in how many ways n items come from the groups number g and later, which have these sizes."""
    width = sum(sizes) + 1
    rows = [(1,) + (0,) * (width - 1)]
    for size in reversed(sizes):
        after = rows[-1]
        rows.append(tuple(sum(after[n - min(size, n) : n + 1]) for n in range(width)))
    return tuple(reversed(rows))


class SetAnswers(Answers):
    """All sets of `low` to `high` items, those that differ only in alike items counted once.

    Sets come by size, then by how many of each group of alike items are taken, more of the earlier ones first. `len`,
    the i-th set and the check of a given set need no list.
    """

    def __init__(self, items: Sequence[Any], keys: Sequence[Any] | None, low: int, high: int) -> None:
        self.items = items
        self.low, self.high = low, high
        self._single = keys is None  # no two are alike
        self._total = -1  # not counted yet
        if keys is not None:
            order: dict[Any, list[Any]] = {}
            for item, key in zip(items, keys, strict=True):
                order.setdefault(key, []).append(item)
            self._groups = list(order.values())
            self._single = len(self._groups) == len(items)

    @property
    def groups(self) -> list[list[Any]]:
        """The items, alike ones together."""
        return [[x] for x in self.items] if self._single else self._groups

    def _ways(self, first: int, size: int) -> int:
        """In how many ways `size` items come from the groups `first` and later."""
        if self._single:
            return comb(len(self.items) - first, size)
        table = _ways_table(tuple(map(len, self._groups)))[first]
        return table[size] if 0 <= size < len(table) else 0

    @property
    def total(self) -> int:
        """How many sets there are."""
        if self._total < 0:
            self._total = sum([self._ways(0, size) for size in range(self.low, self.high + 1)])
        return self._total

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += self.total
        for size in range(self.low, self.high + 1):
            ways = self._ways(0, size)
            if index < ways:
                return self._nth(index, size)
            index -= ways
        raise IndexError(index)

    def _nth(self, index: int, size: int) -> tuple[Any, ...]:
        chosen: list[Any] = []
        if self._single:
            return self._nth_single(index, size)
        for g, group in enumerate(self.groups):
            for take in range(min(len(group), size), -1, -1):
                ways = self._ways(g + 1, size - take)
                if index < ways:
                    chosen += group[:take]
                    size -= take
                    break
                index -= ways
        return self._sorted(chosen)

    def _nth_single(self, index: int, size: int) -> tuple[Any, ...]:
        """The i-th set of `size` different items, those with the first item before the others."""
        chosen = []
        left = len(self.items)
        for item in self.items:
            if not size:
                break
            left -= 1
            ways = comb(left, size - 1)
            if index < ways:
                chosen.append(item)
                size -= 1
            else:
                index -= ways
        return tuple(chosen)

    def _sorted(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        place = {x: i for i, x in enumerate(self.items)}
        return tuple(sorted(chosen, key=place.__getitem__))

    def check(self, places: Sequence[int]) -> tuple[Any, ...]:
        """The answer that takes the items at these places; IllegalChoice if it is none."""
        wanted = _places(places, len(self.items))
        if not self.low <= len(wanted) <= self.high:
            count = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
            raise IllegalChoice(f"choose {count} of them, not {len(wanted)}")
        taken = [0] * len(self.groups)
        of_item = {x: g for g, group in enumerate(self.groups) for x in group}
        for p in wanted:
            taken[of_item[self.items[p]]] += 1
        return self._sorted([x for g, n in enumerate(taken) for x in self.groups[g][:n]])


class EnoughAnswers(Answers):
    """All sets whose values reach `amount` and of which no more was taken once it was reached: without the dearest it
    is not.

    Alike items (same key) are counted once. Ordered by the dearest taken, then by how many of each group, more of the
    dear ones first; counted and found by a table over groups and sums, never listed.
    """

    def __init__(self, items: Sequence[Any], keys: Sequence[Any], values: Sequence[int], amount: int) -> None:
        self.items, self.amount = list(items), amount
        order: dict[Any, list[Any]] = {}
        worth: dict[Any, int] = {}
        for item, key, value in zip(items, keys, values, strict=True):
            order.setdefault((value, key), []).append(item)
            worth[item] = value
        ranked = sorted(order.items(), key=lambda x: -x[0][0])
        self.worth = worth
        self.groups = [(value, group) for (value, _), group in ranked if value > 0]
        self._tables: dict[tuple[int, int], int] = {}

    def _ways(self, first: int, low: int, high: int) -> int:
        """In how many ways the groups from `first` on give a sum from `low` to `high`."""
        return sum(self._exact(first, s) for s in range(max(0, low), high + 1))

    def _exact(self, first: int, total: int) -> int:
        if total < 0:
            return 0
        if first == len(self.groups):
            return int(total == 0)
        key = (first, total)
        if key not in self._tables:
            value, group = self.groups[first]
            self._tables[key] = sum(
                self._exact(first + 1, total - k * value) for k in range(min(len(group), total // value) + 1)
            )
        return self._tables[key]

    def _rows(self) -> Iterator[tuple[int, int, int, int]]:
        """(ways, group of the dearest, how many of it, first group of the rest) in order."""
        for g, (value, group) in enumerate(self.groups):
            for take in range(len(group), 0, -1):
                others = (take - 1) * value
                low, high = self.amount - value - others, self.amount - 1 - others
                ways = self._ways(g + 1, low, high) if high >= 0 else 0
                if ways:
                    yield ways, g, take, others

    @property
    def total(self) -> int:
        """How many sets there are."""
        return 1 if self.amount <= 0 else sum(row[0] for row in self._rows())

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += self.total
        if self.amount <= 0 and index == 0:
            return ()
        for ways, g, take, others in self._rows():
            if index >= ways:
                index -= ways
                continue
            value, group = self.groups[g]
            low, high = max(0, self.amount - value - others), self.amount - 1 - others
            return self._sorted([*group[:take], *self._rest(g + 1, low, high, index)])
        raise IndexError(index)

    def _rest(self, first: int, low: int, high: int, index: int) -> list[Any]:
        chosen: list[Any] = []
        for g in range(first, len(self.groups)):
            value, group = self.groups[g]
            for take in range(len(group), -1, -1):
                ways = self._ways(g + 1, low - take * value, high - take * value) if high >= take * value else 0
                if index < ways:
                    chosen += group[:take]
                    low, high = low - take * value, high - take * value
                    break
                index -= ways
        return chosen

    def _sorted(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        place = {x: i for i, x in enumerate(self.items)}
        return tuple(sorted(chosen, key=place.__getitem__))

    def check(self, places: Sequence[int]) -> tuple[Any, ...]:
        """The answer that takes the items at these places; IllegalChoice if it is none."""
        wanted = _places(places, len(self.items))
        values = [self.worth[self.items[p]] for p in wanted]
        if self.amount <= 0:
            if wanted:
                raise IllegalChoice("nothing is needed")
            return ()
        if sum(values) < self.amount:
            raise IllegalChoice(f"that makes {sum(values)}; {self.amount} are needed")
        if 0 in values or sum(values) - max(values) >= self.amount:
            raise IllegalChoice(f"{self.amount} are reached with fewer")
        taken: list[Any] = []
        for _, group in self.groups:
            count = sum(self.items[p] in group for p in wanted)
            taken += group[:count]
        return self._sorted(taken)


class OrderAnswers(Answers):
    """All orders of the items."""

    def __init__(self, items: Sequence[Any]) -> None:
        self.items = list(items)

    @property
    def total(self) -> int:
        """How many orders there are."""
        return factorial(len(self.items))

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < self.total:
            raise IndexError(index)
        left = list(self.items)
        order = []
        for remaining in range(len(left), 0, -1):
            place, index = divmod(index, factorial(remaining - 1))
            order.append(left.pop(place))
        return tuple(order)

    def check(self, places: Sequence[int]) -> tuple[Any, ...]:
        """The order that puts the items at these places one after the other; IllegalChoice if it is none."""
        wanted = _places(places, len(self.items))
        if len(wanted) != len(self.items):
            raise IllegalChoice(f"name each of the {len(self.items)} once, in the order you want")
        return tuple(self.items[p] for p in wanted)


def order_answers(items: Sequence[Any]) -> OrderAnswers:
    """All orders of `items`."""
    return OrderAnswers(items)


class LazyOptions(Sequence[Option]):
    """Options of a set or order decision, made when looked at."""

    def __init__(self, answers: Answers, texts: dict[Any, str], key: tuple[int, int]) -> None:
        self.answers, self.texts, self.key = answers, texts, key

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += self.answers.total
        chosen = self.answers[index]
        text = ", ".join(self.texts[x] for x in chosen) or "nothing"
        return Option(index, text, data=chosen, key=self.key)

    def __iter__(self) -> Iterator[Option]:
        return (self[i] for i in range(len(self)))


def decision_of(state: State) -> Decision:
    """The decision a state stands at."""
    from rulewright.interpreter.describe import item_texts, option_of, question_text

    question = state.g.questions[state.q]
    key = (state.n_decisions, state.q)
    assert state.player is not None
    text = question_text(state, question)
    if question.kind in ("set", "order"):
        answers: Any = state._set_answers() if question.kind == "set" else order_answers(state.opts)
        texts = item_texts(state, question, state.opts)
        items = tuple(Option(i, texts[x], data=x, key=key) for i, x in enumerate(state.opts))
        low, high = (state.lo, state.hi) if question.kind == "set" else (len(items), len(items))
        options: Sequence[Option] = LazyOptions(answers, texts, key)
        if isinstance(answers, EnoughAnswers):
            worth = tuple(answers.worth[x] for x in state.opts)
            return Decision(state.player, text, "set", options, items, low, high, bool(state.joint), answers.amount, worth)
        return Decision(state.player, text, question.kind, options, items, low, high, bool(state.joint))
    options = option_of(state, question, key)
    withheld = tuple(
        Withheld(label, needed(question, place)) for place, label in enumerate(question.labels) if place not in state.opts
    )
    return Decision(state.player, text, question.kind, options, joint=bool(state.joint), withheld=withheld)


def needed(question: Question, place: int) -> str:
    """What an alternative needs that is not offered, quoted from the rules."""
    return "it needs " + " and ".join(f"`{' '.join(span.text.split())}`" for span in question.needs[place])
