"""Say why a move is or is not offered in a saved game, or why a number is what it is."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rulewright.interpreter.why_answers import Reason, Why
from rulewright.repl import saves
from rulewright.repl.about import short_file
from rulewright.repl.loading import GameSource, add_game_words
from rulewright.repl.output import Output
from rulewright.repl.usage import UsageProblem, suggestion

EXAMPLE = """\
examples:
  rulewright why storm_dragons --load tonight.json "challenge"
  rulewright why storm_dragons --load tonight.json "Bob's strength" --json
  rulewright why storm_dragons --load tonight.json "Queen"        what made happen what the log says last of a Queen

At the prompt of `play` the same is asked with `why challenge`."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    add_game_words(parser, players=False, seed=False)
    parser.add_argument("question", metavar="QUESTION", help="a move, a number as `Ann's strength`, or words of the log")
    parser.add_argument("--load", metavar="SAVE", required=True, help="the saved game that is meant")
    parser.add_argument(
        "--player", metavar="NAME", help="who asks, and is told no secrets of others; default: who is asked"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Answer; give the exit status."""
    path = Path(args.load)
    save = saves.read(path)
    source = GameSource.of(args)
    session, note = saves.resume(save, saves.game_of(save, source), path, source=source)
    seat = None if args.player is None else _seat(args.player, list(session.names))
    found = session.state.why(args.question, seat)
    if note:
        out.error(("yellow", "note"), f": {note}")
    if args.json:
        out.document({"answer": found.answer, "offered": found.offered, "reasons": [_as_json(one) for one in found.reasons]})
    else:
        show_why(found, out)
    return 0


def _seat(name: str, names: list[str]) -> int:
    folded = [known.casefold() for known in names]
    if name.casefold() not in folded:
        raise UsageProblem(
            f"nobody here is called '{name}'{suggestion(name, names) or '; here are ' + ', '.join(names)}"
        )
    return folded.index(name.casefold())


def show_why(found: Why, out: Output) -> None:
    """Print an answer with its reasons and where the rules give them."""
    out.line(("bold", found.answer))
    for one in found.reasons:
        _show(one, out, "  ")


def _show(one: Reason, out: Output, indent: str) -> None:
    place = f"  ({short_file(one.file)}:{one.line})" if one.file is not None else ""
    out.line(f"{indent}{one.text}", ("dim", place))
    for detail in one.details:
        _show(detail, out, f"{indent}  ")


def _as_json(one: Reason) -> dict[str, Any]:
    found: dict[str, Any] = {"text": one.text, "file": one.file, "line": one.line}
    return {**found, "details": [_as_json(detail) for detail in one.details]} if one.details else found
