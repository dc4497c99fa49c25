"""Look for games that go wrong: that break, never end, lose cards, break an invariant, or leave somebody with nothing to do."""

from __future__ import annotations

import argparse
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import scenario
from rulewright.interpreter.api import files_of
from rulewright.repl.files import check_rules_output, write_output
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output, plural
from rulewright.repl.progress import Progress
from rulewright.repl.usage import whole_number

if TYPE_CHECKING:
    from rulewright.lab.fuzz import Finding

EXAMPLE = """\
examples:
  rulewright fuzz magpies.rules
  rulewright fuzz magpies.rules --seconds 60 --out found.rules
  rulewright fuzz magpies.rules --games 500 --seed 3 --json

What is found is shown as a scenario: pasted into the rules it fails under `rulewright test` until the rule is mended.
Ctrl-C ends the search and keeps what was found. With --games the same seed finds the same."""

_SECONDS = 10


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=whole_number(1), help=f"how long to look ({_SECONDS}, unless --games is given)"
    )
    parser.add_argument("--games", "-n", metavar="N", type=whole_number(1), help="how many games to play at most")
    parser.add_argument(
        "--idle", metavar="N", type=whole_number(1),
        help="how many choices of others without one of one's own are too many (40 for each of the others)",
    )  # fmt: skip
    parser.add_argument("--out", metavar="FILE", help="write the scenarios to a rules file")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Look for troubles; give the exit status: 1 if any was found."""
    from rulewright.lab.fuzz import MOST_FINDINGS, Searcher
    from rulewright.lab.shrink import finding

    source = GameSource.of(args)
    check_rules_output(args.out, scenario.with_tests_beside(files_of(source.path, source.variants)))
    game = source.load()
    players = None if args.players is None else check_players(game, args.players)
    seed = args.seed if args.seed is not None else secrets.randbits(32)
    searcher = Searcher.of(game, seed, players, args.idle)
    seconds = args.seconds if args.seconds is not None else None if args.games is not None else _SECONDS
    found: dict[tuple[str, str, str], Finding] = {}
    known: set[tuple[str, str, str]] = set()
    interrupted = False
    ends = None if seconds is None else time.monotonic() + seconds
    try:
        with Progress("games", args.games) as bar:
            for trouble in searcher.troubles():
                bar.update(searcher.games)
                if trouble is not None and trouble[0].key not in known:
                    known.add(trouble[0].key)
                    # Kept before it is made shorter: an interrupt must not lose it.
                    found[trouble[0].key] = _as_it_is(trouble)
                    one = finding(searcher.watch, *trouble)
                    if any(one.same(other) for other in found.values()):
                        del found[trouble[0].key]
                    else:
                        found[trouble[0].key] = one
                        if not args.json:
                            _show(one, out)
                if len(found) >= MOST_FINDINGS or searcher.games == args.games:
                    break
                if ends is not None and time.monotonic() >= ends:
                    break
    except KeyboardInterrupt:
        interrupted = True
    findings = list(found.values())
    if args.out is not None and findings:
        _write(Path(args.out), args.game, findings)
    if args.json:
        out.document(_document(searcher, findings, seed))
    else:
        _show_end(args, searcher, findings, seed, out)
    if interrupted:
        out.error(f"interrupted after {plural(searcher.games, 'game')}")
        return 130
    return 1 if findings else 0


def _as_it_is(trouble: Any) -> Finding:
    from rulewright.lab.fuzz import Finding

    return Finding(trouble[0], trouble[1], "")


def _document(searcher: Any, findings: list[Finding], seed: int) -> dict[str, Any]:
    return {
        "games": searcher.games,
        "decisions": searcher.decisions,
        "seed": seed,
        "findings": [one.to_json() for one in findings],
    }


def _show(one: Finding, out: Output) -> None:
    where = f"  {one.trouble.rule}" if one.trouble.rule else ""
    out.line(("red", one.trouble.kind), where)
    out.line(f"    {one.trouble.message}")
    if one.scenario:
        for line in one.scenario.rstrip().split("\n"):
            out.line(f"    {line}".rstrip())
    else:
        out.line(
            f"    no scenario can say it; it is in the game with {plural(one.run.players, 'player')} and seed {one.run.seed}, "
            "whose answers --json gives"
        )
    out.line("")


def _show_end(args: argparse.Namespace, searcher: Any, findings: list[Finding], seed: int, out: Output) -> None:
    what = plural(len(findings), "trouble") if findings else "no trouble"
    out.line(
        f"{what} in {plural(searcher.games, 'game')} of {searcher.game.name} "
        f"({plural(searcher.decisions, 'decision')}, seed {seed})"
    )
    if args.out is not None and findings:
        out.line(f"written to {args.out}")


def _write(path: Path, game: str, findings: list[Finding]) -> None:
    """Write the scenarios as a file of tests of the game."""
    used = Path(game).name if Path(game).exists() else f"{game}.rules"
    parts = [f'use "{used}"\n']
    for one in findings:
        parts.append(one.scenario or f"# {one.trouble.kind}: {one.trouble.message} (seed {one.run.seed})\n")
    write_output(path, "\n".join(parts).encode())
