"""Reading rules files and following `use`: what may be read, and what is refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath

from attrs import define, field

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.parser import ParseResult, parse
from rulewright.dsl.source import MAX_BYTES, Source, SourceError, Span
from rulewright.dsl.suggest import did_you_mean

SUFFIX = ".rules"
MOST_DEEP = 50
_KEPT = 200_000  # characters; the trees of longer files are too large to be kept


@lru_cache(maxsize=64)
def _parsed(name: str, text: str) -> tuple[Source, ParseResult]:
    """Give the tree of a text; read once in a process: an editor checks a game at each key, and one file has changed."""
    source = Source(name, text)
    return source, parse(source)


@define(eq=False)
class File:
    """One file that was read."""

    path: Path
    source: Source
    tree: n.FileNode


@define
class Files:
    """Reads files, each once, and collects what is wrong with them."""

    shipped: Path | None = None  # the folder of the games that ship: what is not beside a game is looked for there
    diagnostics: list[Diagnostic] = field(factory=list)
    left_out: list[Span] = field(factory=list)  # what could not be read in any of them
    _read: dict[Path, File | None] = field(factory=dict)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every source that was read, in order."""
        return tuple(file.source for file in self._read.values() if file is not None)

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file that was asked for, in order."""
        return tuple(self._read)

    def read(self, path: Path, asked: Span | None = None) -> File | None:
        """Give a file with its tree, or None (and an error at `asked`, or at its beginning) if it cannot be read."""
        real = Path(os.path.realpath(path))
        if real in self._read:
            return self._read[real]
        self._read[real] = None
        problem = self._refused(real)
        source: Source | None = None
        code = "E221"
        if problem is None:
            try:
                source = Source.read(real, _shown(path))
            except SourceError as wrong:
                code, problem = wrong.code, wrong.message
            except OSError as wrong:
                problem = f"it cannot be read ({wrong.strerror or type(wrong).__name__})"
        if source is None:
            where = asked or Span(Source.from_text("", _shown(path)), 0, 0)
            said = f"`{_shown(path)}`: {problem}" if code == "E221" else str(problem)
            self.diagnostics.append(error(code, said, where))
            return None
        source, result = _parsed(source.name, source.text) if len(source.text) <= _KEPT else (source, parse(source))
        self.diagnostics.extend(result.diagnostics)
        self.left_out.extend(result.left_out)
        file = File(real, source, result.file)
        self._read[real] = file
        return file

    @staticmethod
    def _refused(real: Path) -> str | None:
        """Say why a path is not even opened: only plain files of a bearable size are."""
        try:
            about = real.stat()
        except FileNotFoundError:
            return "there is no such file"
        except OSError as wrong:
            return f"it cannot be read ({wrong.strerror or type(wrong).__name__})"
        if stat.S_ISDIR(about.st_mode):
            return "this is a folder, not a rules file"
        if not stat.S_ISREG(about.st_mode):
            return "this is not a plain file"
        if about.st_size > MAX_BYTES:
            return f"this file has {about.st_size:,} bytes; at most {MAX_BYTES:,} are read"
        return None

    # ---------------------------------------------------------------- use

    def with_uses(self, main: File) -> tuple[File, ...]:
        """Give the file and all that it uses, directly or not: what is used comes first, each file once."""
        done: dict[Path, File] = {}
        self._follow(main, main, (), done)
        return (main, *(file for file in done.values() if file is not main))

    def _follow(self, file: File, main: File, above: tuple[File, ...], done: dict[Path, File]) -> None:
        if file.path in done:
            return
        for use in uses(file.tree):
            path = self.find(main, use.path)
            used = None if path is None else self.read(path, use.path.span)
            if used is None:
                continue
            if used is file or used in above:
                circle = [*above[above.index(used) :], file] if used in above else [file]
                said = " uses ".join(f"`{part.path.name}`" for part in (*circle, used))
                self.diagnostics.append(error("E220", f"files use each other in a circle: {said}", use.path.span))
                continue
            if len(above) >= MOST_DEEP:
                said = f"more than {MOST_DEEP} files use each other, one the next"
                self.diagnostics.append(error("E221", said, use.path.span))
                continue
            self._follow(used, main, (*above, file), done)
        done[file.path] = file

    def find(self, main: File, text: n.Text) -> Path | None:
        """Give the file that a `use` (or a variant's `of`) names: beside the game, or beside the folder it is in."""
        wanted = text.text
        problem = _not_inside(wanted)
        if problem is not None:
            self.diagnostics.append(
                error("E222", f"`{wanted}`: {problem}", text.span, hint="a game is made of files in its own folder")
            )
            return None
        folder = main.path.parent
        # A variant in `variants/GAME/` is one of a game beside that folder, which may have a folder of its own.
        above = folder.parent.parent
        beside = (above, above / folder.name) if folder.parent.name == "variants" else ()
        for root in (folder, folder.parent, *beside, *self._shelves()):
            path = root / wanted
            if not path.exists() and not path.is_symlink():
                continue
            real = Path(os.path.realpath(path))
            if not real.is_relative_to(os.path.realpath(root)):
                self.diagnostics.append(
                    error(
                        "E222",
                        f"`{wanted}` leads out of the game's folder",
                        text.span,
                        hint="a game is made of files in its own folder",
                    )
                )
                return None
            return path
        others = [path.name for shelf in self._shelves()[:1] for path in _rules_below(shelf, 2)]
        others += [str(p.relative_to(root)) for root in (folder, folder.parent) for p in _rules_below(root, 2)]
        hint = did_you_mean(wanted, others)
        self.diagnostics.append(error("E221", f"`{wanted}`: there is no such file", text.span, hint=hint))
        return None

    def _shelves(self) -> list[Path]:
        if self.shipped is None:
            return []
        return [
            self.shipped,
            *sorted(path for path in self.shipped.iterdir() if path.is_dir() and path.name[0] not in "._"),
        ]

    # ---------------------------------------------------------------- folders

    def games_below(self, folder: Path) -> list[Path]:
        """Give the files below a folder that stand for themselves: those that no other of them uses."""
        found = sorted(_rules_below(folder, 32))
        quiet = Files(self.shipped)
        used: set[Path] = set()
        own: list[Path] = []
        for path in found:
            file = quiet.read(path)
            if file is None:
                own.append(path)
                continue
            for use in uses(file.tree):
                target = Files(self.shipped).find(file, use.path)
                if target is not None:
                    used.add(Path(os.path.realpath(target)))
        for path in found:
            file = quiet.read(path)
            if file is None:
                continue
            heads = any(isinstance(decl, n.GameDecl | n.VariantDecl) for decl in file.tree.decls)
            if heads or file.path not in used:
                own.append(path)
        return sorted(own)


def uses(tree: n.FileNode) -> list[n.UseDecl]:
    """Give the `use` lines of a file."""
    return [decl for decl in tree.decls if isinstance(decl, n.UseDecl)]


def _not_inside(wanted: str) -> str | None:
    """Say why a path cannot be one inside the game's folder."""
    if not wanted.strip():
        return "this names no file"
    if "\0" in wanted:
        return "a path has no zero bytes"
    if PurePosixPath(wanted).is_absolute() or PureWindowsPath(wanted).drive or wanted.startswith("\\"):
        return "only paths inside the game's folder can be used"
    if ".." in PurePosixPath(wanted.replace("\\", "/")).parts:
        return "`..` leads out of the game's folder"
    if not wanted.endswith(SUFFIX):
        return f"only {SUFFIX} files can be used"
    return None


def _rules_below(folder: Path, depth: int) -> Iterator[Path]:
    """Give the rules files of a folder and its folders, without hidden ones."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            if depth > 0:
                yield from _rules_below(entry, depth - 1)
        elif entry.suffix == SUFFIX:
            yield entry


def _shown(path: Path) -> str:
    """Give the path as the user named it."""
    return str(path)
