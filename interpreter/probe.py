"""What preparing a game for play finds: constructs that cannot be played, tables that cannot be laid out,
set-up that fails."""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.loading import LoadResult
from rulewright.interpreter.decks import checked
from rulewright.interpreter.errors import RulesError, RulewrightError, RunError, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.instance import settle
from rulewright.interpreter.limits import Limits

_SETUP_LIMITS = Limits(steps=20_000)


def cards(number: int) -> str:
    """A number of cards in words."""
    return "a card" if number == 1 else f"{number} cards"


def probe(result: LoadResult) -> tuple[Diagnostic, ...]:
    """Prepare a checked game for its least and its most players with the options' usual values,
    and run its set-up once."""
    heads = [decl for tree in result.files for decl in tree.decls if isinstance(decl, n.GameDecl)]
    program = result.program
    if program is None or not heads:
        return ()
    found: list[Diagnostic] = []
    where = heads[0].span
    game = Game(program)
    if program.brings is not None:
        try:
            found.extend(checked(settle(program, program.min_players, game.option_values, (), {})))
        except UsageError as problem:
            found.append(Diagnostic("E491", "error", str(problem), where))
        if any(one.severity == "error" for one in found):
            return tuple(found)
    for players in dict.fromkeys((program.min_players, program.max_players)):
        try:
            game.compiled(players)
            state = game.start(players=players, seed=0, limits=_SETUP_LIMITS)
        except RulesError as error:
            found.extend(error.diagnostics)
            break
        except UsageError as error:
            if error.span is not None:  # it is not the number of players
                found.append(Diagnostic("E491", "error", str(error), error.span))
                break
            found.append(Diagnostic("E491", "error", f"with {players} players: {error}", where))
        except RunError as error:
            found.append(
                Diagnostic(
                    "E492", "error", f"set-up fails with {players} players: {error.message}", error.span or where
                )
            )
            break
        except RulewrightError as error:
            found.append(Diagnostic("E492", "error", f"set-up fails with {players} players: {error}", where))
            break
        else:
            short = [
                Diagnostic(
                    "W592", "warning", f"with {players} players set-up deals {cards(wanted)} here and finds {there}", span,
                    hint="what is there is dealt; if that is meant, say how far it goes: `min(.., count of ..)`",
                )
                for number, (wanted, there) in sorted(state.g.short.items())
                if (span := state.g.spans[number]) is not None
            ]  # fmt: skip
            found.extend(short)
            if short:
                break
            if state.is_over and state.n_decisions == 0:
                text = "reaches a limit" if state.result[0] in ("limit", "endless") else "is over"
                found.append(Diagnostic("W590", "warning", f"with {players} players the game {text} before anybody "
                                                           "decides "
                                                           "anything", where))
                break
    return tuple(found)
