"""The formatter: the same tree, the same comments, and nothing left to do the second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.parser import parse
from rulewright.dsl.postlex import tokenize
from rulewright.dsl.printer import FormatError, format_source
from rulewright.dsl.source import Source

from ..project import ROOT

FILES = sorted((ROOT / "games").rglob("*.rules")) + sorted((ROOT / "tests" / "drafts").glob("*.rules"))
BLOCKS = [
    block + "\n"
    for path in FILES
    for block in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8"))
    if block.strip() and len(block) < 1500
]


def formatted(text: str) -> str:
    return format_source(Source.from_text(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_files_keep_their_meaning_and_comments(path: Path) -> None:
    source = Source.read(path)
    before = parse(source)
    assert before.diagnostics == ()
    once = Source.from_text(format_source(source))
    after = parse(once)
    assert after.diagnostics == ()
    assert after.file == before.file
    assert [comment.text for comment in after.comments] == [comment.text for comment in before.comments]
    assert format_source(once) == once.text
    assert all(line == line.rstrip() for line in once.text.split("\n"))


@given(st.data())
def test_layout_does_not_matter(data: st.DataObject) -> None:
    """Wider spaces and deeper indentation are formatted away."""
    block = data.draw(st.sampled_from(BLOCKS))
    source = Source.from_text(block)
    if parse(source).diagnostics:
        return  # a part of a file that cannot stand alone
    gap = data.draw(st.sampled_from((" ", "  ", "   ", "\t")))
    step = data.draw(st.sampled_from((1, 2, 3, 8)))
    pieces = []
    level = 0
    fresh = True
    end = 0
    for token in tokenize(source).tokens:
        if token.kind in ("_INDENT", "_DEDENT"):
            level += 1 if token.kind == "_INDENT" else -1
            continue
        if token.kind == "_NL":
            pieces.append("\n")
            fresh = True
            continue
        between = source.text[end : token.start]
        if fresh:
            pieces.append(" " * (level * step))
        elif "\n" in between:
            pieces.append("\n" + " " * (level * step + 7))
        elif between:
            pieces.append(gap)
        pieces.append(token.text)
        fresh = False
        end = token.end
    spread = Source.from_text("".join(pieces))
    assert parse(spread).diagnostics == ()
    assert parse(spread).file == parse(source).file
    result = format_source(spread)
    assert parse(Source.from_text(result)).file == parse(source).file
    assert formatted(result) == result


def test_spaces() -> None:
    assert formatted("turn:\n  set   x to( p+q )*3\n") == "turn:\n    set x to (p + q) * 3\n"
    assert formatted("turn:\n  set x to -5\n") == "turn:\n    set x to -5\n"
    assert formatted('card "A":\n  this has + 2 shown\n  this has - (n) shown\n') == (
        'card "A":\n    this has +2 shown\n    this has -(n) shown\n'
    )
    assert formatted("to discard(c: card) : move c to c’s owner's discard\n") == (
        "to discard (c: card): move c to c's owner's discard\n"
    )
    assert formatted("turn:\n  if not(x) and f(y): stop\n") == "turn:\n    if not (x) and f(y): stop\n"


def test_tables_are_aligned() -> None:
    text = 'cards of kind k:\n  name copies suit\n  "Long name" 4 red   # the first\n  "B" -10 blue\n'
    assert formatted(text) == (
        "cards of kind k:\n"
        "    name         copies  suit\n"
        '    "Long name"       4  red  # the first\n'
        '    "B"             -10  blue\n'
    )


def test_empty_lines_between_declarations() -> None:
    text = (
        "option x: 1 to 2, normally 1\noption y: 1 to 2, normally 1\nturn:\n\n  draw 1\n\n\n\n  draw 2\n"
        "round b:\n  draw 1\n# about c\nround c: draw 1\n"
    )
    assert formatted(text) == (
        "option x: 1 to 2, normally 1\n"
        "option y: 1 to 2, normally 1\n"
        "\n"
        "turn:\n"
        "    draw 1\n"
        "\n"
        "    draw 2\n"
        "\n"
        "round b:\n"
        "    draw 1\n"
        "\n"
        "# about c\n"
        "round c: draw 1\n"
    )


def test_comments_stay_where_they_belong() -> None:
    text = (
        "# head\n\nturn: # of the turn\n"
        "  #of the block\n  draw 1 # one\n  draw 22 # two\n  # at its end\n"
        "# after it\nround b:\n  draw 1\n      # deep\n"
    )
    assert formatted(text) == (
        "# head\n"
        "\n"
        "turn:  # of the turn\n"
        "    # of the block\n"
        "    draw 1   # one\n"
        "    draw 22  # two\n"
        "    # at its end\n"
        "\n"
        "# after it\n"
        "round b:\n"
        "    draw 1\n"
        "    # deep\n"
    )


def test_broken_lines_stay_broken() -> None:
    text = 'scenario "s" with Ann:\n given Ann\'s hand is "A", # first\n      "B"\n Ann plays (\n  3)\n'
    assert formatted(text) == (
        'scenario "s" with Ann:\n    given Ann\'s hand is "A",  # first\n        "B"\n    Ann plays (\n        3)\n'
    )


def test_texts_for_players() -> None:
    text = 'turn:\n  """  One line.  """\n  draw 1\nround b:\n  """Two\n     lines."""\n  draw 1\n'
    result = formatted(text)
    assert '    """One line."""\n' in result
    assert '    """\n    Two\n    lines.\n    """\n' in result
    assert formatted(result) == result


def test_nothing_is_nothing() -> None:
    assert formatted("") == formatted("\n  \n") == ""
    assert formatted("# only a comment\n\n\n# two\n") == "# only a comment\n\n# two\n"


def test_errors_are_not_formatted() -> None:
    with pytest.raises(FormatError) as refused:
        formatted("crad\n")
    assert [found.code for found in refused.value.diagnostics] == ["E113"]
