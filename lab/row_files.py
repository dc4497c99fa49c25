"""A row for each game, written as the games come in: as CSV, or as Parquet where many are to be read again.

Nothing is kept but the rows of one batch, so that files may grow as long as they like.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from attrs import define, field

from rulewright.interpreter.errors import UsageError
from rulewright.lab.batch import Result

_ROWS_IN_GROUP = 50_000


class RowFile(Protocol):
    """A file that takes the results of games."""

    def add(self, results: Iterable[Result]) -> None:
        """Write a row for each."""

    def close(self) -> None:
        """Write what is left; also after an interrupt, so that the file can be read."""


def columns(players: int, measures: Sequence[str]) -> list[tuple[str, str]]:
    """Give the columns with their sorts: "int", "float" or "text"."""
    return [
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
        *((title, "float") for title in measures),
        ("message", "text"),
    ]


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


@define
class CsvFile:
    """Rows as CSV with a line of titles."""

    file: IO[str]
    players: int
    measures: Sequence[str]

    @classmethod
    def open(cls, path: Path, players: int, measures: Sequence[str]) -> CsvFile:
        """Begin the file, over one that is there."""
        file = path.open("w", encoding="utf-8", newline="")
        made = cls(file, players, measures)
        made._write([[name for name, _ in columns(players, measures)]])
        return made

    def _write(self, rows: Iterable[Sequence[Any]]) -> None:
        csv.writer(self.file, lineterminator="\n").writerows(rows)

    def add(self, results: Iterable[Result]) -> None:
        """Write a row for each."""
        shown = (row(result, self.players, self.measures) for result in results)
        self._write([round(value, 6) if isinstance(value, float) else value for value in values] for values in shown)

    def close(self) -> None:
        """Close the file."""
        self.file.close()


@define
class ParquetFile:
    """Rows as Parquet; needs the extra `parquet`."""

    writer: Any
    schema: Any
    players: int
    measures: Sequence[str]
    waiting: list[list[Any]] = field(factory=list)

    @classmethod
    def open(cls, path: Path, players: int, measures: Sequence[str]) -> ParquetFile:
        """Begin the file, over one that is there."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise UsageError('--parquet needs the extra: pip install "rulewright[parquet]"') from None
        sorts = {"int": pyarrow.int64(), "float": pyarrow.float64(), "text": pyarrow.string()}
        schema = pyarrow.schema([(name, sorts[sort]) for name, sort in columns(players, measures)])
        return cls(parquet.ParquetWriter(path, schema), schema, players, measures)

    def add(self, results: Iterable[Result]) -> None:
        """Keep a row for each, and write them when there are many."""
        self.waiting.extend(row(result, self.players, self.measures) for result in results)
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
