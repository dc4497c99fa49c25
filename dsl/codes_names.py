"""The codes E201 to E299: names that mean nothing, or two things. See `diagnostics.codes`."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo

CODES: dict[str, CodeInfo] = {
    "E201": CodeInfo(
        "a name that means nothing here",
        "A bare name is a local (a choice, `let`, loop or parameter), a member of the table or of a round, an option, or a word."
        " What belongs to a player or card is said with its owner: `your hand`, `c's rank`. A local is known only in the block"
        " in which it is made, and below it.",
        "set tiem to night",
        "set time to night",
    ),
    "E202": CodeInfo(
        "no card of this name",
        'Cards are named exactly as in the tables and card headers, capitals included. A header `card "X"` for a card that'
        " stands in no table must say the card's kind.",
        'card "Qeen":\n    this has +1 strength',
        'card "Queen":\n    this has +1 strength',
    ),
    "E203": CodeInfo(
        "no kind of thing, or type, of this name",
        "A group needs a noun: `card`, `player`, `zone`, `number`, a kind of card, the spaces of a board, a word type, or a"
        " yes/no attribute used as a noun. Types are the same nouns, `yes or no`, `list of cards`, `piece on BOARD` and so on.",
        "each playr p: p draws 1",
        "each player p: p draws 1",
    ),
    "E204": CodeInfo(
        "no adjective of this name",
        "Adjectives are yes/no attributes and their opposites, keywords, kinds, words of an attribute (`good character`), `enemy`"
        " and `other`. They must belong to the kind of thing that they stand before.",
        "each figting player p: p draws 1",
        "each fighting player p: p draws 1",
    ),
    "E205": CodeInfo(
        "this thing has no such member",
        "Behind `'s`, `your` and `its` stands a member of that very kind of thing. Members of the table are said without an owner.",
        "set p's coin to 5",
        "set p's coins to 5",
    ),
    "E206": CodeInfo(
        "a name with several meanings here",
        "Two kinds of card have an attribute of this name and they are not the same one, or a word belongs to several word"
        " types. Say which kind the card is, or compare with a member so that the type is clear.",
        "total c's worth over each card c in deck",
        "total c's worth over each gem c in deck",
    ),
    "E207": CodeInfo(
        "a verb where a value is needed",
        "Verbs, actions and rounds are done; they have no value.",
        "if draw: discard c",
        "draw 1\nif you do: discard c",
    ),
    "E208": CodeInfo(
        "no definition, function or space of this name",
        "A name with brackets directly behind it is a `define NAME(...)`, a value for pairs of the table, a built-in function, or a"
        " space by number (`field(2, 5)`).",
        "if joind(down): p wins",
        "if joined(down): p wins",
    ),
    "E209": CodeInfo(
        "a name that is taken here",
        "A local name may not hide another local, a member of the table or an option: every reader would have to know which is"
        " meant. Choose another name.",
        "let time be 3",
        "let hours be 3",
    ),
    "E210": CodeInfo(
        "a name that is a noun or a verb",
        "Groups are rows of words (`each enemy storm s`), so a variable spelt like a kind of thing or like a verb could not be"
        " told from one.",
        "each player dragon: dragon draws 1",
        "each player p: p draws 1",
    ),
    "E211": CodeInfo(
        "no verb of this name",
        "A line begins with a verb, or with who does it and the verb in the third person. Verbs are the built-in ones, the game's"
        " own (`to NAME ...:`), its actions and its rounds.",
        "suffle deck",
        "shuffle deck",
    ),
    "E212": CodeInfo(
        "no round, phase, stack or verb of this name",
        "`end`, `until ... ends`, `open` and limits name a unit of play: `turn`, a round, a phase, a verb, an action, or a stack.",
        "end bttle",
        "end battle",
    ),
    "E213": CodeInfo(
        "declared twice",
        "Two things of the same sort with one name are an error; so is a name that the language has taken. Things of different"
        " sorts may share a name where the place tells them apart (a zone `discard` and a verb `discard`).",
        "rule death: ...\nrule death: ...",
        "rule death: ...\nrule burial: ...",
    ),
    "E214": CodeInfo(
        "a label offered twice",
        "The labels of `choose one:` are what the player sees, so each must be different.",
        'choose one:\n    "Draw": draw 1\n    "Draw": draw 2',
        'choose one:\n    "Draw one": draw 1\n    "Draw two": draw 2',
    ),
    "E215": CodeInfo(
        "a card of two kinds, or a kind of itself",
        "A card has one kind (and the kinds above it). Kinds may not be each other's kind.",
        "kind a is a b\nkind b is a a",
        "kind a\nkind b is an a",
    ),
    "E216": CodeInfo(
        "nothing of this name can be lifted",
        "`despite` names the restriction that it lifts: the rule or keyword that says `cannot`, or the label of a guard.",
        "you can fly despite no_turns",
        "you can fly despite no_sharp_turns",
    ),
    "E217": CodeInfo(
        "no situation of this name",
        "A scenario begins `from` a situation that stands in the same game's files.",
        'scenario "A" from "two dragon":',
        'scenario "A" from "two dragons":',
    ),
    "E220": CodeInfo(
        "files that use each other",
        "A file is read once, after all that it uses; two files that use each other have no order.",
        'use "a.rules"   (in b.rules, which a.rules uses)',
        'use "shared.rules"   (in both)',
    ),
    "E221": CodeInfo(
        "a file that cannot be read",
        "The file is missing, is a folder or a device, is too big, or may not be read. Paths count from the folder of the game,"
        " or the folder above it.",
        'use "comon/standard_deck.rules"',
        'use "common/standard_deck.rules"',
    ),
    "E222": CodeInfo(
        "a path that leads out of the game",
        "A rules file may come from anybody, so it can only use rules files of its own folder: no absolute path, no `..`, no link"
        " that leads out.",
        'use "../../secrets.rules"',
        'use "common/standard_deck.rules"',
    ),
}
