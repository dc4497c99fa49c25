"""The log: what everybody is told, and what only those who saw it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.state import State

from .hiding import GAMES, NEUTRAL_WAITING, along, does, game, secrets


def heard(state: State, seat: int | None, mark: object = ()) -> list[str]:
    lines = state.log_since(mark)
    return [line.text for line in lines if line.visible_to is None or (seat is not None and seat in line.visible_to)]


def test_a_card_laid_face_down_is_named_to_nobody_else() -> None:
    before = secrets().start(players=3, seed=11, traced=True)
    mark = before.log_mark
    state = does(before, "lay")
    card = next(c for c in state.down)
    name = state.g.card_names[card]
    assert heard(state, 0, mark) == [f"Ann: lay {name}", f"{name}: Ann's hand to Ann's laid"]
    for seat in (1, 2):
        assert heard(state, seat, mark) == ["Ann: lay a card", "a card: Ann's hand to Ann's laid"]
    assert heard(state, None, mark) == []


def test_a_card_that_is_shown_by_what_follows_is_named_to_all() -> None:
    before = secrets().start(players=3, seed=11, traced=True)
    for what in ("play open", "show"):
        state = does(before, what)
        assert heard(state, 0, before.log_mark)[0] == heard(state, None, before.log_mark)[0]


def test_simultaneous_answers_are_told_when_all_are_made() -> None:
    state = game("goofspiel").start(players=3, seed=1, traced=True)
    mark = state.log_mark
    state.choose(3)
    assert heard(state, 0, mark) == ["Ann chooses 4"]
    assert heard(state, 1, mark) == heard(state, None, mark) == []
    state.choose(4)
    state.choose(5)
    assert not any("chooses" in text for text in heard(state, None, mark))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_told_is_the_same_whatever_it_cannot_see(name: str) -> None:
    which = game(name)
    for number, state in enumerate(along(which, which.max_players, 6, 40)):
        if number % 5:
            continue
        first = state.player
        one, two = (state.redeal(first, seed) for seed in (1, 2))
        one.choose(0)
        two.choose(0)
        # The answer itself is the same for who gave it, whatever the others hold.
        assert heard(one, first)[:1] == heard(two, first)[:1]


def test_the_only_move_there_is_is_told_as_a_move() -> None:
    state = game("tic_tac_toe").start(players=2, seed=1, traced=True)
    for row, column in ((1, 1), (1, 2), (1, 3), (2, 2), (2, 1), (2, 3), (3, 2), (3, 1)):
        state.choose(next(o for o in state.decision.options if o.text == f"claim field({row}, {column})"))
    assert state.is_over
    last = [entry for entry in state.log_since(()) if "claim" in entry.text][-1]
    assert last.text.endswith("claim field(3, 3)")
    assert last.level == 0


def test_what_is_announced_is_told_to_all_with_its_target() -> None:
    """A card goes onto the stack when its target is known; the others are told at once which card it is, and then at what."""
    state = game("dragon_flight").start(players=2, seed=5, traced=True)
    while not any(option.text == "cast Cloud Wall" for option in state.decision.options):
        state.choose(0)
    seat = state.player
    assert seat is not None
    mark = state.log_mark
    state.choose(next(option for option in state.decision.options if option.text == "cast Cloud Wall"))
    assert heard(state, 1 - seat, mark) == heard(state, None, mark) == [f"{state.names[seat]}: cast Cloud Wall"]
    mark, line = state.log_mark, state.decision.options[0]
    state.choose(line)
    assert heard(state, None, mark)[0] == f"{state.names[seat]} aims at {line.text}"
    assert heard(state, 1 - seat, mark) == heard(state, seat, mark)


def test_what_a_spell_was_aimed_at_is_told_when_that_has_left_the_stack_too() -> None:
    state = game(NEUTRAL_WAITING).start(players=2, seed=3, traced=True)
    rng = random.Random(4)
    while not state.is_over and not any("trigger (" in line for line in heard(state, None, ()) if "aims" in line):
        state.choose(rng.randrange(len(state.decision.options)))
    assert not state.is_over
    said = heard(state, None, ())
    while state.stack:
        state.choose(len(state.decision.options) - 1)
    assert heard(state, None, ())[: len(said)] == said
    assert any(line.endswith(" waits") for line in said)


ERRANDS = """\
game "Errands" for 2 players

each player has:
    field: public zone, in play
    cellar: private zone, in play

kind beast

card "Wolf": beast, 4 copies
card "Fox": beast, 4 copies

stack chain:
    order: last in, first out
    respond: each player clockwise from active_player

deck wood:
    every beast

setup:
    shuffle wood
    each player p:
        move the first card in wood to p's field
        move the first card in wood to p's cellar

play:
    each player clockwise from first_player has turns until count of cards in play < 4

turn:
    choose one of travel, hum

action travel (b: a beast of you in play) to (place: a zone in (list of p's cellar over each player p)), onto chain:
    do: move b to place

action hum, onto chain, at any time:
    do: reveal the first card in your cellar

ranking of player p:
    count of cards in p's field, highest first
"""


def test_what_waits_says_what_it_is_about(tmp_path: Path) -> None:
    """An action that no card stands for is shown with its parameters; a card that a seat does not know is not named."""
    (tmp_path / "errands.rules").write_text(ERRANDS, encoding="utf-8")
    state = rulewright.load(tmp_path / "errands.rules").start(players=2, seed=3, traced=True)
    mine = state.player
    assert mine is not None
    other, zone_of = 1 - mine, state.g.zone_names
    goal = f"to {state.names[other]}'s cellar"

    def waiting(start: str) -> tuple[str, str]:
        """How each of the two sees what waits when a beast from there travels."""
        after = state.fork()
        options = [o for o in after.decision.options if goal in o.text and zone_of[after.at[o.data[1]]] == start]
        after.choose(options[0])
        return after.view(mine).stack[0], after.view(other).stack[0]

    one, two = waiting("field")
    assert one == two and "a card" not in one
    seen, guessed = waiting("cellar")
    assert seen in [f"travel {beast} {goal} ({state.names[mine]})" for beast in ("Wolf", "Fox")]
    assert guessed == f"travel a card {goal} ({state.names[mine]})"


DUELS = '''\
game "Duels" for 2 players
    """Each of one's fighters is given somebody to fight, and a helper from the tent."""

kind fighter

each fighter has:
    foe: fighter or nothing, starts nothing
    helper: fighter or nothing, starts nothing

card "Axe": fighter
card "Bow": fighter
card "Club": fighter
card "Dirk": fighter
card "Epee": fighter
card "Flail": fighter
card "Glaive": fighter
card "Hook": fighter
card "Ionic": fighter

deck camp:
    every fighter

each player has:
    field: public zone, in play
    tent: private zone

setup:
    each player p:
        move the first 2 cards in camp to p's field
        move the first 2 cards in camp to p's tent

play:
    each player clockwise from first_player has turns until camp is empty

turn:
    assign a foe to each fighter striker in your field:
        an enemy fighter f in play
    assign a helper to each fighter striker in your field:
        a fighter f in your tent
    move the first card in camp to your field

ranking of player p:
    p's seat, lowest first
'''


def test_what_is_assigned_is_told_with_what_it_is_assigned_to(tmp_path: Path) -> None:
    rules = tmp_path / "duels.rules"
    rules.write_text(DUELS)
    state = rulewright.load(str(rules)).start(players=2, seed=1, traced=True)
    for member, others in (("foe", True), ("foe", True), ("helper", False)):
        mark, chosen = state.log_mark, state.decision.options[0]
        key = state.decision.question.removeprefix(f"Choose the {member} of ")
        state.choose(chosen)
        line = f"Ann assigns {chosen.text} to {key}"
        assert heard(state, 0, mark)[0] == line
        # Which card of a tent it is stays a secret.
        assert (line in heard(state, 1, mark), line in heard(state, None, mark)) == (others, others)
