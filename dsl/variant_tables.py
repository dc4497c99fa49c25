"""Cards in tables: finding a card's row, and exchanging its numbers there."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_changes import is_copies
from rulewright.dsl.variant_draft import Draft, head
from rulewright.dsl.variant_paths import said

Cell = n.Word | n.Text | n.NumberExpr


def tables_of(decls: Iterable[n.Decl]) -> list[n.CardsDecl]:
    """All tables of cards."""
    return [decl for decl in decls if isinstance(decl, n.CardsDecl)]


def card_titles(decls: Iterable[n.Decl]) -> list[str]:
    """The cards of all tables, and those with a text of their own."""
    decls = list(decls)
    rows = [title for table in tables_of(decls) for row in table.rows if (title := title_of(row)) is not None]
    return list(dict.fromkeys([*rows, *(decl.title.text for decl in decls if isinstance(decl, n.CardDecl))]))


def card_row(decls: list[n.Decl], title: str) -> tuple[int, n.RowItem] | None:
    """The first row of a card: which declaration, and the row."""
    for i, decl in enumerate(decls):
        if isinstance(decl, n.CardsDecl):
            for row in decl.rows:
                if isinstance(row, n.RowItem) and title_of(row) == title:
                    return i, row
    return None


def title_of(row: n.Item) -> str | None:
    """The card that a row is about."""
    cells = row.cells if isinstance(row, n.RowItem) else ()
    return next((cell.text for cell in cells if isinstance(cell, n.Text)), None)


def header_of(table: n.CardsDecl) -> list[str]:
    """The columns of a table of cards."""
    for row in table.rows:
        if isinstance(row, n.RowItem) and all(isinstance(cell, n.Word) for cell in row.cells):
            return [cell.text for cell in row.cells if isinstance(cell, n.Word)]
    return []


def cell_of(value: n.Expr) -> Cell | None:
    """A plain value as it stands in a table."""
    if isinstance(value, n.NumberExpr):
        return value
    return n.Word(value.name, span=value.span) if isinstance(value, n.NameExpr) else None


def without_row(table: n.Decl, row: n.RowItem) -> n.Decl:
    """The table without a row."""
    assert isinstance(table, n.CardsDecl)
    return attrs.evolve(table, rows=tuple(one for one in table.rows if one is not row))


def into_table(draft: Draft, decl: n.CardDecl) -> n.CardDecl | None:
    """Write the numbers of a card that stands in a table into its row; give what is left to change, or None."""
    found = card_row(draft.decls, decl.title.text)
    if found is None:
        return decl
    at, row = found
    table = draft.decls[at]
    assert isinstance(table, n.CardsDecl)
    columns = header_of(table)
    cells = list(row.cells)
    path = said(("card", decl.title.text))
    items: list[n.Item] = []
    for item in decl.items:
        left = []
        for stat in item.stats if isinstance(item, n.StatsItem) else ():
            cell = cell_of(stat.value)
            if stat.name.text in columns and cell is not None:
                cells[columns.index(stat.name.text)] = cell
                draft.write((path, stat.name.text), stat.span, cell)
            else:
                left.append(stat)
        if not isinstance(item, n.StatsItem):
            items.append(item)
        elif left:
            items.append(attrs.evolve(item, stats=tuple(left)))
    traits = []
    for trait in decl.traits:
        if is_copies(trait) and "copies" in columns and isinstance(trait.words[0], n.NumberExpr):
            cells[columns.index("copies")] = trait.words[0]
            draft.write((path, "copies"), trait.span, trait.words[0])
        else:
            traits.append(trait)
    nothing_left = not items and not traits and decl.doc is None
    if tuple(cells) == row.cells and nothing_left:
        if row in (old for base in tables_of(draft.base) for old in base.rows):
            draft.error("E434", head(decl), f"this changes nothing: `{path}` is already so")
        return None
    new = attrs.evolve(row, cells=tuple(cells))
    draft.decls[at] = attrs.evolve(table, rows=tuple(new if one is row else one for one in table.rows))
    return None if nothing_left else attrs.evolve(decl, items=tuple(items), traits=tuple(traits))


def change_table(draft: Draft, given: n.CardsDecl) -> None:
    """Exchange numbers in the tables of a kind: rows by the cards' names, the columns that are given."""
    new_columns = header_of(given)
    tables = [decl for decl in tables_of(draft.decls) if decl.kind.text == given.kind.text]
    if not tables:
        draft.missing(("cards", given.kind.text), head(given), "change")
        return
    if not new_columns:
        draft.error("E431", head(given), "the first row names the columns that change", "write `name  ...` above")
        return
    known = card_titles(tables)
    changes = wrong = False
    if given.doc is not None:
        at = next(i for i, decl in enumerate(draft.decls) if decl is tables[0])
        draft.write((said(("cards", given.kind.text)), "text"), given.doc.span, given.doc)
        draft.decls[at] = attrs.evolve(tables[0], doc=given.doc)
        changes = True
    for row in given.rows:
        if not isinstance(row, n.RowItem) or all(isinstance(cell, n.Word) for cell in row.cells):
            if not isinstance(row, n.RowItem):
                draft.error("E431", row.span, "only rows can be changed", "`replace cards of kind ...:` exchanges all")
                wrong = True
            continue
        title = title_of(row)
        if title is None or title not in known:
            span = next((cell.span for cell in row.cells if isinstance(cell, n.Text)), row.span)
            hint = did_you_mean(title, known) if title else None
            draft.error("E431", span, f'this table has no "{title}" to change' if title else "this row names no card",
                        hint)  # fmt: skip
            wrong = True
            continue
        done = _change_row(draft, row, title, new_columns)
        changes, wrong = changes or done is True, wrong or done is None
    if not changes and not wrong and all(draft.as_it_was(table) for table in tables):
        draft.error("E434", head(given), f"this changes nothing: `{said(('cards', given.kind.text))}` is already so")


def _change_row(draft: Draft, row: n.RowItem, title: str, columns: list[str]) -> bool | None:
    """Exchange cells of a card's row; whether anything changes, or None if a column is not there."""
    found = card_row(draft.decls, title)
    assert found is not None
    at, old = found
    table = draft.decls[at]
    assert isinstance(table, n.CardsDecl)
    known = header_of(table)
    cells = list(old.cells)
    for column, cell in zip(columns, row.cells, strict=False):
        if column not in known:
            draft.error("E431", row.span, f"the table has no column `{column}`", did_you_mean(column, known))
            return None
        place = known.index(column)
        if column == "name":
            continue
        if place < len(cells) and cells[place] != cell:
            draft.write((said(("card", title)), column), cell.span, cell)
            cells[place] = cell
    new = attrs.evolve(old, cells=tuple(cells))
    draft.decls[at] = attrs.evolve(table, rows=tuple(new if one is old else one for one in table.rows))
    return new != old
