"""Explainers of what people say and the language says otherwise: `every player`, `the top 3 cards`, `p has 3 cards`."""

from __future__ import annotations

from rulewright.dsl.postlex import Token
from rulewright.dsl.syntax_errors import Finding, Trouble, found, reserved, word

_PREPOSITIONS = "`to from into onto at for by as under against after along over with`"


def loop_without_each(t: Trouble) -> Finding | None:
    """`every player p: ...`, `all players p: ...`."""
    first = t.first
    if first.text not in ("every", "all") or not any(one.kind == "COLON" for one in t.words):
        return None
    repaired = t.changed(t.line, 1, word("each", first)) if first.text == "every" else None
    return found(
        t, "E145", "a loop begins with `each`", t.span(first), "write `each player p:`, with the noun for one", repaired
    )


def while_loop(t: Trouble) -> Finding | None:
    """`while pile is not empty: ...` among statements."""
    if t.first.text != "while" or t.at != t.line or not any(one.kind == "COLON" for one in t.words):
        return None
    return found(
        t, "E145", "what is done again and again begins with `repeat`", None, "write `repeat until CONDITION:`"
    )


def top_of_a_pile(t: Trouble) -> Finding | None:
    """`the top 3 cards of pile`."""
    before = t.before
    if t.token.kind != "INT" or before.text not in ("top", "bottom") or before.kind != "NAME":
        return None
    end = "first" if before.text == "top" else "last"
    return found(
        t,
        "E101",
        f"cards are counted from an end with `first` and `last`, not with `{before.text}`",
        t.span(before, t.token),
        f"write `the {end} {t.token.text} cards in PILE`",
        t.changed(t.at - 1, 1, word(end, before)),
    )


def having(t: Trouble) -> Finding | None:
    """`expect Ann has "Ring"`, `if p has 3 cards`."""
    if t.token.text not in ("has", "have") or t.token.kind not in ("NAME", "_HAS") or t.at == t.line:
        return None
    return found(
        t,
        "E101",
        f"`{t.token.text}` asks nothing: say what lies where, or compare a number",
        None,
        'write `"Ring" is in p\'s hand`, `count of cards in p\'s hand is 3`, `p\'s coins >= 3`',
    )


def range_as_parameter(t: Trouble) -> Finding | None:
    """`action bid (n: 0 to limit)`."""
    if t.first.kind not in ("_ACTION", "_TO") or t.token.kind == "INT" or t.before.text != "to":
        return None
    start = t.tokens[t.at - 2]
    if start.kind != "INT" or t.tokens[t.at - 3].kind != "COLON":
        return None
    return found(
        t,
        "E101",
        "between which numbers somebody may choose is said with `a number from ... to ...`",
        t.span(start, t.token),
        f"write `a number from {start.text} to {t.token.text}`",
        t.changed(t.at - 2, 1, word("a", start), word("number", start), word("from", start), start),
    )


def word_between_parameters(t: Trouble) -> Finding | None:
    """`action capture (m: man) over (e: man)`."""
    if t.first.kind not in ("_ACTION", "_TO") or t.before.kind != "RPAR" or t.tokens[t.at + 1].kind != "LPAR":
        return None
    return found(
        t, "E101", f"`{t.token.text}` does not lead to a parameter", None, f"these words do: {_PREPOSITIONS}",
        t.changed(t.at, 1, word("against", t.token)),
    )  # fmt: skip


def over_in_a_sentence(t: Trouble) -> Finding | None:
    """`set x to total c's worth over each card c in hand`, `the highest n over each ...`."""
    if t.token.text != "over" or t.token.kind != "NAME":
        return None
    before = t.words[: t.at - t.line]
    at = max((i for i, one in enumerate(before) if one.text in ("total", "highest", "lowest", "list")), default=None)
    if at is None:
        return None
    what = before[at]
    if at and before[at - 1].text == "the":
        return found(
            t,
            "E101",
            f"`{what.text} ... over each ...` stands without `the`",
            t.span(before[at - 1], what),
            f"write `{what.text} ... over each ...`",
            t.changed(t.line + at - 1, 1),
        )
    closed = [*before[:at], _sign("LPAR", "(", what.start), *t.words[at:], _sign("RPAR", ")", t.words[-1].end)]
    return found(
        t,
        "E141",
        f"`{what.text} ... over each ...` stands in brackets in a sentence",
        t.span(what, t.words[-1]),
        "put brackets around it",
        closed,
    )


def done_in_an_action(t: Trouble) -> Finding | None:
    """`action hit: move the first card in pile to your hand`."""
    if t.first.kind != "_ACTION" or t.before.kind != "COLON" or "P_DO" not in t.expected or t.at == t.line:
        return None
    if t.token.kind != "NAME":
        return None
    done = t.words[t.at - t.line :]
    shown = t.source.text[done[0].start : done[-1].end]
    repaired = [*t.words[: t.at - t.line], Token("P_DO", "do", done[0].start, done[0].start),
                Token("COLON", ":", done[0].start, done[0].start), *done]  # fmt: skip
    return found(
        t, "E101", "what an action does stands behind `do:`", t.span(done[0], done[-1]), f"write `do: {shown}`", repaired
    )  # fmt: skip


def reserved_that_was_given(t: Trouble) -> Finding | None:
    """`set at to 3` after `let at be 2`: the word could not be read as a name where it is used."""
    taken = {t.tokens[i + 1].text for i, one in enumerate(t.tokens[:-2]) if one.text == "let"
             and t.tokens[i + 1].text in reserved() and t.tokens[i + 2].text == "be"}  # fmt: skip
    used = next((one for one in t.words[: t.at - t.line + 1] if one.text in taken and one.kind == "NAME"), None)
    if used is None or (t.first.text == "let" and used is t.words[1]):
        return None
    return found(
        t, "E115", f"`{used.text}` is reserved: it is a word of the language and cannot be a name",
        t.span(used), "choose another name, or add a letter",
    )  # fmt: skip


def article_as_name(t: Trouble) -> Finding | None:
    """`move a and c to pile`, `if a is in hand`: somebody has called a thing `a`."""
    if t.before.text not in ("a", "an") or t.before.kind != "NAME" or t.at == t.line:
        return None
    if t.token.kind not in ("_POSS", "CMP", "PLUS", "MINUS", "TIMES_SIGN", "SLASH", "COMMA", "RPAR", "COLON"):
        if t.token.kind != "NAME" or t.token.text not in ("is", "are", "and", "or", "to", "from", "at", "for"):
            return None
    return found(
        t, "E115", f"`{t.before.text}` is reserved: it is a word of the language and cannot be a name",
        t.span(t.before), "choose another name, or add a letter",
    )  # fmt: skip


def condition_in_a_sentence(t: Trouble) -> Finding | None:
    """`set x to c is crowned`."""
    if t.token.text not in ("is", "are") and t.token.kind != "CMP":
        return None
    before = t.words[: t.at - t.line]
    lead = next((i for i, one in enumerate(before) if one.text in ("to", "be") and i > 0), None)
    if t.first.text == "set" and lead is not None and lead + 1 < len(before):
        start = before[lead + 1]
        closed = [*before[: lead + 1], _sign("LPAR", "(", start.start), *t.words[lead + 1 :],
                  _sign("RPAR", ")", t.words[-1].end)]  # fmt: skip
        shown = t.source.text[start.start : t.words[-1].end]
        return found(
            t, "E141", "a condition stands in brackets in a sentence", t.span(start, t.words[-1]),
            f"write `({shown})`", closed,
        )  # fmt: skip
    return None


def group_before_is(t: Trouble) -> Finding | None:
    """`if the first card in pile is a plant p`, `count of cards c in hand where c is red is 3`."""
    if t.token.text not in ("is", "are") and t.token.kind not in ("CMP", "PLUS", "MINUS", "TIMES_SIGN", "SLASH"):
        return None
    before = t.words[: t.at - t.line]
    for i in range(len(before) - 1, -1, -1):
        one, after = before[i], before[i + 1] if i + 1 < len(before) else None
        if after is None or one.kind != "NAME":
            continue
        if one.text == "the" or (one.text == "count" and after.text == "of") or one.text == "all":
            shown = t.source.text[one.start : before[-1].end]
            closed = [*before[:i], _sign("LPAR", "(", one.start), *before[i:], _sign("RPAR", ")", before[-1].end),
                      *t.words[t.at - t.line :]]  # fmt: skip
            if not t.tries(closed):
                continue
            return found(
                t, "E141", f"a group that is compared or counted with stands in brackets before `{t.token.text}`",
                t.span(one, before[-1]), f"write `({shown})`" if len(shown) < 60 else "put brackets around it", closed,
            )  # fmt: skip
    return None


def first_in_a_place(t: Trouble) -> Finding | None:
    """`each card c in the first 3 cards in pile`."""
    before = t.words[: t.at - t.line]
    for i in range(len(before) - 1, 0, -1):
        if before[i].text in ("first", "last") and before[i - 1].text == "the":
            break
    else:
        return None
    place = i - 2
    if place < 0 or before[place].text not in ("in", "on", "of") or t.token.kind not in ("INT", "LPAR", "NAME"):
        return None
    return found(
        t, "E141", f"`the {before[i].text} ...` stands in brackets after `{before[place].text}`",
        t.span(before[i - 1], t.words[-2] if t.words[-1].kind == "COLON" else t.words[-1]),
        f"write `{before[place].text} (the {before[i].text} ...)`",
    )  # fmt: skip


def total_in_the_middle(t: Trouble) -> Finding | None:
    """`12 is total c's worth over each card c in hand`."""
    at = t.at - t.line
    before, after = t.words[:at], t.words[at:]
    if t.before.text not in ("total", "highest", "lowest") or not any(one.text == "over" for one in after):
        return None
    what = t.before
    closed = [*before[:-1], _sign("LPAR", "(", what.start), what, *after, _sign("RPAR", ")", t.words[-1].end)]
    return found(
        t, "E141", f"`{what.text} ... over each ...` stands in brackets beside other values",
        t.span(what, t.words[-1]), "put brackets around it", closed,
    )  # fmt: skip


def of_for_a_member(t: Trouble) -> Finding | None:
    """`the suit of the first card in pack`."""
    if t.token.kind not in ("NAME", "PROPER") or t.at - t.line < 4:
        return None
    before = t.tokens[t.line : t.at]
    for i in range(len(before) - 2, 0, -1):
        if before[i + 1].text == "of" and before[i - 1].text == "the" and before[i].kind == "NAME":
            name = before[i].text
            return found(
                t,
                "E101",
                "what something has is read with `'s`",
                t.span(before[i - 1], t.token),
                f"give the thing a name and write `c's {name}`: `if pile's top is a card c:`, `choose a card c ...`",
            )
    return None


def _sign(kind: str, text: str, at: int) -> Token:
    return Token(kind, text, at, at)


PHRASE_EXPLAINERS = (
    loop_without_each,
    while_loop,
    top_of_a_pile,
    range_as_parameter,
    done_in_an_action,
    word_between_parameters,
    over_in_a_sentence,
)
LAST_PHRASES = (
    having,
    total_in_the_middle,
    article_as_name,
    reserved_that_was_given,
    condition_in_a_sentence,
    group_before_is,
    first_in_a_place,
    of_for_a_member,
)
