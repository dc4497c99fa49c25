"""The page on chance is true: its vectors follow from its formula, computed anew, and the engine gives the same."""

from __future__ import annotations

import re
from hashlib import blake2b

import pytest

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
