"""Why something cannot be done to a card: `Golem blocks Runner`, `discard Spy`, `move Spy to Ann's hand` (semantics 9).

Only what forbids it is looked for: rules and texts that say `cannot`, or `only ... can`. Whether the rules ask anybody
to do it is another question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.inflect import third_person
from rulewright.dsl.types import CardType, ZoneType, bare
from rulewright.interpreter.describe import words

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.shown import Forbid
    from rulewright.interpreter.state import State
    from rulewright.interpreter.views import Viewer

_MOVE = (b.Param(b.Var("cards", CardType()), None), b.Param(b.Var("to", ZoneType()), "to"))
_CAN = (" can", " cannot", " can not")

# Gives the values of parameters that a text can mean, None for one that it leaves out.
Values = Callable[[tuple[b.Param, ...], str], Iterator[tuple[Any, ...]]]


def forbidding(state: State, viewer: Viewer, said: str, values: Values) -> tuple[str, str | None] | None:
    """(what is asked, the name of the restriction that forbids it) of a sentence with a verb; None if it is none."""
    shown = viewer.traced.shown
    assert shown is not None
    for verb, forbid in sorted(shown.forbids.items(), key=lambda item: -len(item[0])):
        for form in (words(third_person(verb)), words(verb)):
            before, found, _ = f" {said} ".casefold().partition(f" {form} ")
            if not found:
                continue
            at = len(before)
            subject = said[:at].strip()
            for end in _CAN:
                subject = subject.removesuffix(end.strip()).strip() if f" {subject}".endswith(end) else subject
            answer = _asked(state, viewer, forbid, subject, said[at + len(form) :].strip(), values)
            if answer is not None:
                return said, answer[0]
    return None


def _asked(
    state: State, viewer: Viewer, forbid: Forbid, subject: str, rest: str, values: Values
) -> tuple[str | None] | None:
    """What forbids it, in a tuple; None if the sentence makes no sense."""
    actor, card = _subject(state, viewer, subject)
    if actor is None:
        return None
    params = forbid.params or _MOVE
    in_play = state.g.namespace["IN_PLAY"]
    best: tuple[bool, tuple[Any, ...]] | None = None
    for found in values(params, rest):
        pairs = zip(params, found, strict=True)
        cards = [x for p, x in pairs if isinstance(bare(p.var.type), CardType) and x is not None]
        if all(viewer.knows(c) for c in cards):
            # Of several of a name one in play is meant.
            away = not all(in_play[state.at[c]] for c in cards)
            if best is None or (best[0] and not away):
                best = away, found
    if best is None:
        return None
    given = {p.var.name: x for p, x in zip(params, best[1], strict=True)}
    doers = [p.var.name for p in params if p.preposition == "by"]
    if card is not None and doers and given[doers[0]] is None:
        given[doers[0]] = card
    function = viewer.traced.namespace[forbid.function]
    return (function(viewer.scratch, actor, card, (), *(given.get(name) for name in forbid.names)),)


def _subject(state: State, viewer: Viewer, text: str) -> tuple[int | None, int | None]:
    """(player, card) who does it: without a name whoever asks; (None, None) for a name that nobody has."""
    if not text or text.casefold() in ("you", "i"):
        return viewer.seat, None
    for player, name in enumerate(state.names):
        if name.casefold() == text.casefold():
            return player, None
    in_play = state.g.namespace["IN_PLAY"]
    named = [c for c, name in enumerate(state.g.card_names) if name.casefold() == text.casefold() and viewer.knows(c)]
    named.sort(key=lambda c: not in_play[state.at[c]])
    if not named:
        return None, None
    return state.g.runtime["controller"](state, named[0]), named[0]
