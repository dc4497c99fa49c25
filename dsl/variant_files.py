"""Where the variants of a game stand: files that are named, those that ship with the game, those beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from rulewright.dsl.includes import SUFFIX
from rulewright.dsl.source import MAX_BYTES

FOLDER = "variants"
_OF_ANOTHER = re.compile(r'^variant\s+"([^"\n]*)"\s+of\b', re.MULTILINE)
_MOST_FILES = 200  # of a folder that are looked at for a title
_TITLE = re.compile(r'^variant\s+"([^"\n]*)"', re.MULTILINE)


def known_variants(game: Path, library: Path | None = None) -> dict[str, Path]:
    """The variants of a game that can be named without a path: `variants/GAME/NAME.rules`, beside it or shipped."""
    found: dict[str, Path] = {}
    name = game.stem.removesuffix(".tests")
    above = [game.parent.parent] if game.parent.name == name else []  # a game in a folder of its own
    for root in (game.parent, *above, *([library] if library is not None else [])):
        folder = root / FOLDER / name
        for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
            if not path.name.startswith("."):
                found.setdefault(path.stem, path)
    return found


def find_variant(game: Path, word: str, library: Path | None = None) -> Path | None:
    """The file that a word means: a path, the name of a known variant, its title, or a name without its ending."""
    path = Path(word)
    if path.is_file():
        return path
    if is_path(word):
        return None
    known = known_variants(game, library)
    if word in known:
        return known[word]
    beside = path.with_name(path.name + SUFFIX) if path.name else path
    if beside.is_file():
        return beside
    return next((file for file in known.values() if word in _TITLE.findall(_text(file))), None)


def within_reach(game: Path, folders: Iterable[Path], library: Path | None = None) -> dict[str, tuple[str, ...]]:
    """The variants that can be found, by title, each with the words that name it: by name, or a file beside others.

    Several words: several files have a variant of this title.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[Path] = set()
    for name, file in known_variants(game, library).items():
        seen.add(file.resolve())
        for title in _TITLE.findall(_text(file)):
            found[title].append(name)
    for folder in dict.fromkeys(folders):
        for path in sorted(folder.glob(f"*{SUFFIX}"))[:_MOST_FILES]:
            if path.is_file() and path.resolve() not in seen and path.stat().st_size <= MAX_BYTES:
                seen.add(path.resolve())
                for title in _OF_ANOTHER.findall(_text(path)):
                    found[title].append(path.as_posix())
    return {title: tuple(words) for title, words in found.items()}


def is_path(word: str) -> bool:
    """Whether a word is written like a path, so that it can be no name and no title."""
    path = Path(word)
    return path.suffix == SUFFIX or len(path.parts) > 1


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
