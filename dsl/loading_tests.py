"""The tests of a loaded game, each against the game with the variants that it stands under."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Tests
from rulewright.dsl.context import Game
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.resolve_more import Resolved
from rulewright.dsl.resolve_tests import bind_measures, bind_tests
from rulewright.dsl.resolver import resolve
from rulewright.dsl.signatures import Builtins
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_scripts import without_scripts
from rulewright.dsl.variants import apply_variants


@frozen
class Found:
    """A variant that was looked for by its title: its tree with those that it is a variant of, the words that name it
    (none: there is no such; several: several files have it), and what was wrong with reading it."""

    trees: tuple[n.FileNode, ...]
    words: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


@frozen
class Played:
    """The variants that a game was loaded with: the files without them, their own files, and the variants."""

    base: tuple[n.FileNode, ...] = ()
    files: tuple[n.FileNode, ...] = ()
    variants: tuple[n.VariantDecl, ...] = ()


def tests_of(
    files: Sequence[n.FileNode],
    resolved: Resolved,
    builtins: Builtins,
    played: Played = Played(),
    find: Callable[[str], Found] = lambda title: Found((), ()),
) -> tuple[Tests, tuple[Diagnostic, ...]]:
    """Give what the files say about the game, and what is wrong with it; the game's program then holds it too.

    find: finds variants that the files do not hold, by title.
    """
    decls = tuple(decl for file in files for decl in file.decls)
    under = _Under(files, resolved.game, builtins, played, find)
    tests, found = bind_tests(resolved.game, decls, under.game_under)
    resolved.program.tests = tests
    under.every()
    return tests, tuple(dict.fromkeys((*under.found, *found)))


class _Under:
    """Gives the game with variants; each set of them is applied and checked once."""

    def __init__(
        self, files: Sequence[n.FileNode], base: Game, builtins: Builtins, played: Played, find: Callable[[str], Found]
    ) -> None:
        self._files = tuple(files)
        self._played = played
        self._find = find
        self._base = base
        self._builtins = builtins
        self._variants = {d.title.text: d for f in files for d in f.decls if isinstance(d, n.VariantDecl)}
        self._games: dict[tuple[str, ...], tuple[Game, tuple[n.Decl, ...]] | None] = {}
        self.found: list[Diagnostic] = []

    def game_under(self, titles: tuple[n.Text, ...]) -> tuple[Game, tuple[n.Decl, ...]] | None:
        key = tuple(title.text for title in titles)
        if key not in self._games:
            self._games[key] = self._apply(titles)
        return self._games[key]

    def every(self) -> None:
        """Check also the variants that no test stands under, each with those that it needs."""
        used = {title for key in self._games for title in key}
        for variant in self._variants.values():
            if variant.title.text not in used and variant.of is None:
                self.game_under(self._with_needed(variant.title, ()))

    def _with_needed(self, title: n.Text, above: tuple[n.Text, ...]) -> tuple[n.Text, ...]:
        """Give the titles of a variant and those it needs, as far as they are in these files."""
        if title in above:
            return above
        above = (*above, title)
        variant = self._variants.get(title.text)
        for change in variant.changes if variant is not None else ():
            if isinstance(change, n.NeedsItem) and change.variant.text in self._variants:
                above = self._with_needed(change.variant, above)
        return above

    def _apply(self, titles: tuple[n.Text, ...]) -> tuple[Game, tuple[n.Decl, ...]] | None:
        applied_already = {variant.title.text: variant for variant in self._played.variants}
        others: list[n.FileNode] = []
        for title in titles:
            if title.text not in self._variants and title.text not in applied_already:
                found = self._find(title.text)
                if not found.trees:
                    self._not_found(title, found)
                    return None
                others += [without_scripts(tree) for tree in found.trees]
        if all(title.text in applied_already for title in titles):
            return self._base, tuple(decl for tree in self._files for decl in tree.decls)
        wanted = [title.text for title in titles if title.text in self._variants]
        if others or applied_already:
            # With those that are played anyway; each is computed against the game itself, as on the command line.
            own = {decl.title.text for tree in self._played.base for decl in tree.decls if isinstance(decl, n.VariantDecl)}
            changes = [*self._played.files, *others]
            applied = apply_variants(self._played.base, changes, [*(own & {*applied_already}), *wanted])
        else:
            changes = []
            applied = apply_variants(self._files, [], wanted)
        trees = applied.trees
        self.found += applied.diagnostics
        if any(one.severity == "error" for one in applied.diagnostics):
            return None
        # What stands under these variants is checked when it is bound; all else is about other games.
        sources = [file.span.source for file in (*self._files, *self._played.base, *changes)]
        result = resolve(trees, self._builtins, sources)
        self.found += [one for one in result.diagnostics if one.severity == "error"]
        if result.resolved is None:
            return None
        game = result.resolved.game
        decls = tuple(decl for tree in trees for decl in tree.decls)
        game.program.tests = bind_measures(game, decls)
        return game, decls

    def _not_found(self, title: n.Text, found: Found) -> None:
        self.found += found.diagnostics
        if len(found.words) > 1:
            named = ", ".join(f"`{word}`" for word in found.words)
            self._base.error("E217", title.span, f'several files have a variant "{title.text}": {named}',
                             hint="rename one of them")  # fmt: skip
            return
        hint = did_you_mean(title.text, [*self._variants, *(one.title.text for one in self._played.variants)])
        self._base.error(
            "E217", title.span, f'there is no variant "{title.text}" in these files',
            hint=hint.replace("`", '"') if hint else "it is looked for in these files, beside them, and in `variants/GAME/`",
        )  # fmt: skip
