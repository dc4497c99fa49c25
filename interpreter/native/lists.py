"""Lists: going through them, and making them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from rulewright.interpreter.codegen.trees import called, walk
from rulewright.interpreter.native.calls import Calls
from rulewright.interpreter.native.terms import LIST, MADE, NUMBER, ROWS, WIDTH, Untranslatable, each, memory, numbers


def _card_of(zone: int, i: str) -> str:
    return f"z[{zone}][{i}]"


class Lists(Calls):
    """Writes them: each is an array with its length beside it."""

    def loop(self, target: ast.expr, items: ast.expr, body: Callable[[], None], changes: bool = False) -> None:
        """Do `body` for each item; changes: whether that may move cards or assign to the list gone through."""
        if not (isinstance(target, ast.Name)):
            raise Untranslatable("an unusual form")
        goal = self.name(target.id)
        i = self.temporary("i")
        while called(items) in ("tuple", "list") and isinstance(items, ast.Call):
            items = items.args[0]
        if called(items) in ("range", "in_order", "ring"):
            if not (isinstance(items, ast.Call)):
                raise Untranslatable("an unusual form")
            low, high, value = self._count(items, i)
            end = self.temporary("end")
            self.out.add(f"{{ ll {i}, {end} = {high}; for ({i} = {low}; {i} < {end}; {i}++) {{")
            self.out.add(f"    {goal} = {value};")
        else:
            length, at_place, rows = self.items(items, copy=changes)
            self.out.add(f"{each(i, length)} {{")
            if rows:
                self.out.add(f"    memcpy({goal}, {at_place(i)}, sizeof(ll) * {WIDTH});")
            else:
                self.out.add(f"    {goal} = {at_place(i)};")
        body()
        self.out.depth += 1
        self.check()
        self.out.depth -= 1
        self.out.add("} }")

    def _count(self, call: ast.Call, i: str) -> tuple[str, str, str]:
        """First, end and value of a loop over numbers or seats."""
        name = called(call)
        if name == "range":
            bounds = [self.number(a) for a in call.args]
            if len(bounds) > 2:
                raise Untranslatable("range with steps")
            return ("0", bounds[0], i) if len(bounds) == 1 else (bounds[0], bounds[1], i)
        start, step = self.temporary("start"), self.temporary("step")
        if name == "in_order":
            self.out.add(f"ll {start} = s_act != NONE ? s_act : s_first, {step} = s_dir;")
            return "0", "N_PLAYERS", f"turn_order({start}, {step}, {i})"
        begin, clockwise, inclusive = self.number(call.args[1]), self.truth(call.args[2]), self.truth(call.args[3])
        self.out.add(f"ll {start} = checked({begin}, N_PLAYERS), {step} = ({clockwise}) ? 1 : -1;")
        return f"(({inclusive}) ? 0 : 1)", "N_PLAYERS", f"turn_order({start}, {step}, {i})"

    def _append(self, value: str, goal: str) -> None:
        self.out.add(f"if ({goal}_n >= MOST) bail(); else {goal}_a[{goal}_n++] = {value};")
        self.check()

    def _append_row(self, row: ast.expr, goal: str) -> None:
        self.out.add(f"if ({goal}_n >= MOST) {{ bail(); goto {self.handlers[-1]}; }}")
        self.put_row(row, f"{goal}_a[{goal}_n]")
        self.out.add(f"{goal}_n++;")

    def put_row(self, row: ast.expr, goal: str) -> None:
        if isinstance(row, ast.Tuple):
            if len(row.elts) > WIDTH:
                raise Untranslatable("a long row")
            for i, value in enumerate(row.elts):
                if self.kind(value) not in (NUMBER, None):
                    raise Untranslatable("a list in a row")
                self.out.add(f"{goal}[{i}] = {self.number(value)};")
            for i in range(len(row.elts), WIDTH if self.rows_compared else 0):
                self.out.add(f"{goal}[{i}] = 0;")
        elif isinstance(row, ast.Name):
            self.out.add(f"memcpy({goal}, {self.name(row.id)}, sizeof(ll) * {WIDTH});")
        elif isinstance(row, ast.Subscript):
            length, at_place, rows = self.items(row.value)
            if not rows:
                raise Untranslatable("a row")
            self.out.add(f"memcpy({goal}, {at_place(self.item_index(row.slice, length))}, sizeof(ll) * {WIDTH});")
        else:
            raise Untranslatable("a row")

    def items(self, e: ast.expr, copy: bool = False) -> tuple[str, Callable[[str], str], bool]:
        """How long a list is, what gives the item with an index, and whether the items are rows.

        copy: as a list of its own, which nothing changes.
        """
        while called(e) in ("tuple", "list", "choosable") and isinstance(e, ast.Call) and not self._thins(e):
            e = e.args[1] if called(e) == "choosable" else e.args[0]
        rows = self.kind(e) == ROWS
        direct = self._direct(e, copy)
        if direct is not None:
            return direct
        held = self.temporary("list")
        if isinstance(e, ast.Tuple) and e.elts and all(isinstance(x, ast.Constant) for x in e.elts):
            values = [x.value for x in e.elts if isinstance(x, ast.Constant)]
            if all(x is None or isinstance(x, bool | int) for x in values):
                self.out.add(f"static const ll {held}_a[] = {{{numbers(values)}}};")
                return str(len(values)), lambda i: f"{held}_a[{i}]", False
        self.out.add(f"static ll {held}_n, {held}_a[MOST]{f'[{WIDTH}]' if rows else ''};")
        self.put_list(e, held, rows)
        return f"{held}_n", lambda i: f"{held}_a[{i}]", rows

    def _thins(self, e: ast.Call) -> bool:
        """Whether of alike cards only the first is an option."""
        several = called(e) != "choosable" or (isinstance(e.args[3], ast.Constant) and e.args[3].value is True)
        return self.source.alike and not several

    def _direct(self, e: ast.expr, copy: bool = False) -> tuple[str, Callable[[str], str], bool] | None:
        """The same of what is a list already; copy: of what never changes."""
        if isinstance(e, ast.Name) and self.f.kinds.get(e.id) in (LIST, ROWS, MADE) and not copy:
            goal = self.name(e.id)
            return f"{goal}_n", lambda i: f"{goal}_a[{i}]", self.f.kinds[e.id] == ROWS
        found = memory(e.value) if isinstance(e, ast.Subscript) else None
        if found is not None and isinstance(e, ast.Subscript) and found[0] == "z" and not isinstance(e.slice, ast.Slice):
            if not copy or found[1] is not None:
                zone, cards = self.temporary("zone"), self.remembered("z", found[1])
                self.out.add(f"ll {zone} = {self.index(e.slice, 'N_ZONES')};")
                return f"{cards}_n[{zone}]", lambda i: f"{cards}[{zone}][{i}]", False
        if isinstance(e, ast.Name) and e.id not in self.f.kinds and self.kind(e) == LIST:
            made, length = self.table(e.id)
            return str(length), lambda i: f"{made}[{i}]", False
        return None

    def put_list(self, e: ast.expr, goal: str, rows: bool) -> None:
        """Make the list `goal` what the expression gives."""
        if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Slice):
            self._slice(e, goal)
            return
        if isinstance(e, ast.Name) and self.f.kinds.get(e.id) in (LIST, ROWS) and self.name(e.id) == goal:
            return
        if any(isinstance(x, ast.Name) and x.id in self.f.kinds and self.name(x.id) == goal for x in walk(e)):
            held = self.temporary("list")
            size = f"[{WIDTH}]" if rows else ""
            self.out.add(f"static ll {held}_n, {held}_a[MOST]{size};")
            self.out.add(f"{held}_n = 0;")
            self.extend(e, held, rows)
            self.out.add(f"{goal}_n = {held}_n;")
            self.out.add(f"memcpy({goal}_a, {held}_a, sizeof({held}_a[0]) * {held}_n);")
            return
        self.out.add(f"{goal}_n = 0;")
        self.extend(e, goal, rows)

    def _slice(self, e: ast.Subscript, goal: str) -> None:
        if not (isinstance(e.slice, ast.Slice)):
            raise Untranslatable("an unusual form")
        low, high = e.slice.lower, e.slice.upper
        if e.slice.step is not None or high is not None or not (isinstance(low, ast.Constant) and low.value == 1):
            raise Untranslatable("a part of a list")
        length, at_place, rows = self.items(e.value)
        if rows:
            raise Untranslatable("a part of a list")
        i, n = self.temporary("i"), self.temporary("n")
        self.out.add(f"{{ ll {i}, {n} = {length}; for ({i} = 1; {i} < {n}; {i}++) {goal}_a[{i} - 1] = {at_place(i)};")
        self.out.add(f"{goal}_n = {n} ? {n} - 1 : 0; }}")

    def extend(self, e: ast.expr, goal: str, rows: bool) -> None:
        """Add to the list `goal` what the expression gives."""
        name = called(e)
        if name in ("tuple", "list", "choosable", "counted", "settled") and isinstance(e, ast.Call):
            inner = e.args[1] if name in ("choosable", "counted", "settled") else e.args[0]
            if name == "settled":
                zone = self.temporary("zone")
                self.out.add(f"ll {zone} = checked({self.number(inner)}, N_ZONES); settle({zone});")
                self._copy(f"z_n[{zone}]", lambda i: f"z[{zone}][{i}]", goal, False)
                return
            if name == "counted":
                before = self.temporary("before")
                self.out.add(f"{{ ll {before} = {goal}_n;")
                self.extend(inner, goal, rows)
                self.out.add(f"counted({goal}_n - {before}); }}")
                self.check()
                return
            if self._thins(e):
                before = self.temporary("before")
                self.out.add(f"{{ ll {before} = {goal}_n;")
                self.extend(inner, goal, rows)
                self.out.add(f"{goal}_n = unlike({goal}_a, {before}, {goal}_n); }}")
                return
            self.extend(inner, goal, rows)
        elif isinstance(e, ast.List | ast.Tuple):
            for one in e.elts:
                if isinstance(one, ast.Starred):
                    self.extend(one.value, goal, rows)
                elif rows:
                    self._append_row(one, goal)
                else:
                    self._append(self.number(one), goal)
        elif isinstance(e, ast.ListComp | ast.GeneratorExp):
            self._comprehension(e, goal, rows)
        elif isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add):
            self.extend(e.left, goal, rows)
            self.extend(e.right, goal, rows)
        elif isinstance(e, ast.IfExp):
            self.out.add(f"if ({self.truth(e.test)}) {{")
            self.extend(e.body, goal, rows)
            self.out.add("} else {")
            self.extend(e.orelse, goal, rows)
            self.out.add("}")
        elif isinstance(e, ast.BoolOp) and isinstance(e.op, ast.Or):
            for value in e.values:
                self.out.add(f"if (!{goal}_n) {{")
                self.extend(value, goal, rows)
                self.out.add("}")
        elif isinstance(e, ast.Call) and name in ("in_order", "ring", "range"):
            self.fresh += 1
            each = f"each {self.fresh}"
            self.f.kinds[each] = NUMBER
            self.loop(ast.Name(each), e, lambda: self._append(self.name(each), goal))
        elif isinstance(e, ast.Call) and name in self.functions and name is not None:
            function = self.functions[name]
            if function.gives not in (LIST, ROWS):
                raise Untranslatable(f"the list that {name} gives")
            self.out.add(f"{self._call(e)};")
            self.check()
            where = self.c_name(function)
            if rows and function.gives == LIST:
                self.out.add(f"if ({where}_n) bail();")  # of rows it gives none
            else:
                self._copy(f"{where}_n", lambda i: f"{where}_a[{i}]", goal, rows)
        elif isinstance(e, ast.Call) and name == "in_play":
            for place in (z for z, inside in enumerate(self.source.in_play) if inside):
                self._copy(f"z_n[{place}]", partial(_card_of, place), goal, False)
        elif isinstance(e, ast.Call) and name in ("ray_of", "spaces_between_of"):
            way = self.straight_way(e)
            first, end = (f"way_place[{way}]", f"way_length[{way}]") if name == "ray_of" else ("0", f"way_place[{way}]")
            self.out.add(f"if ({way} >= 0) {{")
            self._copy(f"({end} - {first})", lambda i: f"way_space[way_begin[{way}] + {first} + {i}]", goal, False)
            self.out.add("}")
        elif isinstance(e, ast.Call) and name == "best_of":
            self.best_of(e, goal)
        elif isinstance(e, ast.Call) and name == "first_items":
            self._first_items(e, goal)
        elif isinstance(e, ast.Call) and name == "beside":
            self._row_of(e.args[0], e.args[1], goal)
        elif (
            isinstance(e, ast.Subscript)
            and memory(e.value) is None
            and not (isinstance(e.value, ast.Name) and e.value.id in self.f.kinds)
        ):
            self._row_of(e.value, e.slice, goal)
        elif isinstance(e, ast.Name | ast.Subscript):
            direct = self._direct(e)
            if direct is None:
                raise Untranslatable(f"the list {ast.unparse(e)[:60]}")
            length, at_place, are_rows = direct
            if are_rows and not rows:
                raise Untranslatable("rows among numbers")
            if rows and not are_rows:
                self.out.add(f"if ({length}) bail();")  # a list that was always empty
            else:
                self._copy(length, at_place, goal, rows)
        else:
            raise Untranslatable(f"the list {ast.unparse(e)[:60]}")

    def _room(self, goal: str, more: str) -> None:
        """Give up where a list would grow too long."""
        self.out.add(f"if ({goal}_n + {more} > MOST) {{ bail(); goto {self.handlers[-1]}; }}")

    def _copy(self, length: str, at_place: Callable[[str], str], goal: str, rows: bool) -> None:
        i = self.temporary("i")
        self._room(goal, length)
        put = f"memcpy({goal}_a[{goal}_n++], {at_place(i)}, sizeof(ll) * {WIDTH});" if rows else (
            f"{goal}_a[{goal}_n++] = {at_place(i)};")
        self.out.add(f"{each(i, length)} {put} }}")

    def _comprehension(self, e: ast.ListComp | ast.GeneratorExp, goal: str, rows: bool) -> None:
        parts = e.generators

        def nest(place: int) -> None:
            if place == len(parts):
                if rows:
                    self._append_row(e.elt, goal)
                else:
                    self._append(self.number(e.elt), goal)
                return
            part = parts[place]

            def inside() -> None:
                self.out.depth += 1
                for test in part.ifs:
                    self.out.add(f"if (!({self.truth(test)})) continue;")
                nest(place + 1)
                self.out.depth -= 1

            self.loop(part.target, part.iter, inside)

        nest(0)

    def _row_of(self, table: ast.expr, index: ast.expr, goal: str) -> None:
        """Add one of the lists of a constant list of lists; of nothing none."""
        if isinstance(table, ast.Tuple):
            rows = [[x.value if isinstance(x, ast.Constant) else "?" for x in row.elts] for row in table.elts
                    if isinstance(row, ast.Tuple)]  # fmt: skip
            name = f"rows_{ast.unparse(table)}"
        elif isinstance(table, ast.Name):
            rows, name = self.source.values.get(table.id), table.id  # type: ignore[assignment]
        else:
            raise Untranslatable("a list of lists")
        if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
            raise Untranslatable("a list of lists")
        begin, every, n = self.nested(rows, name)
        place = self.temporary("place")
        self.out.add(f"{{ ll {place} = {self.number(index)}; if ({place} != NONE) {{ {place} = checked({place}, {n});")
        self._copy(f"({begin}[{place} + 1] - {begin}[{place}])", lambda i: f"{every}[{begin}[{place}] + {i}]", goal, False)
        self.out.add("} }")
        self.check()

    def best_of(self, e: ast.Call, goal: str) -> None:
        n, item, rows = self.items(e.args[0])
        _, key, _ = self.items(e.args[1])
        if rows:
            raise Untranslatable("the best of rows")
        top, i = self.temporary("top"), self.temporary("i")
        better = f"({self.truth(e.args[2])}) ? {key(i)} > {top} : {key(i)} < {top}"
        self._room(goal, n)
        self.out.add(f"{{ ll {i}, {top} = {n} ? {key('0')} : 0; for ({i} = 1; {i} < {n}; {i}++) if ({better}) {top} = {key(i)};")
        self.out.add(f"for ({i} = 0; {i} < {n}; {i}++) if ({key(i)} == {top}) {goal}_a[{goal}_n++] = {item(i)}; }}")

    def _first_items(self, e: ast.Call, goal: str) -> None:
        n, item, rows = self.items(e.args[0])
        if rows or self.truth(e.args[2]) != "0":
            raise Untranslatable("the last of several")
        count, i = self.temporary("count"), self.temporary("i")
        self._room(goal, n)
        self.out.add(f"{{ ll {i}, {count} = number({self.number(e.args[1])}); if ({count} > {n}) {count} = {n};")
        self.out.add(f"for ({i} = 0; {i} < {count}; {i}++) {goal}_a[{goal}_n++] = {item(i)}; }}")
