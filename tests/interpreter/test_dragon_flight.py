"""Dragon Flight: its board has no dead end, its cards are all there, and its bot flies better than chance."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from rulewright.interpreter.boards import BoardLayout
from rulewright.lab.bots import Position, make_bot
from rulewright.lab.streams import Stream

GAME = rulewright.load("dragon_flight")
SHARPEST = 90


def board() -> BoardLayout:
    return next(iter(GAME.compiled(2).instance.boards.values()))


def onward(sky: BoardLayout, start: int, here: int) -> list[int]:
    """The dots to which a dragon that came from `start` may fly on."""
    came = sky.arriving(start, here)
    assert came is not None
    turns = {goal: (sky.heading[here, goal] - came) % 360 for goal in sky.neighbours[here]}
    return [goal for goal, turn in turns.items() if min(turn, 360 - turn) <= SHARPEST]


def test_the_board_is_the_one_of_the_rules() -> None:
    sky = board()
    assert (sky.size, len(sky.lines)) == (31, 66)
    assert all(len(sky.neighbours[s]) >= 3 for s in range(sky.size))


def test_there_is_no_dead_end() -> None:
    sky = board()
    ways = [len(onward(sky, start, here)) for start, here in sky.heading]
    assert min(ways) > 0
    assert round(100 * sum(ways) / sum(len(sky.neighbours[here]) for _, here in sky.heading)) == 58


def test_nobody_flies_straight_back() -> None:
    sky = board()
    assert all(start not in onward(sky, start, here) for start, here in sky.heading)


@pytest.mark.parametrize(("players", "gap"), [(2, 6), (3, 4), (4, 3), (6, 2)])
def test_dragons_start_equally_far_apart(players: int, gap: int) -> None:
    sky = board()
    state = GAME.start(players=players, seed=1)
    places = [member.text for member in state.view(0).members if member.name == "dragon"]
    found = sorted(sky.names.index(name) for name in places)
    assert found == list(range(0, 12, gap))


def test_the_deck() -> None:
    faces = Counter()
    for face in GAME.compiled(2).instance.faces:
        faces[face.definition.kind.name] += face.copies
    assert faces == {"combat_card": 40, "maneuver": 16, "tongue": 11, "incantation": 11}


def test_every_card_has_a_text_for_players() -> None:
    assert not [card.name for card in GAME.program.cards if not card.doc and card.kind.name != "combat_card"]


@pytest.mark.parametrize("players", range(2, 7))
def test_games_end_and_chance_reaches_every_card(players: int) -> None:
    faces = GAME.compiled(players).instance.faces
    missing = {face.name for face in faces if face.definition.kind.name != "combat_card"}
    for seed in range(12):
        state = GAME.start(players=players, seed=seed, traced=True)
        stream = Stream(seed, "chance")
        while not state.is_over:
            state.choose_random(stream)
        assert state.outcome.kind in ("win", "draw")
        missing -= {name.removeprefix("card ") for name in state.coverage}
        if not missing:
            return
    assert not missing


def test_the_raider_beats_chance() -> None:
    raider, won = make_bot(GAME, "raider"), 0
    for seed in range(6):
        state = GAME.start(players=2, seed=seed)
        seat, number, stream = seed % 2, 0, Stream(seed, "other")
        while not state.is_over:
            if state.player == seat and state.n_options > 1:
                state.choose(raider.answer(Position(state, seat), seed, number))
                number += 1
            else:
                state.choose_random(stream)
        won += state.outcome.winners == (seat,)
    assert won >= 5
