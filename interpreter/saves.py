"""The JSON form of a match, and the way back: seed and answers are played again, and a digest says if it is the same.

What is read may come from strangers. Every field is looked at before it is used; whatever does not fit is a UsageError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.errors import IllegalChoice, UsageError
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

FORMAT = 1
_WANTED: dict[str, type] = {"format": int, "game": str, "hash": str, "players": int, "names": list, "seed": int,
                            "answers": list, "digest": str, "traced": bool, "auto": bool}


def document(state: State) -> dict[str, Any]:
    """A match as JSON data. UsageError for a state that seed and answers do not lead to: a redeal,
    one of a tree walk."""
    answers = state.history
    if len(answers) != state.n_decisions or state.chance is not None:
        raise UsageError("only a match that was played from its seed can be saved; this state was made up")
    return {"format": FORMAT, "game": state.g.program.name, "hash": state.g.hash, "players": state.players,
            "names": list(state.names), "seed": state.seed, "answers": answers, "digest": state.digest(),
            "traced": state.log_entries is not None, "auto": state.auto}


def restore(game: Game, data: Mapping[str, Any], limits: Limits = DEFAULT_LIMITS) -> State:
    """The match that `document` described. UsageError if it is of other rules or options, or damaged."""
    _check(data)
    if data["format"] > FORMAT:
        raise UsageError(f"this match has format {data['format']}, of a newer version; this one reads up to {FORMAT}")
    if data["game"] != game.name:
        raise UsageError(f"this is a match of {data['game']}, not of {game.name}")
    if data["hash"] != game.hash:
        raise UsageError(f"this match of {game.name} was begun with other rules, variants or options")
    game.check_players(data["players"])
    state = game.start(data["players"], data["seed"], data["traced"], names=data["names"], limits=limits, auto=data["auto"])
    answers = data["answers"]
    while state.n_decisions < len(answers):
        # Forced decisions are answered on the way; they stand among the answers and are passed over.
        number = state.n_decisions
        try:
            state.choose(answers[number])
        except IllegalChoice as problem:
            raise UsageError(f"answer {number + 1} of the match is not offered there: {problem}") from None
    if state.digest() != data["digest"]:
        raise UsageError("the answers of the match lead to another position than the one that was saved")
    return state


def _check(data: Mapping[str, Any]) -> None:
    if not isinstance(data, Mapping):
        raise UsageError("this is no saved match")
    for key, sort in _WANTED.items():
        value = data.get(key)
        if not isinstance(value, sort) or (sort is int and isinstance(value, bool)):
            raise UsageError(f"this is no saved match: '{key}' is missing or is not what it should be")
    if len(data["names"]) != data["players"] or not all(isinstance(name, str) for name in data["names"]):
        raise UsageError("this is no saved match: its names do not fit its players")
