"""The resolver's entry: syntax trees of one game in, checked program and diagnostics out."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.check_tests import check_tests
from rulewright.dsl.checks import check
from rulewright.dsl.context import Game
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.problems import Problems
from rulewright.dsl.resolve_actions import Actions
from rulewright.dsl.resolve_cards import Cards
from rulewright.dsl.resolve_expressions import Expressions
from rulewright.dsl.resolve_flow import Flow
from rulewright.dsl.resolve_groups import Groups
from rulewright.dsl.resolve_members import Members
from rulewright.dsl.resolve_more import Resolved
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.resolve_packs import Packs
from rulewright.dsl.resolve_phrases import Phrases
from rulewright.dsl.resolve_standing import StandingText
from rulewright.dsl.resolve_statements import Statements
from rulewright.dsl.resolve_types import Types
from rulewright.dsl.signatures import Builtins
from rulewright.dsl.source import Source


@frozen
class ResolveResult:
    """The checked program, or None when there are errors; everything found, in the order of the files."""

    program: bound.Program | None
    diagnostics: tuple[Diagnostic, ...]
    resolved: Resolved | None = None  # what more text (scenarios) can be read against


def resolve(
    files: n.FileNode | Iterable[n.FileNode], builtins: Builtins, other_scripts: Iterable[Source] = ()
) -> ResolveResult:
    """Check a game (its file and everything it uses) and give its program.

    `other_scripts`: files whose scenarios and experiments are about another game: the one without the variants of this.
    """
    files = (files,) if isinstance(files, n.FileNode) else tuple(files)
    decls = tuple(decl for file in files for decl in file.decls)
    problems = Problems()
    span = files[0].span
    game = Game(builtins, problems, "")
    game.other_scripts = frozenset(other_scripts)
    _resolve(game, decls, span)
    sound = not problems.has_errors
    return ResolveResult(game.program if sound else None, problems.all(), Resolved(game) if sound else None)


def _resolve(game: Game, decls: tuple[n.Decl, ...], span: n.Span) -> None:
    names = Names(game, decls)
    game.expressions = Expressions(game)
    game.groups = Groups(game)
    game.phrases = Phrases(game)
    game.statements = Statements(game)
    game.standing = StandingText(game)
    game.actions = Actions(game, names)
    game.types = Types(game)
    members = Members(game, names)
    cards = Cards(game, names, members)
    flow = Flow(game, names)
    flow.head(span)
    if flow.only_tests:
        return  # which game they are about is not known, so nothing that they name is
    names.collect()
    members.options()
    members.declare()
    members.ends()
    game.actions.declare_defines()
    flow.boards()
    cards.declare()
    game.actions.signatures()
    cards.actions()
    members.finish()
    game.actions.played_cards()
    Packs(game, names.of(n.GroupDecl)).members()
    game.kind_defaults = members.kind_defaults
    cards.defaults()
    game.actions.define_bodies()
    game.actions.bodies()
    cards.texts()
    cards.kinds_and_keywords()
    flow.bodies()
    check_tests(game, names)
    check(game, names)
    game.actions.forget_doers()
