"""Pure helpers of expressions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.errors import RunError
from rulewright.interpreter.limits import LARGEST, MOST_NUMBERS
from rulewright.interpreter.runtime import Tables

Ways = dict[tuple[int | None, int | None], tuple[tuple[int, ...], int]]
"""For two spaces the straight run from the first through the second, and the place of the second on it."""


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""

    def span(number: int) -> Any:
        return t.spans[number]

    def divide(a: int, b: int, up: bool, where: int) -> int:
        if b == 0:
            raise RunError("R602", "this divides by zero", span(where))
        return -(-a // b) if up else a // b

    def remainder(a: int, b: int, where: int) -> int:
        if b == 0:
            raise RunError("R602", "this divides by zero", span(where))
        return a % b

    def small(number: int, where: int) -> int:
        """The number, unless it has grown beyond all measure."""
        if -LARGEST <= number <= LARGEST:
            return number
        raise RunError("R608", "this number has grown beyond 18 digits", span(where))

    def all_from(low: int, high: int, where: int) -> tuple[int, int]:
        """The bounds of a range of numbers."""
        if high - low >= MOST_NUMBERS:
            raise RunError("R608", f"there are more than {MOST_NUMBERS:,} numbers from {low} to {high}", span(where))
        return low, high + 1

    def the_only(found: Sequence[Any], where: int) -> Any:
        if len(found) != 1:
            raise RunError("R603", "`the` means exactly one, but there "
                                   f"{'is none' if not found else f'are {len(found)}'} here",
                           span(where))
        return found[0]

    def zone_on(zones: dict[int, int], card: int, name: str, where: int) -> int:
        """The zone of that name on a card."""
        if card not in zones:
            raise RunError("R612", f'"{t.names[card]}" has no `{name}`', span(where))
        return zones[card]

    def extreme(values: Sequence[int], highest: bool, where: int) -> int:
        if not values:
            raise RunError(
                "R604", f"there is nothing here to take the {'highest' if highest else 'lowest'} of", span(where)
            )
        return max(values) if highest else min(values)

    def best(items: Sequence[Any], key: Callable[[Any], int], highest: bool) -> list[Any]:
        if not items:
            return []
        keys = [key(x) for x in items]
        top = max(keys) if highest else min(keys)
        return [x for x, k in zip(items, keys, strict=True) if k == top]

    def best_of(items: Sequence[Any], keys: Sequence[int], highest: bool) -> list[Any]:
        """The items whose keys, given in the same order, are highest or lowest."""
        if not items:
            return []
        top = max(keys) if highest else min(keys)
        return [x for x, k in zip(items, keys, strict=True) if k == top]

    def only_best(items: Sequence[Any], keys: Sequence[int], highest: bool, where: int) -> Any:
        """The one item of `best_of`."""
        if items:
            top = max(keys) if highest else min(keys)
            if keys.count(top) == 1:
                return items[keys.index(top)]
        return the_only(best_of(items, keys, highest), where)

    def first_item(items: Sequence[Any], last: bool) -> Any:
        items = items if isinstance(items, list | tuple) else tuple(items)
        return None if not items else items[-1] if last else items[0]

    def first_items(items: Sequence[Any], count: int, last: bool) -> tuple[Any, ...]:
        items = tuple(items)
        count = max(0, count)
        if last:
            return items[len(items) - count:] if count < len(items) else items
        return items[:count]

    def joined(lists: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(x for one in lists for x in (one if isinstance(one, list | tuple) else (one,)))

    def as_items(value: Any) -> tuple[Any, ...]:
        return tuple(value) if isinstance(value, list | tuple) else (value,)

    def without(items: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(x for x in items if x not in gone)

    def listed(value: Any) -> tuple[Any, ...]:
        return () if value is None else (value,)

    def count_up(value: Any, steps: Sequence[tuple[int, Any, int, int | None]]) -> list[tuple[Any, int, int | None]]:
        """(Value, text, card) after each step that changes a value, steps of one layer in the order in which they came."""
        found = []
        for layer, amount, number, card in sorted(steps, key=lambda step: step[0]):
            if layer == 2:
                value += amount
            else:
                value = max(value, amount) if layer == 3 else min(value, amount) if layer == 4 else amount
            found.append((value, number, card))
        return found

    def is_kind(table: Sequence[bool], card: int | None) -> bool:
        return card is not None and table[card]

    def space_at(rows: int, columns: int, row: int, column: int, where: int) -> int:
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise RunError(
                "R605", f"there is no space ({row}, {column}) on a board of {rows} by {columns}", span(where)
            )
        return (row - 1) * columns + column - 1

    def track_space(name: str, first: int, count: int, index: int, where: int) -> int:
        if not 0 <= index < count:
            raise RunError("R605", f"there is no {name}({index}); the last is {name}({count - 1})", span(where))
        return first + index

    def distance_of(table: Sequence[Sequence[int]], start: int | None, goal: int | None, where: int) -> int:
        """Fewest steps; no board's spaces are without a way to each other."""
        if start is None or goal is None:
            raise RunError("R605", "there is no distance to what is not on the board", span(where))
        return table[start][goal]

    def line_of(table: dict[tuple[int, int], int], start: int, goal: int, where: int) -> int:
        return _of_neighbours(table, start, goal, where)

    def leaving_of(table: dict[tuple[int, int], int], start: int, goal: int, where: int) -> int:
        return _of_neighbours(table, start, goal, where)

    def arriving_of(table: dict[tuple[int, int], int], start: int, goal: int, where: int) -> int:
        return _of_neighbours(table, start, goal, where)

    def _of_neighbours(table: dict[tuple[int, int], int], start: int, goal: int, where: int) -> int:
        found = table.get((start, goal))
        if found is None:
            raise RunError("R605", "no line joins these two spaces", span(where))
        return found

    def angle_between_of(one: int, other: int, where: int) -> int:
        """The smallest turn from one heading to another, 0 to 180."""
        turn = (one - other) % 360
        return min(turn, 360 - turn)

    def straight_from_of(
        table: Sequence[Sequence[Sequence[int]]], start: int | None, length: int, where: int
    ) -> tuple[int, ...]:
        """The spaces on straight runs from `start`, at most `length` lines away; each once,
        in the order of the spaces."""
        if start is None:
            return ()
        return tuple(sorted({space for run in table[start] for space in run[:max(0, length)]}))

    def ray_of(table: Ways, start: int | None, through: int | None, where: int) -> tuple[int, ...]:
        """The spaces from `through` on, straight away from `start`; none without a straight way."""
        way = table.get((start, through))
        return () if way is None else way[0][way[1] :]

    def beyond_of(table: Ways, start: int | None, through: int | None, where: int) -> int | None:
        """The space behind `through`, straight on from `start`; None where there is none."""
        way = table.get((start, through))
        return None if way is None or way[1] + 1 >= len(way[0]) else way[0][way[1] + 1]

    def spaces_between_of(table: Ways, start: int | None, goal: int | None, where: int) -> tuple[int, ...]:
        """The spaces on the straight way, without its ends; none without such a way."""
        way = table.get((start, goal))
        return () if way is None else way[0][: way[1]]

    def beside(neighbours: Sequence[Sequence[int]], space: int | None) -> Sequence[int]:
        """The spaces next to one; none next to a piece that is not on the board."""
        return () if space is None else neighbours[space]

    def has_path(starts: Any, goals: Any, neighbours: Sequence[Sequence[int]], ok: Callable[[int], bool]) -> bool:
        """Whether the spaces that are `ok` join one of the starts to one of the goals."""
        starts = starts if isinstance(starts, list | tuple | range) else (starts,)
        wanted = set(goals if isinstance(goals, list | tuple | range) else (goals,))
        queue = deque(s for s in starts if ok(s))
        seen = set(queue)
        while queue:
            here = queue.popleft()
            if here in wanted:
                return True
            for there in neighbours[here]:
                if there not in seen and ok(there):
                    seen.add(there)
                    queue.append(there)
        return False

    def happened(result: Any) -> bool:
        return bool(result)

    def in_zones(zone: int, zones: Any) -> bool:
        return any(zone in z if isinstance(z, list | tuple) else zone == z for z in zones)

    def always(S: Any, you: int, this: int) -> bool:
        return True

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime")}
