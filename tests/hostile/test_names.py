"""Names and texts that strangers chose: odd spellings are kept, and nothing that steers a terminal gets through."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

import rulewright
from rulewright.repl.cli import main

from .conftest import Here
from .shell import SMALL, steering

SPELLINGS = [
    "Miller's Gate",
    "Miller\u2019s Gate",
    "\u00c6on",
    "Caf\u00e9 Noir",
    "Salt // Pepper",
    "a # b",
    "http://x",
    "One, Two",
    "One: Two",
    "3rd Gate",
    "&amp; <b>bold</b>",
    "[red]markup[/red]",
    "{value}",
    "%s %d",
    "$HOME `id`",
    "-n",
    ":)",
    "if",
    "card",
    "nobody",
    "\U0001f409 dragon",
    "\u65e5\u672c\u8a9e",
    "\ufb01ve",
    "1",
    "0.5",
    "yes",
]

STEERED = {
    "clear": "A\x1b[2J",
    "title": "A\x1b]0;owned\x07",
    "clipboard": "A\x1b]52;c;ZWNobw==\x07",
    "link": "A\x1b]8;;http://x\x1b\\B",
    "unfinished": "A\x1b]0;",
    "csi": "A\x9b2J",
    "bell": "A\x07\x08\x08",
    "delete": "A\x7f",
    "carriage": "A\rB",
    "bidi": "A\u202egnp",
    "isolate": "A\u2066b\u2069",
    "mark": "A\u200fb",
    "nothing": "A\u200bb",
}


def named(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return SMALL.replace("Amber", escaped)


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_name_is_what_it_says(tmp_path: Path, name: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(named(name), encoding="utf-8")
    state = rulewright.load(path).start(seed=3)
    texts = {option.text for option in state.decision.options}
    while not any(name in text for text in texts):
        state.choose(0)
        texts = {option.text for option in state.decision.options}
    shown = [card.name for zone in state.view(state.player).zones for card in zone.cards or ()]
    assert name in shown


def test_quotes_and_backslashes_stay_as_written(tmp_path: Path) -> None:
    path = tmp_path / "it.rules"
    path.write_text(SMALL.replace("Amber", 'Say \\"hi\\"').replace("Beryl", "back\\\\slash"), encoding="utf-8")
    names = set(rulewright.load(path).start(seed=1).g.card_names)
    assert names == {'Say "hi"', "back\\slash"}


def test_composed_and_decomposed_are_one_name(tmp_path: Path) -> None:
    path = tmp_path / "it.rules"
    text = SMALL.replace("Amber", "Cafe\u0301") + '\ncard "Caf\u00e9":\n    """It glows."""\n'
    path.write_text(text, encoding="utf-8")
    names = set(rulewright.load(path).start(seed=1).g.card_names)
    assert names == {"Caf\u00e9", "Beryl"}
    assert all(unicodedata.is_normalized("NFC", name) for name in names)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Miller's", "Miller\u2019s"), ("Cafe\u0301", "Caf\u00e9"), ("Amber", "amber"), ("Amber", "Amber ")],
)
def test_names_that_look_alike_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], one: str, other: str
) -> None:
    path = tmp_path / "it.rules"
    path.write_text(SMALL.replace("Amber", one).replace("Beryl", other), encoding="utf-8")
    main(["check", str(path), "--json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert any(diagnostic["line"] == 9 for diagnostic in found), found


def typed_plainly(name: str) -> str:
    return name.replace("\u2019", "'")


TYPED = ["Miller\u2019s Gate", "Caf\u00e9 Noir", "\U0001f409 dragon", "Salt // Pepper", "a # b"]


@pytest.mark.parametrize("name", TYPED)
def test_a_card_is_found_by_what_can_be_typed(here: Here, tmp_path: Path, name: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(named(name).replace("Beryl", name + " too"), encoding="utf-8")
    typed = f"lay {typed_plainly(name)} too\nlay {typed_plainly(name)}\n" * 4
    ran = here("play", path, "--seats", "human,human", "--seed", "3", typed=typed.encode())
    assert ran.status == 0
    assert "over" in ran.out.casefold() or "wins" in ran.out.casefold(), ran.out


# ------------------------------------------------------------------ what steers a terminal


@pytest.mark.parametrize("name", STEERED.values(), ids=STEERED.keys())
def test_signs_that_steer_a_terminal_are_shown_by_number(here: Here, tmp_path: Path, name: str) -> None:
    """`here` looks at all output; here the name stands for a card, the game, a text, an option and a mistake."""
    bad = (
        SMALL.replace("Amber", name)
        .replace("Small", name)
        .replace("Lay a card.", name)
        .replace("Lay two cards.", name)
        .replace("kind thing", f'option size: 1 to 3, normally 1\n    """{name}"""\n\nkind thing', 1)
    )
    path = tmp_path / "it.rules"
    path.write_bytes(bad.encode())
    for words in (
        ["check", path],
        ["test", path, "--coverage"],
        ["sim", path, "-n", "2", "--jobs", "1"],
        ["tree", path],
        ["fmt", "--check", path],
    ):
        here(*words)
    typed = "help\nhand\ntable\nlog\noptions\n?\nwhy lay\nlay\n1\n1\nundo\n1\nsave it.json\nsave it.json\n1\n1\n1\n1\n"
    here("play", path, "--seats", "human,greedy", "--seed", "3", typed=typed.encode())


def test_a_mistake_quotes_lines_without_what_steers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for sign in "".join(STEERED.values()):
        path = tmp_path / "it.rules"
        path.write_bytes(SMALL.replace("play:", f'rule "{sign}": nosuch "{sign}" {sign}\n\nplay:').encode())
        assert main(["check", str(path)]) in (0, 1)
        printed = capsys.readouterr()
        assert not steering(printed.out + printed.err)


def test_file_names_are_shown_without_what_steers(here: Here, tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[2J\u202eb"
    folder.mkdir()
    path = folder / "\x1b]0;x\x07.rules"
    path.write_text(SMALL.replace("play:", "ply:"))
    for command in ("check", "test", "sim", "play"):
        assert here(command, path).status == 1
    assert here("check", folder / "none\x1b[2J.rules").status == 2
    assert here("fmt", "--check", folder).status == 1


def test_what_is_typed_is_shown_without_what_steers(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it.rules"
    path.write_text(SMALL)
    typed = "".join(f"{name}\nlay {name}\nwhy {name}\nsave {name}/x\n" for name in STEERED.values())
    here("play", path, "--seats", "human,human", "--seed", "3", typed=typed.encode())


def test_titles_never_name_files(here: Here, tmp_path: Path) -> None:
    for title in ("../../escape", "/tmp/escape", "a\\nb", "con", "..", "x" * 300):
        path = tmp_path / "it.rules"
        path.write_text(SMALL.replace("Small", title))
        ran = here("play", path, "--seats", "human,human", "--seed", "1", typed=b"save\nsave\n", folder=tmp_path)
        assert ran.status == 0
        for made in set(tmp_path.iterdir()) - {path}:
            assert made.is_file() and made.suffix == ".json", made
            made.unlink()
    assert not (tmp_path.parent / "escape").exists()
