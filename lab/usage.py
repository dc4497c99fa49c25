"""What cards and actions came to in watched games: how often they were there and used, and how often their users won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan, sqrt
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from rulewright.lab.counting import Use, games, share_interval
from rulewright.lab.coverage import parts
from rulewright.lab.intervals import holm, student
from rulewright.lab.leads import evaluator
from rulewright.lab.paired import Difference, adjusted, paired

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.batch import Batch
    from rulewright.lab.pairs import Columns

# With fewer users of a card on a side nothing is said about how it changed.
_FEWEST = 10


def share(part: float, whole: float) -> dict[str, float | None]:
    """Give a share with its 95% score interval; None of nothing."""
    if not whole:
        return {"share": None, "low": None, "high": None}
    low, high = share_interval(part, round(whole))
    return {"share": part / whole, "low": low, "high": high}


def use_document(name: str, use: Use) -> dict[str, Any]:
    """Give what is known of a card or action; shares of victories are those of the seats that had or used it."""
    return {
        "name": name,
        "games": use.games,
        "had": use.had,
        "used": use.used,
        "times": use.times,
        "text_ran": use.ran,
        "used_of_had": share(use.used, use.had),
        "wins_when_had": share(float(use.won_had), use.had),
        "wins_when_used": share(float(use.won_used), use.used),
    }


def usage_document(total: Batch, game: Game) -> dict[str, Any]:
    """Give the part of a document about watched games: cards, actions, and what no game reached."""
    there = parts(game.program) if total.watched else {}
    held = any(use.had for use in total.cards.values())  # of hands that lie open it is not known what is played
    return {
        "games": total.watched,
        "cards": [use_document(name, use) for name, use in total.cards.items()],
        "actions": [use_document(name, use) for name, use in total.actions.items()],
        "never_played": [name for name, use in total.cards.items() if held and not use.used],
        "never_taken": [name for name, use in total.actions.items() if not use.used],
        "never_reached": sorted(set(there) - total.reached, key=lambda name: there[name]),
    }


def usage_lines(total: Batch, game: Game) -> Iterator[str]:
    """Give what a person reads of the cards and actions of watched games, the most telling first."""
    if not total.watched:
        return
    found = usage_document(total, game)
    yield f"  watched closely: {games(total.watched)}; who is ahead is told by {evaluator(game)[0]}"
    for name, moments in total.course.items():
        figures = moments.summary()
        yield f"    {name}: mean {figures['mean']:.3g}, {figures['min']:.3g} to {figures['max']:.3g}"
    for sort, titles in (("actions", ("action", "open to", "taken by", "wins if taken")),
                         ("cards", ("card", "held by", "played by", "wins if played"))):
        rows = _most_telling([one for one in found[sort] if one["used"]])
        if not rows:
            continue
        yield ""
        yield f"    {titles[0]:24}{titles[1]:>10}{titles[2]:>11}{titles[3]:>16}   95% interval"
        for one in rows[:10]:
            wins = one["wins_when_used"]
            yield (
                f"    {one['name'][:23]:24}{one['had']:>10,}{one['used']:>11,}{wins['share']:>16.1%}   "
                f"{wins['low']:.1%} to {wins['high']:.1%}"
            )
        if len(rows) > 10:
            yield f"    and {len(rows) - 10} more; --json has all"
    if total.cards and not any(use.had for use in total.cards.values()):
        yield "    no cards lie in private zones, so nothing is said of who holds and plays them"
    for key, says in (
        ("never_played", "no card was played of"), ("never_taken", "nobody took"), ("never_reached", "nothing reached"),
    ):  # fmt: skip
        if found[key]:
            more = f" and {len(found[key]) - 12} more" if len(found[key]) > 12 else ""
            yield f"    {says}: {', '.join(found[key][:12])}{more}"


def _most_telling(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give first those whose users won clearly more or less often than all users together."""
    used = sum(one["used"] for one in rows)
    usual = sum(one["used"] * one["wins_when_used"]["share"] for one in rows) / used if used else 0.0

    def telling(one: dict[str, Any]) -> float:
        wins = one["wins_when_used"]
        # How far the nearer end of the interval lies from what is usual; below 0 where it is within.
        return max(wins["low"] - usual, usual - wins["high"])

    return sorted(rows, key=telling, reverse=True)


# ================================================================== comparing


@frozen
class CardChange:
    """How the share of victories of those who played a card differs, variant less base; None where too few did."""

    card: str
    base: Use
    variant: Use
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None

    def moved(self, level: float) -> bool:
        """Say whether the card gained or lost, at this level for all cards together."""
        return self.p_adjusted is not None and self.p_adjusted < level

    def to_json(self, level: float) -> dict[str, Any]:
        """Give the document's part."""
        return {
            "card": self.card, "base": use_document(self.card, self.base),
            "variant": use_document(self.card, self.variant), "difference": self.difference, "low": self.low,
            "high": self.high, "p": self.p, "p_adjusted": self.p_adjusted, "moved": self.moved(level),
        }  # fmt: skip


def card_changes(columns: Columns, sides: tuple[Batch, Batch], level: float) -> list[CardChange]:
    """Give the change of every card, from the watched blocks."""
    found = []
    for name in dict.fromkeys((*sides[0].cards, *sides[1].cards)):
        base, variant = (side.cards.get(name, Use()) for side in sides)
        change = CardChange(name, base, variant)
        used, won = columns.values.get(f"used\t{name}"), columns.values.get(f"won_used\t{name}")
        if used is not None and won is not None and min(base.used, variant.used) >= _FEWEST:
            change = evolve(change, **_ratio_difference(won, used, level))
        found.append(change)
    return [
        evolve(change, p_adjusted=p)
        for change, p in zip(found, holm(change.p for change in found), strict=True)
    ]


def _ratio_difference(won: Any, used: Any, level: float) -> dict[str, Any]:
    """Give the difference of two ratios of sums over the same blocks, with Student's interval of their residuals."""
    rows = [
        values for values in zip(won[0], used[0], won[1], used[1], strict=True) if not any(map(isnan, values))
    ]
    n = len(rows)
    sums = [sum(column) for column in zip(*rows, strict=True)]
    ratios = sums[0] / sums[1], sums[2] / sums[3]
    residuals = [
        n * ((w2 - ratios[1] * u2) / sums[3] - (w1 - ratios[0] * u1) / sums[1]) for w1, u1, w2, u2 in rows
    ]
    deviation = sqrt(sum(value * value for value in residuals) / (n - 1))
    difference = ratios[1] - ratios[0]
    low, high, p = student(difference, deviation, n, level)
    return {"difference": difference, "low": low, "high": high, "p": p}


def action_changes(columns: Columns, level: float, seed: int) -> list[Difference]:
    """Give for each action how often it is taken in a block, with the difference."""
    found = []
    for key, (one, two) in columns.values.items():
        what, _, name = key.partition("\t")
        if what != "times":
            continue
        pairs = [(a, b) for a, b in zip(one, two, strict=True) if not (isnan(a) or isnan(b))]
        games = columns.values[f"games\t{name}"][0]
        each = max((value for value in games if not isnan(value)), default=1)
        if len(pairs) > 1 and any(map(any, pairs)):
            base, variant = ([pair[side] / each for pair in pairs] for side in (0, 1))
            found.append(paired(name, base, variant, level=level, seed=seed, quick=True))
    return adjusted(found)


def reached_changes(sides: tuple[Batch, Batch]) -> dict[str, list[str]]:
    """Give what only one of the two games ever reached; nothing if one of them was never watched to its end."""
    if not all(side.watched for side in sides):
        return {"only_base": [], "only_variant": []}
    return {
        "only_base": sorted(sides[0].reached - sides[1].reached),
        "only_variant": sorted(sides[1].reached - sides[0].reached),
    }


def gained_and_lost(changes: Iterable[CardChange]) -> list[CardChange]:
    """Give the cards with a known change, the greatest loss first."""
    return sorted((one for one in changes if one.difference is not None), key=lambda one: one.difference or 0.0)
