"""Variants and house rules: the small inputs that break engines like this one, on the neutral fixture."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.loading import load_program
from rulewright.interpreter import scenario
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.errors import UsageError
from rulewright.lab.streams import Stream
from rulewright.repl.cli import main

from ..project import ROOT

NEUTRAL = ROOT / "tests" / "fixtures" / "neutral.rules"
VARIANTS = sorted((ROOT / "tests" / "fixtures" / "variants" / "neutral").glob("*.rules"))

Vary = Callable[[str], Path]


@pytest.fixture
def vary(tmp_path: Path) -> Vary:
    def varied(changes: str) -> Path:
        path = tmp_path / "mine.rules"
        path.write_text('variant "Mine" of "neutral.rules":\n' + "".join(f"    {x}\n" for x in changes.split("\n")))
        return path

    return varied


def found(path: Path) -> list[Diagnostic]:
    return [one for one in load_program(NEUTRAL, BUILTINS, [path]).diagnostics if one.severity == "error"]


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_each_kind_of_change_does_what_its_scenarios_say(path: Path) -> None:
    checked = rulewright.check_paths([path])
    assert [one.message for one in checked.diagnostics if one.severity == "error"] == []
    results = [scenario.run(item) for item in scenario.collect(checked)]
    assert results and [(one.name, one.message) for one in results if one.outcome != "passed"] == []


# ------------------------------------------------------------------ V01: what is not repeated stays


def test_v01_fields_that_are_not_given_stay(vary: Vary) -> None:
    changes = 'change card "Unit 2": power 7\nchange each player has:\n    hand: public zone\n    deck: public ordered zone'
    base, mine = load_program(NEUTRAL, BUILTINS).program, load_program(NEUTRAL, BUILTINS, [vary(changes)]).program
    assert base is not None and mine is not None

    def numbers(program: object, title: str) -> dict[str, object]:
        card = next(one for one in program.cards if one.name == title)  # type: ignore[attr-defined]
        return {member.name: getattr(value, "value", None) for member, value in card.printed.items()}

    assert numbers(mine, "Unit 2") == numbers(base, "Unit 2") | {"power": 7}
    assert numbers(mine, "Unit 3") == numbers(base, "Unit 3")


# ------------------------------------------------------------------ V03: what is not there


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ('change card "ZPA": 2 copies', '"ZAP"'),
        ('remove card "ZPA"', '"ZAP"'),
        ("remove phase mian", "`main`"),
        ("remove rule deaht", "`death`"),
        ("change action cats:\n    remove voice", "`cast`"),
        ("change action cast:\n    remove voise", "`voice`"),
        ("change each player has:\n    lives: number, starts 3", "`life`"),
        ("insert after phase maim:\n    draw 1", "`main`"),
        ("replace in turn:\n    draw 3\nwith:\n    draw 4", "`draw 1`"),
        ("change stack effect:\n    order: first in, first out", "`effects`"),
    ],
)
def test_v03_what_is_not_there_is_an_error_with_the_nearest(changes: str, hint: str, vary: Vary) -> None:
    (one,) = found(vary(changes))
    assert one.code == "E431" and one.hint is not None and hint in one.hint
    assert one.span.source.name.endswith("mine.rules")


def test_v03_if_present(vary: Vary) -> None:
    assert found(vary('remove card "ZPA" if present\nremove card "HUSH" if present')) == []
    assert [one.code for one in found(vary('remove card "ZPA" if present'))] == []


# ------------------------------------------------------------------ V05: no dead options


def test_v05_an_option_that_nothing_reads_is_told(vary: Vary) -> None:
    path = vary("add option luck: 0 to 3, normally 1")
    assert [one.code for one in load_program(NEUTRAL, BUILTINS, [path]).diagnostics] == ["W502"]


def test_v05_an_option_that_is_read_makes_a_difference(vary: Vary) -> None:
    path = vary("add option first_hand: 1 to 5, normally 5\nreplace in setup:\n    p draws 5\nwith:\n"
                "    p draws first_hand")  # fmt: skip
    hands = []
    for value in ("2", "5"):
        state = rulewright.load(NEUTRAL, [path], {"first_hand": value}).start(players=2, seed=1)
        hands.append(sorted(len(zone) for zone in state.z))
    assert hands[0] != hands[1]


# ------------------------------------------------------------------ V07: equal shares of a pool that is too small


@pytest.mark.parametrize(("count", "players"), [(13, 4), (50, 4), (200, 3)])
def test_v07_amounts_larger_than_the_pool_lose_no_card(count: int, players: int, vary: Vary) -> None:
    path = vary(f"replace in setup:\n    move the first 12 cards in pool to p's deck\nwith:\n"
                f"    move the first {count} cards in pool to p's deck")  # fmt: skip
    state = rulewright.load(NEUTRAL, [path]).start(players=players, seed=3)
    stream = Stream(3, "cases")
    cards = sum(len(zone) for zone in state.z)
    while not state.is_over and state.n_decisions < 30:
        state.choose_random(stream)
        assert sum(len(zone) for zone in state.z) == cards


# ------------------------------------------------------------------ V09: for some numbers of players


def test_v09_a_variant_for_two_is_refused_for_three(vary: Vary) -> None:
    game = rulewright.load(NEUTRAL, [str(VARIANTS[0].with_name("for_two.rules"))])
    assert (game.min_players, game.max_players) == (2, 2)
    with pytest.raises(UsageError, match="2 players"):
        game.start(players=3, seed=1)


def test_v09_a_variant_for_more_than_the_game_takes(tmp_path: Path) -> None:
    path = tmp_path / "seven.rules"
    path.write_text('variant "Seven" of "neutral.rules" for 7 players:\n    remove card "HUSH"\n')
    (one,) = found(path)
    assert one.code == "E435" and "7 players" in one.message and "2 to 4" in one.message


# ------------------------------------------------------------------ V11: nothing is on by default


def test_v11_without_options_and_variants_it_is_the_game_itself() -> None:
    for name in ("storm_dragons", "dragon_flight"):
        game = rulewright.load(name)
        assert game.house_rules == ()
        defaults = {option.name: option.default for option in game.options.values()}
        assert game.hash == rulewright.load(name, options=defaults).hash
        assert all(option.value == option.default for option in game.options.values())


# ------------------------------------------------------------------ the same, as somebody meets it at the command line

LANTERNS = """\
game "Lanterns" for 2 to 4 players

option street: 3 to 30, normally 9

kind lamp: oil: number

cards of kind lamp:
    name     copies  oil
    "Wick"        8    1
    "Glass"       6    2

deck shed:
    every lamp

the table has:
    lit: number, starts 0

each player has:
    hand: private zone
    row: public zone, in play

setup:
    shuffle shed
    each player p: move the first 3 cards in shed to p's hand

play:
    each player clockwise from first_player has turns until lit >= street or shed is empty

turn:
    light
    move the first card in shed to your hand

action light (c: a lamp in your hand):
    do:
        move c to your row
        add c's oil to lit

ranking of player p:
    total c's oil over each card c in p's row, highest first
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, which one stands in."""
    (tmp_path / "lanterns.rules").write_text(LANTERNS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rule(folder: Path, changes: str, head: str = 'variant "Mine" of "lanterns.rules"') -> str:
    (folder / "mine.rules").write_text(f"{head}:\n" + "".join(f"    {line}\n" for line in changes.split("\n")))
    return "mine.rules"


def test_v05_an_option_that_only_a_variant_has_and_nothing_reads(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", rule(folder, "add option gleam: 1 to 5, normally 2\nchange option street, normally 6")]) == 0
    told = capsys.readouterr().err
    assert "mine.rules:2:" in told and "warning W502" in told and "`gleam`" in told


@pytest.mark.parametrize(("wicks", "short"), [(6, False), (5, True)])
def test_v07_a_deal_that_takes_the_whole_pool(
    folder: Path, capsys: pytest.CaptureFixture[str], wicks: int, short: bool
) -> None:
    changes = f'change card "Wick": {wicks} copies\nchange game "Lanterns" for 4 players'
    assert main(["check", rule(folder, changes)]) == 0  # four players with three cards each: twelve
    told = capsys.readouterr().err
    assert ("W592" in told) is short and ("lanterns.rules" in told) is short


def test_v09_who_restricts_the_number_of_players_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = rule(folder, "change option street, normally 6", 'variant "Mine" of "lanterns.rules" for 2 players')
    for command in ("sim", "compare", "play"):
        assert main([command, "lanterns.rules", "--with", mine, "--players", "3"]) == 2
        assert "Lanterns with Mine is for 2 players, not 3" in capsys.readouterr().err


def test_v11_variants_that_lie_beside_a_game_change_nothing(folder: Path) -> None:
    alone = rulewright.load("lanterns.rules").hash
    rule(folder, "change option street, normally 6")
    (folder / "variants" / "lanterns").mkdir(parents=True)
    (folder / "variants" / "lanterns" / "other.rules").write_text((folder / "mine.rules").read_text().replace("Mine", "Other"))
    assert rulewright.load("lanterns.rules").hash == alone


def test_d09_a_house_rule_by_which_nobody_ever_ends(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = rule(folder, "replace turn:\n    stop")
    assert main(["compare", "lanterns.rules", "--with", mine, "-n", "12", "--seed", "1", "--json"]) == 0
    found = {one["measure"]: one for one in json.loads(capsys.readouterr().out)["differences"]}
    assert found["goes round for ever"]["variant"] == 1 and found["goes round for ever"]["moved"]


@pytest.mark.parametrize("of", ["../lanterns.rules", "/etc/passwd", "/dev/zero", "~/x.rules", "link.rules", "pipe.rules"])
def test_x01_a_variant_of_what_is_none_of_its_business(folder: Path, capsys: pytest.CaptureFixture[str], of: str) -> None:
    secret = folder.parent / "secret.rules"
    secret.write_text("the password is swordfish\n")
    (folder / "link.rules").symlink_to(secret)
    os.mkfifo(folder / "pipe.rules")
    assert main(["check", rule(folder, "change option street, normally 6", f'variant "Mine" of "{of}"')]) == 1
    told = capsys.readouterr().err
    assert "mine.rules:1:" in told and "swordfish" not in told and "Traceback" not in told
    assert "E222" in told or "E221" in told


def test_x01_what_lies_beside_is_not_waited_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.rules")
    (folder / "zero.rules").symlink_to("/dev/zero")
    (folder / "bytes.rules").write_bytes(bytes(range(256)))
    assert main(["sim", "lanterns.rules", "--with", "nowhere", "-n", "1"]) == 1
    assert 'the game has no variant "nowhere"' in capsys.readouterr().err


def test_x03_a_title_that_steers_the_terminal_is_shown_by_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule(folder, "change option street, normally 6", 'variant "Ev\x1b[2Jil" of "lanterns.rules"')
    assert main(["sim", "lanterns.rules", "--with", "ev\x1b[2Jil", "-n", "1"]) == 1
    told = capsys.readouterr().err
    assert "\x1b" not in told and "is named by its file" in told


def test_x05_a_bomb_in_a_house_rule_is_a_limit_and_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = rule(folder, "insert at the start of action light:\n    repeat 1000000000 times: add 1 to lit")
    assert main(["compare", "lanterns.rules", "--with", mine, "-n", "2", "--seed", "1"]) == 0
    assert "changed: 4 games (100.0%) ran into a limit" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("title", ["../../x", "/etc/x", "CON"])
def test_x07_titles_of_variants_name_no_files(folder: Path, capsys: pytest.CaptureFixture[str], title: str) -> None:
    mine = rule(folder, "change option street, normally 6", f'variant "{title}" of "lanterns.rules"')
    assert main(["compare", "lanterns.rules", "--with", mine, "-n", "2", "--report", "page.html"]) == 0
    assert main(["fuzz", "lanterns.rules", "--with", mine, "--games", "2", "--out", "found.rules"]) == 0
    assert {path.name for path in folder.iterdir()} == {"lanterns.rules", "mine.rules", "page.html"}
    assert not (folder.parent / "x").exists()
