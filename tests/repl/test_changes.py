"""What has changed since one was asked last is marked, also without colours; and `why` says after which answer it did."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from rulewright.repl.changes import Changes, numbers, was_text
from rulewright.repl.cli import main
from rulewright.repl.layout import Layout

Type = Callable[..., list[str]]


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Type:
    def run(*lines: str, words: tuple[str, ...] = ("storm_dragons", "--seed", "5")) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *words]) == 0
        return re.split(r"^(?:what if)?> .*\n", capsys.readouterr().out, flags=re.MULTILINE)

    return run


def test_what_changed_since_the_last_question_is_marked(typed: Type) -> None:
    first, day, night, looked, war = typed("day", "play Elder at head", "look", "challenge")[:5]
    assert "was" not in re.findall(r"^    time.*$", first, re.MULTILINE)[0]
    assert "time day, leader Ann" in day
    assert "time night (was day), leader Ann" in night
    assert "time night (was day), leader Ann" in looked
    assert "time night, leader Bob (was Ann), challenger Bob (was nobody)" in war


def test_what_was_taken_back_is_no_change(typed: Type) -> None:
    back = typed("day", "play Elder at head", "undo!")[3]
    assert "Taken back: play Elder at head" in back
    assert "time day, leader Ann" in back


def test_each_player_is_told_what_changed_since_their_own_question() -> None:
    changes = Changes()

    def view(stones: int) -> SimpleNamespace:
        members = [
            SimpleNamespace(name="stones", owner=1, text=str(stones), derived=False),
            SimpleNamespace(name="reach", owner=1, text=str(stones * 2), derived=True),
            SimpleNamespace(name="step", owner=None, text=str(stones), derived=False),
        ]
        return SimpleNamespace(members=members)

    layout = Layout(background=frozenset({"step"}))
    changes.asked(0, numbers(view(9), layout))
    changes.asked(1, numbers(view(7), layout))
    assert changes.was == {}
    changes.asked(0, numbers(view(4), layout))
    assert changes.was == {(1, "stones"): "9"}
    assert was_text(view(4).members[0], changes.was) == " (was 9)"
    assert was_text(view(4).members[1], changes.was) == ""
    changes.asked(1, numbers(view(4), layout))
    assert changes.was == {(1, "stones"): "7"}


def test_why_says_after_which_answer_something_became_so(typed: Type) -> None:
    _, _, _, time, leader = typed("day", "play Elder at head", "why time", "why leader")[:5]
    assert time.startswith("time is night\n  it became so after 'Ann: play Elder at head'  (")
    assert leader.startswith("leader is Ann\n  it is kept and changed by what is done  (")


def test_why_alone_passes_over_passes(typed: Type) -> None:
    why, named = typed("1", "pass", "why", "why Ann pass", words=("dragon_flight", "--seed", "5"))[3:5]
    assert why.startswith("Teleport: Bob's hand to spells\n")
    assert named.startswith("Ann: pass\n")


def test_a_hint_names_a_card_as_it_is_typed(typed: Type) -> None:
    hint = typed("hint", words=("dragon_flight", "--seed", "5"))[1]
    assert hint.startswith('A bot would take: "9"\n')
