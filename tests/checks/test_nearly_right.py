"""English that is nearly right is understood well enough to say what to write (see slips.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.loading import check_paths
from rulewright.interpreter.builtins import BUILTINS

from ..golden import Golden
from .slips import SLIPS

GAMES = Path(__file__).parent / "nearly_right"
MOST = 2
"""How many messages one slip may bring: more would be a cascade."""


@pytest.mark.parametrize("name", SLIPS)
def test_what_is_said_of_a_slip(name: str, golden: Golden, tmp_path: Path) -> None:
    game = (GAMES / f"{name}.rules").read_text(encoding="utf-8")
    path = tmp_path / f"{name}.rules"
    path.write_text(game, encoding="utf-8")
    assert not check_paths([path], BUILTINS).diagnostics
    told = []
    for old, new in SLIPS[name]:
        assert old in game
        path.write_text(game.replace(old, new, 1), encoding="utf-8")
        said = [one for one in check_paths([path], BUILTINS).diagnostics if one.severity == "error"]
        assert len(said) <= MOST, (new, [one.message for one in said])
        lines = [f"{one.code} line {one.span.line}: {one.message}" + (f" -- {one.hint}" if one.hint else "") for one in said]
        told.append("\n".join((new.strip("\n"), *(f"    {line}" for line in lines or ["fine"]))))
    golden.check(GAMES / f"{name}.txt", "\n".join(told) + "\n")
