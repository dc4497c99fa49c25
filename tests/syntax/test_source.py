"""Reading files: encodings, line ends, places, and what is no rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.parser import parse
from rulewright.dsl.source import MAX_BYTES, Source, SourceError

RULES = 'word place: head or tail\n\nturn:\n    draw 2\n    choose a place p, asking "Où?"\n'


def test_line_ends_and_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    expected = parse(Source.from_text(RULES))
    assert not expected.diagnostics
    for name, data in {
        "lf": RULES.encode(),
        "crlf": RULES.replace("\n", "\r\n").encode(),
        "cr": RULES.replace("\n", "\r").encode(),
        "mark": b"\xef\xbb\xbf" + RULES.encode(),
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        source = Source.read(path)
        assert parse(source).file == expected.file
        assert source.line_text(5) == '    choose a place p, asking "Où?"'


@pytest.mark.parametrize(
    ("data", "code", "line", "words"),
    [
        (b"game\n\0", "E108", 2, "zero byte"),
        (b"game\n\n\xff\xfe", "E108", 3, "0xff"),
        ("word place: \u00e9t\u00e9".encode("latin-1"), "E108", 1, "UTF-8"),
    ],
)
def test_what_is_not_text_is_refused(tmp_path: Path, data: bytes, code: str, line: int, words: str) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=words) as refused:
        Source.read(path)
    assert (refused.value.code, refused.value.line) == (code, line)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SourceError, match="4,000,000") as refused:
        Source.read(path)
    assert refused.value.code == "E109"


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Source.read(tmp_path / "none.rules")


def test_positions_count_from_one() -> None:
    source = Source.from_text("ab\n\ncd")
    assert [source.position(at) for at in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]
    assert [source.offset(*source.position(at)) for at in range(7)] == list(range(7))
    assert source.offset(99) == source.offset(3, 99) == 6
    assert [source.line_text(line) for line in range(5)] == ["", "ab", "", "cd", ""]
    assert source.line_count == 3


def test_spans_know_their_lines() -> None:
    source = Source.from_text("ab\ncd\n", "x.rules")
    span = source.span(1, 5)
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 2, 2, 3)
    assert span.text == "b\ncd"
    assert str(span) == "x.rules:1:2"
    assert source.span(0, 1).to(span) == source.span(0, 5)
