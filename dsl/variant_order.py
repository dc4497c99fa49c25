"""The order in which variants are computed: one that says so comes after another; else by title."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from rulewright.dsl import nodes as n
from rulewright.dsl.problems import Problems


def in_order(
    variants: list[n.VariantDecl], problems: Problems, by_file: Mapping[str, str]
) -> list[tuple[n.VariantDecl, frozenset[str]]]:
    """Give the variants in an order that does not depend on how they were named, each with those before it.

    A variant `of` another one's file comes after that one; `by_file` are the titles by names of files.

    Notes variants that are missing, that exclude each other, or come after each other in a circle.
    """
    by_title = {v.title.text: v for v in variants}
    for variant in by_title.values():
        for change in variant.changes:
            if isinstance(change, n.NeedsItem) and change.variant.text not in by_title:
                problems.add(
                    "E435", change.variant.span, f'"{variant.title.text}" needs the variant "{change.variant.text}"'
                )
            elif isinstance(change, n.ExcludesItem) and change.variant.text in by_title:
                other = by_title[change.variant.text]
                problems.add(
                    "E435", change.variant.span,
                    f'"{variant.title.text}" cannot be played together with "{change.variant.text}"',
                    related=((other.title.span, f'"{change.variant.text}" is here'),),
                )  # fmt: skip
    done: dict[str, frozenset[str]] = {}
    order: list[tuple[n.VariantDecl, frozenset[str]]] = []

    def visit(title: str, above: tuple[str, ...]) -> frozenset[str]:
        if title in done:
            return done[title]
        earlier: set[str] = set()
        for after in _afters(by_title[title], by_file):
            if after.text not in by_title:
                continue
            if after.text in (*above, title):
                problems.add("E435", after.span, "variants come after each other in a circle")
                continue
            earlier |= {after.text} | visit(after.text, (*above, title))
        done[title] = frozenset(earlier)
        order.append((by_title[title], done[title]))
        return done[title]

    for title in sorted(by_title):
        visit(title, ())
    return order


def _afters(variant: n.VariantDecl, by_file: Mapping[str, str]) -> list[n.Text]:
    """Give the titles of those that a variant comes after, each where it says so."""
    said = [change.variant for change in variant.changes if isinstance(change, n.ComesAfterItem)]
    of = by_file.get(PurePath(variant.of.text).name) if variant.of is not None else None
    if variant.of is not None and of is not None and of != variant.title.text:
        said.append(n.Text(of, span=variant.of.span))
    return said
