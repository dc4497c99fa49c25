"""The page of defaults names scenarios; each of them is there, and passes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import scenario

from ..project import ROOT
from .pages import DOCS

PAGE = (DOCS / "reference" / "defaults.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| question", "| ---"))
]
TITLE = re.compile(r'^scenario "((?:[^"\\]|\\.)*)"', re.MULTILINE)


def titles(path: Path) -> list[str]:
    return TITLE.findall(path.read_text(encoding="utf-8"))


@cache
def where() -> dict[str, Path]:
    """Give the file of every scenario of the fixtures and games."""
    files = [*(ROOT / "tests" / "fixtures").rglob("*.rules"), *(ROOT / "games").rglob("*.rules")]
    return {title: path for path in files for title in titles(path)}


def test_every_row_has_four_cells_and_a_scenario() -> None:
    assert len(ROWS) > 60
    assert not [row for row in ROWS if len(row) != 4 or not row[3]]


@pytest.mark.parametrize("path", sorted({where()[row[3]] for row in ROWS if row[3] in where()}), ids=lambda p: p.name)
def test_the_scenarios_named_pass(path: Path) -> None:
    named = {row[3] for row in ROWS}
    items = [item for item in scenario.collect(rulewright.check_paths([path])) if item.name in named]
    assert items
    failed = [result for result in map(scenario.run, items) if result.outcome != "passed"]
    assert not failed, "\n\n".join(f"{one.name}\n{one.message}" for one in failed)


def test_every_scenario_named_is_there() -> None:
    assert not sorted({row[3] for row in ROWS} - where().keys())
