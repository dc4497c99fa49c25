"""Plots for reports, as SVG to stand inside a page. matplotlib is imported where it is used: it is slow to import.

What tells the two games apart is never colour alone: the base is dashed or hatched, the changed game solid or
filled. Texts stay texts, so that they can be read out, searched and enlarged.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from rulewright.dsl.visible import visible

BASE, CHANGED, FAINT = "#1b4f72", "#b03a00", "#666666"
_SETTINGS = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.6,
    "axes.unicode_minus": False,
}
_MOST_ROWS = 40


@frozen
class Row:
    """A line of a plot of intervals: what, where, from where to where, and a word on how sure it is."""

    label: str
    value: float
    low: float | None
    high: float | None
    sure: bool


def _drawn(name: str, width: float, height: float, draw: Callable[[Any], None]) -> str:
    """Give the SVG of a figure; `name` keeps the ids of several figures on a page apart."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context({**_SETTINGS, "svg.hashsalt": name}):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        page = io.StringIO()
        figure.savefig(page, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = page.getvalue()
    return text[text.index("<svg") :]


def intervals(name: str, rows: Sequence[Row], axis: str, zero: float = 0.0) -> str:
    """Give a plot with a line for each row: its value, its interval, and where nothing would lie."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        axes.axvline(zero, color=FAINT, linewidth=1, linestyle=":")
        for place, row in enumerate(rows):
            colour = CHANGED if row.sure else FAINT
            if row.low is not None and row.high is not None:
                axes.plot([row.low, row.high], [place, place], color=colour, linewidth=2.4 if row.sure else 1.2,
                          linestyle="-" if row.sure else "--", marker="|", markersize=8)
            marker = ("^" if row.value > zero else "v") if row.sure else "o"
            axes.plot([row.value], [place], color=colour, marker=marker, markersize=8,
                      markerfacecolor=colour if row.sure else "white")
        axes.set_yticks(range(len(rows)), [visible(row.label) for row in rows])
        axes.invert_yaxis()
        axes.set_xlabel(axis)

    return _drawn(name, 8, 0.9 + 0.28 * max(2, len(rows)), draw)


def lengths(name: str, base: dict[int, int], changed: dict[int, int], what: str, names: Sequence[str]) -> str:
    """Give a plot of how long games are: the share of games by length, in steps."""
    edges = _edges([*base, *changed])

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for counts, label, colour, style in ((base, names[0], BASE, "--"), (changed, names[1], CHANGED, "-")):
            total = sum(counts.values()) or 1
            shares = [
                100 * sum(times for length, times in counts.items() if low <= length < high) / total
                for low, high in pairwise(edges)
            ]
            axes.stairs(shares, edges, color=colour, linewidth=2, linestyle=style, label=visible(label))
        axes.set_xlabel(f"{what} of a game")
        axes.set_ylabel("% of games")
        axes.set_ylim(bottom=0)
        figure.legend(frameon=False, loc="outside upper left", ncols=2)

    return _drawn(name, 8, 3.2, draw)


def _edges(values: Sequence[int]) -> list[float]:
    """Give the edges of at most forty steps of a whole width over all values; what is far beyond shares the last."""
    if not values:
        return [0, 1]
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // 40))
    return [low + step * place - 0.5 for place in range((high - low) // step + 2)]


def seats(name: str, shares: Sequence[Sequence[tuple[float, float, float]]], names: Sequence[str]) -> str:
    """Give a plot of wins by seat: for each game (base, changed) and seat its share and the ends of its interval."""
    count = len(shares[0])

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for side, (found, colour, hatch) in enumerate(zip(shares, (BASE, CHANGED), ("///", ""), strict=True)):
            places = [seat + (side - 0.5) * 0.38 for seat in range(count)]
            values = [100 * value for value, _, _ in found]
            errors = [[100 * (v - low) for v, low, _ in found], [100 * (high - v) for v, _, high in found]]
            axes.bar(places, values, 0.36, facecolor="none" if hatch else colour, edgecolor=colour, hatch=hatch,
                     alpha=1 if hatch else 0.55, label=visible(names[side]))
            axes.errorbar(places, values, [[max(0.0, e) for e in ends] for ends in errors], fmt="none",
                          ecolor="black", capsize=3, linewidth=1)
        axes.axhline(100 / count, color=FAINT, linewidth=1, linestyle=":")
        axes.set_xticks(range(count), [f"seat {seat + 1}" for seat in range(count)])
        axes.set_ylabel("% of games won")
        axes.set_ylim(bottom=0)
        figure.legend(frameon=False, loc="outside upper left", ncols=2)

    return _drawn(name, 8, 3.2, draw)


def shorten(rows: Sequence[Row]) -> list[Row]:
    """Give the rows that say most, in their order, where there are too many for a plot."""
    if len(rows) <= _MOST_ROWS:
        return list(rows)
    kept = sorted(range(len(rows)), key=lambda place: (not rows[place].sure, -abs(rows[place].value)))[:_MOST_ROWS]
    return [rows[place] for place in sorted(kept)]
