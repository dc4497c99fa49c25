"""The slips of people who wrote their first rules: all are found in one run, each with the nearest name."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.loading import load_program
from rulewright.dsl.suggest import did_you_mean, distance, nearest
from rulewright.interpreter.builtins import BUILTINS

FILE = Path(__file__).parent / "typing_errors.rules"
SAID = re.compile(r"# ((?:did you mean|has \d|I know|takes no).*)$")


def test_all_are_found_in_one_run_with_what_was_meant() -> None:
    wanted = {
        number: match[1]
        for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1)
        if (match := SAID.search(line))
    }
    assert len(wanted) >= 18
    found = load_program(FILE, BUILTINS).diagnostics
    said = {one.span.line: f"{one.message} {one.hint}" for one in found}
    assert said.keys() == wanted.keys()
    for line, words in wanted.items():
        assert words in said[line]


def test_the_nearest_name_is_near() -> None:
    assert nearest("strenght", ["strength", "stone"]) == "strength"
    assert nearest("Queen", ["queen"]) == "queen"
    assert nearest("x", ["strength", "stone"]) is None
    assert did_you_mean("frobnicates", ["draws", "discards"]) is None


def test_a_swap_of_neighbours_is_one_step() -> None:
    assert distance("nihgt", "night", 3) == 1
    assert distance("abc", "xyz", 2) == 3


def test_names_of_another_sort_come_second() -> None:
    assert nearest("draww", ["drawn"], also=["draw"]) == "drawn"
    assert nearest("draww", ["drains"], also=["draw"]) == "draw"
