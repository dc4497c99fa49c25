"""Play a game: at a prompt in a terminal, or with one answer a line from a pipe or a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.lab.bots import check_bot
from rulewright.repl import saves
from rulewright.repl.autosave import Autosave
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output, is_dumb, is_terminal
from rulewright.repl.passes import PASSES, read_passes
from rulewright.repl.pinned import unpinned
from rulewright.repl.reader import make_reader
from rulewright.repl.session import HUMAN, Session
from rulewright.repl.settings import Settings, read_settings
from rulewright.repl.table import Table
from rulewright.repl.tables import at_scenario, play_to
from rulewright.repl.usage import OnePerSeat, UsageProblem, whole_number
from rulewright.repl.watching import Watch

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

EXAMPLE = """\
examples:
  rulewright play storm_dragons --players 3
  rulewright play storm_dragons --seats human,human        two people, one keyboard
  rulewright play storm_dragons --load tonight.json        go on with a saved game
  rulewright play magpies.rules --watch                    go on by the new rules whenever the file is saved
  rulewright play magpies.rules --at "a coin buys a ring"  begin with the table of a scenario
  rulewright play storm_dragons --goto 12                  bots play up to turn 12
  echo "1" | rulewright play storm_dragons --seed 7        one answer a line"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser)
    parser.add_argument(
        "--seats", action=OnePerSeat, metavar="WHO,...",
        help="who sits where: human, greedy, random, mcts[:N], or a bot of the rules",
    )
    parser.add_argument("--load", metavar="SAVE", help="go on with a saved game")
    parser.add_argument(
        "--pass",
        dest="passes",
        metavar="WHEN",
        help="which passes in response windows are given by themselves, for all seats or for each with commas: "
        + "; ".join(f"{name} ({what})" for name, what in PASSES.items()),
    )
    parser.add_argument("--go-on", action="store_true", help="with --load: go on even where the rules have changed")
    parser.add_argument(
        "--old-rules", action="store_true", help="with --load: play by the rules as they were when the game was saved"
    )
    parser.add_argument("--script", metavar="FILE", help="read the answers from a file, one a line")
    parser.add_argument("--watch", action="store_true", help="read the rules again whenever they are saved")
    parser.add_argument("--at", metavar="SCENARIO", help="begin with the table of a scenario of the game")
    parser.add_argument("--goto", metavar="TURN", type=whole_number(1), help="let bots play until this turn begins")
    parser.add_argument("--plain", action="store_true", help="plain lines, for those who hear the screen")
    parser.add_argument("--designer", action="store_true", help="cards may be put by hand, anything be taken back")


def run(args: argparse.Namespace, out: Output) -> int:
    """Play; give the exit status."""
    if args.script is not None:
        _check_script(args.script)
    source = GameSource.of(args)
    watch = Watch.of(source) if args.watch else None
    session, note = _session(args, source)
    session.designer, session.source = session.designer or args.designer, session.source or source
    script = None if args.script is None else Path(args.script)
    settings = read_settings(out) if script is None and is_terminal(sys.stdin) and is_terminal(sys.stdout) else Settings()
    settings.apply(out)
    passes = read_passes(args.passes or settings.passes, session.players)
    out.plain = args.plain or settings.plain == "yes" or (script is None and is_dumb())
    reader = make_reader(out, script, keep_history=len(session.humans) < 2, plain=out.plain)
    if note:
        out.error(("yellow", "note"), f": {note}")
    autosave = Autosave.of(session) if reader.interactive else None
    table = Table(session, reader, out, source=source, watch=watch, autosave=autosave, passes=passes, plain=out.plain)
    if watch is not None:
        # While a line of play is only tried, the rules wait.
        reader.interrupted = lambda: watch.saved() and not table.session.tried
    if autosave is not None and args.load is None and autosave.left() is not None:
        out.line(("dim", f"A game of {session.game.name} was left unfinished; `load` goes on with it."))
    return table.run()


def _check_script(word: str) -> None:
    """Say why answers cannot be read from there; a pipe will do."""
    path = Path(word)
    if not path.exists():
        raise UsageProblem(f"there is no file '{word}' (--script)")
    if not path.is_file() and not path.is_fifo():
        what = "a folder" if path.is_dir() else "a device"
        raise UsageProblem(f"'{word}' is {what}, and --script takes a file of answers, one a line")


def _session(args: argparse.Namespace, source: GameSource) -> tuple[Session, str | None]:
    if args.load is not None:
        for name in ("players", "seed", "at", "goto"):
            if getattr(args, name) is not None:
                raise UsageProblem(f"a saved game has its players, its seed and its table: leave out --{name}")
        path = Path(args.load)
        save = saves.read(path)
        if args.old_rules:
            source = unpinned(save, path)
        game = saves.game_of(save, source)
        seats = read_seats(game, args.seats, save["players"]) if args.seats is not None else None
        return saves.resume(save, game, path, seats, source=source, go_on=args.go_on)
    if args.go_on or args.old_rules:
        raise UsageProblem(f"--{'go-on' if args.go_on else 'old-rules'} belongs to --load")
    game = source.load()
    session = _at(args, source, game) if args.at is not None else _dealt(args, game)
    if args.goto is not None:
        play_to(session, args.goto)
    return session, None


def _dealt(args: argparse.Namespace, game: Game) -> Session:
    seats = read_seats(game, args.seats, args.players)
    return Session.start(game, len(seats), seats, args.seed)


def _at(args: argparse.Namespace, source: GameSource, game: Game) -> Session:
    table = at_scenario(source, args.at)
    scenario = table.scenario()
    players = len(scenario.players)
    if args.players not in (None, players):
        raise UsageProblem(f"the scenario has {players} players, and --players says {args.players}")
    seats = read_seats(game, args.seats, players)
    return Session.start(game, players, seats, args.seed, table.deal, scenario.title)


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
