"""What is typed, and the answer it means."""

from __future__ import annotations

import re
from types import SimpleNamespace

import attrs
import pytest

from rulewright.repl.answers import Choice, NotUnderstood, Picks, expectation, find_text, least_payment, read_answer
from rulewright.repl.prompting import guidance, offers
from rulewright.repl.render import decision_lines

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


PAYING = attrs.evolve(of_set(0, 5), amount=5, worth=(2, 2, 2, 1, 6))


@pytest.mark.parametrize(
    ("picked", "meant"),
    [((), (0, 1, 3)), ((3,), (0, 1)), ((0, 1), (3,)), ((0, 3), (1,)), ((0, 1, 3), ())],
)
def test_a_payment_that_loses_least_is_proposed(picked: tuple[int, ...], meant: tuple[int, ...]) -> None:
    assert least_payment(PAYING, picked) == meant
    if meant:
        named = ", ".join(PAYING.items[at].text for at in meant)
        assert expectation(PAYING, picked).endswith(f"`enough`: {named}")
        answer = read_answer("enough", PAYING, picked)
        assert isinstance(answer, Choice) and answer.answer == (*picked, *meant)
        assert "enough" in [offer.text for offer in offers(SimpleNamespace(is_over=False, decision=PAYING), picked, "eno")]


def test_what_loses_the_same_is_paid_with_the_fewest() -> None:
    assert least_payment(attrs.evolve(PAYING, amount=6)) == (4,)
    assert least_payment(attrs.evolve(PAYING, amount=14)) == ()  # not even all of them


@pytest.mark.parametrize(
    ("typed", "picked", "said"),
    [
        ("done", (), "too few: 5 to pay"),
        ("done", (0,), "too few: 2 of 5 paid"),
        ("none", (), "too few: 5 to pay"),
        ("all", (), "those pay 13, and 5 are asked for: Storm Rider is not needed"),
        ("1 2 3 5", (), "those pay 12, and 5 are asked for: Queen is not needed"),
        ("x", (), "a number from 1 to 5"),
        ("9", (0,), "1 to 4"),
    ],
)
def test_a_payment_says_why_it_is_none(typed: str, picked: tuple[int, ...], said: str) -> None:
    with pytest.raises(NotUnderstood, match=re.escape(said)):
        read_answer(typed, PAYING, picked)


def test_what_is_picked_may_be_given_back_by_none() -> None:
    assert read_answer("none", PAYING, (0, 1)) == Picks(())


def test_what_pays_nothing_is_not_taken() -> None:
    with pytest.raises(NotUnderstood, match="Queen pays nothing"):
        read_answer("queen", attrs.evolve(PAYING, worth=(0, 2, 2, 1, 6)))


def test_options_that_pay_say_how_much() -> None:
    lines = ["".join(part if isinstance(part, str) else part[1] for part in line) for line in decision_lines(PAYING, (1,))]
    assert "  1  Queen  pays 2" in lines and "  3  Storm Rider  pays 1" in lines


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


# ------------------------------------------------------------------ things that are called by a number

CARDS = ("1", "2", "4", "10", "Mirror")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("4", 3), ("3", 2), ('"4"', 2), ("\u201c4\u201d", 2), ('"10"', 3), ("mir", 4), ("\uff13", 2), ("\u0663", 2), ('"\uff14"', 2)],
)
def test_a_bare_number_is_an_option_and_a_card_is_named_in_quotes(typed: str, meant: int) -> None:
    choice = read_answer(typed, Decision(0, "?", "choose", options(*CARDS), 1, 1))
    assert isinstance(choice, Choice) and (choice.answer, choice.text) == (meant, CARDS[meant])


def test_a_number_that_is_no_option_says_how_the_card_is_typed() -> None:
    decision = Decision(0, "?", "choose", options(*CARDS), 1, 1)
    with pytest.raises(NotUnderstood, match='there is no number 10 here: 1 to 5; the one called 10 is "10"'):
        read_answer("10", decision)
    with pytest.raises(NotUnderstood, match=r'^"7" is no option: [^;]*$'):
        read_answer('"7"', decision)
    assert '"1" in quotes' in expectation(decision)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ('"4" "10"', (2, 3)), ('"4", mirror', (2, 4)), ("3 4", (2, 3)), ("\uff13\u3000\uff14", (2, 3)),
        ("\uff13\uff0c4", (2, 3)), ('2, "4"', (1, 2)),
    ],
)
def test_sets_of_things_that_are_called_by_a_number(typed: str, answer: tuple[int, ...]) -> None:
    choice = read_answer(typed, Decision(0, "?", "set", options(*CARDS), 2, 2))
    assert isinstance(choice, Choice) and choice.answer == answer


def test_alike_cards_that_are_called_by_a_number() -> None:
    decision = Decision(0, "?", "set", options("9 (1)", "9 (2)", "3"), 2, 2)
    choice = read_answer('"9" "9"', decision)
    assert isinstance(choice, Choice) and choice.answer == (0, 1)
    with pytest.raises(NotUnderstood, match='the one called 9 is "9"'):
        read_answer("9", decision)


def test_whole_words_go_before_beginnings() -> None:
    decision = Decision(0, "?", "action", options("play Spyglass at head", "play Spy at head", "play 4", "play 40"), 1, 1)
    for typed, at in (("spy head", 1), ("play 4", 2), ('"4"', 2), ("spyg", 0)):
        choice = read_answer(typed, decision)
        assert isinstance(choice, Choice) and choice.answer == at


def test_what_is_called_by_a_number_is_shown_as_it_is_typed() -> None:
    state = SimpleNamespace(is_over=False, decision=Decision(0, "?", "choose", options(*CARDS), 1, 1))
    assert [offer.text for offer in offers(state, (), "")] == ['"1"', '"2"', '"4"', '"10"', "Mirror"]
    assert [offer.text for offer in offers(state, (), '"1')] == ['"1"', '"10"']
    assert 'in quotes, as "1"' in guidance(state, (), "")
    assert guidance(state, (), "4") == 'Enter: "10", number 4 of the list; in quotes, "4" is the other one'
    assert guidance(state, (), "1") == 'Enter: "1"'
    lines = ("".join(part if isinstance(part, str) else part[1] for part in line) for line in decision_lines(state.decision))
    shown = "\n".join(lines)
    assert '  3  "4"' in shown and "  5  Mirror" in shown
