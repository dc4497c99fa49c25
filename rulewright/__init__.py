"""Rulewright: a rules language for card and board games, and the engine that plays it."""

from __future__ import annotations

from pathlib import Path

# In a checkout the packages (dsl, interpreter, ...) lie beside this folder; in an installed wheel they lie inside it.
# Extending the package's path makes `rulewright.dsl` mean the same module in both.
_beside = Path(__file__).resolve().parent.parent
if (_beside / "dsl" / "nodes.py").exists() and not (Path(__file__).resolve().parent / "dsl").exists():
    __path__.append(str(_beside))

__version__ = "0.1.0"
