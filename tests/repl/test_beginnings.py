"""Games that begin elsewhere than at the deal (the table of a scenario, a later turn), and tables written as scenarios."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.repl.cli import main

from .magpies import MAGPIES

Type = Callable[..., list[str]]

# ------------------------------------------------------------------ where a game begins


def test_a_scenarios_table(typed: Type) -> None:
    shown, traded = typed("look", "trade Coin for Ring", words=("--at", "a coin for a ring", "--seed", "3"))
    assert "hand: Coin" in shown
    assert "Ann: trade Coin for Ring" in traded
    assert "Button: nest to Ann's hand" in traded


def test_the_beginning_of_a_title_that_no_other_has_is_enough(typed: Type) -> None:
    whole = typed("look", words=("--at", "a coin for a ring", "--seed", "3"))
    assert typed("look", words=("--at", "A coin FOR", "--seed", "3")) == whole


NAMED = '''
scenario "names of its own" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Coin" as penny
    given Bob's hand is "Pearl" as treasure
    given Bob's hoard is "Ring" as prize, "Button"
    given Ann's luck is 3
    Ann trades penny for prize

scenario "a card of its own" with Ann, Bob:
    given Ann's turn
    given Bob's hoard is a thing with shine 9 as crown
    expect Bob's hoard is crown
'''


def test_what_a_scenario_calls_cards_is_no_part_of_its_table(typed: Type, magpies: Path) -> None:
    """Its names are for its lines alone: they are on no screen, explain nothing and can be set by nobody."""
    magpies.write_text(f"{MAGPIES}{NAMED}")
    asked = ("designer", "zones", "look", "why prize", "set prize to 3", "help penny")
    _, zones, look, why, put, told = typed(*asked, words=("--at", "names of its own"))
    assert not re.search("penny|treasure|prize", zones + look)
    assert "luck 3" in look
    assert "'prize' is no move and no number" in why
    assert "there is nothing called 'prize'" in put
    assert "table: penny" not in told


HOUSE = '''variant "Long Reach" of "magpies.rules":
    change option reach, normally 3

scenario "a pearl for a coin" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Coin"
    given Bob's hoard is "Pearl"
    Ann trades "Coin" for "Pearl"
    expect Ann's hoard is "Pearl"
'''


def test_the_table_of_a_house_rules_scenario(
    typed: Type, magpies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = magpies.with_name("house.rules")
    house.write_text(HOUSE)
    _, look = typed("save y.json", "look", words=("--with", str(house), "--at", "a pearl"))
    assert "Pearl" in look
    assert typed("look", words=("--with", str(house), "--load", "y.json"))[0] == look
    other = magpies.with_name("other.rules")
    other.write_text('variant "Short" of "magpies.rules":\n    change option reach, normally 0\n')
    assert main(["play", str(magpies), "--with", str(other), "--at", "a coin for a ring"]) == 2
    assert "is played with no house rule: say the same with --with" in capsys.readouterr().err


def test_a_scenarios_table_is_saved_and_has_reasons(typed: Type) -> None:
    _, why, after = typed("save x.json", "why trade Coin for Ring", "zones", words=("--at", "a coin for a ring"))
    assert "fair holds: prize's shine <= offer's shine + reach" in why
    assert typed("zones", words=("--load", "x.json"))[0] == after


def test_a_later_turn(typed: Type) -> None:
    shown, undo = typed("look", "undo", words=("--goto", "5", "--seed", "7"))
    assert shown.startswith("turn 5, Ann's")
    assert "there is nothing to take back" in undo


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--at", "a coin for a rng"), "did you mean 'a coin for a ring'?"),
        (("--at", ""), "has no scenario ''; there are: "),
        (("--at", "a coin for a ring", "--players", "3"), "the scenario has 2 players"),
        (("--at", "a coin for a ring", "--set", "reach=2"), "leave out --set"),
        (("--goto", "99"), "the game is over in turn 14, before turn 99"),
        (("--load", "x.json", "--goto", "3"), "leave out --goto"),
        (("--go-on",), "--go-on belongs to --load"),
    ],
)
def test_beginnings_that_are_none(
    magpies: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    assert main(["play", str(magpies), *words]) == 2
    assert says in capsys.readouterr().err


def test_a_beginning_that_several_titles_have(magpies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    magpies.write_text(f"{MAGPIES}{NAMED}")
    assert main(["play", str(magpies), "--at", "a c"]) == 2
    said = "has several scenarios that begin with 'a c': 'a coin for a ring' or 'a card of its own'"
    assert said in capsys.readouterr().err


# ------------------------------------------------------------------ export


def passes(magpies: Path, scenario: str) -> bool:
    """Paste a scenario into the game and run it with the others."""
    magpies.write_text(f"{MAGPIES}\n{scenario}")
    return main(["test", str(magpies)]) == 0


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("1", "2"),
        ("1", "designer", "give Pearl to Ann", "put Coin on top of nest"),
        ("designer", "put Ring into Ann's hoard", "set Bob's luck to 4", "1"),
    ],
)
def test_an_export_passes_where_it_is_pasted(typed: Type, magpies: Path, lines: tuple[str, ...]) -> None:
    *_, written = typed(*lines, "export here.rules")
    assert written.startswith("Written to here.rules.")
    text = (magpies.parent / "here.rules").read_text()
    assert 'expect Ann is asked "What do you do?"' in text
    assert passes(magpies, text)


def test_an_export_of_a_scenarios_table(typed: Type, magpies: Path) -> None:
    *_, text = typed("designer", "put Pearl into Bob's hand", "export", words=("--at", "a coin for a ring"))
    assert 'given Bob\'s hand is "Pearl"' in text
    assert passes(magpies, text)


def test_an_export_of_a_scenarios_table_that_names_its_cards(typed: Type, magpies: Path) -> None:
    magpies.write_text(f"{MAGPIES}{NAMED}")
    *_, text = typed("designer", "set Ann's luck to 5", "export", words=("--at", "names of its own"))
    assert "given Ann's luck is 5" in text
    assert 'given Bob\'s hoard is "Button", "Ring"' in text
    assert text.count("    expect ") == 1
    assert passes(magpies, text)


def test_long_lines_of_an_export_are_broken_between_cards_only(typed: Type, magpies: Path) -> None:
    """A title with a comma in it stays on one line, or the scenario could not be read."""
    magpies.write_text(MAGPIES.replace('"Button" ', '"Bead, Blue" ').replace('"Button"', '"Bead, Blue"'))
    *_, text = typed("designer", "put Pearl into Bob's hand", "export")
    assert len(text.split("given nest is ")[1].split("given")[0].strip().split("\n")) > 1
    assert all(line.count('"') % 2 == 0 for line in text.split("\n"))
    assert max(map(len, text.split("\n"))) <= 110


def test_a_table_that_no_lines_can_give_says_why(typed: Type, magpies: Path) -> None:
    magpies.write_text(f"{MAGPIES}{NAMED}")
    *_, said = typed("designer", "export", words=("--at", "a card of its own"))
    assert "it cannot be written as a scenario: the scenario that this table began with made cards of its own (crown)" in said


def test_an_export_is_shown_only_where_it_betrays_nothing(typed: Type) -> None:
    assert typed("export") == ["the scenario would tell hidden cards: name a file for it, as `export mine.rules`\n"]
    assert "there already" in typed("export magpies.rules")[0]
    over = typed(*["1"] * 7, "export")[-1]
    assert over.startswith('scenario "turn 14, the end" with Ann, Bob:\n')
