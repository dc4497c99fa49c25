"""Abilities of cards work in play and nowhere else (unless they say so)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.state import State
from rulewright.lab.streams import seat_streams
from rulewright.repl.cli import main

from .matches import Match

RULES = Path(__file__).with_name("abilities.rules")


def test_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(RULES), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["passed"] == 5
    assert found["failed"] == 0


def with_abilities() -> set[str]:
    return {"Bright", "Noticing", "Watching", "Guarding", "Turning"}


def test_no_ability_runs_while_its_card_is_out_of_play() -> None:
    """Whole games with lanterns that are never lit: what they would do is seen in the numbers, and never happens."""
    game = rulewright.load(RULES)
    for seed in range(60):
        state = game.start(seed=seed)
        streams = seat_streams(seed, 2)
        counted = 0
        while not state.is_over:
            glow = {member.owner: int(member.text) for member in state.view(0).members if member.name == "glow"}
            for seat in range(2):
                # A plain sum of what is printed: nothing out of play adds to it.
                zone = next(z for z in state.view(seat).zones if z.name == "shelf" and z.owner == seat)
                assert glow[seat] == len(zone.cards)
            assert int(next(m.text for m in state.view(0).members if m.name == "counted")) == counted
            options = [option for option in state.decision.options if not with_abilities() & {*option.text.split()}]
            options = [option for option in options if option.action != "light" or "Plain" in option.text]
            option = options[int(streams[state.player].random() * len(options))]
            counted += option.action == "wind"
            state.choose(option)
        assert counted == 13


@pytest.mark.parametrize("players", [2, 4])
def test_cards_in_hands_and_piles_change_nothing_on_the_table(players: int) -> None:
    """Cards out of play are exchanged for others; every number that can be seen stays what it is."""
    match = Match("storm_dragons", players)
    for state in match.some_states(3, 8):
        for seat in range(players):
            dealt = state.redeal(seat, 4)
            for viewer in (None, seat):
                assert numbers(dealt, viewer) == numbers(state, viewer)


def numbers(state: State, seat: int | None) -> list[tuple[str, int | None, str]]:
    return [(member.name, member.owner, member.text) for member in state.view(seat).members]
