"""The log as it is told: what one reader may see of it, alike lines together, and of many cards how many they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby

from rulewright.interpreter.describe import LogEntry, Moved

# So many names of cards that moved together are told, and from so many moves to one place on they are told together.
_MOST_NAMES, _MANY = 6, 4


def may_read(entry: LogEntry, seats: Collection[int]) -> bool:
    """Say whether any of these seats may see a line; the number after the last seat is that of those who only look on."""
    return entry.visible_to is None or not entry.visible_to.isdisjoint(seats)


def told(
    entries: Iterable[LogEntry], seats: Collection[int], tells_forced: Callable[[int], bool] = lambda seat: False
) -> Iterator[tuple[str, int]]:
    """Give what these seats are told: (text, level) for each line. tells_forced: whether it may be said of a seat that
    nothing else was possible, which may tell what that player holds."""
    lines = [entry for entry in entries if may_read(entry, seats)]
    for moving, run in groupby(lines, key=lambda entry: entry.moved is not None):
        if moving:
            yield from ((text, 1) for text in _moves([entry.moved for entry in run if entry.moved is not None]))
            continue
        for (text, level), same in groupby((_line(entry, tells_forced), entry.level) for entry in run):
            times = len(list(same))
            # A detail that is repeated (the same cards are looked at again) is no news.
            yield f"{text} ({times} times)" if times > 1 and level == 0 else text, level


def _line(entry: LogEntry, tells_forced: Callable[[int], bool]) -> str:
    told_so = entry.forced and entry.seat is not None and tells_forced(entry.seat)
    why = "the only one" if entry.level else "nothing else was possible"
    return f"{entry.text} ({why})" if told_so else entry.text


def _moves(moves: list[Moved]) -> Iterator[str]:
    """Give the lines about cards that moved one after the other: those to one place together, if they come from one place
    or are many."""
    for _, run in groupby(moves, key=lambda one: (one.to, one.leave or not one.names)):
        alike = list(run)
        if len(alike) >= _MANY:
            yield _together(alike)
            continue
        for _, same in groupby(alike, key=lambda one: one.start):
            yield _together(list(same))


def _together(moves: list[Moved]) -> str:
    """Give one line for moves to one place."""
    count = sum(one.count for one in moves)
    names = [name for one in moves for name in one.names]
    cards = "a card" if count == 1 else f"{count} cards"
    starts = list(dict.fromkeys(one.start for one in moves))
    start = starts[0] if len(starts) == 1 else "several places"
    if moves[0].leave and count >= _MANY:
        return f"{cards} leave the game"
    if names and len(set(names)) <= _MOST_NAMES:
        cards = ", ".join(name if (times := names.count(name)) == 1 else f"{name} x{times}" for name in dict.fromkeys(names))
    return f"{cards}: {start} to {moves[0].to}"
