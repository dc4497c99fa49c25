"""Play a game: at a prompt in a terminal, or with one answer a line from a pipe or a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.lab.bots import check_bot
from rulewright.repl import saves
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output
from rulewright.repl.passes import PASSES, read_passes
from rulewright.repl.reader import make_reader
from rulewright.repl.session import HUMAN, Session
from rulewright.repl.table import Table
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

EXAMPLE = """\
examples:
  rulewright play storm_dragons --players 3
  rulewright play storm_dragons --seats human,human        two people, one keyboard
  rulewright play storm_dragons --load tonight.json        go on with a saved game
  echo "1" | rulewright play storm_dragons --seed 7        one answer a line"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser)
    parser.add_argument(
        "--seats", metavar="WHO,...", help="who sits where: human, greedy, random, mcts[:N], or a bot of the rules"
    )
    parser.add_argument("--load", metavar="SAVE", help="go on with a saved game")
    parser.add_argument(
        "--pass",
        dest="passes",
        metavar="WHEN",
        help="which passes in response windows are given by themselves, for all seats or for each with commas: "
        + "; ".join(f"{name} ({what})" for name, what in PASSES.items()),
    )
    parser.add_argument("--script", metavar="FILE", help="read the answers from a file, one a line")


def run(args: argparse.Namespace, out: Output) -> int:
    """Play; give the exit status."""
    if args.script is not None and not Path(args.script).is_file():
        raise UsageProblem(f"there is no file '{args.script}' (--script)")
    session, note = _session(args)
    passes = read_passes(args.passes, session.players)
    script = None if args.script is None else Path(args.script)
    reader = make_reader(out, script, keep_history=len(session.humans) < 2)
    if note:
        out.error(("yellow", "note"), f": {note}")
    return Table(session, reader, out, passes=passes).run()


def _session(args: argparse.Namespace) -> tuple[Session, str | None]:
    source = GameSource.of(args)
    if args.load is not None:
        path = Path(args.load)
        save = saves.read(path)
        if args.players is not None or args.seed is not None:
            raise UsageProblem("a saved game has its players and its seed: leave out --players and --seed")
        game = saves.game_of(save, source)
        seats = read_seats(game, args.seats, save["players"]) if args.seats is not None else None
        return saves.resume(save, game, path, seats)
    game = source.load()
    seats = read_seats(game, args.seats, args.players)
    return Session.start(game, len(seats), seats, args.seed), None


def read_seats(game: Game, words: str | None, players: int | None) -> list[str]:
    """Give who sits where. Without words: a person, and the bot greedy in every other seat."""
    if words is None:
        count = check_players(game, players)
        return [HUMAN] + ["greedy"] * (count - 1)
    seats = [word.strip() for word in words.split(",")]
    if players is not None and players != len(seats):
        raise UsageProblem(f"--seats names {len(seats)} seats, and --players says {players}")
    check_players(game, len(seats))
    for seat in seats:
        if seat != HUMAN:
            check_bot(game, seat)
    return seats
