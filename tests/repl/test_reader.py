"""Where lines come from: terminals with their pastes and interrupts, pipes, files; and what is kept of them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from rulewright.repl.output import Output
from rulewright.repl.reader import PlainReader, ScriptReader
from rulewright.repl.terminal import TerminalReader, Texts
from rulewright.repl.typed import history_file
from rulewright.repl.usage import UsageProblem


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def printed() -> tuple[Output, io.StringIO]:
    stream = io.StringIO()
    return Output(stream, stream), stream


def nothing() -> list[str]:
    return []


def read(reader: TerminalReader | PlainReader, times: int, offered: tuple[str, ...] = ()) -> list[str | None]:
    return [reader.read("> ", lambda: offered) for _ in range(times)]


def test_typed_lines(keys: PipeInput) -> None:
    keys.send_text("one\rtwo words\r\r\x04")
    assert read(TerminalReader(printed()[0], None), 4) == ["one", "two words", "", None]


def test_a_paste_of_several_lines_is_taken_line_by_line(keys: PipeInput) -> None:
    keys.send_text("\x1b[200~one\ntwo\r\nthree\x1b[201~\rfour\r")
    assert read(TerminalReader(printed()[0], None), 4) == ["one", "two", "three", "four"]


def test_an_interrupt_empties_a_line_and_leaves_an_empty_one(keys: PipeInput) -> None:
    reader = TerminalReader(printed()[0], None)
    keys.send_text("abc\x03def\r")
    assert read(reader, 1) == ["def"]
    keys.send_text("\x03")
    with pytest.raises(KeyboardInterrupt):
        read(reader, 1)


@pytest.mark.parametrize(
    ("typed", "offered", "whole"),
    [
        ("play Que", ("play Queen at head", "rebuild"), ["play Queen at head"]),
        ("PLAY", ("play Queen at head", "rebuild"), ["play Queen at head"]),
        ("", ("one", "two"), ["one", "two"]),
        ("x", ("one", "two"), []),
    ],
)
def test_what_is_typed_is_completed(typed: str, offered: tuple[str, ...], whole: list[str]) -> None:
    found = Texts(lambda: offered).get_completions(Document(typed), None)
    assert [typed[: len(typed) + one.start_position] + one.text for one in found] == whole


def test_a_history_that_cannot_be_read_or_written_is_a_warning(keys: PipeInput, tmp_path: Path) -> None:
    out, stream = printed()
    reader = TerminalReader(out, tmp_path)  # a folder
    keys.send_text("one\rtwo\r")
    assert read(reader, 2) == ["one", "two"]
    assert stream.getvalue().count("warning") == 1


def test_a_history_of_bad_bytes(keys: PipeInput, tmp_path: Path) -> None:
    path = tmp_path / "history"
    path.write_bytes(b"\n# \xff\n+\xff\xfe\x00\n")
    out, _ = printed()
    keys.send_text("one\r")
    assert read(TerminalReader(out, path), 1) == ["one"]
    assert b"+one" in path.read_bytes()


def test_no_place_for_a_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr("platformdirs.user_state_dir", lambda *_, **__: str(blocked / "rulewright"))
    out, stream = printed()
    assert history_file(out) is None
    assert "is not kept" in stream.getvalue()
    monkeypatch.setattr("platformdirs.user_state_dir", lambda *_, **__: str(tmp_path / "state"))
    assert history_file(out) == tmp_path / "state" / "history"


def test_piped_lines() -> None:
    out, stream = printed()
    assert read(PlainReader(io.StringIO("one\ntwo\r\nthree"), out), 4) == ["one", "two", "three", None]
    assert stream.getvalue() == "> one\n> two\n> three\n> \n"


def test_a_pipe_that_is_closed_or_endless() -> None:
    out, _ = printed()
    assert read(PlainReader(None, out), 1) == [None]
    closed = io.StringIO("x")
    closed.close()
    assert read(PlainReader(closed, out), 1) == [None]
    long, after = read(PlainReader(io.StringIO("x" * 100_000 + "\nnext\n"), out), 2)
    assert long is not None
    assert len(long) <= 20_000
    assert after == "next"


def test_a_file_of_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_bytes(b"\xef\xbb\xbf# first\n\none\n  two\n")
    out, _ = printed()
    reader = ScriptReader(path, out)
    assert [reader.read("> ", nothing) for _ in range(3)] == ["one", "two", None]
    assert reader.place() == f"{path}:4: "
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageProblem, match="UTF-8"):
        ScriptReader(path, out)
