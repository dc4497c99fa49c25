"""The scenarios of a game, run under variants: which of them end differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

import attrs
from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Invariant, Tests
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.loading import CheckResult, LoadResult, load_program, with_tests
from rulewright.dsl.resolve_tests import bind_script
from rulewright.dsl.source import Span
from rulewright.dsl.variant_scripts import read_apart
from rulewright.interpreter import scenario
from rulewright.interpreter.api import library
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.errors import RulewrightError
from rulewright.interpreter.game import Game
from rulewright.interpreter.invariants import InvariantWatch
from rulewright.interpreter.probe import probe
from rulewright.interpreter.scenario_program import Together, alike


@frozen
class Under:
    """Games with variants: what is wrong with them, the variants' own tests, and the games' tests side by side."""

    diagnostics: tuple[Diagnostic, ...]
    own: tuple[scenario.TestItem, ...] = ()
    notes: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    misfits: tuple[Difference, ...] = ()  # of several variants: tests of theirs that mean nothing beside the others


@frozen
class Pair:
    """A test of the game as it is, and the same under the variants; `misfit` says why it means nothing there."""

    base: scenario.TestItem
    under: scenario.TestItem | None
    misfit: str = ""


@frozen
class Difference:
    """How a test ends in the game as it is and under the variants. change: "same", "differs", "does not fit".

    base is None for a test of a variant, which means nothing in the game as it is.
    """

    name: str
    kind: str
    file: str
    line: int
    base: str | None
    under: str | None
    change: str
    message: str


def under_variants(paths: Sequence[Path], variants: Sequence[str]) -> Under:
    """Read games with variants and without, and put their tests side by side.

    Tests that say which variants they are played under, and experiments, stay out of it.
    """
    found: list[Diagnostic] = []
    changed: list[LoadResult] = []
    pairs: dict[tuple[str, int], Pair] = {}
    for path in paths:
        base = with_tests(load_program(path, BUILTINS, (), library()), BUILTINS, library())
        under = with_tests(load_program(path, BUILTINS, tuple(variants), library()), BUILTINS, library())
        found += [*base.diagnostics, *under.diagnostics]
        found += [one for one in probe(under) if one.severity == "error"]
        if base.tests is None or under.resolved is None:
            continue
        changed.append(under)
        for pair in _pairs(base, under):
            pairs.setdefault((pair.base.file, pair.base.line), pair)
    errors = tuple(dict.fromkeys(one for one in found if one.severity == "error"))
    if errors:
        return Under(errors)
    own = scenario.collect(CheckResult(len(paths), (), (), tuple(changed)))
    misfits: dict[tuple[str, int], Difference] = {}
    for one in changed[:1]:  # every file is about the same game
        for found_own in _apart(one):
            if isinstance(found_own, Difference):
                misfits[found_own.file, found_own.line] = found_own
            else:
                own.append(found_own)
    ours = tuple(item for item in own if (item.file, item.line) not in pairs and item.kind != "experiment")
    in_order = sorted(pairs.values(), key=lambda pair: (pair.base.file, pair.base.line))
    notes = tuple(dict.fromkeys(note for one in changed for note in one.notes))
    theirs = tuple(item for item in ours if not _of_base(item, changed))
    return Under((), theirs, notes, tuple(in_order), tuple(misfits.values()))


def _apart(under: LoadResult) -> Iterator[scenario.TestItem | Difference]:
    """The scenarios of several variants, each as a test or as what no longer means anything."""
    if not under.apart or under.resolved is None:
        return
    groups: defaultdict[Hashable, Together] = defaultdict(Together)
    for decl, bound, wrong in read_apart(under.resolved.game, under.files, under.base, under.apart):
        title, file, line = decl.title.text, decl.title.span.source.name, decl.title.span.line
        if bound is None:
            yield Difference(title, "scenario", file, line, None, None, "does not fit", _said(wrong))
            continue
        together = groups[alike(bound)]
        together.scenarios.append(bound)
        yield scenario.TestItem(title, "scenario", file, line, bound, under, together)


def _said(wrong: Sequence[Diagnostic]) -> str:
    return "\n".join(f"line {one.span.line}: {one.message}" for one in wrong)


def _of_base(item: scenario.TestItem, changed: list[LoadResult]) -> bool:
    return any(tree.span.source.name == item.file for one in changed for tree in one.base)


def _pairs(base: LoadResult, under: LoadResult) -> Iterator[Pair]:
    assert under.resolved is not None
    groups: defaultdict[Hashable, Together] = defaultdict(Together)
    scripts = (n.ScenarioDecl, n.SituationDecl)
    written = {_where(d.title.span): d for tree in base.base for d in tree.decls if isinstance(d, scripts)}
    rules = tuple(d for tree in under.files for d in tree.decls if not isinstance(d, scripts))
    again = {d.title.text for tree in under.files for d in tree.decls if isinstance(d, n.ScenarioDecl)
             if _where(d.title.span) not in written}  # fmt: skip
    over = _over_from_the_start(base, under)
    for item in scenario.collect(CheckResult(1, (), (), (base,))):
        if item.kind == "invariant":
            same = next((one for one in _invariants(under.tests) if one.title == item.name), None)
            yield Pair(item, None if same is None else _item(item, same, under, Together()))
        if item.kind != "scenario" or item.what.variants or item.name in again:
            continue
        decl = written[_where(item.what.span)]
        assert isinstance(decl, n.ScenarioDecl)
        bound, wrong = bind_script(under.resolved.game, (*rules, *written.values()), decl)
        if bound is None:
            yield Pair(item, None, _said(wrong))
            continue
        bound = attrs.evolve(bound, invariants=[one for one in bound.invariants if one.title not in over])
        together = groups[alike(bound)]
        together.scenarios.append(bound)
        yield Pair(item, _item(item, bound, under, together))


def _over_from_the_start(base: LoadResult, under: LoadResult) -> set[str]:
    """The titles of the invariants of the game that no game under the variants keeps, as of how many cards there are.

    That they differ is told of them; of every scenario it would hide what else the variants change.
    """
    written = {tree.span.source.name for tree in base.base}
    left = [one for one in _invariants(under.tests) if one.span is not None and one.span.source.name in written]
    over: set[str] = set()
    if under.program is None or not under.program.play or not left:
        return over
    game = Game(under.program)
    try:
        state = game.start(players=game.min_players, seed=0)
        while (broken := InvariantWatch(game, left).broken(state)) is not None:
            over.add(broken.title)
            left.remove(broken)
    except RulewrightError:
        pass  # what breaks there is told of the scenarios and invariants themselves
    return over


def _invariants(tests: Tests | None) -> list[Invariant]:
    return [] if tests is None else list(tests.invariants)


def _where(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def _item(item: scenario.TestItem, what: object, loaded: LoadResult, together: Together) -> scenario.TestItem:
    return scenario.TestItem(item.name, item.kind, item.file, item.line, what, loaded, together)


def run_pair(pair: Pair) -> Difference:
    """Run a test in the game as it is and under the variants."""
    base = scenario.run(pair.base)
    one = pair.base
    if pair.under is None:
        return Difference(
            one.name, one.kind, one.file, one.line, base.outcome, None, "does not fit", pair.misfit
        )  # fmt: skip
    now = scenario.run(pair.under)
    change = "same" if now.outcome == base.outcome else "differs"
    message = now.message if change == "differs" else ""
    return Difference(one.name, one.kind, one.file, one.line, base.outcome, now.outcome, change, message)
