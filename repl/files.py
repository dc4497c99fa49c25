"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rulewright.repl.usage import UsageProblem


def replace_file(path: Path, data: bytes) -> None:
    """Write a file; whoever reads it meanwhile, and whatever fails, finds the old one or the new one, never half.

    A link is followed, and an existing file keeps its permissions.
    """
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
        raise UsageProblem(f"{path} cannot be written: {problem.strerror}") from None
