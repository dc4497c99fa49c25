"""The codes E101 to E199: what cannot be read. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E101": CodeInfo(
        "a word or sign that cannot stand here",
        "The line could be read up to the marked place, and nothing that may follow there begins with the marked "
        "word or sign. Often a word is missing just before it, or two lines have run together.",
        "set time day",
        "set time to day",
    ),
    "E102": CodeInfo(
        "a colon is missing",
        "A line that opens a block ends in `:`; what belongs to it stands indented on the lines below, or behind "
        "the colon if it is one statement.",
        'card "Elder"\n    when you play this: draw 2',
        'card "Elder":\n    when you play this: draw 2',
    ),
    "E103": CodeInfo(
        "a quote is missing",
        'A text begins and ends with `"` on one line; inside it `\\"` stands for a quote. A text for players begins '
        'and ends with `"""` and may go over several lines.',
        'card "Elder: dragon',
        'card "Elder": dragon',
    ),
    "E104": CodeInfo(
        "brackets do not match",
        "Every `(` has its `)`. A line may be broken inside brackets; the lines that go on with it are indented "
        "further than its beginning.",
        "draw (count of cards in your hand - 1",
        "draw (count of cards in your hand - 1)",
    ),
    "E105": CodeInfo(
        "tabs and spaces are mixed",
        "A file indents its blocks with spaces, or with tabs, but not with both: an editor may show them alike "
        "while they mean different blocks.",
        "turn:\n    draw 1\n\tdiscard c",
        "turn:\n    draw 1\n    discard c",
    ),
    "E106": CodeInfo(
        "a line goes back to a column where no block begins",
        "When a block ends, the next line starts in the column of a block that is still open.",
        "turn:\n    if time is day:\n        draw 2\n      draw 1",
        "turn:\n    if time is day:\n        draw 2\n    draw 1",
    ),
    "E107": CodeInfo(
        "a character or number without meaning",
        "Rules are written with letters, whole numbers of at most 15 digits, and a few signs. Text may hold any "
        "character, inside quotes.",
        "set x to 3.5",
        "set x to 35                # in tenths",
    ),
    "E108": CodeInfo(
        "the file is not text",
        "A rules file is UTF-8 text, with or without a byte order mark; line ends may be those of any system.",
        "(a picture called game.rules)",
        "(a text file called game.rules)",
    ),
    "E109": CodeInfo(
        "the file is too large",
        "A rules file has at most four million bytes. Split what is longer and take the parts in with `use`.",
        "(one file with 100,000 cards)",
        'use "cards_1.rules"\nuse "cards_2.rules"',
    ),
    "E110": CodeInfo(
        "nested too deep",
        "Brackets are nested at most 100 deep and blocks at most 30. Give an inner part a name: `let` for a value, "
        "`define` for a formula, `to` for something that is done.",
        "set x to ((((... 200 brackets ...))))",
        "let inner be ...\nset x to (inner + 1)",
    ),
    "E111": CodeInfo(
        "nothing stands under a line that opens a block",
        "A line that ends in `:` is followed by lines indented further than it.",
        "if time is day:\ndraw 2",
        "if time is day:\n    draw 2",
    ),
    "E112": CodeInfo(
        "a line is indented too far",
        "Only a line that ends in `:` opens a block. All lines of a block start in one column.",
        "turn:\n    draw 2\n        discard c",
        "turn:\n    draw 2\n    discard c",
    ),
    "E113": CodeInfo(
        "an unknown declaration",
        "A line at the left edge begins a declaration: `game`, `card`, `rule`, `round`, `turn:` and so on. What is "
        "done stands inside one.",
        'crad "Elder": dragon',
        'card "Elder": dragon',
    ),
    "E114": CodeInfo(
        "an unknown line of a block",
        "Some blocks have words of their own at the head of their lines: `order:` in a stack, `given` in a "
        "scenario, `effect:` on a card.",
        'card "Recall":\n    efect: draw 1',
        'card "Recall":\n    effect: draw 1',
    ),
    "E115": CodeInfo(
        "a word of the language as a name",
        "Some words can never be names, because a sentence with them could be read in two ways: `first`, `last`, "
        "`phase`, `count`, `over`, `times` are the ones that are met most. Cards and titles are in quotes and may "
        "use any word.",
        "let count be 3",
        "let counted be 3",
    ),
    "E116": CodeInfo(
        "`=` instead of `is`",
        "`=` stands only at the head of a line in `define`. Two values are compared with `is`; a value is changed "
        "with `set x to ...`.",
        "if time = day: draw 2",
        "if time is day: draw 2",
    ),
    "E117": CodeInfo(
        "a sign of another language",
        "Rules use few signs: `+ - * /`, `< <= > >=`, `:`, `,`, brackets and quotes. Members are read with `'s`, "
        "conditions joined with `and`, `or`, `not`.",
        "if p.hand == q.hand && x: draw 2",
        "if p's hand is q's hand and x: draw 2",
    ),
    "E118": CodeInfo(
        "`else` instead of `otherwise`",
        "The other case of an `if` is `otherwise:`, and a further condition `otherwise if ...:`.",
        "if time is day: draw 2\nelse: draw 1",
        "if time is day: draw 2\notherwise: draw 1",
    ),
    "E119": CodeInfo(
        "a negative sign before a value",
        "Only a written number may have a sign, where it stands alone (`starts -5`, `is -1`). Otherwise subtract.",
        "add -n to p's score",
        "subtract n from p's score",
    ),
    "E120": CodeInfo(
        "`and` and `or` mixed without brackets",
        "People read `x or y and z` in two ways. Brackets say which is meant.",
        "only if x or y and z",
        "only if x or (y and z)",
    ),
    "E121": CodeInfo(
        "a state where something must happen",
        "`when` and `until` name an event: `when a player p draws`, `until fight ends`. A state is watched with "
        "`always when` (between effects) or `as soon as` (after every single event).",
        "when a player p has 15 dragons: p wins",
        "always when there is a player p where p's dragons >= 15: p wins",
    ),
    "E122": CodeInfo(
        "`may` where something is allowed or forbidden",
        "`may` offers a player something at a moment: `you may draw 1`. What is legal is said with `can ... despite "
        "NAME`, `cannot` and `only a ... can`.",
        "this may strike a card",
        "this can strike a card despite flying",
    ),
    "E123": CodeInfo(
        "`can` and `despite` belong together",
        "What nothing forbids is allowed anyway; so `can` always lifts a restriction, and names it. `cannot` lifts "
        "nothing.",
        "this can strike a card",
        "this can strike a card despite flying",
    ),
    "E125": CodeInfo(
        "a line or block that ends too early",
        "Something must follow the last word of the line. A line goes on only inside brackets or after a comma.",
        "set time to",
        "set time to day",
    ),
    "E126": CodeInfo(
        "a comma with nothing behind it",
        "A line that ends in a comma goes on with the next line, if that is indented further.",
        'given Ann\'s hand is "Spy",\nAnn passes',
        'given Ann\'s hand is "Spy"\nAnn passes',
    ),
    "E127": CodeInfo(
        "`otherwise` or `then` without its beginning",
        "`otherwise` stands right after the block of an `if` or `may`, in the same column. `then:` stands at the "
        "end of `until ...:` and in a `stack`.",
        "draw 2\notherwise: draw 1",
        "if time is day: draw 2\notherwise: draw 1",
    ),
    "E128": CodeInfo(
        "a declaration inside a block",
        "Declarations stand at the left edge.",
        'turn:\n    draw 1\n    card "Elder": dragon',
        'turn:\n    draw 1\n\ncard "Elder": dragon',
    ),
    "E129": CodeInfo(
        "something that is done where only what stands can be said",
        "`rule`, `keyword`, `kind` and the text of a card say what stands: triggers, modifiers, restrictions. What "
        "is done needs a moment.",
        'rule dawn:\n    set time to day',
        'rule dawn:\n    when battle ends: set time to day',
    ),
    "E130": CodeInfo(
        "a title without quotes",
        "Cards, games, scenarios and variants have titles in quotes; everything else has a name of one word.",
        "card Fog Bank: storm",
        'card "Fog Bank": storm',
    ),
    "E131": CodeInfo(
        "a name with a capital letter",
        "Names begin with a small letter. Capitals are for the players of a scenario.",
        "round Battle:",
        "round battle:",
    ),
    "E132": CodeInfo(
        "`or a ...` without `is a ...` before it",
        "In `c is a spell or a miracle` the second part shares the subject of the first. Elsewhere write the whole "
        "condition.",
        "if time is day or a spell: draw 1",
        "if time is day or c is a spell: draw 1",
    ),
    "E133": CodeInfo(
        "`is not a ... or a ...`",
        "It can be read as `not (a or b)` and as `(not a) or b`.",
        "if c is not a spell or a miracle: draw 1",
        "if c is neither a spell nor a miracle: draw 1",
    ),
    "E134": CodeInfo(
        "something that is done, written like a value",
        "`distance(a, b)` touches its bracket: it is a value. What is done is a sentence, and its brackets stand "
        "apart.",
        "draw(n + 1)",
        "draw (n + 1)",
    ),
    "E135": CodeInfo(
        "a text for players where none can stand",
        'A `"""` text is the rule as players read it and stands under the header of a declaration or block.',
        'choose one:\n    """Pick."""\n    "Two cards": draw 2',
        'choose one:\n    "Two cards": draw 2',
    ),
    "E136": CodeInfo(
        "an unknown order of a stack",
        "A stack takes its objects `last in, first out` or `first in, first out`.",
        "order: last in, last out",
        "order: last in, first out",
    ),
    "E137": CodeInfo(
        "something is said twice",
        "Each part of a header stands there once.",
        'scenario "a" with Ann with Bob:\n    expect Ann wins',
        'scenario "a" with Ann, Bob:\n    expect Ann wins',
    ),
    "E138": CodeInfo(
        "a phase without a turn",
        "`phase NAME` in a `given` says where the turn begins that the same line gives.",
        "given time is day, phase casting",
        "given it is Ann's turn, phase casting",
    ),
    "E139": CodeInfo(
        "an unknown form of `given` or `expect`",
        'Rolls are given with `given the next roll is 6`, drawn cards with `given the next card from deck is "Ace"`, other chance '
        'with `given the next random choice is Bob`; a question is expected with `expect Ann is asked "..."`.',
        "given the next card is 6",
        "given the next roll is 6",
    ),
    "E140": CodeInfo(
        "a name of several words",
        "A name is one word; join its parts with `_`.",
        "round final battle:\n    draw 1",
        "round final_battle:\n    draw 1",
    ),
    "E141": CodeInfo(
        "`where` in the middle",
        "What follows `where` runs to the end of its clause; so a form with `where` stands last or in brackets.",
        "draw 5 - count of cards c in your hand where c's value > 3",
        "draw 5 - (count of cards c in your hand where c's value > 3)",
    ),
    "E143": CodeInfo(
        "a line that makes no cards",
        "Many cards of one pattern are made by one line that names what runs: words, numbers, how many of each, and "
        "how they are called.",
        "one playing_card for each suit and each rank from 1 to 13",
        'each suit and each rank from 1 to 13, 1 of each, named "{rank} of {suit}"',
    ),
    "E145": CodeInfo(
        "a loop that does not begin with `each`",
        "Something is done for every member of a group with `each`.",
        "for each player p: p draws 1",
        "each player p: p draws 1",
    ),
    "E147": CodeInfo(
        "a condition at the end",
        "What is done stands behind its condition. Only `stop if`, addends of a definition and a few headers end in "
        "a condition.",
        "draw 2 if time is day",
        "if time is day: draw 2",
    ),
    "E148": CodeInfo(
        "a case with its condition at the end",
        "The cases of a definition begin with their condition; the last is `otherwise:`. A definition with one case "
        "is `= VALUE`.",
        "= 0 if c is leading\n= 1 otherwise",
        "if c is leading: 0\notherwise: 1",
    ),
    "E149": CodeInfo(
        "a change that holds only sometimes",
        "A variant changes the rules once and for all. What is to be otherwise only under a condition is said in the lines: "
        "they are quoted, and stand again under `otherwise:`. If the game changes them, the variant does not fit any more and "
        "says so.",
        "change action rest, when it is night:\n    do: earn 2",
        "replace in action rest:\n    earn 1\nwith:\n    if it is night: earn 2\n    otherwise: earn 1",
    ),
}
