"""What follows from a line that could not be read is not reported: one mistake, one message.

A line that is left out may have declared a name, a card, a label, a case. What then is unknown elsewhere is unknown
only because of it, and turns up again by itself if it is still unknown when the line has been mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.inflect import participles, plurals, third_person
from rulewright.dsl.source import Span

_UNKNOWN = frozenset(["E201", "E202", "E203", "E204", "E205", "E207", "E208", "E211", "E212", "E216", "E217", "E401"])
_MISSING_PART = frozenset(["E413", "E415", "E416"])  # of the declaration that the line stands in
_WHOLE = {"E419": ("game",), "E421": ("play",), "E409": ("turn",)}  # of the file: missing if that line was left out
_NO_END = "E422"  # anything left out might have decided the game
_MAKES_CARDS = re.compile(r"^cards of kind\b|^each\b.*\bnamed\b")
_NAME = re.compile(r"[^\W\d]\w*")


def first_mistakes(found: Iterable[Diagnostic], left_out: Sequence[Span]) -> list[Diagnostic]:
    """The findings without those that follow from text that was left out."""
    if not left_out:
        return list(found)
    lost: set[str] = set()
    titles = [one.text for one in left_out]
    for text in titles:
        for name in _NAME.findall(text):
            lost |= {name, third_person(name), *plurals(name), *participles(name)}
    return [one for one in found if not _follows(one, left_out, lost, titles)]


def _follows(one: Diagnostic, left_out: Sequence[Span], lost: set[str], titles: list[str]) -> bool:
    if one.code in _UNKNOWN:
        name = one.span.text
        if name.startswith('"'):
            return any(name.strip('"') in text or _MAKES_CARDS.search(text) for text in titles)
        return name in lost
    if one.code in _MISSING_PART:
        return any(_same_block(one.span, span) for span in left_out)
    if one.code in _WHOLE:
        return any(span.text.startswith(_WHOLE[one.code]) for span in left_out)
    return one.code == _NO_END


def _same_block(one: Span, other: Span) -> bool:
    """Whether both stand in one declaration: no line between them begins at the left edge."""
    if one.source is not other.source:
        return False
    first, second = sorted((one.start, other.start))
    return re.search(r"\n[^\s#]", one.source.text[first:second]) is None
