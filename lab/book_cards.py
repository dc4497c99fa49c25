"""The cards of a game as they are printed: names, numbers, how many of each, and what stands on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.book_text import declared
from rulewright.dsl.types import BoolType, WordType
from rulewright.interpreter.game import Game


@frozen
class CardRow:
    """One card; `numbers` by the names of the attributes, as texts. A series of cards (`2 of clubs` ...) may be one."""

    name: str
    kind: str
    copies: int
    numbers: dict[str, str]
    text: str


def card_rows(game: Game, *, series: bool = False, players: int | None = None) -> list[CardRow]:
    """Give the cards that the game is played with. series: each card of a series by itself, not all as one.

    Cards are counted for as many players as the game takes at most, as some decks grow with the players.
    """
    instance = game.compiled(players if players is not None else game.max_players).instance
    counts = Counter(instance.face_of)
    texts = _texts(game)
    rows: list[CardRow] = []
    seen: dict[int, int] = {}
    for face in instance.faces:
        definition = face.definition
        copies = face.copies if definition.token else counts[face.index]
        if definition.series and not series:
            if id(definition) in seen:
                old = rows[seen[id(definition)]]
                rows[seen[id(definition)]] = CardRow(old.name, old.kind, old.copies + copies, {}, old.text)
                continue
            seen[id(definition)] = len(rows)
            name = definition.name.replace("{", "").replace("}", "")
            rows.append(CardRow(name, definition.kind.name, copies, {}, texts.get(definition.name, "")))
            continue
        numbers = {member.name: _told(member.type, value) for member, value in face.printed.items()}
        numbers = {name: said for name, said in numbers.items() if said}
        rows.append(CardRow(face.name, definition.kind.name, copies, numbers, texts.get(definition.name, "")))
    return [row for row in rows if row.copies]


def _told(type: Any, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(type, BoolType):
        return "yes" if value else "no"
    if isinstance(type, WordType):
        return str(type.values[value]).replace("_", " ")
    return str(value) if isinstance(value, int) else ""


def _texts(game: Game) -> dict[str, str]:
    """What stands on each card: its text for players, or the rules if it has none."""
    assert game.loaded is not None
    found: dict[str, str] = {}
    for one in declared(game.loaded):
        if isinstance(one.decl, n.CardDecl):
            found[one.name] = one.doc or "\n".join(line for line in one.lines if ":" in line or " " in line.strip())
        elif isinstance(one.decl, n.CardsDecl):
            for row in one.decl.rows:
                if isinstance(row, n.GeneratorItem):
                    found[row.title.text] = " ".join(row.span.text.split()).partition(", named")[0]
    return found
