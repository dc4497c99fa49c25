"""What a scenario says when it fails: in a designer's words, with the line that would script what was not scripted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulewright.dsl.inflect import third_person
from rulewright.dsl.source import Span
from rulewright.dsl.types import BoolType, CardType, ObjectType, WordType, bare
from rulewright.interpreter.describe import assign_key, question_text, value_text, zone_text
from rulewright.interpreter.scenario_chance import NotScripted
from rulewright.interpreter.state import State

_MOST_LINES = 4


class Failure(Exception):
    """A scenario fails at a line. `lines` say what was expected and what is there."""

    def __init__(self, span: Span | None, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.span = span
        self.lines = lines

    @property
    def message(self) -> str:
        """The whole message, with the place and the text of the line."""
        if self.span is None:
            return "\n".join(self.lines)
        text = re.sub(r"\s+", " ", self.span.text).strip()
        return "\n".join((f"{self.span.source.name}:{self.span.line}: {text}", *(f"  {line}" for line in self.lines)))


def said(state: State, x: Any, of: Any) -> str:
    """A value as a line of a script says it: names of cards in quotes, words as they are spelt."""
    kind = bare(of) if of is not None else None
    if x is None:
        return value_text(state, x, of)
    if isinstance(kind, CardType):
        return zone_text(state, x[1]) if isinstance(x, tuple) else f'"{state.g.card_names[x]}"'
    if isinstance(kind, WordType):
        return kind.values[x]
    if isinstance(kind, BoolType) or isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(kind, ObjectType):
        found = state.g.runtime["object_of"](state, x)
        shown = None if found is None else found.named_by
        if shown is not None:
            return f'"{state.g.card_names[shown]}"'
    return value_text(state, x, of)


def action_said(state: State, who: str, data: Any) -> str:
    """The line that takes an option of an action."""
    action = state.g.actions[data[0]]
    values = list(data[2:] if action.this_var is not None else data[1:])
    words = [who, third_person(action.name)]
    for param, x in zip(action.params, values, strict=True):
        if param.preposition:
            words.append(param.preposition)
        words.append("..." if x is None and param.quantity is not None else said(state, x, param.var.type))
    if action.this_var is not None and any(
        other is not None and state.g.actions[other[0]].name == action.name and other[1] != data[1]
        for other in state.opts
    ):
        words += ["with", said(state, data[1], CardType())]  # several cards offer it
    return " ".join(words)


def answers_said(state: State) -> list[str]:
    """Lines that would answer the pending question, the first few of them."""
    question = state.g.questions[state.q]
    assert state.player is not None
    who = state.names[state.player]
    if question.kind == "set":
        items = [said(state, x, question.element or CardType()) for x in state.opts]
        chosen = items[: max(1, state.lo)]
        lines = [f"{who} chooses {' and '.join(chosen)}"]
        return [*lines, f"{who} declines"] if state.lo == 0 else lines
    if question.kind == "order":
        return [f"{who} chooses {' and '.join(said(state, x, question.element or CardType()) for x in state.opts)}"]
    lines = []
    for x in state.opts:
        if question.kind in ("action", "respond"):
            lines.append(
                f"{who} {'passes' if question.kind == 'respond' else 'declines'}"
                if x is None
                else action_said(state, who, x)
            )
        elif question.key is not None:
            key = said(state, assign_key(state, question), question.key_type)
            lines.append(f"{who} assigns {said(state, x, question.element)} to {key}")
        elif question.kind == "label":
            lines.append(f'{who} chooses "{question.labels[x]}"')
        elif question.kind == "yes_no":
            done = f"{who} {third_person(question.doing)}" if question.doing else f"{who} chooses yes"
            lines.append(done if x else f"{who} declines")
        elif question.kind == "trigger":
            name = state.g.text_names.get(x[0], "effect")
            lines.append(f"{who} chooses {name.removeprefix('card ').removeprefix('rule ')}")
        else:
            lines.append(f"{who} declines" if x is None else f"{who} chooses {said(state, x, question.element)}")
    return list(dict.fromkeys(lines))


def asked(state: State) -> str:
    """Who is asked what now: `Ann is asked: What do you do?`."""
    assert state.player is not None
    return f"{state.names[state.player]} is asked: {question_text(state, state.g.questions[state.q])}"


def not_scripted(state: State) -> list[str]:
    """That the pending question is not answered by the script, with lines that would."""
    lines = answers_said(state)
    found = [asked(state), "which nothing in the scenario answers; write before this line, for example:"]
    found += [f"    {line}" for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        found.append(f"    ... ({len(lines)} answers in all)")
    return found


def offered(state: State) -> list[str]:
    """What the pending question offers, in a few lines."""
    lines = answers_said(state)
    found = [asked(state), "the answers are:" if len(lines) > 1 else "the only answer is:"]
    found += [f"    {line}" for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        found.append(f"    ... ({len(lines)} in all)")
    return found


def chance_said(state: State, problem: NotScripted) -> list[str]:
    """That chance decides something, with the line that would settle it."""
    stream = problem.stream
    outcomes = f" ({', '.join(problem.texts[:6])}{', ...' if len(problem.texts) > 6 else ''})" if problem.texts else ""
    if stream.startswith("die "):
        name = stream[4:]
        return [
            f"{name} is rolled{outcomes}, and the scenario does not say what it shows; write before this line:",
            f"    given the next roll is {problem.texts[0] if problem.texts else 1}",
        ]
    pile = re.fullmatch(r"(taken )?(.+?)(?: (\d+))?(?:/\d+)?", stream)
    if pile and pile[2] != "random":
        owner = f"{state.names[int(pile[3]) - 1]}'s " if pile[3] and int(pile[3]) <= state.players else ""
        what = "is taken unseen from" if pile[1] else "is drawn after a shuffle from"
        return [
            f"a card {what} {owner}{pile[2]}, and chance says which{outcomes}; write before this line:",
            f'    given the next card from {owner}{pile[2]} is "{problem.texts[0] if problem.texts else "..."}"',
            "or say `with any draw` in the scenario's first line if it does not matter which",
        ]
    return [
        "chance decides something here that the scenario does not settle; write before this line:",
        "    given the next random choice is ...",
        "or say `with any draw` in the scenario's first line if it does not matter",
    ]


def several_said(texts: Sequence[str], empty: str = "nothing") -> str:
    """`a, b, c`, or a word for none."""
    return ", ".join(texts) or empty
