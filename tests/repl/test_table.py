"""The prompt of `play`, line by line, on a game that is no rules file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.repl.words import WORDS

from .conftest import Play


def test_a_game_to_the_end(play: Play) -> None:
    printed = play("none", "2", "play 5", "play 9", "1", "1")
    assert "Ann wins." in printed or "Bob wins." in printed
    assert "seed 7" in printed


def test_no_escape_bytes_without_a_terminal(play: Play) -> None:
    assert "\x1b" not in play("help", "look", "hand", "log", "options", "hint", "nonsense", "1", "1", "1")


def test_the_input_may_end_at_any_time(play: Play) -> None:
    for lines in ([], ["1"], ["1", "2"], ["help"]):
        assert "The input ended before the game did." in play(*lines)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_do_not_matter(play: Play, newline: str) -> None:
    assert "wins." in play("1", "2", "1", "1", "1", newline=newline)


def test_what_follows_the_end_is_not_read(play: Play) -> None:
    printed = play(*["1"] * 50)
    assert printed.count("The game is over; the rest of the input was not read.") == 1


@pytest.mark.parametrize("wrong", ["", "   ", "0", "-1", "99", "1.5", "frob", "x" * 10_000, "play 77", "\x1b[2J"])
@pytest.mark.parametrize("before", [[], ["none", "1"]])
def test_wrong_input_gets_one_line_and_changes_nothing(play: Play, before: list[str], wrong: str) -> None:
    with_wrong, without = play(*before, wrong, "log all"), play(*before, "log all")
    added = with_wrong[len(without.split("> log all")[0]) :].split("\n")
    assert len(added[1]) < 200
    assert added[2].startswith("> log all")
    assert with_wrong.split("> log all")[1] == without.split("> log all")[1]


def test_every_word_has_help_and_is_listed(play: Play) -> None:
    printed = play("help")
    for word in WORDS.values():
        assert f"  {word.name} " in printed
        assert " ".join(word.help.split()) in " ".join(printed.split())


def test_other_hands_are_never_shown(play: Play, game) -> None:
    game.deal = [[1, 5, 9], [77, 88, 99]]
    printed = play("look", "hand", "log", "hint", "none", "1")
    assert not re.search(r"77|88|99", printed)


def test_undo_and_redo_of_what_nobody_has_seen(play: Play) -> None:
    # With one person alone after the others are asked nothing: putting aside and saying are asked of both in turn.
    printed = play("undo", "redo", "none", "undo")
    assert "it cannot be taken back: there is nothing to take back" in printed
    assert "there is nothing to do again" in printed
    assert "it cannot be taken back: something became known" in printed


def test_undo_takes_back_the_last_line_of_a_game_that_is_over(play: Play, game) -> None:
    game.deal = [[1, 2], []]
    printed = play("none", "none", "0", "0", "1", "undo!", "play 2", seats="human,human")
    assert "Taken back" in printed
    assert printed.count("wins.") >= 1
    assert "something was taken back after it had become known" in printed


def test_the_seed_is_a_secret_until_the_end(play: Play) -> None:
    printed = play("seed", seed=None)
    assert "the seed is shown when the game is over" in printed
    assert "4242" not in printed
    assert "seed 4242" in play("1", "2", "1", "1", "1", "1", seed=None)


def test_two_people_pass_the_keyboard(play: Play) -> None:
    printed = play("none", "none", "1", "1", seats="human,human")
    assert printed.count("Pass the keyboard to Ann.") == 3
    assert printed.count("Pass the keyboard to Bob.") == 2
    for shown in printed.split("Pass the keyboard to ")[1:]:
        hand = "hand (3): 1, 5, 9" if shown.startswith("Ann") else "hand (3): 2, 3, 4"
        other = "2, 3, 4" if shown.startswith("Ann") else "1, 5, 9"
        assert hand in shown
        assert other not in shown


def test_the_log_of_one_is_not_shown_to_the_other(play: Play) -> None:
    printed = play("none", "none", "1", "1", "play 9", "log", seats="human,human")
    after = printed.split("> play 9")[1]
    for_bob = after.split("Pass the keyboard to Bob.")[1]
    assert "Ann plays 9." in for_bob
    assert "Ann draws" not in for_bob


def test_bots_alone_play_to_the_end(play: Play) -> None:
    assert "wins." in play(seats="random,greedy")


def test_restart(play: Play) -> None:
    printed = play("none", "1", "restart").partition("The input ended")[0]
    assert printed.count("Which cards do you put aside?") == 2


def test_quit(play: Play) -> None:
    assert play("quit", "none").endswith("> quit\n")


def test_save_and_load(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    printed = play("none", "2", f"save {file}", f"save {file}", f"save! {file}", "1", f"load {file}", "log all")
    assert printed.count(f"Saved to {file}") == 2
    assert "is there already" in printed
    assert f"Loaded from {file}." in printed
    assert "plays" not in printed.split("> log all")[1]


@pytest.mark.parametrize("name", ["", " ", "."])
def test_files_that_are_none(play: Play, name: str) -> None:
    printed = play(f"save {name}", f"load {name}", "load no/such/file")
    assert "Saved" not in printed
    assert "there is no file" in printed
