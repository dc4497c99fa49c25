"""What the translation of playouts into C is about: kinds of values, functions, names, tables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.codegen.trees import called, is_state

NUMBER, LIST, ROWS, ROW, MADE = "number", "list", "rows", "row", "made"
WIDTH = 8  # so many numbers a row can have

# Numbers of a state that C keeps as well, as `s_act` and so on.
SCALARS = {
    "act", "first", "dir", "quiet", "changes", "steps", "n_decisions", "n_forced", "n_turns", "turn_start", "idle_turns",
    "n_options_seen", "most_options", "forced_run", "lo", "hi", "player", "phase",
}  # fmt: skip
_MEMORY = ("z", "v", "at")
EMPTY = ("pend", "fallen", "waiting")  # of a state: always empty in games that are translated


class Untranslatable(Exception):
    """Something that the C form of playouts does not do."""


@frozen
class Source:
    """The module. values: its constants by name; kinds: of its questions; alike: whether cards are alike; hidden: whether
    somebody chooses among cards not seen; spaces: how many the board has; in_play: by zone."""

    tree: ast.Module
    values: Mapping[str, Any]
    players: int
    kinds: Sequence[int]
    alike: bool
    hidden: bool
    spaces: int
    in_play: Sequence[bool]


@define
class Function:
    """What is known of a function: its tree, kinds of its variables, and what it gives."""

    tree: ast.FunctionDef
    number: int
    kinds: dict[str, str] = field(factory=dict)
    gives: str | None = None
    own: set[str] = field(factory=set)  # names that it gives a value
    parts: dict[str, list[str]] = field(factory=dict)  # a `made` variable -> the kinds of what each has chosen


@define(eq=False)
class Out:
    """Lines of C."""

    lines: list[str] = field(factory=list)
    depth: int = 1

    def add(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)


Items = tuple[str, Callable[[str], str], bool]  # how long a list is, what gives the item with an index, whether of rows


class Terms:
    """What all parts of the translator share. f: the function that is being written; out: its lines; handlers: where to
    go when something has ended its run, the innermost last."""

    f: Function
    out: Out
    handlers: list[str]
    options: ast.expr
    rows_compared: bool
    question: int

    def __init__(self, source: Source) -> None:
        self.source = source
        functions = [s for s in source.tree.body if isinstance(s, ast.FunctionDef)]
        functions.sort(key=lambda f: f.name != "r_main")  # it is number 0
        self.functions = {f.name: Function(f, i) for i, f in enumerate(functions)}
        self.tables: dict[str, str] = {}  # a name of the module -> the C text that declares it
        self.table_kinds: dict[str, str] = {}
        self.streams: list[str] = []  # what is rolled or picked by chance, each by its own stream
        self.names: dict[tuple[str, str], str] = {}
        self.fresh = 0

    def name(self, python: str) -> str:
        key = (self.f.tree.name, python)
        if key not in self.names:
            plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in python)
            self.names[key] = f"f{self.f.number}_{plain}_{len(self.names)}"
        return self.names[key]

    def remembered(self, what: str, snapshot: str | None) -> str:
        """The array of `z`, `v` or `at`, now or in a snapshot."""
        return what if snapshot is None else f"{self.name(snapshot)}_{what}"

    def temporary(self, what: str) -> str:
        self.fresh += 1
        return f"t{self.fresh}_{what}"

    def table(self, name: str) -> tuple[str, int]:
        """A constant list of numbers: its name in C and its length."""
        value = self.source.values.get(name)
        if not isinstance(value, tuple | list | range) or not all(x is None or isinstance(x, bool | int) for x in value):
            raise Untranslatable(f"the constant {name}")
        made = "k_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in name)
        if made not in self.tables:
            self.tables[made] = f"static const ll {made}[{len(value) + 1}] = {{{numbers([*value, 0])}}};"
        return made, len(value)

    def nested(self, rows: Any, name: str) -> tuple[str, str, int]:
        """A constant list of lists: the C names of where each begins and of all numbers, and how many there are."""
        flat = [x for row in rows for x in row]
        if not all(x is None or isinstance(x, bool | int) for x in flat):
            raise Untranslatable(f"the constant {name}")
        begin, made = [0], "k_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in name)
        for row in rows:
            begin.append(begin[-1] + len(row))
        if made not in self.tables:
            self.tables[made] = (
                f"static const int {made}_begin[{len(begin)}] = {{{numbers(begin)}}};\n"
                f"static const ll {made}_all[{len(flat) + 1}] = {{{numbers([*flat, 0])}}};"
            )
        return f"{made}_begin", f"{made}_all", len(rows)

    def _streams(self, names: list[str]) -> int:
        if names[0] not in self.streams:
            self.streams += names
        return self.streams.index(names[0])

    def check(self) -> None:
        """After what can end the run of this function."""
        self.out.add(f"if (exc) goto {self.handlers[-1]};")

    @staticmethod
    def c_name(function: Function) -> str:
        return f"fn{function.number}"

    def text_called(self, e: ast.AST) -> str | None:
        """The function of the rule's text that a checkpoint runs (`TEXTS[3][0](S, *entry)`), where it is a certain one."""
        if not (isinstance(e, ast.Call) and isinstance(e.func, ast.Subscript) and isinstance(e.func.value, ast.Subscript)):
            return None
        texts, number = e.func.value.value, e.func.value.slice
        if not (isinstance(texts, ast.Name) and texts.id == "TEXTS" and isinstance(number, ast.Constant)):
            return None
        found: str = self.source.values["TEXTS"][number.value][0].__name__
        return found

    # What the parts of the translator know of each other.

    def kind(self, e: ast.expr) -> str | None:
        """What kind of value an expression has; None if that is not known yet."""
        raise NotImplementedError

    def number(self, e: ast.expr) -> str:
        """The C expression of a number; what must happen before is written first."""
        raise NotImplementedError

    def truth(self, e: ast.expr) -> str:
        """The C expression of whether something holds."""
        raise NotImplementedError

    def items(self, e: ast.expr, copy: bool = False) -> Items:
        """What a list has; copy: as a list of its own, which nothing changes."""
        raise NotImplementedError

    def put_list(self, e: ast.expr, goal: str, rows: bool) -> None:
        """Make the list `goal` what the expression gives."""
        raise NotImplementedError

    def loop(self, target: ast.expr, items: ast.expr, body: Callable[[], None], changes: bool = False) -> None:
        """Do `body` for each item; changes: whether that may move cards or assign to the list gone through."""
        raise NotImplementedError

    def best_of(self, e: ast.Call, goal: str) -> None:
        """Add to the list `goal` the items whose keys are highest or lowest."""
        raise NotImplementedError


def numbers(values: Sequence[Any]) -> str:
    return ", ".join("NONE" if x is None else f"{int(x)}LL" if abs(int(x)) > 1 << 30 else str(int(x)) for x in values)


def memory(e: ast.expr) -> tuple[str, str | None] | None:
    """Whether an expression is the state's `z`, `v` or `at`, and the snapshot that it is of; None if it is none of them."""
    if isinstance(e, ast.Name) and e.id in _MEMORY:
        return e.id, None
    if isinstance(e, ast.Attribute) and e.attr in _MEMORY and isinstance(e.value, ast.Name) and e.value.id != "S":
        return e.attr, e.value.id
    return None


def each(i: str, length: str) -> str:
    """The head of a C block in which `i` goes through the places of a list; a brace more closes it."""
    return f"{{ ll {i}; for ({i} = 0; {i} < {length}; {i}++)"


def zone_alias(value: ast.expr) -> bool:
    return is_state(value) and value.attr in _MEMORY


def nothing_yet(value: ast.expr) -> bool:
    """`(None,) * n`: nobody has chosen yet."""
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ast.Tuple)


def loaded(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, ast.Load())
    assert isinstance(target, ast.Attribute)
    return ast.Attribute(target.value, target.attr, ast.Load())


def yes_or_no(e: ast.expr) -> bool:
    if isinstance(e, ast.Compare):
        return True
    if isinstance(e, ast.UnaryOp):
        return isinstance(e.op, ast.Not)
    if isinstance(e, ast.BoolOp):
        return all(yes_or_no(x) for x in e.values)
    return called(e) in ("any", "all", "bool")
