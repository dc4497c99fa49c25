"""Numbered blocks and jumps as structured Python.

A resumable procedure is written as blocks that jump to each other (see proc.py). Where nothing has to be resumed, as in
a playout, the same blocks become ordinary `if` and `while`: a block that only one jump reaches stands where the jump
stood, loops are found by their back edges, and what several jumps reach stands behind all of them. The method is that
of Ramsey, "Beyond Relooper" (2022), for a language whose only exits are `break` and `continue`: an exit over several
loops sets `pc` and is passed on behind each loop.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulewright.interpreter.codegen.trees import walk

Code = list[ast.stmt]


@define(eq=False)
class Node:
    """A basic block. `test` None: goes on at `yes`; both None: ends with a return or raise.

    unit: here a unit begins that something may end from within; its text begins at `yes`, and it ends at `no`.
    inside: the units whose text it belongs to.
    """

    stmts: Code = field(factory=list)
    test: ast.expr | None = None
    yes: int | None = None
    no: int | None = None
    unit: int | None = None
    inside: frozenset[int] = frozenset()

    @property
    def targets(self) -> list[int]:
        return [t for t in (self.yes, self.no) if t is not None]


@define(eq=False)
class Frame:
    """A Python loop being written: `continue` goes to `header` (None: it runs once), `break` to `follow`."""

    header: int | None
    follow: int | None
    escapes: list[int] = field(factory=list)


class NeedLabel(Exception):
    """A jump cannot be written without a loop around what it jumps over."""

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.target = target


class Unstructured(Exception):
    """These blocks cannot be written so."""


def structured(order: list[int], blocks: list[list[str]], units: dict[int, tuple[int, int, int]]) -> Code:
    """The statements of a procedure given by its blocks, the first of `order` being the start.

    units: those that something may end from within: (first, last) of their blocks and the block where they end. Raises
    Unstructured.
    """
    nodes = _nodes(order, blocks, units)
    _simplify(nodes)
    try:
        return _Writer(nodes).place(0, None)
    except NeedLabel:
        raise Unstructured from None


# ------------------------------------------------------------ blocks to nodes


def _nodes(order: list[int], blocks: list[list[str]], units: dict[int, tuple[int, int, int]]) -> dict[int, Node]:
    entry: dict[int, int] = {}
    nodes: dict[int, Node] = {}
    bodies: dict[int, Code] = {}
    for block in order:
        bodies[block] = ast.parse(with_gotos(blocks[block])).body
        entry[block] = len(nodes)
        inside = frozenset(u for u, (first, last, _) in units.items() if first <= block <= last)
        nodes[len(nodes)] = Node(inside=inside)
    end = len(nodes)
    nodes[end] = Node([ast.Return(None)])
    texts = dict(entry)
    for unit, (first, _, after) in sorted(units.items(), key=lambda x: x[1][0]):
        begin = Node(yes=entry[first], no=entry[after], unit=unit, inside=nodes[entry[first]].inside - {unit})
        entry[first] = len(nodes)
        nodes[len(nodes)] = begin

    def lower(stmts: Code, following: int, inside: frozenset[int], at: int | None = None) -> int:
        number = len(nodes) if at is None else at
        node = nodes.setdefault(number, Node(inside=inside))
        for place, stmt in enumerate(stmts):
            goal = _goto(stmt)
            if goal is not None:
                node.yes = entry[goal]
                return number
            if isinstance(stmt, ast.Return | ast.Raise):
                node.stmts.append(stmt)
                return number
            if isinstance(stmt, ast.If) and _jumps(stmt):
                rest = lower(stmts[place + 1 :], following, inside) if place + 1 < len(stmts) else following
                node.test = stmt.test
                node.yes = lower(stmt.body, rest, inside)
                node.no = lower(stmt.orelse, rest, inside) if stmt.orelse else rest
                return number
            if _jumps(stmt):
                raise Unstructured
            node.stmts.append(stmt)
        node.yes = following
        return number

    for place, block in enumerate(order):
        behind = entry[order[place + 1]] if place + 1 < len(order) else end
        lower(bodies[block], behind, nodes[texts[block]].inside, texts[block])
    return nodes


def with_gotos(lines: list[str]) -> str:
    """Jumps and the marks of rules' lines as statements that can be parsed."""
    return with_marks(re.sub(r"(?m)^( *)pc = (\d+)(?:; continue|\n\1continue)?$", r"\1goto(\2)", "\n".join(lines)))


def with_marks(text: str) -> str:
    """The marks of rules' lines as statements that can be parsed."""
    return re.sub(r"(?m)^( *)#@(\d+)$", r"\1rules_line(\2)", text)


def _goto(stmt: ast.stmt) -> int | None:
    if (
        isinstance(stmt, ast.Expr)
        and isinstance(stmt.value, ast.Call)
        and isinstance(stmt.value.func, ast.Name)
        and (stmt.value.func.id == "goto")
    ):
        goal = stmt.value.args[0]
        assert isinstance(goal, ast.Constant) and isinstance(goal.value, int)
        return goal.value
    return None


def is_mark(stmt: ast.stmt) -> bool:
    """Whether it only says which line of rules comes next."""
    return (
        isinstance(stmt, ast.Expr)
        and isinstance(stmt.value, ast.Call)
        and isinstance(stmt.value.func, ast.Name)
        and (stmt.value.func.id == "rules_line")
    )


def _jumps(stmt: ast.stmt) -> bool:
    return any(isinstance(x, ast.stmt) and _goto(x) is not None for x in walk(stmt))


# ------------------------------------------------------------ simplifying


def _simplify(nodes: dict[int, Node]) -> None:
    """Pass over nodes that do nothing, fold known tests, join what follows one another, drop what is never reached."""

    def goal(number: int) -> int:
        seen = set()
        while number not in seen:
            seen.add(number)
            node = nodes[number]
            if node.test is not None or node.yes is None or node.unit is not None or not all(map(is_mark, node.stmts)):
                break
            number = node.yes
        return number

    for node in nodes.values():
        while isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not):
            node.test, node.yes, node.no = node.test.operand, node.no, node.yes
        if isinstance(node.test, ast.Constant):
            always, node.test = node.test.value, None
            node.yes, node.no = node.yes if always else node.no, None
        node.yes = None if node.yes is None else goal(node.yes)
        node.no = None if node.no is None else goal(node.no)
        if node.test is not None and node.yes == node.no:
            node.stmts.append(ast.Expr(node.test))
            node.test, node.no = None, None
    start = goal(0)
    if start != 0:
        nodes[0] = nodes[start]
        for node in nodes.values():
            node.yes = 0 if node.yes == start else node.yes
            node.no = 0 if node.no == start else node.no
    _drop_unreached(nodes)
    sources = _sources(nodes)
    for number in list(nodes):
        here: Any = nodes.get(number)  # None once it is part of another
        while (
            here is not None
            and here.test is None
            and here.unit is None
            and here.yes not in (None, 0, number)
            and len(sources[here.yes]) == 1
            and nodes[here.yes].inside == here.inside
        ):
            after = nodes.pop(here.yes)
            for target in after.targets:
                sources[target] = [number if s == here.yes else s for s in sources[target]]
            here.stmts = here.stmts + after.stmts
            here.test, here.yes, here.no, here.unit = after.test, after.yes, after.no, after.unit


def _drop_unreached(nodes: dict[int, Node]) -> None:
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen.add(number)
            waiting += nodes[number].targets
    for number in list(nodes):
        if number not in seen:
            del nodes[number]


def _sources(nodes: dict[int, Node]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {n: [] for n in nodes}
    for number, node in nodes.items():
        for target in node.targets:
            found[target].append(number)
    return found


# ------------------------------------------------------------ writing


class _Writer:
    """Writes the tree of dominators as nested statements."""

    def __init__(self, nodes: dict[int, Node]) -> None:
        self.nodes = nodes
        self.sources = _sources(nodes)
        self.rank = self._ranks()
        self.above = self._dominators()
        self.loops: dict[int, set[int]] = {}
        self._find_loops()
        self.frames: list[Frame] = []
        self.running: list[int] = []
        self.deferred = self._deferred()

    def _ranks(self) -> dict[int, int]:
        """Reverse postorder."""
        done: list[int] = []
        seen: set[int] = set()
        stack: list[tuple[int, list[int]]] = [(0, self.nodes[0].targets[::-1])]
        seen.add(0)
        while stack:
            number, left = stack[-1]
            if left:
                target = left.pop()
                if target not in seen:
                    seen.add(target)
                    stack.append((target, self.nodes[target].targets[::-1]))
            else:
                done.append(number)
                stack.pop()
        return {n: i for i, n in enumerate(reversed(done))}

    def _dominators(self) -> dict[int, int | None]:
        above: dict[int, int | None] = {0: None}
        order = sorted(self.nodes, key=lambda n: self.rank[n])
        changed = True
        while changed:
            changed = False
            for number in order[1:]:
                new: int | None = None
                for source in self.sources[number]:
                    if source in above:
                        new = source if new is None else self._common(above, new, source)
                if above.get(number, -1) != new:
                    above[number] = new
                    changed = True
        return above

    def _common(self, above: dict[int, int | None], one: int, other: int) -> int:
        a: Any = one
        b: Any = other
        while a != b:
            while self.rank[a] > self.rank[b]:
                a = above[a]
            while self.rank[b] > self.rank[a]:
                b = above[b]
        return int(a)

    def _dominates(self, upper: int, lower: int) -> bool:
        here: int | None = lower
        while here is not None:
            if here == upper:
                return True
            here = self.above[here]
        return False

    def _find_loops(self) -> None:
        for number, node in self.nodes.items():
            for target in node.targets:
                if self.rank[target] <= self.rank[number]:
                    if not self._dominates(target, number):
                        raise Unstructured
                    body = self.loops.setdefault(target, {target})
                    waiting = [number]
                    while waiting:
                        inside = waiting.pop()
                        if inside not in body:
                            body.add(inside)
                            waiting += self.sources[inside]

    def _innermost(self, number: int) -> int | None:
        """The header of the smallest loop that a node is in."""
        found = [h for h, body in self.loops.items() if number in body]
        return min(found, key=lambda h: len(self.loops[h])) if found else None

    def _deferred(self) -> dict[int, list[int]]:
        """For each node what is written behind its statements (behind its loop, for a loop's header)."""
        found: dict[int, list[int]] = {n: [] for n in self.nodes}
        for number in self.nodes:
            upper = self.above[number]
            if upper is None:
                continue
            left = [h for h, body in self.loops.items() if upper in body and number not in body]
            if left:
                found[max(left, key=lambda h: len(self.loops[h]))].append(number)
            elif len([s for s in self.sources[number] if self.rank[s] < self.rank[number]]) > 1 or (
                self.nodes[upper].unit is not None and self.nodes[upper].no == number
            ):
                found[upper].append(number)
        for behind in found.values():
            behind.sort(key=lambda n: self.rank[n])
        return found

    def place(self, number: int, after: int | None) -> Code:
        """The code of a node and all that it dominates; falls through to `after`."""
        behind = self.deferred[number]
        if not self.nodes[number].inside >= set(self.running):
            raise Unstructured
        if number not in self.loops:
            return self._sequence(lambda follow: self._block(number, follow), behind, after)
        inner = [n for n in behind if n in self.loops[number]]
        outer = [n for n in behind if n not in self.loops[number]]

        def body(follow: int | None) -> Code:
            frame = Frame(number, follow)
            self.frames.append(frame)
            try:
                code = self._sequence(lambda next_one: self._block(number, next_one), inner, number)
            finally:
                self.frames.pop()
            return self._loop(code, frame)

        return self._sequence(body, outer, after)

    def _sequence(self, first: Callable[[int | None], Code], behind: list[int], after: int | None) -> Code:
        """`first`, then each of `behind`; jumps over some of them are breaks out of a loop that runs once."""
        targets: list[int | None] = [*behind, after]

        def upto(count: int) -> Code:
            if count == 0:
                return first(targets[0])

            def both() -> Code:
                return upto(count - 1) + self.place(behind[count - 1], targets[count])

            return both() if count == len(behind) else self._labelled(both, targets[count])

        return upto(len(behind))

    def _labelled(self, write: Callable[[], Code], target: int | None) -> Code:
        depth, running = len(self.frames), len(self.running)
        escapes = [list(f.escapes) for f in self.frames]
        try:
            return write()
        except NeedLabel as needed:
            del self.frames[depth:], self.running[running:]
            for kept, known in zip(self.frames, escapes, strict=True):
                kept.escapes = known
            if needed.target != target:
                raise
        frame = Frame(None, target)
        self.frames.append(frame)
        try:
            code = write()
        finally:
            del self.frames[depth:]
        if not code or not isinstance(code[-1], ast.Break | ast.Continue | ast.Return | ast.Raise):
            code.append(ast.Break())
        return self._loop(code, frame)

    def _loop(self, code: Code, frame: Frame) -> Code:
        whole: Code = [ast.While(ast.Constant(True), code or [ast.Pass()], [])]
        if not frame.escapes:
            return whole
        whole.insert(0, _set_pc(0))
        for target in frame.escapes:
            test = ast.Compare(ast.Name("pc", ast.Load()), [ast.Eq()], [ast.Constant(target + 1)])
            whole.append(ast.If(test, self._jump(target, frame.follow) or [ast.Pass()], []))
        return whole

    def _block(self, number: int, after: int | None) -> Code:
        node = self.nodes[number]
        code = list(node.stmts)
        if node.unit is not None:
            assert node.yes is not None and node.no is not None
            self.running.append(node.unit)
            text = self._jump(node.yes, after)
            self.running.pop()
            caught = ast.parse(f"leave_unit(ended, {node.unit}, TURN_UNITS)").body + self._jump(node.no, after)
            handler = ast.ExceptHandler(ast.Name("UnitEnded", ast.Load()), "ended", caught)
            return [*code, ast.Try(text or [ast.Pass()], [handler], [], [])]
        if node.test is None:
            return code if node.yes is None else code + self._jump(node.yes, after)
        assert node.yes is not None and node.no is not None
        yes, no = self._jump(node.yes, after), self._jump(node.no, after)
        if not yes and not no:
            return [*code, ast.Expr(node.test)]
        if not yes:
            return [*code, ast.If(ast.UnaryOp(ast.Not(), node.test), no, [])]
        return [*code, ast.If(node.test, yes, no)]

    def _jump(self, target: int, after: int | None) -> Code:
        if target == after:
            return []
        upper = self.above[target]
        if (
            upper is not None
            and not any(target in behind for behind in self.deferred.values())
            and not any(f.header == target for f in self.frames)
        ):
            return self.place(target, after)
        for depth, frame in enumerate(reversed(self.frames)):
            if frame.header == target or frame.follow == target:
                if depth == 0:
                    return [ast.Continue() if frame.header == target else ast.Break()]
                innermost = self.frames[-1]
                if target not in innermost.escapes:
                    innermost.escapes.append(target)
                return [_set_pc(target + 1), ast.Break()]
        raise NeedLabel(target)


def _set_pc(value: int) -> ast.stmt:
    return ast.Assign([ast.Name("pc", ast.Store())], ast.Constant(value))
