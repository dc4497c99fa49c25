"""What reaches a terminal, whatever stands in a rules file."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.repl.output import Output, encodable, plural, visible, wants_colour


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Queen", "Queen"),
        ("Königin", "Königin"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\u202egnp.exe", "a\\u202egnp.exe"),
        ("two\nlines\r", "two\\nlines\\r"),
        ("\u2066x\u2069\u2028", "\\u2066x\\u2069\\u2028"),
        ("\udc80", "\\udc80"),
    ],
)
def test_what_steers_a_terminal_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_that_is_visible_steers(text: str) -> None:
    assert not any(ord(sign) < 32 or 0x7F <= ord(sign) <= 0x9F or sign in "\u202e\u2066" for sign in visible(text))


@given(st.text(), st.sampled_from(["ascii", "cp1252", "latin-1", "utf-8", "no such encoding", None]))
def test_every_stream_takes_every_text(text: str, encoding: str | None) -> None:
    shown = encodable(visible(text), encoding)
    shown.encode(encoding if encoding not in (None, "no such encoding") else "ascii")


def test_the_nearest_signs_are_taken() -> None:
    assert encodable("“Krähe” → 3 × 2…", "ascii") == '"Krahe" -> 3 x 2...'


def test_styles_only_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        Output(stream, None).line(("bold", "a\x1bb"), " c")
    assert terminal.getvalue() == "\x1b[1ma\\x1bb\x1b[0m c\n"
    assert pipe.getvalue() == "a\\x1bb c\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(terminal)


def test_documents_are_ascii() -> None:
    stream = io.StringIO()
    Output(stream, None).document({"name": "Krähe\u202e"})
    assert stream.getvalue().isascii()
    assert json.loads(stream.getvalue()) == {"name": "Krähe\u202e"}


def test_closed_streams_are_no_trouble() -> None:
    out = Output(None, None)
    out.line("x")
    out.error("x")
    out.document({})
    out.clear()
    closed = io.StringIO()
    closed.close()
    assert not wants_colour(closed)


def test_plural() -> None:
    assert [plural(1, "file"), plural(2_000, "file"), plural(2, "die", "dice")] == ["1 file", "2,000 files", "2 dice"]
