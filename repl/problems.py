"""What a person sees of errors that come from the rules, from files, or from the engine."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import Any

import rulewright
from rulewright.dsl.diagnostics import MOST_COLUMNS, Diagnostic, excerpt, render
from rulewright.repl.output import Output, is_terminal, terminal_width

RULES, USAGE = 1, 2
# Whoever has so many mistakes in a file has made one of them again and again.
_MOST_SHOWN = 100
# Cells for the number of a line and for the dots of what is left out.
_BESIDE = 14
_STYLE = {"error": "red", "warning": "yellow", "note": "blue"}


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
    if isinstance(problem, OSError):  # what is printed cannot be written, say because the disk is full
        out.error(("red", "error"), f": {problem.strerror or problem}")
        _print_no_more()
        return USAGE
    raise problem


def _print_no_more() -> None:
    """Let what is still to be written to standard output go nowhere: it would fail again when the process ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_diagnostics(found: Iterable[Diagnostic], out: Output) -> None:
    """Print diagnostics to standard error, with an empty line behind each; of very many the first."""
    every = list(found)
    for one in every[:_MOST_SHOWN]:
        head, *rest = render(one, _columns(out)).rstrip("\n").split("\n")
        place, sign, message = head.partition(f": {one.severity} {one.code}: ")
        out.error(("bold", place), ": ", (_STYLE[one.severity], sign[2:].rstrip(": ")), ": ", ("bold", message))
        for line in rest:
            _line(line, out)
        out.error()
    if len(every) > _MOST_SHOWN:
        out.error(f"... and {len(every) - _MOST_SHOWN:,} more; mend these first (`--json` gives all)")
        out.error()


def show_run_error(problem: Any, out: Output) -> None:
    """Print a mistake of the rules that showed in the middle of a game, with what was running."""
    place = f"{problem.span}: " if problem.span is not None else ""
    out.error(("bold", place), ("red", f"error {problem.code}"), ": ", ("bold", problem.message))
    if problem.span is not None:
        for line in excerpt(problem.span, "^", columns=_columns(out)):
            _line(line, out)
    for step in reversed(problem.trace):
        out.error(("dim", f"  in {step}"))


def _columns(out: Output) -> int:
    """Give how much of a line of rules is shown: on a narrow terminal less, so that marks stand below what they mean."""
    return max(12, min(MOST_COLUMNS, terminal_width() - _BESIDE)) if is_terminal(out.stderr) else MOST_COLUMNS


def _line(text: str, out: Output) -> None:
    """Print a line of a report: of the rules as it is, others broken between words."""
    if re.match(r" *\d* \| ", text):
        out.rendered(text, to_error=True)
    else:
        out.error(text)
