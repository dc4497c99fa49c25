"""Why an action is not possible: for each thing that can forbid it a function says whether it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import free_vars
from rulewright.interpreter.codegen.why_parts import Part, asked_of, singles, without_conditions, write_part

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


def guard_name(guard: b.Guard) -> str:
    """What a guard is called among the reasons: its label, else its words."""
    return guard.label or " ".join(guard.span.text.split())


class Reasons(GeneratorBase):
    """See the top of the file."""

    def add_reasons(self, actions: tuple[b.Action, ...]) -> None:
        """Make REASONS: by action a list of (name, function of the state, the player, this card and the parameters).

        A parameter that is None is not known; what reads it then says nothing. A function gives True or the name of a
        restriction when that forbids the action.
        """
        rows = []
        for number, action in enumerate(actions):
            parts = ", ".join(f"({label!r}, f_{key})" for label, key in self._parts(number, action))
            rows.append(f"REASON_ACTIONS[{number}]: [{parts}]")
        self.globals["REASON_ACTIONS"] = actions
        self.late_lines.append("REASONS = {" + ", ".join(rows) + "}")  # type: ignore[attr-defined]

    def _parts(self, number: int, action: b.Action) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        names = {p.var: self.name_of(p.var) for p in action.params}
        singles = {p.var.name: names[p.var] for p in action.params if p.quantity is None}

        def part(label: str, needs: set[b.Var], text: str, sc: Scope) -> None:
            known = "".join(f"{names[v]} is not None and " for v in sorted(needs & names.keys(), key=lambda v: v.name))
            sc.code.emit(f"return {known}{text}")
            self.add(sc.code)
            found.append((label, sc.code.name))

        def scope() -> Scope:
            return self._reading(f"why_{number}_{len(found)}", action)

        for param in action.params:
            if param.domain is not None and param.quantity is None:
                sc = scope()
                needs = free_vars(param.domain) | {param.var}
                part(param.var.name, needs, f"{names[param.var]} not in {self.group_list(param.domain, sc)}", sc)  # type: ignore[attr-defined]
        known = {action.you, action.this_var, *names}
        for guard in action.guards:
            sc = scope()
            name = guard_name(guard)
            if free_vars(guard.condition) - known:  # it is about what is chosen later: is there a way to choose it?
                several = {p.var for p in action.params if p.quantity}
                rest = self.completion((*action.asked, *action.targets), [guard], sc.child(), several)  # type: ignore[attr-defined]
                if rest:
                    part(name, set(names) - several, f"not any(True{rest})", sc)
                continue
            condition = self.expr(guard.condition, sc)  # type: ignore[attr-defined]
            lifted = self.lifted(guard.label, action, sc, set(names)) if guard.label else ""  # type: ignore[attr-defined]
            text = f"not ({condition} or {lifted})" if lifted else f"not {condition}"
            part(name, free_vars(guard.condition), text, sc)
        for limit in action.limits:
            sc = scope()
            needs = set() if limit.key is None else free_vars(limit.key)
            part("the limit of its uses", needs, f"not {self.still_possible(action, limit, sc)}", sc)  # type: ignore[attr-defined]
        restricted = self.restricted(action, singles, "you", "this", "()")  # type: ignore[attr-defined]
        if restricted:
            part("a restriction", {p.var for p in action.params if p.quantity is None}, restricted, scope())
        self._card_parts(action, names, part, scope)
        return found

    def _reading(self, name: str, action: b.Action) -> Scope:
        """A function of who asks, this card and the parameters of an action, to be written."""
        names = {p.var: self.name_of(p.var) for p in action.params}
        sc = Scope(
            self.new_proc(name, ["you", "this", *names.values()], False),
            actor="you", this="this" if action.this_var is not None else "None",
        )  # fmt: skip
        if action.you is not None:
            sc.names[action.you] = "you"
        if action.this_var is not None:
            sc.names[action.this_var] = "this"
        sc.names.update(names)
        return sc

    def details(self, number: int, action: b.Action) -> Iterator[tuple[str, str, tuple[Part, ...]]]:
        """What exactly speaks against a parameter or guard: (its name among the reasons, the function that says whether a
        parameter is in its group as wide as it is before anything is asked, the single conditions)."""
        generator: Any = self
        known = tuple(p.var for p in action.params)
        parts: list[Part]
        for place, param in enumerate(action.params):
            if param.domain is None or param.quantity is not None:
                continue
            own = f"whether_{number}_{place}"
            sc = self._reading(own, action)
            wide = generator.group_list(without_conditions(param.domain), sc)
            sc.code.emit(f"return {sc.names[param.var]} in {wide}")
            self.add(sc.code)
            parts = []
            for asked in asked_of(param.domain):
                for single in singles(generator, asked):
                    sc = self._reading(f"{own}_{len(parts)}", action)
                    sc.names[param.domain.var] = sc.names[param.var]
                    parts.append(write_part(generator, single, sc, (*known, param.domain.var)))
            yield param.var.name, own, tuple(parts)
        free = {action.you, action.this_var, *known}
        for place, guard in enumerate(action.guards):
            if free_vars(guard.condition) - free:
                continue
            parts = []
            for single in singles(generator, guard.condition):
                sc = self._reading(f"whether_{number}_guard_{place}_{len(parts)}", action)
                parts.append(write_part(generator, single, sc, known))
            yield guard_name(guard), "", tuple(parts)

    def _card_parts(self, action: b.Action, names: dict[b.Var, str], part: object, scope: object) -> None:
        """What stands on the card that the action plays: its guards."""
        assert callable(part) and callable(scope)
        if action.played_card is None:
            return
        card = names[action.played_card.var]
        for definition in self.program.cards:
            for guard in definition.guards:
                sc = scope()
                ids = tuple(
                    c for c, f in enumerate(self.instance.face_of) if self.instance.faces[f].definition is definition
                )
                if definition.this_var is not None:
                    sc.names[definition.this_var] = card
                self.card_you(definition, sc, "you")  # type: ignore[attr-defined]
                lifted = self.lifted(guard.label, definition, sc, set()) if guard.label else ""  # type: ignore[attr-defined]
                condition = self.expr(guard.condition, sc)  # type: ignore[attr-defined]
                text = f"{card} in {self.table(ids, 'cards')} and not ({condition}{' or ' + lifted if lifted else ''})"
                part(guard_name(guard), {action.played_card.var}, text, sc)
