"""`rulewright play` in a real terminal of 80 x 24 and of 40 x 20, by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path

import pytest

import rulewright
from rulewright.repl.shipped import shipped_games

from .terminal import Terminal

SIZES = [(80, 24), (40, 20)]
# The three games that the project is about, as far as they ship.
WHOLE = [name for name in ("storm_dragons", "dragon_flight", "tempest") if name in shipped_games()]
# Whoever always gives the first answer may never come to an end. With these every game ends, whatever the seed.
SHORT = {"storm_dragons": (), "dragon_flight": ("--with", "Until Sunset"), "tempest": ("--set", "longest_game=16")}
SEEDS = (14, 3)
Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Terminal] = []

    def run(*words: str, size: tuple[int, int] = (80, 24), **env: str) -> Terminal:
        running.append(Terminal(tmp_path, *size, "play", *words, env=env))
        return running[-1]

    yield run
    for terminal in running:
        if terminal.child.isalive():
            terminal.kill()


def test_the_first_screen(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5").asked()
    for text in ("Storm Dragons", "table", "Ann (you)", "Bob", "draw pile", "hand (5)", "hidden"):
        assert text in terminal.text
    terminal.until(lambda t: t.help_line.startswith("a number"))
    assert "\x1b]" not in terminal.whole.decode()  # no titles, no clipboards


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_the_window(start: Start, size: tuple[int, int]) -> None:
    terminal = start("storm_dragons", "--seed", "5", "--players", "3", size=size).asked()
    terminal.types("1").asked()
    assert terminal.here == ">"
    assert any("Ann (you)" in line for line in terminal.lines)
    assert any(line.startswith("Storm Dragons") for line in terminal.lines), "the top of the table is in sight"
    assert sum(bool(re.match(r" +\d+  \w", line)) for line in terminal.lines) >= 5


def test_completion_offers_the_legal_moves_and_only_those(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5").asked().types("1").asked()
    terminal.keys("\t").shows("play Spy at tail", "rebuild")
    terminal.keys("\x1b[B").until(lambda t: t.here.startswith("> play"))
    terminal.keys("\x15").until(lambda t: t.here == ">")
    terminal.keys("chal\t")
    # No challenge is possible before something was played; nothing completes it.
    terminal.shows("'chal' is no option")
    assert terminal.here == "> chal"


def test_help_while_typing(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5").asked().types("1").asked()
    terminal.keys("elder h").until(lambda t: "Enter: play Elder at head" in t.help_line)
    assert "day becomes night" in terminal.help_line
    terminal.keys("\x15qq").until(lambda t: "'qq' is no option" in t.help_line)
    terminal.keys("\x15hint").until(lambda t: t.help_line.startswith("hint: "))


def test_control_c_cancels_the_line_and_control_d_asks(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5").asked()
    terminal.keys("nonsense").shows("> nonsense")
    before = terminal.prompts
    terminal.keys("\x03").until(lambda t: t.prompts > before).asked()
    assert terminal.here == ">"
    terminal.keys("\x04").shows("Leave the game?")
    terminal.types("no").asked()
    terminal.keys("\x04").until(lambda t: t.text.count("Leave the game?") >= 1 and t.here.startswith("Leave"))
    terminal.keys("yes\r")
    assert terminal.ended() == 0


def test_another_size_draws_the_table_anew(start: Start) -> None:
    terminal = start("dragon_flight", "--seed", "5", size=(100, 30)).asked()
    terminal.keys("1")
    terminal.resized(60, 24).until(lambda t: any(line == "\u2500" * 59 for line in t.lines))
    assert terminal.here == "> 1", "what was typed stays"
    terminal.resized(90, 40).until(lambda t: any(line == "\u2500" * 89 for line in t.lines))


def test_another_size_after_a_mistake_draws_the_table_anew(start: Start) -> None:
    terminal = start("dragon_flight", "--seed", "5", size=(100, 30)).asked().types("nonsense").asked()
    assert "'nonsense' is no option" in terminal.text
    terminal.keys("1").resized(60, 34).until(lambda t: any("sky" in line for line in t.lines[-28:]) and t.here == "> 1")
    assert "Window too small" not in terminal.plain


def test_many_lines_pasted_at_once(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5").asked()
    terminal.keys("\x1b[200~1\nplay Spy at head\nlog all\x1b[201~")
    terminal.keys("\r").shows("Ann: play Spy at head")
    assert "Ann chooses day" in terminal.plain


def test_a_game_in_plain_lines_for_those_who_hear_the_screen(start: Start) -> None:
    terminal = start("dragon_flight", "--seed", "5", "--plain").until(lambda t: t.here.startswith(">"))
    terminal.keys("1\r").shows("Do you respond?", "1  cast")
    assert not re.search(r"\x1b\[", terminal.whole.decode())
    assert "facing" in terminal.plain or "outer(0): Ann's dragon" in terminal.plain


def test_an_export_can_be_copied(start: Start, tmp_path: Path) -> None:
    """Lines of a scenario are broken where a rules file may be, never inside the name of a card."""
    terminal = start("storm_dragons", "--seed", "3", size=(40, 20)).asked()
    terminal.types("designer").types("export").asked()
    head, *rest = terminal.plain.replace("\r", "").partition('scenario "')[2].split("\n")
    lines = list(takewhile(lambda line: line.startswith("    "), rest))
    assert len(lines) > 5
    assert all(line.count('"') % 2 == 0 and (line.endswith(",") or not after.startswith("      "))
               for line, after in zip(lines, [*lines[1:], ""], strict=True))
    file = tmp_path / "copied.rules"
    file.write_text("\n".join(('use "storm_dragons.rules"', "", f'scenario "{head}', *lines, "")), encoding="utf-8")
    assert not rulewright.check_paths([file]).diagnostics


def test_without_colour(start: Start) -> None:
    terminal = start("storm_dragons", "--seed", "5", NO_COLOR="1").asked().types("1").asked()
    assert not re.search(rb"\x1b\[[0-9;]*3[1-7]m|38;5|38;2", terminal.whole)


@pytest.mark.parametrize("size", SIZES)
def test_hidden_cards_are_on_no_other_screen(start: Start, size: tuple[int, int], tmp_path: Path) -> None:
    """Two people share the keyboard. What only Bob has seen is nowhere between his screens."""
    rules = tmp_path / "secrets.rules"
    rules.write_text(SECRETS)
    terminal = start(str(rules), "--seats", "human,human", size=size)
    for turn in range(6):
        name = "Ann" if turn % 2 == 0 else "Bob"
        terminal.until(lambda t, name=name: f"Pass the keyboard to {name}." in t.text and "Then press" in t.here)
        terminal.types("").asked()
        assert ("Amber" if name == "Ann" else "Beryl") in terminal.text
        terminal.types("1" if turn < 5 else "quit")
    screens = re.split(r"Pass the keyboard to (\w+)\.", terminal.plain)
    assert len(screens) >= 11
    for name, screen in zip(screens[1::2], screens[2::2], strict=True):
        hidden = "Beryl" if name == "Ann" else "Amber"
        shown = [line for line in screen.split("\n") if hidden in line]
        assert not shown, shown


SECRETS = '''\
game "Secrets" for 2 players
    """Keep yours."""

kind amber_stone
kind beryl_stone

card "Amber": amber_stone, 9 copies

card "Beryl": beryl_stone, 9 copies

deck ambers:
    every amber_stone

deck beryls:
    every beryl_stone

the table has:
    turns_taken: number, starts 0

each player has:
    hand: private zone
    kept: private zone

setup:
    each player p:
        if p is first_player: move the first 4 cards in ambers to p's hand
        otherwise: move the first 4 cards in beryls to p's hand

play:
    each player clockwise from first_player has turns until turns_taken >= 8

turn:
    choose one of keep, wait
    add 1 to turns_taken

action keep (c: a card in your hand):
    do: move c to your kept

action wait:
    do: add 0 to turns_taken

ranking of player p:
    count of cards in p's kept, highest first
'''


def test_who_waits_is_told_what_for(start: Start, tmp_path: Path) -> None:
    terminal = start("kuhn_poker", "--seed", "3").asked().types("hint random").asked()
    assert "random thinks. Ctrl-C stops it." in terminal.plain
    terminal.types(f"export {tmp_path / 'kept.rules'}").asked()
    assert "Looking for lines that lead to this table." in terminal.plain


def test_the_help_line_fits_a_narrow_window(start: Start) -> None:
    terminal = start("dragon_flight", "--seed", "5", size=(40, 20)).asked()
    terminal.until(lambda t: t.help_line.startswith("a number is") and t.help_line.endswith("\u2026"))


def test_bots_never_stop_a_game_and_play_a_film(start: Start) -> None:
    terminal = start("pig", "--seats", "greedy,greedy", "--seed", "3")
    terminal.shows("a picture", "space: stop or go on")
    terminal.keys(" ").shows("stands")
    before = terminal.text
    terminal.keys("\r").until(lambda t: t.text != before and "stands" in t.text)
    terminal.keys(" ").keys("++++")
    terminal.until(lambda t: "wins." in t.plain)
    terminal.asked().types("quit")
    assert terminal.ended() == 0


@pytest.mark.long
@pytest.mark.parametrize(("size", "seed"), list(zip(SIZES, SEEDS, strict=True)))
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game(start: Start, game: str, size: tuple[int, int], seed: int) -> None:
    terminal = start(game, "--seed", str(seed), "--pass", "until-turn", *SHORT[game], size=size)
    terminal.asked()
    answers = 0
    while not re.search(r"^(Ann wins|Bob wins|Ann and Bob share|The game ends|Nobody wins)", terminal.text, re.MULTILINE):
        assert all(len(line) <= size[0] for line in terminal.lines)
        assert answers < 400, terminal.text
        assert len(terminal.lines) == size[1]
        number = re.match(r"a number: (\d+) to", terminal.until(lambda t: t.help_line).help_line)
        terminal.types(number[1] if number else "1").asked()
        answers += 1
    assert answers > 3
    assert f"seed {seed}" in terminal.text
    assert "Traceback" not in terminal.plain
    terminal.types("quit")
    assert terminal.ended() == 0


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_hands_of_tempest_are_on_no_other_screen(start: Start, size: tuple[int, int]) -> None:
    """Two people who put nothing down: of the other's deck no name is ever seen that is not in one's own, too."""
    begun = rulewright.load("tempest").start(players=2, seed=5)
    decks = [
        {begun.g.card_names[c] for zone, cards in enumerate(begun.z) if begun.g.zone_owner[zone] == seat for c in cards}
        for seat in (0, 1)
    ]
    others = {"Ann": decks[1] - decks[0], "Bob": decks[0] - decks[1]}
    assert all(len(names) > 10 for names in others.values())
    terminal = start("tempest", "--seed", "5", "--seats", "human,human", size=size)
    turns = steps = 0
    while turns < 3:
        steps += 1
        assert steps < 30, terminal.text
        terminal.until(lambda t: t.here.startswith(">") or "Then press" in t.here)
        asked = " ".join(terminal.text.rpartition("?")[2].split())
        if "Then press" in terminal.here:
            turns += 1
            terminal.types("").asked()
            terminal.types("hand").asked()
        else:
            terminal.types("done" if "for none" in asked else "1" if "exactly 1" in asked or "is no option" in asked else "decline")
    screens = re.split(r"Pass the keyboard to (\w+)\.", terminal.plain)
    faced = screens[1::2]
    assert {"Ann", "Bob"} == set(faced) and len(faced) >= 3
    for name, screen in zip(faced, screens[2::2], strict=True):
        text = " ".join(screen.split())
        thrown_away = {card for card in others[name] if f"{card}: {'Bob' if name == 'Ann' else 'Ann'}'s hand to" in text}
        own = others["Bob" if name == "Ann" else "Ann"]
        assert any(card in text for card in own), f"{name} sees no card of their own"
        assert not [card for card in others[name] - thrown_away if card in text]


ROCKS = '''\
game "Rocks" for 2 players
    """Both choose at once."""

word sign: rock or paper or scissors

each player has:
    shown: sign or nothing, starts nothing

the table has:
    rounds_played: number, starts 0

play:
    repeat until rounds_played >= 2: showdown

round showdown:
    each player p at once:
        p chooses a sign s, asking "What do you show?"
        set p's shown to s
    add 1 to rounds_played

ranking of player p:
    p's seat, lowest first
'''


def test_secret_choices_are_hidden_from_who_chooses_next(start: Start, tmp_path: Path) -> None:
    rules = tmp_path / "rocks.rules"
    rules.write_text(ROCKS)
    terminal = start(str(rules), "--seats", "human,human")
    terminal.until(lambda t: "Pass the keyboard to Ann." in t.text and "Then press" in t.here).types("").asked()
    assert "secret until all have chosen" in terminal.text
    terminal.types("scissors").until(lambda t: "Pass the keyboard to Bob." in t.text and "Then press" in t.here)
    assert "scissors" not in terminal.text
    terminal.types("").asked()
    assert not re.search("Ann.*scissors", terminal.text) and "> scissors" not in terminal.text
    terminal.types("rock").until(lambda t: "Pass the keyboard to Ann." in t.text and "Then press" in t.here).types("").asked()
    assert re.search("Ann.*scissors", terminal.text) and re.search("Bob.*rock", terminal.text)


# What is typed first, a whole answer, and what the menu offers then.
MENUS = {
    "dragon_flight": ("1", "pass", ["cast Cloud Wall", "cast Foresight", "pass"]),
    "tempest": ("", "decline", ["play down Beggar"]),
}


@pytest.mark.parametrize("game", sorted(set(MENUS) & set(WHOLE)))
def test_completion_in_the_other_large_games(start: Start, game: str) -> None:
    first, whole, offered = MENUS[game]
    terminal = start(game, "--seed", "5").asked()
    if first:
        terminal.types(first).asked()
    terminal.keys("\t").shows(*offered)
    terminal.keys("\x1b\x15").until(lambda t: t.here == ">")
    terminal.keys(f"{whole[:3]}\t").until(lambda t: t.here.startswith(f"> {whole}"))
    terminal.keys("\x15zzz\t").shows("'zzz' is no option")
    assert terminal.here == "> zzz"


@pytest.mark.long
@pytest.mark.parametrize("game", WHOLE)
def test_a_large_game_survives_undo_save_a_kill_and_loading(start: Start, game: str, tmp_path: Path) -> None:
    terminal = start(game, "--seed", str(SEEDS[0]), size=(100, 40)).asked()
    for _ in range(6):
        terminal.types("1").asked()
    terminal.types("undo!").asked().types("1").asked()
    terminal.types(f"save {tmp_path / 'kept.json'}").asked().types("1").asked().types("hand").asked()
    holds = [line for line in terminal.lines if "hand (" in line][-1:]
    terminal.types("log").asked()
    last = [line for line in terminal.lines if line.startswith("  ")][-1]
    terminal.kill()
    again = start(game, size=(100, 40)).asked()
    again.types("load").asked()
    assert "Loaded from" in again.plain
    again.types("hand").asked()
    assert [line for line in again.lines if "hand (" in line][-1:] == holds != []
    again.types("log").asked()
    assert [line for line in again.lines if line.startswith("  ")][-1] == last
    again.types(f"load {tmp_path / 'kept.json'}").asked().types("1").asked().types("log").asked()
    assert [line for line in again.lines if line.startswith("  ")][-1] == last
