"""The page of errors holds every code that the program knows, as `explain` says it."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.diagnostics import codes

from ..golden import Golden
from ..project import ROOT
from .errors_page import GROUPS, errors_page
from .pages import DOCS, pages


def test_the_page_is_what_the_tables_say(golden: Golden) -> None:
    golden.check(DOCS / "errors.md", errors_page())


def test_every_code_belongs_to_a_group() -> None:
    assert not [code for code in codes() if code[:2] not in GROUPS]


def test_the_manual_names_no_code_that_there_is_not() -> None:
    for page in [*pages(), ROOT / "README.md"]:
        text = Path(page).read_text(encoding="utf-8")
        named = set(re.findall(r"\b[EWR][1-6]\d\d\b", text))
        assert not named - set(codes()), page
