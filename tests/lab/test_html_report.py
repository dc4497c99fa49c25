"""The page of a comparison: complete in itself, true to the document, readable without colour, harmless."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.lab.compare_report import Findings, document
from rulewright.lab.comparison import Precision
from rulewright.lab.html_report import html_report
from rulewright.lab.html_style import STYLE
from rulewright.lab.plots import Row, intervals, lengths, seats
from rulewright.repl.cli import main

from ..browser import dom, needs_chromium
from .coins import COINS, compared
from .test_watch import CROWN


class Page(HTMLParser):
    """Takes a page apart: rows of tables with their exact values, links, pictures, the document inside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[dict[str, Any]] = []
        self.fetched: list[str] = []
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.data = ""
        self.outputs: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.tags.append(tag)
        self._inside = "data" if found.get("id") == "data" else tag
        self.fetched += [found[key] or "" for key in ("src", "href", "xlink:href") if key in found]
        if tag == "tr":
            self.rows.append({key: value for key, value in found.items() if key.startswith("data-")})
        if tag == "td" and "data-key" in found:
            self.rows[-1][found["data-key"] or ""] = json.loads(found["data-value"] or "")
        if tag == "figure":
            self.labels.append(found.get("aria-label") or "")

    def handle_data(self, data: str) -> None:
        if self._inside == "data":
            self.data += data
        if self._inside == "output":
            self.outputs.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """A game whose only valuable card has become worthless: much to show."""
    path = tmp_path_factory.mktemp("crown") / "crown.rules"
    path.write_text(CROWN.replace("stake: 1 to 3", "stake: 0 to 3"))
    games = rulewright.load(path), rulewright.load(path, options={"stake": "0"})
    found = compared(games, 200, watched=50, precision=Precision(0.001))
    return Findings.of(found, games, ([], []))


@pytest.fixture(scope="module")
def page(findings: Findings) -> str:
    return html_report(findings)


def check_numbers(page: Page, findings: Findings) -> None:
    """Every number in a table is that of the document; and the page carries the document."""
    data = json.loads(json.dumps(document(findings)))
    inside = json.loads(page.data)
    examples = inside.pop("examples")
    assert inside == data
    assert examples and all(len(one["sides"]) == 2 and one["sides"][0]["lines"] for one in examples)
    by_measure = {one["measure"]: one for one in data["differences"]}
    shown = [row for row in page.rows if "data-measure" in row]
    assert [row["data-measure"] for row in shown] == list(by_measure)
    for row in shown:
        for key in ("base", "variant", "difference", "low", "high", "effect", "p", "p_adjusted", "correlation", "pairs"):
            assert row[key] == by_measure[row["data-measure"]][key], (row, key)
    by_card = {one["card"]: one for one in data["watched"]["cards"]}
    cards = [row for row in page.rows if "data-card" in row]
    assert {row["data-card"] for row in cards} == {"Crown", "Pebble"}
    for row in cards:
        found = by_card[row["data-card"]]
        assert row["difference"] == found["difference"] and row["p_adjusted"] == found["p_adjusted"]
        assert row["base"] == found["base"]["wins_when_used"]["share"]
    for row in page.rows:
        for key, value in row.items():
            if "." in key:
                expected: Any = data
                for step in key.split("."):
                    expected = expected[int(step) if isinstance(expected, list) else step]
                assert value == expected, key


def test_the_page_needs_nothing_else(page: str) -> None:
    found = Page(page)
    assert all(target.startswith("#") for target in found.fetched), found.fetched
    assert "@import" not in page and not re.search(r"url\((?!#)", page)
    assert "link" not in found.tags and "img" not in found.tags
    assert found.tags.count("svg") == 4


def test_its_numbers_are_those_of_the_document(page: str, findings: Findings) -> None:
    check_numbers(Page(page), findings)


def test_it_says_at_a_look_what_moved(page: str) -> None:
    at_a_look = page.partition('<section id="summary">')[2].partition("</section>")[0]
    assert "card Crown lost" in at_a_look
    assert "victory shared" in at_a_look
    assert "mirror" in page.lower() and "bots random, random" in page


def test_two_reports_of_the_same_games_are_the_same(page: str, findings: Findings) -> None:
    assert html_report(findings) == page


@needs_chromium
def test_it_opens_in_a_browser_without_a_network(page: str, findings: Findings, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page, encoding="utf-8")
    seen = Page(dom(path))
    check_numbers(seen, findings)
    assert seen.tags.count("svg") == 4
    assert seen.outputs and all(re.fullmatch(r"step \d+ of \d+", shown) for shown in seen.outputs)


class TestWithoutColour:
    def contrast(self, colour: str) -> float:
        """Give the contrast with white as WCAG 2 defines it."""
        digits = colour if len(colour) == 6 else "".join(sign * 2 for sign in colour)
        parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)

    def test_every_text_is_dark_enough(self, page: str) -> None:
        used = re.findall(r"(?<![-\w])color: #([0-9a-f]{6}|[0-9a-f]{3});", STYLE)
        assert len(used) > 3
        assert all(self.contrast(colour) >= 4.5 for colour in used), used

    def test_what_moved_has_another_mark_and_a_word(self, page: str) -> None:
        assert "▼ moved down" in page and "▲ moved up" in page
        one = intervals("x", [Row("sure", 1, 0.5, 1.5, True)], "by")
        two = intervals("x", [Row("sure", 1, 0.5, 1.5, False)], "by")
        assert "stroke-dasharray" not in self.lines(one) and "stroke-dasharray" in self.lines(two)
        marks = [set(re.findall(r'<path id="m\w+" d="([^"]*)"', svg)) for svg in (one, two)]
        assert marks[0] - marks[1] and marks[1] - marks[0], "a triangle and a circle"

    def lines(self, svg: str) -> str:
        """Give the lines of a plot without the one at zero and the axes."""
        return "".join(re.findall(r'<path [^>]*clip-path[^>]*style="([^"]*)"', svg)[1:])

    def test_the_two_games_differ_by_more_than_colour(self) -> None:
        steps = lengths("x", {3: 5, 4: 1}, {3: 1, 4: 5}, "turns", ["base", "changed"])
        dashed = re.findall(r"stroke-dasharray", steps)
        assert len(dashed) == 2, "one line of the two, and its place in the legend"
        bars = seats("x", [[(0.5, 0.4, 0.6)] * 2] * 2, ["base", "changed"])
        assert "<pattern" in bars and len(re.findall(r"fill: url\(#", bars)) == 3, "two bars and the legend"


def test_names_of_strangers_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "coins.rules"
    hostile = "<script>alert(1)</script> $\\\\frac{1}{0}$ \u202eabc"
    path.write_text(COINS.replace('game "Coins"', f'game "{hostile}"').replace('"calls"', f'"{hostile}"'))
    report = tmp_path / "report.html"
    words = [str(path), "--change", "favour=yes", "-n", "30", "--seed", "1", "--report", str(report)]
    assert main(["compare", *words]) == 0
    assert "\u202e" not in capsys.readouterr().out
    written = report.read_text(encoding="utf-8")
    assert "<script>alert" not in written and "&lt;script&gt;alert(1)" in written
    assert "\u202e" not in written.partition('id="data">')[0]
    assert "$" in written


def test_a_game_and_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS)
    report = tmp_path / "report.html"
    assert main(["compare", str(path), "-n", "20", "--seed", "1", "--report", str(report)]) == 0
    assert "The games are the same" in report.read_text(encoding="utf-8")
    # A folder that is not there is told in a line.
    assert main(["compare", str(path), "-n", "20", "--report", str(tmp_path / "none" / "report.html")]) == 2
    assert "Traceback" not in capsys.readouterr().err
