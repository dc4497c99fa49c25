"""Words of the prompt that change the match: who sits where, options, rules, cards by hand, lines of play only tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rulewright
from rulewright.dsl.suggest import as_typed
from rulewright.interpreter.by_hand import NotByHand
from rulewright.interpreter.describe import words
from rulewright.interpreter.export_here import export_from_here
from rulewright.interpreter.records import is_open
from rulewright.lab.bots import bot_names
from rulewright.repl.answers import NotUnderstood
from rulewright.repl.files import replace_file
from rulewright.repl.session import HUMAN
from rulewright.repl.usage import suggestion
from rulewright.repl.words import word

if TYPE_CHECKING:
    from rulewright.repl.table import Table

_SPEEDS = {"fast": 0.0, "normal": 0.6, "slow": 2.0}
_SLOWEST = 60.0


# ------------------------------------------------------------------ seats and bots


@word("seats", "[PLAYER WHO]")
def seats(table: Table, argument: str) -> None:
    """who sits where; `seats Bob greedy` puts a bot into Bob's seat, `seats Bob human` a person"""
    session = table.session
    if not argument:
        for name, who in zip(session.names, session.seats, strict=True):
            table.out.line(f"  {name}: {who}")
        return
    table.not_while_trying()
    name, _, who = argument.rpartition(" ")
    who = who.casefold()
    seat = _seat(table, name or argument)
    known = [HUMAN, *bot_names(session.game)]
    if not name:
        raise NotUnderstood(f"say who is to sit there: {', '.join(known)}")
    try:
        session.seat(seat, who)
    except rulewright.UsageError:
        meant = suggestion(who, known) or f"; there are: {', '.join(known)}"
        raise NotUnderstood(f"there is no bot '{who}'{meant}") from None
    table.seated()
    table.out.line(f"{session.names[seat]} is now {'a person' if who == HUMAN else who}.")


def _seat(table: Table, text: str) -> int:
    """The seat that is meant: by name, or by number from 1."""
    names = list(table.session.names)
    folded = [as_typed(name) for name in names]
    if as_typed(text) in folded:
        return folded.index(as_typed(text))
    if text.isdecimal() and 1 <= int(text[:4]) <= len(names):
        return int(text) - 1
    raise NotUnderstood(f"nobody here is called '{text}'{suggestion(text, names) or ': ' + ', '.join(names)}")


@word("speed", "[fast, normal, slow or SECONDS]")
def speed(table: Table, argument: str) -> None:
    """how long to wait after what a bot does, in a terminal"""
    if argument:
        wait = _SPEEDS.get(argument.casefold())
        if wait is None:
            try:
                wait = float(argument.removesuffix("s").strip())
            except ValueError:
                wait = -1.0
        if not 0 <= wait <= _SLOWEST:
            raise NotUnderstood(f"a speed is {', '.join(_SPEEDS)}, or a number of seconds up to {_SLOWEST:.0f}")
        table.pause = wait
    table.out.line(f"Bots wait {table.pause:g} seconds after what they do.")


# ------------------------------------------------------------------ rules and options


@word("reload")
def reload(table: Table, argument: str) -> None:
    """read the rules again and go on: the same answers are played on the rules as they are now"""
    table.not_while_trying()
    table.reload()


@word("reload!")
def reload_anyhow(table: Table, argument: str) -> None:
    """read the rules again; where the game cannot follow them, go on from there"""
    table.not_while_trying()
    table.reload(go_on=True)


@word("set", "[NAME to VALUE]")
def set_something(table: Table, argument: str) -> None:
    """the options of the game; `set OPTION to VALUE` plays the same answers with it; a designer sets numbers too"""
    _set(table, argument, go_on=False)


@word("set!", "OPTION to VALUE")
def set_anyhow(table: Table, argument: str) -> None:
    """set an option; where the game cannot follow, go on from there"""
    _set(table, argument, go_on=True)


def _set(table: Table, argument: str, *, go_on: bool) -> None:
    options = table.session.game.options
    if not argument:
        for option in options.values():
            values = ", ".join(option.values) if option.values else f"{option.low} to {option.high}"
            table.out.line(f"  {words(option.name)}: ", ("bold", words(option.value)), f" (of {values})")
        if not options:
            table.out.line("This game has no options.")
        return
    name, value = _name_and_value(argument, [words(option) for option in options])
    chosen = next((o for o in options.values() if as_typed(words(o.name)) == as_typed(words(name))), None)
    if chosen is None:
        if table.session.designer:
            _by_hand(table, f"set {name} to {value}")
            return
        known = [words(o) for o in options]
        said = suggestion(name, known) or (f"; there are: {', '.join(known)}" if known else "; this game has none")
        raise NotUnderstood(f"there is no option '{name}'{said}")
    table.not_while_trying()
    try:
        game = table.session.game.with_options({chosen.name: value.replace(" ", "_")})
    except rulewright.UsageError as problem:
        raise NotUnderstood(str(problem)) from None
    table.play_on(game, f"{words(chosen.name)} is now {value}", go_on=go_on, again="set!")


def _name_and_value(argument: str, options: list[str]) -> tuple[str, str]:
    """Take `NAME to VALUE`, `NAME = VALUE` or `OPTION VALUE` apart."""
    for between in (" to ", "="):
        name, found, value = argument.partition(between)
        if found and name.strip() and value.strip():
            return name.strip(), value.strip()
    name, _, value = argument.rpartition(" ")
    if not name:
        raise NotUnderstood(f"say which value: `set {argument} to VALUE`")
    return name, value


# ------------------------------------------------------------------ by hand


@word("designer")
def designer(table: Table, argument: str) -> None:
    """see and put every card by hand, set numbers, take anything back; the game is marked for good"""
    table.not_while_trying()
    if not table.session.designer:
        table.session.designer = True
        table.out.line("From here on this is a designer's game, and it is marked as one.")
    table.out.line("`give CARD to PLAYER`, `put CARD into ZONE`, `set NUMBER to VALUE` change the table;")
    table.out.line("`zones` shows every card; `undo` takes anything back.")


@word("give", "CARD to PLAYER")
def give(table: Table, argument: str) -> None:
    """put a card into a player's hand (designer mode)"""
    _by_hand(table, f"give {argument}")


@word("put", "CARD into ZONE")
def put(table: Table, argument: str) -> None:
    """put a card somewhere: `put Queen into Ann's flight`, `on top of`, `from discard into` (designer mode)"""
    _by_hand(table, f"put {argument}")


def _by_hand(table: Table, text: str) -> None:
    table.not_while_trying()
    if not table.session.designer:
        raise NotUnderstood("cards are put by hand in a designer's game only: `designer` makes this one")
    try:
        said = table.session.change(text)
    except NotByHand as problem:
        raise NotUnderstood(str(problem)) from None
    table.moved_on()
    table.caught_up()
    table.out.line(f"By hand: {said}.")


@word("export", "[FILE]")
def export(table: Table, argument: str) -> None:
    """the game from here as a scenario, to be pasted into the rules. It tells hidden cards, so it goes to a FILE; it is
    shown here in a designer's game, when the game is over, or where nothing is hidden"""
    table.not_while_trying()
    session = table.session
    path = table.file(argument) if argument else None
    if path is None and not (session.designer or session.state.is_over or is_open(session.state.g)):
        raise NotUnderstood("the scenario would tell hidden cards: name a file for it, as `export mine.rules`")
    if path is not None and path.exists():
        raise NotUnderstood(f"'{path}' is there already")
    try:
        table.takes_a_while("Looking for lines that lead to this table.")
        text = export_from_here(session.game, session.state, _title(table))
    except rulewright.UsageError as problem:
        raise NotUnderstood(f"it cannot be written as a scenario: {problem}") from None
    if path is None:
        table.out.verbatim(text.rstrip("\n"))
        return
    try:
        replace_file(path, text.encode())
    except OSError as problem:
        raise NotUnderstood(f"'{path}' cannot be written: {problem.strerror}") from None
    table.out.line(f"Written to {path}. It tells hidden cards; it passes when it is pasted into the rules.")


def _title(table: Table) -> str:
    state = table.session.state
    turn = f"turn {state.turn}" if state.turn else "the beginning"
    return f"{turn}, the end" if state.is_over else f"{turn}, {table.session.names[state.player]} is asked"


# ------------------------------------------------------------------ trying


@word("what-if")
def what_if(table: Table, argument: str) -> None:
    """try a line of play; `back` returns. What you cannot know is made up; bots play for the others"""
    table.not_while_trying()
    table.try_out()


@word("back")
def back(table: Table, argument: str) -> None:
    """return from a `what-if` to the game"""
    table.come_back()
