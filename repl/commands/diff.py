"""Say what differs between two games, or between a game and its variant, as rules."""

from __future__ import annotations

import argparse
import difflib

import attrs

from rulewright.dsl.differences import Difference, differences
from rulewright.interpreter.api import load_files
from rulewright.repl.loading import GameSource, add_variant_word
from rulewright.repl.output import Output, plural
from rulewright.repl.shipped import find_game

EXAMPLE = """\
examples:
  rulewright diff storm_dragons --with no_rebuild
  rulewright diff mine.rules theirs.rules
  rulewright diff mine.rules theirs.rules --with house.rules --json    the second one with a variant"""

_SIGNS = {"added": ("green", "+"), "removed": ("red", "-"), "changed": ("yellow", "*")}


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("game", metavar="GAME", help="a .rules file, or the name of a game that ships")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="the game to compare with; otherwise the same")
    add_variant_word(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Compare; give the exit status."""
    one = load_files(find_game(args.game))
    source = GameSource.named(args.other or args.game, args.variants, [])
    other = load_files(source.path, source.variants)
    found = differences(one, other)
    if args.json:
        out.document([attrs.asdict(difference) for difference in found])
        return 0
    for difference in found:
        _show(difference, out)
    for note in other.notes:
        out.line(("yellow", "note"), f": {note}")
    out.line(plural(len(found), "difference") if found else "The rules are the same.")
    return 0


def _show(difference: Difference, out: Output) -> None:
    style, sign = _SIGNS[difference.change]
    name = f'"{difference.name}"' if "card" in difference.kind else difference.name
    out.line((style, sign), " ", ("bold", f"{difference.kind} {name}".rstrip()), f" {difference.change}")
    before = (difference.before or "").split("\n") if difference.before is not None else []
    after = (difference.after or "").split("\n") if difference.after is not None else []
    for line in difflib.ndiff(before, after):
        if not line.startswith("?"):
            out.line("    ", (_LINES.get(line[0], "dim"), line.rstrip()))


_LINES = {"+": "green", "-": "red"}
