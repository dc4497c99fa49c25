"""How findings are shown to people and to programs, and the register of their codes."""

from __future__ import annotations

import pytest

from rulewright.dsl import diagnostics
from rulewright.dsl.diagnostics import CodeInfo, codes, error, register, render, to_json, warning
from rulewright.dsl.source import Source

TEXT = Source.from_text('card "Elder": dragon\n    draw \u202e2\x1b[31m and more\n\t    x\n', "x.rules")


def test_rendering_marks_the_words() -> None:
    found = error("E101", "no", TEXT.span(0, 4), hint="do", related=((TEXT.span(5, 12), "here"),))
    assert render(found).split("\n") == [
        "x.rules:1:1: error E101: no",
        '1 | card "Elder": dragon',
        "  | ^^^^",
        "x.rules:1:6: here",
        '1 | card "Elder": dragon',
        "  |      -------",
        "  hint: do",
        "",
    ]


def test_control_characters_are_shown_by_number() -> None:
    start = TEXT.text.index("and")
    text = render(warning("W200", "bad \x1b[0m", TEXT.span(start, start + 3)))
    assert "\x1b" not in text and "\u202e" not in text
    lines = text.split("\n")
    assert lines[0] == "x.rules:2:18: warning W200: bad \\x1b[0m"
    assert lines[1] == "2 |     draw \\u202e2\\x1b[31m and more"
    assert lines[1].index("and") == lines[2].index("^^^")


def test_tabs_and_wide_characters_keep_the_marks_in_place() -> None:
    source = Source.from_text("\t\u6f22\u5b57 x\n")
    lines = render(error("E101", "no", source.span(4, 5))).split("\n")
    assert lines[1] == "1 |     \u6f22\u5b57 x"
    assert lines[2] == "  |          ^"


def test_long_lines_are_cut_around_the_mark() -> None:
    source = Source.from_text("a" * 1000 + "b" + "a" * 1000)
    lines = render(error("E101", "no", source.span(1000, 1001))).split("\n")
    assert len(lines[1]) < 200
    assert lines[1][lines[2].index("^")] == "b"


def test_the_place_after_the_last_character() -> None:
    source = Source.from_text("turn:")
    lines = render(error("E101", "no", source.span(5, 5))).split("\n")
    assert lines[1:3] == ["1 | turn:", "  |      ^"]


def test_json_has_lines_and_columns_from_one() -> None:
    found = error("E101", "no", TEXT.span(21, 30), hint="do", related=((TEXT.span(0, 4), "here"),))
    assert to_json(found) == {
        "code": "E101",
        "severity": "error",
        "message": "no",
        "file": "x.rules",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 10,
        "hint": "do",
        "related": [{"file": "x.rules", "line": 1, "column": 1, "end_line": 1, "end_column": 5, "message": "here"}],
    }


def test_codes_say_everything() -> None:
    for code, info in codes().items():
        assert code[0] in "ERW" and code[1:].isdigit()
        assert info.title and not info.title.endswith(".")
        assert info.text.endswith((".", ")"))
        assert info.before != info.after


def test_a_code_in_two_tables_is_a_fault() -> None:
    register({"E101": CodeInfo("again", "Twice.", "a", "b")})
    try:
        with pytest.raises(ValueError, match="E101"):
            codes()
    finally:
        diagnostics._registered.pop()
        codes.cache_clear()
