"""Every example of the manual is what its page says: sound, with scenarios that pass, or wrong in the way it shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.dsl.diagnostics import Diagnostic, render_all
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source
from rulewright.interpreter import scenario
from rulewright.lab.streams import Stream

from ..project import ROOT
from .pages import DOCS, Example, examples, pages, within_host

PLAYED = 60  # decisions of a random game that each example is played for

ALL = [example for page in pages() for example in examples(page)]
COMPLETE = [example for example in ALL if example.sort == "rules" and "shared" not in example.settings]
PARTS = [example for example in ALL if example.sort == "rules-part"]
WRONG = [example for example in ALL if example.sort == "rules-error"]
WITH_COMMANDS = [page for page in pages() if "```console" in page.read_text(encoding="utf-8")]


def named(found: Iterable[Example]) -> list[Any]:
    return [pytest.param(example, id=str(example)) for example in found]


def write_files(page: Path, folder: Path, until: int | None = None) -> None:
    """Write the named files of a page as they are before a line of it."""
    shutil.copytree(ROOT / "games" / "common", folder / "common", dirs_exist_ok=True)
    for example in examples(page):
        if until is not None and example.line >= until:
            break
        if example.sort == "rules" and not example.name.startswith("example_at_"):
            (folder / example.name).write_text(example.text, encoding="utf-8")


def shown(found: Iterable[Diagnostic]) -> str:
    return "\n" + render_all(found)


def play_a_little(game: rulewright.Game) -> None:
    """Play at random for a while: what the checker lets pass can be played."""
    players = game.min_players
    state = game.start(players=players, seed=1)
    stream = Stream(1, "docs")
    while not state.is_over and state.n_decisions < PLAYED:
        state.choose_random(stream)


def check_and_test(path: Path, *, warnings: bool) -> int:
    """Check a file, play its game and run its tests; give how many tests there were."""
    checked = rulewright.check_paths([path])
    found = [one for one in checked.diagnostics if warnings or one.severity == "error"]
    assert not found, shown(found)
    if not re.search(r"^variant .* of ", path.read_text(encoding="utf-8"), re.MULTILINE):
        play_a_little(rulewright.load(path))
    results = [scenario.run(item) for item in scenario.collect(checked)]
    failed = [result for result in results if result.outcome == "failed"]
    assert not failed, "\n\n".join(f"{result.name} (line {result.line})\n{result.message}" for result in failed)
    return len(results)


@pytest.mark.parametrize("example", named(COMPLETE))
def test_a_complete_file_is_sound_and_its_scenarios_pass(example: Example, tmp_path: Path) -> None:
    write_files(example.page, tmp_path, example.line)
    path = tmp_path / example.name
    path.write_text(example.text, encoding="utf-8")
    tests = check_and_test(path, warnings=True)
    assert tests == len(re.findall(r"^(?:scenario|invariant|experiment) ", example.text, re.MULTILINE)) or tests > 0


@pytest.mark.parametrize("example", named(PARTS))
def test_a_part_is_sound_in_its_host(example: Example, tmp_path: Path) -> None:
    if "parse-only" in example.settings:
        found = parse(Source.from_text(example.text, "part.rules")).diagnostics
        assert not found, shown(found)
        return
    shutil.copytree(ROOT / "games" / "common", tmp_path / "common")
    path = tmp_path / "part.rules"
    path.write_text(within_host(example), encoding="utf-8")
    check_and_test(path, warnings=False)


@pytest.mark.parametrize("example", named(WRONG))
def test_a_wrong_example_gives_its_code(example: Example, tmp_path: Path) -> None:
    write_files(example.page, tmp_path, example.line)
    path = tmp_path / "wrong.rules"
    path.write_text(within_host(example) if "host" in example.settings else example.text, encoding="utf-8")
    found = rulewright.check_paths([path]).diagnostics
    if not found:
        with pytest.raises(rulewright.RulesError) as refused:
            rulewright.load(path)
        found = refused.value.diagnostics
    wanted = example.more.split()
    codes = [one.code for one in found if one.severity == "error" or one.code in wanted]
    assert codes and codes[0] == wanted[0] and set(wanted) <= set(codes), shown(found)


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(DOCS))) for page in WITH_COMMANDS])
def test_the_commands_of_a_page_say_what_it_shows(page: Path, tmp_path: Path) -> None:
    """Every line shown below a command is in what it prints, in that order; `...` stands for lines left out.

    Lines that begin with `> ` are what a person types.
    """
    for example in examples(page):
        if example.sort != "console":
            continue
        write_files(page, tmp_path, example.line)
        for command, expected in commands(example.text):
            done = subprocess.run(
                [sys.executable, "-m", "rulewright", *command],
                cwd=tmp_path,
                input="\n".join([line[2:] for line in expected if line.startswith("> ")] or ["1", "quit"]) + "\n",
                capture_output=True,
                text=True,
            )
            printed = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
            wrong = any(word in "".join(expected) for word in ("error", "failed", "1 trouble in"))
            assert done.returncode == 0 or wrong, f"{example}: {command}\n{done.stdout}\n{done.stderr}"
            assert "Traceback" not in done.stderr, done.stderr
            at = 0
            for line in expected:
                assert line in printed[at:], f"{example}: {command}\nnot printed: {line}\nof\n" + "\n".join(printed)
                at = printed.index(line, at) + 1


def commands(text: str) -> list[tuple[list[str], list[str]]]:
    """Give each `$ rulewright` command of a fence as words, with the lines that it is to print."""
    import shlex

    found: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ rulewright "):
            found.append((shlex.split(line.removeprefix("$ rulewright "), comments=True), []))
        elif line.strip() and line.strip() != "..." and found:
            found[-1][1].append(line.rstrip())
    return found


def test_every_fence_is_of_a_known_sort() -> None:
    known = {"rules", "rules-part", "rules-error", "console", "text", "python"}
    assert not [str(example) for example in ALL if example.sort not in known]


def test_parts_say_where_they_belong() -> None:
    assert not [str(one) for one in PARTS if not one.settings.keys() & {"host", "parse-only"}]
    assert not [str(one) for one in WRONG if not one.more]
