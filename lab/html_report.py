"""A comparison as one page that needs nothing else: no network, no other file, no colour to be understood.

Every number of the page stands in the JSON document too, which the page carries inside; the cells of its tables hold
the exact values beside the rounded ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from rulewright.dsl.visible import visible
from rulewright.lab import plots
from rulewright.lab.compare_report import Findings, document, figure, seats, summary, sure
from rulewright.lab.counting import games
from rulewright.lab.examples import examples_of
from rulewright.lab.html_style import SCRIPT, STYLE
from rulewright.lab.plots import Row
from rulewright.lab.usage import gained_and_lost


def text(value: object) -> str:
    """Give a text for the page: nothing in it is markup, and nothing in it hides."""
    return escape("\n".join(visible(line) for line in str(value).split("\n")))


def html_report(findings: Findings) -> str:
    """Give the page."""
    comparison = findings.comparison
    data = document(findings)
    data["examples"] = examples_of(comparison, findings.games)
    title = f"{data['game']}: {data['base']['name']}, against: {data['variant']['name']}"
    parts = [
        _head(data, title),
        _summary(findings),
        _measures(findings, data),
        _lengths(data),
        _seats(findings, data),
        _cards(findings, data),
        _actions(data),
        _examples(data),
        _how(data),
    ]
    inside = json.dumps(data).replace("<", "\\u003c")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{text(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{STYLE}</style>\n</head>\n<body>\n'
        f"<main>\n{''.join(parts)}</main>\n"
        f'<script type="application/json" id="data">{inside}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n'
    )


def _head(data: dict[str, Any], title: str) -> str:
    bots = ", ".join(data["bots"])
    luck = "each with luck of its own" if data["independent"] else "both with the same luck"
    told = (
        f"{games(data['blocks'], 'block')} of {games(data['players'])} each way, {luck}; {games(data['players'], 'player')}; "
        f"bots {bots}; seed {data['seed']}"
    )
    house = "".join(
        f"<dt>{label}</dt><dd>{text(data[side]['name'])} <small>(digest {text(data[side]['digest'])})</small></dd>"
        for label, side in (("Base", "base"), ("Changed", "variant"))
    )
    return f"<h1>{text(title)}</h1>\n<p>{text(told)}</p>\n<dl>{house}</dl>\n"


def _summary(findings: Findings) -> str:
    items = "".join(f"<li>{text(line)}</li>" for line in summary(findings))
    return f'<section id="summary"><h2>At a look</h2><ul>{items}</ul></section>\n'


def _picture(svg: str, says: str) -> str:
    return f'<figure role="img" aria-label="{text(says)}">{svg}<figcaption>{text(says)}</figcaption></figure>\n'


def _cell(shown: str, value: Any = None, key: str = "") -> str:
    exact = "" if not key else f' data-key="{text(key)}" data-value="{text(json.dumps(value))}"'
    return f"<td{exact}>{text(shown)}</td>"


def _table(name: str, titles: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{text(title)}</th>' for title in titles)
    return (
        f'<div class="wide"><table id="{name}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
        "</div>\n"
    )


def _measures(findings: Findings, data: dict[str, Any]) -> str:
    level = findings.comparison.level
    if data["same"]:
        return ""
    rows = []
    for one, found in zip(findings.comparison.differences, data["differences"], strict=True):
        word = sure(one, level)
        mark = {"moved": "▲ moved up" if one.difference > 0 else "▼ moved down", "perhaps": "~ perhaps"}.get(word, "")
        low, high = (figure(one.measure, end, signed=True) for end in (one.low, one.high))
        cells = [
            _cell(figure(one.measure, one.base), found["base"], "base"),
            _cell(figure(one.measure, one.variant), found["variant"], "variant"),
            _cell(figure(one.measure, one.difference, signed=True), found["difference"], "difference"),
            _cell(low, found["low"], "low"),
            _cell(high, found["high"], "high"),
            _cell("?" if one.effect is None else f"{one.effect:+.2f}", found["effect"], "effect"),
            _cell(f"{one.p:.2g}", found["p"], "p"),
            _cell(f"{one.p_adjusted:.2g}", found["p_adjusted"], "p_adjusted"),
            _cell("?" if one.correlation is None else f"{one.correlation:.2f}", found["correlation"], "correlation"),
            _cell(f"{one.pairs:,}", found["pairs"], "pairs"),
            _cell(one.method),
        ]
        kind = f' class="{word}"' if word in ("moved", "perhaps") else ""
        rows.append(
            f'<tr{kind} data-measure="{text(one.measure)}"><th scope="row">{text(one.measure)}</th>'
            f"<td>{mark}</td>{''.join(cells)}</tr>"
        )
    titles = ("measure", "", "base", "changed", "difference", "from", "to", "effect", "p", "p adjusted", "correlation",
              "blocks", "method")  # fmt: skip
    shown = _standardised(findings)
    picture = ""
    if shown:
        svg = plots.intervals("measures", shown, "difference, in standard deviations of the blocks")
        says = (
            "How far each measure moved, beside how much it differs from block to block. Filled triangles on thick "
            "lines moved for sure; hollow circles on dashed lines did not."
        )
        picture = _picture(svg, says)
    inside = f"{1 - level:.1%}"
    return (
        f'<section id="moved"><h2>What moved, by how much, how sure</h2>{picture}'
        f"{_table('measures', titles, rows)}"
        f"<p>The interval ({inside} for each measure) is that of the difference. p adjusted minds that "
        f"{len(rows)} measures were looked at (Holm); moved: it is below {level:.2g}.</p></section>\n"
    )


def _standardised(findings: Findings) -> list[Row]:
    """Give the differences in standard deviations, where there are any."""
    rows = []
    for one in findings.comparison.differences:
        spread = one.spread
        if not spread or one.low is None or one.high is None:
            continue
        value, low, high = (end / spread for end in (one.difference, one.low, one.high))
        rows.append(Row(one.measure, value, low, high, one.moved(findings.comparison.level)))
    return plots.shorten(rows)


def _lengths(data: dict[str, Any]) -> str:
    names = [data[side]["name"] for side in ("base", "variant")]
    what = "turns" if any(int(length) for length in data["base"]["lengths"]["turns"]) else "decisions"
    base, changed = (
        {int(length): times for length, times in data[side]["lengths"][what].items()} for side in ("base", "variant")
    )
    if not base or not changed:
        return ""
    svg = plots.lengths("lengths", base, changed, what, names)
    rows = [
        f'<tr><th scope="row">{text(names[place])}</th>'
        + "".join(
            _cell("?" if data[side][what][key] is None else f"{data[side][what][key]:,.4g}", data[side][what][key],
                  f"{side}.{what}.{key}")
            for key in ("mean", "median", "p95", "max")
        )
        + "</tr>"
        for place, side in enumerate(("base", "variant"))
    ]  # fmt: skip
    says = f"How long games are, in {what}. Dashed: {names[0]}; solid: {names[1]}."
    return (
        f'<section id="length"><h2>How long it takes</h2>{_picture(svg, says)}'
        f"{_table('lengths', (what, 'mean', 'median', '95% below', 'most'), rows)}</section>\n"
    )


def _seats(findings: Findings, data: dict[str, Any]) -> str:
    if not data["pairs"]:
        return ""
    names = [data[side]["name"] for side in ("base", "variant")]
    shares = [seats(findings.comparison, side) for side in (0, 1)]
    svg = plots.seats("seats", shares, names)
    rows = [
        f'<tr><th scope="row">seat {seat + 1}</th>'
        + "".join(
            _cell(f"{shares[place][seat][0]:.1%}", data[side]["wins_by_seat"][seat], f"{side}.wins_by_seat.{seat}")
            for place, side in enumerate(("base", "variant"))
        )
        + "</tr>"
        for seat in range(data["players"])
    ]
    says = (
        f"Share of games won by each seat, with 95% intervals that count blocks. Hatched: {names[0]}; filled: "
        f"{names[1]}. The dotted line is an equal share."
    )
    return (
        f'<section id="seats"><h2>Who wins</h2>{_picture(svg, says)}'
        f"{_table('wins', ('', 'base', 'changed'), rows)}</section>\n"
    )


def _cards(findings: Findings, data: dict[str, Any]) -> str:
    changes = gained_and_lost(findings.cards)
    if not changes or data["same"]:
        return ""
    level = findings.comparison.level
    rows = [
        Row(one.card, 100 * (one.difference or 0), None if one.low is None else 100 * one.low,
            None if one.high is None else 100 * one.high, one.moved(level))
        for one in changes
    ]  # fmt: skip
    by_name = {found["card"]: found for found in data["watched"]["cards"]}
    lines = []
    for one in changes:
        found = by_name[one.card]
        shares = [found[side]["wins_when_used"]["share"] for side in ("base", "variant")]
        cells = [
            _cell(f"{shares[0]:.1%}", shares[0], "base"),
            _cell(f"{shares[1]:.1%}", shares[1], "variant"),
            _cell(f"{one.difference or 0:+.1%}", one.difference, "difference"),
            _cell("?" if one.low is None else f"{one.low:+.1%}", one.low, "low"),
            _cell("?" if one.high is None else f"{one.high:+.1%}", one.high, "high"),
            _cell("?" if one.p_adjusted is None else f"{one.p_adjusted:.2g}", one.p_adjusted, "p_adjusted"),
        ]
        mark = ("▲ gained" if (one.difference or 0) > 0 else "▼ lost") if one.moved(level) else ""
        lines.append(
            f'<tr data-card="{text(one.card)}"><th scope="row">{text(one.card)}</th><td>{mark}</td>'
            f"{''.join(cells)}</tr>"
        )
    svg = plots.intervals("cards", plots.shorten(rows), "percentage points that those who play it win more")
    says = "How the victories of those who play a card changed. Filled triangles moved for sure, hollow circles did not."
    titles = ("card", "", "base", "changed", "difference", "from", "to", "p adjusted")
    return (
        f'<section id="cards"><h2>Cards that gained and lost</h2>{_picture(svg, says)}'
        f"{_table('card_table', titles, lines)}"
        f"<p>From {games(data['watched']['blocks'], 'block')} watched closely: the share of the victories of those "
        f"who played the card.</p></section>\n"
    )


def _actions(data: dict[str, Any]) -> str:
    watched = data["watched"]
    if not watched["blocks"] or data["same"]:
        return ""
    rows = [
        f'<tr data-action="{text(one["action"])}"><th scope="row">{text(one["action"])}</th>'
        f"<td>{('▲ more' if one['difference'] > 0 else '▼ less') if one['moved'] else ''}</td>"
        + "".join(
            _cell("?" if one[key] is None else f"{one[key]:.3g}", one[key], key)
            for key in ("base", "variant", "difference", "low", "high", "p_adjusted")
        )
        + "</tr>"
        for one in watched["actions"]
    ]
    lists = "".join(
        f"<p>{says}: {text(', '.join(watched[key]))}</p>"
        for key, says in (("only_base", "No longer reached"), ("only_variant", "Newly reached"))
        if watched[key]
    )
    titles = ("action, times a game", "", "base", "changed", "difference", "from", "to", "p adjusted")
    return f'<section id="actions"><h2>What is done</h2>{_table("action_table", titles, rows)}{lists}</section>\n'


def _examples(data: dict[str, Any]) -> str:
    if not data["examples"]:
        return ""
    made = []
    for number, example in enumerate(data["examples"]):
        columns = []
        for label, side in zip(("Base", "Changed"), example["sides"], strict=True):
            lines = "".join(
                f'<li{" class=parted" if place == example["parted"] else ""}>{text(line)}</li>'
                for place, line in enumerate(side["lines"])
            )
            columns.append(f"<div><h4>{label}: {text(side['end'])}</h4><ol>{lines}</ol></div>")
        made.append(
            f'<article class="example" data-parted="{example["parted"]}"><h3>Pair {number + 1}: block '
            f"{example['block'] + 1}, seats moved by {example['rotation']}</h3>"
            f'<p class="steps"><button type="button" data-by="-1">◀ back</button> '
            f'<button type="button" data-by="1">forward ▶</button> '
            f'<button type="button" data-to="parted">where they part</button> <output></output></p>'
            f'<div class="sides">{"".join(columns)}</div></article>'
        )
    return (
        '<section id="examples"><h2>Games to step through</h2><p>The same seats, bots and luck; the first line in which '
        f"they differ is marked with ◆.</p>{''.join(made)}</section>\n"
    )


def _how(data: dict[str, Any]) -> str:
    looks = ""
    if data["precision"] is not None:
        rows = [
            f'<tr><th scope="row">{look["blocks"]:,}</th>'
            + _cell(f"{look['level']:.2g}", look["level"], "level")
            + _cell("?" if look["half_width"] is None else f"{look['half_width']:.3g}", look["half_width"], "half_width")
            + _cell(", ".join(look["moved"]) or "nothing")
            + "</tr>"
            for look in data["looks"]
        ]
        looks = _table("looks", ("looked after blocks", "level", "half the interval", "moved"), rows)
    checks = "".join(
        f"<li>{text(check['bot'])} against itself in rotated seats, {check['games']:,} games: the first wins "
        f"{check['share']:.1%} ({check['low']:.1%} to {check['high']:.1%}), its share is {check['expected']:.1%}: "
        f"{'as it should be' if check['fine'] else 'something is wrong'}</li>"
        for check in data["mirror"]
    )
    ends = [
        (says, [data[side][key] for side in ("base", "variant")])
        for key, says in (("finished", "games that ended"), ("draws", "without a winner"), ("shared", "shared"),
                          ("hit_limit", "stopped by a limit"), ("endless", "endless"), ("errors", "broken"))
    ]  # fmt: skip
    rows = [
        f'<tr><th scope="row">{says}</th>{"".join(_cell(f"{value:,}", value, says) for value in values)}</tr>'
        for says, values in ends
    ]
    return (
        '<section id="how"><h2>How it was played</h2><p>A block is one seed, played in every rotation of the seats, '
        "without the change and with it. What the change does not touch falls the same in both. Blocks, not games, are "
        "what is counted: the games of a block are not independent.</p>"
        f"{looks}{_table('ends', ('', 'base', 'changed'), rows)}<h3>Mirror check</h3><ul>{checks}</ul></section>\n"
    )
