"""The scenario form of a module: set-up without chance and card moves, places where a script enters, extra pieces of
rules text.

A scenario begins before `play:`, or at the beginning of somebody's turn or phase, or before a set-up that is carried out
in full; it stops there so that further givens apply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import expressions
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


def quiet_setup(stmts: tuple[b.Stmt, ...], program: b.Program) -> tuple[b.Stmt, ...]:
    """Of a set-up's statements those that set numbers, words, players and pieces; no card moves, no chance,
    no choice."""
    kept: list[b.Stmt] = []
    for stmt in stmts:
        if any(isinstance(e, b.RandomOf | b.FirstOf) for e in _own_expressions(stmt)):
            continue
        if isinstance(stmt, b.Assign | b.Let):
            kept.append(stmt)
        elif isinstance(stmt, b.If):
            branches = tuple((c, quiet_setup(body, program)) for c, body in stmt.branches)
            otherwise = None if stmt.otherwise is None else quiet_setup(stmt.otherwise, program)
            kept.append(attrs.evolve(stmt, branches=branches, otherwise=otherwise))
        elif (isinstance(stmt, b.Repeat) and stmt.times is not None) or isinstance(stmt, b.Each):
            inner = quiet_setup(stmt.body, program)
            if inner:
                kept.append(attrs.evolve(stmt, body=inner))
        elif isinstance(stmt, b.Perform) and _only_sets(stmt, program):
            kept.append(stmt)
    return tuple(kept)


def _own_expressions(stmt: b.Stmt) -> list[Any]:
    if isinstance(stmt, b.Assign | b.Let):
        return list(expressions(stmt))
    if isinstance(stmt, b.Each):
        return list(expressions(stmt.group))
    if isinstance(stmt, b.Perform):
        return list(expressions(tuple(e for _, e in stmt.args)))
    return []


def _only_sets(stmt: b.Perform, program: b.Program) -> bool:
    """Whether a verb does nothing but what a scenario's set-up keeps."""
    if stmt.verb == "move":
        to = dict(stmt.args).get("to")
        return to is not None and type(to.type).__name__ == "SpaceType"
    return isinstance(stmt.verb, b.Verb) and quiet_setup(stmt.verb.body, program) == stmt.verb.body


class ScenarioForm(GeneratorBase):
    """See the top of the file."""

    def scenario_setup(self) -> tuple[b.Stmt, ...]:
        return quiet_setup(self.program.setup, self.program)

    def stop_for_givens(self, proc: Proc, checkpoint: bool = True) -> None:
        """Stop with nobody asked; running on begins with a checkpoint."""
        proc.emit("S.player = None; S.opts = []")
        proc.suspend(proc.new_block())
        if checkpoint:
            self.checkpoint(proc)

    def entry_chain(self) -> list[tuple[str, int, str | None, Any]]:
        """The procedures from the main one down to the turn: (name, block to go on at, local that holds the player,
        unit)."""
        turns = {self.unit_function(u) for u in self.program.units.values() if u.kind == "turn"}
        chains: list[list[tuple[str, int, str | None, Any]]] = [[]]
        names = ["main"]
        seen = {"main"}
        while names:
            name, chain = names.pop(0), chains.pop(0)
            for caller, callee, block, local, unit in self.unit_calls:
                if caller.name != name:
                    continue
                here = [*chain, (caller.name, block, local, unit)]
                if callee in turns:
                    return here
                if callee not in seen:
                    seen.add(callee)
                    names.append(callee)
                    chains.append(here)
        return []

    def add_extras(self, values: tuple[b.Expr, ...], bodies: tuple[tuple[b.Stmt, ...], ...]) -> None:
        """Compile pieces of rules text that only a script needs: `x_value_N(S)` and the procedures `x_body_N`."""
        for number, e in enumerate(values):
            proc = self.new_proc(f"x_value_{number}", [], False)
            proc.emit(f"return {self.expr(e, Scope(proc))}")
            self.add(proc)
        for number, body in enumerate(bodies):
            proc = self.new_proc(f"x_body_{number}", [], True)
            self.body(body, Scope(proc), [])
            proc.start(proc.new_block())
            self.checkpoint(proc)
            proc.finish()
            self.add(proc)
