"""Where an expression is being written: the names of its variables and the state it reads."""

from __future__ import annotations

import re

from attrs import define, field

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.proc import Proc


def python_name(text: str) -> str:
    """A piece of a Python identifier made from any text."""
    return re.sub(r"[^A-Za-z0-9_]", "_", text) or "x"


@define
class Scope:
    """Python names for variables; `state` prefix letters say which state is read (a snapshot inside `at once`)."""

    proc: Proc | None
    names: dict[b.Var, str] = field(factory=dict)
    S: str = "S"
    z: str = "z"
    v: str = "v"
    at: str = "at"
    actor: str = "None"  # who acts, for restrictions and the log
    this: str = "None"  # the card whose text runs

    def child(self, **changes: str) -> Scope:
        """A scope with its own variables that starts with these."""
        made = Scope(self.proc, dict(self.names), self.S, self.z, self.v, self.at, self.actor, self.this)
        for name, value in changes.items():
            setattr(made, name, value)
        return made
