"""Print a rulebook for players from a game's texts, cards and numbers."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.repl.board_svg import board_svg
from rulewright.repl.files import write_output
from rulewright.repl.loading import GameSource, add_game_words
from rulewright.repl.output import Output, plural
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
examples:
  rulewright rulebook storm_dragons -o storm_dragons.html
  rulewright rulebook storm_dragons --with no_rebuild -o house.pdf
  rulewright rulebook magpies.rules                       Markdown, printed here"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser, players=False, seed=False)
    parser.add_argument("-o", "--output", metavar="FILE", help="a .md, .html or .pdf file; otherwise Markdown is printed")


def run(args: argparse.Namespace, out: Output) -> int:
    """Make the book; give the exit status."""
    # Imported late: only this command needs them.
    from rulewright.lab.book import book
    from rulewright.lab.book_html import html
    from rulewright.lab.book_markdown import markdown

    path = None if args.output is None else Path(args.output)
    if path is not None and path.suffix not in (".md", ".html", ".pdf"):
        raise UsageProblem(f"'{args.output}' is neither .md nor .html nor .pdf")
    game = GameSource.of(args).load()
    boards = game.boards(game.max_players)
    blocks = book(game, {name: board_svg(name, layout) for name, layout in boards.items()})
    if path is None:
        out.line(markdown(blocks).rstrip("\n"))
        return 0
    if path.suffix == ".pdf":
        from rulewright.lab.book_pdf import pdf

        data = pdf(blocks)
    else:
        data = (markdown if path.suffix == ".md" else html)(blocks).encode()
    write_output(path, data)
    out.line(f"{args.output}: {plural(len(data), 'byte')}")
    return 0
