"""Questions of a playout, answered where they are asked.

`S.opts = ..; S.player = ..; S.q = ..; pick(S)` becomes the choice itself; answers and results stay in local names; an
action is called by name where it is known which actions were offered.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from rulewright.interpreter.codegen.fold import constant, known
from rulewright.interpreter.codegen.trees import (
    Code,
    assign,
    bodies,
    called,
    code_of,
    copied,
    is_state,
    load,
    own_exprs,
    walk,
)

_PICK = """
N = len(OPTS)
S.n_options_seen += N
S.steps = 0
D = S.n_decisions = S.n_decisions + 1
if N == 1:
    ans = OPTS[0]
    S.n_forced += 1
    S.forced_run += 1
    if S.forced_run >= 1000:
        watch_forced(S, Q, WHO)
else:
    ans = OPTS[int(S.rngs[WHO]() * N)]
    S.forced_run = 0
    if N > S.most_options:
        S.most_options = N
if not D & 63:
    S.check_decisions()
"""
_MAX_CHAIN = 6  # actions told apart by `if`; more go through a table


class Answers:
    """Works on the functions of one module. `kinds`: the kinds of its questions, by number."""

    def __init__(
        self,
        functions: dict[str, ast.FunctionDef],
        kinds: Sequence[int],
        doers: Mapping[int, str],
        actors: Mapping[int, str],
    ) -> None:
        self.functions = functions
        self.kinds = kinds
        self.tables = {"DOERS": doers, "ACTIONS": actors}
        self._numbers = count(1)

    def work(self) -> None:
        for function in list(self.functions.values()):
            _localise(function)
            self._origins: dict[str, list[ast.Assign]] = {}
            for node in walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self._origins.setdefault(node.targets[0].id, []).append(node)
            self._asked: str | None = None  # the name that holds the options of the question answered last
            self._answer: str | None = "ans"  # the name that holds its answer; None: not known which
            self._grown = {
                n.func.value.id
                for n in walk(function)
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name)
            }
            function.body = self._code(function.body)
            _forget(function)

    def _code(self, code: Code) -> Code:
        found: Code = []
        for stmt in code:
            self._renamed(stmt)
            before = self._answer
            for inner in bodies(stmt):
                inner[:] = self._code(inner)
            if self._answer != before:
                self._answer = "ans" if self._answer == "ans" and before == "ans" else None
            if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name) and stmt.targets[0].id == "ans":
                if called(stmt.value) == "pick":
                    found[:] = self._question(found, stmt)
                    continue
                first = stmt.value.value if isinstance(stmt.value, ast.Subscript) else None
                self._asked = first.id if isinstance(first, ast.Name) else None
                self._answer = "ans"
            found += self._dispatch(stmt)
        return found

    def _renamed(self, stmt: ast.stmt) -> None:
        """Read the answer under the name that holds it."""
        for field in own_exprs(stmt):
            for node in walk(field):
                if isinstance(node, ast.Name) and node.id == "ans" and isinstance(node.ctx, ast.Load):
                    assert self._answer is not None, "an answer is read behind the place where it was given"
                    node.id = self._answer

    # ------------------------------------------------------------ questions

    def _question(self, before: Code, stmt: ast.Assign) -> Code:
        """The statements with the question's answer taken on the spot, if they set one question as usual."""
        values: dict[str, ast.expr] = {}
        start = len(before)
        while start > 0 and len(values) < 3:
            one = before[start - 1]
            if not (isinstance(one, ast.Assign) and is_state(one.targets[0])):
                break
            field = one.targets[0].attr  # type: ignore[attr-defined]
            if field in ("opts", "player", "q"):
                values[field] = one.value
            elif field != "joint":
                break
            start -= 1
        q = values.get("q")
        had, self._asked, self._answer = self._asked, None, "ans"
        if len(values) < 3 or not isinstance(q, ast.Constant) or self.kinds[int(str(q.value))] > 1:
            return [*before, stmt]
        number = next(self._numbers)
        self._asked = values["opts"].id if isinstance(values["opts"], ast.Name) else None
        made: Code = list(before[:start])
        options = values["opts"]
        if not isinstance(options, ast.Name):
            made.append(assign(f"opts_{number}", options))
            options = load(f"opts_{number}")
        who = values["player"]
        if not isinstance(who, ast.Name | ast.Constant) and not is_state(who):
            made.append(assign(f"who_{number}", who))
            who = load(f"who_{number}")
        made.append(ast.Assign([ast.Attribute(load("S"), "player", ast.Store())], who))
        if self._asked not in (None, had) and self._never_nothing(str(self._asked)):
            self._answer = f"sure_{number}"
        size = self._fixed_size(options)
        made += code_of(
            _PICK,
            OPTS=options,
            WHO=who,
            Q=q,
            N=load(f"n_{number}") if size is None else ast.Constant(size),
            D=load(f"d_{number}"),
            ans=load(str(self._answer)),
        )
        return [s for s in made if not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Constant))]

    def _never_nothing(self, options: str) -> bool:
        """Whether no answer can be nothing: all are actions, none is put to them."""
        origins = self._origins.get(options, [])
        if len(origins) != 1 or options in self._grown:
            return False
        return bool(_actions_in(origins[0].value)) and not any(
            isinstance(x, ast.List) and x.elts and isinstance(x.elts[0], ast.Constant) and x.elts[0].value is None
            for x in walk(origins[0].value)
        )

    def _fixed_size(self, options: ast.expr) -> int | None:
        """How many options there are, if they are always the same; their list is then a constant."""
        name = options.id if isinstance(options, ast.Name) else ""
        origins = self._origins.get(name, [])
        if len(origins) != 1 or name in self._grown or called(origins[0].value) != "list":
            return None
        ok, value = known(origins[0].value.args[0])  # type: ignore[attr-defined]
        if not ok or not isinstance(value, tuple):
            return None
        origins[0].value = constant(value)
        return len(value)

    # ------------------------------------------------------------ what was answered

    def _dispatch(self, stmt: ast.stmt) -> Code:
        """A call of the action that was chosen, by its name where it is known what was offered."""
        call = stmt.value if isinstance(stmt, ast.Expr | ast.Assign) else None
        table = _table_call(call)
        origins = self._origins.get(self._asked or "", [])
        if table is None or len(origins) != 1:
            return [stmt]
        numbers = _actions_in(origins[0].value)
        if not numbers or len(numbers) > _MAX_CHAIN or any(n not in self.tables[table] for n in numbers):
            return [stmt]
        assert isinstance(call, ast.Call)
        you = call.args[1] if table == "DOERS" else call.args[1].value.left.elts[0]  # type: ignore[attr-defined]
        short = len(numbers) == 1 and self._shorten(table, numbers[0], origins[0])
        return self._chain(table, numbers, you, stmt, short)

    def _shorten(self, table: str, number: int, origin: ast.Assign) -> bool:
        """Of a single action with one argument offer the arguments alone; whether that is done."""
        call: Any = origin.value
        if isinstance(call, ast.IfExp):
            call = call.body
        name = called(call)
        if name is None or len(self.functions[self.tables[table][number]].args.args) != 3:
            return False
        short = "b" + name[1:]
        if short not in self.functions:
            function = copied(self.functions[name], {})
            function.name = short
            for node in walk(function):
                values = node.value if isinstance(node, ast.Return) else None
                rows = [values] if isinstance(values, ast.ListComp) else []
                if isinstance(values, ast.List):
                    values.elts = [e.elts[1] for e in values.elts if isinstance(e, ast.Tuple)]
                for row in rows:
                    if not isinstance(row.elt, ast.Tuple) or len(row.elt.elts) != 2:
                        return False
                    row.elt = row.elt.elts[1]
            self.functions[short] = function
        call.func = load(short)
        return True

    def _chain(self, table: str, numbers: list[int], you: ast.expr, stmt: ast.stmt, short: bool) -> Code:
        result: Code = []
        held = str(self._answer)
        for number in reversed(numbers):
            name = self.tables[table][number]
            arity = len(self.functions[name].args.args) - 2
            args: list[ast.expr] = [load("S"), copied(you, {})]
            args += (
                [load(held)]
                if short
                else [ast.Subscript(load(held), ast.Constant(i + 1), ast.Load()) for i in range(arity)]
            )
            call = ast.Call(load(name), args, [])
            one: Code = [assign("ret", call) if isinstance(stmt, ast.Assign) else ast.Expr(call)]
            test = ast.Compare(
                ast.Subscript(load(held), ast.Constant(0), ast.Load()), [ast.Eq()], [ast.Constant(number)]
            )
            result = one if not result else [ast.If(test, one, result)]
        return result


def _localise(function: ast.FunctionDef) -> None:
    """S.ans and S.ret as local names."""

    class Rename(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            if is_state(node, "ans") or is_state(node, "ret"):
                return ast.Name(node.attr, node.ctx)
            self.generic_visit(node)
            return node

        def visit_Expr(self, node: ast.Expr) -> ast.stmt:
            if called(node.value) == "pick":
                return assign("ans", node.value)
            self.generic_visit(node)
            return node

    Rename().visit(function)


def _forget(function: ast.FunctionDef) -> None:
    """Drop what nothing reads: results, the answer's fields of the state."""
    read = {n.id for n in walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    fields = {n.attr for n in walk(function) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)}
    picks = any(called(n) == "pick" for n in walk(function))

    def clean(code: Code) -> Code:
        found: Code = []
        for stmt in code:
            for inner in bodies(stmt):
                inner[:] = clean(inner) or [ast.Pass()]
            if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
                target = stmt.targets[0]
                if isinstance(target, ast.Name) and target.id == "ret" and "ret" not in read:
                    found.append(ast.Expr(stmt.value))
                    continue
                if is_state(target, "joint") or (is_state(target, "player") and not picks and "player" not in fields):
                    continue
            found.append(stmt)
        return found

    function.body = clean(function.body) or [ast.Pass()]


def _table_call(call: Any) -> str | None:
    """Which table of actions `DOERS[ans[0]](..)` or `ACTIONS[ans[0]][0](..)` calls from."""
    if not isinstance(call, ast.Call):
        return None
    func: Any = call.func
    if isinstance(func, ast.Name) and func.id.startswith("f_do_") and isinstance(call.args[-1], ast.Starred):
        return "DOERS"
    if isinstance(func, ast.Subscript) and isinstance(func.value, ast.Subscript):
        func = func.value
    if (
        isinstance(func, ast.Subscript)
        and isinstance(func.value, ast.Name)
        and func.value.id in ("DOERS", "ACTIONS")
        and (
            isinstance(func.slice, ast.Subscript)
            and isinstance(func.slice.value, ast.Name)
            and func.slice.value.id.startswith(("ans", "sure"))
        )
    ):
        return func.value.id
    return None


def _actions_in(e: ast.expr) -> list[int]:
    """The actions whose options an expression puts together; nothing if it holds anything else."""
    if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add):
        left, right = _actions_in(e.left), _actions_in(e.right)
        if isinstance(e.right, ast.List) and len(e.right.elts) == 1 and isinstance(e.right.elts[0], ast.Constant):
            return left  # the answer `None` is told apart before
        return list(dict.fromkeys(left + right)) if left and right else []
    if isinstance(e, ast.IfExp):
        return _actions_in(e.body)
    name = called(e)
    number = re.match(r"o_(\d+)_", name or "")
    return [int(number[1])] if number else []
