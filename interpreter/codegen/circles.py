"""Attributes that depend on each other in a circle, through their modifiers (semantics 21).

To know one of them all the others would have to be known. So they are worked out together: each modifier counts once, the
oldest first, and reads what has been counted so far.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from rulewright.dsl import bound as b
from rulewright.dsl.check_circles import modifier_reads
from rulewright.dsl.types import ListType
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.lasting import of_card
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object

# The steps of one value, in the order in which they count; yes/no: granted, then taken away.
LAYERS = {"is of a rule": 0, "is": 1, "sum": 2, "at least": 3, "at most": 4, "granted": 5, "taken": 6}


class Circles(GeneratorBase):
    """See the top of the file."""

    @cached_property
    def circle_of(self) -> dict[b.Member, int]:
        """The number of the circle that a modified attribute is part of, for those that are part of one."""
        reads, _ = modifier_reads(self.program)
        names = {m.name for m in reads if m.sort == "printed"}
        for m in [x for kind in self.program.kinds.values() for x in kind.members]:
            if m.sort == "printed" and m.name in names and m not in reads:
                reads[m] = set()
        for m in [x for x in reads if x.sort == "printed"]:
            # Printed numbers of one name are one number.
            reads[m] = set().union(*(reads[x] for x in reads if x.sort == "printed" and x.name == m.name))
        reached = {m: self._reached(m, reads) for m in reads}
        found: dict[b.Member, int] = {}
        for m, others in reached.items():
            if m in others and self.is_modified(m) and not self.summed(m) and m not in found:
                number = len(set(found.values()))
                same = [x for x in others if m in reached.get(x, ()) and self.is_modified(x) and not self.summed(x)]
                found.update(dict.fromkeys(same, number))
        return found

    @staticmethod
    def _reached(m: b.Member, reads: dict[b.Member, set[b.Member]]) -> set[b.Member]:
        found: set[b.Member] = set()
        waiting = list(reads[m])
        while waiting:
            member = waiting.pop()
            if member not in found:
                found.add(member)
                waiting += reads.get(member, ())
        return found

    def counted_steps(self, m: b.Member, S: str = "S") -> str:
        """The steps that change the value of `m` of `x`, as far as they have been counted."""
        number = self.circle_of[m]
        self.once(f"circle_{number}", lambda: self._make_circle(number))
        return f"(CIRCLE_{number}[-1] if CIRCLE_{number} else circle_{number}({S})).get(({self._attribute(m)!r}, x), ())"

    @staticmethod
    def _attribute(m: b.Member) -> str:
        return f"{m.owner} {m.name}"

    def _make_circle(self, number: int) -> None:
        """The function that counts all modifiers of a circle: (attribute, thing) -> [(layer, amount, text, card)]."""
        self.globals[f"CIRCLE_{number}"] = []
        proc = self.new_proc(f"circle_{number}", [], False)
        sc = Scope(proc)
        members = [m for m, circle in self.circle_of.items() if circle == number]
        sources = [s for s in self.analysis.sources if any(s in self.modifiers_of(m) for m in members)]
        proc.emit(f"found = {{}}; CIRCLE_{number}.append(found)")
        proc.emit("try:")
        proc.depth += 1
        proc.emit("texts = []")
        for source in sources:

            def note(child: Scope, source: Source = source) -> None:
                until = source.sort == "until"
                age = "0" if source.sort == "rule" else f"{child.effect}[6]" if until else f"age_of(S, {child.this})"
                proc.emit(f"texts.append(({age}, {source.number}, {child.effect if until else child.this}))")

            # Conditions are read when the modifier's turn comes.
            self.each_source(attrs.evolve(source, standing=attrs.evolve(source.standing, conditions=())), proc, sc, note)
        proc.emit("texts.sort(key=lambda text: text[:2])")
        proc.emit("for age, number, held in texts:")
        with proc.indented():
            for source in sources:
                proc.emit(f"if number == {source.number}:")
                with proc.indented():
                    self._count(source, proc, sc.child())
        proc.depth -= 1
        proc.emit(f"finally: CIRCLE_{number}.pop()")
        proc.emit("return found")
        self.functions_text.append(proc.text().replace(f"def f_circle_{number}(", f"def circle_{number}("))

    def _count(self, source: Source, proc: Proc, sc: Scope) -> None:
        """Note by how much a modifier changes what it is about; all of it is read before any of it counts."""
        s = source.standing
        self.take_up(source, "held", proc, sc)
        fixed = source.sort == "until" and not s.conditions
        test = self.conjunction([self.expr(c, sc) for c in s.conditions])
        card = sc.this if sc.this != "None" else "None"
        subject = s.subject
        if isinstance(subject, b.Group):
            listed = self.group_list(subject, sc)
            if fixed:
                who, visits, _ = self.fixed_names(source)
                listed = f"[c for c, w in zip({who}, {visits}) if S.vis[c] == w]" if of_card(subject.var) else who
            sc.names[subject.var] = "x"
        else:
            text = self.expr(subject, sc)
            listed = text if isinstance(subject.type, ListType) else f"listed({text})"
            if source.sort == "until":
                test = self.conjunction([test, self._captured_visit(source, sc)])
        layer, amount = self._layer_and_amount(source, sc, fixed)
        rows = f"[(x, ({layer}, {amount}, {source.number}, {card})) for x in {listed}]"
        proc.emit(f"rows = {rows if test == 'True' else f'{rows} if {test} else ()'}")
        proc.emit(f"for x, step in rows: found.setdefault(({self._attribute(s.member)!r}, x), []).append(step)")

    def _layer_and_amount(self, source: Source, sc: Scope, fixed: bool) -> tuple[int, str]:
        s = source.standing
        if isinstance(s, b.SetFlag):
            return LAYERS["granted" if s.value else "taken"], repr(s.value)
        kept = self.fixed_names(source)[2]
        if isinstance(s, b.SetAttribute):
            how = "is of a rule" if s.mode == "is" and source.sort == "rule" else s.mode
            return LAYERS[how], kept if fixed else self.expr(s.value, sc)
        amount = kept if fixed else self.change_by(s, sc)
        if s.for_each is not None and not fixed:
            amount = f"{amount} * len({self.group_list(s.for_each, sc)})"
        return LAYERS["sum"], amount if s.sign > 0 else f"-({amount})"
