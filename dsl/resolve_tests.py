"""The tests of a checked game: scenarios with their situations, invariants, measures, experiments.

Works on a game that is resolved and sound; `check_tests` has noted what names and values mean nothing. What is left to
find here are mistakes that show only when a script is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import Counted, GivenTurn, Invariant, Line, Measure, Scenario, Tests
from rulewright.dsl.check_tests import check_script
from rulewright.dsl.context import Game
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.inflect import plurals
from rulewright.dsl.problems import Problems
from rulewright.dsl.resolve_claims import Claims
from rulewright.dsl.resolve_script import Script
from rulewright.dsl.scope import Scope
from rulewright.dsl.types import BOOL, NUMBER, PLAYER

# Gives the game with the variants of these titles and its declarations, or None when they cannot be applied (which is
# then noted).
Under = Callable[[tuple[n.Text, ...]], tuple[Game, tuple[n.Decl, ...]] | None]


def bind_tests(game: Game, decls: Iterable[n.Decl], under: Under) -> tuple[Tests, tuple[Diagnostic, ...]]:
    """Give the tests among the declarations, and what is wrong with them."""
    before, game.problems = game.problems, Problems()
    try:
        binder = _Binder(game, tuple(decls), under)
        binder.bind()
        return binder.tests, game.problems.all()
    finally:
        game.problems = before


def bind_script(
    game: Game, decls: tuple[n.Decl, ...], decl: n.ScenarioDecl
) -> tuple[Scenario | None, tuple[Diagnostic, ...]]:
    """Give one scenario read against a game that it was not written for, or what it says that means nothing there.

    `decls`: those of the game, and the situations that the scenario is from.
    """
    before, game.problems = game.problems, Problems()
    try:
        check_script(game, decls, decl)
        binder = _Binder(game, decls, lambda titles: None)
        if not game.problems.has_errors:
            binder._scenario(decl)
        errors = tuple(one for one in game.problems.all() if one.severity == "error")
        return (None if errors else next(iter(binder.tests.scenarios), None)), errors
    finally:
        game.problems = before


def bind_measures(game: Game, decls: Iterable[n.Decl]) -> Tests:
    """Give what simulations need: measures, which a game is compiled with, and invariants.

    What is wrong with them has been noted before.
    """
    before, game.problems = game.problems, Problems()
    try:
        decls = tuple(decls)
        binder = _Binder(game, (), lambda titles: None)
        for decl in decls:
            if isinstance(decl, n.MeasureDecl):
                binder._measure(decl)
        binder.tests.invariants = binder._invariants(game, decls)
        return binder.tests
    finally:
        game.problems = before


class _Binder:
    def __init__(self, game: Game, decls: tuple[n.Decl, ...], under: Under) -> None:
        self.game = game
        self.decls = decls
        self.under = under
        self.tests = Tests()
        self._watched: dict[Game, list[Invariant]] = {}
        self.situations = {d.title.text: d for d in decls if isinstance(d, n.SituationDecl)}

    def bind(self) -> None:
        for decl in self.decls:
            match decl:
                case n.ScenarioDecl() if self._is_ours(decl):
                    self._scenario(decl)
                case n.MeasureDecl():
                    self._measure(decl)
        self.tests.invariants = self._invariants(self.game, self.decls)
        for decl in self.decls:
            if isinstance(decl, n.ExperimentDecl) and self._is_ours(decl):
                claims = Claims(self.game, self.tests.measures)
                experiment = claims.experiment(decl, self._program_under)
                if experiment is not None:
                    self.tests.experiments.append(experiment)

    def _is_ours(self, decl: n.ScenarioDecl | n.ExperimentDecl) -> bool:
        return decl.title.span.source not in self.game.other_scripts

    def _invariants(self, game: Game, decls: tuple[n.Decl, ...]) -> list[Invariant]:
        """Give the invariants, read against a game (that of the files, or with variants)."""
        if game not in self._watched:
            self._watched[game] = []
            for decl in decls:
                if isinstance(decl, n.InvariantDecl):
                    scope = Scope(nobody_acts="an invariant holds for everybody")
                    conditions = tuple(game.expressions.condition(c, scope.child()).expr for c in decl.conditions)
                    invariant = Invariant(decl.title.text, conditions, _text(decl.doc), decl.title.span)
                    self._watched[game].append(invariant)
        return self._watched[game]

    # ---------------------------------------------------------------- scenarios

    def _chain(self, decl: n.ScenarioDecl) -> list[n.ScenarioDecl | n.SituationDecl]:
        """Give the scenario and what it is from, the first situation first."""
        chain: list[n.ScenarioDecl | n.SituationDecl] = [decl]
        while chain[0].base is not None:
            base = self.situations.get(chain[0].base.text)
            if base is None:
                break
            if base in chain:
                self.game.error("E460", chain[0].base.span, "these situations are from each other, in a circle")
                break
            chain.insert(0, base)
        return chain

    def _scenario(self, decl: n.ScenarioDecl) -> None:
        chain = self._chain(decl)
        players = next((part.players for part in reversed(chain) if part.players), ())
        titles = tuple({text.text: text for part in chain for text in part.variants}.values())
        found = self._game_under(titles)
        if found is None:
            return
        game, decls = found
        if titles:
            check_script(game, decls, decl)
            if self.game.problems.has_errors:
                return
        script = Script(game, tuple(player.text for player in players), decls)
        lines: list[Line] = []
        for part in chain:
            if isinstance(part, n.SituationDecl):
                for item in part.lines:
                    if not isinstance(item, _SITUATION_LINES):
                        self.game.error(
                            "E461", item.span, "a situation only says what is given",
                            hint="moves and `expect` lines belong to a scenario `from` it",
                        )  # fmt: skip
            lines += script.lines(part.lines)
        turn = next((line for line in lines if isinstance(line, GivenTurn)), None)
        if turn is not None and any(part.setup for part in chain):
            self.game.error(
                "E465", turn.span, "a scenario `with setup` begins before the set-up; no turn can be given",
                hint="leave out `with setup` and give the table, or leave out the turn",
            )  # fmt: skip
        self.tests.scenarios.append(
            Scenario(
                decl.title.text,
                tuple(player.text for player in players),
                game.program,
                self._invariants(game, decls),
                tuple(lines),
                tuple(script.made),
                tuple(script.aliases.values()),
                dict(script.options),
                any(part.any_draw for part in chain),
                any(part.setup for part in chain),
                tuple(title.text for title in titles),
                _text(decl.doc),
                decl.title.span,
            )
        )

    def _game_under(self, titles: tuple[n.Text, ...]) -> tuple[Game, tuple[n.Decl, ...]] | None:
        if not titles:
            return self.game, self.decls
        found = self.under(titles)
        if found is not None:
            found[0].problems = self.game.problems
        return found

    def _program_under(self, title: n.Text | None) -> bound.Program | None:
        found = self._game_under(() if title is None else (title,))
        return None if found is None else found[0].program

    # ---------------------------------------------------------------- measures

    def _measure(self, decl: n.MeasureDecl) -> None:
        value = decl.value
        counted = None
        of = value.group if isinstance(value, n.CountExpr) else None
        if isinstance(of, n.GroupExpr) and len(of.words) == 1 and not of.places:
            counted = self._counted(of.words[0].text)
        per = None
        if decl.per is not None and decl.per.text != "game":
            per = self._doing(decl.per.text)
            if per is None:
                return  # what it is over is not there, which has been noted
        if counted is not None and decl.variable is None:
            self.tests.measures.append(Measure(decl.title.text, None, counted, per, decl.title.span))
            return
        scope = Scope(nobody_acts="a measure is the same for everybody")
        var = None
        if decl.variable is not None:
            var = bound.Var(decl.variable.text, PLAYER, decl.variable.span)
            self.game.expressions.declare(scope, var, decl.variable)
        expr = self.game.expressions.resolve(value, scope)
        if expr.type != BOOL:
            expr = self.game.want(expr, NUMBER, "what is measured")
        self.tests.measures.append(Measure(decl.title.text, expr, None, per, decl.title.span, var))

    def _counted(self, plural: str) -> Counted | None:
        program = self.game.program
        names = (*program.actions, *program.verbs, *program.units)
        found = next((name for name in names if plural in plurals(name)), None)
        return None if found is None else self._doing(found)

    def _doing(self, name: str) -> Counted | None:
        program = self.game.program
        if name in program.actions:
            return Counted("action", name)
        if name in program.verbs:
            return Counted("verb", name)
        unit = program.units.get(name)
        return None if unit is None else Counted(unit.kind, name)


_SITUATION_LINES = (
    n.GivenItem, n.GivenOnItem, n.GivenTurnItem, n.GivenRollItem, n.GivenDrawItem, n.GivenRandomItem,
    n.GivenOptionItem, n.GivenPhraseItem, n.MakeItem,
)  # fmt: skip


def _text(doc: Any) -> str | None:
    return None if doc is None else doc.text
