"""Decks that players bring: chosen by name, file or list, refused when they are not as they must be, kept in saves."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import RulesError, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

FIXTURES = Path(__file__).parent.parent / "fixtures"
FIXTURE = FIXTURES / "brought_decks.rules"
MINE = 'use "brought_decks.rules"\n\ndeck mine, for one player:\n    4 "Ant"\n    4 "Bee"\n    2 "Dog"\n'
TEN = {"Ant": 4, "Bee": 4, "Crow": 2}


@cache
def game() -> Game:
    return rulewright.load(FIXTURE)


def brought(state: State, seat: int) -> dict[str, int]:
    return dict(Counter(state.g.card_names[c] for c, owner in enumerate(state.own) if owner == seat))


def on(state: State) -> State:
    numbers = random.Random(5)
    for _ in range(9):
        state.choose_random(numbers)
    return state


def test_the_games_own_decks_go_round() -> None:
    state = game().start(players=3, seed=1)
    assert brought(state, 0) == {"Ant": 4, "Crow": 4, "Eagle": 1, "Fox": 2}
    assert brought(state, 1) == {"Bee": 4, "Dog": 2, "Crow": 3, "Trick": 1}
    assert brought(state, 2) == brought(state, 0)


def test_one_for_each_or_one_for_all_by_name_or_by_list() -> None:
    state = game().start(players=2, seed=1, decks=["blues", TEN])
    assert brought(state, 1) == TEN
    state = game().start(players=3, seed=1, decks=[TEN])
    assert [brought(state, seat) for seat in range(3)] == [TEN] * 3


def test_a_deck_follows_the_options() -> None:
    strict = game().with_options({"strict": "yes"}).with_decks(["blues"])
    assert brought(strict.start(players=2, seed=1), 0)["Trick"] == 3
    with pytest.raises(UsageError, match='it has 2 "Fox", and at most 1 of each rare card are allowed'):
        game().with_options({"strict": "yes"}).start(players=2, decks=["reds"])


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ({"Ant": 4}, "it has 4 cards, and at least 10 are needed"),
        ({"Ant": 5, "Bee": 4, "Crow": 1}, 'it has 5 "Ant", and at most 4 of each are allowed'),
        ({"Ant": 4, "Bee": 4, "Dog": 3}, "it has 7 blue beasts, and at most 6 are allowed"),
        ({"Eagle": 4, "Fox": 2, "Ant": 4}, "60% of its cards are dear beasts, and it may have at most 40%"),
        ({"Antt": 10}, 'the game has not; did you mean "Ant"'),
        ({"Ant": -1}, "is no number of cards"),
        ("greens", "has no deck 'greens'; its decks are: reds, blues"),
    ],
)
def test_what_cannot_be_brought_says_why(deck: dict[str, int] | str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        game().start(players=2, decks=[deck])


REDS = {"red disc 1": 2, "red disc 2": 2, "red ring 1": 2, "red ring 2": 2}


@pytest.mark.parametrize(
    ("changes", "strict", "said"),
    [
        ({"red disc 1": 1}, "no", "it has 7 cards, and at least 8 are needed"),
        ({"blue disc 1": 1}, "no", "it has 9 cards, and at most 8 are allowed"),
        ({"red disc 1": 3, "red ring 1": 1}, "no", 'it has 3 "red disc 1", and at most 2 of each are allowed'),
        ({"red disc 1": 0, "red ring 1": 0, "red disc 2": 5, "red ring 2": 3}, "no",
         '62% of its cards are "red disc 2", and it may have at most 50% of each'),
        ({"red disc 1": 0, "red ring 1": 0, "blue ring 2": 2, "blue disc 2": 2}, "yes",
         "0% of its cards are seals where rank is 1, and it needs at least 10%"),
        ({"red disc 1": 0, "red ring 1": 0, "blue ring 2": 2, "blue disc 2": 2}, "no", ""),
    ],
)  # fmt: skip
def test_every_sort_of_limit(changes: dict[str, int], strict: str, said: str) -> None:
    """In numbers and in shares, of all and of each, always and by an option."""
    orbit = rulewright.load(FIXTURES / "stars_and_seals.rules").with_options({"strict": strict})
    deck = {name: n for name, n in {**REDS, **changes}.items() if n}
    if not said:
        assert brought(orbit.start(players=2, seed=1, decks=[deck]), 0) == deck
        return
    with pytest.raises(UsageError) as refused:
        orbit.start(players=2, decks=[deck])
    assert said in str(refused.value)


def test_a_deck_names_cards_that_one_line_makes(tmp_path: Path) -> None:
    assert brought(rulewright.load(FIXTURES / "stars_and_seals.rules").start(players=2, seed=1), 1) == REDS
    path = tmp_path / "seals.rules"
    path.write_text((FIXTURES / "stars_and_seals.rules").read_text().replace('2 "red disc 1"', '2 "red disc 7"'))
    found = [one.message for one in rulewright.check_paths([path]).diagnostics if one.severity == "error"]
    assert found and 'there is no card called "red disc 7"' in found[0]


def test_the_number_of_decks_is_that_of_the_players() -> None:
    with pytest.raises(UsageError, match="3 players need a deck each, or one for all; here are 2"):
        game().start(players=3, decks=["reds", "blues"])
    with pytest.raises(UsageError, match="nobody brings a deck to Pig"):
        rulewright.load("pig").start(decks=["reds"])


def test_a_deck_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(MINE)
    state = rulewright.load(FIXTURE, decks=["reds", str(path)]).start(seed=1)
    assert brought(state, 1) == {"Ant": 4, "Bee": 4, "Dog": 2}
    shutil.copy(FIXTURE, tmp_path)
    assert not rulewright.check_paths([path]).diagnostics


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MINE.replace("Ant", "Antt"), "there is no card called"),
        (MINE + MINE.replace("mine", "other").split("\n", 1)[1], "several decks"),
        ('use "brought_decks.rules"\n', "this file has no deck"),
        (MINE.replace(", for one player", ""), "holds a deck and nothing else"),
        (MINE.replace("brought_decks", "pig"), "a deck for another game"),
        (MINE.replace("deck mine", "deck"), ""),
    ],
)
def test_a_file_that_is_no_deck_says_what_is_wrong(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(text)
    with pytest.raises(RulesError) as wrong:
        rulewright.load(FIXTURE, decks=[str(path)])
    assert any(said in one.message for one in wrong.value.diagnostics)
    assert all(one.span.source.name == str(path) for one in wrong.value.diagnostics)


def test_a_match_is_kept_with_its_decks() -> None:
    for decks in (None, ["blues"], [TEN, "reds"]):
        state = on(game().start(players=2, seed=3, decks=decks))
        document = json.loads(json.dumps(state.to_json()))
        restored = game().from_json(document)
        assert restored.digest() == state.digest()
        assert brought(restored, 0) == brought(state, 0)


def test_decks_of_a_save_may_come_from_strangers() -> None:
    document = json.loads(json.dumps(on(game().start(players=2, seed=3, decks=[TEN])).to_json()))
    for decks in ([], 5, [{"name": "x"}] * 2, [{"name": "x", "cards": {"Ant": "4"}}] * 2):
        with pytest.raises(UsageError):
            game().from_json({**document, "decks": decks})


def test_the_lists_lie_open_and_the_order_does_not() -> None:
    """Everybody knows which cards a deck holds; a redeal puts them elsewhere in deck and hand, and nowhere else."""
    state = on(game().start(players=2, seed=3))
    seat = state.player
    dealt = state.redeal(seat, 8)
    assert brought(dealt, 1 - seat) == brought(state, 1 - seat)
    assert dealt.view(seat) == state.view(seat)


CHECKED = """
game "Small" for 2 players

each player has:
    deck: hidden ordered zone

kind beast: price: number

cards of kind beast:
    name   price
    "Ant"      1
    "Bee"      0

each player brings a deck:
    at least 5 cards
    advice: at least 25% of cards where price is 0

deck ants, for one player:
    4 "Ant"

play:
    everyone wins
"""


def test_the_checker_counts_the_decks_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text(CHECKED)
    found = {(one.code, one.message) for one in rulewright.check_paths([path]).diagnostics}
    assert ("E494", "`ants`: it has 4 cards, and at least 5 are needed") in found
    assert any(code == "W591" and "0% of its cards are ones where" in said for code, said in found)
    path.write_text(CHECKED.replace("price is 0", "its zone is box"))
    (one,) = (one for one in rulewright.check_paths([path]).diagnostics if one.severity == "error")
    assert "what is printed" in one.message
