"""The module of a playout: the same procedures as everywhere,
written as Python that is quick and need not be resumed."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, frozen

from rulewright.interpreter.codegen import kept
from rulewright.interpreter.codegen.answers import Answers
from rulewright.interpreter.codegen.expand import Expand
from rulewright.interpreter.codegen.flow import Flow, open_loops
from rulewright.interpreter.codegen.fold import Fold
from rulewright.interpreter.codegen.guard import Guard
from rulewright.interpreter.codegen.inline import Inliner
from rulewright.interpreter.codegen.library import library, shuffled_zones
from rulewright.interpreter.codegen.loops import Hoist, counted
from rulewright.interpreter.codegen.needless import without_needless
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.codegen.structure import Unstructured, is_mark, structured, with_marks
from rulewright.interpreter.codegen.tables import TableMaker
from rulewright.interpreter.codegen.trees import Code, called, is_state, load, walk
from rulewright.interpreter.codegen.unroll import Settle, Unroll
from rulewright.interpreter.codegen.unswitch import unswitched
from rulewright.interpreter.codegen.worlds import World


@frozen
class Facts:
    """What is known about the module.

    ended: the numbers of units that something may end from afar; values: its constants by name; kinds: of its
    questions; doers, actors: the functions of its actions, by number; outside: names that something besides its
    functions uses; world, n_cards: the settled game.
    """

    ended: frozenset[int]
    values: Mapping[str, Any]
    kinds: Sequence[int]
    doers: Mapping[int, str]
    actors: Mapping[int, str]
    outside: frozenset[str]
    world: World
    n_cards: int


def playout_source(parts: Sequence[str | Proc], facts: Facts) -> tuple[str, dict[str, Any]]:
    """The source of the module's functions, from texts and procedures still in blocks; constants that it needs.

    It is kept between runs.
    """
    name = kept.name_for(_material(parts, facts))
    found = kept.read(name)
    if isinstance(found, tuple) and len(found) == 2:
        return found[0], found[1]
    made = _written(parts, facts)
    kept.write(name, made)
    return made


def _material(parts: Sequence[str | Proc], facts: Facts) -> str:
    """Everything that the source depends on, as text."""
    texts = [
        p
        if isinstance(p, str)
        else repr((p.name, p.params, p.locals, p.order, p.blocks, sorted(p.unit_blocks.items())))
        for p in parts
    ]
    values = sorted((n, v) for n, v in facts.values.items() if isinstance(v, tuple | bool | int) or v is None)
    rest = (
        sorted(facts.ended),
        values,
        facts.kinds,
        sorted(facts.doers.items()),
        sorted(facts.actors.items()),
        sorted(facts.outside),
        facts.world,
        sorted(facts.world.ranges),
        facts.n_cards,
    )
    return "\n".join([*texts, repr(rest)])


@define
class _Work:
    """The module as trees, and what works on them."""

    tree: ast.Module
    functions: dict[str, ast.FunctionDef]
    fold: Fold
    unroll: Unroll
    tables: TableMaker
    settle: Settle
    flow: Flow
    shuffled: frozenset[int] | None


def _begun(parts: Sequence[str | Proc], facts: Facts, plain: bool) -> _Work:
    """The first half of the work; plain: moves stay as they are."""
    tree = ast.Module([], [])
    for part in parts:
        tree.body += (
            _procedure(part, facts.ended) if isinstance(part, Proc) else ast.parse(with_marks(part)).body
        )
    fold = Fold(facts.values)
    unroll = Unroll(facts.world)
    functions = {f.name: f for f in fold.code(tree.body) if isinstance(f, ast.FunctionDef)}
    tables = TableMaker(facts.values, facts.n_cards)
    for function in functions.values():
        function.body = counted(tables.visit(function).body)
        unswitched(function)
    shuffled = shuffled_zones(list(functions.values()), facts.world)
    Answers(functions, facts.kinds, facts.doers, facts.actors).work()
    for function in functions.values():
        function.body = open_loops(fold.visit(unroll.visit(fold.visit(function))).body)
        if not plain:
            few_moves(function, facts.world)
    flow = Flow(functions, {*facts.doers.values(), *facts.actors.values(), *facts.outside})
    flow.work()
    return _Work(tree, functions, fold, unroll, tables, Settle(facts.world, shuffled), flow, shuffled)


def _written(parts: Sequence[str | Proc], facts: Facts) -> tuple[str, dict[str, Any]]:
    work = _begun(parts, facts, False)
    functions, world = work.functions, facts.world
    changes_read = any(
        is_state(x, "changes") and isinstance(x.ctx, ast.Load) for f in functions.values() for x in walk(f)
    )
    if world.lists:
        guard = Guard(work.flow.still_statement)
        for function in functions.values():
            guard.work(function)
    shared = {f.name: f for f in ast.parse(library(world, changes_read)).body if isinstance(f, ast.FunctionDef)}
    _finished(work, facts, shared, small_zones(world, work.shuffled))
    return unparsed(work.tree), work.tables.made


def native_tree(parts: Sequence[str | Proc], facts: Facts) -> tuple[ast.Module, dict[str, Any]]:
    """The same module as trees in which moves are still calls of the runtime, and the constants that it needs."""
    work = _begun(parts, facts, True)
    _finished(work, facts, {}, frozenset(range(len(facts.world.ordered))))
    return work.tree, work.tables.made


def _finished(work: _Work, facts: Facts, shared: Mapping[str, ast.FunctionDef], small: frozenset[int]) -> None:
    """The second half: functions written out where they are called, comprehensions as loops."""
    functions, fold = work.functions, work.fold
    hoist, expand = Hoist(), Expand(work.flow.pure, small)
    Inliner(functions, shared, work.settle.known, fold).work()
    for function in functions.values():
        fold.visit(work.unroll.visit(fold.visit(work.settle.visit(function))))
        function.body = expand.code(hoist.code(work.tables.visit(function).body))
        fold.visit(function)
        without_needless(function, work.flow.still)
        fold.visit(function)
    work.tree.body = [*(s for s in work.tree.body if not isinstance(s, ast.FunctionDef)), *_reached(functions, facts)]


# Functions that need not stay once they are written out everywhere.
_PASSING = ("o_", "a_", "b_", "f_do_", "f_unit_", "f_verb_", "r_unit_", "r_verb_", "r_act_", "fn_")


def small_zones(world: World, shuffled: frozenset[int] | None) -> frozenset[int]:
    """Common zones without order that are never shuffled."""
    players = {z for base in world.ranges for z in range(base, base + world.players)}
    piles = frozenset(range(len(world.ordered))) if shuffled is None else shuffled
    return frozenset(z for z, o in enumerate(world.ordered) if not o and z not in players and z > 3) - piles


def few_moves(function: ast.FunctionDef, world: World) -> None:
    """Moves of which nobody wants to know what moved, one by one if they are few.

    Snapshots that nobody looks at are dropped.
    """
    read = {n.id for n in walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}

    class Few(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
            target, value = node.targets[0], node.value
            fork = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "fork"
            return None if fork and isinstance(target, ast.Name) and target.id not in read else node

        def visit_Expr(self, node: ast.Expr) -> ast.stmt:
            if called(node.value) == "move_many" and isinstance(node.value, ast.Call) and not world.full:
                node.value.func = load("move_few")
            return node

    Few().visit(function)


def _reached(functions: dict[str, ast.FunctionDef], facts: Facts) -> list[ast.FunctionDef]:
    """The functions that are still called from somewhere."""
    waiting = [n for n in functions if n in facts.outside or not n.startswith(_PASSING)]
    tables = {"DOERS": facts.doers, "ACTIONS": facts.actors}
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for x in walk(functions[name]):
            if isinstance(x, ast.Name):
                waiting += [n for n in tables.get(x.id, {}).values() if n in functions]
                waiting += [x.id] if x.id in functions else []
    return [f for n, f in functions.items() if n in seen]


def unparsed(tree: ast.Module) -> str:
    """Source, with the marks of rules' lines as comments again."""
    for node in walk(tree):
        for name in ("body", "orelse", "finalbody"):
            code = getattr(node, name, None)
            if isinstance(code, list) and code and all(isinstance(s, ast.stmt) and is_mark(s) for s in code):
                code.append(ast.Pass())
    text = ast.unparse(ast.fix_missing_locations(tree))
    return re.sub(r"(?m)^( *)rules_line\((\d+)\)$", r"\1#@\2", text)


def _procedure(proc: Proc, ended: frozenset[int]) -> Code:
    units = {u: span for u, span in proc.unit_blocks.items() if u in ended}
    try:
        body = structured(proc.order, proc.blocks, units)
    except Unstructured:
        body = ast.parse(with_marks("\n".join(proc.machine_lines()))).body
    head = ast.parse("\n".join(proc.playout_head())).body
    function = head[-1]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*function.body[:-1], *body]
    return head
