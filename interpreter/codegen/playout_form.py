"""The module of a playout: the same procedures as everywhere,
written as Python that is quick and need not be resumed."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.interpreter.codegen.fold import Fold
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.codegen.structure import Code, Unstructured, is_mark, structured, with_gotos


def playout_source(parts: Sequence[str | Proc], ended: frozenset[int], values: Mapping[str, Any]) -> str:
    """The source of the module's functions.

    parts: texts, and procedures still in blocks; ended: the numbers of units that something may end from afar; values:
    constants of the module by name.
    """
    tree = ast.Module([], [])
    for part in parts:
        tree.body += (
            _procedure(part, ended) if isinstance(part, Proc) else ast.parse(with_gotos(part.splitlines())).body
        )
    fold = Fold(values)
    tree.body = fold.code(tree.body)
    return unparsed(tree)


def unparsed(tree: ast.Module) -> str:
    """Source, with the marks of rules' lines as comments again."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            code = getattr(node, name, None)
            if isinstance(code, list) and code and all(isinstance(s, ast.stmt) and is_mark(s) for s in code):
                code.append(ast.Pass())
    text = ast.unparse(ast.fix_missing_locations(tree))
    return re.sub(r"(?m)^( *)rules_line\((\d+)\)$", r"\1#@\2", text)


def _procedure(proc: Proc, ended: frozenset[int]) -> Code:
    units = {u: span for u, span in proc.unit_blocks.items() if u in ended}
    try:
        body = structured(proc.order, proc.blocks, units)
    except Unstructured:
        body = ast.parse(with_gotos(proc.machine_lines())).body
    head = ast.parse("\n".join(proc.playout_head())).body
    function = head[-1]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*function.body[:-1], *body]
    return head
