"""The codes W501 to W599: what is probably not meant. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "W501": CodeInfo(
        "a name that nothing reads",
        "It is declared, perhaps changed, but no rule, card or test ever looks at it. Often the place that should read it has a"
        " similar name.",
        "the table has:\n    rounds: number, starts 0",
        "the table has:\n    rounds: number, starts 0\n...\nrepeat until rounds is 10: one_round",
    ),
    "W502": CodeInfo(
        "an option that changes nothing",
        "No rule asks for its value.",
        "option bonus: 0 to 3, normally 1",
        "option bonus: 0 to 3, normally 1\n...\nadd bonus to your coins",
    ),
    "W503": CodeInfo(
        "statements after `stop`",
        "`stop` leaves the loop (or the block of the verb), so what stands below it in the same block is never done.",
        "stop\ndraw 1",
        "draw 1\nstop",
    ),
    "W504": CodeInfo(
        "a verb or action that is never used",
        "Nothing does the verb; or the flow never offers the action to a player.",
        "action sail: ...",
        "turn:\n    choose one of sail, rest",
    ),
    "W505": CodeInfo(
        "a round or turn that is never entered",
        "A round runs when something names it; turns are given by `has turns` or `has a turn`.",
        "round bidding: ...\nplay:\n    everyone draws 1",
        "round bidding: ...\nplay:\n    bidding",
    ),
    "W506": CodeInfo(
        "an attribute that depends on itself through modifiers",
        "A modifier changes an attribute and reads one that in turn depends on it. Within such a circle every modifier counts once,"
        " the oldest first.",
        "each unit has +(its armour) strength\neach unit has +(its strength) armour",
        "each unit has +(its armour) strength",
    ),
    "W507": CodeInfo(
        "abilities that never work",
        "The text of cards works while they are in play, and no zone of the game is `in play`.",
        "each player has:\n    table: public zone",
        "each player has:\n    table: public zone, in play",
    ),
    "W508": CodeInfo(
        "a card in no deck",
        "The game has decks, none of them holds this card, and nothing makes it or names it: it is never seen.",
        'card "Dodo": bird\ndeck birds:\n    4 "Owl"',
        'card "Dodo": bird\ndeck birds:\n    4 "Owl"\n    1 "Dodo"',
    ),
    "W509": CodeInfo(
        "something that never changes",
        "It has a first value and rules that read it, but no rule sets it. Either the line that should is missing, or it is no state of"
        " the game but an option or a definition.",
        "the table has:\n    goal: number, starts 30",
        "option goal: 10 to 50, normally 30",
    ),
    "W510": CodeInfo(
        "names that look alike",
        "Two cards have names that differ only in the size of letters, in spaces or in the sort of apostrophe. Nobody can tell them apart"
        " at the table, and whoever types one of them may mean the other.",
        'cards of kind gate:\n    name\n    "Miller\'s Gate"\n    "miller\'s gate"',
        'cards of kind gate:\n    name\n    "Miller\'s Gate"\n    "Abbot\'s Gate"',
    ),
    "W511": CodeInfo(
        "a replacement that does again what it replaces",
        "Each text changes an event once: what it does in its place is not changed by it once more, so nothing goes round for ever. Another"
        " text of the sort may change it as well. If that is what is meant, all is well; if the event is to happen as it was, besides"
        " something else, say `do it`.",
        "when you draw a number n, instead:\n    draw n\n    gain 1",
        "when you draw a number n, instead:\n    do it\n    gain 1",
    ),
    "W512": CodeInfo(
        "a part of a `where` that is not about its thing",
        "A `where` goes on to the end of the condition. So `there is no p where A or B` says: no p is such that A or B holds. If B is not"
        " about p, what is meant is mostly `(there is no p where A) or B`, which is something else. Where it is meant so,"
        " brackets around all of it say that: `where (A or B)`.",
        "if there is no player p where p's coins > 5 or deck is empty: end the game",
        "if (there is no player p where p's coins > 5) or deck is empty: end the game",
    ),
}
