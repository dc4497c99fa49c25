"""Walk the whole tree of a small game, chance included: exact counts, and what uniform play brings each player."""

from __future__ import annotations

import argparse

from rulewright.lab.tree import DEFAULT_MAX_NODES, TreeTooBig, walk
from rulewright.repl.loading import GameSource, add_game_words, check_players
from rulewright.repl.output import Output, plural
from rulewright.repl.progress import Progress
from rulewright.repl.usage import UsageProblem, whole_number

EXAMPLE = """\
examples:
  rulewright tree tic_tac_toe
  rulewright tree goofspiel --set top=3 --json

Forced decisions count. Each drawn card is a chance point. Choices made at once by several players are one decision."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser, seed=False)
    parser.add_argument(
        "--max-nodes", metavar="M", type=whole_number(1), default=DEFAULT_MAX_NODES,
        help=f"refuse a tree with more nodes ({DEFAULT_MAX_NODES:,})",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Walk the tree; give the exit status."""
    game = GameSource.of(args).load()
    players = check_players(game, args.players)
    try:
        with Progress("nodes", None) as bar:
            tree = walk(game, players, args.max_nodes, bar.update)
    except TreeTooBig as problem:
        raise UsageProblem(str(problem)) from None
    if args.json:
        out.document(tree.to_json())
        return 0
    out.line(("bold", f"{game.name}, {plural(players, 'player')}"))
    out.line(f"  terminal histories  {tree.terminal_histories:,}")
    out.line(f"  decision nodes      {tree.decision_nodes:,}")
    out.line(f"  chance nodes        {tree.chance_nodes:,}")
    out.line(f"  information sets    {', '.join(f'{len(records):,}' for records in tree.records)}")
    values = tree.uniform_value()
    out.line(f"  uniform play gives  {', '.join(f'{float(value):.6g} ({value})' for value in values)}")
    if tree.unfinished:
        out.line(f"  {tree.unfinished:,} histories were ended by a limit and count as 0")
    return 0
