"""The rules as they were when a game was saved: kept in the save, so that it can be played on by them.

A save may come from strangers: only plain names of rules files below a folder of its own are written.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.api import library
from rulewright.repl.loading import GameSource
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.repl.session import Session

_MOST_FILES = 200


def pinned(session: Session) -> dict[str, Any] | None:
    """Give the texts of all files of a match's rules, by paths that hold anywhere; None for rules from no file."""
    loaded, source = session.game.loaded, session.source
    if loaded is None or source is None:
        return None
    main = source.path.resolve()
    shelves = [path for path in sorted(library().iterdir()) if path.is_dir() and path.name[0] not in "._"]
    roots = [main.parent, main.parent.parent, library().resolve(), *(shelf.resolve() for shelf in shelves)]
    names = {}
    for one in loaded.sources:
        path = Path(one.name).resolve()
        root = next((root for root in roots if path.is_relative_to(root)), path.parent)
        names[path] = path.relative_to(root).as_posix()
    variants = [names.get(Path(name).resolve(), name) for name in source.variants]
    files = {names[Path(one.name).resolve()]: one.text for one in loaded.sources}
    return {"main": names.get(main, main.name), "with": variants, "files": files}


def unpinned(save: dict[str, Any], path: Path) -> GameSource:
    """Give the rules that a save holds, written to a folder that goes when the program ends."""
    kept = save.get("pinned")
    if not isinstance(kept, dict):
        raise UsageProblem(f"'{path}' does not hold the rules that it was played by")
    files, main, variants = kept.get("files"), kept.get("main"), kept.get("with")
    sound = (
        isinstance(files, dict)
        and len(files) <= _MOST_FILES
        and all(isinstance(text, str) and _is_plain(name) for name, text in files.items())
        and main in files
        and isinstance(variants, list)
        and all(isinstance(name, str) for name in variants)
    )
    if not sound or not isinstance(files, dict) or not isinstance(variants, list):
        raise UsageProblem(f"'{path}' is damaged: the rules in it are not what they should be")
    folder = Path(tempfile.mkdtemp(prefix="rulewright-")) / "game"
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    return GameSource.named(str(folder / str(main)), [str(folder / v) if v in files else v for v in variants], [])


def _is_plain(name: Any) -> bool:
    if not isinstance(name, str) or "\\" in name or "\0" in name or ":" in name:
        return False
    parts = PurePosixPath(name).parts
    return name.endswith(".rules") and not name.startswith("/") and ".." not in parts and 0 < len(parts) <= 4
