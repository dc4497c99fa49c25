"""What helps while one types: the texts that complete a line, and one line that says what it would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from rulewright.dsl.suggest import as_typed
from rulewright.repl.answers import (
    Choice,
    NotUnderstood,
    Picks,
    expectation,
    item_texts,
    named_by_number,
    other_of_that_number,
    read_answer,
    shown_text,
    words_fit,
)
from rulewright.repl.helps import option_help
from rulewright.repl.words import WORDS, find_word

# More than these no menu shows.
_MOST = 200
_HINT = "a number or words; Tab: choices; `help`"


@frozen
class Offer:
    """A text that completes the line: what is put in the place of the last `typed` signs, and what it does."""

    text: str
    typed: int
    help: str = ""


def offers(state: Any, picked: Sequence[int], line: str) -> Iterator[Offer]:
    """Give what completes a line: answers that are legal now, and, once something is typed, words of the prompt."""
    yield from islice(_answers(state, picked, line), _MOST)
    if line.strip():
        for word in WORDS.values():
            if word.name.startswith(line.strip().casefold()):
                yield Offer(word.name, len(line.lstrip()), word.help)


def _answers(state: Any, picked: Sequence[int], line: str) -> Iterator[Offer]:
    if state.is_over:
        return
    decision = state.decision
    typed = line.lstrip()
    if decision.kind in ("set", "order"):
        before, comma, last = line.rpartition(",")
        taken = {_bare(part) for part in before.split(",")} if comma else set()
        left = [item for at, item in enumerate(decision.items) if at not in picked and _bare(item.text) not in taken]
        last = last.lstrip()
        yield from _fitting(state, left, last)
        if not comma:
            words = {"done": "no more of them"} if decision.amount is None else {"enough": "what is lost least"}
            yield from (Offer(word, len(last), told) for word, told in words.items() if word.startswith(last.casefold()))
        return
    yield from _fitting(state, decision.options, typed)


def _fitting(state: Any, options: Sequence[Any], typed: str) -> Iterator[Offer]:
    wanted = _bare(typed)
    begun = [option for option in options if _bare(option.text).startswith(wanted)]
    for option in begun or [option for option in options if words_fit(wanted, as_typed(option.text))]:
        yield Offer(shown_text(option.text), len(typed), option_help(state, option))


def _bare(text: str) -> str:
    """Give a text as it is compared: small letters, without the quotes around it."""
    return as_typed(text).strip('"')


def guidance(state: Any, picked: Sequence[int], line: str) -> str:
    """Give one line about what is typed: what it would do, or what is expected."""
    if state.is_over:
        return "the game is over: `undo`, `restart`, `save FILE`, `log` or `quit`"
    decision = state.decision
    if not line.strip():
        single = decision.kind not in ("set", "order", "number", "trigger") and not decision.forced
        name = named_by_number(decision)
        if single and name is not None:
            return f"a number is an option's; by name in quotes, as {name}; Tab: choices"
        return _HINT if single else f"{expectation(decision, picked)}; `help`"
    found = find_word(line)
    if decision.kind == "trigger" and line.strip().casefold() == "all":
        return "Enter: all of them, one after the other as they are listed"
    try:
        answer = read_answer(line, decision, tuple(picked))
    except NotUnderstood as problem:
        if found is not None:
            return f"{found[0].name}: {found[0].help}"
        # The line is short: what was probably meant comes first.
        said, hint, meant = str(problem).partition("; did you mean ")
        return f"did you mean {meant} {said}" if hint else said
    if isinstance(answer, Picks):
        return f"chosen: {_names(decision, answer.items)}; {expectation(decision, answer.items)}"
    return _told(state, decision, answer, line)


def _told(state: Any, decision: Any, answer: Choice, line: str) -> str:
    if decision.kind in ("set", "order"):
        assert isinstance(answer.answer, tuple)
        return f"Enter: {_names(decision, answer.answer) or 'nothing'}"
    assert isinstance(answer.answer, int)
    assert isinstance(answer.text, str)
    if decision.kind == "number":
        return f"Enter: {answer.text}"
    texts = [option.text for option in decision.options]
    other = other_of_that_number(line, texts, answer.answer)
    if other is not None:
        return f"Enter: {shown_text(answer.text)}, number {line.strip()} of the list; in quotes, {other} is the other one"
    said = option_help(state, decision.options[answer.answer])
    return f"Enter: {shown_text(answer.text)}" + (f". {said}" if said else "")


def _names(decision: Any, items: Sequence[int]) -> str:
    texts = item_texts(decision)
    return ", ".join(shown_text(texts[at]) for at in items)
