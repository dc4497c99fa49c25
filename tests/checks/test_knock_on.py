"""One mistake, one message: what is unknown only because a line could not be read is not reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

GAME = '''\
game "Magpies" for 2 to 4 players

kind thing:
    shine: number

cards of kind thing:
    name      copies  shine
    "Button"       8      1
    "Ring"         4      3

deck nest:
    every thing

each player has:
    hand: private zone
    hoard: public zone, in play

setup:
    shuffle nest
    each player p: move the first 3 cards in nest to p's hand

play:
    each player clockwise from first_player has turns until nest is empty

turn:
    choose one of hoard_it, trade
    move the first card in nest to your hand

define player p's wealth: number
    if p's hoard is empty: 0
    otherwise: total c's shine over each thing c in p's hoard

action hoard_it (c: a thing in your hand):
    """Lay a card into your hoard."""
    do: move c to your hoard

action trade (offer: a thing in your hand) for (prize: an enemy thing in play):
    """Put a card into another hoard."""
    only if fair: prize's shine <= offer's shine + 1
    do:
        let victim be prize's controller
        move prize to your hoard
        move offer to victim's hoard

ranking of player p:
    p's wealth, highest first

scenario "a ring" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Button", "Button"
    given Bob's hoard is "Ring"
    expect Ann cannot trade "Button" for "Ring" because fair
    Ann hoards_it "Button"
    expect Ann's wealth is 1
'''
MISTAKES = [
    ("hand: private zone", "Hand: private zone", "E131"),
    ("for 2 to 4 players", "for players", "E101"),
    ("for 2 to 4 players", "for 4 to 2 players", "E310"),
    ('game "Magpies" for 2 to 4 players\n', "", "E419"),
    ('"Ring"         4      3', '"Ring         4      3', "E103"),
    ("action hoard_it (c: a thing in your hand):", "action hoard_it (c: a thing in your hand:", "E104"),
    ('into your hoard."""', "into your hoard.", "E103"),
    ("offer's shine + 1\n", "offer's shine / 2\n", "E125"),
    ("let victim be prize's controller", "let victim be be prize's controller", "E101"),
    ("    otherwise: total c's", "    otherwise: otherwise total c's", "E101"),
    ("    shuffle nest\n    each", "    shuffle nest\n   each", "E106"),
    ("play:\n    each player clockwise", "play\n\n    each player clockwise", "E102"),
]


def codes(path: Path, text: str) -> list[str]:
    """The codes of what is found in a text."""
    path.write_text(text)
    return [one.code for one in rulewright.check_paths([path]).diagnostics]


def test_the_game_itself_is_sound(tmp_path: Path) -> None:
    assert codes(tmp_path / "magpies.rules", GAME) == []


@pytest.mark.parametrize(("old", "new", "code"), MISTAKES, ids=lambda part: part.strip()[:24])
def test_one_mistake_one_message(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert GAME.count(old) == 1
    assert codes(tmp_path / "magpies.rules", GAME.replace(old, new)) == [code]


def test_two_mistakes_two_messages(tmp_path: Path) -> None:
    text = GAME.replace("fair: prize's", "fair: prize''s").replace("p's wealth, highest", "p's welth, highest")
    assert set(codes(tmp_path / "magpies.rules", text)) == {"E117", "E205"}
