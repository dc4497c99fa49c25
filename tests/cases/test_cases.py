"""Small inputs that break engines like this one, as far as a scenario cannot show what comes of them.

The others are scenarios: `tests/fixtures/cases_*.rules`, played by `tests/scenarios`. Both are named by
the same numbers.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import IllegalChoice, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import Limits
from rulewright.interpreter.state import State

from ..project import ROOT

FIXTURES = ROOT / "tests" / "fixtures"
CASES = sorted(FIXTURES.glob("cases_*.rules"))
def neutral() -> Game:
    return rulewright.load(FIXTURES / "neutral.rules")


def does(state: State, text: str) -> State:
    """The state after whoever is asked has done that; the text begins an option's."""
    after = state.fork()
    after.choose(next(o.index for o in after.decision.options if o.text.startswith(text)))
    return after


# ------------------------------------------------------------------ the same in every process


def test_m01_the_order_of_modifiers_does_not_depend_on_the_process() -> None:
    path = FIXTURES / "cases_modifiers.rules"
    script = (
        "import random, sys, rulewright\n"
        f"game = rulewright.load({str(path)!r})\n"
        "for seed in range(3):\n"
        "    state, rng = game.start(players=3, seed=seed), random.Random(seed)\n"
        "    while not state.is_over and state.n_decisions < 300: state.choose_random(rng)\n"
        "    print(state.digest())\n"
    )
    told = [
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, text=True,
                       capture_output=True, check=True).stdout
        for seed in ("1", "7")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(told[0].split()) == 3


# ------------------------------------------------------------------ whatever is played


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_c01_no_menu_is_empty_and_no_card_is_lost(path: Path) -> None:
    game = rulewright.load(path)
    players = game.max_players
    state = game.start(players=players, seed=5)
    cards, rng = sorted(c for z in state.z for c in z), random.Random(5)
    while not state.is_over and state.n_decisions < 600:
        assert state.n_options > 1
        assert state.player in state.alive
        state.choose_random(rng)
        assert sorted(c for z in state.z for c in z) == cards
        assert all(c in state.z[zone] for c, zone in enumerate(state.at))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_both_forms_play_the_same_games(path: Path) -> None:
    game = rulewright.load(path)
    players = game.max_players
    for seed in range(4):
        rngs, others = ([random.Random(10 * seed + i) for i in range(players)] for _ in range(2))
        limits = Limits(decisions=400)
        fast = game.playout(players, seed, [r.random for r in rngs], limits)
        state = game.start(players=players, seed=seed, limits=limits)
        while not state.is_over:
            state.choose_random(others[state.player])
        assert (fast.result, fast.n_decisions, fast.z) == (state.result, state.n_decisions, state.z)


@pytest.mark.parametrize("seed", range(3))
def test_t11_no_text_works_from_a_hand_or_a_pile(seed: int) -> None:
    path = FIXTURES / "cases_triggers.rules"
    game = rulewright.load(path)
    state, rng = game.start(players=2, seed=seed, traced=True), random.Random(seed)
    works = state.g.namespace["works"]
    while not state.is_over and state.n_decisions < 200:
        for zone, cards in enumerate(state.z):
            if not state.g.namespace["IN_PLAY"][zone]:
                assert not any(works(state, c) for c in cards)
        state.choose_random(rng)


# ------------------------------------------------------------------ answering


def set_question(game: Game, players: int = 2) -> State:
    """A state at which several cards are chosen."""
    for seed in range(200):
        state, rng = game.start(players=players, seed=seed), random.Random(seed)
        while not state.is_over and state.n_decisions < 300:
            if state.decision.kind == "set" and len(state.opts) > 2 and state.hi > 1:
                return state
            state.choose_random(rng)
    raise AssertionError("no question for several things came up")


def test_c03_the_same_card_cannot_be_chosen_twice() -> None:
    state = set_question(rulewright.load(FIXTURES / "cases_choices.rules"))
    before = state.digest()
    for answer in ([0, 0], [0, 1, 0], [0, 99], [-1, 0]):
        with pytest.raises(IllegalChoice):
            state.choose(answer)
    assert state.digest() == before


def test_c05_what_was_announced_and_taken_back_leaves_no_trace() -> None:
    game = neutral()
    tried = 0
    for seed in range(30):
        state, rng = game.start(players=2, seed=seed, traced=True), random.Random(seed)
        while not state.is_over and state.n_decisions < 120:
            before, digest = state.fork(), state.digest()
            state.choose_random(rng)
            if not state.is_over and state.may_take_back(before):
                tried += 1
                assert before.digest() == digest
                again = before.fork()
                assert again == before and again.used == before.used and again.rc == before.rc
    assert tried > 10


def test_c13_an_answer_counts_once() -> None:
    state = neutral().start(players=2, seed=3)
    option = state.decision.options[0]
    state.choose(option)
    before = state.digest()
    with pytest.raises(IllegalChoice):
        state.choose(option)
    assert state.digest() == before


def test_c13_every_answer_outside_the_menu_is_refused() -> None:
    state = neutral().start(players=2, seed=3)
    before = state.digest()
    for answer in (-1, state.n_options, 10**9, True, "0", None, 1.5):
        with pytest.raises(IllegalChoice):
            state.choose(answer)  # type: ignore[arg-type]
    assert state.digest() == before


# ------------------------------------------------------------------ players and matches


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_p13_so_many_cannot_play(players: int) -> None:
    with pytest.raises(UsageError, match=f"is for 2 to 4 players, not {players}"):
        neutral().start(players=players)


def dealt(folder: Path, line: str) -> list[str]:
    """What is found wrong with a game whose 20 cards are dealt by this line, to 2 to 6 players."""
    path = folder / "dealt.rules"
    path.write_text(f"""
game "Dealt" for 2 to 6 players

each player has:
    hand: private zone

kind unit

card "Unit": unit, 20 copies

deck pool, drawn into hand:
    every unit

setup:
    shuffle pool
    each player p: {line}

play:
    repeat 3 times:
        each player clockwise from first_player has a turn

turn:
    choose a unit u in your hand
    move u to box

ranking of player p:
    count of cards in p's hand, highest first
""")
    return [f"{d.code} {d.span.line} {d.message}" for d in rulewright.check_paths([path]).diagnostics]


@pytest.mark.parametrize("line", ["p draws 6", "move the first 6 cards in pool to p's hand"])
def test_p13_more_is_dealt_than_there_is(tmp_path: Path, line: str) -> None:
    assert dealt(tmp_path, line) == ["W592 16 with 6 players set-up deals 6 cards here and finds 2"]


@pytest.mark.parametrize("line", [
    "p draws 3", "p draws min(6, count of cards in pool)", "move the first 2 cards in pool to p's hand",
])  # fmt: skip
def test_p13_as_far_as_it_goes_must_be_said(tmp_path: Path, line: str) -> None:
    assert dealt(tmp_path, line) == []


def test_p01_a_match_leaves_nothing_to_the_next() -> None:
    game = rulewright.load(FIXTURES / "cases_players.rules")

    def digests() -> list[str]:
        state, rng = game.start(players=4, seed=9), random.Random(9)
        found = []
        while not state.is_over and state.n_decisions < 200:
            state.choose_random(rng)
            found.append(state.digest())
        return found

    first = digests()
    other = game.start(players=4, seed=10)
    for _ in range(40):
        if not other.is_over:
            other.choose_random(random.Random(1))
    assert digests() == first


# ------------------------------------------------------------------ what is seen


def test_s15_what_others_hold_does_not_show_before_they_act() -> None:
    """A window is told alike whether a player could answer or not, to everybody else."""
    game = neutral()
    seen = 0
    for seed in range(12):
        state, rng = game.start(players=2, seed=seed, traced=True), random.Random(seed)
        while not state.is_over and state.n_decisions < 100:
            decision = state.decision
            if decision.kind == "respond" and state.player == 1:
                seen += 1
                passed = does(state, "pass")
                other = state.redeal(0, 77)
                if other.player == 1 and other.decision.kind == "respond":
                    assert other.view(0) == state.view(0)
                assert [e.text for e in passed.log if e.text.endswith("pass")]
            state.choose_random(rng)
    assert seen > 5


def test_z11_views_have_no_numbers_by_which_a_card_could_be_followed() -> None:
    game = neutral()
    state, rng = game.start(players=2, seed=4, traced=True), random.Random(4)
    while not state.is_over and state.n_decisions < 60:
        for zone in state.view(0).zones:
            if zone.cards is None:
                assert all(isinstance(name, str) for name in zone.known)
                assert all(name is None or isinstance(name, str) for name in zone.order)
        state.choose_random(rng)


# ------------------------------------------------------------------ none is forgotten

# The last number of each part; the cases have odd numbers.
LAST = {"S": 21, "T": 21, "M": 19, "Z": 21, "P": 19, "C": 13, "B": 11}


@pytest.mark.parametrize("part", LAST)
def test_every_case_is_held_by_a_scenario_or_a_test(part: str) -> None:
    named = set()
    for path in CASES:
        named |= set(re.findall(rf'^scenario "({part}\d\d) ', path.read_text(encoding="utf-8"), re.MULTILINE))
    for path in Path(__file__).parent.glob("test_*.py"):
        found = re.findall(rf"^def test_({part.lower()}\d\d)_", path.read_text(encoding="utf-8"), re.MULTILINE)
        named |= {name.upper() for name in found}
    assert [n for n in range(1, LAST[part] + 1, 2) if f"{part}{n:02}" not in named] == []
