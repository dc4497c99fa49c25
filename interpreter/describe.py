"""States, options and events in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulewright.dsl.symbols import TRIGGER
from rulewright.dsl.types import BoolType, CardType, LineType, ListType, PlayerType, SpaceType, WordType, ZoneType, bare
from rulewright.interpreter.decisions import Option

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.actions import Question
    from rulewright.interpreter.state import State


@frozen
class Moved:
    """Cards that went from one place to another, in words. names: empty where the reader does not see which cards."""

    names: tuple[str, ...]
    count: int
    start: str
    to: str
    leave: bool  # they are out of the game


@frozen
class LogEntry:
    """One line of the log. level: 0 what people want to read, 1 details. visible_to: seats that may see it,
    None for all; the number after the last seat is that of those who only look on. place: what of the rules was running
    (`faults.spans_of`). moved: of a line about cards that moved; forced: an answer that was the only one, outside response
    windows. again: those who see more, or are told sooner, have a line of their own about it."""

    text: str
    level: int
    seat: int | None
    span: Any
    visible_to: frozenset[int] | None
    place: Any = field(default=None, eq=False, repr=False)
    moved: Moved | None = field(default=None, eq=False, repr=False)
    forced: bool = field(default=False, eq=False, repr=False)
    again: bool = field(default=False, eq=False, repr=False)


def words(name: str) -> str:
    """A snake_case name as people read it."""
    return name.replace("_", " ")


def value_text(state: State, value: Any, of: Any) -> str:
    """A value of type `of` in words."""
    kind = bare(of) if of is not None else None
    if value is None:
        return "nobody" if isinstance(kind, PlayerType) else "nothing"
    if isinstance(kind, ListType):
        return ", ".join(value_text(state, x, kind.element) for x in value) or "none"
    if isinstance(kind, PlayerType):
        return state.names[value]
    if isinstance(kind, CardType):
        return f"a card of {zone_text(state, value[1])}" if isinstance(value, tuple) else state.g.card_names[value]
    if isinstance(kind, WordType):
        return words(kind.values[value])
    if isinstance(kind, BoolType) or isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(kind, ZoneType):
        return zone_text(state, value)
    if isinstance(kind, SpaceType):
        return state.g.space_names[kind.board][value]
    if isinstance(kind, LineType):
        return state.g.line_names[kind.board][value]
    if type(kind).__name__ == "ObjectType":
        found = state.g.runtime["object_of"](state, value)
        return "gone" if found is None else object_text(state, found)
    return str(value)


def zone_text(state: State, zone: int) -> str:
    """A zone: `Ann's hand`, `deck`, `Dead Wood's occupants`."""
    owner, holder = state.g.zone_owner[zone], state.g.zone_holder[zone]
    name = words(state.g.zone_names[zone])
    if owner is not None:
        return f"{state.names[owner]}'s {name}"
    if holder is not None:
        return f"{state.g.card_names[holder]}'s {name}"
    return name


def object_text(state: State, found: Any, knows: Callable[[int], bool] | None = None) -> str:
    """An object on a stack, and whose it is: `Fireball of Ann`, `travel Wolf to Ann's field (Ann)`.

    knows: whether a card may be named; without it those are that everybody sees.
    """
    name, who = object_name(state, found, knows), state.names[found.controller]
    return f"{name} ({who})" if found.card is None and found.action >= 0 else f"{name} of {who}"


def object_name(state: State, found: Any, knows: Callable[[int], bool] | None = None) -> str:
    """An object on a stack: its card, the action that announced it with what it is about, or `trigger (Hermit)`."""
    if found.card is not None:
        return state.g.card_names[found.card]
    if found.action >= 0:
        action = state.g.actions[found.action]
        this = () if action.this_var is None else (found.this,)
        data = (found.action, *this, *found.values[: len(action.params)])
        cards = [c for x, of in arguments_of(action, data) for c in cards_of(x, of)]
        hidden = frozenset(c for c in cards if not (knows(c) if knows is not None else _seen_by_all(state, c)))
        return action_text(state, data, hidden)[0]
    seen = found.this is not None and _seen_by_all(state, found.this)
    return f"{TRIGGER} ({state.g.card_names[found.this]})" if seen else TRIGGER


def object_word(state: State, found: Any) -> str:
    """What an object is called in rules: the name of its action, or `trigger`."""
    return TRIGGER if found.action < 0 else state.g.actions[found.action].name


def _seen_by_all(state: State, card: int) -> bool:
    return state.g.visibility[state.at[card]] == "public" and card not in state.down


def question_text(state: State, question: Question) -> str:
    """The question as it is put to the player: with the card to which a loop has come, where everybody can see it."""
    text = _text_alone(state, question)
    if question.about is None:
        return text
    card = asking_local(state, question.about[0])
    seen = isinstance(card, int) and _seen_by_all(state, card)
    return f"{value_text(state, card, question.about[1])}: {text}" if seen else text


def _text_alone(state: State, question: Question) -> str:
    if question.key is not None:
        key = value_text(state, assign_key(state, question), question.key_type)
        return f"{key}: {question.text}" if question.text is not None else f"Choose the {words(question.member)} of {key}"
    if question.text is not None:
        return question.text
    said = question.words
    if question.kind in ("choose", "number", "set"):
        asked = f"{'you may choose' if question.optional else 'choose'} {_asked_for(state, question)}{said.purpose}"
    elif question.kind == "order" and said.thing:
        asked = f"in which order: {said.thing}?"
    else:
        return _USUAL[question.kind]
    return f"{said.source}: {asked}" if said.source else f"{asked[0].upper()}{asked[1:]}"


_USUAL = {
    "action": "What do you do?",
    "respond": "Do you respond?",
    "label": "Choose one",
    "order": "In which order?",
    "trigger": "Which comes first?",
    "yes_no": "Yes or no?",
}


def _asked_for(state: State, question: Question) -> str:
    """What is chosen: `a card in your hand`, `3 cards`, `1 of ...`."""
    said = question.words
    if question.kind != "set":
        return said.thing
    if state.lo == 0 and state.hi >= len(state.opts):
        return f"any number of {said.thing}"
    count = str(state.lo) if state.lo == state.hi else f"{state.lo} to {state.hi}"
    return f"{count} {said.singular if state.lo == state.hi == 1 else said.thing}"


def zones_asked_about(state: State) -> frozenset[str] | None:
    """The names of the zones whose cards decide what is offered now in a traced match; None where that is not known (an
    action, a yes or no)."""
    reads = None if state.g.shown is None else state.g.shown.questions.get(state.q)
    return None if reads is None else frozenset(words(member.name) for member in reads.own | reads.any)


def assign_key(state: State, question: Question) -> Any:
    """For which key of an `assign` a value is asked now; it lies in the frame that asks."""
    assert question.key is not None
    return asking_local(state, question.key)


def asking_local(state: State, name: str) -> Any:
    """The value of a local of the text that asks."""
    frame = state.frames[-1]
    names = state.g.locals_of[frame[0].__name__.removeprefix("r_")]
    return frame[2 + names.index(name)]


def _number_alike(texts: Sequence[str]) -> list[str]:
    """The texts, with numbers behind those that occur more than once."""
    counts = Counter(texts)
    seen: Counter[str] = Counter()
    found = []
    for text in texts:
        if counts[text] > 1:
            seen[text] += 1
            text = f"{text} ({seen[text]})"
        found.append(text)
    return found


def _place_text(state: State, card: int) -> str:
    return f" in {zone_text(state, state.at[card])}"


def item_texts(state: State, question: Question, items: Sequence[Any]) -> dict[Any, str]:
    """A text for each item, all different; cards of one name get their place, then a number."""
    element = CardType() if question.kind == "order" else question.element  # cards are what is put in order
    kind = bare(element) if element is not None else None
    plain = [value_text(state, x, element) for x in items]
    if isinstance(kind, CardType) and not any(isinstance(x, tuple) for x in items):
        counts = Counter(plain)
        plain = [t + _place_text(state, x) if counts[t] > 1 and len({state.at[y] for y in items}) > 1 else t
                 for t, x in zip(plain, items, strict=True)]
    return dict(zip(items, _number_alike(plain), strict=True))


def option_of(state: State, question: Question, key: tuple[int, int]) -> list[Option]:
    """The options of a decision with single answers."""
    opts = state.opts
    if question.kind in ("action", "respond"):
        return _action_options(state, question, key)
    if question.kind == "label":
        texts = [question.labels[x] for x in opts]
    elif question.kind == "yes_no":
        texts = ["yes" if x else "no" for x in opts]
    elif question.kind == "trigger":
        texts = [trigger_text(state, x) for x in opts]
    else:
        chosen = [x for x in opts if x is not None]
        named = item_texts(state, question, chosen)
        texts = [named[x] if x is not None else "decline" for x in opts]
    texts = _number_alike(texts)
    return [Option(i, t, data=x, key=key) for i, (t, x) in enumerate(zip(texts, opts, strict=True))]


def trigger_card(state: State, entry: Any) -> int | None:
    """The card whose text a waiting trigger is, if it is one's."""
    return None if state.g.sorts is None else state.g.runtime["source_of"](state, entry[0], entry[1])


def trigger_text(state: State, entry: Any) -> str:
    """A waiting trigger in words: whose text it is, and the card that it is about, if everybody sees that one."""
    name = state.g.text_names.get(entry[0], "effect")
    card = trigger_card(state, entry)
    said = name if card is None or name.startswith("card ") else f'{name} on "{state.g.card_names[card]}"'
    about = _trigger_about(state, entry)
    return said if about is None or about == card else f"{said} about {state.g.card_names[about]}"


def _trigger_about(state: State, entry: Any) -> int | None:
    """The card that a waiting trigger is about, if it lies where everybody sees it."""
    sorts = state.g.sorts.texts.get(entry[0], ()) if state.g.sorts is not None else ()
    for value, sort in zip(entry[1], sorts, strict=False):
        if sort == "card" and value is not None:
            return value if _seen_by_all(state, value) else None
    return None


def _action_options(state: State, question: Question, key: tuple[int, int]) -> list[Option]:
    rows: list[tuple[str, str | None, dict[str, str]]] = []
    for data in state.opts:
        if data is None:
            rows.append(("pass" if question.kind == "respond" else "decline", None, {}))
            continue
        rows.append(action_text(state, data))
    texts = [r[0] for r in rows]
    alike: dict[str, list[int]] = {}
    for i, data in enumerate(state.opts):
        if data is not None:
            alike.setdefault(texts[i], []).append(i)
    for numbers in alike.values():
        for i, card in zip(numbers, _which_differ(state, [state.opts[i] for i in numbers]), strict=True):
            texts[i] += "" if card is None else _place_text(state, card)
    texts = _number_alike(texts)
    return [Option(i, text, row[1], row[2], data, key)
            for i, (text, row, data) in enumerate(zip(texts, rows, state.opts, strict=True))]


def _which_differ(state: State, options: list[tuple[Any, ...]]) -> list[int | None]:
    """For each of several options that read alike the card whose place tells it from others, if one does."""
    if len(options) > 1:
        rows = [
            [x for x, p in arguments_of(state.g.actions[data[0]], data) if isinstance(bare(p), CardType) and x is not None]
            for data in options
        ]
        for cards in zip(*rows, strict=False):
            if all(isinstance(c, int) for c in cards) and len({state.at[c] for c in cards}) > 1:
                return list(cards)
    return [None] * len(options)


def arguments_of(action: Any, data: tuple[Any, ...]) -> list[tuple[Any, Any]]:
    values = list(data[1:])
    types: list[Any] = []
    if action.this_var is not None:
        types.append(action.this_var.type)
    types += [p.var.type for p in action.params]
    return list(zip(values, types, strict=True))


def cards_of(value: Any, of: Any) -> tuple[int, ...]:
    """The cards in a value of type `of`."""
    kind = bare(of) if of is not None else None
    if isinstance(kind, CardType) and isinstance(value, int):
        return (value,)
    if isinstance(kind, ListType) and isinstance(kind.element, CardType) and value:
        return tuple(c for c in value if isinstance(c, int))
    return ()


def played_card(action: Any, data: tuple[Any, ...]) -> Any:
    """The card that goes onto a stack with an option of an action: it is shown when that is announced.

    None if there is none; a tuple for one of which who announces it sees nothing but the place.
    """
    if action.stack is None or action.played_card is None:
        return None
    return (data[1:] if action.this_var is None else data[2:])[action.params.index(action.played_card)]


def action_text(
    state: State, data: tuple[Any, ...], hidden: frozenset[int] = frozenset()
) -> tuple[str, str, dict[str, str]]:
    """(text, action's name, argument texts) of an option of an action; cards of `hidden` are not named."""
    action = state.g.actions[data[0]]
    values = list(data[1:])
    parts = [words(action.name)]
    args: dict[str, str] = {}
    if action.this_var is not None:
        this = values.pop(0)
        args["this"] = "a card" if this in hidden else state.g.card_names[this]
        parts.append(f"({args['this']})")
    for param, value in zip(action.params, values, strict=True):
        if value is None and param.quantity is not None:
            continue
        known = hidden.isdisjoint(cards_of(value, param.var.type))
        text = value_text(state, value, param.var.type) if known else "a card"
        args[param.var.name] = text
        if param.preposition:
            parts.append(param.preposition)
        parts.append(text)
    return " ".join(parts), action.name, args
