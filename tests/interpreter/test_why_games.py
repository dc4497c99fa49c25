"""What `why` answers in the games: refused actions by each guard in turn, numbers with modifiers, what is forbidden,
what was replaced; each with the line of the rules that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import scenario
from rulewright.interpreter.by_hand import ByHand
from rulewright.interpreter.scenario_program import prepare
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_table import table_of
from rulewright.interpreter.state import State
from rulewright.interpreter.why_answers import Reason, Why

FIXTURE = Path(__file__).parent / "why_fixture.rules"
GAMES = Path(rulewright.__file__).parent.parent / "games"


def line(reason: Reason) -> str:
    """The line of the rules that a reason names."""
    assert reason.file is not None and reason.line is not None
    return Path(reason.file).read_text(encoding="utf-8").splitlines()[reason.line - 1].strip()


def told(answer: Why) -> list[tuple[str, str]]:
    return [(reason.text, line(reason)) for reason in answer.reasons]


def by_hand(state: State, *texts: str) -> State:
    for text in texts:
        state, _ = ByHand(state).done(text)
    return state


def found(path: Path, title: str) -> scenario.TestItem:
    return next(item for item in scenario.collect(rulewright.check_paths([path])) if item.name == title)


def table(path: Path, title: str) -> State:
    """The table of a scenario, to be played on."""
    state = table_of(found(path, title).what, 1)
    state.auto = False  # forced answers are left to the test
    return state


def after(path: Path, title: str) -> State:
    """The state that a scenario ends with."""
    one = found(path, title).what
    runner = Runner(one, prepare([one], playable=True))
    runner.run()
    return runner.state


# ------------------------------------------------------------------ a small game of everything


@pytest.fixture(scope="module")
def ramparts() -> State:
    return table(FIXTURE, "at the ramparts")


def test_the_fixture_passes_its_own_scenarios() -> None:
    for item in scenario.collect(rulewright.check_paths([FIXTURE])):
        assert scenario.run(item).outcome == "passed"


def test_each_guard_in_turn(ramparts: State) -> None:
    assert ramparts.why("charge Bob").offered
    state = by_hand(ramparts, "set Ann's wounds to 5", "put Golem into Ann's hand", "put Drum into Ann's hand")
    answer = state.why("charge at Bob")
    assert answer.offered is False
    assert told(answer) == [
        ("rested: your wounds < 5", "only if rested: your wounds < 5"),
        ("outnumbered: your might > foe's might", "only if outnumbered: your might > foe's might"),
    ]
    state = by_hand(state, "put Banner into Ann's hand")
    assert told(state.why("charge at Bob"))[0] == (
        "armed: there is a fighter in your field",
        "only if armed: there is a fighter in your field",
    )
    assert len(state.why("charge at Bob").reasons) == 3


def test_a_number_with_three_modifiers(ramparts: State) -> None:
    answer = ramparts.why("Golem's strength")
    assert answer.answer == "Golem's strength is 6"
    assert [text for text, _ in told(answer)] == [
        "4: printed on the card",
        "+2: Banner, each other fighter of you has +2 strength",
        "+1: Drum, each other fighter of you has +1 strength",
        "-1: Fog, each enemy fighter in play has -1 strength",
    ]
    assert [where for _, where in told(answer)][1:] == [
        "each other fighter of you has +2 strength",
        "each other fighter of you has +1 strength",
        "each enemy fighter in play has -1 strength",
    ]


@pytest.mark.parametrize("said", ["Golem blocks Runner", "Golem cannot block Runner", "block Runner by Golem"])
def test_a_forbidden_block(ramparts: State, said: str) -> None:
    answer = ramparts.why(said)
    assert answer.offered is False
    assert told(answer) == [('card "Runner" forbids it', "a strong fighter cannot block this")]


def test_a_block_that_nothing_forbids(ramparts: State) -> None:
    assert ramparts.why("Fog blocks Runner").answer == "nothing forbids 'Fog blocks Runner'"


def test_a_block_that_was_forbidden_stands_in_the_log() -> None:
    answer = after(FIXTURE, "blocks").why("forbids", 0)
    assert answer.answer == 'card "Runner" forbids it: block Runner'


def test_a_replaced_event(ramparts: State) -> None:
    state = ramparts.fork()
    state.choose(next(o for o in state.decision.options if o.text == "charge at Bob"))
    answer = state.why("instead of that", 0)
    assert answer.answer == "instead of that: rule padded"
    assert told(answer)[0][1].startswith("when a player p is wounded for a number n where n > 1, instead:")
    assert ("do: wound foe for 3" in where for _, where in told(answer))
    assert state.why("Bob's wounds", 0).answer == "Bob's wounds is 2"


# ------------------------------------------------------------------ Storm Dragons


@pytest.fixture(scope="module")
def storm() -> State:
    state = rulewright.load("storm_dragons").start(players=4, seed=5, traced=True)
    assert state.decision.question == "Day or night?"
    state.choose(0)
    return by_hand(state, "put Elder into Ann's flight")


def test_storm_dragons_guards(storm: State) -> None:
    state = storm.fork()
    leader = state.names[state.player]
    answer = state.why("challenge")
    assert answer.offered is False
    assert answer.reasons[0].text == "what may be done now is: play, rebuild, yield"
    without = by_hand(state, f"put Elder from Ann's flight into {leader}'s hand") if leader == "Ann" else state
    texts = told(without.why("challenge"))
    assert texts[-1] == (
        "coin_lies_on_a_dragon: there is a dragon in your flight",
        "only if coin_lies_on_a_dragon: there is a dragon in your flight",
    )


def test_storm_dragons_a_number_with_three_modifiers(storm: State) -> None:
    state = by_hand(storm, *(f"put Fog Bank into {who}'s front" for who in ("Bob", "Cal", "Dee")))
    answer = state.why("Elder's large", 0)
    assert answer.answer == "Elder's large is 2"
    modifiers = [row for row in told(answer) if row[0].startswith("-1")]
    assert modifiers == [
        ("-1: Fog Bank, each enemy leading dragon in play has -1 large", "each enemy leading dragon in play has -1 large")
    ] * 3


def test_storm_dragons_a_forbidden_move(storm: State) -> None:
    state = by_hand(storm, "put Spy into Bob's flight", "put Sentinel on top of Bob's flight")
    answer = state.why("move Spy to Ann's hand", 0)
    assert answer.offered is False
    assert told(answer) == [('card "Sentinel" forbids it', "another player cannot move a dragon in your flight")]
    assert state.why("Bob moves Spy to Bob's hand", 0).answer.startswith("nothing forbids")


def test_storm_dragons_a_replaced_event() -> None:
    state = after(GAMES / "storm_dragons.tests.rules", "SD-014 a card's own placement is followed")
    answer = state.why("instead of that", 0)
    assert answer.answer == "instead of that: rule burrowing"
    assert 'where c is "Juggernaut", instead' in told(answer)[0][1]


# ------------------------------------------------------------------ Dragon Flight


FLIGHTS = '''\
use "dragon_flight.rules"

situation "on one dot" with Ann, Bob:
    given Ann's stones are 9
    given Bob's stones are 9
    given Ann's dragon is on outer(3)
    given Bob's dragon is on outer(3)
    given Ann's turn, phase flight
    given moves_left is 5
    given here_at_start is Bob
    given deck is "1", "1", "1", "1", "2", "2", "2", "2", "3", "3"
    given Ann's hand is "9", "4", "Scale Ward", "Fury", "Dive"
    given Bob's hand is "9", "4"

scenario "no way" from "on one dot":
    expect Ann can attack Bob

scenario "three bonuses" from "on one dot":
    Ann attacks Bob
    Ann performs "Dive"
    Ann casts "Scale Ward"
    Ann casts "Fury"
    everyone passes
    expect Ann's fight_value is 9

variant "Truce":
    """Nobody strikes, and who would suffer much suffers less."""
    add rule truce:
        a player cannot fight a player
    add rule soft:
        when a player p suffers a number n where n > 1, instead: p suffers 1

scenario "soft" from "on one dot" under "Truce":
    make Bob suffer 4
    expect Bob's stones are 8
'''


@pytest.fixture(scope="module")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flights") / "flights.rules"
    path.write_text(FLIGHTS)
    return path


def test_dragon_flight_guards(flights: Path) -> None:
    state = table(flights, "no way")
    assert state.why("attack Bob").offered
    assert state.why("fly to outer(4)").offered
    state = by_hand(state, "set moves_left to 0", "set heading to 300")
    assert told(state.why("fly to outer(4)")) == [
        ("moves: moves_left > 0", "only if moves: moves_left > 0"),
        (
            "no_sharp_turns: heading is nothing or angle_between(heading, leaving(your dragon's dot, goal)) <= sharpest_turn",
            "only if no_sharp_turns: heading is nothing or angle_between(heading, leaving(your dragon's dot, goal)) <= "
            "sharpest_turn",
        ),
    ]
    assert "is no dot next to your dragon" in state.why("fly to outer(9)").reasons[0].text


def test_dragon_flight_a_number_with_three_modifiers(flights: Path) -> None:
    answer = after(flights, "three bonuses").why("Ann's fight_value", 0)
    assert answer.answer == "Ann's fight value is 9"
    changes = [row for row in told(answer) if row[0].startswith("+")]
    assert [text.partition(":")[0] for text, _ in changes] == ["+3", "+3", "+3"]
    assert sorted(where for _, where in changes) == [
        "until fight ends: p has +3 fight_value",
        "until fight ends: you have +3 fight_value",
        "until fight ends: you have +bonus fight_value",
    ]


def test_dragon_flight_what_a_house_rule_forbids_and_replaces(flights: Path) -> None:
    state = after(flights, "soft")
    assert told(state.why("fight Bob", 0)) == [("truce forbids it", "a player cannot fight a player")]
    answer = state.why("instead of that", 0)
    assert answer.answer == "instead of that: rule soft"
    assert told(answer)[0][1].startswith("when a player p suffers a number n where n > 1, instead")


def test_storm_dragons_a_card_that_cannot_be_chosen(storm: State) -> None:
    assert storm.player != 1
    state = by_hand(storm, "put Elder into Dee's flight", "put Spy into Bob's flight", "put Sentinel on top of Bob's flight")
    who = state.names[state.player]
    state = by_hand(state, f"put Assassin into {who}'s hand")
    state.choose(next(o for o in state.decision.options if o.text.startswith("play Assassin")))
    assert state.decision.question == "Assassin: choose an enemy leading dragon in play to discard"
    answer = state.why("Spy")
    assert answer.offered is False
    assert line(answer.reasons[0]) == "choose an enemy leading dragon d in play"


# ------------------------------------------------------------------ Tempest of the Gods


WAR = '''\
use "tempest/tempest.rules"

situation "at war" with Karen, Matt:
    given Karen's turn, phase main
    given Karen is exposed
    given Matt is exposed
    given Karen's wander is "Steward" as steward, "Aurelith, the First Dawn" as dawn, "Vulne" as vulne, "Hangman" as hangman
    given Karen's battleground is "Night Wraith" as wraith
    given steward's relics is "Enchanted Blade"
    given steward's damage is 1
    given Karen's hand is "Peasant", "Squire", "Scourge of the Just", "Tower Shield"
    given Matt's wander is "Farmer" as farmer
    given Matt's battleground is "Bone Colossus" as wall

scenario "war" from "at war":
    expect steward's strength is 5

scenario "the first turn" from "at war":
    given option first_turn_summoning is no
    expect steward's strength is 5

variant "Mercy":
    """Who would fall comes back to the hand."""
    add rule mercy:
        when a follower c is destroyed, instead: move c to c's owner's hand

scenario "mercy" from "at war" under "Mercy":
    make Karen destroy farmer
    expect farmer is in Matt's hand
'''


@pytest.fixture(scope="module")
def wars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wars") / "wars.rules"
    path.write_text(WAR)
    return path


@pytest.fixture(scope="module")
def war(wars: Path) -> State:
    return table(wars, "war")


def where(reason: Reason) -> str:
    assert reason.file is not None
    return Path(reason.file).name


@pytest.mark.parametrize(
    ("done", "asked", "guard", "file"),
    [
        ((), "summon Peasant by Steward", "not_free: newcomer is not free", "tempest.rules"),
        ((), "wrap Tower Shield under Vulne", "in_its_time: phase is playing_down or not relics_count_as_free", "tempest.rules"),
        (
            ("set Hangman's drained to yes", "set Farmer's drained to yes"),
            "hang",
            "undrained_hangman: this is undrained",
            "evil.rules",
        ),
        (
            ("set Night Wraith's drained to yes",),
            "charge",
            "somebody_to_attack: there is an undrained aggressive character of you",
            "tempest.rules",
        ),
    ],
)
def test_tempest_guards(war: State, done: tuple[str, ...], asked: str, guard: str, file: str) -> None:
    answer = by_hand(war, *done).why(asked)
    assert answer.offered is False
    name = guard.partition(":")[0]
    reasons = [(line(r), where(r)) for r in answer.reasons if r.text.startswith(f"{name}:")]
    assert reasons == [(f"only if {guard}", file)]


def test_tempest_each_guard_of_summoning_in_turn(wars: Path) -> None:
    state = table(wars, "the first turn")
    assert told(state.why("summon Squire by Steward")) == [
        ("first_turn: your too_early is no", "only if first_turn: your too_early is no")
    ]
    assert told(state.why("summon Peasant by Steward")) == [
        ("not_free: newcomer is not free", "only if not_free: newcomer is not free"),
        ("first_turn: your too_early is no", "only if first_turn: your too_early is no"),
    ]
    state.choose(next(o for o in state.decision.options if o.text == "charge"))
    while state.decision.question != "Do you respond?":
        state.choose(0)
    in_time = "in_time: newcomer is a magic or your main_moment or your stolen_faith > 0"
    who = state.names[state.player]
    assert (in_time, f"only if {in_time}") in told(state.why("summon Squire by Steward")), who


def test_tempest_who_may_summon_what(war: State) -> None:
    """A rule may forbid several things: the line is that of the one that does."""
    answer = war.why("summon Scourge of the Just by Steward")
    assert answer.offered is False
    assert told(answer)[-1] == ("who_summons_what forbids it", "only a channel can summon a miracle")


def test_tempest_a_number_with_three_modifiers(war: State) -> None:
    answer = war.why("Steward's strength")
    assert answer.answer == "Steward's strength is 5"
    assert [(text, said, where(r)) for r, (text, said) in zip(answer.reasons, told(answer), strict=True)][1:4] == [
        (f"{by}, {said}", said, file)
        for by, said, file in (
            ("-1: rule wounds", "each character has -(its damage) strength", "tempest.rules"),
            ("+1: Enchanted Blade", "its holder has +1 strength", "neutral.rules"),
            ("+1: Aurelith, the First Dawn", "each other character of you in play has +1 strength", "good.rules"),
        )
    ]


def test_tempest_numbers_are_known_to_both(war: State) -> None:
    """What is in hands and decks does not keep anybody from knowing how strong those in play are."""
    for seat in (0, 1):
        cards = [c for zone in war.view(seat).zones for c in zone.cards or () if c.name == "Steward"]
        assert [c.values["strength"] for c in cards] == ["5"]


def test_tempest_a_forbidden_block(war: State) -> None:
    answer = war.why("Bone Colossus blocks Night Wraith")
    assert answer.offered is False
    assert told(answer) == [("flying forbids it", "only a flying character can block this")]
    assert where(answer.reasons[0]) == "keywords.rules"
    assert war.why("Night Wraith blocks Bone Colossus").answer.startswith("nothing forbids")


def test_tempest_a_replaced_event(wars: Path) -> None:
    answer = after(wars, "mercy").why("instead of that", 0)
    assert answer.answer == "instead of that: rule mercy"
    assert told(answer)[0][1].startswith("when a follower c is destroyed, instead")
    assert where(answer.reasons[0]) == "wars.rules"
