"""What a choice asks where the rules give it no text: words made of what the rules say there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.state import State

RULES = '''\
game "Bower" for 2 players
    """Bring your bower what shines."""

kind shiny: worth: number
kind ring is a shiny:
    kept_by: player or nobody, starts nobody

cards of kind ring:
    name      copies  worth
    "Gold"         2      1
    "Tin"          2      1
    "Iron"         2      1
    "Copper"       2      1
    "Brass"        2      1

card "Jackdaw": shiny, 6 copies
    worth 2
    when this enters play:
        you may choose an enemy shiny r in play: throw_out r

deck heap:
    every shiny

setup:
    each player p:
        move the first 4 cards in heap to p's hand
        move the last 2 cards in heap to p's hand

the table has:
    times_done: number, starts 0

each player has:
    hand: private zone
    bower: public zone, in play
    gone_by: public zone

turn:
    choose a card c in your hand
    move c to your gone_by
    choose 2 cards cs in your hand
    move cs to your bower
    choose at most 2 rings rs in your hand where rs's worth is 1
    choose any number of cards all_of in your hand
    each other player q:
        q chooses a ring r in q's hand
        move r to q's gone_by
        q chooses a card theirs in your bower
        q chooses another player x
    choose a number n from 2 to 4
    you may choose a card spare in your hand with the highest spare's worth: move spare to your bower
    arrange the first 3 cards in heap
    assign a kept_by to each ring r in your bower:
        a player p, or nobody
    assign a kept_by to each ring r in your bower:
        a player p, asking "Whose is it?"
    choose one of barter
    end the game

to throw_out (c: card):
    move c to c's owner's gone_by

action barter (c: a card in your hand):
    do:
        choose a ring got in (all rings g in your bower where g's worth > 0)
        move got to your gone_by

play:
    each player clockwise from first_player has turns until times_done >= 1

ranking of player p:
    p's seat, lowest first
'''


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path: Path = tmp_path_factory.mktemp("bower") / "bower.rules"
    path.write_text(RULES)
    state: State = rulewright.load(str(path)).start(2, seed=3, traced=True)
    found = []
    while not state.is_over:
        found.append(state.decision.question)
        if state.decision.kind == "order":
            assert {item.text.partition(" (")[0] for item in state.decision.items} <= set(state.g.card_names)
        state.choose(0)
    return found


def test_a_choice_without_a_text_asks_in_words(asked: list[str]) -> None:
    assert asked == [
        "Choose a card in your hand to move to your gone by",
        "Choose 2 cards in your hand to move to your bower",
        "Choose any number of rings in your hand",
        "Choose any number of cards in your hand",
        "Choose a ring in your hand to move to your gone by",
        "Choose a card",  # "your bower" is not that of who chooses
        "Choose a number from 2 to 4",
        "You may choose a card in your hand to move to your bower",
        "In which order: the first 3 cards in heap?",
        "Choose the kept by of Gold",
        "Choose the kept by of Tin",
        "Gold: Whose is it?",
        "Tin: Whose is it?",
        "What do you do?",
        "Barter: choose a ring to move to your gone by",
    ]


def test_questions_of_games_that_ship_name_nothing_that_only_the_rules_know() -> None:
    """No variable, no bracket, no sort of the engine stands in a question that was made up."""
    for name in ("dragon_flight", "storm_dragons", "tempest", "goofspiel", "hearts"):
        compiled = rulewright.load(name).start(2 if name != "hearts" else 4, seed=1, traced=True).g
        for question in compiled.questions:
            if question.text is None and question.words.thing:
                said = f"{question.words.source} {question.words.thing}{question.words.purpose}"
                assert not re.search(r"[()_=]|\bobject\b|\b[a-z]\b(?<!\ba)|'s's", said), said


ROUND = '''\
game "Round" for 2 players
    """Every bird is asked for its nest."""

kind bird: fed: yes or no, starts no
kind nest

cards of kind bird:
    name    copies
    "Wren"       2
    "Tit"        2

card "Reed": nest, 8 copies

deck heap:
    every bird
    every nest

each player has:
    hand: private zone
    trees: public zone, in play
    lent: public zone

setup:
    each player p:
        move the first "Wren" in heap to p's trees
        move the first "Tit" in heap to p's trees
        move the first "Tit" in heap to p's hand
        move the first 4 nests in heap to p's hand

play:
    each player clockwise from first_player has a turn
    everyone wins

turn:
    each bird b in your trees:
        you may choose a nest n in your hand, asking "Which is its nest?": move n to your lent
        you may feed b
        choose one:
            "sing":
                feed b
            "sleep":
                add 1 to your naps
    each bird b in your hand:
        you may choose a nest n in your hand: move n to your lent
    each player p:
        p may choose a nest n in p's hand: move n to p's lent

to feed (b: bird):
    set b's fed to yes

each player has:
    naps: number, starts 0
'''


def test_a_question_in_a_loop_over_cards_says_about_which_it_is(tmp_path: Path) -> None:
    """But not where not everybody sees it, and not about players, who know who they are."""
    path = tmp_path / "round.rules"
    path.write_text(ROUND)
    state = rulewright.load(path).start(players=2, seed=1)
    asked = []
    while len(asked) < 9:
        asked.append(state.decision.question)
        state.choose(next((at for at, o in enumerate(state.decision.options) if o.text.startswith("Reed")), 0))
    birds = [f"{bird}: {said}" for bird in ("Wren", "Tit") for said in ("Which is its nest?", "Feed it?", "Choose one")]
    assert [one.partition(":")[0] for one in asked[:6]] == [one.partition(":")[0] for one in birds]
    assert asked[0] == birds[0] and asked[3] == birds[3] and asked[2] == birds[2]
    assert all(":" not in one for one in asked[6:])


SORTED = '''\
game "Sorted" for 2 players

kind bead

cards of kind bead:
    name    copies
    "Red"        4
    "Blue"       4

deck heap:
    every bead

each player has:
    hand: private zone
    pile: private ordered zone

setup:
    each player p:
        move the first 2 cards in heap to p's hand
        move the last 2 cards in heap to p's pile

play:
    each player p: p tidies
    everyone wins

to tidy:
    LINE
'''


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("arrange all cards in your hand", "the place where these cards lie has no order"),
        ("arrange all cards in (your hand and your pile)", "these cards lie in several places"),
        ("arrange all cards in your pile", None),
        ("arrange the first 1 card in your hand", None),  # one card is always in order
    ],
)
def test_only_cards_of_a_pile_with_an_order_can_be_arranged(tmp_path: Path, line: str, said: str | None) -> None:
    path = tmp_path / "sorted.rules"
    path.write_text(SORTED.replace("LINE", line))
    if said is None:
        rulewright.load(path).start(players=2, seed=1)
        return
    with pytest.raises(RunError, match=said) as problem:
        rulewright.load(path).start(players=2, seed=1)
    assert problem.value.code == "R615"
    assert problem.value.span is not None and problem.value.span.text == line
