"""Zones that may be lists: whoever wants to keep the cards of one gets them as a tuple.

While a playout runs a zone may be a list that is changed in place. To look at it there and then is safe; to keep it, to
go through it while cards move, to compare it or to join it to others is not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.interpreter.codegen.trees import called, load, walk

_LOOKING = frozenset(("len", "sum", "any", "all", "sorted", "list", "tuple", "set", "bool", "max", "min", "first_item"))


class Guard:
    """Works on one function after the other. `still`: whether a statement changes nothing."""

    def __init__(self, still: Callable[[ast.stmt], bool]) -> None:
        self.still = still

    def work(self, function: ast.FunctionDef) -> None:
        safe: set[int] = set()
        self._find(function, safe)
        _Wrap(safe).visit(function)

    def _find(self, node: ast.AST, safe: set[int]) -> None:
        """Collect the places (as ids of nodes) where a zone is only looked at."""
        for x in walk(node):
            if isinstance(x, ast.comprehension):
                safe.add(id(x.iter))
            elif isinstance(x, ast.Call):
                if called(x) in _LOOKING:
                    safe |= {id(a) for a in x.args}
                elif isinstance(x.func, ast.Attribute) and x.func.attr == "index":
                    safe.add(id(x.func.value))
            elif isinstance(x, ast.Compare):
                for op, right in zip(x.ops, x.comparators, strict=True):
                    if isinstance(op, ast.In | ast.NotIn):
                        safe.add(id(right))
            elif isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.Not):
                self._condition(x.operand, safe)
            elif isinstance(x, ast.If | ast.While | ast.IfExp):
                self._condition(x.test, safe)
            elif isinstance(x, ast.Starred) or (isinstance(x, ast.Subscript) and not isinstance(x.slice, ast.Slice)):
                safe.add(id(x.value))
            elif isinstance(x, ast.For):
                inside = [s for s in walk(x) if isinstance(s, ast.stmt) and s is not x]
                if all(self.still(s) for s in inside):
                    safe.add(id(x.iter))

    def _condition(self, e: ast.expr, safe: set[int]) -> None:
        safe.add(id(e))
        if isinstance(e, ast.BoolOp):
            for part in e.values:
                self._condition(part, safe)


class _Wrap(ast.NodeTransformer):
    def __init__(self, safe: set[int]) -> None:
        self.safe = safe

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return self._guarded(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return self._guarded(node)

    def _guarded(self, node: ast.expr) -> ast.expr:
        if id(node) in self.safe or not is_zone(node):
            return node
        return ast.Call(load("tuple"), [node], [])


def is_zone(e: ast.expr) -> bool:
    """Whether the expression gives the cards of a zone as they are kept."""
    if called(e) in ("settled", "first_cards", "last_cards"):
        return True
    if not isinstance(e, ast.Subscript) or not isinstance(e.ctx, ast.Load):
        return False
    held = e.value
    return (isinstance(held, ast.Name) and held.id == "z") or (isinstance(held, ast.Attribute) and held.attr == "z")
