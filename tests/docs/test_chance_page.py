"""The page on chance is true: its vectors follow from its formula, computed anew, and the engine gives the same."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import chance

from .pages import DOCS

PAGE = (DOCS / "reference" / "chance.md").read_text(encoding="utf-8")
VECTORS = re.findall(r"^\| (\d+) \| `([^`]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
SEEDS = re.findall(r"^\| (\d+) \| `([^`]+)` \| (\d+) \|$", PAGE, re.MULTILINE)


def digest(seed: int, message: str, size: int) -> bytes:
    return blake2b(message.encode(), key=(seed % 2**128).to_bytes(16, "big"), digest_size=size).digest()


def test_the_page_has_vectors() -> None:
    assert len(VECTORS) >= 10 and len(SEEDS) >= 4


@pytest.mark.parametrize(("seed", "stream", "index", "n", "word", "outcome"), VECTORS)
def test_a_vector(seed: str, stream: str, index: str, n: str, word: str, outcome: str) -> None:
    number, place = int(seed), int(index)
    eight = digest(number, f"{stream}/{place // 8}", 64)
    start = 8 * (place % 8)
    computed = int.from_bytes(eight[start : start + 8], "big")
    assert computed == int(word)
    assert computed * int(n) // 2**64 == int(outcome)
    assert chance.draw(chance.seed_key(number), stream, place, int(n)) == int(outcome)


@pytest.mark.parametrize(("seed", "message", "made"), SEEDS)
def test_a_seed_made_from_a_seed(seed: str, message: str, made: str) -> None:
    assert int.from_bytes(digest(int(seed), message, 8), "big") == int(made)
    assert chance.derive_seed(int(seed), *message.split("/")) == int(made)


GAME = """\
game "Luck" for 3 players
    \"\"\"Everybody rolls and draws; nobody decides anything.\"\"\"

die d6: 1 to 6

kind slip: value: number

cards of kind slip:
    each value from 1 to 10, 1 of each, named "{value}"

deck deck:
    every slip

each player has:
    hand: private zone
    rolled: number, starts 0

setup:
    shuffle deck

play:
    each player p:
        p tries_luck
        p tries_luck
        move the first card in deck to p's hand

to try_luck:
    roll d6
    set your rolled to 10 * your rolled + d6's face

ranking of player p:
    100 * p's rolled + (total c's value over each slip c in p's hand), highest first
"""


@pytest.mark.parametrize("seed", [0, 7, 2**70 + 3])
def test_a_game_rolls_and_draws_as_the_page_says(seed: int, tmp_path: Path) -> None:
    """The streams of the page's first table, by the page's formula."""
    path = tmp_path / "luck.rules"
    path.write_text(GAME, encoding="utf-8")
    state = rulewright.load(path).start(players=3, seed=seed)
    slips = list(range(1, 11))
    expected = []
    for seat in range(3):
        first, second = (1 + outcome(seed, f"die d6 {seat}", index, 6) for index in (0, 1))
        slip = slips.pop(outcome(seed, "deck/1", seat, len(slips)))
        expected.append(100 * (10 * first + second) + slip)
    assert list(state.outcome.scores) == expected


def outcome(seed: int, stream: str, index: int, n: int) -> int:
    start = 8 * (index % 8)
    return int.from_bytes(digest(seed, f"{stream}/{index // 8}", 64)[start : start + 8], "big") * n // 2**64
