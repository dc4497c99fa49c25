"""The games that ship, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.api import shipped_games
from rulewright.repl.usage import UsageProblem, suggestion

_MAY_TEST = re.compile(r"^(game|variant|scenario|invariant|experiment)\b", re.MULTILINE)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _rules_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from _rules_files(path)
        elif path.suffix == ".rules":
            yield path


def find_game(text: str) -> Path:
    """Give the rules file that GAME means: a path, or the name of a game that ships."""
    if not text:
        raise UsageProblem("an empty word names no file and no game")
    path = Path(text)
    if path.is_file():
        return path
    found = shipped_games().get(text)
    if found is not None:
        return found
    if path.is_dir():
        raise UsageProblem(f"'{text}' is a folder; a game is one .rules file")
    if path.suffix == ".rules" or len(path.parts) > 1:
        raise UsageProblem(f"there is no file '{text}'")
    if path.with_suffix(".rules").is_file():
        return path.with_suffix(".rules")
    known = suggestion(text, shipped_games()) or f"; those that ship: {', '.join(sorted(shipped_games()))}"
    raise UsageProblem(f"there is no file and no game '{text}'{known}")


def find_places(words: list[str]) -> list[Path]:
    """Give what PATH... means where folders are looked through by what reads them."""
    return [_folder(word) if word and Path(word).is_dir() else find_game(word) for word in words]


def _folder(word: str) -> Path:
    path = Path(word)
    if next(_rules_files(path), None) is None:
        raise UsageProblem(f"there is no .rules file in '{word}'")
    return path


def find_paths(words: list[str], *, tests: bool = False) -> list[Path]:
    """Give the rules files that PATH... means: files, names of games that ship, and every .rules file of a folder.

    tests: of folders only those that can hold tests of their own, not what others merely use.
    """
    found: list[Path] = []
    for word in words:
        path = Path(word)
        if word and path.is_dir():
            inside = [one for one in _rules_files(path) if not tests or _MAY_TEST.search(_text(one))]
            if not inside:
                raise UsageProblem(f"there is no .rules file in '{word}'")
            found.extend(inside)
        else:
            found.append(find_game(word))
    return list(dict.fromkeys(found))
