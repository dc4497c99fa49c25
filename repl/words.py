"""The words that one may type at the prompt of `play` besides answers; the docstring of each is its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

import rulewright
from rulewright.repl import saves
from rulewright.repl.about import about, begun, names
from rulewright.repl.answers import NotUnderstood, item_texts, named_by_number, shown_text, some_of
from rulewright.repl.commands.why import show_why
from rulewright.repl.passes import PASSES, setting_line
from rulewright.repl.render import table_lines, wrap
from rulewright.repl.session import CannotUndo
from rulewright.repl.steps import Change, named_answer, said, spoken
from rulewright.repl.usage import seed_number, suggestion

if TYPE_CHECKING:
    from rulewright.repl.table import Table

Run = Callable[["Table", str], None]


@frozen
class Word:
    """A word of the prompt. argument: how its argument is called in the help; empty if it takes none."""

    name: str
    argument: str
    run: Run
    help: str


WORDS: dict[str, Word] = {}


def word(name: str, argument: str = "") -> Callable[[Run], Run]:
    """Declare a word of the prompt."""

    def declare(run: Run) -> Run:
        assert name not in WORDS and run.__doc__
        WORDS[name] = Word(name, argument, run, run.__doc__.strip())
        return run

    return declare


def find_word(line: str) -> tuple[Word, str] | None:
    """Give the word that a line begins with, and its argument; None if the line is no word of the prompt."""
    name, _, argument = line.strip().partition(" ")
    found = WORDS.get(name.removeprefix(":").casefold())
    if found is None or (argument.strip() and not found.argument):
        return None
    return found, argument.strip()


# What a short help names, in this order; what is new stands at its end.
_GROUPS = {
    "to look": ("look", "options", "hand", "zones", "stack", "log", "remember"),
    "to ask": ("why", "hint", "what-if", "back", "help"),
    "to take back": ("undo", "redo", "undo!", "restart"),
    "to keep": ("save", "load", "export", "seed"),
    "at the table": ("passes", "seats", "speed", "settings", "quit"),
    "the rules": ("set", "reload", "designer", "give", "put"),
}


@word("help", "[WORD or NAME]")
def show_help(table: Table, argument: str) -> None:
    """what can be typed; `help NAME` tells of an action, a card or anything else that the rules name"""
    if not argument or argument == "all":
        table.out.line("Answer with the number of an option, its text, or a beginning that no other has.")
        name = None if table.session.state.is_over else named_by_number(table.session.state.decision)
        if name is not None:
            table.out.line(f"A number is always that of an option; what is called by a number is typed in quotes, as {name}.")
        table.out.line("Of several things: numbers (`1 3` or `2-4`), names with commas, `all`, or `done` for none.")
        if table.drawn and not argument:
            _tell_groups(table)
            table.out.line("`help WORD` says what one does, `help all` what each does.")
        else:
            for one in WORDS.values():
                _tell_word(table, one)
        table.out.line("`help NAME` tells of anything that the rules of the game name.")
        return
    found = about(table.session.state, table.viewer(), argument)
    name = argument.removeprefix(":").casefold()
    if not found and name not in WORDS:
        several = begun(table.session.state, argument)
        if len(several) > 1:
            raise NotUnderstood(f"that could be {some_of(several)}: type more of it")
        found = about(table.session.state, table.viewer(), several[0]) if several else []
    if name in WORDS:
        _tell_word(table, WORDS[name])
    elif not found:
        meant = suggestion(argument, [*WORDS, *names(table.session.state)])
        raise NotUnderstood(f"neither the prompt nor the rules know '{argument}'{meant or '; `help` lists the words'}")
    for parts in found:
        table.out.line(*parts)


def _tell_groups(table: Table) -> None:
    known = {name for group in _GROUPS.values() for name in group}
    groups = {**_GROUPS, "also": tuple(name for name in WORDS if name not in known and name.removesuffix("!") not in known)}
    for title, group in groups.items():
        if group:
            table.out.line(("dim", f"  {title:14}"), "  ".join(name for name in group if name in WORDS))


def _tell_word(table: Table, one: Word) -> None:
    head = f"  {one.name} {one.argument}".ljust(22)
    for line in wrap(head if head.endswith(" ") else f"{head} ", " ".join(one.help.split())):
        table.out.line(line)


@word("look")
def look(table: Table, argument: str) -> None:
    """the table, as the player who is asked sees it"""
    table.show_table()


@word("options")
def options(table: Table, argument: str) -> None:
    """everything that may be answered now"""
    if table.session.state.is_over:
        raise NotUnderstood("the game is over: nothing is asked")
    decision = table.session.state.decision
    texts = item_texts(decision) if decision.kind in ("set", "order") else [one.text for one in decision.options]
    for number, text in enumerate(texts, 1):
        table.out.line(("cyan", f"  {number}"), f"  {shown_text(text)}")


@word("hand")
def hand(table: Table, argument: str) -> None:
    """what only you can see"""
    seat = table.viewer()
    if seat is None:
        raise NotUnderstood("nobody is asked: there is no hand to show")
    shown = False
    view = table.private_view(seat)
    for parts in table_lines(view, table.session.names, seat=seat, part=True, remembered=True):
        table.out.line(*parts)
        shown = True
    if not shown:
        table.out.line("You have nothing that others cannot see.")


@word("remember")
def remember(table: Table, argument: str) -> None:
    """show, or no longer show, the hidden cards that you have seen before"""
    table.remembered = not table.remembered
    table.out.line(f"Cards that you remember are {'shown' if table.remembered else 'not shown'}.")


@word("log", "[all]")
def log(table: Table, argument: str) -> None:
    """what has happened; `log all` from the beginning, card by card"""
    lines = table.log_lines(each=argument == "all")
    for line in lines if argument == "all" else lines[-20:]:
        table.out.line(("dim", f"  {line}"))
    if not lines:
        table.out.line("Nothing has happened yet.")


@word("undo")
def undo(table: Table, argument: str) -> None:
    """take your last answer back, while nothing became known since"""
    _undo(table, anything=False)


@word("undo!")
def undo_anything(table: Table, argument: str) -> None:
    """take the last answer of a person back whatever is known since; the game is marked"""
    _undo(table, anything=True)


def _undo(table: Table, *, anything: bool) -> None:
    try:
        step = table.session.undo(anything=anything)
    except CannotUndo as problem:
        raise NotUnderstood(f"it cannot be taken back: {problem}") from None
    table.restarted()
    table.out.line(f"Taken back: {said(step)}.")


@word("redo")
def redo(table: Table, argument: str) -> None:
    """give the answer that was taken back again"""
    try:
        step = table.session.redo()
    except CannotUndo as problem:
        raise NotUnderstood(str(problem)) from None
    table.moved_on()
    if isinstance(step, Change):
        table.caught_up()
    table.out.line(f"Once more: {said(step)}.")


@word("save", "FILE")
def save(table: Table, argument: str) -> None:
    """write the game to a file"""
    over = argument.endswith(" !")
    _save(table, argument.removesuffix(" !").strip(), over=over)


@word("save!", "FILE")
def save_over(table: Table, argument: str) -> None:
    """write the game to a file, over what is there"""
    _save(table, argument, over=True)


def _save(table: Table, argument: str, *, over: bool) -> None:
    table.not_while_trying()
    path = table.file(argument)
    if path.exists() and not path.is_dir() and not over and table.reader.interactive:
        over = table.agrees(f"'{path}' is there already. Write over it? (yes or no) ")
        if not over:
            table.out.line("Nothing was written.")
            return
    saves.write(table.session, path, over=over)
    table.out.line(f"Saved to {path}. It holds the whole table, hidden cards included.")


@word("load", "[FILE]")
def load(table: Table, argument: str) -> None:
    """go on with a saved game; without FILE, with the game of this sort that was left last"""
    _load(table, argument, go_on=False)


@word("load!", "[FILE]")
def load_anyhow(table: Table, argument: str) -> None:
    """go on with a saved game that does not fit the rules any more, from where it parts from them"""
    _load(table, argument, go_on=True)


def _load(table: Table, argument: str, *, go_on: bool) -> None:
    table.not_while_trying()
    path = table.file(argument) if argument else table.left_game()
    table.session, note = saves.resume(
        saves.read(path), table.session.game, path, source=table.source, go_on=go_on
    )
    table.restarted()
    if not argument:
        table.took_over(path)
    if note:
        table.out.line(("yellow", "note"), f": {note}")
    table.out.line(f"Loaded from {path}.")


@word("seed")
def seed(table: Table, argument: str) -> None:
    """the number that this game was dealt from, once it is over"""
    if not table.session.shows_seed:
        raise NotUnderstood("the seed is shown when the game is over: before, it would tell what is to come")
    table.out.line(f"seed {table.session.seed}")


@word("why", "[MOVE, NUMBER or WORDS]")
def why(table: Table, argument: str) -> None:
    """why a move is or is not offered (`why challenge`, `why 2` for option 2), why a number is what it is
    (`why Bob's strength`), or what made happen what the log says last of these words (`why Queen`; alone: the last line)"""
    seat = table.viewer()
    if seat is None and not table.session.humans:
        raise NotUnderstood("nobody is there to be told")
    try:
        show_why(table.session.state.why(table.numbered(argument), table.session.humans[0] if seat is None else seat), table.out)
    except rulewright.UsageError as problem:
        raise NotUnderstood(str(problem)) from None


@word("hint", "[BOT]")
def hint(table: Table, argument: str) -> None:
    """what a bot would do in your place, and why; `hint mcts` asks another bot"""
    if not table.session.asks_human():
        raise NotUnderstood("nobody is asked, so there is nothing to advise")
    if argument and argument != "greedy":
        table.takes_a_while(f"{argument} thinks.")
    try:
        advice = table.session.hint(argument or "greedy")
    except rulewright.UsageError as problem:
        raise NotUnderstood(str(problem)) from None
    decision = table.session.state.decision
    named = named_answer(decision, advice.answer)
    if decision.kind != "number":  # as it is typed
        named = shown_text(named) if isinstance(named, str) else tuple(shown_text(text) for text in named)
    answer = spoken(named)
    table.out.line(f"{argument or 'A bot'} would take: ", ("bold", answer))
    for reason in advice.reasons:
        table.out.line(("dim", f"  {reason}"))


@word("passes", "[never, unable or until-turn]")
def passes(table: Table, argument: str) -> None:
    """when you pass by yourself in response windows; alone it says what holds"""
    seat = table.viewer()
    if seat is None:
        raise NotUnderstood("nobody is asked: there is nobody to pass")
    if argument and argument not in PASSES:
        raise NotUnderstood("`passes` takes one of " + "; ".join(f"{name} ({what})" for name, what in PASSES.items()))
    if argument:
        table.passes[seat] = argument
    table.out.line(setting_line(table.session, table.passes, seat))


@word("restart", "[new or SEED]")
def restart(table: Table, argument: str) -> None:
    """deal again: from the seed that was given, if one was, else from a new one; `restart new` deals other cards"""
    table.not_while_trying()
    old = table.session
    if argument and argument.casefold() != "new":
        try:
            table.deal_again(seed_number(argument))
        except argparse.ArgumentTypeError as problem:
            raise NotUnderstood(f"{problem}; or `restart new`") from None
        table.out.line(f"A new game, dealt from seed {table.session.seed}.")
    elif old.seed_given and not argument:
        table.deal_again(old.seed)
        table.out.line(f"A new game from the same seed ({old.seed}), so chance brings the same; `restart new` deals anew.")
    else:
        table.deal_again(None)
        table.out.line("A new game.")


@word("quit")
def leave(table: Table, argument: str) -> None:
    """leave the game"""
    table.over = True


def check_file(argument: str) -> Path:
    """Give the path that was typed after `save` or `load`."""
    if not argument:
        raise NotUnderstood("name a file, as `save tonight.json`")
    if "\0" in argument:
        raise NotUnderstood("that is no name for a file")
    return Path(argument).expanduser()
