"""A player's own deck: a small file of its own, read against a game that is checked already."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.includes import Files, uses
from rulewright.dsl.problems import Problems
from rulewright.dsl.resolve_decks import Decks, is_built
from rulewright.dsl.resolve_more import Resolved
from rulewright.dsl.source import Source


@frozen
class DeckFile:
    """The deck of a file, or None when something is wrong with it; everything found; the files that were read."""

    deck: bound.BuiltDeck | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]


def is_deck_file(tree: n.FileNode) -> bool:
    """Whether a file holds decks that players bring, and nothing else."""
    decks = [decl for decl in tree.decls if isinstance(decl, n.DeckDecl)]
    return any(map(is_built, decks)) and all(isinstance(decl, n.DeckDecl | n.UseDecl) for decl in tree.decls)


def head_of(tree: n.FileNode) -> n.VariantDecl | None:
    """The variant whose file this is."""
    if any(isinstance(decl, n.GameDecl | n.UseDecl) for decl in tree.decls):
        return None
    heads = (decl for decl in tree.decls if isinstance(decl, n.VariantDecl) and decl.of is not None)
    return next(heads, None)


def read_deck(
    path: Path,
    resolved: Resolved,
    game: tuple[n.FileNode, ...],
    variants: tuple[n.FileNode, ...] = (),
    library: Path | None = None,
) -> DeckFile:
    """Read the one deck of a file. It may `use` the game, or a variant that is played (variants), so that it can be checked
    by itself."""
    files = Files(library)
    file = files.read(path)
    if file is None or files.diagnostics:
        return DeckFile(None, tuple(files.diagnostics), files.sources)
    problems = Problems()
    own = {Path(tree.span.source.name).name for tree in game}
    names = own | {Path(tree.span.source.name).name for tree in variants}
    for use in uses(file.tree):
        if Path(use.path.text).name in names:
            continue
        said, hint = f"this is a deck for another game than `{resolved.program.name}`", None
        quiet = Files(library)
        path_of = quiet.find(file, use.path)
        used = None if path_of is None else quiet.read(path_of)
        head = None if used is None else head_of(used.tree)
        if head is not None and head.of is not None and Path(head.of.text).name in names:
            said = f'this is a deck for the game with the variant "{head.title.text}"'
            hint = f"play with it: `--with {use.path.text}`"
        problems.add("E425", use.path.span, said, hint=hint)
    decks = [decl for decl in file.tree.decls if isinstance(decl, n.DeckDecl)]
    for decl in file.tree.decls:
        if not isinstance(decl, n.DeckDecl | n.UseDecl) or (isinstance(decl, n.DeckDecl) and not is_built(decl)):
            problems.add("E425", decl.span, "a player's own file holds a deck and nothing else",
                         hint="`deck NAME, for one player:`")  # fmt: skip
    if len(decks) != 1 and not problems.has_errors:
        said = "this file has no deck" if not decks else "this file has several decks, and nobody can say which is meant"
        problems.add("E425", (decks[1] if decks else file.tree).span, said, hint="one deck in a file")
    if problems.has_errors:
        return DeckFile(None, problems.all(), files.sources)
    deck = bound.BuiltDeck(decks[0].name.text, doc=decks[0].doc.text if decks[0].doc else None, span=decks[0].name.span)
    before, resolved.game.problems = resolved.game.problems, problems
    try:
        Decks(resolved.game).built(deck, decks[0])
    finally:
        resolved.game.problems = before
    return DeckFile(None if problems.has_errors else deck, problems.all(), files.sources)
