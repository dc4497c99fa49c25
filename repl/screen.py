"""The table as one screen: as much as fits, what matters most last, next to the prompt.

A screen is composed anew for each size of the window. Levels of detail are tried, the fullest first: with empty places;
places one to a line; everybody in one paragraph; everybody but the viewer on three lines, two, one; at last only the beginning
of what all can see of the viewer's, too, behind what nobody else sees. A board is shown in words only where no level leaves
room for its picture. What still does not fit is cut, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Any

from attrs import field, frozen

from rulewright.repl.answers import expectation, item_texts, payment_note, shown_text
from rulewright.repl.boards import board_lines
from rulewright.repl.canvas import ASCII, Line, Signs, beside, clip, followed, in_columns, text_of, width_of, wrapped
from rulewright.repl.cardbook import NO_NOTE, CardNote
from rulewright.repl.changes import Numbers, was_text
from rulewright.repl.layout import Layout
from rulewright.repl.reach import NOTHING, reach_of
from rulewright.repl.render import withheld_lines

# What says that there is nothing to say.
_IDLE = ("nothing", "nobody", "none", "no", "nowhere")
# From how many cells on players sit side by side, and a board stands at the right.
_SEAT = 46
_BOARD_FROM = 78
_MOST_OPTIONS = 400
_MANY, _MOST_BESIDE = 12, 4
_ENDLESS = 1_000_000  # lines
_MOST_CARDS = 4  # of a place in a paragraph
FULL, PLACES, PARAGRAPHS, SQUEEZED, LAST, OWN_CUT = 0, 1, 2, 3, 5, 6
# Tried in turn: how much of the table, and whether each option has a line for itself, with what it does.
_TRIED = (
    (FULL, True), (PLACES, True), (PLACES, False), (PARAGRAPHS, False), (3, False), (4, False), (LAST, False),
    (OWN_CUT, False),
)  # fmt: skip


@frozen
class Scene:
    """What there is to show. decision: the question, if whoever looks is asked; help_of: what an option does."""

    title: str
    view: Any
    names: Sequence[str]
    seat: int | None
    decision: Any = None
    picked: Sequence[int] = ()
    notes: dict[str, CardNote] = field(factory=dict)
    hexes: Collection[str] = ()
    stacks: Collection[str] = ()  # the places that what is on a stack lies in
    layout: Layout = field(factory=Layout)
    remembered: bool = False
    private: Collection[str] = ()  # the viewer's places that only the viewer sees
    was: Numbers = field(factory=dict)  # what numbers were that are different now
    help_of: Callable[[Any], str] = str
    signs: Signs = ASCII


def screen(scene: Scene, width: int, height: int) -> list[Line]:
    """Give the lines of the table and the question, no more than `height` and none wider than `width`."""
    table: list[Line] = []
    question: list[Line] = []
    room = 0
    most = _MOST_BESIDE if scene.view.boards and _many(scene.decision) else max(4, height // 2)
    for level, spacious in _TRIED:
        question = question_lines(scene, width, most, spacious=spacious)
        room = height - len(question)
        made = table_block(scene, width, room, level)
        if made is not None:
            table = made
            if len(table) <= room:
                break
    if len(table) > room:
        # The viewer's own cards come before the last options, which can be had by `options`.
        question = question_lines(scene, width, max(4, min(most, height - len(table))), spacious=False)
        room = height - len(question)
    if len(table) > room:
        cut: Line = [("dim", f"  {scene.signs.more} `look` shows all")]
        table = [*table[: max(0, room - 1)], cut][:room]
    return [clip(line, width, scene.signs.more) for line in [*table, *question]][:height]


def _many(decision: Any) -> bool:
    """Say whether a question has so many options that a board shows them better than a list."""
    return decision is not None and len(decision.options) > _MANY


def table_block(scene: Scene, width: int, room: int, level: int) -> list[Line] | None:
    """Give the lines of the table at one level of detail, maybe more than there is room for; None if that level has no
    room for the picture of a board that another has room for."""
    head = _head(scene, width, level)
    room -= len(head)
    if not scene.view.boards:
        return [*head, *_people(scene, width, level)]
    if width >= _BOARD_FROM:
        size = max(36, min(width - 40, width * 9 // 20 if width < 110 else width // 2))
        board = _board(scene, size, room, words=False)
        side = max((width_of(line) for line in board), default=width)
        if len(board) <= room and width - side >= 34:
            inner = width - side - 2
            return [*head, *beside(_people(scene, inner, level, columns=False), board, inner)]
    people = _people(scene, width, level)
    board = _board(scene, width, room - len(people), words=False)
    if board and len(board) <= room - len(people):
        return [*head, *people, *board]
    if level < LAST and _board(scene, width, room + len(head) - 1 - len(_people(scene, width, LAST)), words=False):
        return None
    board = _board_in_words(scene, width, room)
    if len(board) > room - len(people) and level >= LAST:
        board = board[:1] if len(people) < room else []
    return [*head, *people, *board]


def _people(scene: Scene, width: int, level: int, *, columns: bool = True) -> list[Line]:
    common, stack = _common(scene, width, level), _stack(scene, width, level)
    return [*common, *stack, *_players(scene, width, level, columns=columns)]


# ------------------------------------------------------------------ parts of the table


def _head(scene: Scene, width: int, level: int) -> list[Line]:
    view = scene.view
    moment = [f"turn {view.turn}"] if view.turn else []
    if view.turn and view.active is not None:
        moment.append("your turn" if view.active == scene.seat else f"{scene.names[view.active]}'s turn")
    moment += [view.phase] if view.phase else []
    title: Line = [("bold", scene.title), *([f"  {', '.join(moment)}"] if moment else [])]
    rule: list[Line] = [[("dim", scene.signs.rule * width)]] if level < SQUEEZED else []
    return [clip(title, width, scene.signs.more), *rule]


def _common(scene: Scene, width: int, level: int) -> list[Line]:
    """Give what belongs to nobody."""
    on_stack = scene.stacks if scene.view.stack else ()
    zones = [z for z in scene.view.zones if z.shown_with is None and z.name not in on_stack]
    zones = scene.layout.of([z for z in zones if z.name != "box" or z.cards is not None], None)
    members = scene.layout.of([m for m in scene.view.members if m.owner is None], None)
    if not zones and not members:
        return []
    return _owner([("bold", "table")], members, zones, scene, width, level)


def _stack(scene: Scene, width: int, level: int) -> list[Line]:
    """Give what waits, the next to happen first, and who may answer; where there is no room, each in one line."""
    view = scene.view
    if not view.stack and not view.answering:
        return []
    lines: list[Line] = []
    if view.stack:
        lines.append([("bold", "stack"), ("dim", ", the next to happen first")])
        for number, text in enumerate(reversed(view.stack), 1):
            lines += wrapped([f"  {number}  "], [[word] for word in text.split(" ")], width, 5, " ")
    if view.answering:
        first, *rest = (("you" if seat == scene.seat else scene.names[seat]) for seat in view.answering)
        line = f"may answer: {first} now" + (f", then {', '.join(rest)}" if rest else "")
        lines += wrapped([("dim", "  ") if lines else ""], [[("dim", line)]], width, 2)
    if level >= LAST:
        more = scene.signs.more
        return [clip([*line, more] if cut else line, width, more) for line, cut in _first_lines(lines)]
    return lines


def _first_lines(lines: list[Line]) -> list[tuple[Line, bool]]:
    """Give each thing's first line, and whether there was more of it: later lines begin with blanks alone."""
    found: list[tuple[Line, bool]] = []
    for line in lines:
        begins = "".join(text_of(part) for part in line)
        if found and (begins.startswith("     ") or not begins.strip()):
            found[-1] = (found[-1][0], True)
        else:
            found.append((line, False))
    return found


def _players(scene: Scene, width: int, level: int, *, columns: bool = True) -> list[Line]:
    """Give the players, those to the left of the viewer first and the viewer last."""
    count = len(scene.names)
    first = 0 if scene.seat is None else scene.seat + 1
    seats = [(first + n) % count for n in range(count)]
    others = seats if scene.seat is None else seats[:-1]
    wide = max(1, min(len(others), width // _SEAT)) if columns else 1
    inner = (width - 2 * (wide - 1)) // wide
    blocks = [_player(scene, seat, inner, level) for seat in others]
    lines: list[Line] = []
    for at in range(0, len(blocks), wide):
        row = blocks[at : at + wide]
        together = row[-1]
        for block in reversed(row[:-1]):
            together = beside(block, together, inner)
        lines += together
    return lines if scene.seat is None else [*lines, *_player(scene, scene.seat, width, level)]


def _player(scene: Scene, seat: int, width: int, level: int) -> list[Line]:
    view = scene.view
    notes = ["you"] * (seat == scene.seat) + ["to answer"] * (seat == view.asked and seat != scene.seat)
    notes += ["out"] * (seat not in view.alive)
    mark = "> " if seat == view.asked else "  "
    head: Line = [mark, ("bold", scene.names[seat]), *([f" ({', '.join(notes)})"] if notes else [])]
    members = scene.layout.of([m for m in view.members if m.owner == seat], seat)
    zones = scene.layout.of([z for z in view.zones if z.shown_with == seat], seat)
    return _owner(head, members, zones, scene, width, level)


def _owner(head: Line, members: Sequence[Any], zones: Sequence[Any], scene: Scene, width: int, level: int) -> list[Line]:
    """Give a player or the table: numbers and hidden piles behind the name, then the places whose cards are seen."""
    own = scene.seat is not None and bool(zones) and zones[0].shown_with == scene.seat
    was = scene.was if level < SQUEEZED else {}  # where room is scarce, what holds comes before what held
    shown: list[Line] = [_member(m, was) for m in members if m.text not in _IDLE or was_text(m, was)]
    piles: list[Line] = []
    open_zones = []
    for zone in zones:
        name = zone.name if zone.on is None else f"{zone.name} on {zone.on}"
        if zone.cards is not None and zone.count:
            open_zones.append((name, zone))
        elif zone.count:
            known = f" (with {', '.join(zone.known)})" if scene.remembered and zone.known else ""
            piles.append([f"{name} ", ("dim", f"{zone.count} hidden{known}")])
    if level >= PARAGRAPHS:
        if level == OWN_CUT and own:
            open_zones.sort(key=lambda named: named[1].name not in scene.private)
        places = [_zone_line(name, zone, scene, level) for name, zone in open_zones]
        comma = "; " if places else ", "  # commas part the cards of a place
        if level >= SQUEEZED and not own:
            items = [*shown, *places, *piles]
            lines = wrapped([*head, "  "], items, width, 4, comma) if items else [head]
            most = max(1, LAST + 1 - level)
            if len(lines) <= most:
                return lines
            cut = [*lines[most - 1], f" {scene.signs.more}"]
            return [*lines[: most - 1], clip(cut, width, scene.signs.more)]
        items = [*shown, *places, *piles] if level == OWN_CUT else [*shown, *piles, *places]
        return wrapped([*head, "  "], items, width, 4, comma) if items else [head]
    lines = wrapped([*head, "  "], [*shown, *piles], width, 4) if shown or piles else [head]
    for name, zone in open_zones:
        many = f" ({zone.count})" if zone.count > 1 else ""
        lines += wrapped([f"    {name}{many}: "], _cards(zone, scene, short=level > FULL and not own), width, 6)
    empty = [zone.name for zone in zones if not zone.count and zone.on is None]
    if level == FULL and empty:
        lines += wrapped([("dim", "    empty: ")], [[("dim", name)] for name in empty], width, 6)
    return lines


def _member(member: Any, was: Numbers) -> Line:
    """Give a number or word with its name, and what it was if that is news."""
    before = was_text(member, was)
    return [f"{member.name} {member.text}", *([("yellow", before)] if before else [])]


def _zone_line(name: str, zone: Any, scene: Scene, level: int) -> Line:
    """Give a place whose cards are seen in one item; of many cards the first few."""
    cards = _cards(zone, scene, short=True)
    whole = zone.shown_with == scene.seat and (level < OWN_CUT or zone.name in scene.private)
    line: Line = [f"{name}: " if len(cards) <= _MOST_CARDS or whole else f"{name} ({zone.count}): "]
    for number, card in enumerate(cards):
        if number == _MOST_CARDS and not whole:
            return [*line, f", {scene.signs.more}"]
        line += [", ", *card] if number else card
    return line


def _cards(zone: Any, scene: Scene, *, short: bool) -> list[Line]:
    """Give the cards of a zone, alike neighbours together."""
    drawn = [(card_parts(card, scene.notes, short=short)) for card in zone.cards]
    return [
        [*parts, f" x{times}"] if times > 1 else parts
        for parts, times in ((key, len(list(same))) for key, same in groupby(drawn))
    ]


def card_parts(card: Any, notes: dict[str, CardNote], *, short: bool) -> Line:
    """Give a card: its name, its numbers, and marked in words what is not as printed."""
    name = card.name if card.name is not None else "a card"
    note = notes.get(name, NO_NOTE)
    numbers = {} if short else {key: value for key, value in note.numbers.items() if key not in card.values}
    said: list[Line] = [[f"{key} {value}"] for key, value in numbers.items()]
    for key, value in card.values.items():
        if key in note.printed and short and value == "?":
            continue  # what nobody can know now is said where there is room
        was = f" (printed {note.printed[key]})" if key in note.printed and not short else ""
        mark = "!" if key in note.printed and short else ""
        shown = {"yes": key, "no": f"not {key}"}.get(value, f"{key} {value}{mark}")
        said.append([("yellow", shown), was])
    said += [[("yellow", "face down")]] if card.face_down else []
    if not said:
        return [name]
    line: Line = [f"{name} ["]
    for number, one in enumerate(said):
        line += [" "] if number else []
        line += followed(_merged(one), "]" if number == len(said) - 1 else ",")
    return _merged(line)


def _merged(line: Line) -> Line:
    """Give a line with neighbouring parts that have no style as one, so that no line is broken between them."""
    found: Line = []
    for part in line:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] = f"{found[-1]}{part}"
        elif part:
            found.append(part)
    return found


def _board(scene: Scene, width: int, room: int, *, words: bool) -> list[Line]:
    """Give the boards, as pictures no wider or higher than that, or in words; nothing if a picture does not fit."""
    lines: list[Line] = []
    for board in scene.view.boards:
        near = NOTHING if scene.decision is None else reach_of(scene.decision, board, scene.names)
        hexes = board.name in scene.hexes
        drawn = list(
            board_lines(board, hexes=hexes, reach=near, signs=scene.signs, room=(width, room), words=words, strict=not words)
        )
        if not words and (not drawn or len(drawn) > room or any(width_of(line) > width for line in drawn)):
            return []
        lines += drawn
    return lines


def _board_in_words(scene: Scene, width: int, room: int) -> list[Line]:
    """Give the boards in words; the first line says how to see the picture, where one can be had."""
    lines = _board(scene, width, room, words=True)
    if lines and _board(scene, width, _ENDLESS, words=False):
        lines[0] = clip([*lines[0], ("dim", "  (`look` draws it)")], width, scene.signs.more)
    return lines


# ------------------------------------------------------------------ the question


def question_lines(scene: Scene, width: int, room: int, *, spacious: bool = True) -> list[Line]:
    """Give the question with its options, in no more than `room` lines; spacious: each option on a line, if they fit."""
    decision = scene.decision
    if decision is None:
        return []
    secret = [("dim", "  (secret until all have chosen)")] if decision.joint else []
    shared = _shared_help(scene)
    alike = [clip([("dim", f"  {shared}")], width - len(decision.question) - 1, scene.signs.more)] if shared else []
    lines = wrapped([], [[("bold", decision.question), *secret, *(alike[0] if alike else [])]], width, 2)
    if decision.kind == "number":
        return [*lines, [("dim", f"  {expectation(decision)}")]]
    if decision.kind in ("set", "order"):
        texts = item_texts(decision)
        if scene.picked:
            lines += wrapped([("dim", "  chosen: ")], [[shown_text(texts[at])] for at in scene.picked], width, 4)
        left = [at for at in range(len(decision.items)) if at not in scene.picked]
        options, notes = [decision.items[at] for at in left], [payment_note(decision, at) for at in left]
        below: list[Line] = wrapped([], [[("dim", f"  {expectation(decision, scene.picked)}")]], width, 4)
    else:
        options, notes = list(decision.options[:_MOST_OPTIONS]), []
        below = [[("dim", f"  {expectation(decision)}")]] if decision.kind == "trigger" else []
        below += [clip(line, width, scene.signs.more) for line in withheld_lines(decision)]
    return [*lines, *_options(scene, options, notes, width, room - len(lines) - len(below), spacious), *below]


def _options(
    scene: Scene, options: Sequence[Any], notes: Sequence[str], width: int, room: int, spacious: bool
) -> list[Line]:
    digits = len(str(len(options)))
    cells: list[Line] = [
        [("cyan", f"  {number:>{digits}}"), f"  {shown_text(option.text)}"] for number, option in enumerate(options, 1)
    ]
    if any(notes):
        names = max(width_of(cell) for cell in cells)
        cells = [
            [*cell, ("dim", f"{' ' * (names - width_of(cell))}  {note}")] for cell, note in zip(cells, notes, strict=True)
        ]
    if spacious and len(cells) <= room:
        widest = max(width_of(cell) for cell in cells)
        told = not _shared_help(scene)
        return [
            _with_help(scene, cell, option, width, widest) if told else cell
            for cell, option in zip(cells, options, strict=True)
        ]
    columns = in_columns(cells, width)
    if len(columns) > room:
        whole = max(1, room - 1)
        per_row = max(1, (width + 3) // (max(width_of(cell) for cell in cells) + 3))
        cells = cells[: whole * per_row]
        columns = in_columns(cells, width)[:whole]
        columns.append([("dim", f"  {scene.signs.more} {len(options)} in all; `options` lists them")])
    return columns


def _shared_help(scene: Scene) -> str:
    """Give what all options do, if the rules say the same of each of several."""
    decision = scene.decision
    if decision.kind in ("set", "order", "number") or not 1 < len(decision.options) <= _MOST_OPTIONS:
        return ""
    said = {scene.help_of(option) for option in decision.options}
    return said.pop() if len(said) == 1 else ""


def _with_help(scene: Scene, cell: Line, option: Any, width: int, widest: int) -> Line:
    """Give an option with what it does behind it, as far as there is room."""
    said = scene.help_of(option)
    left = width - widest - 3
    if not said or left < 16:
        return cell
    return [*cell, *clip([("dim", f"{' ' * (widest - width_of(cell))}   {said}")], width - width_of(cell), scene.signs.more)]
