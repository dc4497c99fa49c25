"""Lists of legal actions, with what the loop does not change decided before it.

`[c for c in hand if once_1 or A if once_2 or B]`, where `once_1` and `once_2` do not depend on `c`, becomes a tree of
`if` with a shorter loop at each of its ends; each of them is worked out only where it counts.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.interpreter.codegen.structure import is_mark
from rulewright.interpreter.codegen.trees import Code, assign, called, copied, load, walk

_MOST = 4  # choices between loops: sixteen loops


def unswitched(function: ast.FunctionDef) -> None:
    """Work on a function that ends by returning such a list, or whether there would be anything in it."""
    last = function.body[-1]
    row = last.value if isinstance(last, ast.Return) else None
    if called(row) == "any":
        row = row.args[0]  # type: ignore[union-attr]
    if not isinstance(row, ast.ListComp | ast.GeneratorExp):
        return
    uses: dict[str, int] = {}
    for node in walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            uses[node.id] = uses.get(node.id, 0) + 1
    fixed = {
        s.targets[0].id: s.value
        for s in function.body
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id.startswith("once_")
    }
    fixed = {n: e for n, e in fixed.items() if uses.get(n) == 1 and not any(m in fixed for m in _names(e))}
    tests = [test for part in row.generators for test in part.ifs]
    lifted = [n for n in (_first(test) for test in tests) if n in fixed]
    if not lifted:
        return
    branches = [t for t in tests if isinstance(t, ast.BoolOp) and isinstance(t.op, ast.Or) and _first(t) in fixed]
    kept = {_first(t) for t in branches[_MOST:]}
    choices = [(test, name) for test in tests if (name := _first(test)) in fixed and name not in kept]
    moved = {name for _, name in choices}
    nothing = ast.List([], ast.Load()) if isinstance(row, ast.ListComp) else ast.Constant(False)
    writer = _Writer(row, {n: e for n, e in fixed.items() if n in moved}, nothing)
    marks = [s for s in function.body if is_mark(s)]
    rest = [s for s in function.body[:-1] if not is_mark(s) and not (isinstance(s, ast.Assign) and _target(s) in moved)]
    function.body = [*rest, *marks[-1:], *writer.tree([(test, str(name)) for test, name in choices], {})]


class _Writer:
    def __init__(self, row: ast.ListComp | ast.GeneratorExp, fixed: dict[str, ast.expr], nothing: ast.expr) -> None:
        self.row, self.fixed, self.nothing = row, fixed, nothing
        self.over: str | None = None  # the name of a list of what passes one of the tests, to go through instead
        self._number = 0

    def tree(self, choices: Sequence[tuple[ast.expr, str]], known: dict[int, ast.expr | None]) -> Code:
        """Statements that return; `known` has what is left of each test of the loop (None: nothing)."""
        if not choices:
            return [ast.Return(self._loop(known))]
        (test, name), rest = choices[0], choices[1:]
        value = copied(self.fixed[name], {})
        if isinstance(test, ast.BoolOp):
            others = test.values[1:]
            left = others[0] if len(others) == 1 else ast.BoolOp(test.op, others)
            if isinstance(test.op, ast.Or):
                yes = self.tree(rest, {**known, id(test): None})
                unless = self._matched(value, left)
                if unless is not None and self.over is None:
                    return self._by_matches(unless, left, yes, rest, {**known, id(test): None})
                return [ast.If(value, yes, self.tree(rest, {**known, id(test): left}))]
        else:
            left = None
        return [ast.If(value, self.tree(rest, {**known, id(test): left}), [ast.Return(self.nothing)])]

    def _matched(self, value: ast.expr, left: ast.expr) -> list[ast.expr] | None:
        """For `A or X not in [T(d) for d in ITEMS]`, where the loop over the same items asks for `T(c) == X`: [A]."""
        parts = value.values if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) else [value]
        last = parts[-1]
        if isinstance(last, ast.UnaryOp) and isinstance(last.op, ast.Not) and isinstance(last.operand, ast.Compare):
            last, wanted_op = last.operand, ast.In
        else:
            wanted_op = ast.NotIn  # type: ignore[assignment]
        row = self.row
        first = row.generators[0]
        if not (isinstance(last, ast.Compare) and len(last.ops) == 1 and isinstance(last.ops[0], wanted_op)):
            return None
        listed = last.comparators[0]
        if not isinstance(listed, ast.ListComp) or len(listed.generators) != 1 or listed.generators[0].ifs:
            return None
        if len(row.generators) != 1 or not isinstance(first.target, ast.Name) or not isinstance(row, ast.ListComp):
            return None
        inner = listed.generators[0]
        if not isinstance(inner.target, ast.Name) or ast.dump(inner.iter) != ast.dump(first.iter):
            return None
        mine = copied(listed.elt, {inner.target.id: load(first.target.id)})
        same = ast.dump(ast.Compare(mine, [ast.Eq()], [last.left]))
        return list(parts[:-1]) if ast.dump(left) == same else None

    def _by_matches(
        self,
        unless: list[ast.expr],
        left: ast.expr,
        yes: Code,
        rest: Sequence[tuple[ast.expr, str]],
        known: dict[int, ast.expr | None],
    ) -> Code:
        """List what matches; if anything does, it is all that is gone through from there on."""
        self._number += 1
        name = f"match_{self._number}"
        first = self.row.generators[0]
        part = ast.comprehension(copied(first.target, {}), copied(first.iter, {}), [copied(left, {})], 0)
        found: ast.expr = ast.ListComp(ast.Name(_names(first.target).pop(), ast.Load()), [part])
        if unless:
            test = unless[0] if len(unless) == 1 else ast.BoolOp(ast.Or(), unless)
            found = ast.IfExp(test, ast.List([], ast.Load()), found)
        self.over = name
        no = self.tree(rest, known)
        self.over = None
        return [assign(name, found), ast.If(load(name), no, yes)]

    def _loop(self, known: dict[int, ast.expr | None]) -> ast.expr:
        parts = []
        for part in self.row.generators:
            tests = [known.get(id(t), t) for t in part.ifs]
            parts.append(
                ast.comprehension(
                    copied(part.target, {}), copied(part.iter, {}), [copied(t, {}) for t in tests if t is not None], 0
                )
            )
        first = parts[0]
        if self.over is not None:
            first.iter = load(self.over)
        bare = len(parts) == 1 and not first.ifs
        if isinstance(self.row, ast.GeneratorExp):
            if bare:
                return ast.Call(load("bool"), [first.iter], [])
            return ast.Call(load("any"), [ast.GeneratorExp(copied(self.row.elt, {}), parts)], [])
        if (
            bare
            and isinstance(self.row.elt, ast.Name)
            and isinstance(first.target, ast.Name)
            and (self.row.elt.id == first.target.id)
        ):
            return first.iter if self.over is not None else ast.Call(load("list"), [first.iter], [])
        return ast.ListComp(copied(self.row.elt, {}), parts)


def _target(stmt: ast.Assign) -> str:
    return stmt.targets[0].id if isinstance(stmt.targets[0], ast.Name) else ""


def _names(e: ast.expr) -> set[str]:
    return {n.id for n in walk(e) if isinstance(n, ast.Name)}


def _first(test: ast.expr) -> str | None:
    """The name that a test begins with."""
    if isinstance(test, ast.BoolOp):
        test = test.values[0]
    return test.id if isinstance(test, ast.Name) else None
