"""`rulewright test GAME --with VARIANT`: the variant's own tests, and which of the game's tests end differently."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import attrs

from rulewright.dsl.variant_files import find_variant, is_path
from rulewright.interpreter import scenario
from rulewright.interpreter.scenario_under import Difference, run_pair, under_variants
from rulewright.lab.junit import junit_xml
from rulewright.repl.files import write_output
from rulewright.repl.output import Output, plural
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.progress import Progress
from rulewright.repl.usage import UsageProblem


def run_under(args: argparse.Namespace, paths: list[Path], out: Output) -> int:
    """Run the tests of games under variants; give the exit status. That a test ends differently is no failure."""
    for word in args.variants:
        if is_path(word) and find_variant(paths[0], word) is None:
            raise UsageProblem(f"there is no file '{word}' (--with)")
    if args.coverage:
        raise UsageProblem("--coverage is for the game as it is; leave out --with")
    found = under_variants(paths, args.variants)
    if found.diagnostics:
        show_diagnostics(found.diagnostics, out)
        return 1
    wanted = "" if args.filter is None else args.filter.casefold()
    own = [item for item in found.own if wanted in item.name.casefold()]
    pairs = [pair for pair in found.pairs if wanted in pair.base.name.casefold()]
    results: list[scenario.TestResult] = []
    misfits = [one for one in found.misfits if wanted in one.name.casefold()]
    differences: list[Difference] = []
    interrupted = False
    try:
        with Progress("testing", len(own) + len(pairs)) as bar:
            for item in own:
                results.append(scenario.run(item))
                bar.update(len(results))
            for pair in pairs:
                differences.append(run_pair(pair))
                bar.update(len(results) + len(differences))
    except KeyboardInterrupt:
        interrupted = True
    failed = sum(result.outcome == "failed" for result in results)
    if args.json:
        out.document({**_document(args.variants, results, [*misfits, *differences]), "notes": list(found.notes)})
    else:
        for note in found.notes:
            out.line(("yellow", "note"), f": {note}")
        _show(results, misfits, differences, out)
    if args.junit is not None:
        write_output(Path(args.junit), junit_xml(results).encode())
    if interrupted:
        out.error(f"interrupted after {len(results) + len(differences)} of {plural(len(own) + len(pairs), 'test')}")
        return 130
    return 1 if failed else 0


def _document(
    variants: list[str], results: list[scenario.TestResult], differences: list[Difference]
) -> dict[str, Any]:
    outcomes = [result.outcome for result in results]
    keys = ("name", "kind", "file", "line", "outcome", "seconds", "message")
    return {
        "variants": variants,
        "passed": outcomes.count("passed"),
        "failed": outcomes.count("failed"),
        "undecided": outcomes.count("undecided"),
        "results": [{key: getattr(result, key) for key in keys} for result in results],
        "same": sum(one.change == "same" for one in differences),
        "under": [attrs.asdict(one) for one in differences if one.change != "same"],
        "coverage": None,
    }


def _show(
    results: list[scenario.TestResult], misfits: list[Difference], differences: list[Difference], out: Output
) -> None:
    for result in results:
        style = "green" if result.outcome == "passed" else "red"
        out.line((style, f"{result.outcome:12}"), f" {result.kind} ", ("bold", result.name))
        if result.outcome != "passed":
            _message(result.file, result.line, result.message, out)
    told = {"differs": "differs", "does not fit": "does not fit"}
    for one in [*misfits, *differences]:
        if one.change in told:
            out.line(("yellow", f"{told[one.change]:12}"), f" {one.kind} ", ("bold", one.name))
            _message(one.file, one.line, one.message, out)
    counts = [(sum(one.change == change for one in differences), words) for change, words in _ENDS]
    out.line("of the game: " + ", ".join(f"{count} {words}" for count, words in counts if count or words == "the same"))
    failed = sum(result.outcome == "failed" for result in results)
    unfit = f", {plural(len(misfits), 'does', 'do')} not fit beside the others" if misfits else ""
    out.line(f"of the variant: {len(results) - failed} passed, {failed} failed{unfit}")


_ENDS = (("same", "the same"), ("differs", "end differently"), ("does not fit", "do not fit any more"))


def _message(file: str, line: int, message: str, out: Output) -> None:
    out.line(f"             {file}:{line}")
    for part in message.split("\n"):
        out.line(f"             {part}")
