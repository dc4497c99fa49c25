"""Small inputs that break engines like this one: what is asked, of whom, and what of it may be answered.

See test_cases.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import rulewright
from rulewright.interpreter.errors import IllegalChoice
from rulewright.interpreter.state import State
from rulewright.repl.answers import NotUnderstood, expectation, read_answer
from rulewright.repl.render import decision_lines

from ..project import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


def reached(wanted: Callable[[State], bool], fixture: str = "cases_choices", cast: str = "") -> State:
    """A state at a decision that is wanted; cards whose name begins so are cast whenever they can be."""
    game = rulewright.load(FIXTURES / f"{fixture}.rules")
    for seed in range(300):
        state, rng = game.start(players=2, seed=seed, traced=True), random.Random(seed)
        while not state.is_over and state.n_decisions < 150:
            if wanted(state):
                return state
            decision = state.decision
            action = decision.kind in ("action", "respond")
            casting = [o.index for o in decision.options if cast in o.text] if action and cast else []
            state.choose(casting[0]) if casting else state.choose_random(rng)
    raise AssertionError("nothing of the sort came up")


def several(low: int) -> Callable[[State], bool]:
    """Whether so many things are to be chosen of more than there are."""

    def wanted(state: State) -> bool:
        return state.decision.kind == "set" and state.decision.low == low and len(state.decision.items) > low

    return wanted


# ------------------------------------------------------------------ the same thing twice, too few, too many


@pytest.mark.parametrize("typed", ["1 1", "1,1", "1, 1", "{0}, {0}", "1, {0}", "{0}, 1"])
def test_c03_the_same_thing_typed_twice_is_refused(typed: str) -> None:
    state = reached(several(2), cast="FAVOUR")
    before = state.digest()
    with pytest.raises(NotUnderstood):
        read_answer(typed.format(state.decision.items[0].text), state.decision)
    assert state.digest() == before


def test_c11_a_choice_of_four_cannot_be_closed_before() -> None:
    state = reached(several(4), cast="HAUL")
    before = state.digest()
    for answer in ([], [0], [0, 1, 2]):
        with pytest.raises(IllegalChoice):
            state.choose(answer)
    for typed in ("done", "none", "1 2 3 done"):
        with pytest.raises(NotUnderstood):
            read_answer(typed, state.decision)
    with pytest.raises(NotUnderstood, match="too few"):
        read_answer("done", state.decision, picked=(0, 1, 2))
    assert state.digest() == before


def test_c11_of_three_that_are_there_all_are_taken_and_nobody_is_asked() -> None:
    def haul(state: State) -> bool:
        hand = [z for z in state.view(state.player).zones if z.name == "hand" and z.owner == state.player]
        casts = any("HAUL" in o.text for o in state.decision.options)
        return state.decision.kind == "action" and casts and hand[0].count in (3, 4)

    state = reached(haul)
    who = state.player
    state.choose(next(o.index for o in state.decision.options if "HAUL" in o.text))
    while not state.is_over and state.decision.kind == "respond":
        state.choose(next(o.index for o in state.decision.options if o.text == "pass"))
    assert state.is_over or state.player != who or state.decision.kind == "action"


# ------------------------------------------------------------------ what cannot be chosen is told


def test_c07_what_cannot_be_done_is_shown_with_its_reason() -> None:
    state = reached(lambda s: s.decision.kind == "label" and len(s.decision.withheld) == 1, cast="LEVY")
    (withheld,) = state.decision.withheld
    assert withheld.text not in [o.text for o in state.decision.options]
    assert "`" in withheld.reason
    shown = "\n".join("".join(p if isinstance(p, str) else p[1] for p in line) for line in decision_lines(state.decision))
    assert f"not now: {withheld.text} ({withheld.reason})" in shown
    why = state.why(withheld.text)
    assert why is not None and why.offered is False
    assert why.reasons[0].line is not None


def told(fixture: str, beginning: str) -> set[str]:
    """Lines of logs of some games that have these words in them."""
    found: set[str] = set()
    game = rulewright.load(FIXTURES / f"{fixture}.rules")
    for seed in range(6):
        state, rng = game.start(players=2, seed=seed, traced=True), random.Random(seed)
        while not state.is_over and state.n_decisions < 200:
            state.choose_random(rng)
        found |= {line.text for line in state.log if beginning in line.text}
    return found


def test_c01_that_there_was_nothing_to_choose_is_told() -> None:
    assert any("choose another player p where not lured(you, p)" in line for line in told("cases_choices", "nothing is there"))


def test_c07_that_only_one_thing_could_be_done_is_told() -> None:
    assert any(line.endswith("chooses lose 3 life, for nothing else can be done") for line in told("cases_choices", "nothing else"))


def test_z03_that_nothing_was_drawn_is_told() -> None:
    assert told("cases_zones", "draws 0 cards") >= {"Ann draws 0 cards", "Bob draws 0 cards"}


# ------------------------------------------------------------------ who is asked, and what the question tells


def test_c09_only_whoever_is_asked_sees_what_may_be_chosen() -> None:
    def asked(state: State) -> bool:
        return state.decision.question.startswith("RIDDLE") and len(state.decision.options) > 1

    state = reached(asked, cast="RIDDLE")
    asker, other = state.player, 1 - state.player
    mine = [z for z in state.view(asker).zones if z.name == "hand" and z.owner == asker]
    theirs = [z for z in state.view(other).zones if z.name == "hand" and z.owner == asker]
    assert mine[0].cards is not None and theirs[0].cards is None
    chosen = {option.text for option in state.decision.options}
    assert {card.name for card in mine[0].cards} >= {text.partition(" (")[0] for text in chosen}
    assert state.redeal(other, 5).decision.question == state.decision.question


def test_z05_an_order_says_which_comes_first() -> None:
    state = reached(lambda s: s.decision.kind == "order", "cases_zones", "STACK UP")
    assert "first things first" in expectation(state.decision)
