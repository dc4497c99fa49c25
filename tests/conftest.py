"""Settings shared by every test: Hypothesis finds the same examples on every machine and in every run."""

from __future__ import annotations

import pytest
from hypothesis import settings

from .golden import Golden

# `pytest --hypothesis-profile explore` searches with new examples each time instead.
settings.register_profile("same", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that rewrites golden files."""
    parser.addoption("--update-golden", action="store_true", help="write golden files instead of comparing with them")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares with golden files, or writes them under `--update-golden`."""
    return Golden(bool(request.config.getoption("--update-golden")))
