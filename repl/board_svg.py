"""A board as an SVG picture: its lines, its spaces, and what they are called."""

from __future__ import annotations

from xml.sax.saxutils import escape

from rulewright.interpreter.boards import BoardLayout
from rulewright.interpreter.pictures import label, places

_UNIT = 76
_RADIUS = 15
_STYLE = (
    "text{font:11px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#222}"
    "line{stroke:#888;stroke-width:1.5}circle{fill:#fff;stroke:#444;stroke-width:1.5}"
)


def board_svg(name: str, layout: BoardLayout) -> str:
    """Give the picture as the text of an SVG file."""
    at = [(round(_UNIT * (x + 0.6)), round(_UNIT * (y + 0.6))) for x, y in places(layout)]
    width = max(x for x, _ in at) + round(_UNIT * 0.6)
    height = max(y for _, y in at) + round(_UNIT * 0.6)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(name)}</title>",
        f"<style>{_STYLE}</style>",
    ]
    for number, (start, goal) in enumerate(layout.lines):
        (x1, y1), (x2, y2) = at[start], at[goal]
        said = escape(layout.line_names[number])
        lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"><title>{said}</title></line>')
    for space, (x, y) in enumerate(at):
        said = escape(layout.names[space])
        lines.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS}"><title>{said}</title></circle>')
        lines.append(f'<text x="{x}" y="{y}">{escape(label(layout, space))}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
