"""Play a saved game again, on the rules as they are now, and say where it parts from them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rulewright.repl import saves
from rulewright.repl.output import Output, plural
from rulewright.repl.pinned import unpinned
from rulewright.repl.render import outcome_line, score_lines
from rulewright.repl.session import Session
from rulewright.repl.steps import Change, Diverged, said

EXAMPLE = """\
examples:
  rulewright replay tonight.json                            does it still play to where it was left?
  rulewright replay tonight.json --steps                    and what happened, answer by answer
  rulewright replay tonight.json --game house/magpies.rules --json"""

FINE, PARTED = 0, 1


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("save", metavar="SAVE", help="a game that was saved in `play`")
    parser.add_argument(
        "--game", metavar="GAME", help="the rules; default: those it was played with, looked for here and beside the save"
    )
    parser.add_argument(
        "--with", dest="variants", metavar="FILE", action="append", default=None, help="apply a variant (repeatable)"
    )
    parser.add_argument("--old-rules", action="store_true", help="play by the rules as they were when it was saved")
    parser.add_argument("--steps", action="store_true", help="tell every answer and what came of it, hidden cards too")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Play the save again; give the exit status: 1 where it parts from the rules."""
    path = Path(args.save)
    save = saves.read(path)
    source = unpinned(save, path) if args.old_rules else saves.source_of(save, path, args.game, args.variants)
    game = saves.game_of(save, source)
    session, difference = saves.replayed(save, game, path, source=source)
    if args.json:
        out.document(_document(session, difference))
        return FINE if difference is None else PARTED
    if args.steps:
        _tell_steps(session, out)
    count = len(save["answers"])
    if difference is not None:
        out.line(f"At answer {difference.step} of {count} it parts from the rules: {difference.what}.")
    else:
        out.line(f"{plural(count, 'answer')}, and each fits the rules.")
    state = session.state
    out.line(f"It comes to turn {state.turn} with {plural(state.n_decisions, 'decision')}.")
    if state.is_over:
        out.line(("bold", outcome_line(state.outcome, session.names)))
        for line in score_lines(state.outcome, session.names):
            out.line(line)
    else:
        out.line(f"{session.names[state.player]} is asked: {state.decision.question}")
    return FINE if difference is None else PARTED


def _document(session: Session, difference: Diverged | None) -> dict[str, Any]:
    state = session.state
    outcome = state.outcome
    told = None
    if outcome is not None:
        told = {
            "kind": outcome.kind,
            "winners": list(outcome.winners),
            "scores": None if outcome.scores is None else list(outcome.scores),
        }
    return {
        "decisions": state.n_decisions,
        "outcome": told,
        "diverged_at": None if difference is None else difference.step,
        "why": None if difference is None else difference.what,
    }


def _tell_steps(session: Session, out: Output) -> None:
    """Tell each answer, with what the log has of it."""
    states = [*session.before[1:], session.state]
    for line in session.before[0].log if session.before else ():
        if line.again:
            continue
        out.line(("dim", f"    {line.text}"))
    for number, (step, before, after) in enumerate(zip(session.steps, session.before, states, strict=True), 1):
        who = "by hand" if isinstance(step, Change) else session.names[step.seat]
        out.line(("cyan", f"{number:4}"), f"  {who}: ", ("bold", said(step)))
        if isinstance(step, Change):
            continue
        for line in after.log_since(before.log_mark):
            if not line.again and (line.level or line.seat is None):
                out.line(("dim", f"        {line.text}"))
