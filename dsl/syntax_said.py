"""Explainers of English that is nearly right: a small word too many or too few, or the word of another language.

They come before all others, so each speaks only where it is sure; most say how the line is meant, and try it.
"""

from __future__ import annotations

from rulewright.dsl.inflect import third_person
from rulewright.dsl.postlex import BLOCKS, Token
from rulewright.dsl.suggest import nearest
from rulewright.dsl.syntax_errors import Finding, Trouble, found, reserved, word

_DIGITS = {name: str(at) for at, name in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1)}  # fmt: skip
_NAMES = ("NAME", "FNAME")
_VERBS_OF_CHOICE = ("choose", "chooses", "pick", "picks", "select", "selects")
_CONTRACTED = {"isn": "is not", "aren": "is not", "can": "cannot", "don": "do not", "doesn": "not", "won": "cannot"}


def _sign(kind: str, text: str, at: int) -> Token:
    return Token(kind, text, at, at)


def _words(said: str, near: Token) -> tuple[Token, ...]:
    return tuple(word(text, near) for text in said.split())


def number_in_words(t: Trouble) -> Finding | None:
    """`for two players`."""
    digits = _DIGITS.get(t.token.text)
    if digits is None or "INT" not in t.expected or t.token.kind != "NAME" or t.expected & {"NAME", "FNAME"}:
        return None
    put = Token("INT", digits, t.token.start, t.token.end)
    return found(t, "E101", "numbers are written in digits", None, f"write `{digits}`", t.changed(t.at, 1, put))


def players_of_the_game(t: Trouble) -> Finding | None:
    """`game "X" for 2-6 players`, `game "X" 2 to 6 players`."""
    if t.first.kind != "_GAME":
        return None
    if t.token.kind == "MINUS":
        repaired = t.changed(t.at, 1, word("to", t.token))
        return found(t, "E101", "from how many to how many is said with `to`", None, "write `for 2 to 6 players`", repaired)
    if t.token.kind == "INT" and t.before.kind == "STRING":
        return found(t, "E101", "`for` is missing before the number of players", None, "write `for 2 to 6 players`",
                     t.changed(t.at, 0, word("for", t.token)))  # fmt: skip
    return None


def then_after_if(t: Trouble) -> Finding | None:
    """`if not moved then lose`."""
    if t.first.text not in ("if", "when", "otherwise", "always") or t.token.text != "then" or t.token.kind != "NAME":
        return None
    return found(t, "E102", "a condition ends in `:`, not in `then`", None, "write `:` instead",
                 t.changed(t.at, 1, _sign("COLON", ":", t.token.start)))  # fmt: skip


def comma_for_colon(t: Trouble) -> Finding | None:
    """`if c is red, draw 2`."""
    if t.token.kind != "COMMA" or t.first.text not in ("if", "when", "always", "each", "while", "as", "repeat"):
        return None
    if "COLON" not in t.expected:
        return None
    return found(t, "E102", "a `:` stands here, not a comma", None, "write `:`",
                 t.changed(t.at, 1, _sign("COLON", ":", t.token.start)))  # fmt: skip


def contracted(t: Trouble) -> Finding | None:
    """`goal isn't crowned`, `you can't play`."""
    for at in (t.at, t.at - 1):
        one, after = t.tokens[at], t.tokens[at + 1]
        if one.text not in _CONTRACTED or after.kind != "FOREIGN" or after.text not in ("'", "\u2019"):
            continue
        said = _CONTRACTED[one.text]
        end = t.tokens[at + 2]
        if end.text == "t":
            return found(t, "E117", f"`{one.text}'t` is spelt `{said}`", t.span(one, end), f"write `{said}`",
                         t.changed(at, 3, *_words(said, one)))  # fmt: skip
    return None


def missing_small_word(t: Trouble) -> Finding | None:
    """`p influence is empty`, `choose courtier c`, `start crowned or ...`, `coins: number starts 2`."""
    token, before = t.token, t.before
    if token.kind not in (*_NAMES, "INT") or before.kind != "NAME" or before.text in reserved() or t.at == t.line:
        return None
    if token.kind in _NAMES and token.text in reserved() and token.text not in ("starts", "normally", "asking", "with"):
        return None
    place = t.source.span(before.end, max(token.start, before.end + 1))
    for at, named in ((t.at, token), (t.at - 1, before)):
        if named.text in ("starts", "normally", "opposite", "drawn", "refilled", "emptied", "asking") and at > t.line + 1:
            repaired = t.changed(at, 0, _sign("COMMA", ",", named.start))
            if t.tries(repaired):
                return found(t, "E101", f"a `,` is missing before `{named.text}`", t.span(named), f"write `, {named.text} ...`",
                             repaired)  # fmt: skip
    if token.kind == "INT" or {token.text, before.text} & t.table.words.keys():
        return None
    owned = t.changed(t.at, 0, _sign("_POSS", "'s", token.start))
    after = t.tokens[t.at + 1]
    if after.text in ("is", "are", "has", "have") or after.kind in ("CMP", "PLUS", "MINUS", "_POSS", "TIMES_SIGN"):
        if t.tries(owned):
            owner = before.text[:-1] if before.text.endswith("s") and 1 < len(before.text) < 4 else before.text
            owned = t.changed(t.at - 1, 1, word(owner, before), _sign("_POSS", "'s", token.start))
            return found(t, "E101", f"`'s` is missing between `{before.text}` and `{token.text}`", place,
                         f"write `{owner}'s {token.text}`", owned)  # fmt: skip
        return None
    if after.text in ("and", "or") or after.kind in ("COLON", "RPAR", "_NL"):
        said = t.changed(t.at, 0, word("is", token))
        if not t.tries(owned) and not t.tries(said):
            return None
        return found(t, "E101", f"a word is missing between `{before.text}` and `{token.text}`", place,
                     f"write `{before.text} is {token.text}`, or `{before.text}'s {token.text}`",
                     said if t.tries(said) else owned)  # fmt: skip
    return None


def article_of_a_choice(t: Trouble) -> Finding | None:
    """`choose courtier c in your hand`, `pick a card c in ...`, `choose income or rest`, `choose one of: ...`."""
    words = t.words
    at = next((i for i, one in enumerate(words[:3]) if one.text in _VERBS_OF_CHOICE and one.kind == "NAME"), None)
    if at is None or t.at - t.line < at or t.token.kind == "_NL":
        return None
    verb = words[at]
    rest = words[at + 1 :]
    if verb.text not in ("choose", "chooses"):
        proper = "choose" if not verb.text.endswith("s") else "chooses"
        repaired = [*words[:at], word(proper, verb), *rest]
        if t.tries(repaired):
            return found(t, "E211", f"a choice is made with `{proper}`", t.span(verb), f"write `{proper} ...`", repaired)
        return None
    if t.token.kind == "COLON" and [one.text for one in rest[:2]] == ["one", "of"] and t.before.text == "of":
        return found(t, "E101", "`choose one of` has no colon: what follows stands on the same line", None,
                     "take the `:` away", t.changed(t.at, 1))  # fmt: skip
    if rest and t.token is rest[0] and t.token.kind == "NAME":
        repaired = [*words[: at + 1], word("a", rest[0]), *rest]
        if t.tries(repaired):
            return found(t, "E101", "how many are chosen is missing", None,
                         f"write `{verb.text} a {rest[0].text} ...`, or `{verb.text} 2 ...`", repaired)  # fmt: skip
        listed = [one for one in rest if one.text not in ("or", "and") and one.kind != "COMMA"]
        if all(one.kind == "NAME" for one in listed) and len(listed) > 1:
            put = [word("one", rest[0]), word("of", rest[0])]
            for one in listed:
                put += [one, _sign("COMMA", ",", one.end)]
            shown = ", ".join(one.text for one in listed)
            return found(t, "E101", "one of several actions is chosen with `one of`", t.span(rest[0], rest[-1]),
                         f"write `{verb.text} one of {shown}`", [*words[: at + 1], *put[:-1]])  # fmt: skip
    return None


def chosen_from(t: Trouble) -> Finding | None:
    """`choose a card c from your hand`."""
    words = t.words
    at = next((i for i, one in enumerate(words) if one.text == "from" and i > 1), None)
    if at is None or not any(one.text in ("choose", "chooses") for one in words[:3]):
        return None
    if any(one.text in ("number", "numbers") for one in words[:at]):
        return None
    repaired = [*words[:at], word("in", words[at]), *words[at + 1 :]]
    if not t.tries(repaired):
        return None
    return found(t, "E101", "things are chosen `in` a place, not `from` it", t.span(words[at]), "write `in`", repaired)


def must(t: Trouble) -> Finding | None:
    """`you must choose one of play, rest`."""
    words = t.words
    at = next((i for i, one in enumerate(words[:4]) if one.text in ("must", "should", "shall") and i > 0), None)
    if at is None:
        return None
    named = [word(words[at + 1].text + "s", words[at + 1])] if len(words) > at + 1 else []
    repaired = [*words[:at], *named, *words[at + 2 :]]
    return found(t, "E101", f"what is said is done: there is no `{words[at].text}`", t.span(words[at]),
                 "leave it out: `you choose ...`, `choose ...`; `may` offers something", repaired)  # fmt: skip


def loop_on_one_line(t: Trouble) -> Finding | None:
    """`each player draws 2`, `all players draw 2`."""
    words = t.words
    if t.first.text not in ("each", "all", "every") or any(one.kind == "COLON" for one in words) or not t.headers:
        return None
    if len(words) < 3 or t.first.kind != "NAME" or words[1].text not in ("player", "players"):
        return None
    if any(one.text in ("has", "have") for one in words[2:4]):
        return None
    done = " ".join(one.text for one in words[2:])
    if words[2].text in ("take", "takes") and any(one.text in ("turn", "turns") for one in words):
        return _turns(t)
    if words[2].text in ("clockwise", "counterclockwise"):
        return _turns(t) if {"take", "takes"} & {one.text for one in words} else None
    if words[1].text == "players":
        words = [*words[:2], words[2]._replace(text=third_person(words[2].text)), *words[3:]]
        done = " ".join(one.text for one in words[2:])
    if t.tries([word("everyone", t.first), *words[2:]]):
        return found(t, "E145", "this says neither who does it nor is it a loop", t.span(t.first, words[-1]),
                     f"write `everyone {done}`, or `each player p: p {done}`",
                     [word("everyone", t.first), *words[2:]])  # fmt: skip
    return None


def turns_taken(t: Trouble) -> Finding | None:
    """`players take turns until ...`, `everyone takes turns`."""
    if t.first.text not in ("players", "everyone", "the", "all") or not t.headers:
        return None
    texts = [one.text for one in t.words]
    if not ("turns" in texts and ("take" in texts or "takes" in texts)):
        return None
    return _turns(t)


def _turns(t: Trouble) -> Finding | None:
    return found(t, "E101", "players get turns with `has turns until`", t.span(t.first, t.words[-1]),
                 "write `each player clockwise from first_player has turns until CONDITION`")  # fmt: skip


def one_is_left(t: Trouble) -> Finding | None:
    """`until 1 player is left`, `until one player remains`."""
    texts = [one.text for one in t.words]
    if "until" not in texts or not {"left", "remains", "remain", "over"} & set(texts[texts.index("until") :]):
        return None
    if t.at - t.line <= texts.index("until"):
        return None
    return found(t, "E101", "`until` needs a condition", t.span(t.words[texts.index("until") + 1], t.words[-1]),
                 "write `until count of players is 1`, `until deck is empty`")  # fmt: skip


def exists_in_a_rule(t: Trouble) -> Finding | None:
    """`always when a player p's hand is empty: ...`."""
    words = t.words
    start = 2 if [one.text for one in words[:2]] == ["always", "when"] else 3
    if start == 3 and [one.text for one in words[:3]] != ["as", "soon", "as"]:
        return None
    if len(words) <= start or words[start].text not in ("a", "an", "any") or t.at - t.line > start + 3:
        return None
    return found(t, "E101", "which one it is about is said with `there is`", t.span(words[start], words[-1]),
                 "write `there is a player p where p's ...:`")  # fmt: skip


def with_no(t: Trouble) -> Finding | None:
    """`a player p with no cards`: caught where the row is read (E205); here `without`."""
    if t.token.text not in ("without", "having", "who", "whose", "that", "which") or t.token.kind != "NAME":
        return None
    if not any(one.text in ("a", "an", "each", "all", "of", "the", "no") for one in t.words[: t.at - t.line]):
        return None
    said = {"without": "`where p's hand is empty`, `with an empty hand`"}.get(t.token.text, "`where p's coins > 3`")
    return found(t, "E101", f"`{t.token.text}` describes nothing here", None, f"what else must hold is said with `where`: {said}")


def adjacent_to(t: Trouble) -> Finding | None:
    """`a square adjacent to start`."""
    for at in (t.at, t.at - 1):
        if t.tokens[at].text in ("adjacent", "beside", "near", "neighbouring", "touching") and at > t.line:
            one = t.tokens[at]
            put = [word("next", one)] + ([] if t.tokens[at + 1].text == "to" else [word("to", one)])
            return found(t, "E101", "what lies beside something is `next to` it", t.span(one), "write `next to`",
                         t.changed(at, 1, *put))  # fmt: skip
    return None


def bracket_apart(t: Trouble) -> Finding | None:
    """`ahead (start, goal)`: a value touches its bracket."""
    if t.token.kind != "LPAR" or t.before.kind != "NAME" or t.before.text in reserved() or t.token.start == t.before.end:
        return None
    repaired = t.changed(t.at - 1, 1, t.before._replace(kind="FNAME"))
    if not t.tries(repaired):
        return None
    return found(t, "E134", f"a value touches its bracket: `{t.before.text}(...)`", t.span(t.before, t.token),
                 f"write `{t.before.text}(` without a space", repaired)  # fmt: skip


def assigned(t: Trouble) -> Finding | None:
    """`believed is no` as a statement, `coins = 3`, `coins: 2` among members."""
    header = t.tokens[t.headers[-1]] if t.headers else None
    if header is not None and header.kind in ("_EACH", "_THE", "_KIND") and t.first.kind == "NAME":
        value = t.words[2:] if len(t.words) > 2 else []
        if t.words[1:2] and t.words[1].kind in ("EQUAL", "COLON") and len(value) == 1 and value[0].kind == "INT":
            return found(t, "E101", "a member says what it holds, and then where it starts", t.span(t.first, value[0]),
                         f"write `{t.first.text}: number, starts {value[0].text}`")  # fmt: skip
        return None
    if t.token.text not in ("is", "are") or t.token.kind != "NAME" or header is None:
        return None
    if t.at > t.line + 4 and header.kind not in ("_SCENARIO", "_SITUATION"):
        return None
    if t.first.text in ("if", "let", "set", "each", "choose", "repeat", "until", "when", "while", "always", "as", "stop"):
        return None
    what = t.source.text[t.first.start : t.before.end]
    value_ = t.source.text[t.token.end : t.words[-1].end].strip()
    if header.kind in ("_SCENARIO", "_SITUATION"):
        if t.first.kind not in ("NAME", "FNAME", "PROPER") or nearest(t.first.text, BLOCKS["scenario"]):
            return None  # a word of scenarios stands at the head, or one that is misspelt
        verb = "expect" if header.kind == "_SCENARIO" else "given"
        return found(t, "E114", "a line of a scenario says what is given, done or expected", t.span(t.first, t.words[-1]),
                     f"write `{verb} {what} {t.token.text} {value_}`")  # fmt: skip
    if header.kind in ("_RULE", "_CARD", "_KEYWORD", "_KIND", "_VARIANT") or any(one.kind == "COLON" for one in t.words):
        return None
    return found(t, "E101", "this is a condition, and nothing is done", t.span(t.first, t.words[-1]),
                 f"to change a value write `set {what} to {value_}`; to ask for it, `if {what} {t.token.text} {value_}:`")


def gherkin(t: Trouble) -> Finding | None:
    """`Given ...`, `When Ann plays ...`, `then ...` in a scenario."""
    header = t.tokens[t.headers[-1]] if t.headers else None
    if header is None or header.kind not in ("_SCENARIO", "_SITUATION"):
        return None
    first = t.first
    low = first.text.lower()
    if low in ("given", "expect", "make") and first.text != low:
        repaired = [Token("_" + low.upper(), low, first.start, first.end), *t.words[1:]]
        return found(t, "E131", "words of the language are written in small letters", t.span(first), f"write `{low}`", repaired)
    if low in ("then", "assert", "check", "should", "and"):
        return found(t, "E114", f"no line of a scenario begins with `{first.text}`", t.span(first),
                     "what must hold then: `expect CONDITION`")  # fmt: skip
    if low == "when":
        return found(t, "E114", "no line of a scenario begins with `when`", t.span(first),
                     "somebody simply does something: `Ann plays \"Coin\"`")  # fmt: skip
    return None


def first_value(t: Trouble) -> Finding | None:
    """`gold: number, starts at 2`, `starts with 2`, `starts = 2`."""
    before = t.tokens[t.at - 1]
    for at in (t.at, t.at - 1):
        if at - 1 > t.line and t.tokens[at - 1].text in ("starts", "normally") and t.tokens[at].text in ("at", "with", "as", "="):
            verb, extra = t.tokens[at - 1].text, t.tokens[at]
            return found(t, "E101", f"the value stands directly behind `{verb}`", t.span(extra), f"write `{verb} 2`",
                         t.changed(at, 1))  # fmt: skip
    if t.token.kind == "INT" and before.text == "number" and t.tokens[t.at - 2].kind == "COLON":
        put = [_sign("COMMA", ",", t.token.start), word("starts", t.token), t.token]
        repaired = [*t.words[: t.at - t.line], *put, *t.words[t.at - t.line + 1 :]]
        return found(t, "E101", "with which value it begins is said with `starts`", None, f"write `number, starts {t.token.text}`",
                     repaired)  # fmt: skip
    return None


def up_to(t: Trouble) -> Finding | None:
    """`choose up to 2 cards cs in your hand`, `target bs: up to 2 beasts in play`."""
    for at in (t.at, t.at - 1):
        if t.tokens[at].text == "up" and t.tokens[at + 1].text == "to":
            put = word("at", t.tokens[at]), word("most", t.tokens[at])
            repaired = [*t.words[: at - t.line], *put, *t.words[at + 2 - t.line :]]
            if t.first.text in ("draw", "draws") or not t.tries(repaired):
                return None
            return found(t, "E101", "how many may be chosen is said with `at most`", t.span(t.tokens[at], t.tokens[at + 1]),
                         "write `at most 2 ...`", repaired)  # fmt: skip
    return None


def names_joined(t: Trouble) -> Finding | None:
    """`scenario "x" with Ann and Bob:`."""
    if t.first.kind not in ("_SCENARIO", "_SITUATION") or t.token.text != "and":
        return None
    return found(t, "E101", "the players are listed with commas", None, "write `with Ann, Bob`",
                 t.changed(t.at, 1, _sign("COMMA", ",", t.token.start)))  # fmt: skip


def words_listed(t: Trouble) -> Finding | None:
    """`role: duke, assassin or captain`: words of a type are joined by `or`."""
    words = t.words
    if t.token.text != "or" or not any(one.kind == "COMMA" for one in words[: t.at - t.line]):
        return None
    if t.first.kind not in ("NAME", "_WORD", "_OPTION") or not any(one.kind == "COLON" for one in words[:4]):
        return None
    colon = next(i for i, one in enumerate(words) if one.kind == "COLON")
    put = [word("or", one) if one.kind == "COMMA" and i > colon and i < t.at - t.line else one for i, one in enumerate(words)]
    return found(t, "E101", "the words of a type are joined by `or`, not by commas", t.span(words[colon + 1], t.token),
                 "write `a or b or c`", put)  # fmt: skip


SAID = (
    number_in_words,
    players_of_the_game,
    then_after_if,
    comma_for_colon,
    contracted,
    gherkin,
    first_value,
    up_to,
    names_joined,
    words_listed,
    assigned,
    article_of_a_choice,
    chosen_from,
    must,
    loop_on_one_line,
    turns_taken,
    one_is_left,
    exists_in_a_rule,
    adjacent_to,
    with_no,
    bracket_apart,
    missing_small_word,
)
