"""Calls of the runtime that give a number."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from rulewright.interpreter.codegen.trees import called, is_state
from rulewright.interpreter.native.numbers import Numbers
from rulewright.interpreter.native.terms import EMPTY, LIST, NUMBER, ROWS, Untranslatable, each, numbers

# Functions of the runtime that give a number: their C name and how many of their arguments count (after S).
_NUMBERS: dict[str, tuple[str, int]] = {"first_card": ("first_card", 1), "last_card": ("last_card", 1)}

_MOST_SPACES = 128  # a board may have, for a table of the ways between any two


class Calls(Numbers):
    """Writes them."""

    def _is_Call(self, e: ast.Call) -> str:
        name = called(e)
        if isinstance(e.func, ast.Attribute) and is_state(e.func, "position"):
            return "position()"
        if name is None:
            raise Untranslatable(f"the call {ast.unparse(e)[:60]}")
        if name in self.functions:
            return self._call(e)
        if name == "int":
            return self._chance(e)
        special: Callable[[ast.Call], str] | None = getattr(self, f"_call_{name}", None)
        if special is not None:
            return special(e)
        if name in _NUMBERS:
            c_name, count = _NUMBERS[name]
            return f"{c_name}({', '.join(self.number(a) for a in e.args[1 : 1 + count])})"
        raise Untranslatable(f"the function {name}")

    def _call(self, e: ast.Call) -> str:
        function = self.functions[called(e) or ""]
        args = []
        for arg, param in zip(e.args[1:], function.tree.args.args[1:], strict=True):
            if function.kinds.get(param.arg) == LIST:
                held = self.temporary("given")
                self.out.add(f"static ll {held}_n, {held}_a[MOST];")
                self.put_list(arg, held, False)
                args += [f"{held}_a", f"{held}_n"]
            else:
                args.append(self.number(arg))
        held = f"{self.c_name(function)}({', '.join(args)})"
        if function.gives in (LIST, ROWS):
            return held
        value = self.temporary("value")
        self.out.add(f"ll {value} = {held};")
        self.check()
        return value

    def _chance(self, e: ast.Call) -> str:
        """`int(S.rngs[p]() * n)`: a choice among n."""
        inner = e.args[0]
        if not (
            isinstance(inner, ast.BinOp)
            and isinstance(inner.op, ast.Mult)
            and isinstance(inner.left, ast.Call)
            and isinstance(inner.left.func, ast.Subscript)
            and is_state(inner.left.func.value, "rngs")
        ):
            raise Untranslatable("int")
        return f"chosen({self.number(inner.left.func.slice)}, {self.number(inner.right)})"

    def _call_len(self, e: ast.Call) -> str:
        if is_state(e.args[0]) and e.args[0].attr in EMPTY:
            return "0"
        return self.items(e.args[0])[0]

    def _call_sum(self, e: ast.Call) -> str:
        length, at_place, _ = self.items(e.args[0])
        total, i = self.temporary("sum"), self.temporary("i")
        self.out.add(f"ll {total} = 0; {each(i, length)} {total} += number({at_place(i)}); }}")
        return total

    def _any_or_all(self, e: ast.Call, wanted: bool) -> str:
        length, at_place, _ = self.items(e.args[0])
        found, i = self.temporary("found"), self.temporary("i")
        sign = "" if wanted else "!"
        self.out.add(f"ll {found} = {int(not wanted)};")
        self.out.add(f"{each(i, length)} if ({sign}truth({at_place(i)})) {{ {found} = {int(wanted)}; break; }} }}")
        return found

    def _call_any(self, e: ast.Call) -> str:
        return self._any_or_all(e, True)

    def _call_all(self, e: ast.Call) -> str:
        return self._any_or_all(e, False)

    def _call_bool(self, e: ast.Call) -> str:
        return f"(({self.truth(e.args[0])}) != 0)"

    def _extreme(self, values: Sequence[ast.expr], highest: bool) -> str:
        held, i = self.temporary("extreme"), self.temporary("i")
        sign = ">" if highest else "<"
        if len(values) == 1:
            length, at_place, _ = self.items(values[0])
            this = at_place(i)
            self.out.add(f"ll {held} = {length} ? {at_place('0')} : bail();")
            self.out.add(f"{{ ll {i}; for ({i} = 1; {i} < {length}; {i}++) if ({this} {sign} {held}) {held} = {this}; }}")
            return held
        self.out.add(f"ll {held} = number({self.number(values[0])});")
        for value in values[1:]:
            other = self.temporary("other")
            self.out.add(f"ll {other} = number({self.number(value)}); if ({other} {sign} {held}) {held} = {other};")
        return held

    def _call_max(self, e: ast.Call) -> str:
        return self._extreme(e.args, True)

    def _call_min(self, e: ast.Call) -> str:
        return self._extreme(e.args, False)

    def _call_extreme(self, e: ast.Call) -> str:
        return self._extreme(e.args[:1], self.truth(e.args[1]) == "1")

    def _call_the_only(self, e: ast.Call) -> str:
        length, at_place, rows = self.items(e.args[0])
        if rows:
            raise Untranslatable("the only row")
        return f"({length} == 1 ? {at_place('0')} : bail())"

    def _call_only_best(self, e: ast.Call) -> str:
        held = self.temporary("best")
        self.out.add(f"static ll {held}_n, {held}_a[MOST]; {held}_n = 0;")
        self.best_of(e, held)
        return f"({held}_n == 1 ? {held}_a[0] : bail())"

    def _call_first_item(self, e: ast.Call) -> str:
        length, at_place, rows = self.items(e.args[0])
        if rows:
            raise Untranslatable("the first row")
        last = self.truth(e.args[1])
        return f"(!{length} ? NONE : ({last}) ? {at_place(f'{length} - 1')} : {at_place('0')})"

    def _call_divide(self, e: ast.Call) -> str:
        return f"divide(number({self.number(e.args[0])}), number({self.number(e.args[1])}), {self.truth(e.args[2])})"

    def _call_remainder(self, e: ast.Call) -> str:
        return f"modulo(number({self.number(e.args[0])}), number({self.number(e.args[1])}))"

    def _call_small(self, e: ast.Call) -> str:
        return f"small(number({self.number(e.args[0])}))"

    def _call_after_turn(self, e: ast.Call) -> str:
        step = f"(({self.truth(e.args[2])}) ? s_dir : -s_dir)"
        return f"turn_order(number({self.number(e.args[1])}), {step}, 1)"

    def _call_left_of(self, e: ast.Call) -> str:
        return f"turn_order(number({self.number(e.args[1])}), 1, 1)"

    def _call_right_of(self, e: ast.Call) -> str:
        return f"turn_order(number({self.number(e.args[1])}), -1, 1)"

    def _call_older_triggers(self, e: ast.Call) -> str:
        return "0"

    def _call_settle_ends(self, e: ast.Call) -> str:
        return "settle_ends()"

    def _call_is_kind(self, e: ast.Call) -> str:
        table = e.args[0]
        if not isinstance(table, ast.Name):
            raise Untranslatable("is_kind")
        made, length = self.table(table.id)
        card = self.temporary("card")
        self.out.add(f"ll {card} = {self.number(e.args[1])};")
        return f"({card} != NONE && {made}[checked({card}, {length})])"

    def _call_any_named(self, e: ast.Call) -> str:
        if not isinstance(e.args[1], ast.Name):
            raise Untranslatable("a card by its name")
        made, length = self.table(e.args[1].id)
        return f"any_named({made}, {length})"

    def _call_roll(self, e: ast.Call) -> str:
        name, faces, who = e.args[1:4]  # behind them the words on the faces, for those who read what happened
        if not (isinstance(name, ast.Constant) and isinstance(name.value, str)) or not isinstance(faces, ast.Name):
            raise Untranslatable("a die")
        made, length = self.table(faces.id)
        first = self._streams([f"die {name.value} {p}" for p in [*range(self.source.players), None]])
        roller = self.temporary("roller")
        self.out.add(f"ll {roller} = {self.number(who)};")
        stream = f"{first} + ({roller} == NONE ? N_PLAYERS : checked({roller}, N_PLAYERS))"
        return f"roll({stream}, {made}, {length})"

    def _call_beyond_of(self, e: ast.Call) -> str:
        way = self.straight_way(e)
        further = f"way_place[{way}] + 1 < way_length[{way}]"
        return f"({way} >= 0 && {further} ? way_space[way_begin[{way}] + way_place[{way}] + 1] : NONE)"

    def straight_way(self, e: ast.Call) -> str:
        """The number of the straight way from one space through another (`f(STRAIGHT, start, through, where)`), or -1."""
        table = e.args[0]
        if not (isinstance(table, ast.Name) and table.id == "STRAIGHT") or self.source.spaces > _MOST_SPACES:
            raise Untranslatable("a straight way")
        if "STRAIGHT" not in self.tables:
            self.tables["STRAIGHT"] = self._straight_ways(self.source.values["STRAIGHT"])
        start, through, way = (self.temporary(x) for x in ("start", "through", "way"))
        for name, value in ((start, e.args[1]), (through, e.args[2])):
            self.out.add(f"ll {name} = {self.number(value)};")
        there = f"checked({start}, N_SPACES) * N_SPACES + checked({through}, N_SPACES)"
        self.out.add(f"ll {way} = {start} == NONE || {through} == NONE ? -1 : way_number[{there}];")
        return way

    def _straight_ways(self, ways: Mapping[tuple[int, int], tuple[Sequence[int], int]]) -> str:
        """Tables of the straight ways by their two first spaces: where each begins among `way_space`, how long it is and
        at which place the second space lies."""
        n = self.source.spaces
        number, begin, length, place = [-1] * (n * n), [], [], []
        spaces: list[int] = []
        for count, ((start, through), (run, at)) in enumerate(ways.items()):
            number[start * n + through] = count
            begin.append(len(spaces))
            length.append(len(run))
            place.append(at)
            spaces += run
        rows = (("number", number), ("begin", begin), ("length", length), ("place", place), ("space", spaces))
        return "\n".join(f"static const int way_{name}[] = {{{numbers([*row, 0])}}};" for name, row in rows)

    def _call_space_at(self, e: ast.Call) -> str:
        rows, columns, row, column = (self.temporary(x) for x in ("rows", "columns", "row", "column"))
        for name, value in zip((rows, columns, row, column), e.args[:4], strict=True):
            self.out.add(f"ll {name} = number({self.number(value)});")
        inside = f"1 <= {row} && {row} <= {rows} && 1 <= {column} && {column} <= {columns}"
        return f"(({inside}) ? ({row} - 1) * {columns} + {column} - 1 : bail())"

    def _call_has_path(self, e: ast.Call) -> str:
        starts, goals, neighbours, test = e.args
        if not (isinstance(neighbours, ast.Name) and neighbours.id == "NEIGHBOURS" and isinstance(test, ast.Lambda)):
            raise Untranslatable("a path")
        ok, space = self.temporary("ok"), test.args.args[0].arg
        self.f.kinds[space] = NUMBER
        self.out.add(f"static unsigned char {ok}[N_SPACES + 1];")
        self.loop(
            ast.Name(space), ast.Call(ast.Name("range"), [ast.Constant(self.source.spaces)], []),
            lambda: self.out.add(f"{ok}[{self.name(space)}] = ({self.truth(test.body)}) != 0;"),
        )  # fmt: skip
        lists = []
        for one in (starts, goals):
            if self.kind(one) == NUMBER:
                one = ast.List([one], ast.Load())
            held = self.temporary("spaces")
            self.out.add(f"static ll {held}_n, {held}_a[MOST];")
            self.put_list(one, held, False)
            lists.append(f"{held}_a, {held}_n")
        return f"has_path({lists[0]}, {lists[1]}, {ok})"

    _call_next_seat = _call_after_turn
