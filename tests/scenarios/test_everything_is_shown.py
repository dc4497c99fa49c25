"""The shipped games show what is on their cards: each card with a text and each keyword is named by a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl import bound
from rulewright.dsl.loading import LoadResult, check_paths
from rulewright.interpreter.api import library
from rulewright.interpreter.builtins import BUILTINS

from ..project import ROOT

# A game of several files is its folder; another is the file of its tests, which uses it.
GAMES = list(dict.fromkeys(
    path.parent if (path.parent / f"{path.parent.name}.rules").exists() else path
    for path in sorted((ROOT / "games").rglob("*.tests.rules"))
))  # fmt: skip


def scenarios(text: str) -> Iterator[str]:
    """The text of each scenario of a file, behind that of the situations it begins from."""
    blocks = re.split(r"^(?=scenario |situation )", text, flags=re.MULTILINE)[1:]
    situations: dict[str, str] = {}
    for block in blocks:
        head = re.match(r'(\w+) "(.*?)"(?: from "(.*?)")?', block)
        assert head is not None
        sort, title, before = head.groups()
        whole = situations.get(before, "") + block
        if sort == "situation":
            situations[title] = whole
        else:
            yield whole


TWO = """
game "Two" for 2 players

each player has:
    hand: private zone
    field: public zone, in play

keyword quick:
    a player cannot move this
keyword shy:
    a player cannot move this

kind beast

cards of kind beast:
    name    copies
    "Cat"        2
    "Rat"        2
    "Sloth"      2

card "Cat": quick
card "Rat": shy

play:
    everyone wins

scenario "a quick cat" with Ann, Bob:
    given Ann's field is "Cat"
    expect Ann's hand is empty
"""


@cache
def loaded_of(path: Path) -> tuple[LoadResult, ...]:
    return tuple(one for one in check_paths([path], BUILTINS, library()).loaded if one.program is not None and one.tests)


def shown_of(path: Path) -> list[str]:
    files = sorted(path.glob("*.tests.rules")) if path.is_dir() else [path]
    return [text for file in files for text in scenarios(file.read_text(encoding="utf-8"))]


def has_ability(card: bound.CardDef) -> bool:
    """Whether a card does anything that its numbers do not say."""
    return bool(card.standing or card.actions or card.guards or card.targets or card.effect or card.keywords)


def test_what_is_not_shown_is_found(tmp_path: Path) -> None:
    path = tmp_path / "two.rules"
    path.write_text(TWO, encoding="utf-8")
    (loaded,) = loaded_of(path)
    assert loaded.program is not None
    assert cards_without(loaded.program, shown_of(path)) == ["Rat"]
    assert keywords_without(loaded.program, shown_of(path)) == ["shy"]


def cards_without(program: bound.Program, shown: list[str]) -> list[str]:
    """The cards with an ability that no scenario names."""
    named = {title for text in shown for title in re.findall(r'"([^"\n]*)"', text)}
    return [c.name for c in program.cards if has_ability(c) and c.name not in named and "{" not in c.name]


def keywords_without(program: bound.Program, shown: list[str]) -> list[str]:
    """The keywords that no scenario names."""
    return [name for name in program.keywords
            if not any(name in text or name.replace("_", " ") in text for text in shown)]  # fmt: skip


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem.partition(".")[0])
def test_a_scenario_names_each_card_with_an_ability(path: Path) -> None:
    for loaded in loaded_of(path):
        assert loaded.program is not None
        assert not cards_without(loaded.program, shown_of(path))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem.partition(".")[0])
def test_a_scenario_names_each_keyword(path: Path) -> None:
    for loaded in loaded_of(path):
        assert loaded.program is not None
        assert not keywords_without(loaded.program, shown_of(path))
