"""Source text and places in it: `Source` is one file, `Span` a stretch of one, lines and columns count from 1."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

import attrs

MAX_BYTES = 4_000_000
"""Files larger than this are refused: rules that long are not written by people, and below it every phase is fast."""


@attrs.define(eq=False, repr=False)
class Source:
    """The text of one rules file. Line ends are `\\n` here, whatever the file has; offsets count in this text."""

    name: str
    text: str
    _starts: list[int] | None = None

    @classmethod
    def from_text(cls, text: str, name: str = "<text>") -> Source:
        """Return a source for text that did not come from a file."""
        if text.startswith("\ufeff"):
            text = text[1:]
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return cls(name, text)

    @classmethod
    def read(cls, path: str | Path, name: str | None = None) -> Source:
        """Return the source in a file; raise OSError if it cannot be read, `SourceError` if it is not text."""
        shown = str(path) if name is None else name
        path = Path(path)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise SourceError("E109", shown, f"this file has {size:,} bytes; at most {MAX_BYTES:,} are read")
        return cls.from_bytes(path.read_bytes(), shown)

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> Source:
        """Return the source in these bytes; raise `SourceError` if they are not UTF-8 text."""
        if b"\0" in data:
            raise SourceError(
                "E108", name, "this is not a text file: it has a zero byte", _line_of(data, data.index(b"\0"))
            )
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"this is not UTF-8 text: the byte {data[error.start]:#04x} does not fit; save the file as UTF-8"
            raise SourceError("E108", name, message, _line_of(data, error.start)) from None
        return cls.from_text(text, name)

    def _lines(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of an offset."""
        starts = self._lines()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """Return the offset of a line and column, both from 1; places outside the text are moved to its edge."""
        starts = self._lines()
        if line > len(starts):
            return len(self.text)
        return min(starts[max(line, 1) - 1] + max(column, 1) - 1, len(self.text))

    def line_text(self, line: int) -> str:
        """Return the text of a line without its end, or nothing for a line that is not there."""
        starts = self._lines()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    @property
    def line_count(self) -> int:
        """The number of lines; an empty last line counts."""
        return len(self._lines())

    def span(self, start: int, end: int) -> Span:
        """Return the stretch between two offsets."""
        return Span(self, start, end)

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"


@attrs.frozen(slots=True, repr=False)
class Span:
    """A stretch of a source, from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the place just after the last character, from 1."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the place just after the last character, from 1."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        """The text of the stretch."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Return the stretch from the start of this one to the end of another."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"<{self}-{self.end_line}:{self.end_column}>"


class SourceError(Exception):
    """A file that is no source: carries the code and message of a diagnostic and the line where it was noticed."""

    def __init__(self, code: str, name: str, message: str, line: int = 1) -> None:
        super().__init__(f"{name}: {message}")
        self.code = code
        self.name = name
        self.message = message
        self.line = line


def _line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
