"""`use` reaches no further than the folder of the game, and only files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Here
from .shell import SMALL, run

DEVICES = ("/dev/zero", "zero.rules", "pipe.rules")

SECRET = "the password is swordfish\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a game, beside things that are none of its business."""
    folder = tmp_path / "project"
    (folder / "inside").mkdir(parents=True)
    (tmp_path / "secret.rules").write_text(SECRET)
    (tmp_path / "passwd").write_text(SECRET)
    (folder / "inside" / "fine.rules").write_text("define shown(): number\n    = counted\n")
    (folder / "link.rules").symlink_to(tmp_path / "secret.rules")
    (folder / "far").symlink_to(tmp_path)
    (folder / "circle.rules").symlink_to(folder / "circle.rules")
    (folder / "zero.rules").symlink_to("/dev/zero")
    (folder / "big.rules").write_text("# " + "x" * 5_000_000)
    (folder / "binary.rules").write_bytes(bytes(range(256)) * 10)
    os.mkfifo(folder / "pipe.rules")
    return folder


def using(folder: Path, what: str) -> Path:
    path = folder / "game.rules"
    path.write_text(f'use "{what}"\n\n' + SMALL.replace("p's worth + counted", "p's worth + shown()"))
    return path


def test_what_lies_in_the_folder_is_used(here: Here, project: Path) -> None:
    assert here("check", using(project, "inside/fine.rules")).status == 0


@pytest.mark.parametrize(
    "what",
    [
        "../secret.rules",
        "inside/../../secret.rules",
        "../../../../../../etc/passwd",
        "/etc/passwd",
        "/dev/zero",
        "~/.bashrc",
        "C:\\\\Windows\\\\win.ini",
        "\\\\\\\\server\\\\share",
        "file:///etc/passwd",
        "http://localhost/x.rules",
        "link.rules",
        "far/secret.rules",
        "far/passwd",
        "circle.rules",
        "zero.rules",
        "pipe.rules",
        "big.rules",
        "binary.rules",
        "inside",
        ".",
        "..",
        "",
        " ",
        "nosuch.rules",
        "inside/",
        "inside/fine.rules/x",
        "game.rules",
        "x" * 5_000,
        "a\\u0000b",
        "\u202efine.rules",
    ],
)
def test_anything_else_is_refused(here: Here, project: Path, what: str) -> None:
    path = using(project, what)
    for command in ("check", "play"):
        # A device might be read for ever: better in a process that can be ended.
        ran = run(command, path) if what in DEVICES else here(command, path)
        assert ran.status == 1
        assert "game.rules:1:" in ran.err
        assert "swordfish" not in ran.printed
        assert "root:" not in ran.printed
        assert len(ran.err) < 20_000


def test_files_that_use_each_other_end(here: Here, project: Path) -> None:
    (project / "one.rules").write_text('use "two.rules"\n')
    (project / "two.rules").write_text('use "one.rules"\n')
    ran = here("check", using(project, "one.rules"))
    assert ran.status == 1
    assert "circle" in ran.err


def test_a_long_chain_of_files_ends(here: Here, project: Path) -> None:
    for n in range(1_500):
        (project / f"n{n}.rules").write_text(f'use "n{n + 1}.rules"\n')
    (project / "n1500.rules").write_text("define shown(): number\n    = counted\n")
    ran = here("check", using(project, "n0.rules"))
    assert ran.status in (0, 1)
    assert len(ran.err) < 20_000
