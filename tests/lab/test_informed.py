"""What the search behind mcts looks at, and how it judges what it finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.lab.bots import Position, make_bot
from rulewright.lab.mcts import SearchBot

ORCHARD = """
game "Orchard" for 2 players

each player has:
    apples: number, starts 0
    work: number, starts 0
    hand: private zone

kind note: value: number
cards of kind note:
    each value from 1 to 12, 1 of each, named "{value}"

deck heap:
    every note

setup:
    add 10 * (AHEAD) to first_player's apples
    each player p: move the first 6 cards in heap to p's hand

play:
    each player clockwise from first_player has turns until there is a player p where p's work > 40

turn:
    choose one of sow, rest, trample
    add 1 to your work

stack soil:
    order: last in, first out
    respond: each player clockwise from active_player
    then: move this to your hand

action sow, onto soil:
    cost: subtract 1 from your apples
    do: add 3 to your apples

action grumble, onto soil, at any time:
    once a turn
    do: add 1 to your work

action rest:
    do: add 1 to your work

action trample:
    do: subtract 2 from your apples

ranking of player p:
    p's apples, highest first

bot farmer:
    avoid trample
    value your apples
"""


def orchard(tmp_path: Path, ahead: int) -> tuple[Game, State]:
    """The first decision of a game in which the first player begins with so many apples."""
    path = tmp_path / "orchard.rules"
    path.write_text(ORCHARD.replace("AHEAD", f"0 + {ahead}" if ahead >= 0 else f"0 - {-ahead}"), encoding="utf-8")
    game = rulewright.load(path)
    return game, game.start(players=2, seed=1)


def looked_at(game: Game, state: State, rounds: int = 60) -> dict[str, Any]:
    """The answers by name, with what the search made of each."""
    bot = make_bot(game, f"mcts:{rounds}")
    assert isinstance(bot, SearchBot)
    _, root, _ = bot.searched(Position(state, state.player), 1, 0)
    return {state.decision.options[place].text: arm for place, arm in root.arms.items()}


@pytest.mark.parametrize("ahead", [0, 100, -100])
def test_the_better_answer_is_found_whoever_is_ahead_and_by_how_much(tmp_path: Path, ahead: int) -> None:
    """An announcement is judged by what comes of it, and a thousand apples do not hide two."""
    game, state = orchard(tmp_path, ahead)
    found = looked_at(game, state)
    assert set(found) == {"sow", "rest"}, "what is avoided is not tried"
    assert found["sow"].visits > 2 * found["rest"].visits


class Counted(Position):
    """Counts how often it is asked for a deal."""

    dealt = 0

    def redeal(self, seed: int) -> State:
        """Give the deal, and count it."""
        self.dealt += 1
        return super().redeal(seed)


def test_rounds_share_deals(tmp_path: Path) -> None:
    game, state = orchard(tmp_path, 0)
    position = Counted(state, state.player)
    make_bot(game, "mcts:80").answer(position, 1, 0)
    assert 1 < position.dealt <= 10


def test_what_a_search_adds_up_is_what_it_did(tmp_path: Path) -> None:
    """Every round is counted at one answer of the root, with a part of a victory."""
    game, state = orchard(tmp_path, 0)
    found = looked_at(game, state, 7)
    assert sum(arm.visits for arm in found.values()) == 7
    assert all(0 < arm.reward < arm.visits for arm in found.values())
