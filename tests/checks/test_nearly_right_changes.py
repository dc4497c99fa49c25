"""What a house rule says almost rightly is understood well enough to say what to write.

Each change of nearly_right/changes/GAME.changes is a variant of a game that is right. What is reported stands in
GAME.txt, to be read aloud: the right line, the right cause, what to write instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.loading import check_paths
from rulewright.interpreter.builtins import BUILTINS

from ..golden import Golden

GAMES = Path(__file__).parent / "nearly_right" / "changes"
MOST = 5
"""How many messages a change may bring: what it takes away may be used in several places."""


@pytest.mark.parametrize("name", sorted(path.stem for path in GAMES.glob("*.changes")))
def test_what_is_said_of_a_change(name: str, golden: Golden, tmp_path: Path) -> None:
    (tmp_path / f"{name}.rules").write_text((GAMES / f"{name}.rules").read_text(encoding="utf-8"), encoding="utf-8")
    variant = tmp_path / "house.rules"
    told = []
    for change in (GAMES / f"{name}.changes").read_text(encoding="utf-8").rstrip("\n").split("\n--\n"):
        lines = "".join(f"    {line}\n" for line in change.split("\n"))
        variant.write_text(f'variant "House" of "{name}.rules":\n{lines}', encoding="utf-8")
        said = [one for one in check_paths([variant], BUILTINS).diagnostics if one.severity == "error"]
        assert len(said) <= MOST, (change, [one.message for one in said])
        told.append(change)
        for one in said:
            hint = f" -- {one.hint}" if one.hint else ""
            told.append(f"    {one.code} {Path(one.span.source.name).stem} line {one.span.line}: {one.message}{hint}")
            told += [f"        {Path(span.source.name).stem} line {span.line}: {text}" for span, text in one.related]
        told += ["    fine"] if not said else []
    golden.check(GAMES / f"{name}.txt", "\n".join(told) + "\n")
