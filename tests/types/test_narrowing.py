"""What conditions tell about what follows: values that are there, names that are bound, cards that are of a kind."""

from __future__ import annotations

import pytest

from rulewright.dsl import bound
from rulewright.dsl.bound_walk import everything
from rulewright.dsl.parser import parse
from rulewright.dsl.resolver import ResolveResult, resolve
from rulewright.dsl.source import Source
from rulewright.dsl.types import CardType, PlayerType
from rulewright.interpreter.builtins import BUILTINS

GAME = """game "Small" for 2 players

the table has:
    leader: player or nobody, starts nobody

each player has:
    hand: private zone
    score: number, starts 0

kind gem: worth: number, normally 1
kind ruby is a gem: fire: number, normally 2

card "Red": ruby
card "Pale": gem

to gain (n: number):
    add n to your score

to burn (r: ruby):
    move r to box

play:
    each player p:
        let other_one be nobody
        {line}

ranking of player p:
    p's score, highest first
"""


def check(line: str) -> ResolveResult:
    """Give what is found when this stands in the game."""
    text = GAME.format(line=line.replace("\n", "\n        "))
    return resolve(parse(Source.from_text(text, "small.rules")).file, BUILTINS)


def codes(line: str) -> list[str]:
    return [one.code for one in check(line).diagnostics if one.severity == "error"]


@pytest.mark.parametrize(
    "line",
    [
        "if leader is a player q: q gains 1",
        "if leader is a player q and q's score > 3: q gains 1",
        "if leader is nobody or leader's score > 3: p gains 1",
        "if leader is not nobody and leader's score > 3: p gains 1",
        "if not (leader is nobody) and leader's score > 3: p gains 1",
        "if leader is p and leader's score > 3: p gains 1",
        "if other_one is not nobody: other_one gains 1",
        "if other_one is nobody: p gains 1\notherwise: other_one gains 1",
        "if leader is p: p gains 1",
        "each card c in p's hand:\n    if c is a ruby: burn c",
        "each card c in p's hand:\n    if c is a ruby and c's fire > 1: burn c",
        "each gem c in p's hand:\n    if c is a ruby r: burn r",
    ],
)
def test_what_is_made_sure_of_can_be_used(line: str) -> None:
    assert codes(line) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("leader gains 1", "E303"),
        ("if leader is not nobody: leader gains 1", "E303"),  # what is done in between could take it away
        ("if leader is nobody or p's score > 3: leader gains 1", "E303"),
        ("if leader's score > 3 or leader is nobody: p gains 1", "E303"),
        ("if other_one is not nobody:\n    set other_one to nobody\n    other_one gains 1", "E303"),
        ("if leader is a player q: p gains 1\nq gains 1", "E201"),
        ("each card c in p's hand: burn c", "E301"),
        ("each gem c in p's hand:\n    if c is not a ruby: burn c", "E301"),
    ],
)
def test_what_may_be_missing_cannot(line: str, code: str) -> None:
    found = codes(line)
    assert code in found


def test_a_bound_name_has_the_type_of_what_is_there() -> None:
    program = check("if leader is a player q: q gains 1").program
    assert program is not None
    (bind,) = [part for part in everything(program) if isinstance(part, bound.Bind)]
    assert bind.var.type == PlayerType() and bind.kind is None


def test_a_card_of_a_kind_is_one_in_what_follows() -> None:
    program = check("each gem c in p's hand:\n    if c is a ruby: burn c").program
    assert program is not None
    (perform,) = [
        part for part in everything(program) if isinstance(part, bound.Perform) and part.verb is program.verbs["burn"]
    ]
    assert perform.args[0][1].type == CardType("ruby")
