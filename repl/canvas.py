"""Lines of styled text, and a sheet of signs to draw on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import define, field, frozen
from rich.cells import cell_len, chop_cells

from rulewright.repl.output import Part

Line = list[Part]


@frozen
class Signs:
    """What pictures are made of; `plain` where only ASCII is to be used."""

    arrows: tuple[str, ...]  # eight, from up on, to the right
    rule: str
    dot: str
    more: str

    def arrow(self, heading: int) -> str:
        """Give the sign for a heading in degrees."""
        return self.arrows[round(heading / 45) % 8]


ASCII = Signs(("^", "^>", ">", "v>", "v", "<v", "<", "<^"), "-", ".", "...")
UNICODE = Signs(("\u2191", "\u2197", "\u2192", "\u2198", "\u2193", "\u2199", "\u2190", "\u2196"), "\u2500", "\u00b7",
                "\u2026")  # fmt: skip


def signs_for(encoding: str | None) -> Signs:
    """Give the signs that an encoding has."""
    try:
        "".join((*UNICODE.arrows, UNICODE.rule)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def text_of(part: Part) -> str:
    """Give the text of a part without its style."""
    return part if isinstance(part, str) else part[1]


def width_of(line: Sequence[Part]) -> int:
    """Give how many cells of a terminal a line takes."""
    return sum(cell_len(text_of(part)) for part in line)


def clip(line: Sequence[Part], width: int, more: str) -> Line:
    """Give a line that takes no more than `width` cells."""
    if width_of(line) <= width:
        return list(line)
    found: Line = []
    left = width - cell_len(more)
    for part in line:
        text = text_of(part)
        if cell_len(text) > left:
            text = chop_cells(text, left)[0].rstrip() if left > 0 else ""
            found += [text if isinstance(part, str) else (part[0], text), more]
            break
        found.append(part)
        left -= cell_len(text)
    return found


def wrapped(head: Sequence[Part], items: Sequence[Line], width: int, indent: int, comma: str = ", ") -> list[Line]:
    """Give `head item, item, ...` on lines of that width, broken between items, or inside those that are longer."""
    lines: list[Line] = [list(head)]
    fresh = True  # nothing but head or indent stands on the last line
    for number, item in enumerate(items):
        last = number == len(items) - 1
        piece = [*item] if last else followed(item, comma.rstrip())
        gap = 0 if fresh else len(comma) - len(comma.rstrip())
        if not fresh and width_of(lines[-1]) + gap + width_of(piece) > width:
            lines.append([" " * indent] if indent else [])
            gap = 0
        if gap:
            lines[-1].append(" " * gap)
        for part in _fitting(piece, width - width_of(lines[-1]), width - indent):
            if part is None:
                _end(lines[-1])
                lines.append([" " * indent])
            else:
                lines[-1].append(part)
        fresh = False
    return lines


def _end(line: Line) -> None:
    """Take the blank at the end of a line away."""
    if line:
        last = line.pop()
        line.append(last.rstrip() if isinstance(last, str) else (last[0], last[1].rstrip()))


def followed(item: Line, end: str) -> Line:
    """Give an item with a sign behind it that is never parted from it."""
    if not item:
        return [end]
    *before, last = item
    return [*before, f"{last}{end}" if isinstance(last, str) else (last[0], f"{last[1]}{end}")]


def _fitting(piece: Line, room: int, whole: int) -> Iterator[Part | None]:
    """Give the parts of an item; None where a new line begins, for what is longer than a line."""
    if width_of(piece) <= max(room, 1):
        yield from piece
        return
    for word in _words(piece):
        size = cell_len("".join(text_of(part) for part in word).rstrip())
        if size > room and (room < whole or room < 1):
            yield None
            room = whole
        for part in word:
            style, text = (None, part) if isinstance(part, str) else part
            while cell_len(text.rstrip()) > room:  # a word that is longer than any line
                if room < 1:
                    yield None
                    room = whole
                    continue
                first = chop_cells(text, room)[0]
                yield first if style is None else (style, first)
                yield None
                room, text = whole, text[len(first) :]
            if text:
                yield text if style is None else (style, text)
                room -= cell_len(text)


def _words(piece: Line) -> list[Line]:
    """Give the words of an item, each with the blank behind it; a word may have parts in several styles."""
    words: list[Line] = [[]]
    for part in piece:
        style = None if isinstance(part, str) else part[0]
        first, *rest = text_of(part).replace(" ", " \0").split("\0")
        for at, text in enumerate((first, *rest)):
            if at:
                words.append([])
            if text:
                words[-1].append(text if style is None else (style, text))
    return [word for word in words if word]


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int = 2) -> list[Line]:
    """Give two blocks next to each other, the left one `width` cells wide."""
    found = []
    for at in range(max(len(left), len(right))):
        one = list(left[at]) if at < len(left) else []
        other = list(right[at]) if at < len(right) else []
        if other:
            one.append(" " * (width - width_of(one) + gap))
        found.append([*one, *other])
    return found


def in_columns(cells: Sequence[Line], width: int, gap: int = 3) -> list[Line]:
    """Give short lines in as many columns as fit, read downwards; one column where they are long."""
    widest = max((width_of(cell) for cell in cells), default=0)
    count = max(1, min(len(cells), (width + gap) // (widest + gap)))
    rows = -(-len(cells) // count) if cells else 0
    found: list[Line] = []
    for row in range(rows):
        line: Line = []
        for column in range(count):
            at = column * rows + row
            if at < len(cells):
                if column:
                    line.append(" " * (column * (widest + gap) - width_of(line)))
                line += cells[at]
        found.append(line)
    return found


@define
class Sheet:
    """A rectangle of signs, each with a style."""

    width: int
    height: int
    _cells: dict[tuple[int, int], tuple[str, str]] = field(factory=dict)  # (down, right) -> (sign, style)

    def put(self, right: int, down: int, text: str, style: str = "") -> None:
        """Write a text; what lies outside is left out."""
        for place, sign in enumerate(text, right):
            if 0 <= place < self.width and 0 <= down < self.height:
                self._cells[down, place] = (sign, style)

    def put_below(self, right: int, down: int, text: str, style: str = "") -> None:
        """Write a text where nothing is written yet."""
        for place, sign in enumerate(text, right):
            if (down, place) not in self._cells:
                self.put(place, down, sign, style)

    def lines(self) -> list[Line]:
        """Give what was drawn."""
        found: list[Line] = []
        for down in range(self.height):
            last = max((place for row, place in self._cells if row == down), default=-1)
            row = [self._cells.get((down, place), (" ", "")) for place in range(last + 1)]
            line: Line = []
            for style, same in groupby(row, key=lambda cell: cell[1]):
                text = "".join(sign for sign, _ in same)
                line.append((style, text) if style else text)
            found.append(line)
        return found
