"""Saved games: JSON with the answers by name, so that they can be played again on rules that have changed since."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rulewright
from rulewright.interpreter.saves import decks_of, with_decks
from rulewright.repl.files import holds_rules, replace_file
from rulewright.repl.loading import GameSource
from rulewright.repl.pinned import pinned
from rulewright.repl.session import HUMAN, Session, dealt
from rulewright.repl.steps import Change, Diverged, Step
from rulewright.repl.tables import at_scenario
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

FORMAT = 2
_KIND = "rulewright save"
_MOST_BYTES = 64_000_000


class SaveProblem(UsageProblem):
    """A save that cannot be read, loaded or written; the text is the one line shown."""


def document(session: Session, *, with_rules: bool = True) -> dict[str, Any]:
    """Give the whole save as data. It belongs to the table: it holds what players hide from each other.

    with_rules: and the rules as they are now, so that it can be played on by them.
    """
    game = session.game
    return {
        "kind": _KIND,
        "format": FORMAT,
        "version": rulewright.__version__,
        "note": "this file holds the whole table, hidden cards included",
        "game": game.name,
        "rules": game.hash,
        "from": None if session.source is None else session.source.word,
        "with": [] if session.source is None else [Path(name).name for name in session.source.variants],
        "options": {name: option.value for name, option in game.options.items()},
        **({"decks": decks} if (decks := decks_of(session.state)) else {}),
        "players": session.players,
        "names": list(session.names),
        "seats": list(session.seats),
        "seed": session.seed,
        "seed_given": session.seed_given,
        "took_back_known": session.marked,
        "designer": session.designer,
        "at": session.at,
        "answers": [_written(step) for step in session.steps],
        "digest": session.state.digest(),
        **({"pinned": pinned(session)} if with_rules else {}),
    }


def _written(step: Step | Change) -> dict[str, Any]:
    if isinstance(step, Change):
        return {"by_hand": step.text}
    answer = step.answer if isinstance(step.answer, str) else list(step.answer)
    return {"seat": step.seat, "question": step.question, "answer": answer, "by": step.by}


def write(session: Session, path: Path, *, over: bool = False) -> None:
    """Write a save, whole or not at all. An existing file is written over only when told so."""
    if path.is_dir():
        raise SaveProblem(f"'{path}' is a folder")
    if holds_rules(path):
        raise SaveProblem(f"'{path}' holds rules, and would be lost; give the file another name")
    if not over and path.exists():
        raise SaveProblem(f"'{path}' is there already; `save! {path}` writes over it")
    text = json.dumps(document(session), indent=1) + "\n"
    try:
        replace_file(path, text.encode("ascii"))
    except OSError as problem:
        raise SaveProblem(f"'{path}' cannot be written: {problem.strerror}") from None


def read(path: Path) -> dict[str, Any]:
    """Read a save as data; say what is wrong with a file that is none."""
    try:
        if not path.is_file():
            raise SaveProblem(f"'{path}' is a folder or a device" if path.exists() else f"there is no file '{path}'")
        if path.stat().st_size > _MOST_BYTES:
            raise SaveProblem(f"'{path}' has more than {_MOST_BYTES:,} bytes: no save is that long")
        data = path.read_bytes()
    except OSError as problem:
        raise SaveProblem(f"'{path}' cannot be read: {problem.strerror}") from None
    if not data.strip():
        raise SaveProblem(f"'{path}' is empty: nothing was saved in it")
    try:
        save = json.loads(data)
    except (ValueError, RecursionError):
        begun = data.lstrip().startswith(b"{") and _KIND.encode() in data[:200]
        what = "is cut off or was changed: it is no whole save" if begun else "is no save: it is not JSON"
        raise SaveProblem(f"'{path}' {what}") from None
    if not isinstance(save, dict) or save.get("kind") != _KIND:
        raise SaveProblem(f"'{path}' is no save of a game")
    if not isinstance(save.get("format"), int) or save["format"] > FORMAT:
        raise SaveProblem(
            f"'{path}' was saved by a newer version ({save.get('version')}, format {save.get('format')}); "
            f"this one reads up to format {FORMAT}"
        )
    if save["format"] < FORMAT:
        raise SaveProblem(f"'{path}' was saved by an older version ({save.get('version')}), which this one cannot read")
    _check_fields(save, path)
    return save


def _check_fields(save: dict[str, Any], path: Path) -> None:
    """Say what in a save is not what it should be. What is optional may be missing, and nothing else instead."""
    for key, (fits, needed) in _FIELDS.items():
        if key not in save and not needed:
            continue
        if key not in save or not fits(save[key]):
            raise SaveProblem(f"'{path}' is damaged: '{key}' is missing or is not what it should be")
    for key in ("names", "seats"):
        if len(save[key]) != save["players"]:
            raise SaveProblem(f"'{path}' is damaged: its {key} do not fit its players")
    for number, answer in enumerate(save["answers"], 1):
        if not _is_step(answer, save["players"]):
            raise SaveProblem(f"'{path}' is damaged: answer {number} is not what it should be")
    if not save.get("designer") and any("by_hand" in answer for answer in save["answers"]):
        raise SaveProblem(f"'{path}' is damaged: something was put by hand in a game that is no designer's")


def _is(*sorts: type) -> Callable[[Any], bool]:
    """Give a test for a value of one of these types; a yes or no is no number."""
    return lambda value: type(value) in sorts


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _settings(value: Any) -> bool:
    return isinstance(value, dict) and all(type(one) in (str, int, bool) for one in value.values())


# For each field: what it may be, and whether it must be there.
_FIELDS: dict[str, tuple[Callable[[Any], bool], bool]] = {
    "version": (_is(str), False),
    "note": (_is(str), False),
    "game": (_is(str), True),
    "rules": (_is(str), True),
    "from": (_is(str, type(None)), False),
    "with": (_texts, False),
    "options": (_settings, True),
    "players": (_is(int), True),
    "names": (_texts, True),
    "seats": (_texts, True),
    "seed": (_is(int), True),
    "seed_given": (_is(bool), True),
    "took_back_known": (_is(bool), False),
    "designer": (_is(bool), False),
    "at": (_is(str, type(None)), False),
    "answers": (_is(list), True),
    "digest": (_is(str), True),
    "pinned": (_is(dict, type(None)), False),
}


def _is_step(one: Any, players: int) -> bool:
    if not isinstance(one, dict):
        return False
    if isinstance(one.get("by_hand"), str):
        return True
    return (
        isinstance(one.get("seat"), int)
        and 0 <= one["seat"] < players
        and isinstance(one.get("question"), str)
        and isinstance(one.get("by", ""), str)
        and _is_named(one.get("answer"))
    )


def _is_named(answer: Any) -> bool:
    return isinstance(answer, str) or (isinstance(answer, list) and all(isinstance(text, str) for text in answer))


def _steps(save: dict[str, Any]) -> Sequence[Step | Change]:
    found: list[Step | Change] = []
    for one in save["answers"]:
        if "by_hand" in one:
            found.append(Change(one["by_hand"]))
            continue
        answer = one["answer"] if isinstance(one["answer"], str) else tuple(one["answer"])
        found.append(Step(one["seat"], one["question"], answer, one.get("by", HUMAN)))
    return found


def source_of(save: dict[str, Any], path: Path, game: str | None, variants: Sequence[str] | None) -> GameSource:
    """Give where the rules of a save come from. Files are looked for here and beside the save.

    game, variants: what the command line says instead.
    """
    word = game or save.get("from")
    if not isinstance(word, str):
        raise SaveProblem(f"'{path}' does not say where its rules are: name them with --game")
    names = save.get("with", []) if variants is None else variants
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SaveProblem(f"'{path}' is damaged: 'with' is not what it should be")

    def found(name: str) -> str:
        beside = path.parent / name
        return str(beside) if not Path(name).exists() and beside.is_file() else name

    return GameSource.named(found(word), [found(name) for name in names], [])


def game_of(save: dict[str, Any], source: GameSource) -> Game:
    """Load the game of a save. What was set for the save holds, unless the command line says otherwise."""
    game = source.load()
    settings = {name: str(value) for name, value in save["options"].items() if name in game.options}
    settings.update(source.settings)
    if not all(str(game.options[name].value) == value for name, value in settings.items()):
        game = GameSource(source.path, source.variants, tuple(settings.items()), source.decks).load()
    try:
        return game if source.decks else with_decks(game, save, "rules")
    except rulewright.UsageError as problem:
        raise SaveProblem(str(problem)) from None


def resume(
    save: dict[str, Any], game: Game, path: Path, seats: Sequence[str] | None = None, *, source: GameSource | None = None,
    go_on: bool = False,
) -> tuple[Session, str | None]:
    """Give the match of a save, played again on the rules of `game`, and a note if those have changed since.

    Nothing is loaded half: where an answer does not fit the rules any more, the save is refused and says which;
    go_on: then the match goes on from there. source: where the game comes from, for saves that began with a scenario.
    """
    session, difference = replayed(save, game, path, seats, source=source)
    changed = save["rules"] != game.hash
    if difference is not None:
        why = _changes(save, game) if changed else "the rules are the same, so the file was changed"
        where = f"at answer {difference.step} of {len(save['answers'])}, {difference.what}"
        if not go_on:
            ways = "--go-on goes on from there, --old-rules plays by the rules of the save"
            raise SaveProblem(f"'{path}' cannot be loaded: {why}; {where} ({ways})")
        return session, f"{why}; {where}; the game goes on from there"
    if not changed and not _arrived(session, save["digest"]):
        raise SaveProblem(f"'{path}' is damaged: its answers do not lead to the table that it holds")
    if not changed:
        return session, None
    return session, f"{_changes(save, game)}; every answer still fits, and the game goes on by today's rules"


def _arrived(session: Session, digest: str) -> bool:
    """Say whether the match is where the save is; answers that the table had given by itself are given."""
    while session.state.digest() != digest:
        if not session.held():
            return False
        session.answer_by_itself()
    return True


def replayed(
    save: dict[str, Any], game: Game, path: Path, seats: Sequence[str] | None = None, *, source: GameSource | None = None
) -> tuple[Session, Diverged | None]:
    """Give the match of a save as far as its answers fit the rules of `game`, and where they part from them."""
    if save["game"] != game.name:
        raise SaveProblem(f"'{path}' is a game of {save['game']}, not of {game.name}")
    deal = dealt if save.get("at") is None or source is None else at_scenario(source, save["at"]).deal
    try:
        session = Session.start(game, save["players"], seats or save["seats"], save["seed"], deal, save.get("at"))
    except rulewright.UsageError as problem:
        raise SaveProblem(f"'{path}' cannot be loaded: {problem}") from None
    session.source = source
    session.seed_given = save["seed_given"]
    session.marked = bool(save.get("took_back_known"))
    session.designer = bool(save.get("designer"))
    try:
        session.replay(_steps(save))
    except Diverged as difference:
        return session, difference
    return session, None


def _changes(save: dict[str, Any], game: Game) -> str:
    """Say what differs between the rules of the save and those of today."""
    now = {name: option.value for name, option in game.options.items()}
    then = save["options"]
    told = [
        f"option {name} was {then.get(name, 'not there')} and is {now.get(name, 'not there')}"
        for name in sorted({*now, *then})
        if str(now.get(name)) != str(then.get(name))
    ]
    return "; ".join(told) if told else "the rules have changed since it was saved"
