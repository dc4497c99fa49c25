"""Where the project's files are, for the tests that look at the tree itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What is shipped, in the order of the dependencies.
PACKAGES = ("grammar", "dsl", "interpreter", "lab", "repl", "games", "rulewright")

# What a build or a tool leaves behind, and what version control keeps for itself.
_NOT_OURS = {".git", ".venv", "venv", "build", "dist", "__pycache__", ".hypothesis"}


def project_files() -> Iterator[Path]:
    """Give every file of the project, as in a fresh checkout."""

    def walk(folder: Path) -> Iterator[Path]:
        for path in sorted(folder.iterdir()):
            if path.name in _NOT_OURS or path.name.endswith(("_cache", ".egg-info", ".pyc")):
                continue
            if path.is_dir():
                yield from walk(path)
            else:
                yield path

    return walk(ROOT)


def python_files(folder: str) -> list[Path]:
    """Give the Python files of one top-level folder."""
    return [path for path in project_files() if path.suffix == ".py" and path.is_relative_to(ROOT / folder)]


def dotted(path: Path) -> str:
    """Give the name by which a file of the packages is imported: `dsl/nodes.py` is `rulewright.dsl.nodes`."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if parts[0] != "rulewright":
        parts.insert(0, "rulewright")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)
