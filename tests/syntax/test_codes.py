"""The examples that `explain` shows: the text before gives the error, the text after does not."""

from __future__ import annotations

from textwrap import indent

import pytest

from rulewright.dsl.codes_syntax import CODES
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source

# Where a line of an example may stand.
PLACES = [
    "",
    "turn:\n",
    'card "X":\n',
    "rule r:\n",
    'scenario "s" with Ann:\n',
    "stack s:\n",
    "define card c's x: number\n",
    "cards of kind k:\n",
    "action go:\n",
    'variant "V":\n',
]
# Examples of whole files.
NOT_TEXT = {"E108", "E109", "E110"}


def found_in_places(text: str) -> list[set[str]]:
    """The codes found in the text, standing in each of the places."""
    result = []
    for place in PLACES:
        whole = place + indent(text, "    ") if place else text
        result.append({found.code for found in parse(Source.from_text(whole + "\n")).diagnostics})
    return result


@pytest.mark.parametrize("code", sorted(set(CODES) - NOT_TEXT))
def test_examples(code: str) -> None:
    info = CODES[code]
    assert {code} in found_in_places(info.before)
    # A header alone is an example too, though a block must follow it.
    assert set() in found_in_places(info.after) or set() in found_in_places(info.after + "\n    draw 1")
