"""What kind each variable of a playout's functions has."""

from __future__ import annotations

import ast

from rulewright.interpreter.codegen.trees import called, walk
from rulewright.interpreter.native.terms import (
    LIST,
    MADE,
    NUMBER,
    ROW,
    ROWS,
    Function,
    Terms,
    Untranslatable,
    memory,
    nothing_yet,
    zone_alias,
)

# Functions of the runtime that give a list.
_LISTS = (
    "counted", "choosable", "settled", "in_order", "ring", "best_of", "first_items", "range", "beside", "in_play",
    "ray_of", "spaces_between_of",
)  # fmt: skip


class Kinds(Terms):
    """Finds out the kinds: assignments and calls are looked at until nothing new is learnt."""

    def _infer(self, function: Function) -> None:
        self.f = function
        for node in walk(function.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._infer_target(target, node.value)
            elif isinstance(node, ast.NamedExpr):
                self._infer_target(node.target, node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                self._note(node.target.id, self.kind(node.value))
            elif isinstance(node, ast.For | ast.comprehension):
                self._infer_loop(node.target, node.iter)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                if not isinstance(node.func.value, ast.Name):
                    raise Untranslatable("an unusual form")
                self._note(node.func.value.id, ROWS if isinstance(node.args[0], ast.Tuple) else LIST)
            elif isinstance(node, ast.Call) and called(node) in self.functions:
                self._infer_parameters(node)
            elif (text := self.text_called(node)) is not None:
                for arg in self.functions[text].tree.args.args[1:]:
                    self.functions[text].kinds[arg.arg] = NUMBER
            elif isinstance(node, ast.Return) and node.value is not None:
                kind = self.kind(node.value)
                if kind is not None and (function.gives is None or function.gives == LIST):
                    function.gives = kind

    def _infer_parameters(self, call: ast.Call) -> None:
        """A function's parameters are what it is given."""
        if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
            raise Untranslatable("arguments that are put together")
        caller = self.f
        kinds = [self.kind(a) for a in call.args[1:]]
        self.f = self.functions[called(call) or ""]
        for arg, kind in zip(self.f.tree.args.args[1:], kinds, strict=True):
            if kind in (ROWS, ROW, MADE):
                raise Untranslatable("rows for a function")
            self._note(arg.arg, kind)
        self.f = caller

    def _infer_target(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            if self.is_fork(value) or zone_alias(value):
                return
            if nothing_yet(value):
                self._note(target.id, MADE)
                return
            if isinstance(value, ast.Tuple) and any(isinstance(x, ast.Starred) for x in value.elts):
                self._note(target.id, MADE)
                self._infer_made(target.id, value)
                return
            kind = self.kind(value)
            if kind is not None and not (isinstance(value, ast.Constant) and value.value is None):
                self._note(target.id, kind)
            else:
                self.f.kinds.setdefault(target.id, "?")
        elif isinstance(target, ast.Tuple):
            for name in target.elts:
                if not isinstance(name, ast.Name):
                    raise Untranslatable("an assignment to several things")
                self._note(name.id, NUMBER)

    def _infer_made(self, name: str, value: ast.Tuple) -> None:
        chosen = next((x for x in value.elts if isinstance(x, ast.Tuple)), None)
        if chosen is None:
            raise Untranslatable("a tuple that is put together")
        self.f.parts[name] = [self.kind(x) or NUMBER for x in chosen.elts]

    def _infer_loop(self, target: ast.expr, items: ast.expr) -> None:
        if called(items) == "zip":
            if not (isinstance(items, ast.Call)):
                raise Untranslatable("an unusual form")
            made = items.args[1]
            if not (isinstance(target, ast.Tuple) and isinstance(made, ast.Name) and isinstance(target.elts[1], ast.Tuple)):
                raise Untranslatable("zip")
            self._infer_loop(target.elts[0], items.args[0])
            for name, kind in zip(target.elts[1].elts, self.f.parts.get(made.id, []), strict=False):
                if not (isinstance(name, ast.Name)):
                    raise Untranslatable("an unusual form")
                self._note(name.id, kind)
            return
        if not isinstance(target, ast.Name):
            raise Untranslatable("a loop over several things at once")
        of = self.kind(items)
        self._note(target.id, ROW if of == ROWS else None if of is None else NUMBER)

    def _note(self, name: str, kind: str | None) -> None:
        if kind is None:
            return
        before = self.f.kinds.get(name)
        if before in (None, "?") or before == kind:
            self.f.kinds[name] = kind
        elif {before, kind} == {LIST, ROWS}:
            self.f.kinds[name] = ROWS
        elif {before, kind} == {NUMBER, ROW}:
            self.f.kinds[name] = ROW  # a number was only thought so before the list was known to have rows
        elif {before, kind} <= {LIST, MADE}:
            self.f.kinds[name] = MADE
        else:
            raise Untranslatable(f"{name} is {before} and {kind}")

    def is_fork(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "fork"

    def kind(self, e: ast.expr) -> str | None:
        """What kind of value an expression has; None if that is not known yet."""
        if isinstance(e, ast.Name):
            if e.id in self.f.kinds:
                found = self.f.kinds[e.id]
                return None if found == "?" else found
            if e.id in self.f.own:
                return None
            value = self.source.values.get(e.id)
            if isinstance(value, tuple | list | range):
                return LIST
            return NUMBER
        if isinstance(e, ast.List | ast.Tuple):
            return ROWS if e.elts and all(isinstance(x, ast.Tuple) for x in e.elts) else LIST
        if isinstance(e, ast.ListComp | ast.GeneratorExp):
            return ROWS if isinstance(e.elt, ast.Tuple) else LIST
        if isinstance(e, ast.NamedExpr):
            return self.kind(e.value)
        if isinstance(e, ast.Subscript):
            return self._kind_of_part(e)
        if isinstance(e, ast.BoolOp):
            kinds = {self.kind(x) for x in e.values} - {None}
            return ROWS if kinds == {LIST, ROWS} else kinds.pop() if len(kinds) == 1 else NUMBER if kinds else None
        if isinstance(e, ast.IfExp):
            return self.kind(e.body) or self.kind(e.orelse)
        if isinstance(e, ast.BinOp):
            kinds = {self.kind(e.left), self.kind(e.right)} - {None}
            return ROWS if ROWS in kinds else LIST if LIST in kinds else NUMBER if kinds else None
        if isinstance(e, ast.Call):
            return self._kind_of_call(e)
        return NUMBER

    def _kind_of_part(self, e: ast.Subscript) -> str | None:
        if isinstance(e.slice, ast.Slice):
            return self.kind(e.value)
        found = memory(e.value)
        if found is not None:
            return LIST if found[0] == "z" else NUMBER
        if isinstance(e.value, ast.Name):
            kind = self.f.kinds.get(e.value.id)
            if kind == ROWS:
                return ROW
            if kind is None and e.value.id in self.f.own:
                return None
            if kind is None:
                value = self.source.values.get(e.value.id)
                return LIST if isinstance(value, tuple | list) and value and isinstance(value[0], tuple | list) else NUMBER
        if isinstance(e.value, ast.Tuple) and e.value.elts and isinstance(e.value.elts[0], ast.Tuple):
            return LIST
        return NUMBER

    def _kind_of_call(self, e: ast.Call) -> str | None:
        name = called(e)
        if name in self.functions and name is not None:
            return self.functions[name].gives
        if name in ("tuple", "list"):
            return self.kind(e.args[0])
        if name in _LISTS:
            return LIST
        if name == "pick":
            return LIST  # single answers are written out
        return NUMBER
