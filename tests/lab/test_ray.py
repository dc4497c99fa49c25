"""The same figures from a local Ray with two workers as from this process. Each run is a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..needs import library
from .coins import COINS
from .test_crashes import BRITTLE

pytestmark = [pytest.mark.long, library("ray", "ray")]


def run(*words: str, status: int = 0) -> dict[str, Any]:
    """Give the document of a command; nothing else may stand on its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *words, "--json"],
        capture_output=True,
        text=True,
        timeout=400,
        env={name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"},
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)


def test_sim_gives_the_same_digest_on_one_core_two_and_ray(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS)
    words = ["sim", str(path), "-n", "600", "--seed", "4", "--watch", "20"]
    one, two, ray = (run(*words, *more) for more in ([], ["--jobs", "2"], ["--jobs", "2", "--engine", "ray"]))
    assert one["digest"] == two["digest"] == ray["digest"]
    assert one["watched"] == two["watched"] == ray["watched"]
    assert one["mirror"] == two["mirror"] == ray["mirror"]


def test_compare_gives_the_same_figures_on_one_core_two_and_ray(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS)
    words = ["compare", str(path), "--change", "favour=yes", "--precision", "4%", "-n", "800", "--seed", "4"]
    found = [run(*words, *more) for more in ([], ["--jobs", "2"], ["--jobs", "2", "--engine", "ray"])]
    assert len({document["base"]["digest"] for document in found}) == 1
    assert len({document["variant"]["digest"] for document in found}) == 1
    assert found[0]["differences"] == found[1]["differences"] == found[2]["differences"]
    assert found[0]["looks"] == found[2]["looks"]


def test_a_game_that_breaks_on_ray_loses_no_other(tmp_path: Path) -> None:
    path = tmp_path / "brittle.rules"
    path.write_text(BRITTLE)
    found = run("sim", str(path), "-n", "100", "--seed", "2", "--jobs", "2", "--engine", "ray", status=1)
    assert found["errors"] + found["finished"] == 100
    assert found["crashes"][0]["choices"]
