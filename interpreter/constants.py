"""Values that are known before a match begins: options, the number of players, numbers printed on cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import PlayerType
from rulewright.interpreter.errors import RunError


class NotConstant(Exception):
    """The expression depends on the state of a match."""


class Constants:
    """Evaluates expressions that depend on options and on the number of players alone.

    `env` holds values of local variables (a series' attribute, a board line's k).
    """

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        self.players = players
        self.players_stay = True  # whether `count of players` is the same all through a match (nobody is ever out)

    def value(self, expr: b.Expr, env: Mapping[b.Var, Any] | None = None) -> Any:
        """The value of `expr`; raises NotConstant if it needs a state, RunError for a division by zero."""
        method = getattr(self, "_" + type(expr).__name__, None)
        if method is None:
            raise NotConstant(type(expr).__name__)
        return method(expr, env or {})

    def try_value(self, expr: b.Expr, env: Mapping[b.Var, Any] | None = None) -> tuple[bool, Any]:
        """(True, value) or (False, None)."""
        try:
            return True, self.value(expr, env)
        except (NotConstant, RunError):
            return False, None

    def _Const(self, e: b.Const, env: Mapping[b.Var, Any]) -> Any:
        return e.value

    def _Local(self, e: b.Local, env: Mapping[b.Var, Any]) -> Any:
        if e.var in env:
            return env[e.var]
        raise NotConstant(e.var.name)

    def _OptionValue(self, e: b.OptionValue, env: Mapping[b.Var, Any]) -> Any:
        return self.options[e.option.name]

    def _Arith(self, e: b.Arith, env: Mapping[b.Var, Any]) -> int:
        left, right = self.value(e.left, env), self.value(e.right, env)
        return left + right if e.op == "+" else left - right if e.op == "-" else left * right

    def _Divide(self, e: b.Divide, env: Mapping[b.Var, Any]) -> int:
        left, right = self.value(e.left, env), self.value(e.right, env)
        if right == 0:
            raise RunError("R602", "this divides by zero", e.span)
        return left // right if e.rounding == "down" else -(-left // right)

    def _Compare(self, e: b.Compare, env: Mapping[b.Var, Any]) -> bool:
        left, right = self.value(e.left, env), self.value(e.right, env)
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[e.op]

    def _Equal(self, e: b.Equal, env: Mapping[b.Var, Any]) -> bool:
        return (self.value(e.left, env) == self.value(e.right, env)) != e.negated

    def _And(self, e: b.And, env: Mapping[b.Var, Any]) -> bool:
        values = [self.try_value(p, env) for p in e.parts]
        if any(known and not value for known, value in values):
            return False
        if all(known for known, _ in values):
            return True
        raise NotConstant("and")

    def _Or(self, e: b.Or, env: Mapping[b.Var, Any]) -> bool:
        values = [self.try_value(p, env) for p in e.parts]
        if any(known and value for known, value in values):
            return True
        if all(known for known, _ in values):
            return False
        raise NotConstant("or")

    def _Not(self, e: b.Not, env: Mapping[b.Var, Any]) -> bool:
        return not self.value(e.operand, env)

    def _Between(self, e: b.Between, env: Mapping[b.Var, Any]) -> bool:
        return self.value(e.low, env) <= self.value(e.value, env) <= self.value(e.high, env)

    def _Aggregate(self, e: b.Aggregate, env: Mapping[b.Var, Any]) -> int:
        group = e.group
        plain = not group.conditions and not group.superlatives
        if (
            self.players_stay
            and e.op == "count"
            and group.base.sort == "players"
            and plain
            and isinstance(group.var.type, PlayerType)
        ):
            return self.players
        raise NotConstant("count")

    def _CallFunction(self, e: b.CallFunction, env: Mapping[b.Var, Any]) -> int:
        args = [self.value(a, env) for a in e.args]
        if e.function == "min":
            return min(args)
        if e.function == "max":
            return max(args)
        if e.function == "remainder":
            if args[1] == 0:
                raise RunError("R602", "this divides by zero", e.span)
            return args[0] % args[1]
        raise NotConstant("call")
