"""Every mistake of spelling has a file in bad/ that says where it is reported, and the rendered report beside it.

`### E113` at the end of a line: reported on that line. `### E103 on line 5` anywhere: on that one. Nothing else may be
reported.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.codes_syntax import CODES
from rulewright.dsl.diagnostics import render_all
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source

from ..golden import Golden, orphans

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.rules"))
EXPECTED = re.compile(r"### (E\d+)(?: on line (\d+))?")
OF_WHOLE_FILES = {"E108", "E109"}  # see test_source.py


def expected(source: Source) -> set[tuple[int, str]]:
    """The lines and codes that a file says."""
    return {
        (int(match[2] or number), match[1])
        for number in range(1, source.line_count + 1)
        for match in EXPECTED.finditer(source.line_text(number))
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reports_what_the_file_says(path: Path, golden: Golden) -> None:
    source = Source.read(path, path.name)
    found = parse(source).diagnostics
    assert {(one.span.line, one.code) for one in found} == expected(source)
    assert len(found) >= 1
    golden.check(path.with_suffix(".txt"), render_all(found))


def test_every_code_has_a_file() -> None:
    shown = {code for path in FILES for _, code in expected(Source.read(path))}
    assert shown | OF_WHOLE_FILES == set(CODES)


def test_no_report_without_its_file() -> None:
    assert orphans(BAD, ".txt", ".rules") == []
