"""Golden files: what a test saw when somebody last looked at it and found it right.

A test takes the fixture `golden` (tests/conftest.py) and calls `golden.check(path, text)`. `pytest --update-golden`
writes the files instead of comparing; look at the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen
class Golden:
    """Compares with golden files, or writes them."""

    update: bool

    def check(self, path: Path, text: str) -> None:
        """Fail if the file does not hold this text."""
        if self.update:
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.exists(), f"{path} is missing; run pytest with --update-golden and look at what it writes"
        expected = path.read_text(encoding="utf-8")
        assert text == expected, (
            f"{path} does not hold what was seen; if that is right, run pytest with --update-golden"
        )


def orphans(folder: Path, golden: str, source: str) -> list[Path]:
    """The golden files in a folder beside which no source stands."""
    return sorted(path for path in folder.glob(f"*{golden}") if not path.with_suffix(source).exists())
