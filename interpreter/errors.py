"""Everything that can go wrong while a game is prepared or played, in one small hierarchy."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.source import Span


class RulewrightError(Exception):
    """The root of all errors that are shown to people."""


class RulesError(RulewrightError):
    """The rules have errors; `diagnostics` holds all of them."""

    def __init__(self, diagnostics: tuple[Any, ...], sources: Any = None) -> None:
        count = sum(d.severity == "error" for d in diagnostics)
        super().__init__(f"the rules have {count} error{'s' if count != 1 else ''}")
        self.diagnostics = diagnostics
        self.sources = sources

    def __reduce__(self) -> Any:
        # So that it can come from another process.
        return RulesError, (self.diagnostics, self.sources)


class UsageError(RulewrightError):
    """Asked for something impossible from outside: a wrong number of players, an unknown option, a bad value.

    span: the text of the rules that it is about, if it is about one.
    """

    def __init__(self, message: str, span: Any = None) -> None:
        super().__init__(message)
        self.span = span


class IllegalChoice(RulewrightError):
    """An answer that is not among the options; the state is unchanged."""


class RunError(RulewrightError):
    """The rules asked for something impossible in the middle of a game.

    code: R6xx; span: where in the rules; trace: what was running, innermost last.
    """

    def __init__(self, code: str, message: str, span: Span | None = None, trace: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.trace = trace


class LimitReached(Exception):
    """Internal: a limit of semantics 30 was met; becomes an outcome, never reaches a caller."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


class UnitEnded(Exception):
    """Internal: `end UNIT` from inside a verb; the run loop unwinds to that unit."""

    def __init__(self, unit: int) -> None:
        super().__init__(unit)
        self.unit = unit
