"""Settings shared by every test: Hypothesis finds the same examples on every machine and in every run."""

from __future__ import annotations

from hypothesis import settings

# `pytest --hypothesis-profile explore` searches with new examples each time instead.
settings.register_profile("same", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("same")
