"""The codes E460 to E479: scenarios, measures and experiments that cannot be put together. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E460": CodeInfo(
        "situations from each other",
        "A situation may be from another one and adds to it. Somewhere the row must have an end.",
        'situation "a" from "b": ...\nsituation "b" from "a": ...',
        'situation "a" from "b": ...\nsituation "b" with Ann, Bob: ...',
    ),
    "E461": CodeInfo(
        "a situation in which something happens",
        "A situation says what is given, so that several scenarios can be from it. What is done and expected belongs to them.",
        'situation "a card each": ...\n    Ann plays "Spy"',
        'scenario "the Spy" from "a card each":\n    Ann plays "Spy"',
    ),
    "E462": CodeInfo(
        "something that cannot be given",
        "Given are cards in zones, values of members that change, places of pieces, rolls and options. What is printed or worked out"
        " follows from these; whose turn it is has a line of its own.",
        "given Ann's strength is 9   (worked out from her cards)",
        'given Ann\'s flight is "Juggernaut"',
    ),
    "E463": CodeInfo(
        "a line of a script that says nothing that a player could do",
        "A line says which player does what, or what is expected. Of all players together only `everyone passes` can be said; results"
        " are expected with `wins` and `loses`.",
        "everyone declines",
        "Ann declines\nBob declines",
    ),
    "E464": CodeInfo(
        "more copies of a card than there are",
        "What is given takes cards out of the box and the decks; none is made up. To have more, put more into the game, or make a"
        " card up for the scenario: `a dragon with strength 9 as third`.",
        'given Ann\'s hand is "Queen", "Queen"   (there is one)',
        'given Ann\'s hand is "Queen"',
    ),
    "E465": CodeInfo(
        "given too late",
        "The turn and the options settle how the scenario begins. Cards and values can be given later too.",
        "Ann passes\ngiven Bob's turn",
        "given Bob's turn\nBob passes",
    ),
    "E466": CodeInfo(
        "an experiment that cannot be read",
        "An experiment has one `play` line and claims about figures of its games: shares are compared with percentages, lengths and"
        " measures with numbers.",
        "expect first_player's win_share is 1 / 3",
        "expect first_player's win_share is between 28% and 39%",
    ),
}
