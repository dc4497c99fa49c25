"""The built-in verbs and functions: what they take and what they do, in words. The resolver is handed this table.

How a verb is carried out is in `emit_verbs.py` (one function a verb, found by its name); a verb of this table without
one fails a test.
"""

from __future__ import annotations

from rulewright.dsl.signatures import Builtins, FunctionSignature, Signature, Slot

_CARDS = Slot("cards", None, ("cards",))
_CARD_OF_IT = Slot("card", None, ("card",), False, said="event")  # of what lies on a stack: `when a spell s is countered`


def _verbs() -> list[Signature]:
    return [
        Signature(
            "move",
            (
                Slot("cards", None, ("cards", "piece")),
                Slot("from", "from", ("zone",), False),
                Slot("to", "to", ("zone", "space")),
                Slot("at", "at", ("end",), False),
                Slot("as", "as", ("face",), False),
            ),
            "Move cards to a zone, at its first end or the one named, or a piece to a space. Several cards keep their "
            "order. "
            "`from` a zone moves only the cards that are there.",
            result="cards",
        ),
        Signature(
            "draw",
            (Slot("count", None, ("number",), False), Slot("up_to", "to", ("number",), False)),
            "Draw cards, one (or that many) after the other, from the pile that is `drawn into` a zone of the player. "
            "`draws up to 5` fills that zone up to five.",
            particles=("up",),
            result="cards",
        ),
        Signature(
            "shuffle",
            (Slot("zone", None, ("zone",)), Slot("into", "into", ("zone",), False)),
            "Shuffle a pile; with `into`, its cards go to the other pile, which is shuffled.",
        ),
        Signature(
            "reverse",
            (Slot("what", None, ("zone", "words"), words=("turn_order",)),),
            "Turn the order of a pile round, or the direction of play (`reverse turn_order`).",
        ),
        Signature(
            "reveal",
            (Slot("cards", None, ("cards",)), Slot("to", "to", ("players",), False, said="line")),
            "Show cards to everybody, or to the players named. They stay where they are.",
        ),
        Signature("look", (Slot("cards", "at", ("cards",)),), "The player looks at cards; nobody else sees them."),
        Signature(
            "arrange",
            (_CARDS,),
            "The player puts these cards of one pile back into their places in any order.",
            yields=True,
        ),
        Signature("turn", (_CARDS, Slot("to", "to", ("face",))), "Turn cards face_up or face_down."),
        Signature(
            "swap",
            (Slot("left", None, ("zone", "target")), Slot("right", "for", ("zone", "target"))),
            "Exchange the cards of two zones, or two values, at once.",
            yields=True,
        ),
        Signature("roll", (Slot("die", None, ("die",)),), "Roll a die; it keeps what it shows (`DIE's face`)."),
        Signature(
            "create",
            (Slot("count", None, ("number",), False), Slot("card", None, ("card",)), Slot("to", "into", ("zone",))),
            "Make new cards with the name given (tokens); out of play they cease to exist.",
            result="cards",
        ),
        Signature(
            "win",
            (),
            "The player wins; at the next checkpoint the game is over.",
            subject="players",
            needs_subject=True,
            timings=("before", "instead"),
            instead_of="who has won has ended the game, and nothing comes after it: write `when ..., first:`, or do it where "
            "the line `wins` stands",
        ),
        Signature("lose", (), "The player is out of the game.", subject="players", needs_subject=True),
        Signature("eliminate", (Slot("player", None, ("players",)),), "These players are out of the game."),
        Signature(
            "miss",
            (Slot("count", None, ("number",)), Slot("noun", None, ("words",), False, ("turn", "turns"))),
            "The player's next turns are skipped.",
            needs_subject=True,
            yields=True,
        ),
        Signature(
            "take",
            (Slot("count", None, ("number",)), Slot("noun", None, ("words",), False, ("turn", "turns"))),
            "The player takes that many extra turns after this one.",
            needs_subject=True,
            yields=True,
        ),
        Signature(
            "counter",
            (Slot("object", None, ("object",)), Slot("to", "to", ("zone",), False, said="line"), _CARD_OF_IT),
            "Take an object off its stack without effect; its card goes to its owner's discard or where `to` says.",
            yields=True,
        ),
        Signature(
            "join",
            (Slot("host", None, ("card",)), Slot("by", "by", ("card",), False)),
            "Join a card to another in the same place: from then on they count as one, the other.",
            subject="card",
            needs_subject=True,
            yields=True,
        ),
        Signature(
            "part",
            (_CARDS,),
            "Separate cards that are joined; of a single one of them, take that one out.",
            yields=True,
        ),
        Signature(
            "target",
            (
                Slot("card", None, ("card",), False),
                Slot("player", None, ("player",), False),
                Slot("object", None, ("object",), False),
                Slot("space", None, ("space",), False),
            ),
            "Chosen in a `target` line of what is announced: an event that rules can forbid and notice, never a line of "
            "its own.",
            only_noticed=True,
            timings=("after",),
            instead_of="a target is chosen while something is announced: notice it with `when ...:`, or forbid it with "
            "`cannot target`",
            yields=True,
        ),
        Signature(
            "announce",
            (Slot("object", None, ("object",), False), Slot("card", None, ("card",), False)),
            "Something is announced onto a stack: an event that rules can notice, never a line of its own.",
            only_noticed=True,
            timings=("after",),
            instead_of="the action itself happens when it takes effect: `when a player p casts a spell s, first:` or "
            "`instead:`; and `cannot cast` forbids it",
            yields=True,
        ),
        Signature(
            "resolve",
            (Slot("card", None, ("card",)),),
            "Carry out the `effect:` of the card that was announced; said in the action's `do:`, where it is to come.",
            timings=(),
            instead_of="name the action: `when a player p casts a card c:` is said of what takes effect",
            yields=True,
        ),
        Signature(
            "retarget",
            (Slot("object", None, ("object",)), _CARD_OF_IT),
            "The player chooses new targets for an object on a stack.",
        ),
    ]


def _functions() -> list[FunctionSignature]:
    return [
        FunctionSignature("min", ("number", "number"), "number", "The least of its arguments.", variadic=True),
        FunctionSignature("max", ("number", "number"), "number", "The greatest of its arguments.", variadic=True),
        FunctionSignature(
            "remainder", ("number", "number"), "number", "What is left of a division, from 0 to the divisor less one.",
        ),
        FunctionSignature(
            "distance",
            ("space", "space"),
            "number",
            "The fewest steps along lines from one space to the other, whether the lines are open or not.",
        ),
        FunctionSignature(
            "line", ("space", "space"), "line", "The line between two spaces that are next to each other.",
        ),
        FunctionSignature(
            "leaving",
            ("space", "space"),
            "heading",
            "The heading with which the line to the second space leaves the first, which is next to it.",
        ),
        FunctionSignature(
            "arriving",
            ("space", "space"),
            "heading",
            "The heading with which the line from the first space arrives at the second, which is next to it.",
        ),
        FunctionSignature(
            "angle_between",
            ("number", "number"),
            "number",
            "The smallest turn from one heading to another, from 0 to 180.",
        ),
        FunctionSignature(
            "straight_from",
            ("space", "number"),
            "spaces",
            "The spaces that can be reached without any turn along at most that many lines.",
        ),
        FunctionSignature(
            "ray",
            ("space", "space"),
            "spaces",
            "The second space and all behind it, in their order, straight away from the first. None if no straight way "
            "leads from the first to the second.",
        ),
        FunctionSignature(
            "beyond",
            ("space", "space"),
            "space or nothing",
            "The space behind the second, straight on from the first; nothing where the board ends.",
        ),
        FunctionSignature(
            "spaces_between",
            ("space", "space"),
            "spaces",
            "The spaces on the straight way from the first to the second, without the two, in their order.",
        ),
    ]


BUILTINS = Builtins({v.name: v for v in _verbs()}, {f.name: f for f in _functions()})
