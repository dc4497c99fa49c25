"""Small inputs that break engines like this one: what goes round and round.

See test_cases.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import Limits

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


def test_m03_numbers_that_need_each_other_are_told_when_checked_and_worked_out_all_the_same(tmp_path: Path) -> None:
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
    if (total c's power over each mirror c in play) is 5: end the game
    wait_here

action wait_here:
    do: add 1 to your coins
""")
    found = [d for d in rulewright.check_paths([path]).diagnostics if d.code == "W506"]
    assert "`power` reads `power`" in found[0].message
    game = rulewright.load(path)
    for traced in (True, False):
        state = game.start(seed=1, traced=traced)
        assert state.is_over and state.outcome.kind != "limit"
    assert game.playout(2, 1, [random.random] * 2).n_decisions == 0


CIRCLES = {
    "two verbs": ("""
to ping:
    add 1 to your coins
    pong

to pong:
    subtract 1 from your coins
    ping

action start:
    do: ping
""", "`to ping`, `to pong`"),
    "a verb and a trigger before it": ("""
to gain_life (n: number):
    add n to your life

rule echo:
    when a player p gains_life, first: p gains_life 1

action start:
    do: gain_life 1
""", "`rule echo`"),
    "two verbs that ask": ("""
to ask:
    choose a number n from 1 to 1
    answer

to answer:
    ask

action start:
    do: ask
""", "`to answer`, `to ask`"),
}  # fmt: skip


@pytest.mark.parametrize("text, names", CIRCLES.values(), ids=CIRCLES)
def test_t01_rules_that_call_each_other_for_ever_are_named(make: Make, text: str, names: str) -> None:
    game = make(f"""
turn:
    start
{text}""")
    for traced in (True, False):
        with pytest.raises(RunError, match="circle without end") as caught:
            game.start(seed=1, traced=traced)
        assert names in caught.value.message
        assert caught.value.span is not None


ROUNDS = {
    "as soon as": """
rule one:
    as soon as nothing_ends: set nothing_ends to no

rule two:
    as soon as not nothing_ends: set nothing_ends to yes
""",
    "always when": """
rule one:
    always when nothing_ends: set nothing_ends to no

rule two:
    always when not nothing_ends: set nothing_ends to yes
""",
    "cards that come and go": """
kind unit

card "FERRY": unit
    when another unit u leaves play: move u to first_player's field

card "LEAVER": unit
    when this enters play: move this to first_player's hand

setup:
    move all units in box to first_player's field

to gain_life (n: number):
    move all "LEAVER" in play to first_player's hand
    add n to your coins
""",
}


@pytest.mark.parametrize("text", ROUNDS.values(), ids=ROUNDS)
def test_t01_rules_that_undo_each_other_are_proved_to_go_round(make: Make, text: str) -> None:
    start = "gain_life 1" if "gain_life" in text else "add 1 to your coins"
    game = make(f"""
turn:
    start

action start:
    do: {start}
{text}""")
    for traced in (True, False):
        assert game.start(seed=1, traced=traced).outcome.kind == "endless"


def test_t01_a_long_loop_in_which_a_rule_answers_again_and_again_is_none(make: Make) -> None:
    game = make("""
turn:
    start

action start:
    do:
        repeat 3000 times: set nothing_ends to no
        set your coins to 77

rule back:
    as soon as not nothing_ends: set nothing_ends to yes

rule done_with:
    always when there is a player p where p's coins is 77: p wins
""")
    assert game.start(seed=1).outcome.kind == "win"
