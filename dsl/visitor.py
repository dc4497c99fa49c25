"""Going through a syntax tree: the children of a node, all nodes under one, and visitors by class name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulewright.dsl.nodes_base import Node


@cache
def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes, in order."""
    return tuple(field.name for field in attrs.fields(cls) if field.name not in ("span", "name_word"))


def children(node: Node) -> Iterator[Node]:
    """The nodes directly in a node, in the order of its fields."""
    for name in field_names(type(node)):  # type: ignore[arg-type]  # classes hash, whatever their instances do
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes under it, each before those in it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(children(node))))


class Visitor:
    """Calls `visit_IfStmt(node)` for an `IfStmt`; a node without such a method has its children visited."""

    def visit(self, node: Node) -> Any:
        """What the method for this class of nodes gives."""
        method = getattr(self, f"visit_{type(node).__name__}", None)
        return self.visit_children(node) if method is None else method(node)

    def visit_children(self, node: Node) -> None:
        """Visit every node directly in this one."""
        for child in children(node):
            self.visit(child)
