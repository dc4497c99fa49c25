"""What the three large games show and offer at the prompt: the legal answers and only those, and nobody's secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import rulewright
from rulewright.interpreter.decisions import Decision
from rulewright.interpreter.state import State
from rulewright.repl.answers import Choice, NotUnderstood, Picks, read_answer, shown_text
from rulewright.repl.prompting import guidance, offers
from rulewright.repl.screen import screen
from rulewright.repl.telling import told

from .test_screen import scene, text

GAMES = [("storm_dragons", 3), ("dragon_flight", 3), ("tempest", 2)]
_MOST_OFFERED = 200


def positions(game: str, players: int, seed: int, every: int, most: int) -> Iterator[State]:
    """Every n-th position of a random game."""
    state = rulewright.load(game).start(players, seed=seed, traced=True, ask_passes=True)
    rng = random.Random(seed)
    for step in range(most):
        if state.is_over:
            return
        if step % every == 0:
            yield state
        state.choose_random(rng)


def choices(decision: Decision) -> list[str]:
    """The texts that may be chosen from."""
    of_several = decision.kind in ("set", "order")
    return [one.text for one in (decision.items if of_several else decision.options)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_completion_offers_the_legal_answers_and_only_those(game: str, players: int) -> None:
    looked_at = 0
    for state in positions(game, players, 7, 3, 150):
        decision = state.decision
        texts = choices(decision)
        offered = [offer.text for offer in offers(state, (), "")]
        if len(texts) <= _MOST_OFFERED:
            quoted = texts if decision.kind == "number" else [shown_text(one) for one in texts]
            assert [one for one in offered if one != "done"] == quoted
        for at, one in enumerate(offered[:12]):
            if one != "done":
                _is_understood(one, decision, at)
        # What no answer begins with is completed by nothing but words of the prompt.
        assert not [offer for offer in offers(state, (), "zzz") if offer.text in texts]
        assert guidance(state, (), "zzz")
        looked_at += 1
    assert looked_at >= 20


def _is_understood(typed: str, decision: Decision, at: int) -> None:
    answer = read_answer(typed, decision)
    if isinstance(answer, Picks):
        assert answer.items == (at,)
        return
    assert isinstance(answer, Choice)
    assert answer.answer in (at, (at,))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_answer_that_is_not_legal_is_taken(game: str, players: int) -> None:
    """What could be answered elsewhere in the game is refused where it is not offered."""
    elsewhere: set[str] = set()
    refused = 0
    for state in positions(game, players, 3, 2, 120):
        decision = state.decision
        texts = choices(decision)
        if decision.kind not in ("set", "order", "number", "trigger"):
            for one in sorted(elsewhere - set(texts))[:20]:
                if not any(_short_for(one, here) for here in texts):
                    with pytest.raises(NotUnderstood):
                        read_answer(f'"{one}"', decision)
                    refused += 1
        elsewhere |= set(texts)
    assert refused > 50


def _short_for(said: str, whole: str) -> bool:
    rest = iter(whole.casefold().replace("(", " ").split())
    return all(any(word.startswith(begin) for word in rest) for begin in said.casefold().replace("(", " ").split())


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("size", [(80, 22), (40, 18)])
def test_what_a_player_does_not_know_is_nowhere_on_their_screen(game: str, players: int, size: tuple[int, int]) -> None:
    """Of cards that only others know no name is on the screen, in the log or among the answers of a player."""
    hidden_names = 0
    for state in positions(game, players, 11, 6, 150):
        seat = state.player
        assert seat is not None
        secret = _names(state, seat, known=False) - _names(state, seat, known=True)
        shown = [*text(screen(scene(state, seat), *size)).split("\n"), *(offer.text for offer in offers(state, (), ""))]
        seen = " ".join(" ".join(shown).split())
        for name in secret:
            assert not _says(seen, name), (name, seen)
        hidden_names += len(secret)
    assert hidden_names > 20


def _names(state: State, seat: int, *, known: bool) -> set[str]:
    view = state.view(seat)
    laid_open = state.view(None)
    assert laid_open.seat is None
    if not known:
        return {state.g.card_names[c] for c in range(len(state.at))}
    names = {card.name for zone in view.zones for card in zone.cards or () if card.name is not None}
    return names | {name for zone in view.zones for name in zone.known} | _said(state)


def _said(state: State) -> set[str]:
    """Names that stand in what is public besides cards: options of the one who is asked, numbers, the stack."""
    names = set(state.g.card_names)
    public: Sequence[str] = [*(member.text for member in state.view(None).members), *state.view(None).stack]
    return {name for name in names if any(name in text for text in public)}


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_log_names_no_card_that_its_reader_has_never_seen(game: str, players: int) -> None:
    seen: set[str] = set()
    names: set[str] = set()
    for state in positions(game, players, 5, 1, 160):
        view = state.view(0)
        names = {name for name in state.g.card_names if not name.isdecimal()}
        seen |= {card.name for zone in view.zones for card in zone.cards or () if card.name is not None} | _said(state)
        if state.player == 0:
            seen |= {name for one in choices(state.decision) for name in names if name in one}
    lines = [line for line, _ in told(state.log, {0})]
    named = {name for name in names if any(name in line for line in lines)}
    # What was played, put on a stack and gone between two questions has been shown by what the log says of it.
    shown = {name for line in lines for name in names if f"{name} of " in line or line.startswith(("revealed", "Ann sees"))}
    gone = {name for line in lines for name in names if name in line and _between_public_places(line, state)}
    assert len(named) > 5
    assert not named - seen - shown - gone, named - seen - shown - gone


def _between_public_places(line: str, state: State) -> bool:
    """Whether a line tells of a move to or from a place that everybody sees."""
    places = line.rpartition(": ")[2].split(" to ")
    public = {zone.name for zone in state.view(None).zones if zone.cards is not None}
    return any(place.rpartition("'s ")[2] in public for place in places)


def _says(line: str, name: str) -> bool:
    return name in line and not name.isdecimal()
