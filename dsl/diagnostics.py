"""Errors and warnings as values: what is wrong, where, what else to look at, and what to do about it.

Every code has an entry in a table that `explain` reads: `CODES` of the modules `rulewright.dsl.codes_*`, one for each
phase, and the tables that other packages hand to `register`.
"""

from __future__ import annotations

import importlib
import pkgutil
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

import attrs

from rulewright.dsl.source import Span

Severity = Literal["error", "warning", "note"]


MOST_SIGNS = 600


def _short(text: str) -> str:
    """The text without its middle if somebody's name for something makes it endless."""
    half = MOST_SIGNS // 2
    return text if len(text) <= MOST_SIGNS else f"{text[:half]} ... {text[-half:]}"


def _short_related(found: tuple[tuple[Span, str], ...]) -> tuple[tuple[Span, str], ...]:
    return tuple((span, _short(text)) for span, text in found)


@attrs.frozen(slots=True)
class Diagnostic:
    """One finding. `related` are other places with a few words on each; `hint` says what to write instead."""

    code: str
    severity: Severity
    message: str = attrs.field(converter=_short)
    span: Span
    related: tuple[tuple[Span, str], ...] = attrs.field(default=(), converter=_short_related)
    hint: str | None = attrs.field(default=None, converter=attrs.converters.optional(_short))

    def sort_key(self) -> tuple[str, int, str]:
        """Order by file, place and code."""
        return (self.span.source.name, self.span.start, self.code)


def error(
    code: str, message: str, span: Span, *, related: tuple[tuple[Span, str], ...] = (), hint: str | None = None
) -> Diagnostic:
    """An error with this code."""
    return Diagnostic(code, "error", message, span, related, hint)


def warning(
    code: str, message: str, span: Span, *, related: tuple[tuple[Span, str], ...] = (), hint: str | None = None
) -> Diagnostic:
    """A warning with this code."""
    return Diagnostic(code, "warning", message, span, related, hint)


# ------------------------------------------------------------------ the register of codes


@attrs.frozen(slots=True)
class CodeInfo:
    """What `explain` says about a code: why it is an error, and an example before and after."""

    title: str
    text: str
    before: str
    after: str


_registered: list[Mapping[str, CodeInfo]] = []


def register(table: Mapping[str, CodeInfo]) -> None:
    """Add the codes of another package to those that `codes` gives."""
    _registered.append(table)
    codes.cache_clear()


@cache
def codes() -> Mapping[str, CodeInfo]:
    """Every code with what is known about it, in order. A code that two tables hold is a fault of the program."""
    package = importlib.import_module("rulewright.dsl")
    tables = [
        importlib.import_module(f"rulewright.dsl.{module.name}").CODES
        for module in pkgutil.iter_modules(package.__path__)
        if module.name.startswith("codes_")
    ]
    merged: dict[str, CodeInfo] = {}
    for table in (*tables, *_registered):
        twice = merged.keys() & table.keys()
        if twice:
            raise ValueError(f"codes in two tables: {', '.join(sorted(twice))}")
        merged.update(table)
    return dict(sorted(merged.items()))


# ------------------------------------------------------------------ for programs


def to_json(found: Diagnostic) -> dict[str, Any]:
    """The diagnostic as plain data; lines and columns count from 1."""
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **_place(found.span),
        "hint": found.hint,
        "related": [{**_place(span), "message": text} for span, text in found.related],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# ------------------------------------------------------------------ for people

MOST_COLUMNS = 160
TAB = "    "


def render_all(found: Iterable[Diagnostic]) -> str:
    """The diagnostics as text, one after the other with an empty line between."""
    return "\n".join(render(one) for one in found)


def render(found: Diagnostic, columns: int = MOST_COLUMNS) -> str:
    """The diagnostic as text for a terminal without colours; ends in a line end. columns: how much of a line is shown."""
    span = found.span
    margin = len(str(max([span.line, *(place.line for place, _ in found.related)])))
    lines = [f"{printable(str(span))}: {found.severity} {found.code}: {printable(found.message)}"]
    lines += excerpt(span, "^", margin, columns)
    for place, text in found.related:
        lines.append(f"{printable(str(place))}: {printable(text)}")
        lines += excerpt(place, "-", margin, columns)
    if found.hint:
        lines.append(f"{' ' * margin} hint: {printable(found.hint)}")
    return "\n".join(lines) + "\n"


def excerpt(span: Span, mark: str, margin: int = 0, columns: int = MOST_COLUMNS) -> list[str]:
    """The line of the source where a span begins, and a line with marks under the words that are meant."""
    line = span.line
    text = span.source.line_text(line)
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == line else len(text.rstrip())
    end = max(end, start + 1)
    cut = max(0, start - columns // 2) if len(text) > columns else 0
    shown = printable(text[cut : cut + columns])
    dots = "..." if cut else ""
    rest = "..." if len(text) > cut + columns else ""
    before = width(printable(text[cut:start])) + len(dots)
    marked = max(1, width(printable(text[start : min(end, cut + columns)])))
    number = str(line).rjust(margin)
    return [f"{number} | {dots}{shown}{rest}".rstrip(), f"{' ' * len(number)} | {' ' * before}{mark * marked}"]


def printable(text: str) -> str:
    """The text without characters that change what a terminal does or how the line reads; they are shown by number."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return TAB
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"):
        code = ord(character)
        return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    return character


def width(text: str) -> int:
    """How many columns the text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )
