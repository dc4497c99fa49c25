"""Write a small complete game to start from, with a scenario."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from rulewright.repl.output import Output
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
example:
  rulewright new magpies
  rulewright play magpies.rules"""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")

TEMPLATE = '''\
game "{title}" for 2 to 4 players
    """
    Hoard what shines. Each turn you lay a card into your hoard, or trade one for a card of another player
    that is not much brighter. When the nest is empty, the brightest hoard wins.
    """

option reach: 0 to 5, normally 1
    """How much brighter than your card may be what you trade it for?"""

kind thing:
    shine: number

cards of kind thing:
    name      copies  shine
    "Button"       8      1
    "Coin"         6      2
    "Ring"         4      3
    "Pearl"        2      5

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

action hoard_it (c: a thing in your hand):
    """Lay a card into your hoard."""
    do: move c to your hoard

action trade (mine: a thing in your hand) for (theirs: an enemy thing in play):
    """Put a card into another hoard, and take one that is not much brighter out of it."""
    only if fair: theirs's shine <= mine's shine + reach
    do:
        let victim be theirs's controller
        move theirs to your hoard
        move mine to victim's hoard

ranking of player p:
    total c's shine over each card c in p's hoard, highest first

scenario "a coin buys a ring" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Coin"
    given Bob's hoard is "Ring"
    Ann trades "Coin" for "Ring"
    expect Ann's hoard is "Ring"
    expect Bob's hoard is "Coin"

scenario "a button does not buy a pearl" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Button"
    given Bob's hoard is "Pearl"
    expect Ann cannot trade "Button" for "Pearl" because fair

invariant "no thing is ever lost":
    count of things is 20
'''


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("name", metavar="NAME", help="what the game is called; NAME.rules is written")


def run(args: argparse.Namespace, out: Output) -> int:
    """Write the file; give the exit status."""
    name = args.name.removesuffix(".rules")
    if not _NAME.fullmatch(name):
        raise UsageProblem(
            f"'{args.name}' is no name for a game: use letters, digits, _ and - (`rulewright new magpies`)"
        )
    path = Path(f"{name}.rules")
    title = re.sub(r"[_-]+", " ", name).strip().title()
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(title=title))
    except FileExistsError:
        raise UsageProblem(f"'{path}' is there already, and is left as it is") from None
    out.line(f"Wrote {path}: a small complete game with two scenarios. Now:")
    for words in (f"check {path}", f"test {path}", f"play {path}"):
        out.line(f"  rulewright {words}")
    return 0
