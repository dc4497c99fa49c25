"""What `why` answers: an answer in one line, and reasons with the lines of the rules that give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from rulewright.interpreter.describe import words

if TYPE_CHECKING:
    from rulewright.dsl.source import Span


@frozen
class Reason:
    """One reason, and the line of the rules that says so. details: what exactly it comes down to."""

    text: str
    file: str | None = None
    line: int | None = None
    details: tuple[Reason, ...] = ()


@frozen
class Why:
    """answer: in one line. offered: whether a move is offered; None for a number."""

    answer: str
    reasons: tuple[Reason, ...]
    offered: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON data."""
        return asdict(self)


def reason(text: str, span: Span | None) -> Reason:
    return Reason(text, None if span is None else span.source.name, None if span is None else span.line)


def quoted(span: Span | None) -> str:
    return "" if span is None else " ".join(span.text.split())


def plain(text: str) -> str:
    return " ".join(words(text).lower().split())


