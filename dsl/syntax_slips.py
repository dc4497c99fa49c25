"""Explainers of English that is nearly right in rules, cards, definitions and rankings (see syntax_said.py)."""

from __future__ import annotations

from rulewright.dsl.postlex import Token
from rulewright.dsl.syntax_errors import Finding, Trouble, found, reserved, word


def _sign(kind: str, text: str, at: int) -> Token:
    return Token(kind, text, at, at)


def kind_of_a_kind(t: Trouble) -> Finding | None:
    """`kind plant is living`, `kind plant: living`, `kind plant extends living`."""
    words = t.words
    if t.first.kind != "_KIND" or len(words) not in (4, 5) or words[-1].kind != "NAME":
        return None
    middle = [one.text for one in words[2:-1]]
    if middle not in (["is"], [":"], ["extends"], ["is", "the"], ["from"], ["of"], ["is", "kind"]):
        return None
    shown = f"kind {words[1].text} is a {words[-1].text}"
    repaired = [*words[:2], word("is", words[2]), word("a", words[2]), words[-1]]
    return found(t, "E101", "a kind that is a sort of another says `is a`", t.span(words[2], words[-1]),
                 f"write `{shown}`", repaired)  # fmt: skip


def option_set(t: Trouble) -> Finding | None:
    """`change option reach is 3`, `change option reach to 3`, `change option reach = 3`, `change option reach: 3`."""
    words = t.words
    signs = ("is", "to", "=", "be", ":")
    if t.first.kind != "_CHANGE" or len(words) != 5 or words[1].text != "option" or words[3].text not in signs:
        return None
    said = f"change option {words[2].text}, normally {words[4].text}"
    repaired = [*words[:3], Token("COMMA", ",", words[3].start, words[3].start), word("normally", words[3]), words[4]]
    return found(t, "E101", "a variant changes what is normal for an option", t.span(words[3], words[4]),
                 f"write `{said}`", repaired)  # fmt: skip


def commas_in_a_table(t: Trouble) -> Finding | None:
    """`name, copies, size` in `cards of kind`."""
    if t.token.kind != "COMMA" or not t.headers or t.tokens[t.headers[-1]].kind != "_CARDS":
        return None
    return found(t, "E101", "the columns of a table stand apart by spaces, without commas", None, "take the commas away",
                 [one for one in t.words if one.kind != "COMMA"])  # fmt: skip


def card_header(t: Trouble) -> Finding | None:
    """`cards "Bee":`, `card: "Bee"`, `card "Spade" (tool, 4 copies)`, `card "Bee" is an animal`."""
    if t.first.kind == "_CARDS" and t.token.kind == "STRING" and t.at == t.line + 1:
        return found(t, "E101", "one card is declared with `card`", t.span(t.first), f"write `card {t.token.text}`",
                     [t.first._replace(kind="_CARD", text="card"), *t.words[1:]])  # fmt: skip
    if t.first.kind == "_CARD" and t.token.kind == "COLON" and t.at == t.line + 1:
        return found(t, "E101", "the title of a card stands before the colon", None, 'write `card "TITLE": KIND`')
    if t.first.kind == "_CARD" and t.token.kind == "LPAR" and t.before.kind == "STRING":
        return found(t, "E101", "behind a card's title stands a colon", None, f"write `card {t.before.text}: KIND, 4 copies`")
    if t.first.kind == "_CARD" and t.token.text == "is" and t.at == t.line + 2:
        skipped = 2 if t.tokens[t.at + 1].text in ("a", "an") else 1
        kind = t.tokens[t.at + skipped]
        if kind.kind != "NAME":
            return found(t, "E101", "the kind of a card stands behind a colon", None, f"write `card {t.before.text}: KIND`")
        traits = t.source.text[kind.start : t.words[-1].end].removesuffix(":")
        return found(t, "E101", "the kind of a card stands behind a colon", t.span(t.token, kind),
                     f"write `card {t.before.text}: {traits}`",
                     t.changed(t.at, skipped, Token("COLON", ":", t.token.start, t.token.end)))  # fmt: skip
    if t.first.kind == "_CARDS" and t.token.kind == "NAME" and t.at == t.line + 2 and t.before.text == "of":
        return found(t, "E101", "`kind` is missing", None, f"write `cards of kind {t.token.text}:`",
                     t.changed(t.at, 0, word("kind", t.token)))  # fmt: skip
    return None


def modifier(t: Trouble) -> Finding | None:
    """`all plants have +1 x`, `your plants have`, `each plant gets +1 x`, `has 1 more x`, `has x +1`."""
    header = t.tokens[t.headers[-1]].kind if t.headers else ""
    if header not in ("_CARD", "_RULE", "_KEYWORD", "_KIND"):
        return None
    words = t.words
    texts = [one.text for one in words]
    form = "a modifier is written `each plant of you in play has +1 size`"
    got = next((i for i, one in enumerate(texts) if one in ("gets", "get", "gains", "gain", "receives")), None)
    if got is not None and got + 1 < len(words) and words[got + 1].kind in ("PLUS", "MINUS", "INT"):
        repaired = [*words[:got], word("has", words[got]), *words[got + 1 :]]
        return found(t, "E101", f"what something has more or less is said with `has`, not `{texts[got]}`", t.span(words[got]),
                     "write `has`", repaired)  # fmt: skip
    has = next((i for i, one in enumerate(texts) if one in ("has", "have")), None)
    if has is None or has + 1 >= len(words) or t.at < t.line:
        return None
    if t.first.text in ("all", "your") and texts[has] == "have":
        return found(t, "E101", "a modifier is about `each ...`, or about one thing", t.span(t.first, words[has]), form)
    if texts[has + 1 : has + 2] and words[has + 1].kind == "INT" and "more" in texts[has:] and t.at - t.line <= has + 4:
        return found(t, "E101", "how much more is said with `+`", t.span(words[has], words[-1]),
                     f"write `has +{texts[has + 1]} NAME`")  # fmt: skip
    if t.token.kind in ("PLUS", "MINUS") and t.at - t.line == has + 2:
        amount = t.tokens[t.at + 1].text
        return found(t, "E101", "the amount stands before the name", t.span(words[has + 1], words[-1]),
                     f"write `has {t.token.text}{amount} {texts[has + 1]}`")  # fmt: skip
    return None


def trigger_words(t: Trouble) -> Finding | None:
    """`whenever this enters play:`, `on enter:`, `at the end of your turn:`, `at the start of your turn`."""
    words = t.words
    texts = [one.text for one in words]
    if t.first.kind != "NAME" or not any(one.kind == "COLON" for one in words):
        return None
    if t.first.text in ("whenever", "if_ever", "once"):
        return found(t, "E121", "what answers an event begins with `when`", t.span(t.first), "write `when`",
                     [word("when", t.first), *words[1:]])  # fmt: skip
    if t.first.text in ("at", "on", "during", "after", "before", "upon"):
        for begins, said in ((("start", "beginning", "begin", "begins"), "begins"), (("end", "ends"), "ends")):
            if any(one in begins for one in texts[:4]) and any(one in ("turn", "round", "game") for one in texts):
                whose = "your turn" if "your" in texts else "the turn"
                return found(t, "E121", "what answers an event begins with `when`", t.span(t.first, words[-1]),
                             f"write `when {whose} {said}:`")  # fmt: skip
        if t.at <= t.line + 3:
            return found(t, "E121", "what answers an event begins with `when`", t.span(t.first),
                         "write `when this enters play:`, `when a player p draws:`")  # fmt: skip
    return None


def opponents(t: Trouble) -> Finding | None:
    """`an opponent's plant p`."""
    for at in (t.at, t.at - 1, t.at - 2):
        if at > t.line and t.tokens[at].text in ("opponent", "opponents", "enemy") and t.tokens[at + 1].kind == "_POSS":
            one = t.tokens[at]
            put = t.changed(at, 2, word("enemy", one))
            return found(t, "E101", "what belongs to another player is `enemy`", t.span(one, t.tokens[at + 1]),
                         "write `an enemy plant p in play`; of one player: `a plant of p`", put)  # fmt: skip
    return None


def offers(t: Trouble) -> Finding | None:
    """`may choose one of`, `you can choose one of`, `up to 2 times, you may ...`, `twice, ...`, `you may: a, b`."""
    words = t.words
    texts = [one.text for one in words]
    if t.headers and t.tokens[t.headers[-1]].kind in ("_RULE", "_CARD", "_KEYWORD", "_KIND"):
        return None
    if texts[:1] == ["may"]:
        return found(t, "E101", "who may is missing", t.span(words[0]), "write `you may ...`, `p may ...`",
                     [word("you", words[0]), *words])  # fmt: skip
    if len(texts) > 3 and texts[1] == "can" and texts[2] in ("choose", "draw", "play", "do"):
        return found(t, "E101", "what is offered is said with `may`", t.span(words[1]), "write `may`",
                     [words[0], word("may", words[1]), *words[2:]])  # fmt: skip
    often = {"once": "1", "twice": "2", "thrice": "3"}.get(texts[0] if texts else "")
    if often and texts[1:2] == [","] and "may" in texts:
        first = words[0]
        put = [word("at", first), word("most", first), Token("INT", often, first.start, first.end), word("times", first)]
        return found(t, "E101", "how often is said with `at most`", t.span(words[0]),
                     f"write `at most {often} times, you may ...`",
                     [*put, *words[1:]])  # fmt: skip
    if texts[:2] == ["up", "to"] and "times" in texts[:4]:
        return found(t, "E101", "how often is said with `at most`", t.span(words[0], words[1]),
                     f"write `at most {texts[2]} times, you may ...`",
                     [word("at", words[0]), word("most", words[1]), *words[2:]])  # fmt: skip
    if len(texts) > 2 and texts[1] == "may" and words[2].kind == "COLON" and len(words) > 3:
        return found(t, "E101", "what may be done stands behind `may`", t.span(words[1], words[2]),
                     f"write `{texts[0]} may choose one of ...`")  # fmt: skip
    return None


def guard_words(t: Trouble) -> Finding | None:
    """`only when ...`, `once per turn`, `once turn`, `one time a turn`."""
    texts = [one.text for one in t.words]
    if texts[:2] == ["only", "when"]:
        return found(t, "E114", "when something is possible is said with `only if`", t.span(t.first, t.words[1]),
                     "write `only if`")  # fmt: skip
    if texts[:1] == ["once"] and len(texts) in (2, 3) and texts[1] in ("per", "every", "turn", "round", "in"):
        return found(t, "E114", "how often is said with `a`", t.span(t.first, t.words[-1]), f"write `once a {texts[-1]}`")
    return None


def else_on_a_line(t: Trouble) -> Finding | None:
    """`if C: earn 1 otherwise earn 2`, `earn 2 otherwise`."""
    if t.token.text not in ("otherwise", "else") or t.at == t.line or t.first.kind == "EQUAL":
        return None
    return found(t, "E118", "the other case stands on a line of its own", None,
                 "write `otherwise: ...` on the next line, under its `if`")  # fmt: skip


_COMPARED = ("greater", "less", "more", "fewer", "bigger", "smaller", "larger", "at", "higher", "lower")
_HAS_NO_VALUE = ("set", "let", "if", "while", "until", "repeat", "each", "choose")


def comparisons(t: Trouble) -> Finding | None:
    """`is 0 or less`, `at least 3`, `with worth <= 0`, `minus`, `sum of`, `greater than`, `there is one player`."""
    token, before = t.token, t.before
    texts = [one.text for one in t.words]
    if before.text == "or" and token.text in ("less", "more", "fewer", "greater", "higher", "lower"):
        sign = "<=" if token.text in ("less", "fewer", "lower") else ">="
        return found(t, "E101", f"`or {token.text}` is said with a sign", t.span(before, token),
                     f"write `{sign}`: `x {sign} 3`")  # fmt: skip
    if token.text in _COMPARED and before.text in ("is", "are"):
        after = t.tokens[t.at + 1].text
        sign = {"less": "<", "fewer": "<", "smaller": "<", "lower": "<"}.get(token.text, ">")
        if token.text == "at":
            sign = ">=" if after == "least" else "<="
        return found(t, "E101", "numbers are compared with signs", t.span(before, token), f"write `x {sign} 3`, without `is`")
    if token.text in ("minus", "plus", "times", "divided", "multiplied") and token.kind == "NAME" and t.at > t.line:
        sign = {"minus": "-", "plus": "+", "times": "*", "multiplied": "*"}.get(token.text, "/")
        return found(t, "E101", f"`{token.text}` is written as a sign", None, f"write `{sign}`")
    if token.kind == "CMP" and len(texts) > 2 and t.tokens[t.at - 2].text == "with":
        return found(t, "E101", "a comparison stands behind `where`", t.span(t.tokens[t.at - 2], token),
                     f"write `where x's {before.text} {token.text} ...`")  # fmt: skip
    if before.text in ("sum", "average", "max", "maximum", "minimum") and token.text == "of":
        said = {"sum": "total", "average": "total", "max": "highest", "maximum": "highest", "minimum": "lowest"}[before.text]
        return found(t, "E101", f"`{before.text} of` is said with `{said} ... over each ...`", t.span(before, token),
                     f"write `{said} c's size over each card c in ...`")  # fmt: skip
    if "total" in texts and token.kind == "NAME" and (before.text == "over" or token.text == "of"):
        return found(t, "E101", "a sum is told over each thing", None, "write `total c's size over each card c in ...`")
    if token.text in ("one", "two", "three", "exactly", "only", "at") and before.text in ("is", "are") and "there" in texts:
        return found(t, "E101", "how many there are is a number", t.span(before, token),
                     "write `count of players is 1`, `(count of cards c in ... where ...) >= 3`")  # fmt: skip
    if token.kind == "SLASH" and before.text == "and":
        return found(t, "E101", "`and/or` is `or`", t.span(before, t.tokens[t.at + 1]), "write `or`", t.changed(t.at - 1, 2))
    return None


def name_of_two_words(t: Trouble) -> Finding | None:
    """`turns taken >= 30` where `turns_taken` is a name of the file."""
    if t.token.kind != "NAME" or t.before.kind != "NAME" or t.at == t.line:
        return None
    joined = f"{t.before.text}_{t.token.text}"
    if not any(one.kind in ("NAME", "FNAME") and one.text == joined for one in t.tokens):
        return None
    put = Token("NAME", joined, t.before.start, t.token.end)
    return found(t, "E140", "a name is one word", t.span(t.before, t.token), f"write `{joined}`", t.changed(t.at - 1, 2, put))


def ranking_lines(t: Trouble) -> Finding | None:
    """`ranking:`, `p's bloom, highest`, `highest p's bloom`."""
    form = "`p's score, highest first`"
    if t.first.kind == "_RANKING" and t.at <= t.line + 3:
        return found(t, "E101", "a ranking names a player", t.span(t.first, t.before), "write `ranking of player p:`")
    if not t.headers or t.tokens[t.headers[-1]].kind != "_RANKING":
        return None
    if "of" in [one.text for one in t.words]:
        return None
    return found(t, "E101", "a line of a ranking is a number, and what comes first", t.span(t.first, t.words[-1]),
                 f"write {form}")  # fmt: skip


def word_header(t: Trouble) -> Finding | None:
    """`word season: spring, autumn`, `word season = ...`, `option x = 3`."""
    if t.first.kind not in ("_WORD", "_OPTION"):
        return None
    if t.token.kind == "EQUAL":
        return found(t, "E116", "behind the name stands `:`", None,
                     "write `:`", t.changed(t.at, 1, _sign("COLON", ":", t.token.start)))  # fmt: skip
    if t.first.kind == "_WORD" and t.token.kind == "COMMA":
        put = [word("or", one) if one.kind == "COMMA" else one for one in t.words]
        return found(t, "E101", "the words of a type are joined by `or`, not by commas", None, "write `a or b or c`", put)
    return None


def define_header(t: Trouble) -> Finding | None:
    """`define worth of living c: number`, `define living c's worth` without a type, `define square's dark`."""
    if t.first.kind != "_DEFINE":
        return None
    words = t.words
    if len(words) > 4 and words[2].text == "of" and words[3].kind == "NAME" and words[4].kind == "NAME":
        shown = f"define {words[3].text} {words[4].text}'s {words[1].text}"
        return found(t, "E101", "what is defined for a thing is said with `'s`", t.span(words[1], words[4]),
                     f"write `{shown}: TYPE`",
                     [words[0], words[3], words[4], _sign("_POSS", "'s", words[4].end), words[1], *words[5:]])  # fmt: skip
    if t.token.kind == "_POSS" and t.at == t.line + 2:
        name = words[1].text
        return found(t, "E101", "the thing needs a name of its own", t.span(words[1]),
                     f"write `define {name} {name[0]}'s ...: TYPE`")  # fmt: skip
    if t.token.kind == "_NL":
        return found(t, "E102", "what the value is stands behind a colon", t.span(t.first, t.before),
                     "write `: number`, `: yes or no`, `: player or nobody` ...")  # fmt: skip
    return None


def target_line(t: Trouble) -> Finding | None:
    """`target: another player p`, `target another player p`."""
    if t.first.text != "target" or not t.headers or t.first.kind != "NAME":
        return None
    if t.tokens[t.headers[-1]].kind not in ("_CARD", "_KIND", "_ACTION"):
        return None
    return found(t, "E101", "a target has a name, then a colon, then what it may be", t.span(t.first, t.words[-1]),
                 "write `target p: another player`, `target c: an enemy card in play`")  # fmt: skip


def printed_number(t: Trouble) -> Finding | None:
    """`strength: 1`, `strength = 1` on a card."""
    if not t.headers or t.tokens[t.headers[-1]].kind != "_CARD" or t.first.kind != "NAME":
        return None
    words = t.words
    if len(words) != 3 or words[1].kind not in ("COLON", "EQUAL") or words[2].kind not in ("INT", "NAME"):
        return None
    return found(t, "E101", "a printed number stands behind its name without a sign", t.span(words[1]),
                 f"write `{words[0].text} {words[2].text}`", [words[0], words[2]])  # fmt: skip


def stack_lines(t: Trouble) -> Finding | None:
    """`order: lifo`, `order: last in first out`, `respond: everyone`."""
    if t.first.kind == "_ACTION" and t.token.kind == "NAME" and t.before.text == "onto" and t.tokens[t.at - 2].kind == "RPAR":
        return found(t, "E101", "a `,` is missing before `onto`", t.span(t.before), f"write `, onto {t.token.text}`",
                     t.changed(t.at - 1, 0, _sign("COMMA", ",", t.before.start)))  # fmt: skip
    inside = bool(t.headers) and t.tokens[t.headers[-1]].kind == "_STACK"
    if t.first.text == "triggers" and (inside or {"go", "wait", "stack"} & {one.text for one in t.words}):
        return found(t, "E101", "that the triggers of cards wait on a stack is said there", t.span(t.first, t.words[-1]),
                     "write `triggers: wait` in the stack")  # fmt: skip
    if not inside:
        return None
    if t.first.text == "objects":
        return found(t, "E101", "what becomes of the spells of a player who is out is one word", t.span(t.first, t.words[-1]),
                     "write `objects: stay`, or `objects: leave`")  # fmt: skip
    if t.first.text == "order":
        return found(t, "E136", "a stack has one of two orders", t.span(t.first, t.words[-1]),
                     "write `order: last in, first out`, or `order: first in, first out`")  # fmt: skip
    if t.first.text == "respond":
        return found(t, "E101", "who may respond is said with `each`", t.span(t.first, t.words[-1]),
                     "write `respond: each player clockwise from active_player`")  # fmt: skip
    return None


def equal_in_a_statement(t: Trouble) -> Finding | None:
    """`season = spring` among statements."""
    if t.token.kind != "EQUAL" or not t.headers or t.first.text in _HAS_NO_VALUE:
        return None
    header = t.tokens[t.headers[-1]]
    if header.kind not in ("_SETUP", "_TURN", "_PLAY", "_ROUND", "_TO", "P_DO", "P_EFFECT", "NAME") or any(
        one.kind == "COLON" for one in t.words[: t.at - t.line]
    ) or t.first.kind not in ("NAME", "PROPER"):
        return None
    what = t.source.text[t.first.start : t.before.end]
    value = t.source.text[t.token.end : t.words[-1].end].strip()
    return found(t, "E116", "a value is changed with `set`", t.span(t.first, t.words[-1]), f"write `set {what} to {value}`",
                 [word("set", t.first), *t.words[: t.at - t.line], word("to", t.token), *t.words[t.at - t.line + 1 :]])  # fmt: skip


def phase_header(t: Trouble) -> Finding | None:
    """`planting phase:`."""
    if len(t.words) == 3 and t.words[1].text == "phase" and t.words[2].kind == "COLON" and t.first.kind == "NAME":
        return found(t, "E101", "a phase begins with `phase`", t.span(t.first, t.words[1]), f"write `phase {t.first.text}:`",
                     [t.words[1], t.words[0], t.words[2]])  # fmt: skip
    return None


def this_without_s(t: Trouble) -> Finding | None:
    """`hurt each other player for 2`: what is done to several is a loop."""
    if t.first.kind != "NAME" or t.token.text != "each" or t.at == t.line or t.first.text in reserved():
        return None
    rest = t.source.text[t.token.start : t.words[-1].end]
    return found(t, "E145", "what is done to each of several is a loop", t.span(t.first, t.words[-1]),
                 f"write `{rest.split(' for ')[0]} p: {t.first.text} p ...`, with a name for one")  # fmt: skip


SLIPS = (
    kind_of_a_kind,
    option_set,
    commas_in_a_table,
    card_header,
    printed_number,
    target_line,
    guard_words,
    modifier,
    trigger_words,
    opponents,
    offers,
    else_on_a_line,
    equal_in_a_statement,
    comparisons,
    name_of_two_words,
    ranking_lines,
    word_header,
    define_header,
    stack_lines,
    phase_header,
    this_without_s,
)
