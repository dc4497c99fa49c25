"""Where an expression is being written: the names of its variables and the state it reads."""

from __future__ import annotations

import ast
import re

from attrs import define, field

from rulewright.dsl import bound as b
from rulewright.dsl.types import Type
from rulewright.interpreter.codegen.proc import Proc


def python_name(text: str) -> str:
    """A piece of a Python identifier made from any text."""
    return re.sub(r"[^A-Za-z0-9_]", "_", text) or "x"


class Hoists:
    """Parts of conditions that do not change from one round of a loop to the next, computed once before it.

    Made when the loop is about to be written; `lift` puts a line in front of the loop.
    """

    def __init__(self, proc: Proc, known: set[str]) -> None:
        self.lines = proc.blocks[proc._current]
        self.place = len(self.lines)
        self.indent = "    " * proc.depth
        self.known = known | {"S", "z", "v", "at"}
        self.made: dict[str, str] = {}

    def free(self, text: str) -> bool:
        """Whether the expression reads nothing that the loop changes."""
        tree = ast.parse(text, mode="eval")
        bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        bound |= {a.arg for n in ast.walk(tree) if isinstance(n, ast.Lambda) for a in n.args.args}
        read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        return all(x in bound or x in self.known or x.startswith("once_") or not re.search(r"_\d+_*$", x) or x.isupper()
                   or re.match(r"(get|fn|o|f|forbid|lift)_", x) for x in read)

    def lift(self, text: str) -> str:
        """A name that holds the expression's value."""
        if text not in self.made:
            name = f"once_{len(self.made) + 1}"
            self.made[text] = name
            self.lines.insert(self.place, f"{self.indent}{name} = {text}")
            self.place += 1
        return self.made[text]


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
    hoists: Hoists | None = None
    effect: str = "None"  # the duration whose standing text is being written
    # (variable, member) -> (value kept from before the event, visit then): last known information of a card that has
    # left.
    kept: dict[tuple[b.Var, b.Member], tuple[str, str]] = field(factory=dict)
    # Cards and zones of an announcement that takes effect -> the visit they (or the zone's card) were in when announced.
    announced: dict[b.Var, str] = field(factory=dict)
    # Cards that a waiting text is about -> whether they were still there when it began to run.
    lasts: dict[b.Var, str] = field(factory=dict)
    # The card that a loop has come to: the local that holds it, with its type.
    about: tuple[str, Type] | None = None

    @property
    def code(self) -> Proc:
        """The function that is being written; there is none where a value is read without one (a test's, say)."""
        assert self.proc is not None
        return self.proc

    def child(self, **changes: str) -> Scope:
        """A scope with its own variables that starts with these."""
        made = Scope(
            self.proc,
            dict(self.names),
            self.S,
            self.z,
            self.v,
            self.at,
            self.actor,
            self.this,
            self.hoists,
            self.effect,
            self.kept,
            self.announced,
            self.lasts,
            self.about,
        )
        for name, value in changes.items():
            setattr(made, name, value)
        return made
