"""What happens at once and is put in order: each named with what it is about, and all at once with one word."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rulewright.repl.cli import main

WAKES = '''\
game "Wakes" for 2 players
    """Whoever buries, drinks."""

kind guest: weight: number, normally 1
kind drink

card "Aunt": guest
    weight 2
card "Cousin": guest
    weight 3
card "Uncle": guest
    weight 4
card "Fiddler": guest
    """For each guest who leaves: a card."""
    when a guest g leaves play:
        move the first (g's weight) cards in cellar to your hand
        if g's weight > 4:
            choose a card spilt in your hand
            move spilt to box

card "Ale": drink, 20 copies

deck guests:
    every guest

deck cellar:
    every drink

the table has:
    parties: number, starts 0

each player has:
    room: public zone, in play
    hand: public zone
    gone_home: public zone

setup:
    move guests to first_player's room

play:
    each player clockwise from first_player has turns until parties >= 4

turn:
    choose one of part, wait
    add 1 to parties

action part:
    do: move all cards c in your room where c is not "Fiddler" to your gone_home

action wait:
    do: add 0 to parties

ranking of player p:
    count of cards in p's hand, highest first
'''


def test_all_lets_what_waits_happen_as_it_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "wakes.rules"
    rules.write_text(WAKES)

    def play(*lines: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", str(rules), "--seats", "human,random", "--seed", "1"]) == 0, capsys.readouterr().err
        return capsys.readouterr().out.split("\n> ")

    asked, done = play("part", "all", "quit")[1:3]
    assert "Which comes first?" in asked
    for guest in ("Aunt", "Cousin", "Uncle"):
        assert f'card "Fiddler" about {guest}' in asked
    assert "`all`: one after the other as they are listed" in asked
    assert "Which comes first?" not in done
    assert done.count("cellar to Ann's hand") >= 1
    one_by_one = play("part", "1", "1", "quit")
    assert "Which comes first?" in one_by_one[2] and "Which comes first?" not in one_by_one[3]
