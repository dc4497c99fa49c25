"""Comprehensions that filter, count, sum up or look for something, as plain loops in front of the statement that needs
them.

A comprehension is a function to Python 3.11: to call it costs as much as looking at several cards, and the names that
it reads become cells. Only what changes nothing is moved, and only where it would be worked out in any case.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulewright.interpreter.codegen.fold import constant, known, truth
from rulewright.interpreter.codegen.trees import Code, assign, bodies, called, copied, load, size, used_names, walk
from rulewright.interpreter.codegen.unroll import keys_of

Comprehension = ast.ListComp | ast.GeneratorExp


class Expand:
    """Works on one function after the other.

    pure: whether a call of that name changes nothing; small: zones that seldom hold many cards.
    """

    def __init__(self, pure: Callable[[str], bool], small: frozenset[int]) -> None:
        self.pure = pure
        self.small = small
        self._number = 0

    def code(self, code: Code) -> Code:
        found: Code = []
        for stmt in code:
            for inner in bodies(stmt):
                inner[:] = self.code(inner)
            found += self._statement(stmt)
        return found

    def _statement(self, stmt: ast.stmt) -> Code:
        field = {ast.If: "test", ast.For: "iter"}.get(type(stmt))  # type: ignore[call-overload]
        if field is None and isinstance(stmt, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
            field = "value"
        e = getattr(stmt, field, None) if field is not None else None
        if e is None or not self._worth_it(e) or not self._quiet(e):
            return [stmt]
        targets = [stmt.target] if isinstance(stmt, ast.AugAssign) else getattr(stmt, "targets", [])
        if not all(self._quiet(t) for t in targets):
            return [stmt]
        before, made = self._value(e)
        setattr(stmt, str(field), made)
        return [*before, stmt]

    def _quiet(self, e: ast.expr) -> bool:
        return not any(
            (isinstance(x, ast.Call) and not self.pure(called(x) or "")) or isinstance(x, ast.NamedExpr)
            for x in walk(e)
        )

    def _fresh(self, stem: str) -> str:
        self._number += 1
        return f"{stem}_e{self._number}_"

    def _worth_it(self, e: ast.expr) -> bool:
        """Whether there is a comprehension inside that is better as a loop."""
        for x in walk(e):
            if isinstance(x, ast.ListComp) and (_filters(x) or self._few(x)):
                return True
            if called(x) == "best" and isinstance(x, ast.Call) and isinstance(x.args[1], ast.Lambda):
                return True
            if called(x) in ("sum", "any") and isinstance(x, ast.Call) and isinstance(x.args[0], Comprehension):
                return True
            if isinstance(x, ast.Compare) and isinstance(x.ops[0], ast.In | ast.NotIn):
                if isinstance(x.comparators[0], ast.ListComp):
                    return True
        return False

    # ------------------------------------------------------------ expressions

    def _value(self, e: ast.expr) -> tuple[Code, ast.expr]:
        """Statements, and the expression that has the value after them."""
        if not self._worth_it(e):
            return [], e
        name = called(e)
        if isinstance(e, ast.Call) and len(e.args) == 1 and isinstance(e.args[0], Comprehension):
            row = e.args[0]
            if name == "sum":
                return self._sum(row)
            if name == "any" and len(row.generators) == 1:
                tests = [row.elt] if truth(row.elt) is not True else []
                return self._look(row, tests)
            if name == "len":
                return self._count(row)
        if name == "best" and isinstance(e, ast.Call) and isinstance(e.args[1], ast.Lambda):
            return self._best(e)
        if name == "the_only" and isinstance(e, ast.Call) and called(e.args[0]) == "best":
            before, made = self._value(e.args[0])
            assert isinstance(made, ast.Call)
            return before, ast.Call(load("only_best"), [*made.args, e.args[1]], [])
        if isinstance(e, ast.Compare) and len(e.ops) == 1 and isinstance(e.ops[0], ast.In | ast.NotIn):
            listed = e.comparators[0]
            if isinstance(listed, ast.ListComp) and len(listed.generators) == 1:
                before, wanted = self._value(e.left)
                if not isinstance(wanted, ast.Name | ast.Constant):
                    held = self._fresh("wanted")
                    before.append(assign(held, wanted))
                    wanted = load(held)
                loop, found = self._look(listed, [ast.Compare(listed.elt, [ast.Eq()], [wanted])])
                return [*before, *loop], found if isinstance(e.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
        if isinstance(e, ast.ListComp):
            return self._list(e)
        if isinstance(e, ast.BoolOp):
            return self._either(e)
        if isinstance(e, ast.IfExp):
            return self._choice(e)
        if isinstance(e, ast.Compare) and len(e.ops) > 1:
            return [], e
        if isinstance(e, ast.Lambda | Comprehension):
            return [], e
        before = []
        for field, value in ast.iter_fields(e):
            if isinstance(value, ast.expr):
                more, made = self._value(value)
                before += more
                setattr(e, field, made)
            elif isinstance(value, list):
                for place, one in enumerate(value):
                    if isinstance(one, ast.expr):
                        more, value[place] = self._value(one)
                        before += more
        return before, e

    def _either(self, e: ast.BoolOp) -> tuple[Code, ast.expr]:
        """`a or b`, where working out `b` takes statements: only if `a` does not settle it."""
        plain: list[ast.expr] = []
        for place, part in enumerate(e.values):
            if not self._worth_it(part):
                plain.append(part)
                continue
            before, made = self._value(part)
            rest = e.values[place + 1 :]
            if not before:
                plain.append(made)
                continue
            if not plain and not rest:
                return before, made
            name = self._fresh("test")
            inner = [*before, assign(name, made)]
            if rest:
                more, last = self._value(rest[0] if len(rest) == 1 else ast.BoolOp(e.op, rest))
                again = [*more, assign(name, last)]
                inner.append(ast.If(_stops(e, load(name), False), again, []))
            if not plain:
                return inner, load(name)
            first = plain[0] if len(plain) == 1 else ast.BoolOp(e.op, plain)
            return [assign(name, first), ast.If(_stops(e, load(name), False), inner, [])], load(name)
        return [], plain[0] if len(plain) == 1 else ast.BoolOp(e.op, plain)

    def _choice(self, e: ast.IfExp) -> tuple[Code, ast.expr]:
        before, test = self._value(e.test)
        one, yes = self._value(e.body)
        other, no = self._value(e.orelse)
        if not one and not other:
            return before, ast.IfExp(test, yes, no)
        name = self._fresh("value")
        return [*before, ast.If(test, [*one, assign(name, yes)], [*other, assign(name, no)])], load(name)

    # ------------------------------------------------------------ comprehensions

    def _loops(self, row: Comprehension, inside: Callable[[dict[str, ast.expr]], Code]) -> Code:
        """The loops of a comprehension around the statements that `inside` gives for its names."""
        names: dict[str, ast.expr] = {}

        def loop(place: int) -> Code:
            if place == len(row.generators):
                return inside(names)
            part = row.generators[place]
            before, things = self._value(copied(part.iter, names))
            for name in used_names(part.target):
                names[name] = load(self._fresh(name.split("_")[0] or "x"))
            target = copied(part.target, names)
            code = loop_tests(place, list(part.ifs))
            return [*before, ast.For(target, things, code, [])]

        def loop_tests(place: int, tests: list[ast.expr]) -> Code:
            if not tests:
                return loop(place + 1)
            before, test = self._value(copied(tests[0], names))
            return [*before, ast.If(test, loop_tests(place, tests[1:]), [])]

        return loop(0)

    def _list(self, row: ast.ListComp) -> tuple[Code, ast.expr]:
        if not _filters(row) and not self._worth_it(row.elt) and not self._few(row):
            return [], row
        part = row.generators[0]
        ok, things = known(part.iter)
        if ok and len(row.generators) == 1 and not part.ifs and isinstance(part.target, ast.Name) and size(row) < 80:
            if isinstance(things, tuple) and len(things) <= 6:
                return self._row_of(row.elt, part.target.id, things)
        name = self._fresh("list")

        def inside(names: dict[str, ast.expr]) -> Code:
            before, value = self._value(copied(row.elt, names))
            return [*before, ast.Expr(ast.Call(ast.Attribute(load(name), "append", ast.Load()), [value], []))]

        return [assign(name, ast.List([], ast.Load())), *self._loops(row, inside)], load(name)

    def _best(self, e: ast.Call) -> tuple[Code, ast.expr]:
        """The items with the best keys: the keys listed without calling anything for each."""
        before, items = self._value(e.args[0])
        if not isinstance(items, ast.Name):
            held = self._fresh("items")
            before.append(assign(held, items))
            items = load(held)
        row = keys_of(ast.Call(e.func, [items, *e.args[1:]], []))
        more, keys = self._value(row)
        return before + more, ast.Call(load("best_of"), [items, keys, e.args[2]], [])

    def _few(self, row: Comprehension) -> bool:
        """Whether it goes through the cards of a common zone that is no pile: there are seldom many."""
        place = row.generators[0].iter
        if not isinstance(place, ast.Subscript) or not isinstance(place.value, ast.Name) or place.value.id != "z":
            return False
        ok, zone = known(place.slice)
        return ok and zone in self.small

    def _row_of(self, elt: ast.expr, name: str, things: tuple[Any, ...]) -> tuple[Code, ast.expr]:
        """The list of a value for each of a few known things."""
        before: Code = []
        values: list[ast.expr] = []
        for thing in things:
            more, value = self._value(copied(elt, {name: constant(thing)}))
            before += more
            values.append(value)
        return before, ast.List(values, ast.Load())

    def _sum(self, row: Comprehension) -> tuple[Code, ast.expr]:
        name = self._fresh("sum")

        def inside(names: dict[str, ast.expr]) -> Code:
            value = copied(row.elt, names)
            if isinstance(value, ast.IfExp) and known(value.orelse) == (True, 0):
                before, test = self._value(value.test)
                more, value = self._value(value.body)
                return [*before, ast.If(test, [*more, _add(name, value)], [])]
            before, value = self._value(value)
            return [*before, _add(name, value)]

        return [assign(name, ast.Constant(0)), *self._loops(row, inside)], load(name)

    def _count(self, row: Comprehension) -> tuple[Code, ast.expr]:
        name = self._fresh("count")
        loops = self._loops(row, lambda names: [_add(name, ast.Constant(1))])
        return [assign(name, ast.Constant(0)), *loops], load(name)

    def _look(self, row: Comprehension, tests: list[ast.expr]) -> tuple[Code, ast.expr]:
        """Whether something in the row passes the tests."""
        name = self._fresh("found")
        part = row.generators[0]
        whole = type(row)(row.elt, [ast.comprehension(part.target, part.iter, [*part.ifs, *tests], 0)])
        done: Code = [assign(name, ast.Constant(True)), ast.Break()]
        return [assign(name, ast.Constant(False)), *self._loops(whole, lambda names: list(done))], load(name)


def _add(name: str, value: ast.expr) -> ast.stmt:
    return ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), value)


def _stops(e: ast.BoolOp, test: ast.expr, stop: bool) -> ast.expr:
    """The condition under which the next part counts."""
    return ast.UnaryOp(ast.Not(), test) if isinstance(e.op, ast.Or) else test


def _filters(row: Comprehension) -> bool:
    return any(part.ifs for part in row.generators)
