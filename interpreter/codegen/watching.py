"""Rules that watch a state: `always when`, read at checkpoints, and `as soon as`, read after every event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import bound as b
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object

OF_CARDS = ("card", "kind", "keyword")


class Watching(GeneratorBase):
    """See the top of the file."""

    def _holds(self, source: Source) -> str:
        """The function that gives what a state rule holds for."""
        key = f"holds_{source.number}"
        self.once(key, lambda: self._make_holds(key, source))
        return key

    @staticmethod
    def rules_together(rules: list[Source]) -> list[list[Source]]:
        """State rules in the order in which they are looked at: each rule for itself, all cards' together."""
        cards = [s for s in rules if s.sort in OF_CARDS]
        return [[s] for s in rules if s.sort not in OF_CARDS] + ([cards] if cards else [])

    def _rows(self, group: list[Source]) -> str:
        """The function that lists everything that these state rules hold for, as (text, arguments): what is said on
        cards in turn order of their controllers, then by age (semantics 14)."""
        key = f"rows_{group[0].number}"
        return self.once(key, lambda: self._make_rows(key, group))

    def _make_rows(self, key: str, group: list[Source]) -> None:
        proc = self.new_proc(key, [], False)
        parts = [f"*[({s.number}, row) for row in {self._holds(s)}(S)]" for s in group]
        found = f"({', '.join(parts)},)"
        proc.emit(f"return {f'by_turn_and_age(S, {found})' if group[0].sort in OF_CARDS else found}")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _holds_still(self, group: list[Source], entry: str) -> str:
        """Whether a state rule holds for what it was found to hold for."""
        tests = [f"{entry}[0] == {s.number} and {entry}[1] in {self._holds(s)}(S)" for s in group]
        return tests[0].partition(" and ")[2] if len(tests) == 1 else f"({' or '.join(tests)})"

    def _state_rules(self, group: list[Source], proc: Proc) -> None:
        """Apply state rules to everything they hold for; each is read again before it runs."""
        for source in group:
            self.body_proc(source)
        # A rule of the game is looked at by itself: then there is one text, and only its arguments are kept.
        rule = group[0] if group[0].sort not in OF_CARDS else None
        found = proc.fresh("found", "entries" if rule is None else ("rows_of", rule.number))
        index = proc.fresh("n")
        proc.emit(f"{found} = {self._rows(group) if rule is None else self._holds(rule)}(S); {index} = 0")
        if not proc.resumable:
            proc.emit(f"if {found}:")
            with proc.indented():
                proc.emit("before = S.position()")
                entry = proc.temp("entry")
                if self.batches_watched:
                    proc.emit("S.batch = batch_sources(S) if S.batch is None else S.batch")
                with self.gathering(proc), proc.under(f"for {entry} in {found}:"):
                    if rule is None:
                        proc.emit(f"if {index} and not {self._holds_still(group, entry)}: continue")
                        proc.emit(f"{index} += 1; TEXTS[{entry}[0]][0](S, *{entry}[1])")
                    else:
                        proc.emit(f"if {index} and {entry} not in {self._holds(rule)}(S): continue")
                        proc.emit(f"{index} += 1; TEXTS[{rule.number}][0](S, *{entry})")
                if self.batches_watched:
                    proc.emit("S.batch = None")
                proc.emit("if S.position() != before: continue")
            return
        skip, top, end = proc.new_block(), proc.new_block(), proc.new_block()
        before = proc.fresh("before")
        proc.jump_unless(found, skip)
        proc.emit(f"{before} = S.position()")
        if self.batches_watched:
            proc.emit("S.batch = batch_sources(S) if S.batch is None else S.batch")
        with self.gathering(proc):
            proc.start(top)
            proc.jump_unless(f"{index} < len({found})", end)
            entry = proc.fresh("entry")
            proc.emit(f"{entry} = {found}[{index}]; {index} += 1")
            gone = f"not {self._holds_still(group, entry)}" if rule is None else f"{entry} not in {self._holds(rule)}(S)"
            proc.emit(f"if {index} > 1 and {gone}:")
            with proc.indented():
                proc.jump(top)
            if rule is not None:
                proc.emit(f"{entry} = ({rule.number}, {entry})")
            self.call_text(proc, entry)
            proc.jump(top)
            proc.start(end)
        if self.batches_watched:
            proc.emit("S.batch = None")
        proc.emit(f"if S.position() != {before}:")
        with proc.indented():
            proc.jump(self.checkpoint_top)
        proc.start(skip)

    @property
    def checkpoint_top(self) -> int:
        return 1

    def _make_holds(self, key: str, source: Source) -> None:
        """The function that lists the arguments of the text for everything the condition holds for now."""
        proc = self.new_proc(key, [], False)
        s: b.StateRule = source.standing
        proc.emit("found = []")

        def inner(sc: Scope) -> None:
            fixed = [v for v in self.standing_vars(source)
                     if not (isinstance(s.condition, b.Exists) and s.condition.binds and v is s.condition.group.var)]
            prefix = "".join(f"{sc.names[v]}, " for v in fixed)
            if isinstance(s.condition, b.Exists) and s.condition.binds:
                listed = self.group_list(s.condition.group, sc, ordered=True)
                item = self.name_of(s.condition.group.var)
                proc.emit(f"found += [({prefix}{item},) for {item} in {listed}]")
            else:
                proc.emit(f"if {self.expr(s.condition, sc)}: found.append(({prefix}))")

        self.each_source(source, proc, Scope(proc), inner)
        proc.emit("return tuple(found)")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    # ------------------------------------------------------------ rules that are read after every event

    def after_change(self, sc: Scope) -> None:
        """After a primitive event: `as soon as` rules, at once."""
        proc = sc.proc
        if proc is None or not self.analysis.at_once_rules:
            return
        self.once("at_once", self._make_at_once)
        if self.analysis.at_once_asks():
            if proc.resumable and proc.depth == 0:
                proc.call("at_once", [])
            else:
                asking = next(s for s in self.analysis.at_once_rules if self.analysis.asking.get(s, False))
                raise self.unsupported("a question asked by an `as soon as` rule here", asking.standing.span)
        else:
            proc.emit("f_at_once(S)")

    def _make_at_once(self) -> None:
        asks = self.analysis.at_once_asks()
        proc = self.new_proc("at_once", [], asks)
        proc.emit("if S.quiet or S.busy:")
        with proc.indented():
            proc.finish()
        proc.emit("S.busy = True")
        groups = self.rules_together(self.analysis.at_once_rules)
        # The same position at the beginning of two rounds proves that the rules go round for ever.
        began = proc.local("began")
        proc.emit(f"{began} = S.steps")
        count = f"tick(S, ({began},), -1)"
        if asks:
            top, done = proc.new_block(), proc.new_block()
            proc.start(top)
            proc.emit(count)
            for group in groups:
                self._state_rules(group, proc)
            proc.start(done)
            proc.emit("S.busy = False")
            proc.finish()
            self.add(proc)
            return
        proc.emit("try:")
        with proc.indented():
            proc.emit("while True:")
            with proc.indented():
                proc.emit(f"{count}; changed = False")
                for group in groups:
                    for source in group:
                        self.body_proc(source)
                    rule = group[0] if group[0].sort not in OF_CARDS else None
                    proc.emit(f"for entry in {self._rows(group) if rule is None else self._holds(rule)}(S):")
                    with proc.indented():
                        if rule is None:
                            proc.emit(f"if not {self._holds_still(group, 'entry')}: continue")
                            proc.emit("before = S.position(); TEXTS[entry[0]][0](S, *entry[1])")
                        else:
                            proc.emit(f"if entry not in {self._holds(rule)}(S): continue")
                            proc.emit(f"before = S.position(); TEXTS[{rule.number}][0](S, *entry)")
                        proc.emit("changed = changed or S.position() != before")
                proc.emit("if not changed: break")
        proc.emit("finally:")
        with proc.indented():
            proc.emit("S.busy = False")
        self.add(proc)

