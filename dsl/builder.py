"""Reductions to nodes: which function a production of the grammar calls.

A production `... -> stop_stmt` without a method in one of the builders becomes `nodes.StopStmt(*children)`; a `Body`
child stands for the two fields `doc` and the lines.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import Body
from rulewright.dsl.build_decl import DeclarationBuilder
from rulewright.dsl.build_expr import ExpressionBuilder
from rulewright.dsl.build_stmt import StatementBuilder
from rulewright.dsl.build_test import TestBuilder
from rulewright.dsl.source import Span


class Builder(ExpressionBuilder, StatementBuilder, DeclarationBuilder, TestBuilder):
    """All the methods, and the list of what they find wrong with a construct that the grammar lets through."""


@cache
def node_class(name: str) -> type[n.Node] | None:
    """The class of nodes that a production of this name makes, if it makes one in the plain way."""
    return getattr(n, "".join(part.capitalize() for part in name.split("_")), None)


def reduction(builder: Builder, name: str) -> Callable[..., Any]:
    """The function (span, *children) that a production of this name calls."""
    method: Callable[..., Any] | None = getattr(builder, name, None)
    if method is not None:
        return method
    cls: Any = node_class(name)
    if cls is None:
        raise LookupError(f"the grammar has a rule {name!r} that makes no node")

    def make(span: Span, *children: Any) -> Any:
        if children and type(children[-1]) is Body:
            body = children[-1]
            return cls(*children[:-1], body.doc, body.items, span=span)
        return cls(*children, span=span)

    return make
