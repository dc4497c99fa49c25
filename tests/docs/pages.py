"""The pages of the manual and the examples in them.

A fence `rules` is a complete file (its first line may be a comment that names it, so that later blocks and commands of
the page can refer to it), `rules-part` is a piece put into a host game, `rules-error` must give the codes behind
it, and `console` holds commands. What a piece needs is said in an HTML comment before its fence:

    <!-- host: garden -->                        declarations, added to the file garden.rules
    <!-- host: garden; in: card "Owl": bird -->  lines, put under that header
    <!-- parse-only -->                          words that are read and cannot stand alone
    <!-- shared -->                              a named file that is no game by itself; a later one uses it

A host is a named file of the same page, or one of docs/reference/README.md.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import attrs

from rulewright.dsl.postlex import DECLARATIONS

from ..project import ROOT

DOCS = ROOT / "docs"
HOSTS = DOCS / "reference" / "README.md"

FENCE = re.compile(
    r"(?:^<!-- (?P<comment>[^\n]*) -->\n+)?^```(?P<sort>[\w-]+)(?P<more>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_NAMED = re.compile(r"# (\S+\.rules)\n")
_ONE_OF = frozenset(("game", "setup", "play", "turn"))


@attrs.frozen
class Example:
    """One fence: where it stands, what it is, what the comment before it and its first line say, and its text."""

    page: Path
    line: int
    sort: str
    more: str
    comment: str
    text: str

    @property
    def name(self) -> str:
        """Give the file name in the first line, or one made from the place."""
        named = _NAMED.match(self.text)
        return named[1] if named else f"example_at_{self.line}.rules"

    @property
    def settings(self) -> dict[str, str]:
        """Give what the comment says: `host`, `in`, `parse-only`, `shared`."""
        found = {}
        for part in filter(None, (part.strip() for part in self.comment.split("; "))):
            key, _, value = part.partition(": ")
            found[key] = value
        return found

    def __str__(self) -> str:
        return f"{self.page.relative_to(DOCS)}:{self.line}"


def pages() -> list[Path]:
    """Give every page of the manual."""
    return sorted(DOCS.rglob("*.md"))


def examples(page: Path) -> Iterator[Example]:
    """Give the fences of a page in order."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("sort")) + 1
        yield Example(page, line, found["sort"], found["more"].strip(), found["comment"] or "", found["text"])


def within_host(example: Example) -> str:
    """Give the host game with the piece at its end; what the piece declares anew takes the place of the host's."""
    wanted = f"{example.settings['host']}.rules"
    hosts = [one.text for page in (example.page, HOSTS) for one in examples(page) if one.name == wanted]
    if not hosts:
        raise LookupError(f"{example}: no page has a file {wanted}")
    host = hosts[0]
    piece = example.text
    header = example.settings.get("in")
    if header is not None:
        piece = f"{header}\n{textwrap.indent(piece, '    ')}"
    taken = {_key(declaration) for declaration in _declarations(piece)}
    kept = [declaration for declaration in _declarations(host) if _key(declaration) not in taken]
    return "\n".join([*kept, piece])


def _declarations(text: str) -> list[str]:
    """Give the text of a file cut at the lines that stand at the left edge."""
    found: list[list[str]] = []
    for line in text.splitlines():
        word = re.match(r"[a-z]+", line)
        if (word is not None and word[0] in DECLARATIONS) or not found:
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines) + "\n" for lines in found]


def _key(declaration: str) -> str:
    """Give what a declaration is about: `turn`, `action play`, `card "Owl"`; possession blocks add up and have none."""
    first = declaration.strip().splitlines()[0] if declaration.strip() else ""
    words = re.findall(r'"[^"]*"|[\w{}]+', first)
    if not words:
        return declaration
    if words[0] in _ONE_OF:
        return words[0]
    if words[0] in ("each", "the"):
        return declaration
    if words[0] in ("define", "cards", "use"):
        return first
    return " ".join(words[:2])
