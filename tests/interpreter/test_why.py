"""Why a move is or is not offered, and why a number is what it is: with the lines that say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.state import State
from rulewright.interpreter.why_answers import Why

from .hiding import GAMES, along, game, played, secrets


def lines(answer: Why) -> list[str]:
    """The lines of the rules that are named."""
    found = []
    for reason in answer.reasons:
        if reason.file is not None and reason.line is not None:
            found.append(Path(reason.file).read_text(encoding="utf-8").splitlines()[reason.line - 1].strip())
    return found


def test_a_guard_that_fails_is_named_with_its_line() -> None:
    answer = game("leduc_poker").start(seed=2).why("fold")
    assert answer.offered is False
    assert [r.text for r in answer.reasons] == ["something_owed: your owing > 0"]
    assert lines(answer) == ["only if something_owed: your owing > 0"]


def test_each_guard_of_what_is_offered_is_named_with_its_line() -> None:
    answer = game("leduc_poker").start(seed=2).why("check")
    assert answer.offered is True
    assert [r.text for r in answer.reasons][1:] == ["nothing_owed holds: your owing is 0"]
    assert lines(answer)[-1] == "only if nothing_owed: your owing is 0"


def test_every_reason_is_given() -> None:
    state = played(game("storm_dragons"), 3, 1, 0)
    while state.g.questions[state.q].kind != "action":
        state.choose(0)
    answer = state.why("challenge")
    texts = [r.text for r in answer.reasons]
    assert texts[0] == "what may be done now is: play, rebuild, yield"
    assert texts[1].startswith("coin_lies_on_a_dragon: ")


def test_a_move_outside_its_domain() -> None:
    state = game("tic_tac_toe").start()
    state.choose(4)
    answer = state.why("claim field(2, 2)")
    assert answer.offered is False
    assert [r.text for r in answer.reasons] == ["field(2, 2) is no free cell"]


def test_a_move_that_is_offered() -> None:
    state = game("tic_tac_toe").start()
    assert state.why("claim field(2, 2)").offered
    assert state.why('claim  "field(2, 2)"').answer == "'claim field(2, 2)' is offered"


GIFTS = """\
game "Gifts" for 2 players

kind thing: shine: number

cards of kind thing:
    name    copies  shine
    "Coin"       8      2
    "Ring"       8      5

each player has:
    hand: private zone
    hoard: public zone, in play

setup:
    each player p:
        move (the first 2 things c in box where c is a "Coin") to p's hand
        move (the first 2 things c in box where c is a "Ring") to p's hand

play:
    each player clockwise from first_player has turns until there is a player p where p's turns > 3

turn:
    choose one of lay, trade

action lay (c: a thing in your hand):
    do: move c to your hoard

action trade (c: a thing in your hand) for (prize: an enemy thing in play):
    only if better: c's shine > prize's shine
    do: move prize to your hoard

ranking of player p:
    count of things in p's hoard, highest first
"""


def test_the_name_of_a_move_alone(tmp_path: Path) -> None:
    path = tmp_path / "gifts.rules"
    path.write_text(GIFTS)
    state = rulewright.load(path).start(players=2, seed=1)
    answer = state.why("trade")
    assert answer.offered is False
    assert [r.text for r in answer.reasons] == ["there is no enemy thing in play"]
    state.choose(next(o for o in state.decision.options if o.text == "lay Ring"))
    state.choose(next(o for o in state.decision.options if o.text == "lay Ring"))
    answer = state.why("trade")
    assert answer.offered is False
    assert [r.text for r in answer.reasons] == ["better: c's shine > prize's shine"]
    assert [d.text for d in answer.reasons[0].details] == ["Coin's shine > Ring's shine (now 2 and 5)"]


def test_a_move_that_is_offered_in_several_ways() -> None:
    state = game("tic_tac_toe").start()
    answer = state.why("claim")
    assert answer.offered
    assert answer.answer == "'claim' is offered, in 9 ways"


@pytest.mark.parametrize("name", GAMES)
def test_options_are_offered_and_the_rest_has_reasons(name: str) -> None:
    which = game(name)
    for number, state in enumerate(along(which, which.min_players, 3, 40)):
        decision = state.decision
        if number % 6 or decision.kind != "action":
            continue
        for option in list(decision.options)[:4]:
            assert state.why(option.text).offered is True
        for action in state.g.program.actions.values():
            answer = state.why(action.name.replace("_", " "))
            taken = [o for o in decision.options if o.action == action.name]
            if not taken:
                assert answer.offered is False
                assert answer.reasons
            assert json.loads(json.dumps(answer.to_json()))["answer"] == answer.answer


def test_another_move_of_the_right_shape() -> None:
    state = secrets().start(players=2, seed=3)
    answer = state.why("ask Bob for thunder")
    assert answer.reasons[0].text == "it is written: ask <other> for <m>"
    assert state.why("ask Ann for sun").reasons[0].text.startswith("Ann is ")


def test_what_is_no_move_and_no_number() -> None:
    with pytest.raises(UsageError, match="no move and no number"):
        secrets().start(seed=3).why("frobnicate")


def test_who_is_not_asked_learns_nothing_of_anothers_options() -> None:
    state = secrets().start(players=2, seed=3)
    card = state.g.card_names[state.z[state.g.zone_owner.index(0)][0]]
    answer = state.why(f"keep {card}", seat=1)
    assert answer.offered is False
    assert answer.reasons[0].text == "Ann is asked now, not Bob"


def number(state: State, text: str, seat: int | None = None) -> tuple[str, list[str]]:
    answer = state.why(text, seat)
    assert answer.offered is None
    return answer.answer, [r.text for r in answer.reasons]


def test_a_number_with_its_parts() -> None:
    state = played(game("storm_dragons"), 3, 3, 30, traced=False)
    for player, name in enumerate(state.names):
        answer, parts = number(state, f"{name}'s strength")
        assert answer.startswith(f"{name}'s strength is ")
        assert parts[0].endswith("total c's shown over each sky_card c of p in play")
        total = int(parts[0].split(":")[0]) + sum(int(p.split(":")[0]) for p in parts[1:])
        assert answer == f"{name}'s strength is {total}"
        assert str(total) == next(m.text for m in state.view().members if m.name == "strength" and m.owner == player)


def test_a_number_with_its_modifiers() -> None:
    found = 0
    for state in along(game("storm_dragons"), 3, 5, 150):
        for c in [c for z in state.z for c in z if state.g.namespace["IN_PLAY"][state.at[c]]]:
            answer = state.why(f"{state.g.card_names[c]}'s shown")
            modified = [r for r in answer.reasons if r.text.startswith(("+", "-"))]
            found += len(modified)
            for reason in modified:
                assert reason.line is not None
    assert found


def test_a_number_that_rests_on_what_is_hidden() -> None:
    state = game("leduc_poker").start(seed=2)
    other = 1 - state.player
    assert number(state, f"{state.names[other]}'s worth")[0].endswith("is ?")
    assert number(state, f"{state.names[state.player]}'s worth")[0][-1].isdigit()
    assert number(state, f"{state.names[state.player]}'s worth", other)[1] == [
        f"it rests on what {state.names[other]} may not know"
    ]


def test_numbers_that_are_kept() -> None:
    state = game("leduc_poker").start(seed=2)
    answer, parts = number(state, "pot")
    assert answer == "pot is 2"
    assert parts == ["it is kept and changed by what is done, starts 0"]
    assert number(state, "Ann's chips")[0] == "Ann's chips is -1"
    assert number(state, "queen of hearts's rank")[0] == "queen of hearts's rank is 2"
