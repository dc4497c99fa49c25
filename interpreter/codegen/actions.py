"""Actions: which are legal now, and what happens when one is taken.

For each action two functions are made: `o_NAME(S, you, out)` appends every legal instance as data ``(action, argument, ...)``,
guards tested as soon as their names are bound; `r_act_NAME` carries one out: announcement, costs, stack or effect, checkpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import NumberType, Type, bare
from rulewright.interpreter.analysis import walk
from rulewright.interpreter.codegen.context import Hoists, Scope, python_name
from rulewright.interpreter.codegen.freevars import free_vars
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


@frozen(eq=False)
class Question:
    """One place in the rules where somebody is asked.

    kind: "action", "choose", "number", "set", "order", "yes_no", "label"; `element`: the type of one answer; `text`: the
    words asked, or None for the usual ones; `labels`: of a "label" question; `noun`: what is chosen, in words.
    """

    kind: str
    element: Type | None
    text: str | None
    labels: tuple[str, ...]
    span: Any
    optional: bool
    noun: str = ""


class Actions(GeneratorBase):
    """See the top of the file."""

    questions: list[Question]

    # ------------------------------------------------------------ questions

    def question(self, s: b.Choose, sc: Scope) -> int:
        kind = "choose" if s.quantity is None else "set"
        if kind == "choose" and not s.optional and isinstance(bare(s.group.var.type), NumberType):
            kind = "number"
        noun = s.group.card_name or (s.group.kind.name if s.group.kind is not None else str(bare(s.group.var.type)))
        self.questions.append(Question(kind, s.group.var.type, s.question, (), s.span, s.optional, noun))
        return len(self.questions) - 1

    def static_question(self, kind: str, text: Any, span: Any, optional: bool = False) -> int:
        labels = text if isinstance(text, tuple) else ()
        self.questions.append(Question(kind, None, text if isinstance(text, str) else None, labels, span, optional))
        return len(self.questions) - 1

    # ------------------------------------------------------------ numbering

    def action_number(self, action: b.Action) -> int:
        if action not in self.action_list:
            self.action_list.append(action)
        return self.action_list.index(action)

    def options_function(self, action: b.Action, fixed: tuple[str, ...]) -> str:
        """The function that lists the legal instances of `action`; the parameters named in `fixed` are given."""
        number = self.action_number(action)
        key = f"o_{number}_{python_name(action.name)}" + "".join("_" + python_name(f) for f in fixed)
        self.action_function(action)
        return self.once(key, lambda: self._make_options(key, action, fixed))

    def action_function(self, action: b.Action) -> str:
        number = self.action_number(action)
        key = f"act_{number}_{python_name(action.name)}"
        return self.once(key, lambda: self._make_action(key, action))

    # ------------------------------------------------------------ legality

    def _make_options(self, key: str, action: b.Action, fixed: tuple[str, ...]) -> None:
        params = ["you", "out", *(f"given_{python_name(f)}" for f in fixed)]
        proc = self.new_proc(key, params, False)
        sc = Scope(proc, actor="you")
        if action.you is not None:
            sc.names[action.you] = "you"
        tests: list[tuple[set[b.Var], Any, str | None]] = []  # (variables needed, expression or text, label)
        for guard in action.guards:
            tests.append((free_vars(guard.condition), guard, guard.label))
        pending = list(tests)
        known: set[b.Var] = {action.you} if action.you is not None else set()
        arguments: list[str] = []
        depth = 0

        def settle(skip: str) -> None:
            """Test every guard whose names are all known by now."""
            nonlocal pending
            rest = []
            for needed, guard, label in pending:
                if needed - known - self.bound_inside(guard.condition):
                    rest.append((needed, guard, label))
                    continue
                condition = self.expr(guard.condition, sc.child())
                lifted = self.lifted(label, action, sc, known) if label else None
                if lifted:
                    condition = f"({condition} or {lifted})"
                if condition == "True":
                    continue
                proc.emit(f"if not {condition}: {skip}")
            pending = rest

        proc.emit("pass")
        for limit in action.limits:
            if limit.key is None:
                proc.emit(f"if S.used.get({self.limit_key(action, sc, None)}): return")
        settle("return")
        if action.this_var is not None:
            name = self.name_of(action.this_var)
            assert action.card_def is not None
            ids = tuple(c for c, f in enumerate(self.instance.face_of)
                        if self.instance.faces[f].definition is action.card_def)
            sc.hoists = sc.hoists or Hoists(proc, {"you", *params})
            proc.emit(f"for {name} in {self.table(ids, 'cards')}:")
            proc.depth += 1
            depth += 1
            sc.names[action.this_var] = name
            sc.this = name
            known.add(action.this_var)
            proc.emit(f"if not ({self.works(name, sc)} and controller(S, {name}) == you): continue")
            arguments.append(name)
            settle("continue")
        for param in action.params:
            name = self.name_of(param.var)
            sc.names[param.var] = name
            given = f"given_{python_name(param.var.name)}" if param.var.name in fixed else None
            skip = "continue" if depth else "return"
            if param.quantity is not None and given is None:
                assert param.domain is not None
                low = param.quantity.low
                if low is not None:
                    scope = sc.child()
                    proc.emit(f"if len({self.group_list(param.domain, scope)}) < {self.expr(low, scope)}: {skip}")
                arguments.append("None")
                continue
            if given is not None:
                proc.emit(f"{name} = {given}")
                if param.domain is not None and param.quantity is None:
                    proc.emit(f"if {name} not in {self.group_list(param.domain, sc)}: {skip}")
                elif param.domain is not None:
                    proc.emit(f"if not set({name}) <= set({self.group_list(param.domain, sc)}): {skip}")
            else:
                values_text = self.param_values(param, sc)
                sc.hoists = sc.hoists or Hoists(proc, {"you", *params})
                proc.emit(f"for {name} in {values_text}:")
                proc.depth += 1
                depth += 1
                skip = "continue"
                sc.proc = proc
            known.add(param.var)
            arguments.append(name)
            settle(skip)
        skip = "continue" if depth else "return"
        known |= {p.var for p in action.params}
        settle(skip)
        restricted = self.restricted(action, {p.var.name: self.name_of(p.var) for p in action.params if p.quantity is None},
                                     "you", "None", "()")
        if restricted:
            proc.emit(f"if {restricted}: {skip}")
        for limit in action.limits:
            if limit.key is not None:
                proc.emit(f"if S.used.get({self.limit_key(action, sc, limit.key)}): {skip}")
        feasible = self.announceable(action, sc)
        if feasible != "True":
            proc.emit(f"if not {feasible}: {skip}")
        values = ", ".join([str(self.action_number(action)), *arguments])
        proc.emit(f"out.append(({values},))")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def param_values(self, param: b.Param, sc: Scope) -> str:
        """Every value of a parameter; alike cards once."""
        if param.domain is None:
            return self.all_values(bare(param.var.type), param.span)
        listed = self.group_list(param.domain, sc, ordered=True)
        if self.alike_possible(param.var.type):
            return f"choosable(S, {listed}, you, False)"
        return listed

    def all_values(self, of: Any, span: Any) -> str:
        values = getattr(of, "values", None)
        if values is not None:
            return f"range({len(values)})"
        name = type(of).__name__
        if name == "BoolType":
            return "(True, False)"
        if name == "PlayerType":
            return "in_order(S)"
        raise self.unsupported(f"a parameter that is any {of}", span)

    def bound_inside(self, e: b.Expr) -> set[b.Var]:
        """Variables that the expression itself binds."""
        from rulewright.interpreter.codegen.freevars import bound_vars

        return bound_vars(e)

    def limit_key(self, action: b.Action, sc: Scope, key: b.Expr | None) -> str:
        this = self.name_of(action.this_var) if action.this_var is not None else "None"
        value = "None" if key is None else self.expr(key, sc)
        return f"({self.action_number(action)}, {this}, S.vis[{this}] if {this} is not None else 0, you, {value})"

    def announceable(self, action: b.Action, sc: Scope) -> str:
        """Whether targets (and the played card's own guards and targets) leave an announcement that can be completed."""
        parts: list[str] = []
        inner = sc.child()
        loops = ""
        for target in action.targets:
            name = self.name_of(target.var)
            loops += f" for {name} in {self.group_list(target.group, inner)}"
            inner.names[target.var] = name
        if loops:
            parts.append(f"any(True{loops})")
        if action.played_card is not None and any(d.guards or d.targets for d in self.program.cards):
            card = sc.names[action.played_card.var]
            parts.append(f"CARD_OK[{card}](S, you, {card})")
            self.need_card_ok()
        return self.conjunction(parts)

    def need_card_ok(self) -> None:
        self.once("card_ok", self._make_card_ok)

    def _make_card_ok(self) -> None:
        table = []
        for index, definition in enumerate(self.program.cards):
            if not definition.guards and not definition.targets:
                continue
            proc = self.new_proc(f"ok_{index}", ["you", "this"], False)
            sc = self.card_scope(definition, proc)
            conditions = []
            for guard in definition.guards:
                text = self.expr(guard.condition, sc)
                lifted = self.lifted(guard.label, definition, sc, set()) if guard.label else None
                conditions.append(f"({text} or {lifted})" if lifted else text)
            loops = ""
            for target in definition.targets:
                name = self.name_of(target.var)
                loops += f" for {name} in {self.group_list(target.group, sc)}"
                sc.names[target.var] = name
            if loops:
                conditions.append(f"any(True{loops})")
            proc.emit(f"return {self.conjunction(conditions)}")
            self.add(proc)
            table.append((index, f"f_ok_{index}"))
        names = dict(table)
        where = [names.get(self.program.cards.index(self.instance.faces[f].definition), "always") for f in self.instance.face_of]
        self.late_lines.append("CARD_OK = [" + ", ".join(where) + "]")

    def card_scope(self, definition: b.CardDef, proc: Proc, this: str = "this", you: str = "you") -> Scope:
        """The scope of a card's own text: `this` is the card, `you` who plays or controls it."""
        sc = Scope(proc, actor=you, this=this)
        if definition.this_var is not None:
            sc.names[definition.this_var] = this
        self.card_you(definition, sc, you)
        return sc

    def card_you(self, definition: b.CardDef, sc: Scope, you: str) -> None:
        """Inside a card's effect `you` is who announced it, wherever the card lies."""
        if isinstance(definition.you_expr, b.Local):
            sc.names[definition.you_expr.var] = you

    # ------------------------------------------------------------ carrying out

    def plain_action(self, action: b.Action) -> bool:
        """Whether carrying the action out asks nothing and opens nothing: then a plain function does it."""
        return not (action.asked or action.targets or action.cost or action.stack is not None or action.unit is not None
                    or any(p.quantity is not None for p in action.params) or self.analysis.asks(action.body)
                    or self.analysis.at_once_asks())

    def do_function(self, action: b.Action) -> str:
        number = self.action_number(action)
        key = f"do_{number}_{python_name(action.name)}"
        return self.once(key, lambda: self._make_do(key, action))

    def _make_do(self, key: str, action: b.Action) -> None:
        params = ["you"]
        if action.this_var is not None:
            params.append(self.name_of(action.this_var))
        params += [self.name_of(p.var) for p in action.params]
        proc = self.new_proc(key, params, False)
        sc = Scope(proc, actor="you")
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            sc.names[action.this_var] = sc.this = self.name_of(action.this_var)
        for param in action.params:
            sc.names[param.var] = self.name_of(param.var)
        self.note_cover(proc, f"action {action.name}")
        for limit in action.limits:
            proc.emit(f"S.use({self.limit_key(action, sc, limit.key)}, {limit.unit!r})")
        before = self._before_sources(action, proc)  # type: ignore[attr-defined]
        wrapped = any(isinstance(s, b.Stop) for s in walk(action.body))
        if wrapped:
            proc.emit("while True:")
            proc.depth += 1
        self.body(action.body, sc, ["plain"] if wrapped else [])
        if wrapped:
            proc.emit("break")
            proc.depth -= 1
        self.notice(action, None, sc, "you", {p.var.name: sc.names[p.var] for p in action.params}, before)
        proc.finish("True")
        self.add(proc)

    def _make_action(self, key: str, action: b.Action) -> None:
        params = ["you"]
        if action.this_var is not None:
            params.append(self.name_of(action.this_var))
        params += [self.name_of(p.var) for p in action.params]
        proc = self.new_proc(key, params, True)
        sc = Scope(proc, actor="you")
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            sc.names[action.this_var] = sc.this = self.name_of(action.this_var)
        for param in action.params:
            sc.names[param.var] = self.name_of(param.var)
        self.note_cover(proc, f"action {action.name}")
        for param in action.params:
            if param.quantity is None:
                continue
            assert param.domain is not None
            after = proc.new_block()
            name = self.name_of(param.var)
            proc.jump_unless(f"{name} is None", after)
            ask = b.Choose(param.span or action.span, self.you_expr(action), param.var, param.domain, param.quantity, False, None,  # type: ignore[arg-type]
                           None, (), None)
            self.ask_set(ask, sc, name, after)
            proc.start(after)
        for stmt in action.asked:
            self.stmt(stmt, sc, [])
        for limit in action.limits:
            proc.emit(f"S.use({self.limit_key(action, sc, limit.key)}, {limit.unit!r})")
        for target in action.targets:
            self._ask_target(target, sc, proc)
        card_targets = self._card_targets(action, sc, proc)
        if action.cost:
            self.body(action.cost, sc, [])
        if action.unit is not None:
            self.unit_begins(action.unit, sc, checkpoint=False)
        end = proc.new_block()
        if action.stack is not None:
            self.announce(action, sc, proc, card_targets)
        else:
            proc.end_block = end
            if action.unit is not None:
                proc.open_units.append((action.unit, end))
                first = len(proc.blocks)
            self.body(action.body, sc, [])
            if action.unit is not None:
                proc.unit_blocks[self.unit_number(action.unit)] = (first, end, end)
                proc.open_units.pop()
        proc.start(end)
        proc.end_block = None
        if action.unit is not None:
            self.unit_ends(action.unit, sc, checkpoint=False)
        self.notice(action, None, sc, "you", {p.var.name: sc.names[p.var] for p in action.params})
        self.checkpoint(proc)
        proc.finish("True")
        self.add(proc)

    def you_expr(self, action: b.Action) -> b.Expr:
        assert action.you is not None
        return b.Local(action.you.type, action.span, action.you)  # type: ignore[arg-type]

    def ask_set(self, ask: b.Choose, sc: Scope, held: str, nothing: int) -> None:
        self._ask(ask, sc, held, nothing)  # type: ignore[attr-defined]

    def _ask_target(self, target: b.Target, sc: Scope, proc: Proc) -> None:
        ask = b.Choose(target.span, b.Const(target.var.type, target.span, None), target.var, target.group, None, False, None,
                       None, (), None)
        held = proc.local(self.name_of(target.var))
        after = proc.new_block()
        options = proc.temp("o")
        proc.question()
        proc.emit(f"{held} = None")
        proc.emit(f"{options} = choosable_any(S, {self.group_list(target.group, sc, ordered=True)})")
        proc.jump_unless(options, after)
        proc.emit(f"S.opts = {options}; S.player = {sc.actor}; S.q = {self.question(ask, sc)}")
        proc.suspend(proc.new_block())
        proc.emit(f"{held} = S.ans")
        proc.start(after)
        sc.names[target.var] = held

    def _card_targets(self, action: b.Action, sc: Scope, proc: Proc) -> str | None:
        """Ask the played card's own targets; the name of the tuple that holds them."""
        if action.stack is None or action.played_card is None or not any(d.targets for d in self.program.cards):
            return None
        card = sc.names[action.played_card.var]
        held = proc.fresh("targets")
        after = proc.new_block()
        block = proc.new_block()
        proc.emit(f"{held} = ()")
        proc.emit(f"asker = ASK_TARGETS[{card}]")
        proc.jump_unless("asker is not None", after)
        proc.emit(f"S.frames.append({proc.frame(block)})")
        proc.emit(f"S.frames.append((asker[0], 0, you, {card}) + asker[1])")
        proc.emit("return")
        proc.start(block)
        proc.emit(f"{held} = S.ret")
        proc.start(after)
        self.once("ask_targets", self._make_ask_targets)
        return held

    def _make_ask_targets(self) -> None:
        names = {}
        for index, definition in enumerate(self.program.cards):
            if not definition.targets:
                continue
            proc = self.new_proc(f"targets_{index}", ["you", "this"], True)
            sc = self.card_scope(definition, proc)
            for target in definition.targets:
                self._ask_target(target, sc, proc)
            proc.finish("(" + "".join(f"{sc.names[t.var]}, " for t in definition.targets) + ")")
            self.add(proc)
            names[index] = f"(r_targets_{index}, L_targets_{index})"
        where = [names.get(self.program.cards.index(self.instance.faces[f].definition), "None") for f in self.instance.face_of]
        self.late_lines.append("ASK_TARGETS = [" + ", ".join(where) + "]")

    # ------------------------------------------------------------ `can`

    def can(self, e: b.Can, sc: Scope) -> str:
        """`you can fly`: a legal way to do it exists now; `b can block s`: no restriction forbids it."""
        if isinstance(e.what, b.Action):
            actor = self.expr(e.actor, sc)
            names = tuple(name for name, _ in e.args)
            function = self.options_function(e.what, names)
            text = f"any_option({sc.S}, {function}, {actor}{''.join(', ' + self.expr(x, sc) for _, x in e.args)})"
        else:
            args = {name: self.expr(value, sc) for name, value in e.args}
            restricted = self.restricted(e.what, args, self.expr(e.actor, sc), self.expr(e.actor, sc), "()")
            text = f"(not {restricted})" if restricted else "True"
        return f"(not {text})" if e.negated else text
