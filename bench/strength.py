"""How much better one bot plays than another: run it by hand, `python bench/strength.py storm_dragons mcts:500 greedy 200`.

Every deal is played twice with the seats changed. What has been played so far is shown after every game, with an exact
interval (Clopper and Pearson) for the share of games that the first bot wins; Ctrl-C ends it. With a share as the last
word (`200 0.6`) it stops as soon as it is known whether the first bot wins more or less than that; see Contest.evidence.
A game that goes on for more than 2,000 decisions is shared by both.
"""

from __future__ import annotations

import sys

from scipy.stats import binomtest

import rulewright
from rulewright.lab.contest import Contest, contest  # type: ignore[import-not-found]

LIMIT = 2000


def show(found: Contest) -> None:
    """Show what has been played so far."""
    won = round(float(found.won[0]))
    interval = binomtest(won, found.games).proportion_ci(0.95)
    print(
        f"{found.bots[0]} wins {float(found.won[0]):g} of {found.games} against {found.bots[1]}: "
        f"{found.share(0):.1%}, between {interval.low:.1%} and {interval.high:.1%}"
        + (f"; {found.unfinished} not ended" if found.unfinished else ""),
        flush=True,
    )


def main(words: list[str]) -> int:
    """Play; give the exit status."""
    if len(words) not in (3, 4, 5):
        print("usage: python bench/strength.py GAME BOT BOT [GAMES [SHARE]]", file=sys.stderr)
        return 2
    name, one, other = words[:3]
    games = int(words[3]) if len(words) > 3 else 200
    bound = float(words[4]) if len(words) > 4 else None

    def enough(found: Contest) -> bool:
        if bound is None or not found.settled(bound):
            return False
        above, below = found.evidence(bound)
        print(f"known at a level of 5% from {len(found.deals)} deals: {'more' if above > below else 'less'} than {bound:.0%}")
        return True

    try:
        contest(rulewright.load(name), (one, other), games, 5, show, enough, LIMIT)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
