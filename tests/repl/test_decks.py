"""Decks on the command line: named, in files, for one or for all; and what is said when that cannot be."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulewright.repl.cli import main

FIXTURE = str(Path(__file__).parent.parent / "fixtures" / "brought_decks.rules")


def sim(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["sim", FIXTURE, "-n", "2", "--seed", "4", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_other_decks_make_other_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.rules"
    mine.write_text('deck mine, for one player:\n    4 "Ant"\n    4 "Bee"\n    2 "Dog"\n')
    digests = set()
    for decks in ([], ["reds"], ["blues"], ["reds", str(mine)]):
        status, out, _ = sim(capsys, "--json", *(word for deck in decks for word in ("--deck", deck)))
        assert status == 0
        digests.add(json.loads(out)["digest"])
    assert len(digests) == 4
    _, out, _ = sim(capsys, "--json", "--jobs", "2", "--deck", "reds", "--deck", str(mine))
    assert json.loads(out)["digest"] in digests


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        (["greens"], "has no deck 'greens'; its decks are: reds, blues"),
        (["reds", "blues", "reds"], "2 players need a deck each, or one for all; here are 3"),
        (["no.rules"], "there is no file 'no.rules' (--deck)"),
    ],
)
def test_what_cannot_be_says_so(decks: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = sim(capsys, *(word for deck in decks for word in ("--deck", deck)))
    assert status == 2
    assert said in err
    assert "Traceback" not in err


def test_a_save_keeps_the_decks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "match.json"
    for words, typed in (
        ([FIXTURE, "--deck", "blues", "--players", "2"], f"1\nsave {save}\nquit\n"),
        ([FIXTURE, "--load", str(save)], f"save {tmp_path / 'again.json'}\nquit\n"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(["play", *words])
        printed = capsys.readouterr()
        assert status == 0, printed.err
        assert "Traceback" not in printed.err
    kept, again = json.loads(save.read_text()), json.loads((tmp_path / "again.json").read_text())
    assert [deck["name"] for deck in kept["decks"]] == ["blues", "blues"]
    assert again["decks"] == kept["decks"] and again["digest"] == kept["digest"]


def test_two_games_are_compared_with_the_same_decks(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", FIXTURE, "--change", "strict=yes", "-n", "2", "--seed", "1", "--deck", "reds"]
    assert main(words) == 2
    assert 'it has 2 "Fox", and at most 1 of each rare card are allowed' in capsys.readouterr().err
    assert main([*words[:-1], "blues"]) == 0


# ------------------------------------------------------------------ a deck with cards of one's own

CARDS = 'variant "More beasts" of "brought_decks.rules":\n    add card "Gnu": beast\n        price 1\n'
MORE = 'variant "Even more" of "cards.rules":\n    add card "Hare": beast\n        price 1\n'
DECK = 'use "{}"\n\ndeck mine, for one player:\n    4 "Ant"\n    4 "Bee"\n    2 "{}"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game, a variant with a card of one's own, a variant of that, and a deck for each."""
    (tmp_path / "brought_decks.rules").write_text(Path(FIXTURE).read_text())
    (tmp_path / "cards.rules").write_text(CARDS)
    (tmp_path / "more.rules").write_text(MORE)
    (tmp_path / "gnus.rules").write_text(DECK.format("cards.rules", "Gnu"))
    (tmp_path / "hares.rules").write_text(DECK.format("more.rules", "Hare"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return status, printed.out, printed.err


@pytest.mark.parametrize(("deck", "variant"), [("gnus.rules", "cards.rules"), ("hares.rules", "more.rules")])
def test_a_deck_may_be_one_for_a_variant(
    deck: str, variant: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", deck)[0] == 0
    played = ("brought_decks.rules", "--with", variant, "--deck", deck, "-n", "2", "--seed", "4", "--json")
    status, out, _ = run(capsys, "sim", *played)
    assert status == 0 and json.loads(out)["games"] == 2
    assert run(capsys, "sim", deck, "-n", "2")[0] == 0  # the deck is one of the game's, then


def test_mistakes_in_a_deck_for_a_variant_are_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "gnus.rules").write_text(DECK.format("cards.rules", "Gnuu"))
    status, _, err = run(capsys, "check", "gnus.rules")
    assert status == 1 and 'gnus.rules:6:7: error E202: there is no card called "Gnuu"' in err and '"Gnu"' in err
    (folder / "gnus.rules").write_text(DECK.format("cards.rules", "Gnu").replace("4", "1"))
    status, _, err = run(capsys, "check", "gnus.rules")
    assert status == 1 and "gnus.rules:3:6: error E494: `mine`: it has 4 cards, and at least 10 are needed" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sim", "brought_decks.rules", "--deck", "gnus.rules", "-n", "1"),
         ('this is a deck for the game with the variant "More beasts"', "play with it: `--with cards.rules`")),
        (("sim", "hearts", "--deck", "gnus.rules", "-n", "1"), ("a deck for another game than `Hearts`",)),
        (("check", "alone.rules"), ("this deck does not say which game it is for", '`use "GAME.rules"` in the first line')),
        (("check", "lost.rules"), ("`nowhere.rules`: there is no such file",)),
        (("check", "round.rules"), ("variants come after each other in a circle",)),
    ],
)  # fmt: skip
def test_what_a_deck_is_for_is_said(
    words: tuple[str, ...], said: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "alone.rules").write_text(DECK.format("", "Bee").partition("\n\n")[2])
    (folder / "lost.rules").write_text(DECK.format("stray.rules", "Bee"))
    (folder / "stray.rules").write_text(MORE.replace("cards.rules", "nowhere.rules"))
    (folder / "round.rules").write_text(DECK.format("one.rules", "Bee"))
    (folder / "one.rules").write_text(MORE.replace("cards.rules", "two.rules"))
    (folder / "two.rules").write_text(MORE.replace("cards.rules", "one.rules"))
    status, _, err = run(capsys, *words)
    assert status == 1
    for text in said:
        assert text in err
