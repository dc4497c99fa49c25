"""Whole trees: counts and values that are known from elsewhere or can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.tree import TreeTooBig, walk


def of(name: str, players: int, **options: str) -> tuple[int, int, int, list[int], list[Fraction]]:
    tree = walk(rulewright.load(name, options=options), players)
    sets = [len(records) for records in tree.records]
    return tree.terminal_histories, tree.decision_nodes, tree.chance_nodes, sets, tree.uniform_value()


def test_kuhn_poker() -> None:
    # 3 x 2 deals, 5 ways to bet; a player knows the own card (3) and is asked in 2 situations.
    assert of("kuhn_poker", 2) == (30, 24, 4, [6, 6], [Fraction(1, 8), Fraction(-1, 8)])


def test_kuhn_poker_with_three() -> None:
    ends, decisions, chance, sets, values = of("kuhn_poker", 3)
    assert (ends, decisions, chance) == (24 * 13, 24 * 12, 17)
    assert sets == [4 * 4] * 3
    assert sum(values) == 0


def test_leduc_poker() -> None:
    ends, decisions, chance, sets, values = of("leduc_poker", 2)
    assert (ends, decisions, chance) == (5520, 3780, 157)
    assert values == [Fraction(-5, 64), Fraction(5, 64)]
    assert sets == [468, 468]


@pytest.mark.parametrize(("top", "ends"), [(2, 2**2), (3, 6**2), (4, 24**2)])
def test_simultaneous_choices_are_one_node(top: int, ends: int) -> None:
    found = of("goofspiel", 2, top=str(top), prize_order="descending")
    nodes, count = 1, 1
    for cards in range(top, 2, -1):
        count *= cards * cards
        nodes += count
    assert found[:3] == (ends, nodes, 0)


def test_joint_choices_leave_values_even() -> None:
    values = of("goofspiel", 3, top="2")[4]
    assert len(set(values)) == 1


def test_a_tree_that_is_too_big_is_refused() -> None:
    game = rulewright.load("tic_tac_toe")
    with pytest.raises(TreeTooBig, match="more than 1,000 nodes"):
        walk(game, 2, max_nodes=1_000)


def test_as_many_nodes_as_there_are_may_be_asked_for() -> None:
    game = rulewright.load("kuhn_poker")
    assert walk(game, 2, max_nodes=58).nodes == 58
    with pytest.raises(TreeTooBig):
        walk(game, 2, max_nodes=57)


@pytest.mark.long
def test_tic_tac_toe() -> None:
    ends, decisions, chance, sets, values = of("tic_tac_toe", 2)
    assert (ends, decisions, chance) == (255_168, 294_778, 0)
    assert sum(sets) == 294_778
    assert values == [Fraction(187, 630), Fraction(-187, 630)]


def test_chance_is_weighed(tmp_path: Path) -> None:
    path = tmp_path / "urn.rules"
    path.write_text(
        """\
game "Urn" for 1 to 2 players

kind ball: worth: number

cards of kind ball:
    name     copies  worth
    "Black"       3      0
    "Gold"        1      4

deck urn:
    every ball

each player has:
    won: public zone

setup: shuffle urn

play:
    each player p clockwise from first_player: p chooses one of fish, leave

action fish:
    do: move the first card in urn to your won

action leave:
    \"\"\"Nothing.\"\"\"

ranking of player p:
    total c's worth over each card c in p's won, highest first
"""
    )
    tree = walk(rulewright.load(path), 2)
    # The first may leave (1 way) or draw one of two balls; then the second the same, with 2 or 1 different balls left.
    # Both expect 1/2; values are relative to the average, so that they add up to 0.
    assert tree.uniform_value() == [Fraction(0), Fraction(0)]
    assert tree.chance_nodes == 1 + 1 + 1
    assert tree.terminal_histories == (1 + 2) + (1 + 2) + (1 + 1)
    path.write_text(
        path.read_text().replace("each player p clockwise from first_player: p chooses", "first_player chooses")
    )
    assert walk(rulewright.load(path), 2).uniform_value() == [Fraction(1, 4), Fraction(-1, 4)]


def test_hex_on_four_cells() -> None:
    # Half of the games end with the third stone, the other half with a fourth that goes into the last cell.
    assert of("hex", 2, size="2") == (24, 29, 0, [13, 16], [Fraction(0), Fraction(0)])


def test_breakthrough_on_six_squares() -> None:
    ends, decisions, chance, _, values = of("breakthrough", 2, rows="3", columns="2", ranks="1")
    assert (ends, decisions, chance) == (36, 33, 0)
    assert values == [Fraction(1, 2), Fraction(-1, 2)]


@pytest.mark.parametrize(("goal", "rounds"), [(3, 1), (4, 2)])
def test_pig(goal: int, rounds: int) -> None:
    ends, decisions, chance, _, values = of("pig", 2, goal=str(goal), rounds=str(rounds))
    assert (ends, decisions, chance, values[0]) == _pig((0, 0), 0, 0, 0, goal, rounds)
    assert sum(values) == 0


Counts = tuple[int, int, int, Fraction]


def _pig(scores: tuple[int, int], who: int, number: int, pot: int, goal: int, rounds: int) -> Counts:
    """Ends, decisions, rolls and the value of random play, from a player's question on."""

    def passed(now: tuple[int, int]) -> Counts:
        if number + who == rounds:
            return 1, 0, 0, Fraction((now[0] > now[1]) - (now[0] < now[1]))
        return _pig(now, 1 - who, number + who, 0, goal, rounds)

    kids: list[Counts] = []
    if scores[who] + pot < goal:
        faces = [passed(scores), *(_pig(scores, who, number, pot + face, goal, rounds) for face in range(2, 7))]
        ends, decisions, rolls = (sum(kid[i] for kid in faces) for i in range(3))
        kids.append((int(ends), int(decisions), int(rolls) + 1, sum((kid[3] for kid in faces), Fraction()) / 6))
    if pot:
        held = scores[who] + pot
        now = (held, scores[1]) if who == 0 else (scores[0], held)
        kids.append((1, 0, 0, Fraction(1 - 2 * who)) if held >= goal else passed(now))
    ends, decisions, rolls = (sum(kid[i] for kid in kids) for i in range(3))
    return int(ends), int(decisions) + 1, int(rolls), sum((kid[3] for kid in kids), Fraction()) / len(kids)
