"""Cards that nobody can tell apart are offered once; those that an effect is about are told from the others."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.interpreter.state import State

RULES = """
game "Cheer" for 2 players

kind beast: power: number
card "Cub": beast, 6 copies
    power 1

deck den:
    every beast

each player has:
    field: public zone, in play
    treats: number, starts 0

the table has:
    aside: public zone

setup:
    each player p: move the first 2 cards in den to p's field

play:
    each player clockwise from first_player has turns until den is empty

turn:
    any number of times, you may choose one of cheer, roar, send_away

action cheer (p: a player):
    do:
        until the turn ends:
            when p sends_away a card: add 1 to p's treats

action roar:
    do:
        until the turn ends: each beast of you in play has +1 power
        move the first card in den to your field

action send_away (c: a beast of you in play):
    do: move c to aside

ranking of player p:
    p's treats, highest first
"""


def _begun(tmp_path: Path) -> State:
    file = tmp_path / "cheer.rules"
    file.write_text(RULES, encoding="utf-8")
    return rulewright.load(file).start(players=2, seed=1)


def _does(state: State, text: str) -> None:
    state.choose(next(o.index for o in state.decision.options if o.text == text))


def _sent(state: State) -> list[str]:
    return [o.text for o in state.decision.options if o.text.startswith("send")]


def test_a_player_in_an_effect_is_no_card(tmp_path: Path) -> None:
    """Players and cards are small numbers alike: what an effect keeps of Bob must not be taken for the second card."""
    for who in ("Ann", "Bob"):
        state = _begun(tmp_path)
        _does(state, f"cheer {who}")
        assert _sent(state) == ["send away Cub"]


def test_cards_that_an_effect_is_about_are_told_from_others(tmp_path: Path) -> None:
    state = _begun(tmp_path)
    _does(state, "roar")
    assert _sent(state) == ["send away Cub (1)", "send away Cub (2)"]  # two that have grown, and one that has not
    _does(state, "decline")
    _does(state, "decline")
    assert _sent(state) == ["send away Cub"]
