"""How much better one bot plays than another: run it by hand, `python bench/strength.py storm_dragons mcts:500 greedy 200`.

Every deal is played twice with the seats changed. What has been played so far is shown after every game, with an exact
interval (Clopper and Pearson) for the share of games that the first bot wins; Ctrl-C ends it.
"""

from __future__ import annotations

import sys

from scipy.stats import binomtest

import rulewright
from rulewright.lab.contest import Contest, contest  # type: ignore[import-not-found]


def show(found: Contest) -> None:
    """Show what has been played so far."""
    won = round(float(found.won[0]))
    interval = binomtest(won, found.games).proportion_ci(0.95)
    print(
        f"{found.bots[0]} wins {float(found.won[0]):g} of {found.games} against {found.bots[1]}: "
        f"{found.share(0):.1%}, between {interval.low:.1%} and {interval.high:.1%}",
        flush=True,
    )


def main(words: list[str]) -> int:
    """Play; give the exit status."""
    if len(words) not in (3, 4):
        print("usage: python bench/strength.py GAME BOT BOT [GAMES]", file=sys.stderr)
        return 2
    name, one, other = words[:3]
    try:
        contest(rulewright.load(name), (one, other), int(words[3]) if len(words) == 4 else 200, 5, show)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
