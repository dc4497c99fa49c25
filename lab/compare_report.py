"""What a comparison found: as a JSON document and as lines to read."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.interpreter.measures import measure_titles
from rulewright.lab.comparison import Comparison
from rulewright.lab.counting import games, share_interval
from rulewright.lab.figures import is_share
from rulewright.lab.leads import evaluator
from rulewright.lab.mirror import Mirror, mirror_of
from rulewright.lab.paired import LEVEL, Difference
from rulewright.lab.report import crash_lines, settings_of, totals
from rulewright.lab.usage import (
    CardChange,
    action_changes,
    card_changes,
    gained_and_lost,
    reached_changes,
    usage_document,
)

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_NONE_LEFT = "No block is left in which both games could be compared."
WIDTH = 118  # of a report, where there is so much room


@frozen
class Findings:
    """A comparison with the games that were compared, and what they are called."""

    comparison: Comparison
    games: tuple[Game, Game]
    variants: tuple[list[str], list[str]]
    mirrors: tuple[Mirror, ...]
    cards: tuple[CardChange, ...]
    actions: tuple[Difference, ...]

    @classmethod
    def of(
        cls, comparison: Comparison, games: tuple[Game, Game], variants: tuple[list[str], list[str]],
        mirrors: tuple[Mirror, ...] = (),
    ) -> Findings:  # fmt: skip
        """Give the findings; the mirror check is made of the games played where all bots are alike."""
        bots = comparison.plan.bots
        if len(set(bots)) == 1:
            own = (mirror_of(bots[0], len(bots), comparison.total.minds, side) for side in (0, 1))
            mirrors = tuple(check for check in own if check is not None)
        total = comparison.total
        cards = card_changes(total.cards, total.sides, comparison.level)
        actions = action_changes(total.actions, comparison.level, comparison.plan.seed % (1 << 32))
        return cls(comparison, games, variants, mirrors, tuple(cards), tuple(actions))

    def name(self, side: int) -> str:
        """Give what a side is called: its house rules, or what its options are set to."""
        game = self.games[side]
        parts = [title for title, _ in game.house_rules] or list(self.variants[side])
        other = self.games[1 - side].options
        parts += [
            f"{name} {option.value}"
            for name, option in game.options.items()
            if name in other and option.value != other[name].value
        ]
        return " + ".join(parts) or "as it is"


def document(findings: Findings) -> dict[str, Any]:
    """Give the JSON document of `compare`."""
    comparison = findings.comparison
    plan, total = comparison.plan, comparison.total
    return {
        "game": findings.games[0].name,
        "players": plan.players,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "blocks": total.columns.blocks,
        "wanted": comparison.blocks,
        "interrupted": comparison.interrupted,
        "independent": plan.independent,
        "same": comparison.same,
        "pairs": total.pairs,
        "alike": total.alike,
        "level": comparison.level,
        **{
            key: {
                **settings_of(findings.games[side], findings.variants[side]),
                "name": findings.name(side),
                **totals(total.sides[side], comparison.seconds),
                "lengths": _histogram(comparison, side),
            }
            for side, key in enumerate(("base", "variant"))
        },
        "differences": [difference_document(one, comparison.level) for one in comparison.differences],
        "looks": [
            {
                "blocks": look.blocks, "level": look.level, "half_width": look.half_width, "enough": look.enough,
                "moved": list(look.moved),
            }
            for look in comparison.looks
        ],
        "precision": None if comparison.precision is None else {
            "measure": comparison.precision.measure, "half_width": comparison.precision.half,
        },
        "watched": _watched(findings),
        "mirror": [check.to_json() for check in findings.mirrors],
        "seconds": comparison.seconds,
    }  # fmt: skip


def _watched(findings: Findings) -> dict[str, Any]:
    """Give what was seen of the blocks that were watched closely."""
    comparison = findings.comparison
    sides = comparison.total.sides
    return {
        "blocks": comparison.total.cards.blocks,
        "leads": [evaluator(game)[0] for game in findings.games],
        "cards": [change.to_json(comparison.level) for change in findings.cards],
        "actions": [
            {**difference_document(one, comparison.level), "action": one.measure} for one in findings.actions
        ],
        "never": [
            {key: value for key, value in usage_document(side, game).items() if key.startswith("never")}
            for side, game in zip(sides, findings.games, strict=True)
        ],
        **reached_changes(sides),
    }


def difference_document(one: Difference, level: float = LEVEL) -> dict[str, Any]:
    """Give the part of the document for one measure."""
    return {
        "measure": one.measure, "share": is_share(one.measure), "base": one.base, "variant": one.variant,
        "difference": one.difference, "low": one.low, "high": one.high, "p": one.p, "p_adjusted": one.p_adjusted,
        "effect": one.effect, "method": one.method, "pairs": one.pairs, "unequal": one.unequal,
        "correlation": one.correlation, "moved": one.moved(level), "note": one.note,
    }  # fmt: skip


def _histogram(comparison: Comparison, side: int) -> dict[str, dict[str, int]]:
    """Give how often each length came up."""
    batch = comparison.total.sides[side]
    return {
        name: {str(length): counts.times[length] for length in sorted(counts.times)}
        for name, counts in (("decisions", batch.decisions), ("turns", batch.turns))
    }


def figure(measure: str, value: float | None, *, signed: bool = False) -> str:
    """Give a measure's value for people: shares as percentages."""
    if value is None:
        return "?"
    plus = "+" if signed and value > 0 else ""
    if is_share(measure):
        return f"{plus}{value:.1%}"
    return f"{plus}{value:.3g}" if signed else f"{value:.4g}"


def sure(one: Difference, level: float) -> str:
    """Say in a word how sure it is that a measure moved."""
    if one.moved(level):
        return "moved"
    return "perhaps" if one.p < level else "-"


def lines(findings: Findings, width: int = WIDTH) -> Iterator[str]:
    """Give what a person reads of a comparison, in lines of that many signs."""
    width = min(width, WIDTH)
    for line in _lines(findings, width):
        # A table has its own width; its longest titles are folded in their column.
        yield from wrap(line, width, subsequent_indent="    ") if line and "  " not in line.strip() else [line]


def _lines(findings: Findings, width: int) -> Iterator[str]:
    comparison = findings.comparison
    plan, total = comparison.plan, comparison.total
    names = findings.name(0), findings.name(1)
    yield f"{findings.games[0].name}: {names[0]}, against: {names[1]}"
    luck = "each with seeds of its own" if plan.independent else "both with the same luck"
    yield (
        f"  {games(total.columns.blocks, 'block')} of {games(plan.players)}, {luck}; {games(plan.players, 'player')}, "
        f"bots {', '.join(plan.bots)}, seed {plan.seed}"
    )
    if not total.pairs:
        return
    if comparison.same:
        yield f"  The games are the same: all {total.pairs:,} pairs went alike (digest {total.sides[0].digest})."
    elif not plan.independent:
        yield f"  {total.alike:,} of {total.pairs:,} pairs went alike in every figure."
    yield ""
    if not comparison.same:
        if comparison.differences:
            yield from _table(findings, width)
            yield ""
        yield from _usage(findings)
        yield from _reading(comparison)
    yield from _warnings(comparison)
    yield from _measured_once(findings)
    # Checks made of the games themselves are one for each side; they may say the same of both.
    checks = list(dict.fromkeys(findings.mirrors))
    labels = ("base, ", "changed, ") if len(set(plan.bots)) == 1 and len(checks) == 2 else ("",) * len(checks)
    for label, check in zip(labels, checks, strict=True):
        yield f"  {label}{check.line()}"
    yield f"  {comparison.seconds:.2f} s; digests {total.sides[0].digest} and {total.sides[1].digest}"


# Columns of the table that are left out where there is no room for all, those first that are missed least.
_ROOM = ((), ("corr.", "effect"), ("corr.", "effect", "p"), ("corr.", "effect", "p", "adjusted"))
_LEAST_TITLE, _BETWEEN = 14, 3  # cells of the first column, cells between two


def _table(findings: Findings, width: int) -> Iterator[str]:
    """Give the measures as a table, with as many columns as there is room for; as a list where there is room for none."""
    # Imported late: rich is slow to import, and a document needs none of it.
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    comparison = findings.comparison
    inside = f"{1 - comparison.level:.1%}".replace(".0%", "%")
    titles = ("measure", "base", "changed", "difference", f"{inside} interval", "effect", "p", "adjusted", "corr.", "")
    rows = [_row(one, comparison.level) for one in comparison.differences]
    page = io.StringIO()
    console = Console(file=page, width=width - 2, color_system=None, highlight=False, legacy_windows=False)
    for left_out in _ROOM:
        shown = [place for place, title in enumerate(titles) if title not in left_out]
        cells = [max(len(line[place]) for line in (titles, *rows)) for place in shown[1:]]
        if _LEAST_TITLE + sum(cells) + _BETWEEN * len(cells) > width - 2:
            continue
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.add_column("measure", overflow="fold", min_width=_LEAST_TITLE)
        for place in shown[1:]:
            table.add_column(titles[place], justify="right" if titles[place] else "left", no_wrap=True)
        for row in rows:
            table.add_row(*(Text(row[place]) for place in shown))
        console.print(table)
        for line in page.getvalue().rstrip("\n").split("\n"):
            yield f"  {line.rstrip()}"
        return
    for row in rows:
        name, base, changed, difference, between, _, p, adjusted, _, verdict = row
        yield f"  {name}: {base}, then {changed}{'' if verdict == '-' else f' ({verdict})'}"
        said = f"{difference}, {inside} interval {between}; p {p}, adjusted {adjusted}"
        yield from wrap(said, width, initial_indent="    ", subsequent_indent="    ")


def _row(one: Difference, level: float) -> tuple[str, ...]:
    """Give a measure as texts, one for each column."""
    between = "?" if one.low is None else (
        f"{figure(one.measure, one.low, signed=True)} to {figure(one.measure, one.high, signed=True)}"
    )  # fmt: skip
    return (
        one.measure,
        figure(one.measure, one.base),
        figure(one.measure, one.variant),
        figure(one.measure, one.difference, signed=True),
        between,
        "?" if one.effect is None else f"{one.effect:+.2f}",
        f"{one.p:.2g}",
        f"{one.p_adjusted:.2g}",
        "?" if one.correlation is None else f"{one.correlation:.2f}",
        sure(one, level),
    )


def _usage(findings: Findings) -> Iterator[str]:
    """Give the cards and actions that moved, and what only one of the games reached."""
    comparison = findings.comparison
    if not comparison.total.cards.blocks:
        return
    cards = [change for change in gained_and_lost(findings.cards) if change.moved(comparison.level)]
    actions = [one for one in findings.actions if one.moved(comparison.level)]
    yield f"  cards and actions, from {games(comparison.total.cards.blocks, 'block')} watched closely:"
    for change in cards:
        found = change.to_json(comparison.level)
        before, after = (found[side]["wins_when_used"]["share"] for side in ("base", "variant"))
        yield (
            f"    {change.card}: who plays it wins {after:.1%} instead of {before:.1%} "
            f"({change.low:+.1%} to {change.high:+.1%})"
        )
    for one in actions:
        yield f"    {one.measure}: taken {one.variant:.3g} times a game instead of {one.base:.3g}"
    if not cards and not actions:
        yield "    none of them has moved for sure"
    for says, names in zip(("no longer reached", "newly reached"), reached_changes(comparison.total.sides).values(),
                           strict=True):
        if names:
            yield f"    {says}: {', '.join(names[:12])}{' ...' if len(names) > 12 else ''}"
    yield ""


def _reading(comparison: Comparison) -> Iterator[str]:
    level = comparison.level
    if not comparison.differences:
        yield f"  {_NONE_LEFT}"
        return
    moved = [one for one in comparison.differences if one.moved(level)]
    yield (
        f"  moved: p, adjusted for {len(comparison.differences)} measures (Holm), is below {level:.2g}; perhaps: below "
        f"it before that; effect: Cohen's d, for shares h (0.2 small, 0.5 medium, 0.8 large)"
    )
    if not moved:
        yield "  Nothing has moved for sure. What could have moved without showing is within the intervals."
    known = [one.correlation for one in comparison.differences if one.correlation is not None]
    if known and not comparison.plan.independent:
        middle = sorted(known)[len(known) // 2]
        yield f"  A pair is as good as its coupling: the correlation within pairs is {middle:.2f} in the middle."
    if comparison.precision is not None and comparison.looks:
        last = comparison.looks[-1]
        half = "unknown" if last.half_width is None else figure(comparison.precision.measure, last.half_width)
        enough = "as asked" if last.enough else "not as narrow as asked"
        yield (
            f"  looked after {', '.join(f'{look.blocks:,}' for look in comparison.looks)} blocks, each look at level "
            f"{level:.2g}; '{comparison.precision.measure}' is known to +-{half}, {enough}"
        )


def summary(findings: Findings) -> list[str]:
    """Give what the report comes to, in a few sentences."""
    comparison = findings.comparison
    if not comparison.total.pairs:
        return ["Nothing was played."]
    if comparison.same:
        return [f"The games are the same: all {comparison.total.pairs:,} pairs went alike."]
    level = comparison.level
    found = [
        f"{label}: {games(broken)} of {batch.games:,} broke; their blocks are left out"
        for label, batch in zip(("Base", "Changed"), comparison.total.sides, strict=True)
        if (broken := batch.kinds.get("error", 0))
    ]
    if not comparison.differences:
        return [*found, _NONE_LEFT]
    told = len(found)
    for one in comparison.differences:
        if one.moved(level):
            between = "" if one.low is None or one.high is None else (
                f", a difference between {figure(one.measure, one.low, signed=True)} and "
                f"{figure(one.measure, one.high, signed=True)}"
            )  # fmt: skip
            found.append(
                f"{one.measure}: {figure(one.measure, one.base)} became {figure(one.measure, one.variant)}{between}"
            )
    for change in findings.cards:
        if change.moved(level) and change.difference is not None:
            gained = "gained" if change.difference > 0 else "lost"
            found.append(f"card {change.card} {gained} {abs(change.difference):.1%} of the victories of who plays it")
    if len(found) == told:
        found.append("Nothing has moved for sure; what could have moved without showing is within the intervals.")
    return found


def _warnings(comparison: Comparison) -> Iterator[str]:
    for label, batch in zip(("base", "changed"), comparison.total.sides, strict=True):
        cut = batch.kinds.get("limit", 0) + batch.kinds.get("endless", 0)
        if cut:
            what = "; lengths are compared by their medians" if comparison.censored() else ""
            yield f"  {label}: {games(cut)} ({cut / batch.games:.1%}) ran into a limit or went round for ever{what}"
        if batch.kinds.get("error"):
            yield f"  {label}: {games(batch.kinds['error'])} broke; their blocks are left out"
        for crash in batch.crashes[:3]:
            yield f"    game {crash.game + 1} (seed {crash.seed}) broke: {crash.message}"
            yield from crash_lines(crash)
    for one in comparison.differences:
        if one.note:
            yield f"  {one.measure}: {one.note}"


_OF_A_SEAT = re.compile(r", seat \d+$")


def _measured_once(findings: Findings) -> Iterator[str]:
    """Name the measures that only one of the games has, so that there is nothing to compare them with."""
    titles = [list(dict.fromkeys(measure_titles(game, findings.comparison.plan.players))) for game in findings.games]
    for label, mine, other in (("base", *titles), ("changed", *titles[::-1])):
        alone = [f"'{title}'" for title in mine if title not in other and not _OF_A_SEAT.search(title)]
        if alone:
            yield f"  only the {label} game measures: {', '.join(alone)}; what both are to be measured by stands in the game's file"


def seats(comparison: Comparison, side: int) -> list[tuple[float, float, float]]:
    """Give for each seat its share of all games, with the ends of the score interval, for plots.

    The rotations of a block are counted as blocks, not as games: they are not independent.
    """
    batch = comparison.total.sides[side]
    blocks = comparison.total.columns.blocks
    found = []
    for wins in batch.wins_by_seat():
        share = wins / batch.games if batch.games else 0.0
        found.append((share, *share_interval(share * blocks, blocks)))
    return found
