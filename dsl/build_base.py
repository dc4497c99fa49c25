"""What the builders of nodes share."""

from __future__ import annotations

import unicodedata
from inspect import cleandoc
from typing import Any, NamedTuple

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.source import Span


class Body(NamedTuple):
    """The lines of a block and the text at its head."""

    doc: n.Text | None
    items: tuple[Any, ...]
    span: Span


class BuilderBase:
    """Helpers of all builders; `diagnostics` collects what they report."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def report(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        """Note an error in what was read."""
        self.diagnostics.append(error(code, message, span, hint=hint))

    # Rules that make a plain tuple.

    def names(self, _: Span, *children: Any) -> tuple[Any, ...]:
        return children

    words = row = properties = traits = stats = pattern_row = labelled_slots = despite = headings = all_series = names

    def params(self, _: Span, *children: Any) -> tuple[Any, ...]:
        return tuple(child for child in children if child is not None)

    args = params

    # Rules that stand for their only child.

    def prep(self, _: Span, word: n.Word) -> n.Word:
        return word

    little = slot = because = asking = set_bound = prep

    def number_expr(self, _: Span, number: n.NumberExpr) -> n.NumberExpr:
        return number

    percent_expr = number_expr

    def body(self, span: Span, *children: Any) -> Body:
        if children and type(children[0]) is n.Text:
            return Body(children[0], children[1:], span)
        return Body(None, children, span)

    texted = quoted = body

    def block(self, span: Span, inside: Any) -> n.Block:
        if type(inside) is Body:
            return n.Block(inside.doc, inside.items, span=span)
        return n.Block(None, (inside,), span=span)

    def file(self, span: Span, *decls: n.Decl) -> n.FileNode:
        return n.FileNode(decls, span=span)


def doc_text(token: str) -> str:
    """The text between the triple quotes, without the indentation it has because of where it stands."""
    return cleandoc("\n".join(line.rstrip() for line in token[3:-3].split("\n")))


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def string_text(token: str) -> str:
    """The text between the quotes; `\\"`, `\\\\`, `\\n` and `\\t` stand for one character."""
    inner = token[1:-1]
    if not inner.isascii():
        inner = unicodedata.normalize("NFC", inner)
    if "\\" not in inner:
        return inner
    parts, at = [], 0
    while (slash := inner.find("\\", at)) >= 0:
        parts.append(inner[at:slash])
        following = inner[slash + 1]
        parts.append(_ESCAPES.get(following, "\\" + following))
        at = slash + 2
    parts.append(inner[at:])
    return "".join(parts)
