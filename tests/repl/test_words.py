"""The words of the prompt on a real game: what the rules say, seats, options, cards by hand, lines of play only tried."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.views import view_of
from rulewright.repl.desk import without_piles

from .magpies import MAGPIES

Type = Callable[..., list[str]]


# ------------------------------------------------------------------ what the rules say


def test_help_of_an_action_shows_its_text(typed: Type) -> None:
    (shown,) = typed("help trade")
    assert shown.startswith("action trade  (magpies.rules:47)\n")
    assert "only if fair: prize's shine <= offer's shine + reach" in shown
    assert "ranking" not in shown


def test_help_of_a_card_shows_it_with_its_state(typed: Type) -> None:
    *_, shown = typed("designer", "put Pearl into Ann's hoard", "put Pearl into Bob's hand", "help pearl")
    assert 'card "Pearl"  (magpies.rules:16)' in shown
    assert "Draws the eye." in shown
    assert "printed: shine 5" in shown
    assert "2 in the game" in shown
    assert "in Ann's hoard" in shown
    assert "Bob's hand" not in shown


def test_help_of_a_row_of_cards_and_of_other_names(typed: Type) -> None:
    coin, glitter, reach, acting, hoard = typed(
        "help Coin", "help glitter", "help reach", "help acting", "help hoard"
    )
    assert '"Coin"           6      2' in coin
    assert '"Button"' not in coin
    assert "total c's shine" in glitter
    assert "How much brighter" in reach
    assert "choose one of hoard_it, trade" in acting
    assert "hoard: public zone, in play" in hoard
    assert "luck" not in hoard


def test_help_of_what_nobody_knows_says_what_was_meant(typed: Type) -> None:
    words, meant = typed("help seats", "help perl")
    assert "who sits where" in words
    assert "did you mean 'Pearl'?" in meant


def test_zones_and_the_stack(typed: Type) -> None:
    every, own, no, stack = typed("zones", "zones bob", "zones hnad", "stack")
    assert "nest: 14 hidden" in every
    assert "hoard: empty" in every
    assert own.split()[:3] == ["Bob", "hand:", "3"]
    assert "did you mean 'hand'?" in no
    assert stack == "this game has no stack\n"


# ------------------------------------------------------------------ why


def test_why_names_what_made_the_last_thing_happen(typed: Type) -> None:
    last, word, nothing = typed("why", "why shuffled", "why frobnication")
    assert "move the first 3 cards in nest to p's hand (in setup)  (magpies.rules:33)" in last
    assert "shuffle nest (in setup)  (magpies.rules:32)" in word
    assert "nothing in its log" in nothing


def test_why_of_a_number_is_about_that_option(typed: Type) -> None:
    second, named, none, signs = typed("why 2", "why hoard it Ring", "why 99", "why (((")
    assert second.startswith("'hoard it ") and "is offered" in second
    assert "hoard it" in named
    assert none.startswith("there is no number 99 here: 1 to ")
    assert "nothing in its log; it can explain a move (hoard it), a number (Ann's glitter), what the log says" in signs
    assert signs.count("\n") == 1


def test_why_understands_beginnings(typed: Type) -> None:
    *_, ring, coin, nothing = typed(
        "designer", "put Ring into Bob's hoard", "give Button to Ann",
        "why trade but for ri", "why trade but for co", "why trade xy",
    )  # fmt: skip
    assert ring.startswith("'trade but for ri' is not offered\n  fair: prize's shine <= offer's shine + reach")
    assert "Coin is no enemy thing in play" in coin
    assert "it is written: trade <offer> for <prize>" in nothing


def test_how_many_hidden_cards_there_are_is_no_secret(typed: Type, magpies: Path) -> None:
    counted = """define player p's wealth: number
    = 10 * count of cards in p's hand + p's glitter

define player p's poor: yes or no
    = p's hand is empty

define player p's ringed: number
    = count of cards c in p's hand where c's shine is 3
"""
    magpies.write_text(MAGPIES.replace("setup:", f"{counted}\nsetup:", 1))
    wealth, poor, ringed, look = typed("why Bob's wealth", "why Bob's poor", "why Bob's ringed", "look")
    assert wealth.startswith("Bob's wealth is 30\n")
    assert poor.startswith("Bob's poor is no\n")
    assert ringed.startswith("Bob's ringed is ?\n") and "what you may not know" in ringed
    assert re.search(r"Bob\n.*wealth 30, poor no, ringed \?", look)


def test_why_keeps_secrets(typed: Type) -> None:
    *_, why = typed("designer", "give Pearl to Bob", "why Pearl")
    assert "by hand" in why
    (mine,) = typed("why Bob's hand")
    assert mine.startswith("3 cards: nest to Bob's hand")


# ------------------------------------------------------------------ seats, speed, hints


def test_a_seat_becomes_a_bot_and_a_person_again(typed: Type) -> None:
    seats, bot, played, person, mine = typed("seats", "seats Bob random", "1", "seats 2 human", "1")
    assert seats == "  Ann: human\n  Bob: greedy\n"
    assert bot.startswith("Bob is now random.")
    assert "Bob: " in played
    assert person.startswith("Bob is now a person.")
    assert "Pass the keyboard to Bob." in mine


def test_wrong_seats_are_refused(typed: Type) -> None:
    assert typed("seats Bob grredy", "seats Bop random", "seats Bob", "seats 9 random") == [
        "there is no bot 'grredy'; did you mean 'greedy'?\n",
        "nobody here is called 'Bop'; did you mean 'Bob'?\n",
        "say who is to sit there: human, random, greedy, mcts\n",
        "nobody here is called '9': Ann, Bob\n",
    ]


def test_speed(typed: Type) -> None:
    assert typed("speed", "speed slow", "speed 0.5", "speed -1", "speed soon") == [
        "Bots wait 0 seconds after what they do.\n",
        "Bots wait 2 seconds after what they do.\n",
        "Bots wait 0.5 seconds after what they do.\n",
        "a speed is fast, normal, slow, or a number of seconds up to 60\n",
        "a speed is fast, normal, slow, or a number of seconds up to 60\n",
    ]


def test_a_hint_has_reasons(typed: Type) -> None:
    greedy, searched, unknown = typed("hint", "hint mcts:20", "hint grredy")
    assert greedy.startswith("A bot would take: hoard it Ring\n")
    assert "on average" in greedy
    assert "hoard it Button" in greedy
    assert "up to 20 lines of play were searched" in searched
    assert "there is no bot 'grredy'" in unknown


# ------------------------------------------------------------------ options


def test_an_option_is_set_in_the_middle(typed: Type) -> None:
    shown, _, done, again, no, far = typed("set", "1", "set reach to 4", "set", "set raech 2", "set reach 9")
    assert shown == "  reach: 1 (of 0 to 5)\n"
    assert done.startswith("reach is now 4.\n")
    assert again == "  reach: 4 (of 0 to 5)\n"
    assert "did you mean 'reach'?" in no
    assert "0 to 5" in far


# ------------------------------------------------------------------ by hand


def test_nothing_is_put_by_hand_in_a_common_game(typed: Type) -> None:
    assert "designer's game only" in typed("give Pearl to Ann")[0]
    assert "there is no option 'luck'" in typed("set luck to 3")[0]


def test_a_designers_screen_shows_hands_and_no_piles() -> None:
    """What lies in a deck is for `zones`: fifty names would leave no room for the table."""
    state = rulewright.load("storm_dragons").start(2, seed=5, traced=True)
    shown = {(z.name, z.owner): z.cards for z in without_piles(view_of(state, 0, laid_open=True), state).zones}
    assert shown["hand", 1] and shown["hand", 0]
    assert shown["draw pile", 0] is shown["draw pile", 1] is None


def test_cards_and_numbers_by_hand(typed: Type) -> None:
    *_, given, moved, luck, why, log = typed(
        "designer", "give Pearl to Ann", "put Coin on top of nest", "set Ann's luck to 4", "why Ann's luck", "log"
    )
    assert given.startswith("By hand: put Pearl into Ann's hand.\n")
    assert "hoard it Pearl" in given
    assert moved.startswith("By hand: put Coin on top of nest.\n")
    assert "luck 4" in luck
    assert why.startswith("Ann's luck is 4")
    assert "by hand: set Ann's luck to 4" in log


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("give Perl to Ann", "there is no card called 'Perl'; did you mean 'Pearl'?"),
        ("give Pearl to Bop", "nobody here is called 'Bop'; did you mean 'Bob'?"),
        ("put Pearl into nets", "there is no place called 'nets'; did you mean 'nest'?"),
        ("put Pearl from Ann's hoard into nest", "there is no Pearl in Ann's hoard"),
        ("put Pearl", "say `give CARD to PLAYER`"),
        ("set Ann's luck to 12", "luck is from 0 to 9"),
        ("set Ann's luck to yes", "luck is a number, not 'yes'"),
        ("set Ann's glitter to 5", "is worked out from other things"),
        ("set Ann's luk to 5", "did you mean 'luck'?"),
    ],
)
def test_what_cannot_be_done_by_hand(typed: Type, line: str, says: str) -> None:
    _, answer = typed("designer", line)
    assert says in answer
    assert answer.count("\n") == 1


def test_changes_are_taken_back_made_again_and_saved(typed: Type, magpies: Path) -> None:
    *_, taken, again, _, after = typed(
        "designer", "put Pearl into Bob's hoard", "1", "undo", "undo", "redo", "save x.json", "zones"
    )
    assert taken.startswith("Taken back: put Pearl into Bob's hoard.\n")
    assert again.startswith("Once more: put Pearl into Bob's hoard.\n")
    save = json.loads((magpies.parent / "x.json").read_text())
    assert save["answers"] == [{"by_hand": "put Pearl into Bob's hoard"}]
    assert save["designer"]
    assert typed("zones", words=("--load", "x.json"))[0] == after
    assert "hoard: Pearl" in after


def test_the_end_says_that_it_was_a_designers_game(typed: Type) -> None:
    assert "This was a designer's game: nothing was set by hand." in "".join(typed("designer", *["1"] * 7))


# ------------------------------------------------------------------ what if


def test_a_try_leaves_the_game_as_it_was(typed: Type) -> None:
    before, enter, _, tried, refused, back, after = typed(
        "look", "what-if", "1", "undo", "save x.json", "back", "look"
    )
    assert "made up to fit what you know" in enter
    assert tried.startswith("Taken back")
    assert "only a try" in refused
    assert back.startswith("Back in the game.\n")
    assert before == after
    assert "you are in the game itself" in typed("back")[0]


def test_a_try_shows_nothing_of_what_is_hidden(typed: Type) -> None:
    """What is drawn next in tries differs from try to try: it is not what will be drawn in the game."""
    drawn = set()
    for line in typed("1", *["what-if", "1", "log all", "back"] * 12)[3::4]:
        drawn.add(re.findall(r"(\w+): nest to Ann's hand", line)[-1])
    assert len(drawn) > 1


def test_help_of_a_card_whose_text_stands_apart_shows_both(typed: Type, magpies: Path) -> None:
    text = '\ncard "Ring":\n    """Lucky."""\n    when you hoard_it this: add 1 to your luck\n'
    magpies.write_text(MAGPIES.replace("\ndeck nest:", f"{text}\ndeck nest:"))
    (shown,) = typed("help ring")
    assert re.search(r'"Ring" +4 +3', shown)
    assert "when you hoard_it this: add 1 to your luck" in shown
    assert "printed: shine 3" in shown


def test_help_of_a_card_shows_what_it_says_where_that_is_all_it_says(typed: Type, magpies: Path) -> None:
    magpies.write_text(MAGPIES.replace("\ndeck nest:", '\ncard "Ring":\n    """Only pretty."""\n\ndeck nest:'))
    (shown,) = typed("help ring")
    assert "  Only pretty.\n" in shown


def test_why_understands_a_number_without_its_apostrophe(typed: Type) -> None:
    with_one, without = typed("why Bob's glitter", "why bob glitter")
    assert with_one == without
    assert with_one.startswith("Bob's glitter is 0")


def test_help_takes_the_beginning_of_a_name_and_names_as_the_rules_write_them(typed: Type, magpies: Path) -> None:
    magpies.write_text(MAGPIES.replace('"Ring"', '"Ring of the Old King"').replace("reach", "far_reach"))
    begun, inside, several, spelt, spoken = typed(
        "help ring of", "help old king", "help h", "help far_reach", "help far reach"
    )
    assert 'card "Ring of the Old King"' in begun and begun.count("printed:") == 1
    assert 'card "Ring of the Old King"' in inside
    assert "that could be hoard it or " in several and "type more of it" in several
    assert "How much brighter" in spelt and "How much brighter" in spoken


def test_help_of_a_kind_says_what_it_is_besides(typed: Type, magpies: Path) -> None:
    kinds = '\nkind jewel is a thing\n\nkind crown is a jewel\n\ncard "Tiara": crown, 1 copy\n    shine 4\n'
    text = MAGPIES.replace("kind thing:", 'kind thing:\n    """What shines."""')
    magpies.write_text(text.replace("\ndeck nest:", f"{kinds}\ndeck nest:"))
    (shown,) = typed("help crown")
    assert "kind crown is a jewel" in shown
    assert "thing: What shines." in shown
