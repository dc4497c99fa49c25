"""`change DECLARATION`: what is given takes the place of the same part of the base; everything else stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean

Complain = Callable[[Span, str, str | None], None]


def changed(base: n.Decl, given: n.Decl, complain: Complain) -> tuple[n.Decl, frozenset[str]]:
    """Give the changed declaration and the names of the parts that were written."""
    match base, given:
        case n.OptionDecl(), n.OptionDecl():
            return _option(base, given)
        case n.HasDecl(), n.HasDecl():
            members, parts = _members(base.members, given.members, complain)
            return attrs.evolve(base, members=members, doc=given.doc or base.doc), parts
        case n.KindDecl() | n.KeywordDecl(), n.KindDecl() | n.KeywordDecl():
            items, parts = _kind(base.items, given.items, complain)
            return attrs.evolve(base, items=items, doc=given.doc or base.doc), parts
        case n.CardDecl(), n.CardDecl():
            items, parts = _items(base.items, given.items, complain)
            traits = _traits(base.traits, given.traits)
            more = {"traits"} if given.traits else set()
            return attrs.evolve(base, items=items, traits=traits, doc=given.doc or base.doc), parts | more | _doc(given)
        case n.ActionDecl(), n.ActionDecl():
            items, parts = _items(base.items, given.items, complain)
            header = {"signature"} if given.signature.params else set()
            signature = given.signature if given.signature.params else base.signature
            new = attrs.evolve(
                base, items=items, signature=signature, onto=given.onto or base.onto,
                at_any_time=given.at_any_time or base.at_any_time, doc=given.doc or base.doc,
            )  # fmt: skip
            return new, parts | header | _doc(given)
        case n.StackDecl(), n.StackDecl():
            kept = tuple(item for item in base.items if not any(type(item) is type(other) for other in given.items))
            parts = frozenset(type(item).__name__ for item in given.items)
            return attrs.evolve(base, items=(*kept, *given.items), doc=given.doc or base.doc), parts
        case n.CardsDecl(), n.CardsDecl():
            return _table(base, given, complain)
    doc = getattr(given, "doc", None) or getattr(base, "doc", None)
    whole: Any = given
    return (attrs.evolve(whole, doc=doc) if hasattr(given, "doc") else given), frozenset({"*"})


def _traits(base: tuple[n.TraitItem, ...], given: tuple[n.TraitItem, ...]) -> tuple[n.TraitItem, ...]:
    """Exchange a card's kind and words; a number of copies by itself leaves those alone."""
    if not given or not all(isinstance(trait.words[0], n.NumberExpr) for trait in given):
        return given or base
    return (*(trait for trait in base if not isinstance(trait.words[0], n.NumberExpr)), *given)


def _doc(given: Any) -> frozenset[str]:
    return frozenset({"text"}) if given.doc is not None else frozenset()


def _option(base: n.OptionDecl, given: n.OptionDecl) -> tuple[n.Decl, frozenset[str]]:
    kept = tuple(p for p in base.properties if not any(type(p) is type(other) for other in given.properties))
    parts = {type(p).__name__ for p in given.properties} | ({"values"} if given.type is not None else set())
    new = attrs.evolve(
        base, type=given.type or base.type, properties=(*kept, *given.properties), doc=given.doc or base.doc
    )
    return new, frozenset(parts)


def _members(
    base: tuple[n.Item, ...], given: tuple[n.Item, ...], complain: Complain
) -> tuple[tuple[n.Item, ...], frozenset[str]]:
    """Exchange members by name; a member that is not there is an error."""
    single: list[n.Item] = []
    for item in base:
        if isinstance(item, n.MemberItem) and len(item.names) > 1:
            single.extend(attrs.evolve(item, names=(name,)) for name in item.names)
        else:
            single.append(item)
    parts: set[str] = set()
    for item in given:
        names = (
            item.names if isinstance(item, n.MemberItem) else (item.name,) if isinstance(item, n.IndexedItem) else ()
        )
        for name in names:
            at = next((i for i, old in enumerate(single) if _member_name(old) == name.text), None)
            if at is None:
                known = [known for old in single if (known := _member_name(old)) is not None]
                complain(
                    name.span,
                    f"there is no member `{name.text}` to change",
                    did_you_mean(name.text, known) or "`add each ... has:` adds one",
                )
                continue
            single[at] = attrs.evolve(item, names=(name,)) if isinstance(item, n.MemberItem) else item
            parts.add(name.text)
    return tuple(single), frozenset(parts)


def _member_name(item: n.Item) -> str | None:
    if isinstance(item, n.MemberItem):
        return item.names[0].text
    return item.name.text if isinstance(item, n.IndexedItem) else None


def _kind(base: tuple[Any, ...], given: tuple[Any, ...], complain: Complain) -> tuple[tuple[Any, ...], frozenset[str]]:
    members = tuple(item for item in base if isinstance(item, n.MemberItem))
    new_members, parts = _members(members, tuple(i for i in given if isinstance(i, n.MemberItem)), complain)
    items, more = _items(
        tuple(i for i in base if not isinstance(i, n.MemberItem)),
        tuple(i for i in given if not isinstance(i, n.MemberItem)),
        complain,
    )
    return (*new_members, *items), parts | more


def _items(base: tuple[Any, ...], given: tuple[Any, ...], complain: Complain) -> tuple[tuple[Any, ...], frozenset[str]]:
    """Exchange guards, targets, blocks, numbers and standing text of an action or card."""
    items = list(base)
    parts: set[str] = set()
    edits = [i for i in given if isinstance(i, n.RemovePartItem | n.ReplacePartItem | n.AddPartItem)]
    plain = [i for i in given if i not in edits]
    stats = [i for i in plain if isinstance(i, n.StatsItem)]
    for item in stats:
        items = _with_stats(items, item, parts)
    groups: dict[str, list[Any]] = {}
    for item in plain:
        if not isinstance(item, n.StatsItem):
            groups.setdefault(_part(item), []).append(item)
    for part, new in groups.items():
        at = next(
            (i for i, old in enumerate(items) if not isinstance(old, n.StatsItem) and _part(old) == part), len(items)
        )
        items = [old for old in items if isinstance(old, n.StatsItem) or _part(old) != part]
        items[min(at, len(items)) : min(at, len(items))] = new
        parts.add(part)
    for edit in edits:
        items = _edited(items, edit, parts, complain)
    return tuple(items), frozenset(parts)


def _with_stats(items: list[Any], given: n.StatsItem, parts: set[str]) -> list[Any]:
    names = {stat.name.text for stat in given.stats}
    parts.update(names)
    kept: list[Any] = []
    for item in items:
        if isinstance(item, n.StatsItem):
            left = tuple(stat for stat in item.stats if stat.name.text not in names)
            if left:
                kept.append(attrs.evolve(item, stats=left))
        else:
            kept.append(item)
    return [given, *kept]


def _part(item: Any) -> str:
    """Give what an item is a part of: all guards are one part, all standing text is one, each block is one."""
    match item:
        case n.OnlyIfItem():
            return "only if"
        case n.LimitItem():
            return "limit"
        case n.TargetItem(name=name):
            return f"target {name.text}"
        case n.PartItem(name=name):
            return str(name)
        case n.AbilitiesItem():
            return "abilities"
        case n.OwnItem():
            return "this has"
        case n.ActionDecl(signature=signature):
            return f"action {signature.name.text}"
        case n.ChooseStmt() | n.LetStmt() | n.AssignStmt():
            return "asked"
    return "standing text"


def _edited(items: list[Any], edit: Any, parts: set[str], complain: Complain) -> list[Any]:
    labels = [item.label.text for item in items if isinstance(item, n.OnlyIfItem) and item.label is not None]
    if isinstance(edit, n.RemovePartItem):
        if edit.label.text not in labels:
            complain(
                edit.label.span,
                f"there is no guard `{edit.label.text}` to remove",
                did_you_mean(edit.label.text, labels),
            )
            return items
        parts.add(f"only if {edit.label.text}")
        return [
            i
            for i in items
            if not (isinstance(i, n.OnlyIfItem) and i.label is not None and i.label.text == edit.label.text)
        ]
    part = edit.part
    if isinstance(edit, n.AddPartItem):
        parts.add(f"added {part.span.text}")
        at = max((i + 1 for i, item in enumerate(items) if isinstance(item, n.OnlyIfItem | n.LimitItem)), default=0)
        return [*items[:at], part, *items[at:]]
    if isinstance(part, n.OnlyIfItem):
        if part.label is None or part.label.text not in labels:
            name = part.label.text if part.label is not None else None
            hint = did_you_mean(name, labels) if name else "name the guard by its label: `replace only if LABEL: C`"
            complain(
                part.span,
                f"there is no guard `{name}` to replace" if name else "a guard without a label cannot be found",
                hint,
            )
            return items
        parts.add(f"only if {part.label.text}")
        return [
            part if isinstance(i, n.OnlyIfItem) and i.label is not None and i.label.text == part.label.text else i
            for i in items
        ]
    same = _part(part)
    if not any(_part(i) == same for i in items):
        complain(part.span, f"there is no `{same}` to replace", None)
        return items
    parts.add(same)
    return [part if _part(i) == same else i for i in items]


def _table(base: n.CardsDecl, given: n.CardsDecl, complain: Complain) -> tuple[n.Decl, frozenset[str]]:
    """Exchange numbers in a table of cards: rows by the cards' names, the columns that are given."""
    rows = list(base.rows)
    header = next((r for r in rows if _is_header(r)), None)
    new_header = next((r for r in given.rows if _is_header(r)), None)
    if not isinstance(header, n.RowItem) or not isinstance(new_header, n.RowItem):
        return given, frozenset({"*"})
    columns = [cell.text for cell in header.cells if isinstance(cell, n.Word)]
    new_columns = [cell.text for cell in new_header.cells if isinstance(cell, n.Word)]
    parts: set[str] = set()
    for row in given.rows:
        if row is new_header or not isinstance(row, n.RowItem):
            continue
        title = next((cell for cell in row.cells if isinstance(cell, n.Text)), None)
        at = next((i for i, old in enumerate(rows) if title is not None and _title(old) == title.text), None)
        if title is None or at is None:
            known = [known for old in rows if (known := _title(old)) is not None]
            span = title.span if title is not None else row.span
            complain(
                span,
                f'this table has no "{title.text}" to change' if title else "this row names no card",
                did_you_mean(title.text, known) if title else None,
            )
            continue
        old = rows[at]
        assert isinstance(old, n.RowItem)
        cells = dict(zip(columns, old.cells, strict=False))
        for column, cell in zip(new_columns, row.cells, strict=False):
            if column not in columns:
                complain(new_header.span, f"the table has no column `{column}`", did_you_mean(column, columns))
                continue
            if column != "name":
                parts.add(f'"{title.text}" {column}')
            cells[column] = cell
        rows[at] = attrs.evolve(old, cells=tuple(cells[column] for column in columns if column in cells))
    return attrs.evolve(base, rows=tuple(rows)), frozenset(parts)


def header_of(table: n.CardsDecl) -> list[str]:
    """Give the columns of a table of cards."""
    row = next((row for row in table.rows if _is_header(row)), None)
    return [cell.text for cell in row.cells if isinstance(cell, n.Word)] if isinstance(row, n.RowItem) else []


def cell_of(value: n.Expr) -> n.Word | n.Text | n.NumberExpr | None:
    """Give a plain value as it stands in a table."""
    if isinstance(value, n.NumberExpr):
        return value
    return n.Word(value.name, span=value.span) if isinstance(value, n.NameExpr) else None


def _is_header(row: n.Item) -> bool:
    return isinstance(row, n.RowItem) and all(isinstance(cell, n.Word) for cell in row.cells)


def _title(row: n.Item) -> str | None:
    cells = row.cells if isinstance(row, n.RowItem) else ()
    return next((cell.text for cell in cells if isinstance(cell, n.Text)), None)
