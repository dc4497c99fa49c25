"""What attributes come to: printed values and definitions with all modifiers, written as one function an attribute."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rulewright.dsl import bound as b
from rulewright.dsl.types import BoolType, CardType, bare
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Getters(GeneratorBase):
    """See the top of the file."""

    def is_modified(self, m: b.Member) -> bool:
        return m in self.modified or self.summed(m)

    def _find_modified(self) -> set[b.Member]:
        found: set[b.Member] = set()
        for s in self.analysis.sources:
            if isinstance(s.standing, b.Modify | b.SetAttribute | b.SetFlag) and s.standing.member is not None:
                found.add(s.standing.member)
                for kind in self.program.kinds.values():
                    found |= {m for m in kind.members if m.name == s.standing.member.name and m.sort == "printed"}
        return found

    def getter(self, m: b.Member) -> str:
        """The function that gives a derived or modified member's value."""
        self.getter_numbers.setdefault(m, len(self.getter_numbers))
        key = f"get_{self.getter_numbers[m]}_{python_name(m.name)}"
        return self.once(key, lambda: self._make_getter(key, m))

    def function(self, f: b.Derived) -> str:
        """The function for a game's `define f(..)`."""
        key = f"fn_{python_name(f.name)}"
        return self.once(key, lambda: self._make_function(key, f))

    def _make_function(self, key: str, f: b.Derived) -> None:
        proc = self.new_proc(key, [self.name_of(p) for p in f.params], False)
        proc.emit(f"#@{self.span_id(f.span)}")
        sc = Scope(proc)
        sc.names.update({p: self.name_of(p) for p in f.params})
        self._derived_value(f, proc, sc)
        proc.emit("return value")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _derived_value(self, f: b.Derived, proc: Proc, sc: Scope) -> None:
        """Lines that leave the definition's value in `value`."""
        is_list = type(f.type).__name__ == "ListType"
        word = "if"
        closed = False
        for condition, value in f.cases:
            branch = sc.child()
            test = self.cond(condition, branch) if condition is not None else "True"
            text = self.expr(value, branch)
            if is_list and type(value.type).__name__ != "ListType":
                text = "()" if text in ("None", "()") else f"({text},)"
            if test == "True":
                proc.emit(f"value = {text}" if word == "if" else f"else: value = {text}")
                closed = True
                break
            proc.emit(f"{word} {test}: value = {text}")
            word = "elif"
        if not closed:
            proc.emit(
                "value = 0"
                if word == "if"
                else f"else: value = {'False' if isinstance(f.type, BoolType) else 'None' if not f.addends else '0'}"
            )
        for sign, amount, condition in f.addends:
            text = f"value {'+' if sign > 0 else '-'}= {self.expr(amount, sc)}"
            test = self.cond(condition, sc)
            proc.emit(text if test == "True" else f"if {test}: {text}")

    def _make_getter(self, key: str, m: b.Member) -> None:
        params = ["x"] if m.owner in ("card", "player", "space", "line") or (m.derived is not None and m.derived.params) else []
        proc = self.new_proc(key, params, False)
        proc.emit(f"#@{self.span_id(m.span)}")
        sc = Scope(proc)
        if self.summed(m):
            # What each brings along is added up; what comes from elsewhere counts once.
            self.once(f"own_{key}", lambda: self._make_own_part(f"own_{key}", m))
            proc.emit(f"if S.pack: x = lead(S, x); value = sum([own_{key}(S, c) for c in team(S, x)])")
            proc.emit(f"else: value = own_{key}(S, x)")
            self._apply_modifiers(m, proc, sc, "whole")
            proc.emit("return value")
            self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))
            return
        if m.derived is not None:
            sc.names.update(dict.fromkeys(m.derived.params, "x"))
            self._derived_value(m.derived, proc, sc)
        elif m.sort == "printed" and self.has_formula(m):
            self._formula_value(m, proc, sc)
        else:
            proc.emit(f"value = {self.raw_member('x', m, sc)}")
        if self.is_modified(m):
            self._apply_modifiers(m, proc, sc)
            if m.low is not None and m.high is not None:
                proc.emit(f"value = min(max(value, {m.low}), {m.high})")
        proc.emit("return value")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def summed(self, m: b.Member) -> bool:
        """Whether the member of joined cards is added up."""
        return self.program.pack is not None and any(x.name == m.name and m.sort == "printed" for x in
                                                     self.program.pack.sums)

    def _make_own_part(self, key: str, m: b.Member) -> None:
        """The function that gives what one card brings into a sum: what is printed on it, with what it says of itself and
        what lies on it."""
        proc = self.new_proc(key, ["x"], False)
        sc = Scope(proc)
        if self.has_formula(m):
            self._formula_value(m, proc, sc)
        else:
            proc.emit(f"value = {self.printed_table(m)}[x] or 0")
        if self.is_modified(m):
            self._apply_modifiers(m, proc, sc, "own")
        if m.low is not None and m.high is not None:
            proc.emit(f"value = min(max(value, {m.low}), {m.high})")
        proc.emit("return value")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _formula_value(self, m: b.Member, proc: Proc, sc: Scope) -> None:
        """A printed value that some cards take from a formula, read with the modified inputs."""
        proc.emit(f"value = {self.printed_table(m)}[x]")
        for face in self.instance.faces:
            for member, e in face.formulas.items():
                if member.name != m.name:
                    continue
                ids = frozenset(c for c, f in enumerate(self.instance.face_of) if f == face.index)
                inner = sc.child()
                this = member.this_var
                if this is not None:
                    inner.names[this] = "x"
                if face.definition.this_var is not None:
                    inner.names[face.definition.this_var] = "x"
                proc.emit(f"if x in {self.table(ids, 'cards')}: value = {self.expr(e, inner)}")

    def _apply_modifiers(self, m: b.Member, proc: Proc, sc: Scope, part: str = "") -> None:
        """Steps of semantics 21: rules' "is", cards' "is", sums, bounds; yes/no: granted by any source,
        unless taken away.

        part: of a sum over joined cards, "own" for what each of them brings along, "whole" for all else.
        """
        if m in self.circle_of:
            proc.emit(f"for value, number, card in count_up(value, {self.counted_steps(m)}): pass")
            return
        mine = self.modifiers_of(m)

        def steps(wanted: Callable[[Source], bool], line: Callable[[Source, Scope], str], latest: bool = False) -> None:
            chosen = [s for s in mine if wanted(s)]
            # Of several that set the value the newest counts, whatever the order in which they are looked at.
            latest = latest and (
                len(chosen) > 1 or any(s.sort == "until" or len(self.source_ids(s)) > 1 for s in chosen)
            )
            if latest:
                proc.emit("newest = -1")
            for source in chosen:
                this = self.this_of(source)
                subject = source.standing.subject
                about_this = (
                    isinstance(subject, b.Local) and this is not None and subject.var is this and source.sort != "until"
                )

                # Whether a card can bring it along, into a sum of joined cards.
                brought = this is not None and source.sort != "until" and not isinstance(subject, b.Group)
                if part == "own" and not brought:
                    continue

                def inner(
                    child: Scope, source: Source = source, about_this: bool = about_this, brought: bool = brought
                ) -> None:
                    if (
                        source.sort == "until"
                        and isinstance(source.standing.subject, b.Group)
                        and not source.standing.conditions
                    ):
                        who, visits, _ = self.fixed_names(source)
                        cards = type(source.standing.subject.var.type).__name__ == "CardType"
                        test = f"x in {who}" + (f" and {visits}[{who}.index(x)] == {child.S}.vis[x]" if cards else "")
                        child.names[source.standing.subject.var] = "x"
                        write(test, line(source, child), source, child)
                        return
                    test = "True" if about_this else self.match_thing(source.standing.subject, "x", child)
                    if part and brought:
                        own = f"({child.this} == x or ZONE_HOLDER[at[{child.this}]] == x)"
                        test = self.conjunction([test, own if part == "own" else f"not {own}"])
                    if isinstance(source.standing.subject, b.Local) and source.sort == "until":
                        test = self.conjunction([test, self._captured_visit(source, child)])
                    if isinstance(source.standing.subject, b.Group):
                        child.names[source.standing.subject.var] = "x"
                    write(test, line(source, child), source, child)

                def write(test: str, text: str, source: Source, child: Scope) -> None:
                    if latest:
                        age = f"{child.effect}[6]" if source.sort == "until" else f"age_of({child.S}, {child.this})"
                        test = self.conjunction([test, f"{age} >= newest"])
                        text += f"; newest = {age}"
                    proc.emit(text if test == "True" else f"if {test}: {text}")

                one = isinstance(subject, b.MemberOf) and source.sort != "until"

                def is_x(child: Scope, source: Source = source) -> str:
                    return self.match_thing(source.standing.subject, "x", child)

                # What is about cards of one kind needs no look at its sources for a card of another.
                of_kind = self._kind_needed(source)
                with proc.under(f"if {of_kind}:") if of_kind else nullcontext():
                    self.each_source(
                        source, proc, sc, inner, "x" if about_this else None, first=is_x if one else None
                    )

        def mode(source: Source) -> str:
            return source.standing.mode if isinstance(source.standing, b.SetAttribute) else ""

        if isinstance(m.type, BoolType):
            steps(lambda s: isinstance(s.standing, b.SetFlag) and s.standing.value, lambda s, c: "value = True")
            steps(lambda s: isinstance(s.standing, b.SetFlag) and not s.standing.value, lambda s, c: "value = False")
            return
        def amount(s: Source, c: Scope) -> str:
            if s.sort == "until" and not s.standing.conditions:
                return self.fixed_names(s)[2]
            return self.expr(s.standing.value, c)

        steps(lambda s: mode(s) == "is" and s.sort == "rule", lambda s, c: f"value = {amount(s, c)}")
        steps(lambda s: mode(s) == "is" and s.sort != "rule", lambda s, c: f"value = {amount(s, c)}", latest=True)
        steps(lambda s: isinstance(s.standing, b.Modify), self._sum_line)
        steps(lambda s: mode(s) == "at least", lambda s, c: f"value = max(value, {amount(s, c)})")
        steps(lambda s: mode(s) == "at most", lambda s, c: f"value = min(value, {amount(s, c)})")

    def _kind_needed(self, source: Source) -> str:
        """The test that `x` is of the kind that a card's text is about; "" where it is about any, or one card."""
        subject = source.standing.subject
        if not isinstance(subject, b.Group) or source.sort in ("rule", "until") or not self.source_ids(source):
            return ""
        if subject.kind is None or self.always_kind(subject.kind, None, subject):
            return ""
        return self.kind_test(subject.kind, "x")

    def _sum_line(self, source: Source, sc: Scope) -> str:
        s: b.Modify = source.standing
        if source.sort == "until" and not s.conditions:
            return f"value {'+' if s.sign > 0 else '-'}= {self.fixed_names(source)[2]}"
        amount = self.change_by(s, sc)
        if s.for_each is not None:
            amount = f"{amount} * len({self.group_list(s.for_each, sc)})"
        return f"value {'+' if s.sign > 0 else '-'}= {amount}"

    def modifiers_of(self, m: b.Member) -> list[Source]:
        """The standing text that changes an attribute; printed numbers of one name are one number."""
        return [
            s
            for s in self.analysis.sources
            if isinstance(s.standing, b.Modify | b.SetAttribute | b.SetFlag)
            and (of := s.standing.member) is not None
            and (of is m or (of.name == m.name and m.sort == "printed" and of.sort == "printed"))
        ]

    def change_by(self, s: b.Modify, sc: Scope) -> str:
        """By how much a modifier changes a number: one that is worked out is no less than zero."""
        amount = self.expr(s.amount, sc)
        return amount if isinstance(s.amount, b.Const) else f"max(0, {amount})"

    def _captured_visit(self, source: Source, sc: Scope) -> str:
        """A modifier made by an effect holds for the visit in which its card was."""
        until: b.Until = source.owner
        var = source.standing.subject.var
        kept = self.held_vars(until)
        if var in kept and isinstance(bare(var.type), CardType):
            return f"{sc.effect}[4][{kept.index(var)}] == {sc.S}.vis[{self.name_of(var)}]"
        return "True"
