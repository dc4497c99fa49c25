"""Tests that stand in rules files: finding them, and running one."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from rulewright.dsl import bound_tests as t
from rulewright.dsl.diagnostics import render
from rulewright.dsl.loading import CheckResult, LoadResult
from rulewright.interpreter.errors import RulesError, RulewrightError
from rulewright.interpreter.invariants import try_invariant
from rulewright.interpreter.scenario_program import Together, alike
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_words import Failure

# Plays an experiment: (outcome, message), the outcome one of "passed", "failed", "undecided".
ExperimentRunner = Callable[[t.Experiment], tuple[str, str]]


@frozen
class TestItem:
    """One test. kind: "scenario", "invariant" or "experiment"; `what` is the checked test."""

    __test__ = False  # not a class of tests

    name: str
    kind: str
    file: str
    line: int
    what: Any = field(eq=False, repr=False)
    loaded: LoadResult = field(eq=False, repr=False)
    together: Together = field(eq=False, repr=False, factory=Together)


@frozen
class TestResult:
    """What came of a test: "passed", "failed" or "undecided"; `coverage` names what of the rules it reached."""

    __test__ = False  # not a class of tests

    name: str
    kind: str
    file: str
    line: int
    outcome: str
    seconds: float
    message: str = ""
    coverage: frozenset[str] = frozenset()


def collect(checked: CheckResult) -> list[TestItem]:
    """Every test of the files, in their order; one that several games share stands for the first of them."""
    found: dict[tuple[str, int, str], TestItem] = {}
    groups: defaultdict[Hashable, Together] = defaultdict(Together)
    for loaded in checked.loaded:
        if loaded.tests is None:
            continue
        kinds: list[tuple[str, list[Any]]] = [
            ("scenario", loaded.tests.scenarios),
            ("invariant", loaded.tests.invariants if _is_game(loaded) else []),
            ("experiment", loaded.tests.experiments),
        ]
        for kind, tests in kinds:
            for test in tests:
                assert test.span is not None
                file, line = test.span.source.name, test.span.line
                if (file, line, kind) in found:
                    continue
                together = groups[alike(test)] if kind == "scenario" else Together()
                together.scenarios.append(test)
                found[file, line, kind] = TestItem(test.title, kind, file, line, test, loaded, together)
    return sorted(found.values(), key=lambda item: (item.file, item.line))


def _is_game(loaded: LoadResult) -> bool:
    return loaded.program is not None and bool(loaded.program.play)


def with_tests_beside(paths: list[Path]) -> list[Path]:
    """The paths, each game followed by the files of its tests beside it: `NAME.tests.rules`, and every other file called
    `.tests.rules` that uses the game."""
    found: list[Path] = []
    for path in paths:
        found.append(path)
        if path.suffix == ".rules" and not path.name.endswith(_TESTS):
            named = path.with_name(f"{path.stem}{_TESTS}")
            others = sorted(one for one in path.absolute().parent.glob(f"*{_TESTS}") if one.name != named.name)
            found += [named] if named.is_file() else []
            found += [path.with_name(one.name) for one in others if path.name in _used(one)]
    return list(dict.fromkeys(found))


_TESTS = ".tests.rules"
_USE = re.compile(r'^use\s+"([^"\n]*)"', re.MULTILINE)


def _used(path: Path) -> list[str]:
    """The files that a file of tests uses; none if it cannot be read."""
    try:
        return _USE.findall(path.read_bytes().decode("utf-8", "replace")) if path.is_file() else []
    except OSError:
        return []


def run(item: TestItem, experiments: ExperimentRunner | None = None) -> TestResult:
    """Run a test; what goes wrong becomes its message. Without `experiments` nothing plays experiments: undecided."""
    started = time.perf_counter()
    coverage: frozenset[str] = frozenset()
    try:
        if item.kind == "scenario":
            outcome, message, coverage = _scenario(item)
        elif item.kind == "invariant":
            assert item.loaded.program is not None
            outcome, message = try_invariant(item.loaded.program, item.what)
        elif experiments is None:
            outcome, message = "undecided", "experiments are not played here"
        else:
            outcome, message = experiments(item.what)
    except RulesError as problem:
        outcome, message = "failed", "\n".join(render(one).rstrip("\n") for one in problem.diagnostics)
    except RulewrightError as problem:
        outcome, message = "failed", str(problem)
    result = TestResult(item.name, item.kind, item.file, item.line, outcome, 0.0, message, coverage)
    return evolve(result, seconds=time.perf_counter() - started)


def _scenario(item: TestItem) -> tuple[str, str, frozenset[str]]:
    runner = None
    try:
        runner = Runner(item.what, item.together.prepared_for(item.what))
        runner.run()
    except Failure as problem:
        return "failed", problem.message, frozenset(runner.state.coverage if runner else ())
    return "passed", "", frozenset(runner.state.coverage)
