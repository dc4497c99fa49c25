"""The package as it is shipped: everything is in the wheel, and it plays far from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import rulewright

from .project import PACKAGES, ROOT, project_files

pytestmark = pytest.mark.long


def _in_wheel(path: Path) -> str:
    """Give where a file of the packages lies in the wheel."""
    name = path.relative_to(ROOT).as_posix()
    return name if name.startswith("rulewright/") else f"rulewright/{name}"


def _clean_environment() -> dict[str, str]:
    """Give an environment in which only what is installed can be imported."""
    return {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }


def _run(*words: str | Path, cwd: Path, answers: str = "") -> str:
    """Run a command and give what it printed; its errors are the failure's text."""
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, input=answers, env=_clean_environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, f"{words} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and the wheel from it."""
    out = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an environment of its own; give the folder of its commands."""
    folder = tmp_path_factory.mktemp("fresh")
    _run(sys.executable, "-m", "venv", folder, cwd=folder)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = dist.glob("*.whl")
    _run(commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=folder)
    return commands


def test_the_wheel_holds_the_tree(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    tree = {_in_wheel(path) for path in project_files() if path.relative_to(ROOT).parts[0] in PACKAGES}
    assert shipped == tree
    kinds = {Path(name).suffix for name in shipped}
    assert {".py", ".lark", ".rules"} <= kinds


def test_the_sdist_holds_what_builds_and_tests_it(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "Makefile", "LICENSE", "README.md", "tests/test_packaging.py"} <= names


def test_nothing_but_one_name_is_installed(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"rulewright"}


def test_the_makefile_and_the_build_know_the_same_packages() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["only-include"]) == set(wheel["sources"]) == set(PACKAGES)
    (line,) = [line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("packages :=")]
    assert {*line.partition(":=")[2].split(), "rulewright"} == set(PACKAGES)


@pytest.mark.parametrize("game", sorted(rulewright.shipped_games()))
def test_the_installed_command_plays_every_game(installed: Path, game: str, tmp_path: Path) -> None:
    _run(installed / "rulewright", "check", game, cwd=tmp_path)
    seats = ",".join(["random"] * rulewright.load(game).min_players)
    out = _run(installed / "rulewright", "play", game, "--seed", "7", "--seats", seats, cwd=tmp_path)
    assert "seed 7" in out


def test_the_installed_command_runs_where_nothing_else_is(installed: Path) -> None:
    top = Path(Path.cwd().anchor)
    assert "play" in _run(installed / "rulewright", "--help", cwd=top)
    assert "play" in _run(installed / "python", "-m", "rulewright", "--help", cwd=top)
