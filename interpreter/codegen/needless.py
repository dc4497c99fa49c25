"""What generated code does and nobody needs: names that are never read, loops over one thing, loops that do nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.interpreter.codegen.structure import is_mark
from rulewright.interpreter.codegen.trees import Code, bodies, called, walk


def without_needless(function: ast.FunctionDef, still: Callable[[ast.AST], bool]) -> None:
    """Work on one function. `still`: whether working out an expression changes nothing."""
    function.body = _single(function.body)
    while True:
        read = {n.id for n in walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        for node in walk(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                read.add(node.target.id)
        dropped: list[ast.stmt] = []
        function.body = _kept(function.body, read, still, dropped) or [ast.Pass()]
        if not dropped:
            return


def _kept(code: Code, read: set[str], still: Callable[[ast.AST], bool], dropped: list[ast.stmt]) -> Code:
    found: Code = []
    for stmt in code:
        for inner in bodies(stmt):
            kept = _kept(inner, read, still, dropped)
            inner[:] = kept if kept or inner is getattr(stmt, "orelse", None) else [ast.Pass()]
        if _needless(stmt, read, still):
            dropped.append(stmt)
        else:
            found.append(stmt)
    return found


def _needless(stmt: ast.stmt, read: set[str], still: Callable[[ast.AST], bool]) -> bool:
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
        target = stmt.targets[0]
        if not isinstance(target, ast.Name) or target.id in read:
            return False
        # Where the cards of a batch came from: they are cards, so that looking cannot fail.
        return _safe(stmt.value, still, target.id.startswith("origins"))
    if isinstance(stmt, ast.For):
        targets = {n.id for n in walk(stmt.target) if isinstance(n, ast.Name)}
        idle = all(isinstance(s, ast.Pass) or is_mark(s) for s in stmt.body)
        return idle and not targets & read and _safe(stmt.iter, still, False)
    return False


def _safe(e: ast.expr, still: Callable[[ast.AST], bool], places: bool) -> bool:
    """Whether the expression neither changes anything nor can be a mistake to be told; places: looking up is none."""
    for x in walk(e):
        if isinstance(x, ast.NamedExpr | ast.Await | ast.Yield):
            return False
        if isinstance(x, ast.Call) and called(x) not in _NEVER_FAIL:
            return False
        if isinstance(x, ast.BinOp | ast.Compare) or (isinstance(x, ast.Subscript) and not places):
            return False
    return still(e)


_NEVER_FAIL = frozenset(("tuple", "list", "len", "zip", "range", "bool"))


def _single(code: Code) -> Code:
    """`for c in (x,): if t: continue; ..` as `c = x; if not t: ..`."""
    found: Code = []
    for stmt in code:
        for inner in bodies(stmt):
            inner[:] = _single(inner)
        made = _once(stmt) if isinstance(stmt, ast.For) else None
        found += [stmt] if made is None else made
    return found


def _once(stmt: ast.For) -> Code | None:
    if not isinstance(stmt.iter, ast.Tuple) or len(stmt.iter.elts) != 1 or isinstance(stmt.iter.elts[0], ast.Starred):
        return None
    body = [s for s in stmt.body if not isinstance(s, ast.Pass)]
    first: Code = [ast.Assign([stmt.target], stmt.iter.elts[0])]
    place = next((i for i, s in enumerate(body) if not is_mark(s)), None)
    skips = None
    if place is not None:
        one = body[place]
        if isinstance(one, ast.If) and not one.orelse and len(one.body) == 1 and isinstance(one.body[0], ast.Continue):
            skips = one
    rest = body if skips is None else body[:place] + body[(place or 0) + 1 :]
    if any(isinstance(s, ast.Break | ast.Continue) for s in _own(rest)):
        return None
    if skips is None:
        return first + rest
    return [*first, ast.If(ast.UnaryOp(ast.Not(), skips.test), rest or [ast.Pass()], [])]


def _own(code: Code) -> Code:
    """The statements and those inside, but not those of inner loops."""
    found: Code = []
    for stmt in code:
        found.append(stmt)
        if not isinstance(stmt, ast.For | ast.While):
            for inner in bodies(stmt):
                found += _own(inner)
    return found
