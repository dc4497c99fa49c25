"""A row for each game, written as the games come in: as CSV, or as Parquet where many are to be read again.

Nothing is kept but the rows of one batch, so that files may grow as long as they like. A file that cannot be written any
more (a full disk) is given up, and the run goes on without it.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

from attrs import define, field

from rulewright.interpreter.errors import UsageError
from rulewright.lab.batch import Result
from rulewright.lab.pairs import Part

_ROWS_IN_GROUP = 50_000

Column = tuple[str, str]
"""The name of a column and the sort of its values: "int", "float" or "text"."""


_OF_A_PAIR: list[Column] = [("block", "int"), ("rotation", "int"), ("rules", "text")]


def columns(players: int, measures: Sequence[str]) -> list[Column]:
    """Give the columns of a simulation. Every name is there once: measures of the rules that are called like a column are
    marked, as in reports, and like one of a comparison too, so that a measure has one name in all files."""
    before: list[Column] = [
        ("game", "int"),
        ("seed", "text"),  # seeds have 64 bits without a sign: more than spreadsheets and signed columns hold
        ("outcome", "text"),
        ("winners", "text"),
        *((f"score_{seat + 1}", "int") for seat in range(players)),
        *((f"rank_{seat + 1}", "float") for seat in range(players)),
        ("decisions", "int"),
        ("forced", "int"),
        ("turns", "int"),
        ("options_mean", "float"),
        ("options_max", "int"),
    ]
    after: list[Column] = [("message", "text")]
    taken = {name for name, _ in (*_OF_A_PAIR, *before, *after)}
    middle: list[Column] = []
    for title in measures:
        while title in taken:
            title += " (of the rules)"
        taken.add(title)
        middle.append((title, "float"))
    return [*before, *middle, *after]


def row(result: Result, players: int, measures: Sequence[str]) -> list[Any]:
    """Give the values of a game; winners are seats from 1 with spaces between, None what is not known."""
    found = dict(result.measures)
    nothing: list[Any] = [None] * players
    return [
        result.index + 1,
        str(result.seed),
        result.kind,
        " ".join(str(seat + 1) for seat in result.winners),
        *(nothing if result.scores is None else result.scores),
        *(nothing if result.ranks is None else result.ranks),
        result.decisions,
        result.forced,
        result.turns,
        result.options / result.decisions if result.decisions else None,
        result.most_options,
        *(found.get(title) for title in measures),
        result.message,
    ]


def pair_columns(players: int, measures: Sequence[str]) -> list[Column]:
    """Give the columns of a comparison: those of its games behind where each stands in it."""
    return [*_OF_A_PAIR, *columns(players, measures)]


def pair_rows(part: Part, players: int, measures: Sequence[str]) -> Iterator[list[Any]]:
    """Give the rows of some blocks, the two games of a pair one behind the other; both have the same number.

    Blocks and games count from 1; rotation is by how many seats the bots have moved on.
    """
    base, changed = (side.rows or () for side in part.sides)
    for pair in zip(base, changed, strict=True):
        for rules, result in zip(("base", "changed"), pair, strict=True):
            block, rotation = divmod(result.index, players)
            yield [block + 1, rotation, rules, *row(result, players, measures)]


# ------------------------------------------------------------------ files


class RowFile(Protocol):
    """A file that takes rows."""

    path: Path

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows."""

    def close(self) -> None:
        """Write what is left; also after an interrupt, so that the file can be read."""


@define
class CsvFile:
    """Rows as CSV with a line of titles."""

    path: Path
    file: IO[str]

    @classmethod
    def open(cls, path: Path, columns: Sequence[Column]) -> CsvFile:
        """Begin the file, over one that is there."""
        file = path.open("w", encoding="utf-8", newline="")
        made = cls(path, file)
        made.add([[name for name, _ in columns]])
        return made

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows."""
        shown = ([round(value, 6) if isinstance(value, float) else value for value in values] for values in rows)
        csv.writer(self.file, lineterminator="\n").writerows(shown)

    def close(self) -> None:
        """Close the file."""
        self.file.close()


@define
class ParquetFile:
    """Rows as Parquet; needs the extra `parquet`."""

    path: Path
    writer: Any
    schema: Any
    waiting: list[Sequence[Any]] = field(factory=list)

    @classmethod
    def open(cls, path: Path, columns: Sequence[Column]) -> ParquetFile:
        """Begin the file, over one that is there."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise UsageError('--parquet needs the extra: pip install "rulewright[parquet]"') from None
        sorts = {"int": pyarrow.int64(), "float": pyarrow.float64(), "text": pyarrow.string()}
        schema = pyarrow.schema([(name, sorts[sort]) for name, sort in columns])
        return cls(path, parquet.ParquetWriter(path, schema), schema)

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Keep the rows, and write them when there are many."""
        self.waiting.extend(rows)
        if len(self.waiting) >= _ROWS_IN_GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow

        arrays = [
            pyarrow.array([values[place] for values in self.waiting], type=column.type)
            for place, column in enumerate(self.schema)
        ]
        self.writer.write_table(pyarrow.Table.from_arrays(arrays, schema=self.schema))
        self.waiting.clear()

    def close(self) -> None:
        """Write what is left."""
        if self.waiting:
            self._write()
        self.writer.close()


@define
class RowFiles:
    """The files of a run, which all get the same rows. problems: says for each file that was given up why."""

    files: list[RowFile] = field(factory=list)
    problems: list[str] = field(factory=list)

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write the rows into each file."""
        every = list(rows) if self.files else []
        for file in self.files[:]:
            try:
                file.add(every)
            except OSError as problem:
                self._give_up(file, problem)

    def close(self) -> None:
        """Write what is left."""
        for file in self.files[:]:
            try:
                file.close()
            except OSError as problem:
                self._give_up(file, problem)

    def _give_up(self, file: RowFile, problem: OSError) -> None:
        self.files.remove(file)
        self.problems.append(f"{_cannot(file.path, problem)}; rows are missing in it")


def _cannot(path: Path, problem: OSError) -> str:
    return f"{path} cannot be written: {os.strerror(problem.errno) if problem.errno else problem}"


@contextmanager
def row_files(csv_path: str | None, parquet_path: str | None, columns: Sequence[Column]) -> Iterator[RowFiles]:
    """Give the files that are wanted, and close them in the end. UsageError for one that cannot be begun."""
    made = RowFiles()
    try:
        for path, sort in ((csv_path, CsvFile), (parquet_path, ParquetFile)):
            if path is not None:
                try:
                    made.files.append(sort.open(Path(path), columns))
                except OSError as problem:
                    raise UsageError(_cannot(Path(path), problem)) from None
        yield made
    finally:
        made.close()
