"""What an option would do, in a line: the text of its action and of the card it names, as the rules file has them."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.describe import arguments_of, cards_of
from rulewright.repl.cardbook import card_notes


def option_help(state: Any, option: Any) -> str:
    """Give what an option does, on one line; empty where the rules say nothing about it."""
    notes = card_notes(state)
    said = [notes[name].text for name in _cards_named(state, option) if name in notes]
    # A card says more than "play a card" does.
    if not any(said) and option.action is not None:
        said.append(_action_text(state, option.action))
    return " ".join(dict.fromkeys(text for text in said if text))


def _cards_named(state: Any, option: Any) -> list[str]:
    """Give the cards whose text says what the option does: what is chosen, or of an action the first card that it names.

    A card that lies in play has done what it says when it came; what is done with it there the action says.
    """
    actions = getattr(getattr(state, "g", None), "actions", None)
    if actions is None or option.action is None or not isinstance(option.data, tuple):
        return [option.text.partition(" in ")[0].partition(" (")[0]]
    named = (c for value, of in arguments_of(actions[option.data[0]], option.data) for c in cards_of(value, of))
    first = next(named, None)
    if first is None or state.g.namespace["IN_PLAY"][state.at[first]]:
        return []
    return [state.g.card_names[first]]


def _action_text(state: Any, action: str) -> str:
    program = getattr(getattr(state, "g", None), "program", None)
    if program is None or not hasattr(program, "actions"):
        return ""
    on_cards = (a for card in program.cards for a in card.actions if a.name == action)
    found = program.actions.get(action) or next(on_cards, None)
    return " ".join((found.doc or "").split()) if found is not None else ""
