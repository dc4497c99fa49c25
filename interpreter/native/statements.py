"""Statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.codegen.trees import called, is_state, walk
from rulewright.interpreter.native.lists import Lists
from rulewright.interpreter.native.terms import (
    LIST,
    MADE,
    NUMBER,
    ROW,
    ROWS,
    SCALARS,
    WIDTH,
    Function,
    Untranslatable,
    each,
    loaded,
    memory,
    nothing_yet,
    zone_alias,
)

_MOVERS = ("move_one", "move_to_set", "move_first", "move_all", "draw_one", "draw_cards", "shuffle")


# What neither moves cards nor changes a list that is gone through.
_STILL = {
    "len", "sum", "any", "all", "max", "min", "int", "bool", "tick", "rules_line", "small", "divide", "remainder", "range",
    "in_order", "ring", "extreme", "beside", "left_of", "right_of", "is_kind", "tuple", "list", None,
}  # fmt: skip


class Statements(Lists):
    """Writes them; after what may have gone wrong stands a check."""

    def code(self, stmts: Sequence[ast.stmt]) -> None:
        self.out.depth += 1
        for stmt in stmts:
            self.statement(stmt)
        self.out.depth -= 1

    def statement(self, s: ast.stmt) -> None:
        method: Callable[[Any], None] | None = getattr(self, f"_do_{type(s).__name__}", None)
        if method is None:
            raise Untranslatable(f"the statement {ast.unparse(s)[:60]}")
        method(s)

    def _do_Pass(self, s: ast.Pass) -> None:
        pass

    def _do_Break(self, s: ast.Break) -> None:
        self.out.add("break;")

    def _do_Continue(self, s: ast.Continue) -> None:
        self.out.add("continue;")

    def _do_If(self, s: ast.If) -> None:
        test = self.truth(s.test)
        self.out.add(f"if ({test}) {{")
        self.code(s.body)
        if s.orelse:
            self.out.add("} else {")
            self.code(s.orelse)
        self.out.add("}")

    def _do_While(self, s: ast.While) -> None:
        if s.orelse:
            raise Untranslatable("while with else")
        self.out.add("for (;;) {")
        self.out.depth += 1
        if not (isinstance(s.test, ast.Constant) and s.test.value):
            self.out.add(f"if (!({self.truth(s.test)})) break;")
        self.out.depth -= 1
        self.code(s.body)
        self.out.depth += 1
        self.check()
        self.out.depth -= 1
        self.out.add("}")

    def _do_For(self, s: ast.For) -> None:
        if s.orelse:
            raise Untranslatable("for with else")
        if called(s.iter) == "zip":
            self._zip(s)
            return
        changes = any(isinstance(x, ast.Call) and called(x) not in _STILL for b in s.body for x in walk(b))
        self.loop(s.target, s.iter, lambda: self.code(s.body), changes)

    def _zip(self, s: ast.For) -> None:
        if not (isinstance(s.iter, ast.Call) and isinstance(s.target, ast.Tuple)):
            raise Untranslatable("an unusual form")
        items, made = s.iter.args
        who, chosen = s.target.elts
        if not (isinstance(items, ast.Name) and isinstance(made, ast.Name)):
            raise Untranslatable("an unusual form")
        if not (isinstance(who, ast.Name) and isinstance(chosen, ast.Tuple)):
            raise Untranslatable("an unusual form")
        parts = self.f.parts.get(made.id, [])
        if len(parts) != len(chosen.elts):
            raise Untranslatable("zip")
        i = self.temporary("i")
        self.out.add(f"{{ ll {i}; for ({i} = 0; {i} < {self.name(items.id)}_n; {i}++) {{")
        self.out.depth += 1
        self.out.add(f"{self.name(who.id)} = {self.name(items.id)}_a[{i}];")
        for place, (name, kind) in enumerate(zip(chosen.elts, parts, strict=True)):
            if not (isinstance(name, ast.Name)):
                raise Untranslatable("an unusual form")
            goal, origin = self.name(name.id), f"{self.name(made.id)}_{place}"
            if kind == LIST:
                self.out.add(f"{goal}_n = {origin}_n[{i}];")
                self.out.add(f"memcpy({goal}_a, {origin}[{i}], sizeof(ll) * {goal}_n);")
            else:
                self.out.add(f"{goal} = {origin}[{i}];")
        self.out.depth -= 1
        self.code(s.body)
        self.out.depth += 1
        self.check()
        self.out.depth -= 1
        self.out.add("} }")

    def _do_Return(self, s: ast.Return) -> None:
        if self.f.gives in (LIST, ROWS):
            where = self.c_name(self.f)
            self.put_list(s.value or ast.List([]), where, self.f.gives == ROWS)
        elif s.value is not None:
            self.out.add(f"value_ = {self.number(s.value)};")
        self.out.add("goto out;")

    def _do_Raise(self, s: ast.Raise) -> None:
        if isinstance(s.exc, ast.Name) and s.exc.id == "GameOver":
            self.out.add("exc = OVER;")
        elif called(s.exc) == "UnitEnded":
            if not (isinstance(s.exc, ast.Call)):
                raise Untranslatable("an unusual form")
            self.out.add(f"exc = ENDED; ended_unit = {self.number(s.exc.args[0])};")
        else:
            raise Untranslatable("raise")
        self.out.add(f"goto {self.handlers[-1]};")

    def _do_Try(self, s: ast.Try) -> None:
        if len(s.handlers) != 1 or s.orelse or s.finalbody:
            raise Untranslatable("try")
        handler = s.handlers[0]
        action = handler.body[0].value if len(handler.body) == 1 and isinstance(handler.body[0], ast.Expr) else None
        if called(action) != "leave_unit":
            raise Untranslatable("except")
        if not (isinstance(action, ast.Call)):
            raise Untranslatable("an unusual form")
        unit, turns = action.args[1], self.source.values.get("TURN_UNITS", frozenset())
        if not (isinstance(unit, ast.Constant) and isinstance(unit.value, int)):
            raise Untranslatable("except")
        label = self.temporary("ended")
        self.handlers.append(label)
        self.out.add("{")
        self.code(s.body)
        self.out.add("}")
        self.handlers.pop()
        also = " || ended_unit == -1" if unit.value in turns else ""
        self.out.add(f"{label}:")
        self.out.add(f"if (exc == ENDED && (ended_unit == {unit.value}{also})) exc = 0;")
        self.check()

    def _do_Assign(self, s: ast.Assign) -> None:
        if len(s.targets) != 1:
            value = self.number(s.value)
            held = self.temporary("value")
            self.out.add(f"{{ ll {held} = {value};")
            for target in s.targets:
                self.out.add(f"{self.place(target)} = {held};")
            self.out.add("}")
            return
        target = s.targets[0]
        if isinstance(target, ast.Tuple):
            if not isinstance(s.value, ast.Tuple) or len(s.value.elts) != len(target.elts):
                raise Untranslatable("an assignment to several things")
            held_names = [self.temporary("value") for _ in target.elts]
            for name, part in zip(held_names, s.value.elts, strict=True):
                self.out.add(f"ll {name} = {self.number(part)};")
            for one, name in zip(target.elts, held_names, strict=True):
                self.out.add(f"{self.place(one)} = {name};")
            return
        if self.is_fork(s.value):
            self._remember(target)
            return
        if zone_alias(s.value):
            return
        if is_state(target, "opts"):
            self.options = s.value
            return
        if is_state(target, "q"):
            if not (isinstance(s.value, ast.Constant) and isinstance(s.value.value, int)):
                raise Untranslatable("a question that is not known")
            self.question = s.value.value
            return
        if isinstance(target, ast.Name):
            self._to_name(target.id, s.value)
            return
        if called(s.value) == "next_trigger":
            raise Untranslatable("triggers")
        self.out.add(f"{self.place(target)} = {self.number(s.value)};")
        self._after(s.value)

    def _remember(self, target: ast.expr) -> None:
        """A snapshot: copies of as much of the state as somebody looks at."""
        if not isinstance(target, ast.Name):
            raise Untranslatable("a snapshot")
        read = {x.attr for x in walk(self.f.tree) if isinstance(x, ast.Attribute) and memory(x) == (x.attr, target.id)}
        used = sum(isinstance(x, ast.Name) and x.id == target.id for x in walk(self.f.tree))
        seen = sum(isinstance(x, ast.Attribute) and memory(x) == (x.attr, target.id) for x in walk(self.f.tree))
        if used != seen + 1:
            raise Untranslatable("a snapshot of which more than zones and numbers is read")
        for what, sizes in (("z", ("[N_ZONES + 1][N_CARDS + 1]", "[N_ZONES + 1]")), ("v", ("[N_VALUES + 1]",)),
                            ("at", ("[N_CARDS + 1]",))):  # fmt: skip
            if what not in read:
                continue
            kept, kind = self.remembered(what, target.id), "ll" if what == "v" else "int"
            for end, size in zip(("", "_n"), sizes, strict=False):
                self.out.add(f"static {kind} {kept}{end}{size};")
                self.out.add(f"memcpy({kept}{end}, {what}{end}, sizeof({what}{end}));")

    def _after(self, e: ast.expr) -> None:
        """A check after an expression in which something may have gone wrong."""
        if any(isinstance(x, ast.Call | ast.Subscript | ast.BinOp) for x in walk(e)):
            self.check()

    def _to_name(self, name: str, value: ast.expr) -> None:
        kind = self.f.kinds.get(name, NUMBER)
        goal = self.name(name)
        if called(value) == "next_trigger":
            self.out.add("bail();")  # no text waits in such a game
            self.check()
        elif called(value) == "pick":
            self._pick(name)
        elif kind in (NUMBER, "?"):
            self.out.add(f"{goal} = {self.number(value)};")
            self._after(value)
        elif kind in (LIST, ROWS) and isinstance(value, ast.Constant) and value.value is None:
            self.out.add(f"{goal}_n = 0;")  # no list yet
        elif kind in (LIST, ROWS):
            self.put_list(value, goal, kind == ROWS)
            self._after(value)
        elif kind == ROW:
            self.put_row(value, goal)
            self.check()
        elif kind == MADE:
            self._to_made(name, value)

    def _to_made(self, name: str, value: ast.expr) -> None:
        """`(None,) * n`, and `(*m[:i], (a, b), *m[i + 1:])`: what seat i has chosen."""
        goal = self.name(name)
        if isinstance(value, ast.Constant):
            return
        if nothing_yet(value):
            self.out.add(f"{goal}_n = 0;")
            return
        if not isinstance(value, ast.Tuple) or len(value.elts) != 3:
            raise Untranslatable("a tuple that is put together")
        first, chosen = value.elts[:2]
        if not (
            isinstance(first, ast.Starred)
            and isinstance(first.value, ast.Subscript)
            and isinstance(first.value.slice, ast.Slice)
            and first.value.slice.upper is not None
            and isinstance(chosen, ast.Tuple)
        ):
            raise Untranslatable("a tuple that is put together")
        place = self.temporary("place")
        self.out.add(f"{{ ll {place} = checked({self.number(first.value.slice.upper)}, N_PLAYERS);")
        for number, (part, kind) in enumerate(zip(chosen.elts, self.f.parts[name], strict=True)):
            if kind == LIST:
                length, at_place, _ = self.items(part)
                i = self.temporary("i")
                self.out.add(f"{goal}_{number}_n[{place}] = {length};")
                self.out.add(f"{each(i, length)} {goal}_{number}[{place}][{i}] = {at_place(i)}; }}")
            else:
                self.out.add(f"{goal}_{number}[{place}] = {self.number(part)};")
        self.out.add("}")
        self.check()

    def _pick(self, name: str) -> None:
        """A question of which the answer is a set."""
        if self.source.kinds[self.question] != 2 or self.source.alike or self.f.kinds.get(name) != LIST:
            raise Untranslatable("a question with a long answer")
        length, at_place, rows = self.items(self.options)
        if rows:
            raise Untranslatable("a set of rows")
        places, i, n = self.temporary("places"), self.temporary("i"), self.temporary("n")
        goal = self.name(name)
        self.out.add(f"{{ static ll {places}[65]; ll {i}, {n} = chosen_set({length}, s_player, {places});")
        self.out.add(f"{goal}_n = {n};")
        self.out.add(f"for ({i} = 0; {i} < {n}; {i}++) {goal}_a[{i}] = {at_place(f'{places}[{i}]')}; }}")
        self.check()

    def _do_AugAssign(self, s: ast.AugAssign) -> None:
        if isinstance(s.target, ast.Name) and self.f.kinds.get(s.target.id) in (LIST, ROWS):
            if not isinstance(s.op, ast.Add):
                raise Untranslatable("a list that is changed")
            self.extend(s.value, self.name(s.target.id), self.f.kinds[s.target.id] == ROWS)
            self.check()
            return
        whole = ast.BinOp(loaded(s.target), s.op, s.value)
        self.out.add(f"{self.place(s.target)} = {self.number(whole)};")
        self._after(whole)

    def place(self, target: ast.expr) -> str:
        """Where a number is put."""
        if isinstance(target, ast.Name):
            return self.name(target.id)
        if is_state(target) and target.attr in SCALARS:
            return f"s_{target.attr}"
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == "v":
            return f"v[{self.index(target.slice, 'N_VALUES')}]"
        raise Untranslatable(f"an assignment to {ast.unparse(target)[:40]}")

    def _do_Expr(self, s: ast.Expr) -> None:
        e = s.value
        if not isinstance(e, ast.Call):
            if isinstance(e, ast.Constant):
                return
            raise Untranslatable(f"the statement {ast.unparse(e)[:60]}")
        if isinstance(e.func, ast.Attribute):
            self._method(e)
            return
        name = called(e)
        if name is None:
            text = self.text_called(e)
            if text is not None:
                self._text(e, self.functions[text])
                return
            if any(isinstance(x, ast.Name) and x.id in ("ACTIONS", "DOERS") for x in walk(e.func)):
                raise Untranslatable("an action that is not known before")
            if isinstance(e.func, ast.Subscript):
                self.out.add("bail();")  # a text of a trigger; none waits
                self.check()
                return
            raise Untranslatable(f"the statement {ast.unparse(e)[:60]}")
        if name == "rules_line":
            return
        if name in self.functions:
            self.out.add(f"{self._call(e)};")
        elif name in ("move_many", "move_few"):
            self._move_many(e)
        elif name in ("tick", "turn_tick", "set_owners"):
            self.out.add(f"{name}();")
        elif name == "watch_forced":
            self.out.add("bail();")
        elif name == "wins":
            self._wins(e)
        elif name == "reveal":
            length, _, _ = self.items(e.args[1])
            self.out.add(f"if ({length}) s_changes++;")
        elif name in ("small", "divide", "remainder"):
            self.out.add(f"{self.number(e)};")
        elif name in _MOVERS:
            args = ", ".join(self.number(a) for a in e.args[1:])
            self.out.add(f"{name}({args});")
        else:
            raise Untranslatable(f"the function {name}")
        self.check()

    def _method(self, e: ast.Call) -> None:
        if not (isinstance(e.func, ast.Attribute)):
            raise Untranslatable("an unusual form")
        owner, name = e.func.value, e.func.attr
        if name == "append" and isinstance(owner, ast.Name):
            goal = self.name(owner.id)
            if self.f.kinds.get(owner.id) == ROWS:
                self._append_row(e.args[0], goal)
            else:
                self._append(self.number(e.args[0]), goal)
        elif isinstance(owner, ast.Name) and owner.id == "S" and name == "check_decisions":
            self.out.add("check_decisions();")
            self.check()
        elif isinstance(owner, ast.Name) and owner.id == "S" and name == "commits_done":
            return
        else:
            raise Untranslatable(f"the method {name}")

    def _text(self, e: ast.Call, function: Function) -> None:
        """Run the text of a rule for what it holds for."""
        params = len(function.tree.args.args) - 1
        row = e.args[1].value if len(e.args) == 2 and isinstance(e.args[1], ast.Starred) else None
        if len(e.args) == 1 and not params:
            given = ""
        elif isinstance(row, ast.Name) and self.f.kinds.get(row.id) == ROW and params <= WIDTH:
            given = ", ".join(f"{self.name(row.id)}[{i}]" for i in range(params))
        else:
            raise Untranslatable("a text of a rule")
        self.out.add(f"{self.c_name(function)}({given});")
        self.check()

    def _move_many(self, e: ast.Call) -> None:
        _, cards, goal, last, face = e.args
        if not (isinstance(face, ast.Constant) and face.value is None):
            raise Untranslatable("cards that are turned")
        held = self.temporary("cards")
        self.out.add(f"{{ static ll {held}_n, {held}_a[MOST];")
        self.put_list(cards, held, False)
        self.out.add(f"if (!exc) move_many({held}_a, {held}_n, {self.number(goal)}, {self.truth(last)}); }}")

    def _wins(self, e: ast.Call) -> None:
        length, at_place, _ = self.items(e.args[1])
        i = self.temporary("i")
        self.out.add("marked = 1; s_changes++;")
        self.out.add(f"{each(i, length)} marks |= 1LL << checked({at_place(i)}, N_PLAYERS); }}")
