"""Watching a game changes nothing in it; who was ahead, what cards and actions came to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import load, shipped_games
from rulewright.interpreter.observe import seen_of
from rulewright.lab.leads import course, evaluator
from rulewright.lab.report import document, lines
from rulewright.lab.simulate import Plan, Player, Simulation
from rulewright.lab.usage import card_changes
from rulewright.lab.watch import games_to_watch

from .coins import coins, compared

# Whoever holds the crown wins: nothing else matters. Pebbles are played and do nothing; one is never dealt.
CROWN = """\
game "Crown" for 2 players

option stake: 1 to 3, normally 1

kind jewel
kind stone
kind spirit

card "Crown": jewel, 1 copy
card "Pebble": stone, 3 copies
card "Ghost": spirit, 1 copy

deck heap:
    every jewel
    every stone

each player has:
    hand: private zone
    board: public zone, in play
    points: number, starts 0

setup:
    shuffle heap
    each player p: move the first 2 cards in heap to p's hand

play:
    repeat 2 times: lay

round lay:
    each player p clockwise from first_player: p chooses one of show, wave

action show (c: a card in your hand):
    \"\"\"Lay a card.\"\"\"
    do:
        move c to your board
        if c is a "Crown": add stake to your points

action wave:
    \"\"\"Do nothing; you keep your cards.\"\"\"

ranking of player p:
    p's points, highest first
"""


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_a_watched_game_is_the_same_game(name: str) -> None:
    game = load(name)
    players = game.min_players
    player = Player.of(Plan(lambda: game, players, ("random",) * players, 3, 2), game)
    for index, rotation in ((0, 0), (1, players - 1)):
        watched = player.watch_seed(index, 40 + index, rotation)
        assert watched.result.kind != "error", watched.result.message
        assert watched.result == player.play_seed(index, 40 + index, rotation)
        assert watched.figures["longest wait"] >= 1
        assert {use.games for use in (*watched.cards.values(), *watched.actions.values())} <= {1}


class TestCourse:
    def test_a_start_to_finish_victory(self) -> None:
        found = course([(0, 0), (2, 1), (5, 1), (9, 3)], [0])
        assert found == {"lead changes": 0, "drama": 0, "decided at": 0, "comeback": 0}

    def test_a_comeback(self) -> None:
        # The second player is behind by 4 of at most 4 at two of four moments, and by 1 at a third.
        found = course([(0, 0), (4, 0), (5, 1), (6, 5)], [1])
        assert found["lead changes"] == 1 and found["comeback"] == 1 and found["decided at"] == 1
        assert found["drama"] == pytest.approx((1 + 1 + 0.5) / 3)

    def test_a_tie_keeps_the_one_who_led(self) -> None:
        assert course([(1, 0), (1, 1), (2, 1), (2, 2), (2, 3)], [1])["lead changes"] == 1

    def test_decided_half_way(self) -> None:
        assert course([(1, 2), (1, 2), (3, 2), (4, 2)], [0])["decided at"] == 0.5

    def test_a_draw_has_lead_changes_only(self) -> None:
        assert course([(1, 0), (0, 1)], []) == {"lead changes": 1}

    def test_without_moments_nothing_is_said(self) -> None:
        assert course([], [0]) == {}


@pytest.mark.parametrize(
    ("name", "says"),
    [("hearts", "ranking"), ("dragon_flight", "bot"), ("tic_tac_toe", "played on")],
)
def test_where_leads_come_from_is_told(name: str, says: str) -> None:
    assert says in evaluator(load(name))[0]


@pytest.fixture(scope="module")
def crown(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("crown") / "crown.rules"
    path.write_text(CROWN)
    return lambda **options: rulewright.load(path, options=options)


def test_cards_and_actions(crown: Any) -> None:
    game = crown()
    simulation = Simulation.of(Plan(lambda: game, 2, ("random", "random"), 5, 200, watched=200))
    simulation.play(game, 1)
    found = document(simulation, game, [])["watched"]
    cards = {one["name"]: one for one in found["cards"]}
    assert found["games"] == 200
    assert cards["Crown"]["had"] == 200, "one of the two always holds it"
    assert cards["Crown"]["wins_when_used"]["share"] == 1
    assert cards["Crown"]["wins_when_had"]["share"] == pytest.approx((cards["Crown"]["used"] + 200) / 400)
    assert 0 < cards["Crown"]["used"] < 200
    assert (cards["Ghost"]["had"], cards["Ghost"]["used"]) == (0, 0)
    assert found["never_played"] == ["Ghost"]
    actions = {one["name"]: one for one in found["actions"]}
    assert actions["wave"]["had"] == 400
    assert actions["wave"]["times"] + actions["show"]["times"] == simulation.total.decisions.mean() * 200
    printed = "\n".join(lines(simulation, game))
    assert "no card was played of: Ghost" in printed and "lead changes" in printed


def test_of_hands_that_lie_open_it_is_not_said_that_nothing_was_played(tmp_path: Path) -> None:
    path = tmp_path / "crown.rules"
    path.write_text(CROWN.replace("hand: private zone", "hand: public zone"))
    game = rulewright.load(path)
    simulation = Simulation.of(Plan(lambda: game, 2, ("random", "random"), 5, 30, watched=30))
    simulation.play(game, 1)
    assert document(simulation, game, [])["watched"]["never_played"] == []
    printed = "\n".join(lines(simulation, game))
    assert "no card was played" not in printed and "no cards lie in private zones" in printed


FACE_DOWN = """
game "Face Down" for 2 players
    \"\"\"Two cards are laid face down, the first one is taken back; the other one is discarded in the end, or shown.\"\"\"

kind thing

cards of kind thing:
    name       copies
    "Acorn"         1
    "Berry"         1
    "Cone"          1
    "Daisy"         1
    "Elm"           1
    "Fern"          1

deck pile:
    every thing

the table has:
    discards: public zone

each player has:
    hand: private zone
    laid: private zone

setup:
    move all cards in pile to first_player's hand

play:
    first_player lays_two

to lay_two:
    choose a card c in your hand
    move c to your laid
    choose a card d in your hand
    move d to your laid
    move c to your hand
    END
    choose a player p
    p wins
"""


@pytest.mark.parametrize(
    ("end", "played"),
    [
        ("move d to discards", {"Berry"}),
        ("reveal your laid", {"Berry"}),
        ("move d to your right's hand", set()),
    ],
)
def test_a_card_laid_face_down_is_played_when_it_comes_to_light(tmp_path: Path, end: str, played: set[str]) -> None:
    path = tmp_path / "face_down.rules"
    path.write_text(FACE_DOWN.replace("END", end))
    state = rulewright.load(path).start(players=2, seed=1, traced=True)
    for name in ("Acorn", "Berry"):
        state.choose(next(option for option in state.decision.options if name in option.text))
    state.choose(0)
    seen = seen_of(state)
    assert [one.played for one in seen] == [played, set()] and "Fern" in seen[0].held


def test_a_card_that_loses_its_worth_is_found(tmp_path: Path) -> None:
    (tmp_path / "crown.rules").write_text(CROWN)
    (tmp_path / "dull.rules").write_text(
        'variant "Dull" of "crown.rules":\n    """Crowns are worthless."""\n'
        '    replace action show (c: a card in your hand):\n        """Lay a card."""\n'
        "        do: move c to your board\n"
    )
    games = rulewright.load(tmp_path / "crown.rules"), rulewright.load(
        tmp_path / "crown.rules", variants=[tmp_path / "dull.rules"]
    )
    found = compared(games, 60, watched=60)
    changes = {change.card: change for change in card_changes(found.total.cards, found.total.sides, 0.05)}
    crown = changes["Crown"]
    assert crown.moved(0.05) and crown.difference == pytest.approx(-0.5)
    assert changes["Ghost"].difference is None and not changes["Ghost"].moved(0.05)


def test_what_is_seen_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    game = coins(tmp_path)
    seen = []
    for jobs in (1, 2):
        simulation = Simulation.of(Plan(lambda: game, 2, ("random", "random"), 5, 60, watched=40))
        simulation.play(game, jobs)
        course = {name: moments.summary() for name, moments in simulation.total.course.items()}
        seen.append((simulation.total.watched, course, simulation.total.actions))
    assert seen[0] == seen[1] and seen[0][0] == 40


def test_texts_of_cards_are_counted() -> None:
    game = load("storm_dragons")
    player = Player.of(Plan(lambda: game, 3, ("random",) * 3, 3, 0), game)
    watched = player.watch_seed(0, 5)
    assert sum(use.ran for use in watched.cards.values()) > 5
    assert all(use.ran == 0 or use.games for use in watched.cards.values())


def test_how_many_games_are_watched() -> None:
    assert games_to_watch(None, 1_000, ["random", "random"]) == 50
    assert games_to_watch(None, 40, ["random", "random"]) == 30
    assert games_to_watch(None, 20, ["random", "random"]) == 20
    assert games_to_watch(None, 200, ["greedy", "random"]) == 200
    assert games_to_watch(7, 5, ["random"]) == 5
