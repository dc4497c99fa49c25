"""What names and pronouns mean at one place of a file: local names, `you`, `this`, `it`,
and what is known not to be missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, evolve, field

from rulewright.dsl import bound


@define
class Scope:
    """A block's view of the names around it. Children see their parent's names; a block's own go when it ends.

    `you`: the player who acts, or None with the reason in `nobody_acts`. `it`: what `it`/`its` stand for, innermost
    last: each header that introduces unnamed things adds a tuple of them. `their`: the subject of the phrase or choice.
    `loops`: the variables of the loops and parameters around, innermost last, which `other` is measured by. `facts`:
    expressions known not to be missing. `chance`: whether a random pick may stand here. `names_free`: labels that a
    guard may carry.
    """

    parent: Scope | None = None
    names: dict[str, bound.Var] = field(factory=dict)
    you: bound.Expr | None = None
    nobody_acts: str = "nobody acts here"
    this: bound.Var | None = None
    it: tuple[tuple[bound.Var, ...], ...] = ()
    their: bound.Expr | None = None
    loops: tuple[bound.Var, ...] = ()
    facts: frozenset[bound.Expr] = frozenset()
    chance: bool = False
    acts: bool = False  # statements may be here: verbs, choices
    constants: dict[str, bound.Expr] = field(factory=dict)  # names of a script: its players, cards with a name
    replacing: bool = False  # in the text of `when ..., instead:`

    def child(self, **changes: Any) -> Scope:
        """Give a scope inside this one; `changes` are what is different there."""
        return evolve(self, parent=self, names={}, **changes)

    def find(self, name: str) -> bound.Var | None:
        """Give the local of that name, the innermost first."""
        at: Scope | None = self
        while at is not None:
            if name in at.names:
                return at.names[name]
            at = at.parent
        return None

    def knows(self, name: str) -> bool:
        """Whether the name is a local here, or a name of the script."""
        return self.find(name) is not None or name in self.constants

    def all_names(self) -> Iterator[str]:
        """Give every local name that can be seen here."""
        yield from self.constants
        at: Scope | None = self
        while at is not None:
            yield from at.names
            at = at.parent

    def knowing(self, facts: frozenset[bound.Expr]) -> Scope:
        """Give this scope with more facts."""
        return self if not facts else self.child(facts=self.facts | facts)
