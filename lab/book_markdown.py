"""A rulebook as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.visible import visible
from rulewright.lab.book import Block, Heading, Para, Picture, Rules, Table

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|"})


def markdown(blocks: Iterable[Block]) -> str:
    """Give the text of the file."""
    return "\n\n".join(_block(block) for block in blocks) + "\n"


def _text(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n")).translate(_SIGNS)


def _block(block: Block) -> str:
    match block:
        case Heading(level=level, text=text):
            return f"{'#' * level} {_text(text)}"
        case Para(text=text):
            return _text(text)
        case Rules(lines=lines):
            return "\n".join(f"    {visible(line)}" for line in lines)
        case Table(columns=columns, rows=rows):
            numeric = numeric_columns(block)
            marks = ["---:" if at in numeric else "---" for at in range(len(columns))]
            told = [columns, tuple(marks), *rows]
            return "\n".join(f"| {' | '.join(_cell(cell, row is told[1]) for cell in row)} |" for row in told)
        case Picture(said=said):
            return f"*{_text(said)}: `rulewright board` draws it.*"


def _cell(cell: str, mark: bool) -> str:
    return cell if mark else _text(cell).replace("\n", "<br>")


def numeric_columns(table: Table) -> frozenset[int]:
    """Which columns hold numbers only."""
    return frozenset(
        at
        for at in range(len(table.columns))
        if table.rows and all(row[at].lstrip("-").isdigit() or not row[at] for row in table.rows)
    )
