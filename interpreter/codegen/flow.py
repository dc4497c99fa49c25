"""What is known at each place of a generated function: copies of names, whose turn it is, which options were listed.

A walk forward over structured code. `S.act` and names that only repeat another become that other; whether an action is
possible, and the list of its options, are worked out once as long as nothing changes the state in between.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from attrs import define, field

from rulewright.interpreter.codegen.structure import is_mark
from rulewright.interpreter.codegen.trees import (
    Code,
    assign,
    bodies,
    called,
    inner_names,
    is_state,
    load,
    stored_names,
    walk,
)

# Functions of the runtime, and of Python, that change nothing and settle nothing.
PURE = frozenset(
    """
    len min max sum any all tuple list bool sorted range zip int set frozenset enumerate in_order ring left_of right_of
    by_seat in_play controller best best_of only_best the_only extreme divide remainder small all_from joined first_item
    first_items choosable choosable_any listed is_kind zone_or_none object_part in_zones has_path next_seat as_items
    without space_at set_size each_once veiled_rows happened always bisect_left counted
    """.split()  # noqa: SIM905
)
# Fields of the state that no rule reads.
_COUNTERS = frozenset(
    """
    n_decisions n_forced n_options_seen most_options forced_run steps turn_start n_turns idle_turns ret ans player q
    opts joint lo hi
    """.split()  # noqa: SIM905
)


@define
class Known:
    """Facts at one place. copies: a name and what it repeats; act: the name that holds S.act; lists: options listed."""

    copies: dict[str, ast.expr] = field(factory=dict)
    act: str | None = None
    lists: dict[str, str] = field(factory=dict)

    def copy(self) -> Known:
        return Known(dict(self.copies), self.act, dict(self.lists))

    def forget(self, names: set[str]) -> None:
        """These names get other values."""
        for name in [n for n, e in self.copies.items() if n in names or (isinstance(e, ast.Name) and e.id in names)]:
            del self.copies[name]
        if self.act in names:
            self.act = None
        for key in [k for k, n in self.lists.items() if n in names or names & set(re.findall(r"\w+", k))]:
            del self.lists[key]


def joined(one: Known | None, other: Known | None) -> Known | None:
    """What is known wherever one comes from; None stands for a place that is never reached."""
    if one is None or other is None:
        return one or other
    copies = {n: e for n, e in one.copies.items() if n in other.copies and ast.dump(other.copies[n]) == ast.dump(e)}
    lists = {k: n for k, n in one.lists.items() if other.lists.get(k) == n}
    return Known(copies, one.act if one.act == other.act else None, lists)


class Flow:
    """Works on the functions of one module. `tables`: names of functions that calls through tables may reach."""

    def __init__(self, functions: Mapping[str, ast.FunctionDef], tables: set[str]) -> None:
        self.functions = functions
        self._pure: dict[str, bool] = {}
        self.sets_act = self._act_setters(tables)

    def work(self) -> None:
        for function in self.functions.values():
            for share in (False, True):
                self._twins = _twins(function, self) if share else {}
                self._number = 0
                self._breaks: list[list[Known | None]] = []
                self._params = {a.arg for a in function.args.args}
                function.body, _ = self._code(function.body, Known())

    # ------------------------------------------------------------ facts about functions

    def pure(self, name: str) -> bool:
        """Whether calling the function changes nothing."""
        if name in PURE:
            return True
        if name not in self.functions:
            return False
        if name not in self._pure:
            self._pure[name] = False
            parts = walk(self.functions[name])
            self._pure[name] = all(self.still_statement(s) for s in parts if isinstance(s, ast.stmt))
        return self._pure[name]

    def still(self, e: ast.AST) -> bool:
        """Whether working out the expression changes nothing."""
        return all(self.pure(called(x) or "") for x in walk(e) if isinstance(x, ast.Call))

    def still_statement(self, stmt: ast.stmt) -> bool:
        if is_mark(stmt) or isinstance(
            stmt, ast.FunctionDef | ast.Pass | ast.If | ast.For | ast.While | ast.Break | ast.Continue
        ):
            return (
                all(self.still(e) for e in ast.iter_child_nodes(stmt) if isinstance(e, ast.expr))
                if not is_mark(stmt)
                else True
            )
        if isinstance(stmt, ast.Assign | ast.AugAssign):
            targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
            quiet = all(
                isinstance(t, ast.Name | ast.Tuple) or (is_state(t) and t.attr in _COUNTERS)  # type: ignore[attr-defined]
                for t in targets
            )
            return quiet and self.still(stmt.value)
        if isinstance(stmt, ast.Expr):
            return called(stmt.value) == "tick" or self.still(stmt.value)
        return isinstance(stmt, ast.Return) and (stmt.value is None or self.still(stmt.value))

    def _act_setters(self, tables: set[str]) -> set[str]:
        """Functions in which S.act may get another value."""
        found = {
            n
            for n, f in self.functions.items()
            if any(is_state(x, "act") and isinstance(x.ctx, ast.Store) for x in walk(f))
        }  # type: ignore[attr-defined]
        changed = True
        while changed:
            changed = False
            through = bool(tables & found)
            for name, function in self.functions.items():
                if name in found:
                    continue
                for node in walk(function):
                    callee = called(node)
                    if isinstance(node, ast.Call) and (
                        callee in found or (through and not isinstance(node.func, ast.Name | ast.Attribute))
                    ):
                        found.add(name)
                        changed = True
                        break
        self._through = bool(tables & found)
        return found

    def _may_set_act(self, node: ast.AST) -> bool:
        for x in walk(node):
            if isinstance(x, ast.Call):
                if called(x) in self.sets_act or (self._through and not isinstance(x.func, ast.Name | ast.Attribute)):
                    return True
            elif is_state(x, "act") and isinstance(x.ctx, ast.Store):  # type: ignore[attr-defined]
                return True
        return False

    # ------------------------------------------------------------ the walk

    def _code(self, code: Code, known: Known | None) -> tuple[Code, Known | None]:
        found: Code = []
        for stmt in code:
            if known is None:
                break
            made, known = self._statement(stmt, known)
            found += made
        return found, known

    def _statement(self, stmt: ast.stmt, known: Known) -> tuple[Code, Known | None]:
        if is_mark(stmt):
            return [stmt], known
        if isinstance(stmt, ast.If):
            before, stmt.test = self._test(stmt.test, known)
            self._after(stmt.test, known)
            stmt.body, yes = self._code(stmt.body, known.copy())
            stmt.orelse, no = self._code(stmt.orelse, known.copy())
            stmt.body = stmt.body or [ast.Pass()]
            return [*before, stmt], joined(yes, no)
        if isinstance(stmt, ast.While | ast.For):
            return [stmt], self._loop(stmt, known)
        if isinstance(stmt, ast.Try):
            caught = known.copy()
            self._blur(stmt, caught)
            stmt.body, after = self._code(stmt.body, known)
            for handler in stmt.handlers:
                handler.body, end = self._code(handler.body, caught.copy())
                after = joined(after, end)
            if stmt.finalbody:
                stmt.finalbody, after = self._code(stmt.finalbody, caught if after is None else joined(after, caught))
            return [stmt], after
        if isinstance(stmt, ast.Break | ast.Continue):
            if isinstance(stmt, ast.Break) and self._breaks:
                self._breaks[-1].append(known)
            return [stmt], None
        self._simple(stmt, known)
        return [stmt], None if isinstance(stmt, ast.Return | ast.Raise) else known

    def _loop(self, stmt: ast.While | ast.For, known: Known) -> Known | None:
        if isinstance(stmt, ast.For):
            stmt.iter = self._known_expr(stmt.iter, known)
            self._after(stmt.iter, known)
        self._blur(stmt, known)
        if isinstance(stmt, ast.While):
            stmt.test = self._known_expr(stmt.test, known)
            self._after(stmt.test, known)
        self._breaks.append([])
        stmt.body, _ = self._code(stmt.body, known.copy())
        ends = self._breaks.pop()
        after = (
            None if isinstance(stmt, ast.While) and isinstance(stmt.test, ast.Constant) and stmt.test.value else known
        )
        for end in ends:
            after = joined(after, end)
        return after

    def _blur(self, stmt: ast.stmt, known: Known) -> None:
        """Forget what the statement may change, whenever that happens."""
        known.forget(stored_names(stmt))
        if self._may_set_act(stmt):
            known.act = None
        if not all(self.still_statement(s) for s in walk(stmt) if isinstance(s, ast.stmt)):
            known.lists.clear()

    def _simple(self, stmt: ast.stmt, known: Known) -> None:
        for name, value in ast.iter_fields(stmt):
            if isinstance(value, ast.expr):
                setattr(stmt, name, self._known_expr(value, known))
            elif isinstance(value, list) and name == "targets":
                stmt.targets = [self._known_expr(t, known) for t in value]  # type: ignore[attr-defined]
        still = self.still_statement(stmt)
        target = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
        value = getattr(stmt, "value", None)
        key = _option_key(value)
        shared = known.lists.get(key) if key is not None and key in self._twins else None
        if shared is not None and isinstance(target, ast.Name):
            stmt.value = load(shared)  # type: ignore[attr-defined]
        if self._may_set_act(stmt):
            known.act = None
        known.forget(stored_names(stmt))
        if not still:
            known.lists.clear()
        if isinstance(target, ast.Name):
            if (
                isinstance(value, ast.Name | ast.Constant)
                and target.id not in ("pc", "ans", "ret")
                and not (isinstance(value, ast.Name) and value.id in ("S", "z", "v", "at", target.id, "ans", "ret"))
            ):
                known.copies[target.id] = value
            elif is_state(value, "act"):
                known.act = target.id
            if key is not None and key in self._twins and shared is None:
                known.lists[key] = target.id
        elif is_state(target, "act") and isinstance(value, ast.Name):
            known.act = value.id

    def _after(self, e: ast.expr, known: Known) -> None:
        """A condition has been worked out."""
        known.forget(stored_names(e))
        if not self.still(e):
            known.lists.clear()
            if self._may_set_act(e):
                known.act = None

    def _known_expr(self, e: ast.expr, known: Known) -> ast.expr:
        hidden = inner_names(e)

        class Write(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.expr:
                if isinstance(node.ctx, ast.Load) and node.id in known.copies and node.id not in hidden:
                    value = known.copies[node.id]
                    if isinstance(value, ast.Name) and value.id in hidden:
                        return node
                    return ast.Name(value.id, ast.Load()) if isinstance(value, ast.Name) else value
                return node

            def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
                if (
                    is_state(node, "act")
                    and isinstance(node.ctx, ast.Load)
                    and known.act is not None
                    and known.act not in hidden
                ):
                    return load(known.act)
                self.generic_visit(node)
                return node

            def visit_Call(self, node: ast.Call) -> ast.expr:
                self.generic_visit(node)
                if (called(node) or "").startswith("a_"):
                    shared = known.lists.get(_option_key(node) or "")
                    if shared is not None:
                        return load(shared)
                return node

        if stored_names(e):
            return e
        made = Write().visit(e)
        assert isinstance(made, ast.expr)
        return made

    def _test(self, e: ast.expr, known: Known) -> tuple[Code, ast.expr]:
        """A condition; what asks first whether an action is possible lists its options, if they are needed later."""
        e = self._known_expr(e, known)
        first, above = e, None
        while isinstance(first, ast.BoolOp | ast.UnaryOp):
            above, first = first, first.values[0] if isinstance(first, ast.BoolOp) else first.operand
        key = _option_key(first)
        if key is None or key not in self._twins or not (called(first) or "").startswith("a_"):
            return [], e
        self._number += 1
        name = f"can_{self._number}_"
        assert isinstance(first, ast.Call)
        before: Code = [assign(name, ast.Call(load(self._twins[key]), first.args, []))]
        known.lists[key] = name
        if above is None:
            return before, load(name)
        if isinstance(above, ast.BoolOp):
            above.values[0] = load(name)
        else:
            above.operand = load(name)
        return before, e


def _option_key(e: Any) -> str | None:
    """What two calls about the options of one action for one player have in common."""
    name = re.match(r"[abo]_(\d+_.*)", called(e) or "")
    return None if name is None else f"{name[1]}({', '.join(map(ast.unparse, e.args))})"


def _twins(function: ast.FunctionDef, flow: Flow) -> dict[str, str]:
    """Options that are both asked about and listed: the function that lists them."""
    asked, listed = set(), {}
    for node in walk(function):
        if isinstance(node, ast.Call):
            key = _option_key(node)
            name = called(node) or ""
            if key is not None and name.startswith("a_"):
                asked.add(key)
            elif key is not None and flow.pure(name):
                listed[key] = name
    return {k: n for k, n in listed.items() if k in asked}


def open_loops(code: Code) -> Code:
    """Every `while TEST` as `while True` that is left in its first line."""
    for stmt in code:
        for inner in bodies(stmt):
            inner[:] = open_loops(inner)
        if isinstance(stmt, ast.While) and not (isinstance(stmt.test, ast.Constant) and stmt.test.value):
            stmt.body.insert(0, ast.If(ast.UnaryOp(ast.Not(), stmt.test), [ast.Break()], []))
            stmt.test = ast.Constant(True)
    return code
