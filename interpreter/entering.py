"""Whether a scenario that begins with somebody's turn begins where a match is in such a turn.

A scenario enters the turns that stand first in the rules. A match can be elsewhere: in the second of two rounds of turns,
or in a loop that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import field_names, walk


def turns_tell_the_place(program: b.Program) -> bool:
    """Whether all that matters of the way to a turn is whose it is: there is one place in the rules that gives turns, no
    loop around it counts or goes through a list, and nothing that was named before is read after it."""
    ways = list(_ways(program.play, (), True, ()))
    return len(ways) == 1 and ways[0]


def _ways(
    body: tuple[b.Stmt, ...], later: tuple[Any, ...], plain: bool, within: tuple[b.Unit, ...]
) -> Iterator[bool]:
    """For each place that gives turns whether nothing but whose turn it is matters there. later: what is done after the
    statements of `body`; plain: whether no loop around them keeps count; within: the rounds that they are in."""
    for place, stmt in enumerate(body):
        after = (*later, body[place + 1 :])
        match stmt:
            case b.Turns(until=until):
                yield plain and until is not None and not _unbound((stmt, after))
            case b.Perform(verb=b.Unit() as unit) if unit not in within:
                yield from _ways(unit.body, after, plain, (*within, unit))
            case b.Repeat(times=times):
                yield from _ways(stmt.body, (*after, stmt), plain and times is None, within)
            case b.Each() | b.Visits():
                yield from _ways(stmt.body, (*after, stmt), False, within)
            case _:
                for inner in _bodies(stmt):
                    yield from _ways(inner, after, plain, within)


def _bodies(stmt: b.Stmt) -> Iterator[tuple[b.Stmt, ...]]:
    """The blocks of a statement."""
    for name in field_names(stmt):
        yield from _in(getattr(stmt, name))


def _in(value: Any) -> Iterator[tuple[b.Stmt, ...]]:
    if isinstance(value, tuple) and value:
        if all(isinstance(part, b.Stmt) for part in value):
            yield value
        else:
            for part in value:
                yield from _in(part)


def _unbound(parts: tuple[Any, ...]) -> set[b.Var]:
    """The names that are read in these parts of the rules and stand for something that was settled before."""
    read: set[b.Var] = set()
    bound: set[b.Var] = set()
    for part in walk(parts):
        if isinstance(part, b.Local):
            read.add(part.var)
        else:
            bound |= {x for name in field_names(part) if isinstance(x := getattr(part, name), b.Var)}
    return read - bound
