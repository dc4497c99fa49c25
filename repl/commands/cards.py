"""Print the cards of a game on sheets to cut out, nine on a page, as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.repl.files import write_output
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output, plural
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
examples:
  rulewright cards storm_dragons -o cards.pdf
  rulewright cards storm_dragons --players 2 --once -o proofs.pdf     each card once"""

PAGE = 9
MOST = 5000


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser, seed=False)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="a .pdf file")
    parser.add_argument("--once", action="store_true", help="each card once, however often the game has it")


def run(args: argparse.Namespace, out: Output) -> int:
    """Make the sheets; give the exit status."""
    import attrs

    from rulewright.lab.book_cards import card_rows
    from rulewright.lab.book_pdf import card_sheets

    path = Path(args.output)
    if path.suffix != ".pdf":
        raise UsageProblem(f"'{args.output}' is no .pdf file")
    game = GameSource.of(args).load()
    players = game.max_players if args.players is None else check_players(game, args.players)
    cards = card_rows(game, series=True, players=players)
    if not cards:
        raise UsageProblem(f"{game.name} has no cards")
    if args.once:
        cards = [attrs.evolve(card, copies=1) for card in cards]
    count = sum(card.copies for card in cards)
    if count > MOST:
        raise UsageProblem(f"{count:,} cards are more than {MOST:,}; --once prints each of them once")
    write_output(path, card_sheets(game.name, cards))
    out.line(f"{args.output}: {plural(count, 'card')} on {plural(-(-count // PAGE), 'page')}")
    return 0
