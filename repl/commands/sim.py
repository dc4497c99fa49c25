"""Play many games between bots and report who wins how often, how long it takes, how much choice there is."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from rulewright.interpreter.measures import measure_titles
from rulewright.lab.batch import Batch
from rulewright.lab.bots import check_bot
from rulewright.lab.engines import ENGINES
from rulewright.lab.mirror import mirrors
from rulewright.lab.report import document, lines
from rulewright.lab.row_files import columns, row, row_files
from rulewright.lab.simulate import Plan, Simulation
from rulewright.lab.watch import games_to_watch
from rulewright.repl.crashes import write_crashes
from rulewright.repl.files import check_folder, check_outputs
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output
from rulewright.repl.progress import Progress
from rulewright.repl.usage import OnePerSeat, UsageProblem, whole_number

EXAMPLE = """\
examples:
  rulewright sim storm_dragons -n 10000 --players 4 --jobs 2
  rulewright sim storm_dragons -n 500 --bots greedy,random --json
  rulewright sim storm_dragons -n 1000 --csv games.csv     a row a game

The same seed gives the same games, whatever --jobs is."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser)
    parser.add_argument("-n", dest="games", metavar="N", type=whole_number(1), default=1000, help="games (1000)")
    parser.add_argument(
        "--bots",
        action=OnePerSeat,
        metavar="BOT,...",
        default="random",
        help="random, greedy, mcts[:N], or one of the rules: one for all, or one a seat",
    )
    parser.add_argument("--jobs", metavar="J", type=whole_number(1, 256), default=1, help="processes (1)")
    parser.add_argument("--engine", metavar="ENGINE", choices=ENGINES, default="local", help="local or ray (a cluster)")
    parser.add_argument("--limit", metavar="DECISIONS", type=whole_number(1), help="end a game after so many")
    parser.add_argument(
        "--watch", metavar="N", type=whole_number(0),
        help="games watched closely: cards, actions, leads (random bots: one in twenty, 30 to 100; else all to 1000)",
    )
    parser.add_argument("--no-mirror", dest="mirror", action="store_false", help="leave the mirror check out")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--parquet", metavar="FILE", help="the same as Parquet (needs the extra parquet)")
    parser.add_argument("--crashes", metavar="FOLDER", help="save each game that broke, as it was before it broke")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Simulate; give the exit status: 1 when games broke."""
    check_outputs(args.csv, args.parquet)
    check_folder(args.crashes)
    source = GameSource.of(args)
    game = source.load()
    bots = [word.strip() for word in args.bots.split(",")]
    players = check_players(game, args.players if args.players is not None or len(bots) == 1 else len(bots))
    if len(bots) not in (1, players):
        raise UsageProblem(f"--bots names {len(bots)} bots for {players} players: name one, or one for each")
    for bot in bots:
        check_bot(game, bot)
    seed = int.from_bytes(os.urandom(8), "big") if args.seed is None else args.seed
    plan = Plan(
        source.loader(), players, tuple(bots * players if len(bots) == 1 else bots), seed, args.games, args.limit,
        rows=args.csv is not None or args.parquet is not None,
        watched=games_to_watch(args.watch, args.games, bots),
    )  # fmt: skip
    simulation = Simulation.of(plan)
    problems = _play(simulation, game, args)
    if args.mirror and not (simulation.interrupted or simulation.broken):
        simulation.mirrors = mirrors(plan, game, args.games, args.jobs, args.engine)
    if args.json:
        out.document(document(simulation, game, list(source.variants)))
    else:
        out.breaks = True
        for line in lines(simulation, game):
            out.line(line)
    if args.crashes is not None:
        words = " ".join([args.game, *(f"--with {word}" for word in args.variants)])
        for line in write_crashes(simulation.total.crashes, game, players, Path(args.crashes), words):
            out.error(line)
    for problem in problems:
        out.error(("red", "error"), f": {problem}")
    if simulation.interrupted:
        out.error(f"interrupted after {simulation.total.games:,} of {plan.games:,} games")
        return 130
    if simulation.broken:
        done = f"{simulation.total.games:,} of {plan.games:,} games"
        out.error(("red", "error"), f": a process was ended from outside after {done} (out of memory?)")
        return 1
    return 1 if problems or simulation.total.kinds.get("error") else 0


def _play(simulation: Simulation, game: Any, args: argparse.Namespace) -> list[str]:
    """Play, and give what went wrong with the files of rows."""
    plan, measures = simulation.plan, measure_titles(game, simulation.plan.players)
    with row_files(args.csv, args.parquet, columns(plan.players, measures)) as files, Progress("playing", args.games) as bar:

        def take(batch: Batch, done: int) -> None:
            files.add(row(result, plan.players, measures) for result in batch.rows or ())
            bar.update(done)

        simulation.play(game, args.jobs, take, args.engine)
    return files.problems
