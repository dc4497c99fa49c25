"""Stacks and response windows: announcing onto a stack, asking round, resolving (semantics 17 and 18).

A window remembers the height of the stack it opened over and never resolves what lies beneath (its base).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, ListType, ZoneType, bare
from rulewright.interpreter.analysis import walk
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.freevars import looked_into, read_vars
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Windows(GeneratorBase):
    """See the top of the file."""

    def stack_values(self, action: b.Action) -> list[b.Var]:
        """What an object keeps of its announcement: header parameters, then choices and lets, then targets."""
        found = [p.var for p in action.params]
        for stmt in action.asked:
            if isinstance(stmt, b.Choose | b.Let):
                found.append(stmt.var)
        return found

    def announce(self, action: b.Action, sc: Scope, proc: Proc, card_targets: str | None) -> None:
        """Put the action on its stack, let the table answer, unless a window of that stack is open already."""
        assert action.stack is not None
        values = "".join(f"{sc.names[v]}, " for v in self.stack_values(action) if v in sc.names)
        kept = self.source_reads(action)
        if kept:
            values += "".join(f"kept_{i}, " for i in range(len(kept))) + "kept_visit, "
        card = sc.names[action.played_card.var] if action.played_card is not None else "None"
        own = "".join(f"({sc.names[t.var]}, visit_of(S, {sc.names[t.var]}, {isinstance(bare(t.var.type), CardType)})), "
                      for t in action.targets)
        targets = f"({own})"
        if card_targets is not None:
            visit = f"S.vis[x] if CARD_TARGET_CARDS[{card}][i] and x is not None else 0"
            targets += f" + tuple([(x, {visit}) for i, x in enumerate({card_targets})])"
            self.once("target_cards", self._make_target_cards)
        stack = self.stack_number(action.stack)
        sorts = "".join(self.announced_sort(v) for v in self.stack_values(action) if v in sc.names)
        height = proc.local("height")
        proc.emit(f"{height} = len(S.stack)")
        proc.emit(f"push(S, {stack}, {self.action_number(action)}, you, {sc.this}, {card}, ({values}), {targets}, "
                  f"{sorts!r})")
        self.resolver_of(action)
        self.notice("announce", None, sc, "you", {"object": "S.stack[-1].number", "card": card})
        self.after_change(sc)
        self.checkpoint(proc)
        after = proc.new_block()
        # What hears of the announcement may have taken it off again.
        proc.emit(f"if {stack} in S.windows or len(S.stack) <= {height}:")
        with proc.indented():
            proc.jump(after)
        proc.call(self.window(action.stack), [height])
        proc.start(after)

    @staticmethod
    def announced_sort(var: b.Var) -> str:
        """How long what was announced stays what it is: see `push`."""
        of = bare(var.type)
        if isinstance(of, ListType):
            return "l" if isinstance(bare(of.element), CardType) else "-"
        return "c" if isinstance(of, CardType) else "z" if isinstance(of, ZoneType) else "-"

    def lay_on_stack(self, action: b.Action, sc: Scope) -> None:
        """The card that is announced lies on the stack from here on, before anything is paid."""
        proc = sc.proc
        assert proc is not None and action.stack is not None
        if action.played_card is None:
            return
        card = sc.names[action.played_card.var]
        zone = self.instance.stack_zone[action.stack]
        if self.moves_watched:
            self.call_event("move", [f"({card},)", str(zone), "True", "None", sc.actor, "None", "()"], sc)
        else:
            proc.emit(f"move_one(S, {card}, {zone}, True)")

    def _make_target_cards(self) -> None:
        rows = [tuple(isinstance(bare(t.var.type), CardType) for t in self.instance.faces[f].definition.targets)
                for f in self.instance.face_of]
        self.late_lines.append(f"CARD_TARGET_CARDS = {rows!r}")

    def _stmt_OpenStack(self, s: b.OpenStack, sc: Scope, loops: Any) -> None:
        sc.code.call(self.window(s.stack), ["len(S.stack)"])

    # ------------------------------------------------------------ the window

    def window(self, stack: b.Stack) -> str:
        key = f"window_{python_name(stack.name)}"
        return self.once(key, lambda: self._make_window(key, stack))

    def _make_window(self, key: str, stack: b.Stack) -> None:
        proc = self.new_proc(key, ["base"], True)
        sc = Scope(proc)
        number = self.stack_number(stack)
        order, i, passed, p = (proc.local(x) for x in ("order", "i", "passed", "p"))
        asking, top, ask, close, done, following = (proc.new_block() for _ in range(6))
        self.note_cover(proc, f"stack {stack.name}")
        proc.emit(f"S.windows += ({number},)")
        if self.tracks_units:
            proc.emit("S.running += (WINDOW,)")
        proc.start(asking)
        self.checkpoint(proc)
        proc.start(top)
        if stack.respond is not None:
            listed = self.group_list(stack.respond, sc)
        else:
            listed = "in_order(S)"
        proc.emit(f"{order} = tuple({listed}); {i} = 0; {passed} = 0")
        proc.start(ask)
        proc.jump_unless(f"{passed} < len({order})", close)
        proc.emit(f"{p} = {order}[{i} % len({order})]; {i} += 1")
        proc.jump_unless(f"{p} in S.alive", following)
        options = proc.temp("o")
        proc.question()
        answers = [a for a in self.analysis.actions() if a.any_time and (a.stack is None or a.stack is stack)]
        parts: list[tuple[b.Action, dict[str, str]]] = [(a, {}) for a in answers]
        proc.emit(f"{options} = {' + '.join([*([self.offered(parts, p)] if parts else []), '[None]'])}")
        question = self.static_question("respond", None, stack.span, True, tuple(answers))
        proc.emit(f"S.opts = {options}; S.player = {p}; S.q = {question}")
        proc.suspend(proc.new_block())
        proc.jump_unless("S.ans is not None", following)
        self.perform_answer(proc, p, parts)
        proc.emit(f"{passed} = 0")
        proc.emit(f"{order} = tuple([q for q in {order} if q in S.alive])")
        proc.emit(f"{i} = {order}.index({p}) + 1 if {p} in {order} else 0")
        proc.jump(ask)
        proc.start(following)
        proc.emit(f"{passed} += 1")
        proc.jump(ask)
        proc.start(close)
        proc.jump_unless("len(S.stack) > base", done)
        proc.emit("tick(S)")
        held = proc.local("held")
        proc.emit(f"{held} = next_object(S, base, {stack.last_in_first_out})")
        proc.emit("S.windows = S.windows[:-1]")
        if stack.triggers_wait:
            acted, resolved = proc.new_block(), proc.new_block()
            proc.jump_unless(f"{held}.action < 0", acted)
            self.call_text(proc, f"{held}.entry")
            proc.emit(f"take_off(S, {held}.number)")
            proc.jump(resolved)
            proc.start(acted)
        proc.call_pair(f"RESOLVERS[{held}.action]", f"({held},)")
        if stack.triggers_wait:
            proc.start(resolved)
        proc.emit(f"S.windows += ({number},)")
        self.checkpoint(proc)
        proc.emit("if len(S.stack) > base:")
        with proc.indented():
            proc.jump(top)
        proc.start(done)
        proc.emit("S.windows = S.windows[:-1]")
        if self.tracks_units:
            proc.emit("stop_running(S, WINDOW)")
            self.go_on_ending(proc)
        proc.finish()
        self.add(proc)

    # ------------------------------------------------------------ resolving

    def resolver_of(self, action: b.Action) -> str:
        number = self.action_number(action)
        key = f"resolve_{number}_{python_name(action.name)}"
        if action not in self.resolved_actions:
            self.resolved_actions.append(action)
        return self.once(key, lambda: self._make_resolver(key, action))

    def _make_resolver(self, key: str, action: b.Action) -> None:
        proc = self.new_proc(key, ["obj"], True)
        stopped = proc.new_block()
        if self.done_again(action):
            # A replacement may do it all the same (`do it`): the effect is a procedure of its own, with its event around it.
            proc.call(self.effect_function(action), ["obj"])
        else:
            self._stack_effect(action, proc, stopped)
        proc.start(stopped)
        proc.emit("take_off(S, obj.number)")
        stack = action.stack
        assert stack is not None
        zone = self.instance.stack_zone[stack]
        if action.played_card is not None:
            end = proc.new_block()
            proc.emit(f"if obj.card is None or at[obj.card] != {zone}:")
            with proc.indented():
                proc.jump(end)
            proc.local("you")
            proc.emit("you = obj.controller")
            self._leave_stack(stack, Scope(proc, actor="you", this="obj.card"), proc)
            proc.start(end)
        proc.finish()
        self.add(proc)

    def _leave_stack(self, stack: b.Stack, sc: Scope, proc: Proc) -> None:
        """What the `then:` of a stack does with `this`, a card on it; where that leaves it lying, it is an error."""
        if stack.then_this is not None:
            sc.names[stack.then_this] = sc.this
        self.body(stack.then, sc, [])
        proc.emit(f"if at[{sc.this}] == {self.instance.stack_zone[stack]}: still_there(S, {sc.this})")

    def _make_stack_effect(self, key: str, action: b.Action) -> None:
        """The effect of what lies on a stack, with its event around it."""
        proc = self.new_proc(key, ["obj"], True)
        stopped = proc.new_block()
        self._stack_effect(action, proc, stopped)
        proc.start(stopped)
        proc.finish()
        self.add(proc)

    def _stack_effect(self, action: b.Action, proc: Proc, stopped: int) -> None:
        """What an action onto a stack does when its turn has come: that is when it happens, for whoever listens. Where it does
        not happen (no target is left, something is done instead), it goes on at `stopped`."""
        proc.local("you")
        sc = Scope(proc, actor="you")
        proc.emit("you = obj.controller")
        self._announced_names(action, sc, proc)
        first_kept = len(self.stack_values(action))
        for place, e in enumerate(self.source_reads(action)):
            value, visit = proc.local(f"kept_{place}"), proc.local("kept_visit")
            proc.emit(f"{value} = obj.values[{first_kept + place}]; {visit} = obj.values[-1]")
            sc.kept[e.base.var, e.member] = (value, visit)
        self._reread_targets(action.targets, 0, sc, proc)
        has_card_targets = action.played_card is not None and any(d.targets for d in self.program.cards)
        if action.targets or has_card_targets:
            # With no target left nothing is done at all (semantics 17).
            missing = [f"{sc.names[t.var]} is None" for t in action.targets]
            if has_card_targets:
                self.once("card_left", self._make_card_left)
                left = f"CARD_LEFT[obj.card](S, you, obj.card, obj.targets[{len(action.targets)}:])"
                none = "CARD_LEFT[obj.card] is None"
                missing.append(f"({none} or not {left})" if missing else f"not ({none} or {left})")
            proc.emit(f"if {' and '.join(missing)}:")
            with proc.indented():
                proc.emit("S.note_fizzle(obj)")
                proc.jump(stopped)
        done = proc.new_block()
        args = {p.var.name: sc.names[p.var] for p in action.params}
        self.around(action, sc, "you", args, "(obj,)", f"pc = {stopped}; continue")
        before = self._before_sources(action, proc)
        was = "S"
        if self.needs_before(action, None):
            was = proc.local("was")
            proc.emit("was = S.fork()")
        proc.end_block = done
        self.resolving = action
        self.guarded_body(action.body, {t.var for t in action.targets}, sc)
        self.resolving = None
        proc.end_block = None
        if not any(isinstance(s, b.Perform) and s.verb == "resolve" for s in walk(action.body)):
            self._card_effect(action, proc)
        proc.start(done)
        self.notice(action, None, sc, "you", args, before, was)

    def _card_effect(self, action: b.Action, proc: Proc) -> None:
        """Carry out the `effect:` of the card that was announced."""
        if action.played_card is None or not any(d.effect for d in self.program.cards):
            return
        self.once("card_effects", self._make_card_effects)
        skip = proc.new_block()
        proc.jump_unless("CARD_EFFECTS[obj.card] is not None", skip)
        proc.call_pair("CARD_EFFECTS[obj.card]", f"(you, obj.card, obj.targets[{len(action.targets)}:])")
        proc.start(skip)

    def _verb_resolve(self, s: b.Perform, args: dict[str, b.Expr], actor: str, sc: Scope) -> str:
        proc = sc.proc
        if proc is None or not proc.resumable or proc.depth or self.resolving is None:
            raise self.unsupported("`resolve` inside `at once`", s.span)
        self._card_effect(self.resolving, proc)
        return "()"

    def _make_card_left(self) -> None:
        """For each card with targets: the function that says whether any of them is left."""
        names = {}
        for index, definition in enumerate(self.program.cards):
            if not definition.targets:
                continue
            proc = self.new_proc(f"left_{index}", ["you", "this", "targets"], False)
            sc = self.card_scope(definition, proc)
            proc.emit("obj = TargetsOnly(targets)")
            self._reread_targets(definition.targets, 0, sc, proc)
            proc.emit(f"return {' or '.join(f'{sc.names[t.var]} is not None' for t in definition.targets)}")
            self.add(proc)
            names[index] = f"f_left_{index}"
        self.by_card("CARD_LEFT", names)

    def _announced_names(self, action: b.Action, sc: Scope, proc: Proc) -> None:
        """Make what the object `obj` was announced with known under its names."""
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            name = proc.local(self.name_of(action.this_var))
            proc.emit(f"{name} = obj.this")
            sc.names[action.this_var] = sc.this = name
        for place, var in enumerate(self.stack_values(action)):
            name = proc.local(self.name_of(var))
            proc.emit(f"{name} = obj.values[{place}]")
            sc.names[var] = name
            sort = self.announced_sort(var)
            if sort == "l":
                proc.emit(f"{name} = lasting(S, {name}, obj.visits[{place}])")
            elif sort != "-" and (action.played_card is None or var is not action.played_card.var):
                sc.announced[var] = visit = proc.local(f"visit_of_{name}")
                proc.emit(f"{visit} = obj.visits[{place}]")

    def _reread_targets(self, targets: tuple[b.Target, ...], first: int, sc: Scope, proc: Proc) -> None:
        """Read each target again with the whole description it was chosen by; what fails becomes missing."""
        for place, target in enumerate(targets):
            name = proc.local(self.name_of(target.var))
            proc.emit(f"{name}, was = obj.targets[{first + place}]")
            tests = [self.in_group(target.group, name, sc)]
            if isinstance(bare(target.var.type), CardType):
                tests.insert(0, f"S.vis[{name}] == was")
            if type(bare(target.var.type)).__name__ == "ObjectType":
                tests.insert(0, f"object_of(S, {name}) is not None")
            # What is described by something of a missing target cannot be told to fit; not being it is no matter.
            described = looked_into(target.group) & {t.var for t in targets[:place]}
            tests = [*sorted(f"{sc.names[v]} is not None" for v in described), *tests]
            proc.emit(f"if {name} is not None and not ({self.conjunction(tests)}): {name} = None")
            sc.names[target.var] = name

    def guarded_body(self, body: tuple[b.Stmt, ...], targets: set[b.Var], sc: Scope) -> None:
        """The text line by line; a part that reads a missing target is skipped."""
        proc = sc.code
        for stmt in body:
            needed = [v for v in read_vars(stmt) if v in targets]
            if not needed:
                self.stmt(stmt, sc, [])
                continue
            after = proc.new_block()
            proc.jump_unless(
                " and ".join(f"{sc.names[v]} is not None" for v in sorted(needed, key=lambda v: sc.names[v])), after
            )
            self.stmt(stmt, sc, [])
            proc.start(after)

    def _make_card_effects(self) -> None:
        names = {}
        for index, definition in enumerate(self.program.cards):
            if definition.effect is None:
                continue
            proc = self.new_proc(f"effect_{index}", ["you", "this", "targets"], True)
            sc = self.card_scope(definition, proc)
            self.note_cover(proc, f'card "{definition.name}"')
            stopped = proc.new_block()
            self.source_begins(proc, "this")
            if definition.targets:
                proc.local("obj")
                proc.emit("obj = TargetsOnly(targets)")
                self._reread_targets(definition.targets, 0, sc, proc)
                missing = " and ".join(f"{sc.names[t.var]} is None" for t in definition.targets)
                proc.emit(f"if {missing}:")
                with proc.indented():
                    proc.jump(stopped)
            proc.end_block = stopped
            self.guarded_body(definition.effect, {t.var for t in definition.targets}, sc)
            proc.end_block = None
            proc.start(stopped)
            self.source_ends(proc)
            proc.finish()
            self.add(proc)
            names[index] = f"(r_effect_{index}, L_effect_{index})"
        self.by_card("CARD_EFFECTS", names)

    # ------------------------------------------------------------ verbs on objects

    def _make_put_away(self) -> None:
        """A card that was countered goes where the `then:` of its stack sends what is done with."""
        proc = self.new_proc("put_away", ["card"], True)
        for stack in self.program.stacks.values():
            if not stack.then:
                continue  # checked: no card ever lies there
            skip = proc.new_block()
            zone = self.instance.stack_zone[stack]
            proc.jump_unless(f"card is not None and at[card] == {zone}", skip)
            self._leave_stack(stack, Scope(proc).child(this="card"), proc)
            proc.start(skip)
        proc.finish()
        self.add(proc)

    def _make_retarget(self) -> None:
        """For each target of an object another one that it could have had; without another it keeps the old one."""
        proc = self.new_proc("retarget", ["chooser", "number"], True)
        obj, end = proc.local("obj"), proc.new_block()
        proc.emit(f"{obj} = object_of(S, number)")
        proc.jump_unless(f"{obj} is not None", end)
        for table, key in (("RETARGET_ACTIONS", "action"), ("RETARGET_CARDS", "card")):
            skip = proc.new_block()
            proc.jump_unless(f"{table}.get(obj.{key}) is not None", skip)
            proc.call_pair(f"{table}[obj.{key}]", "(chooser, number)")
            proc.start(skip)
        proc.start(end)
        proc.finish()
        self.add(proc)
        actions = {}
        for action in self.analysis.actions():
            if action.stack is not None and action.targets:
                number = self.action_number(action)
                key = f"retarget_{number}_{python_name(action.name)}"
                self._make_retarget_of(key, action.targets, 0, action, None)
                actions[number] = f"(r_{key}, L_{key})"
        own = {a: len(a.targets) for a in self.analysis.actions() if a.stack is not None and a.played_card is not None}
        cards = {}
        for index, definition in enumerate(self.program.cards):
            if definition.targets and own:
                key = f"retarget_card_{index}"
                self._make_retarget_of(key, definition.targets, max(own.values()), None, definition)
                for card, face in enumerate(self.instance.face_of):
                    if self.instance.faces[face].definition is definition:
                        cards[card] = f"(r_{key}, L_{key})"
        for name, rows in (("RETARGET_ACTIONS", actions), ("RETARGET_CARDS", cards)):
            self.late_lines.append(f"{name} = {{{', '.join(f'{n}: {text}' for n, text in rows.items())}}}")

    def _make_retarget_of(self, key: str, targets: tuple[b.Target, ...], first: int, action: b.Action | None,
                          definition: b.CardDef | None) -> None:
        proc = self.new_proc(key, ["chooser", "number"], True)
        obj = proc.local("obj")
        proc.local("you")
        proc.emit(f"{obj} = object_of(S, number); you = obj.controller")
        if action is not None:
            sc = Scope(proc, actor="you")
            self._announced_names(action, sc, proc)
        else:
            assert definition is not None
            proc.local("this")
            proc.emit("this = obj.card")
            sc = self.card_scope(definition, proc)
        for place, target in enumerate(targets, first):
            name = proc.local(self.name_of(target.var))
            proc.emit(f"{name} = obj.targets[{place}][0]")
            self._ask_target(target, sc, proc, targets[place - first + 1:], "chooser")  # type: ignore[attr-defined]
            is_card = isinstance(bare(target.var.type), CardType)
            proc.emit(f"if {name} != obj.targets[{place}][0]: set_target(S, number, {place}, {name}, {is_card})")
        proc.finish()
        self.add(proc)
