"""Scenarios: what they can say, what they say when they fail, and every one of the shipped games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.codes_tests import CODES
from rulewright.dsl.loading import check_paths
from rulewright.interpreter import scenario
from rulewright.interpreter.api import library
from rulewright.interpreter.builtins import BUILTINS

from .. import bad_rules
from ..golden import Golden, orphans
from ..project import ROOT

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.rules"))
CHECK = sorted((HERE / "check").glob("*.rules"))
# Boards with rings are read and checked, but not played yet.
REFUSED = ("semantics_37_rings",)
FIXTURES = sorted((ROOT / "tests" / "fixtures").glob("*.rules"))
GOOD = [HERE / "good", ROOT / "games", *(path for path in FIXTURES if path.stem not in REFUSED)]


def results(path: Path) -> list[scenario.TestResult]:
    """What comes of every test in a file or folder."""
    checked = check_paths([path], BUILTINS, library())
    assert not [one for one in checked.diagnostics if one.severity == "error"]
    return [scenario.run(item) for item in scenario.collect(checked)]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_every_scenario_holds(path: Path) -> None:
    wrong = [f"{one.name}: {one.message}" for one in results(path) if one.outcome == "failed"]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_says_what_was_expected_and_what_is_there(path: Path, golden: Golden) -> None:
    told = []
    for one in results(path):
        told.append(f"{one.kind} {one.name}: {one.outcome}\n{one.message}\n".replace(f"{path.parent}/", ""))
    golden.check(path.with_suffix(".txt"), "\n".join(told))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_every_bad_scenario_fails(path: Path) -> None:
    assert {one.outcome for one in results(path) if one.kind == "scenario"} == {"failed"}


@pytest.mark.parametrize("path", CHECK, ids=lambda path: path.stem)
def test_reports_what_the_file_says(path: Path, golden: Golden) -> None:
    bad_rules.check(path, golden)


def test_every_code_has_a_file() -> None:
    assert bad_rules.shown_codes(CHECK) == set(CODES)


def test_no_report_without_its_file() -> None:
    assert not orphans(HERE / "bad", ".txt", ".rules") and not orphans(HERE / "check", ".txt", ".rules")


def test_a_scenario_is_the_same_every_time() -> None:
    path = HERE / "good" / "everything.rules"
    assert [one.outcome for one in results(path)] == [one.outcome for one in results(path)]


def test_tests_beside_a_game_belong_to_it() -> None:
    game = ROOT / "games" / "storm_dragons.rules"
    assert scenario.with_tests_beside([game]) == [game, game.with_name("storm_dragons.tests.rules")]


def test_a_game_may_have_several_files_of_tests(tmp_path: Path) -> None:
    for name, text in (
        ("it.rules", ""), ("it.tests.rules", 'use "it.rules"\n'), ("cards.tests.rules", '# cards\nuse "it.rules"\n'),
        ("other.tests.rules", 'use "other.rules"\n'), ("found.rules", 'use "it.rules"\n'),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    found = scenario.with_tests_beside([tmp_path / "it.rules"])
    assert [one.name for one in found] == ["it.rules", "it.tests.rules", "cards.tests.rules"]
