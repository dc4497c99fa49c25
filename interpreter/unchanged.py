"""Not looking twice: state rules that held for nothing hold for nothing as long as nothing that they read has changed.

Checkpoints come often, at the beginning and end of every phase and of every action, and mostly nothing has happened that
could matter to a state rule. What the conditions read is found in their code, and in that of all functions which they
call; where anything is read that is not simply compared, the conditions are asked every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from rulewright.interpreter.state import State

# Parts of a state that are compared as they are. `z` stands for `at`, too: where cards lie says for each where it is.
_COMPARED = frozenset({
    "act", "ages", "alive", "at", "base_control", "cont", "cs", "dir", "doer", "down", "eff", "extra", "fallen",
    "first", "guests", "inside", "lifted", "lost", "miss", "n_turns", "own", "pack", "phase", "put_by", "put_on",
    "running", "source", "stack", "used", "uz", "v", "vis", "windows", "z",
})  # fmt: skip
_PARTS = frozenset(State.__slots__)
_METHODS = frozenset(name for name in vars(State) if not name.startswith("__")) - _PARTS
_ALWAYS_THE_SAME = frozenset({"g"})  # in one compiled game


def reads_of(functions: Iterable[Callable[..., Any]]) -> frozenset[str] | None:
    """Give the parts of a state that these functions read, with all that they call; None if that cannot be told."""
    found: set[str] = set()
    met: set[int] = set()
    left: list[Any] = list(functions)
    while left:
        value = left.pop()
        if isinstance(value, MethodType):
            value = value.__func__
        if not isinstance(value, FunctionType):
            if not _harmless(value):
                return None
            continue
        if id(value) in met:
            continue
        met.add(id(value))
        for name in _names(value.__code__):
            if name in _METHODS:
                return None
            if name in _PARTS:
                found.add(name)
            if name in value.__globals__:
                left.append(value.__globals__[name])
        left += [cell.cell_contents for cell in value.__closure__ or ()]
    return frozenset(found)


def _harmless(value: Any) -> bool:
    """Whether nothing of a state is read by what is no function of ours: built-in functions and classes, and data."""
    if isinstance(value, BuiltinFunctionType) or type(value).__module__ == "operator":
        return True
    if isinstance(value, type):
        return value.__module__ in ("builtins", "itertools", "operator")
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | tuple | set | frozenset):
        return not callable(value)
    return not any(callable(x) or (isinstance(x, list | tuple | Mapping) and not _harmless(x)) for x in value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def memory(functions: Iterable[Callable[..., Any]]) -> tuple[Callable[[State], bool], Callable[[State], bool]]:
    """Give two functions of a state: whether it is, for these functions, as the one that was noted last; and one that notes
    it and gives False."""
    reads = reads_of(functions)
    if reads is None or not reads - _ALWAYS_THE_SAME <= _COMPARED:
        return _never, _never
    parts = attrgetter("v", "z", *sorted(reads - _ALWAYS_THE_SAME - {"v", "z", "at"}))
    last: Any = None

    def as_before(state: State) -> bool:
        found: bool = parts(state) == last
        return found

    def note(state: State) -> bool:
        nonlocal last
        last = tuple([x.copy() if isinstance(x, list | dict) else x for x in parts(state)])
        return False

    return as_before, note


def _never(state: State) -> bool:
    return False
