"""What an option would do, in a line: the text of its action and of the card it names, as the rules file has them."""

from __future__ import annotations

from typing import Any

from rulewright.repl.cardbook import card_notes


def option_help(state: Any, option: Any) -> str:
    """Give what an option does, on one line; empty where the rules say nothing about it."""
    notes = card_notes(state)
    said = []
    names = list(option.args.values()) if getattr(option, "args", None) else [option.text.partition(" in ")[0]]
    for name in names:
        name = name.partition(" (")[0]
        if name in notes and notes[name].text:
            said.append(notes[name].text)
    # A card says more than "play a card" does.
    if not said and option.action is not None:
        said.append(_action_text(state, option.action))
    return " ".join(dict.fromkeys(text for text in said if text))


def _action_text(state: Any, action: str) -> str:
    program = getattr(getattr(state, "g", None), "program", None)
    if program is None or not hasattr(program, "actions"):
        return ""
    on_cards = (a for card in program.cards for a in card.actions if a.name == action)
    found = program.actions.get(action) or next(on_cards, None)
    return " ".join((found.doc or "").split()) if found is not None else ""
