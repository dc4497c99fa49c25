"""Play a game with and without a change of the rules, both with the same luck, and say what the change does."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rulewright.interpreter.measures import measure_titles
from rulewright.lab.bots import check_bot
from rulewright.lab.compare_report import Findings, document, lines
from rulewright.lab.comparison import DEFAULT_BLOCKS, MOST_BLOCKS, Comparison, Precision
from rulewright.lab.engines import ENGINES
from rulewright.lab.figures import LENGTHS, is_share
from rulewright.lab.mirror import Mirror, mirrors
from rulewright.lab.pairs import PairPlan, Part
from rulewright.lab.row_files import pair_columns, pair_rows, row_files
from rulewright.repl.crashes import write_crashes
from rulewright.repl.files import check_folder, check_outputs, write_output
from rulewright.repl.loading import GameSource, check_players, read_settings
from rulewright.repl.output import Output
from rulewright.repl.progress import Progress
from rulewright.repl.usage import OnePerSeat, UsageProblem, seed_number, whole_number

EXAMPLE = """\
examples:
  rulewright compare magpies.rules --with thieves.rules
  rulewright compare hearts --change moon=taker_gains --players 4
  rulewright compare GAME --with new.rules --against old.rules --precision 2% --report report.html

A block is one seed, played in every rotation of the seats, with and without the change. The same seed gives the same
figures, whatever --jobs and --engine are."""

_SEAT_ONE = "wins of seat 1"


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("game", metavar="GAME", help="a .rules file, or the name of a game that ships")
    for option, dest, says in (
        ("--with", "variants", "the change: a variant, a file or a title in the game's own (repeatable)"),
        ("--against", "against", "what it is compared with: a variant instead of the game as it is (repeatable)"),
    ):
        parser.add_argument(option, dest=dest, metavar="FILE", action="append", default=[], help=says)
    for option, dest, says in (
        ("--change", "changed", "set an option in the changed game only (repeatable)"),
        ("--set", "settings", "set an option in both (repeatable)"),
    ):
        parser.add_argument(option, dest=dest, metavar="OPTION=VALUE", action="append", default=[], help=says)
    parser.add_argument(
        "--deck", dest="decks", metavar="DECK", action="append", default=[],
        help="the deck that players bring to both, one of the game's or a file; one for each seat, or one for all",
    )  # fmt: skip
    parser.add_argument("--players", metavar="N", type=whole_number(1), help="how many play")
    parser.add_argument("--seed", metavar="N", type=seed_number, help="makes the run repeatable")
    parser.add_argument(
        "-n", dest="blocks", metavar="N", type=whole_number(2, 1_000_000),
        help=f"blocks ({DEFAULT_BLOCKS}; with --precision the most there may be, {MOST_BLOCKS:,})",
    )  # fmt: skip
    parser.add_argument("--precision", metavar="P", help="play until an interval is that narrow: 2%% for shares, or 0.5")
    parser.add_argument(
        "--on", metavar="MEASURE", help=f"the measure of --precision ({_SEAT_ONE})"
    )
    parser.add_argument(
        "--bots", action=OnePerSeat, metavar="BOT,...", default="random", help="one for all, or one a seat (random)"
    )
    parser.add_argument(
        "--watch", metavar="N", type=whole_number(0),
        help="blocks watched closely: cards, actions, leads (random bots: a quarter, at most 100; else all)",
    )
    parser.add_argument("--independent", action="store_true", help="other luck in each game: what pairing saves")
    parser.add_argument("--report", metavar="FILE.html", help="write a page with plots and games to step through")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game of both kinds")
    parser.add_argument("--parquet", metavar="FILE", help="the same as Parquet (needs the extra parquet)")
    parser.add_argument("--limit", metavar="DECISIONS", type=whole_number(1), help="end a game after so many")
    parser.add_argument("--jobs", metavar="J", type=whole_number(1, 256), default=1, help="processes (1)")
    parser.add_argument("--engine", metavar="ENGINE", choices=ENGINES, default="local", help="local or ray (a cluster)")
    parser.add_argument("--crashes", metavar="FOLDER", help="save each game that broke, as it was before it broke")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Compare; give the exit status: 1 when games broke."""
    check_outputs(args.report, args.csv, args.parquet)
    check_folder(args.crashes)
    findings, problems = _findings(args)
    comparison = findings.comparison
    if args.json:
        out.document(document(findings))
    else:
        for line in lines(findings, out.width):
            out.line(line)
    if args.report is not None:
        # Imported late: plots are slow to import. Written last, so that a page that cannot be written loses no figures.
        from rulewright.lab.html_report import html_report

        write_output(Path(args.report), html_report(findings).encode())
    if args.crashes is not None:
        for side, variants in enumerate((args.against, args.variants)):
            words = " ".join([args.game, *(f"--with {word}" for word in variants)])
            crashes = comparison.total.sides[side].crashes
            folder = Path(args.crashes) / ("base", "changed")[side]
            for line in write_crashes(crashes, findings.games[side], comparison.plan.players, folder, words):
                out.error(line)
    for problem in problems:
        out.error(("red", "error"), f": {problem}")
    done = f"{comparison.total.columns.blocks:,} of {comparison.blocks:,} blocks"
    if comparison.interrupted:
        out.error(f"interrupted after {done}")
        return 130
    if comparison.broken:
        out.error(("red", "error"), f": a process was ended from outside after {done} (out of memory?)")
        return 1
    return 1 if problems or any(batch.kinds.get("error") for batch in comparison.total.sides) else 0


def _sources(args: argparse.Namespace) -> tuple[GameSource, GameSource]:
    """Give what is compared, the base first."""
    changed = read_settings(args.changed)
    settings = [word for word in args.settings if word.partition("=")[0].strip() not in changed]
    read_settings(args.settings)
    return (
        GameSource.named(args.game, args.against, args.settings, args.decks),
        GameSource.named(args.game, args.variants, [*settings, *args.changed], args.decks),
    )


def _precision(args: argparse.Namespace, measures: list[str]) -> Precision | None:
    if args.precision is None:
        if args.on is not None:
            raise UsageProblem(f"--on '{args.on}' says what --precision is about; give that too, as `--precision 2%`")
        return None
    text = args.precision.strip()
    try:
        half = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        half = 0.0
    if not 0 < half < float("inf"):
        raise UsageProblem(f"--precision {args.precision}: give how far an interval may reach to either side, 2% or 0.5")
    measure = _SEAT_ONE if args.on is None else args.on
    if is_share(measure) and half >= 1:
        raise UsageProblem(
            f"--precision {args.precision}: '{measure}' is a share of games, which goes up to 1 (100%); "
            f"say {args.precision}% for {args.precision} points in a hundred"
        )
    if text.endswith("%") and measure in (*LENGTHS, *measures) and not is_share(measure):
        raise UsageProblem(f"--precision {args.precision}: '{measure}' is no share of games; give a number, such as 0.5")
    return Precision(half, measure)


def _findings(args: argparse.Namespace) -> tuple[Findings, list[str]]:
    """Play; give what was found, and what went wrong with the files of rows."""
    sources = _sources(args)
    games = sources[0].load(), sources[1].load()
    names = [word.strip() for word in args.bots.split(",")]
    players = args.players if args.players is not None or len(names) == 1 else len(names)
    if players is None:
        players = max(game.min_players for game in games)
    for game in games:
        check_players(game, players)
        for name in names:
            check_bot(game, name)
    if len(names) not in (1, players):
        raise UsageProblem(f"--bots names {len(names)} bots for {players} players: name one, or one for each")
    bots = tuple(names * players if len(names) == 1 else names)
    seed = int.from_bytes(os.urandom(8), "big") if args.seed is None else args.seed
    measures = list(dict.fromkeys(title for game in games for title in measure_titles(game, players)))
    precision = _precision(args, measures)
    blocks = args.blocks or (DEFAULT_BLOCKS if precision is None else MOST_BLOCKS)
    plan = PairPlan(
        (sources[0].loader(), sources[1].loader()), players, bots, seed, args.limit,
        watched=_blocks_to_watch(args.watch, blocks, names),
        independent=args.independent, rows=args.csv is not None or args.parquet is not None,
    )  # fmt: skip
    comparison = Comparison(plan, blocks, precision)
    with row_files(args.csv, args.parquet, pair_columns(players, measures)) as files, Progress("comparing", blocks) as bar:

        def take(part: Part, done: int) -> None:
            files.add(pair_rows(part, players, measures))
            bar.update(done)

        comparison.play(games, args.jobs, take, args.engine)
    checks: tuple[Mirror, ...] = ()
    if len(set(bots)) > 1 and not (comparison.interrupted or comparison.broken):
        played = comparison.total.sides[0].games
        checks = mirrors(plan.plan(0), games[0], played, args.jobs, args.engine)
    found = Findings.of(comparison, games, (list(sources[0].variants), list(sources[1].variants)), checks)
    return found, files.problems


def _blocks_to_watch(wanted: int | None, blocks: int, bots: list[str]) -> int:
    if wanted is not None:
        return min(wanted, blocks)
    return max(1, min(100, blocks // 4)) if set(bots) == {"random"} else min(1_000, blocks)
