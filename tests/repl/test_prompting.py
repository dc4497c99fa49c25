"""What completes a line, and what is said about it, while one types."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.interpreter.state import State
from rulewright.repl.answers import Choice, read_answer
from rulewright.repl.prompting import guidance, offers
from rulewright.repl.words import WORDS

from ..three_cards import Game


def played(name: str, players: int, steps: int) -> State:
    state = rulewright.load(name).start(players, seed=4, traced=True)
    rng = random.Random(4)
    for _ in range(steps):
        state.choose_random(rng)
    return state


@pytest.mark.parametrize(
    ("name", "players", "steps"), [("storm_dragons", 3, 14), ("dragon_flight", 3, 41), ("hearts", 4, 9), ("hex", 2, 7)]
)
def test_offers_are_the_legal_moves_and_only_those(name: str, players: int, steps: int) -> None:
    state = played(name, players, steps)
    decision = state.decision
    legal = [option.text for option in decision.options][:200]
    if decision.kind in ("set", "order"):
        legal = [item.text for item in decision.items] + ["done"]
    assert [offer.text for offer in offers(state, (), "")] == legal
    for text in legal[:20]:
        for typed in (text[:3], text, f"  {text[:5].upper()}"):
            found = [offer.text for offer in offers(state, (), typed)]
            assert text in found and set(found) <= {*legal, *WORDS}
            for offer in offers(state, (), typed):
                whole = typed[: len(typed) - offer.typed] + offer.text
                assert offer.text in WORDS or read_answer(whole, decision)


def test_an_offer_says_what_it_does() -> None:
    state = played("storm_dragons", 2, 1)
    helps = {offer.text: offer.help for offer in offers(state, (), "")}
    assert any("When played" in text for text in helps.values())
    words = {offer.text: offer.help for offer in offers(state, (), "und")}
    assert words["undo"] == WORDS["undo"].help


def test_of_a_set_what_is_left_is_offered() -> None:
    state = Game(deal=[[1, 5, 9], [2, 3, 4]]).start()
    assert [offer.text for offer in offers(state, (), "")] == ['"1"', '"5"', '"9"', "done"]
    assert [offer.text for offer in offers(state, (), '"1", ')] == ['"5"', '"9"']
    assert [offer.text for offer in offers(state, (0,), "")] == ['"5"', '"9"', "done"]
    (offer,) = offers(state, (), '"1", "9')
    assert '"1", "9'[: -offer.typed] + offer.text == '"1", "9"'


def test_guidance_says_what_enter_would_do() -> None:
    state = played("storm_dragons", 2, 1)
    option = next(o for o in state.decision.options if o.action == "play")
    assert guidance(state, (), option.text).startswith(f"Enter: {option.text}")
    assert "is no option" in guidance(state, (), "xyzzy")
    assert guidance(state, (), "hint").startswith("hint: ")
    assert "help" in guidance(state, (), "")
    answer = read_answer("1", state.decision)
    assert isinstance(answer, Choice) and guidance(state, (), "1").startswith(f"Enter: {answer.text}")


def test_guidance_for_sets_and_numbers_and_the_end() -> None:
    state = Game(deal=[[1, 5], [2, 3]]).start()
    assert guidance(state, (), "1") == 'Enter: "1"'
    assert guidance(state, (), "done") == "Enter: nothing"
    assert "at most 1" in guidance(state, (), "")
    for answer in ([], [], 0, 0, 0, 0, 0, 0):
        if state.decision.kind == "number":
            assert guidance(state, (), "2") == "Enter: 2"
        state.choose(answer)
        if state.is_over:
            break
    assert "the game is over" in guidance(state, (), "")
    assert list(offers(state, (), "")) == []
