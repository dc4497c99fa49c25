"""Loops of generated code made quicker: counted ones as `for`, and what a comprehension need not read each time
before it."""

from __future__ import annotations

import ast

from rulewright.interpreter.codegen.structure import is_mark
from rulewright.interpreter.codegen.trees import Code, assign, bodies, called, load, own_exprs, used_names, walk


def counted(code: Code) -> Code:
    """`items = X; i = 0; while True: if i < len(items): p = items[i]; i += 1; .. else: break` as `for p in X: ..`."""
    for stmt in code:
        for inner in bodies(stmt):
            inner[:] = counted(inner)
    for place, stmt in enumerate(code):
        made = _as_for(stmt) if isinstance(stmt, ast.While) else None
        if made is None:
            continue
        loop, items, index = made
        before = [s for s in code[:place] if not is_mark(s)][-2:]
        if (
            len(before) == 2
            and _gives(before[0], items)
            and _gives(before[1], index)
            and isinstance(getattr(before[1], "value", None), ast.Constant)
        ):
            rest = {n for s in code[place + 1 :] for n in used_names(s)}
            if index in rest or items in rest:
                continue
            first = before[0]
            assert isinstance(first, ast.Assign)
            loop.iter = first.value
            return [s for s in code[:place] if s not in before] + [loop] + counted(code[place + 1 :])
    return code


def _gives(stmt: ast.stmt, name: str) -> bool:
    return isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name) and stmt.targets[0].id == name


def _as_for(stmt: ast.While) -> tuple[ast.For, str, str] | None:
    """The loop without its iterable, and the names of its items and counter."""
    if not (isinstance(stmt.test, ast.Constant) and stmt.test.value and len(stmt.body) == 1):
        return None
    test = stmt.body[0]
    if not isinstance(test, ast.If) or len(test.orelse) != 1 or not isinstance(test.orelse[0], ast.Break):
        return None
    check = test.test
    if not (isinstance(check, ast.Compare) and isinstance(check.left, ast.Name) and isinstance(check.ops[0], ast.Lt)):
        return None
    length = check.comparators[0]
    if called(length) != "len" or not isinstance(length.args[0], ast.Name):  # type: ignore[attr-defined]
        return None
    index, items = check.left.id, length.args[0].id  # type: ignore[attr-defined]
    steps = [s for s in test.body if not is_mark(s)][:2]
    if len(steps) < 2 or not isinstance(steps[0], ast.Assign) or not isinstance(steps[1], ast.AugAssign):
        return None
    value, counter = steps[0].value, steps[1].target
    if not (isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id == items):
        return None
    if not (isinstance(counter, ast.Name) and counter.id == index and isinstance(value.slice, ast.Name)):
        return None
    body = [s for s in test.body if s not in steps]
    if {index, items} & {n for s in body for n in used_names(s)} or value.slice.id != index:
        return None
    return ast.For(steps[0].targets[0], load(items), body or [ast.Pass()], []), items, index


class Hoist:
    """Values of the state that the loop of a comprehension reads anew for each of its things, read once before it.

    Only plain reads of known places, which cannot fail and which nothing in the same expression changes.
    """

    def __init__(self) -> None:
        self._number = 0

    def code(self, code: Code) -> Code:
        found: Code = []
        for stmt in code:
            for inner in bodies(stmt):
                inner[:] = self.code(inner)
            found += self._before(stmt)
            found.append(stmt)
        return found

    def _before(self, stmt: ast.stmt) -> Code:
        if isinstance(stmt, ast.While | ast.FunctionDef | ast.Try):
            return []
        made: dict[str, str] = {}
        outer = self

        class Lift(ast.NodeTransformer):
            depth = 0

            def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
                node.generators[0].iter = self.visit(node.generators[0].iter)
                self.depth += 1
                node.elt = self.visit(node.elt)
                for place, part in enumerate(node.generators):
                    part.ifs = [self.visit(t) for t in part.ifs]
                    if place:
                        part.iter = self.visit(part.iter)
                self.depth -= 1
                return node

            visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]

            def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
                return node

            def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
                if (
                    self.depth
                    and isinstance(node.value, ast.Name)
                    and node.value.id == "v"
                    and isinstance(node.slice, ast.Constant)
                    and isinstance(node.ctx, ast.Load)
                ):
                    text = ast.unparse(node)
                    if text not in made:
                        outer._number += 1
                        made[text] = f"v_{node.slice.value!r}_{outer._number}_"
                    return load(made[text])
                self.generic_visit(node)
                return node

        for field in own_exprs(stmt):
            if any(isinstance(x, ast.ListComp | ast.GeneratorExp) for x in walk(field)) and not any(
                isinstance(x, ast.Call) and called(x) not in _QUIET for x in walk(field)
            ):
                Lift().visit(field)
        return [assign(name, ast.parse(text, mode="eval").body) for text, name in made.items()]


_QUIET = frozenset(
    ("any", "all", "sum", "len", "tuple", "list", "min", "max", "sorted", "bool", "only_best", "best_of")
)
