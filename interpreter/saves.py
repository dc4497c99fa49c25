"""The JSON form of a match, and the way back: seed and answers are played again, and a digest says if it is the same.

Answers stand there twice: by number, and by name for rules that have changed since (`named`): whoever was asked, the
question and the text of the answer, or of each thing of a set. On other rules a match is played up to the first answer
that no longer fits.

What is read may come from strangers. Every field is looked at before it is used; whatever does not fit is a UsageError.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.decks import BroughtDeck
from rulewright.interpreter.errors import IllegalChoice, UsageError
from rulewright.interpreter.instance import option_text
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from rulewright.interpreter.decisions import Decision
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

FORMAT = 1
_WANTED: dict[str, type] = {
    "format": int,
    "game": str,
    "hash": str,
    "players": int,
    "names": list,
    "seed": int,
    "answers": list,
    "digest": str,
    "traced": bool,
    "auto": bool,
}


def document(state: State) -> dict[str, Any]:
    """A match as JSON data. UsageError for a state that seed and answers do not lead to: a redeal,
    one of a tree walk."""
    answers = state.history
    if len(answers) != state.n_decisions or state.chance is not None:
        raise UsageError("only a match that was played from its seed can be saved; this state was made up")
    decks = decks_of(state)
    return {
        "format": FORMAT,
        **({"decks": decks} if decks else {}),
        "game": state.g.program.name,
        "hash": state.g.hash,
        "players": state.players,
        "options": _options(state),
        "names": list(state.names),
        "seed": state.seed,
        "answers": answers,
        "named": named_answers(state),
        "digest": state.digest(),
        "traced": state.log_entries is not None,
        "auto": state.auto,
    }


class SaveDiverged(UsageError):
    """Answers of a match do not fit the rules of today.

    number: of the first that does not, from 1; state: where it is asked.
    """

    def __init__(self, number: int, what: str, state: State) -> None:
        super().__init__(f"answer {number} of the match no longer fits: {what}")
        self.number = number
        self.what = what
        self.state = state


def _options(state: State) -> dict[str, str]:
    return {
        name: option_text(option, state.g.instance.options[name]) for name, option in state.g.program.options.items()
    }


def named_answers(state: State) -> list[dict[str, Any]]:
    """Every answer of a match by name: {"seat", "question", "answer"}; the answer is a text or a list of texts."""
    return [
        {"seat": decision.player, "question": decision.question, "answer": said}
        for decision, said in answers_with_decisions(state)
    ]


def answers_with_decisions(state: State) -> Iterator[tuple[Decision, Any]]:
    """Every decision of a match with its answer by name, also of a match that broke at its last answer."""
    assert state.g.again is not None
    replayed = state.g.again("traced", state.seed, state.names, state.limits)
    answers = state.history
    for number, answer in enumerate(answers, 1):
        decision = replayed.decision
        if decision.kind in ("set", "order"):
            yield decision, [decision.items[place].text for place in answer]
        else:
            yield decision, decision.options[answer].text
        if number < len(answers):
            replayed.choose(answer)


def restore(game: Game, data: Mapping[str, Any], limits: Limits = DEFAULT_LIMITS, changed_rules: bool = False) -> State:
    """The match that `document` described. UsageError if it is of other rules or options, or damaged.

    changed_rules: then a match of other rules is played again by the names of its answers. SaveDiverged, with the state
    reached, at the first that is no longer offered or whose question has changed.
    """
    _check(data)
    if data["format"] > FORMAT:
        raise UsageError(f"this match has format {data['format']}, of a newer version; this one reads up to {FORMAT}")
    if data["game"] != game.name:
        raise UsageError(f"this is a match of {data['game']}, not of {game.name}")
    game = with_decks(game, data)
    if data["hash"] != game.hash and not changed_rules:
        raise UsageError(f"this match of {game.name} was begun with other rules, variants or options")
    game.check_players(data["players"])
    if data["hash"] != game.hash:
        return _by_name(game, data, limits)
    state = game.start(
        data["players"], data["seed"], data["traced"], names=data["names"], limits=limits, auto=data["auto"]
    )
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


def with_decks(game: Game, data: Mapping[str, Any], rules: str = "hash") -> Game:
    """The game with the decks that were brought to a saved match; `rules`: where the hash of its rules stands."""
    decks = data.get("decks")
    if decks is None:
        return game
    if not isinstance(decks, list) or not all(_is_deck(one) for one in decks) or len(decks) != data["players"]:
        raise UsageError("this is no saved match: 'decks' is not what it should be")
    if data[rules] == game.hash:
        return game
    kept = [BroughtDeck(one["name"], tuple(one["cards"].items())) for one in decks]
    own = None
    with suppress(UsageError):
        own = list(game.compiled(data["players"]).instance.decks)
    return game if kept == own and game.with_decks(kept).hash != data[rules] else game.with_decks(kept)


def decks_of(state: State) -> list[dict[str, Any]]:
    """The decks that were brought, as data: of each seat its name and how many there are of each card."""
    return [{"name": deck.name, "cards": dict(deck.cards)} for deck in state.g.instance.decks]


def _is_deck(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("cards"), dict)


def _by_name(game: Game, data: Mapping[str, Any], limits: Limits) -> State:
    named = data.get("named")
    if not isinstance(named, list) or not all(_is_named(one) for one in named):
        raise UsageError("this is no saved match: 'named' is missing or is not what it should be")
    state = game.start(data["players"], data["seed"], data["traced"], names=data["names"], limits=limits, auto=False)
    for number, one in enumerate(named, 1):
        what = _choose_named(state, one)
        if what is not None:
            raise SaveDiverged(number, what, state)
    state.auto = data["auto"]
    return state


def _is_named(one: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(one.get("question"), str) or not isinstance(one.get("seat"), int):
        return False
    answer = one.get("answer")
    return isinstance(answer, str) or (isinstance(answer, list) and all(isinstance(text, str) for text in answer))


def _choose_named(state: State, one: Mapping[str, Any]) -> str | None:
    """Give an answer by name; what keeps it from being given, or None."""
    said = one["answer"] if isinstance(one["answer"], str) else ", ".join(one["answer"]) or "nothing"
    if state.is_over:
        return f"the game is over before '{said}'"
    decision = state.decision
    if decision.player != one["seat"]:
        return f"{state.names[decision.player]} is asked where another answered '{said}'"
    if decision.question != one["question"]:
        return f"the question was '{one['question']}' and is now '{decision.question}'"
    several = decision.kind in ("set", "order")
    if several is isinstance(one["answer"], str):
        return f"'{said}' is no answer to '{decision.question}'"
    items = decision.items if several else decision.options
    places = {item.text: item.index for item in items}
    texts = one["answer"] if several else [one["answer"]]
    if any(text not in places for text in texts):
        return f"'{next(text for text in texts if text not in places)}' is no longer offered to '{decision.question}'"
    try:
        state.choose([places[text] for text in texts] if several else places[texts[0]])
    except IllegalChoice as problem:
        return f"'{said}' is no longer possible: {problem}"
    return None


def _check(data: Mapping[str, Any]) -> None:
    if not isinstance(data, Mapping):
        raise UsageError("this is no saved match")
    for key, sort in _WANTED.items():
        value = data.get(key)
        if not isinstance(value, sort) or (sort is int and isinstance(value, bool)):
            raise UsageError(f"this is no saved match: '{key}' is missing or is not what it should be")
    if len(data["names"]) != data["players"] or not all(isinstance(name, str) for name in data["names"]):
        raise UsageError("this is no saved match: its names do not fit its players")
