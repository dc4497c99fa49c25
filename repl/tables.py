"""Where a match begins that does not begin at the beginning: the table of a scenario, or a later turn."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from attrs import frozen

import rulewright
from rulewright.dsl.suggest import as_typed
from rulewright.dsl.variant_files import find_variant
from rulewright.interpreter.api import library
from rulewright.repl.loading import GameSource
from rulewright.repl.usage import UsageProblem, suggestion

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State
    from rulewright.repl.session import Session


@frozen
class AtScenario:
    """The table of a scenario, read anew from the rules whenever it is dealt."""

    source: GameSource
    title: str

    def deal(self, game: Game, players: int, seed: int | None) -> State:
        """Lay the scenario's table out."""
        from rulewright.interpreter.scenario_table import table_of

        state = table_of(self.scenario(), secrets.randbits(64) if seed is None else seed)
        own, here = ({title for title, _ in one.program.applied} for one in (state.g, game))
        if own != here:
            said = " and ".join(f'"{title}"' for title in sorted(own)) or "no house rule"
            raise UsageProblem(f"the scenario '{self.title}' is played with {said}: say the same with --with")
        return state

    def scenario(self) -> Any:
        """Give the scenario with that title, or the one that begins so.

        UsageProblem if there is none, or several, RulesError if its rules have errors.
        """
        from rulewright.interpreter.scenario import collect, with_tests_beside

        files = [*self._variant_files(), self.source.path]
        paths = [*files[:-1], *with_tests_beside(files[-1:])]
        where = " and ".join(map(str, files))
        # Only the files that have such a title are read as rules, where any has: a game may have many files of tests.
        holding = [path for path in paths if self.title in path.read_bytes().decode("utf-8", "replace")]
        checked = rulewright.check_paths(holding or paths)
        if any(one.severity == "error" for one in checked.diagnostics):
            raise rulewright.RulesError(checked.diagnostics, checked.sources)
        found: dict[str, Any] = {}
        for item in collect(checked):
            if item.kind == "scenario":
                found.setdefault(item.name, item.what)  # that of a house rule before that of the game
        if self.title in found:
            return found[self.title]
        begun = [name for name in found if self.title and as_typed(name).startswith(as_typed(self.title))]
        if len(begun) == 1:
            return found[begun[0]]
        if begun:
            said = " or ".join(repr(name) for name in begun[:6]) + (f" or {len(begun) - 6} more" if len(begun) > 6 else "")
            raise UsageProblem(f"{where} has several scenarios that begin with '{self.title}': {said}")
        meant = suggestion(self.title, list(found)) or (
            f"; there are: {', '.join(repr(name) for name in list(found)[:6])}" if found else ": it has none"
        )
        raise UsageProblem(f"{where} has no scenario '{self.title}'{meant}")

    def _variant_files(self) -> list[Path]:
        """The files of the house rules with which the game is played."""
        files = [find_variant(self.source.path, word, library()) for word in self.source.variants]
        return [path for path in files if path is not None]


def at_scenario(source: GameSource, title: str) -> AtScenario:
    """Give the table of a scenario of a game, or of the house rules it is played with."""
    if source.settings:
        raise UsageProblem("a scenario says itself with which options it is played: leave out --set beside --at")
    return AtScenario(source, title)


def play_to(session: Session, turn: int) -> None:
    """Let bots play for everybody until a turn begins; UsageProblem if the game is over before."""
    while not session.state.is_over and session.state.turn < turn:
        session.answer_for_all()
    if session.state.is_over:
        raise UsageProblem(f"the game is over in turn {session.state.turn}, before turn {turn}")
