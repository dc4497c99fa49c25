"""What the parts that variants write cannot show: one reads what another changes. That is worth a note, and no error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.variant_ops import Op
from rulewright.dsl.visitor import walk


def notes_on(ops: Iterable[Op]) -> tuple[str, ...]:
    """Give a sentence for each name that one variant reads and another one changes, adds or takes away."""
    by_title: dict[str, list[Op]] = {}
    for op in ops:
        if op.mode != "refer":
            by_title.setdefault(op.variant.title.text, []).append(op)
    found = []
    for reader, writer in permutations(sorted(by_title), 2):
        written = {name for op in by_title[writer] for name in _written(op)}
        own = {name for op in by_title[reader] for name in _written(op)}
        for name in sorted((_read(by_title[reader]) & written) - own):
            found.append(f'"{reader}" goes by `{name}`, which "{writer}" changes: do both still mean what they say?')
    return tuple(found)


def _written(op: Op) -> Iterator[str]:
    """The names that others may read of what is written."""
    declared = op.path[0]
    if declared.endswith(" has"):
        yield from op.path[1:2]
    elif '"' in declared:
        yield declared.split('"')[1]
    elif declared.partition(" ")[0] in ("option", "define", "word", "to", "round", "die", "deck", "action"):
        yield declared.split(" ")[-1]
    yield from (part.removeprefix("phase ") for part in op.path[1:] if part.startswith("phase "))


def _read(ops: Iterable[Op]) -> set[str]:
    names: set[str] = set()
    for op in ops:
        for node in _nodes(op.value):
            if isinstance(node, n.NameExpr | n.MemberExpr | n.CallExpr):
                names.add(node.name)
            elif isinstance(node, n.TextExpr):
                names.add(node.value)
    return names


def _nodes(value: Any) -> Iterator[n.Node]:
    if isinstance(value, n.Node):
        yield from walk(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)
