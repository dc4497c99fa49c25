"""Matches as data: the same again, on the same rules or on others, or an answer that says where it parts from them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.saves import SaveDiverged

from .hiding import GAMES, game, played

RULES = """
game "Tokens" for 2 players

word coin: gold or silver

kind thing: worth: number

cards of kind thing:
    name      worth
    "Stone"       1
    "Ring"        2
{more}
deck pile, drawn into hand:
    every thing

each player has:
    hand: private zone
    shown: public zone
    purse: number, starts 0

setup:
    shuffle pile
    everyone draws {many}

play:
    repeat 3 times:
        each player p clockwise from first_player:
            p may choose one of lay, pull
            p chooses a coin k, asking "Which coin?"
            if k is gold: add 1 to p's purse
    nobody wins

action lay (c: a thing in your hand):
    do: move c to your shown

action pull:
    only if pile is not empty
    do: draw 1
"""


def tokens(tmp_path: Path, more: str = "", many: int = 0, question: str = "Which coin?") -> Any:
    text = RULES.format(more=more, many=many).replace("Which coin?", question)
    path = tmp_path / f"tokens{len(list(tmp_path.iterdir()))}.rules"
    path.write_text(text, encoding="utf-8")
    return rulewright.load(path)


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_has_a_name(name: str) -> None:
    which = game(name)
    state = played(which, which.min_players, 4, 12, traced=False)
    data = json.loads(json.dumps(state.to_json()))
    assert len(data["named"]) == len(data["answers"]) == state.n_decisions
    assert data["options"] == {key: option.value for key, option in which.options.items()}
    again = which.from_json(data)
    assert again == state
    assert again.to_json() == data


def test_a_match_goes_on_by_rules_that_fit_all_its_answers(tmp_path: Path) -> None:
    old = tokens(tmp_path)
    state = old.start(seed=5, names=["Ida", "Jo"])
    for answer in (0, 1, 0, 0):
        state.choose(answer)
    data = json.loads(json.dumps(state.to_json()))
    new = tokens(tmp_path, more='    "Crown"       5\n')
    with pytest.raises(UsageError, match="other rules"):
        new.from_json(data)
    again = new.from_json(data, changed_rules=True)
    assert again.names == ("Ida", "Jo")
    assert [m.text for m in again.view(0).members] == [m.text for m in state.view(0).members]
    assert again.n_decisions == state.n_decisions


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"question": "Gold or silver?"}, "the question was 'Which coin?' and is now 'Gold or silver?'"),
        ({"many": 1}, "is no longer offered"),
    ],
)
def test_the_first_answer_that_no_longer_fits_is_told(tmp_path: Path, changes: Any, what: str) -> None:
    state = tokens(tmp_path).start(seed=5)
    state.choose(0)  # pull
    state.choose(0)  # gold
    state.choose(0)  # pull
    state.choose(1)  # silver
    state.choose(1)  # decline
    data = state.to_json()
    with pytest.raises(SaveDiverged, match=re.escape(what)) as problem:
        tokens(tmp_path, **changes).from_json(data, changed_rules=True)
    assert problem.value.state.n_decisions == problem.value.number - 1


def test_names_that_are_damaged_are_refused(tmp_path: Path) -> None:
    state = tokens(tmp_path).start(seed=5)
    state.choose(0)
    data = state.to_json()
    new = tokens(tmp_path, more='    "Crown"       5\n')
    for damaged in (None, 3, [3], [{}], [{"seat": 0, "question": "x", "answer": 3}]):
        with pytest.raises(UsageError, match="named"):
            new.from_json({**data, "named": damaged}, changed_rules=True)


def test_a_state_that_was_made_up_is_not_saved() -> None:
    state = game("kuhn_poker").start(players=2, seed=5)
    state.choose(0)
    with pytest.raises(UsageError, match="made up"):
        state.redeal(state.player, 3).to_json()
