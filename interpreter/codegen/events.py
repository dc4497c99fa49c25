"""Events: what happens around a change (restrictions, replacements, before, after), units, checkpoints, durations.

The order is that of semantics.md, "An event, for each of its things" and "A checkpoint".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import bare
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.freevars import free_vars
from rulewright.interpreter.codegen.lasting import of_card, of_cards
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.codegen.watching import OF_CARDS

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Events(GeneratorBase):
    """See the top of the file."""

    # ------------------------------------------------------------ bodies of standing text

    def standing_vars(self, source: Source) -> list[b.Var]:
        """What a trigger's or state rule's body is handed: its card, what an `until` froze, what the pattern binds."""
        found: list[b.Var] = []
        if source.sort == "until":
            if source.owner.this_var is not None:
                found.append(source.owner.this_var)
            found += source.owner.captured
        else:
            this = self.this_of(source)
            if this is not None:
                found.append(this)
        s = source.standing
        if isinstance(s, b.Trigger):
            gathered = s.pattern.gathered
            for m in [s.pattern.subject, *(m for _, m in s.pattern.args)]:
                if m is not None and m.var is not None and m.var not in found:
                    found.append(m.var if gathered is None or m.var is not gathered.one else gathered.all)
            if gathered is not None:
                found.append(gathered.batch)
        elif isinstance(s, b.StateRule) and isinstance(s.condition, b.Exists) and s.condition.binds:
            found.append(s.condition.group.var)
        return found

    def body_proc(self, source: Source) -> str:
        """The procedure of a trigger's, replacement's or state rule's text; its parameters are `standing_vars`."""
        key = f"text_{source.number}"
        return self.once(key, lambda: self._make_body(key, source))

    def _make_body(self, key: str, source: Source) -> None:
        names = [self.name_of(v) for v in self.standing_vars(source)]
        replacing = isinstance(source.standing, b.Trigger) and source.standing.timing == "instead"
        extra = ["event_args"] if replacing else []
        kept = self.kept_reads(source)
        held = [f"kept_{i}" for i in range(len(kept))]
        visits = [f"visit_{i}" for i in range(len(kept))]
        dated = self.dated_vars(source)
        then = [f"then_{i}" for i in range(len(dated))]
        proc = self.new_proc(key, names + held + visits + then + extra, self.text_asks(source))
        sc = Scope(proc)
        for var in self.standing_vars(source):
            sc.names[var] = self.name_of(var)
        for read, value, visit in zip(kept, held, visits, strict=True):
            sc.kept[read.base.var, read.member] = (value, visit)
        self.keep_apart(dated, then, proc, sc)
        this = self.this_of(source)
        if this is not None:
            sc.this = sc.names[this]
            sc.actor = f"controller(S, {sc.this})"
        self.note_cover(proc, source.name)
        if this is not None:
            self.source_begins(proc, sc.this)
        if replacing:
            proc.replaces = source.standing.pattern.event
        if proc.resumable and this is not None:
            proc.end_block = proc.new_block()
        self.body(source.standing.body, sc, [])
        if proc.end_block is not None:
            end, proc.end_block = proc.end_block, None
            proc.start(end)
        if this is not None:
            self.source_ends(proc)
        proc.finish()
        self.add(proc)

    def kept_reads(self, source: Source) -> list[Any]:
        """What an after-trigger's text reads of its own card or of cards its pattern names: kept from before the event,
        for when that card's visit is over by the time the text runs (last known information)."""
        s = source.standing
        if not isinstance(s, b.Trigger) or s.timing != "after" or source.sort == "until":
            return []
        cards = {v for v in self.standing_vars(source) if type(v.type).__name__ == "CardType"}
        return self.kept_members(s.body, cards)

    def needs_before(self, event: Any, edge: str | None) -> bool:
        """Whether a trigger on the event must see the state before it."""
        sources = self.analysis.triggers_on(event, "after", edge)
        return bool(sources) and (event in ("leaves",) or any(self.kept_reads(s) for s in sources))

    def text_asks(self, source: Source) -> bool:
        return self.analysis.asking.get(source, False) or self.analysis.asks(source.standing.body)

    def _stmt_DoIt(self, s: b.DoIt, sc: Scope, loops: Any) -> None:
        proc = sc.code
        event = proc.replaces
        if event is None:
            raise self.unsupported("`do it` outside a replacement", s.span)
        key = self.event_proc(event)
        asks = self.event_resumable(event)
        if asks:
            proc.call_pair(f"(r_{key}, L_{key})", "event_args")
        else:
            proc.emit(f"f_{key}(S, *event_args)")

    def call_text(self, proc: Proc, entry: str) -> None:
        """Run the standing text named by `entry`: (text number, arguments)."""
        if not self.some_text_asks or not proc.resumable:
            proc.emit(f"TEXTS[{entry}[0]][0](S, *{entry}[1])")
            return
        done = proc.new_block()
        proc.emit(f"text_pair = TEXTS[{entry}[0]]")
        proc.emit("if text_pair[1] is None:")
        with proc.indented():
            proc.emit(f"text_pair[0](S, *{entry}[1])")
            proc.jump(done)
        proc.call_pair("text_pair", f"{entry}[1]")
        proc.start(done)

    # ------------------------------------------------------------ finding who listens

    def listener_key(self, stem: str, event: Any, edge: str | None) -> str:
        return f"{stem}_{self.event_key(event)}{'_' + edge if edge else ''}"

    def listener_args(self, event: Any, edge: str | None) -> list[str]:
        names: set[str] = {"to", "from"} if event in ("enters", "leaves") else set()
        for s in self.analysis.triggers_on(event, edge=edge):
            names |= {n for n, _ in s.standing.pattern.args}
        for until in self.analysis.untils:
            if until.event.event is event or until.event.event == event:
                names |= {n for n, _ in until.event.args}
        return sorted(names)

    def until_watchers(self, event: Any, edge: str | None) -> list[b.Until]:
        return [u for u in self.analysis.untils
                if (u.event.event is event or u.event.event == event) and (edge is None or u.event.edge == edge)]

    def notice(
        self,
        event: Any,
        edge: str | None,
        sc: Scope,
        actor: str,
        args: dict[str, str],
        before: str | None = None,
        was: str = "S",
    ) -> None:
        """Write the noticing of after-triggers (and the ends of durations) of an event that has just happened."""
        proc = sc.code
        if not self.analysis.triggers_on(event, "after", edge) and not self.until_watchers(event, edge):
            return
        key = self.listener_key("notice", event, edge)
        names = self.listener_args(event, edge)
        self.once(key, lambda: self._make_notice(key, event, edge, names))
        values = "".join(f", {args.get(n, 'None')}" for n in names)
        proc.emit(f"{key}(S, {actor}, {before or '()'}, {was}{values})")

    def _make_notice(self, key: str, event: Any, edge: str | None, names: list[str]) -> None:
        proc = self.new_proc(key, ["actor", "before", "was", *(f"a_{n}" for n in names)], False)
        values = {n: f"a_{n}" for n in names}
        proc.emit("if S.quiet: return")
        self._judged_before = event == "leaves"
        for source in self.analysis.triggers_on(event, "after", edge):
            self._each_match(source, proc, values, self._notice_line, "before")
        for until in self.until_watchers(event, edge):
            self._end_effects(until, proc, values)
        self._judged_before = False
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _each_match(self, source: Source, proc: Proc, values: dict[str, str], line: Any, also: str | None) -> None:
        pattern: b.EventPattern = source.standing.pattern
        this = self.this_of(source)
        this_is = None
        if this is not None and source.sort != "until":
            for n, m in pattern.args:
                if m.value is not None and isinstance(m.value, b.Local) and m.value.var is this:
                    this_is = values[n]
            subject = pattern.subject
            if subject is not None and isinstance(subject.value, b.Local) and subject.value.var is this:
                this_is = "actor"

        event_moves = pattern.event in ("enters", "move") and source.standing.timing == "after"

        def inner(sc: Scope) -> None:
            # Who leaves play is judged as it was before (semantics 13).
            past = getattr(self, "_judged_before", False)
            seen = sc.child(S="was", z="was.z", v="was.v", at="was.at") if past else sc
            tests = [self.match(pattern.subject, "actor", seen, pattern.event)]
            tests += [self.match(m, values[n], seen, pattern.event) for n, m in pattern.args]
            sc.names.update(seen.names)
            tests += self._place_tests(pattern, values, seen)
            if event_moves and this is not None and this_is is None and source.sort != "until":
                # What comes in does not notice its own coming (semantics 13).
                tests.append(f"{sc.this} not in S.moved")
            if self.packs and pattern.event in ("move", "enters", "leaves") and source.standing.timing == "after":
                # A pack is one thing: what a rule says of any card notices the one that stands for it.
                moved = [pattern.subject] if pattern.event != "move" else [m for n, m in pattern.args if n == "cards"]
                tests += [f"{sc.names[m.var]} not in S.tail" for m in moved if m is not None and m.var is not None]
            tests.append(self.cond(pattern.where, sc))
            if pattern.gathered is not None:
                sc.names[pattern.gathered.all] = f"({sc.names[pattern.gathered.one]},)"
                sc.names[pattern.gathered.batch] = "S.gathering"
            arguments = "".join(f"{sc.names[v]}, " for v in self.standing_vars(source))
            test = self.conjunction(tests)
            proc.emit(f"if {test}:")
            with proc.indented():
                line(source, proc, sc, arguments)

        if this_is is not None and "[" in this_is:
            this_is = None
        self.each_source(source, proc, Scope(proc), inner, this_is, also)

    def _place_tests(self, pattern: b.EventPattern, values: dict[str, str], sc: Scope) -> list[str]:
        """For `enters` and `leaves`: whether it is the place that is meant; within play is no entering or leaving play."""
        if pattern.event not in ("enters", "leaves"):
            return []
        here, there = ("to", "from") if pattern.event == "enters" else ("from", "to")
        if not pattern.anywhere:
            return [f"IN_PLAY[{values[here]}]", f"not IN_PLAY[{values[there]}]"]
        if pattern.place is not None:
            return [self.match(pattern.place, values[here], sc, None)]
        zones = frozenset(z for z, m in enumerate(self.instance.zone_member) if m in pattern.zone_members)
        return [f"{values[here]} in {self.table(zones, 'zones')}"]

    def _notice_line(self, source: Source, proc: Proc, sc: Scope, arguments: str) -> None:
        self.body_proc(source)
        who = sc.this if sc.this != "None" else None
        controller = f"controller(was, {who})" if who is not None and source.sort != "until" else "None"
        past = sc.child(S="was", z="was.z", v="was.v", at="was.at")
        kept = self.kept_reads(source)
        for e in kept:
            arguments += f"{self.kept_value(e, past)}, "
        for e in kept:
            arguments += f"was.vis[{sc.names[e.base.var]}], "
        arguments += self.visits_now(self.dated_vars(source), sc)
        gathered = source.standing.pattern.gathered
        if gathered is not None:
            # With the others of the same batch: the list grows, and so does that of their visits.
            names = self.standing_vars(source)
            dated = self.dated_vars(source)
            places = [names.index(gathered.all)]
            places += [len(names) + 2 * len(kept) + i for i, var in enumerate(dated) if var is gathered.all]
            proc.emit(f"gather(S, {source.number}, {len(names)}, {tuple(places)}, ({arguments}), {controller})")
            return
        proc.emit(f"S.pend.append(({source.number}, ({arguments}), {controller}))")

    # ------------------------------------------------------------ batches

    @property
    def batches_watched(self) -> bool:
        """Whether cards notice what leaves: then those that work when a batch begins notice all of it (semantics
        14)."""
        found = any(s.sort in ("card", "kind", "keyword") for e in ("move", "leaves", "enters")
                    for s in self.analysis.triggers_on(e, "after"))
        if found:
            self.once("batch_sources", self._make_batch_sources)
        return found

    @cached_property
    def gathers(self) -> bool:
        """Whether something is noticed once for all that happens in one batch (`one or more`)."""
        return any(s.standing.pattern.gathered is not None for s in self.analysis.of_class(b.Trigger))

    @contextmanager
    def gathering(self, proc: Proc) -> Iterator[None]:
        """What happens in what is written within is noticed together, or with the batch that is open already."""
        if not self.gathers:
            yield
            return
        opened = proc.fresh("opened")
        proc.emit(f"{opened} = S.gathering <= 0; S.gathering = 1 - S.gathering if {opened} else S.gathering")
        yield
        proc.emit(f"if {opened}: S.gathering = -abs(S.gathering)")

    @contextmanager
    def one_batch(self, proc: Proc) -> Iterator[None]:
        """What is written within is one batch: those that work when it begins notice all of it (semantics 14)."""
        held = proc.fresh("batch") if self.batches_watched else None
        if held is not None:
            proc.emit(f"{held} = S.batch; S.batch = batch_sources(S) if S.batch is None else S.batch")
        with self.gathering(proc):
            yield
        if held is not None:
            proc.emit(f"S.batch = {held}")

    def _make_batch_sources(self) -> None:
        sources = [s for e in ("move", "leaves", "enters") for s in self.analysis.triggers_on(e, "after")
                   if s.sort in ("card", "kind", "keyword")]
        ids = sorted({c for s in sources for c in self.source_ids(s)})
        proc = self.new_proc("batch_sources", [], False)
        self.works("0", Scope(proc))
        proc.emit(f"return tuple([c for c in {self.table(tuple(ids), 'cards')} if works(S, c)])")
        self.functions_text.append(proc.text().replace("def f_batch_sources(", "def batch_sources("))

    # ------------------------------------------------------------ replacements and before-triggers

    def around(
        self, event: Any, sc: Scope, actor: str, args: dict[str, str], event_args: str, replaced: str | None
    ) -> None:
        """Write replacements and before-triggers of an event; if replaced, `replaced` (a line) follows."""
        proc = sc.code
        for timing in ("instead", "before"):
            if not self.analysis.triggers_on(event, timing):
                continue
            key = self.listener_key(f"find_{timing}", event, None)
            names = self.listener_args(event, None)
            self.once(key, lambda key=key, timing=timing, names=names: self._make_find(key, event, timing, names))
            values = "".join(f", {args.get(n, 'None')}" for n in names)
            if timing == "instead":
                entry = self._replacement(event, key, actor, values, args, proc)
                if proc.resumable:
                    after = proc.new_block()
                    proc.emit(f"if {entry} is None:")
                    with proc.indented():
                        proc.jump(after)
                else:
                    proc.emit(f"if {entry} is not None:")
                    proc.depth += 1
                if self.traced:
                    proc.emit(f"S.note(('instead', {entry}[2][0], {entry}[2][1]))")
                proc.emit(f"S.inside += ({entry}[2],)")
                proc.emit(f"{entry} = ({entry}[0], {entry}[1] + ({event_args},))")
                self.call_text(proc, entry)
                proc.emit("S.inside = S.inside[:-1]")
                if replaced is not None:
                    proc.emit(replaced)
                else:
                    proc.finish("1")
                if proc.resumable:
                    proc.start(after)
                else:
                    proc.depth -= 1
            else:
                found, index = proc.fresh("found"), proc.fresh("n")
                proc.emit(f"{found} = {key}(S, {actor}{values}); {index} = 0")
                if proc.resumable:
                    top, end = proc.new_block(), proc.new_block()
                    proc.start(top)
                    proc.jump_unless(f"{index} < len({found})", end)
                    entry = proc.fresh("entry")
                    proc.emit(f"{entry} = {found}[{index}]; {index} += 1")
                    self.call_text(proc, entry)
                    proc.jump(top)
                    proc.start(end)
                else:
                    entry = proc.temp("entry")
                    proc.emit(f"for {entry} in {found}: TEXTS[{entry}[0]][0](S, *{entry}[1])")

    def _replacement(self, event: Any, key: str, actor: str, values: str, args: dict[str, str], proc: Proc) -> str:
        """Find the replacement that is done next; of several that differ, the one concerned chooses (semantics 10)."""
        entry = proc.fresh("entry")
        if not (proc.resumable and self.analysis.replacements_differ(event)):
            proc.emit(f"{entry} = {key}(S, {actor}{values})")
            return entry
        found, chosen = proc.fresh("found"), proc.new_block()
        proc.question()
        proc.emit(f"{found} = {key}(S, {actor}{values}); {entry} = {found}[0] if {found} else None")
        proc.jump_unless(f"len({found}) > 1", chosen)
        question = self.static_question("trigger", None, None)
        proc.emit(f"S.opts = list({found}); S.q = {question}")
        concerned = ", ".join((*self._concerned(event, args), actor, "S.act"))
        proc.emit(f"S.player = next((p for p in ({concerned},) if p is not None and p in S.alive), None)")
        proc.jump_unless("S.player is not None", chosen)
        proc.suspend(proc.new_block())
        proc.emit(f"{entry} = S.ans")
        proc.start(chosen)
        return entry

    def _concerned(self, event: Any, args: dict[str, str]) -> list[str]:
        """Who an event concerns, before its doer: the controllers of its cards, then its players."""
        if isinstance(event, str):
            return [f"controller(S, {args['card']})"] if "card" in args else []
        of_type = {p.var.name: type(bare(p.var.type)).__name__ for p in event.params}
        cards = [f"(None if {args[n]} is None else controller(S, {args[n]}))"
                 for n, of in of_type.items() if of == "CardType" and n in args]
        return cards + [args[n] for n, of in of_type.items() if of == "PlayerType" and n in args]

    def _make_find(self, key: str, event: Any, timing: str, names: list[str]) -> None:
        proc = self.new_proc(key, ["actor", *(f"a_{n}" for n in names)], False)
        values = {n: f"a_{n}" for n in names}
        several = timing == "before" or self.analysis.replacements_differ(event)
        proc.emit("if S.quiet: return ()" if several else "if S.quiet: return None")
        proc.emit("found = []")

        def line(source: Source, proc: Proc, sc: Scope, arguments: str) -> None:
            self.body_proc(source)
            mark = f"({source.number}, {sc.this})"
            if timing == "instead":
                entry = f"({source.number}, ({arguments}), {mark})"
                proc.emit(f"if {mark} not in S.inside: {f'found.append({entry})' if several else f'return {entry}'}")
            else:
                who = f"controller(S, {sc.this})" if sc.this != "None" and source.sort != "until" else "None"
                proc.emit(f"found.append(({source.number}, ({arguments}), {who}))")

        sources = self.analysis.triggers_on(event, timing)
        for source in sources:
            self._each_match(source, proc, values, line, None)
        # A tuple: it lies in the frame of whoever asks about it, and frames are compared and shared by forks.
        of_cards = any(source.sort in OF_CARDS for source in sources)
        found = "tuple(differing(S, found))" if timing == "instead" else (
            "tuple(in_turn_order(S, found))" if of_cards else "tuple(found)")
        proc.emit(f"return {found}" if several else "return None")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    # ------------------------------------------------------------ durations

    def until_number(self, until: b.Until) -> int:
        return next(i for i, u in enumerate(self.analysis.untils) if u is until)

    def _stmt_Until(self, s: b.Until, sc: Scope, loops: Any) -> None:
        proc = sc.code
        values, visits = [], []
        if s.this_var is not None:
            values.append(sc.names[s.this_var])
            visits.append(self.visit_then(s.this_var, sc))
        for var in s.captured:
            value = sc.names[var]
            values.append(f"tuple({value})" if type(var.type).__name__ == "ListType" else value)
            visits.append(
                self.visit_then(var, sc) if of_card(var)
                else f"tuple([S.vis[c] for c in {value}])" if of_cards(var) else "0"
            )
        for source in self.fixed_sources(s):
            standing = source.standing
            who = "()"
            if isinstance(standing.subject, b.Group):
                who = f"tuple({self.group_list(standing.subject, sc)})"
            values.append(who)
            if isinstance(standing.subject, b.Group) and type(standing.subject.var.type).__name__ == "CardType":
                values.append(f"tuple([S.vis[x] for x in {who}])")
            else:
                values.append(f"(0,) * len({who})")
            values.append(self.fixed_amount(source, sc))
            visits += ["0", "0", "0"]
        number = self.until_number(s)
        event = s.event.event
        if s.event.running and isinstance(event, b.Unit | b.Verb | b.Action) and not self._is_turn_like(event):
            # The innermost running execution; none running: the statement does nothing.
            unit = event if isinstance(event, b.Unit) else event.unit
            if unit is not None:
                proc.emit(f"if {self.unit_number(unit)} in S.running:")
                proc.depth += 1
        leaving = self._leaves_itself(s, sc)
        if leaving is not None:
            # What has left play already will not leave it again: then nothing begins.
            proc.emit(f"if IN_PLAY[at[{leaving}]]:")
            proc.depth += 1
        control = "None"
        if s.control is not None:
            player, card = s.control
            control = f"({self.expr(card, sc)}, {self.expr(player, sc)})"
        proc.emit(f"add_effect(S, {number}, {sc.this}, ({''.join(v + ', ' for v in values)}), "
                  f"({''.join(v + ', ' for v in visits)}), {control})")
        if s.event.running and isinstance(event, b.Unit | b.Verb | b.Action) and not self._is_turn_like(event):
            unit = event if isinstance(event, b.Unit) else event.unit
            if unit is not None:
                proc.depth -= 1
        if leaving is not None:
            proc.depth -= 1
        if s.then:
            self.then_proc(s)

    @staticmethod
    def _leaves_itself(s: b.Until, sc: Scope) -> str | None:
        """The card with whose leaving play a duration ends (`until this leaves play:`)."""
        subject = s.event.subject
        if s.event.event != "leaves" or s.event.anywhere or subject is None:
            return None
        return sc.names.get(subject.value.var) if isinstance(subject.value, b.Local) else None

    def fixed_sources(self, until: b.Until) -> list[Source]:
        """Modifiers of an effect fix their things and amounts when they are made;
        those under `while` are live (semantics 21)."""
        return [s for s in self.analysis.sources if s.sort == "until" and s.owner is until and not s.standing.conditions
                and isinstance(s.standing, b.Modify | b.SetAttribute | b.SetFlag)]

    def fixed_amount(self, source: Source, sc: Scope) -> str:
        s = source.standing
        if isinstance(s, b.SetFlag):
            return repr(s.value)
        e = s.amount if isinstance(s, b.Modify) else s.value
        reads_each = isinstance(s.subject, b.Group) and s.subject.var in free_vars(e)
        if reads_each:
            raise self.unsupported("an amount that differs for each of several cards in an effect", s.span)
        text = self.change_by(s, sc) if isinstance(s, b.Modify) else self.expr(e, sc)
        if isinstance(s, b.Modify) and s.for_each is not None:
            text = f"{text} * len({self.group_list(s.for_each, sc)})"
        return text

    @staticmethod
    def fixed_names(source: Source) -> tuple[str, str, str]:
        return f"fixed_who_{source.number}", f"fixed_visits_{source.number}", f"fixed_amount_{source.number}"

    @staticmethod
    def _is_turn_like(event: Any) -> bool:
        return isinstance(event, b.Unit) and event.kind == "turn"

    @staticmethod
    def held_vars(until: b.Until) -> list[b.Var]:
        """What a duration keeps besides what is fixed: its card and the names from around it."""
        return [*([until.this_var] if until.this_var is not None else []), *until.captured]

    def then_proc(self, until: b.Until) -> str:
        number = self.until_number(until)
        key = f"then_{number}"
        return self.once(key, lambda: self._make_then(key, until))

    def _make_then(self, key: str, until: b.Until) -> None:
        held = self.held_vars(until)
        names = [self.name_of(v) for v in held]
        visits = [f"then_{i}" for i in range(len(held))]
        proc = self.new_proc(key, names + visits, self.analysis.asks(until.then))
        sc = Scope(proc)
        sc.names.update(zip(held, names, strict=True))
        if until.this_var is not None:
            sc.this = names[0]
        cards = [(var, visit) for var, visit in zip(held, visits, strict=True) if of_card(var) or of_cards(var)]
        self.keep_apart([var for var, _ in cards], [visit for _, visit in cards], proc, sc)
        self.body(until.then, sc, [])
        proc.finish()
        self.add(proc)

    def _end_effects(self, until: b.Until, proc: Proc, values: dict[str, str]) -> None:
        """End the durations of this statement whose event has happened."""
        number = self.until_number(until)
        sc = Scope(proc)
        effect = proc.temp("eff")
        proc.emit(f"for {effect} in S.eff:")
        with proc.indented():
            proc.emit(f"if {effect}[0] != {number}: continue")
            self._unpack_effect(until, effect, proc, sc)
            pattern = until.event
            tests = [self.match(pattern.subject, "actor", sc, None) if pattern.subject is not None else "True"]
            tests += [self.match(m, values[n], sc, None) for n, m in pattern.args]
            tests += self._place_tests(pattern, values, sc)
            tests.append(self.cond(pattern.where, sc))
            proc.emit(f"if {self.conjunction(tests)}:")
            with proc.indented():
                proc.emit(f"end_effect(S, {effect})")
                if until.then:
                    self.then_proc(until)
                    held = len(self.held_vars(until))
                    proc.emit(f"S.pend.append(({len(self.analysis.sources) + number}, "
                              f"{effect}[3][:{held}] + {effect}[4][:{held}], None))")

    def turn_passed(self, turn: b.Unit) -> str:
        """The argument that ends what lasts until a turn that does not begin (its player is out or misses it), or nothing."""
        if not self.until_watchers(turn, "begins") and not self.reset_at(turn, "begins"):
            return ""
        key = f"passed_{self.event_key(turn)}"
        self.once(key, lambda: self._make_passed(key, turn))
        return f", {key}"

    def _make_passed(self, key: str, turn: b.Unit) -> None:
        proc = self.new_proc(key, ["actor"], False)
        for until in self.until_watchers(turn, "begins"):
            self._end_effects(until, proc, {})
        self.resets(turn, "begins", Scope(proc), "actor")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    # ------------------------------------------------------------ units

    def unit_number(self, unit: b.Unit) -> int:
        if unit not in self.unit_list:
            self.unit_list.append(unit)
        return self.unit_list.index(unit)

    def unit_function(self, unit: b.Unit) -> str:
        self.unit_number(unit)
        key = f"unit_{python_name(unit.kind)}_{python_name(unit.name)}"
        return self.once(key, lambda: self._make_unit(key, unit))

    def unit_asks(self, unit: b.Unit) -> bool:
        return unit.kind == "turn" or self.analysis.asking.get(unit, False)

    def _make_unit(self, key: str, unit: b.Unit) -> None:
        is_turn = unit.kind == "turn"
        proc = self.new_proc(key, ["turn_of"] if is_turn else [], self.unit_asks(unit))
        sc = Scope(proc)
        self.note_cover(proc, f"{unit.kind} {unit.name}")
        if is_turn:
            proc.local("act_before")
            proc.emit("act_before = S.act; S.act = turn_of; S.n_turns += 1")
            proc.emit(f"v[{self.turns_slot} + turn_of] += 1")
            sc.actor = "turn_of"
        end = proc.new_block() if proc.resumable else 0
        if is_turn:
            # The player may fall at any moment from here on, the checkpoints at both ends included.
            if self.eliminates:
                for held in ("phase", "windows", "inside", "running"):
                    proc.emit(f"{proc.local(held + '_before')} = S.{held}")
            proc.open_unit(unit, end)
        self.unit_begins(unit, sc)
        if is_turn:
            self.note_place(proc, "('turn', turn_of)")
        if is_turn and self.scenario:
            self._scenario_entry(unit, proc)
        if proc.resumable:
            proc.end_block = end
            if not is_turn:
                proc.open_unit(unit, end)
            self.body(unit.body, sc, [])
            proc.end_block = None
            if not is_turn:
                proc.close_unit(self.unit_number(unit))
            proc.start(end)
        else:
            proc.emit("while True:")
            with proc.indented():
                self.body(unit.body, sc, ["plain"])
                proc.emit("break")
        if is_turn:
            # A player who fell during the turn: durations end, the end-of-turn step is skipped (semantics 20).
            self.unit_ends(unit, sc, alive="turn_of in S.alive")
            proc.close_unit(self.unit_number(unit))
            if self.eliminates:
                proc.emit("S.phase, S.windows, S.inside, S.running = phase_before, windows_before, inside_before, running_before")
            proc.emit("S.act = act_before")
        else:
            self.unit_ends(unit, sc)
        self.go_on_ending(proc)
        proc.finish()
        self.add(proc)

    def _scenario_entry(self, unit: b.Unit, proc: Proc) -> None:
        """In a scenario a turn can be entered at one of its phases: stop here, so that further givens apply,
        then go there."""
        go_on = proc.new_block()
        proc.start(proc.new_block())
        proc.jump_unless("S.goto is not None", go_on)
        held = proc.new_block()
        proc.emit("S.player = None")
        proc.suspend(held)
        self.checkpoint(proc)
        proc.emit("pc = GOTO[S.goto]; S.goto = None")
        proc.emit("continue")
        proc.start(go_on)
        self.phase_entries[""] = go_on

    @cached_property
    def tracks_units(self) -> bool:
        """Whether a stretch of play may be ended in which windows are open, or cards visit: those are closed first, and
        these go home."""
        return (bool(self.program.stacks) or self.has_visits) and (self.eliminates or any(
            isinstance(s, b.EndUnit) for s in self.analysis.statements()))

    def go_on_ending(self, proc: Proc) -> None:
        """Behind a stretch of play: if one around it must end too, its turn has come."""
        if self.tracks_units and proc.resumable:
            proc.emit("if S.ending: end_next(S)")

    def unit_watched(self, unit: b.Unit) -> bool:
        """Whether something must know if the unit is running."""
        return any(u.event.edge == "ends" and (u.event.event is unit or getattr(u.event.event, "unit", None) is unit)
                   for u in self.analysis.untils)

    def unit_members(self, unit: b.Unit) -> list[b.Member]:
        mine = [m for m in self.program.unit_members if m.unit is unit]
        return mine + [m for m in self.program.player_members if m.unit is unit and m not in mine]

    def unit_begins(self, unit: b.Unit, sc: Scope, checkpoint: bool = True) -> None:
        """Members start anew; begin-triggers are noticed; a checkpoint for turns, rounds and phases."""
        proc = sc.code
        self.resets(unit, "begins", sc, "S.act")
        for member in self.unit_members(unit):
            if member.sort != "state":
                continue
            count = self.instance.players if member.owner == "player" else 1
            slot = self.slots[member]
            value = "None" if member.type.__class__.__name__ != "ListType" else "()"
            if member.start is not None:
                value = self.expr(member.start, sc)
            for i in range(count):
                proc.emit(f"v[{slot + i}] = {value}")
        if self.unit_watched(unit) or (self.tracks_units and proc.resumable):
            proc.emit(f"S.running += ({self.unit_number(unit)},)")
        self.notice(unit, "begins", sc, "S.act", {})
        if checkpoint and proc.resumable and unit.kind in ("turn", "phase", "round"):
            self.checkpoint(proc)

    def unit_ends(self, unit: b.Unit, sc: Scope, checkpoint: bool = True, alive: str | None = None) -> None:
        proc = sc.code
        if alive is not None and self.analysis.triggers_on(unit, "after", "ends"):
            proc.emit(f"if {alive}:")
            with proc.indented():
                self.notice(unit, "ends", sc, "S.act", {})
        else:
            self.notice(unit, "ends", sc, "S.act", {})
        if self.unit_watched(unit) or (self.tracks_units and proc.resumable):
            proc.emit(f"stop_running(S, {self.unit_number(unit)})")
        if checkpoint and proc.resumable and unit.kind in ("turn", "phase", "round"):
            self.checkpoint(proc)
        self.resets(unit, "ends", sc, "S.act")
        limited = {
            limit.unit
            for a in self.analysis.actions()
            for limit in (*a.limits, *(x for d in self.program.cards for x in d.limits))
        }
        for name in sorted({unit.name, unit.kind} & limited):
            proc.emit(f"end_limits(S, {name!r})")

    # ------------------------------------------------------------ checkpoints

    def _asked_of_triggers(self) -> str | None:
        """How the order of waiting triggers is asked for where they go onto a stack."""
        stack = self.program.trigger_stack
        if stack is None:
            return None
        last = " The last one takes effect first." if stack.last_in_first_out else ""
        return f"Which goes onto {stack.name.replace('_', ' ')} first?{last}"

    def _let_wait(self, stack: b.Stack, entry: str, base: str, proc: Proc, top: int) -> None:
        """A trigger with somebody whose it is, which is that of a card, goes onto the stack."""
        proc.emit(f"if {entry}[2] is not None:")
        with proc.indented():
            proc.emit(f"if {base} is None: {base} = len(S.stack)")
            proc.emit(f"push_trigger(S, {self.stack_number(stack)}, {entry})")
            proc.jump(top)

    def _answers_to_triggers(self, stack: b.Stack, base: str, proc: Proc, top: int) -> None:
        """When all that was noticed waits, the table may answer, unless a window of that stack is open already."""
        calm = proc.new_block()
        proc.jump_unless(f"{base} is not None and {self.stack_number(stack)} not in S.windows", calm)
        proc.call(self.window(stack), [base])
        proc.emit(f"{base} = None")
        proc.jump(top)
        proc.start(calm)

    @cached_property
    def has_checkpoint(self) -> bool:
        a = self.analysis
        return bool(a.of_class(b.Trigger) or a.of_class(b.StateRule) or a.untils or a.ends_possible())

    def checkpoint(self, proc: Proc) -> None:
        """Write a checkpoint into a resumable procedure."""
        if not self.has_checkpoint or not proc.resumable:
            return
        if self.checkpoint_resumable:
            self.once("checkpoint", self._make_checkpoint)
            after = proc.new_block()
            proc.jump_unless("S.pend or S.marks or S.fallen or WATCHFUL", after)
            proc.call("checkpoint", [])
            proc.start(after)
        else:
            self.once("checkpoint", self._make_checkpoint)
            proc.emit("if (S.pend or S.marks or S.fallen or WATCHFUL) and f_checkpoint(S):")
            with proc.indented():
                proc.game_over()

    def _any_holds(self, rules: list[Source]) -> str:
        """Whether some state rule holds; in play without a record that is not asked twice of the same (unchanged.py)."""
        found = " or ".join(f"{self._holds(s)}(S)" for s in rules)
        if not found or self.traced or self.scenario or self.playout:
            return found or "False"
        self.watched += [self._holds(s) for s in rules]
        return f"not as_before(S) and ({found} or note_calm(S))"

    def _make_checkpoint(self) -> None:
        resumable = self.checkpoint_resumable
        proc = self.new_proc("checkpoint", [], resumable)
        rules = self.analysis.always_rules
        self.globals["WATCHFUL"] = bool(rules)
        proc.emit("if S.quiet:")
        with proc.indented():
            proc.finish("False")
        if self.gathers:
            proc.emit("S.gathering = -abs(S.gathering)")  # a batch that was left in the middle is over
        depth = proc.local("depth")
        proc.emit(f"{depth} = len(S.waiting)")
        if not resumable:
            proc.emit("while True:")
            with proc.indented():
                proc.emit(f"tick(S, ({depth}, S.waiting), {self.span_id(None)})")
                for group in self.rules_together(rules):
                    self._state_rules(group, proc)
                proc.emit("if (S.marks or S.fallen) and settle_ends(S): return True")
                proc.emit(f"if not S.pend and not older_triggers(S, {depth}): return False")
                proc.emit("entry = next_trigger(S)")
                proc.emit("TEXTS[entry[0]][0](S, *entry[1])")
            self.add(proc)
            return
        top, calm, done = proc.new_block(), proc.new_block(), proc.new_block()
        stack = self.program.trigger_stack
        base = ""  # where what waits on it begins
        if stack is not None:
            base = proc.local("base")
            proc.emit(f"{base} = None")
        proc.start(top)
        proc.emit(f"tick(S, ({depth}, S.waiting), {self.span_id(None)})")
        proc.jump_unless(self._any_holds(rules), calm)  # mostly none does
        for group in self.rules_together(rules):
            self._state_rules(group, proc)
        proc.start(calm)
        proc.emit("if (S.marks or S.fallen) and settle_ends(S):")
        with proc.indented():
            proc.game_over()
        proc.jump_unless(f"S.pend or older_triggers(S, {depth})", done)
        chosen = proc.fresh("entry")
        pick = proc.new_block()
        proc.emit("choices = trigger_choices(S)")
        proc.jump_unless("len(choices) > 1", pick)
        proc.question()
        proc.emit("choices = trigger_choices(S)")
        question = self.static_question("trigger", self._asked_of_triggers(), None)
        proc.emit("S.opts = choices; S.player = choices[0][2] if choices[0][2] is not None else S.act; S.q = "
                  f"{question}")
        ask = proc.new_block()
        proc.jump_unless("S.player is not None and S.player in S.alive", pick)
        proc.suspend(ask)
        proc.emit(f"{chosen} = take_trigger(S, S.ans)")
        run = proc.new_block()
        proc.jump(run)
        proc.start(pick)
        proc.emit(f"{chosen} = next_trigger(S)")
        proc.start(run)
        if stack is not None:
            self._let_wait(stack, chosen, base, proc, top)
        self.call_text(proc, chosen)
        proc.jump(top)
        proc.start(done)
        if stack is not None:
            self._answers_to_triggers(stack, base, proc, top)
        proc.finish("False")
        self.add(proc)
