"""The codes E401 to E499: parts that do not fit together, or are missing. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E401": CodeInfo(
        "an offer of something that is no action",
        "`one of ...`, `any number of times` and bots are about actions: what players may do, with guards. A verb is done by the"
        " rules.",
        "choose one of draw, yield",
        "choose one of take_a_card, yield",
    ),
    "E402": CodeInfo(
        "a line in the wrong place",
        "This line exists, but not in this block. The message says where it belongs.",
        "action fly:\n    pay: drain this",
        "action fly:\n    cost: drain this",
    ),
    "E403": CodeInfo(
        "nobody acts here",
        "`you` is whose turn it is, who acts, or who controls the card whose text it is. In `setup`, `play`, rounds and rules nobody"
        " acts: name the player.",
        "rule luck:\n    when a player p draws: set your luck to 1",
        "rule luck:\n    when a player p draws: set p's luck to 1",
    ),
    "E404": CodeInfo(
        "a pronoun that stands for nothing, or for two things",
        "`this` is the card whose text it is. `it` and `its` are the one unnamed thing that the nearest header introduces, else this"
        " card. `their` belongs to `everyone` or to the player who chooses.",
        "when a card enters play: a card draws its size",
        "when a card c enters play: draw c's size",
    ),
    "E405": CodeInfo(
        "something that cannot be said here",
        "The words are known, but not in this place or not in this form. The hint shows the form.",
        "if you do: draw 1",
        "discard c\nif you do: draw 1",
    ),
    "E406": CodeInfo(
        "chance in a condition or definition",
        "Conditions, definitions and groups are read again and again, so they may not roll, draw or pick at random. Chance belongs to"
        " statements.",
        "only if a random player is you",
        "let lucky be a random player\nif lucky is you: draw 1",
    ),
    "E407": CodeInfo(
        "a choice after an effect in a block `at once`",
        "In `each player p at once:` all choose first, without knowing of each other; then everything is done. Put the choices at the"
        " head, or write two blocks.",
        "each player p at once:\n    move c to p's hand\n    p chooses a card d in p's hand",
        "each player p at once:\n    p chooses a card d in p's hand\n    move d to p's pile",
    ),
    "E408": CodeInfo(
        "a percentage in the rules",
        "Percentages belong to `expect` in experiments and to the advice for decks; the rules count in whole numbers.",
        "if count of cards in deck < 50%: ...",
        "if count of cards in deck < 20: ...",
    ),
    "E409": CodeInfo(
        "turns without a `turn:`",
        "`has turns` and `has a turn` give players turns; the block `turn:` says what happens in one.",
        "play:\n    each player has turns until over",
        "play:\n    each player has turns until over\nturn:\n    draw 1",
    ),
    "E410": CodeInfo(
        "not supported yet",
        "The language describes this, and this version cannot play it. Nothing of it is ignored: the game is refused until the rule"
        " is written another way.",
        "ranking of card c:\n    c's size, highest first",
        "ranking of player p:\n    count of p's hand, highest first",
    ),
    "E411": CodeInfo(
        "an option that is not complete",
        "An option says which values it can have (a range of numbers, yes or no, or words) and which is normal.",
        "option goal: number",
        "option goal: 50 to 200, normally 100",
    ),
    "E412": CodeInfo(
        "a parameter without choices",
        "The parameters of an action are chosen by a player, so they need a range or a place to choose from.",
        "action bid (n: number):",
        "action bid (n: a number from 1 to 10):",
    ),
    "E413": CodeInfo(
        "a definition without a value",
        "A definition with cases ends with `otherwise: VALUE`, so that it has a value whatever holds.",
        "define card c's size: number\n    if c is a giant: 3",
        "define card c's size: number\n    if c is a giant: 3\n    otherwise: 1",
    ),
    "E414": CodeInfo(
        "a condition that never changes",
        "A guard that always holds says nothing, one that never holds forbids the action, and a state that never changes needs no"
        " watching. `with the most ...` that is the same for all picks nothing out.",
        "only if yes",
        "only if moves_left > 0",
    ),
    "E415": CodeInfo(
        "a table of cards that does not fit",
        "The first line of a table names the columns, and every row has one entry for each of them. A line that makes many cards"
        ' names what differs: `each rank from 2 to 14, 1 of each, named "{rank}"`.',
        'name copies strength\n"Queen" 4',
        'name copies strength\n"Queen" 4 2',
    ),
    "E416": CodeInfo(
        "a card without one of its numbers",
        "Every card of a kind has all the kind's printed attributes: from the table, from a line of the card, or from a `normally`"
        " value of the kind.",
        'kind beast: strength: number\ncard "Ox": beast',
        'kind beast: strength: number, normally 1\ncard "Ox": beast',
    ),
    "E417": CodeInfo(
        "a state where an event is needed",
        "`when` waits for something that happens. A state is watched with `always when` (looked at between effects) or `as soon as`"
        " (after every single event).",
        "when p is poor: p draws 1",
        "always when there is a poor player p: p draws 1",
    ),
    "E418": CodeInfo(
        "an event that cannot be read",
        "An event is who, a verb and its arguments in the active voice (`a player p draws`, `you play this`), a card that `enters` or"
        " `leaves`, or a unit that `begins` or `ends`.",
        "when drawing cards: ...",
        "when a player p draws: ...",
    ),
    "E419": CodeInfo(
        "no game, or two",
        'A game\'s file has one line `game "NAME" for 2 to 4 players`; the files that it uses have none.',
        "play: ...",
        'game "My Game" for 2 to 4 players\nplay: ...',
    ),
    "E420": CodeInfo(
        "lifting what nothing lifts",
        "A rule with `never` in its header cannot be lifted.",
        "rule walls, never: ...\n(a card) this can strike a card despite walls",
        "rule walls: ...\n(a card) this can strike a card despite walls",
    ),
    "E421": CodeInfo(
        "a game without `play:`",
        "`setup:` prepares the game, `play:` is the game: when it runs out the game is over.",
        'game "Nothing" for 2 players',
        'game "Something" for 2 players\nplay:\n    everyone draws 1',
    ),
    "E422": CodeInfo(
        "a game that nothing decides",
        "Somewhere a player wins, loses or is eliminated, the game ends, or a ranking compares the players when `play:` runs out.",
        "play:\n    repeat: round_of_cards",
        "play:\n    repeat until deck is empty: round_of_cards\nranking of player p:\n    p's score, highest first",
    ),
    "E423": CodeInfo(
        "`resolve` where nothing waits to be resolved",
        "An action onto a stack may say in its `do:` when the `effect:` of the card that was announced comes. Only that card can be"
        " named, and only there.",
        "action cast (s: a spell in your hand), onto chain:\n    do: resolve it",
        "action cast (s: a spell in your hand), onto chain:\n    do: resolve s",
    ),
    "E424": CodeInfo(
        "cards that cannot be joined like this",
        "A game says once which cards can be joined, what they then add up (printed numbers) and what they have in common (what"
        " changes in play).",
        "group pack of beasts:\n    sums: tired",
        "group pack of beasts:\n    sums: strength\n    shares: tired",
    ),
    "E425": CodeInfo(
        "a deck that nobody can bring",
        "A game says once that players bring decks, and what those must be like; it has at least one of its own to begin with. A"
        " player's own file holds one deck and nothing else, but for a line that says which game, or which variant of one, it is for.",
        "deck mine:\n    4 \"Peasant\"",
        "deck mine, for one player:\n    4 \"Peasant\"",
    ),
    "E426": CodeInfo(
        "an event to which one cannot react like that",
        "Every verb is an event: `when ...:` runs after it, `when ..., first:` before it, `when ..., instead:` in its place, and `cannot` "
        "forbids it. A few have not all of these: a stretch of play begins and ends, and is not replaced; after somebody has won nothing "
        "comes; what is announced onto a stack is answered there.",
        "when the turn begins, instead: draw 1",
        "when the turn begins: draw 1",
    ),
    "E427": CodeInfo(
        "a stack that does not say where its cards go",
        "A card that is announced lies on the stack. When its effect is over, or when it is countered, `then:` says where it goes.",
        "stack chain:\n    order: last in, first out",
        "stack chain:\n    order: last in, first out\n    then: move this to its owner's discard",
    ),
    "E430": CodeInfo(
        "a variant that does not fit the game",
        "A variant names the game that it changes; one file has one variant, and only variants of this game can be applied to it.",
        'variant "Quick" of "chess.rules":   (applied to draughts)',
        'variant "Quick" of "draughts.rules":',
    ),
    "E431": CodeInfo(
        "a change to something that is not there",
        "`change`, `replace`, `remove` and `insert` name a part of the game as it is written there.",
        "remove rule newcomer",
        "remove rule newcomers",
    ),
    "E432": CodeInfo(
        "something added that is there already",
        "`add` is for new things. `change` alters parts of what is there, `replace` exchanges it.",
        'add card "Queen": dragon',
        'change card "Queen":\n    effect: draw 1',
    ),
    "E433": CodeInfo(
        "two variants that contradict each other",
        "Each variant is computed against the game itself, so two that write the same part cannot both be right. Leave one out, or say"
        " in one that it `comes after` the other.",
        "(both) change option goal, normally 50 / normally 80",
        'comes after "Short Game"',
    ),
    "E434": CodeInfo(
        "a variant that changes nothing",
        "What it says is already so in the game; most likely the game has changed since the variant was written. Or a later line of"
        " the variant changes the same part again, so that nothing comes of the earlier one.",
        "change option goal, normally 100   (it is 100)",
        "change option goal, normally 80",
    ),
    "E435": CodeInfo(
        "variants that need or exclude each other",
        "A variant says which others it needs, which it cannot be played with, and which it comes after.",
        'needs "Big Deck"   (which is not applied)',
        "apply both",
    ),
}
