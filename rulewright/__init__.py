"""Rulewright: a rules language for card and board games, and the engine that plays it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

# In a checkout the packages (dsl, interpreter, ...) lie beside this folder; in an installed wheel they lie inside it.
# Extending the package's path makes `rulewright.dsl` mean the same module in both.
_beside = Path(__file__).resolve().parent.parent
if (_beside / "dsl" / "nodes.py").exists() and not (Path(__file__).resolve().parent / "dsl").exists():
    __path__.append(str(_beside))

__version__ = "0.1.0"

_PUBLIC = {
    "load": "rulewright.interpreter.api",
    "check_paths": "rulewright.interpreter.api",
    "find_game": "rulewright.interpreter.api",
    "shipped_games": "rulewright.interpreter.api",
    "shipped_variants": "rulewright.interpreter.api",
    "Game": "rulewright.interpreter.game",
    "State": "rulewright.interpreter.state",
    "RulewrightError": "rulewright.interpreter.errors",
    "RulesError": "rulewright.interpreter.errors",
    "UsageError": "rulewright.interpreter.errors",
    "IllegalChoice": "rulewright.interpreter.errors",
    "RunError": "rulewright.interpreter.errors",
}
__all__ = ["__version__", *_PUBLIC]


if TYPE_CHECKING:
    from rulewright.interpreter.api import check_paths as check_paths
    from rulewright.interpreter.api import find_game as find_game
    from rulewright.interpreter.api import load as load
    from rulewright.interpreter.api import shipped_games as shipped_games
    from rulewright.interpreter.api import shipped_variants as shipped_variants
    from rulewright.interpreter.errors import IllegalChoice as IllegalChoice
    from rulewright.interpreter.errors import RulesError as RulesError
    from rulewright.interpreter.errors import RulewrightError as RulewrightError
    from rulewright.interpreter.errors import RunError as RunError
    from rulewright.interpreter.errors import UsageError as UsageError
    from rulewright.interpreter.game import Game as Game
    from rulewright.interpreter.state import State as State


def __getattr__(name: str) -> object:
    # Public names are fetched when they are used, so that `rulewright --help` does not wait for the engine.
    if name not in _PUBLIC:
        raise AttributeError(f"module 'rulewright' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_PUBLIC[name]), name)
