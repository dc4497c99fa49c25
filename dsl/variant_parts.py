"""The lines of an action, card or kind that a variant changes: guards, limits, targets, blocks, numbers, text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import meant_or_all
from rulewright.dsl.variant_ops import Path

Complain = Callable[[Span, str, str | None], None]
_EDITS = (n.RemovePartItem, n.RemoveGuardItem, n.ReplacePartItem, n.AddPartItem)


def changed_items(
    base: tuple[Any, ...], given: tuple[Any, ...], complain: Complain
) -> tuple[tuple[Any, ...], dict[Path, Any]]:
    """Give the lines with those exchanged that are given, and what was written by part."""
    items = list(base)
    parts: dict[Path, Any] = {}
    groups: dict[Path, list[Any]] = {}
    for item in given:
        if isinstance(item, n.StatsItem):
            _write_numbers(items, item, parts)
        elif not isinstance(item, _EDITS):
            groups.setdefault(part_of(item), []).append(item)
    for part, new in groups.items():
        mine = [i for i, old in enumerate(items) if not isinstance(old, n.StatsItem) and part_of(old) == part]
        at = mine[0] if mine else len(items)
        items = [old for i, old in enumerate(items) if i not in mine]
        items[at:at] = new
        parts[part] = tuple(new)
    for item in given:
        if isinstance(item, _EDITS):
            _edit(items, item, parts, complain)
    return tuple(items), parts


def _write_numbers(items: list[Any], given: n.StatsItem, parts: dict[Path, Any]) -> None:
    """Exchange printed numbers where they stand; those that were only normal so far come first."""
    left = {stat.name.text: stat for stat in given.stats}
    parts.update({(name,): stat.value for name, stat in left.items()})
    for at, item in enumerate(items):
        if isinstance(item, n.StatsItem):
            stats = tuple(left.pop(stat.name.text, stat) for stat in item.stats)
            items[at] = attrs.evolve(item, stats=stats)
    if left:
        items.insert(0, attrs.evolve(given, stats=tuple(left.values())))


def part_of(item: Any) -> Path:
    """Give what a line is a part of: all guards are one part, all standing text is one, each block is one."""
    match item:
        case n.OnlyIfItem():
            return ("only if",)
        case n.LimitItem():
            return ("limit",)
        case n.TargetItem(name=name):
            return (f"target {name.text}",)
        case n.PartItem(name=name):
            return (str(name),)
        case n.AbilitiesItem():
            return ("abilities",)
        case n.OwnItem():
            return ("this has",)
        case n.ActionDecl(signature=signature):
            return (f"action {signature.name.text}",)
        case n.ChooseStmt() | n.LetStmt() | n.AssignStmt():
            return ("asked",)
    return ("standing text",)


def single(item: Any) -> Path:
    """The path of one guard, limit or line of text among its like."""
    part = part_of(item)
    if isinstance(item, n.OnlyIfItem):
        return (*part, item.label.text if item.label is not None else plain(item.condition))
    if part in (("standing text",), ("limit",)):
        return (*part, plain(item))
    return part


def plain(node: n.Node) -> str:
    """The text of a node as it was written, on one line: what names a part that has no label."""
    return " ".join(node.span.text.split())


def _edit(items: list[Any], edit: Any, parts: dict[Path, Any], complain: Complain) -> None:
    match edit:
        case n.RemovePartItem(label=label):
            _remove(items, label, parts, complain)
        case n.RemoveGuardItem(condition=condition):
            _remove_guard(items, condition, parts, complain)
        case n.AddPartItem(part=part):
            path = single(part)
            named = isinstance(part, n.OnlyIfItem) and part.label is not None
            if part in items:
                parts[path] = part
                return
            if (named and any(isinstance(i, n.OnlyIfItem) and single(i) == path for i in items)) or (
                isinstance(part, n.TargetItem | n.ActionDecl) and any(part_of(i) == path for i in items)
            ):
                complain(part.span, f"there is a `{' '.join(path)}` already", "`replace` exchanges it")
                return
            parts[path] = part
            items.insert(_place(items, part), part)
        case n.ReplacePartItem(part=part):
            _replace(items, part, parts, complain)


def _place(items: list[Any], part: Any) -> int:
    """Where something new stands: guards and limits behind the last of them, everything else at the end."""
    if isinstance(part, n.OnlyIfItem | n.LimitItem | n.TargetItem):
        return max((i + 1 for i, old in enumerate(items) if isinstance(old, n.OnlyIfItem | n.LimitItem)), default=0)
    return len(items)


def _labels(items: list[Any]) -> list[str]:
    guards = (item.label for item in items if isinstance(item, n.OnlyIfItem))
    return [label.text for label in guards if label is not None]


def _remove(items: list[Any], label: n.Word, parts: dict[Path, Any], complain: Complain) -> None:
    """Take away a guard by its label, a target by its name, or a part by what it is: `cost`, `limit`."""
    paths = [single(i) if isinstance(i, n.OnlyIfItem) else _part(i) for i in items]
    wanted = [("only if", label.text), (f"target {label.text}",), (label.text,)]
    for path in wanted:
        found = [i for i, item in enumerate(items) if paths[i] == path and _removable(item)]
        if found:
            items[:] = [item for i, item in enumerate(items) if i not in found]
            parts[path] = None
            return
    known = [*_labels(items), *(path[0].removeprefix("target ") for path in paths if path[0] != "only if")]
    complain(label.span, f"there is no `{label.text}` to remove", meant_or_all(label.text, known))


def _part(item: Any) -> Path:
    return ("numbers",) if isinstance(item, n.StatsItem) else part_of(item)


def _removable(item: Any) -> bool:
    return not isinstance(item, n.OnlyIfItem) or item.label is not None


def _remove_guard(items: list[Any], condition: n.Expr, parts: dict[Path, Any], complain: Complain) -> None:
    """Take away the guard of just this condition."""
    found = [i for i, item in enumerate(items) if isinstance(item, n.OnlyIfItem) and item.condition == condition]
    if not found:
        known = [plain(item.condition) for item in items if isinstance(item, n.OnlyIfItem)]
        hint = meant_or_all(plain(condition), known, nothing="it has no guards")
        complain(condition.span, f"there is no guard `{plain(condition)}`", hint)
        return
    parts[single(items[found[0]])] = None
    del items[found[0]]


def _replace(items: list[Any], part: Any, parts: dict[Path, Any], complain: Complain) -> None:
    if isinstance(part, n.OnlyIfItem):
        if part.label is None:
            complain(part.span, "a guard without a label cannot be found", "name it: `replace only if LABEL: C`")
            return
        path = single(part)
        at = [i for i, item in enumerate(items) if isinstance(item, n.OnlyIfItem) and single(item) == path]
    else:
        path = part_of(part)
        at = [i for i, item in enumerate(items) if not isinstance(item, n.StatsItem) and part_of(item) == path]
    if not at:
        name = path[-1]
        hint = meant_or_all(name, _labels(items)) if isinstance(part, n.OnlyIfItem) else None
        complain(part.span, f"there is no `{' '.join(path)}` to replace", hint)
        return
    items[at[0]] = part
    for extra in reversed(at[1:]):
        del items[extra]
    parts[path] = part
