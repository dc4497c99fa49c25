"""Draw the board of a game as an SVG picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.repl.board_svg import board_svg
from rulewright.repl.files import check_outputs, write_output
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output, plural
from rulewright.repl.usage import UsageProblem, suggestion

EXAMPLE = """\
examples:
  rulewright board dragon_flight -o sky.svg
  rulewright board hex --set size=5 > hex.svg
  rulewright board mine.rules --board score -o score.svg    one of several"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser, seed=False)
    parser.add_argument("--board", metavar="NAME", help="which board, if the game has several")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it; otherwise it is printed")


def run(args: argparse.Namespace, out: Output) -> int:
    """Draw; give the exit status."""
    check_outputs(args.output)
    game = GameSource.of(args).load()
    boards = game.boards(check_players(game, args.players))
    if not boards:
        raise UsageProblem(f"{game.name} has no board")
    name = args.board or next(iter(boards))
    if name not in boards:
        raise UsageProblem(f"{game.name} has no board '{name}'{suggestion(name, list(boards))}")
    if args.board is None and len(boards) > 1:
        raise UsageProblem(f"{game.name} has several boards: say which with --board {' or '.join(boards)}")
    layout = boards[name]
    picture = board_svg(name, layout)
    if args.output is None:
        out.line(picture.rstrip("\n"))
        return 0
    write_output(Path(args.output), picture.encode())
    out.line(f"{args.output}: {plural(layout.size, 'space')}, {plural(len(layout.lines), 'line')}")
    return 0
