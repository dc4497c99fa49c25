"""What is printed on cards, as people at the table look it up: numbers worth showing beside a name, and the text."""

from __future__ import annotations

from collections import Counter
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
    of_kind = Counter(face.definition.kind for face in faces)
    everywhere: dict[Any, set[int]] = {}
    for (_, member), values in seen.items():
        everywhere.setdefault(member, set()).update(values)

    def tells(face: Any, member: Any) -> bool:
        """Whether the number is not that of all its kind; a card alone of its kind is told from all that have one."""
        if face.definition.series:
            return False
        alone = of_kind[face.definition.kind] == 1
        return len(everywhere[member] if alone else seen[face.definition.kind, member]) > 1

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
            if tells(face, member)
        }
        printed = {words(member.name): str(value) for member, value in numbers.items()}
        found[face.name] = CardNote(telling, printed, " ".join((face.definition.doc or "").split()))
    return found
