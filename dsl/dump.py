"""A readable, indented text of a checked program, for debugging and for golden tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl.types import Type

# Things with identity are written by name where something refers to them, in full only where they are declared.
_NAMED = (
    bound.Var,
    bound.Word,
    bound.Option,
    bound.Unit,
    bound.Member,
    bound.Kind,
    bound.Keyword,
    bound.CardDef,
    bound.Board,
    bound.Die,
    bound.Stack,
    bound.Verb,
    bound.Action,
    bound.Rule,
    bound.Bot,
    bound.Derived,
)


def dump(program: bound.Program) -> str:
    """Give the whole program as text: two spaces a level, fields that are empty left out, no spans."""
    return "\n".join(_Dumper().thing("Program", program, 0)) + "\n"


def dump_part(value: object) -> str:
    """Give one expression, statement or declaration as text."""
    return "\n".join(_Dumper().thing("", value, 0)) + "\n"


class _Dumper:
    """Numbers variables of one name apart in the order in which they are met."""

    def __init__(self) -> None:
        self._vars: dict[bound.Var, str] = {}
        self._taken: dict[str, int] = {}

    def name(self, value: Any) -> str:
        if isinstance(value, bound.Var):
            if value not in self._vars:
                number = self._taken.get(value.name, 0) + 1
                self._taken[value.name] = number
                self._vars[value] = value.name if number == 1 else f"{value.name}~{number}"
            return self._vars[value]
        if isinstance(value, bound.Member):
            return f"{value.owner}.{value.name}"
        return f"{type(value).__name__.lower()} {value.name}"

    def thing(self, label: str, value: Any, depth: int) -> Iterator[str]:
        start = "  " * depth + (f"{label}: " if label else "")
        if isinstance(value, _NAMED) and not self._whole(label, value, depth):
            yield start + self.name(value)
            return
        if value is None or isinstance(value, bool | int | str | float):
            yield start + repr(value)
        elif isinstance(value, Type):
            yield start + str(value)
        elif isinstance(value, tuple | list):
            yield from self._items(start, value, depth)
        elif isinstance(value, dict):
            yield start.rstrip() if value else f"{start}{{}}"
            for key, item in value.items():
                yield from self.thing(self.name(key) if isinstance(key, _NAMED) else str(key), item, depth + 1)
        elif attrs.has(type(value)):
            yield from self._fields(start, value, depth)
        else:
            yield start + repr(value)

    def _whole(self, label: str, value: Any, depth: int) -> bool:
        """Whether this is the place of a declaration: a field of the program, or nothing around it."""
        return depth == 0 or (label.startswith("*") if label else False)

    def _items(self, start: str, items: Any, depth: int) -> Iterator[str]:
        if not items:
            yield f"{start}()"
            return
        yield start.rstrip() or "-"
        for item in items:
            yield from self.thing("-", item, depth + 1)

    def _fields(self, start: str, value: Any, depth: int) -> Iterator[str]:
        simple, inner = [], []
        for field in attrs.fields(type(value)):
            if field.name == "span" or field.name.endswith("_span"):
                continue
            held = getattr(value, field.name)
            if isinstance(value, bound.Const) and field.name == "value":
                simple.append(f"value={held!r}")
                continue
            if held is None or held == () or held == [] or held == {} or (held is False):
                continue
            if field.name == "type":
                continue
            if isinstance(held, _NAMED):
                simple.append(f"{field.name}={self.name(held)}")
            elif isinstance(held, bool | int | str):
                simple.append(f"{field.name}={held!r}")
            else:
                inner.append((field.name, held))
        of_type = f" : {value.type}" if isinstance(value, bound.Expr | bound.Var | bound.Member) else ""
        yield f"{start}{type(value).__name__}{' ' if simple else ''}{' '.join(simple)}{of_type}"
        declares = isinstance(value, bound.Program)
        for name, held in inner:
            if declares and isinstance(held, dict):
                yield "  " * (depth + 1) + f"{name}:"
                for key, item in held.items():
                    yield from self.thing(f"*{key}", item, depth + 2)
            elif declares and isinstance(held, list):
                yield "  " * (depth + 1) + f"{name}:"
                for item in held:
                    yield from self.thing("*", item, depth + 2)
            elif name in ("actions", "params", "members", "derived", "zone") and not isinstance(value, bound.Program):
                yield from self._declared_inside(name, held, depth + 1)
            else:
                yield from self.thing(name, held, depth + 1)

    def _declared_inside(self, name: str, held: Any, depth: int) -> Iterator[str]:
        if isinstance(held, list | tuple) and name == "actions":
            yield "  " * depth + f"{name}:"
            for item in held:
                yield from self.thing("*" if isinstance(item, bound.Action) else "-", item, depth + 1)
        elif name == "derived" and isinstance(held, bound.Derived):
            yield from self.thing("*derived", held, depth)
        else:
            yield from self.thing(name, held, depth)
