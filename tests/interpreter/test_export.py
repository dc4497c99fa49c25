"""A match written as a scenario: read back, it comes to the same table; what it cannot say is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import scenario
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.export_scenario import export_scenario
from rulewright.interpreter.game import Game

from .hiding import GAMES, game, played

SHIPPED = ("hex", "breakthrough", "pig", "tic_tac_toe", "dragon_flight")


@pytest.mark.parametrize("name", [name for name in (*GAMES, *SHIPPED) if not name.endswith(".rules")])
def test_every_shipped_game_can_be_exported(name: str) -> None:
    """`export_scenario` reads what it wrote, plays it and compares the tables; here nothing must be refused."""
    which = game(name)
    for seed, decisions in ((1, 3), (2, 30)):
        players = which.min_players if seed % 2 else which.max_players
        text = export_scenario(which, played(which, players, seed, decisions, traced=False), "as it was")
        assert text.startswith('scenario "as it was" with Ann, Bob')
        assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("from_the_start", [False, True])
def test_it_passes_where_it_is_pasted(tmp_path: Path, from_the_start: bool) -> None:
    which = game("storm_dragons")
    state = played(which, 3, 5, 30, traced=False)
    strength = f"Ann's hand is {', '.join(chr(34) + state.g.card_names[c] + chr(34) for c in state.z[9])}"
    assert state.g.zone_names[9] == "hand" and state.g.zone_owner[9] == 0
    text = export_scenario(which, state, "pasted", from_the_start, [f"expect {strength}"])
    file = tmp_path / "mine.rules"
    file.write_text(f'use "storm_dragons.rules"\n\n{text}', encoding="utf-8")
    items = scenario.collect(rulewright.check_paths([file]))
    (mine,) = [item for item in items if item.name == "pasted"]
    assert scenario.run(mine).outcome == "passed"


CHANCE = """
game "Chance" for 2 players

kind coin
card "Gold": coin, 3 copies
card "Lead": coin, 4 copies

deck purse:
    every coin

each player has:
    hand: private zone

the table has:
    pile: hidden ordered zone
    seen: public zone
    luck: number, starts 0

setup:
    shuffle purse

play:
    each player clockwise from first_player has turns until purse is empty and pile is empty

turn:
    choose one of draw_one, gamble, wait

action draw_one:
    only if some: purse is not empty
    do: move the first card in purse to your hand

action gamble:
    do:
        move all cards in seen to pile
        move all cards in your hand to pile
        shuffle pile
        move the first 2 cards in pile to seen
        let lucky be a random player
        set luck to lucky's seat

action wait:
    do: add 1 to luck

ranking of player p:
    count of cards in p's hand + luck, highest first
"""


def test_chance_is_given_card_by_card(tmp_path: Path) -> None:
    file = tmp_path / "chance.rules"
    file.write_text(CHANCE, encoding="utf-8")
    which = rulewright.load(file)
    state = which.start(players=2, seed=4)
    for _ in range(6):
        state.choose(0)
    for _ in range(2):
        state.choose(next(o.index for o in state.decision.options if o.text == "gamble"))
    text = export_scenario(which, state, "luck", from_the_start=True)
    assert "    given the next cards from pile are " in text
    assert "    given the next random choices are " in text
    only = export_scenario(which, state, "luck")
    assert len(only.splitlines()) < len(text.splitlines())


def test_what_was_made_up_is_refused() -> None:
    which = game("kuhn_poker")
    state = which.start(players=2, seed=1)
    with pytest.raises(UsageError, match="made up"):
        export_scenario(which, state.redeal(state.player, 1), "no")
    unread = Game(which.program)
    with pytest.raises(UsageError, match="loaded from its files"):
        export_scenario(unread, unread.start(players=2, seed=1), "no")
