"""Whatever is in a file, the parser answers with a tree and findings that have a place in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import render_all
from rulewright.dsl.parser import MAX_ERRORS, parse
from rulewright.dsl.postlex import DECLARATIONS
from rulewright.dsl.source import Source
from rulewright.dsl.tables import load_table
from rulewright.dsl.visitor import walk

from ..project import ROOT

CORPUS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "games").rglob("*.rules"))]
WORDS = sorted(
    set(load_table().words) | DECLARATIONS | {"x", "Ann", "effect", "given", "3", '"Q"', '"""t"""', "'s", "f("}
)
SIGNS = [*":,()+-*/=<>", "\n", "\n    ", "\n        ", "\t", " ", "#", '"', "\x00", "\ufeff", "\u2019s", "-5", "%", "."]


def read(text: str) -> None:
    """Read a text and check what must hold of every answer."""
    source = Source.from_text(text)
    result = parse(source)
    for found in result.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(source.text) + 1
        assert found.severity == "error"
    assert "\x1b" not in render_all(result.diagnostics)
    for node in walk(result.file):
        assert 0 <= node.span.start <= node.span.end <= len(source.text)
    if not text.strip(" \n"):
        assert not result.diagnostics


@given(st.text())
def test_any_text(text: str) -> None:
    read(text)


@given(st.lists(st.sampled_from(WORDS + SIGNS), max_size=40).map(" ".join))
def test_any_words(text: str) -> None:
    read(text)


@given(st.data())
def test_real_files_with_a_piece_exchanged(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(CORPUS))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 60)))
    middle = data.draw(st.sampled_from(["", *WORDS, *SIGNS]))
    read(text[:start] + middle + text[end:])


@given(st.data())
def test_a_real_file_that_is_cut_off(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(CORPUS))
    read(text[: data.draw(st.integers(0, len(text)))])


@pytest.mark.parametrize(
    "text",
    [
        "turn:\n    set x to " + "(" * 5000 + "1" + ")" * 5000 + "\n",
        "turn:\n    set x to " + "(" * 5000,
        "turn:\n    set x to " + "f(" * 90 + "1" + ")" * 90 + " + 1" * 500 + "\n",
        "turn:\n    if " + "not " * 5000 + "x: stop\n",
        "turn:\n    set x to " + " + ".join(["1"] * 5000) + "\n",
        "turn:\n    if " + " and ".join(["x"] * 5000) + ": stop\n",
        "turn:\n    set x to p" + "'s left" * 5000 + "\n",
        "".join("    " * level + "repeat:\n" for level in range(2000)),
        "(\n" * 5000,
        '"""' * 5001,
    ],
    ids=range(10),
)
def test_deep_nesting_is_a_finding(text: str) -> None:
    source = Source.from_text(text)
    assert parse(source).diagnostics
    read(text)


def test_a_long_file_is_read_to_its_end() -> None:
    text = "".join(f"round r{number}:\n    draw 1\n" for number in range(5000)) + "crad\n"
    found = parse(Source.from_text(text)).diagnostics
    assert [(one.code, one.span.line) for one in found] == [("E113", 10001)]


def test_errors_are_counted_and_then_left() -> None:
    text = "".join(f"frob {number}\n" for number in range(MAX_ERRORS * 2))
    found = parse(Source.from_text(text)).diagnostics
    assert len(found) == MAX_ERRORS + 1
    assert "more than" in found[-1].message


def test_what_is_right_is_kept_beside_what_is_wrong() -> None:
    text = (
        "round one:\n    draw 1\n    draw 1 1 +\n    draw 2\n"
        "crad\n"
        "round two:\n    draw 1 +\n"
        "round three:\n"
        "round four:\n    if x = 3:\n        draw 1\n"
    )
    result = parse(Source.from_text(text))
    assert [(one.code, one.span.line) for one in result.diagnostics] == [
        ("E125", 3),
        ("E113", 5),
        ("E125", 7),
        ("E111", 8),
        ("E116", 10),
    ]
    assert [decl.name.text for decl in result.file.decls] == ["one", "two", "three", "four"]  # type: ignore[attr-defined]
    assert [len(decl.block.stmts) for decl in result.file.decls] == [2, 0, 0, 1]  # type: ignore[attr-defined]
