"""House rules on the command line: found by name, told apart as rules, printed as one file, tested against the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.repl.cli import main

from ..project import ROOT

NEUTRAL = str(ROOT / "tests" / "fixtures" / "neutral.rules")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# ------------------------------------------------------------------ names


def test_every_shipped_variant_is_found_by_its_name() -> None:
    for game in ("storm_dragons", "dragon_flight", "tempest"):
        found = rulewright.shipped_variants(game)
        assert len(found) >= 4
        for name in found:
            (title, text), *others = rulewright.load(game, [name]).house_rules
            assert title and text and not others


def test_names_titles_and_paths_mean_the_same() -> None:
    path = rulewright.shipped_variants("dragon_flight")["quick_draw"]
    found = {rulewright.load("dragon_flight", [word]).hash for word in ("quick_draw", "Quick Draw", str(path))}
    assert len(found) == 1 and rulewright.load("dragon_flight").hash not in found


def test_the_order_of_variants_makes_no_difference() -> None:
    names = ["no_rebuild", "only_dragons", "plain_heads"]
    assert rulewright.load("storm_dragons", names).hash == rulewright.load("storm_dragons", names[::-1]).hash


def test_a_name_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "dragon_flight", "-n", "1", "--with", "quik_draw"]) == 1
    told = capsys.readouterr().err
    assert 'the game has no variant "quik_draw"' in told and "did you mean `quick_draw`?" in told
    assert main(["sim", "dragon_flight", "-n", "1", "--with", "nowhere/quick_draw.rules"]) == 2


@pytest.mark.parametrize("order", [("big_hands", "small_hands"), ("small_hands", "big_hands")])
def test_two_that_contradict_each_other_are_one_error_with_both_places(
    order: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for name in order for word in ("--with", name)]
    assert main(["sim", "dragon_flight", "-n", "1", *words]) == 1
    told = capsys.readouterr().err
    assert told.count("error E433") == 1
    assert told.count("big_hands.rules:") == told.count("small_hands.rules:") == 2  # two parts, each in both
    first, second = told.index("big_hands.rules:"), told.index("small_hands.rules:")
    assert first < second, "the same in either order"


# ------------------------------------------------------------------ diff


def test_diff_tells_what_a_variant_changes_as_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "diff", "storm_dragons", "--with", "no_rebuild")
    assert [(one["change"], one["kind"], one["name"]) for one in found] == [
        ("changed", "turn", ""), ("removed", "action", "rebuild"), ("changed", "action", "challenge"),
    ]  # fmt: skip
    turn = found[0]
    assert "choose one of play, rebuild, yield" in turn["before"]
    assert "choose one of play, yield" in turn["after"] and "you may challenge" in turn["after"]
    assert found[1]["after"] is None and found[1]["before"].startswith("action rebuild (cs: at least 1 card")


def test_diff_tells_members_and_cards_one_by_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text(
        'variant "Mine" of "neutral.rules":\n    change card "Unit 1": power 4\n    remove card "HUSH"\n'
        "    change each player has:\n        coins: number, starts 5\n    add each player has:\n"
        "        gems: number, starts 0\n    add rule greed:\n"
        "        always when there is a player p where p's gems > 9: p wins\n"
    )
    found = printed(capsys, "diff", NEUTRAL, "--with", str(rules))
    assert [tuple(one.values()) for one in found] == [
        ("changed", "each player has", "coins", "coins: number, starts 3", "coins: number, starts 5"),
        ("changed", "card", "Unit 1", 'card "Unit 1": unit, 6 copies, power 1, health 1',
         'card "Unit 1": unit, 6 copies, power 4, health 1'),
        ("removed", "card", "HUSH", 'card "HUSH": spell, 2 copies\n    """A player casts nothing more."""\n'
         "    target p: a player\n    effect: set p's silenced to yes", None),
        ("added", "each player has", "gems", None, "gems: number, starts 0"),
        ("added", "rule", "greed", None,
         "rule greed:\n    always when there is a player p where p's gems > 9: p wins"),
    ]  # fmt: skip


def test_diff_of_a_game_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "diff", NEUTRAL, NEUTRAL) == []
    assert main(["diff", NEUTRAL]) == 0
    assert capsys.readouterr().out == "The rules are the same.\n"


# ------------------------------------------------------------------ one file


@pytest.mark.parametrize(
    ("game", "names", "games"),
    [
        ("storm_dragons", ("no_rebuild", "king_of_the_hill", "only_dragons", "big_hands"), 6),
        ("dragon_flight", ("quick_draw", "until_sunset"), 1),
        ("hearts", (), 2),
    ],
)
def test_a_game_with_its_house_rules_as_one_file_plays_the_same(
    game: str, names: tuple[str, ...], games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_them = [word for name in names for word in ("--with", name)]
    one_file = tmp_path / f"{game}.rules"
    assert main(["fmt", game, "--merged", *with_them, "-o", str(one_file)]) == 0
    assert main(["fmt", "--check", str(one_file)]) == 0
    assert main(["check", str(one_file)]) == 0
    capsys.readouterr()
    words = ["-n", str(games), "--seed", "11"]
    merged = printed(capsys, "sim", str(one_file), *words)
    assert merged["digest"] == printed(capsys, "sim", game, *with_them, *words)["digest"]
    assert main(["diff", game, str(one_file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert bool(told) == bool(names)


def test_words_that_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["fmt", "hearts", "--with", "x"], ["fmt", "hearts", "-o", "x.rules"], ["fmt", "hearts", "pig", "--merged"],
        ["fmt", "hearts", "--merged", "--check"], ["test", NEUTRAL, "--with", "numbers", "--coverage"],
        ["diff", "hearts", "--with", "nowhere.rules"],
    ):  # fmt: skip
        assert main(words) == 2
        assert "Traceback" not in capsys.readouterr().err


# ------------------------------------------------------------------ test --with


def test_which_outcomes_change_when_the_first_spell_takes_effect_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "test", "dragon_flight", "--with", "quick_draw", "--filter", "DFT")
    assert (found["passed"], found["failed"]) == (5, 0)
    assert [one["name"].split(" ")[0] for one in found["under"]] == ["DFT-07", "DFT-08", "DFT-09", "DFT-10"]
    assert {one["change"] for one in found["under"]} == {"differs"}
    assert "expect Ann's stones are 4" in found["under"][0]["message"]
    assert found["same"] >= 15


def test_scenarios_that_do_not_fit_any_more_are_told_and_are_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "test", "storm_dragons", "--with", "no_rebuild", "--filter", "rebuil")
    misfits = [one for one in found["under"] if one["change"] == "does not fit"]
    assert len(misfits) >= 4 and all("I know no action `rebuild" in one["message"] for one in misfits)
    assert found["failed"] == 0


def test_a_variants_own_scenario_fails_and_stands_for_the_one_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "race.rules"
    game.write_text(
        'game "Race" for 2 players\n\neach player has:\n    square: number, starts 0\n\nplay:\n'
        "    each player clockwise from first_player has turns until there is a player p where p's square > 9\n\n"
        "turn:\n    choose one of walk, wait\n\naction walk:\n    do: add 1 to your square\n\naction wait:\n"
        "    do: stop\n\nranking of player p:\n    p's square, highest first\n\n"
        'scenario "one step" with Ann, Bob:\n    given Ann\'s turn\n    Ann walks\n    expect Ann\'s square is 1\n'
    )
    quick = tmp_path / "quick.rules"
    head = 'variant "Quick" of "race.rules":\n    change action walk:\n        do: add 2 to your square\n\n'
    own = 'scenario "one step" with Ann, Bob:\n    given Ann\'s turn\n    Ann walks\n    expect Ann\'s square is 2\n'
    quick.write_text(head)
    found = printed(capsys, "test", str(game), "--with", str(quick))
    assert [one["change"] for one in found["under"]] == ["differs"]
    quick.write_text(head + own)
    found = printed(capsys, "test", str(game), "--with", str(quick))
    assert (found["passed"], found["under"]) == (1, [])
    quick.write_text(head + own.replace("is 2", "is 3"))
    assert main(["test", str(game), "--with", str(quick)]) == 1
    told = capsys.readouterr().out
    assert "failed       scenario one step" in told and "of the variant: 0 passed, 1 failed" in told


# ------------------------------------------------------------------ what several variants say of the game

_TEA = """\
game "Tea" for 2 players

card "Mint": tea, 3 copies
    strength 1
card "Sage": tea, 3 copies
    strength 2
kind tea: strength: number
deck pot, drawn into cup:
    every tea
each player has:
    cup: public zone

setup:
    shuffle pot
play:
    each player clockwise from first_player has turns until pot is empty
turn:
    choose one of sip, wait
action sip:
    do: draw 1
action wait:
    do: stop
ranking of player p:
    total c's strength over each tea c in p's cup, highest first

situation "mint on top" with Ann, Bob:
    given Ann's turn
    given pot is "Mint", "Mint"
"""
_SIPS = 'scenario "a sip" {}:\n    Ann sips\n    expect Ann\'s cup is "{}"\n'
_NO_MINT = 'variant "No Mint" of "tea.rules":\n    remove card "Mint"\n\n' + _SIPS.format(
    "with Ann, Bob", "Sage"
).replace("    Ann sips", "    given Ann's turn\n    given pot is \"Sage\", \"Sage\"\n    Ann sips", 1)
_STRONG = 'variant "Strong" of "tea.rules":\n    change card "Sage": strength 5\n\n' + _SIPS.format(
    'from "mint on top"', "Mint"
)
_STRONGER = (
    'variant "Stronger" of "strong.rules":\n    change card "Sage": strength 7\n    needs "No Mint"\n\n'
    'scenario "a sip" with Ann, Bob:\n    given Ann\'s turn\n    given pot is "Sage", "Sage"\n'
    '    given Ann\'s cup is "Sage"\n    Ann sips\n    expect Ann\'s cup is "Sage", "Sage"\n'
    'scenario "as ever" with Ann, Bob under "No Mint":\n    given Ann\'s turn\n    expect Ann can wait\n'
)


@pytest.fixture
def tea(tmp_path: Path) -> Path:
    for name, text in (("tea", _TEA), ("no_mint", _NO_MINT), ("strong", _STRONG), ("stronger", _STRONGER)):
        (tmp_path / f"{name}.rules").write_text(text)
    return tmp_path


@pytest.mark.parametrize("names", [("no_mint", "strong"), ("strong", "no_mint"), ("stronger", "no_mint")])
def test_scenarios_that_mean_nothing_beside_another_variant_do_not_part_them(
    names: tuple[str, ...], tea: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, together = str(tea / "tea.rules"), [word for one in names for word in ("--with", str(tea / f"{one}.rules"))]
    for one in names:
        assert main(["check", str(tea / f"{one}.rules")]) == 0
        assert main(["test", str(tea / f"{one}.rules")]) == 0
    capsys.readouterr()
    words = ["-n", "5", "--seed", "1"]
    digest = printed(capsys, "sim", game, *together, *words)["digest"]
    found = printed(capsys, "test", game, *together)
    misfits = [(Path(one["file"]).stem, one["base"], one["change"]) for one in found["under"]]
    expected = [("strong", None, "does not fit")] if "strong" in names else []
    assert (misfits, found["failed"], found["passed"]) == (expected, 0, 2 if "stronger" in names else 1)
    one_file = tea / "merged.rules"
    assert main(["fmt", game, "--merged", *together, "-o", str(one_file)]) == 0
    assert main(["test", str(one_file)]) == 0
    capsys.readouterr()
    assert printed(capsys, "sim", str(one_file), *words)["digest"] == digest
    told = main(["test", game, *together])
    shown = capsys.readouterr().out
    assert told == 0 and ('does not fit scenario a sip' in shown) == bool(expected)


def test_one_file_has_the_situations_that_its_scenarios_begin_from(tea: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one_file = tea / "merged.rules"
    words = ["fmt", str(tea / "tea.rules"), "--merged", "--with", str(tea / "strong.rules"), "-o", str(one_file)]
    assert main(words) == 0
    assert main(["check", str(one_file)]) == 0
    capsys.readouterr()
    assert printed(capsys, "test", str(one_file))["passed"] == 1


def test_an_invariant_that_no_game_keeps_any_more_does_not_hide_the_scenarios(
    tea: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, more = tea / "tea.rules", tea / "more.rules"
    game.write_text(
        _TEA + '\nscenario "a sip" from "mint on top":\n    Ann sips\n    expect Ann\'s cup is "Mint"\n'
        'scenario "two sips" from "mint on top":\n    Ann sips\n    Bob waits\n    expect active_player is Ann\n'
        '\ninvariant "six leaves": count of teas is 6\n'
        'invariant "few in a cup": there is no player p where (count of cards in p\'s cup) > 3\n'
    )
    more.write_text(
        'variant "More" of "tea.rules":\n    change card "Sage": 5 copies\n'
        '    insert at the start of action wait:\n        take 1 turn\n'
    )
    found = printed(capsys, "test", str(game), "--with", str(more))
    changed = {(one["kind"], one["name"], one["change"]) for one in found["under"]}
    assert changed >= {("invariant", "six leaves", "differs"), ("scenario", "two sips", "differs")}
    assert ("scenario", "a sip", "differs") not in changed and found["same"] >= 1
