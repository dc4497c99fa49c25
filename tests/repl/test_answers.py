"""What is typed, and the answer it means."""

from __future__ import annotations

import attrs
import pytest

from rulewright.repl.answers import Choice, NotUnderstood, Picks, expectation, find_text, read_answer

from ..three_cards import Decision, Option

TEXTS = ["play Juggernaut at head", "play Juggernaut at tail", "rebuild", 'put "9" aside', "rebuild all"]


def options(*texts: str) -> list[Option]:
    return [Option(at, text) for at, text in enumerate(texts)]


def of_set(low: int, high: int, kind: str = "set") -> Decision:
    return Decision(0, "Which?", kind, options("Queen", "Spy (1)", "Spy (2)", "Storm Rider", "Elder"), low, high)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", 0),
        ("  3 ", 2),
        ("rebuild", 2),
        ("REBUILD A", 4),
        ("play  Juggernaut   at h", 0),
        ("play jug tail", 1),
        ("j h", 0),
        ("put 9", 3),
        ('"rebuild"', 2),
    ],
)
def test_numbers_texts_and_beginnings(typed: str, meant: int) -> None:
    assert find_text(typed, TEXTS) == meant


@pytest.mark.parametrize(
    "typed", ["0", "-1", "6", "99", "1.5", "", "   ", "play", "yield", "\x1b[2J", "9" * 30, "''", '""']
)
def test_what_is_no_option_is_said_in_one_line(typed: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        find_text(typed, TEXTS)
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 200


def test_several_that_fit_are_named() -> None:
    with pytest.raises(NotUnderstood, match="play Juggernaut at head or play Juggernaut at tail"):
        find_text("play", TEXTS)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1 3 4", (0, 2, 3)),
        ("4, 1", (3, 0)),
        ("queen, elder", (0, 4)),
        ("spy, spy", (1, 2)),
        ("Spy (2)", (2,)),
        ("storm r and queen", (3, 0)),
        ("done", ()),
        ("none", ()),
    ],
)
def test_sets(typed: str, answer: tuple[int, ...]) -> None:
    choice = read_answer(typed, of_set(0, 5))
    assert isinstance(choice, Choice)
    assert choice.answer == answer


@pytest.mark.parametrize("typed", ["1 1", "6", "queen, queen", "spy, spy, spy", "1 2 3 4", "", "x", "0"])
def test_sets_that_are_none(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_answer(typed, of_set(0, 3))


def test_a_set_may_be_picked_line_by_line() -> None:
    decision = of_set(3, 3)
    first = read_answer("2", decision)
    assert first == Picks((1,))
    second = read_answer("queen", decision, first.items)
    assert second == Picks((1, 0))
    assert "1 more" in expectation(decision, second.items)
    with pytest.raises(NotUnderstood, match="chosen already"):
        read_answer("1 1", of_set(4, 5), first.items)
    with pytest.raises(NotUnderstood, match="too few"):
        read_answer("done", decision, second.items)
    assert read_answer("none", of_set(0, 5), (1,)) == Choice((), ())
    third = read_answer("3", decision, second.items)
    assert third == Choice((1, 0, 4), ("Spy (1)", "Queen", "Elder"))


def test_an_order_has_all() -> None:
    decision = of_set(5, 5, "order")
    assert read_answer("5 4 3 2 1", decision) == Choice(
        (4, 3, 2, 1, 0), ("Elder", "Storm Rider", "Spy (2)", "Spy (1)", "Queen")
    )
    assert read_answer("5 4", decision) == Picks((4, 3))


def test_a_number_is_itself_and_not_a_place() -> None:
    decision = Decision(0, "How many?", "number", options("3", "4", "5"), 1, 1)
    assert read_answer("4", decision) == Choice(1, "4")
    for typed in ("1", "6", "four", "", "-3"):
        with pytest.raises(NotUnderstood, match="3 to 5"):
            read_answer(typed, decision)


@pytest.mark.parametrize("kind", ["action", "set", "order", "number"])
def test_a_line_of_ten_thousand_signs_is_refused_shortly(kind: str) -> None:
    texts = ("1", "2") if kind == "number" else ("one", "two")
    with pytest.raises(NotUnderstood) as problem:
        read_answer("x" * 10_000, Decision(0, "?", kind, options(*texts), 1, 1))
    assert len(str(problem.value)) < 200


@pytest.mark.parametrize(
    ("typed", "answer"), [("2-4", (1, 2, 3)), ("all", (0, 1, 2, 3, 4)), ("1, 3-4", (0, 2, 3)), ("5 1-2", (4, 0, 1))]
)
def test_many_at_once(typed: str, answer: tuple[int, ...]) -> None:
    choice = read_answer(typed, of_set(0, 5))
    assert isinstance(choice, Choice) and choice.answer == answer


@pytest.mark.parametrize("typed", ["4-2", "0-3", "1-99", "all"])
def test_too_many_at_once(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_answer(typed, of_set(0, 3))


def test_a_payment_says_what_is_missing() -> None:
    decision = attrs.evolve(of_set(0, 5), amount=5, worth=(1, 2, 3, 4, 5))
    assert expectation(decision).startswith("5 to pay")
    first = read_answer("2", decision)
    assert first == Picks((1,))
    assert expectation(decision, first.items).startswith("2 of 5 paid")
    assert read_answer("2", decision, first.items) == Choice((1, 2), ("Spy (1)", "Spy (2)"))


def test_signs_between_numbers_need_not_be_typed() -> None:
    decision = Decision(0, "?", "action", options("claim field(1, 2)", "claim field(1, 12)", "claim field(12, 1)"), 1, 1)
    for typed, at in (("claim 1 12", 1), ("12 1", 2), ("field 12 1", 2), ("claim field(1,12)", 1), ("claim field(1, 2)", 0)):
        choice = read_answer(typed, decision)
        assert isinstance(choice, Choice) and choice.answer == at


@pytest.mark.parametrize(
    ("typed", "meant"), [("plya Spy at head", "play Spy at head"), ("chalenge", "challenge"), ("play spi", "play Spy")]
)
def test_wrong_input_is_offered_the_nearest(typed: str, meant: str) -> None:
    decision = Decision(0, "?", "action", options("play Spy at head", "play Elder at head", "challenge"), 1, 1)
    with pytest.raises(NotUnderstood, match=f"did you mean '{meant}"):
        read_answer(typed, decision)
