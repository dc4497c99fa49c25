"""Explainers of English that is common in rulebooks and not read here: they say how it is written.

Like those of `syntax_said`, each speaks only where it is sure.
"""

from __future__ import annotations

from rulewright.dsl.postlex import Token
from rulewright.dsl.syntax_errors import Finding, Trouble, found, word

_COUNTED = ("number", "amount", "size", "quantity")
_EXTREMES = ("highest", "lowest", "most", "fewest")


def _comma(near: Token) -> Token:
    return Token("COMMA", ",", near.start, near.start)


def _texts(t: Trouble) -> list[str]:
    return [one.text for one in t.words]


def number_of(t: Trouble) -> Finding | None:
    """`number of cards in your hand`, `size of your hand`."""
    if t.token.text != "of" or t.before.text not in _COUNTED:
        return None
    at = t.at - 1
    return found(t, "E101", "how many there are is said with `count of`", t.span(t.before, t.token), "write `count of ...`",
                 t.changed(at, 1, word("count", t.before)))  # fmt: skip


def no_rounding(t: Trouble) -> Finding | None:
    """`add coins / 2 to ...`: a division says which way it is rounded."""
    if "/" not in _texts(t)[: t.at - t.line] or not {x.strip("_").upper() for x in t.expected} & {"ROUNDED"}:
        return None
    code = "E125" if t.token.kind == "_NL" else "E101"
    return found(t, code, "a division says which way it is rounded", None,
                 "write `A / B rounded down`, or `A / B rounded up`")  # fmt: skip


def where_comes_last(t: Trouble) -> Finding | None:
    """`all players q where q is not out with the highest q's coins`."""
    after = [one.text for one in t.words[t.at - t.line :]]
    if after[:2] != ["with", "the"] or after[2:3] == [] or after[2] not in _EXTREMES:
        return None
    if "where" not in _texts(t)[: t.at - t.line]:
        return None
    return found(t, "E101", f"`with the {after[2]} ...` stands before `where`", t.span(t.token, t.words[t.at - t.line + 2]),
                 f"write `all players p with the {after[2]} ... where ...`")  # fmt: skip


def how_often(t: Trouble) -> Finding | None:
    """`draw_one 2 times`, `do draw_one 2 times`, `do: repeat 2 times: draw 1`."""
    if t.token.text != "times":
        return None
    texts = _texts(t)[: t.at - t.line]
    if "repeat" in texts:
        at = texts.index("repeat")
        if at and texts[at - 1] == ":":
            return found(t, "E101", "`repeat` stands on a line of its own", t.span(t.words[at], t.token),
                         "end the line before it in `:`, and write it on the next one, indented further")  # fmt: skip
        return None
    if t.at - t.line + 1 != len(t.words) or any(one in texts for one in ("*", "may")):
        return None
    return found(t, "E101", "how often is said before what is done", None, "write `repeat 2 times: ...`")


def holds_for_all(t: Trouble) -> Finding | None:
    """`invariant "X": each player p: p's coins >= 0`."""
    if t.before.text != "each":
        return None
    if not any(t.tokens[at].kind == "_INVARIANT" for at in (*t.headers, t.line)):
        return None
    return found(t, "E101", "what holds for all is said of none", t.span(t.before, t.token),
                 "write `there is no player p where p's coins < 0`, with what must not be")  # fmt: skip


def place_asked(t: Trouble) -> Finding | None:
    """`c is outside the box`, `p's pawn is at field(1, 2)`, `e not in relics`."""
    words, at = t.words, t.at - t.line
    if t.token.text == "not" and [one.text for one in words[at + 1 : at + 2]] == ["in"]:
        return found(t, "E101", "`is` is missing before `not in`", None, "write `is not in`",
                     t.changed(t.at, 0, word("is", t.token)))  # fmt: skip
    if t.before.text not in ("outside", "at") or at < 2 or words[at - 2].text not in ("is", "are"):
        return None
    if t.before.text == "outside":
        put = [*words[: at - 1], word("not", t.before), word("in", t.before), *words[at:]]
        return found(t, "E101", "where something does not lie is asked with `not in`", t.span(t.before), "write `is not in`", put)
    if t.token.text in ("least", "most"):
        return None
    put = [*words[: at - 1], word("on", t.before), *words[at:]]
    return found(t, "E101", "a piece is `on` a space, a card `in` a zone", t.span(t.before), "write `is on`, or `is in`", put)


def contains(t: Trouble) -> Finding | None:
    """`relics does not contain e`, `hand contains c`."""
    texts = [one.text for one in t.words[t.at - t.line :]]
    if texts[:1] in (["contains"], ["includes"]) or texts[:3] in (["does", "not", "contain"], ["does", "not", "include"]):
        no = " not" if texts[0] == "does" else ""
        return found(t, "E101", "whether something is among others is asked of it", None, f"write `x is{no} in LIST`")
    return None


def listed_with_and(t: Trouble) -> Finding | None:
    """`given Ann's hand is "Wolf" and "Bear"`."""
    if t.token.text != "and" or t.before.kind != "STRING" or "COMMA" not in t.expected:
        return None
    return found(t, "E101", "what is listed is parted by commas", None, "write `,`", t.changed(t.at, 1, _comma(t.token)))


def may_choose_block(t: Trouble) -> Finding | None:
    """`p may choose one:` with alternatives below."""
    texts = _texts(t)[: t.at - t.line]
    if t.token.kind != "COLON" or texts[-2:] not in (["choose", "one"], ["choose", "of"]) or "may" not in texts:
        return None
    return found(t, "E101", "`may` goes with actions: `may choose one of ACTION, ...`; of alternatives one is always chosen", None,
                 "write `choose one:`, and an alternative that does nothing: "
                 '`"Nothing": do_nothing`, with `to do_nothing:` and a text in three quotes under it')  # fmt: skip


def stop_when(t: Trouble) -> Finding | None:
    """`stop when your hand is empty`."""
    if t.token.text not in ("when", "unless") or t.before.text != "stop":
        return None
    if t.token.text == "unless":
        return found(t, "E101", "when a loop is left is said with `stop if`", None, "write `stop if not (...)`")
    return found(t, "E101", "when a loop is left is said with `stop if`", None, "write `if`",
                 t.changed(t.at, 1, word("if", t.token)))  # fmt: skip


def small_place_word(t: Trouble) -> Finding | None:
    """`create 2 "Wolf" in your field`, `put p's pawn on field(1, 1)`, `move first 3 cards in pile to ...`, `do one of a, b`."""
    said, texts = t.token.text, _texts(t)
    if said in ("in", "on", "onto", "of") and texts[:1] == ["create"]:
        if said == "of":
            return found(t, "E302", "what is created is named behind its number", t.span(t.before, t.token),
                         'write `create 2 "Cub" into your field`')  # fmt: skip
        return found(t, "E302", "what is created comes `into` a zone", None, "write `into`",
                     t.changed(t.at, 1, word("into", t.token)))  # fmt: skip
    if said in ("on", "in", "under", "beside") and ("put" in texts or "place" in texts) and t.at > t.line:
        at = next(i for i, one in enumerate(texts) if one in ("put", "place"))
        if at < t.at - t.line and (at == 0 or texts[at - 1] in (":", "you", "p")):
            put = [*t.words[:at], word("move", t.words[at]), *t.words[at + 1 : t.at - t.line], word("to", t.token),
                   *t.words[t.at - t.line + 1 :]]  # fmt: skip
            return found(t, "E211", "cards and pieces are put somewhere with `move`", t.span(t.words[at]),
                         "write `move c to your hand`, `move p's pawn to SPACE`", put)  # fmt: skip
    if said == "in" and ("first" in texts or "last" in texts):
        at = next(i for i, one in enumerate(texts) if one in ("first", "last"))
        if 0 < at < t.at - t.line and texts[at - 1] != "the":
            return found(t, "E101", f"`the` is missing before `{texts[at]}`", t.span(t.words[at]), f"write `the {texts[at]} ...`",
                         [*t.words[:at], word("the", t.words[at]), *t.words[at:]])  # fmt: skip
    if said == "of" and texts[:2] == ["do", "one"]:
        return found(t, "E101", "one of several actions is chosen", t.span(t.first), "write `choose one of ...`",
                     [word("choose", t.first), *t.words[1:]])  # fmt: skip
    return None


def has_an_ability(t: Trouble) -> Finding | None:
    """`each other creature of you in play has flying`."""
    if t.token.kind != "_NL" or t.before.kind != "NAME" or t.at - t.line < 3 or t.words[-2].text not in ("has", "have"):
        return None
    repaired = [*t.words[:-2], word("is", t.words[-2]), t.words[-1]]
    if not t.tries(repaired):
        return None
    return found(t, "E101", "what somebody is, or can by a keyword, is said with `is`", t.span(t.words[-2], t.before),
                 f"write `is {t.before.text}`; of a number how much more: `has +1 {t.before.text}`", repaired)  # fmt: skip


def sort_of_kind(t: Trouble) -> Finding | None:
    """`kind beast is creature:`, `kind beast extends creature:`."""
    if t.first.kind != "_KIND" or t.at - t.line < 2 or len(t.words) < 3:
        return None
    said = t.words[2]
    if said.text == "is" and t.at - t.line == 3:
        put = t.changed(t.at, 0, word("a", t.token))
    elif said.text in ("extends", "inherits", "isa", "like") and len(t.words) > 3:
        put = [*t.words[:2], word("is", said), word("a", said), *t.words[3:]]
    else:
        return None
    shown = next((one.text for one in t.words[3:] if one.text != "from"), "KIND")
    return found(t, "E101", "a kind that is a sort of another says `is a`", t.span(said),
                 f"write `kind {t.words[1].text} is a {shown}`", put)  # fmt: skip


def ranking_comma(t: Trouble) -> Finding | None:
    """`p's coins highest first`."""
    after = [one.text for one in t.words[t.at - t.line :]]
    if after[:2] not in (["highest", "first"], ["lowest", "first"]) or t.before.kind == "COMMA":
        return None
    return found(t, "E101", f"a `,` is missing before `{after[0]} first`", None, f"write `, {after[0]} first`",
                 t.changed(t.at, 0, _comma(t.token)))  # fmt: skip


def who_plays(t: Trouble) -> Finding | None:
    """`scenario "X" with 2 players:`."""
    if t.first.kind not in ("_SCENARIO", "_SITUATION") or t.token.kind != "INT":
        return None
    return found(t, "E101", "the players of a scenario have names", None, "write `with Ann, Bob`, a name for each of them")


def how_many_play(t: Trouble) -> Finding | None:
    """`play 60 games`."""
    if t.first.text != "play" or t.token.kind != "_NL" or t.before.text != "games":
        return None
    return found(t, "E125", "how many play is missing", t.span(t.before), "write `games with 2 players`")


def onto_a_stack(t: Trouble) -> Finding | None:
    """`action cast (s: spell), on chain`, `onto the chain`."""
    if t.first.kind != "_ACTION":
        return None
    if t.token.text in ("on", "to", "into") and t.before.kind == "COMMA":
        return found(t, "E101", "an action is announced `onto` a stack", None, "write `onto`",
                     t.changed(t.at, 1, word("onto", t.token)))  # fmt: skip
    if t.before.text == "the" and "onto" in _texts(t)[: t.at - t.line]:
        return found(t, "E101", "a stack is named without `the`", t.span(t.before), "leave `the` out",
                     [*t.words[: t.at - t.line - 1], *t.words[t.at - t.line :]])  # fmt: skip
    return None


def value_of_the_game(t: Trouble) -> Finding | None:
    """`define rate: number`."""
    if t.first.kind != "_DEFINE" or t.token.kind != "COLON" or t.at - t.line != 2:
        return None
    name = t.before.text
    return found(t, "E101", "a value that belongs to nobody has brackets, also where it is read", t.span(t.before),
                 f"write `define {name}(): ...`, and `{name}()` where it is read")  # fmt: skip


def two_words_for_a_member(t: Trouble) -> Finding | None:
    """`victory points: number`."""
    words = t.words
    if t.at - t.line != 1 or len(words) < 4 or words[2].kind != "COLON" or {words[0].kind, words[1].kind} != {"NAME"}:
        return None
    if not t.headers or t.tokens[t.headers[-1]].text not in ("each", "the", "kind", "keyword"):
        return None
    name = f"{words[0].text}_{words[1].text}"
    put = [Token("NAME", name, words[0].start, words[1].end), *words[2:]]
    return found(t, "E140", "a name is one word", t.span(words[0], words[1]), f"write `{name}`", put)


def who_wins(t: Trouble) -> Finding | None:
    """`the player with the most coins wins`, at the left edge."""
    texts = _texts(t)
    if t.at != t.line or t.headers or texts[-1:] not in (["wins"], ["win"], ["winner"]):
        return None
    return found(t, "E113", "who wins when the game is over is said by a ranking", t.span(t.first, t.words[-1]),
                 "write `ranking of player p:`, and under it what is compared: `p's coins, highest first`")  # fmt: skip


def count_of_several(t: Trouble) -> Finding | None:
    """`count of (your hand and your beds) is 3`."""
    texts = _texts(t)[: t.at - t.line]
    if t.before.text != ")" or "and" not in texts or "(" not in texts:
        return None
    at = texts.index("(")
    if at < 2 or texts[at - 2 : at] != ["count", "of"]:
        return None
    put = [*t.words[:at], word("cards", t.words[at]), word("in", t.words[at]), *t.words[at:]]
    return found(t, "E101", "what is counted is missing", t.span(t.words[at - 2], t.words[at - 1]),
                 "write `count of cards in (...)`", put)  # fmt: skip


def several_of(t: Trouble) -> Finding | None:
    """`you may choose up to three of play, rest`."""
    texts = _texts(t)
    at = next((i for i, one in enumerate(texts) if one in ("choose", "chooses")), None)
    if at is None or t.at - t.line <= at or "," not in texts or "of" not in texts[at:]:
        return None
    said = texts[at + 1 : at + 1 + texts[at + 1 :].index("of")] if "of" in texts[at + 1 :] else []
    if said[:2] not in (["up", "to"], ["at", "most"], ["any", "number"]) or "(" in said:
        return None
    often = "any number of times" if said[0] == "any" else "at most 3 times"
    return found(t, "E101", "several actions are chosen one after the other", t.span(t.words[at], t.words[-1]),
                 f"write `{often}, you may choose one of ...`")  # fmt: skip


def any_of_a_parameter(t: Trouble) -> Finding | None:
    """`(goal: any cell next to your pawn)`, `target c: any creature`."""
    words, at = t.words, t.at - t.line
    where = at if t.token.text == "any" else at - 1
    if where < 1 or where >= len(words) or words[where].text != "any" or words[where - 1].kind != "COLON":
        return None
    if [one.text for one in words[where + 1 : where + 2]] == ["number"]:
        return None
    put = [*words[:where], word("a", words[where]), *words[where + 1 :]]
    return found(t, "E101", "what may be chosen is said with `a`", t.span(words[where]), "write `a`: any one may be chosen", put)


def number_by_name(t: Trouble) -> Finding | None:
    """`choose n lands ls ...`, where `n` is a number that has been given a name."""
    words, at = t.words, t.at - t.line
    if t.before.text not in ("choose", "chooses") or t.token.kind != "NAME" or at + 1 >= len(words):
        return None
    name = t.token.text
    texts = [one.text for one in t.tokens[: t.line]]
    named = any(
        one == name and (texts[i - 1 : i] in (["number"], ["let"]) or texts[i + 1 : i + 3] == [":", "number"])
        for i, one in enumerate(texts)
    )
    if not named:
        return None
    put = [*words[:at], Token("LPAR", "(", t.token.start, t.token.start), t.token,
           Token("RPAR", ")", t.token.end, t.token.end), *words[at + 1 :]]  # fmt: skip
    return found(t, "E101", "how many is a plain number, or stands in brackets", None, f"write `({name})`", put)


_ALL = (
    number_by_name,
    number_of, no_rounding, where_comes_last, how_often, holds_for_all, place_asked, contains, listed_with_and,
    may_choose_block, stop_when, small_place_word, has_an_ability, sort_of_kind, ranking_comma, who_plays, how_many_play,
    onto_a_stack, value_of_the_game, two_words_for_a_member, count_of_several, several_of, any_of_a_parameter,
)  # fmt: skip


def english(t: Trouble) -> Finding | None:
    """What one of them says; nothing where the trouble lies behind the end of its line."""
    if t.at == t.line:
        return who_wins(t)
    if t.at > t.line + len(t.words):
        return None
    return next((finding for explainer in _ALL if (finding := explainer(t)) is not None), None)


ENGLISH = (english,)
