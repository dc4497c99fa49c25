"""Automatic passes in response windows: who is asked, and that nobody learns from a pass what its player holds."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.repl import saves
from rulewright.repl.output import Output
from rulewright.repl.passes import PASSES, Beat, given_by_itself, read_passes
from rulewright.repl.reader import PlainReader
from rulewright.repl.session import Session
from rulewright.repl.table import Table
from rulewright.repl.usage import UsageProblem

# Ann casts bolts in her turn; whoever holds a shield may answer. What Bob holds is an option, and everything else alike.
RULES = '''\
game "Bolts" for 2 to 3 players
    """Cast, answer, be the last."""

word holding: stones or wards or air

option bob_holds: holding, normally stones
    """What everybody but the first player is dealt."""

kind spell
kind bolt is a spell
kind shield is a spell
kind pebble

card "Bolt": bolt, 6 copies
    effect:
        each other player p: subtract 1 from p's life

card "Shield": shield, 6 copies
    effect: add 1 to your life

card "Pebble": pebble, 6 copies

the table has:
    turns_taken: number, starts 0
    discard: public zone

each player has:
    hand: private zone
    life: number, starts 9

deck bolts:
    every bolt

deck pool:
    every shield
    every pebble

stack chain:
    order: last in, first out
    respond: each player clockwise from active_player
    then: move this to discard

setup:
    each player p:
        if bob_holds is air:
            if p is first_player: move the first card in bolts to p's hand
        otherwise if p is first_player: move the first 3 cards in bolts to p's hand
        otherwise if bob_holds is wards: move the first 2 cards in pool to p's hand
        otherwise: move the last 2 cards in pool to p's hand

play:
    each player clockwise from first_player has turns until turns_taken >= 4

turn:
    choose one of cast, wait
    add 1 to turns_taken

action cast (s: a spell in your hand), onto chain, at any time:
    only if right_time: (s is a shield) is not (chain is empty)

action wait:
    do: add 0 to turns_taken

ranking of player p:
    p's life, highest first
'''

Start = Callable[..., Session]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bolts") / "bolts.rules"
    path.write_text(RULES)
    return path


@pytest.fixture
def start(rules: Path) -> Start:
    def begin(seats: str, **options: str) -> Session:
        game = rulewright.load(str(rules), options=options)
        who = seats.split(",")
        return Session.start(game, len(who), who, 1)

    return begin


def transcript(session: Session, *lines: str, passes: str | None = None) -> str:
    printed = io.StringIO()
    out = Output(printed, printed)
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    table = Table(session, PlainReader(typed, out), out, passes=read_passes(passes, session.players))
    assert table.run() == 0
    return printed.getvalue()


def asked(printed: str) -> list[str]:
    """Give whom a response window asked, in turn."""
    return re.findall(r"  (\w+) \((?:you, )?to answer\)(?:(?!to answer).)*?Do you respond\?", printed, re.DOTALL)


def without_screens_of(name: str, printed: str) -> str:
    """Give what the others see: what stands between the keyboard passed to that player and to the next is their own."""
    return re.sub(rf"Pass the keyboard to {name}\..*?(?=Pass the keyboard|\Z)", f"<{name}>\n", printed, flags=re.DOTALL)


def test_alone_against_bots_nobody_is_asked_who_can_only_pass(start: Start) -> None:
    printed = transcript(start("random,human"), "wait", "wait")
    assert asked(printed) == []
    assert "wins" in printed or "share" in printed


def test_always_asked(start: Start) -> None:
    printed = transcript(start("human,random"), "cast Bolt", "", "", "", "quit", passes="never")
    assert asked(printed)
    assert "  1  pass" in printed
    assert "Ann: pass" in printed


def test_what_can_be_answered_is_asked(start: Start) -> None:
    printed = transcript(start("human,human", bob_holds="wards"), "cast Bolt", "pass", "pass", "quit")
    assert asked(printed)[:2] == ["Ann", "Bob"]


@pytest.mark.parametrize("passes", list(PASSES))
def test_the_others_cannot_tell_what_a_hand_holds(start: Start, passes: str) -> None:
    """Bob holds shields or pebbles and passes; Ann's screen is the same, to the letter."""
    lines = ["cast Bolt", "pass", "pass", "log", "quit"]
    seen = [
        without_screens_of("Bob", transcript(start("human,human", bob_holds=holds), *lines, passes=passes))
        for holds in ("wards", "stones")
    ]
    assert seen[0] == seen[1]
    assert "Bob: pass" in seen[0]


def test_an_asked_pass_and_one_by_itself_read_alike(start: Start) -> None:
    own = transcript(start("human,random"), "cast Bolt", "quit", passes="unable")
    by_hand = transcript(start("human,random"), "cast Bolt", "pass", "pass", "quit", passes="never")
    assert re.findall(r"^ +\w+: pass$", own, re.MULTILINE) == re.findall(r"^ +\w+: pass$", by_hand, re.MULTILINE)


def test_not_until_my_turn(start: Start) -> None:
    session = start("human,human", bob_holds="wards")
    printed = transcript(session, "cast Bolt", "pass", "pass", "quit", passes="unable,until-turn")
    assert asked(printed) == ["Ann"]
    assert "Bob: pass" in printed
    # In the own turn the window asks.
    printed = transcript(start("human,human", bob_holds="wards"), "cast Bolt", "pass", "quit", passes="until-turn")
    assert asked(printed) == ["Ann"]


def test_the_setting_is_a_word_of_the_prompt(start: Start) -> None:
    session = start("human,random")
    printed = transcript(session, "passes", "passes never", "cast Bolt", "passes sometimes", "quit")
    assert "unable: you are asked when you can answer" in printed
    assert "never: you are asked in every response window" in printed
    assert asked(printed) == ["Ann"]
    assert "`passes` takes one of never" in printed


def test_given_by_itself_are_not_what_undo_takes_back(start: Start) -> None:
    session = start("human,human", bob_holds="wards")
    transcript(session, "cast Bolt", "pass", passes="unable,until-turn")
    assert any(step.by == "pass" for step in session.steps)
    assert session.undo(anything=True).by != "pass"
    session.redo()


def test_a_game_saved_at_a_forced_pass_goes_on_there(start: Start, tmp_path: Path) -> None:
    session = start("human,human")
    transcript(session, "cast Bolt", "pass")
    assert session.held()
    saved = tmp_path / "save.json"
    saves.write(session, saved)
    again, note = saves.resume(saves.read(saved), session.game, saved)
    assert note is None
    assert again.state == session.state


def test_where_everything_is_open_nobody_need_be_asked(start: Start) -> None:
    session = start("human,human", bob_holds="air")
    printed = transcript(session, "cast Bolt", "log")
    assert asked(printed) == []
    assert "Bob: pass" in printed
    assert session.state.is_over


def test_the_word_of_the_command_line() -> None:
    assert read_passes(None, 3) == ["unable"] * 3
    assert read_passes("never, until-turn", 2) == ["never", "until-turn"]
    for wrong in ("sometimes", "never,never,never", ""):
        with pytest.raises(UsageProblem):
            read_passes(wrong or "x", 2)


def test_a_bot_takes_as_long_for_a_pass_as_it_took_for_an_answer() -> None:
    clock = [0.0]
    slept: list[float] = []
    beat = Beat(now=lambda: clock[0], sleep=slept.append)
    for thinking in (0.5, 0.0, 0.75, 0.1, 60.0, 0.0):
        beat.begin()
        clock[0] += thinking
        beat.end()
    assert [round(one, 3) for one in slept] == [0.5, 0.65, 2.0]


def test_what_can_be_chosen_is_never_answered_by_itself(start: Start) -> None:
    session = start("human,random")
    assert not given_by_itself(session, ["until-turn", "until-turn"], None)


# ------------------------------------------------------------------ the only answer, outside windows

# Bob must follow suit. He has one card of it or two, and everything else alike.
SUITS = '''\
game "Suits" for 2 players
    """Follow suit if you can."""

word following: with_one or with_two

option bob_follows: following, normally with_one
    """How many cards of the suit Bob has."""

kind pip
kind red is a pip
kind blue is a pip

card "Rose": red
card "Ruby": red
card "Iris": blue
card "Rust": red
card "Ink": blue

deck pool:
    every pip

the table has:
    led: public zone
    aside: hidden zone

each player has:
    hand: private zone

setup:
    move the last 2 cards in pool to first_player's hand
    if bob_follows is with_one: move the first card in pool to aside
    otherwise: move the last card in pool to aside
    each player p where p is not first_player: move the first 2 cards in pool to p's hand

play:
    each player clockwise from first_player has turns until count of cards in led >= 2

turn:
    choose one of play

action play (c: a pip in your hand):
    only if follows: led is empty or c is a red or there is no red d in your hand
    do: move c to led

ranking of player p:
    p's seat, lowest first
'''


@pytest.fixture
def suits(tmp_path: Path) -> Start:
    path = tmp_path / "suits.rules"
    path.write_text(SUITS)

    def begin(seats: str, follows: str) -> Session:
        game = rulewright.load(str(path), options={"bob_follows": follows})
        return Session.start(game, 2, seats.split(","), 1)

    return begin


def test_nobody_learns_that_another_could_do_nothing_else(suits: Start) -> None:
    """Bob follows suit, with the only card that he may play or with one of two; Ann's screen is the same, to the letter."""
    seen = []
    for follows in ("with_one", "with_two"):
        printed = transcript(suits("human,human", follows), "play Rust", "play Ruby", "log", "quit")
        assert printed.count("Pass the keyboard to Bob.") == 1
        assert ("play Rose" in printed) == (follows == "with_two")
        seen.append(without_screens_of("Bob", printed))
    assert seen[0] == seen[1]


def test_nobody_is_asked_where_no_other_person_plays(suits: Start) -> None:
    printed = transcript(suits("greedy,human", "with_one"))
    assert "Do you" not in printed and "What do you do?" not in printed
    assert "Bob: play Ruby (nothing else was possible)" in printed


def test_whoever_sits_there_is_not_asked_for_the_only_answer(tmp_path: Path) -> None:
    """What rests on cards that all see needs no keyboard, and what one does after an own answer tells nobody anything."""
    path = tmp_path / "suits.rules"
    after = "    do:\n        move c to led\n        choose a card d in your hand\n        move d to led\n"
    path.write_text(SUITS.replace("    do: move c to led\n", after).replace("in led >= 2", "in led >= 4"))
    session = Session.start(rulewright.load(str(path)), 2, ["human", "human"], 1)
    printed = transcript(session, "play Rust", "play Ruby")
    assert "Ann chooses Ink (the only one)" in printed
    assert "Choose a card" not in printed
    assert session.state.is_over


def test_a_question_about_what_all_see_is_not_asked_for_the_only_answer(tmp_path: Path) -> None:
    path = tmp_path / "suits.rules"
    after = (
        "    do:\n        move c to led\n        each other player q:\n"
        "            q chooses a card d in led\n            move d to pool\n"
    )
    path.write_text(SUITS.replace("    do: move c to led\n", after).replace("cards in led >= 2", "cards in pool >= 2"))
    session = Session.start(rulewright.load(str(path)), 2, ["human", "human"], 1)
    printed = transcript(session, "play Rust", "play Ruby")
    assert "Rust: led to pool" in printed
    assert printed.count("Pass the keyboard to Bob.") <= 1
    assert "of led" not in printed and "Choose a card in led" not in printed


def test_a_game_saved_at_an_answer_that_was_held_back_goes_on_there(suits: Start, tmp_path: Path) -> None:
    session = suits("human,human", "with_one")
    transcript(session, "play Rust")
    assert session.held() and session.state.player == 1
    saved = tmp_path / "save.json"
    saves.write(session, saved)
    again, note = saves.resume(saves.read(saved), session.game, saved)
    assert (note, again.held(), again.state) == (None, True, session.state)
    # Whoever takes the place of the other person changes nothing of the game.
    again.seat(1, "greedy")
    again.answer_by_bot()
    session.answer_by_itself()
    assert again.state.digest() == session.state.digest()
