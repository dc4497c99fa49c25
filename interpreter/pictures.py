"""Where the spaces of a board are drawn. For people to look at; the rules know lines and headings, never places."""

from __future__ import annotations

from math import cos, radians, sin

from rulewright.interpreter.boards import BoardLayout

Place = tuple[float, float]


def places(layout: BoardLayout) -> list[Place]:
    """For each space how far to the right and how far down it is drawn; neighbours are about 1 apart.

    A grid lies as its rows and columns do. Rings lie in each other, the first one outside; the first single space is in
    their middle. Tracks and other single spaces lie in rows below.
    """
    found: dict[int, Place] = {}
    below = 0.0
    if layout.shape is not None:
        for space in layout.parts[None]:
            shift = (layout.rows[space] - 1) / 2 if layout.hexes else 0.0
            found[space] = (layout.columns[space] - 1 + shift, layout.rows[space] - 1.0)
        below = layout.shape[0] + 0.5
    rings = [part for part in layout.parts if part in layout.rings]
    rows = [part for part in layout.parts if part is not None and part not in layout.rings]
    singles = [part for part in rows if len(layout.parts[part]) == 1]
    if rings:
        biggest = float(len(rings))
        middle = (biggest, below + biggest)
        for depth, ring in enumerate(rings):
            spaces = layout.parts[ring]
            for index, space in enumerate(spaces):
                angle, radius = radians(360 * index / len(spaces)), biggest - depth
                found[space] = (middle[0] + radius * sin(angle), middle[1] - radius * cos(angle))
        if singles:
            found[layout.parts[singles[0]][0]] = middle
            rows.remove(singles[0])
        below += 2 * biggest + 1
    for part in [p for p in rows if p not in singles]:
        for index, space in enumerate(layout.parts[part]):
            found[space] = (float(index), below)
        below += 1
    for index, part in enumerate(p for p in rows if p in singles):
        found[layout.parts[part][0]] = (float(index), below)
    return [(round(x, 3), round(y, 3)) for x, y in (found[space] for space in range(layout.size))]


def label(layout: BoardLayout, space: int) -> str:
    """A short name of a space: its numbers, or its name if it has none."""
    name = layout.names[space]
    return name.partition("(")[2].removesuffix(")") or name
