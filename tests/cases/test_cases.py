"""Small inputs that break engines like this one, as far as a scenario cannot show what comes of them.

The others are scenarios: `tests/fixtures/cases_*.rules`, played by `tests/scenarios`. Both are named by
the same numbers.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import IllegalChoice, RunError, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import Limits
from rulewright.interpreter.state import State

from ..project import ROOT

FIXTURES = ROOT / "tests" / "fixtures"
CASES = sorted(FIXTURES.glob("cases_*.rules"))
HEAD = """
game "Loop" for 2 players

each player has:
    life, coins: number, starts 10
    tapped: yes or no, starts no
    hand: private zone
    field: public zone, in play

the table has:
    nothing_ends: yes or no, starts yes

play:
    each player clockwise from first_player has turns until not nothing_ends

ranking of player p:
    p's life, highest first
"""

Make = Callable[[str], Game]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(text: str) -> Game:
        path = tmp_path / "loop.rules"
        path.write_text(HEAD + text)
        return rulewright.load(path)

    return made


def neutral() -> Game:
    return rulewright.load(FIXTURES / "neutral.rules")


def does(state: State, text: str) -> State:
    """The state after whoever is asked has done that; the text begins an option's."""
    after = state.fork()
    after.choose(next(o.index for o in after.decision.options if o.text.startswith(text)))
    return after


# ------------------------------------------------------------------ loops that end by themselves


def test_t01_a_mandatory_loop_is_proved_and_its_rules_are_named(make: Make) -> None:
    game = make("""
to ping:
    subtract 1 from your coins
    add 1 to your coins

rule back_and_forth:
    when a player p pings: p's left pings

turn:
    start

action start:
    do: ping
""")
    state = game.start(seed=1, traced=True)
    assert state.outcome.kind == "endless"
    assert "rule back_and_forth" in state.outcome.reason
    assert state.outcome.winners == ()
    fast = game.start(seed=1)
    assert fast.result == state.result


def test_t01_a_loop_that_never_comes_back_meets_the_limit(make: Make) -> None:
    game = make("""
to gain_life (n: number):
    add n to your life

to lose_life (n: number):
    subtract n from your life

rule envy:
    when a player p gains_life: p's left loses_life 1

rule glee:
    when a player p loses_life: p's left gains_life 1

turn:
    start

action start:
    do: gain_life 1
""")
    state = game.start(seed=1, traced=True, limits=Limits(steps=2_000))
    assert state.outcome.kind == "limit"
    assert {"rule envy", "rule glee"} <= set(state.outcome.reason.replace(": ", ", ").split(", "))


def test_t03_who_always_says_yes_is_stopped(make: Make) -> None:
    game = make("""
turn:
    any number of times, you may choose one of tap, untap

action tap:
    only if fresh: not your tapped
    do:
        set your tapped to yes
        add 1 to your coins

action untap:
    only if used: your tapped
    do: set your tapped to no
""")
    state = game.start(seed=1, limits=Limits(turn_decisions=200))
    while not state.is_over:
        state.choose(0)
    assert state.outcome.kind == "limit"
    other = game.start(seed=1)
    other.choose(other.n_options - 1)
    assert other.turn == 2


def test_p19_nobody_can_do_anything(make: Make) -> None:
    game = make("""
turn:
    you may boast

action boast:
    only if rich: your coins > 10
    do: add 1 to your coins
""")
    assert game.start(seed=1).outcome.kind == "endless"


def test_m03_numbers_that_need_each_other_are_told_when_checked_and_stop_the_game(tmp_path: Path) -> None:
    path = tmp_path / "mirrors.rules"
    path.write_text(HEAD + """
kind mirror:
    power: number

card "LEFT": mirror
    power 1
    this has +(total c's power over each other mirror c in play) power

card "RIGHT": mirror
    power 1
    this has +(total c's power over each other mirror c in play) power

setup:
    move all mirrors in box to first_player's field

turn:
    if (total c's power over each mirror c in play) > 100: end the game
    wait_here

action wait_here:
    do: add 1 to your coins
""")
    found = {d.code for d in rulewright.check_paths([path]).diagnostics}
    assert "W506" in found
    with pytest.raises(RunError, match="circle"):
        rulewright.load(path).start(seed=1)


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
