"""What was typed before, kept in the user's directories for the next time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.repl.output import Output

_NOT_KEPT = "what you type is not kept for the next time"


def history_file(out: Output) -> Path | None:
    """Give the file that keeps what was typed, or None, with a warning, where there can be none."""
    import platformdirs

    folder = Path(platformdirs.user_state_dir("rulewright", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "history"
        with open(path, "ab"):
            pass
    except OSError as problem:
        out.error(("yellow", "warning"), f": {_NOT_KEPT}: {problem.filename}: {problem.strerror}")
        return None
    return path


def history(path: Path, out: Output) -> Any:
    from prompt_toolkit.history import FileHistory

    class CarefulHistory(FileHistory):
        """A history file whose failures never stop a game."""

        warned = False

        def _warn(self, problem: Exception) -> None:
            if not self.warned:
                self.warned = True
                out.error(("yellow", "warning"), f": {_NOT_KEPT}: {problem}")

        def load_history_strings(self) -> Any:
            try:
                return list(super().load_history_strings())
            except (OSError, ValueError) as problem:
                self._warn(problem)
                return []

        def store_string(self, string: str) -> None:
            try:
                super().store_string(string.encode("utf-8", "replace").decode("utf-8"))
            except (OSError, ValueError) as problem:
                self._warn(problem)

    return CarefulHistory(str(path))
