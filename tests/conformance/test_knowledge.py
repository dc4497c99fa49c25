"""What players may know, and what thinks for them: nothing leaks, whatever lies out of sight."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import count
from typing import Any

import pytest

from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.state import State
from rulewright.lab.bots import Position, make_bot
from rulewright.lab.streams import Stream

from .matches import PARAMS, Match
from .test_play import check_decision, listed

# Games in which to be allowed to do something is to hold a certain card: there players know more than they have seen.
_SAYS_WHAT_IS_HELD = ("go_fish", "hearts")

# Games that ask in the middle of the deal: as long as the others have no cards, everything else is known to be in the deck.
_ASKS_WHILE_DEALING = ("dragon_flight",)

# Games so small that a search knows them whole: it goes by the record of the match, which a redeal does not have.
_SOLVED = ("kuhn_poker",)

# After so many decisions a player may work out where a card is because all others have been seen.
_NOTHING_FOLLOWS = 5

REDEALS = (1, 2, 2**64 + 3)


@pytest.fixture(params=PARAMS)
def match(request: pytest.FixtureRequest) -> Match:
    found: Match = request.param
    return found


def question(state: State) -> tuple[Any, ...]:
    """What the player who is asked sees of the question."""
    decision = state.decision
    return (
        decision.player, decision.question, decision.kind, state.n_options, decision.low, decision.high, decision.joint,
        [item.text for item in decision.items], [(one.text, one.action, one.args) for one in listed(decision.options)],
    )  # fmt: skip


def on_the_table(state: State) -> list[Any]:
    """What lies there for everybody to see, without what onlookers remember:
    a redeal keeps one player's memory alone."""
    return [(zone.name, zone.owner, zone.on, zone.cards, zone.count) for zone in state.view(None).zones]


def hidden_cards(state: State) -> tuple[Any, ...]:
    return (tuple(state.z), state.seed)


# ------------------------------------------------------------------ redeals


def test_a_redeal_is_the_same_for_its_player(match: Match) -> None:
    for state in match.some_states(30, 4):
        asked = state.player
        for seat in {asked, (asked + 1) % match.players}:
            view, spectator = state.view(seat), on_the_table(state)
            for seed in REDEALS[: 3 if seat == asked else 1]:
                dealt = state.redeal(seat, seed)
                assert dealt.view(seat) == view
                assert dealt.view(seat).to_json() == view.to_json()
                assert on_the_table(dealt) == spectator
                assert (dealt.turn, dealt.phase_name) == (state.turn, state.phase_name)
                # Of a joint choice what the others have chosen is taken back: they are asked again first.
                assert state.joint or dealt.player == state.player
                if seat == asked:
                    assert question(dealt) == question(state)


def test_a_redeal_can_be_played(match: Match) -> None:
    for state in match.some_states(31, 3):
        for seat in {state.player, 0, match.players - 1}:
            dealt = state.redeal(seat, 5)
            cards = sorted(card for zone in dealt.z for card in zone)
            assert cards == list(range(len(dealt.at)))
            assert all(dealt.at[card] == zone for zone, cards_there in enumerate(dealt.z) for card in cards_there)
            assert [len(zone) for zone in dealt.z] == [len(zone) for zone in state.z]
            stream = Stream(seat, "redeal")
            for number in count():
                if dealt.is_over:
                    break
                if number < 8:
                    check_decision(dealt)
                dealt.choose_random(stream)
            assert dealt.outcome.kind in ("win", "ranking", "draw")


def test_a_redeal_depends_on_nothing_but_its_seed(match: Match) -> None:
    for state in match.some_states(32, 2):
        seat = state.player
        one = state.redeal(seat, 7)
        assert one == state.redeal(seat, 7)
        # In a redeal the player knows the same, so its redeals are those of the real state.
        for seed in (8, 9):
            assert one.redeal(seat, seed) == state.redeal(seat, seed)
            assert one.redeal(seat, seed).z == state.redeal(seat, seed).z


def test_what_a_player_cannot_know_differs_between_redeals(match: Match) -> None:
    if match.name == "tic_tac_toe":
        return
    state = match.some_states(33, 6)[1]
    zones = state.view(state.player).zones
    hidden = any(not zone.cards and zone.count and zone.name != "out of the game" for zone in zones)
    dealt = {hidden_cards(state.redeal(state.player, seed)) for seed in range(8)}
    assert len(dealt) == 8
    if hidden and match.name not in ("goofspiel", "liars_dice"):  # whose hidden cards are all called the same
        assert len({zones for zones, _ in dealt}) > 1


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:12"])
def test_what_a_player_cannot_know_does_not_change_a_bots_answer(match: Match, bot: str) -> None:
    bots = {bot, *match.game.program.bots} if bot == "greedy" else {bot}
    for number, state in enumerate(match.some_states(34, 2)[-1:]):
        seat = state.player
        if bot.startswith("mcts") and match.name in _SOLVED:
            state = state.redeal(seat, 12)
        for name in bots:
            thinker = make_bot(match.game, name)
            answer = thinker.answer(Position(state, seat), 3, number)
            assert 0 <= answer < state.n_options
            assert thinker.answer(Position(state, seat), 3, number) == answer
            dealt = state.redeal(seat, 11)
            assert thinker.answer(Position(dealt, seat), 3, number) == answer


def test_there_is_no_redeal_for_a_seat_that_is_not_there(match: Match) -> None:
    state = match.start(1)
    for seat in (-1, match.players):
        with pytest.raises(UsageError, match="no seat"):
            state.redeal(seat, 1)


# ------------------------------------------------------------------ views


def shown_names(state: State, seat: int) -> set[int]:
    """The cards that lie where the seat may look."""
    found = set()
    for zone, cards in enumerate(state.z):
        visibility, owner = state.g.visibility[zone], state.g.zone_owner[zone]
        if visibility == "public" or (visibility == "private" and owner == seat):
            found.update(card for card in cards if card not in state.down or owner == seat)
    return found


def test_a_view_names_no_card_that_was_never_shown(match: Match) -> None:
    """What a seat has seen is worked out here from where cards lay at every decision, and from what the log told it."""
    state = match.start(35, traced=True)
    names = state.g.card_names
    unique = {
        card
        for card, name in enumerate(names)
        if names.count(name) == 1 and len(name) > 3 and not name.startswith("prize")
    }
    # What set-up leaves in the box, or puts there, is known from the rules; nobody needs to be shown it.
    known = {card for card in unique if state.g.zone_names[state.at[card]] == "box"}
    if state.g.program.brings is not None:
        return  # the lists of the decks that players bring lie open: every name is known to be somewhere
    if not unique - known:
        return
    seen: list[set[int]] = [set(known) for _ in range(match.players)]
    told = 0
    for number, state in zip(range(_NOTHING_FOLLOWS), match.states(35, traced=True), strict=False):
        if state.is_over:  # hands are shown, and where the other cards lie may follow from that
            break
        new = state.log[told:]
        told += len(new)
        for seat in range(match.players):
            seen[seat] |= shown_names(state, seat)
            for entry in new:
                if entry.visible_to is None or seat in entry.visible_to:
                    seen[seat] |= {card for card in unique if names[card] in entry.text}
            dealt = match.name not in _ASKS_WHILE_DEALING or all(
                state.z[z] for z, name in enumerate(state.g.zone_names) if name == "hand"
            )
            if dealt and number < (1 if match.name in _SAYS_WHAT_IS_HELD else _NOTHING_FOLLOWS):
                text = json.dumps(state.view(seat).to_json()["zones"], ensure_ascii=False)
                for card in unique - seen[seat]:
                    found = re.search(rf"(?<!\w){re.escape(names[card])}(?!\w)", text)
                    assert not found, f"seat {seat + 1} is shown {names[card]}"


def test_logs_name_no_card_that_a_seat_may_not_see(match: Match) -> None:
    """Entries that a seat is told are the same in a match where all that differs is out of its sight."""
    for state in match.some_states(36, 2, traced=True):
        seat = state.player
        one, two = state.redeal(seat, 1), state.redeal(seat, 2)
        assert one.view(seat) == two.view(seat)
        one.choose(0)
        two.choose(0)
        heard = [[e.text for e in s.log if e.visible_to is None or seat in e.visible_to][:1] for s in (one, two)]
        assert heard[0] == heard[1]


def test_a_view_is_data(match: Match) -> None:
    for state in match.some_states(37, 4):
        for seat in (None, *range(match.players)):
            view = state.view(seat)
            data = json.loads(json.dumps(view.to_json()))
            assert data["seat"] == seat
            assert len(data["players"]) == match.players
            # Several cards of one name may each have a zone of the same name.
            single = [zone for zone in view.zones if zone.on is None]
            counted = Counter((zone.name, zone.owner, zone.on) for zone in single)
            assert all(times == 1 for times in counted.values())
            for zone in view.zones:
                assert zone.cards is None or len(zone.cards) == zone.count
            if seat is not None:
                own = {card for z, cards in enumerate(state.z) for card in cards
                       if state.g.zone_owner[z] == seat and state.g.visibility[z] == "private"}  # fmt: skip
                shown = Counter(card.name for zone in view.zones if zone.owner == seat for card in zone.cards or ())
                assert not Counter(state.g.card_names[card] for card in own) - shown


# ------------------------------------------------------------------ records


def test_the_record_is_the_same_traced_or_not(match: Match) -> None:
    for fast, traced in zip(match.some_states(38, 3), match.some_states(38, 3, traced=True), strict=True):
        for seat in range(match.players):
            assert fast.information_state(seat) == traced.information_state(seat)
            assert hash(fast.information_state(seat)) == hash(traced.information_state(seat))


def test_a_record_grows_with_every_question(match: Match) -> None:
    seen: list[set[Any]] = [set() for _ in range(match.players)]
    for state in match.some_states(39, 8, traced=True):
        record = state.information_state(state.player)
        assert record not in seen[state.player]
        seen[state.player].add(record)
