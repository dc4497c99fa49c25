"""A game of which everything is known exactly: a coin decides, and an option gives the first player five points.

With favour the first player wins one game in ten at once, of which half would have been won anyway: 55% instead of 50%.
The die of favour is one of its own, so in pairs nothing else changes: 5% of the pairs differ.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rulewright
from rulewright.lab.comparison import Comparison, Precision
from rulewright.lab.pairs import PairPlan

COINS = """\
game "Coins" for 2 players
    \"\"\"A coin decides. With favour, the first player wins at once in one game of ten.\"\"\"

option favour: yes or no, normally no

die coin: 1 to 2
die grace: 1 to 10

each player has:
    calls: number, starts 0

play:
    repeat 1 times: toss

round toss:
    each player p clockwise from first_player: p chooses one of call, keep_silent
    roll coin
    if favour: roll grace
    if coin's face is 1 or (favour is yes and grace's face is 1): first_player wins
    otherwise:
        each player p where p is not first_player: p wins

action call:
    \"\"\"Say something.\"\"\"
    do: add 1 to your calls

action keep_silent:
    \"\"\"Say nothing.\"\"\"

measure "calls": total p's calls over each player p
"""


def coins(folder: Path, **options: str) -> rulewright.Game:
    """Give the game; its file lies in the folder afterwards."""
    path = folder / "coins.rules"
    path.write_text(COINS)
    return rulewright.load(path, options=options)


def compared(
    games: tuple[rulewright.Game, rulewright.Game], blocks: int, seed: int = 5, jobs: int = 1, *, players: int = 2,
    precision: Precision | None = None, bots: tuple[str, ...] = ("random", "random"), **more: Any,
) -> Comparison:  # fmt: skip
    """Give a comparison that has been played."""
    plan = PairPlan((lambda: games[0], lambda: games[1]), players, bots, seed, **more)
    comparison = Comparison(plan, blocks, precision)
    comparison.play(games, jobs)
    return comparison
