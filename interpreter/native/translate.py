"""A playout's module, as trees of Python, turned into C.

It knows the Python that playouts are made of as far as games need it whose rules are about cards in zones, spaces and
numbers; whatever else it meets is `Untranslatable`, and the game is played in Python. A value is a whole number (nothing
is one as well), a list of them, or a list of rows (actions with what they are done to). Lists of one function are arrays
of its own; no function calls itself.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.interpreter.codegen.trees import called, walk
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.terms import (
    LIST,
    NUMBER,
    ROW,
    ROWS,
    WIDTH,
    Function,
    Out,
    Source,
    Untranslatable,
    zone_alias,
)


def translated(source: Source) -> tuple[str, list[str]]:
    """Give the C text of the module's functions and tables, to stand after the runtime, and the streams of chance that
    they draw from, dice and the like, in the order of their numbers; Untranslatable if it cannot be."""
    translator = Translator(source)
    return translator.module(), translator.streams


class Translator(Statements):
    """Writes a whole module."""

    def module(self) -> str:
        order = self._reached("r_main")
        calls = {called(x) for name in order for x in walk(self.functions[name].tree)}
        if self.source.hidden and "choosable" in calls:
            raise Untranslatable("a choice among cards not seen")
        self.rows_compared = any(
            isinstance(x, ast.Compare) and called(x.comparators[0]) in self.functions
            for name in order for x in walk(self.functions[name].tree)
        )  # fmt: skip
        for name in order:
            self._prepare(self.functions[name])
        for _ in range(2 + len(order)):
            for name in [*reversed(order), *order]:
                self._infer(self.functions[name])
        texts = [self._function(self.functions[name]) for name in reversed(order)]
        heads = [self._head(self.functions[name]) + ";" for name in order]
        return "\n".join([*self.tables.values(), *heads, *texts])

    def _reached(self, start: str) -> list[str]:
        """The functions that are called from `start` on, callers first; none may call itself."""
        found: list[str] = []
        running: list[str] = []

        def visit(name: str) -> None:
            if name in running:
                raise Untranslatable(f"{name} calls itself")
            if name in found:
                return
            running.append(name)
            for node in walk(self.functions[name].tree):
                callee = called(node)
                callee = self.text_called(node) or callee
                if callee in self.functions and callee is not None:
                    visit(callee)
            running.pop()
            found.append(name)

        visit(start)
        return found[::-1]

    def _prepare(self, function: Function) -> None:
        """`ans = pick(S)` and `x = ans` as one: the same name stands for numbers and for lists otherwise."""

        def code(stmts: list[ast.stmt]) -> list[ast.stmt]:
            made: list[ast.stmt] = []
            for stmt in stmts:
                for name in ("body", "orelse", "finalbody"):
                    inner = getattr(stmt, name, None)
                    if inner:
                        setattr(stmt, name, code(inner))
                for handler in getattr(stmt, "handlers", []):
                    handler.body = code(handler.body)
                before = made[-1] if made else None
                if (
                    isinstance(stmt, ast.Assign)
                    and isinstance(stmt.value, ast.Name)
                    and isinstance(before, ast.Assign)
                    and isinstance(before.targets[0], ast.Name)
                    and before.targets[0].id == stmt.value.id
                    and called(before.value) == "pick"
                ):
                    made[-1] = ast.Assign(stmt.targets, before.value)
                    continue
                made.append(stmt)
            return made

        function.tree.body = code(function.tree.body)
        function.own = {x.id for x in walk(function.tree) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        for arg in function.tree.args.args[1:]:
            function.own.add(arg.arg)

    def _head(self, function: Function) -> str:
        self.f = function
        params = []
        for arg in function.tree.args.args[1:]:
            name = self.name(arg.arg)
            params.append(f"const ll *{name}_a, ll {name}_n" if function.kinds.get(arg.arg) == LIST else f"ll {name}")
        args = ", ".join(params) or "void"
        kind = "void" if function.gives in (LIST, ROWS) else "ll"
        return f"static {kind} {self.c_name(function)}({args})"

    def _function(self, function: Function) -> str:
        self.f = function
        self.out = Out()
        self.labels: list[str] = []
        self.handlers: list[str] = ["out"]
        body = self._without_head(function.tree.body)
        head = self._head(function)
        given = function.gives in (LIST, ROWS)
        for stmt in body:
            self.statement(stmt)
        lines = self.out.lines
        self.out = Out()
        params = {a.arg for a in function.tree.args.args}
        for name, kind in function.kinds.items():
            if name not in params:
                self._declare(self.name(name), kind, function.parts.get(name, []))
        text = [*self.out.lines, *lines]
        where = self.c_name(function)
        before = [f"static ll {where}_n, {where}_a[MOST]{f'[{WIDTH}]' if function.gives == ROWS else ''};"] if given else []
        end = "    ;" if given else "    return value_;"
        start = [] if given else ["    ll value_ = 0;"]
        return "\n".join([*before, head + " {", *start, *text, "out:", end, "}"])

    @staticmethod
    def _without_head(body: list[ast.stmt]) -> list[ast.stmt]:
        """Without `z = S.z` and the like: here these are globals."""
        return [s for s in body if not (isinstance(s, ast.Assign) and zone_alias(s.value))]

    def _declare(self, name: str, kind: str, parts: Sequence[str]) -> None:
        if kind in (NUMBER, "?"):
            self.out.add(f"ll {name} = NONE;")
        elif kind == LIST:
            self.out.add(f"static ll {name}_n, {name}_a[MOST];")
        elif kind == ROWS:
            self.out.add(f"static ll {name}_n, {name}_a[MOST][{WIDTH}];")
        elif kind == ROW:
            self.out.add(f"ll {name}[{WIDTH}];")
        else:
            self.out.add(f"static ll {name}_n, {name}_a[MOST];")
            for place, part in enumerate(parts):
                self.out.add(f"static ll {name}_{place}[N_PLAYERS]{'[MOST]' if part == LIST else ''};")
                if part == LIST:
                    self.out.add(f"static ll {name}_{place}_n[N_PLAYERS];")
