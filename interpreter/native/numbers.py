"""Expressions that are numbers, or hold or do not."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulewright.interpreter.codegen.trees import called, is_state
from rulewright.interpreter.native.kinds import Kinds
from rulewright.interpreter.native.terms import (
    EMPTY,
    LIST,
    NUMBER,
    ROW,
    ROWS,
    SCALARS,
    WIDTH,
    Untranslatable,
    each,
    memory,
    yes_or_no,
)

_OPS = {
    ast.Add: "+", ast.Sub: "-", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "==", ast.IsNot: "!=",
}  # fmt: skip


class Numbers(Kinds):
    """Writes them; what must happen before an expression can be looked at is written first."""

    def index(self, e: ast.expr, size: str) -> str:
        if isinstance(e, ast.Constant) and isinstance(e.value, int) and e.value >= 0:
            return str(e.value)
        return f"checked({self.number(e)}, {size})"

    def item_index(self, e: ast.expr, length: str) -> str:
        return f"checked({self.number(e)}, {length})"

    def number(self, e: ast.expr) -> str:
        """The C expression of a number; what must happen before is written first."""
        method: Callable[[Any], str] | None = getattr(self, f"_is_{type(e).__name__}", None)
        if method is None:
            raise Untranslatable(f"the expression {ast.unparse(e)[:60]}")
        return method(e)

    def truth(self, e: ast.expr) -> str:
        """The C expression of whether something holds."""
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            return f"!({self.truth(e.operand)})"
        if isinstance(e, ast.BoolOp):
            return self._either(e, self.truth)
        if isinstance(e, ast.Compare):
            return self.number(e)
        if isinstance(e, ast.Constant):
            return "1" if e.value else "0"
        if is_state(e) and e.attr in EMPTY:
            return "0"
        if is_state(e, "marks"):
            return "marked"
        if self.kind(e) in (LIST, ROWS):
            return self.items(e)[0]
        return f"truth({self.number(e)})"

    def _either(self, e: ast.BoolOp, part: Callable[[ast.expr], str]) -> str:
        """and, or; what must happen before a later part only happens if it is looked at."""
        joint = " && " if isinstance(e.op, ast.And) else " || "
        texts: list[str] = []
        held = None
        for place, value in enumerate(e.values):
            before = len(self.out.lines)
            if held is not None:
                self.out.add(f"if ({'' if isinstance(e.op, ast.And) else '!'}{held}) {{")
            start = len(self.out.lines)
            text = part(value)
            if len(self.out.lines) == start:
                del self.out.lines[before:]
                if held is None:
                    texts.append(f"({text})")
                    continue
                self.out.add(f"if ({'' if isinstance(e.op, ast.And) else '!'}{held}) {held} = {text};")
                continue
            # Something must happen first: what was found so far is put into a variable that decides whether it does.
            if held is None and place:
                made = self.temporary("held")
                lines = self.out.lines[start:]
                del self.out.lines[start:]
                self.out.add(f"ll {made} = {joint.join(texts)};")
                self.out.add(f"if ({'' if isinstance(e.op, ast.And) else '!'}{made}) {{")
                self.out.lines += lines
                self.out.add(f"{made} = {text}; }}")
                held = made
            elif held is None:
                texts.append(f"({text})")
            else:
                self.out.add(f"{held} = {text}; }}")
        return held if held is not None else f"({joint.join(texts)})"

    def _is_Constant(self, e: ast.Constant) -> str:
        if e.value is None:
            return "NONE"
        if isinstance(e.value, bool | int):
            return f"{int(e.value)}LL" if abs(int(e.value)) > 1 << 30 else str(int(e.value))
        raise Untranslatable(f"the constant {e.value!r}")

    def _is_Name(self, e: ast.Name) -> str:
        if e.id in self.f.kinds:
            if self.f.kinds[e.id] not in (NUMBER, "?"):
                raise Untranslatable(f"{e.id} as a number")
            return self.name(e.id)
        value = self.source.values.get(e.id)
        if isinstance(value, bool | int):
            return str(int(value))
        raise Untranslatable(f"the name {e.id}")

    def _is_Attribute(self, e: ast.Attribute) -> str:
        if is_state(e) and e.attr in SCALARS:
            return f"s_{e.attr}"
        if is_state(e) and e.attr in EMPTY:
            return "0"
        raise Untranslatable(f"the state's {e.attr}")

    def _is_Subscript(self, e: ast.Subscript) -> str:
        found = memory(e.value)
        if found is not None and found[0] != "z":
            return f"{self.remembered(*found)}[{self.index(e.slice, 'N_VALUES' if found[0] == 'v' else 'N_CARDS')}]"
        if isinstance(e.value, ast.Name):
            name = e.value.id
            kind = self.f.kinds.get(name)
            if kind == ROW:
                return f"{self.name(name)}[{self.index(e.slice, str(WIDTH))}]"
            if kind is None and found is None:
                made, size = self.table(name)
                return f"{made}[{self.index(e.slice, str(size))}]"
        if self.kind(e.value) == LIST:
            length, at_place, _ = self.items(e.value)
            return at_place(self.item_index(e.slice, length))
        raise Untranslatable(f"the part {ast.unparse(e)[:60]}")

    def _is_UnaryOp(self, e: ast.UnaryOp) -> str:
        if isinstance(e.op, ast.Not):
            return f"(!({self.truth(e.operand)}))"
        if isinstance(e.op, ast.USub):
            return f"(-number({self.number(e.operand)}))"
        raise Untranslatable("an operator")

    def _is_BinOp(self, e: ast.BinOp) -> str:
        left, right = self.number(e.left), self.number(e.right)
        left, right = self._sure(e.left, left), self._sure(e.right, right)
        if isinstance(e.op, ast.Add | ast.Sub):
            return f"({left} {_OPS[type(e.op)]} {right})"
        if isinstance(e.op, ast.Mult):
            return f"multiply({left}, {right})"
        if isinstance(e.op, ast.Mod):
            return f"modulo({left}, {right})"
        if isinstance(e.op, ast.FloorDiv):
            return f"floor_div({left}, {right})"
        if isinstance(e.op, ast.BitAnd):
            return f"({left} & {right})"
        raise Untranslatable("an operator")

    @staticmethod
    def _sure(e: ast.expr, text: str) -> str:
        """A number that is not nothing."""
        if isinstance(e, ast.Constant | ast.BinOp) or called(e) in ("len", "sum", "int", "divide", "remainder", "small"):
            return text
        return f"number({text})"

    def _is_Compare(self, e: ast.Compare) -> str:
        if len(e.ops) > 1:
            raise Untranslatable("a chain of comparisons")
        op, left, right = e.ops[0], e.left, e.comparators[0]
        if isinstance(op, ast.In | ast.NotIn):
            if self.kind(left) == ROW:
                return self._row_among(e)
            wanted = self.temporary("wanted")
            found, i = self.temporary("found"), self.temporary("i")
            value = self.number(left)
            self.out.add(f"ll {wanted} = {value}, {found} = 0;")
            length, at_place, rows = self.items(right)
            if rows:
                raise Untranslatable("a row among rows")
            self.out.add(f"{each(i, length)} if ({at_place(i)} == {wanted}) {{ {found} = 1; break; }} }}")
            return found if isinstance(op, ast.In) else f"(!{found})"
        if self.kind(left) in (LIST, ROWS) or self.kind(right) in (LIST, ROWS):
            raise Untranslatable("lists that are compared")
        one, other = self.number(left), self.number(right)
        if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            one, other = self._sure(left, one), self._sure(right, other)
        return f"({one} {_OPS[type(op)]} {other})"

    def _row_among(self, e: ast.Compare) -> str:
        """Whether a row is one of several."""
        found, i, k = self.temporary("found"), self.temporary("i"), self.temporary("k")
        if not isinstance(e.left, ast.Name):
            raise Untranslatable("a row among rows")
        length, at_place, rows = self.items(e.comparators[0])
        if not rows:
            raise Untranslatable("a row among numbers")
        self.out.add(f"ll {found} = 0; {each(i, length)} {{ ll {k} = 0;")
        self.out.add(f"while ({k} < {WIDTH} && {at_place(i)}[{k}] == {self.name(e.left.id)}[{k}]) {k}++;")
        self.out.add(f"if ({k} == {WIDTH}) {found} = 1; }} }}")
        return found if isinstance(e.ops[0], ast.In) else f"(!{found})"

    def _is_BoolOp(self, e: ast.BoolOp) -> str:
        """The value of one of the parts; where all are yes or no, whether it holds."""
        if all(yes_or_no(x) for x in e.values):
            return self._either(e, self.truth)
        held = self.temporary("value")
        self.out.add(f"ll {held} = {self.number(e.values[0])};")
        for value in e.values[1:]:
            self.out.add(f"if ({'' if isinstance(e.op, ast.And) else '!'}truth({held})) {{")
            self.out.add(f"{held} = {self.number(value)}; }}")
        return held

    def _is_IfExp(self, e: ast.IfExp) -> str:
        held = self.temporary("value")
        self.out.add(f"ll {held};")
        self.out.add(f"if ({self.truth(e.test)}) {{")
        self.out.add(f"{held} = {self.number(e.body)};")
        self.out.add("} else {")
        self.out.add(f"{held} = {self.number(e.orelse)};")
        self.out.add("}")
        return held

    def _is_NamedExpr(self, e: ast.NamedExpr) -> str:
        if self.f.kinds.get(e.target.id) not in (NUMBER, "?"):
            raise Untranslatable("a list with a name")
        return f"({self.name(e.target.id)} = {self.number(e.value)})"
