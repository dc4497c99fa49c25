"""What a variant writes and what it refers to, and when two variants contradict each other.

A part of a game is a path: a declaration, then a part of it, then a part of that. Who writes a path writes everything
that begins with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import attrs
from attrs import field, frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.source import Span
from rulewright.dsl.variant_paths import key_of, said
from rulewright.dsl.visitor import walk

Path = tuple[str, ...]
Mode = Literal["write", "remove", "refer"]


@frozen(eq=False)
class Op:
    """One thing that a variant does to a path, or a path that it only refers to.

    `lines`: the lines of the game that it exchanges or takes away, or beside which it puts something, by identity.
    """

    variant: n.VariantDecl
    path: Path
    span: Span
    value: Any
    mode: Mode = "write"
    lines: frozenset[int] = field(factory=frozenset)
    item: n.Node | None = None  # the change of the variant that does it

    def same(self, other: Op) -> bool:
        """Whether both do the same to the same part."""
        return self.path == other.path and self.mode == other.mode and bool(self.value == other.value)


def ids_in(items: Iterable[n.Node]) -> frozenset[int]:
    """The identities of nodes and all that is in them."""
    return frozenset(id(node) for item in items for node in walk(item))


def contradict(one: Op, other: Op) -> bool:
    """Whether what they do cannot both be done, or not in any order."""
    if one.mode == "refer" and other.mode == "refer":
        return False
    if one.mode == "refer":
        return contradict(other, one)
    if other.mode == "refer":
        gone = _begins(one.path, other.path) and (one.mode == "remove" or one.path != other.path)
        return gone or bool(one.lines & other.lines)
    if one.same(other):
        return False
    return _begins(one.path, other.path) or _begins(other.path, one.path) or bool(one.lines & other.lines)


def undoes(later: Op, earlier: Op) -> bool:
    """Whether of what an earlier change of a variant does nothing is left by a later one. Insertions stay beside each other."""
    return not isinstance(later.item, n.InsertItem) and _begins(later.path, earlier.path)


def _begins(short: Path, long: Path) -> bool:
    return long[: len(short)] == short


def contradictions(ops: list[Op], before: dict[str, frozenset[str]]) -> list[Diagnostic]:
    """One error for all that contradict each other, with every place; none for variants of which one comes after."""
    pairs: list[tuple[Op, Op]] = []
    for at, later in enumerate(ops):
        for earlier in ops[:at]:
            one, other = later.variant.title.text, earlier.variant.title.text
            if one == other or other in before[one] or one in before[other]:
                continue
            if contradict(later, earlier):
                pairs.append((later, earlier))
    found = []
    while pairs:
        titles = _titles(pairs[:1])
        while True:
            group = [pair for pair in pairs if _titles([pair]) & titles]
            if _titles(group) == titles:
                break
            titles = _titles(group)
        pairs = [pair for pair in pairs if pair not in group]
        found.append(_one_error(group))
    return found


def _titles(pairs: list[tuple[Op, Op]]) -> set[str]:
    return {op.variant.title.text for pair in pairs for op in pair}


def _one_error(pairs: list[tuple[Op, Op]]) -> Diagnostic:
    titles = sorted(_titles(pairs))
    places = sorted({op for pair in pairs for op in pair}, key=lambda op: (op.variant.title.text, op.span.start))
    parts = list(dict.fromkeys(said_path(min((pair[0].path, pair[1].path), key=len)) for pair in pairs))
    named = ", ".join(f'"{title}"' for title in titles[:-1]) + f' and "{titles[-1]}"'
    what = ", ".join(f"`{part}`" for part in parts)
    many = "both" if len(titles) == 2 else "all"
    first, *others = list({op.span: op for op in places}.values())
    several = len({op.path for op in places}) > 1
    related = tuple(
        (op.span, f'"{op.variant.title.text}" {_does(op)} {f"`{said_path(op.path)}`" if several else "it"} here')
        for op in others
    )
    return error(
        "E433", f"{named} {many} change {what}", first.span, related=related,
        hint="leave one of them out, or say in one of them `comes after` the other",
    )  # fmt: skip


def _does(op: Op) -> str:
    return {"write": "changes", "remove": "removes", "refer": "relies on"}[op.mode]


def said_path(path: Path) -> str:
    """A path as it is told: `option bonus, values`."""
    return ", ".join(path)


_QUOTED = re.compile(r'`([^`]*)`|"([^"]*)"')


def told_of_variants(found: Iterable[Diagnostic], ops: Iterable[Op], base: Iterable[n.FileNode]) -> list[Diagnostic]:
    """The findings; those that are about something which a variant took away say where it did so.

    If they stand in another variant, the two contradict each other. What is wrong in a declaration of the game that a
    variant changes says where that is: without the change it would be right.
    """
    base, ops = tuple(base), tuple(ops)
    gone = {op.path[-1].split(" ")[-1].strip('"') if '"' not in op.path[-1] else op.path[-1].split('"')[1]: op
            for op in ops if op.mode == "remove"}  # fmt: skip
    files = {tree.span.source.name for tree in base}
    result = []
    for one in found:
        names = {first or second for first, second in _QUOTED.findall(one.message)} & gone.keys()
        others = [gone[name] for name in sorted(names) if gone[name].span.source.name != one.span.source.name]
        if one.severity == "error" and others:
            more = tuple((op.span, f'"{op.variant.title.text}" removes it') for op in others)
            one = attrs.evolve(one, related=(*one.related, *more))
            if one.span.source.name not in files:
                said = f'this and "{others[0].variant.title.text}" contradict each other: {one.message}'
                one = attrs.evolve(one, code="E433", message=said)
        elif one.severity == "error" and one.span.source.name in files:
            one = attrs.evolve(one, related=(*one.related, *_changed_around(one.span, ops, base)))
        result.append(one)
    return result


def _changed_around(span: Span, ops: Iterable[Op], base: Iterable[n.FileNode]) -> Iterator[tuple[Span, str]]:
    """Where variants change the declaration of the game in which something stands."""
    around = (d for tree in base if tree.span.source is span.source for d in tree.decls)
    decl = next((d for d in around if d.span.start <= span.start and span.end <= d.span.end), None)
    key = key_of(decl) if decl is not None else None
    if key is None:
        return
    told: set[tuple[str, int]] = set()
    for op in ops:
        if op.mode != "refer" and op.path[0] == said(key) and (op.span.source.name, op.span.line) not in told:
            told.add((op.span.source.name, op.span.line))
            yield op.span, f'"{op.variant.title.text}" changes `{said(key)}` here'
