"""`change DECLARATION`: what is given takes the place of the same part of the base; everything else stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_ops import Path
from rulewright.dsl.variant_parts import changed_items

Complain = Callable[[Span, str, str | None], None]
Parts = dict[Path, Any]


def changed(base: n.Decl, given: n.Decl, complain: Complain) -> tuple[n.Decl, Parts]:
    """Give the changed declaration, and what was written by part. A part `()` is the whole declaration."""
    match base, given:
        case n.GameDecl(), n.GameDecl():
            return _game(base, given)
        case n.OptionDecl(), n.OptionDecl():
            properties, parts = _by_type(base.properties, given.properties)
            if given.type is not None:
                parts["values",] = given.type
            new = attrs.evolve(base, type=given.type or base.type, properties=properties)
            return _with_text(new, given, parts)
        case n.HasDecl(), n.HasDecl():
            members, parts = _members(base.members, given.members, complain)
            return _with_text(attrs.evolve(base, members=members), given, parts)
        case n.KindDecl(), n.KindDecl():
            items, parts = _kind(base.items, given.items, complain)
            new_kind = attrs.evolve(base, items=items)
            if given.parent is not None:
                parts["parent",] = given.parent
                new_kind = attrs.evolve(new_kind, parent=given.parent)
            return _with_text(new_kind, given, parts)
        case n.KeywordDecl(), n.KeywordDecl():
            items, parts = _kind(base.items, given.items, complain)
            return _with_text(attrs.evolve(base, items=items), given, parts)
        case n.CardDecl(), n.CardDecl():
            items, parts = changed_items(base.items, given.items, complain)
            traits = _traits(base.traits, given.traits, parts)
            return _with_text(attrs.evolve(base, items=items, traits=traits), given, parts)
        case n.ActionDecl(), n.ActionDecl():
            return _action(base, given, complain)
        case n.CostDecl(), n.CostDecl():
            items, parts = changed_items(base.items, given.items, complain)
            return _with_text(attrs.evolve(base, items=items), given, parts)
        case n.StackDecl(), n.StackDecl():
            items, parts = _by_type(base.items, given.items)
            return _with_text(attrs.evolve(base, items=items), given, parts)
        case n.LayoutDecl(), n.LayoutDecl():
            left = {line.place.text: line for line in given.lines}
            parts = {(place,): line for place, line in left.items()}
            lines = [left.pop(line.place.text, line) for line in base.lines]
            return _with_text(attrs.evolve(base, lines=(*lines, *left.values())), given, parts)
        case n.DeckDecl(), n.DeckDecl():
            return _deck(base, given, complain)
    return whole(base, given)


def whole(base: n.Decl, given: Any) -> tuple[n.Decl, Parts]:
    """Exchange the whole declaration; the text for players stays if none is given."""
    if getattr(given, "doc", None) is None and getattr(base, "doc", None) is not None:
        given = attrs.evolve(given, doc=base.doc)  # type: ignore[attr-defined]
    block, old = getattr(given, "block", None), getattr(base, "block", None)
    if block is not None and old is not None and block.doc is None and old.doc is not None:
        given = attrs.evolve(given, block=attrs.evolve(block, doc=old.doc))
    return given, {(): given}


def _with_text(new: Any, given: Any, parts: Parts) -> tuple[n.Decl, Parts]:
    if given.doc is None:
        return new, parts
    parts["text",] = given.doc
    return attrs.evolve(new, doc=given.doc), parts


def _game(base: n.GameDecl, given: n.GameDecl) -> tuple[n.Decl, Parts]:
    parts: Parts = {}
    if given.title != base.title:
        parts["title",] = given.title
    if (given.least, given.most) != (base.least, base.most):
        parts["players",] = (given.least, given.most)
        base = attrs.evolve(base, span=given.span)  # what is wrong with the numbers is said where they are written
    return _with_text(attrs.evolve(base, title=given.title, least=given.least, most=given.most), given, parts)


def _action(base: n.ActionDecl, given: n.ActionDecl, complain: Complain) -> tuple[n.Decl, Parts]:
    items, parts = changed_items(base.items, given.items, complain)
    new = attrs.evolve(base, items=items)
    if given.signature.params:
        parts["header",] = given.signature
        new = attrs.evolve(new, signature=given.signature)
    if given.onto is not None:
        parts["onto",] = given.onto
        new = attrs.evolve(new, onto=given.onto)
    if given.at_any_time:
        parts["at any time",] = True
        new = attrs.evolve(new, at_any_time=True)
    return _with_text(new, given, parts)


def _traits(base: tuple[n.TraitItem, ...], given: tuple[n.TraitItem, ...], parts: Parts) -> tuple[n.TraitItem, ...]:
    """Exchange a card's kind and words, or its number of copies; what is not given stays."""
    words = tuple(trait for trait in given if not is_copies(trait))
    copies = tuple(trait for trait in given if is_copies(trait))
    if words:
        parts["kind and words",] = words
    if copies:
        parts["copies",] = copies
    return (
        *(words or (trait for trait in base if not is_copies(trait))),
        *(copies or (trait for trait in base if is_copies(trait))),
    )


def is_copies(trait: n.TraitItem) -> bool:
    """Whether it is `4 copies`."""
    return isinstance(trait.words[0], n.NumberExpr | n.ParenExpr)


def _by_type(base: tuple[n.Item, ...], given: tuple[n.Item, ...]) -> tuple[tuple[n.Item, ...], Parts]:
    """Exchange each item for the given one of its sort, where it stands."""
    left = {_sort(item): item for item in given}
    parts: Parts = {(sort,): item for sort, item in left.items()}
    items = [left.pop(_sort(item), item) for item in base]
    return (*items, *left.values()), parts


def _sort(item: n.Item) -> str:
    if isinstance(item, n.DefaultItem):
        return str(item.word)
    if isinstance(item, n.PhraseItem):  # `drawn into hand`, `ordered from head to tail`, `opposite open`
        first = item.slots[0].parts[0] if item.slots[0].parts else None
        return str(getattr(first, "name", "words"))
    return _SORTS.get(type(item), type(item).__name__)


_SORTS: dict[type, str] = {
    n.OrderItem: "order",
    n.RespondItem: "respond",
    n.ThenItem: "then",
    n.ObjectsItem: "objects",
    n.TriggersItem: "triggers",
    n.InPlayItem: "in play",
    n.ResetItem: "until",
    n.CapacityItem: "at most",
}


def _members(
    base: tuple[n.Item, ...], given: tuple[n.Item, ...], complain: Complain
) -> tuple[tuple[n.Item, ...], Parts]:
    """Exchange members by name; a member that is not there is an error. Properties that are not given stay."""
    single: list[n.Item] = []
    for item in base:
        names = item.names if isinstance(item, n.MemberItem) else ()
        changes = {name.text for one in given for name in member_names(one)} & {name.text for name in names}
        if len(names) > 1 and changes and isinstance(item, n.MemberItem):
            single.extend(attrs.evolve(item, names=(name,)) for name in names)
        else:
            single.append(item)
    parts: Parts = {}
    for item in given:
        for name in member_names(item):
            at = next((i for i, old in enumerate(single) if name.text in {w.text for w in member_names(old)}), None)
            if at is None:
                known = [known.text for old in single for known in member_names(old)]
                hint = did_you_mean(name.text, known) or "one that is new is added: `add each ... has:`, `add kind NAME:`"
                complain(name.span, f"there is no member `{name.text}` to change", hint)
                continue
            old = single[at]
            single[at] = item
            if isinstance(item, n.MemberItem) and isinstance(old, n.MemberItem):
                properties, _ = _by_type(old.properties, item.properties)
                single[at] = attrs.evolve(item, names=(name,), properties=properties)
            elif isinstance(item, n.IndexedItem) and isinstance(old, n.IndexedItem):
                properties, _ = _by_type(old.properties, item.properties)
                single[at] = attrs.evolve(item, properties=properties)
            parts[name.text,] = single[at]
    return tuple(single), parts


def member_names(item: n.Item) -> tuple[n.Word, ...]:
    """The names that a line of members declares."""
    if isinstance(item, n.MemberItem):
        return item.names
    return (item.name,) if isinstance(item, n.IndexedItem) else ()


def _kind(base: tuple[Any, ...], given: tuple[Any, ...], complain: Complain) -> tuple[tuple[Any, ...], Parts]:
    members, parts = _members(
        tuple(item for item in base if isinstance(item, n.MemberItem)),
        tuple(item for item in given if isinstance(item, n.MemberItem)),
        complain,
    )
    items, more = changed_items(
        tuple(item for item in base if not isinstance(item, n.MemberItem)),
        tuple(item for item in given if not isinstance(item, n.MemberItem)),
        complain,
    )
    return (*members, *items), parts | more


def _deck(base: n.DeckDecl, given: n.DeckDecl, complain: Complain) -> tuple[n.Decl, Parts]:
    """Exchange lines of a deck: those of the same card or kind."""
    properties, parts = _by_type(base.properties, given.properties)
    rows = list(base.rows)
    for row in given.rows:
        at = next((i for i, old in enumerate(rows) if deck_line(old) == deck_line(row)), None)
        if at is None:
            known = [deck_line(old) for old in rows]
            complain(
                row.span, f"this deck has no `{deck_line(row)}` to change",
                did_you_mean(deck_line(row), known) or f"`add deck {base.name.text}:` adds lines",
            )  # fmt: skip
            continue
        rows[at] = row
        parts[deck_line(row),] = row
    return _with_text(attrs.evolve(base, properties=properties, rows=tuple(rows)), given, parts)


def deck_line(row: n.EveryItem | n.CopiesItem) -> str:
    """What a line of a deck is about."""
    return f'"{row.title.text}"' if isinstance(row, n.CopiesItem) else f"every {row.kind.text}"
