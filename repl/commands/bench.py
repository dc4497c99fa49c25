"""Measure how fast games run: decisions a second beside games written by hand, forks, start-up, memory, two cores."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rulewright.lab import bench
from rulewright.repl.loading import GameSource
from rulewright.repl.output import Output
from rulewright.repl.typing_speed import typing_speed
from rulewright.repl.usage import whole_number

EXAMPLE = """\
examples:
  rulewright bench                        the games that have been written by hand too, and the largest
  rulewright bench hearts --seconds 10

A ratio above 1 means that the rules file is faster. The machine should have nothing else to do meanwhile."""

# Shown where no game is named, if they ship.
_USUAL = ("hearts", "crazy_eights", "storm_dragons")


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="games to measure")
    parser.add_argument("--players", metavar="N", type=whole_number(1), help="how many play")
    parser.add_argument("--seconds", metavar="S", type=whole_number(1, 600), default=3, help="for each speed (3)")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Measure; give the exit status."""
    from rulewright.repl.shipped import shipped_games

    references = bench.references(bench.checkout_bench_folder())
    names = args.games or [name for name in _USUAL if name in shipped_games()]
    results = []
    for name in names:
        if not args.json:
            out.error(f"measuring {name} ...")
        result = _measure(name, args, references)
        results.append(result)
        if not args.json:
            _show(result, out)
    if args.json:
        out.document({"python": sys.version.split()[0], "results": results})
    return 0


def _measure(name: str, args: argparse.Namespace, references: dict[str, Any]) -> dict[str, Any]:
    from rulewright.repl.loading import check_players

    source = GameSource.named(name, [], [])
    game = source.load()
    reference = references.get(source.path.stem)
    wanted = args.players
    if wanted is None and game.min_players <= 4 <= game.max_players:
        wanted = 4
    players = check_players(game, wanted)
    load = source.loader()
    return {
        "game": name,
        **bench.side_by_side(game, players, reference, float(args.seconds)),
        "fork_microseconds": bench.fork_cost(game, players),
        **bench.preparation(source.path, players),
        **bench.start_up([str(source.path)]),
        **bench.scaling(load, game, players, float(args.seconds)),
        **typing_speed(game, players),
        **bench.memory_growth(game, players, float(args.seconds) / 2),
    }


_ROWS = (
    ("decisions_per_second", "decisions a second", "{:,.0f}"),
    ("played_in", "random play runs in", "{}"),
    ("reference_decisions_per_second", "by hand, with classes", "{:,.0f}"),
    ("against_reference", "against it", "{:.2f}"),
    ("optimised_reference_decisions_per_second", "by hand, optimised", "{:,.0f}"),
    ("against_optimised_reference", "against it", "{:.2f}"),
    ("games_per_second", "games a second", "{:,.1f}"),
    ("fork_microseconds", "fork in mid-game", "{:.2f} us"),
    ("prepare_cold_seconds", "parse, check, compile", "{:.3f} s"),
    ("prepare_cached_seconds", "the same from the cache", "{:.3f} s"),
    ("first_prompt_seconds", "command to first prompt", "{:.3f} s"),
    ("empty_python_seconds", "of that, Python alone", "{:.3f} s"),
    ("completion_milliseconds", "a key with its completion", "{:.1f} ms"),
    ("screen_milliseconds", "the table drawn, 80 x 24", "{:.1f} ms"),
    ("two_against_one", "two processes against one", "{:.2f}"),
    ("memory_megabytes", "memory", "{:.0f} MB"),
    ("memory_growth_megabytes", "more after more games", "{:.1f} MB"),
)


def _show(result: dict[str, Any], out: Output) -> None:
    out.line(("bold", f"{result['game']}, {result['players']} players"))
    for key, label, form in _ROWS:
        if result.get(key) is not None:
            out.line(f"  {label:26} {form.format(result[key]):>14}")
