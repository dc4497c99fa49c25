"""Members that last until something begins or ends: `drowsy: yes or no, starts no, until its controller's turn begins`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Resets(GeneratorBase):
    """See the top of the file."""

    def reset_at(self, unit: b.Unit, edge: str) -> list[b.Member]:
        """The members that start anew when the unit begins or ends."""
        program = self.program
        members = [*program.card_members, *program.player_members, *program.table_members, *program.pair_members]
        for board in program.boards.values():
            members += [*board.members, *board.line_members]
        return [m for m in members if m.sort == "state" and m.reset is not None
                and m.reset.event is unit and m.reset.edge == edge]

    def resets(self, unit: b.Unit, edge: str, sc: Scope, actor: str) -> None:
        """Members that last until the unit begins or ends go back to their first value, each where it is its event."""
        proc = sc.code
        for member in self.reset_at(unit, edge):
            reset = member.reset
            assert reset is not None
            inner = sc.child()
            if reset.subject is None and reset.where is None:
                self._reset_member(member, proc, sc)
            elif member.owner == "card":
                c = proc.temp("c")
                proc.emit(f"for {c} in cards_with(S, {self.card_key(member)}):")
                with proc.indented():
                    inner.this = c
                    if member.this_var is not None:
                        inner.names[member.this_var] = c
                    proc.emit(f"if {self._reset_test(reset, actor, inner)}:")
                    with proc.indented():
                        start = self.card_start(member, c, inner)  # type: ignore[attr-defined]
                        self._assign_member(c, member, "=", start, inner)  # type: ignore[attr-defined]
            else:
                proc.emit(f"if {self._reset_test(reset, actor, inner)}:")
                with proc.indented():
                    self._reset_member(member, proc, inner)

    def _reset_test(self, reset: b.EventPattern, actor: str, sc: Scope) -> str:
        return str(self.conjunction([self.match(reset.subject, actor, sc, None), self.cond(reset.where, sc)]))

    def _reset_member(self, member: b.Member, proc: Proc, sc: Scope) -> None:
        if member.owner == "card":
            low = self.card_key(member)
            proc.emit(f"reset_card_member(S, {low})")
            return
        value = self.expr(member.start, sc) if member.start is not None else "None"
        first, count = self.slots[member], self.places_of(member)
        for place in range(first, first + count):
            proc.emit(f"v[{place}] = {value}")
