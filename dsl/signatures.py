"""What a verb or a function takes, as data that the resolver is handed.

The interpreter declares its built-in verbs and functions with these and passes them to the resolver, so that `dsl`
never imports `interpreter`. A game's own verbs and actions are matched by the same form.
"""

from __future__ import annotations

from attrs import frozen

# Classes of values a slot accepts. "zone" in a cards slot means the cards in it.
SLOT_CLASSES = (
    "number", "card", "cards", "zone", "player", "players", "space", "piece", "die", "stack", "object", "end", "face",
    "unit", "target", "any", "words",
)


@frozen
class Slot:
    """One argument of a verb: the preposition before it (None: the object, directly after the verb) and what it
    accepts.

    `accepts` lists classes of SLOT_CLASSES: `cards` is a card, a list of cards, a zone or a list of zones (their
    cards);
    `end` an end of an ordered zone by name or a word value naming one; `face` face_up or face_down; `unit` the name of
    a round, turn, phase or verb; `target` a place that can be set (a member or local); `words` literal words.
    """

    name: str
    preposition: str | None
    accepts: tuple[str, ...]
    required: bool = True
    words: tuple[str, ...] = ()
    said: str = "both"  # "event": only rules that notice or forbid the verb can name it; "line": only lines that do it


@frozen
class Signature:
    """A built-in verb.

    `subject` says who may stand before it: "player" (the one who does it; else whoever acts), "players" (also everyone,
    nobody, winners), "card" (a card, which is its `by`), or None (no subject but the actor: `you`, card text's controller).
    Every verb is an event under its name. `timings` says which triggers it can have ("after", "before", "instead"), `instead_of`
    what is written where one of the others was tried.
    """

    name: str
    slots: tuple[Slot, ...]
    doc: str
    subject: str | None = "player"
    needs_subject: bool = False
    result: str | None = None  # "cards", "number": what `let xs be ...` / "that many" gives
    yields: bool = False  # whether a game may use the name for a verb or action of its own, which then hides this one
    only_noticed: bool = False  # an event of the language that no line can do
    timings: tuple[str, ...] = ("after", "before", "instead")
    instead_of: str = ""
    particles: tuple[str, ...] = ()  # little words right after the verb that belong to it ("up" in `draws up to 5`)


@frozen
class FunctionSignature:
    """A built-in function `name(arguments)`: classes of its arguments and of what it gives."""

    name: str
    arguments: tuple[str, ...]
    gives: str  # "number", "yes or no", "space", "spaces", "line", "heading"
    doc: str
    variadic: bool = False


@frozen
class Builtins:
    """Everything built in that the resolver must know."""

    verbs: dict[str, Signature]
    functions: dict[str, FunctionSignature]
