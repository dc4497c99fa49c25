"""Redeals: equal for all that the player knows, everything that is possible comes up, and nothing else decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulewright
from rulewright.interpreter import deals
from rulewright.interpreter.chance import branches, roots
from rulewright.interpreter.deals import Draws, deal
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.state import State
from rulewright.lab.bots import Position, make_bot

from .hiding import FIXTURES, GAMES, along, game, played, secrets


def options(state: State) -> list[str]:
    decision = state.decision
    return [o.text for o in decision.items or decision.options]


def check(state: State, seat: int, seed: int) -> State:
    dealt = state.redeal(seat, seed)
    assert sorted(c for cards in dealt.z for c in cards) == list(range(len(state.at)))
    assert [len(cards) for cards in dealt.z] == [len(cards) for cards in state.z]
    assert all(c in dealt.z[z] for c, z in enumerate(dealt.at))
    assert dealt.view(seat) == state.view(seat)
    if state.player == seat:
        assert dealt.player == seat
        assert dealt.decision.question == state.decision.question
        assert options(dealt) == options(state)
        assert dealt.n_options == state.n_options
    return dealt


@pytest.mark.parametrize("name", GAMES)
def test_a_redeal_is_the_same_for_its_player_and_can_be_played(name: str) -> None:
    which = game(name)
    for players in range(which.min_players, which.max_players + 1):
        for number, state in enumerate(along(which, players, players, 40)):
            if number % 3 == 0:
                dealt = check(state, state.player, number)
                others = Position(dealt, state.player)
                make_bot(which, "random").answer(others, number, 0)
                for _ in range(12):
                    if dealt.is_over:
                        break
                    dealt.choose(number % dealt.n_options)
            if number % 9 == 1:
                check(state, (state.player + 1) % players, number)


@given(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 40), st.booleans())
def test_whatever_is_hidden_or_seen(players: int, seed: int, decisions: int, traced: bool) -> None:
    state = played(secrets(), players, seed, decisions, traced)
    for seat in range(players):
        check(state, seat, seed)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_but_knowledge_and_seed_decide(name: str) -> None:
    """Exchange what the player cannot know: the redeal with a certain seed stays the same (D07)."""
    which = game(name)
    for players in (which.min_players, which.max_players):
        for number, state in enumerate(along(which, players, 7, 32)):
            if number % 4 == 0:
                other = state.redeal(state.player, number)
                assert other.redeal(state.player, 99) == state.redeal(state.player, 99)


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", ["kuhn_poker", "go_fish", "goofspiel"])
def test_bots_answer_the_same_whatever_they_cannot_know(name: str, bot: str) -> None:
    which = game(name)
    state = played(which, 2, 3, 2, traced=False)
    seat = state.player
    asked = make_bot(which, bot)
    answers = {asked.answer(Position(state, seat), 5, 1)}
    answers |= {asked.answer(Position(state.redeal(seat, seed), seat), 5, 1) for seed in range(3)}
    assert len(answers) == 1


def faces(state: State) -> Any:
    """All that is laid out, with cards by their names; piles whose order is open as sets."""
    face_of = state.g.face_of
    zones = tuple(tuple(sorted(face_of[c] for c in cards)) for cards in state.z)
    return zones, tuple(state.v)


SMALL = [
    ("kuhn_poker", {}, 2), ("kuhn_poker", {}, 3), ("leduc_poker", {"most_raises": "0"}, 2),
    ("goofspiel", {"top": "3", "bids": "open"}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given_options", "players"), SMALL)
def test_the_redeals_are_the_information_set(name: str, given_options: dict[str, str], players: int) -> None:
    which = rulewright.load(name, options=given_options)
    real: dict[Any, set[Any]] = defaultdict(set)
    dealt: dict[Any, set[Any]] = defaultdict(set)
    tried: Counter[Any] = Counter()
    pending = [state for _, state in roots(which, players)]
    while pending:
        state = pending.pop()
        if state.is_over:
            continue
        seat = state.player
        key = seat, state.information_state(seat)
        real[key].add(faces(state))
        if tried[key] < 2:
            tried[key] += 1
            dealt[key] |= {faces(state.redeal(seat, seed)) for seed in range(30)}
        for answer in range(state.n_options):
            pending += [after for _, after in branches(state, answer)]
    assert real == dealt


def test_with_hidden_bids_no_possible_deal_is_left_out() -> None:
    """What follows from who won is not used; but all that is possible comes up."""
    which = rulewright.load("goofspiel", options={"top": "3"})
    state = played(which, 2, 4, 2)
    seat = state.player
    hands = {faces(state.redeal(seat, seed))[0] for seed in range(60)}
    assert len(hands) == 3  # the card that the other has bid is one of three


def test_what_others_have_chosen_and_not_shown_is_taken_back() -> None:
    state = game("goofspiel").start(players=3, seed=2)
    state.choose(4)  # Ann
    state.choose(7)  # Bob
    assert state.player == 2
    dealt = state.redeal(2, 1)
    assert dealt.player == 2
    dealt.choose(0)
    assert [dealt.player, dealt.n_options] == [0, 13]
    dealt.choose(12)
    assert dealt.player == 1
    again = state.redeal(0, 1)
    assert again.player == 1  # Ann has chosen; what the others do is open again
    for _ in range(2):
        again.choose(0)
    assert again.view(None).asked != 0 or again.n_decisions > state.n_decisions


MANY = """
game "Many" for 2 players

kind stone: value: number
cards of kind stone:
    each value from 1 to 1500, 2 of each, named "stone {value}"

deck heap:
    every stone

each player has:
    hand: private zone
    seen: public ordered zone

setup:
    shuffle heap
    each player p: move the first 900 cards in heap to p's hand

play:
    each player p:
        p chooses a card c in p's hand
        move c to p's seen
        move the first 40 cards in heap to p's seen
        p chooses a card d in p's seen
        move d to p's hand

ranking of player p:
    count of cards in p's hand, highest first
"""


def test_thousands_of_cards(tmp_path: Path) -> None:
    """Cards that may be in the same places are known about together; in a row that all see each stands for itself."""
    file = tmp_path / "many.rules"
    file.write_text(MANY, encoding="utf-8")
    state = rulewright.load(file).start(players=2, seed=1)
    for answer in (7, 40, 3):
        dealt = check(state, state.player, 5)
        other = state.g.zone_owner.index(1 - state.player)
        assert dealt.z[other] != state.z[other]
        state.choose(answer)
    assert state.n_options == 41


def test_chance_falls_anew() -> None:
    state = game("ninety_eight").start(players=2, seed=5)
    seat = state.player
    drawn = set()
    for seed in range(12):
        dealt = state.redeal(seat, seed)
        dealt.choose(0)
        drawn.add(tuple(sorted(dealt.g.card_names[c] for c in dealt.z[dealt.g.zone_owner.index(seat)])))
    assert len(drawn) > 3


def test_there_is_no_redeal_for_nobody() -> None:
    state = game("kuhn_poker").start(players=2, seed=5)
    with pytest.raises(UsageError, match="no seat 3"):
        state.redeal(2, 1)
    made_up = state.redeal(state.player, 1)
    with pytest.raises(UsageError, match="only the player who is asked"):
        made_up.redeal(1 - state.player, 1)


# ------------------------------------------------------------------ drawing deals

GROUPS = [((0, 1), frozenset({10, 11})), ((2, 3, 4), frozenset({10, 11, 12})), ((5,), frozenset({12}))]
ROOM = {10: 2, 11: 2, 12: 2}


def fitting() -> list[tuple[int, ...]]:
    places = {c: sorted(open_) for cards, open_ in GROUPS for c in cards}
    every = product(*(places[c] for c in range(6)))
    return [found for found in every if all(found.count(p) == n for p, n in ROOM.items())]


def dealt_often(times: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(times):
        drawn = deal(GROUPS, ROOM, Draws(seed, "test"))
        found[tuple(drawn[c] for c in range(6))] += 1
    return found


def test_deals_are_drawn_uniformly() -> None:
    found = dealt_often(3_600)
    assert sorted(found) == fitting()
    # 18 deals, 200 times each on average; 60 off is more than four standard deviations.
    assert all(140 < times < 260 for times in found.values())


def test_too_big_a_table_is_gone_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MOST_ENTRIES", 1)
    assert sorted(dealt_often(600)) == fitting()
    monkeypatch.setattr(deals, "_ATTEMPTS", 0)
    assert set(dealt_often(200)) <= set(fitting())


@given(st.integers(0, 1000), st.integers(1, 2**200))
def test_numbers_stay_below(seed: int, n: int) -> None:
    assert 0 <= Draws(seed, "x").below(n) < n


MORE = [str(FIXTURES / f"{name}.rules") for name in ("semantics", "semantics_39_time", "announced", "packs", "visiting")]


@pytest.mark.parametrize("name", [*GAMES, *MORE])
def test_it_is_known_of_every_local_whether_it_holds_cards(name: str) -> None:
    """Otherwise a redeal would leave a hidden card in it, for the wrong place."""
    which = game(name)
    for players in range(which.min_players, which.max_players + 1):
        sorts = which.compiled(players, traced=True).sorts
        assert sorts is not None
        assert [procedure for procedure, found in sorts.frames.items() if "unknown" in found] == []


# Parts of a state that hold no card; every other part is exchanged in a redeal (redeal.py).
WITHOUT_CARDS = [
    "act",
    "again",
    "alive",
    "asks_forced",
    "asks_passes",
    "auto",
    "busy",
    "chance",
    "changes",
    "gathering",
    "clock",
    "cont",
    "dir",
    "doer",
    "ending",
    "extra",
    "fallen",
    "first",
    "forced_run",
    "g",
    "goto",
    "hi",
    "hist",
    "idle_turns",
    "joint",
    "key",
    "know",
    "last_fallen",
    "last_one_wins",
    "lifted",
    "limits",
    "lo",
    "log_entries",
    "mark",
    "marks",
    "miss",
    "most_options",
    "n_decisions",
    "n_forced",
    "n_objects",
    "n_options_seen",
    "n_turns",
    "names",
    "need",
    "phase",
    "player",
    "q",
    "quiet",
    "rc",
    "result",
    "resume",
    "rngs",
    "running",
    "seed",
    "steps",
    "tally",
    "turn_start",
    "uz",
    "windows",
    "words",
]
EXCHANGED = [
    "ages",
    "at",
    "base_control",
    "batch",
    "cs",
    "down",
    "eff",
    "frames",
    "guests",
    "inside",
    "lost",
    "moved",
    "opts",
    "own",
    "pack",
    "pend",
    "put_by",
    "put_on",
    "seen",
    "source",
    "stack",
    "tail",
    "used",
    "v",
    "vis",
    "waiting",
    "z",
]
USED_AT_ONCE = ["ans", "ret"]  # read right after they are written, never across a question


def test_no_part_of_a_state_is_overlooked() -> None:
    assert sorted({*WITHOUT_CARDS, *EXCHANGED, *USED_AT_ONCE} - {"last_one_wins"}) == sorted(
        set(State.__slots__) - {"last_one_wins"}
    )


def test_what_chance_wrote_on_cards_that_a_player_does_not_see_is_drawn_anew() -> None:
    state = rulewright.load("liars_dice").start(players=3, seed=5)

    def pips(made: Any, seat: int) -> tuple[str, ...]:
        """What lies under the own cup of a seat, as that seat sees it."""
        (cup,) = (zone for zone in made.view(seat).zones if zone.name == "cup" and zone.owner == seat)
        return tuple(card.values["pips"] for card in cup.cards or ())

    dealt = [state.redeal(0, seed) for seed in range(60)]
    assert {pips(one, 0) for one in dealt} == {pips(state, 0)}
    assert len({pips(one, 1) for one in dealt}) > 50
    counted = Counter(face for one in dealt for seat in (1, 2) for face in pips(one, seat))
    assert set(counted) == set("123456")
    assert all(60 < count < 145 for count in counted.values())  # 100 are expected of each
