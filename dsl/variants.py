"""Variants: changes to the declarations of a game, applied to its syntax trees before they are resolved.

Every variant is computed against the base (or the variant that it comes after). Two that are not ordered conflict when
they write the same part. The order in which they are named makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import attrs
from attrs import define, field

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.problems import Problems
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_changes import cell_of, changed, header_of
from rulewright.dsl.variant_paths import Key, blocks_in, key_of, said, sorts_named, with_block

Path = tuple[Key, str]  # a declaration and a part of it; "*" is all of it


@define
class _Write:
    """Who wrote a part, where, and what is there now."""

    variant: n.VariantDecl
    span: Span
    value: Any
    adds: bool = False


@define
class _Base:
    """The declarations of a game while variants change them."""

    decls: list[n.Decl]
    problems: Problems
    untouched: tuple[n.Decl, ...] = ()  # as the game itself says it: what a variant says against that is no news
    writes: dict[Path, _Write] = field(factory=dict)
    current: n.VariantDecl | None = None
    earlier: frozenset[str] = frozenset()  # titles of the variants that the current one comes after

    def find(self, key: Key | None) -> int | None:
        return next((i for i, decl in enumerate(self.decls) if key_of(decl) == key), None) if key else None

    def keys(self, sorts: Iterable[str]) -> dict[str, Key]:
        wanted = set(sorts)
        return {key[1]: key for decl in self.decls if (key := key_of(decl)) is not None and key[0] in wanted}

    def error(
        self, code: str, span: Span, message: str, hint: str | None = None, related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self.problems.add(code, span, message, hint=hint, related=related)

    def write(self, key: Key, part: str, span: Span, value: Any, *, adds: bool = False) -> None:
        """Note that the current variant writes a part; a conflict with another one is an error."""
        assert self.current is not None
        for (other_key, other_part), earlier in self.writes.items():
            if other_key != key or earlier.variant is self.current or str(earlier.variant.title) in self.earlier:
                continue
            overlap = other_part == part or "*" in (other_part, part)
            if overlap and not (adds and earlier.adds) and earlier.value != value:
                what = said(key) + (f", {part}" if part != "*" else "")
                self.error(
                    "E433", span, f'"{self.current.title.text}" and "{earlier.variant.title.text}" both change '
                                  f'`{what}`',
                    "leave one of them out, or say in one of them `comes after` the other",
                    ((earlier.span, f'"{earlier.variant.title.text}" changes it here'),),
                )  # fmt: skip
                return
        self.writes[key, part] = _Write(self.current, span, value, adds)


def apply_variants(
    trees: tuple[n.FileNode, ...], variant_trees: list[n.FileNode], titles: Iterable[str] = ()
) -> tuple[tuple[n.FileNode, ...], tuple[Diagnostic, ...]]:
    """Give the game's trees with variants applied: those of other files, and those of its own that are named."""
    problems = Problems()
    own = {decl.title.text: decl for tree in trees for decl in tree.decls if isinstance(decl, n.VariantDecl)}
    chosen: list[n.VariantDecl] = []
    for title in titles:
        if title in own:
            chosen.append(own[title])
        else:
            hint = did_you_mean(title, own)
            problems.add("E430", Span(trees[0].span.source, 0, 0), f'the game has no variant "{title}"', hint=hint)
    extra: list[n.Decl] = []
    for tree in variant_trees:
        found = [decl for decl in tree.decls if isinstance(decl, n.VariantDecl)]
        if found and not _is_of(found[0], trees, problems):
            continue  # nothing of it can be expected to fit
        extra.extend(decl for decl in tree.decls if not isinstance(decl, n.VariantDecl | n.UseDecl))
        if not found:
            problems.add(
                "E430",
                Span(tree.span.source, 0, 0),
                "this file has no variant",
                hint='a variant begins so: `variant "NAME" of "game.rules":`',
            )
        if len(found) > 1:
            problems.add(
                "E430",
                found[1].title.span,
                "this file has several variants, so it does not say which is meant",
                hint="give each a file of its own",
            )
        chosen.extend(found[:1])
    decls = _joined(decl for tree in trees for decl in tree.decls)
    base = _Base(list(decls), problems, decls)
    for variant, earlier in _ordered(chosen, problems):
        base.current, base.earlier = variant, earlier
        errors = problems.has_errors
        for change in variant.changes:
            _apply(base, change)
        wrote = any(write.variant is variant for write in base.writes.values())
        if not wrote and not (problems.has_errors and not errors):
            base.error("E434", variant.title.span, f'the variant "{variant.title.text}" changes nothing')
    merged = attrs.evolve(trees[0], decls=(*base.decls, *extra))
    return (merged,), problems.all()


def _joined(decls: Iterable[n.Decl]) -> tuple[n.Decl, ...]:
    """Give the declarations with all `each X has:` of one X as one, so that a variant finds every member of X there.

    A game and each file that it uses may have a block of their own.
    """
    joined: dict[Key | int, n.Decl] = {}
    for i, decl in enumerate(decls):
        key = key_of(decl) if isinstance(decl, n.HasDecl) else None
        first = joined.get(key) if key is not None else None
        if key is not None and isinstance(first, n.HasDecl) and isinstance(decl, n.HasDecl):
            joined[key] = attrs.evolve(first, members=(*first.members, *decl.members), doc=first.doc or decl.doc)
        else:
            joined[i if key is None else key] = decl
    return tuple(joined.values())


def _is_of(variant: n.VariantDecl, trees: tuple[n.FileNode, ...], problems: Problems) -> bool:
    """Whether a variant is one of this game; it says so by the game's file or title."""
    if variant.of is None:
        return True
    title = next((decl.title.text for decl in trees[0].decls if isinstance(decl, n.GameDecl)), None)
    names = {PurePath(tree.span.source.name).name for tree in trees} | ({title} if title else set())
    if PurePath(variant.of.text).name not in names:
        problems.add("E430", variant.of.span, f'this is a variant of "{variant.of.text}", not of this game')
        return False
    return True


def _ordered(variants: list[n.VariantDecl], problems: Problems) -> list[tuple[n.VariantDecl, frozenset[str]]]:
    """Give the variants in an order that does not depend on how they were named, each with those before it."""
    by_title = {v.title.text: v for v in variants}
    for variant in by_title.values():
        for change in variant.changes:
            if isinstance(change, n.NeedsItem) and change.variant.text not in by_title:
                problems.add(
                    "E435", change.variant.span, f'"{variant.title.text}" needs the variant "{change.variant.text}"'
                )
            elif isinstance(change, n.ExcludesItem) and change.variant.text in by_title:
                problems.add(
                    "E435",
                    change.variant.span,
                    f'"{variant.title.text}" cannot be played together with "{change.variant.text}"',
                )
    done: dict[str, frozenset[str]] = {}
    order: list[tuple[n.VariantDecl, frozenset[str]]] = []

    def visit(title: str, above: tuple[str, ...]) -> frozenset[str]:
        if title in done:
            return done[title]
        variant = by_title[title]
        earlier: set[str] = set()
        for change in variant.changes:
            if isinstance(change, n.ComesAfterItem) and change.variant.text in by_title:
                if change.variant.text in (*above, title):
                    problems.add("E435", change.variant.span, "variants come after each other in a circle")
                    continue
                earlier |= {change.variant.text} | visit(change.variant.text, (*above, title))
        done[title] = frozenset(earlier)
        order.append((variant, done[title]))
        return done[title]

    for title in sorted(by_title):
        visit(title, ())
    return order


# ---------------------------------------------------------------- single changes


def _apply(base: _Base, change: n.Item) -> None:
    match change:
        case n.ChangeItem(decl=decl):
            _change(base, decl)
        case n.ReplaceItem(decl=decl):
            _replace(base, decl)
        case n.AddItem(decl=decl):
            _add(base, decl)
        case n.RemoveItem():
            _remove(base, change)
        case n.InsertItem():
            _insert(base, change)


def _missing(base: _Base, key: Key | None, span: Span, word: str) -> None:
    sort, name = key if key is not None else ("", "")
    known = base.keys((sort,))
    shown = said(key) if key is not None else "this"
    hint = did_you_mean(name, known)
    base.error("E431", span, f"the game has no `{shown}` to {word}", hint)


def _with_its_sort(base: _Base, sort: str, name: str) -> str | None:
    """The hint for a place that was named without saying what it is: `round count_up` for `count_up`."""
    if name:
        return None
    found = [said(key) for key in ((s, sort) for s in ("round", "verb", "action")) if base.find(key) is not None]
    if sort in _phase_names(base):
        found.append(f"phase {sort}")
    return f"say what it is: `{found[0].replace('to ', 'verb ', 1)}`" if found else None


def _span(decl: n.Decl) -> Span:
    end = decl.span.source.text.find("\n", decl.span.start, decl.span.end)
    return decl.span if end < 0 else Span(decl.span.source, decl.span.start, end)


def _change(base: _Base, decl: n.Decl) -> None:
    key = key_of(decl)
    if isinstance(decl, n.CardDecl):
        left = _into_table(base, decl)
        if left is None:
            return
        decl = left
    if isinstance(decl, n.CardDecl) and base.find(key) is None and _in_table(base, decl.title.text) is not None:
        base.decls.append(decl)  # a card of a table that has no text yet gets one
        base.write(("card", decl.title.text), "*", _span(decl), decl)
        return
    at = base.find(key)
    if at is None or key is None:
        _missing(base, key, _span(decl), "change")
        return
    old = base.decls[at]
    wrong: list[str] = []

    def complain(span: Span, message: str, hint: str | None) -> None:
        wrong.append(message)
        base.error("E431", span, message, hint)

    new, parts = changed(old, decl, complain)
    if new == old and not wrong and old in base.untouched:
        base.error("E434", _span(decl), f"this changes nothing: `{said(key)}` is already so")
        return
    for part in sorted(parts) if new != old or old not in base.untouched else ():
        base.write(key, part, _span(decl), (part, decl), adds=part.startswith("added "))
    base.decls[at] = new


def _into_table(base: _Base, decl: n.CardDecl) -> n.CardDecl | None:
    """Write the numbers of a card that stands in a table into its row; give what is left to change, or None."""
    found = _in_table(base, decl.title.text)
    if found is None:
        return decl
    at, row = found
    table = base.decls[at]
    assert isinstance(table, n.CardsDecl)
    columns = header_of(table)
    cells = list(row.cells)
    items: list[n.Item] = []
    for item in decl.items:
        left = []
        for stat in item.stats if isinstance(item, n.StatsItem) else ():
            cell = cell_of(stat.value)
            if stat.name.text in columns and cell is not None:
                cells[columns.index(stat.name.text)] = cell
                base.write(("card", decl.title.text), stat.name.text, stat.span, cell)
            else:
                left.append(stat)
        if not isinstance(item, n.StatsItem):
            items.append(item)
        elif left:
            items.append(attrs.evolve(item, stats=tuple(left)))
    traits = []
    for trait in decl.traits:
        if len(trait.words) == 2 and isinstance(trait.words[0], n.NumberExpr) and "copies" in columns:
            cells[columns.index("copies")] = trait.words[0]
            base.write(("card", decl.title.text), "copies", trait.span, trait.words[0])
        else:
            traits.append(trait)
    nothing_left = not items and not traits and decl.doc is None
    if tuple(cells) == row.cells and nothing_left:
        base.error("E434", _span(decl), f'this changes nothing: `card "{decl.title.text}"` is already so')
        return None
    new = attrs.evolve(row, cells=tuple(cells))
    base.decls[at] = attrs.evolve(table, rows=tuple(new if one is row else one for one in table.rows))
    return None if nothing_left else attrs.evolve(decl, items=tuple(items), traits=tuple(traits))


def _replace(base: _Base, decl: n.Decl) -> None:
    key = key_of(decl)
    at = base.find(key)
    if at is None or key is None:
        _missing(base, key, _span(decl), "replace")
        return
    if base.decls[at] == decl and decl in base.untouched:
        base.error("E434", _span(decl), f"this changes nothing: `{said(key)}` is already so")
        return
    base.write(key, "*", _span(decl), decl)
    base.decls[at] = decl


def _add(base: _Base, decl: n.Decl) -> None:
    key = key_of(decl)
    at = base.find(key)
    if key is None:
        base.decls.append(decl)
        return
    if at is not None and isinstance(decl, n.HasDecl | n.CardsDecl):
        base.decls.append(decl)  # more members, more cards
        base.write(key, f"added {_span(decl).start}", _span(decl), decl, adds=True)
        return
    if at is not None or (isinstance(decl, n.CardDecl) and _in_table(base, decl.title.text) is not None):
        base.error("E432", _span(decl), f"the game already has `{said(key)}`", "`change` alters it, `replace` "
                                                                               "exchanges it",
                   ((_span(base.decls[at]), "it is here"),) if at is not None else ())  # fmt: skip
        return
    base.write(key, "*", _span(decl), decl)
    base.decls.append(decl)


def _in_table(base: _Base, title: str) -> tuple[int, n.RowItem] | None:
    for i, decl in enumerate(base.decls):
        if isinstance(decl, n.CardsDecl):
            for row in decl.rows:
                if isinstance(row, n.RowItem) and any(isinstance(c, n.Text) and c.text == title for c in row.cells):
                    return i, row
    return None


def _remove(base: _Base, item: n.RemoveItem) -> None:
    name = item.name.text
    sort = item.sort.text
    if sort == "phase":
        _remove_phase(base, item)
        return
    removed = False
    for wanted in sorts_named(sort):
        keys = [(wanted, name)] + [
            key for text, key in base.keys((wanted,)).items() if text.split(" ")[-1] == name and text != name
        ]
        for key in keys:
            at = base.find(key)
            if at is not None:
                base.write(key, "*", item.span, None)
                del base.decls[at]
                removed = True
                break
    if sort == "card":
        while (found := _in_table(base, name)) is not None:
            at, row = found
            table = base.decls[at]
            assert isinstance(table, n.CardsDecl)
            base.decls[at] = attrs.evolve(table, rows=tuple(r for r in table.rows if r is not row))
            base.write(("card", name), "*", item.span, None)
            removed = True
        if removed:
            _out_of_decks(base, name)
    if not removed:
        known = {text for wanted in sorts_named(sort) for text in base.keys((wanted,))}
        if sort == "card":
            known |= {
                c.text
                for d in base.decls
                if isinstance(d, n.CardsDecl)
                for r in d.rows
                if isinstance(r, n.RowItem)
                for c in r.cells
                if isinstance(c, n.Text)
            }
        hint = did_you_mean(name, known)
        shown = f'card "{name}"' if sort == "card" else f"{sort} {name}"
        base.error(
            "E431",
            item.span,
            f"the game has no `{shown}` to remove",
            hint.replace("`", '"') if hint and sort == "card" else hint,
        )


def _out_of_decks(base: _Base, title: str) -> None:
    """A card that is gone is in no deck either."""
    for i, decl in enumerate(base.decls):
        if isinstance(decl, n.DeckDecl):
            rows = tuple(row for row in decl.rows if not (isinstance(row, n.CopiesItem) and row.title.text == title))
            base.decls[i] = attrs.evolve(decl, rows=rows)


def _phase_block(base: _Base, name: str) -> tuple[int, n.Block, int] | None:
    """Give where a phase stands: its declaration, the block around it, and its place there."""
    for i, decl in enumerate(base.decls):
        for block in blocks_in(decl):
            for j, stmt in enumerate(block.stmts):
                if isinstance(stmt, n.PhaseStmt) and stmt.name.text == name:
                    return i, block, j
    return None


def _phase_names(base: _Base) -> set[str]:
    return {s.name.text for d in base.decls for b in blocks_in(d) for s in b.stmts if isinstance(s, n.PhaseStmt)}


def _remove_phase(base: _Base, item: n.RemoveItem) -> None:
    found = _phase_block(base, item.name.text)
    if found is None:
        base.error(
            "E431",
            item.span,
            f"the game has no `phase {item.name.text}` to remove",
            did_you_mean(item.name.text, _phase_names(base)),
        )
        return
    at, block, place = found
    base.write(("phase", item.name.text), "*", item.span, None)
    new = attrs.evolve(block, stmts=(*block.stmts[:place], *block.stmts[place + 1 :]))
    base.decls[at] = with_block(base.decls[at], block, new)


def _insert(base: _Base, item: n.InsertItem) -> None:
    where, sort = str(item.where), item.sort.text
    name = item.name.text if item.name is not None else ""
    found = _place(base, where, sort, name)
    if found is None:
        shown = f"{sort} {name}".strip()
        known = _phase_names(base) if sort == "phase" else set(base.keys(sorts_named(sort)))
        base.error(
            "E431",
            item.sort.span,
            f"the game has no `{shown}`, so nothing can be inserted there",
            _with_its_sort(base, sort, name) or did_you_mean(name, known),
        )
        return
    at, block, place = found
    base.write(("place", f"{where} {sort} {name}"), "*", item.span, item.block)
    new = attrs.evolve(block, stmts=(*block.stmts[:place], *item.block.stmts, *block.stmts[place:]))
    base.decls[at] = with_block(base.decls[at], block, new)


def _place(base: _Base, where: str, sort: str, name: str) -> tuple[int, n.Block, int] | None:
    """Give the block and the index at which something is inserted."""
    if where in ("before", "after"):
        found = _phase_block(base, name) if sort == "phase" else _performed(base, name)
        if found is None:
            return None
        at, block, place = found
        return at, block, place + (where == "after")
    if sort == "phase":
        inside = _phase_block(base, name)
        if inside is None:
            return None
        at, block, place = inside
        phase = block.stmts[place]
        assert isinstance(phase, n.PhaseStmt)
        return at, phase.block, 0 if where == "start" else len(phase.block.stmts)
    for wanted in sorts_named(sort):
        there = base.find((wanted, name))
        own = None if there is None else _own_block(base.decls[there])
        if there is not None and own is not None:
            return there, own, 0 if where == "start" else len(own.stmts)
    return None


def _own_block(decl: n.Decl) -> n.Block | None:
    """Give the block that is what the declaration does."""
    if isinstance(decl, n.ActionDecl):
        return next((i.block for i in decl.items if isinstance(i, n.PartItem) and str(i.name) == "do"), None)
    block = getattr(decl, "block", None)
    return block if isinstance(block, n.Block) else None


def _performed(base: _Base, name: str) -> tuple[int, n.Block, int] | None:
    """Give where a round, verb or action is done: the first line of the game that says so."""
    for i, decl in enumerate(base.decls):
        for block in blocks_in(decl):
            for j, stmt in enumerate(block.stmts):
                if isinstance(stmt, n.PhraseStmt) and any(
                    isinstance(p, n.NameExpr) and p.name == name for p in stmt.phrase.slots[0].parts[:2]
                ):
                    return i, block, j
    return None
