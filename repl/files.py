"""Writing files whole or not at all, and never over rules that somebody wrote."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulewright.dsl.includes import SUFFIX
from rulewright.repl.usage import UsageProblem


def replace_file(path: Path, data: bytes) -> None:
    """Write a file; whoever reads it meanwhile, and whatever fails, finds the old one or the new one, never half.

    A link is followed, and an existing file keeps its permissions. What is no plain file (a pipe, `/dev/stdout`) is
    written into: put in its place, a file would take it from everybody.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rulewright-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def write_output(path: Path, data: bytes) -> None:
    """Write a file; that it cannot be written is wrong usage."""
    try:
        replace_file(path, data)
    except OSError as problem:
        raise UsageProblem(_cannot(path, problem.strerror)) from None


def holds_rules(path: Path) -> bool:
    """Whether there is a file of rules, which is never written over."""
    return path.suffix == SUFFIX and path.exists()


def check_outputs(*words: str | None) -> None:
    """Refuse files to be written that cannot be, or that hold rules: before anything is played, not after it.

    Nothing is written yet, and nothing is made.
    """
    given = [Path(word) for word in words if word is not None]
    for path in given:
        if holds_rules(path):
            raise UsageProblem(f"{path} holds rules, and would be lost; give the file another name")
        _check_place(path)
    for path in given:
        if sum(os.path.realpath(path) == os.path.realpath(other) for other in given) > 1 and _is_plain(path):
            raise UsageProblem(f"{path} is named twice; each file that is written needs a name of its own")


def check_rules_output(word: str | None, read: Sequence[Path]) -> None:
    """Refuse a file of rules to be written if it cannot be, or if it is one of those that are read."""
    if word is None:
        return
    path = Path(word)
    if any(os.path.realpath(path) == os.path.realpath(other) for other in read):
        raise UsageProblem(f"{path} is one of the files that are read, and would be lost; give the file another name")
    _check_place(path)


def check_folder(word: str | None) -> None:
    """Refuse a folder to be written into that is there as something else, or cannot be made."""
    if word is None:
        return
    path = Path(word)
    above = next(place for place in (path, *path.absolute().parents) if place.exists())
    if not above.is_dir():
        raise UsageProblem(_cannot(path, os.strerror(errno.ENOTDIR)))
    if not os.access(above, os.W_OK | os.X_OK):
        raise UsageProblem(_cannot(path, os.strerror(errno.EACCES)))


def _check_place(path: Path) -> None:
    """UsageProblem if there can be no such file."""
    reason = 0
    if path.is_dir():
        reason = errno.EISDIR
    elif not _is_plain(path):
        reason = 0 if os.access(path, os.W_OK) else errno.EACCES
    elif not path.absolute().parent.exists():
        reason = errno.ENOENT
    elif not path.absolute().parent.is_dir():
        reason = errno.ENOTDIR
    elif not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        reason = errno.EACCES
    if reason:
        raise UsageProblem(_cannot(path, os.strerror(reason)))


def _is_plain(path: Path) -> bool:
    return path.is_file() or not path.exists()


def _cannot(path: Path, why: str | None) -> str:
    return f"{path} cannot be written: {why}"
