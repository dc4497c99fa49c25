"""The game as it stands, kept after every answer, so that nothing is lost when the program is killed.

The files lie in the user's own folder for such things, one for each table.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from attrs import define

from rulewright.repl import saves
from rulewright.repl.files import replace_file
from rulewright.repl.session import Session

_MOST_KEPT = 8


@define
class Autosave:
    """Where the match of one table is kept. Whatever fails here never stops a game: it is said once."""

    path: Path
    problem: str | None = None
    _kept: tuple[int, ...] = ()  # what was kept last

    @classmethod
    def of(cls, session: Session) -> Autosave | None:
        """Give the place for a new table; None where there can be none."""
        import platformdirs

        folder = Path(platformdirs.user_state_dir("rulewright", appauthor=False)) / "games"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        number = 1
        stem = _stem(session.game.name)
        while (folder / f"{stem}-{os.getpid()}-{number}.json").exists():
            number += 1
        return cls(folder / f"{stem}-{os.getpid()}-{number}.json")

    def keep(self, session: Session) -> None:
        """Write the match; a finished one is not kept."""
        here = (id(session), len(session.steps), session.state.n_decisions, *map(hash, session.seats))
        if session.tried or here == self._kept:
            return
        self._kept = here
        try:
            if session.state.is_over or not session.steps:
                self.path.unlink(missing_ok=True)
            else:
                replace_file(self.path, (json.dumps(saves.document(session, with_rules=False)) + "\n").encode("ascii"))
        except OSError as problem:
            self.problem = self.problem or str(problem)

    def take_over(self, session: Session, path: Path) -> None:
        """Keep a match that was left in another file here, and only here."""
        self.keep(session)
        if self.path.exists() and self.problem is None:
            path.unlink(missing_ok=True)

    def left(self) -> Path | None:
        """Give the file of the game of this sort that was left last, other than this table's; old ones are removed."""
        stem = re.sub(r"-\d+-\d+$", "", self.path.stem)
        try:
            found = sorted(
                (p for p in self.path.parent.glob(f"{stem}-*-*.json") if p != self.path and _mine(p, stem)),
                key=lambda p: -p.stat().st_mtime_ns,
            )
            for old in found[_MOST_KEPT:]:
                old.unlink(missing_ok=True)
        except OSError:
            return None
        return found[0] if found else None


def _mine(path: Path, stem: str) -> bool:
    """Say whether a file holds a game of this sort that nobody plays any more."""
    found = re.fullmatch(rf"{re.escape(stem)}-(\d+)-\d+", path.stem)
    return found is not None and not _runs(int(found[1]))


def _runs(number: int) -> bool:
    """Say whether another process of that number runs; where that cannot be asked, none does."""
    if os.name != "posix" or number == os.getpid():
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _stem(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "game"
