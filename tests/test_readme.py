"""The README is true: its game is complete, its commands do what it says, and what it lists is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from rulewright.repl.cli import COMMANDS

from .project import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    rulewright (.+)$", re.MULTILINE)


def test_the_first_five_minutes_work(tmp_path: Path) -> None:
    """Everything between the first file and the last command, in the order in which it is read."""
    for written in sorted([*CODE.finditer(README), *COMMAND.finditer(README)], key=lambda found: found.start()):
        if written.re is CODE:
            language, name, text = written.groups()
            if language == "rules" and name is not None:
                path = tmp_path / name
                before = path.read_text(encoding="utf-8") + "\n" if path.exists() else ""
                path.write_text(before + text, encoding="utf-8")
            continue
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *written[1].split()],
            cwd=tmp_path,
            input="1\n" * 400,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"rulewright {written[1]}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip(), written[1]


def test_the_misspellings_are_found(tmp_path: Path) -> None:
    """The README invites its readers to make them."""
    game = "\n".join(found[3] for found in CODE.finditer(README) if found[2] == "magpies.rules")
    wrong = game.replace('given Bob\'s hoard is "Pearl"', 'given Bob\'s hoard is "Perl"')
    wrong = wrong.replace("move c to your hoard", "move c to your hoord").replace("prize's shine", "prize's shin")
    (tmp_path / "wrong.rules").write_text(wrong, encoding="utf-8")
    found = {one.hint or one.message for one in rulewright.check_paths([tmp_path / "wrong.rules"]).diagnostics}
    for meant in ("Pearl", "hoard", "shine"):
        assert any(meant in text for text in found), (meant, found)


def test_the_python_example_runs() -> None:
    (example,) = [found[3] for found in CODE.finditer(README) if found[1] == "python"]
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)
    assert names["state"].outcome is not None  # type: ignore[attr-defined]


def _first_column(heading: str) -> list[str]:
    table = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)`", table, re.MULTILINE)


def test_every_command_is_listed_and_no_other() -> None:
    assert _first_column("The commands") == list(COMMANDS)


def test_every_game_is_listed_and_no_other() -> None:
    table = README.partition("## What ships\n")[2].partition("\n## ")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.MULTILINE))
    ships = {}
    for name in rulewright.shipped_games():
        game = rulewright.load(name)
        few, many = game.min_players, game.max_players
        ships[name] = f"{few} to {many}" if few < many else f"{few}"
    assert listed == ships


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_the_places_named_exist(page: str) -> None:
    text = CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    folders = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))
    named = re.findall(rf"`((?:{folders})/[\w/.*-]*|[A-Z]+\.md|pyproject.toml|Makefile|\.ci/run)`", text)
    assert named
    assert not [name for name in named if not list(ROOT.glob(name))]
