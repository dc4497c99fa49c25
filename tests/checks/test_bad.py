"""Every mistake of this sort has a file in bad/ that says where it is reported, and the rendered report beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.codes_structure import CODES
from rulewright.dsl.codes_warnings import CODES as WARNINGS

from .. import bad_rules
from ..golden import Golden, orphans

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.rules"))
OF_SEVERAL_FILES = {"E433"}  # see test_variants.py


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reports_what_the_file_says(path: Path, golden: Golden) -> None:
    bad_rules.check(path, golden)


def test_every_code_has_a_file() -> None:
    assert bad_rules.shown_codes(FILES) | OF_SEVERAL_FILES == {*CODES, *WARNINGS}


def test_no_report_without_its_file() -> None:
    assert not orphans(BAD, ".txt", ".rules")
