"""Every planted fault is found, shown as a short scenario that fails, and the scenario passes when the rule is mended."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter import scenario
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.lab import fuzz
from rulewright.lab.fuzz import Finding, Searcher, lost_cards
from rulewright.lab.shrink import fewest, finding
from rulewright.repl.cli import main

from .faulty import FAULTS


def first(game: Game, kind: str, seed: int = 1, games: int = 200) -> Finding:
    """The first finding of a kind."""
    searcher = Searcher.of(game, seed, idle=20)
    for found in searcher.troubles():
        if found is not None and found[0].kind == kind:
            return finding(searcher.watch, *found)
        assert searcher.games < games, f"no {kind} in {games} games"
    raise AssertionError


def loaded(folder: Path, text: str) -> Game:
    file = folder / "it.rules"
    file.write_text(text, encoding="utf-8")
    return rulewright.load(file)


def outcome(folder: Path, text: str) -> scenario.TestResult:
    """What comes of the one scenario of a file."""
    file = folder / "pasted.rules"
    file.write_text(text, encoding="utf-8")
    checked = rulewright.check_paths([file])
    assert not [one for one in checked.diagnostics if one.severity == "error"]
    (item,) = [one for one in scenario.collect(checked) if one.kind == "scenario"]
    return scenario.run(item)


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found_and_pasted(tmp_path: Path, kind: str) -> None:
    fault = FAULTS[kind]
    found = first(loaded(tmp_path, fault.rules()), kind)
    assert found.trouble.kind == kind
    assert found.scenario
    pasted = outcome(tmp_path, f"{fault.rules()}\n{found.scenario}")
    assert pasted.outcome == "failed"
    mended = outcome(tmp_path, f"{fault.rules(mended=True)}\n{found.scenario}")
    assert (mended.outcome, mended.message) == ("passed", "")


@pytest.mark.parametrize("kind", FAULTS)
def test_mended_games_show_nothing(tmp_path: Path, kind: str) -> None:
    searcher = Searcher.of(loaded(tmp_path, FAULTS[kind].rules(mended=True)), 1)
    found = [trouble for _, trouble in zip(range(40), searcher.troubles(), strict=False) if trouble is not None]
    assert found == []


@pytest.mark.parametrize(("kind", "most"), [("crash", 4), ("hang", 6), ("deadlock", 7)])
def test_scenarios_are_short(tmp_path: Path, kind: str, most: int) -> None:
    found = first(loaded(tmp_path, FAULTS[kind].rules()), kind)
    assert len(found.scenario.splitlines()) <= most, found.scenario
    assert str(tmp_path) not in found.scenario


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    game = loaded(tmp_path, FAULTS["invariant"].rules())
    assert first(game, "invariant", 7) == first(game, "invariant", 7)


def test_lost_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rules can make the engine lose a card; so this takes one away behind its back."""
    game = rulewright.load("kuhn_poker")
    state = game.start(players=2, seed=1)
    assert lost_cards(state) == []
    zone = next(z for z, cards in enumerate(state.z) if cards)
    gone = state.g.card_names[state.z[zone][0]]
    state.z[zone] = state.z[zone][1:]
    assert lost_cards(state) == [gone]
    choose, deck = State.choose, state.g.zone_names.index("deck")

    def losing(self: State, answer: object) -> None:
        choose(self, answer)  # type: ignore[arg-type]
        self.z[deck] = ()

    monkeypatch.setattr(State, "choose", losing)
    searcher = Searcher.of(game, 1)
    found = next(found for found in searcher.troubles() if found is not None)
    assert found[0].kind == "cards"


def test_fewest_leaves_out_what_is_not_needed() -> None:
    assert fewest(9, lambda flags: flags[2] and flags[7]) == tuple(i in (2, 7) for i in range(9))
    assert fewest(3, all) == (True, True, True)
    assert fewest(0, all) == ()


def test_the_command_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "coins.rules", tmp_path / "found.rules"
    file.write_text(FAULTS["crash"].rules(), encoding="utf-8")
    assert main(["fuzz", str(file), "--games", "12", "--seed", "1", "--json", "--out", str(out)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["games"] == 12
    assert document["decisions"] > 12
    (found,) = document["findings"]
    assert set(found) >= {"kind", "message", "rule", "scenario"}
    assert (found["kind"], found["rule"].rpartition(":")[0]) == ("crash", str(file))
    assert out.read_text(encoding="utf-8").startswith('use "coins.rules"\n')
    assert main(["test", str(out), "--json"]) == 1
    results = json.loads(capsys.readouterr().out)["results"]
    assert [one["outcome"] for one in results] == ["failed"]


def test_the_command_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "kuhn_poker", "--games", "30", "--seed", "4"]) == 0
    assert "no trouble in 30 games of Kuhn Poker" in capsys.readouterr().out
    file = tmp_path / "coins.rules"
    file.write_text(FAULTS["crash"].rules(), encoding="utf-8")
    assert main(["fuzz", str(file), "--games", "12", "--seed", "1"]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"    (Ann|Bob|Cal) acts\n", shown)
    assert "1 trouble in 12 games of Crash" in shown


def test_an_interrupt_keeps_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "coins.rules"
    file.write_text(FAULTS["crash"].rules(), encoding="utf-8")
    played = fuzz.Watch.follow
    games = 0

    def interrupted(self: fuzz.Watch, *how: object) -> object:
        nonlocal games
        games += 1
        if games == 12:
            raise KeyboardInterrupt
        return played(self, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(fuzz.Watch, "follow", interrupted)
    assert main(["fuzz", str(file), "--games", "500", "--seed", "1", "--json"]) == 130
    captured = capsys.readouterr()
    assert [one["kind"] for one in json.loads(captured.out)["findings"]] == ["crash"]
    assert "interrupted" in captured.err


LAMPS = """\
game "Lamps" for 2 players

kind lamp: oil: number
cards of kind lamp:
    each oil from 1 to 6, 2 of each, named "lamp {oil}"

deck shed:
    every lamp

each player has:
    hand: private zone
    row: public zone, in play

setup:
    shuffle shed
    each player p: move the first 3 cards in shed to p's hand

play:
    each player clockwise from first_player has turns until shed is empty

turn:
    phase lighting:
        choose one of light, rest
    phase filling:
        move the first card in shed to your hand

action light (c: a lamp in your hand):
    do: move c to your row

action rest:
    do: move the last card in shed to your row

ranking of player p:
    total c's oil over each lamp c in p's row, highest first
"""
LOSING = """\
variant "Draughty" of "lamps.rules":
    insert at the end of action light:
        if c's oil > 4: move c to box

invariant "no lamp is lost":
    count of cards in box is 0
"""


def ends(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit status of `test`, and how the scenarios ended."""
    status = main(["test", str(file), "--json"])
    found = json.loads(capsys.readouterr().out)["results"]
    return status, [one["outcome"] for one in found if one["kind"] == "scenario"]


def test_a_finding_about_a_house_rule_is_a_test_beside_it_and_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, rule, found = (tmp_path / name for name in ("lamps.rules", "draughty.rules", "found.rules"))
    game.write_text(LAMPS)
    rule.write_text(LOSING)
    assert main(["fuzz", str(game), "--with", str(rule), "--games", "20", "--seed", "1", "--out", str(found)]) == 1
    capsys.readouterr()
    assert 'under "Draughty"' in found.read_text() and f'use "{game.name}"' in found.read_text()
    assert ends(found, capsys) == (1, ["failed"])
    pasted = tmp_path / "inside" / "draughty.rules"
    pasted.parent.mkdir()
    (tmp_path / "inside" / "lamps.rules").write_text(LAMPS)
    scenario_text = found.read_text().partition("\n\n")[2]
    pasted.write_text(LOSING + "\n" + scenario_text)
    assert ends(pasted, capsys) == (1, ["failed"])
    mended = LOSING.replace("if c's oil > 4: move c to box", "if c's oil > 4: move c to shed")
    rule.write_text(mended)
    assert ends(found, capsys) == (0, ["passed"])
    pasted.write_text(mended + "\n" + scenario_text)
    assert ends(pasted, capsys) == (0, ["passed"])


def test_two_files_with_a_variant_of_one_title_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("draughty.rules", "draughty_copy.rules"):
        (tmp_path / name).write_text(LOSING)
    (tmp_path / "lamps.rules").write_text(LAMPS)
    tests = tmp_path / "found.rules"
    tests.write_text('use "lamps.rules"\n\nscenario "it" with Ann, Bob under "Draughty":\n    expect count of lamps is 12\n')
    assert main(["test", str(tests)]) == 1
    told = capsys.readouterr().err
    assert 'several files have a variant "Draughty"' in told and "draughty_copy.rules" in told


def test_a_trouble_that_looks_the_same_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lamps.rules").write_text(LAMPS)
    (tmp_path / "still.rules").write_text(
        'variant "Still" of "lamps.rules":\n    change action light:\n        add only if just_one: your row is empty\n'
        "    replace phase filling:\n        stop\n    remove action rest\n"
        "    replace phase lighting:\n        you may light\n"
    )
    words = ["fuzz", str(tmp_path / "lamps.rules"), "--with", str(tmp_path / "still.rules"), "--games", "30", "--json"]
    assert main([*words, "--seed", "1"]) == 1
    found = [one["scenario"] for one in json.loads(capsys.readouterr().out)["findings"]]
    bodies = [re.sub(r'^scenario "[^"]*"', "", one) for one in found]
    assert found and len(bodies) == len(set(bodies))


# Who is locked out has turns in which nothing is asked; who is away has no turns.
WORKSHOP = """\
game "Workshop" for 2 to 4 players

the table has:
    ticks: number, starts 0

each player has:
    wood: number, starts 3
    locked: yes or no, starts no
    away: yes or no, starts no

play:
    each player p clockwise from first_player where p is not away has turns until ticks >= 200

turn:
    add 1 to ticks
    TURN

action rest:
    \"\"\"Nothing.\"\"\"

action carve:
    only if wood_left: your wood > 0
    only if free: you are not locked
    do: subtract 1 from your wood

action sing:
    only if free: you are not locked
    do: add 0 to ticks

action lock_out (q: another player):
    only if free: you are not locked
    do: set q's locked to yes

action send_away (q: another player):
    only if here: q is not away
    do: set q's away to yes

ranking of player p:
    p's wood, highest first
"""
LOCKED = "if you are not locked: choose one of carve, sing, rest, lock_out"


def idle_in(file: Path, turn: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What is found in a workshop with such turns."""
    file.write_text(WORKSHOP.replace("TURN", turn))
    assert main(["fuzz", str(file), "--games", "30", "--seed", "1", "--idle", "20", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {one["kind"] for one in found} == {"idle"}
    return found


def test_one_cause_of_being_idle_is_told_once_and_two_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = idle_in(tmp_path / "workshop.rules", f"{LOCKED}, send_away", capsys)
    assert sorted((one["rule"], one["message"].partition(", and ")[2]) for one in found) == [
        ("no turn", "has no turn"), ("turn", "nothing is asked in its turns"),
    ]  # fmt: skip


def test_who_is_idle_is_the_one_whose_turn_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The turn of the next one begins before anybody is asked; a scenario from there would never pass."""
    file = tmp_path / "workshop.rules"
    (found,) = idle_in(file, LOCKED, capsys)
    told = re.search(r"given (\w+)'s turn(?s:.*)expect (\w+) decides", found["scenario"])
    assert told is not None and told[1] == told[2]
    file.write_text(f"{file.read_text()}\n{found['scenario']}")
    assert ends(file, capsys) == (1, ["failed"])
    file.write_text(file.read_text().replace("    if you are not", "    set your locked to no\n    if you are not"))
    assert ends(file, capsys) == (0, ["passed"])


def test_a_question_with_one_answer_is_where_somebody_is_idle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "workshop.rules"
    (found,) = idle_in(file, "choose one of carve, sing, rest, lock_out", capsys)
    line = file.read_text().split("\n").index("    choose one of carve, sing, rest, lock_out") + 1
    assert found["rule"].endswith(f"workshop.rules:{line}") and "has one answer or none" in found["message"]
