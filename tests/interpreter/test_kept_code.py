"""Generated code of long rules is kept between runs: found again, made anew when damaged, and never needed."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

from rulewright.interpreter.codegen import bindings, kept

_LONG = "x = 1\n" + "# a line that says nothing\n" * 3000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "cache_path", lambda name: tmp_path / name)
    return tmp_path


def _value(source: str) -> object:
    names: dict[str, object] = {}
    bindings.run_module(source, "<rules>", names)
    return names["x"]


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.kept"))


def test_long_code_is_kept_by_its_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _value(_LONG) == 1
    assert _value(_LONG.replace("x = 1", "x = 2")) == 2
    assert len(_files(folder)) == 2
    monkeypatch.setattr(bindings, "_compiled", lambda *_: pytest.fail("made anew though it was kept"))
    assert _value(_LONG) == 1


def test_short_code_is_not_kept(folder: Path) -> None:
    assert _value("x = 3") == 3
    assert not _files(folder)


@pytest.mark.parametrize("damage", [b"", b"nonsense", marshal.dumps("a text, not code")])
def test_damaged_files_are_made_anew(folder: Path, damage: bytes) -> None:
    assert _value(_LONG) == 1
    _files(folder)[0].write_bytes(damage)
    assert _value(_LONG) == 1
    assert _files(folder)[0].read_bytes() != damage


def test_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "cache_path", lambda name: None)
    assert _value(_LONG) == 1


def test_pieces_keep_their_lines_in_the_module(folder: Path) -> None:
    source = "a = 1\ndef f(x):\n    #@1\n    return [y for y in [z := x] if 1 / y]\n\nb = 2\ndef g():\n    return f(0)\n"
    for text in (source, source.replace("@1", "@2"), "# more\n" * 3000 + source):
        names: dict[str, object] = {}
        bindings.run_module(text, "<rules>", names)
        with pytest.raises(ZeroDivisionError) as caught:
            names["g"]()  # type: ignore[operator]
        lines = text.splitlines()
        told = [lines[entry.lineno].strip() for entry in caught.traceback if str(entry.path) == "<rules>"]
        assert told == ["return f(0)", "return [y for y in [z := x] if 1 / y]", "return [y for y in [z := x] if 1 / y]"]


def test_what_looks_like_a_mark_in_a_text_is_text(folder: Path) -> None:
    assert _value("x = 'card #@1'") == "card #@1"
    assert _value("x = 'card #@2'") == "card #@2"
