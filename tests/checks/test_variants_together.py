"""Variants together: whatever they are, they go together in any order, or contradict each other with one error.

What goes together can be printed as one file that reads and plays the same.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.dump import dump
from rulewright.dsl.loading import LoadResult, load_program
from rulewright.dsl.print_merged import merged_text
from rulewright.dsl.printer import format_source
from rulewright.dsl.source import Source
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.game import Game
from rulewright.lab.streams import Stream

BASE = Path(__file__).parent / "bad" / "base" / "small.rules"
CHANGES = [
    "change option bonus, normally 2",
    "change option bonus: 0 to 5",
    "change option bonus: 0 to 3, normally 3",
    'change card "Opal": worth 5',
    'change cards of kind gem:\n    name worth\n    "Opal" 6\n    "Ruby" 3',
    'change card "Opal": 4 copies',
    'remove card "Opal"',
    'change card "Opal":\n    """Shines."""',
    'replace cards of kind gem:\n    name copies worth\n    "Jade" 5 2\n    "Opal" 1 1',
    'add card "Amber": gem, 3 copies\n    worth 2',
    'add card "Amber": gem, 2 copies\n    worth 2',
    'add cards of kind gem:\n    name copies worth\n    "Amber" 2 2',
    "change action trade:\n    remove richness",
    "change action trade:\n    add only if late: your score > 3",
    "change action trade:\n    replace only if richness: c's worth > 2",
    "change action trade:\n    remove only if c's worth > 1",
    "change action trade:\n    only if your score > 2",
    "change action trade:\n    do: move c to your hand",
    "insert at the end of action trade:\n    add 1 to your score",
    "replace action trade (c: a gem in your hand):\n    do: move c to deck",
    "replace in action trade:\n    move c to deck\nwith:\n    add 1 to your score\n    move c to deck",
    "insert before phase trade:\n    add 1 to your score",
    "insert before phase trade:\n    add 2 to your score",
    "insert after phase trade:\n    add 1 to your score",
    "remove phase trade\ninsert at the end of turn:\n    add 3 to your score",
    "replace phase trade:\n    add 1 to your score",
    "insert at the start of phase trade:\n    add 1 to your score",
    "replace in turn:\n    you may trade\nwith:\n    you may trade\n    you may trade",
    "replace in turn:\n    phase trade:\n        you may trade\nwith:\n    you may trade",
    "change turn:\n    you may trade",
    "insert at the end of turn:\n    add 1 to your score",
    "insert after round count_up:\n    everyone wins",
    "remove in play:\n    count_up",
    "replace round count_up:\n    each player p: add 1 to p's score",
    "add each player has:\n    coins: number, starts 0",
    "add each player has:\n    coins: number, starts 1",
    "change each player has:\n    hand: public zone",
    "change each player has:\n    score: number, starts 5",
    "change ranking of player p:\n    p's score, lowest first",
    'change game "Small" for 2 to 3 players',
    "add kind gem:\n    heft: number, normally 2",
    "change deck deck:\n    every gem if count of players > 1",
    'add deck deck:\n    2 "Opal"',
    "add rule r1:\n    always when count of players is 1: everyone wins",
    "add rule r2:\n    always when count of players is 1: everyone wins",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("together")
    for number, changes in enumerate(CHANGES):
        lines = "".join(f"    {line}\n" for line in changes.split("\n"))
        (folder / f"v{number:02}.rules").write_text(f'variant "V{number:02}" of "small.rules":\n{lines}')
    return folder


def load(folder: Path, numbers: tuple[int, ...]) -> LoadResult:
    return load_program(BASE, BUILTINS, [folder / f"v{number:02}.rules" for number in numbers])


def told(result: LoadResult) -> list[tuple[str, str, str, int, int]]:
    return [(d.code, d.message, d.span.source.name, d.span.start, len(d.related)) for d in result.diagnostics]


def course(result: LoadResult) -> list[str]:
    """What somebody is asked in a game at random, and how it ends."""
    assert result.program is not None
    state = Game(result.program).start(players=2, seed=3)
    stream = Stream(3, "merged")
    asked = []
    while not state.is_over and state.n_decisions < 40:
        asked.append(f"{state.decision.player} {state.decision.question} {[o.text for o in state.decision.options]}")
        state.choose_random(stream)
    return [*asked, repr(state.outcome if state.is_over else None)]


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_each_by_itself_is_sound_and_reads_the_same_as_one_file(folder: Path, number: int) -> None:
    result = load(folder, (number,))
    assert result.program is not None, told(result)
    again = from_text(folder, merged_text(result))
    assert program_text(again) == program_text(result)


def from_text(folder: Path, text: str) -> LoadResult:
    assert format_source(Source.from_text(text, "merged.rules")) == text
    path = folder / "merged.rules"
    path.write_text(text, encoding="utf-8")
    return load_program(path, BUILTINS)


def program_text(result: LoadResult) -> str:
    """The program without what says which variants were applied."""
    assert result.program is not None, told(result)
    result.program.applied = ()
    return dump(result.program)


@settings(max_examples=25)
@given(st.lists(st.integers(0, len(CHANGES) - 1), min_size=2, max_size=3, unique=True))
def test_they_go_together_in_any_order_or_contradict_each_other(folder: Path, numbers: list[int]) -> None:
    results = [load(folder, order) for order in permutations(numbers)]
    first = results[0]
    assert all(told(result) == told(first) for result in results)
    if first.program is None:
        (one,) = first.diagnostics
        assert one.code == "E433", told(first)
        places = {one.span.source.name, *(span.source.name for span, _ in one.related)}
        assert len(places) >= 2, "both places are shown"
        assert "do not go together" not in one.message
        return
    text = dump(first.program)
    assert all(result.program is not None and dump(result.program) == text for result in results)
    again = from_text(folder, merged_text(first))
    assert program_text(again) == program_text(first)
    assert course(again) == course(first)


def test_a_variant_still_fits_when_the_game_has_been_laid_out_anew(tmp_path: Path, folder: Path) -> None:
    squeezed = BASE.read_text().replace("    ", " ").replace("each player p: move", "each player p:\n  move")
    squeezed = "# A comment.\n" + squeezed.replace("turn:\n", "turn: # here\n")
    (tmp_path / "small.rules").write_text(squeezed)
    laid_out = format_source(Source.read(tmp_path / "small.rules"))
    names = [folder / f"v{number:02}.rules" for number in (0, 3, 14, 20, 22, 28 - 1)]
    one = load_program(tmp_path / "small.rules", BUILTINS, names)
    (tmp_path / "small.rules").write_text(laid_out)
    other = load_program(tmp_path / "small.rules", BUILTINS, names)
    assert laid_out != squeezed and program_text(one) == program_text(other)
