"""Names bound where Python allows none: inside the iterable of a comprehension.

Rules may ask `where x's owner is a player p and p is enemy` in a group, and a group may stand wherever something is
listed. Generated code lists with comprehensions and binds with `:=`, which Python refuses in what a comprehension
goes through. Such an iterable becomes a function of the names that it reads.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from types import CodeType
from typing import Any

from rulewright.interpreter.codegen import kept
from rulewright.interpreter.codegen.trees import inner_names, load, stored_names, used_names

_REFUSED = "comprehension iterable expression"
# Python's compiler takes about a second for a million characters; what is read back quickly enough is not kept.
_WORTH_KEEPING = 60_000
# Scenarios of a game share most of their code: so many pieces of it are remembered.
_MOST_PIECES = 20_000
# Which place in the rules a line is of, on a line by itself: the same code may be marked otherwise.
_MARKS = re.compile(r"^ *#@\d+$", re.MULTILINE)


def run_module(source: str, name: str, namespace: dict[str, Any]) -> None:
    """Define in the namespace what a generated module defines; the code of a long one is kept between runs."""
    if len(source) < _WORTH_KEEPING:
        codes = _compiled(source, name)
    else:
        place = kept.name_for(f"{name}\n{source}")
        found = kept.read(place)
        if isinstance(found, tuple) and all(isinstance(code, CodeType) for code in found):
            codes = found
        else:
            codes = _compiled(source, name)
            kept.write(place, codes)
    for code in codes:
        exec(code, namespace)


def _compiled(source: str, name: str) -> tuple[CodeType, ...]:
    """The code of a module in pieces, each function for itself: others of the same game have most of them too."""
    return tuple(_moved(_piece(_MARKS.sub("", text), name), line) for line, text in _cut(source))


def _cut(source: str) -> list[tuple[int, str]]:
    """The functions of a module, and what stands between them, with the number of lines before each."""
    starts = 0

    def part(line: str) -> tuple[int, bool]:
        nonlocal starts
        inside = line[:1] in " #\n"
        if not inside:
            starts += line.startswith("def ")
        return (starts, inside or line.startswith("def "))

    found = []
    before = 0
    for _, lines in groupby(source.splitlines(keepends=True), part):
        text = list(lines)
        found.append((before, "".join(text)))
        before += len(text)
    return found


def _moved(code: CodeType, lines: int) -> CodeType:
    """The same code so many lines further down."""
    if not lines:
        return code
    inner = tuple(_moved(one, lines) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=inner)


@lru_cache(maxsize=_MOST_PIECES)
def _piece(text: str, name: str) -> CodeType:
    try:
        return compile(text, name, "exec")
    except SyntaxError as refused:
        if "too many" in str(refused):
            # Python nests only so many blocks and brackets.
            raise RecursionError(str(refused)) from None
        if _REFUSED not in str(refused):
            raise
    return compile(_Lifted(text).module(ast.parse(text)), name, "exec")


class _Lifted(ast.NodeTransformer):
    """Moves iterables that bind names into functions of the module."""

    def __init__(self, text: str) -> None:
        self.prefix = f"listed_{blake2b(text.encode(), digest_size=6).hexdigest()}"  # of no other piece of the module
        self.made: list[ast.stmt] = []
        self.known: set[str] = set()  # what is local where the transformer is

    def module(self, tree: ast.Module) -> ast.Module:
        """The module with its iterables moved; the functions come first, so that lines at its end may call them."""
        tree = self.visit(tree)
        tree.body[:0] = self.made
        return ast.fix_missing_locations(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._inside(node, {a.arg for a in node.args.args} | stored_names(node.body) | inner_names(node.body))

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inside(node, {a.arg for a in node.args.args} | inner_names(node.body))

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if any(isinstance(x, ast.NamedExpr) for x in ast.walk(node.iter)):
            node.iter = self._function_of(node.iter)
        node = self.generic_visit(node)  # type: ignore[assignment]
        return node

    def _inside(self, node: ast.AST, names: set[str]) -> ast.AST:
        before = self.known
        self.known = before | names
        node = self.generic_visit(node)
        self.known = before
        return node

    def _function_of(self, value: ast.expr) -> ast.expr:
        """A call of a new function that gives this value."""
        own = stored_names(value) | inner_names(value)
        reads = sorted((used_names(value) & self.known) - own)
        number = len(self.made) + 1
        self.made.append(ast.Pass())  # keeps its place: what is inside may need functions, too
        arguments = ast.arguments([], [ast.arg(x) for x in reads], defaults=[], kw_defaults=[], kwonlyargs=[])
        body: list[ast.stmt] = [ast.copy_location(ast.Return(value), value)]
        made = ast.copy_location(ast.FunctionDef(f"{self.prefix}_{number}", arguments, body, []), value)
        self.made[number - 1] = self._inside(made, own | set(reads))  # type: ignore[call-overload]
        return ast.copy_location(ast.Call(load(made.name), [load(x) for x in reads], []), value)
