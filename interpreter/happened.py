"""What made something happen: the line of the rules that did it, and what that was part of (semantics 35).

It is read from the log: each event is kept with what was running then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.interpreter.faults import declared, spans_of

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.interpreter.describe import LogEntry
    from rulewright.interpreter.state import State

_MOST_SIGNS = 90


def found_in_log(state: State, said: str, seat: int) -> LogEntry | None:
    """The last line of the log, as a seat may read it, that has all these words; the last of all where nothing is said.
    None if there is none, or if what is said has no words."""
    wanted = _words(said)
    if said and not wanted:
        return None
    for entry in reversed(state.log):
        if entry.visible_to is not None and seat not in entry.visible_to:
            continue
        if not said and entry.text.endswith(": pass"):
            continue  # nobody asks why somebody passed
        if wanted <= _words(entry.text):
            return entry
    return None


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\s:,;.\"'()]+", text.casefold()))


def causes(state: State, entry: LogEntry) -> list[tuple[str, Span | None]]:
    """(text, line of the rules) for what made an event happen, the innermost first."""
    if entry.text.startswith("by hand"):
        return [("somebody put it so", None)]
    if entry.place is None:
        return [(f"{state.names[entry.seat or 0]} was asked here", entry.span)] if entry.span is not None else []
    found: list[tuple[str, Span | None]] = []
    own = [] if entry.span is None else [entry.span]
    for span in (*own, *spans_of(state.g, entry.place)):
        found.append((f"{_quoted(span)} (in {declared(span)})", span))
    return found or [("the game does that by itself", None)]


def _quoted(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= _MOST_SIGNS else text[: _MOST_SIGNS - 3] + "..."
