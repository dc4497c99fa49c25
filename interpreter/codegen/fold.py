"""Generated Python made simpler without knowing what it is about: constants, dead code, needless `pass`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from rulewright.interpreter.codegen.structure import is_mark

Code = list[ast.stmt]

_COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_OPPOSITE: dict[type, type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
}


def constant(value: Any) -> ast.expr:
    """The expression of a value; tuples are written out."""
    if isinstance(value, tuple):
        return ast.Tuple([constant(x) for x in value], ast.Load())
    return ast.Constant(value)


def known(e: ast.expr) -> tuple[bool, Any]:
    """(True, value) of an expression made of constants alone."""
    if isinstance(e, ast.Constant):
        return True, e.value
    if isinstance(e, ast.Tuple):
        parts = [known(x) for x in e.elts]
        if all(ok for ok, _ in parts):
            return True, tuple(value for _, value in parts)
    return False, None


def truth(e: ast.expr) -> bool | None:
    """What an expression counts as in a condition, where that is known; None otherwise."""
    ok, value = known(e)
    return bool(value) if ok else None


def yes_or_no(e: ast.expr) -> bool:
    """Whether the expression gives True or False and nothing else."""
    return (
        isinstance(e, ast.Compare)
        or (isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not))
        or (isinstance(e, ast.Constant) and isinstance(e.value, bool))
        or (isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id in ("any", "all", "bool"))
        or (isinstance(e, ast.BoolOp) and all(map(yes_or_no, e.values)))
    )


class Fold(ast.NodeTransformer):
    """Folds what is constant. `values` are names that stand for constants: tables, and facts about the game."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def code(self, stmts: Code) -> Code:
        """The statements without what does nothing."""
        found: Code = []
        for stmt in stmts:
            made = self.visit(stmt)
            for one in made if isinstance(made, list) else [made] if made is not None else []:
                if found and isinstance(found[-1], ast.Return | ast.Raise | ast.Break | ast.Continue):
                    return found
                found.append(one)
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = self.code(node.body) or [ast.Pass()]
        if len(node.body) > 1 and isinstance(node.body[-1], ast.Return) and node.body[-1].value is None:
            node.body.pop()
        return node

    # ------------------------------------------------------------ statements

    def visit_Pass(self, node: ast.Pass) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        if is_mark(node):
            return node
        node.value = self.visit(node.value)
        return None if isinstance(node.value, ast.Constant | ast.Name) else node

    def visit_If(self, node: ast.If) -> Any:
        test = self.condition(self.visit(node.test))
        value = truth(test)
        if value is not None:
            return self.code(node.body if value else node.orelse)
        body, orelse = self.code(node.body), self.code(node.orelse)
        if not any(not is_mark(s) for s in body) and not any(not is_mark(s) for s in orelse):
            return self.visit_Expr(ast.Expr(test))
        if not body:
            test, body, orelse = self.condition(self.visit(ast.UnaryOp(ast.Not(), test))), orelse, []
        node.test, node.body, node.orelse = test, body, orelse
        return node

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.condition(self.visit(node.test))
        if truth(node.test) is False:
            return None
        node.body = self.code(node.body) or [ast.Pass()]
        return self._once(node)

    def _once(self, node: ast.While) -> Any:
        """`while True` whose last statement leaves it, and nothing else does, is no loop."""
        if (
            truth(node.test)
            and isinstance(node.body[-1], ast.Break | ast.Return | ast.Raise)
            and not any(leaves_loop(s) for s in node.body[:-1])
        ):
            return node.body[:-1] if isinstance(node.body[-1], ast.Break) else node.body
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(node.iter)
        node.body = self.code(node.body) or [ast.Pass()]
        return node

    def visit_Try(self, node: ast.Try) -> Any:
        node.body = self.code(node.body)
        for handler in node.handlers:
            handler.body = self.code(handler.body) or [ast.Pass()]
        node.finalbody = self.code(node.finalbody)
        return node if node.body else node.finalbody

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        node.targets = [self.visit(t) for t in node.targets]
        node.value = self.visit(node.value)
        return node

    # ------------------------------------------------------------ expressions

    def condition(self, e: ast.expr) -> ast.expr:
        """An expression of which only the truth counts."""
        if isinstance(e, ast.BoolOp):
            stop = isinstance(e.op, ast.Or)
            parts = [p for p in map(self.condition, e.values) if truth(p) is not (not stop)]
            for place, part in enumerate(parts):
                if truth(part) is stop:
                    parts = parts[: place + 1]
                    break
            return ast.Constant(not stop) if not parts else parts[0] if len(parts) == 1 else ast.BoolOp(e.op, parts)
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            inner = self.condition(e.operand)
            if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
                return inner.operand
            return self.visit_UnaryOp(ast.UnaryOp(ast.Not(), inner), False)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "bool" and len(e.args) == 1:
            return self.condition(e.args[0])
        return e

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            value = self.values[node.id]
            if value is None or isinstance(value, bool | int):
                return ast.Constant(value)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp, enter: bool = True) -> ast.expr:
        if enter:
            node.operand = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            value = truth(node.operand)
            if value is not None:
                return ast.Constant(not value)
            inner = node.operand
            if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and type(inner.ops[0]) in _OPPOSITE:
                return ast.Compare(inner.left, [_OPPOSITE[type(inner.ops[0])]()], inner.comparators)
            if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not) and yes_or_no(inner.operand):
                return inner.operand
        if isinstance(node.op, ast.USub):
            ok, value = known(node.operand)
            if ok and isinstance(value, int):
                return ast.Constant(-value)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        stop = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for place, value in enumerate(node.values):
            part = self.visit(value)
            last = place == len(node.values) - 1
            ok = truth(part)
            if ok is stop:
                parts.append(part)
                break
            if ok is None or (last and not (parts and all(map(yes_or_no, parts)) and yes_or_no(part))):
                parts.append(part)
        if not parts:
            return ast.Constant(not stop)
        return parts[0] if len(parts) == 1 else ast.BoolOp(node.op, parts)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.condition(self.visit(node.test))
        value = truth(test)
        if value is not None:
            return self.visit(node.body if value else node.orelse)  # type: ignore[no-any-return]
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        node.left = self.visit(node.left)
        node.comparators = [self.visit(c) for c in node.comparators]
        if len(node.ops) == 1:
            (left_ok, left), (right_ok, right) = known(node.left), known(node.comparators[0])
            if left_ok and right_ok and type(node.ops[0]) in _COMPARE:
                return ast.Constant(_COMPARE[type(node.ops[0])](left, right))
            if isinstance(node.left, ast.Name) and node.left.id.startswith("sure_") and right_ok and right is None:
                return ast.Constant(isinstance(node.ops[0], ast.IsNot | ast.NotEq))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        node.left, node.right = self.visit(node.left), self.visit(node.right)
        (left_ok, left), (right_ok, right) = known(node.left), known(node.right)
        if (
            left_ok
            and right_ok
            and isinstance(left, int)
            and isinstance(right, int)
            and type(node.op) in _ARITHMETIC
            and (right != 0 or not isinstance(node.op, ast.Mod))
        ):
            return ast.Constant(_ARITHMETIC[type(node.op)](left, right))
        if isinstance(node.op, ast.Add) and isinstance(node.left, ast.List) and isinstance(node.right, ast.List):
            return ast.List([*node.left.elts, *node.right.elts], ast.Load())
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.func = self.visit(node.func)
        node.args = [self.visit(a) for a in node.args]
        if not isinstance(node.func, ast.Name) or node.keywords:
            return node
        values = [known(a) for a in node.args]
        if node.args and all(ok for ok, _ in values):
            plain = [value for _, value in values]
            name = node.func.id
            if name in ("min", "max") and len(plain) > 1:
                return ast.Constant((min if name == "min" else max)(plain))
            if name in ("tuple", "len", "bool") and len(plain) == 1 and (name == "bool" or isinstance(plain[0], tuple)):
                ready: dict[str, Callable[[Any], Any]] = {"tuple": tuple, "len": len, "bool": bool}
                return constant(ready[name](plain[0]))
        if node.func.id == "tuple" and len(node.args) == 1 and _whole_range(node.args[0]) is not None:
            return constant(tuple(range(_whole_range(node.args[0]) or 0)))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value, node.slice = self.visit(node.value), self.visit(node.slice)
        if not isinstance(node.ctx, ast.Load):
            return node
        ok, place = known(node.slice)
        if ok and isinstance(place, int):
            table = self.values.get(node.value.id) if isinstance(node.value, ast.Name) else known(node.value)[1]
            if isinstance(table, tuple) and -len(table) <= place < len(table):
                value = table[place]
                if value is None or isinstance(value, bool | int):
                    return ast.Constant(value)
        return node


def _whole_range(e: ast.expr) -> int | None:
    """N for `range(N)` of a small constant N."""
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range" and len(e.args) == 1:
        ok, value = known(e.args[0])
        if ok and isinstance(value, int) and value <= 16:
            return value
    return None


def leaves_loop(stmt: ast.stmt) -> bool:
    """Whether the statement may break out of, or go on with, the loop that it stands in."""
    if isinstance(stmt, ast.Break | ast.Continue):
        return True
    if isinstance(stmt, ast.For | ast.While):
        return any(leaves_loop(s) for s in stmt.orelse)
    for name in ("body", "orelse", "finalbody"):
        if any(leaves_loop(s) for s in getattr(stmt, name, [])):
            return True
    return any(leaves_loop(s) for h in getattr(stmt, "handlers", []) for s in h.body)
