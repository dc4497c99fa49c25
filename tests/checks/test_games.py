"""The games and fixtures of the project: no errors, no warnings, and a program that reads as it should."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from rulewright.dsl import bound
from rulewright.dsl.diagnostics import render_all
from rulewright.dsl.dump import dump
from rulewright.dsl.loading import check_paths, load_program
from rulewright.dsl.parser import parse
from rulewright.dsl.printer import format_source
from rulewright.dsl.resolver import resolve
from rulewright.dsl.source import Source
from rulewright.interpreter.api import library
from rulewright.interpreter.builtins import BUILTINS

from ..golden import Golden
from ..project import ROOT


def _stands_alone(path: Path) -> bool:
    """Whether a file is a game or the tests of one; the others are parts that games include."""
    return path.name.endswith(".tests.rules") or "\ngame " in "\n" + path.read_text(encoding="utf-8")


GAMES = sorted(
    path
    for path in (ROOT / "games").rglob("*.rules")
    if not {"common", "variants"} & {*path.relative_to(ROOT).parts} and _stands_alone(path)
)
FIXTURES = sorted((ROOT / "tests" / "fixtures").glob("*.rules"))
GOLDEN = Path(__file__).parent / "programs"


@pytest.mark.parametrize("path", [*GAMES, *FIXTURES], ids=lambda path: path.stem)
def test_there_are_no_errors(path: Path) -> None:
    loaded = load_program(path, BUILTINS, (), library())
    found = [one for one in loaded.diagnostics if one.severity == "error" or path in GAMES]
    assert not found, render_all(found)


def test_every_house_rule_that_ships_is_sound_and_laid_out() -> None:
    found = sorted((ROOT / "games" / "variants").rglob("*.rules"))
    assert not render_all(check_paths(found, BUILTINS).diagnostics)
    assert [path.name for path in found if format_source(Source.read(path)) != path.read_text(encoding="utf-8")] == []
    games = {path.parent.name for path in found}
    assert all(len([path for path in found if path.parent.name == game]) >= 4 for game in games), games


def test_folders_of_games_are_checked_as_games() -> None:
    result = check_paths([ROOT / "games"], BUILTINS)
    assert result.files >= len(GAMES) - 1
    assert not [one for one in result.diagnostics if one.severity == "error"], render_all(result.diagnostics)


@pytest.mark.parametrize("name", ["classics/kuhn_poker", "classics/tic_tac_toe"])
def test_the_program_of_a_small_game(name: str, golden: Golden) -> None:
    program = load_program(ROOT / "games" / f"{name}.rules", BUILTINS).program
    assert program is not None
    golden.check(GOLDEN / f"{name.rpartition('/')[2]}.txt", dump(program))


def test_adjectives_and_places_become_conditions() -> None:
    program = load_program(ROOT / "games" / "storm_dragons.rules", BUILTINS).program
    assert program is not None
    fog = next(card for card in program.cards if card.name == "Fog Bank").standing[0]
    assert isinstance(fog, bound.Modify) and isinstance(fog.subject, bound.Group)
    group = fog.subject
    assert (group.base.sort, group.kind and group.kind.name) == ("in_play", "dragon")
    enemy, leading = group.conditions
    assert isinstance(enemy, bound.Equal) and enemy.negated
    assert isinstance(leading, bound.MemberOf) and leading.member.name == "leading"


def test_a_choice_takes_the_rest_of_its_block() -> None:
    program = load_program(ROOT / "games" / "storm_dragons.rules", BUILTINS).program
    assert program is not None
    caller = next(card for card in program.cards if card.name == "Storm Caller").standing[0]
    assert isinstance(caller, bound.Trigger)
    (choose,) = caller.body
    assert isinstance(choose, bound.Choose)
    (end,) = choose.body
    assert isinstance(end, bound.Choose) and end.var.name == "end"
    assert isinstance(end.body[0], bound.Perform) and end.body[0].verb == "move"


def _spoilt(text: str, rng: random.Random) -> str:
    """Give the text with a few words left out, doubled or exchanged."""
    for _ in range(rng.randint(1, 5)):
        words = list(re.finditer(r"[A-Za-z_]+|\"[^\"\n]*\"|\d+|[^\sA-Za-z_\d]", text))
        one, other = rng.choice(words), rng.choice(words)
        new = rng.choice(["", other.group(), f"{one.group()} {other.group()}"])
        text = text[: one.start()] + new + text[one.end() :]
    return text


@pytest.mark.parametrize("path", [*GAMES, *FIXTURES], ids=lambda path: path.stem)
def test_no_mistake_breaks_the_resolver(path: Path) -> None:
    """Whatever is written, there is a result: errors, or a program."""
    rng = random.Random(path.stem)
    text = path.read_text(encoding="utf-8")
    for _ in range(6):
        result = resolve(parse(Source.from_text(_spoilt(text, rng), path.name)).file, BUILTINS)
        assert (result.program is None) == any(one.severity == "error" for one in result.diagnostics)


def _many_cards(count: int) -> str:
    rows = "".join(f'    "Gem {i}"  2  {i % 7}\n' for i in range(count))
    texts = "".join(f'\ncard "Gem {i}":\n    when you play this: add 1 to your score\n' for i in range(0, count, 2))
    return f"""game "Big" for 2 players

each player has:
    hand: private zone
    table: public zone, in play
    score: number, starts 0

kind gem: worth: number

cards of kind gem:
    name  copies  worth
{rows}{texts}
deck deck:
    every gem

play:
    each player p: p plays

action play (c: a gem in your hand):
    do:
        move c to your table
        add c's worth to your score

ranking of player p:
    p's score, highest first
"""


def test_twice_the_cards_are_twice_the_work() -> None:
    """Counted in calls, so that no clock is needed."""

    def calls(count: int) -> int:
        tree = parse(Source.from_text(_many_cards(count), "big.rules")).file
        made = 0

        def note(frame: object, event: str, arg: object) -> None:
            nonlocal made
            made += event == "call"

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            result = resolve(tree, BUILTINS)
        finally:
            sys.setprofile(before)
        assert result.program is not None and len(result.program.cards) == count
        return made

    small, large = calls(150), calls(300)
    assert large < 2.1 * small
