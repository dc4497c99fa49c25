"""What comes down a pipe into `play`: nothing, rubbish, endless lines, and terminals that know no letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Here
from .shell import SMALL, run

GARBAGE = ["", "0", "-1", "99", "1.5", "1e3", "x" * 10_000, "9" * 5_000, "   ", "\t", "1 99", "1,0"]
GARBAGE += ['"', "``", "\\", "%s", "*", "--help", "\u0661", "\u00b2"]
BYTES = b"".join(bytes([byte]) * 3 + b"\n" for byte in range(256) if byte != 10)

# A set to choose from, a number, a yes or no, and an order: every kind of prompt.
ASKING = SMALL.replace(
    "    lay\n",
    "    choose at least 1 thing cs in your hand\n"
    "    add count of cs to counted\n"
    "    you may choose a thing t in your hand: add 1 to counted\n"
    "    choose a number n from 1 to 5\n"
    "    add n to counted\n"
    "    you may add 1 to counted\n"
    "    arrange the first 3 cards in pile\n"
    "    lay\n",
    1,
)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(SMALL)
    return path


def test_closed_and_empty_input(small: Path) -> None:
    for how in ({"closed": True}, {"typed": None}, {"typed": b""}):
        ran = run("play", small, "--seed", "1", **how)  # type: ignore[arg-type]
        assert ran.status == 0
        assert "The input ended before the game did." in ran.out


@pytest.mark.parametrize("text", [SMALL, ASKING], ids=["options", "every prompt"])
def test_rubbish_gets_one_line_each_and_changes_nothing(here: Here, tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(text)
    words = ("play", path, "--seats", "human,human", "--seed", "3")
    clean = here(*words, typed=b"1\n1\n1\n1\n" * 6).out
    shown = here(*words, typed="".join(line + "\n1\n" for line in GARBAGE[:12]).encode()).out
    assert "in the end" in clean or "wins" in clean or "share" in clean
    outcome = clean.split("\n")
    assert any(line in shown.split("\n") for line in outcome if "wins" in line or "share" in line), shown
    for line in shown.split("\n"):
        assert len(line) < 1_000, line[:100]


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: repr(line)[:12])
def test_rubbish_is_answered_with_what_is_accepted(here: Here, tmp_path: Path, line: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(ASKING)
    ran = here("play", path, "--seats", "human,human", "--seed", "3", typed=(line + "\n").encode() * 3)
    assert ran.status == 0
    assert "The input ended before the game did." in ran.out
    assert len(ran.out) < 20_000


def test_every_byte(here: Here, small: Path) -> None:
    surrogate = "\ud800\n".encode("utf-8", "surrogatepass")
    for typed in (BYTES, bytes(range(256)) * 50, b"\xff\xfe1\n", b"\0" * 10_000, surrogate):
        ran = here("play", small, "--seats", "human,human", "--seed", "1", typed=typed)
        assert ran.status == 0


@pytest.mark.long
def test_a_flood_of_input_ends(small: Path) -> None:
    for typed in (b"x" * 5_000_000, b"99\n" * 20_000, b"\n" * 100_000, b"undo\n" * 5_000):
        ran = run("play", small, "--seats", "human,human", "--seed", "1", typed=typed)
        assert ran.status == 0


ENVIRONMENTS: list[dict[str, str]] = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"HOME": "/nonexistent", "XDG_STATE_HOME": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/x"},
]
MORE_ENVIRONMENTS: list[dict[str, str]] = [
    {"LC_ALL": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "cp1252"},
    {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "10"},
]


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=str)
def test_terminals_that_know_few_letters(tmp_path: Path, environment: dict[str, str]) -> None:
    _play_with_letters(tmp_path, environment, ["play"])


@pytest.mark.long
@pytest.mark.parametrize("environment", [*ENVIRONMENTS, *MORE_ENVIRONMENTS], ids=str)
def test_other_commands_there(tmp_path: Path, environment: dict[str, str]) -> None:
    _play_with_letters(tmp_path, environment, ["check", "test", "sim", "play"])


def _play_with_letters(folder: Path, environment: dict[str, str], commands: list[str]) -> None:
    path = folder / "it.rules"
    text = SMALL.replace("Amber", "\u00c6ther \U0001f409").replace("Beryl", "Caf\u00e9").replace("Small", "Pr\u00fcfung")
    path.write_text(text, encoding="utf-8")
    more = {"sim": ["-n", "2"], "play": ["--seats", "human,human", "--seed", "3"]}
    for command in commands:
        typed = "lay Caf\u00e9\nlay Cafe\n1\n1\n1\n1\n1\n"
        ran = run(command, path, *more.get(command, ()), typed=typed.encode(), **environment)
        assert ran.status == 0, ran
        if environment.get("PYTHONIOENCODING", "").startswith("ascii"):
            assert ran.printed.isascii()


def test_saves_from_strangers(here: Here, small: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    assert here("play", small, "--seats", "human,human", "--seed", "1", typed=f"save {save}\n".encode()).status == 0
    good = save.read_bytes()
    bad = [b"", b"{", b"[]", b"null", b"1", b"\xff\xfe", good[: len(good) // 2], b"[" * 100_000, b" " * 70_000_000]
    bad += [
        b'{"kind": "rulewright save"}',
        good.replace(b'"seed": 1', b'"seed": ' + b"9" * 6_000),
        good.replace(b'"players": 2', b'"players": 1000000000'),
        good.replace(b'"Small"', b'"\\u001b[2J"'),
        good.replace(b'"seats"', b'"seat"'),
        good.replace(b"human", b"nobody"),
    ]
    for number, data in enumerate(bad):
        path = tmp_path / f"bad{number}.json"
        path.write_bytes(data)
        ran = here("play", small, "--load", path)
        assert ran.status == 2, (data[:40], ran)
        assert ran.err.strip().count("\n") <= 2
    for odd in (tmp_path, Path("/dev/zero"), tmp_path / "none.json"):
        assert here("play", small, "--load", odd).status == 2
    assert here("play", small, "--load", save, typed=b"1\n1\n1\n1\n").status == 0
