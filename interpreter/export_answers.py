"""Answers of a match written as lines of a scenario, and which cards such lines cannot tell apart by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl.inflect import third_person
from rulewright.dsl.types import CardType, ObjectType, ZoneType, bare
from rulewright.interpreter.describe import arguments_of, assign_key, cards_of, object_word, trigger_card
from rulewright.interpreter.export_position import Writer

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


ACTS = ("action", "respond")


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
    """The cards of an answer that need names of their own: their printed names do not tell them from others that could
    have been chosen instead, or a zone that lies on them is chosen."""
    state, found = step.state, set()
    question = state.g.questions[state.q]
    plain = Writer(state, {})
    acts = step.kind in ACTS
    key_type = question.key_type
    if question.key is not None and key_type is not None and isinstance(bare(key_type), CardType):
        found.add(assign_key(state, question))
    lines = [(other, _one(plain, step, other)) for other in state.opts]
    for x in step.chosen():
        found |= {holder for zone in _zones(state, x) if (holder := state.g.zone_holder[zone]) is not None}
        line = _one(plain, step, x)
        for other, same in lines:
            if other != x and same == line and not _alike(state, x, other):
                if acts:
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
    return {c for x, of in arguments_of(state.g.actions[data[0]], data) for c in cards_of(x, of)}


def _zones(state: State, x: Any) -> list[int]:
    """The zones that an option names."""
    question = state.g.questions[state.q]
    if x is None:
        return []
    named = arguments_of(state.g.actions[x[0]], x) if question.kind in ACTS else [(x, question.element)]
    found = []
    for y, of in named:
        kind = None if of is None else bare(of)
        if isinstance(kind, CardType) and isinstance(y, tuple):
            found.append(y[1])  # a card there that whoever is asked does not see
        elif isinstance(kind, ZoneType):
            found.append(y)
    return found


def lines_of(steps: Sequence[Step], writer: Writer, everything: bool = False) -> list[tuple[int, str]]:
    """The lines that give these answers, each with the number of the step that it is complete with.

    Answers that the engine gives by itself are left out, but for actions, which are somebody's doing, and for those
    that the next line would be taken for; `everything`: only those of who can do nothing but pass.
    """
    plain = Writer(steps[0].state, {}) if steps else writer
    found: list[tuple[int, str]] = []
    by_itself: list[tuple[int, str, str]] = []
    number = 0
    while number < len(steps):
        step = steps[number]
        acts = step.kind in ACTS and step.chosen() != [None]
        if step.forced and not acts and (step.kind == "respond" or not everything):
            by_itself.append((number, _answer(step, writer), _answer(step, plain)))
        else:
            taken = {_answer(step, plain)}
            if step.chosen() in ([None], []):
                who = step.state.names[step.state.player]
                taken |= {f"{who} passes", f"{who} declines"}
            line, number = _action(steps, number, writer) if acts else (_answer(step, writer), number)
            found += [(at, given) for at, given, so in by_itself if so in taken]
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
    return " ".join([*parts, *_with(writer, state, data)]), number


def _with(writer: Writer, state: State, data: Any) -> list[str]:
    """`with` the card whose ability an option is, where several cards offer that."""
    action = state.g.actions[data[0]]
    if action.this_var is None:
        return []
    others = any(
        x is not None and state.g.actions[x[0]].name == action.name and x[1] != data[1] for x in state.opts
    )
    return ["with", writer.card(data[1])] if others else []


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
    if question.kind in ACTS:
        if x is None:
            return "passes" if question.kind == "respond" else "declines"
        action = state.g.actions[x[0]]
        values = x[2:] if action.this_var is not None else x[1:]
        pairs = zip(action.params, values, strict=True)
        return " ".join([action.name, *(_value(writer, state, y, p.var.type) for p, y in pairs), *_with(writer, state, x)])
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
    """What is chosen, as a line says it."""
    kind = bare(of) if of is not None else None
    if x is not None and isinstance(kind, CardType):
        # A card that whoever is asked does not see is told by where it lies.
        return str(writer.zone(x[1])) if isinstance(x, tuple) else writer.card(x)
    if x is not None and isinstance(kind, ObjectType):
        found = state.g.runtime["object_of"](state, x)
        return object_word(state, found) if found.named_by is None else writer.card(found.named_by)
    return str(writer.value(x, of))
