"""`c visits Z:` a card is somewhere else while the block runs, and goes home however that ends.

The block is a stretch of play of its own: whatever ends one around it ends this one first, and so the way home is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.interpreter.analysis import walk
from rulewright.interpreter.codegen.context import Scope

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object

VISIT = "visit"


class Visiting(GeneratorBase):
    """See the top of the file."""

    def _stmt_Visits(self, s: b.Visits, sc: Scope, loops: list[Any]) -> None:
        proc = sc.code
        if not proc.resumable or proc.depth:
            raise self.unsupported("`visits` here", s.span)
        unit = b.Unit(VISIT, VISIT, span=s.span)
        number = self.unit_number(unit)
        place = proc.fresh("where", "plain")
        rows = proc.fresh("visitors", ("rows", "card", "plain", "plain", "plain", "plain"))
        end, after = proc.new_block(), proc.new_block()
        there = self.still_there(s.card, sc)
        proc.emit(f"{place} = {self.expr(s.zone, sc)}; {rows} = None")
        going = f"{rows} = go_visiting(S, {self.expr(s.card, sc)}, {place})"
        proc.emit(f"if {there}: {going}" if there else going)
        proc.jump_unless(f"{rows} is not None", after)
        self.after_change(sc)
        if self.tracks_units:
            proc.emit(f"S.running += ({number},)")
        leaves = any(isinstance(x, b.Stop) and x.whole for x in walk(s.body))
        gone = proc.fresh("gone", "plain") if leaves else ""
        outer, leaving = proc.end_block, proc.new_block() if leaves else None
        if leaves:
            proc.emit(f"{gone} = False")
            proc.end_block = leaving
        proc.open_unit(unit, end)
        self.body(s.body, sc.child(), [end])
        if leaving is not None:
            proc.end_block = outer
            proc.jump(end)
            proc.start(leaving)
            proc.emit(f"{gone} = True")
        proc.close_unit(number)
        proc.start(end)
        proc.emit(f"go_home(S, {rows}, {place})")
        if self.tracks_units:
            proc.emit(f"stop_running(S, {number})")
        self.after_change(sc)
        if leaves:
            proc.emit(f"if {gone}:")
            with proc.indented():
                self.leave(proc)
        self.go_on_ending(proc)
        proc.start(after)
