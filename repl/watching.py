"""Files of rules that are watched: whether one was saved since one looked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import define, field

from rulewright.repl.loading import GameSource


@define
class Watch:
    """The files of a game. Only saves of files that the game was read from count."""

    source: GameSource
    name: str = ""  # the file that was saved last
    _seen: dict[Path, tuple[int, int] | None] = field(factory=dict)

    @classmethod
    def of(cls, source: GameSource) -> Watch:
        """Begin to watch the files of a game."""
        made = cls(source)
        made._seen = {path: _mark(path) for path in made._files()}
        return made

    def saved(self) -> bool:
        """Say whether a file was saved since `changed` was asked last."""
        return any(mark is not None and mark != before for _, mark, before in self._now())

    def changed(self) -> bool:
        """Say whether a file was saved since this was asked last; `name` is then one that was."""
        new = [path for path, mark, before in self._now() if mark is not None and mark != before]
        if new:
            self.name = new[0].name
            self._seen = {path: _mark(path) for path in {**self._seen, **dict.fromkeys(self._files())}}
        return bool(new)

    def _now(self) -> list[tuple[Path, tuple[int, int] | None, tuple[int, int] | None]]:
        return [(path, _mark(path), before) for path, before in self._seen.items()]

    def _files(self) -> Iterable[Path]:
        """The game, its variants, and what it uses, as the files are now."""
        from rulewright.interpreter.api import files_of

        return files_of(self.source.path, [name for name in self.source.variants if Path(name).is_file()])


def _mark(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None  # an editor that replaces a file takes it away for a moment
    return about.st_mtime_ns, about.st_size
