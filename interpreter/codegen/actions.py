"""Actions: which are legal now, and what happens when one is taken.

`r_act_NAME` carries one out: announcement, costs, stack or effect, checkpoint. What is legal now is in legality.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import field, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, NumberType, Type, bare
from rulewright.interpreter.analysis import walk
from rulewright.interpreter.codegen.asking import Words, choice_words
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.freevars import free_vars
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


@frozen(eq=False)
class Question:
    """One place in the rules where somebody is asked.

    kind: "action", "choose", "number", "set", "order", "yes_no", "label"; `element`: the type of one answer; `text`:
    the words asked, or None for the usual ones; `labels`: of a "label" question; `words`: what is chosen, in words.
    `actions`: what is offered; empty: the actions of cards in play too.
    `doing`: of a "yes_no" question, the verb that is offered.
    `needs`: of a "label" question, for each label the parts of the rules that say whether it can be done.
    `target`: what is chosen is a target of what is being announced. `groups`: what is chosen from.
    `about`: the local (with its type) that holds the card to which the loop around the question has come.
    `member`, `key`, `key_type`: of `assign`, what is assigned, and the local (with its type) that holds to what.
    """

    kind: str
    element: Type | None
    text: str | None
    labels: tuple[str, ...]
    span: Any
    optional: bool
    words: Words = field(factory=Words)
    member: str = ""
    key: str | None = None
    key_type: Type | None = None
    actions: tuple[b.Action, ...] = ()
    doing: str = ""
    target: bool = False
    groups: tuple[b.Group, ...] = ()
    needs: tuple[tuple[Any, ...], ...] = ()
    about: tuple[str, Type] | None = None


class Actions(GeneratorBase):
    """See the top of the file."""

    questions: list[Question]

    # ------------------------------------------------------------ questions

    def question(self, s: b.Choose, sc: Scope, target: bool = False) -> int:
        kind = "choose" if s.quantity is None else "set"
        if kind == "choose" and not s.optional and isinstance(bare(s.group.var.type), NumberType):
            kind = "number"
        words = choice_words(s, {var.name for var in sc.names})
        asked = Question(
            kind, s.group.var.type, s.question, (), s.span, s.optional, words, target=target, groups=(s.group,),
            about=sc.about,
        )  # fmt: skip
        self.questions.append(asked)
        return len(self.questions) - 1

    def static_question(
        self, kind: str, text: Any, span: Any, optional: bool = False, actions: tuple[b.Action, ...] = (),
        words: Words | None = None,
        doing: str = "",
        needs: tuple[tuple[Any, ...], ...] = (),
        about: tuple[str, Type] | None = None,
    ) -> int:
        labels = text if isinstance(text, tuple) else ()
        asked = text if isinstance(text, str) else None
        self.questions.append(
            Question(kind, None, asked, labels, span, optional, words or Words(), actions=actions, doing=doing,
                     needs=needs, about=about)
        )
        return len(self.questions) - 1

    # ------------------------------------------------------------ numbering

    def action_number(self, action: b.Action) -> int:
        if action not in self.action_list:
            self.action_list.append(action)
        return self.action_list.index(action)

    def action_function(self, action: b.Action) -> str:
        number = self.action_number(action)
        key = f"act_{number}_{python_name(action.name)}"
        return self.once(key, lambda: self._make_action(key, action))

    # ------------------------------------------------------------ carrying out

    def plain_action(self, action: b.Action) -> bool:
        """Whether carrying the action out asks nothing and opens nothing: then a plain function does it."""
        around = [s for s in self.analysis.triggers_on(action) if s.standing.timing != "after"]
        return not (
            self.analysis.replacements_differ(action)
            or any(self.text_asks(s) for s in around)
            or action.asked
            or action.targets
            or action.cost
            or action.stack is not None
            or action.unit is not None
            or any(p.quantity is not None for p in action.params)
            or self.analysis.asks(action.body)
            or self.analysis.at_once_asks()
        )

    def do_function(self, action: b.Action) -> str:
        number = self.action_number(action)
        key = f"do_{number}_{python_name(action.name)}"
        return self.once(key, lambda: self._make_do(key, action))

    def _begin_action(self, key: str, action: b.Action, resumable: bool) -> tuple[Proc, Scope]:
        """The procedure that carries an action out, of who does it, of what it is done with, and of its parameters."""
        params = ["you"]
        if action.this_var is not None:
            params.append(self.name_of(action.this_var))
        params += [self.name_of(p.var) for p in action.params]
        proc = self.new_proc(key, params, resumable)
        sc = Scope(proc, actor="you")
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            sc.names[action.this_var] = sc.this = self.name_of(action.this_var)
        for param in action.params:
            sc.names[param.var] = self.name_of(param.var)
        self.note_cover(proc, f"action {action.name}")
        self.note_guards(action.guards, action, sc)
        return proc, sc

    def _make_do(self, key: str, action: b.Action) -> None:
        proc, sc = self._begin_action(key, action, False)
        for limit in action.limits:
            proc.emit(f"S.use({self.limit_key(action, sc, limit)}, {limit.unit!r})")
        before = self._before_sources(action, proc)  # type: ignore[attr-defined]
        self.around(action, sc, "you", {p.var.name: sc.names[p.var] for p in action.params}, "()", "return True")
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
        proc, sc = self._begin_action(key, action, True)
        if action.this_var is not None:
            self.source_begins(proc, sc.this)
        for param in action.params:
            if param.quantity is None:
                continue
            assert param.domain is not None
            after = proc.new_block()
            name = self.name_of(param.var)
            proc.jump_unless(f"{name} is None", after)
            ask = b.Choose(
                param.span or action.span,  # type: ignore[arg-type]
                self.you_expr(action),
                param.var,
                param.domain,
                param.quantity,
                False,
                None,  # type: ignore[arg-type]
                None,
                (),
                None,
            )
            self.ask_set(ask, sc, name, after)
            proc.start(after)
        steps = (*action.asked, *action.targets)
        for place, stmt in enumerate(action.asked):
            if isinstance(stmt, b.Choose) and stmt.quantity is None:
                self._announce_choice(action, stmt, steps[place + 1:], sc, proc)
            else:
                self.stmt(stmt, sc, [])
        for limit in action.limits:
            proc.emit(f"S.use({self.limit_key(action, sc, limit)}, {limit.unit!r})")
        if action.stack is not None and action.played_card is not None and any(d.limits for d in self.program.cards):
            units = tuple(tuple(x.unit for x in self.instance.faces[f].definition.limits) for f in self.instance.face_of)
            card = sc.names[action.played_card.var]
            proc.emit(f"for place, unit in enumerate({self.table(units, 'limit_units')}[{card}]): "
                      f"S.use((NAMES[{card}], you, place), unit)")
        for place, target in enumerate(action.targets):
            self._ask_target(target, sc, proc, action.targets[place + 1:])
        self.notice_targets(action.targets, sc)
        card_targets = self._card_targets(action, sc, proc)
        self._keep_source(action, sc, proc)
        if action.stack is not None:
            self.lay_on_stack(action, sc)
        if action.cost:
            self.body(action.cost, sc, [])
        if action.unit is not None:
            self.unit_begins(action.unit, sc, checkpoint=False)
        args = {p.var.name: sc.names[p.var] for p in action.params}
        end, replaced = proc.new_block(), bool(self.analysis.triggers_on(action, "instead"))
        if replaced and action.stack is None:  # on a stack it happens when it takes effect: see `_make_resolver`
            proc.emit(f"{proc.local('happened')} = True")
        if action.stack is not None:
            self.announce(action, sc, proc, card_targets)
        elif self.done_again(action):
            # A replacement may do it all the same (`do it`): the effect is a procedure of its own, with its event around it.
            proc.call(self.effect_function(action), self._effect_params(action))
            proc.emit("happened = False")
        else:
            self.around(action, sc, "you", args, "()", f"happened = False; pc = {end}; continue")
            self._effect_body(action, sc, proc, end)
        proc.start(end)
        proc.end_block = None
        if action.this_var is not None:
            self.source_ends(proc)
        if action.unit is not None:
            self.unit_ends(action.unit, sc, checkpoint=False)
        if action.stack is None and replaced:
            proc.emit("if happened:")
            with proc.indented():
                proc.emit("pass")
                self.notice(action, None, sc, "you", args)
        elif action.stack is None:
            self.notice(action, None, sc, "you", args)
        if action.unit is not None:
            self.go_on_ending(proc)
        self.checkpoint(proc)
        proc.finish("True")
        self.add(proc)

    def _effect_body(self, action: b.Action, sc: Scope, proc: Proc, end: int) -> None:
        """What the action does; whatever stops it goes on at `end`."""
        proc.end_block = end
        if action.unit is not None:
            proc.open_unit(action.unit, end)
        self.body(action.body, sc, [])
        if action.unit is not None:
            proc.close_unit(self.unit_number(action.unit))

    # ------------------------------------------------------------ actions that a replacement does all the same

    def done_again(self, action: b.Action) -> bool:
        """Whether the text of a replacement of the action says `do it`."""
        return any(
            isinstance(s, b.DoIt) for source in self.analysis.triggers_on(action, "instead") for s in walk(source.standing.body))

    def _effect_params(self, action: b.Action) -> list[str]:
        """What the effect is handed: who acts, the card whose action it is, parameters, what was chosen."""
        found = ["you"]
        if action.this_var is not None:
            found.append(self.name_of(action.this_var))
        found += [self.name_of(var) for var in self.stack_values(action)]
        found += [self.name_of(target.var) for target in action.targets]
        for place in range(len(self.source_reads(action))):
            found += [f"kept_{place}"]
        return [*found, "kept_visit"] if self.source_reads(action) else found

    def effect_function(self, action: b.Action) -> str:
        key = f"effect_{self.action_number(action)}_{python_name(action.name)}"
        make = self._make_effect if action.stack is None else self._make_stack_effect
        return self.once(key, lambda: make(key, action))

    def _make_effect(self, key: str, action: b.Action) -> None:
        """The effect of an action with its event around it: replacements, its text, and that it is noticed."""
        params = self._effect_params(action)
        proc = self.new_proc(key, params, True)
        sc = Scope(proc, actor="you")
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            sc.names[action.this_var] = sc.this = self.name_of(action.this_var)
        for var in (*self.stack_values(action), *(target.var for target in action.targets)):
            sc.names[var] = self.name_of(var)
        for place, e in enumerate(self.source_reads(action)):
            sc.kept[e.base.var, e.member] = (f"kept_{place}", "kept_visit")
        args = {p.var.name: sc.names[p.var] for p in action.params}
        end, over = proc.new_block(), proc.new_block()
        self.around(action, sc, "you", args, "(" + "".join(f"{p}, " for p in params) + ")", f"pc = {over}; continue")
        self._effect_body(action, sc, proc, end)
        proc.start(end)
        proc.end_block = None
        self.notice(action, None, sc, "you", args)
        proc.start(over)
        proc.finish("True")
        self.add(proc)

    def source_reads(self, action: b.Action) -> list[Any]:
        """What the text of a card's action reads of its own card: kept from before the cost,
        which may be the card itself."""
        if action.this_var is None or not action.cost:
            return []
        return self.kept_members(action.body, {action.this_var})

    def _keep_source(self, action: b.Action, sc: Scope, proc: Proc) -> None:
        for place, e in enumerate(self.source_reads(action)):
            value, visit = proc.local(f"kept_{place}"), proc.local("kept_visit")
            proc.emit(f"{value} = {self.kept_value(e, sc)}; {visit} = S.vis[{sc.this}]")
            sc.kept[e.base.var, e.member] = (value, visit)

    def you_expr(self, action: b.Action) -> b.Expr:
        assert action.you is not None
        return b.Local(action.you.type, action.span, action.you)  # type: ignore[arg-type]

    def ask_set(self, ask: b.Choose, sc: Scope, held: str, nothing: int) -> None:
        self._ask(ask, sc, held, nothing)  # type: ignore[attr-defined]

    def _announce_choice(
        self, action: b.Action, choice: b.Choose, rest: tuple[Any, ...], sc: Scope, proc: Proc
    ) -> None:
        """A choice of the announcement: it offers what leaves an announcement that can be completed (semantics 17)."""
        held = proc.local(self.name_of(choice.var))
        after = proc.new_block()
        fits = self._completes(choice, rest, list(action.guards), sc)
        self._ask(choice, sc, held, after, fits=fits)  # type: ignore[attr-defined]
        proc.start(after)
        sc.names[choice.var] = held

    def _completes(self, item: Any, rest: tuple[Any, ...], guards: list[b.Guard], sc: Scope) -> str:
        """The test of an answer, under the name of the item's variable: what it is tested by,
        and that the rest goes on."""
        inner = sc.child()
        name = inner.names[item.var] = self.name_of(item.var)
        tests = [self.expr(g.condition, inner) for g in guards
                 if item.var in free_vars(g.condition) and free_vars(g.condition) <= set(inner.names)]
        waiting = [g for g in guards if free_vars(g.condition) - set(inner.names)]
        clauses = self.completion(rest, waiting, inner, set())
        if clauses:
            tests.append(f"any(True{clauses})")
        test = self.conjunction(tests)
        if test != "True" and isinstance(item, b.Choose) and item.optional:
            return f"{name} is None or {test}"
        return "" if test == "True" else str(test)

    def _ask_target(
        self, target: b.Target, sc: Scope, proc: Proc, rest: tuple[b.Target, ...] = (), chooser: str | None = None
    ) -> None:
        """Ask for a target. chooser: who gives an announced object another one; nothing is asked without another."""
        ask = b.Choose(
            target.span,
            b.Const(target.var.type, target.span, None),
            target.var,
            target.group,
            None,
            False,
            None,
            None,
            (),
            None,
        )
        held = proc.local(self.name_of(target.var))
        after = proc.new_block()
        options = proc.temp("o")
        proc.question()
        listed = self.group_list(target.group, sc, ordered=True)
        if chooser is None:
            proc.emit(f"{held} = None")
        else:
            listed = f"[x for x in {listed} if x != {held}]"
        fits = self._completes(target, rest, [], sc)
        forbidden = self.untargetable(target, self.name_of(target.var), sc)
        if fits or forbidden:
            name = self.name_of(target.var)
            tests = self.conjunction([x for x in (f"not {forbidden}" if forbidden else "", fits) if x])
            listed = f"[{name} for {name} in {listed} if {tests}]"
        veils = isinstance(bare(target.var.type), CardType) and self.hidden_choices
        if veils:
            among = proc.fresh("among")
            proc.emit(f"{among} = tuple({listed})")
            listed = among
        if isinstance(bare(target.var.type), CardType):
            proc.emit(f"{options} = choosable(S, {listed}, {chooser or sc.actor}, False)")
        else:
            proc.emit(f"{options} = choosable_any(S, {listed})")
        proc.jump_unless(options, after)
        proc.emit(f"S.opts = {options}; S.player = {chooser or sc.actor}; S.q = {self.question(ask, sc, chooser is None)}")
        proc.suspend(proc.new_block())
        proc.emit(f"{held} = unveil(S, S.ans, {among}, S.player)" if veils else f"{held} = S.ans")
        proc.start(after)
        sc.names[target.var] = held

    TARGETED: ClassVar[dict[str, str]] = {
        "CardType": "card", "PlayerType": "player", "ObjectType": "object", "SpaceType": "space",
    }  # fmt: skip

    def untargetable(self, target: b.Target, value: str, sc: Scope) -> str:
        """Whether a restriction forbids that `value` becomes this target; "" when none can."""
        slot = self.TARGETED.get(type(bare(target.var.type)).__name__)
        if slot is None:
            return ""
        return self.restricted("target", {slot: value}, sc.actor, sc.this, repr(tuple(target.despite)))

    def notice_targets(self, targets: tuple[b.Target, ...], sc: Scope) -> None:
        """Say of each target that was chosen that it is one."""
        proc = sc.code
        for target in targets:
            slot = self.TARGETED.get(type(bare(target.var.type)).__name__)
            if slot is not None and self.analysis.triggers_on("target", "after", None):
                name = sc.names[target.var]
                proc.emit(f"if {name} is not None:")
                with proc.indented():
                    self.notice("target", None, sc, sc.actor, {slot: name})

    def _card_targets(self, action: b.Action, sc: Scope, proc: Proc) -> str | None:
        """Ask the played card's own targets; the name of the tuple that holds them."""
        if action.stack is None or action.played_card is None or not any(d.targets for d in self.program.cards):
            return None
        card = sc.names[action.played_card.var]
        held = proc.fresh("targets")
        after = proc.new_block()
        proc.emit(f"{held} = ()")
        proc.emit(f"asker = ASK_TARGETS[{card}]")
        proc.jump_unless("asker is not None", after)
        proc.call_pair("asker", f"(you, {card})")
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
            for place, target in enumerate(definition.targets):
                self._ask_target(target, sc, proc, definition.targets[place + 1:])
            self.notice_targets(definition.targets, sc)
            proc.finish("(" + "".join(f"{sc.names[t.var]}, " for t in definition.targets) + ")")
            self.add(proc)
            names[index] = f"(r_targets_{index}, L_targets_{index})"
        self.by_card("ASK_TARGETS", names)

    # ------------------------------------------------------------ `can`

    def can(self, e: b.Can, sc: Scope) -> str:
        """`you can fly`: a legal way to do it exists now; `b can block s`, of a card: no restriction forbids it."""
        if isinstance(e.what, b.Action) and not e.of_a_card:
            actor = self.expr(e.actor, sc)
            names = tuple(name for name, _ in e.args)
            function = self.any_function(e.what, names)
            text = f"{function}({sc.S}, {actor}{''.join(', ' + self.expr(x, sc) for _, x in e.args)})"
        else:
            args = {name: self.expr(value, sc) for name, value in e.args}
            restricted = self.restricted(e.what, args, self.expr(e.actor, sc), "None", "()")
            text = f"(not {restricted})" if restricted else "True"
        return f"(not {text})" if e.negated else text
