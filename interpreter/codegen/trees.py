"""Small tools for working on generated Python as trees: making, copying, searching."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

Code = list[ast.stmt]


_LEAVES = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)


def walk(node: ast.AST) -> list[ast.AST]:
    """The node and all nodes inside, outer ones first; without operators and the like, which say nothing alone."""
    found = [node]
    for one in found:
        for field in one._fields:
            value = getattr(one, field, None)
            if type(value) is list:
                found += [x for x in value if isinstance(x, ast.AST) and not isinstance(x, _LEAVES)]
            elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
                found.append(value)
    return found


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def code_of(text: str, **parts: ast.expr) -> Code:
    """Statements from text, with expressions in place of some names."""
    found = ast.parse(text).body
    return [copied(s, parts) for s in found] if parts else found


def expr_of(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def called(node: Any) -> str | None:
    """The name of the function that an expression calls; None if it is no such call."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def is_state(node: Any, field: str | None = None) -> TypeGuard[ast.Attribute]:
    """Whether this is `S.field` (any field for None)."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "S"
        and (field is None or node.attr == field)
    )


def copied(node: Any, names: Mapping[str, ast.expr]) -> Any:
    """A copy of a tree, with the given expressions (or other names) in place of names."""
    cls = type(node)
    if cls is list:
        return [copied(x, names) for x in node]
    if cls is ast.Name:
        wanted = names.get(node.id)
        if wanted is None:
            return ast.Name(node.id, node.ctx)
        return ast.Name(wanted.id, node.ctx) if isinstance(wanted, ast.Name) else copied(wanted, {})
    if cls is ast.Constant:
        return ast.Constant(node.value)
    if not isinstance(node, ast.AST) or isinstance(node, _LEAVES):
        return node
    made = cls(**{field: copied(getattr(node, field, None), names) for field in node._fields})
    if cls is ast.arg and isinstance(names.get(made.arg), ast.Name):
        made.arg = names[made.arg].id  # type: ignore[attr-defined]
    if cls is ast.ExceptHandler and made.name and isinstance(names.get(made.name), ast.Name):
        made.name = names[made.name].id  # type: ignore[attr-defined]
    return made


def bodies(stmt: ast.stmt) -> Iterator[Code]:
    """The lists of statements inside a statement."""
    for name in ("body", "orelse", "finalbody"):
        code = getattr(stmt, name, None)
        if code:
            yield code
    for handler in getattr(stmt, "handlers", []):
        yield handler.body


def own_exprs(stmt: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement itself, not those of statements inside it."""
    for _, value in ast.iter_fields(stmt):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.expr):
                yield one


def stored_names(node: Any) -> set[str]:
    """Names that statements or expressions give a value in the function's own scope."""
    found: set[str] = set()

    def look(x: Any) -> None:
        cls = type(x)
        if cls is ast.Name:
            if isinstance(x.ctx, ast.Store):
                found.add(x.id)
            return
        if cls is ast.Constant or cls is ast.Lambda:
            return
        if cls is ast.comprehension:
            look(x.iter)
            for test in x.ifs:
                look(test)
            return
        if cls is ast.ExceptHandler and x.name:
            found.add(x.name)
        for field in x._fields:
            value = getattr(x, field, None)
            if type(value) is list:
                for one in value:
                    if isinstance(one, ast.AST):
                        look(one)
            elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
                look(value)

    for one in node if isinstance(node, list) else [node]:
        look(one)
    return found


def inner_names(node: Any) -> set[str]:
    """Names bound by comprehensions and lambdas inside."""
    found: set[str] = set()
    for one in node if isinstance(node, list) else [node]:
        for x in walk(one):
            if isinstance(x, ast.comprehension):
                found |= {n.id for n in walk(x.target) if isinstance(n, ast.Name)}
            elif isinstance(x, ast.Lambda):
                found |= {a.arg for a in x.args.args}
    return found


def used_names(node: Any) -> set[str]:
    """All names anywhere inside."""
    found: set[str] = set()
    for one in node if isinstance(node, list) else [node]:
        for x in walk(one):
            if isinstance(x, ast.Name):
                found.add(x.id)
            elif isinstance(x, ast.arg):
                found.add(x.arg)
    return found


def size(node: Any) -> int:
    """How much code there is, in nodes."""
    return sum(len(walk(x)) for x in (node if isinstance(node, list) else [node]))
