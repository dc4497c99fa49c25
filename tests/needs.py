"""What some tests need besides Python: skipped with the reason where it is missing, unless nothing may be skipped."""

from __future__ import annotations

import importlib.util
import os
import shutil

import pytest

# Set where everything is installed: then a test that would be skipped fails instead.
_NOTHING_SKIPPED = bool(os.environ.get("RULEWRIGHT_SKIP_NOTHING"))


def library(name: str, extra: str) -> pytest.MarkDecorator:
    """Give the mark of tests that need a library of an extra."""
    missing = importlib.util.find_spec(name) is None
    return pytest.mark.skipif(missing and not _NOTHING_SKIPPED, reason=f"{name}, of the extra {extra}, is not installed")


def program(*names: str) -> tuple[str | None, pytest.MarkDecorator]:
    """Give the path of the first program there is, and the mark of tests that need one of them."""
    found = next((path for name in names if (path := shutil.which(name)) is not None), None)
    missing = found is None
    return found, pytest.mark.skipif(missing and not _NOTHING_SKIPPED, reason=f"{names[0]} is not installed")
