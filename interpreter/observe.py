"""What an onlooker counts in a match: who held and played which cards, which actions were open and which were taken.

An onlooker sees everything; nothing here may reach a player or a bot.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.interpreter.decisions import KIND_NUMBER
from rulewright.interpreter.describe import arguments_of, cards_of

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

_ACTIONS = (KIND_NUMBER["action"], KIND_NUMBER["respond"])


@define
class Seen:
    """What one seat did in a match, by names.

    held: cards that lay in a private zone of the seat; played: those of them that it named in an answer and that then
    went where others see them, or were laid aside by that answer (face down for a fight, say) and came to light from
    there; taken: how often each action.
    """

    held: set[str] = field(factory=set)
    played: set[str] = field(factory=set)
    taken: Counter[str] = field(factory=Counter)


def open_actions(state: State) -> set[str]:
    """The names of the actions that may be taken now; none where something else is asked."""
    if state.is_over or state.g.question_kinds[state.q] not in _ACTIONS:
        return set()
    actions = state.g.actions
    return {actions[data[0]].name for data in state.opts if data is not None}


def seen_of(state: State) -> list[Seen]:
    """What each seat did in a traced match, from its events."""
    g = state.g
    found = [Seen() for _ in range(state.players)]
    private = [
        owner if kind == "private" else None for kind, owner in zip(g.visibility, g.zone_owner, strict=True)
    ]
    named: frozenset[int] = frozenset()
    by: int | None = None
    aside: dict[int, int] = {}  # cards that their holder has laid into another private zone of its own
    for entry in state.entries():
        if entry[0] == "move":
            for card, origin in zip(entry[1], entry[2], strict=True):
                holder, keeper = private[origin], private[entry[3]]
                chosen = holder is not None and holder == by and card in named
                if keeper is not None:
                    found[keeper].held.add(g.card_names[card])
                    if chosen and holder == keeper and origin != entry[3]:
                        aside[card] = keeper
                    else:
                        aside.pop(card, None)
                    continue
                laid = aside.pop(card, None) is not None
                if holder is not None and (chosen or laid) and g.visibility[entry[3]] != "hidden":
                    found[holder].played.add(g.card_names[card])
        elif entry[0] == "reveal" and entry[2] is None:
            for card in [card for card in entry[1] if card in aside]:
                found[aside.pop(card)].played.add(g.card_names[card])
        elif entry[0] == "answer":
            _, by, q, answer = entry[:4]
            question = g.questions[q]
            if question.kind in ("action", "respond"):
                named = frozenset()
                if answer is not None:
                    action = g.actions[answer[0]]
                    found[by].taken[action.name] += 1
                    named = frozenset(c for x, of in arguments_of(action, answer) for c in cards_of(x, of))
            else:
                # What was announced before is still being carried out: its cards stay named.
                named |= _chosen(question, answer)
    return found


def _chosen(question: Any, answer: Any) -> frozenset[int]:
    if question.element is None or answer is None:
        return frozenset()
    values = answer if isinstance(answer, tuple) else (answer,)
    return frozenset(c for x in values for c in cards_of(x, question.element))


def texts_run(state: State) -> Counter[str]:
    """How often the text of each card took effect in a traced match, by the card's name."""
    names = state.g.coverage_names
    found: Counter[str] = Counter()
    for entry in state.entries():
        if entry[0] == "cover" and names[entry[1]].startswith("card "):
            found[names[entry[1]].removeprefix("card ").replace('"', "")] += 1
    return found


def reached(state: State) -> set[str]:
    """What of the rules was reached; see `State.coverage`."""
    g = state.g
    found = {g.coverage_names[e[1]].replace('"', "") for e in state.entries() if e[0] == "cover"}
    shown, instance = g.namespace["IN_PLAY"], g.instance
    stacks = set(instance.stack_zone.values())
    for e in state.entries():
        if e[0] == "move" and (shown[e[3]] or e[3] in stacks):
            for c in e[1]:
                found.add(f"card {g.card_names[c]}")
                printed = instance.faces[instance.face_of[c]].definition.keywords
                found.update(f"keyword {keyword.name}" for keyword in printed)
    return found


def card_names(state: State) -> list[str]:
    """The names of all cards of the match, each once."""
    return list(dict.fromkeys(state.g.card_names))


def action_names(state: State) -> list[str]:
    """The names of all actions of the match, each once."""
    return list(dict.fromkeys(action.name for action in state.g.actions))
