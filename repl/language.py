"""What an editor asks of a rules file: its mistakes, what a name means and where it is declared, its outline, its layout.

Lines and columns count from 0 here, columns in UTF-16 units, as editors count them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen

import rulewright
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.parser import parse
from rulewright.dsl.printer import FormatError, format_source
from rulewright.dsl.source import Source, SourceError, Span
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.errors import RulewrightError
from rulewright.repl.about import declarations, names

_WORD = re.compile(r'"[^"\n]*"|[^\W\d]\w*')
_HEAD = re.compile(r'[^\W\d]\w*(?: +[^\W\d]\w*)*(?: +"[^"]*")?')
# The place of a line and a column.
Place = tuple[int, int]


@frozen
class Finding:
    """A mistake in a file. severity: "error", "warning" or "note"."""

    start: Place
    end: Place
    severity: str
    code: str
    text: str


def findings(path: Path, text: str) -> list[Finding]:
    """Give what is wrong with a file. While its text is not saved only its spelling is looked at."""
    try:
        saved = Source.read(path).text == Source.from_text(text).text
    except (OSError, SourceError):
        saved = False
    if not saved:
        return [_finding(one) for one in parse(Source.from_text(text, str(path))).diagnostics]
    checked = rulewright.check_paths([path])
    here = path.resolve()
    return [_finding(one) for one in checked.diagnostics if Path(one.span.source.name).resolve() == here]


def _finding(one: Diagnostic) -> Finding:
    text = one.message if one.hint is None else f"{one.message}\n{one.hint}"
    text += "".join(f"\n{span.source.name}:{span.line}: {said}" for span, said in one.related)
    return Finding(*ends(one.span), one.severity, one.code, text)


def ends(span: Span) -> tuple[Place, Place]:
    """Give where a stretch of a file begins and ends."""
    return (
        (span.line - 1, _units(span.source, span.line, span.column)),
        (span.end_line - 1, _units(span.source, span.end_line, span.end_column)),
    )


def _units(source: Source, line: int, column: int) -> int:
    """Give a column in UTF-16 units."""
    return len(source.line_text(line)[: column - 1].encode("utf-16-le")) // 2


def word_at(text: str, line: int, units: int) -> str | None:
    """Give the name, or the quoted text, that stands at a place."""
    lines = text.split("\n")
    if line >= len(lines) or 2 * units > len(lines[line].encode("utf-16-le")):
        return None
    column = len(lines[line].encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))
    for found in _WORD.finditer(lines[line]):
        if found.start() <= column <= found.end():
            return found[0]
    return None


def meaning(path: Path, word: str) -> str | None:
    """Give what the rules on disk say of a name, as Markdown; None if they have errors or do not know it."""
    state = _state(path)
    if state is None:
        return None
    plain = word.strip('"').replace("_", " ")
    found = [f"**{title}**\n```rules\n{chr(10).join(lines)}\n```" for title, _, lines in declarations(state, plain)]
    if not found and word in BUILTINS.verbs:
        return f"**{word}**: {BUILTINS.verbs[word].doc}"
    return "\n\n".join(found) or None


def declared_at(path: Path, word: str) -> list[Span]:
    """Give where a name is declared in the rules on disk."""
    state = _state(path)
    plain = word.strip('"').replace("_", " ")
    return [] if state is None else [span for _, span, _ in declarations(state, plain)]


def completions(path: Path) -> list[str]:
    """Give the names of the rules on disk, and of the verbs that there are anyway."""
    state = _state(path)
    own = [] if state is None else [name.replace(" ", "_") if name.islower() else f'"{name}"' for name in names(state)]
    return list(dict.fromkeys([*own, *BUILTINS.verbs]))


def outline(text: str) -> list[tuple[str, int, int]]:
    """Give the head of each declaration with its first and its last line."""
    lines = text.split("\n")
    heads = [at for at, line in enumerate(lines) if line[:1].strip() and not line.startswith(("#", '"'))]
    found = []
    for at, following in zip(heads, [*heads[1:], len(lines)], strict=True):
        last = following - 1
        while last > at and (not lines[last].strip() or lines[last].startswith("#")):
            last -= 1
        head = _HEAD.match(lines[at])
        found.append((head[0] if head else lines[at].strip(), at, last))
    return found


def laid_out(path: Path, text: str) -> str | None:
    """Give the text as `fmt` lays it out; None while it has errors."""
    try:
        return format_source(Source.from_text(text, str(path)))
    except FormatError:
        return None


def _state(path: Path) -> Any:
    try:
        about = path.stat()
    except OSError:
        return None
    return _loaded(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=16)
def _loaded(path: Path, _stamp: int, _size: int) -> Any:
    """The first table of the game in a file: it knows every name. None for what is no sound game."""
    try:
        game = rulewright.load(path)
        return game.start(game.min_players, 0, traced=True)
    except RulewrightError:
        return None
