"""Which variables an expression reads, and which it binds itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import field_names, walk


def expressions(node: Any) -> Iterator[b.Expr]:
    """Every Expr inside `node` (an expression, statement, tuple ...), itself included;
    things with identity are not entered."""
    return (part for part in walk(node) if isinstance(part, b.Expr))


def expressions_of(body: tuple[b.Stmt, ...]) -> Iterator[Any]:
    """The outermost expressions of all statements in `body`, inner ones included."""
    for stmt in body:
        for name in field_names(stmt):
            value = getattr(stmt, name)
            if isinstance(value, b.Expr):
                yield value
            elif isinstance(value, tuple):
                yield from _in_tuple(value)
            elif isinstance(value, b.Stmt):
                yield from expressions_of((value,))
            elif isinstance(value, b.Quantity):
                yield from (e for e in (value.low, value.high) if e is not None)


def _in_tuple(value: tuple[Any, ...]) -> Iterator[Any]:
    for part in value:
        if isinstance(part, b.Expr):
            yield part
        elif isinstance(part, b.Stmt):
            yield from expressions_of((part,))
        elif isinstance(part, tuple):
            yield from _in_tuple(part)


def bound_vars(node: Any) -> set[b.Var]:
    """Variables bound somewhere inside `node`."""
    found: set[b.Var] = set()
    for e in expressions(node):
        if isinstance(e, b.Bind | b.Group):
            found.add(e.var)
    return found


def read_vars(node: Any) -> set[b.Var]:
    """Variables read somewhere inside `node`."""
    return {e.var for e in expressions(node) if isinstance(e, b.Local)}


def looked_into(node: Any) -> set[b.Var]:
    """Variables of which `node` reads more than which thing they are (`u's power`, not `v is not u`)."""
    reads = Counter(e.var for e in expressions(node) if isinstance(e, b.Local))
    for e in expressions(node):
        if isinstance(e, b.Equal):
            reads.subtract(x.var for x in (e.left, e.right) if isinstance(x, b.Local))
    return {var for var, count in reads.items() if count > 0}


def free_vars(node: Any) -> set[b.Var]:
    """Variables that `node` reads and does not bind."""
    return read_vars(node) - bound_vars(node)
