"""Claims about many games: held, refuted, or honestly left open."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rulewright
from rulewright.dsl.bound_tests import STATISTICS, Claim, Experiment, Run, Statistic
from rulewright.dsl.source import Source
from rulewright.interpreter import scenario
from rulewright.lab.experiments import run_experiment

from ..project import ROOT
from ..three_cards import Game, State

HERE = Source.from_text("x").span(0, 1)


def claim(name: str, low: float | None, high: float | None, seat: int | None = None, strict: bool = False) -> Claim:
    return Claim(Statistic(name, seat, None, HERE), low, high, strict, HERE)


def run(
    *claims: Claim, games: int = 400, bots: tuple[str, ...] = (), game: Game | None = None
) -> list[tuple[str, str]]:
    program: Any = None
    experiment = Experiment("it is so", program, Run(games, 2, bots, HERE), claims)
    return [(verdict.outcome, verdict.message) for verdict in run_experiment(experiment, game or Game()).verdicts]


@pytest.mark.parametrize(
    ("low", "high", "games", "outcome"),
    [
        (0.4, 0.6, 1000, "passed"),
        (0.8, None, 1000, "failed"),
        (None, 0.3, 1000, "failed"),
        (0.49, 0.51, 100, "undecided"),
    ],
)
def test_a_share(low: float | None, high: float | None, games: int, outcome: str) -> None:
    found = run(claim("win_share", low, high, 0), games=games)
    assert found[0][0] == outcome
    assert "the win share of seat 1" in found[0][1]


def test_what_is_undecided_says_how_many_games_would_decide() -> None:
    assert "games would decide" in run(claim("win_share", 0.49, None, 0), games=100)[0][1]


def test_one_game_refutes_a_claim_about_the_longest() -> None:
    (outcome, message), (other, _) = run(claim("longest_game", None, 9), claim("shortest_game", 5, None))
    assert (outcome, other) == ("failed", "passed")
    assert "(seed " in message


def test_means() -> None:
    found = run(claim("average_game", 5, 20), claim("average_game", 30, None), claim("average_turns", None, 100))
    assert [outcome for outcome, _ in found] == ["passed", "failed", "passed"]
    assert run(claim("average_game", 5, 20), games=5)[0][0] == "undecided"


def test_bounds_may_be_left_out_of_a_claim() -> None:
    found = run(claim("unfinished_share", 0, None), claim("unfinished_share", 0, None, strict=True), games=50)
    assert [outcome for outcome, _ in found] == ["passed", "undecided"]


def test_the_same_games_each_time() -> None:
    assert run(claim("win_share", 0.4, 0.6, 0)) == run(claim("win_share", 0.4, 0.6, 0))


def test_bots_by_seat() -> None:
    found = run(claim("win_share", 0.5, None, 0), games=120, bots=("greedy", "random"))
    assert found[0][0] == "passed"


def test_games_that_break_are_a_failure() -> None:
    class Breaking(Game):
        def start(self, players: int | None = None, seed: int | None = None, traced: bool = False) -> State:
            raise ArithmeticError("no highest of nothing")

    assert run(claim("win_share", 0, 1, 0), games=3, game=Breaking())[0][0] == "failed"


@pytest.mark.parametrize("name", STATISTICS)
def test_every_statistic_is_known(name: str) -> None:
    assert run(claim(name, 0, 10**6), games=50)[0][0] == "passed"


def test_what_no_number_of_games_can_show_is_said_to_be_so() -> None:
    ((outcome, message),) = run(claim("draw_share", 0, 0, 0), games=50)
    assert outcome == "undecided" and "no number of games shows that it is exactly so" in message


class TestEnoughGames:
    def run(self, precision: float, *claims: Claim) -> list[tuple[str, str]]:
        program: Any = None
        experiment = Experiment("it is so", program, Run(None, 2, (), HERE, precision), claims)
        return [(verdict.outcome, verdict.message) for verdict in run_experiment(experiment, Game()).verdicts]

    def games(self, message: str) -> int:
        found = re.search(r"([\d,]+) games between bots random", message)
        assert found, message
        return int(found[1].replace(",", ""))

    def test_as_many_as_the_precision_needs(self) -> None:
        (rough,), (fine,) = (self.run(precision, claim("win_share", 0.3, 0.7, 0)) for precision in (0.1, 0.04))
        assert (rough[0], fine[0]) == ("passed", "passed")
        # The half of an interval for a share of a half is z / 2 sqrt(n), with z near 2.75 for eleven looks.
        assert (self.games(rough[1]), self.games(fine[1])) == (200, 1_600)

    def test_means_are_known_to_a_part_of_themselves(self) -> None:
        ((outcome, message),) = self.run(0.05, claim("average_game", 5, 20))
        assert outcome == "passed" and self.games(message) in (100, 200, 400)

    def test_what_only_played_games_can_say_needs_no_more(self) -> None:
        ((outcome, message),) = self.run(0.001, claim("longest_game", None, 10_000))
        assert outcome == "passed" and self.games(message) == 100

    def test_precise_and_still_undecided(self) -> None:
        ((outcome, message),) = self.run(0.1, claim("win_share", 0.499, 0.501, 0))
        assert outcome == "undecided" and "games would decide" in message


def test_a_verdict_names_its_bots() -> None:
    assert "50 games between bots greedy, random" in run(claim("win_share", 0, 1, 0), games=50, bots=("greedy", "random"))[0][1]


def test_every_form_of_a_play_line_is_played() -> None:
    """So many games or enough of them, by bots or at random, of the game or of a variant: the fixture holds what is so."""
    checked = rulewright.check_paths([ROOT / "tests" / "fixtures" / "watched.rules"])
    played = [item.what for item in scenario.collect(checked) if isinstance(item.what, Experiment)]
    assert len(played) == 8
    for one in played:
        verdicts = run_experiment(one, rulewright.Game(one.program)).verdicts
        assert [(one.title, verdict.outcome) for verdict in verdicts] == [(one.title, "passed")] * len(one.claims), verdicts


class Interrupting(Game):
    """An interrupt comes in the middle of a game, after so many others."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.left = after

    def start(self, players: int | None = None, seed: int | None = None, traced: bool = False) -> State:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().start(players, seed, traced)


@pytest.mark.parametrize("precision", [None, 0.01])
def test_an_interrupt_keeps_the_figures_and_decides_only_what_a_game_has_refuted(precision: float | None) -> None:
    claims = claim("win_share", 0, 1, 0), claim("win_share", 0.99, None, 0), claim("longest_game", None, 3)
    program: Any = None
    experiment = Experiment("it is so", program, Run(None if precision else 1000, 2, (), HERE, precision), claims)
    judged = run_experiment(experiment, Interrupting(41))
    assert judged.interrupted
    assert [verdict.outcome for verdict in judged.verdicts] == ["undecided", "undecided", "failed"]
    assert all(re.search(r"games between bots random, then interrupted", verdict.message) for verdict in judged.verdicts)
    assert re.search(r"the win share of seat 1 is \d+\.\d%", judged.verdicts[0].message)


def test_an_interrupt_before_the_first_game_has_ended() -> None:
    program: Any = None
    experiment = Experiment("it is so", program, Run(1000, 2, (), HERE), (claim("longest_game", None, 3),))
    judged = run_experiment(experiment, Interrupting(0))
    assert [verdict.outcome for verdict in judged.verdicts] == ["undecided"] and judged.interrupted


def test_any_number_of_processes_judges_alike_and_tells_how_far_it_is() -> None:
    checked = rulewright.check_paths([ROOT / "tests" / "fixtures" / "watched.rules"])
    one = next(i.what for i in scenario.collect(checked) if isinstance(i.what, Experiment) and i.what.run.precision)
    told: list[tuple[int, int]] = []
    alone, both = (
        run_experiment(one, rulewright.Game(one.program), jobs, on_games=lambda *far: told.append(far)) for jobs in (1, 2)
    )
    assert alone == both
    assert told and all(0 < done <= most == 100 << 10 for done, most in told)
