"""Variants and house rules: the small inputs that break engines like this one, on the neutral fixture."""

from __future__ import annotations

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
    changes = 'change card "Unit 2": power 7\nchange each player has:\n    hand: public zone\n    deck: public zone'
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
