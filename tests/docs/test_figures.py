"""Figures that a page shows without promising them to the last digit: what its commands find today agrees with them.

Rows of `compare` and `sim` that stand outside of `console` fences belong to the command that was shown last. The rules and
the engine may have moved on since, so it is not the digits that must be the same: the intervals must meet, and what is
said of them (moved or not) must still be so.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen
from scipy.stats import binomtest

from .pages import DOCS, examples, pages
from .test_examples import commands, write_files

_ROW = re.compile(
    r"\s+(?P<measure>\S.*?)\s{2,}(?P<base>\S+)\s+(?P<changed>\S+)\s+(?P<difference>\S+)\s+(?P<low>\S+) to (?P<high>\S+)"
    r"\s+(?P<effect>\S+)\s+(?P<p>\S+)\s+(?P<adjusted>\S+)\s+(?P<correlation>\S+)\s+(?P<verdict>moved|perhaps|-)"
)
_ALIKE = re.compile(r"\s+(?P<alike>\d+) of (?P<pairs>\d+) pairs went alike in every figure\.")
_NOTHING = "Nothing has moved for sure."


@frozen
class Shown:
    """A command of a page, the line it stands in, and the lines with figures below it."""

    page: Path
    line: int
    words: list[str]
    lines: list[str] = field(factory=list)

    def __str__(self) -> str:
        return f"{self.page.relative_to(DOCS)}:{self.line}"

    def found(self, folder: Path) -> dict[str, Any]:
        """Run the command; give its document."""
        write_files(self.page, folder, self.line)
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *self.words, "--json"], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        document: dict[str, Any] = json.loads(done.stdout)
        return document


def figures(page: Path) -> list[Shown]:
    """Give the `compare` commands of a page that have figures below them."""
    text = page.read_text(encoding="utf-8").splitlines()
    shells = [one for one in examples(page) if one.sort == "console"]
    found = [
        Shown(page, shell.line, words)
        for shell in shells
        for words, _ in commands(shell.text)
        if words[0] == "compare"
    ]
    inside = {shell.line + place for shell in shells for place in range(len(shell.text.splitlines()) + 2)}
    for number, line in enumerate(text, 1):
        before = [one for one in found if one.line < number]
        if before and number not in inside and (_ROW.fullmatch(line) or _ALIKE.fullmatch(line) or _NOTHING in line):
            before[-1].lines.append(line)
    return [one for one in found if one.lines]


ALL = [one for page in pages() for one in figures(page)]


def number(text: str) -> float:
    """Give a figure as `compare` writes it: a share with a percent sign, else a number."""
    return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)


@pytest.mark.long
@pytest.mark.parametrize("shown", [pytest.param(one, id=str(one)) for one in ALL])
def test_figures_of_a_page_agree_with_what_is_found(shown: Shown, tmp_path: Path) -> None:
    found = shown.found(tmp_path)
    measures = {one["measure"]: one for one in found["differences"]}
    for line in shown.lines:
        if row := _ROW.fullmatch(line):
            now = measures[row["measure"]]
            low, high = number(row["low"]), number(row["high"])
            nearly = 1e-3 * (1 + abs(number(row["base"])))  # what is shown is rounded
            assert now["low"] <= high + nearly and low - nearly <= now["high"], f"{line}\nis now {now}"
            assert low - nearly <= number(row["difference"]) <= high + nearly, line
            difference = number(row["changed"]) - number(row["base"])
            assert difference == pytest.approx(number(row["difference"]), abs=10 * nearly), line
            assert now["moved"] == (row["verdict"] == "moved"), f"{line}\nis now {now}"
        elif pairs := _ALIKE.fullmatch(line):
            share = found["alike"] / found["pairs"]
            assert binomtest(int(pairs["alike"]), int(pairs["pairs"]), share).pvalue > 0.01, f"{line}\nis now {share:.0%}"
        else:
            assert not any(one["moved"] for one in found["differences"]), line


def test_there_are_figures_to_be_tested() -> None:
    assert {str(one.page.relative_to(DOCS)) for one in ALL} >= {"how-to/four-house-rules.md", "how-to/compare.md"}
    assert sum(len(one.lines) for one in ALL) >= 8
