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
_WHOLE = {"E419": ("game", "variant"), "E421": ("play",), "E409": ("turn",)}  # of the file: missing if that line was left out
_NO_CHANGE = "E434"  # of a variant: what could not be read might have changed something
_NO_END = "E422"  # anything left out might have decided the game
_EMPTY = "nothing would be left of"  # how the message begins about a block of a variant without lines
_MAKES_CARDS = re.compile(r"^cards\b|^each\b.*\bnamed\b")
_NO_CARDS = "a table of cards begins"  # how the message begins about a table that makes no cards
_RENAMED = frozenset(["E140"])  # read under another name than it is written with
_HEAD = re.compile(r"(?:each|the) [^:\n]*\bha(?:s|ve)\b|kind\b|define\b|option\b")
_SPACES = re.compile(r"^each (\w+) has\b", re.MULTILINE)
_NAME = re.compile(r"[^\W\d]\w*")


def first_mistakes(found: Iterable[Diagnostic], left_out: Sequence[Span]) -> list[Diagnostic]:
    """The findings without those that follow from text that was left out."""
    found = list(found)
    titles = [one.text for one in left_out]
    lost: set[str] = set()
    at: set[tuple[str, int]] = set()  # the lines of the mistakes themselves, which are always told
    for gone in left_out:
        lost |= _forms(gone.text)
        if gone.source.text[gone.start - 1 : gone.start] in (" ", "\t"):
            lost |= _board_names(gone)
        elif gone.text.startswith("board"):
            lost |= set(_SPACES.findall(gone.source.text))
    for one in found:
        if one.severity != "error" or one.code in _FOLLOWING:
            continue
        names = _names_spoilt(one)
        if names and one.span.text in lost:
            lost |= _forms(names)
            continue
        if one.message.startswith(_NO_CARDS):
            titles.append("cards")
        if names:
            lost |= _forms(names)
            at.add((str(one.span.source.name), one.span.line))
    if not lost and not titles:
        return found
    return [
        one
        for one in found
        if (str(one.span.source.name), one.span.line) in at or not _follows(one, left_out, lost, titles)
    ]


_FOLLOWING = frozenset(["E204", "E205", "E208", "E211", "E304", "E401"])  # never the first mistake about a name


def _forms(text: str) -> set[str]:
    """Every name of a text, as it may be spelt elsewhere."""
    return {
        form
        for name in _NAME.findall(text)
        for form in (name, third_person(name), *plurals(name), *participles(name), name.removesuffix("s"))
    }


def _board_names(one: Span) -> set[str]:
    """The names in the header of the board whose line is left out: without its grid it has no spaces."""
    before = one.source.text[: one.start]
    header = re.search(r"(?:^|\n)(board [^\n]*)\n(?:[ \t][^\n]*\n|\n)*[ \t]*$", before)
    return _forms(header[1]) if header else set()


def _names_spoilt(one: Diagnostic) -> str:
    """The names that a mistake in the line that declares them leaves without a meaning, or with another."""
    text = one.span.source.text
    if one.code in _RENAMED:
        return one.span.text
    start = text.rfind("\n", 0, one.span.start) + 1
    line = text[start : text.find("\n", start) if "\n" in text[start:] else len(text)]
    if line[:1] not in (" ", "\t"):
        if one.code == "E203" and _HEAD.match(line):
            block = re.match(r"[^\n]*\n(?:[ \t][^\n]*\n|[ \t]*\n)*", text[start:])
            members = re.findall(r"\n[ \t]+([\w, ]+):", block[0] if block else "")
            return " ".join(members) + (line.split(":")[0] if line.startswith(("define", "option")) else "")
        return ""
    if one.code not in ("E203", "E301"):
        return ""
    header = re.search(r"(?:^|\n)(\S[^\n]*)\n(?:[ \t][^\n]*\n|[ \t]*\n)*$", text[:start])
    if header is None or not _HEAD.match(header[1]) or not re.match(r"[ \t]+[\w, ]+:", line):
        return ""
    return line.split(":")[0]


def _follows(one: Diagnostic, left_out: Sequence[Span], lost: set[str], titles: list[str]) -> bool:
    if one.code in _UNKNOWN:
        name = one.span.text
        if name.startswith('"'):
            return any(name.strip('"') in text or _MAKES_CARDS.search(text) for text in titles)
        return name in lost
    if one.code in _MISSING_PART or one.code == _NO_CHANGE:
        return any(_same_block(one.span, span) for span in left_out)
    if one.code in _WHOLE:
        return any(span.text.startswith(_WHOLE[one.code]) for span in left_out)
    if one.code == "E431" and one.message.startswith(_EMPTY):
        return any(_same_block(one.span, span) for span in left_out)
    return one.code == _NO_END


def _same_block(one: Span, other: Span) -> bool:
    """Whether both stand in one declaration: no line between them begins at the left edge."""
    if one.source is not other.source:
        return False
    first, second = sorted((one.start, other.start))
    return re.search(r"\n[^\s#]", one.source.text[first:second]) is None
