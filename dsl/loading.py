"""From files to checked programs: reading, following `use`, applying variants, resolving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs
from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Tests
from rulewright.dsl.collecting import without_collecting
from rulewright.dsl.deck_files import head_of, is_deck_file
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.includes import SUFFIX, File, Files, uses
from rulewright.dsl.knock_on import first_mistakes
from rulewright.dsl.loading_tests import Found, Played, tests_of
from rulewright.dsl.problems import Problems
from rulewright.dsl.resolve_more import Resolved
from rulewright.dsl.resolve_tests import bind_measures
from rulewright.dsl.resolver import resolve
from rulewright.dsl.signatures import Builtins
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import did_you_mean, nearest
from rulewright.dsl.variant_files import find_variant, is_path, known_variants, within_reach
from rulewright.dsl.variant_notes import notes_on
from rulewright.dsl.variant_ops import told_of_variants
from rulewright.dsl.variant_order import tell_circle
from rulewright.dsl.variant_scripts import with_situations, without_scripts
from rulewright.dsl.variants import Applied, apply_variants


@frozen
class LoadResult:
    """The program of a game, or None when there are errors; everything found; every file that was read."""

    program: bound.Program | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    files: tuple[n.FileNode, ...] = ()
    resolved: Resolved | None = None  # what scenarios are read against
    tests: Tests | None = None  # what the files say about the game, where that was asked for
    base: tuple[n.FileNode, ...] = ()  # the files without the variants
    variants: tuple[n.VariantDecl, ...] = ()  # those that were applied
    variant_files: tuple[n.FileNode, ...] = ()
    notes: tuple[str, ...] = ()  # on variants that may get into each other's way
    apart: tuple[n.FileNode, ...] = ()  # of several variants: the files as they are, with their scripts


@frozen
class CheckResult:
    """What was found in the files, and how many there were."""

    files: int
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    loaded: tuple[LoadResult, ...] = ()


def load_program(
    path: str | Path, builtins: Builtins, variants: Sequence[str | Path] = (), library: Path | None = None,
    about: Path | None = None,
) -> LoadResult:  # fmt: skip
    """Read a game with everything it uses, apply the variants, and check it.

    A variant is a file, or the title of one in the game's own files. about: the file of the one whose scripts are
    checked as well; if it is left out, the only one.
    """
    with without_collecting():
        return _load_program(Path(path), builtins, variants, library, about)


def _load_program(
    path: Path, builtins: Builtins, variants: Sequence[str | Path], library: Path | None, about: Path | None
) -> LoadResult:
    files = Files(library)
    main = files.read(path)
    if main is None:
        return LoadResult(None, _sorted(files.diagnostics), files.sources)
    head = head_of(main.tree)
    if head is not None and head.of is not None:
        meant = error(
            "E419", f'this is the house rule "{head.title.text}", and no game', head.title.span,
            hint=f"name the game, and this with it: `{head.of.text} --with {path}`",
        )  # fmt: skip
        return LoadResult(None, _sorted([*files.diagnostics, meant]), files.sources)
    own_deck: tuple[n.FileNode, ...] = ()
    if is_deck_file(main.tree):
        game, brought_by, problem = _game_of_deck(files, main)
        if problem is not None:
            return LoadResult(None, _sorted((*files.diagnostics, problem)), files.sources)
        if game is not None:  # the deck of a game with a variant
            own_deck, main, variants = (main.tree,), game, (*variants, brought_by)
    base = files.with_uses(main)
    trees = tuple(file.tree for file in base)
    found: list[Diagnostic] = []
    other_scripts: list[Source] = []
    changes: list[n.FileNode] = []
    apart: tuple[n.FileNode, ...] = ()
    applied = Applied(trees, ())
    if variants:
        titles, read, unknown, brought = _read_variants(files, base, [str(variant) for variant in variants])
        other_scripts = [file.tree.span.source for file in (*base, *brought)]
        changes, apart = _scripts_apart(read, brought, about)
        known = _known(path, read, library) if _needs(trees, read) else {}
        applied = apply_variants(trees, changes, titles, known)
        found = first_mistakes([*unknown, *applied.diagnostics], files.left_out)
    result = resolve((*applied.trees, *own_deck), builtins, other_scripts)
    found = [*files.diagnostics, *found]
    if not any(one.code == "E433" for one in found):
        # What nothing seems to use may stand in what could not be read.
        unread = any(one.severity == "error" for one in found)
        first = told_of_variants(first_mistakes(result.diagnostics, files.left_out), applied.ops, trees)
        found += [one for one in first if not (unread and one.severity == "warning")]
    program = None if any(d.severity == "error" for d in found) else result.program
    resolved = None if program is None else result.resolved
    if resolved is not None and program is not None:
        # By title: the order in which variants are named makes no difference.
        by_title = sorted(applied.variants, key=lambda one: one.title.text)
        program.applied = tuple((one.title.text, one.doc.text if one.doc else None) for one in by_title)
        program.tests = bind_measures(resolved.game, (decl for tree in applied.trees for decl in tree.decls))
    return LoadResult(
        program,
        _sorted(found),
        files.sources,
        (*applied.trees, *own_deck),
        resolved,
        base=(*trees, *own_deck),
        variants=applied.variants,
        variant_files=tuple(changes),
        notes=notes_on(applied.ops),
        apart=apart,
    )


def _scripts_apart(
    read: Sequence[File], brought: Sequence[File], about: Path | None
) -> tuple[list[n.FileNode], tuple[n.FileNode, ...]]:
    """Give the files of variants as they are applied, and those whose scripts stand apart."""
    named = [file for file in read if file not in brought]
    asked = about.resolve() if about is not None else None
    meant = next((file for file in named if len(named) == 1 or file.path.resolve() == asked), None)
    above = None if meant is None else meant.tree
    trees = [
        file.tree if file is meant else with_situations(file.tree, above) if file in brought else without_scripts(file.tree)
        for file in read
    ]
    return trees, () if meant is not None else tuple(file.tree for file in named)


def _game_of_deck(files: Files, main: File) -> tuple[File | None, str, Diagnostic | None]:
    """The game that a deck of a variant is for, and the path of that variant; no game where the deck names a game itself.

    A third thing: what is wrong with what the deck says of its game.
    """
    if not uses(main.tree):
        deck = next(decl for decl in main.tree.decls if isinstance(decl, n.DeckDecl))
        said = error("E425", "this deck does not say which game it is for", deck.name.span,
                     hint='`use "GAME.rules"` in the first line of the file')  # fmt: skip
        return None, "", said
    for use in uses(main.tree):
        quiet = Files(files.shipped)
        path = quiet.find(main, use.path)
        used = None if path is None else quiet.read(path)
        if used is None or head_of(used.tree) is None:
            continue
        found = _beneath(files, used)
        if isinstance(found, Diagnostic) or found is None:
            return None, "", found
        return found, str(used.path), None
    return None, "", None


def _beneath(files: Files, file: File) -> File | Diagnostic | None:
    """The game beneath a variant; the file itself if it is none, None (and what was found in `files`) if it is not there."""
    seen = [file.path]
    way: list[tuple[str, Span]] = []
    below = file
    while (head := head_of(below.tree)) is not None and head.of is not None:
        base = files.find(below, head.of)
        game = None if base is None else files.read(base, head.of.span)
        if game is None:
            return None
        way.append((head.title.text, head.of.span))
        if game.path in seen:
            problems = Problems()
            tell_circle(problems, way[seen.index(game.path) :])
            return problems.all()[0]
        seen.append(game.path)
        below = game
    return below


def _read_variants(
    files: Files, base: tuple[File, ...], words: list[str]
) -> tuple[list[str], list[File], list[Diagnostic], list[File]]:
    """Give the titles of the game's own variants that are meant, the files of others, and words that mean nothing.

    A variant of a variant brings that one with it; the last list are those that are only brought.
    """
    own = {decl.title.text: decl for file in base for decl in file.tree.decls if isinstance(decl, n.VariantDecl)}
    game = {file.path.name for file in base}
    titles, paths, unknown = [], [], []
    for word in words:
        # A file of tests has no variants; the game that it uses does.
        meant = (find_variant(file.path, word, files.shipped) for file in base if word not in own)
        path = next((path for path in meant if path is not None), None)
        if word in own:
            titles.append(word)
        elif path is not None or is_path(word):
            paths.append(path if path is not None else Path(word))
        else:
            known = {name for file in base for name in known_variants(file.path, files.shipped)}
            beside = within_reach(base[0].path, (Path(), base[0].path.parent), files.shipped)
            hint = did_you_mean(word, own, also=known) or _by_title(word, beside) or _all_known([*own, *known])
            unknown.append(error("E430", f'the game has no variant "{word}"', base[0].source.span(0, 0), hint=hint))
    changes: list[File] = []
    named = len(paths)
    brought: list[File] = []
    while paths:
        file = files.read(paths.pop(0))
        named -= 1
        if file is None or file in changes:
            continue
        changes.append(file)
        if named < 0:
            brought.append(file)
        heads = [decl for decl in file.tree.decls if isinstance(decl, n.VariantDecl)]
        of = heads[0].of if heads else None
        if of is not None and Path(of.text).name not in game and of.text.endswith(SUFFIX):
            quiet = Files(files.shipped)
            beneath = quiet.find(file, of)
            below = quiet.read(beneath) if beneath is not None else None
            if below is not None and any(isinstance(decl, n.VariantDecl) for decl in below.tree.decls):
                paths.append(below.path)
    return titles, changes, unknown, brought


def _all_known(names: list[str]) -> str:
    none = "it has none of its own; a file is named as it is called: `--with house.rules`"
    return f"it has {', '.join(f'`{name}`' for name in names)}" if names else none


def _by_title(word: str, beside: Mapping[str, tuple[str, ...]]) -> str | None:
    """The hint for the title of a variant in a file that was not named."""
    title = next((one for one in beside if one.casefold() == word.casefold()), None) or nearest(word, beside)
    return f'"{title}" is named by its file: `--with {beside[title][0]}`' if title is not None else None


def _needs(trees: Iterable[n.FileNode], changes: Iterable[File]) -> bool:
    """Whether any variant says that it needs another."""
    every = (*trees, *(file.tree for file in changes))
    return any(True for tree in every for _ in _needed(tree))


def _needed(tree: n.FileNode) -> Iterator[str]:
    """The titles of the variants that those of a file need."""
    variants = (decl for decl in tree.decls if isinstance(decl, n.VariantDecl))
    return (item.variant.text for one in variants for item in one.changes if isinstance(item, n.NeedsItem))


def _known(game: Path, changes: Iterable[File], library: Path | None) -> dict[str, str]:
    """The variants that can be found, by title, with the words that name them."""
    folders = (Path(), game.parent, *(file.path.parent for file in changes))
    return {title: words[0] for title, words in within_reach(game, folders, library).items()}


def _reader(result: LoadResult, library: Path | None) -> Callable[[str], Found]:
    """Give what finds a variant by its title, beside the files that were read or in `variants/GAME/`."""

    def find(title: str) -> Found:
        main = Path(result.base[0].span.source.name)
        folders = dict.fromkeys(Path(source.name).parent for source in result.sources)
        words = within_reach(main, folders, library).get(title, ())
        if len(words) != 1:
            return Found((), words)
        files = Files(library)
        game = files.read(main)
        read = [] if game is None else _read_variants(files, files.with_uses(game), [*words])[1]
        return Found(tuple(file.tree for file in read), words, tuple(files.diagnostics))

    return find


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
        result = with_tests(_check_one(game, builtins, library), builtins, library)
        loaded.append(result)
        found.extend(result.diagnostics)
        sources.update((source.name, source) for source in result.sources)
    found.extend(files.diagnostics)
    return CheckResult(len(dict.fromkeys(games)), _sorted(found), tuple(sources.values()), tuple(loaded))


def with_tests(result: LoadResult, builtins: Builtins, library: Path | None = None) -> LoadResult:
    """Give the result with the tests that the files hold, if the game is sound."""
    if result.resolved is None:
        return result
    played = Played(result.base, result.variant_files, result.variants)
    tests, found = tests_of(result.files, result.resolved, builtins, played, _reader(result, library))
    return attrs.evolve(result, tests=tests, diagnostics=_sorted((*result.diagnostics, *found)))


def _check_one(path: Path, builtins: Builtins, library: Path | None) -> LoadResult:
    """Check one file: a game, or a variant together with the game it is a variant of."""
    files = Files(library)
    file = files.read(path)
    if file is None:
        return LoadResult(None, _sorted(files.diagnostics), files.sources)
    below = _beneath(files, file)
    if below is None:
        return LoadResult(None, _sorted(files.diagnostics), files.sources)
    if isinstance(below, Diagnostic):
        return LoadResult(None, (below,), files.sources)
    if below is file:
        return load_program(path, builtins, (), library)
    return load_program(below.path, builtins, _with_needed(files, path, file, below.path, library), library, file.path)


def _with_needed(files: Files, path: Path, file: File, game: Path, library: Path | None) -> tuple[str, ...]:
    """The file of a variant and those that it needs, as far as they can be found: it cannot be checked without them."""
    words = [str(path)]
    asked = [*_needed(file.tree)]
    known = _known(game, [file], library) if asked else {}
    for title in asked:
        if title in known and known[title] not in words:
            words.append(known[title])
            found = find_variant(game, known[title], library)
            more = files.read(found) if found is not None else None
            asked += [] if more is None else _needed(more.tree)
    return tuple(words)


def _sorted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give the findings by file and place, each once, though several games use the file."""
    once = {(d.code, d.message, d.span.source.name, d.span.start, d.span.end): d for d in reversed(list(found))}
    return tuple(sorted(once.values(), key=Diagnostic.sort_key))
