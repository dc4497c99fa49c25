"""English that is nearly right is understood well enough to say what to write.

Each slip of nearly_right/GAME.slips is made in a game that is right. What is reported stands in GAME.txt, to be read
aloud: the right line, the right cause, what to write instead, and nothing that only follows from it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.loading import check_paths
from rulewright.interpreter.builtins import BUILTINS

from ..golden import Golden

GAMES = Path(__file__).parent / "nearly_right"
MOST = 2
"""How many messages one slip may bring: more would be a cascade."""
_SLIP = re.compile(r"^<<<\n(.*?)\n===\n(.*?)\n>>>$", re.MULTILINE | re.DOTALL)


def slips(name: str) -> list[tuple[str, str]]:
    """What stands in the game, and what somebody writes instead. A tab and a hard space are written as escapes."""
    text = (GAMES / f"{name}.slips").read_text(encoding="utf-8")
    text = text.replace("\\t", "\t").replace("\\u00a0", "\u00a0")
    return [(match[1], match[2]) for match in _SLIP.finditer(text)]


@pytest.mark.parametrize("name", sorted(path.stem for path in GAMES.glob("*.slips")))
def test_what_is_said_of_a_slip(name: str, golden: Golden, tmp_path: Path) -> None:
    game = (GAMES / f"{name}.rules").read_text(encoding="utf-8")
    path = tmp_path / f"{name}.rules"
    path.write_text(game, encoding="utf-8")
    assert not check_paths([path], BUILTINS).diagnostics
    told = []
    for old, new in slips(name):
        assert old in game
        path.write_text(game.replace(old, new, 1), encoding="utf-8")
        said = [one for one in check_paths([path], BUILTINS).diagnostics if one.severity == "error"]
        assert len(said) <= MOST, (new, [one.message for one in said])
        lines = [f"{one.code} line {one.span.line}: {one.message}" + (f" -- {one.hint}" if one.hint else "") for one in said]
        told.append("\n".join((new.strip("\n"), *(f"    {line}" for line in lines or ["fine"]))))
    golden.check(GAMES / f"{name}.txt", "\n".join(told) + "\n")
