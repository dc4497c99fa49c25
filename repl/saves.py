"""Saved games: JSON with the answers by name, so that they can be played again on rules that have changed since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rulewright
from rulewright.repl.files import replace_file
from rulewright.repl.loading import GameSource
from rulewright.repl.session import Diverged, Named, Session
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

FORMAT = 1
_KIND = "rulewright save"
_MOST_BYTES = 64_000_000


class SaveProblem(UsageProblem):
    """A save that cannot be read, loaded or written; the text is the one line shown."""


def document(session: Session) -> dict[str, Any]:
    """Give the whole save as data. It belongs to the table: it holds what players hide from each other."""
    game = session.game
    return {
        "kind": _KIND,
        "format": FORMAT,
        "version": rulewright.__version__,
        "note": "this file holds the whole table, hidden cards included",
        "game": game.name,
        "rules": game.hash,
        "options": {name: option.value for name, option in game.options.items()},
        "players": session.players,
        "names": list(session.names),
        "seats": list(session.seats),
        "seed": session.seed,
        "seed_given": session.seed_given,
        "took_back_known": session.marked,
        "answers": [
            {
                "seat": step.seat,
                "question": step.question,
                "answer": step.answer if isinstance(step.answer, str) else list(step.answer),
            }
            for step in session.steps
        ],
        "snapshot": session.state.to_json(),
    }


def write(session: Session, path: Path, *, over: bool = False) -> None:
    """Write a save, whole or not at all. An existing file is written over only when told so."""
    if path.is_dir():
        raise SaveProblem(f"'{path}' is a folder")
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
    _check_fields(save, path)
    return save


def _check_fields(save: dict[str, Any], path: Path) -> None:
    wanted = {
        "game": str, "rules": str, "options": dict, "players": int, "names": list, "seats": list, "seed": int,
        "seed_given": bool, "answers": list, "snapshot": object,
    }  # fmt: skip
    for key, sort in wanted.items():
        if key not in save or not isinstance(save[key], sort):
            raise SaveProblem(f"'{path}' is damaged: '{key}' is missing or is not what it should be")
    if not all(isinstance(seat, str) for seat in save["seats"]) or len(save["seats"]) != save["players"]:
        raise SaveProblem(f"'{path}' is damaged: its seats do not fit its players")
    for number, answer in enumerate(save["answers"], 1):
        if not (
            isinstance(answer, dict)
            and isinstance(answer.get("seat"), int)
            and 0 <= answer["seat"] < save["players"]
            and isinstance(answer.get("question"), str)
            and _is_named(answer.get("answer"))
        ):
            raise SaveProblem(f"'{path}' is damaged: answer {number} is not what it should be")


def _is_named(answer: Any) -> bool:
    return isinstance(answer, str) or (isinstance(answer, list) and all(isinstance(text, str) for text in answer))


def _answers(save: dict[str, Any]) -> Sequence[tuple[int, str, Named]]:
    return [
        (one["seat"], one["question"], one["answer"] if isinstance(one["answer"], str) else tuple(one["answer"]))
        for one in save["answers"]
    ]


def game_of(save: dict[str, Any], source: GameSource) -> Game:
    """Load the game of a save. What was set for the save holds, unless the command line says otherwise."""
    game = source.load()
    settings = {name: str(value) for name, value in save["options"].items() if name in game.options}
    settings.update(source.settings)
    if all(str(game.options[name].value) == value for name, value in settings.items()):
        return game
    return GameSource(source.path, source.variants, tuple(settings.items())).load()


def resume(
    save: dict[str, Any], game: Game, path: Path, seats: Sequence[str] | None = None
) -> tuple[Session, str | None]:
    """Give the match of a save, played again on the rules of `game`, and a note if those have changed since.

    Nothing is loaded half: where an answer does not fit the rules any more, the save is refused and says which.
    """
    if save["game"] != game.name:
        raise SaveProblem(f"'{path}' is a game of {save['game']}, not of {game.name}")
    try:
        session = Session.start(game, save["players"], seats or save["seats"], save["seed"])
    except rulewright.UsageError as problem:
        raise SaveProblem(f"'{path}' cannot be loaded: {problem}") from None
    session.seed_given = save["seed_given"]
    session.marked = bool(save.get("took_back_known"))
    changed = save["rules"] != game.hash
    try:
        session.replay(_answers(save))
    except Diverged as difference:
        why = _changes(save, game) if changed else "the rules are the same, so the file was changed"
        where = f"at answer {difference.step} of {len(save['answers'])}"
        raise SaveProblem(f"'{path}' cannot be loaded: {why}; {where}, {difference.what}") from None
    if not changed and not _arrived(session, save["snapshot"]):
        raise SaveProblem(f"'{path}' is damaged: its answers do not lead to the table that it holds")
    if not changed:
        return session, None
    return session, f"{_changes(save, game)}; every answer still fits, and the game goes on by today's rules"


def _arrived(session: Session, snapshot: Any) -> bool:
    """Say whether the match is where the save is; forced passes that had been given are given."""
    while json.loads(json.dumps(session.state.to_json())) != snapshot:
        if not session.only_pass():
            return False
        session.pass_by()
    return True


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
