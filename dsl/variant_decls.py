"""What a variant does to whole declarations: `change`, `replace`, `add`, `remove`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_changes import changed, deck_line, member_names
from rulewright.dsl.variant_draft import Draft, head
from rulewright.dsl.variant_parts import part_of, single
from rulewright.dsl.variant_paths import Key, key_of, said, sorts_named
from rulewright.dsl.variant_tables import card_row, card_titles, change_table, into_table, tables_of, without_row


def change(draft: Draft, decl: n.Decl) -> None:
    """Exchange the parts of a declaration that are given."""
    key = key_of(decl)
    if key is None:
        draft.error("E431", head(decl), "this cannot be changed", "`add` and `remove` it")
        return
    if isinstance(decl, n.CardsDecl):
        change_table(draft, decl)
        return
    if isinstance(decl, n.CardDecl):
        left = into_table(draft, decl)
        if left is None:
            return
        decl = left
    at = draft.find(key)
    new_text = at is None and isinstance(decl, n.CardDecl) and card_row(draft.decls, decl.title.text) is not None
    if at is None and not new_text:
        known = card_titles(draft.decls) if key[0] == "card" else None
        draft.missing(key, head(decl), "change", known)
        return
    old: Any = attrs.evolve(decl, traits=(), doc=None, items=()) if at is None else draft.decls[at]  # type: ignore[call-arg]
    wrong = False

    def complain(span: Span, message: str, hint: str | None) -> None:
        nonlocal wrong
        wrong = True
        if not draft.done_already(said(key)):
            draft.error("E431", span, message, hint)

    new, parts = changed(old, decl, complain)
    if new == old and not wrong and draft.as_it_was(old):
        draft.error("E434", head(decl), f"this changes nothing: `{said(key)}` is already so")
        return
    for part, value in parts.items():
        path = (said(key), *part)
        draft.write(path, _where(decl, value), value, mode="remove" if value is None else "write")
    if at is None:
        draft.decls.append(new)
    else:
        draft.decls[at] = new


def _where(decl: n.Decl, value: Any) -> Span:
    """Where in a changed declaration a part is written."""
    first = value[0] if isinstance(value, tuple) and value else value
    return first.span if isinstance(first, n.Node) and first is not decl else head(decl)


def replace(draft: Draft, decl: n.Decl) -> None:
    """Exchange a whole declaration."""
    key = key_of(decl)
    at = draft.find(key)
    if key is None or at is None:
        draft.missing(key or ("", ""), head(decl), "replace")
        return
    old = draft.decls[at]
    if old == decl and draft.as_it_was(old):
        draft.error("E434", head(decl), f"this changes nothing: `{said(key)}` is already so")
        return
    for title in {title for table in (old, decl) if isinstance(table, n.CardsDecl) for title in _titles(table)}:
        draft.write((said(("card", title)),), head(decl), decl)
    draft.write((said(key),), head(decl), decl)
    draft.decls[at] = decl


def _titles(table: n.CardsDecl) -> Iterator[str]:
    return iter(card_titles([table]))


def add(draft: Draft, decl: n.Decl) -> None:
    """Put in something new, or new parts of what is a list: members, rows, lines."""
    key = key_of(decl)
    if key is None:
        if draft.write((f"added {head(decl).text}",), head(decl), decl):
            draft.decls.append(decl)
        return
    at = draft.find(key)
    taken = card_row(draft.decls, decl.title.text) if isinstance(decl, n.CardDecl) else None
    if at is None and taken is None:
        if draft.write((said(key),), head(decl), decl):
            draft.decls.append(decl)
        return
    if at is None or not _extend(draft, at, decl):
        where = head(draft.decls[at]) if at is not None else taken[1].span if taken is not None else head(decl)
        draft.error(
            "E432", head(decl), f"the game already has `{said(key)}`",
            "`change` alters it, `replace` exchanges it", ((where, "it is here"),),
        )  # fmt: skip


def _extend(draft: Draft, at: int, decl: n.Decl) -> bool:
    """Add the parts of a declaration to one that is there; whether it is of a sort that can grow."""
    old = draft.decls[at]
    match old, decl:
        case n.HasDecl(), n.HasDecl():
            fresh = _fresh(draft, old, decl, decl.members, old.members)
            draft.decls[at] = attrs.evolve(old, members=(*old.members, *fresh))
        case n.KindDecl() | n.KeywordDecl(), n.KindDecl() | n.KeywordDecl():
            fresh = _fresh(draft, old, decl, decl.items, old.items)
            draft.decls[at] = attrs.evolve(old, items=(*old.items, *fresh))
        case n.BoardDecl(), n.BoardDecl():
            fresh = _fresh(draft, old, decl, decl.items, old.items)
            draft.decls[at] = attrs.evolve(old, items=(*old.items, *fresh))
        case n.DeckDecl(), n.DeckDecl():
            fresh = _fresh(draft, old, decl, decl.rows, old.rows)
            draft.decls[at] = attrs.evolve(old, rows=(*old.rows, *fresh))
        case n.RuleDecl(), n.RuleDecl():
            fresh = _fresh(draft, old, decl, decl.standing, old.standing)
            draft.decls[at] = attrs.evolve(old, standing=(*old.standing, *fresh))
        case n.CardsDecl(), n.CardsDecl():
            _more_cards(draft, decl)
        case _:
            return False
    return True


def _fresh(draft: Draft, old: n.Decl, decl: n.Decl, given: tuple[Any, ...], there: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give the parts that are to be added. What the game has already is an error."""
    key = key_of(old)
    assert key is not None
    names = {_name(item): item for item in there}
    result = []
    for item in given:
        path = _name(item)
        if not draft.write((said(key), *path), item.span, item):
            continue
        if path in names:
            draft.error(
                "E432", item.span, f"`{said(key)}` already has `{' '.join(path)}`", "`change` alters it",
                ((names[path].span, "it is here"),),
            )  # fmt: skip
            continue
        result.append(item)
    return tuple(result)


def _name(item: Any) -> tuple[str, ...]:
    """The path of a part that is added."""
    if isinstance(item, n.MemberItem | n.IndexedItem):
        return (", ".join(word.text for word in member_names(item)),)
    if isinstance(item, n.EveryItem | n.CopiesItem):
        return (deck_line(item) + (" if " + item.condition.span.text if item.condition is not None else ""),)
    path = single(item)
    return path if len(path) > 1 or part_of(item) != ("standing text",) else (*path, item.span.text)


def _more_cards(draft: Draft, decl: n.CardsDecl) -> None:
    """Add the cards of a table; a card that is there already is an error."""
    bad = False
    for title in card_titles([decl]):
        taken = card_row(draft.decls, title)
        fresh = draft.write((said(("card", title)),), head(decl), decl)
        if taken is not None and fresh:
            bad = True
            draft.error("E432", head(decl), f'the game already has `card "{title}"`', "`change` alters it",
                        ((taken[1].span, "it is here"),))  # fmt: skip
        elif not fresh:
            bad = True
    if not bad:
        draft.write((said(("cards", decl.kind.text)), "added " + " ".join(decl.span.text.split())), head(decl), decl)
        draft.decls.append(decl)


def remove(draft: Draft, item: n.RemoveItem) -> None:
    """Take a declaration away; a card also out of its table and all decks."""
    name, sort = item.name.text, item.sort.text
    gone = _remove_decls(draft, item)
    if sort == "card":
        while (found := card_row(draft.decls, name)) is not None:
            at, row = found
            if not gone:
                draft.write((said(("card", name)),), item.span, None, mode="remove")
            gone = True
            draft.decls[at] = without_row(draft.decls[at], row)
        if gone:
            _out_of_decks(draft, name)
    if gone or item.optional:
        if not gone:
            draft.refer((said((sort, name)),), item.span)
        return
    known = {text for wanted in sorts_named(sort) for text in draft.names((wanted,))}
    if sort == "card":
        draft.missing(("card", name), item.span, "remove", known | set(card_titles(draft.decls)))
        return
    hint = did_you_mean(name, known)
    for wanted in sorts_named(sort):
        hint = draft.from_another((wanted, name)) or hint
    if hint is None and sort == "cards":
        hint = f'one card is `card "{name}"`, a table of them `cards of kind KIND`'
    draft.error("E431", item.span, f"the game has no `{sort} {name}` to remove", hint)


def _remove_decls(draft: Draft, item: n.RemoveItem) -> bool:
    name = item.name.text
    for wanted in sorts_named(item.sort.text):
        keys: list[Key] = [(wanted, name)]
        # `remove define strength` for `define player p's strength`.
        keys += [key for text, key in draft.names((wanted,)).items() if text.split(" ")[-1] == name and text != name]
        for key in keys:
            at = draft.find(key)
            if at is not None:
                draft.write((said(key),), item.span, None, mode="remove")
                del draft.decls[at]
                if wanted == "cards":
                    for table in [d for d in tables_of(draft.decls) if d.kind.text == name]:
                        draft.decls.remove(table)
                return True
    return False


def _out_of_decks(draft: Draft, title: str) -> None:
    """A card that is gone is in no deck either."""
    for i, decl in enumerate(draft.decls):
        if isinstance(decl, n.DeckDecl):
            rows = tuple(row for row in decl.rows if not (isinstance(row, n.CopiesItem) and row.title.text == title))
            if rows != decl.rows:
                draft.decls[i] = attrs.evolve(decl, rows=rows)
