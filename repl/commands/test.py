"""Run the scenarios, invariants and experiments that stand in rules files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import rulewright
from rulewright.dsl.bound_tests import Experiment
from rulewright.dsl.loading import CheckResult
from rulewright.interpreter import scenario
from rulewright.lab.coverage import Coverage, cover_with_games, parts
from rulewright.lab.experiments import run_experiment
from rulewright.lab.junit import junit_xml
from rulewright.repl.files import check_outputs, write_output
from rulewright.repl.output import Output, plural
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.progress import Progress
from rulewright.repl.shipped import find_paths
from rulewright.repl.under import run_under

EXAMPLE = """\
examples:
  rulewright test magpies.rules
  rulewright test games/ --filter "pearl" --junit results.xml
  rulewright test magpies.rules --coverage       which rules and cards nothing reached
  rulewright test magpies.rules --with thieves.rules    which of its tests end differently then"""

_STYLE = {"passed": "green", "failed": "red", "undecided": "yellow"}


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a rules file, a folder of them, or a game that ships")
    parser.add_argument("--filter", metavar="TEXT", help="only those whose name has this text")
    parser.add_argument("--strict", action="store_true", help="a claim that is undecided counts as failed")
    parser.add_argument(
        "--with",
        dest="variants",
        metavar="FILE",
        action="append",
        default=[],
        help="run the tests of the game under a variant as well, and say which end differently (repeatable)",
    )
    parser.add_argument("--junit", metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--coverage", action="store_true", help="say which rules and cards no test or game reached")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Run the tests; give the exit status."""
    check_outputs(args.junit)
    paths = scenario.with_tests_beside(find_paths(args.paths, tests=True))
    if args.variants:
        return run_under(args, paths, out)
    checked = rulewright.check_paths([str(path) for path in paths])
    errors = [one for one in checked.diagnostics if one.severity == "error"]
    if errors:
        show_diagnostics(errors, out)
        return 1
    items = scenario.collect(checked)
    if args.filter is not None:
        items = [item for item in items if args.filter.casefold() in item.name.casefold()]
    results, interrupted = _run_all(items, out, quiet=args.json)
    coverage = _cover(checked, results) if args.coverage else None
    counts = {outcome: sum(result.outcome == outcome for result in results) for outcome in _STYLE}
    if args.json:
        out.document(_document(results, counts, coverage))
    else:
        _show_end(args, counts, coverage, out)
    if args.junit is not None:
        write_output(Path(args.junit), junit_xml(results).encode())
    if interrupted:
        out.error(f"interrupted after {len(results)} of {plural(len(items), 'test')}")
        return 130
    return 1 if counts["failed"] or (args.strict and counts["undecided"]) else 0


def _play(experiment: Experiment) -> tuple[str, str]:
    """Play an experiment; give its outcome and what is to be said of each claim."""
    verdicts = run_experiment(experiment, rulewright.Game(experiment.program))
    outcomes = {verdict.outcome for verdict in verdicts}
    worst = next((outcome for outcome in ("failed", "undecided") if outcome in outcomes), "passed")
    return worst, "\n".join(verdict.message for verdict in verdicts)


def _cover(checked: CheckResult, results: list[scenario.TestResult]) -> Coverage:
    """Give what the tests and some random games of the checked games reached."""
    coverage = Coverage()
    for loaded in checked.loaded:
        if loaded.program is not None and loaded.program.play:
            coverage.places.update(parts(loaded.program))
            cover_with_games(coverage, rulewright.Game(loaded.program))
    for result in results:
        coverage.reached |= result.coverage
    return coverage


def _run_all(items: list[Any], out: Output, *, quiet: bool) -> tuple[list[Any], bool]:
    results: list[Any] = []
    try:
        with Progress("testing", len(items)) as bar:
            for item in items:
                result = scenario.run(item, _play)
                results.append(result)
                bar.update(len(results))
                if not quiet:
                    _show(result, out)
    except KeyboardInterrupt:
        return results, True
    return results, False


def _show(result: Any, out: Output) -> None:
    out.line((_STYLE[result.outcome], f"{result.outcome:9}"), f" {result.kind} ", ("bold", result.name))
    if result.outcome != "passed":
        out.line(f"          {result.file}:{result.line}")
        for line in (result.message or "").split("\n"):
            out.line(f"          {line}")


def _show_end(args: argparse.Namespace, counts: dict[str, int], coverage: Coverage | None, out: Output) -> None:
    if coverage is not None:
        for line in coverage.lines():
            out.line(line)
    if not sum(counts.values()):
        out.line(f"No test has '{args.filter}' in its name." if args.filter else "There are no tests in these files.")
        return
    told = [f"{count} {outcome}" for outcome, count in counts.items() if count or outcome != "undecided"]
    out.line(", ".join(told))


def _document(results: list[Any], counts: dict[str, int], coverage: Coverage | None) -> dict[str, Any]:
    keys = ("name", "kind", "file", "line", "outcome", "seconds", "message")
    return {
        **counts,
        "results": [{key: getattr(result, key) for key in keys} for result in results],
        "coverage": None if coverage is None else coverage.to_json(),
    }
