"""The codes E301 to E399: values of the wrong type, and values that may be missing. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E301": CodeInfo(
        "a value of the wrong type",
        "Every place takes values of one type: numbers are added, players act, cards move, zones hold them. The message names what"
        " is needed and what is there.",
        "set your coins to your hand",
        "set your coins to count of cards in your hand",
    ),
    "E302": CodeInfo(
        "a verb with the wrong arguments",
        "A verb has an object and arguments that begin with prepositions. The hint prints its form: what stands in square brackets"
        " may be left out.",
        "move c onto your hand",
        "move c to your hand",
    ),
    "E303": CodeInfo(
        "a value that may be missing",
        "A member `player or nobody` may be nobody, and then it has no hand and can do nothing. Bind it first: inside the `if` the"
        " new name is always there. (Comparing with it is always allowed.)",
        "leader draws 1",
        "if leader is a player p: p draws 1",
    ),
    "E304": CodeInfo(
        "a comparison that is never true",
        "Two things of different types are never the same, and what is never missing is never `nothing`.",
        "if your hand is 3: draw 1",
        "if count of cards in your hand is 3: draw 1",
    ),
    "E305": CodeInfo(
        "`is` or `is not` that cannot be read",
        "What a card is by its kind takes an article (`is a ruby`), what it is by a yes/no attribute does not (`is drained`). Only what"
        " is there can be given a name.",
        "if c is ruby: draw 1\nif leader is not a player p: ...",
        "if c is a ruby: draw 1\nif leader is nobody: ...",
    ),
    "E306": CodeInfo(
        "`nothing` without a type",
        "A name that begins as `nothing` does not say what it could become. Give it a type by declaring a member, or begin with a"
        " value.",
        "let found be nothing",
        "each search has:\n    found: card or nothing, starts nothing",
    ),
    "E307": CodeInfo(
        "something that cannot be set",
        "Only members with a first value (`starts ...`) and names made with `let` change. Printed numbers and definitions change"
        " through modifiers (`this has +1 strength`), zones by moving cards.",
        "set c's strength to 5",
        "until the turn ends: c has 5 strength",
    ),
    "E308": CodeInfo(
        "a definition that needs itself",
        "To know one value of the circle all the others would have to be known first. Definitions may not be recursive, so that"
        " every value can be worked out.",
        "define card c's a: number\n    = c's b\ndefine card c's b: number\n    = c's a",
        "define card c's a: number\n    = c's b\ndefine card c's b: number\n    = 1",
    ),
    "E309": CodeInfo(
        "guards that ask about each other",
        "An action whose guard asks whether another action is possible cannot be asked about by that one in turn: neither would be"
        " known first.",
        "action a: only if you cannot b\naction b: only if you cannot a",
        "action a: only if moves > 0\naction b: only if you cannot a",
    ),
    "E310": CodeInfo(
        "a number outside its range",
        "A range goes from the smaller to the larger number, and a default or first value lies in it.",
        "option goal: 10 to 5, normally 20",
        "option goal: 5 to 20, normally 10",
    ),
}
