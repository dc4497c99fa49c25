"""The codes E490 to E499 and W590 to W599: what preparing a game for play finds; R601 to R699: what goes wrong in a match."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E490": CodeInfo(
        "a construct that this version cannot play",
        "The rules are read and checked, but the engine has no way to carry this out yet. It is refused here rather than left out in"
        " silence.",
        "assign a foe to each character c of you in play:\n    another player q, or nobody",
        "each character c of you in play:\n    you may choose another player q: set c's foe to q",
    ),
    "E491": CodeInfo(
        "a game that cannot be set up",
        "Cards, boards and zones are laid out for each number of players and the options' usual values. The message says what is"
        " impossible, and for how many players.",
        "grid: 0 by 3 squares",
        "grid: 3 by 3 squares",
    ),
    "E492": CodeInfo(
        "set-up that fails",
        "Set-up was run once for each number of players, and the rules asked for something impossible.",
        "setup:\n    let first be the player p where p's hand is empty",
        "setup:\n    let first be a random player",
    ),
    "E493": CodeInfo(
        "a board that does not hang together",
        "Boards are laid out before the game: every space must be reached by lines, two spaces are joined by one line, a line ends at"
        " spaces that there are, and if one line has headings (0 to 359) all have.",
        "ring road: 6 stops\n    line from road(k) to road(k + 2), for k from 0 to 5",
        "ring road: 6 stops\n    line from road(k) to road(k + 1), for k from 0 to 5",
    ),
    "E494": CodeInfo(
        "a deck that is not as it must be",
        "The lines under `each player brings a deck:` say what a deck must be like, counted over what is printed on its cards. The"
        " message says what is there and what is asked for.",
        'at most 4 of each name\n...\n    5 "Peasant"',
        'at most 4 of each name\n...\n    4 "Peasant"',
    ),
    "W590": CodeInfo(
        "a game that is over before it begins",
        "Set-up was run once, and the game ended before anybody had anything to decide. Ends and state rules sleep during set-up and"
        " are read when it is done.",
        "rule emptied:\n    always when there is a player p where p's hand is empty: p wins",
        "setup:\n    everyone draws 5",
    ),
    "W591": CodeInfo(
        "a deck that could be better",
        "Lines with `advice:` say what a deck should be like. A deck without it can be played.",
        "advice: at least 25% of cards where price is 0\n...\n(a deck of dear cards)",
        "(more cards that cost nothing)",
    ),
    "W592": CodeInfo(
        "set-up deals more cards than there are",
        "Set-up was run once for the least and the most players. A line of it draws or moves a number of cards from a pile that holds"
        " fewer: then what is there is dealt, and some players have less than others. If that is meant, say how far it goes.",
        "each player p: p draws 6",
        "each player p: p draws min(6, count of pile / count of players rounded down)",
    ),
    "R602": CodeInfo(
        "division by zero", "A division's second number was 0.", "let share be count of cards in deck / count of thieves rounded down",
        "if count of thieves > 0:\n    let share be count of cards in deck / count of thieves rounded down",
    ),
    "R603": CodeInfo(
        "`the` found none, or several", "`the G` means exactly one thing. Use `the first G`, `a random G`, or ask with `choose`.",
        "let winner be the player p with the highest p's score",
        "let best be all players p with the highest p's score",
    ),
    "R604": CodeInfo(
        "something of nothing", "There was nothing of which to take the highest, the lowest, or one at random.",
        "let top be highest c's rank over each card c in p's hand",
        "if p's hand is not empty:\n    let top be highest c's rank over each card c in p's hand",
    ),
    "R605": CodeInfo(
        "a space that is not on the board", "The numbers name a space outside the board.", "move p's pawn to field(0, 1)",
        "move p's pawn to field(1, 1)",
    ),
    "R606": CodeInfo(
        "cards on a card that leaves play", "A zone on a card must say where its cards go when the card leaves play.",
        "relics: public zone, in play", "relics: public zone, in play, emptied into its owner's discard",
    ),
    "R607": CodeInfo(
        "a card that is not in this match", "A card was named of which this match has none.", 'move "Joker" to box',
        'if count of players > 4: move "Joker" to box',
    ),
    "R608": CodeInfo(
        "a number out of reach", "Numbers have at most 18 digits, and a range at most 100,000 numbers.",
        "repeat 100 times: set size to size * size", "repeat 100 times: add 1 to size",
    ),
    "R611": CodeInfo(
        "a possessive of nothing", "Something that may be missing was missing when its part was asked for.",
        "set time to leader's choice", "if leader is a player p: set time to p's choice",
    ),
    "R612": CodeInfo(
        "a zone that the card has not", "A zone was asked for by name, and cards of this kind have none of that name.",
        "move r to c's relics", "if c is a character: move r to c's relics",
    ),
    "R613": CodeInfo(
        "an announcement that is long over", "What something was announced with is known until the stack is empty again.",
        "(a turn later) s's newcomer", "let c be s's newcomer",
    ),
    "R614": CodeInfo(
        "a card that stays on its stack",
        "When an announced action is over or countered, the card goes where `then:` of the stack sends it. A `then:` that does nothing"
        " with it leaves it lying there.",
        "then: if this is a ward: move this to its owner's discard", "then: move this to its owner's discard",
    ),
    "R615": CodeInfo(
        "cards that have no order", "`arrange` puts cards of one pile back into their places in another order. Where they lie in several"
        " places, or in a zone without `ordered`, nothing would keep the order.",
        "arrange all cards in your hand", "move all cards in your hand to your deck at top\narrange the first 3 cards in your deck",
    ),
    "R620": CodeInfo(
        "too many made cards", "Only so many cards of one name can be made and be in play at once.", 'create 500 "Goblin" into p\'s table',
        'create 5 "Goblin" into p\'s table',
    ),
    "R630": CodeInfo(
        "rules that go round in a circle", "Verbs, triggers or values call each other without end.",
        "to grow:\n    grow", "to grow:\n    add 1 to size",
    ),
    "R640": CodeInfo(
        "the end of something that is not running", "`end NAME` was reached while NAME was not going on.", "end fight",
        "if fighting: end fight",
    ),
    "R650": CodeInfo(
        "something impossible in the middle of the game", "The rules asked for something that cannot be done with what was there.",
        "move the top card", "if deck is not empty: move the first card in deck to discard",
    ),
}
