"""What is printed on cards, as people at the table look it up: numbers worth showing beside a name, and the text."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulewright.dsl.types import BoolType, WordType, bare
from rulewright.interpreter.describe import words


@frozen
class CardNote:
    """numbers: those that tell it from others of its kind, and that its name does not say; printed: all of them, by name;
    text: its rules text on one line, empty if it has none."""

    numbers: dict[str, str] = field(factory=dict)
    printed: dict[str, str] = field(factory=dict)
    text: str = ""


NO_NOTE = CardNote()


def card_notes(state: Any) -> dict[str, CardNote]:
    """Give the note of each card of a match by its name; empty for a match that has no rules file."""
    compiled = getattr(state, "g", None)
    if compiled is None or not hasattr(compiled, "instance"):
        return {}
    kept = getattr(compiled, "kept", {})
    if "card notes" not in kept:
        kept["card notes"] = _notes(compiled)
    found: dict[str, CardNote] = kept["card notes"]
    return found


def _notes(compiled: Any) -> dict[str, CardNote]:
    faces = compiled.instance.faces
    seen: dict[tuple[Any, Any], set[int]] = {}
    for face in faces:
        for member, value in face.printed.items():
            seen.setdefault((face.definition.kind, member), set()).add(value)
    found: dict[str, CardNote] = {}
    for face in faces:
        numbers = {
            member: value
            for member, value in face.printed.items()
            if isinstance(value, int) and not isinstance(bare(member.type), BoolType | WordType)
        }
        # Of cards that a line makes by the dozen the name says it all; what all of a kind have is not worth saying.
        telling = {
            words(member.name): str(value)
            for member, value in numbers.items()
            if not face.definition.series and len(seen[face.definition.kind, member]) > 1
        }
        printed = {words(member.name): str(value) for member, value in numbers.items()}
        found[face.name] = CardNote(telling, printed, " ".join((face.definition.doc or "").split()))
    return found
