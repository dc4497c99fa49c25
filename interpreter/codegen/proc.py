"""Building one generated function: plain, or resumable as a machine of numbered blocks.

A *plain* procedure never asks: it becomes an ordinary Python function. A *resumable* one may have to stop for a
decision or call another resumable procedure. Its body is cut into blocks at those points; its locals live in an
immutable frame
``(function, block, local, local, ...)`` on the state's stack of frames, so that a state in the middle of anything can
be forked by copying a list of references. No generator or thread holds game state: they cannot be copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INDENT = "    "


class Proc:
    """One function under construction. `emit` adds a line at the current depth."""

    def __init__(self, name: str, params: list[str], resumable: bool, marks_questions: bool = False,
                 playout: bool = False) -> None:
        self.name = name
        self.playout = playout  # questions are answered at random on the spot, so that nothing ever stops
        self.marks_questions = marks_questions  # whether S.again tells where a question is computed (scenarios)
        self._question: int | None = None
        self.params = params
        self.resumable = resumable
        self.locals: list[str] = list(params)
        self.blocks: list[list[str]] = [[]]
        self.order: list[int] = [0]  # the order in which blocks are laid out
        self.depth = 0
        self._current = 0
        self._temps = 0
        self.unit_blocks: dict[int, tuple[int, int, int]] = {}  # unit number -> (first, last, end block)
        self.open_units: list[tuple[Any, int]] = []  # units being written, with their end blocks
        self._unit_starts: list[int] = []
        self.sorts: dict[str, Any] = {}  # what a local holds, where its name does not tell (see sorts.py)
        self.joints: list[tuple[int, str, str, str, str]] = []  # simultaneous choices: see Statements._each_at_once
        self.replaces: Any = None  # the event whose replacement this is the text of
        self.end_block: int | None = None  # where leaving the whole body goes, if something is done there

    # ------------------------------------------------------------ lines and names

    def emit(self, line: str) -> None:
        self.blocks[self._current].append(INDENT * self.depth + line)

    def local(self, name: str) -> str:
        """A name that survives a stop."""
        if name not in self.locals:
            self.locals.append(name)
        return name

    def fresh(self, stem: str, sort: Any = None) -> str:
        """A new name that survives a stop; `sort` says what it holds (see sorts.py)."""
        self._temps += 1
        name = self.local(f"{stem}_{self._temps}_")
        if sort is not None:
            self.sorts[name] = sort
        return name

    def temp(self, stem: str = "t") -> str:
        """A new name that is used up before the next stop."""
        self._temps += 1
        return f"{stem}{self._temps}__"

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def under(self, line: str) -> Iterator[None]:
        """What is written within stands under this line (`for ...:`, `if ...:`)."""
        self.emit(line)
        with self.indented():
            yield

    # ------------------------------------------------------------ blocks of a resumable procedure

    def new_block(self) -> int:
        """A block to be placed later with `start`."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def start(self, block: int) -> None:
        """Go on writing in `block`; the block before falls into it if it does not jump."""
        assert self.resumable and self.depth == 0, (self.name, self.depth)
        self.emit(f"pc = {block}")
        self.order.append(block)
        self._current = block

    def open_unit(self, unit: Any, end: int) -> None:
        """From here on the unit is running; whatever ends it goes on at `end`."""
        start = self.new_block()
        self.start(start)
        self.open_units.append((unit, end))
        self._unit_starts.append(start)

    def close_unit(self, number: int) -> None:
        """Here the unit, which has this number, is over."""
        _, end = self.open_units.pop()
        self.unit_blocks[number] = (self._unit_starts.pop(), len(self.blocks) - 1, end)

    def jump(self, block: int) -> None:
        assert self.resumable
        self.emit(f"pc = {block}")
        self.emit("continue")

    def jump_unless(self, condition: str, block: int) -> None:
        self.emit(f"if not ({condition}):")
        with self.indented():
            self.jump(block)

    def frame(self, block: int) -> str:
        """The expression of this procedure's frame, to go on at `block`; {LOCALS} is filled in when all are known."""
        return f"(r_{self.name}, {block}, {{LOCALS}})"

    def question(self) -> None:
        """From here on a question is computed: what stands between this and `suspend` can be done anew."""
        if self.resumable and self.depth == 0 and self.marks_questions:
            self._question = self.new_block()
            self.start(self._question)

    def suspend(self, block: int) -> None:
        """Stop for a decision; go on at `block` with the answer in S.ans."""
        if self.marks_questions:
            self.emit(f"S.again = {self._question}")
            self._question = None
        if self.playout:
            self.emit("pick(S)")
            self.start(block)
            return
        self.emit(f"S.frames.append({self.frame(block)})")
        self.emit("return True")
        self.start(block)

    def call(self, callee: str, args: list[str]) -> None:
        """Run another resumable procedure and go on behind it; its result is then in S.ret."""
        if self.playout:
            self.emit(f"S.ret = r_{callee}(S{''.join(', ' + a for a in args)})")
            return
        block = self.new_block()
        self.emit(f"S.frames.append({self.frame(block)})")
        arguments = "".join(f"{a}, " for a in args)
        self.emit(f"S.frames.append((r_{callee}, 0, {arguments}) + L_{callee})")
        self.emit("return")
        self.start(block)

    def call_pair(self, pair: str, args: str) -> None:
        """Run the resumable procedure of a (function, initial locals) pair with a tuple of arguments."""
        if self.playout:
            self.emit(f"S.ret = {pair}[0](S, *{args})")
            return
        block = self.new_block()
        self.emit(f"S.frames.append({self.frame(block)})")
        self.emit(f"called = {pair}")
        self.emit(f"S.frames.append((called[0], 0) + {args} + called[1])")
        self.emit("return")
        self.start(block)

    def finish(self, value: str | None = None) -> None:
        """Leave the procedure."""
        if self.resumable and not self.playout:
            self.emit(f"S.ret = {value}" if value is not None else "S.ret = None")
            self.emit("return")
        else:
            self.emit(f"return {value}" if value is not None else "return")

    def game_over(self) -> None:
        """Stop because the game is over."""
        self.emit("raise GameOver" if self.playout else "return True")

    # ------------------------------------------------------------ text

    def playout_head(self) -> list[str]:
        """The first lines of the form that never stops, an ordinary function; `pass` stands where the blocks belong."""
        lines = [line for b in self.blocks for line in b]
        return [f"L_{self.name} = ()", f"def r_{self.name}(S{''.join(', ' + p for p in self.params)}):",
                *(f"{INDENT}{n} = {self._default(n)}" for n in self.locals[len(self.params):]),
                *self._aliases(lines), f"{INDENT}pass"]

    def machine_lines(self) -> list[str]:
        """The blocks of the form that never stops, as a machine."""
        self._thread_jumps()
        return ["pc = 0", *(line.removeprefix(INDENT) for line in self._machine(""))]

    def _machine(self, saved: str) -> list[str]:
        """The loop that runs one block after the other; what ends a unit open here goes on at the unit's end."""
        watched = bool(self.unit_blocks)
        deep = INDENT * (3 if watched else 2)
        lines = [f"{INDENT}while True:"]
        if watched:
            lines.append(f"{INDENT * 2}try:")
        for block in self.order:
            lines.append(f"{deep}if pc == {block}:")
            lines += [deep + INDENT + line.replace("{LOCALS}", saved) for line in self.blocks[block] or ["pass"]]
        lines.append(f"{deep}return")
        if watched:
            lines += [f"{INDENT * 2}except UnitEnded as ended:",
                      f"{INDENT * 3}pc = end_of_unit(ended, pc, {self.unit_blocks!r}, TURN_UNITS)"]
        return lines

    @staticmethod
    def _aliases(lines: list[str]) -> list[str]:
        """Local names for the parts of the state that the lines use."""
        text = "\n".join(lines)
        used = [f"{x} = S.{x}" for x in ("z", "v", "at") if re.search(rf"(?<![\w.]){x}\[", text)]
        return [INDENT + "; ".join(used)] if used else []

    def _thread_jumps(self) -> None:
        """Cut what stands behind a jump, and jump past blocks that do nothing but jump on."""
        for number, lines in enumerate(self.blocks):
            for place, line in enumerate(lines):
                if line in ("continue", "return", "return True"):
                    self.blocks[number] = lines[:place + 1]
                    break
        onward = {}
        for number, lines in enumerate(self.blocks):
            if lines and re.fullmatch(r"pc = \d+", lines[0]) and (len(lines) == 1 or lines[1:] == ["continue"]):
                onward[number] = int(lines[0][5:])

        def target(number: int) -> int:
            seen = set()
            while number in onward and number not in seen:
                seen.add(number)
                number = onward[number]
            return number

        following = {number: place for place, number in enumerate(self.order)}
        for number, lines in enumerate(self.blocks):
            for place, line in enumerate(lines):
                jump = re.fullmatch(r"( *)pc = (\d+)", line)
                if jump is None:
                    continue
                goal = target(int(jump[2]))
                lines[place] = f"{jump[1]}pc = {goal}"
                # A fall into a block that lies further back must now be a jump.
                last = place == len(lines) - 1 and not jump[1]
                if last and following.get(goal, 0) <= following.get(number, 0):
                    lines.append("continue")

    @staticmethod
    def _default(name: str) -> str:
        """What a local holds before it is set: an empty list for lists that loops go through, 0 for their counters."""
        if name.startswith(("items_", "found_")):
            return "()"
        return "0" if name.startswith(("i_", "n_", "count_")) and name.endswith("_") else "None"

    def text(self) -> str:
        """The function's source, with a constant L_name holding the initial values of its other locals."""
        if not self.resumable:
            lines = [f"def f_{self.name}(S{''.join(', ' + p for p in self.params)}):", *self._aliases(self.blocks[0])]
            lines += [INDENT + line for line in self.blocks[0]]
            return "\n".join(lines) + "\n"
        self._thread_jumps()
        names = ", ".join(self.locals)
        saved = names if self.locals else ""
        own = "".join(f"{self._default(name)}, " for name in self.locals[len(self.params) :])
        head = [
            f"L_{self.name} = ({own})",
            f"def r_{self.name}(S, fr):",
            f"{INDENT}_, pc, {names}{',' if self.locals else ''} = fr" if self.locals else f"{INDENT}pc = fr[1]",
            *self._aliases([line for b in self.blocks for line in b]),
        ]
        return "\n".join(head + self._machine(saved)) + "\n"
