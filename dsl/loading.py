"""From files to checked programs: reading, following `use`, applying variants, resolving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs
from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Tests
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.includes import SUFFIX, Files
from rulewright.dsl.knock_on import first_mistakes
from rulewright.dsl.loading_tests import tests_of
from rulewright.dsl.resolve_more import Resolved
from rulewright.dsl.resolve_tests import bind_measures
from rulewright.dsl.resolver import resolve
from rulewright.dsl.signatures import Builtins
from rulewright.dsl.source import Source
from rulewright.dsl.variants import apply_variants


@frozen
class LoadResult:
    """The program of a game, or None when there are errors; everything found; every file that was read."""

    program: bound.Program | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    files: tuple[n.FileNode, ...] = ()
    resolved: Resolved | None = None  # what scenarios are read against
    tests: Tests | None = None  # what the files say about the game, where that was asked for


@frozen
class CheckResult:
    """What was found in the files, and how many there were."""

    files: int
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    loaded: tuple[LoadResult, ...] = ()


def load_program(
    path: str | Path, builtins: Builtins, variants: Sequence[str | Path] = (), library: Path | None = None
) -> LoadResult:
    """Read a game with everything it uses, apply the variants, and check it.

    A variant is a file, or the title of one in the game's own files.
    """
    files = Files(library)
    main = files.read(Path(path))
    if main is None:
        return LoadResult(None, _sorted(files.diagnostics), files.sources)
    base = files.with_uses(main)
    trees = tuple(file.tree for file in base)
    found: list[Diagnostic] = []
    other_scripts: list[Source] = []
    applied: list[n.VariantDecl] = []
    if variants:
        own = {decl.title.text: decl for tree in trees for decl in tree.decls if isinstance(decl, n.VariantDecl)}
        titles = [str(variant) for variant in variants if str(variant) in own or not _is_path(variant)]
        paths = [Path(variant) for variant in variants if str(variant) not in titles]
        changes = [file for path in paths if (file := files.read(path)) is not None]
        other_scripts = [file.tree.span.source for file in base]
        applied = [own[title] for title in titles if title in own]
        applied += [decl for file in changes for decl in file.tree.decls if isinstance(decl, n.VariantDecl)]
        trees, more = apply_variants(trees, [file.tree for file in changes], titles)
        found.extend(more)
    result = resolve(trees, builtins, other_scripts)
    found = [*files.diagnostics, *found]
    unread = any(
        one.severity == "error" for one in found
    )  # what nothing seems to use may stand in what could not be read
    first = first_mistakes(result.diagnostics, files.left_out)
    found += [one for one in first if not (unread and one.severity == "warning")]
    program = None if any(d.severity == "error" for d in found) else result.program
    resolved = None if program is None else result.resolved
    if resolved is not None and program is not None:
        # By title: the order in which variants are named makes no difference.
        by_title = sorted(applied, key=lambda one: one.title.text)
        program.applied = tuple((one.title.text, one.doc.text if one.doc else None) for one in by_title)
        program.tests = bind_measures(resolved.game, (decl for tree in trees for decl in tree.decls))
    return LoadResult(program, _sorted(found), files.sources, trees, resolved)


def check_paths(paths: Iterable[str | Path], builtins: Builtins, library: Path | None = None) -> CheckResult:
    """Check files and everything in folders: games by themselves, shared files as parts of the games that use them."""
    files = Files(library)
    games: list[Path] = []
    for path in (Path(path) for path in paths):
        games.extend(files.games_below(path) if path.is_dir() else [path])
    found: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    loaded: list[LoadResult] = []
    for game in dict.fromkeys(games):
        result = _with_tests(_check_one(game, builtins, library), builtins)
        loaded.append(result)
        found.extend(result.diagnostics)
        sources.update((source.name, source) for source in result.sources)
    found.extend(files.diagnostics)
    return CheckResult(len(dict.fromkeys(games)), _sorted(found), tuple(sources.values()), tuple(loaded))


def _is_path(variant: str | Path) -> bool:
    """Whether a variant is meant to be a file: there is one, or it is written like one."""
    path = Path(variant)
    return path.exists() or path.suffix == SUFFIX or len(path.parts) > 1


def _with_tests(result: LoadResult, builtins: Builtins) -> LoadResult:
    """Read the tests of a sound game too."""
    if result.resolved is None:
        return result
    tests, found = tests_of(result.files, result.resolved, builtins)
    return attrs.evolve(result, tests=tests, diagnostics=_sorted((*result.diagnostics, *found)))


def _check_one(path: Path, builtins: Builtins, library: Path | None) -> LoadResult:
    """Check one file: a game, or a variant together with the game it is a variant of."""
    files = Files(library)
    file = files.read(path)
    if file is None:
        return LoadResult(None, _sorted(files.diagnostics), files.sources)
    heads = [decl for decl in file.tree.decls if isinstance(decl, n.VariantDecl) and decl.of is not None]
    if heads and not any(isinstance(decl, n.GameDecl | n.UseDecl) for decl in file.tree.decls):
        base = files.find(file, heads[0].of) if heads[0].of is not None else None
        if base is None:
            return LoadResult(None, _sorted(files.diagnostics), files.sources)
        return load_program(base, builtins, (path,), library)
    return load_program(path, builtins, (), library)


def _sorted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give the findings by file and place, each once, though several games use the file."""
    once = {(d.code, d.message, d.span.source.name, d.span.start, d.span.end): d for d in reversed(list(found))}
    return tuple(sorted(once.values(), key=Diagnostic.sort_key))
