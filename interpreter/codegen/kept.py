"""Generated code kept between runs: to make it takes longer than to play many games of it.

A file in the user's cache directory for each; its name is a hash of everything that the text is made from, this version
of the code that makes it included. Where nothing can be kept, or what was kept cannot be read, it is made anew.
"""

from __future__ import annotations

import marshal
import os
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rulewright.dsl.tables import cache_path

MOST = 64  # so many are kept
_FOLDER = "code"


@cache
def _version() -> bytes:
    """A hash of the code generator and the Python that runs it."""
    digest = blake2b(digest_size=16)
    digest.update(f"{sys.version_info[:3]} {sys.implementation.cache_tag}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


def name_for(material: str) -> str | None:
    """The name of the file that keeps what is made from `material`; None if the code itself cannot be read."""
    try:
        return blake2b(material.encode(), digest_size=16, key=_version()).hexdigest()
    except OSError:
        return None


def read(name: str | None) -> Any:
    """What was kept under the name; None if there is nothing."""
    path = _path(name)
    try:
        return None if path is None else marshal.loads(path.read_bytes())
    except (OSError, ValueError, EOFError, TypeError):
        return None


def write(name: str | None, data: Any) -> None:
    """Keep `data`, in one step, so that nobody reads half of it; the oldest of too many go."""
    path = _path(name)
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(marshal.dumps(data))
        os.replace(temporary, path)
        files = sorted(path.parent.glob("*.kept"), key=lambda f: f.stat().st_mtime, reverse=True)
        for old in files[MOST:]:
            old.unlink()
    except OSError:
        pass


def _path(name: str | None) -> Path | None:
    return None if name is None else cache_path(f"{_FOLDER}/{name}.kept")
