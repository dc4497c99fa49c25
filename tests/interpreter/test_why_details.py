"""`why` comes down to single conditions: which of a group or guard fails, and which numbers were compared."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.repl.commands.why import show_why
from rulewright.repl.output import Output

YARD = '''game "Yard" for 2 players
    """Tasks are done by those who can."""

each player has:
    hand: private zone
    yard: public zone, in play
    rests: number, starts 0

kind worker:
    skill: number
    tired: yes or no, starts no, opposite rested

kind task:
    effort: number

card "Ada": worker
    skill 5

card "Ben": worker
    skill 2

card "Cid": worker
    skill 4

card "Beam": task
    effort 3

card "Crate": task
    effort 9

deck pile:
    2 "Ada"
    2 "Ben"
    2 "Cid"
    2 "Beam"
    2 "Crate"

rule frail:
    a "Ada" cannot lift a "Beam"

to lift (t: task) by (w: worker):
    move t to box

define fit(w: worker, t: task): yes or no
    = w can lift t and strong(w, t)

define strong(w: worker, t: task): yes or no
    = w's skill + 1 >= t's effort

setup:
    each player p:
        move the first "Ada" in pile to p's yard
        move the first "Ben" in pile to p's yard
        move the first "Beam" in pile to p's hand
        move the first "Crate" in pile to p's hand
        each "Ben" b of p: set b's tired to yes

play:
    each player clockwise from first_player has turns until first_player's rests is 9

turn:
    choose one of finish, rest, boast

action finish (t: a task in your hand) by (w: a rested worker of you where fit(w, t)):
    do: w lifts t

action rest:
    do: add 1 to your rests

action boast (w: a worker of you):
    only if proud: w's skill > 3 and w's skill - your rests >= 3
    do: add 1 to your rests

ranking of player p:
    p's rests, highest first
'''


@cache
def yard() -> Game:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "yard.rules"
        path.write_text(YARD)
        return rulewright.load(path)


@pytest.fixture
def state() -> State:
    return yard().start(players=2, seed=1)


def told(reason: Any) -> list[str]:
    return [detail.text for detail in reason.details]


def test_what_forbids_it_inside_a_definition_is_named(state: State) -> None:
    (reason,) = state.why("finish Beam by Ada").reasons
    assert reason.text == "Ada is no rested worker of you where fit(w, Beam)"
    assert told(reason) == ["frail forbids it"]
    assert YARD.splitlines()[reason.details[0].line - 1].strip() == 'a "Ada" cannot lift a "Beam"'


def test_what_is_compared_is_told_with_its_numbers(state: State) -> None:
    (reason,) = state.why("finish Crate by Ada").reasons
    assert told(reason) == ["Ada's skill + 1 >= Crate's effort (now 6 and 9)"]
    assert YARD.splitlines()[reason.details[0].line - 1].strip() == "= w's skill + 1 >= t's effort"


def test_everything_that_fails_is_told(state: State) -> None:
    (reason,) = state.why("finish Crate by Ben").reasons
    assert told(reason) == ["Ben is not rested", "Ben's skill + 1 >= Crate's effort (now 3 and 9)"]


def test_those_that_come_closest_are_named(state: State) -> None:
    (reason,) = state.why("finish Crate").reasons
    assert reason.text == "there is no rested worker of you where fit(w, t)"
    assert told(reason) == ["Ada: Ada's skill + 1 >= Crate's effort (now 6 and 9)"]


def test_a_guard_is_taken_apart(state: State) -> None:
    (reason,) = state.why("boast Ben").reasons
    assert reason.text == "proud: w's skill > 3 and w's skill - your rests >= 3"
    assert told(reason) == ["Ben's skill > 3 (now 2)", "Ben's skill - your rests >= 3 (now 2)"]
    assert state.why("boast Ada").offered


def test_a_guard_that_says_it_all_has_nothing_to_add(state: State) -> None:
    (reason,) = state.why("finish Beam by Cid").reasons  # no Cid is there at all
    assert told(reason) == []


def test_details_are_printed_below_and_given_as_json(state: State, capsys: pytest.CaptureFixture[str]) -> None:
    answer = state.why("finish Crate by Ben")
    show_why(answer, Output(sys.stdout, sys.stderr))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  Ben is no rested worker of you")
    assert lines[2].startswith("    Ben is not rested  (")
    assert [detail["text"] for detail in answer.to_json()["reasons"][0]["details"]] == told(answer.reasons[0])
