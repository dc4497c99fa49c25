"""Which instances of an action are legal now: one list comprehension an action.

For each action `o_NAME(S, you)` gives every legal instance as data ``(action, argument, ...)``; guards are tested as
soon as their names are known, and what a loop does not change is computed before it. `a_NAME` says whether there is
any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import bare
from rulewright.dsl.unseen import is_unseen, unseen_places
from rulewright.interpreter.codegen.context import Hoists, Scope, python_name
from rulewright.interpreter.codegen.freevars import free_vars, read_vars

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
    from rulewright.interpreter.codegen.proc import Proc
else:
    GeneratorBase = object


class Legality(GeneratorBase):
    """See the top of the file."""

    def options_function(self, action: b.Action, fixed: tuple[str, ...]) -> str:
        """The function that lists the options of `action`; the parameters named in `fixed` are given.

        Its legal instances, but that cards which who is asked cannot see are told by their places.
        """
        places = unseen_places(action, fixed)
        if not places:
            return self.instances_function(action, fixed)
        key = self._key("v", action, fixed)
        return self.once(key, lambda: self._make_veiled(key, action, fixed, {self.action_number(action): places}))

    def offered(self, parts: list[tuple[b.Action, dict[str, str]]], you: str, unveiled: bool = False) -> str:
        """The list of what these actions, with given arguments, offer a player. unveiled: with the cards not seen."""
        function = self.instances_function if unveiled else self.options_function
        return " + ".join(
            f"{function(action, tuple(fixed))}(S, {you}{''.join(', ' + x for x in fixed.values())})"
            for action, fixed in parts
        )

    def instances_function(self, action: b.Action, fixed: tuple[str, ...]) -> str:
        """The function that lists the legal instances of `action`; the parameters named in `fixed` are given."""
        key = self._key("o", action, fixed)
        return self.once(key, lambda: self._make_options(key, action, fixed, False))

    def _key(self, sort: str, action: b.Action, fixed: tuple[str, ...]) -> str:
        """The name of a function about an action of which these parameters are given."""
        return "_".join([sort, str(self.action_number(action)), *map(python_name, (action.name, *fixed))])

    def _make_veiled(
        self, key: str, action: b.Action, fixed: tuple[str, ...], places: dict[int, tuple[int, ...]]
    ) -> None:
        params = ["you", *(f"given_{python_name(f)}" for f in fixed)]
        proc = self.new_proc(key, params, False)
        rows = f"{self.instances_function(action, fixed)}(S, {', '.join(params)})"
        proc.emit(f"return veiled_rows(S, {rows}, you, {places!r})")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def any_function(self, action: b.Action, fixed: tuple[str, ...]) -> str:
        """The function that says whether there is a legal instance of `action`."""
        key = self._key("a", action, fixed)
        return self.once(key, lambda: self._make_options(key, action, fixed, True))

    def _make_options(self, key: str, action: b.Action, fixed: tuple[str, ...], only_any: bool) -> None:
        params = ["you", *(f"given_{python_name(f)}" for f in fixed)]
        proc = self.new_proc(key, params, False)
        sc = Scope(proc, actor="you")
        sc.hoists = Hoists(proc, set(params))
        if action.you is not None:
            sc.names[action.you] = "you"
        pending = list(action.guards)
        known: set[b.Var] = {action.you} if action.you is not None else set()
        arguments: list[str] = []
        clauses: list[str] = []  # the comprehension's `for` and `if` parts, in order

        def settle() -> None:
            """Test every guard whose names are all known by now."""
            nonlocal pending
            rest = []
            for guard in pending:
                if free_vars(guard.condition) - known:
                    rest.append(guard)
                    continue
                condition = self.expr(guard.condition, sc.child())
                lifted = self.lifted(guard.label, action, sc, known) if guard.label else None
                if lifted:
                    condition = f"({condition} or {lifted})"
                if (
                    any(c.startswith("for ") for c in clauses)
                    and "(" in condition.strip("()")
                    and ":=" not in condition
                    and (sc.hoists is not None and sc.hoists.free(condition))
                ):
                    condition = sc.hoists.lift(condition)
                if condition != "True":
                    clauses.append(f"if {condition}")
            pending = rest

        for limit in action.limits:
            if limit.key is None and action.this_var is None:
                clauses.append(f"if {self.still_possible(action, limit, sc)}")
        settle()
        if action.this_var is not None:
            name = self.name_of(action.this_var)
            assert action.card_def is not None
            ids = tuple(c for c, f in enumerate(self.instance.face_of)
                        if self.instance.faces[f].definition is action.card_def)
            clauses.append(f"for {name} in {self.table(ids, 'cards')}")
            sc.names[action.this_var] = name
            sc.this = name
            known.add(action.this_var)
            clauses.append(f"if {self.works(name, sc)} and controller(S, {name}) == you")
            arguments.append(name)
            for limit in action.limits:
                if limit.key is None:
                    clauses.append(f"if {self.still_possible(action, limit, sc)}")
            settle()
        for param in action.params:
            unseen = param.var.name not in fixed and is_unseen(action, param)
            arguments.append(self._param_clause(param, fixed, clauses, sc, unseen))
            known.add(param.var)
            if param.quantity is not None and any(param.var in free_vars(g.condition) for g in pending):
                raise self.unsupported(f"a guard about '{param.var.name}', of which several are chosen", action.span)
            settle()
        restricted = self.restricted(
            action, {p.var.name: sc.names[p.var] for p in action.params if p.quantity is None}, "you", "None", "()"
        )
        if restricted:
            clauses.append(f"if not {restricted}")
        for limit in action.limits:
            if limit.key is not None:
                clauses.append(f"if {self.still_possible(action, limit, sc)}")
        feasible = self.announceable(action, sc)
        if feasible != "True":
            clauses.append(f"if {feasible}")
        # A comprehension begins with `for`: guards that read no parameter are tested before it.
        while clauses and clauses[0].startswith("if "):
            proc.emit(f"if not ({clauses.pop(0)[3:]}): return {'False' if only_any else '[]'}")
        proc.emit(f"#@{self.span_id(action.span)}")
        values = ", ".join([str(self.action_number(action)), *arguments])
        if not clauses:
            proc.emit(f"return {True if only_any else f'[({values},)]'}")
        elif only_any:
            proc.emit(f"return any(True {' '.join(clauses)})")
        else:
            proc.emit(f"return [({values},) {' '.join(clauses)}]")
        self.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))

    def _param_clause(
        self, param: b.Param, fixed: tuple[str, ...], clauses: list[str], sc: Scope, unseen: bool
    ) -> str:
        """Add a parameter's part of the comprehension; the text of its argument."""
        name = self.name_of(param.var)
        given = f"given_{python_name(param.var.name)}" if param.var.name in fixed else None
        if param.quantity is not None and given is None:
            assert param.domain is not None
            low = param.quantity.low
            if low is not None:
                clauses.append(f"if len({self.group_list(param.domain, sc)}) >= {self.expr(low, sc)}")
            sc.names[param.var] = "None"
            return "None"
        if given is not None:
            sc.names[param.var] = given
            if param.domain is not None:
                listed = self.group_list(param.domain, sc)
                clauses.append(f"if {given} in {listed}" if param.quantity is None else f"if set({given}) <= "
                                                                                        f"set({listed})")
            return given
        values = self.param_values(param, sc, unseen)
        sc.names[param.var] = name
        clauses.append(f"for {name} in {values}")
        return name

    def param_values(self, param: b.Param, sc: Scope, unseen: bool) -> str:
        """Every value of a parameter; alike cards once, but where some of them may not be seen (see `veiled_rows`)."""
        if param.domain is None:
            return self.all_values(bare(param.var.type), param.span)
        listed = self.group_list(param.domain, sc, ordered=True)
        if not self.alike_possible(param.var.type) or unseen:
            return listed
        return f"each_once(S, {listed})" if self.hidden_choices else f"choosable(S, {listed}, you, False)"

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

    def limit_key(self, action: b.Action, sc: Scope, limit: b.Limit) -> str:
        """What the uses of an action are counted by: each of its limits counts for itself."""
        this = "None"
        if action.this_var is not None:
            this = sc.names.get(action.this_var) or self.name_of(action.this_var)
        value = "None" if limit.key is None else self.expr(limit.key, sc)
        place = next(at for at, one in enumerate(action.limits) if one is limit)
        more = f", {place}" if place else ""
        return f"({self.action_number(action)}, {this}, S.vis[{this}] if {this} is not None else 0, you, {value}{more})"

    def still_possible(self, action: b.Action, limit: b.Limit, sc: Scope) -> str:
        """Whether the limit leaves one more use."""
        times = "1" if limit.times is None else self.expr(limit.times, sc)
        return f"times_used(S, {self.limit_key(action, sc, limit)}) < {times}"

    def announceable(self, action: b.Action, sc: Scope) -> str:
        """Whether targets (and the played card's own guards and targets) leave an announcement that can be
        completed."""
        parts: list[str] = []
        known = {action.you, action.this_var, *(p.var for p in action.params)}
        guards = [g for g in action.guards if free_vars(g.condition) - known]
        rest = self.completion(
            (*action.asked, *action.targets), guards, sc.child(), {p.var for p in action.params if p.quantity}
        )
        if rest:
            parts.append(f"any(True{rest})")
        if action.played_card is not None and any(d.guards or d.targets or d.limits for d in self.program.cards):
            card = sc.names[action.played_card.var]
            parts.append(f"CARD_OK[{card}](S, you, {card})")
            self.need_card_ok()
        return self.conjunction(parts)

    def completion(self, items: tuple[Any, ...], guards: list[b.Guard], sc: Scope, open_vars: set[b.Var]) -> str:
        """The clauses of a comprehension over every way to answer the rest of an announcement; "" if nothing can be
        missing.

        items: choices, lets and targets, in order; guards: those about what is chosen here. What reads a set that is
        still to be chosen (`open_vars`) is not looked at.
        """
        clauses: list[str] = []
        unknown = set(open_vars)
        known: set[b.Var] = set()
        waiting = list(guards)
        loops = False
        for item in items:
            if not isinstance(item, b.Choose | b.Let | b.Target):
                continue
            name = self.name_of(item.var)
            source = item.value if isinstance(item, b.Let) else item.group
            if read_vars(source) & unknown:
                unknown.add(item.var)
                continue
            if isinstance(item, b.Let):
                clauses.append(f" for {name} in ({self.expr(item.value, sc)},)")
            elif isinstance(item, b.Choose) and item.quantity is not None:
                unknown.add(item.var)
                clauses += self._set_possible(item, sc)
                loops = loops or bool(clauses)
                continue
            else:
                listed = self.group_list(item.group, sc)
                optional = isinstance(item, b.Choose) and item.optional
                clauses.append(f" for {name} in {f'(*{listed}, None)' if optional else listed}")
                loops = loops or not optional
                forbidden = self.untargetable(item, name, sc) if isinstance(item, b.Target) else ""
                if forbidden:
                    clauses.append(f" if not {forbidden}")
            sc.names[item.var] = name
            known.add(item.var)
            for guard in [
                g for g in waiting if free_vars(g.condition) & known and not free_vars(g.condition) & unknown
            ]:
                if free_vars(guard.condition) <= set(sc.names):
                    waiting.remove(guard)
                    clauses.append(f" if {self.expr(guard.condition, sc)}")
                    loops = True
        return "".join(clauses) if loops else ""

    def _set_possible(self, choice: b.Choose, sc: Scope) -> list[str]:
        """Whether a choice of several has an answer that is enough."""
        found: list[str] = []
        if choice.enough is None:
            return found
        value, amount = choice.enough
        item = self.name_of(choice.group.var) + "_"
        inner = sc.child()
        inner.names[choice.group.var] = item
        needed = self.expr(amount, sc)
        total = f"sum([{self.expr(value, inner)} for {item} in {self.group_list(choice.group, sc)}])"
        # A comprehension needs a loop before its tests.
        return [f" for needed in ({needed},) if needed <= 0 or {total} >= needed"]

    def need_card_ok(self) -> None:
        self.once("card_ok", self._make_card_ok)

    def _make_card_ok(self) -> None:
        table = []
        for index, definition in enumerate(self.program.cards):
            if not definition.guards and not definition.targets and not definition.limits:
                continue
            proc = self.new_proc(f"ok_{index}", ["you", "this"], False)
            sc = self.card_scope(definition, proc)
            conditions = []
            for guard in definition.guards:
                text = self.expr(guard.condition, sc)
                lifted = self.lifted(guard.label, definition, sc, set()) if guard.label else None
                conditions.append(f"({text} or {lifted})" if lifted else text)
            for place, limit in enumerate(definition.limits):
                if limit.key is not None:
                    raise self.unsupported("a limit `for each ..` on a card that is played", limit.span)
                times = "1" if limit.times is None else self.expr(limit.times, sc)
                conditions.append(f"times_used(S, ({definition.name!r}, you, {place})) < {times}")
            loops = ""
            for target in definition.targets:
                name = self.name_of(target.var)
                loops += f" for {name} in {self.group_list(target.group, sc)}"
                sc.names[target.var] = name
                forbidden = self.untargetable(target, name, sc)
                if forbidden:
                    loops += f" if not {forbidden}"
            if loops:
                conditions.append(f"any(True{loops})")
            proc.emit(f"return {self.conjunction(conditions)}")
            self.add(proc)
            table.append((index, f"f_ok_{index}"))
        names = dict(table)
        self.by_card("CARD_OK", names, "always")

    def card_scope(self, definition: b.CardDef, proc: Proc, this: str = "this", you: str = "you") -> Scope:
        """The scope of a card's own text: `this` is the card, `you` who plays or controls it."""
        sc = Scope(proc, actor=you, this=this)
        if definition.this_var is not None:
            sc.names[definition.this_var] = this
        self.card_you(definition, sc, you)
        return sc

    def by_card(self, name: str, of_definition: Mapping[int, str], else_: str = "None") -> None:
        """A list in the module with what each card has by the number of its definition, or else something."""
        where = [
            of_definition.get(self.program.cards.index(self.instance.faces[f].definition), else_)
            for f in self.instance.face_of
        ]
        self.late_lines.append(f"{name} = [" + ", ".join(where) + "]")

    def card_you(self, definition: b.CardDef, sc: Scope, you: str) -> None:
        """Inside a card's effect `you` is who announced it, wherever the card lies."""
        if isinstance(definition.you_expr, b.Local):
            sc.names[definition.you_expr.var] = you

