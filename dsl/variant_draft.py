"""The declarations of a game while a variant changes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from rulewright.dsl import nodes as n
from rulewright.dsl.problems import Problems
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import meant_or_all
from rulewright.dsl.variant_ops import Mode, Op, Path
from rulewright.dsl.variant_paths import Key, key_of, said


@define
class Draft:
    """The declarations as they are by now, what has been done to them, and what was wrong with it.

    `base`: as the game itself says it. `done`: what variants have done that the current one does not come after; what
    does the same is not done twice. `others`: the other variants that are played, for hints.
    """

    decls: list[n.Decl]
    problems: Problems
    base: tuple[n.Decl, ...]
    variant: n.VariantDecl
    ops: list[Op] = field(factory=list)
    done: list[Op] = field(factory=list)
    others: tuple[n.VariantDecl, ...] = ()
    item: n.Node | None = None  # the change that is being made
    alone: tuple[Op, ...] = ()  # what the variant does when it is computed by itself

    def done_already(self, first: str) -> bool:
        """Whether another variant has taken away what this one takes away of a declaration."""
        mine = (op for op in self.alone if op.mode == "remove" and op.path[0] == first)
        return any(op.same(other) for op in mine for other in self.done)

    def find(self, key: Key | None) -> int | None:
        """Where a declaration stands."""
        return next((i for i, decl in enumerate(self.decls) if key_of(decl) == key), None) if key else None

    def names(self, sorts: Iterable[str]) -> dict[str, Key]:
        """The names of all declarations of some sorts."""
        wanted = set(sorts)
        return {key[1]: key for decl in self.decls if (key := key_of(decl)) is not None and key[0] in wanted}

    def error(
        self, code: str, span: Span, message: str, hint: str | None = None, related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        """Note what is wrong."""
        if code == "E434" and hint is None:
            hint = "leave it out; if it is to do something, the game may have changed since this was written"
        self.problems.add(code, span, message, hint=hint, related=related)

    def missing(self, key: Key, span: Span, word: str, known: Iterable[str] | None = None) -> None:
        """Note that something is not there."""
        sort, name = key
        hint = self.from_another(key) or meant_or_all(name, known if known is not None else self.names((sort,)))
        if sort in ("card", "scenario") and hint:
            hint = hint.replace(f"mean `{hint.split('`')[1]}`", f'mean "{hint.split("`")[1]}"')
        self.error("E431", span, f"the game has no `{said(key)}` to {word}", hint)

    def from_another(self, key: Key) -> str | None:
        """The hint where another variant of those that are played adds what is missing."""
        for other in self.others:
            if any(isinstance(c, n.AddItem) and key_of(c.decl) == key for c in other.changes):
                return f'"{other.title.text}" adds it: say `comes after "{other.title.text}"`'
        return None

    def write(
        self,
        path: Path,
        span: Span,
        value: Any,
        *,
        mode: Mode = "write",
        lines: frozenset[int] = frozenset(),
    ) -> bool:
        """Note that the variant does something to a part; whether it is still to be done."""
        op = Op(self.variant, path, span, value, mode, lines, self.item)
        self.ops.append(op)
        return not any(op.same(other) for other in self.done)

    def refer(self, path: Path, span: Span, lines: frozenset[int] = frozenset()) -> None:
        """Note that the variant relies on a part."""
        self.ops.append(Op(self.variant, path, span, None, "refer", lines))

    def as_it_was(self, decl: n.Decl) -> bool:
        """Whether the game itself has this very declaration: to say it again is no change."""
        return decl in self.base


def head(decl: n.Decl) -> Span:
    """The first line of a declaration."""
    end = decl.span.source.text.find("\n", decl.span.start, decl.span.end)
    return decl.span if end < 0 else Span(decl.span.source, decl.span.start, end)
