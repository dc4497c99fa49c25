"""Many games: the same figures however they are handed out, and none lost."""

from __future__ import annotations

import csv
import errno
import multiprocessing
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rulewright import load, shipped_games
from rulewright.lab.batch import Batch
from rulewright.lab.engines import Chunks
from rulewright.lab.playing import Seating
from rulewright.lab.report import document, lines
from rulewright.lab.row_files import CsvFile, ParquetFile, RowFile, RowFiles, columns, pair_columns, row
from rulewright.lab.simulate import Plan, Player, Simulation, game_seed

from ..needs import library
from ..three_cards import Game, State


def plan(games: int = 60, bots: tuple[str, ...] = ("random", "random"), **more: Any) -> Plan:
    return Plan(Game, len(bots), bots, 11, games, **more)


def simulate(plan: Plan, game: Game | None = None, jobs: int = 1) -> Simulation:
    simulation = Simulation.of(plan)
    simulation.play(game or Game(), jobs)
    return simulation


def steady(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if "second" not in key}


def test_the_number_of_processes_changes_nothing() -> None:
    one, two = (document(simulate(plan(300), jobs=jobs), Game(), []) for jobs in (1, 2))
    assert steady(one) == steady(two)
    assert one["games"] == 300


def test_chunks_change_nothing() -> None:
    player = Player.of(plan(), Game())
    totals = []
    for sizes in ([60], [1] * 60, [7, 13, 40]):
        total, first = Batch.empty(2, rows=False), 0
        for size in sizes:
            total.merge(player.play_chunk(first, size))
            first += size
        totals.append((total.digest, total.decisions, total.wins, total.shared, total.options))
    assert totals[0] == totals[1] == totals[2]


def test_chunks_are_all_games_once() -> None:
    chunks = Chunks(1_000)
    seen: list[int] = []
    while (chunk := chunks.take()) is not None:
        seen.extend(range(chunk[0], chunk[0] + chunk[1]))
        chunks.learn(chunk[1], 0.001)
    assert seen == list(range(1_000))


def test_another_seed_gives_other_games() -> None:
    digests = {simulate(Plan(Game, 2, ("random", "random"), seed, 20)).total.digest for seed in range(5)}
    assert len(digests) == 5
    assert len({game_seed(1, index) for index in range(1_000)}) == 1_000


def test_rows_add_up() -> None:
    found = document(simulate(plan(200)), Game(), [])
    ends = found["draws"] + found["hit_limit"] + found["endless"] + found["errors"]
    assert sum(found["wins_by_seat"]) + ends == pytest.approx(found["games"])
    assert found["finished"] == 200
    assert found["shared"] > 0


def test_a_limit_ends_games() -> None:
    found = document(simulate(plan(20, limit=3)), Game(), [])
    assert (found["hit_limit"], found["finished"], sum(found["wins_by_seat"])) == (20, 0, 0)
    assert found["decisions"]["max"] <= 4


class Breaking(Game):
    """Breaks in every fifth game."""

    def start(self, players: int | None = None, seed: int | None = None, traced: bool = False) -> State:
        assert seed is not None
        if seed % 5 == 0:
            raise ArithmeticError("no highest of nothing")
        return super().start(players, seed, traced)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_breaks_loses_no_other(jobs: int) -> None:
    simulation = Simulation.of(Plan(Breaking, 2, ("random", "random"), 11, 100))
    simulation.play(Breaking(), jobs)
    found = document(simulation, Game(), [])
    assert found["games"] == 100
    assert 0 < found["errors"] == 100 - found["finished"]
    first = found["crashes"][0]
    assert first["seed"] == game_seed(11, first["game"])
    assert first["seed"] % 5 == 0
    assert "no highest of nothing" in first["message"]
    assert len(found["crashes"]) <= 10


class Interrupting(Game):
    """An interrupt comes in the middle."""

    started = 0

    def start(self, players: int | None = None, seed: int | None = None, traced: bool = False) -> State:
        Interrupting.started += 1
        if Interrupting.started > 40:
            raise KeyboardInterrupt
        return super().start(players, seed, traced)


def test_an_interrupt_keeps_what_was_played() -> None:
    Interrupting.started = 0
    simulation = simulate(Plan(Interrupting, 2, ("random", "random"), 11, 1_000_000), Interrupting())
    assert simulation.interrupted
    assert 0 < simulation.total.games <= 40
    assert simulation.total.digest == simulate(plan(simulation.total.games)).total.digest


class Dying(Game):
    """Ends the process that plays it."""

    def playout(self, players: int, seed: int, numbers: Any) -> State:
        if multiprocessing.parent_process() is not None and seed % 7 == 0:
            os._exit(3)
        return super().playout(players, seed, numbers)


def test_a_process_that_is_ended_from_outside_is_noticed() -> None:
    simulation = Simulation.of(Plan(Dying, 2, ("random", "random"), 11, 200))
    simulation.play(Dying(), 2)
    assert simulation.broken
    assert simulation.total.games < 200


def test_bots_may_differ_by_seat() -> None:
    found = document(simulate(plan(60, ("greedy", "random"))), Game(), [])
    assert found["bots"] == ["greedy", "random"]
    assert found["wins_by_seat"][0] > found["wins_by_seat"][1]


def rows_in(file: RowFile, simulation: Simulation) -> None:
    simulation.play(Game(), 1, lambda batch, _: file.add(row(result, 2, []) for result in batch.rows or ()))
    file.close()


def test_rows_as_csv(tmp_path: Path) -> None:
    rows_in(CsvFile.open(tmp_path / "games.csv", columns(2, [])), Simulation.of(plan(5, rows=True)))
    with open(tmp_path / "games.csv", encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["game"] for row in table] == ["1", "2", "3", "4", "5"]
    assert all(row["outcome"] == "ranking" and row["winners"] and row["score_1"] for row in table)
    assert [row["seed"] for row in table] == [str(game_seed(11, index)) for index in range(5)]
    assert {row["rank_1"] for row in table} <= {"1.0", "1.5", "2.0"}


def test_measures_that_are_called_like_a_column_have_a_column_of_their_own() -> None:
    titles = ["coins", "turns", "score_1", "block", "message", "turns (of the rules)"]
    for columns_of in (columns, pair_columns):
        names = [name for name, _ in columns_of(2, titles)]
        assert len(set(names)) == len(names)
        assert names[-7:-1] == [
            "coins", "turns (of the rules)", "score_1 (of the rules)", "block (of the rules)", "message (of the rules)",
            "turns (of the rules) (of the rules)",
        ]  # fmt: skip


@library("pyarrow", "parquet")
def test_rows_as_parquet_are_those_of_csv(tmp_path: Path) -> None:
    from pyarrow import parquet

    rows_in(ParquetFile.open(tmp_path / "games.parquet", columns(2, [])), Simulation.of(plan(40, rows=True)))
    rows_in(CsvFile.open(tmp_path / "games.csv", columns(2, [])), Simulation.of(plan(40, rows=True)))
    table = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    with open(tmp_path / "games.csv", encoding="utf-8", newline="") as file:
        for one, other in zip(table, csv.DictReader(file), strict=True):
            for name, text in other.items():
                if isinstance(one[name], float):
                    assert float(text) == pytest.approx(one[name], abs=1e-6)
                else:
                    assert text == ("" if one[name] is None else str(one[name]))


class Full:
    """A file on a disk that is full after some rows."""

    path = Path("full.csv")

    def __init__(self, room: int) -> None:
        self.room = room

    def add(self, rows: Iterable[Any]) -> None:
        self.room -= len(list(rows))
        if self.room < 0:
            raise OSError(errno.ENOSPC, "nothing goes in any more")

    def close(self) -> None:
        pass


def test_a_full_disk_does_not_end_a_run(tmp_path: Path) -> None:
    whole = CsvFile.open(tmp_path / "games.csv", columns(2, []))
    files = RowFiles([Full(7), whole])
    simulation = Simulation.of(plan(20, rows=True))
    simulation.play(Game(), 1, lambda batch, _: files.add(row(result, 2, []) for result in batch.rows or ()))
    files.close()
    assert simulation.total.games == 20
    assert files.problems == ["full.csv cannot be written: No space left on device; rows are missing in it"]
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 21


def test_lines_for_people() -> None:
    printed = "\n".join(lines(simulate(plan(40)), Game()))
    assert "seed 11" in printed
    assert "95% interval" in printed
    assert "digest" in printed


def test_memory_does_not_grow_with_the_games() -> None:
    player = Player.of(plan(), Game())
    total = Batch.empty(2, rows=False)
    sizes = []
    for first in range(0, 400, 100):
        total.merge(player.play_chunk(first, 100))
        sizes.append((len(total.digests), len(total.decisions.times), len(total.turns.times)))
    assert total.rows is None
    assert sizes[-1][0] == 0
    assert sizes[-1][1] < 20


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] if n == "tempest" else []) for n in sorted(shipped_games())],
)
def test_games_that_ship_are_the_same_in_every_way_of_playing_them(name: str) -> None:
    game = load(name)
    for players in range(game.min_players, game.max_players + 1):
        bots = ("random",) * players
        fast = Player.of(Plan(lambda: game, players, bots, 3, 4), game)
        slow = Player.of(Plan(lambda: game, players, bots, 3, 4, limit=1_000_000), game)
        thinking = Seating(slow.seating.bots, uniform=False)
        for index in range(4):
            result = fast.play(index)
            assert result.kind != "error", result.message
            assert slow.play(index) == result
            assert thinking.play(game, index, result.seed, None) == result
