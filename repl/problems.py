"""What a person sees of errors that come from the rules, from files, or from the engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rulewright
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.repl.output import Output

RULES, USAGE = 1, 2
_STYLE = {"error": "red", "warning": "yellow", "note": "blue"}
_MOST_COLUMNS = 160


def report_problem(problem: Exception, out: Output) -> int:
    """Print what happened and give the exit status; what is no mistake of a person is raised again."""
    if isinstance(problem, rulewright.RulesError):
        show_diagnostics(problem.diagnostics, out)
        return RULES
    if isinstance(problem, rulewright.RunError):
        show_run_error(problem, out)
        return RULES
    if isinstance(problem, rulewright.RulewrightError):
        out.error(("red", "error"), f": {problem}")
        return USAGE
    if isinstance(problem, OSError) and problem.filename is not None:
        out.error(("red", "error"), f": {problem.filename}: {problem.strerror}")
        return USAGE
    raise problem


def show_diagnostics(found: Iterable[Diagnostic], out: Output) -> None:
    """Print diagnostics to standard error: place and message, the line with what is meant underlined, then the hint."""
    for one in found:
        out.error((_STYLE[one.severity], one.severity), f" {one.code}: ", ("bold", one.message))
        _show_place(one.span, "", "^", out)
        for span, words in one.related:
            _show_place(span, words, "-", out)
        if one.hint:
            out.error(("cyan", "  hint"), f": {one.hint}")
        out.error("")


def show_run_error(problem: Any, out: Output) -> None:
    """Print a mistake of the rules that showed in the middle of a game, with what was running."""
    out.error(("red", "error"), f" {problem.code}: ", ("bold", problem.message))
    if problem.span is not None:
        _show_place(problem.span, "", "^", out)
    for step in problem.trace:
        out.error(("dim", f"  in {step}"))


def _show_place(span: Any, words: str, mark: str, out: Output) -> None:
    line, column = span.line, span.column
    text = span.source.line_text(line).replace("\t", " ")
    last = span.end_column if span.end_line == line else len(text) + 1
    number = str(line)
    out.error(("dim", "  --> "), f"{span.source.name}:{line}:{column}")
    # Of a very long line only the part around the place is shown.
    start = max(0, column - 1 - _MOST_COLUMNS // 2) if len(text) > _MOST_COLUMNS else 0
    shown = text[start : start + _MOST_COLUMNS]
    out.error(("dim", f"{number:>5} | "), shown)
    length = max(1, min(last, start + len(shown) + 1) - column)
    line_under = ("red" if mark == "^" else "blue", mark * length)
    out.error(("dim", "      | "), " " * (column - 1 - start), line_under, f" {words}" if words else "")


def diagnostic_document(one: Diagnostic) -> dict[str, Any]:
    """Give a diagnostic as data."""
    return {
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        **_place(one.span),
        "hint": one.hint,
        "related": [{"message": words, **_place(span)} for span, words in one.related],
    }


def _place(span: Any) -> dict[str, Any]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
