"""A rulebook, and sheets of cards, as PDF. The same game gives the same file, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from rulewright.dsl.visible import visible
from rulewright.interpreter.errors import UsageError
from rulewright.lab.book import Block, Heading, Para, Picture, Rules, Table
from rulewright.lab.book_cards import CardRow
from rulewright.lab.book_markdown import numeric_columns

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0  # millimetres, the size that sleeves are made for
COLUMNS, ROWS = 3, 3  # on a page of A4


@cache
def _library() -> Any:
    """Give reportlab with the font of the book; UsageError if it is not installed."""
    try:
        import reportlab
        from matplotlib import get_data_path
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
    except ImportError:
        raise UsageError("a PDF needs the library reportlab: pip install 'rulewright[pdf]'") from None
    # One that has the letters of most languages; the fonts that every reader of PDF has lack them.
    folder = Path(get_data_path()) / "fonts" / "ttf"
    for name, file in (("Book", "DejaVuSans"), ("Book-Bold", "DejaVuSans-Bold"), ("Book-Rules", "DejaVuSansMono")):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{file}.ttf")))
    return reportlab


def _text(text: str) -> str:
    return escape("\n".join(visible(line) for line in text.split("\n"))).replace("\n", "<br/>")


def pdf(blocks: Iterable[Block]) -> bytes:
    """Give the rulebook as the bytes of a PDF file."""
    _library()
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.platypus import SimpleDocTemplate

    blocks = list(blocks)
    styles = _styles()
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    file = BytesIO()
    document = SimpleDocTemplate(
        file, pagesize=A4, leftMargin=22 * mm, rightMargin=22 * mm, topMargin=20 * mm, bottomMargin=20 * mm,
        title=visible(title), invariant=1,
    )  # fmt: skip
    story = [part for block in blocks for part in _parts(block, styles, document.width)]
    document.build(story, onFirstPage=_number, onLaterPages=_number)
    return file.getvalue()


def _number(canvas: Any, document: Any) -> None:
    canvas.setFont("Book", 8)
    canvas.drawCentredString(document.pagesize[0] / 2, 28, str(canvas.getPageNumber()))


def _styles() -> dict[str, Any]:
    from reportlab.lib.styles import ParagraphStyle

    plain = ParagraphStyle("plain", fontName="Book", fontSize=9.5, leading=13.5, spaceAfter=5)
    return {
        "plain": plain,
        "cell": ParagraphStyle("cell", plain, fontSize=8, leading=10.5, spaceAfter=0),
        "number": ParagraphStyle("number", plain, fontSize=8, leading=10.5, spaceAfter=0, alignment=2),
        "head": ParagraphStyle("head", plain, fontName="Book-Bold", fontSize=8, leading=10.5, spaceAfter=0),
        "rules": ParagraphStyle("rules", plain, fontName="Book-Rules", fontSize=7.5, leading=10.5, leftIndent=8),
        "h1": ParagraphStyle("h1", plain, fontName="Book-Bold", fontSize=22, leading=28, spaceAfter=10),
        "h2": ParagraphStyle("h2", plain, fontName="Book-Bold", fontSize=14, leading=18, spaceBefore=12, keepWithNext=1),
        "h3": ParagraphStyle("h3", plain, fontName="Book-Bold", fontSize=10.5, leading=14, spaceBefore=6, keepWithNext=1),
    }


def _parts(block: Block, styles: dict[str, Any], width: float) -> list[Any]:
    from reportlab.platypus import Paragraph, XPreformatted

    match block:
        case Heading(level=level, text=text):
            return [Paragraph(_text(text), styles[f"h{level}"])]
        case Para(text=text):
            return [Paragraph(_text(part), styles["plain"]) for part in text.split("\n\n")]
        case Rules(lines=lines):
            broken = [part for line in lines for part in _broken(line, 92)]
            return [XPreformatted("\n".join(escape(visible(line)) for line in broken), styles["rules"])]
        case Table():
            return [_table(block, styles, width)]
        case Picture(said=said):
            return [Paragraph(_text(f"For {said} see `rulewright board`."), styles["plain"])]


def _broken(line: str, most: int) -> list[str]:
    """The line in pieces of no more than so many signs, the further ones indented."""
    from textwrap import wrap

    inside = len(line) - len(line.lstrip())
    return wrap(line, most, initial_indent=" " * inside, subsequent_indent=" " * (inside + 8)) or [""]


def _table(table: Table, styles: dict[str, Any], width: float) -> Any:
    from reportlab.lib import colors
    from reportlab.platypus import Paragraph
    from reportlab.platypus import Table as Grid

    numeric = numeric_columns(table)
    head = [Paragraph(_text(column), styles["head"]) for column in table.columns]
    rows = [
        [Paragraph(_text(cell), styles["number" if at in numeric else "cell"]) for at, cell in enumerate(row)]
        for row in table.rows
    ]
    return Grid(
        [head, *rows], colWidths=_widths(table, width), repeatRows=1,
        style=[
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey), ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ],
    )  # fmt: skip


def _widths(table: Table, width: float) -> list[float]:
    """Give the columns width by what they hold, none of them less than its longest word needs."""
    long = []
    for at, column in enumerate(table.columns):
        cells = [column, *(row[at] for row in table.rows)]
        word = max((len(word) for cell in cells for word in cell.split()), default=1)
        most = max(len(cell) for cell in cells)
        long.append((min(word, 18) * 5.6 + 8, min(most, 70) * 4.6 + 8))
    least = [low for low, _ in long]
    room = max(0.0, width - sum(least))
    wishes = [max(0.0, most - low) for low, most in long]
    total = sum(wishes) or 1.0
    share = [low + room * wish / total if sum(wishes) > room else low + wish for low, wish in zip(least, wishes, strict=True)]
    scale = min(1.0, width / sum(share))
    return [one * scale for one in share]


# ------------------------------------------------------------------ cards


def card_sheets(title: str, cards: Sequence[CardRow]) -> bytes:
    """Give sheets of cards to cut out, nine on a page of A4, each card as often as the game has it."""
    _library()
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1)
    canvas.setTitle(visible(title))
    left = (A4[0] - COLUMNS * CARD_WIDTH * mm) / 2
    top = A4[1] - (A4[1] - ROWS * CARD_HEIGHT * mm) / 2
    at = 0
    for card in cards:
        for _ in range(card.copies):
            if at and at % (COLUMNS * ROWS) == 0:
                canvas.showPage()
            place = at % (COLUMNS * ROWS)
            x = left + (place % COLUMNS) * CARD_WIDTH * mm
            y = top - (place // COLUMNS + 1) * CARD_HEIGHT * mm
            _card(canvas, card, x, y, CARD_WIDTH * mm, CARD_HEIGHT * mm)
            at += 1
    canvas.save()
    return file.getvalue()


def _card(canvas: Any, card: CardRow, x: float, y: float, width: float, height: float) -> None:
    from reportlab.platypus import KeepInFrame, Paragraph

    canvas.setLineWidth(0.5)
    canvas.rect(x, y, width, height)
    edge = 9.0
    inner = width - 2 * edge
    styles = _styles()
    story = [Paragraph(_text(card.name), styles["h3"]), Paragraph(_text(card.kind.replace("_", " ")), styles["cell"])]
    story += [
        Paragraph(f"{_text(name.replace('_', ' '))} <b>{_text(value)}</b>", styles["plain"])
        for name, value in card.numbers.items()
    ]
    story.append(Paragraph(_text(card.text), styles["plain"]))
    frame = KeepInFrame(inner, height - 2 * edge, story, mode="shrink")
    _, used = frame.wrapOn(canvas, inner, height - 2 * edge)
    frame.drawOn(canvas, x + edge, y + height - edge - used)
