"""Run the scenarios, invariants and experiments that stand in rules files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from attrs import define

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
from rulewright.repl.usage import whole_number

EXAMPLE = """\
examples:
  rulewright test magpies.rules
  rulewright test games/ --filter "pearl" --junit results.xml
  rulewright test magpies.rules --coverage       which rules and cards nothing reached
  rulewright test magpies.rules --with thieves.rules    which of its tests end differently then
  rulewright test magpies.rules --jobs 2         experiments on two cores; Ctrl-C keeps the figures so far"""

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
    parser.add_argument("--jobs", metavar="J", type=whole_number(1, 256), default=1, help="processes for experiments (1)")
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
    results, interrupted = _run_all(items, [str(path) for path in paths], args.jobs, out, quiet=args.json)
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


@define
class _Experiments:
    """Plays the experiments of some files. interrupted: that one of them was ended by Ctrl-C."""

    paths: list[str]
    jobs: int
    bar: Progress
    interrupted: bool = False

    def play(self, experiment: Experiment) -> tuple[str, str]:
        """Play an experiment; give its outcome and what is to be said of each claim."""
        load = partial(_load, self.paths, str(experiment.span))
        with self.bar.part(f'"{experiment.title}"') as update:
            judged = run_experiment(experiment, rulewright.Game(experiment.program), self.jobs, load, update)
        self.interrupted = judged.interrupted
        outcomes = {verdict.outcome for verdict in judged.verdicts}
        worst = next((outcome for outcome in ("failed", "undecided") if outcome in outcomes), "passed")
        return worst, "\n".join(verdict.message for verdict in judged.verdicts)


def _load(paths: list[str], place: str) -> rulewright.Game:
    """Give the game of the experiment that stands at a place, in a process that begins with nothing."""
    found = scenario.collect(rulewright.check_paths(paths))
    return next(
        rulewright.Game(item.what.program)
        for item in found
        if item.kind == "experiment" and str(item.what.span) == place
    )


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


def _run_all(
    items: list[Any], paths: list[str], jobs: int, out: Output, *, quiet: bool
) -> tuple[list[Any], bool]:
    """Run the tests, telling of each when it is done: (their results, whether Ctrl-C ended it)."""
    results: list[Any] = []
    try:
        with Progress("testing", len(items)) as bar:
            experiments = _Experiments(paths, jobs, bar)
            for item in items:
                result = scenario.run(item, experiments.play)
                results.append(result)
                bar.update(len(results))
                if not quiet:
                    _show(result, out)
                if experiments.interrupted:
                    return results, True
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
