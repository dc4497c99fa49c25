"""What holds in every match of every game, whatever is answered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from rulewright.interpreter.errors import IllegalChoice, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.lab.streams import Stream, seat_streams

from .matches import PARAMS, Match

# Of a decision with more answers than this (sets of cards), some of them are looked at.
_MOST_LISTED = 200


@pytest.fixture(params=PARAMS)
def match(request: pytest.FixtureRequest) -> Match:
    found: Match = request.param
    return found


def play_on(state: State, seed: int) -> list[tuple[int, int, str]]:
    """Play to the end at random; give who answered what, and the digests."""
    stream = Stream(seed, "play on")
    seen = []
    while not state.is_over:
        player = state.player
        seen.append((player, state.choose_random(stream), ""))
    seen.append((-1, state.n_decisions, state.digest()))
    return seen


def snapshot(state: State) -> tuple[Any, ...]:
    """Everything that can be read of a state, without asking it what it equals."""
    return (
        state.digest(),
        hash(state),
        state.history,
        state.player,
        state.n_options,
        state.n_decisions,
        state.n_forced,
        state.n_turns,
        state.outcome,
        None if state.is_over else [option.text for option in listed(state.decision.options)],
    )


def listed(options: Any) -> Iterator[Any]:
    """All options, or of very many the first, the last and some between."""
    n = len(options)
    places = range(n) if n <= _MOST_LISTED else sorted({*range(100), *range(0, n, n // 97), n - 1})
    return (options[place] for place in places)


# ------------------------------------------------------------------ decisions


def check_decision(state: State) -> None:
    decision = state.decision
    assert decision.player == state.player
    assert decision.player in state.alive
    assert decision.question.strip()
    n = state.n_options
    assert n == len(decision.options) > 0
    assert decision.forced == (n == 1)
    some = list(listed(decision.options))
    repeated = [text for text, times in Counter(option.text for option in some).items() if times > 1]
    assert not repeated, f"{decision.question} {repeated}"
    assert all(option.text.strip() for option in some)
    if n <= _MOST_LISTED:
        assert [option.index for option in some] == list(range(n))
    if decision.kind in ("set", "order"):
        texts = [item.text for item in decision.items]
        assert len(set(texts)) == len(texts)
        assert 0 <= decision.low <= decision.high <= len(decision.items)


def test_every_decision_has_answers_with_texts_of_their_own(match: Match) -> None:
    for seed in range(2):
        for state in match.states(seed):
            if not state.is_over and (state.n_decisions < 40 or state.n_decisions % 7 == 0):
                check_decision(state)


def test_the_end_names_winners(match: Match) -> None:
    for seed in range(3):
        state = list(match.states(seed))[-1]
        outcome = state.outcome
        assert outcome.kind in ("win", "ranking", "draw")
        assert bool(outcome.winners) == (outcome.kind != "draw")
        assert set(outcome.winners) <= set(range(match.players))
        assert state.decision is None
        assert state.n_options == 0
        assert len(outcome.returns()) == match.players
        with pytest.raises(IllegalChoice, match="over"):
            state.choose(0)


def no_answers(state: State) -> Iterator[Any]:
    """Things that are no answer to what is asked."""
    n = state.n_options
    yield from (-1, n, n + 1, 10**30, 1.0, 1.5, None, "0", "", True, False, b"0", {}, {0}, object())
    decision = state.decision
    count = len(decision.items)
    if decision.kind not in ("set", "order"):
        yield from ([0], [], (0,))
        return
    yield from ([-1], [count], [0, 0], [0.0], ["0"], [None], [True], "01", range(count + 1))
    if decision.kind == "order":
        yield from ([], list(range(count - 1)), [*range(count), 0])
    elif state.need is None:
        yield list(range(decision.high + 1))
        if decision.low:
            yield from ([], list(range(decision.low - 1)))


def test_what_is_no_answer_is_refused_and_changes_nothing(match: Match) -> None:
    stale = None
    for state in match.some_states(4, 12):
        before, copy = snapshot(state), state.fork()
        for answer in no_answers(state):
            with pytest.raises(IllegalChoice):
                state.choose(answer)
        if stale is not None:
            with pytest.raises(IllegalChoice, match="another question"):
                state.choose(stale)
        assert state == copy
        assert snapshot(state) == before == snapshot(copy)
        stale = state.decision.options[0]


def test_an_answer_may_be_an_index_or_an_option_or_places(match: Match) -> None:
    for state in match.some_states(5, 8):
        decision = state.decision
        option = decision.options[state.n_options // 2]
        forks = [state.fork() for _ in range(3)]
        forks[0].choose(option.index)
        forks[1].choose(option)
        places: Any = option.index
        if decision.kind in ("set", "order"):
            where = {item.data: item.index for item in decision.items}
            places = [where[thing] for thing in option.data]
        forks[2].choose(places)
        assert forks[0] == forks[1] == forks[2]
        assert forks[0].history == forks[2].history


# ------------------------------------------------------------------ copies


def test_a_fork_is_independent(match: Match) -> None:
    for state in match.some_states(6, 5):
        before = snapshot(state)
        one, two = state.fork(), state.fork()
        assert one == state
        first = play_on(one, 1)
        assert snapshot(state) == before
        assert two == state
        assert play_on(two, 1) == first
        assert one == two
        assert hash(one) == hash(two)
        assert play_on(state, 1) == first


def test_looking_changes_nothing(match: Match) -> None:
    for traced in (False, True):
        for state in match.some_states(7, 2, traced=traced):
            before, copy = snapshot(state), state.fork()
            for seat in {state.player, 0}:
                state.view(seat)
                state.redeal(seat, 3)
                state.information_state(seat)
            state.view(None)
            state.to_json()
            assert list(state.log) == list(copy.log)
            assert snapshot(state) == before
            assert state == copy
            assert play_on(state, 2) == play_on(copy, 2)


def test_equal_states_are_equal_and_others_are_not(match: Match) -> None:
    seen: dict[str, State] = {}
    for state in match.states(8):
        copy = state.fork()
        assert state == copy
        assert hash(state) == hash(copy)
        assert state.digest() == copy.digest()
        assert state.same_position(copy)
        assert state != 0
        digest = state.digest()
        assert digest not in seen, "no two decisions of a match are the same"
        seen[digest] = copy
    states = list(seen.values())
    for one, two in pairwise(states):
        assert one != two
    other = match.start(9)
    assert other != states[0]


def test_answers_that_differ_lead_to_states_that_differ(match: Match) -> None:
    for state in match.some_states(10, 5):
        after = []
        for option in list(listed(state.decision.options))[:8]:
            fork = state.fork()
            fork.choose(option)
            after.append(fork)
        # Two answers may come to the same thing; their records differ all the same.
        assert len({tuple(map(repr, fork.history)) for fork in after}) == len(after)


# ------------------------------------------------------------------ the same match again


@pytest.mark.parametrize("traced", [False, True], ids=["fast", "traced"])
def test_seed_and_answers_make_the_match(match: Match, traced: bool) -> None:
    for seed in (11, 2**63 + 12):
        played = list(match.states(seed))[-1]
        again = match.start(seed, traced=traced, auto=False)
        for answer in played.history:
            again.choose(answer)
        assert again.is_over
        assert again.digest() == played.digest()
        assert again.outcome == played.outcome
        assert again.history == played.history


def test_all_forms_of_the_code_play_the_same_match(match: Match) -> None:
    for seed in range(13, 15):
        fast = list(match.states(seed))[-1]
        traced = list(match.states(seed, traced=True))[-1]
        playout = match.game.playout(match.players, seed, [s.random for s in seat_streams(seed, match.players)])
        for other in (traced, playout):
            assert other.outcome == fast.outcome
            assert (other.n_decisions, other.n_forced, other.n_turns) == (fast.n_decisions, fast.n_forced, fast.n_turns)
            assert (other.z, other.v, other.at) == (fast.z, fast.v, fast.at)
        assert traced.history == fast.history
        assert traced.digest() == fast.digest()


def test_every_step_is_the_same_traced_or_not(match: Match) -> None:
    for fast, traced in zip(match.states(17), match.states(17, traced=True), strict=True):
        assert fast.digest() == traced.digest()
        assert fast.n_options == traced.n_options
        if not fast.is_over and fast.n_decisions % 5 == 0:
            assert fast.decision.question == traced.decision.question
            ours, theirs = listed(fast.decision.options), listed(traced.decision.options)
            assert [option.text for option in ours] == [option.text for option in theirs]


@pytest.mark.parametrize("traced", [False, True], ids=["fast", "traced"])
def test_a_match_goes_to_json_and_back(match: Match, traced: bool) -> None:
    for state in match.some_states(18, 2, traced=traced):
        data = json.loads(json.dumps(state.to_json()))
        again = match.game.from_json(data)
        assert again == state
        assert hash(again) == hash(state)
        assert again.to_json() == data
        assert [entry.text for entry in again.log] == [entry.text for entry in state.log]
        seat = state.player
        assert again.view(seat) == state.view(seat)
        assert play_on(again, 1) == play_on(state, 1)


def _damaged(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in data:
        yield from ((key, {**data, key: value}) for value in (None, "x", -1, 10**40, [], {}, [None], [[[]]], 1.5))
        yield key, {k: v for k, v in data.items() if k != key}
    yield "answers", {**data, "answers": [*data["answers"], 0, 0, 10**9]}
    yield "answers", {**data, "answers": data["answers"][:-1]}
    yield "digest", {**data, "digest": "0" * 32}
    yield "seed", {**data, "seed": data["seed"] + 1}


def test_a_damaged_match_is_refused(match: Match) -> None:
    state = match.some_states(19, 2)[-1]
    data = json.loads(json.dumps(state.to_json()))
    for other in (None, [], "x", 3):
        with pytest.raises(UsageError, match="no saved match"):
            match.game.from_json(other)
    for key, damaged in _damaged(data):
        if damaged == data:
            continue
        try:
            again = match.game.from_json(damaged)
        except UsageError as problem:
            assert "\n" not in str(problem)
        else:
            # Names and the like may be others; the position is the same.
            assert again.digest() == data["digest"], key


def test_a_match_of_other_rules_is_refused(match: Match) -> None:
    data = match.start(1).to_json()
    assert match.game.hash == data["hash"]
    name = next(iter(match.game.options), None)
    if name is None:
        return
    option = match.game.options[name]
    others = option.values or tuple(str(value) for value in (option.low, option.high))
    other: Game = match.game.with_options({name: next(value for value in others if value != option.value)})
    with pytest.raises(UsageError, match="other rules, variants or options"):
        other.from_json(data)


# ------------------------------------------------------------------ cards


def test_every_card_is_in_exactly_one_zone(match: Match) -> None:
    for auto in (True, False):
        cards = None
        for state in match.states(20, auto=auto):
            lying = [(card, zone) for zone, cards_there in enumerate(state.z) for card in cards_there]
            assert len(lying) == len(state.at)
            assert all(state.at[card] == zone for card, zone in lying)
            assert cards is None or len(lying) == cards, "no card is lost or made"
            cards = len(lying)


def test_forced_decisions_are_answered_or_asked_alike(match: Match) -> None:
    for seed in range(21, 23):
        played = list(match.states(seed))[-1]
        asked = match.start(seed, auto=False)
        forced = 0
        for answer in played.history:
            forced += asked.n_options == 1
            asked.choose(answer)
        assert asked.is_over
        # What is chosen at once with others is asked also if there is one answer: the others may not learn of it.
        assert forced >= played.n_forced
        assert asked.n_decisions == played.n_decisions


_ENOUGH_DECISIONS = 6_000  # long games are played less often


@pytest.mark.long
def test_many_matches_keep_all_this(match: Match) -> None:
    played_so_far = 0
    for seed in range(100, 130):
        if played_so_far > _ENOUGH_DECISIONS:
            break
        fast = match.states(seed)
        cards = None
        for state in fast:
            lying = [card for cards_there in state.z for card in cards_there]
            assert sorted(lying) == list(range(len(state.at)))
            assert cards is None or len(lying) == cards
            cards = len(lying)
            if not state.is_over:
                check_decision(state)
        traced = list(match.states(seed, traced=True))[-1]
        playout = match.game.playout(match.players, seed, [s.random for s in seat_streams(seed, match.players)])
        assert traced.digest() == state.digest()
        assert traced.outcome == playout.outcome == state.outcome
        assert playout.n_decisions == state.n_decisions
        played_so_far += state.n_decisions
