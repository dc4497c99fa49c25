"""Rules that ask for more than any machine has: an error with its line, or a game that a limit ends, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import SMALL, commands, run, with_effect, with_setup

BOARD = "deck pile:\n"

# Refused before anything is played.
REFUSED = {
    "a million players": SMALL.replace("2 to 3 players", "1000000 players"),
    "up to a million players": SMALL.replace("2 to 3 players", "2 to 1000000 players"),
    "no players": SMALL.replace("2 to 3 players", "0 players"),
    "copies": SMALL.replace('"Amber"       4', '"Amber"  1000000000'),
    "many copies": SMALL.replace('"Amber"       4', '"Amber"  1000000'),
    "different cards": SMALL.replace('    "Beryl"       4      2\n', "")
    + "\ncards of kind thing:\n    each worth from 1 to 1000000000, 1 of each, named \"{worth}\"\n",
    "a board": SMALL.replace(BOARD, "board field of cells:\n    grid: 100000 by 100000 squares\n\n" + BOARD),
    "a large board": SMALL.replace(BOARD, "board field of cells:\n    grid: 1000 by 1000 squares\n\n" + BOARD),
    "a ring": SMALL.replace(BOARD, "board field of cells:\n    ring r: 1000000000 cells\n\n" + BOARD),
    "a die of many faces": SMALL + "\ndie sky: 1 to 9999999999\n",
    "a die without faces": SMALL + "\ndie sky: 1 to 0\n",
    "loops": with_effect(*("    " * n + f"each thing t{n}:" for n in range(22)), "    " * 22 + "add 1 to counted"),
    "a definition of itself": SMALL + "define size(): number\n    = size() + 1\n",
    "definitions of each other": SMALL + "define one(): number\n    = two()\n\ndefine two(): number\n    = one()\n",
    "a number": with_effect(f"add {'9' * 40} to counted"),
}



def _asked_within(groups: list[str], condition: str) -> str:
    """A condition on things of which each is asked for within the one before."""
    return f"if {''.join(f'there is a {group} where ' for group in groups)}{condition}: add 1 to counted"


def _defined_within(depth: int) -> str:
    """The same by definitions, each of which reads the next one."""
    lines = ["if there is a thing tt where size_0(tt) < 0: add 1 to counted"]
    definitions = [
        f"define size_{n}(c{n}: card): number\n    = count of things t{n} where size_{n + 1}(t{n}) < 0\n"
        for n in range(depth)
    ]
    last = f"define size_{depth}(c{depth}: card): number\n    = count of things tx where tx's worth < 0\n"
    return with_effect(*lines) + "\n" + "\n".join([*definitions, last])


# Played until a limit ends the game, or a mistake of the rules is reported.
STOPPED = {
    "repeat": with_effect("repeat 1000000000 times: add 1 to counted"),
    "repeat in set-up": with_setup("repeat 1000000000 times: add 1 to counted"),
    "repeat in repeat": with_effect("repeat 100000 times:", "    repeat 100000 times: add 1 to counted"),
    "questions in questions": with_effect(_asked_within([f"thing t{n}" for n in range(9)], "t0's worth + t8's worth < 0")),
    "definitions in definitions": _defined_within(9),
    "an action with two numbers": SMALL.replace(
        "action lay (c: a thing in your hand):", "action lay (n: a number from 1 to 100000) at (m: a number from 1 to 100000):"
    ).replace("do: move c to box", "do: add n + m to counted"),
    "repeat for ever": with_effect("repeat until counted < 0: add 1 to counted"),
    "repeat without change": with_effect("repeat until counted < 0: add 0 to counted"),
    "numbers": with_effect("each number n from 1 to 1000000000: add n to counted"),
    "numbers in numbers": with_effect(
        *("    " * n + f"each number n{n} from 1 to 100:" for n in range(6)), "    " * 6 + "add 1 to counted"
    ),
    "cards in cards": with_effect(
        *("    " * n + f"each thing t{n} in box:" for n in range(3)), "    " * 3 + "repeat 1000 times: add 1 to counted"
    ),
    "squares": with_effect("set counted to 2", "repeat 100 times: set counted to counted * counted"),
    "doubling": with_effect("set counted to 2", "repeat 20000 times: set counted to counted + counted"),
    "doubling by adding": with_effect("set counted to 2", "repeat 20000 times: add counted to counted"),
    "products of a sum": with_effect(
        "set counted to 10", "repeat 50 times: set counted to (total p's worth over each player p) * counted * counted"
    ),
    "a verb that calls itself": with_effect("go_on", more="\nto go_on:\n    add 1 to counted\n    go_on\n"),
    "verbs that call each other": with_effect(
        "go_on", more="\nto go_on:\n    add 1 to counted\n    go_back\n\nto go_back:\n    go_on\n"
    ),
    "verbs that call each other twice": with_effect(
        "go_1",
        more="".join(f"\nto go_{n}:\n    add 1 to counted\n    go_{n + 1}\n    go_{n + 1}\n" for n in range(1, 60))
        + "\nto go_60:\n    add 1 to counted\n",
    ),
    "a verb with a choice that calls itself": with_effect(
        "go_on", more="\nto go_on:\n    you may choose a thing t in your hand: add 1 to counted\n    go_on\n"
    ),
    "a trigger of itself": with_effect(
        "go_on", more="\nto go_on:\n    add 1 to counted\n\nrule r:\n    when a player p goes on: go_on\n"
    ).replace("a player p goes on", "go_on"),
    "a trigger of a move": with_effect(
        "move c to box", "move c to pile", more="\nrule r:\n    when a thing t is moved: move_on t\n"
        "\nto move_on (t: thing):\n    if t is in box: move t to pile\n    otherwise: move t to box\n"
    ),
    "triggers that draw": SMALL.replace("deck pile:", "deck pile, drawn into hand, refilled from pile:")
    + "\nrule r:\n    when a player p draws: p draws 1\n",
    "rules that undo each other": with_effect(
        "set counted to 1",
        more="\nrule one:\n    always when counted is 1: set counted to 2\n"
        "\nrule two:\n    always when counted is 2: set counted to 1\n",
    ),
    "a rule that always holds": with_effect(
        "set counted to 1", more="\nrule one:\n    always when counted > 0: add 1 to counted\n"
    ),
    "turns that never end": SMALL.replace("until there is no card in play", "until counted < 0").replace(
        "    lay\n", "    repeat until counted < 0: add 1 to counted\n", 1
    ),
    "turns in which nothing happens": SMALL.replace("until there is no card in play", "until counted < 0"),
    "turns within turns": with_effect("you take 1 turns", "you take 1 turns"),
    "extra turns": SMALL.replace("until there is no card in play", "until counted < 0").replace(
        "    do: move c to box\n", "    do:\n        you take 1000000000 turns\n"
    ),
    "passing for ever": SMALL.replace("until there is no card in play", "until counted < 0").replace(
        "    lay\n", "    choose one of lay, rest\n", 1
    )
    + '\naction rest:\n    """Do nothing."""\n',
    "draws": with_effect("move c to your won", "you draw 1000000000", "each player p: p draws 1000000000").replace(
        "deck pile:", "deck pile, drawn into hand:"
    ),
    "first cards": with_effect("move the first 1000000000 cards in pile to your hand"),
    "all orders": with_setup("each player p: move all cards in box to p's hand").replace(
        '"Amber"       4', '"Amber"       40'
    ),
    "subsets": SMALL.replace('"Amber"       4', '"Amber"  100')
    .replace("first 2 cards", "first 40 cards")
    .replace("lay (c: a thing in your hand)", "lay (cs: any number of things in your hand)")
    .replace("move c to box", "move cs to box"),
    "different subsets": SMALL.replace('    "Beryl"       4      2\n', "".join(f'    "B{n}"  1  {n}\n' for n in range(150)))
    .replace("first 2 cards", "first 70 cards")
    .replace("lay (c: a thing in your hand)", "lay (cs: any number of things in your hand)")
    .replace("move c to box", "move cs to box"),
    "tokens": with_effect('create 1000000000 "Ghost" into your won', more='\ncard "Ghost": thing\n    worth 1\n'),
    "notes": with_effect("repeat 90000 times: reveal c"),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_more_than_there_can_be_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(text)
    ran = run("check", path)
    assert ran.status == 1
    assert "it.rules:" in ran.err
    assert len(ran.err) < 10_000


@pytest.mark.long
@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_is_not_played_either(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(text)
    for words in (["sim", path, "-n", "2"], ["play", path, "--seats", "human,human"]):
        ran = run(*words)
        assert ran.status in (1, 2)
        assert ran.err


@pytest.mark.long
@pytest.mark.parametrize("text", STOPPED.values(), ids=STOPPED.keys())
def test_what_never_ends_is_stopped(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(text)
    for words in commands(path):
        if words[0] == "play":
            words += ["--seats", "human,human"]
        ran = run(*words, typed=b"1\n" * 40)
        assert len(ran.printed) < 2_000_000, len(ran.printed)


QUICK = (
    "repeat", "questions in questions", "squares", "a verb that calls itself", "rules that undo each other", "numbers",
    "different subsets",
)  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_what_never_ends_is_stopped_soon(tmp_path: Path, name: str) -> None:
    path = tmp_path / "it.rules"
    path.write_text(STOPPED[name])
    run("play", path, "--seats", "human,human", "--seed", "1", typed=b"1\n" * 10)
