"""What a match is made of, by name: answers, and changes by hand; so that they can be made again on other rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

# An answer by name: the text of an option, or the texts of the items of a set or an order.
Named = str | tuple[str, ...]


class Diverged(Exception):
    """Recorded answers do not fit the rules: the number of the answer (from 1) and what is wrong."""

    def __init__(self, step: int, what: str) -> None:
        super().__init__(what)
        self.step = step
        self.what = what


@frozen
class Step:
    """One answer: whose, to which question, by name, and who gave it: "human" or the name of a bot."""

    seat: int
    question: str
    answer: Named
    by: str = "human"


@frozen
class Change:
    """Something that was put on the table by hand, in the words of `give`, `put` or `set`."""

    text: str


def said(step: Step | Change) -> str:
    """Give a step as one text."""
    return step.text if isinstance(step, Change) else spoken(step.answer)


def spoken(named: Named) -> str:
    """Give an answer by name as one text."""
    if isinstance(named, str):
        return named
    return ", ".join(named) if named else "nothing"


def named_answer(decision: Any, answer: int | Sequence[int]) -> Named:
    """Give an answer by name."""
    if decision.kind in ("set", "order"):
        if isinstance(answer, int):
            places = {item.data: at for at, item in enumerate(decision.items)}
            answer = [places[thing] for thing in decision.options[answer].data]
        return tuple(decision.items[at].text for at in answer)
    assert isinstance(answer, int)
    return decision.options[answer].text


def find_answer(decision: Any, named: Named) -> int | list[int] | None:
    """Give the answer with that name, or None if it is not offered."""
    if decision.kind not in ("set", "order"):
        return next((at for at, option in enumerate(decision.options) if option.text == named), None)
    if isinstance(named, str):
        return None
    free: dict[str, list[int]] = {}
    for at, item in enumerate(decision.items):
        free.setdefault(item.text, []).append(at)
    found = []
    for text in named:
        if not free.get(text):
            return None
        found.append(free[text].pop(0))
    return found
