"""From what a person types to an answer: numbers, whole texts, or beginnings that only one option has.

A bare number is always that of an option as it is listed. Things that are called by a number (a card "4") are shown, and
typed, in quotes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from rulewright.dsl.suggest import as_typed, nearest

_SHOWN = 4
# Things that are called the same are told apart by a number: "Spy (2)".
_WORD = re.compile(r"[^\s(),\"]+")
_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")
# So many options are looked through for the nearest one.
_MOST_NEAR = 300
_NUMBER_BEHIND = re.compile(r" \(\d+\)$")
_SIGNED = re.compile(r"[+-]?\d+")
_QUOTED = re.compile(r"(\"[^\"]*\")[\s,]*(?=\"|$)")
_ANY = 1_000_000
MAX_LINE = 2_000


class NotUnderstood(Exception):
    """What was typed is no answer; the text is one line that says what is accepted."""


@frozen
class Picks:
    """Some of the items of a set have been picked, and more are needed."""

    items: tuple[int, ...]


@frozen
class Choice:
    """A finished answer: what `state.choose` takes, and its text (texts, for sets and orders)."""

    answer: int | tuple[int, ...]
    text: str | tuple[str, ...] = field()


def find_text(typed: str, texts: Sequence[str], numbers: int | None = None) -> int:
    """Give the place of the text that was meant; raise NotUnderstood when none or several fit.

    numbers: how many options are numbered, where that is not how many texts there are.
    """
    most = len(texts) if numbers is None else numbers
    typed = " ".join(typed.split())
    if (number := _whole(typed)) is not None:
        if 1 <= number <= len(texts):
            return number - 1
        meant = f'; the one called {number} is "{number}"' if any(_kind(text) == str(number) for text in texts) else ""
        raise NotUnderstood(f"there is no number {typed} here: 1 to {len(texts)}{meant}")
    typed = as_typed(typed)
    quoted = len(typed) > 1 and typed[0] == typed[-1] == '"'
    wanted = typed[1:-1].strip() if quoted else typed
    if not wanted:
        raise NotUnderstood(f"type a number from 1 to {most}, or the beginning of an option")
    folded = [as_typed(text) for text in texts]
    for fits in (
        [at for at, text in enumerate(folded) if text == wanted],
        [at for at, text in enumerate(folded) if text.startswith(wanted) and not _is_whole(wanted)],
        [at for at, text in enumerate(folded) if _whole_words(_parts(wanted), _parts(text))],
        [at for at, text in enumerate(folded) if _words_begin(_parts(wanted), _parts(text))],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise NotUnderstood(f"that could be {some_of([shown_text(texts[at]) for at in fits])}: type more of it, or its number")
    named = _short(typed) if quoted else f"'{_short(typed)}'"
    raise NotUnderstood(
        f"{named} is no option: a number from 1 to {most}, or {_called(texts)}{_meant(wanted, texts)}"
    )


def _called(texts: Sequence[str]) -> str:
    """Say how else than by its number an option may be typed."""
    name = next((shown_text(text) for text in texts[:_MOST_NEAR] if _is_whole(text)), None)
    return "the beginning of one" if name is None else f"a name, one like {name} in quotes"


def _meant(wanted: str, texts: Sequence[str]) -> str:
    """Give a hint with the nearest option, or of many the nearest beginning of one."""
    if _is_whole(wanted):
        return ""  # one number is as near to another as any
    short = {" ".join(_parts(as_typed(text))[: len(_parts(wanted))]): text for text in reversed(texts[:_MOST_NEAR])}
    found = nearest(wanted, [as_typed(text) for text in texts[:_MOST_NEAR]]) if len(wanted) < 60 else None
    if found is not None:
        return f"; did you mean '{next(text for text in texts if as_typed(text) == found)}'?"
    found = nearest(" ".join(_parts(wanted)), short) if len(wanted) < 60 else None
    return "" if found is None else f"; did you mean '{_short(short[found])}'?"


def words_fit(typed: str, text: str) -> bool:
    """Say whether what is typed are beginnings of words of a text, in their order."""
    return _words_begin(_parts(typed), _parts(text))


def _parts(text: str) -> list[str]:
    """Give the words and numbers of a text: `field(3, 5)` is three of them."""
    return _WORD.findall(text)


def _whole(text: str) -> int | None:
    """Give the whole number that a text is, in digits of any script and width; None for other texts."""
    text = unicodedata.normalize("NFKC", text)
    return int(text) if _SIGNED.fullmatch(text) and len(text) < 10 else None


def _is_whole(text: str) -> bool:
    return _whole(text) is not None


def shown_text(text: str) -> str:
    """Give the text of an option as it is shown and typed: in quotes where it would be the number of an option."""
    return f'"{text}"' if _is_whole(text) else text


def named_by_number(decision: Any) -> str | None:
    """Give how one of the things to choose from is typed that is called by a number; None if none is."""
    if decision.kind == "number":
        return None
    texts = item_texts(decision) if decision.kind in ("set", "order") else (o.text for o in decision.options[:_MOST_NEAR])
    return next((shown_text(text) for text in texts if _is_whole(text)), None)


def other_of_that_number(typed: str, texts: Sequence[str], at: int) -> str | None:
    """Give another option that is called by the number that was typed for the option `at`, as it is typed itself."""
    number = _whole(typed)
    other = None if number is None else str(number)
    return shown_text(other) if other is not None and other in texts and texts[at] != other else None


def _whole_words(typed: list[str], words: list[str]) -> bool:
    """Say whether all typed words are among the words of a text, in the same order."""
    rest = iter(words)
    return all(word in rest for word in typed)


def _kind(text: str) -> str:
    """Give the text without the number that tells things of one name apart."""
    return _NUMBER_BEHIND.sub("", text)


def _words_begin(typed: list[str], words: list[str]) -> bool:
    """Say whether each typed word begins a word of the text, in the same order (`play jug head`)."""
    at = 0
    for begin in typed:
        while at < len(words) and not words[at].startswith(begin):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def some_of(texts: Sequence[str]) -> str:
    """Give the first of several texts, and how many more there are."""
    shown = [_short(text) for text in texts[:_SHOWN]]
    return " or ".join(shown) + (f" or {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else "")


# ------------------------------------------------------------------ what is asked


def item_texts(decision: Any) -> list[str]:
    """Give the texts of the things that a set or an order is made of."""
    return [item.text for item in decision.items]


def expectation(decision: Any, picked: Sequence[int] = ()) -> str:
    """Give one line that says what is accepted."""
    if decision.kind == "number":
        return f"a number: {number_range(decision)}"
    if decision.kind == "order":
        return f"an order of all {len(decision.items)}, as `2 1 3`, first things first"
    if decision.kind == "set" and decision.amount is not None:
        return _payment(decision, picked)
    if decision.kind == "set":
        return _set_expectation(decision.low, decision.high, len(picked))
    if decision.forced:
        return f"nothing but {decision.options[0].text}: Enter is enough"
    if decision.kind == "trigger":
        return f"a number from 1 to {len(decision.options)}; `all`: one after the other as they are listed"
    name = named_by_number(decision)
    called = "the beginning of an option" if name is None else f"a name, one like {name} in quotes"
    return f"a number from 1 to {len(decision.options)}, or {called}"


def _payment(decision: Any, picked: Sequence[int]) -> str:
    """Say how much is still to be paid."""
    paid = sum(decision.worth[at] for at in picked)
    done = f"{paid} of {decision.amount} paid" if picked else f"{decision.amount} to pay"
    texts = item_texts(decision)
    least = ", ".join(shown_text(texts[at]) for at in least_payment(decision, picked))
    return f"{done}, as `1 3` or by name with commas" + (f"; `enough`: {least}" if least else "")


def least_payment(decision: Any, picked: Sequence[int] = ()) -> tuple[int, ...]:
    """Give the items that pay what is missing with the least lost, of those the fewest, the first ones listed; none if
    nothing is missing."""
    missing = decision.amount - sum(decision.worth[at] for at in picked)
    ways: dict[int, tuple[int, ...]] = {0: ()}  # by what they are worth together, the fewest items
    for at, worth in enumerate(decision.worth):
        if worth <= 0 or at in picked:
            continue
        for before, items in sorted(ways.items(), reverse=True):
            if before < missing and len(items) + 1 < len(ways.get(before + worth, range(len(decision.worth) + 2))):
                ways[before + worth] = (*items, at)
    return ways[min((sum_ for sum_ in ways if sum_ >= missing), default=0)] if missing > 0 else ()


def payment_note(decision: Any, at: int) -> str:
    """Give what an item is worth, where items pay for something; else nothing."""
    return f"pays {decision.worth[at]}" if decision.amount is not None else ""


def _set_expectation(low: int, high: int | None, picked: int) -> str:
    if picked:
        return f"{low - picked} more" + ("" if high == low else " at least") + ", as `1 3` or by name with commas"
    if high is not None and low == high:
        amount = f"exactly {low}"
    elif high is None or high >= _ANY:
        amount = f"at least {low}" if low else "any number of them"
    else:
        amount = f"{low} to {high} of them" if low else f"at most {high}"
    return f"{amount}, as `1 3` or by name with commas" + ("" if low else "; `done` for none")


def number_range(decision: Any) -> str:
    """Give the numbers that may be answered: `1 to 5`, or all of them where there are gaps."""
    values = [int(option.text) for option in decision.options]
    if values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(map(str, values[:20])) + (", ..." if len(values) > 20 else "")


def numbered_text(typed: str, decision: Any, picked: Sequence[int] = ()) -> str:
    """Give the text of the option whose number was typed; what is no number as it is. NotUnderstood for no number here."""
    if not _is_whole(typed):
        return typed
    if decision.kind in ("set", "order"):
        texts = [text for at, text in enumerate(item_texts(decision)) if at not in picked]
    else:
        texts = [option.text for option in decision.options]
    return texts[find_text(typed, texts)]


def read_answer(typed: str, decision: Any, picked: tuple[int, ...] = ()) -> Choice | Picks:
    """Give the answer that was typed, or the items picked so far; raise NotUnderstood."""
    typed = unicodedata.normalize("NFKC", typed[: 2 * MAX_LINE]).strip()
    if len(typed) > MAX_LINE:
        raise NotUnderstood(f"that line has more than {MAX_LINE:,} signs; {expectation(decision, picked)}")
    if decision.kind in ("set", "order"):
        return _read_items(typed, decision, picked)
    if not typed and decision.forced:
        return Choice(0, decision.options[0].text)
    if not typed:
        raise NotUnderstood(expectation(decision))
    if decision.kind == "number":
        for at, option in enumerate(decision.options):
            if _whole(typed) == int(option.text):
                return Choice(at, option.text)
        raise NotUnderstood(expectation(decision))
    texts = [option.text for option in decision.options]
    at = find_text(typed, texts)
    return Choice(at, texts[at])


def _read_items(typed: str, decision: Any, picked: tuple[int, ...]) -> Choice | Picks:
    """Give the set or order: finished as soon as a line makes it one of the right size; before that, what is picked."""
    texts = item_texts(decision)
    low = len(texts) if decision.kind == "order" else decision.low
    high = len(texts) if decision.kind == "order" or decision.high is None else decision.high
    if typed.casefold() == "enough" and decision.amount is not None:
        chosen: tuple[int, ...] = picked + least_payment(decision, picked)
    elif typed.casefold() == "all":
        chosen = picked + tuple(at for at in range(len(texts)) if at not in picked)
    elif typed.casefold() in ("done", "none", "nothing"):
        chosen = picked if typed.casefold() == "done" else ()
        if len(chosen) < low or (decision.amount is not None and chosen == picked):
            raise NotUnderstood(f"too few: {expectation(decision, picked)}")
    else:
        # What is picked already stands in no list any more: the numbers are those of the rest.
        left = [at for at in range(len(texts)) if at not in picked]
        chosen = picked + tuple(left[at] for at in _new_items(typed, [texts[at] for at in left]))
    if decision.amount is not None:
        return _paying(chosen, decision, texts)
    if len(chosen) > high:
        raise NotUnderstood(f"those are {len(chosen)}; {expectation(decision, picked)}")
    return Picks(chosen) if len(chosen) < low else _set(chosen, texts)


def _paying(chosen: tuple[int, ...], decision: Any, texts: list[str]) -> Choice | Picks:
    """Give a payment, finished as soon as it is enough; NotUnderstood if something in it is not needed."""
    worth = {at: decision.worth[at] for at in chosen}
    paid = sum(worth.values())
    for at in sorted(worth, key=lambda at: worth[at]):
        if worth[at] <= 0:
            raise NotUnderstood(f"{shown_text(texts[at])} pays nothing")
        if paid - max(worth.values()) >= decision.amount:
            raise NotUnderstood(f"those pay {paid}, and {decision.amount} are asked for: {shown_text(texts[at])} is not needed")
    return Picks(chosen) if paid < decision.amount else _set(chosen, texts)


def _set(chosen: tuple[int, ...], texts: list[str]) -> Choice:
    return Choice(chosen, tuple(texts[at] for at in chosen))


def _new_items(typed: str, texts: list[str]) -> list[int]:
    """Give the items that were typed: numbers of the list, or names with commas, each at most once."""
    if not typed:
        raise NotUnderstood(f"type numbers from 1 to {len(texts)} (as `1 3`), names with commas, or `done`")
    words = _RANGE.sub(_spelt_out, typed).replace(",", " ").split()
    if all(_whole(word) is not None for word in words):
        parts = words
    else:
        # Names in quotes need nothing between them.
        parted = _QUOTED.sub(r"\1,", typed).replace(" and ", ",")
        parts = [part.strip() for part in parted.split(",") if part.strip()]
    found: list[int] = []
    for part in parts:
        found.append(_free(_find_item(part, texts), texts, found, part))
    return found


def _spelt_out(found: re.Match[str]) -> str:
    """Give `2 3 4` for `2-4`; what is too much to be meant stays as it is."""
    first, last = int(found[1]), int(found[2])
    return " ".join(map(str, range(first, last + 1))) if first <= last <= first + _MOST_NEAR else found[0]


def _find_item(typed: str, texts: list[str]) -> int:
    """Give the item that was typed. Of alike ones the first: they are one to choose from."""
    if _whole(typed) is not None:
        return find_text(typed, texts)
    if as_typed(typed) in (as_typed(text) for text in texts):
        return find_text(typed, texts)
    kinds = [_kind(text) for text in texts]
    different = list(dict.fromkeys(kinds))
    return kinds.index(different[find_text(typed, different, len(texts))])


def _free(at: int, texts: list[str], taken: list[int], typed: str) -> int:
    """Give the item, or another with the same text where that one is taken already."""
    if at not in taken:
        return at
    if _whole(typed) is None:
        kind = _kind(texts[at])
        for other, text in enumerate(texts):
            if _kind(text) == kind and other not in taken:
                return other
    raise NotUnderstood(f"'{_short(texts[at])}' is chosen already")
