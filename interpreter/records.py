"""Records and knowledge of a state, worked out when they are asked for and kept with it.

A traced state has its events. Any other state has its seed and answers: they are played again in the traced form, once,
and from then on only what is new. What was worked out is shared by forks and takes no part in comparing states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.freevars import expressions
from rulewright.interpreter.errors import RulewrightError, UsageError
from rulewright.interpreter.knowledge import Knowledge
from rulewright.interpreter.record import Record

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.state import State


@frozen
class Kept:
    """What is kept with a state: knowledge up to an event of its log, or the traced twin up to one of its answers.

    made_up: the state has no past that led to it; its knowledge was given. past: then the logs of the states that it
    was made from, the nearest first, for what all have seen (which way a piece came).
    """

    link: Any
    knowledge: Any = None  # a Knowledge, or a function that gives it when it is needed
    twin: State | None = None
    made_up: bool = False
    past: tuple[Any, ...] = ()


def information_state(state: State, seat: int) -> Any:
    """The record of a seat, hashable. UsageError for a state whose past is not known (see `knowledge_of`)."""
    if state.know is not None and state.know.made_up:
        raise UsageError("a redealt state has no record: only its player's knowledge was kept")
    if is_open(state.g):
        # Everybody sees every answer, and nothing is left to chance: the answers are the record.
        return tuple(tuple(x) if isinstance(x, list) else x for x in state.history)
    knowledge = knowledge_of(state)
    return knowledge.records[seat] or Record(None, ())


def knowledge_of(state: State) -> Knowledge:
    """What everybody knows at this point. Not to be changed: `copy` it first.

    States that were made up (redeals, scenarios with hands of their own) have no past to learn from: then what a seat
    sees is known and the rest may be anywhere out of sight.
    """
    kept = state.know
    if kept is not None and callable(kept.knowledge):
        kept = state.know = evolve(kept, knowledge=kept.knowledge())
    if state.log_entries is not None:
        return _from_log(state)
    if kept is not None and kept.made_up:
        known: Knowledge = kept.knowledge
        return known if known.at == state.at and known.down == state.down else Knowledge.by_sight(state)
    twin = traced_twin(state)
    return Knowledge.by_sight(state) if twin is None else _from_log(twin)


def forget_past(state: State, knowledge: Callable[[], Knowledge], made_from: State | None = None) -> None:
    """Mark a made-up state: how it came about tells nothing. `knowledge` gives what is known right now."""
    past = () if made_from is None else (made_from.log_entries or (), *_past(made_from))
    state.know = Kept(state.log_entries, knowledge, None, made_up=True, past=past)


def entries_back(state: State) -> Iterator[Any]:
    """Events of a traced state, the last first, and then those of the states that it was made from."""
    for link in (state.log_entries, *_past(state)):
        while link:
            link, entry, _ = link
            yield entry


def _past(state: State) -> tuple[Any, ...]:
    return () if state.know is None else state.know.past


def _from_log(state: State) -> Knowledge:
    kept = state.know
    entries: list[Any] = []
    link = state.log_entries
    stop = kept.link if kept is not None and kept.knowledge is not None else None
    while link and link is not stop:
        link, entry, _ = link
        entries.append(entry)
    if stop is not None and link is stop:
        if not entries:
            found: Knowledge = kept.knowledge
            return found
        knowledge = kept.knowledge.copy()
    else:
        knowledge = Knowledge.at_start(state.g)
    for entry in reversed(entries):
        if entry[0] != "cover":
            knowledge.apply(entry)
    if knowledge.at != state.at:
        # Cards were laid out behind the events' back, as a script does before it begins.
        knowledge = Knowledge.by_sight(state)
    state.know = Kept(state.log_entries, knowledge, None, kept is not None and kept.made_up, _past(state))
    return knowledge


# ------------------------------------------------------------------ the traced twin of a fast state


def traced_twin(state: State, askable: bool = False) -> State | None:
    """The same state in its traced form, made by playing its answers again; None if seed and answers do not lead there.

    askable: in the form whose pending question can be computed anew.
    """
    kept = state.know
    if kept is not None and kept.made_up:
        return None
    if state.log_entries is not None and not askable:
        return state
    form = "askable" if askable else "traced"
    new: list[Any] = []
    link = state.hist
    old: State | None = kept.twin if kept is not None and kept.twin is not None and not askable else None
    while link is not None and not (old is not None and link is kept.link):
        link, mark = link
        new.append(mark)
    if old is not None and link is kept.link and (link is not None or kept.link is None):
        twin = old.fork() if new else old
    elif state.chance is not None or state.g.again is None:
        return None
    else:
        twin = state.g.again(form, state.seed, state.names, state.limits)
    try:
        for mark in reversed(new):
            twin.choose(list(mark) if isinstance(mark, tuple) else mark)
    except RulewrightError:
        return None
    if twin.at != state.at or twin.n_decisions != state.n_decisions:
        return None
    if not askable and state.log_entries is None:
        state.know = Kept(state.hist, None, twin)
    return twin


# ------------------------------------------------------------------ games without secrets


def is_open(g: Compiled) -> bool:
    """Whether everybody sees everything and nothing is left to chance, as in chess."""
    return g.worked_out("open", lambda: _is_open(g))


def _is_open(g: Compiled) -> bool:
    for zone, member in enumerate(g.instance.zone_member):
        if member is not None and g.visibility[zone] != "public":
            return False
    statements = list(_statements(g.program))
    chance = {"shuffle", "roll", "arrange", "look", "turn"}
    for s in statements:
        if isinstance(s, b.Perform) and (s.verb in chance or any(name == "as" for name, _ in s.args)):
            return False
        if isinstance(s, b.Each) and s.at_once:
            return False
    return not any(isinstance(e, b.RandomOf) for e in expressions(tuple(statements)))


def _statements(program: b.Program) -> Any:
    from rulewright.interpreter.analysis import Analysis

    return Analysis(program).statements()
