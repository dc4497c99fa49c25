"""A page as a real browser shows it, without a screen and without a network."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from .needs import program

CHROMIUM, needs_chromium = program("chromium", "chromium-browser")


def dom(page: Path, *words: str) -> str:
    """Give the page's document after its script has run, as Chromium writes it.

    Every name is resolved to nowhere, so what would have to be fetched is missing.
    """
    assert CHROMIUM is not None, "chromium is not installed"
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                f"--user-data-dir={profile}", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000",
                *words, "--dump-dom", page.resolve().as_uri(),
            ],
            capture_output=True,
            timeout=120,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.decode()
