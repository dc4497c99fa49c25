"""Card tables in columns: texts and words to the left, numbers to the right."""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import width
from rulewright.dsl.postlex import LAYOUT, Token
from rulewright.dsl.visitor import walk


def table_rows(tree: n.FileNode, tokens: list[Token]) -> dict[int, str]:
    """The text of each row of a table, by the offset where the row starts."""
    starts = {token.start: at for at, token in enumerate(tokens) if token.kind not in LAYOUT}
    rows: dict[int, str] = {}
    for node in walk(tree):
        if isinstance(node, n.CardsDecl):
            table = [(row.span.start, cells(row, tokens, starts)) for row in node.rows if isinstance(row, n.RowItem)]
            rows.update(aligned(table))
    return rows


def cells(row: n.RowItem, tokens: list[Token], starts: dict[int, int]) -> list[str]:
    """The texts of the cells of a row; a sign and its number are one cell."""
    result = []
    for cell in row.cells:
        at = starts[cell.span.start]
        text = tokens[at].text
        if isinstance(cell, n.NumberExpr) and tokens[at].kind == "MINUS":
            text += tokens[at + 1].text
        result.append(text)
    return result


def aligned(table: list[tuple[int, list[str]]]) -> dict[int, str]:
    """The rows with their cells in columns. A row of another length than the first has no columns to stand in."""
    if not table:
        return {}
    length = len(table[0][1])
    regular = [row for _, row in table if len(row) == length]
    numeric = [all(is_number(row[at]) for row in regular[1:]) and len(regular) > 1 for at in range(length)]
    widths = [max(width(row[at]) for row in regular) for at in range(length)]
    result = {}
    for start, row in table:
        if len(row) != length:
            result[start] = "  ".join(row)
            continue
        parts = [
            " " * (widths[at] - width(cell)) + cell if numeric[at] else cell + " " * (widths[at] - width(cell))
            for at, cell in enumerate(row)
        ]
        result[start] = "  ".join(parts).rstrip()
    return result


def is_number(cell: str) -> bool:
    """Whether a cell is a number."""
    return cell.lstrip("-").isdigit()
