"""Expressions about one card that are made of printed values alone, as tables worked out once.

`1 if SUIT[c] == 2 else 13 if SUIT[c] == 3 and RANK[c] == 12 else 0` becomes `TABLE[c]`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.codegen.trees import copied, load

_PLAIN = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp)
_FINE = (*_PLAIN, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)


class TableMaker(ast.NodeTransformer):
    """Works on one tree after the other; `made` are the tables to be added to the module, by name."""

    def __init__(self, values: Mapping[str, Any], n_cards: int) -> None:
        self.values = values
        self.n_cards = n_cards
        self.made: dict[str, tuple[Any, ...]] = {}
        self._names: dict[str, str] = {}

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _PLAIN):
            made = self._table(node)
            if made is not None:
                return made
        return super().visit(node)

    def _table(self, node: ast.expr) -> ast.expr | None:
        cards: set[str] = set()
        if not self._of_card(node, cards) or len(cards) != 1:
            return None
        card = cards.pop()
        text = ast.unparse(copied(node, {card: load("CARD")}))
        if text not in self._names:
            code = compile(ast.fix_missing_locations(ast.Expression(node)), "<table>", "eval")
            try:
                row = tuple([eval(code, {card: c, **self.values}) for c in range(self.n_cards)])
            except (TypeError, ZeroDivisionError):
                return None  # for some cards this is a mistake, to be told when it is made
            if not all(x is None or isinstance(x, bool | int) for x in row):
                return None
            name = f"OF_CARD_{len(self.made) + 1}"
            self.made[name] = row
            self._names[text] = name
        return ast.Subscript(load(self._names[text]), load(card), ast.Load())

    def _of_card(self, node: ast.AST, cards: set[str]) -> bool:
        """Whether the value depends on nothing but printed values of a card; `cards` gets the card's name."""
        if isinstance(node, ast.Subscript):
            if not isinstance(node.value, ast.Name) or not isinstance(node.slice, ast.Name):
                return False
            table = self.values.get(node.value.id)
            if not isinstance(table, tuple) or len(table) != self.n_cards:
                return False
            cards.add(node.slice.id)
            return True
        return isinstance(node, _FINE) and all(self._of_card(x, cards) for x in ast.iter_child_nodes(node))
