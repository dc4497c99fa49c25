"""The reference leaves nothing out: every verb, function and word of the grammar is in it, and its links lead on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.postlex import BLOCKS, DECLARATIONS, PATCHES
from rulewright.dsl.syntax_errors import reserved
from rulewright.interpreter.builtins import BUILTINS

from ..project import ROOT
from .pages import DOCS, pages

REFERENCE = sorted((DOCS / "reference").glob("*.md"))
CODE = re.compile(r"```.*?```|`[^`\n]+`|^    .+$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(paths: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def words_in_code() -> set[str]:
    """Give every word that the reference shows as rules text."""
    return {word for code in CODE.findall(text_of(REFERENCE)) for word in re.findall(r"[a-z]+", code)}


def words_of_the_grammar() -> set[str]:
    quoted = {
        word for path in (ROOT / "grammar").glob("*.lark") for word in re.findall(r'"([a-z]+)"', path.read_text())
    }
    return quoted | DECLARATIONS | PATCHES | frozenset().union(*BLOCKS.values())


def test_every_word_of_the_grammar_is_shown() -> None:
    assert not sorted(words_of_the_grammar() - words_in_code())


@pytest.mark.parametrize("name", [*BUILTINS.verbs, *BUILTINS.functions])
def test_every_verb_and_function_has_an_entry(name: str) -> None:
    page = (DOCS / "reference" / "verbs.md").read_text(encoding="utf-8")
    assert f"\n### `{name}`\n" in page
    entry = page.partition(f"\n### `{name}`\n")[2].partition("\n### ")[0]
    verb = BUILTINS.verbs.get(name)
    for slot in verb.slots if verb is not None else ():
        if slot.preposition is not None:
            assert re.search(rf"\b{slot.preposition}\b", entry), (
                f"the entry of {name} does not show `{slot.preposition}`"
            )


def test_no_entry_is_about_a_verb_that_there_is_not() -> None:
    page = (DOCS / "reference" / "verbs.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### `(\w+)`$", page, re.MULTILINE)) == {*BUILTINS.verbs, *BUILTINS.functions}


def test_the_reserved_words_are_those_of_the_tokenizer() -> None:
    page = (DOCS / "reference" / "writing.md").read_text(encoding="utf-8")
    quoted = page.partition("### Reserved words\n")[2].partition("\nAll other words")[0]
    listed = {word for line in quoted.splitlines() if line.startswith("> ") for word in line[2:].split()}
    assert listed == reserved()


def anchors(path: Path) -> set[str]:
    """Give the anchors that the headings of a page make."""
    found = set()
    for heading in HEADING.findall(path.read_text(encoding="utf-8")):
        plain = heading.replace("`", "").casefold().replace(" ", "-")
        found.add("".join(sign for sign in plain if sign.isalnum() or sign in "-_"))
    return found


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(DOCS))) for page in pages()])
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in LINK.findall(text):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}"
