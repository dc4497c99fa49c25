"""The log as it is told: alike lines together, many cards as a number, what was forced to whom, and to onlookers what is public."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.describe import LogEntry, Moved
from rulewright.repl.cli import main
from rulewright.repl.telling import told


def move(names: str, start: str, to: str, count: int = 1, leave: bool = False) -> LogEntry:
    known = tuple(names.split(", ")) if names else ()
    moved = Moved(known, len(known) or count, start, to, leave)
    return LogEntry(f"{names or count}: {start} to {to}", 1, None, None, None, moved=moved)


def texts(
    *entries: LogEntry, seats: tuple[int, ...] = (0,), tells_forced: Callable[[int], bool] = lambda seat: False
) -> list[str]:
    return [text for text, _ in told(entries, seats, tells_forced)]


def test_moves_from_one_place_to_another_are_one_line() -> None:
    assert texts(move("Spy", "pile", "hand"), move("Elder", "pile", "hand"), move("Spy", "pile", "hand")) == [
        "Spy x2, Elder: pile to hand"
    ]
    assert texts(*[move("", "pile", "hand")] * 3) == ["3 cards: pile to hand"]
    assert texts(move("Spy", "hand", "flight"), move("Spy", "pile", "hand")) == ["Spy: hand to flight", "Spy: pile to hand"]
    assert texts(move("Spy", "pile", "hand"), move("", "pile", "hand")) == ["Spy: pile to hand", "a card: pile to hand"]


def test_many_moves_to_one_place_are_one_line_and_many_names_a_number() -> None:
    few = [move(name, f"place {at}", "discard") for at, name in enumerate("abc")]
    assert len(texts(*few)) == 3
    assert texts(*few, move("d", "place 3", "discard")) == ["a, b, c, d: several places to discard"]
    assert texts(*[move(name, "pile", "discard") for name in "abcdefg"]) == ["7 cards: pile to discard"]


def test_who_is_out_takes_their_cards_along_in_one_line() -> None:
    lines = [move("", "deck", "out of the game", leave=True)] * 20
    lines += [move(name, "hand", "out of the game", leave=True) for name in ("Spy", "Elder")]
    assert texts(*lines) == ["22 cards leave the game"]


def test_lines_that_repeat_are_counted() -> None:
    line = LogEntry("Bob chooses card", 0, 1, None, None)
    assert texts(line, line, line, LogEntry("end", 0, None, None, None)) == ["Bob chooses card (3 times)", "end"]
    sees = LogEntry("Ann sees Spy, Elder", 1, None, None, None)
    assert texts(sees, sees) == ["Ann sees Spy, Elder"]


def test_what_was_forced_is_said_where_it_may_be() -> None:
    line = LogEntry("Bob: declines", 0, 1, None, None, forced=True)
    assert texts(line, tells_forced=lambda seat: seat == 1) == ["Bob: declines (nothing else was possible)"]
    assert texts(line, tells_forced=lambda seat: seat == 0) == ["Bob: declines"]
    detail = LogEntry("Bob chooses 2", 1, 1, None, None, forced=True)
    assert texts(detail, tells_forced=lambda seat: True) == ["Bob chooses 2 (the only one)"]


def test_onlookers_are_told_what_everybody_else_is() -> None:
    """Each line of a game in which nobody sees a hand: whatever is told to some is told to them, without the names."""
    state = rulewright.load("storm_dragons").start(players=3, seed=4, traced=True)
    while not state.is_over:
        state.choose(0)
    public = [entry.text for entry in state.log if entry.visible_to is None or 3 in entry.visible_to]
    for seat in range(3):
        own = [entry.text for entry in state.log if entry.visible_to is None or seat in entry.visible_to]
        assert len(own) >= len(public)
    drawn = [line for line in public if re.search(r"'s draw pile to \w+'s hand", line)]
    assert drawn and all(line.startswith("a card: ") for line in drawn)


Type = Callable[..., str]


def test_forced_moves_are_in_the_log_of_a_shared_keyboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "errands.rules"
    rules.write_text(ERRANDS)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Letter\nlog\n"))
    assert main(["play", str(rules), "--seats", "human,human"]) == 0
    shown = capsys.readouterr().out
    assert "Bob: run Stamp (nothing else was possible)" in shown.rpartition("> log")[2]
    assert "Ann: run Letter (nothing" not in shown


ERRANDS = '''\
game "Errands" for 2 players
    """Ann has two errands at first, Bob one after the other."""

kind errand

card "Letter": errand
card "Stamp": errand
card "Parcel": errand
card "Basket": errand
card "Flowers": errand
card "Ribbon": errand
card "Candle": errand

deck bag:
    every errand

each player has:
    hand: public zone
    done: public zone

setup:
    each player p: move the first card in bag to p's hand
    move the first card in bag to first_player's hand

play:
    each player clockwise from first_player has turns until bag is empty

turn:
    choose one of run
    move the first card in bag to your hand

action run (c: an errand in your hand):
    do: move c to your done

ranking of player p:
    p's seat, lowest first
'''
