"""Errors and warnings as values: what is wrong, where, what else to look at, and what to do about it."""

from __future__ import annotations

from typing import Literal

import attrs

from rulewright.dsl.source import Span

Severity = Literal["error", "warning", "note"]


@attrs.frozen(slots=True)
class Diagnostic:
    """One finding. `related` are other places with a few words on each; `hint` says what to write instead."""

    code: str
    severity: Severity
    message: str
    span: Span
    related: tuple[tuple[Span, str], ...] = ()
    hint: str | None = None

    def sort_key(self) -> tuple[str, int, str]:
        """Order by file, place and code."""
        return (self.span.source.name, self.span.start, self.code)


def error(code: str, message: str, span: Span, *, related: tuple[tuple[Span, str], ...] = (), hint: str | None = None) -> Diagnostic:
    """An error with this code."""
    return Diagnostic(code, "error", message, span, related, hint)


def warning(code: str, message: str, span: Span, *, related: tuple[tuple[Span, str], ...] = (), hint: str | None = None) -> Diagnostic:
    """A warning with this code."""
    return Diagnostic(code, "warning", message, span, related, hint)


