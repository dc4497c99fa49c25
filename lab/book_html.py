"""A rulebook as one HTML file that needs nothing else, to be read and printed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rulewright.dsl.visible import visible
from rulewright.lab.book import Block, Heading, Para, Picture, Rules, Table
from rulewright.lab.book_markdown import numeric_columns

_STYLE = """
:root { color: #111; background: #fff; font: 17px/1.5 Georgia, "Times New Roman", serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 2rem; } h2 { border-bottom: 2px solid #111; margin-top: 2.2rem; } h3 { margin-bottom: .2rem; }
pre { font: .9rem/1.45 ui-monospace, monospace; border-left: 3px solid #999; padding-left: .8rem; white-space: pre-wrap; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .95rem; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #999; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; } figcaption { color: #333; }
@media print { h2, h3 { break-after: avoid; } tr, pre, figure { break-inside: avoid; } main { max-width: none; } }
"""


def html(blocks: Iterable[Block]) -> str:
    """Give the page."""
    blocks = list(blocks)
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    body = "\n".join(_block(block) for block in blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{_text(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape("\n".join(visible(line) for line in text.split("\n")))


def _block(block: Block) -> str:
    match block:
        case Heading(level=level, text=text):
            return f"<h{level}>{_text(text)}</h{level}>"
        case Para(text=text):
            return "\n".join(f"<p>{_text(part)}</p>" for part in text.split("\n\n"))
        case Rules(lines=lines):
            return "<pre>" + "\n".join(_text(line) for line in lines) + "</pre>"
        case Table():
            return _table(block)
        case Picture(svg=svg, said=said):
            return f"<figure>{svg}<figcaption>{_text(said)}</figcaption></figure>"


def _table(table: Table) -> str:
    numeric = numeric_columns(table)

    def row(cells: Iterable[str], tag: str) -> str:
        marks = ("number" if at in numeric else "" for at in range(len(table.columns)))
        told = (
            f"<{tag}{f' class={mark}' if mark else ''}>{_text(cell).replace(chr(10), '<br>')}</{tag}>"
            for cell, mark in zip(cells, marks, strict=True)
        )
        return f"<tr>{''.join(told)}</tr>"

    rows = "\n".join(row(cells, "td") for cells in table.rows)
    return f'<div class="wide"><table>\n<thead>{row(table.columns, "th")}</thead>\n<tbody>\n{rows}\n</tbody></table></div>'
