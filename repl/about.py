"""What the rules say about a name: the text of an action, a card with its state on the table, a definition, a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.dsl.suggest import as_typed
from rulewright.interpreter.describe import value_text, words
from rulewright.repl.answers import words_fit
from rulewright.repl.canvas import text_of

if TYPE_CHECKING:
    from rulewright.dsl.bound_things import CardDef
    from rulewright.dsl.source import Span
    from rulewright.interpreter.state import State
    from rulewright.repl.output import Part

_MOST_LINES = 40


def names(state: State) -> list[str]:
    """Give every name that the rules of a game in play give to something, as people write it."""
    return list(dict.fromkeys(name for name, _, _ in _things(state)))


def about(state: State, seat: int | None, name: str) -> list[list[Part]]:
    """Give the lines that tell of a name; none if the rules do not know it. seat: whose eyes see the cards."""
    wanted = _plain(name)
    lines: list[list[Part]] = []
    for title, span, text in declarations(state, name):
        lines.append([("bold", title), ("dim", f"  ({place(span)})")])
        lines += [[f"  {line}"] for line in text]
        lines += [[f"  {line}"] for line in _above(state, title)]
    card = _card_named(state, wanted)
    if card is not None:
        said = " ".join((state.g.instance.faces[card].definition.doc or "").split())
        if said and said not in " ".join(" ".join(text_of(part) for part in line) for line in lines):
            lines.append([f"  {said}"])
        lines += _card(state, seat, card)
    return lines


def begun(state: State, name: str) -> list[str]:
    """Give the names of the rules of which what was typed is the beginnings of words, in their order."""
    return [known for known in names(state) if words_fit(_plain(name), _plain(known))]


def _plain(name: str) -> str:
    """Give a name as it is compared: as the rules or as people write it."""
    return as_typed(words(name.strip('"')))


def _above(state: State, title: str) -> list[str]:
    """What the kinds say that a kind is one of, from the nearest on."""
    sort, _, name = title.partition(" ")
    kind = next((k for k in state.g.program.kinds.values() if words(k.name) == name), None) if sort == "kind" else None
    found = []
    while kind is not None and (kind := kind.parent) is not None:
        if kind.doc:
            found.append(f"{words(kind.name)}: {' '.join(kind.doc.split())}")
    return found


def declarations(state: State, name: str) -> list[tuple[str, Span, list[str]]]:
    """Give (title, place, lines of the rules) of everything that the rules declare by a name."""
    wanted = _plain(name)
    found: dict[tuple[str, int], tuple[str, Span, list[str]]] = {}
    for known, title, span in _things(state):
        if _plain(known) == wanted and span is not None:
            found.setdefault((span.source.name, _head(span)), (title, span, _text(span)))
    return list(found.values())


def place(span: Span) -> str:
    """Give the file and the line of a span, the file as short as it is understood."""
    return f"{short_file(span.source.name)}:{span.line}"


def short_file(name: str) -> str:
    """Give a file's name from the folder one is in, or only its last part if it lies elsewhere."""
    path = Path(name)
    if not path.is_absolute():
        return name
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else path.name


def _things(state: State) -> Iterator[tuple[str, str, Any]]:
    """(name, title, span) of everything that the rules name."""
    program = state.g.program
    for action in (*program.actions.values(), *(a for card in program.cards for a in card.actions)):
        yield words(action.name), f"action {words(action.name)}", action.span
    for face in state.g.instance.faces:
        # What is printed may stand in a table, and its text in a place of its own.
        for span in (face.definition.span, *_texts_of(face.definition)):
            yield face.name, f'card "{face.name}"', span
    groups: list[tuple[str, dict[str, Any]]] = [
        ("kind", program.kinds), ("keyword", program.keywords), ("verb", program.verbs), ("rule", program.rules),
        ("definition", program.functions), ("option", program.options), ("stack", program.stacks), ("word", program.words),
        ("board", program.boards), ("die", program.dice),
    ]  # fmt: skip
    for sort, group in groups:
        for name, thing in group.items():
            yield words(name), f"{sort} {words(name)}", getattr(thing, "span", None)
    for unit in program.units.values():
        yield words(unit.name), unit.kind if unit.kind == unit.name else f"{unit.kind} {words(unit.name)}", unit.span
    members = [*program.own_table_members, *program.player_members, *program.unit_members, *program.card_members,
               *program.pair_members]
    for member in (*members, *program.derived_members):
        yield words(member.name), f"{'table' if member.owner == 'pair' else member.owner}: {words(member.name)}", member.span


def _texts_of(card: CardDef) -> Iterator[Span]:
    """Where the text of a card stands that is its own, and not that of its kind."""
    parts = (*card.standing, *card.actions, *card.members, *card.guards, *card.targets, *(card.effect or ()))
    for part in parts:
        span = getattr(part, "span", None)
        if span is not None and f'"{card.name}"' in span.source.line_text(_head(span)):
            yield span


def _head(span: Span) -> int:
    """The line where the declaration begins that a span stands in."""
    number = span.line
    while number > 1 and (not span.source.line_text(number)[:1].strip() or span.source.line_text(number)[0] == "#"):
        number -= 1
    return number


def _text(span: Span) -> list[str]:
    """The declaration as it is written; of a table of cards, or of members, the head and the line itself."""
    source, first = span.source, _head(span)
    lines = [source.line_text(first)]
    number = first + 1
    while number <= source.line_count and not source.line_text(number)[:1].strip():
        lines.append(source.line_text(number))
        number += 1
    while lines and not lines[-1].strip():
        lines.pop()
    head = lines[0]
    if " has:" in head or head.startswith("cards of "):
        row = source.line_text(span.line)
        titles = [lines[1]] if head.startswith("cards of ") and len(lines) > 1 and row != lines[1] else []
        lines = list(dict.fromkeys([head, *titles, row]))
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"... ({len(lines) - _MOST_LINES} lines more)"]
    return lines


# ------------------------------------------------------------------ cards


def _card_named(state: State, wanted: str) -> int | None:
    """The number of the face with that name."""
    for number, face in enumerate(state.g.instance.faces):
        if _plain(face.name) == wanted:
            return number
    return None


def _card(state: State, seat: int | None, number: int) -> list[list[Part]]:
    face = state.g.instance.faces[number]
    printed = [f"{words(m.name)} {value_text(state, value, m.type)}" for m, value in face.printed.items()]
    copies = sum(one == number for one in state.g.face_of)
    lines: list[list[Part]] = []
    if printed:
        lines.append([f"  printed: {', '.join(printed)}"])
    lines.append([f"  {copies} in the game" if copies != 1 else "  the only one of its name"])
    found: list[str] = []
    for zone in state.view(seat).zones:
        whose = "" if zone.owner is None else f"{state.names[zone.owner]}'s "
        where = f"{whose}{words(zone.name)}" + (f" on {zone.on}" if zone.on is not None else "")
        for card in zone.cards or ():
            if card.name == face.name:
                notes = [f"{name} {value}" for name, value in card.values.items()]
                found.append(f"  in {where}{': ' + ', '.join(notes) if notes else ''}")
    counted = {line: found.count(line) for line in found}
    for line, times in counted.items():
        lines.append([f"{line} ({times} of them)" if times > 1 else line])
    return lines


def zone_names(state: State) -> list[str]:
    """Give the names of the zones, as people write them."""
    return list(dict.fromkeys(words(name) for name in state.g.zone_names))
