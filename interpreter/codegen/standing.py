"""Standing text: modifiers inlined into getters, restrictions as predicates, triggers as notices, state rules,
checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, PlayerType, bare
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.freevars import expressions_of, read_vars
from rulewright.interpreter.codegen.getters import Getters
from rulewright.interpreter.codegen.lasting import of_cards
from rulewright.interpreter.codegen.proc import Proc


class StandingText(Getters):
    """See the top of the file."""

    # ------------------------------------------------------------ where a source is, and whether it works

    def works(self, name: str, sc: Scope) -> str:
        """Whether the text of card `name` works now: in play, face up, and its kind's `abilities work while`."""
        self.once("works", self._make_works)
        return f"works({sc.S}, {name})"

    def _make_works(self) -> None:
        proc = self.new_proc("works", ["c"], False)
        proc.emit("if not IN_PLAY[at[c]] or c in S.down: return False")
        for kind in self.program.kinds.values():
            for this, condition in kind.working:
                sc = Scope(proc)
                sc.names[this] = "c"
                proc.emit(f"if {self.kind_table(kind)}[c] and not {self.expr(condition, sc)}: return False")
        proc.emit("return not is_blank(S, c)" if self.blanks else "return True")
        self.functions_text.append(proc.text().replace("def f_works(", "def works("))

    @cached_property
    def blanks(self) -> bool:
        """Whether something takes cards their abilities."""
        found = any(s.standing.no_abilities for s in self.analysis.of_class(b.SetFlag))
        if found:
            self.once("blanked", self._make_blanked)
            self.functions_text.append("def is_blank(S, c): return c in (BLANKED[-1] if BLANKED else blanked(S))\n")
        return found

    def _make_blanked(self) -> None:
        """The function that gives the cards without abilities: each text that takes them away counts once, the oldest
        first, and not where an older one has taken it away itself (semantics 21)."""
        self.globals["BLANKED"] = []
        proc = self.new_proc("blanked", [], False)
        sc = Scope(proc)
        proc.emit("found = set(); BLANKED.append(found)")
        proc.emit("try:")
        proc.depth += 1
        proc.emit("texts = []")
        sources = [s for s in self.analysis.of_class(b.SetFlag) if s.standing.no_abilities]
        for source in sources:

            def note(child: Scope, source: Source = source) -> None:
                age = "0" if source.sort == "rule" else f"{child.effect}[6]" if source.sort == "until" else (
                    f"S.ages.get({child.this}, 0)")
                held = child.effect if source.sort == "until" else child.this
                proc.emit(f"texts.append(({age}, {source.number}, {held}))")

            self.each_source(source, proc, sc, note)
        proc.emit("texts.sort(key=lambda text: text[:2])")
        proc.emit("for age, number, held in texts:")
        with proc.indented():
            for source in sources:
                proc.emit(f"if number == {source.number}:")
                with proc.indented():
                    child = sc.child()
                    self.take_up(source, "held", proc, child)
                    if source.sort not in ("until", "rule"):
                        proc.emit(f"if {child.this} in found: continue")
                    subject = source.standing.subject
                    inner = child.child()
                    if isinstance(subject, b.Group):
                        inner.names[subject.var] = "x"
                    test = self.match_thing(subject, "x", inner)
                    if source.sort == "until" and isinstance(subject, b.Local):
                        test = self.conjunction([test, self._captured_visit(source, child)])
                    proc.emit(f"found.update([x for x in in_play(S) if {test}])")
        proc.depth -= 1
        proc.emit("finally: BLANKED.pop()")
        proc.emit("return found")
        self.functions_text.append(proc.text().replace("def f_blanked(", "def blanked("))

    def source_ids(self, source: Source) -> tuple[int, ...]:
        faces = self.instance.faces
        if source.sort == "card":
            return tuple(c for c, f in enumerate(self.instance.face_of) if faces[f].definition is source.owner)
        if source.sort == "kind":
            return self.ids_of_kind(source.owner)
        if not self.scenario and not self.is_modified(source.owner.flag):
            return tuple(c for c, f in enumerate(self.instance.face_of) if source.owner in faces[f].definition.keywords)
        return tuple(range(self.instance.n_cards))  # a keyword may be granted to any card

    def this_of(self, source: Source) -> b.Var | None:
        return source.owner.this_var if source.sort in ("card", "kind", "keyword", "until") else None

    def each_source(self, source: Source, proc: Proc, sc: Scope, inner: Callable[[Scope], None],
                    this_is: str | None = None, also: str | None = None, may_be: str | None = None,
                    first: Callable[[Scope], str] | None = None) -> None:
        """Write `inner` once for every place where the standing text is in force.

        first: a test without which `inner` does nothing; asked before a costly `abilities work while`.

        this_is: the only card that can be `this` (the text is about `this` itself); may_be: the same, where that is not
        missing. also: cards (an expression) that
        count as working whatever holds now, because they worked before the event.
        """
        if source.sort == "rule":
            self._guarded(source, proc, sc.child(), inner)
            return
        if source.sort == "until":
            self._each_effect(source, proc, sc, inner)
            return
        this = self.this_of(source)
        assert this is not None
        name = self.name_of(this)
        ids = self.source_ids(source)
        if not ids:
            return
        child = sc.child(this=name)
        child.names[this] = name
        working = self.works(name, sc)
        if first is not None and any(kind.working for kind in self.program.kinds.values()):
            working = self.conjunction([first(child), working])
        working = f"IN_PLAY[{sc.at}[{name}]] and {working}"  # most are not: a call saved
        if also is not None:
            working = f"({name} in {also} or {working})"
        if source.sort == "keyword":
            flag = source.owner.flag
            working += f" and {self.member_of(name, flag, sc, CardType(), None)}"
        if this_is is not None:
            proc.emit(f"if {this_is} in {self.table(frozenset(ids), 'cards')}:")
            proc.depth += 1
            proc.emit(f"{name} = {this_is}")
            proc.emit(f"if {working}:")
        else:
            among = self.table(ids, "cards")
            if may_be is not None:
                alone = f"({may_be},) if {may_be} in {self.table(frozenset(ids), 'cards')} else ()"
                among = f"({among} if {may_be} is None else {alone})"
            proc.emit(f"for {name} in {among}:")
            proc.depth += 1
            proc.emit(f"if {working}:")
        proc.depth += 1
        self._guarded(source, proc, child, inner)
        proc.depth -= 2

    def _guarded(self, source: Source, proc: Proc, sc: Scope, inner: Callable[[Scope], None]) -> None:
        conditions = [self.expr(c, sc) for c in source.standing.conditions]
        test = self.conjunction(conditions)
        if test == "True":
            inner(sc)
            return
        proc.emit(f"if {test}:")
        with proc.indented():
            inner(sc)

    def _each_effect(self, source: Source, proc: Proc, sc: Scope, inner: Callable[[Scope], None]) -> None:
        until: b.Until = source.owner
        number = self.until_number(until)
        effect = proc.temp("eff")
        child = sc.child()
        child.effect = effect
        proc.emit(f"for {effect} in {sc.S}.eff:")
        with proc.indented():
            proc.emit(f"if {effect}[0] != {number}: continue")
            self._unpack_effect(until, effect, proc, child)
            fresh = self._still_there(source, effect, "was" if getattr(self, "_judged_before", False) else sc.S)
            if fresh != "True":
                proc.emit(f"if not ({fresh}): continue")
            self._guarded(source, proc, child, inner)

    def _still_there(self, source: Source, effect: str, S: str) -> str:
        """What a duration's text says of a card that its effect remembered holds for that visit of the card."""
        if isinstance(source.standing, b.Modify | b.SetAttribute | b.SetFlag):
            return "True"  # see _captured_visit
        until: b.Until = source.owner
        kept = self.held_vars(until)
        body = getattr(source.standing, "body", ())
        read = read_vars((source.standing, *expressions_of(body)))
        return self.conjunction([
            f"({name} is None or {effect}[4][{place}] == {S}.vis[{name}])"
            for place, var in enumerate(kept)
            if var in read and var is not until.this_var and isinstance(bare(var.type), CardType)
            for name in [self.name_of(var)]])

    def take_up(self, source: Source, held: str, proc: Proc, sc: Scope) -> None:
        """Name what a standing text works from, which is in `held`: an effect and what that has kept, or a card; of a rule
        nothing."""
        if source.sort == "until":
            sc.effect = held
            self._unpack_effect(source.owner, held, proc, sc)
        elif source.sort != "rule":
            this = self.this_of(source)
            assert this is not None
            sc.this = sc.names[this] = self.name_of(this)
            proc.emit(f"{sc.this} = {held}")

    def _unpack_effect(self, until: b.Until, effect: str, proc: Proc, sc: Scope) -> None:
        """Names of what an `until` has kept: its card and the frozen locals."""
        names = []
        if until.this_var is not None:
            names.append(self.name_of(until.this_var))
            sc.names[until.this_var] = names[-1]
            sc.this = names[-1]
        for var in until.captured:
            names.append(self.name_of(var))
            sc.names[var] = names[-1]
        for source in self.fixed_sources(until):
            names += self.fixed_names(source)
        if names:
            proc.emit(f"{', '.join(names)}, = {effect}[3]")
        state = "was" if getattr(self, "_judged_before", False) else sc.S
        for place, var in enumerate(self.held_vars(until)):
            if of_cards(var):
                # Of several cards that it remembers it is about those that have not left since.
                name = self.name_of(var)
                proc.emit(f"{name} = lasting({state}, {name}, {effect}[4][{place}])")

    # ------------------------------------------------------------ matching

    def match_thing(self, subject: b.Expr, x: str, sc: Scope) -> str:
        """Whether the thing `x` is what `subject` (a group, or one thing) describes."""
        if isinstance(subject, b.Group):
            return self.in_group(subject, x, sc)
        text = self.expr(subject, sc)
        if isinstance(subject.type.__class__, type) and type(subject.type).__name__ == "ListType":
            return f"({x} in {text})"
        return f"({x} == {text})"

    def in_group(self, g: b.Group, x: str, sc: Scope) -> str:
        """Whether `x` is a member of the group, without making its list."""
        inner = sc.child()
        inner.names[g.var] = x
        S, at = sc.S, sc.at
        tests: list[str] = []
        base = g.base
        if base.sort == "in_play":
            tests.append(f"IN_PLAY[{at}[{x}]]")
        elif base.sort == "of_player":
            tests.append(f"IN_PLAY[{at}[{x}]] and controller({S}, {x}) == {self.expr(base.exprs[0], sc)}")
        elif base.sort == "zones":
            zones = ", ".join(self.expr(e, sc) for e in base.exprs)
            tests.append(f"in_zones({at}[{x}], ({zones},))")
        elif base.sort == "players":
            tests.append(f"{x} in {S}.alive")
        elif base.sort in ("list", "next_to", "region"):
            source, _, _ = self.base_source(g, sc)
            tests.append(f"{x} in {source}")
        if self.counts_packs(g):
            tests.append(f"(not {S}.pack or leads({S}, {x}))")
        if g.kind is not None and not self.always_kind(g.kind, None, g):
            tests.append(self.kind_test(g.kind, x, S))
        if g.card_name is not None:
            tests.append(f"NAMES[{x}] == {g.card_name!r}")
        tests += [self.expr(c, inner) for c in g.conditions]
        if g.superlatives:
            tests.append(f"{x} in {self.group_list(g, sc)}")
        return self.conjunction(tests)

    def match(self, m: b.Match | None, value: str, sc: Scope, event: Any) -> str:
        """Whether a participant of an event matches; the match's variable becomes a name for it in `sc`."""
        if m is None:
            return "True"
        tests = []
        if m.var is not None:
            sc.names[m.var] = value
        if m.value is not None:
            if isinstance(m.value, b.Group) or type(m.value.type).__name__ == "ListType":
                tests.append(f"{value} in {self.expr(m.value, sc)}")
            else:
                tests.append(f"{value} == {self.expr(m.value, sc)}")
        else:
            tests.append(f"{value} is not None")
        if m.kind is not None:
            tests.append(f"is_kind({self.kind_table(m.kind)}, {value})")
            # What is turned over is of its kind, however it lies before and after.
            if self.turns_faces and m.kind.parent is not None and event != "turn":
                tests.append(f"{value} not in {sc.S}.down")
        if m.card_name is not None:
            tests.append(f"NAMES[{value}] == {m.card_name!r}")
        tests += [self.expr(c, sc) for c in m.conditions]
        return self.conjunction(tests)

    # ------------------------------------------------------------ restrictions and what lifts them

    def event_key(self, event: Any) -> str:
        name = event if isinstance(event, str) else event.name
        return f"{python_name(type(event).__name__)}_{python_name(name)}"

    def restricted(self, event: Any, args: dict[str, str], actor: str, this: str, lifted: str) -> str:
        """An expression that is true when a restriction forbids the event; "" when none can."""
        if not self.analysis.restrictions_on(event):
            return ""
        names = sorted(self._slot_names(event))
        key = f"forbid_{self.event_key(event)}"
        self.once(key, lambda: self._make_forbid(key, event, names))
        values = ", ".join(args.get(n, "None") for n in names)
        if this == "None" and self.needs_source:
            this = "S.source"
        return f"{key}(S, {actor}, {this}, {lifted}{', ' + values if values else ''})"

    def noted(self, restricted: str, what: str, card: str) -> str:
        """In traced code: note that a restriction forbids what would have happened (to a card)."""
        return f"forbidden(S, {restricted}, {what!r}, {card})" if restricted and self.traced else restricted

    @cached_property
    def needs_source(self) -> bool:
        """Whether some restriction is about what a card does: then the card whose text runs is kept in S.source."""
        def about_cards(m: b.Match | None) -> bool:
            of = (
                m.var.type
                if m is not None and m.var is not None
                else m.value.type
                if m is not None and m.value is not None
                else None
            )
            return isinstance(bare(of), CardType) if of is not None else False

        return any(about_cards(s.standing.pattern.subject) for s in [
            *self.analysis.of_class(b.Restriction), *self.analysis.of_class(b.Lift)])

    def source_begins(self, proc: Proc, this: str) -> None:
        if self.needs_source:
            proc.local("source_before")
            proc.emit(f"source_before = S.source; S.source = {this}")

    def source_ends(self, proc: Proc) -> None:
        if self.needs_source:
            proc.emit("S.source = source_before")

    def kind_test(self, kind: b.Kind, name: str, S: str = "S") -> str:
        """Whether a card is of a kind; one that lies face down is of none (semantics 24)."""
        test = f"{self.kind_table(kind)}[{name}]"
        return f"({test} and {name} not in {S}.down)" if self.turns_faces and kind.parent is not None else test

    def _slot_names(self, event: Any) -> set[str]:
        found: set[str] = set()
        for s in [*self.analysis.restrictions_on(event), *self.analysis.lifts_on(event)]:
            found |= {name for name, _ in s.standing.pattern.args}
        return found

    def _make_forbid(self, key: str, event: Any, names: list[str]) -> None:
        proc = self.new_proc(key, ["actor", "this", "lifted", *(f"a_{n}" for n in names)], False)
        values = {n: f"a_{n}" for n in names}
        for source in self.analysis.restrictions_on(event):
            s: b.Restriction = source.standing
            doer = s.pattern.doer

            def inner(
                sc: Scope, s: b.Restriction = s, doer: str | None = doer, number: int = source.number
            ) -> None:
                subject = self._match_subject(s.pattern, sc, values)
                tests = {n: self.match(m, values[n], sc, None) for n, m in s.pattern.args}
                if doer is not None:
                    subject = tests.pop(doer)
                where = self.cond(s.pattern.where, sc)
                condition = self.cond(s.condition, sc)
                if s.only:
                    # Where nobody does it, as in a rule, nobody is restrained.
                    by = "" if doer is None else f" or {values[doer]} is not None"
                    subject = self.conjunction([f"not {subject}", f"(actor is not None or this is not None{by})"])
                test = self.conjunction([subject, *tests.values(), where, condition])
                lifts = "" if s.never else self._lift_test(s.name, event, sc, names)
                test = self.conjunction(
                    [
                        test,
                        *([] if s.never else [f"{s.name!r} not in S.lifted"]),
                        *([] if s.never or event != "target" else [f"{s.name!r} not in lifted"]),
                        *([f"not {lifts}"] if lifts else []),
                    ]
                )
                found = f"forbidder({s.name!r}, {number})" if self.traced else repr(s.name)
                proc.emit(f"if {test}: return {found}")

            self.each_source(source, proc, Scope(proc, actor="actor"), inner,
                             self._only_this(source, s.pattern, values, {doer} if s.only else set()))
        proc.emit("return None")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _match_subject(self, pattern: b.EventPattern, sc: Scope, values: dict[str, str]) -> str:
        m = pattern.subject
        if m is None:
            return "True"
        is_player = (m.var is not None and isinstance(bare(m.var.type), PlayerType)) or (
            m.value is not None and isinstance(bare(m.value.type), PlayerType))
        if is_player:
            return self.match(m, "actor", sc, None)
        return self.match(m, values.get("by", "this"), sc, None)

    def _only_this(self, source: Source, pattern: b.EventPattern, values: dict[str, str],
                   but: set[str | None]) -> str | None:
        """The participant that must be the card whose text it is (`... cannot block this`); None if there is none.

        Where there is one the text of no other card needs to be looked at.
        """
        this = self.this_of(source)
        for name, m in pattern.args:
            if name not in but and isinstance(m.value, b.Local) and m.value.var is this and this is not None:
                return values[name]
        return None

    def _lift_test(self, name: str, event: Any, sc: Scope, names: list[str]) -> str:
        sources = [s for s in self.analysis.lifts_on(event) if name in s.standing.names]
        if not sources:
            return ""
        key = f"lift_{python_name(name)}_{self.event_key(event)}"
        self.once(key, lambda: self._make_lift(key, sources, names))
        values = "".join(f", a_{n}" for n in names)
        return f"{key}(S, actor, this{values})"

    def _make_lift(self, key: str, sources: list[Source], names: list[str]) -> None:
        proc = self.new_proc(key, ["actor", "this", *(f"a_{n}" for n in names)], False)
        values = {n: f"a_{n}" for n in names}
        for source in sources:
            s: b.Lift = source.standing

            def inner(sc: Scope, s: b.Lift = s) -> None:
                tests = [self._match_subject(s.pattern, sc, values)]
                tests += [f"({values[n]} is None or {self.match(m, values[n], sc, None)})" for n, m in s.pattern.args]
                tests += [self.cond(s.pattern.where, sc), self.cond(s.condition, sc)]
                proc.emit(f"if {self.conjunction(tests)}: return True")

            self.each_source(source, proc, Scope(proc, actor="actor"), inner,
                             may_be=self._only_this(source, s.pattern, values, set()))
        proc.emit("return False")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def lifted(self, label: str, action: Any, sc: Scope, known: set[b.Var]) -> str:
        """The test that a card or rule lifts the labelled guard for the player; "" if nothing ever does."""
        event = action if isinstance(action, b.Action) else None
        sources = [s for s in self.analysis.of_class(b.Lift) if label in s.standing.names
                   and (event is None or s.standing.pattern.event is event)]
        if not sources:
            return ""
        names = sorted({n for s in sources for n, _ in s.standing.pattern.args})
        key = f"lift_{python_name(label)}_{self.event_key(action)}"
        self.once(key, lambda: self._make_lift(key, sources, names))
        params = {p.var.name: p.var for p in action.params} if isinstance(action, b.Action) else {}
        values = "".join(
            f", {self.name_of(params[n])}" if n in params and params[n] in known else ", None" for n in names
        )
        return f"{key}(S, you, {sc.this}{values})"

    # ------------------------------------------------------------ reading what a body needs

    def reads(self, body: Any) -> set[b.Var]:
        return read_vars(body)
