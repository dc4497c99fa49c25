"""A game that is kept as it is played, and rules that change while it is: killed, loaded, reloaded, watched."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright.repl import saves
from rulewright.repl.autosave import Autosave
from rulewright.repl.loading import GameSource
from rulewright.repl.output import Output
from rulewright.repl.session import HUMAN, Session
from rulewright.repl.steps import Step
from rulewright.repl.table import Table
from rulewright.repl.watching import Watch

from .magpies import MAGPIES
from .terminal import Terminal

Run = Callable[..., Terminal]


# ------------------------------------------------------------------ killed and loaded


@pytest.fixture
def terminal(tmp_path: Path, magpies: Path) -> Iterator[Run]:
    """Play in a terminal; whatever still runs at the end of the test is ended."""
    running: list[Terminal] = []

    def run(*words: str) -> Terminal:
        running.append(Terminal(tmp_path, 80, 40, "play", str(magpies), *words))
        return running[-1].asked()

    yield run
    for one in running:
        if one.child.isalive():
            one.kill()


def test_a_game_survives_a_kill_9(terminal: Run, tmp_path: Path) -> None:
    first = terminal("--seed", "7").types("1").shows("turn 3", "hand (3)")
    hand = [line for line in first.lines if "hand (3)" in line][-1]
    first.kill()
    (file,) = (tmp_path / "state" / "rulewright" / "games").glob("*.json")
    again = terminal()
    assert "was left unfinished" in again.plain
    again.types("load").shows("turn 3", hand)
    assert "Loaded from" in again.plain
    (kept_now,) = file.parent.glob("*.json")
    assert kept_now != file
    kept, note = saves.resume(saves.read(kept_now), rulewright.load(tmp_path / "magpies.rules"), kept_now)
    assert note is None
    assert [step.seat for step in kept.steps if isinstance(step, Step)] == [0, 1]
    again.types("1").shows("turn 5").types("undo!").shows("turn 3", hand)
    again.types("quit")
    assert again.ended() == 0


def test_rules_that_are_saved_are_read_while_a_person_thinks(terminal: Run, magpies: Path) -> None:
    playing = terminal("--seed", "7", "--watch").types("1").shows("turn 3", "hand (3)")
    before = playing.prompts
    magpies.write_text(MAGPIES.replace("normally 1", "normally 3"))
    playing.until(lambda t: t.prompts > before)
    assert "magpies.rules was saved" in playing.plain
    assert "The new rules are in force" in playing.plain
    playing.types("set").shows("reach: 3")


def session(path: Path, *seats: str, seed: int = 7) -> Session:
    game = rulewright.load(path)
    made = Session.start(game, 2, seats or (HUMAN, "random"), seed)
    made.source = GameSource.named(str(path), [], [])
    return made


def test_what_is_kept_is_the_match_and_goes_when_it_is_over(
    magpies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_state_dir", lambda *_, **__: str(tmp_path / "state" / "rulewright"))
    match = session(magpies, HUMAN, HUMAN)
    place = Autosave.of(match)
    assert place is not None
    place.keep(match)
    assert not place.path.exists()
    while not match.state.is_over:
        match.answer(0, match.state.decision.options[0].text)
        place.keep(match)
        if not match.state.is_over:
            loaded, note = saves.resume(saves.read(place.path), match.game, place.path)
            assert note is None
            assert loaded.state == match.state
    assert not place.path.exists()
    place.path.write_text("{}")
    other = Autosave.of(match)
    assert other is not None
    assert other.left() == place.path
    assert place.left() is None
    # Another process plays it: it was not left.
    place.path.rename(place.path.with_name(f"magpies-{os.getppid()}-1.json"))
    assert other.left() is None


def test_where_nothing_can_be_kept_it_is_said_once(magpies: Path, tmp_path: Path) -> None:
    match = session(magpies, HUMAN, HUMAN)
    match.answer(0, match.state.decision.options[0].text)
    nowhere = Autosave(tmp_path / "no" / "folder" / "x.json")
    printed = io.StringIO()
    out = Output(printed, printed)
    table = Table(match, Lines([]), out, autosave=nowhere)
    table._keep()
    table._keep()
    assert printed.getvalue().count("the game is not kept as it is played") == 1


# ------------------------------------------------------------------ rules that change


class Lines:
    """Gives lines; a function among them is called first, as when a file is saved before the line is typed."""

    strict = False

    def __init__(self, lines: list[object], interactive: bool = False) -> None:
        self.lines = lines
        self.interactive = interactive
        self.interrupted: Callable[[], bool] | None = None

    def forget(self) -> None:
        pass

    def read(self, prompt: str, completions: object, desk: object = None) -> str | None:
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return line
            assert callable(line)
            line()
        return None

    def place(self) -> str:
        return ""


def watched(path: Path, *lines: object, interactive: bool = False) -> str:
    """Play with the rules watched; give what was printed."""
    path.write_text(MAGPIES)
    printed = io.StringIO()
    out = Output(printed, printed)
    match = session(path, HUMAN, HUMAN)
    assert match.source is not None
    watch = Watch.of(match.source)
    reader = Lines(list(lines), interactive)
    assert Table(match, reader, out, source=match.source, watch=watch).run() == 0
    assert "Traceback" not in printed.getvalue()
    return printed.getvalue()


def saved(path: Path, *changes: tuple[str, str]) -> Callable[[], None]:
    """Save the rules with something replaced."""

    def save() -> None:
        text = MAGPIES
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path.write_text(text)
        # The same second and size as before must not hide it.
        stamp = path.stat().st_mtime_ns + 1_000_000 * (1 + len(changes))
        os.utime(path, ns=(stamp, stamp))

    return save


def test_a_saved_change_is_applied_and_the_game_goes_on(magpies: Path) -> None:
    printed = watched(magpies, "1", saved(magpies, ("normally 1", "normally 4")), "set", "look")
    assert "magpies.rules was saved.\nThe new rules are in force.\n" in printed
    assert "reach: 4 (of 0 to 5)" in printed
    assert "turn 2, Bob's" in printed.partition("reach: 4")[2]


def test_rules_that_are_saved_during_a_try_wait_for_the_game(magpies: Path) -> None:
    printed = watched(magpies, "what-if", saved(magpies, ("normally 1", "normally 4")), "1", "set", "back", "set")
    tried, _, then = printed.partition("Back in the game.")
    assert "was saved" not in tried
    assert "reach: 1" in tried
    assert "magpies.rules was saved.\nThe new rules are in force.\n" in then
    assert "reach: 4" in then


def test_errors_are_shown_and_the_old_rules_stay(magpies: Path) -> None:
    printed = watched(magpies, saved(magpies, ("prize's shine <=", "prize's shin <=")), "1", "set")
    assert re.search(r"magpies\.rules:49:\d+: error E\d+: ", printed)
    assert "did you mean" in printed
    assert "The old rules stay, and the game goes on by them." in printed
    assert "Ann: hoard it" in printed
    assert "reach: 1 (of 0 to 5)" in printed


def test_where_the_game_cannot_follow_it_says_so_and_offers_to_go_on(magpies: Path) -> None:
    change = ("the first 3 cards in nest to p's hand", "the first 2 cards in nest to p's hand")
    printed = watched(magpies, "1", "1", "1", saved(magpies, change), "look", "reload!", "look")
    assert "The game cannot follow: at answer 1 of 3, now Bob is asked, where Ann answered 'hoard it Button'." in printed
    assert "The old rules stay. `reload!` goes on from there." in printed
    assert re.search(r"The new rules are in force, from answer \d on\.", printed)


def test_a_person_is_asked_whether_to_go_on(magpies: Path) -> None:
    change = ("the first 3 cards in nest to p's hand", "the first 2 cards in nest to p's hand")
    answers = ["", "1", "", "1", "", saved(magpies, change), "look", "yes", "", "look", "quit"]
    printed = watched(magpies, *answers, interactive=True)
    assert "The game cannot follow" in printed
    assert "from answer" in printed


def test_a_renamed_card_a_removed_phase_and_other_zones(magpies: Path) -> None:
    renamed = saved(magpies, ('"Button"', '"Knob"'))
    printed = watched(magpies, "hoard it Button", renamed, "look")
    assert "The game cannot follow: at answer 1 of 1, 'hoard it Button' is no longer offered" in printed
    hand, hoard = "    hand: private zone\n", "    hoard: public zone, in play\n"
    moved = saved(magpies, (hand + hoard, hoard + hand))
    assert "The new rules are in force.\n" in watched(magpies, "1", moved, "look")
    phase = saved(
        magpies,
        ("    phase acting:\n        choose one of hoard_it, trade\n", "    choose one of hoard_it, trade\n"),
    )
    assert "The new rules are in force.\n" in watched(magpies, "1", phase, "look")


def test_a_mistake_that_shows_in_play_is_mended_and_the_game_goes_on(magpies: Path) -> None:
    """The rules break in the middle of an answer: the game stands where it was, and goes on when they are mended."""
    broken = (
        "    do: move c to your hoard\n",
        "    do:\n        set your luck to remainder(5, count of cards in your hoard)\n        move c to your hoard\n",
    )
    printed = watched(magpies, saved(magpies, broken), "1", saved(magpies), "1", "look")
    assert "The game stands where it was before." in printed
    assert "Ann: hoard it" in printed.partition("stands where it was")[2]


def test_taking_back_right_after_the_end(magpies: Path) -> None:
    """R11: the game runs again."""
    match = session(magpies, HUMAN, HUMAN)
    while not match.state.is_over:
        last = match.state.fork()
        match.answer(0, match.state.decision.options[0].text)
    match.undo(anything=True)
    assert not match.state.is_over
    assert match.state == last
    match.redo()
    assert match.state.is_over
