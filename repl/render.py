"""The table as lines of text, from one player's view."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from rulewright.repl.answers import expectation, item_texts, payment_note, shown_text
from rulewright.repl.boards import board_lines
from rulewright.repl.canvas import ASCII, Signs
from rulewright.repl.changes import Numbers, was_text
from rulewright.repl.layout import Layout
from rulewright.repl.output import Part, is_terminal, terminal_width
from rulewright.repl.reach import NOTHING, reach_of

_WIDTH = 110
_MOST_OPTIONS = 60


def wrap(head: str, text: str, width: int = 0) -> list[str]:
    """Give `head text` on lines of a limited width, normally what is easily read; later ones are indented below the text."""
    width = width or min(_WIDTH, terminal_width() if is_terminal(sys.stdout) else _WIDTH)
    indent = " " * min(len(head), 28)
    lines, line = [], head
    for word in text.split(" "):
        if len(line) + len(word) > width and line.strip() and line != head:
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    lines.append(line.rstrip())
    return lines


def card_text(card: Any) -> str:
    """Give a card as the viewer knows it: its name and what differs from what is printed on it."""
    text = card.name if card.name is not None else "a card"
    notes = [f"{name} {value}" for name, value in card.values.items()] + ["face down"] * card.face_down
    return f"{text} ({', '.join(notes)})" if notes else text


def cards_text(zone: Any, *, remembered: bool) -> str:
    """Give the cards of a zone: those that are seen, alike neighbours together; of hidden ones their number."""
    if zone.cards is not None:
        grouped = [(text, len(list(same))) for text, same in groupby(card_text(card) for card in zone.cards)]
        return ", ".join(f"{text} x{times}" if times > 1 else text for text, times in grouped)
    known = f", among them {', '.join(zone.known)}" if remembered and zone.known else ""
    return f"{zone.count} hidden{known}"


def zone_lines(zone: Any, *, remembered: bool) -> list[str]:
    """Give the lines of one zone."""
    name = zone.name if zone.on is None else f"{zone.name} on {zone.on}"
    many = f" ({zone.count})" if zone.count > 1 and zone.cards else ""
    return wrap(f"    {name}{many}: ", cards_text(zone, remembered=remembered))


def table_lines(
    view: Any,
    names: Sequence[str],
    *,
    seat: int | None,
    part: bool = False,
    remembered: bool = False,
    hexes: Collection[str] = (),
    decision: Any = None,
    signs: Signs = ASCII,
    words: bool = False,
    layout: Layout | None = None,
    was: Numbers | None = None,
) -> Iterator[list[Part]]:
    """Give the lines of the table as the viewer sees it: what is common first, then each player.

    part: of players only those who have something to show; remembered: with hidden cards that the viewer knows of;
    hexes: the boards that are made of hexes; decision: what the viewer is asked, for what is in reach; words: boards in
    words, not as pictures; layout: what is shown, in which order; was: what numbers were that are different now.
    """
    for owner in (None, *range(len(names))):
        # The box holds what is not in this game: no concern of a player's.
        zones = [zone for zone in view.zones if zone.shown_with == owner and not (zone.name == "box" and zone.cards is None)]
        members = [member for member in view.members if member.owner == owner]
        if layout is not None:
            zones, members = layout.of(zones, owner), layout.of(members, owner)
        if not zones and not members and (owner is None or part):
            continue
        title = "table" if owner is None else names[owner]
        notes = [] if owner is None else ["you"] * (owner == seat) + ["to answer"] * (owner == view.asked)
        notes += ["out"] * (owner is not None and owner not in view.alive)
        yield [("bold", f"  {title}"), f" ({', '.join(notes)})" if notes else ""]
        for line in members_lines(members, was or {}):
            yield [line]
        for zone in zones:
            if zone.count:
                for line in zone_lines(zone, remembered=remembered):
                    yield [line]
        # Empty places say little; they are named together.
        empty = [zone.name for zone in zones if not zone.count and zone.on is None]
        if empty:
            yield [("dim", f"    empty: {', '.join(empty)}")]
    for board in view.boards:
        near = NOTHING if decision is None else reach_of(decision, board, names)
        yield from board_lines(board, hexes=board.name in hexes, reach=near, signs=signs, words=words)
    if view.stack:
        yield [("bold", "  stack, the next to happen first"), f": {', '.join(reversed(view.stack))}"]


def members_lines(members: Iterable[Any], was: Numbers) -> list[str]:
    """Give the numbers and words of the table or of a player."""
    shown = [f"{member.name} {member.text}{was_text(member, was)}" for member in members]
    return wrap("    ", ", ".join(shown)) if shown else []


def decision_lines(decision: Any, picked: Sequence[int] = ()) -> Iterator[list[Part]]:
    """Give the question and what may be answered."""
    yield [("bold", decision.question)]
    if decision.kind == "number":
        yield [f"  {expectation(decision)}"]
        return
    if decision.kind in ("set", "order"):
        texts = item_texts(decision)
        if picked:
            yield [("dim", f"  chosen: {', '.join(shown_text(texts[at]) for at in picked)}")]
        left = [at for at in range(len(texts)) if at not in picked]
        yield from _numbered([texts[at] for at in left], [payment_note(decision, at) for at in left])
        yield [("dim", f"  {expectation(decision, picked)}")]
        return
    yield from _numbered([option.text for option in decision.options])
    yield from withheld_lines(decision)
    if decision.kind == "trigger":
        yield [("dim", f"  {expectation(decision)}")]


def withheld_lines(decision: Any) -> Iterator[list[Part]]:
    """Give the alternatives that cannot be done now, and what they need."""
    for one in decision.withheld:
        yield [("dim", f"  not now: {shown_text(one.text)} ({shown_text(one.reason)})")]


def _numbered(texts: Sequence[str], notes: Sequence[str] = ()) -> Iterator[list[Part]]:
    width = len(str(len(texts)))
    for at, text in enumerate(texts[:_MOST_OPTIONS]):
        note = [("dim", f"  {notes[at]}")] if notes and notes[at] else []
        yield [("cyan", f"  {at + 1:>{width}}"), f"  {shown_text(text)}", *note]
    if len(texts) > _MOST_OPTIONS:
        yield [("dim", f"  ... up to {len(texts)}; `options` shows them all")]


def outcome_line(outcome: Any, names: Sequence[str]) -> str:
    """Give one line that says how a game ended."""
    if outcome.kind in ("limit", "endless"):
        what = "it reached a limit" if outcome.kind == "limit" else "it goes round for ever"
        return f"The game was stopped: {what}{f' ({outcome.reason})' if outcome.reason else ''}."
    if not outcome.winners:
        return "The game ends without a winner."
    who = " and ".join(names[seat] for seat in outcome.winners)
    return f"{who} wins." if len(outcome.winners) == 1 else f"{who} share the victory."


def score_lines(outcome: Any, names: Sequence[str]) -> list[str]:
    """Give a line for each player with a score, best first."""
    if outcome.scores is None:
        return []
    order = [seat for tied in outcome.ranking for seat in tied] if outcome.ranking else range(len(names))
    width = max(len(name) for name in names)
    return [f"  {names[seat]:{width}}  {outcome.scores[seat]}" for seat in order]
