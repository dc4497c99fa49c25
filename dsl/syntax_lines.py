"""Explainers of mistakes inside a line: signs of other languages, words of the language at the wrong place."""

from __future__ import annotations

from rulewright.dsl.postlex import Token
from rulewright.dsl.syntax_blocks import LAST_EXPLAINERS
from rulewright.dsl.syntax_errors import Finding, Trouble, found, reserved, say, word
from rulewright.dsl.syntax_phrases import LAST_PHRASES

_IS = (("NAME", "is"),)
_INSTEAD: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "==": ("`is`", _IS),
    "!=": ("`is not`", (("NAME", "is"), ("NAME", "not"))),
    "<>": ("`is not`", (("NAME", "is"), ("NAME", "not"))),
    "\u2260": ("`is not`", (("NAME", "is"), ("NAME", "not"))),
    "=>": ("`>=`", (("CMP", ">="),)),
    "=<": ("`<=`", (("CMP", "<="),)),
    "\u2264": ("`<=`", (("CMP", "<="),)),
    "\u2265": ("`>=`", (("CMP", ">="),)),
    "&&": ("`and`", (("NAME", "and"),)),
    "&": ("`and`", (("NAME", "and"),)),
    "||": ("`or`", (("NAME", "or"),)),
    "|": ("`or`", (("NAME", "or"),)),
    "!": ("`not`", (("NAME", "not"),)),
    "\u2212": ("`-`", (("MINUS", "-"),)),
    "\u2013": ("`-`", (("MINUS", "-"),)),
    "\u2014": ("`-`", (("MINUS", "-"),)),
    "\u00d7": ("`*`", (("TIMES_SIGN", "*"),)),
}
_NO_SIGN = {
    ";": "one statement stands on each line; take the `;` away",
    "[": "brackets are round: `(`",
    "]": "brackets are round: `)`",
    "{": "a block is what is indented under a `:`; brackets are round",
    "}": "a block is what is indented under a `:`; brackets are round",
    "%": "a remainder is `remainder(a, b)`; a percentage is a number and `%` without a space",
    "**": "write the multiplication out",
    "//": "a division says how it rounds: `a / b rounded down`",
    "+=": "write `add 1 to x`",
    "-=": "write `subtract 1 from x`",
    ":=": "write `set x to ...`, or `let x be ...` for a new name",
    "'": 'a text stands in double quotes: `"..."`',
    "\u2018": 'a text stands in double quotes: `"..."`',
    "\u2019": "`p's hand` for a member; a text stands in double quotes",
    "\u201c": 'use straight quotes: `"..."`',
    "\u201d": 'use straight quotes: `"..."`',
}
_NUMBERS = frozenset(("INT", "NAME", "RPAR"))


def foreign_sign(t: Trouble) -> Finding | None:
    """`==`, `&&`, `p.hand`, `;` ..."""
    token = t.token
    if token.kind != "FOREIGN":
        return None
    instead = _INSTEAD.get(token.text)
    if instead is not None:
        put = [Token(kind, text, token.start, token.end) for kind, text in instead[1]]
        return found(
            t,
            "E117",
            f"`{token.text}` is spelt {instead[0]} here",
            None,
            f"write {instead[0]}",
            t.changed(t.at, 1, *put),
        )
    after = t.tokens[t.at + 1]
    if token.text == "." and t.before.kind in ("NAME", "PROPER") and after.kind == "NAME":
        shown = f"{t.before.text}'s {after.text}"
        put = [Token("_POSS", "'s", token.start, token.end)]
        return found(
            t, "E117", "a member is read with `'s`, not with a dot", None, f"write `{shown}`", t.changed(t.at, 1, *put)
        )
    return found(t, "E117", f"the sign `{token.text}` is not used here", None, _NO_SIGN.get(token.text))


def equal_sign(t: Trouble) -> Finding | None:
    """`if x = 3`, `set x = 3`, `let x = 3`."""
    if t.token.kind != "EQUAL":
        return None
    instead = {"set": "to", "let": "be"}.get(t.first.text, "is")
    repaired = t.changed(t.at, 1, word(instead, t.token))
    return found(
        t, "E116", "`=` stands only at the head of a line in a definition", None, f"write `{instead}`", repaired
    )


def case_at_the_end(t: Trouble) -> Finding | None:
    """`= 0 if c is leading`, `= 1 otherwise`."""
    if t.first.kind != "EQUAL" or t.token.text not in ("if", "otherwise"):
        return None
    value = t.tokens[t.line + 1 : t.at]
    if not value:
        return None
    shown = t.source.text[value[0].start : value[-1].end]
    if t.token.text == "otherwise":
        repaired = [word("otherwise", t.token), Token("COLON", ":", t.token.start, t.token.start), *value]
        return found(
            t,
            "E148",
            "a case puts its condition first",
            t.span(t.first, t.token),
            f"write `otherwise: {shown}`",
            repaired,
        )
    condition = t.words[t.at + 1 - t.line :]
    if not condition:
        return None
    asked = t.source.text[condition[0].start : condition[-1].end]
    repaired = [t.token, *condition, Token("COLON", ":", t.token.start, t.token.start), *value]
    return found(
        t,
        "E148",
        "a case puts its condition first",
        t.span(t.first, condition[-1]),
        f"write `if {asked}: {shown}`",
        repaired,
    )


def condition_at_the_end(t: Trouble) -> Finding | None:
    """`draw 2 if time is day`."""
    if t.token.text not in ("if", "unless") or t.token.kind != "NAME" or t.at == t.line:
        return None
    done = t.words[: t.at - t.line]
    condition = t.words[t.at - t.line + 1 :]
    if not condition or not t.headers:
        return None
    shown = t.source.text[done[0].start : done[-1].end]
    asked = t.source.text[condition[0].start : condition[-1].end]
    negated = f"not ({asked})" if t.token.text == "unless" else asked
    colon = Token("COLON", ":", t.token.start, t.token.start)
    repaired = [word("if", t.token), *condition, colon, *done]
    if t.token.text == "if" and not t.tries(repaired):
        return None
    return found(
        t,
        "E147",
        "a condition stands before what depends on it",
        t.span(t.token, condition[-1]),
        f"write `if {negated}: {shown}`",
        repaired,
    )


def change_that_holds_sometimes(t: Trouble) -> Finding | None:
    """`change action rest, when time is night:` in a variant."""
    if t.token.text not in ("when", "while", "if") or t.token.kind != "NAME" or not t.headers:
        return None
    if t.tokens[t.headers[0]].text != "variant" or t.first.text not in ("change", "replace", "add", "insert", "remove"):
        return None
    comma = t.at - (t.tokens[t.at - 1].kind == "COMMA")
    condition = [one for one in t.words[t.at + 1 - t.line :] if one.kind != "COLON"]
    if not condition:
        return None
    asked = t.source.text[condition[0].start : condition[-1].end]
    return found(
        t,
        "E149",
        "a change of the rules holds always; that something is otherwise at times is said in the lines",
        t.span(t.token, condition[-1]),
        f"`replace in PLACE:` the lines, `with:` `if {asked}:` others, `otherwise:` the same lines; "
        f"a condition: `add only if LABEL: not ({asked}) or ...`",
        t.changed(comma, t.at + 1 - comma + len(condition)),
    )


def for_each(t: Trouble) -> Finding | None:
    """`for each player p:`, `foreach`."""
    first = t.first
    if first.text in ("for", "foreach", "forall") and t.at <= t.line + 1:
        put = [] if t.tokens[t.line + 1].text == "each" else [word("each", first)]
        return found(
            t, "E145", "a loop begins with `each`", t.span(first), "write `each player p:`", t.changed(t.line, 1, *put)
        )
    return None


def state_as_trigger(t: Trouble) -> Finding | None:
    """`when a player p has at least 15 dragons:`."""
    if t.first.text not in ("when", "until") or t.first.kind != "NAME":
        return None
    if not (
        t.token.kind == "CMP"
        or t.token.text in ("has", "have", "there", "not", "empty", "no", "between", "can", "cannot")
    ):
        return None
    if t.token.text == "not" and t.before.text not in ("is", "are"):
        return None
    if t.first.text == "until":
        return found(
            t,
            "E121",
            "`until` needs something that happens, not a state",
            None,
            "name what happens: `until fight ends:`, `until your turn begins:`",
        )
    return found(
        t,
        "E121",
        "`when` needs something that happens, not a state",
        None,
        "to watch a state write `always when ...:` (looked at between effects) or `as soon as ...:` (after every"
        " event)",
    )


def may_for_can(t: Trouble) -> Finding | None:
    """`this may attack from anywhere` in a rule or on a card."""
    offers = [token for token in t.words if token.text == "may" and token.start <= t.token.start]
    if not offers or t.first.text in ("when", "always", "as", "while"):
        return None
    if "CANNOT" not in t.expected and not (
        t.headers and t.tokens[t.headers[-1]].kind in ("_RULE", "_CARD", "_KEYWORD", "_KIND")
    ):
        return None
    return found(
        t,
        "E122",
        "`may` offers something to a player at a moment; what is allowed is said with `can`",
        t.span(offers[0]),
        "write `... can ... despite NAME`, or `... cannot ...`; an offer stands in `when ...:`, `turn:` or an effect",
    )


def can_without_despite(t: Trouble) -> Finding | None:
    """`this can strike a card`."""
    if "DESPITE" not in t.expected or not any(token.text == "can" for token in t.words):
        return None
    if t.token.kind != "_NL" and t.token.text not in ("if", "unless"):
        return None
    place = t.source.span(t.before.end, t.before.end + 1)
    return found(
        t,
        "E123",
        "`can` lifts a restriction and must name it",
        place,
        "add `despite NAME`, the name of the rule, keyword or `only if` label that forbids it; what nothing forbids is"
        " allowed anyway",
    )


def prohibition_despite(t: Trouble) -> Finding | None:
    """`another card cannot strike this despite flying`."""
    if t.token.text != "despite" or not any(token.text == "cannot" for token in t.words):
        return None
    return found(
        t,
        "E123",
        "`despite` goes with `can`: a prohibition lifts nothing",
        None,
        "take it away, or write `can ... despite ...`",
    )


def negative_number(t: Trouble) -> Finding | None:
    """`add -n to x`."""
    if t.token.kind != "MINUS" or ("MINUS" in t.expected and t.tokens[t.at + 1].kind != "INT"):
        after = t.tokens[t.at + 1]
        if t.token.kind not in ("NAME", "FNAME", "LPAR") or t.before.kind != "MINUS":
            return None
        return found(
            t, "E119", "only a written number can be negative", t.span(t.before, after), f"write `0 - {t.token.text}`"
        )
    return found(
        t,
        "E119",
        "there is no negative sign in a calculation",
        None,
        "subtract instead: `a - b`, `0 - n`; to take away write `subtract n from x`",
    )


def over_in_the_middle(t: Trouble) -> Finding | None:
    """`total c's points over each card c in hand > 3`."""
    if t.token.kind not in ("CMP", "PLUS", "MINUS", "TIMES_SIGN", "SLASH") and t.token.text not in (
        "is",
        "are",
        "and",
        "or",
    ):
        return None
    before = t.words[: t.at - t.line]
    starts = [token for token in before if token.text in ("total", "highest", "lowest", "list")]
    if not starts or not any(token.text == "over" for token in before):
        return None
    return found(
        t,
        "E141",
        f"`{starts[-1].text} ... over each ...` may stand only last, or in brackets",
        t.span(starts[-1], before[-1]),
        "put brackets around it",
    )


def where_in_the_middle(t: Trouble) -> Finding | None:
    """`5 - count of cards c in hand where c's value > 3`."""
    if t.token.text != "where" or t.token.kind != "NAME":
        return None
    return found(
        t,
        "E141",
        "what ends in `where` may stand only last, or in brackets",
        None,
        "put brackets around it: `5 - (count of cards c in your hand where ...)`",
    )


def generator_guess(t: Trouble) -> Finding | None:
    """`one plain_card for each suit` in `cards of kind`."""
    if not t.headers or t.tokens[t.headers[-1]].kind != "_CARDS" or not any(token.text == "each" for token in t.words):
        return None
    return found(
        t,
        "E143",
        "this line makes no cards",
        t.span(t.first, t.words[-1]),
        'write `each suit and each rank from 1 to 13, 1 of each, named "{rank} of {suit}"`',
    )


def word_as_name(t: Trouble) -> Finding | None:
    """A word of the language where only a name fits."""
    token = t.token
    if token.kind not in ("NAME", "FNAME") or token.text not in reserved() or not t.expected & {"NAME", "FNAME"}:
        return None
    return found(
        t,
        "E115",
        f"{say(token)} is a word of the language and cannot be a name here",
        None,
        "choose another name, or add a letter",
    )


LINE_EXPLAINERS = (
    foreign_sign,
    equal_sign,
    case_at_the_end,
    for_each,
    state_as_trigger,
    may_for_can,
    can_without_despite,
    prohibition_despite,
    negative_number,
    over_in_the_middle,
    where_in_the_middle,
    generator_guess,
    change_that_holds_sometimes,
    condition_at_the_end,
    *LAST_EXPLAINERS,
    *LAST_PHRASES,
    word_as_name,
)
