"""Comparisons: a planted change is found, a game compared with itself is the same, and nothing depends on who plays."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.lab.batch import Result
from rulewright.lab.compare_report import Findings, document, lines
from rulewright.lab.comparison import Comparison, Precision, look_sizes
from rulewright.lab.engines import Chunks
from rulewright.lab.figures import figures_of, is_share
from rulewright.lab.paired import Difference
from rulewright.lab.pairs import Columns, PairPlan, PairPlayer, Part
from rulewright.repl.cli import main

from ..needs import library
from .coins import COINS, coins, compared


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[rulewright.Game, rulewright.Game]:
    folder = tmp_path_factory.mktemp("coins")
    return coins(folder), coins(folder, favour="yes")


def difference(comparison: Comparison, measure: str = "wins of seat 1") -> Difference:
    return next(one for one in comparison.differences if one.measure == measure)


def findings(comparison: Comparison, games: tuple[Any, Any]) -> Findings:
    return Findings.of(comparison, games, ([], []))


def test_five_points_for_the_first_player_are_found_with_few_games(pair: Any) -> None:
    together, apart = compared(pair, 400), compared(pair, 400, independent=True)
    found, alone = difference(together), difference(apart)
    assert found.moved() and found.low is not None and found.high is not None
    assert 0 < found.low < 0.05 < found.high
    assert found.correlation is not None and found.correlation == pytest.approx(0.9, abs=0.05)
    # The same number of games with other luck in each shows nothing, and knows the difference three times less well.
    assert not alone.moved()
    assert alone.half_width is not None and found.half_width is not None
    assert alone.half_width > 2.5 * found.half_width
    assert alone.correlation is not None and abs(alone.correlation) < 0.15


def test_what_was_not_touched_falls_the_same(pair: Any) -> None:
    calls = difference(compared(pair, 100), "calls")
    assert (calls.difference, calls.unequal, calls.correlation) == (0, 0, pytest.approx(1))


def test_a_game_and_itself_are_the_same(pair: Any) -> None:
    found = compared((pair[0], pair[0]), 50)
    assert found.same
    printed = document(findings(found, (pair[0], pair[0])))
    assert printed["base"]["digest"] == printed["variant"]["digest"]
    assert all(one["difference"] == 0 and not one["moved"] for one in printed["differences"])
    assert "The games are the same" in "\n".join(lines(findings(found, (pair[0], pair[0]))))


def test_games_with_other_luck_are_not_called_the_same(pair: Any) -> None:
    assert not compared((pair[0], pair[0]), 50, independent=True).same


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_changes_nothing(pair: Any, jobs: int) -> None:
    one, many = (
        document(findings(compared(pair, 800, jobs=n, precision=Precision(0.03)), pair)) for n in (1, jobs)
    )
    for found in (one, many):
        for part in (found, found["base"], found["variant"]):
            for key in ("seconds", "games_per_second", "decisions_per_second"):
                part.pop(key, None)
    assert one == many


def test_looks_are_at_fixed_sizes_and_stop_for_precision_alone(pair: Any) -> None:
    found = compared(pair, 12_800, precision=Precision(0.035))
    assert [look.blocks for look in found.looks] == [100 << place for place in range(len(found.looks))]
    assert [look.enough for look in found.looks] == [False] * (len(found.looks) - 1) + [True]
    assert found.looks[-1].blocks == found.total.columns.blocks < 3_000
    assert found.looks[0].level < 0.02
    printed = document(findings(found, pair))
    assert printed["looks"][-1]["enough"] and printed["precision"]["measure"] == "wins of seat 1"
    assert "looked after 100" in "\n".join(lines(findings(found, pair)))


def test_a_report_is_as_wide_as_there_is_room(pair: Any) -> None:
    found = findings(compared(pair, 400), pair)
    one = found.comparison.differences[0]
    assert one.moved(found.comparison.level)
    for width in (30, 40, 60, 80, 100, 118, 300):
        printed = list(lines(found, width))
        assert max(len(line) for line in printed) <= min(width, 118)
        text = " ".join(" ".join(printed).split())
        figures = (f"{one.base:.1%}", f"{one.variant:.1%}", f"{one.difference:+.1%}", f"{one.low:+.1%}")
        for said in ("wins of", *figures, "moved"):
            assert said in text, (width, said)


def test_what_only_one_of_the_games_measures_is_told(tmp_path: Path) -> None:
    game, rule = tmp_path / "coins.rules", tmp_path / "counted.rules"
    game.write_text(COINS)
    rule.write_text(
        'variant "Counted" of "coins.rules":\n    change option favour, normally yes\n\n'
        'measure "turns taken" of player p: p\'s turns\n'
    )
    both = rulewright.load(game), rulewright.load(game, [str(rule)])
    text = " ".join(" ".join(lines(findings(compared(both, 20), both))).split())
    assert "only the changed game measures: 'turns taken'; what both" in text
    assert "only the base game" not in text


def test_a_rule_that_only_measures_more_leaves_the_games_the_same(tmp_path: Path) -> None:
    game, rule = tmp_path / "coins.rules", tmp_path / "counted.rules"
    game.write_text(COINS)
    rule.write_text('variant "Counted" of "coins.rules":\n    add measure "turns taken" of player p: p\'s turns\n')
    both = rulewright.load(game), rulewright.load(game, [str(rule)])
    found = compared(both, 5)
    assert found.same and found.total.alike == 10 and not found.total.examples and not found.total.others
    text = " ".join(" ".join(lines(findings(found, both))).split())
    assert "The games are the same: all 10 pairs" in text and "only the changed game measures: 'turns taken'" in text


def test_games_that_break_are_alike_only_if_they_break_alike() -> None:
    one, same, other = (Result.broken(0, 1, message) for message in ("a", "a", "b"))
    assert one.went_as(same) and not one.went_as(other)


def test_sizes_of_looks() -> None:
    assert look_sizes(700, None) == (700,)
    assert look_sizes(700, Precision(1)) == (100, 200, 400, 700)
    assert look_sizes(50, Precision(1)) == (50,)
    chunks = Chunks(1_000, length=64, stops=(100, 200, 400))
    ends = []
    while (chunk := chunks.take()) is not None:
        ends.append(sum(chunk))
    assert {100, 200, 400, 1_000} <= set(ends)


def test_seats_are_rotated_and_bots_take_their_luck_along(pair: Any) -> None:
    player = PairPlayer.of(PairPlan((lambda: pair[0], lambda: pair[1]), 2, ("greedy", "random"), 1), pair)
    assert [player.names(rotation) for rotation in (0, 1)] == [("greedy", "random"), ("random", "greedy")]
    first, second = (player.sides[0].play_seed(0, 77, rotation) for rotation in (0, 1))
    assert first.winners == second.winners, "the coin is the same for both"


def test_bots_that_differ_are_measured_by_name(pair: Any) -> None:
    found = compared(pair, 20, bots=("greedy", "random"))
    assert difference(found, "wins of bot greedy").base == pytest.approx(0.5)


def test_measures_of_the_rules_are_not_taken_for_built_in_ones() -> None:
    measures = (("turns", 7.0), ("no winner", 8.0), ("no winner yet", 9.0), ("drama", 3.0), ("wins of seat 12", 5.0))
    found = figures_of(Result(0, 0, "win", (0,), None, 4, 1, 2, 8, 3, measures), ("random", "random"))
    assert (found["turns"], found["no winner"]) == (2, 0)
    assert [found[f"{name} (of the rules)"] for name in ("turns", "no winner", "drama", "wins of seat 12")] == [7, 8, 3, 5]
    assert found["no winner yet"] == 9 and not is_share("no winner yet")
    assert is_share("no winner") and is_share("wins of seat 1") and not is_share("no winner (of the rules)")


def test_the_mirror_check_is_in_the_report(pair: Any) -> None:
    mirrors = document(findings(compared(pair, 100, independent=True), pair))["mirror"]
    assert [(check["bot"], check["games"], check["fine"], check["expected"]) for check in mirrors] == [
        ("random", 200, True, 0.5)
    ] * 2


def test_columns_keep_their_rows() -> None:
    total = Columns()
    total.add({"a": 1}, {"a": 2})
    other = Columns()
    other.add({"b": 3}, {})
    other.add({"a": 4, "b": 5}, {"a": 6, "b": 7})
    total.merge(other)
    assert total.blocks == 3
    rows = {name: [list(map(repr, side)) for side in sides] for name, sides in total.values.items()}
    assert rows == {
        "a": [["1.0", "nan", "4.0"], ["2.0", "nan", "6.0"]],
        "b": [["nan", "3.0", "5.0"], ["nan", "nan", "7.0"]],
    }


def test_chunks_change_nothing(pair: Any) -> None:
    player = PairPlayer.of(PairPlan((lambda: pair[0], lambda: pair[1]), 2, ("random", "random"), 3), pair)
    totals = []
    for sizes in ([30], [1] * 30, [7, 3, 20]):
        total, first = Part.empty(2), 0
        for size in sizes:
            total.merge(player.play_chunk(first, size))
            first += size
        totals.append((total.columns, [side.digest for side in total.sides], total.examples, total.alike))
    assert totals[0] == totals[1] == totals[2]


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Iterator[str]:
        (tmp_path / "coins.rules").write_text(COINS)
        (tmp_path / "favour.rules").write_text(
            'variant "Favour" of "coins.rules":\n    """Luck for the first."""\n    change option favour, normally yes\n'
        )
        yield str(tmp_path / "coins.rules")

    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
        status = main(["compare", *words])
        found = capsys.readouterr()
        return status, found.out, found.err

    def test_json(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        variant = file.replace("coins.rules", "favour.rules")
        status, out, err = self.run(capsys, file, "--with", variant, "-n", "60", "--seed", "1", "--json")
        found = json.loads(out)
        assert (status, err) == (0, "")
        assert found["variant"]["variants"] == [variant] and found["base"]["variants"] == []
        keys = {"measure", "base", "variant", "difference", "low", "high", "p", "p_adjusted", "effect", "method"}
        assert all(keys | {"pairs", "correlation"} <= set(one) for one in found["differences"])
        assert found["looks"][0]["blocks"] == found["blocks"] == 60

    def test_a_variant_against_another(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        variant = file.replace("coins.rules", "favour.rules")
        status, out, _ = self.run(capsys, file, "--with", variant, "--against", variant, "-n", "20", "--seed", "1")
        assert status == 0 and "The games are the same" in out and "Favour" in out

    def test_an_option_of_the_changed_game(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = self.run(capsys, file, "--change", "favour=yes", "-n", "300", "--seed", "1")
        assert status == 0 and "favour no, against: favour yes" in out
        assert "random" in out and "mirror check" in out

    def test_a_row_for_each_game_of_both_kinds(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        variant, rows = file.replace("coins.rules", "favour.rules"), Path(file).with_name("rows.csv")
        words = [file, "--with", variant, "-n", "30", "--seed", "1", "--json", "--csv", str(rows)]
        status, out, _ = self.run(capsys, *words)
        assert status == 0
        with rows.open(encoding="utf-8", newline="") as lines:
            table = list(csv.DictReader(lines))
        assert [(row["block"], row["rotation"], row["rules"]) for row in table[:5]] == [
            ("1", "0", "base"), ("1", "0", "changed"), ("1", "1", "base"), ("1", "1", "changed"), ("2", "0", "base"),
        ]  # fmt: skip
        assert len(table) == 30 * 2 * 2 and all(row["calls"] for row in table)
        assert all(one["seed"] == other["seed"] for one, other in zip(table[::2], table[1::2], strict=True))
        found = next(one for one in json.loads(out)["differences"] if one["measure"] == "wins of seat 1")
        for rules, key in (("base", "base"), ("changed", "variant")):
            winners = [row["winners"].split() for row in table if row["rules"] == rules]
            assert sum("1" in won for won in winners) / 60 == pytest.approx(found[key], abs=1e-6)
        before = rows.read_bytes()
        self.run(capsys, *words, "--jobs", "2")
        assert rows.read_bytes() == before

    def test_a_page_that_cannot_be_written_loses_no_figures(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        if not Path("/dev/full").is_char_device():
            pytest.skip("there is no /dev/full here")
        status, out, err = self.run(capsys, file, "--change", "favour=yes", "-n", "60", "--report", "/dev/full")
        assert status == 2 and "wins of seat 1" in out
        assert "/dev/full cannot be written: No space left on device" in " ".join(err.split())
        assert Path("/dev/full").is_char_device()

    @library("pyarrow", "parquet")
    def test_rows_as_parquet(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        from pyarrow import parquet

        rows, table = Path(file).with_name("rows.csv"), Path(file).with_name("rows.parquet")
        words = ["--change", "favour=yes", "-n", "10", "--csv", str(rows), "--parquet", str(table)]
        assert self.run(capsys, file, *words)[0] == 0
        with rows.open(encoding="utf-8", newline="") as lines:
            assert [row["seed"] for row in csv.DictReader(lines)] == parquet.read_table(table)["seed"].to_pylist()

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--csv", "no/folder/rows.csv"], "rows.csv cannot be written: No such file or directory"),
            (["--precision", "much"], "give how far an interval may reach"),
            (["--precision", "-1"], "give how far an interval may reach"),
            (["--precision", "1%", "--on", "glory"], "there is no measure 'glory' here; there are: 'wins of seat 1'"),
            (["--precision", "2"], "'wins of seat 1' is a share of games, which goes up to 1 (100%); say 2% for 2 points"),
            (["--precision", "2%", "--on", "turns"], "'turns' is no share of games; give a number, such as 0.5"),
            (["--on", "turns"], "says what --precision is about"),
            (["--change", "favor=yes"], "favor"),
            (["--bots", "random,random,random"], "is for 2 players, not 3"),
            (["--engine", "cloud"], "cloud"),
        ],
    )
    def test_wrong_usage(self, file: str, capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
        status, out, err = self.run(capsys, file, "-n", "10", *words)
        assert (status, out) == (2, "") and says in err
        assert "Traceback" not in err
