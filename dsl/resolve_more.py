"""Rules text that comes later than the game: lines of scenarios, questions at the prompt, experiments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.problems import Problems
from rulewright.dsl.scope import Scope
from rulewright.dsl.types import Type

if TYPE_CHECKING:
    from rulewright.dsl.context import Game


@frozen
class Later:
    """A piece of text that was resolved afterwards; `result` is None when something is wrong with it."""

    result: bound.Expr | tuple[bound.Stmt, ...] | None
    diagnostics: tuple[Diagnostic, ...]


@frozen
class Resolved:
    """A resolved game that more text can be read against. The program itself is not changed by it."""

    game: Game

    @property
    def program(self) -> bound.Program:
        """The program of the game."""
        return self.game.program

    @staticmethod
    def scope(names: Mapping[str, bound.Expr], you: bound.Expr | None = None) -> Scope:
        """Give a scope in which the names (`Ann`, a card called `grey`) stand for these values."""
        return Scope(
            constants=dict(names),
            you=you,
            acts=True,
            chance=True,
            nobody_acts="nobody acts in a script; say who does it",
        )

    def value(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> Later:
        """Give the value of an expression."""
        return self._with_problems(lambda: self.game.expressions.resolve(node, scope.child(), expected))

    def condition(self, node: n.Expr, scope: Scope) -> Later:
        """Give a condition, which must be yes or no."""
        return self._with_problems(
            lambda: self.game.want_condition(self.game.expressions.condition(node, scope.child()).expr)
        )

    def phrase(self, phrase: n.PhraseItem, scope: Scope) -> Later:
        """Give what a verb phrase does."""

        def read() -> tuple[bound.Stmt, ...] | None:
            statement = self.game.statements.phrase(phrase, scope.child())
            return None if statement is None else (statement,)

        return self._with_problems(read)

    def statements(self, nodes: tuple[n.Stmt, ...], scope: Scope) -> Later:
        """Give what statements do."""
        return self._with_problems(lambda: self.game.statements.statements(nodes, scope.child()))

    def _with_problems(self, read: object) -> Later:
        assert callable(read)
        before, self.game.problems = self.game.problems, Problems()
        try:
            result = read()
            problems = self.game.problems
        finally:
            self.game.problems = before
        return Later(None if problems.has_errors else result, problems.all())
