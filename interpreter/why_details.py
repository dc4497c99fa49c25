"""What exactly speaks against a choice: which condition of a group or a guard fails, and what it compares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.shown import Forbidder
from rulewright.interpreter.describe import value_text
from rulewright.interpreter.errors import RulewrightError
from rulewright.interpreter.why_answers import Reason, quoted, reason

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.why_parts import Part
    from rulewright.interpreter.state import State
    from rulewright.interpreter.views import Viewer

_MOST_CLOSEST = 3
# What is read where an earlier condition does not hold may not be there at all.
_ABSENT = (RulewrightError, TypeError, IndexError, KeyError, NameError, AttributeError)


class Details:
    """Asks the single conditions of a traced game. state: one that may be played with."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        self.state = state
        shown = viewer.traced.shown
        assert shown is not None
        self.shown = shown
        self.namespace = viewer.traced.namespace

    def of(self, action: b.Action, name: str, you: int, this: int | None, values: Sequence[Any]) -> tuple[Reason, ...]:
        """Which single conditions fail of a parameter or guard; none if it is that condition alone, or all is amiss."""
        own, parts = self.shown.details.get((action, name), ("", ()))
        try:
            if own and not self.namespace[f"f_{own}"](self.state, you, this, *values):
                return ()
        except _ABSENT:
            return ()
        found = []
        for part in parts:
            try:
                failed = self.namespace[f"f_{part.function}"](self.state, you, this, *values)
            except _ABSENT:
                continue
            if failed is not None:
                found.append(self._told(part, *failed))
        alone = len(parts) == 1 and not parts[0].compared and not isinstance(parts[0].condition, b.Can)
        return () if alone else tuple(found)

    def closest(
        self, action: b.Action, param: b.Param, candidates: Sequence[Any], you: int, this: int | None, chosen: Sequence[Any]
    ) -> tuple[Reason, ...]:
        """What speaks against the candidates for a parameter of which the fewest conditions fail."""
        at = action.params.index(param)
        found: dict[str, tuple[Reason, ...]] = {}
        for value in candidates:
            failed = self.of(action, param.var.name, you, this, (*chosen[:at], value, *chosen[at + 1 :]))
            if failed:
                found.setdefault(value_text(self.state, value, param.var.type), failed)
        fewest = min(map(len, found.values()), default=0)
        nearest = [(name, failed) for name, failed in found.items() if len(failed) == fewest]
        return tuple(evolve(one, text=f"{name}: {one.text}") for name, failed in nearest[:_MOST_CLOSEST] for one in failed)

    def named(self, text: str, values: Mapping[b.Var, Any]) -> str:
        """Words of the rules with what the variables in them stand for."""
        known = {var.name: value_text(self.state, value, var.type) for var, value in values.items() if value is not None}
        if not known:
            return text
        # The s behind an apostrophe is no name.
        names = "|".join(map(re.escape, known))
        return re.sub(rf"(?<!['\u2019\w])({names})(?!\w)", lambda found: known[found[0]], text)

    def restriction(self, name: str) -> Reason:
        """That something forbids it, with its line."""
        span = self.shown.sources[name.number].standing.span if isinstance(name, Forbidder) else None
        return reason(f"{name} forbids it", span)

    def _told(self, part: Part, values: Sequence[Any], told: Sequence[Any]) -> Reason:
        if isinstance(part.condition, b.Can) and told and isinstance(told[0], str):
            return self.restriction(told[0])
        named = dict(zip(part.names, values, strict=True))
        said = self.named(quoted(part.condition.span), named)
        if not part.compared:
            adjective = part.condition.operand if isinstance(part.condition, b.Not) else part.condition
            base = adjective.base if isinstance(adjective, b.MemberOf) else None
            if isinstance(base, b.Local) and named.get(base.var) is not None and re.fullmatch(r"\w+", said):
                said = f"{value_text(self.state, named[base.var], base.var.type)} is not {said}"
                return reason(said, part.condition.span)
            return reason(f"{said}{_FAILS}", part.condition.span)
        now = [
            value_text(self.state, value, e.type)
            for e, value in zip(part.compared, told, strict=True) if not isinstance(e, b.Const)
        ]  # fmt: skip
        return reason(f"{said} (now {' and '.join(now)})", part.condition.span)


_FAILS = " does not hold"
