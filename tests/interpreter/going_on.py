"""Plays a match and the scenario that was written from it on, side by side: the same is offered in both."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from rulewright.dsl.types import CardType, bare
from rulewright.interpreter.describe import question_text
from rulewright.interpreter.export_here import export_from_here
from rulewright.interpreter.export_scenario import played, read
from rulewright.interpreter.game import Game
from rulewright.interpreter.scenario_program import prepare
from rulewright.interpreter.state import State

_NUMBERED = re.compile(r"\(\d+\)")  # of several things that read alike, which may stand in another order


def goes_on(which: Game, state: State, seed: int, decisions: int) -> str:
    """Export a state, play the scenario, and play both on with the same choices: the scenario's text.

    AssertionError where the scenario does not pass, or where something else is offered in it.
    """
    text = export_from_here(which, state, "from here")
    # The game has the variants already that stand in the first line.
    scenario = read(which, re.sub(r'^(scenario "[^"]*" with [A-Z, a-z]*?) under "[^:]*"', r"\1", text))
    assert scenario is not None, text
    runner, failure = played(scenario, prepare([scenario]))
    assert failure is None, failure.message
    real, other = state.fork(), runner.state
    other.auto = True
    rng = random.Random(seed)
    for step in range(decisions):
        while not other.is_over and other.n_options == 1:
            other.choose(0)
        one, two = _offered(real), _offered(other)
        assert one == two, f"after {step} decisions the match offers {one}, the scenario {two}\n{text}"
        if real.is_over:
            break
        before = real.log_entries
        answer = _answer(real, rng)
        if answer is None:
            break
        _choose_like(other, answer, list(_since(real, before)))
    return text


def _offered(state: State) -> Any:
    if state.is_over:
        return state.outcome.winners
    things = state.decision.items or state.decision.options
    return state.player, question_text(state, state.g.questions[state.q]), sorted(option.text for option in things)


def _answer(state: State, rng: random.Random) -> list[str] | None:
    """Answer at random with things that cannot be taken for others; the texts of what was taken, None if there is nothing
    of the kind."""
    for _ in range(20):
        trial, decision = state.fork(), state.decision
        index = trial.choose_random(rng)
        if decision.items:
            named = {item.data: item.text for item in decision.items}
            texts = [named[x] for x in decision.options[index].data]
        else:
            texts = [decision.options[index].text]
        if not any(map(_NUMBERED.search, texts)):
            places = [i for i, item in enumerate(decision.items) if item.text in texts]
            state.choose(places if decision.items else index)
            return texts
    return None


def _choose_like(state: State, texts: list[str], happened: list[Any]) -> None:
    """Give the same answer to the scenario; chance falls as it did in the match."""
    g, chance = state.g, state.chance
    loose = {g.zone_streams[zone] for zone in state.uz}
    for what, *rest in happened:
        if what == "roll":
            chance.rolls.append((rest[0], rest[1]))
        elif what == "shuffle":
            loose.add(rest[0])
        elif what == "settled" and rest[0] in loose:
            chance.draws(rest[0], rest[1])
        elif what == "taken":
            chance.draws(f"taken {rest[0]}", rest[1])
        elif what == "random":
            chance.picks([_pick(rest[0])])
    decision = state.decision
    things = decision.items or decision.options
    places = [next(option.index for option in things if option.text == text) for text in texts]
    state.choose(places if decision.items else places[0])


def _pick(found: Any) -> Any:
    def place(state: State, items: Any, of: Any) -> int:
        said = [state.g.card_names[x] if isinstance(bare(of), CardType) else x for x in items]
        return said.index(found)

    return place


def _since(state: State, mark: Any) -> Iterator[Any]:
    """What chance settled after a mark, in order, told by names."""
    g, entries, link = state.g, [], state.log_entries
    while link and link is not mark:
        link, entry, _ = link
        entries.append(entry)
    for entry in reversed(entries):
        match entry:
            case ("roll", die, face, *_):
                yield "roll", die, face
            case ("shuffle", zone):
                yield "shuffle", g.zone_streams[zone]
            case ("settled", zone, cards):
                yield "settled", g.zone_streams[zone], [g.card_names[c] for c in cards]
            case ("taken", zone, card):
                yield "taken", g.zone_streams[zone], [g.card_names[card]]
            case ("random", stream, found):
                of = g.random_types.get(stream)
                card = of is not None and isinstance(bare(of), CardType)
                yield "random", g.card_names[found] if card else found
