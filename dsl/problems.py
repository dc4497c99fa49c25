"""The sink for what the resolver and the checks find: each finding once,
errors and warnings told apart by their code."""

from __future__ import annotations

from typing import Literal

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.source import Span


class Problems:
    """Collects diagnostics; the same code at the same place is noted once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int], Diagnostic] = {}

    def add(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        hint: str | None = None,
        related: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        """Note a finding. Codes that begin with W are warnings."""
        key = (code, span.source.name, span.start, span.end)
        severity: Literal["error", "warning"] = "warning" if code.startswith("W") else "error"
        self._found.setdefault(key, Diagnostic(code, severity, message, span, related, hint))

    @property
    def has_errors(self) -> bool:
        """Whether anything found is an error."""
        return any(found.severity == "error" for found in self._found.values())

    def all(self) -> tuple[Diagnostic, ...]:
        """Give everything found, by file and place."""
        return tuple(sorted(self._found.values(), key=Diagnostic.sort_key))
