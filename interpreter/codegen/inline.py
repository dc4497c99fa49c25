"""Calls of generated functions replaced by what the functions do.

A function that is one expression is written into the expression that calls it. One that is statements takes the place
of the statement that calls it, with its own names made different where they clash, and what it returns given to
whoever waits for it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.interpreter.codegen.fold import Fold, leaves_loop
from rulewright.interpreter.codegen.structure import is_mark
from rulewright.interpreter.codegen.trees import (
    Code,
    assign,
    bodies,
    called,
    copied,
    inner_names,
    is_state,
    load,
    own_exprs,
    size,
    stored_names,
    used_names,
    walk,
)
from rulewright.interpreter.codegen.unroll import ASKED

SMALL = 90  # a function of so many nodes is written out wherever it is called
LARGE = 4000  # a function that has grown to so many takes in no more
ALIASES = ("z", "v", "at")


class Inliner:
    """Works on the functions of one module.

    library: functions that are written out wherever they are called, and stand for nothing where they are not; known:
    answers a question of the library about what the argument means, if that is certain; fold: makes expressions
    simpler.
    """

    def __init__(
        self,
        functions: Mapping[str, ast.FunctionDef],
        library: Mapping[str, ast.FunctionDef],
        known: Callable[[ast.Call, list[ast.expr]], bool | None],
        fold: Fold,
    ) -> None:
        self.functions = {**functions, **library}
        self.library = library
        self.known = known
        self.fold = fold
        self.calls: dict[str, int] = {}
        for function in functions.values():
            for node in walk(function):
                if isinstance(node, ast.Name) and node.id in functions:
                    self.calls[node.id] = self.calls.get(node.id, 0) + 1
        self._done: set[str] = set()
        self._running: list[str] = []
        self._number = 0

    def work(self) -> None:
        for name in [*self.library, *self.functions]:
            self._function(name)

    def _function(self, name: str) -> None:
        """Callees first; what calls itself stays as it is."""
        if name in self._done or name in self._running:
            return
        self._running.append(name)
        function = self.functions[name]
        for node in list(walk(function)):
            callee = called(node)
            if callee in self.functions and callee is not None:
                self._function(callee)
        self._names = used_names(function)
        self._size = size(function)
        self._needs: set[str] = set()
        function.body = self._code(function.body)
        _give_aliases(function, self._needs)
        self._running.pop()
        self._done.add(name)

    def _wanted(self, node: Any) -> ast.FunctionDef | None:
        """The function that a call can be replaced by."""
        name = called(node)
        if name is None or name not in self._done or name in self._running:
            return None
        function = self.functions[name]
        plain = not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
        if (
            not plain
            or len(node.args) != len(function.args.args)
            or not (isinstance(node.args[0], ast.Name) and node.args[0].id == "S")
        ):
            return None
        if name in self.library:
            return function if self._size < 4 * LARGE else None
        large = size(function)
        if large > SMALL and (self.calls.get(name, 0) > 1 or self._size + large > LARGE):
            return None
        return function

    def _answered(self, function: ast.FunctionDef, body: Any, call: ast.Call) -> Any:
        """What a function of the library does, with the answers that are certain for what this call means."""
        if function.name not in self.library:
            return body
        meant = {p.arg: a for p, a in zip(function.args.args, call.args, strict=True)}
        known = self.known
        fixed = {n: a for n, a in meant.items() if isinstance(a, ast.Constant)}

        class Answer(ast.NodeTransformer):
            def visit_Call(self, node: ast.Call) -> ast.expr:
                self.generic_visit(node)
                if called(node) not in ASKED:
                    return node
                answer = known(node, [meant.get(x.id, x) if isinstance(x, ast.Name) else x for x in node.args])
                return node if answer is None else ast.Constant(answer)

        copy = copied(body, {n: a for n, a in fixed.items() if n not in stored_names(body)})
        if isinstance(copy, list):
            return self.fold.code([Answer().visit(s) for s in copy])
        return self.fold.visit(Answer().visit(copy))

    # ------------------------------------------------------------ statements

    def _code(self, code: Code) -> Code:
        found: Code = []
        for stmt in code:
            for field in own_exprs(stmt):
                self._names |= used_names(field)
            stmt = self._expressions(stmt)
            for inner in bodies(stmt):
                inner[:] = self._code(inner)
            found += self._statement(stmt)
        return found

    def _statement(self, stmt: ast.stmt) -> Code:
        made: Code | None = None
        if isinstance(stmt, ast.Expr):
            made = self._replaced(stmt.value, lambda v: [] if v is None or _harmless(v) else [ast.Expr(v)])
        elif (
            isinstance(stmt, ast.Assign)
            and len(stmt.targets) == 1
            and (isinstance(stmt.targets[0], ast.Name) or is_state(stmt.targets[0]))
        ):
            made = self._replaced(stmt.value, lambda v: [ast.Assign(stmt.targets, v or ast.Constant(None))])
        elif isinstance(stmt, ast.Return) and stmt.value is not None:
            made = self._replaced(stmt.value, lambda v: [ast.Return(v or ast.Constant(None))])
        if made is not None:
            return made
        if isinstance(stmt, ast.If | ast.For | ast.Assign | ast.Expr | ast.Return):
            field = "test" if isinstance(stmt, ast.If) else "iter" if isinstance(stmt, ast.For) else "value"
            first = _evaluated_first(getattr(stmt, field))
            if first is not None and self._wanted(first) is not None:
                name = self._fresh("r")
                before = self._replaced(first, lambda v: [assign(name, v or ast.Constant(None))])
                if before is not None:
                    setattr(stmt, field, _swapped(getattr(stmt, field), first, load(name)))
                    return [*before, stmt]
        return [stmt]

    def _replaced(self, call: ast.expr | None, give: Callable[[ast.expr | None], Code]) -> Code | None:
        function = self._wanted(call)
        if function is None:
            return None
        assert isinstance(call, ast.Call)
        body = self._answered(function, [s for s in function.body if not is_alias(s)], call)
        tailed = _tailed(body, give) is not None
        if not tailed and _once(body, give) is None:
            return None
        names: dict[str, ast.expr] = {}
        before: Code = []
        stored = stored_names(body)
        uses = _uses(body)
        hidden = inner_names(body)
        for param, arg in zip(function.args.args[1:], call.args[1:], strict=True):
            simple = isinstance(arg, ast.Constant) or (isinstance(arg, ast.Name) and arg.id not in hidden)
            if isinstance(arg, ast.Tuple) and all(isinstance(x, ast.Name | ast.Constant) for x in arg.elts):
                simple = uses.get(param.arg, 0) == 1 and not used_names(arg) & hidden
            if simple and param.arg not in stored:
                names[param.arg] = arg
                continue
            own = self._fresh(param.arg) if param.arg in self._names else param.arg
            self._names.add(own)
            names[param.arg] = load(own)
            before.append(assign(own, arg))
        for name in sorted(stored - set(names)):
            if name in self._names:
                names[name] = load(self._fresh(name))
            else:
                self._names.add(name)
        inside = (_tailed if tailed else _once)(copied(body, names), give)
        assert inside is not None
        self._needs |= {a for a in ALIASES if a in used_names(body)}
        self._size += size(inside)
        return before + inside

    def _fresh(self, stem: str) -> str:
        while True:
            self._number += 1
            name = f"{stem.rstrip('_0123456789') or 'x'}_{self._number}_"
            if name not in self._names:
                self._names.add(name)
                return name

    # ------------------------------------------------------------ expressions

    def _expressions(self, stmt: ast.stmt) -> ast.stmt:
        """The statement with calls of one-expression functions written out."""
        outer = self

        class Write(ast.NodeTransformer):
            def visit_Call(self, node: ast.Call) -> ast.expr:
                self.generic_visit(node)
                return outer._expression(node) or node

            def visit(self, node: ast.AST) -> Any:
                return node if isinstance(node, ast.stmt) and node is not stmt else super().visit(node)

        made = Write().visit(stmt)
        assert isinstance(made, ast.stmt)
        return made

    def _expression(self, call: ast.Call) -> ast.expr | None:
        function = self._wanted(call)
        if function is None:
            return None
        body = [s for s in function.body if not is_alias(s) and not is_mark(s)]
        if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
            return None
        value = self._answered(function, body[0].value, call)
        if stored_names(value):
            return None
        uses = _uses([value])
        hidden = inner_names(value)
        names: dict[str, ast.expr] = {}
        for param, arg in zip(function.args.args[1:], call.args[1:], strict=True):
            if used_names(arg) & hidden or param.arg in hidden:
                return None
            cheap = isinstance(arg, ast.Name | ast.Constant) or is_state(arg) or is_place(arg)
            if not cheap and (uses.get(param.arg, 0) > 1 or hidden):
                return None
            names[param.arg] = arg
        self._needs |= {a for a in ALIASES if a in used_names(value)}
        made = copied(value, names)
        self._size += size(made)
        assert isinstance(made, ast.expr)
        return made


def _uses(nodes: Sequence[ast.AST]) -> dict[str, int]:
    """How often each name stands there."""
    found: dict[str, int] = {}
    for whole in nodes:
        for node in walk(whole):
            if isinstance(node, ast.Name):
                found[node.id] = found.get(node.id, 0) + 1
    return found


def is_place(e: ast.expr) -> bool:
    """Whether it is a number plus a name: the place of a player's zone or member."""
    return isinstance(e, ast.BinOp) and isinstance(e.left, ast.Constant) and isinstance(e.right, ast.Name)


def is_alias(stmt: ast.stmt) -> bool:
    """Whether it is `z = S.z` or the like."""
    return (
        isinstance(stmt, ast.Assign)
        and isinstance(stmt.targets[0], ast.Name)
        and stmt.targets[0].id in ALIASES
        and (is_state(stmt.value, stmt.targets[0].id))
    )


def _give_aliases(function: ast.FunctionDef, needs: set[str]) -> None:
    have = {s.targets[0].id for s in function.body if is_alias(s)}  # type: ignore[attr-defined]
    for name in ALIASES:
        if name in needs - have:
            function.body.insert(0, assign(name, ast.Attribute(load("S"), name, ast.Load())))


def _harmless(e: ast.expr) -> bool:
    if called(e) == "tuple" and isinstance(e.args[0], ast.Name):  # type: ignore[attr-defined]
        return True
    return not any(isinstance(x, ast.Call | ast.Subscript | ast.NamedExpr | ast.BinOp) for x in walk(e))


def _evaluated_first(e: ast.expr) -> ast.Call | None:
    """The call in an expression that is carried out before all the rest of it."""
    while True:
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            if e.args and not isinstance(e.args[0], ast.Name | ast.Constant | ast.Attribute | ast.Starred):
                e = e.args[0]
                continue
            return e
        if isinstance(e, ast.BoolOp):
            e = e.values[0]
        elif isinstance(e, ast.UnaryOp):
            e = e.operand
        elif isinstance(e, ast.Compare | ast.BinOp):
            e = e.left
        elif isinstance(e, ast.IfExp):
            e = e.test
        else:
            return None


def _swapped(e: ast.expr, old: ast.expr, new: ast.expr) -> ast.expr:
    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return new if node is old else super().visit(node)

    made = Swap().visit(e)
    assert isinstance(made, ast.expr)
    return made


def _returns(stmt: ast.stmt) -> bool:
    return any(isinstance(x, ast.Return) for x in walk(stmt))


def _leaves(code: Code) -> bool:
    """Whether statements never go on behind them."""
    if not code:
        return False
    last = code[-1]
    if isinstance(last, ast.Return | ast.Raise | ast.Break | ast.Continue):
        return True
    return isinstance(last, ast.If) and bool(last.orelse) and _leaves(last.body) and _leaves(last.orelse)


def _tailed(code: Code, give: Callable[[ast.expr | None], Code]) -> Code | None:
    """The statements with what they return given to `give`; None if a return stands where more would follow."""
    found: Code = []
    for place, stmt in enumerate(code):
        if isinstance(stmt, ast.Return):
            return found + give(stmt.value)
        if isinstance(stmt, ast.Raise | ast.Break | ast.Continue):
            return [*found, stmt]
        if not _returns(stmt):
            found.append(stmt)
            continue
        rest = code[place + 1 :]
        if isinstance(stmt, ast.If):
            if not rest:
                yes, no = _tailed(stmt.body, give), _tailed(stmt.orelse, give)
            elif _leaves(stmt.body):
                yes, no = _tailed(stmt.body, give), _tailed(stmt.orelse + rest, give)
            elif stmt.orelse and _leaves(stmt.orelse):
                yes, no = _tailed(stmt.body + rest, give), _tailed(stmt.orelse, give)
            else:
                return None
            return None if yes is None or no is None else [*found, ast.If(stmt.test, yes or [ast.Pass()], no)]
        return None
    return found + give(None)


def _once(code: Code, give: Callable[[ast.expr | None], Code]) -> Code | None:
    """The statements as a loop that runs once and that each return leaves; None if one stands in a loop or a `try`."""

    def left(stmts: Code) -> Code:
        made: Code = []
        for stmt in stmts:
            if isinstance(stmt, ast.Return):
                return [*made, *give(stmt.value), ast.Break()]
            if isinstance(stmt, ast.If) and _returns(stmt):
                stmt = ast.If(stmt.test, left(stmt.body), left(stmt.orelse))
            made.append(stmt)
        return made

    if any(_returns(s) for stmt in code for s in walk(stmt) if isinstance(s, ast.For | ast.While | ast.Try)):
        return None
    if any(leaves_loop(s) for s in code) or any(isinstance(s, ast.Return) for s in give(None)):
        return None
    made = left(code)
    if not _leaves(made):
        made += [*give(None), ast.Break()]
    return [ast.While(ast.Constant(True), made, [])]
