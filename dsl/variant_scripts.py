"""What files say about a game with a variant, where that variant is played together with others.

A scenario is written about the game with its own variant, and with those that it is a variant of. With others beside it
the scenario may name what is gone, or be called like one of theirs; that makes the variants no less playable. So the
scripts stand apart then: they are read against the game one by one, and each fits it or does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Scenario
from rulewright.dsl.context import Game
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.resolve_tests import bind_script

_SCRIPTS = (n.ScenarioDecl, n.SituationDecl)
ABOUT = (*_SCRIPTS, n.ExperimentDecl)


def without_scripts(tree: n.FileNode) -> n.FileNode:
    """A file without what it says about the game with its variant."""
    return attrs.evolve(tree, decls=tuple(decl for decl in tree.decls if not isinstance(decl, ABOUT)))


def with_situations(tree: n.FileNode, above: n.FileNode | None) -> n.FileNode:
    """The file of a variant beneath another, with no more scripts than that one may begin from."""
    taken = {decl.title.text for decl in above.decls if isinstance(decl, _SCRIPTS)} if above is not None else set()
    left = (
        decl for decl in tree.decls
        if not isinstance(decl, ABOUT)
        or (above is not None and isinstance(decl, n.SituationDecl) and decl.title.text not in taken)
    )  # fmt: skip
    return attrs.evolve(tree, decls=tuple(left))


def chain_of(script: n.ScenarioDecl | n.SituationDecl, decls: Iterable[n.Decl]) -> tuple[n.SituationDecl, ...]:
    """The situations that a script is from, the farthest first. Of several with one title the last counts."""
    situations = {decl.title.text: decl for decl in decls if isinstance(decl, n.SituationDecl)}
    chain: list[n.SituationDecl] = []
    base = script.base
    while base is not None and (found := situations.get(base.text)) is not None and found not in chain:
        chain.insert(0, found)
        base = found.base
    return tuple(chain)


def is_under(script: n.ScenarioDecl | n.SituationDecl, decls: Iterable[n.Decl]) -> bool:
    """Whether a script, or a situation that it is from, says under which variants it is played."""
    return bool(script.variants) or any(one.variants for one in chain_of(script, decls))


def read_apart(
    game: Game, rules: Iterable[n.FileNode], base: Iterable[n.FileNode], apart: Iterable[n.FileNode]
) -> Iterator[tuple[n.ScenarioDecl, Scenario | None, tuple[Diagnostic, ...]]]:
    """Give each scenario of the files that stand apart, as it reads in the game, or what of it means nothing there.

    rules: the game with all its variants; base: the files without them, whose situations are there for all. Scenarios
    that say `under` what they are played are about another game, and stay out.
    """
    left = tuple(decl for tree in rules for decl in tree.decls if not isinstance(decl, _SCRIPTS))
    common = tuple(decl for tree in base for decl in tree.decls if isinstance(decl, _SCRIPTS))
    for tree in apart:
        own = tuple(decl for decl in tree.decls if isinstance(decl, _SCRIPTS))
        for decl in own:
            if isinstance(decl, n.ScenarioDecl):
                if is_under(decl, (*common, *own)):
                    continue
                yield decl, *bind_script(game, (*left, *common, *own), decl)
