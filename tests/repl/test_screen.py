"""The table as one screen: it fits, whatever the window, and what matters is there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.state import State
from rulewright.interpreter.views import CardView
from rulewright.repl.canvas import ASCII, UNICODE, Line, beside, clip, in_columns, text_of, width_of, wrapped
from rulewright.repl.cardbook import CardNote, card_notes
from rulewright.repl.helps import option_help
from rulewright.repl.layout import Layout, layout_of
from rulewright.repl.screen import Scene, card_parts, screen

SIZES = [(80, 22), (79, 20), (40, 18), (130, 40), (200, 60), (24, 10), (20, 6)]


def positions(game: str, players: int, steps: Iterable[int], seed: int = 3) -> Iterable[State]:
    """Positions of a random game after so many answers."""
    state = rulewright.load(game).start(players, seed=seed, traced=True, ask_passes=True)
    rng, wanted = random.Random(seed), set(steps)
    for step in range(max(wanted) + 1):
        if state.is_over:
            return
        if step in wanted:
            yield state
        state.choose_random(rng)


def scene(state: State, seat: int | None, **more: Any) -> Scene:
    asked = state.decision if seat == state.player else None
    return Scene(
        state.g.program.name, state.view(seat), state.names, seat, asked, notes=card_notes(state),
        layout=layout_of(state.g.program), help_of=lambda option: option_help(state, option), private={"hand"}, **more,
    )  # fmt: skip


def text(lines: Iterable[Line]) -> str:
    return "\n".join("".join(text_of(part) for part in line) for line in lines)


GAMES = [("storm_dragons", 4), ("dragon_flight", 6), ("hearts", 4), ("hex", 2), ("kuhn_poker", 2), ("breakthrough", 2)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_fits_every_window(game: str, players: int) -> None:
    for state in positions(game, players, (0, 3, 17, 40, 90)):
        for width, height in SIZES:
            for seat in (state.player, None):
                lines = screen(scene(state, seat, signs=UNICODE), width, height)
                assert len(lines) <= height
                assert max(width_of(line) for line in lines) <= width
                assert text(screen(scene(state, seat, signs=ASCII), width, height)).isascii()


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("size", [(80, 22), (40, 18)])
def test_question_and_own_cards_are_in_sight(game: str, players: int, size: tuple[int, int]) -> None:
    for state in positions(game, players, (0, 9, 31, 60)):
        shown = " ".join(text(screen(scene(state, state.player), *size)).split())
        assert " ".join(state.decision.question.split()[:3]) in shown
        assert f"{state.names[state.player]} (you)" in shown
        own = [zone for zone in state.view(state.player).zones if zone.owner == state.player and zone.name == "hand"]
        for zone in own:
            if zone.count and (game, size) != ("hearts", (40, 18)):
                assert all(card.name in shown for card in zone.cards or ())


def test_what_is_hidden_is_counted() -> None:
    (state,) = positions("storm_dragons", 3, (12,))
    shown = text(screen(scene(state, None), 100, 60))
    for zone in state.view(None).zones:
        if zone.owner is not None and zone.cards is None and zone.count and zone.name not in ("packet", "aside"):
            assert f"{zone.name} {zone.count} hidden" in shown


def test_numbers_that_are_not_as_printed_are_marked() -> None:
    notes = {"Rose": CardNote({"worth": "2"}, {"worth": "2", "size": "1"})}
    for values, short, shown in (
        ({}, False, "Rose [worth 2]"),
        ({}, True, "Rose"),
        ({"worth": "3"}, False, "Rose [worth 3 (printed 2)]"),
        ({"worth": "3"}, True, "Rose [worth 3!]"),
        ({"bites": "1"}, False, "Rose [worth 2, bites 1]"),
        ({"bites": "1", "worth": "?"}, True, "Rose [bites 1]"),
        ({"drained": "yes", "fresh": "no"}, True, "Rose [drained, not fresh]"),
    ):
        parts = card_parts(CardView("Rose", False, values), notes, short=short)
        assert text([parts]) == shown
        assert any(isinstance(part, tuple) and part[0] == "yellow" for part in parts) == bool(values)
    assert text([card_parts(CardView(None, True), notes, short=False)]) == "a card [face down]"


BEES = '''\
game "Bees" for 2 players
    """Flowers grow where bees are."""

kind plant: size: number
kind animal

card "Rose": plant, 4 copies
    """Red."""
    size 2

card "Oak": plant, 4 copies
    size 4

card "Bee": animal, 4 copies
    each plant of you in play has +3 size

deck seeds:
    every plant
    every animal

each player has:
    hand: private zone
    beds: public zone, in play

setup:
    each player p: move the first card in seeds to p's beds
    each player p: move the last card in seeds to p's beds

play:
    each player clockwise from first_player has turns until there is a player p where p's beds is empty

turn:
    choose a card c in your beds
    move c to box

ranking of player p:
    count of cards in p's beds, highest first
'''


def test_a_modified_number_in_a_game(tmp_path: Path) -> None:
    path = tmp_path / "bees.rules"
    path.write_text(BEES)
    state = rulewright.load(str(path)).start(2, seed=1, traced=True)
    shown = text(screen(scene(state, 0), 80, 24))
    assert "Rose [size 5 (printed 2)]" in shown
    assert "Bee" in shown and "Oak" not in shown


def test_a_stack_says_what_happens_next_and_who_may_answer() -> None:
    for state in positions("dragon_flight", 3, range(1, 60)):
        view = state.view(state.player)
        if len(view.stack) < 2:
            continue
        shown = text(screen(scene(state, state.player), 100, 60))
        first = shown.index(f"1  {view.stack[-1]}")
        assert shown.index(f"2  {view.stack[-2]}") > first > shown.index("stack, the next to happen first")
        if view.answering:
            assert "may answer: you now" in shown
            assert "spells:" not in shown
            return
    raise AssertionError("no such position")


def test_a_layout_orders_and_leaves_out() -> None:
    (state,) = positions("storm_dragons", 2, (20,))
    told = scene(state, state.player)
    shown, whole = text(screen(told, 100, 60)), text(screen(Scene(*_parts(told, told.layout.whole())), 100, 60))
    assert "fighting" not in shown and "fighting" in whole
    mine = shown[shown.index("(you)") :]
    assert mine.index("strength") < mine.index("victory pile" if "victory pile" in mine else "hand")
    things = [SimpleNamespace(name=name) for name in ("a", "b", "c", "d")]
    layout = Layout(players=("c", "b"), background=frozenset("a"))
    assert [thing.name for thing in layout.of(things, 0)] == ["c", "b", "d"]
    assert [thing.name for thing in layout.of(things, None)] == ["b", "c", "d"]
    assert layout_of(SimpleNamespace()) == Layout()


def _parts(told: Scene, layout: Layout) -> list[Any]:
    import attrs

    return [getattr(attrs.evolve(told, layout=layout), field.name) for field in attrs.fields(Scene)]


def test_a_wide_window_has_players_side_by_side() -> None:
    (state,) = positions("hearts", 4, (10,))
    lines = text(screen(scene(state, 0), 150, 40)).split("\n")
    assert any("Bob" in line and "Cal" in line for line in lines)
    assert not any("Bob" in line and "Cal" in line for line in text(screen(scene(state, 0), 60, 40)).split("\n"))


def test_where_a_board_is_not_drawn_it_says_how_to_see_it() -> None:
    for state in positions("dragon_flight", 2, (0, 3, 9, 17, 40)):
        narrow = text(screen(scene(state, state.player), 40, 18))
        assert "sky  (`look` draws it)" in narrow
        assert "`look` draws it" not in text(screen(scene(state, state.player), 100, 60))


def test_what_choices_do_stands_behind_them() -> None:
    (state,) = positions("storm_dragons", 2, (1,))
    shown = text(screen(scene(state, state.player), 120, 60))
    helped = [option for option in state.decision.options if option_help(state, option)]
    assert helped
    for option in helped:
        line = next(line for line in shown.split("\n") if f"  {option.text} " in line)
        assert option_help(state, option)[:20] in line


def test_what_a_choice_does_is_said_by_the_card_only_when_it_comes() -> None:
    """What is done with a card that lies in play is not what it says, nor what the card says that pays for another."""
    told: set[str] = set()
    for state in positions("tempest", 2, range(2, 40, 3)):
        told |= {option_help(state, option) for option in state.decision.options if option.action == "travel"}
        travel = state.g.program.actions["travel"].doc
    assert told == {" ".join((travel or "").split())}


def test_where_room_is_scarce_commas_part_cards_and_no_places() -> None:
    for state in positions("storm_dragons", 2, (9, 14, 20, 30)):
        flat = " ".join(text(screen(scene(state, state.player), 80, 12)).split())
        assert "; " in flat
        assert not re.search(r"\w: [^;:]*, (hand|flight|front|discard|draw pile|victory pile)( \(|:)", flat), flat


@pytest.mark.parametrize("size", [(80, 17), (40, 16)])
def test_ones_own_hand_stays_in_sight_on_a_full_table(size: tuple[int, int]) -> None:
    """Two hundred answers into Tempest, by random play that puts everything down."""
    full = 0
    for state in positions("tempest", 2, range(40, 200, 9), seed=4):
        view = state.view(state.player)
        cards = [card.name for z in view.zones if z.owner == state.player and z.name == "hand" for card in z.cards or ()]
        shown = text(screen(scene(state, state.player), *size))
        flat = " ".join(shown.split())
        assert all(name in flat for name in cards if name is not None), shown
        assert "[ " not in flat and not any(line.rstrip().endswith("[") for line in shown.split("\n"))
        full += sum(zone.count for zone in view.zones if zone.cards is not None) > 15
    assert full > 3


def test_what_lies_on_a_card_is_shown_with_its_player() -> None:
    """Relics of Tempest, and who is inside a Temple: not among what belongs to nobody."""
    met = set()
    for state in positions("tempest", 2, range(20, 220, 5), seed=4):
        for zone in state.view(state.player).zones:
            if zone.on is not None and zone.owner is None and zone.count:
                holders = [c for c, name in enumerate(state.g.card_names) if name == zone.on]
                owners = {state.g.zone_owner[state.at[c]] for c in holders}
                assert zone.shown_with in owners or owners == {None}
                met.add(zone.shown_with)
        shown = text(screen(scene(state, state.player), 100, 60))
        common = shown.partition("table  ")[2].partition("  Ann")[0].partition("  Bob")[0]
        assert " on " not in common.replace("stack, the next to happen first", "")
    assert {0, 1} <= met


# ------------------------------------------------------------------ lines


def test_lines_are_broken_between_items() -> None:
    items: list[Line] = [["one two"], [("dim", "three")], ["four"], ["a word that is much longer than any line"]]
    lines = wrapped(["head: "], items, 20, 2)
    assert all(width_of(line) <= 20 for line in lines)
    assert "".join(text(lines).split()) == "head:onetwo,three,four,awordthatismuchlongerthananyline"
    assert not any(line.endswith(" ") for line in text(lines).split("\n"))
    assert not any(line.lstrip().startswith(",") for line in text(lines).split("\n"))


@pytest.mark.parametrize("word", ["x" * 100, "\u4e16" * 50, "e\u0301" * 50])
def test_signs_of_any_width_fit(word: str) -> None:
    assert all(width_of(line) <= 11 for line in wrapped([], [[word]], 11, 2))
    assert width_of(clip([word, ("dim", word)], 11, "...")) <= 11


def test_blocks_and_columns() -> None:
    both = beside([["a"], ["b"]], [["c"], ["d"], ["e"]], 4, 1)
    assert text(both) == "a    c\nb    d\n     e"
    columns = in_columns([[f"cell {n}"] for n in range(5)], 20)
    assert text(columns) == "cell 0   cell 3\ncell 1   cell 4\ncell 2"
    assert in_columns([], 20) == []


def test_a_stack_says_what_is_aimed_at() -> None:
    """Whoever may answer a spell sees at what it is aimed, without looking it up in the log."""
    aimed = set()
    for state in positions("dragon_flight", 6, range(1, 120)):
        for one in state.view(state.player).stack:
            name, _, aim = one.partition(", aimed at ")
            if aim:
                aimed.add(name.rpartition(" of ")[0])
                shown = " ".join(text(screen(scene(state, state.player), 60, 60)).split())
                assert f"{name}, aimed at {aim}" in shown
                assert aim in state.names or "(" in aim or " of " in aim or aim in state.g.card_names
    assert len(aimed) > 2
