"""What differs between two games, or a game and its variant: declarations, members and cards, as rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.loading import LoadResult
from rulewright.dsl.print_merged import Printer
from rulewright.dsl.printer import format_source
from rulewright.dsl.source import Source
from rulewright.dsl.variant_changes import member_names
from rulewright.dsl.variant_paths import key_of, said
from rulewright.dsl.variant_tables import header_of, title_of
from rulewright.dsl.variants import joined

_NOT_RULES = (n.UseDecl, n.VariantDecl, n.ScenarioDecl, n.SituationDecl, n.ExperimentDecl)


@attrs.frozen
class Difference:
    """One thing that is not the same. kind: `option`, `card`, `each player has`; before, after: the rules, or None."""

    change: Literal["added", "removed", "changed"]
    kind: str
    name: str
    before: str | None
    after: str | None


Part = tuple[str, str]


def differences(one: LoadResult, other: LoadResult) -> list[Difference]:
    """Give what the second game has otherwise than the first, in the order of the first."""
    before, after = dict(_parts(one)), dict(_parts(other))
    found = []
    for part in dict.fromkeys([*before, *after]):
        old, new = before.get(part), after.get(part)
        if old == new:
            continue
        change: Literal["added", "removed", "changed"] = (
            "added" if old is None else "removed" if new is None else "changed"
        )
        found.append(Difference(change, *part, old, new))
    return found


def _parts(result: LoadResult) -> Iterator[tuple[Part, str]]:
    """Everything in a game that can differ, with its text."""
    printer = Printer([*result.base, *result.variant_files])
    decls = joined(decl for tree in result.files for decl in tree.decls)
    for at, decl in enumerate(decls):
        if isinstance(decl, _NOT_RULES):
            continue
        key = key_of(decl)
        if key is None:
            yield ("declaration", str(at)), laid_out(printer, decl)
        elif isinstance(decl, n.HasDecl):
            yield from _members(printer, decl, key[1])
        elif isinstance(decl, n.CardsDecl):
            yield from _rows(decl)
        else:
            sort = "text of card" if isinstance(decl, n.CardDecl) and _in_a_table(decl, decls) else key[0]
            yield (sort, key[1]), laid_out(printer, decl)


def _members(printer: Printer, decl: n.HasDecl, owner: str) -> Iterator[tuple[Part, str]]:
    for item in decl.members:
        for name in member_names(item):
            only = attrs.evolve(item, names=(name,)) if isinstance(item, n.MemberItem) else item
            alone = attrs.evolve(decl, members=(only,), doc=None)
            lines = laid_out(printer, alone).split("\n")[1:]
            yield (said(("has", owner)), name.text), "\n".join(line.strip() for line in lines)


def _rows(decl: n.CardsDecl) -> Iterator[tuple[Part, str]]:
    columns = header_of(decl)
    for row in decl.rows:
        title = title_of(row)
        if isinstance(row, n.RowItem) and title is not None:
            cells = dict(zip(columns, (cell.span.text for cell in row.cells), strict=False))
            told = ", ".join(f"{column} {cell}" for column, cell in cells.items() if column not in ("name", "copies"))
            copies = f", {cells['copies']} copies" if "copies" in cells else ""
            yield ("card", title), f'card "{title}": {decl.kind.text}{copies}' + (f", {told}" if told else "")
        elif isinstance(row, n.GeneratorItem):
            yield ("cards of kind", f"{decl.kind.text}: {row.title.text}"), " ".join(row.span.text.split())


def _in_a_table(card: n.CardDecl, decls: tuple[n.Decl, ...]) -> bool:
    tables = (decl for decl in decls if isinstance(decl, n.CardsDecl))
    return any(title_of(row) == card.title.text for table in tables for row in table.rows)


def laid_out(printer: Printer, decl: n.Decl) -> str:
    """The text of one declaration without the comments around it."""
    lines = printer.lines(decl)
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        del lines[0]
    return format_source(Source.from_text("\n".join(lines) + "\n", "difference.rules")).rstrip("\n")
