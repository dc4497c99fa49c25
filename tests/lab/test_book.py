"""Rulebooks and sheets of cards: everything that a game says to its players is in them, and nothing else acts."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.book import Heading, Para, Table, book
from rulewright.lab.book_cards import card_rows
from rulewright.lab.book_html import html
from rulewright.lab.book_markdown import markdown
from rulewright.repl.cli import main

from .. import needs

GAMES = ("storm_dragons", "dragon_flight", "hearts", "tic_tac_toe", "kuhn_poker")
HOSTILE = """
game "<b>Bold\\u202e</b>" for 2 players
    \"\"\"Take | or *leave* <script>alert(1)</script>.\"\"\"

each player has:
    hand: private zone

kind thing

card "A|B <i>": thing, 3 copies
    \"\"\"Nothing `at` all.\"\"\"

deck pool:
    every thing

setup:
    each player p: move the first card in pool to p's hand

play:
    each player has a turn

turn:
    draw_one

round draw_one:
    \"\"\"Somebody draws.\"\"\"
    move the first card in pool to first_player's hand

ranking of player p:
    count of cards in p's hand, highest first
"""


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_is_said_to_players_is_in_the_book(name: str) -> None:
    game = rulewright.load(name)
    blocks = book(game)
    told = " ".join(
        block.text if isinstance(block, Heading | Para) else " ".join(" ".join(row) for row in block.rows)
        for block in blocks
        if isinstance(block, Heading | Para | Table)
    )
    program = game.program
    texts = [program.doc, *(one.doc for one in program.actions.values()), *(one.doc for one in program.options.values())]
    texts += [one.doc for one in program.cards]
    missing = [text for text in texts if text and " ".join(text.split()) not in " ".join(told.split())]
    assert missing == []
    assert all(card.name in told for card in card_rows(game))
    assert [block.level for block in blocks if isinstance(block, Heading)].count(1) == 1


def test_cards_have_the_numbers_and_copies_of_the_game() -> None:
    game = rulewright.load("storm_dragons")
    rows = {row.name: row for row in card_rows(game, players=4)}
    assert sum(row.copies for row in rows.values()) == 84
    assert sum(row.copies for row in card_rows(game, players=6)) == 168, "a second deck for six"
    assert (rows["Spy"].copies, rows["Spy"].numbers["night"], rows["Spy"].numbers["head_night"]) == (7, "1", "4")
    changed = rulewright.load("storm_dragons", options={}, variants=["no_rebuild"])
    headings = [block.text for block in book(changed) if isinstance(block, Heading)]
    assert "House rules" in headings and "rebuild" not in headings


def test_a_series_of_cards_is_one_row_of_the_book_and_many_cards() -> None:
    game = rulewright.load("hearts")
    assert [row.copies for row in card_rows(game)] == [36, 4, 4, 4, 4]
    assert len(card_rows(game, series=True)) == 52


def test_the_same_game_gives_the_same_book() -> None:
    one, other = (markdown(book(rulewright.load("dragon_flight"))) for _ in range(2))
    assert one == other


def test_nothing_of_a_strangers_file_acts_in_the_book(tmp_path: Path) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text(HOSTILE.replace("\\u202e", "\u202e"), encoding="utf-8")
    blocks = book(rulewright.load(path))
    page, text = html(blocks), markdown(blocks)

    seen: set[str] = set()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.add(tag)

    Tags().feed(page)
    assert seen.isdisjoint({"script", "b", "i"})
    assert "\u202e" not in page + text and "\\u202e" in text
    assert "<script>" not in text and r"A\|B" in text
    assert len({line.count(" | ") for line in text.splitlines() if line.startswith("| A")}) == 1


def test_the_command_writes_what_the_ending_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("md", "html"):
        assert main(["rulebook", "storm_dragons", "-o", str(tmp_path / f"book.{ending}")]) == 0
    assert (tmp_path / "book.md").read_text(encoding="utf-8").startswith("# Storm Dragons\n")
    assert "<h1>Storm Dragons</h1>" in (tmp_path / "book.html").read_text(encoding="utf-8")
    assert main(["rulebook", "dragon_flight", "-o", str(tmp_path / "flight.html")]) == 0
    assert "<svg" in (tmp_path / "flight.html").read_text(encoding="utf-8"), "the board is drawn"
    assert main(["rulebook", "tic_tac_toe"]) == 0
    assert "# Tic-Tac-Toe" in capsys.readouterr().out
    assert main(["rulebook", "tic_tac_toe", "-o", str(tmp_path / "book.doc")]) == 2
    assert main(["rulebook", "tic_tac_toe", "-o", str(tmp_path / "no" / "book.md")]) == 2
    assert main(["cards", "storm_dragons", "-o", str(tmp_path / "cards.html")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@needs.library("reportlab", "pdf")
def test_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        assert main(["rulebook", "hearts", "-o", str(tmp_path / f"book{number}.pdf")]) == 0
        assert main(["cards", "storm_dragons", "--once", "-o", str(tmp_path / f"cards{number}.pdf")]) == 0
    for name, pages in (("book", 2), ("cards", 2)):
        one, other = ((tmp_path / f"{name}{number}.pdf").read_bytes() for number in (1, 2))
        assert one == other, "the same game, the same bytes"
        assert one.startswith(b"%PDF-") and len(re.findall(rb"/Type /Page\b", one)) >= pages
    assert "16 cards on 2 pages" in capsys.readouterr().out
    assert main(["cards", "tic_tac_toe", "-o", str(tmp_path / "none.pdf")]) == 2
    assert "has no cards" in capsys.readouterr().err


def test_without_the_library_a_pdf_is_refused_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    from rulewright.lab import book_pdf

    book_pdf._library.cache_clear()
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert main(["rulebook", "hearts", "-o", str(tmp_path / "book.pdf")]) != 0
    told = capsys.readouterr()
    assert "pip install 'rulewright[pdf]'" in told.err and not (tmp_path / "book.pdf").exists()
    book_pdf._library.cache_clear()
    assert json.dumps(told.out) == '""'
