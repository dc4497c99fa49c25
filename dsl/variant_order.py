"""The order in which variants are computed: one that says so comes after another; else by title."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from rulewright.dsl import nodes as n
from rulewright.dsl.problems import Problems
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean


def in_order(
    variants: list[n.VariantDecl], problems: Problems, by_file: Mapping[str, str], known: Mapping[str, str]
) -> list[tuple[n.VariantDecl, frozenset[str]]]:
    """Give the variants in an order that does not depend on how they were named, each with those before it.

    A variant `of` another one's file comes after that one; `by_file` are the titles by names of files,
    `known` says by which word each variant that can be found is named on the command line.

    Notes variants that are missing, that exclude each other, or come after each other in a circle.
    """
    by_title = {v.title.text: v for v in variants}
    for variant in by_title.values():
        for change in variant.changes:
            if isinstance(change, n.NeedsItem) and change.variant.text not in by_title:
                needed = change.variant.text
                problems.add(
                    "E435", change.variant.span, f'"{variant.title.text}" needs the variant "{needed}"',
                    hint=f"name it as well: `--with {known[needed]}`" if needed in known
                    else did_you_mean(needed, known) or "name it as well, with `--with`",
                )  # fmt: skip
            elif isinstance(change, n.ExcludesItem) and change.variant.text in by_title:
                other = by_title[change.variant.text]
                problems.add(
                    "E435", change.variant.span,
                    f'"{variant.title.text}" cannot be played together with "{change.variant.text}"',
                    related=((other.title.span, f'"{change.variant.text}" is here'),),
                )  # fmt: skip
    done: dict[str, frozenset[str]] = {}
    order: list[tuple[n.VariantDecl, frozenset[str]]] = []

    def visit(title: str, above: list[tuple[str, Span]]) -> frozenset[str]:
        if title in done:
            return done[title]
        earlier: set[str] = set()
        for after in _afters(by_title[title], by_file):
            if after.text not in by_title:
                continue
            way = [*above, (title, after.span)]
            start = next((i for i, (name, _) in enumerate(way) if name == after.text), None)
            if start is not None:
                tell_circle(problems, way[start:])
                continue
            earlier |= {after.text} | visit(after.text, way)
        done[title] = frozenset(earlier)
        order.append((by_title[title], done[title]))
        return done[title]

    for title in sorted(by_title):
        visit(title, [])
    return order


def tell_circle(problems: Problems, way: list[tuple[str, Span]]) -> None:
    """Note variants that come after each other in a circle: each by its title, with the place where it says so."""
    (first, span), *others = way
    following = [*(title for title, _ in others), first]
    parts = [
        f'"{title}" comes after "{after}"' if title != after else f'"{title}" comes after itself'
        for (title, _), after in zip(way, following, strict=True)
    ]
    problems.add(
        "E435", span, f"variants come after each other in a circle: {', '.join(parts)}",
        hint="take away one of the places that say so; a variant of a game is `of` the file of the game",
        related=tuple((place, part) for (_, place), part in zip(others, parts[1:], strict=True)),
    )  # fmt: skip


def _afters(variant: n.VariantDecl, by_file: Mapping[str, str]) -> list[n.Text]:
    """Give the titles of those that a variant comes after, each where it says so."""
    said = [change.variant for change in variant.changes if isinstance(change, n.ComesAfterItem)]
    of = by_file.get(PurePath(variant.of.text).name) if variant.of is not None else None
    if variant.of is not None and of is not None and of != variant.title.text:
        said.append(n.Text(of, span=variant.of.span))
    return said
