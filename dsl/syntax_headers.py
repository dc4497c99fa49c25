"""Explainers of the headers of declarations and of the lines of their parts that are nearly right."""

from __future__ import annotations

from rulewright.dsl.postlex import BLOCKS, Token
from rulewright.dsl.syntax_errors import Finding, Trouble, found, word

_PREPOSITIONS = frozenset(
    ["to", "from", "into", "onto", "at", "for", "by", "as", "under", "against", "after", "along", "over", "with"]
)
OTHER_WORDS = {
    **dict.fromkeys(("verb", "procedure", "effect", "routine", "ability"), "a verb of the game is declared with `to NAME ...:`"),
    **dict.fromkeys(("function", "def", "func", "value"), "a value is worked out by `define NAME(...): TYPE`"),
    **dict.fromkeys(("player", "players", "every", "everyone"), "what every player has: `each player has:`"),
    **dict.fromkeys(("table", "global", "globals", "variables", "var", "state", "zones", "zone"),
                    "what the table has: `the table has:`; what every player has: `each player has:`"),
    **dict.fromkeys(("set", "set_up", "start", "begin", "preparation"), "what happens first stands under `setup:`"),
    **dict.fromkeys(("type", "class", "cardtype"), "a kind of card is declared with `kind NAME:`"),
    **dict.fromkeys(("win", "winner", "winners", "victory", "goal", "scoring", "score", "end"),
                    "who wins: `ranking of player p:`, or `p wins` in a rule, turn or action"),
    **dict.fromkeys(("test", "tests", "example", "testcase"), "a test is a `scenario \"TITLE\" with Ann, Bob:`"),
    **dict.fromkeys(("import", "include", "require", "load"), "another file is taken in with `use \"FILE\"`"),
    **dict.fromkeys(("trigger", "when", "whenever", "always", "if"), "what watches the game stands in a `rule NAME:`"),
    **dict.fromkeys(("phase", "phases"), "phases stand in `turn:`, `round NAME:` or an action"),
    **dict.fromkeys(("dice", "pile", "stack_of"), "dice are declared one by one: `die NAME: 1 to 6`"),
    **dict.fromkeys(("token", "tokens", "piece", "pieces"),
                    "a token is a `card`, made by `create`; a piece is a member `piece on BOARD`"),
}  # fmt: skip


def other_declaration(t: Trouble) -> Finding | None:
    """`verb shift ...`, `player has:`, `set up:`."""
    if t.headers or t.at != t.line or t.first.kind not in ("NAME", "FNAME", "PROPER", "NOT_OURS"):
        return None
    hint = OTHER_WORDS.get(t.first.text.lower())
    if hint is None:
        return None
    return found(t, "E113", f"no declaration begins with `{t.first.text}`", None, hint)


def parameters_without_brackets(t: Trouble) -> Finding | None:
    """`action step start to goal:`, `to shift start (square)`, `to shift(start, goal):`, `action step (a square s):`."""
    if t.first.kind not in ("_ACTION", "_TO"):
        return None
    shape = "`(c: a card in your hand)`" if t.first.kind == "_ACTION" else "`(c: card)`, `(n: number)`"
    at = t.at - t.line
    words = t.words
    if at == 2 and t.token.kind in ("NAME", "FNAME") and (
        any(one.text in _PREPOSITIONS or one.kind == "LPAR" for one in words[2:]) or "LPAR" in {o.kind for o in words}
    ) and t.token.text not in _PREPOSITIONS:
        return found(t, "E101", "what a verb or action takes stands in brackets, with its name and what it is",
                     t.span(t.token), f"write {shape}")  # fmt: skip
    if t.before.text in ("a", "an") and t.tokens[t.at - 2].kind == "LPAR" and t.token.kind == "NAME":
        end = t.tokens[t.at + 1]
        name = end.text if end.kind == "NAME" and end.text not in ("in", "where", "of", "next", "on", "with") else "c"
        return found(t, "E101", "the name comes first in a bracket, then a colon", t.span(t.before, t.token),
                     f"write `({name}: a {t.token.text} ...)`")  # fmt: skip
    if t.token.kind in ("COMMA", "RPAR") and any(one.kind == "LPAR" for one in words[:at]):
        opened = max(i for i, one in enumerate(words[:at]) if one.kind == "LPAR")
        if not any(one.kind == "COLON" for one in words[opened:at]):
            return found(t, "E101", "each thing that it takes has a bracket of its own, with its name and what it is",
                         t.span(words[opened], t.token), f"write {shape}")  # fmt: skip
    if t.token.kind == "NAME" and t.before.kind == "NAME" and t.tokens[t.at - 2].kind == "COLON":
        repaired = t.changed(t.at - 1, 0, word("a", t.before))
        if t.tries(repaired):
            return found(t, "E101", "what may be chosen is said with `a`", t.span(t.before),
                         f"write `a {t.before.text} {t.token.text} ...`", repaired)  # fmt: skip
    if t.token.kind == "NAME" and t.token.text in ("where", "in", "next", "of") and t.tokens[t.at - 2].kind == "COLON":
        repaired = t.changed(t.at - 1, 0, word("a", t.before))
        if t.tries(repaired):
            return found(t, "E101", "what may be chosen is said with `a`", t.span(t.before),
                         f"write `a {t.before.text} {t.token.text} ...`", repaired)  # fmt: skip
    return None


def part_without_colon(t: Trouble) -> Finding | None:
    """`effect draw 1`, `do move c to your field`, `cost discard c`: the word alone is the name of the part."""
    first, words = t.first, t.words
    if not t.headers or t.tokens[t.headers[-1]].kind not in ("_CARD", "_KIND", "_ACTION") or first.kind != "NAME":
        return None
    if first.text not in ("effect", "do", "cost") or len(words) < 2 or words[1].kind == "COLON":
        return None
    part = first._replace(kind="P_" + first.text.upper())
    repaired = [part, Token("COLON", ":", first.end, first.end), *words[1:]]
    return found(t, "E102", f"a `:` is missing after `{first.text}`", t.span(first),
                 f"write `{first.text}: {t.source.text[words[1].start : words[-1].end]}`", repaired)  # fmt: skip


def line_of_an_action(t: Trouble) -> Finding | None:
    """`if C: ...`, `requires ...`, `move c to x`, `effect: ...` right under `action NAME:`."""
    if not t.headers or t.tokens[t.headers[-1]].kind != "_ACTION" or "P_DO" not in BLOCKS_OF_ACTION:
        return None
    first, words = t.first, t.words
    if first.kind not in ("NAME", "FNAME", "P_EFFECT"):
        return None
    rest = t.source.text[words[1].start : words[-1].end] if len(words) > 1 else ""
    if first.text in ("if", "requires", "require", "needs", "condition", "unless"):
        shown = rest if first.text != "unless" else f"not ({rest})"
        return found(t, "E114", "when an action is possible is said with `only if`", t.span(first), f"write `only if {shown}`")
    if first.text in ("effect", "then", "does") and words[1:2] and words[1].kind == "COLON":
        repaired = [first._replace(kind="P_DO", text="do"), *words[1:]]
        return found(t, "E114", "what an action does stands under `do:`", t.span(first), "write `do:`", repaired)
    if first.kind == "NAME" and t.at <= t.line + 2 and t.token.kind not in ("COLON", "_NL"):
        return found(t, "E114", "what an action does stands under `do:`", t.span(first, words[-1]),
                     f"write `do: {t.source.text[first.start:words[-1].end]}`, or put it under a line `do:`")  # fmt: skip
    return None


BLOCKS_OF_ACTION = {"P_" + one.upper() for one in BLOCKS["action"]}


def line_of_a_board(t: Trouble) -> Finding | None:
    """`grid: 8 by 8`, `grid 8 by 8 squares`, `grid: 8 by 8 squares with diagonals`, `board field:`."""
    if t.first.kind == "_BOARD" and t.token.kind == "COLON" and t.at == t.line + 2:
        return found(t, "E101", "a board says what its spaces are called", t.span(t.first, t.before),
                     f"write `board {t.before.text} of squares:`")  # fmt: skip
    if not t.headers or t.tokens[t.headers[-1]].kind != "_BOARD" or t.first.text != "grid":
        return None
    if (t.at == t.line and t.first.kind == "NAME") or (t.at == t.line + 1 and t.token.kind != "COLON"):
        repaired = [t.first._replace(kind="_GRID"), Token("COLON", ":", t.first.end, t.first.end), *t.words[1:]]
        return found(t, "E102", "a `:` is missing after `grid`", t.span(t.first), "write `grid: ...`", repaired)
    if t.token.text == "with" and t.tokens[t.at + 1].text == "diagonals":
        repaired = t.changed(t.at, 0, Token("COMMA", ",", t.token.start, t.token.start))
        return found(t, "E101", "a `,` is missing before `with diagonals`", None, "write `, with diagonals`", repaired)
    if t.before.kind == "INT" and t.token.text in ("x", "X", "*", "and"):
        return found(t, "E101", "how wide and how high a grid is is said with `by`", None, "write `by`",
                     t.changed(t.at, 1, word("by", t.token)))  # fmt: skip
    if t.before.kind == "INT" and t.token.kind in ("COMMA", "_NL") and any(one.text == "by" for one in t.words):
        at = t.at if t.token.kind == "COMMA" else t.line + len(t.words)
        return found(t, "E101", "a grid says of what it is", t.span(t.before), "write `8 by 8 squares`, or `hexes`",
                     t.changed(at, 0, word("squares", t.before)))  # fmt: skip
    return None


def member_without_colon(t: Trouble) -> Finding | None:
    """`influence private zone` under `each player has:`."""
    if not t.headers or t.tokens[t.headers[-1]].kind not in ("_EACH", "_THE", "_KIND") or t.first.kind != "NAME":
        return None
    if t.at != t.line + 1 or t.token.kind != "NAME":
        return None
    repaired = t.changed(t.at, 0, Token("COLON", ":", t.first.end, t.first.end))
    if not t.tries(repaired):
        return None
    return found(t, "E102", f"a `:` is missing after `{t.first.text}`", t.span(t.first),
                 f"write `{t.first.text}: ...`", repaired)  # fmt: skip


def property_without_comma(t: Trouble) -> Finding | None:
    """`deck court drawn into hand:`, `hand: private zone drawn into x`."""
    words = t.words
    for i, one in enumerate(words):
        if i < 2 or one.text not in ("drawn", "refilled", "emptied", "starts", "normally", "opposite"):
            continue
        if words[i - 1].kind == "COMMA" or t.at - t.line > i + 1:
            continue
        repaired = [*words[:i], Token("COMMA", ",", one.start, one.start), *words[i:]]
        if t.tries(repaired):
            return found(t, "E101", f"a `,` is missing before `{one.text}`", t.span(one), f"write `, {one.text} ...`", repaired)
    return None


def value_of_a_definition(t: Trouble) -> Finding | None:
    """`return x`, or a value without `=`, under `define ...:`."""
    if not t.headers or t.tokens[t.headers[-1]].kind != "_DEFINE" or t.at != t.line or t.token.kind == "EQUAL":
        return None
    words = t.words[1:] if t.first.text in ("return", "give", "gives", "is", "value") else t.words
    if not words or any(one.kind == "COLON" for one in words):
        return None
    shown = t.source.text[words[0].start : words[-1].end]
    repaired = [Token("EQUAL", "=", words[0].start, words[0].start), *words]
    return found(t, "E101", "the value of a definition stands behind `=`", t.span(t.first, t.words[-1]),
                 f"write `= {shown}`" if len(shown) < 70 else "write `= ...`", repaired)  # fmt: skip


def lines_of_a_deck(t: Trouble) -> Finding | None:
    """`all courtiers` in a deck."""
    if not t.headers or t.tokens[t.headers[-1]].kind != "_DECK" or t.first.text not in ("all", "each", "the"):
        return None
    named = t.words[1:2]
    said = named[0].text if named else "KIND"
    repaired = [word("every", t.first), *t.words[1:]]
    return found(t, "E114", "the cards of a kind come into a deck by `every`", t.span(t.first),
                 f"write `every {said}`", repaired)  # fmt: skip


def range_or_nothing(t: Trouble) -> Finding | None:
    """`pips: 1 to 6 or nothing`."""
    if t.token.text != "or" or t.before.kind != "INT" or t.tokens[t.at - 2].text != "to":
        return None
    return found(t, "E101", "a number with bounds is always there", t.span(t.tokens[t.at - 3], t.tokens[t.at + 1]),
                 "write `number or nothing`", t.changed(t.at - 3, 3, word("number", t.tokens[t.at - 3])))  # fmt: skip


def rule_at_once(t: Trouble) -> Finding | None:
    """`rule tide, at once:`: which state a rule watches between events is said by its lines."""
    if t.first.kind != "_RULE" or t.token.text != "at" or t.before.kind != "COMMA":
        return None
    return found(t, "E101", "a whole rule cannot be `at once`", t.span(t.token, t.tokens[t.at + 1]),
                 "what is looked at after every single event is said so: `as soon as CONDITION: ...`")  # fmt: skip


HEADERS = (
    other_declaration,
    rule_at_once,
    line_of_a_board,
    lines_of_a_deck,
    value_of_a_definition,
    parameters_without_brackets,
    part_without_colon,
    line_of_an_action,
    member_without_colon,
    property_without_comma,
    range_or_nothing,
)
