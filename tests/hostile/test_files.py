"""Files that are no rules, or end in the middle: a clear error with a place, and nothing worse."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.dsl.dump import dump
from rulewright.repl.cli import main

from .conftest import Here
from .shell import SMALL, commands, run, steering, with_effect

Check = Callable[[bytes | str], list[dict[str, object]]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Check a text as a file; give the diagnostics. Both ways of printing them must say the same."""

    def of(text: bytes | str) -> list[dict[str, object]]:
        path = tmp_path / "it.rules"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["check", str(path), "--json"])
        document = json.loads(capsys.readouterr().out)
        assert status == (1 if document["errors"] else 0)
        assert main(["check", str(path)]) == status
        printed = capsys.readouterr()
        assert not steering(printed.out + printed.err)
        lines = path.read_bytes().count(b"\n") + path.read_bytes().count(b"\r") + 1
        for found in document["diagnostics"]:
            assert found["code"] in printed.err
            assert 1 <= found["line"] <= lines
            assert found["column"] >= 1
            assert "\n" not in found["message"]
            assert len(found["message"]) < 1_000
        assert len(printed.err) < 200_000
        return list(document["diagnostics"])

    return of


def errors(found: list[dict[str, object]]) -> list[dict[str, object]]:
    return [one for one in found if one["severity"] == "error"]


def test_the_small_game_is_fine(check: Check) -> None:
    assert not errors(check(SMALL))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "no `game` line"),
        (" \n\n\t\n", 1, "no `game` line"),
        ("# nothing\n# here\n", 1, "no `game` line"),
        (bytes(range(256)) * 100, 1, "not a text file"),
        (SMALL.replace("Amber", "Am\0ber"), 1, "zero byte"),
        (SMALL.encode("utf-16"), 1, "not a text file"),
        (SMALL.replace("Amber", "\xe9").encode("latin-1"), 1, "not UTF-8"),
        (SMALL.replace("Amber", "\ud83d").encode("utf-8", "surrogatepass"), 1, "not UTF-8"),
        (b"\xff\xfe" + SMALL.encode(), 1, "not UTF-8"),
        (SMALL + "# " + "filler " * 1_500_000, 1, "bytes"),
    ],
    ids=["empty", "blank", "comments", "binary", "zero", "utf-16", "latin-1", "surrogate", "bytes", "10 MB"],
)
def test_what_is_no_rules_file(check: Check, text: bytes | str, line: int, says: str) -> None:
    found = errors(check(text))
    assert any(one["line"] == line and says in str(one["message"]) for one in found), found


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        ('rule "open', 'no closing quote `"`'),
        ('card "Amber":\n    """It glows', 'no closing `"""`'),
        ('"""', 'no closing `"""`'),
        ('"' + "\\" * 60, 'no closing quote `"`'),
        ("rule r:\n    always when (counted is 1", "never closed"),
        ("rule r:\n    always when (((counted", "never closed"),
        ("action go:\n", "nothing stands under"),
        ("action go:", "nothing stands under"),
        ("action go:\n    do:\n", "nothing stands under"),
        ("action go:\n    do:\n        if counted is 1:", "nothing stands under"),
        ("action", "ends too early"),
        ("action go", "must end in `:`"),
        ("rule r:\n    always when", "when"),
    ],
)
def test_an_end_in_the_middle_is_told_where_it_is(check: Check, ending: str, says: str) -> None:
    found = errors(check(SMALL + "\n" + ending))
    first, last = SMALL.count("\n") + 2, SMALL.count("\n") + 2 + ending.count("\n")
    assert found
    assert any(first <= int(str(one["line"])) <= last and says in str(one["message"]) for one in found), found


@pytest.mark.parametrize("cut", range(1, 40))
def test_every_stump_of_a_game_is_read_to_its_end(check: Check, cut: int) -> None:
    for one in check(SMALL[: len(SMALL) * cut // 40]):
        assert int(str(one["line"])) <= SMALL.count("\n") + 1


NESTED = {
    "brackets": SMALL.replace("p's worth +", "(" * 5_000 + "1" + ")" * 5_000 + " +"),
    "open brackets": SMALL.replace("p's worth +", "(" * 5_000 + " +"),
    "closed brackets": SMALL.replace("p's worth +", ")" * 5_000 + " +"),
    "square brackets": SMALL + "[" * 5_000,
    "nots": SMALL.replace("there is no card in play", "not " * 5_000 + "counted is 1"),
    "sums": SMALL.replace("p's worth +", "1 + " * 5_000),
    "ands": SMALL.replace("there is no card in play", "counted is 1 and " * 5_000 + "counted is 1"),
    "possessives": SMALL.replace("p's worth +", "p's left" + "'s left" * 5_000 + "'s worth +"),
    "loops": with_effect(*("    " * n + f"each thing t{n}:" for n in range(24)), "    " * 24 + "add 1 to counted"),
    "groups": SMALL.replace("there is no card in play", "".join(f"(there is a thing t{n} where " for n in range(24))
                            + "counted is 1" + ")" * 24),
    "blocks": SMALL
    + "rule r:\n    when a card c is moved:\n"
    + "".join(" " * (8 + n) + "if counted is 1:\n" for n in range(600))
    + " " * 608
    + "add 1 to counted\n",
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED.keys())
def test_nesting_without_end_is_told(check: Check, text: str) -> None:
    found = errors(check(text))
    assert found
    assert all(len(str(one["message"])) < 300 for one in found)


@pytest.mark.long
def test_a_text_too_long_to_be_prepared_is_told(check: Check) -> None:
    text = SMALL + "rule r:\n    when a card c is moved:\n        if counted is 1: add 1 to counted\n"
    text += "        otherwise if counted is 2: add 1 to counted\n" * 3_000
    assert any("nested too deep" in str(one["message"]) for one in errors(check(text)))


LONG = {
    "line": SMALL + "# " + "x" * 1_000_000 + "\n",
    "text": SMALL.replace("Lay a card.", "Lay a card. " * 10_000),
    "name": SMALL.replace("Amber", "A" * 100_000),
    "word": SMALL.replace("counted", "c" * 100_000),
    "spaces": SMALL.replace("p's worth +", "p's" + " " * 100_000 + "worth +"),
    "blank lines": SMALL.replace("play:", "\n" * 100_000 + "play:"),
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_what_is_long_is_read(check: Check, text: str) -> None:
    assert not errors(check(text))


def test_a_number_too_long_to_be_one(check: Check) -> None:
    found = errors(check(SMALL.replace("starts 0", "starts " + "9" * 5_000)))
    assert any("15 digits" in str(one["message"]) for one in found)


def test_one_bad_card_among_many_is_found_and_so_are_others(check: Check) -> None:
    rows = "".join(f'    "Stone {n}"  1  {n}\n' for n in range(50))
    text = SMALL.replace('    "Beryl"       4      2\n', rows.replace("1  30", "1  many").replace("1  40", "1  plenty"))
    found = errors(check(text))
    assert {text.split("\n")[int(str(one["line"])) - 1].strip() for one in found} >= {
        '"Stone 30"  1  many',
        '"Stone 40"  1  plenty',
    }


# ------------------------------------------------------------------ paths


@pytest.mark.parametrize("command", ["check", "test", "sim", "play", "tree", "fmt"])
def test_paths_that_are_no_file(here: Here, tmp_path: Path, command: str) -> None:
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "empty").mkdir()
    for word in (tmp_path / "missing.rules", tmp_path / "folder.rules", tmp_path / "empty", "no such game", ""):
        ran = here(command, word)
        assert ran.status == 2, (word, ran)
        assert ran.err.strip().count("\n") == 0
        assert ran.err.startswith("error: ")


@pytest.mark.parametrize("command", ["check", "test", "sim", "play", "fmt"])
def test_a_file_that_may_not_be_read(here: Here, tmp_path: Path, command: str) -> None:
    path = tmp_path / "secret.rules"
    path.write_text(SMALL)
    path.chmod(0)
    if os.access(path, os.R_OK):
        # A user who may read everything: a link that leads in a circle cannot be read by anybody.
        path.unlink()
        path.symlink_to(path)
    ran = here(command, path)
    assert ran.status in (1, 2)
    assert "secret.rules" in ran.err


@pytest.mark.parametrize("command", ["check", "play"])
def test_a_device_is_no_rules_file(tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe.rules"
    os.mkfifo(pipe)
    link = tmp_path / "link.rules"
    link.symlink_to("/dev/zero")
    for path in (pipe, link, Path("/dev/zero"), Path("/dev/stdin")):
        ran = run(command, path)
        assert ran.status in (1, 2)
        assert ran.err.strip()


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "hearts", "-n", "0"],
        ["sim", "hearts", "-n", "-5"],
        ["sim", "hearts", "-n", "1e3"],
        ["sim", "hearts", "--players", "99"],
        ["sim", "hearts", "--players", "0"],
        ["sim", "hearts", "--players", "1.5"],
        ["sim", "hearts", "--jobs", "0"],
        ["sim", "hearts", "--jobs", "100000"],
        ["sim", "hearts", "--seed", "abc"],
        ["sim", "hearts", "--bots", "nobody"],
        ["sim", "hearts", "--bots", "mcts:999999999999"],
        ["sim", "hearts", "--set", "goal=-1"],
        ["sim", "hearts", "--set", "goal=many"],
        ["sim", "hearts", "--set", "nosuch=1"],
        ["sim", "hearts", "--set", "goal"],
        ["sim", "hearts", "--set", "passing=maybe"],
        ["sim", "hearts", "--with", "nosuch.rules"],
        ["sim", "hearts", "--frobnicate"],
        ["play", "hearts", "--players", "9"],
        ["play", "hearts", "--seats", "human,,"],
        ["play", "hearts", "--load", "nosuch.json"],
        ["play", "hearts", "--script", "nosuch.txt"],
        ["tree", "kuhn_poker", "--max-nodes", "0"],
        ["tree", "hearts", "--max-nodes", "1000"],
        ["explain", "E99999"],
        ["new", "../../escape"],
        ["new", "/tmp/escape"],
        ["new", "a\x1b[2Jb"],
        ["nosuch\x1b[2Jcommand"],
        ["check", "\u202egnp.rules"],
    ],
    ids=" ".join,
)
def test_wrong_words_are_wrong_usage(here: Here, tmp_path: Path, words: list[str]) -> None:
    ran = here(*words, folder=tmp_path)
    assert ran.status == 2
    assert ran.err.startswith("error: ")
    assert not ran.out
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------ line ends and indentation


@pytest.mark.parametrize("name", sorted(rulewright.shipped_games()))
@pytest.mark.parametrize(("end", "mark"), [("\r\n", ""), ("\r", ""), ("\n", "\ufeff"), ("\r\n", "\ufeff")], ids=repr)
def test_line_ends_change_nothing(tmp_path: Path, name: str, end: str, mark: str) -> None:
    plain = rulewright.load(name)
    folder = rulewright.shipped_games()[name].parent
    root = folder.parent if folder.name == "classics" else folder
    for path in root.rglob("*.rules"):
        there = tmp_path / path.relative_to(root)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes((mark + path.read_text(encoding="utf-8").replace("\n", end)).encode())
    copied = rulewright.load(tmp_path / rulewright.shipped_games()[name].relative_to(root))
    assert dump(copied.program) == dump(plain.program)
    for seed in range(2):
        ours, theirs = (game.start(seed=seed) for game in (plain, copied))
        while not ours.is_over:
            ours.choose(ours.n_options // 2)
            theirs.choose(theirs.n_options // 2)
        assert ours.digest() == theirs.digest()


def test_tabs_may_indent(check: Check) -> None:
    assert not errors(check(SMALL.replace("    ", "\t")))


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("    shuffle pile", "\tshuffle pile"),
        SMALL.replace("    shuffle pile", "  \t  shuffle pile"),
        SMALL.replace("    each player p: move", "\t  each player p: move"),
    ],
)
def test_tabs_and_spaces_do_not_mix(check: Check, text: str) -> None:
    found = errors(check(text))
    assert any("tab" in str(one["message"]) for one in found), found


def test_a_step_back_to_a_depth_that_was_never_there(check: Check) -> None:
    found = errors(check(with_a_step_back()))
    line = with_a_step_back().split("\n").index("      add 3 to counted") + 1
    assert any(one["line"] == line for one in found), found


def with_a_step_back() -> str:
    return SMALL + "to x:\n    if counted is 1:\n        add 2 to counted\n      add 3 to counted\n"


ODD_SIGNS = ["\x0b", "\x0c", "\u2028", "\u2029", "\u00a0", "\u3000", "\u200b", "\x1b", "\x07", "\x7f"]


@pytest.mark.parametrize("sign", ODD_SIGNS, ids=ascii)
def test_odd_signs_between_words(check: Check, sign: str) -> None:
    for text in (SMALL.replace("    shuffle pile", f"    shuffle{sign}pile"), SMALL.replace("play:", f"{sign}\nplay:")):
        check(text)


def test_places_are_right_after_everything_that_shifts_them(check: Check) -> None:
    text = (
        "# \U0001f409 dragons \u65e5\u672c\r\n"
        + SMALL.replace("Amber", "\U0001f409 \u65e5\u672c e\u0301").replace("\n", "\r\n")
        + "to x:\r\n\tadd 1 to counted\r\n\r\n\tadd 1 to \u00e9tranger # \U0001f409\r\n"
    )
    found = [one for one in errors(check(text)) if "\u00e9tranger" in str(one["message"])]
    line = next(n for n, one in enumerate(text.split("\r\n"), 1) if "\u00e9tranger" in one)
    assert found and found[0]["line"] == line
    assert found[0]["column"] == text.split("\r\n")[line - 1].index("\u00e9tranger") + 1


@pytest.mark.long
@pytest.mark.parametrize("text", [*NESTED.values(), *LONG.values()], ids=[*NESTED, *LONG])
def test_other_commands_do_not_choke_on_them_either(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(text, encoding="utf-8")
    for words in commands(path):
        run(*words)
    run("fmt", "--check", path)
