"""What a search needs of states that were dealt for it: keys of what a seat sees and of answers, and quick play.

For redeals only: nothing here may be asked of a real match, where it would tell what nobody may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.interpreter.bots import likings
from rulewright.interpreter.chance import seed_key
from rulewright.interpreter.decisions import KIND_NUMBER, order_answers, sets_of, uniform
from rulewright.interpreter.errors import LimitReached
from rulewright.interpreter.sight import sight_of

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.state import State

_CARD = (1 << 20) - 1
_ACTION = KIND_NUMBER["action"]


def rekeyed(state: State, seed: int) -> State:
    """A copy of a dealt state in which chance falls by another seed."""
    new = state.fork()
    new.seed = seed
    new.key = seed_key(seed)
    return new


# ------------------------------------------------------------------ what a seat sees


@frozen
class _Looks:
    """For each seat, the one after the last being anybody's: the zones that it sees; members that hold cards."""

    zones: tuple[tuple[int, ...], ...]
    seen: tuple[frozenset[int], ...]  # the same zones
    take: tuple[Callable[[Sequence[Any]], Sequence[Any]], ...]  # what lies in them, of all zones
    hidden_slots: tuple[int, ...]
    plain: frozenset[int]  # keys of cards' members that hold no cards


def _looks(g: Compiled) -> _Looks:
    found: _Looks | None = g.kept.get("looks")
    if found is None:
        sight = sight_of(g)
        visible = tuple(tuple(z for z, seen in enumerate(row) if seen and z != 0) for row in sight.visible)
        assert g.sorts is not None
        plain = frozenset(key for key in g.card_key.values() if g.sorts.cards.get(key, "plain") == "plain")
        # A place more than there are zones: it makes a tuple of one zone, too.
        take = tuple(itemgetter(*zones, 0) for zones in visible)
        found = g.kept["looks"] = _Looks(visible, tuple(map(frozenset, visible)), take, tuple(sight.hidden_slots), plain)
    return found


def view_key(state: State, seat: int) -> tuple[Any, ...]:
    """What a seat sees of the table, hashable and by name of the cards; the seat after the last player's sees what all see.

    Choices that are made and not yet shown are no part of it.
    """
    g = state.g
    looks = _looks(g)
    face_of, down, z = g.face_of, state.down, state.z
    places = zip(looks.zones[seat], looks.take[seat](z), strict=False)
    if down:
        lying = [(zone, tuple([-1 if c in down else face_of[c] for c in cards])) for zone, cards in places if cards]
    else:
        lying = [(zone, tuple([face_of[c] for c in cards])) for zone, cards in places if cards]
    v = state.v
    if looks.hidden_slots:
        v = v[:]
        for slot in looks.hidden_slots:
            v[slot] = None
    stored: dict[Any, int] = {}
    if state.cs:
        seen, at = looks.seen[seat], state.at
        for k, value in state.cs.items():
            c = k & _CARD
            if at[c] in seen and k & ~_CARD in looks.plain:
                # Of cards that are alike it counts how many are so, not which.
                key = (k & ~_CARD, face_of[c], at[c], value)
                stored[key] = stored.get(key, 0) + 1
    return (
        state.q, state.player, tuple(v), tuple(lying), tuple(map(len, z)),
        frozenset(stored.items()) if stored else None, state.phase, state.alive, len(state.stack),
        tuple([e[0] for e in state.eff]), tuple([(key[0], uses[1]) for key, uses in state.used.items()]),
    )  # fmt: skip


# ------------------------------------------------------------------ answers


def answer_keys(state: State) -> list[Any] | None:
    """A key for each answer of the question, the same in every deal; None where answers are sets or orders."""
    g = state.g
    kind = g.question_kinds[state.q]
    if kind > 1:
        return None
    opts = state.opts
    face_of, at = g.face_of, state.at
    found: list[Any]
    if kind == 0:
        assert g.sorts is not None
        sorts = g.sorts.answers
        found = [
            None
            if data is None
            else (
                data[0],
                *(
                    (face_of[x], at[x]) if sort in ("card", "this") and isinstance(x, int) else x
                    for x, sort in zip(data[1:], sorts[data[0]], strict=True)
                ),
            )
            for data in opts
        ]
    elif g.asks_cards(state.q):
        found = [(face_of[x], at[x]) if isinstance(x, int) else x for x in opts]
    else:
        return list(opts)
    if len(set(found)) < len(found):
        seen: dict[Any, int] = {}
        for i, key in enumerate(found):
            times = seen[key] = seen.get(key, 0) + 1
            if times > 1:
                found[i] = (key, times)
    return found


# ------------------------------------------------------------------ quick play


def play_on(state: State, random: Callable[[], float], most: int, bot: str | None = None, liking: float = 0.0) -> None:
    """Play at random to the end, or for `most` decisions.

    bot: with probability `liking` an action is taken at random among those that this bot of the rules likes best.
    """
    g = state.g
    kinds, asks_cards, alike = g.question_kinds, g.asks_cards, g.alike
    for _ in range(most):
        if state.result is not None:
            return
        kind, opts = kinds[state.q], state.opts
        if kind <= 1:
            if kind == 0 and bot is not None and random() < liking:
                opts = liked_best(state, bot)
            state.ans = opts[int(random() * len(opts))]
        elif kind == 2 and state.need is None and not (alike and asks_cards(state.q)):
            sets = sets_of(len(opts), state.lo, state.hi)
            answers: Any = state._set_answers() if sets is None else None
            if sets is None:
                state.ans = answers[uniform(random(), answers.total)]
            else:
                state.ans = tuple([opts[place] for place in sets[int(random() * len(sets))]])
        else:
            answers = state._set_answers() if kind == 2 else order_answers(opts)
            state.ans = answers[uniform(random(), answers.total)]
        state.n_decisions += 1
        state.steps = state.forced_run = 0
        if not state.n_decisions & 63:
            try:
                state.check_decisions()
            except LimitReached as reached:
                state.result = (reached.kind, (), reached.what)
                return
        state.run()


def carry_out(state: State, random: Callable[[], float], most: int = 40) -> None:
    """Let take effect what is under way, up to the next action that somebody may take on an empty stack.

    Nobody answers what waits on a stack, and what is asked on the way is answered at random. Without this an
    announcement would be judged by what it costs, before it has done anything.
    """
    kinds = state.g.question_kinds
    for _ in range(most):
        if state.result is not None:
            return
        if kinds[state.q] != _ACTION:
            play_on(state, random, 1)
        elif not state.windows:
            return
        else:
            state.ans = None if None in state.opts else state.opts[0]
            state.n_decisions += 1
            state.steps = state.forced_run = 0
            state.run()


def liked_best(state: State, bot: str) -> list[Any]:
    """The options of an action that a bot of the rules likes best."""
    found = likings(state, bot)
    if not found:
        return state.opts
    most = max(found)
    return [x for x, liked in zip(state.opts, found, strict=True) if liked == most]


def answer_kind(state: State, answer: int) -> str:
    """What sort of answer this is, for telling rare ones from common ones: the action and its cards by name."""
    g = state.g
    question = g.questions[state.q]
    if g.question_kinds[state.q] > 1:
        return f"{question.kind} {state.q}"
    data = state.opts[answer]
    if question.kind in ("action", "respond"):
        if data is None:
            return f"nothing at {state.q}"
        action = g.actions[data[0]]
        sorts = g.sorts.answers[data[0]] if g.sorts is not None else ()
        cards = [g.card_names[x] for x, of in zip(data[1:], sorts, strict=False) if of == "card" and isinstance(x, int)]
        return " ".join([f"action {action.name}", *cards[:1]])
    if g.asks_cards(state.q) and isinstance(data, int):
        return f"{state.q} {g.card_names[data]}"
    return f"{state.q} {data!r}"
