"""Answers of a match written as lines of a scenario, and which cards such lines cannot tell apart by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl.inflect import third_person
from rulewright.dsl.types import CardType, ObjectType, bare
from rulewright.interpreter.describe import assign_key, cards_of, trigger_card
from rulewright.interpreter.export_position import Writer
from rulewright.interpreter.scenario_words import said

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


@frozen
class Step:
    """One answer of a match: the state that asked, and the answer as a state's history has it (index or places)."""

    state: State
    mark: Any

    @property
    def kind(self) -> str:
        """The kind of the question."""
        return self.state.g.questions[self.state.q].kind

    @property
    def forced(self) -> bool:
        """Whether it was the only answer."""
        return self.state.n_options == 1

    def chosen(self) -> list[Any]:
        """The options (or items) that were taken."""
        places = self.mark if isinstance(self.mark, list | tuple) else (self.mark,)
        return [self.state.opts[place] for place in places]


def unclear(step: Step) -> set[int]:
    """Cards of an answer that their printed names do not tell from others that could have been chosen instead."""
    state, found = step.state, set()
    question = state.g.questions[state.q]
    plain = Writer(state, {})
    for x in step.chosen():
        line = _one(plain, step, x)
        for other in state.opts:
            if other != x and _one(plain, step, other) == line and not _alike(state, x, other):
                if step.kind in ("action", "respond"):
                    found |= _cards(state, x)
                elif isinstance(x, int) and isinstance(bare(question.element or CardType()), CardType):
                    found.add(x)
    return found


def _alike(state: State, x: Any, other: Any) -> bool:
    if not isinstance(x, int) or not isinstance(other, int) or not state.g.asks_cards(state.q):
        return False
    key = state.g.runtime["alike_key"]
    return state.at[x] == state.at[other] and bool(key(state, x) == key(state, other))


def _cards(state: State, data: Any) -> set[int]:
    if data is None:
        return set()
    action = state.g.actions[data[0]]
    values = data[2:] if action.this_var is not None else data[1:]
    return {c for p, x in zip(action.params, values, strict=True) for c in cards_of(x, p.var.type)}


def lines_of(steps: Sequence[Step], writer: Writer) -> list[tuple[int, str]]:
    """The lines that give these answers, each with the number of the step that it is complete with.

    Answers that the engine gives by itself are left out, but for actions, which are somebody's doing, and for those
    that the next line would be taken for.
    """
    found: list[tuple[int, str]] = []
    by_itself: list[tuple[int, str]] = []
    number = 0
    while number < len(steps):
        step = steps[number]
        acts = step.kind in ("action", "respond") and step.chosen() != [None]
        if step.forced and not acts:
            by_itself.append((number, _answer(step, writer)))
        else:
            line, number = _action(steps, number, writer) if acts else (_answer(step, writer), number)
            found += [given for given in by_itself if given[1] == line]
            by_itself.clear()
            found.append((number, line))
        number += 1
    return found


def _action(steps: Sequence[Step], number: int, writer: Writer) -> tuple[str, int]:
    """An action with its arguments; those that are several things are the answers that follow."""
    step = steps[number]
    state, (data,) = step.state, step.chosen()
    action = state.g.actions[data[0]]
    values = data[2:] if action.this_var is not None else data[1:]
    parts = [state.names[state.player], third_person(action.name)]
    for param, x in zip(action.params, values, strict=True):
        if param.quantity is not None and x is None:
            if number + 1 == len(steps) or steps[number + 1].kind != "set":
                break
            number += 1
            several = steps[number].chosen()
            text = " and ".join(_thing(writer, steps[number].state, y) for y in several) or "none"
        else:
            text = _value(writer, state, x, param.var.type)
        parts += [param.preposition, text] if param.preposition else [text]
    return " ".join(parts), number


def _answer(step: Step, writer: Writer) -> str:
    state = step.state
    who = state.names[state.player]
    if step.kind in ("set", "order"):
        things = " and ".join(_thing(writer, state, x) for x in step.chosen())
        return f"{who} chooses {things}" if things else f"{who} declines"
    (x,) = step.chosen()
    return f"{who} {_one(writer, step, x)}"


def _one(writer: Writer, step: Step, x: Any) -> str:
    """What somebody does who takes this option."""
    state, question = step.state, step.state.g.questions[step.state.q]
    if question.kind in ("action", "respond"):
        if x is None:
            return "passes" if question.kind == "respond" else "declines"
        action = state.g.actions[x[0]]
        values = x[2:] if action.this_var is not None else x[1:]
        pairs = zip(action.params, values, strict=True)
        return " ".join([action.name, *(_value(writer, state, y, p.var.type) for p, y in pairs)])
    if question.key is not None:
        key = _value(writer, state, assign_key(state, question), question.key_type)
        return f"assigns {_value(writer, state, x, question.element)} to {key}"
    if question.kind == "label":
        return f'chooses "{question.labels[x]}"'
    if question.kind == "yes_no":
        return f"chooses {'yes' if x else 'no'}"
    if question.kind == "trigger":
        card = trigger_card(state, x)
        if card is not None:
            return f"chooses {writer.card(card)}"
        name = state.g.text_names.get(x[0], "effect")
        return f"chooses {name.removeprefix('card ').removeprefix('rule ')}"
    return "declines" if x is None else f"chooses {_thing(writer, state, x)}"


def _thing(writer: Writer, state: State, x: Any) -> str:
    return _value(writer, state, x, state.g.questions[state.q].element or CardType())


def _value(writer: Writer, state: State, x: Any, of: Any) -> str:
    kind = bare(of) if of is not None else None
    if isinstance(kind, CardType) and isinstance(x, int):
        return writer.card(x)
    if isinstance(kind, ObjectType) or isinstance(x, tuple):
        found = state.g.runtime["object_of"](state, x) if isinstance(kind, ObjectType) else None
        if found is not None and found.card is not None:
            return writer.card(found.card)
        return said(state, x, of)
    return writer.value(x, of) or said(state, x, of)
