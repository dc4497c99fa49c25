"""Explainers of the lines of a variant that are nearly right: what they say is clear, how it is spelt is not."""

from __future__ import annotations

from rulewright.dsl.postlex import DECLARATIONS, Token
from rulewright.dsl.suggest import nearest
from rulewright.dsl.syntax_errors import Finding, Trouble, found, word
from rulewright.dsl.syntax_headers import OTHER_WORDS

_WHOLE = ("turn", "setup", "play")
_ENDS = {
    **dict.fromkeys(("beginning", "begin", "front", "head", "top", "start"), "start"),
    **dict.fromkeys(("finish", "back", "bottom", "tail", "end"), "end"),
}
_STATEMENTS = frozenset(("choose", "draw", "move", "you", "each", "if", "set", "add", "subtract", "repeat", "let", "any", "at"))


def _in_a_variant(t: Trouble) -> bool:
    return bool(t.headers) and t.tokens[t.headers[0]].kind == "_VARIANT"


def _changed_sort(t: Trouble) -> str:
    """The sort of declaration that is changed in whose block the line stands: `card`, `action`; empty if in none."""
    return t.tokens[t.headers[-1]].text if len(t.headers) > 1 and _in_a_variant(t) else ""


def inserted(t: Trouble) -> Finding | None:
    """`insert before turn:`, `insert before dusk:`, `insert at end of turn:`, `insert phase dew after dusk:`."""
    if t.first.kind != "_INSERT":
        return None
    words = t.words
    texts = [one.text for one in words]
    where = texts[1] if len(texts) > 1 else ""
    if where in ("before", "after") and len(words) > 3 and texts[3] == ":":
        if texts[2] in _WHOLE:
            end = "start" if where == "before" else "end"
            repaired = [words[0], *(word(one, words[1]) for one in ("at", "the", end, "of")), *words[2:]]
            return found(t, "E101", f"nothing stands {where} `{texts[2]}`: it has a start and an end",
                         t.span(words[1], words[2]), f"write `insert at the {end} of {texts[2]}:`", repaired)  # fmt: skip
        return found(t, "E101", f"what `{texts[2]}` is has to be said", t.span(words[2]),
                     f"write `insert {where} phase {texts[2]}:`, or `round`, `action`, `verb`")  # fmt: skip
    if where in ("before", "after") and len(words) > 2 and texts[2] in _STATEMENTS:
        hint = "write `replace in turn:` with the line, `with:` and all that shall stand there"
        return found(t, "E101", "a line has no name that something could stand before or after",
                     t.span(words[2], words[-1]), hint)  # fmt: skip
    if where in ("at", "in", "into", "on") and ":" in texts:
        at = next((i for i, one in enumerate(texts) if one in _ENDS), None)
        well = (["at", "the", "start"], ["at", "the", "end"])
        if at is not None and texts[at + 1 : at + 2] == ["of"] and texts[1 : at + 1] not in well:
            end = _ENDS[texts[at]]
            put = [word("at", words[1]), word("the", words[1]), word(end, words[at])]
            return found(t, "E101", "something is inserted at the start or at the end", t.span(words[1], words[at]),
                         f"write `at the {end} of`", [words[0], *put, *words[at + 1 :]])  # fmt: skip
    if where not in ("before", "after", "at"):
        hint = "write `insert before phase NAME:`, `insert at the end of turn:`, and what comes there on the lines below"
        return found(t, "E101", "an `insert` says first where", t.span(words[0], words[min(1, len(words) - 1)]), hint)
    return None


def lines_below(t: Trouble) -> Finding | None:
    """`insert after phase dusk: draw 1`, `replace in turn: draw 1`, `with: draw 2`."""
    words = t.words
    quoting = t.first.kind in ("_REPLACE", "_REMOVE") and len(words) > 1 and words[1].text == "in"
    if t.first.kind != "_INSERT" and not quoting:
        return None
    colon = next((i for i, one in enumerate(words) if one.kind == "COLON"), None)
    if colon is None or colon + 1 >= len(words) or (t.at - t.line <= 1 and t.first.kind != "_INSERT"):
        return None
    return found(t, "E101", "lines that are quoted or inserted stand below, each on one of its own",
                 t.span(words[colon + 1], words[-1]), "indent them by four spaces, on the lines below")  # fmt: skip


def lines_of_a_text(t: Trouble) -> Finding | None:
    """Under `replace in card "X":`, a line of what an ability does, without its `when`."""
    if not _in_a_variant(t) or len(t.headers) < 2:
        return None
    at = t.headers[-1]
    if t.tokens[at].text == "with":  # the lines that come, below those that go
        at = next((i for i in range(at, 0, -1) if t.tokens[i].kind == "_REPLACE"), at)
    if t.tokens[at].kind not in ("_REPLACE", "_REMOVE"):
        return None
    place = t.tokens[at + 2]
    if place.kind != "TEXT_OF" or t.first.text not in _STATEMENTS:
        return None
    return found(t, "E101", f"of a {place.text} whole lines of its text are quoted", t.span(t.first, t.words[-1]),
                 "begin with the line that it stands under: `when ...:`, and indent this one below it")  # fmt: skip


def added_block(t: Trouble) -> Finding | None:
    """`add cost: ...` under `change action NAME:`; `insert draw 1` there."""
    if not _changed_sort(t) or t.first.kind != "_ADD" or t.at != t.line + 1:
        return None
    said = t.token.text
    if said in ("cost", "do", "effect", "pay"):
        return found(t, "E101", f"`{said}:` stands without `add`; it takes the place of the one that is there",
                     t.span(t.first, t.token), f"write `{said}:`", t.words[1:])  # fmt: skip
    if said in ("choose", "let"):
        return found(t, "E101", f"what the action asks with `{said}` is changed all together", t.span(t.first, t.token),
                     "replace the action: `replace action NAME ...:`")  # fmt: skip
    return None


def removed_text(t: Trouble) -> Finding | None:
    """`remove when you play this` under `change card`, `remove "Gust"`, `remove Gust`, `remove oil_enough: ...`."""
    if t.first.kind != "_REMOVE" or len(t.words) < 2:
        return None
    words, said = t.words, t.words[1]
    if _changed_sort(t) == "card" and said.text in ("when", "each", "this", "as", "while", "a", "another", "you"):
        return found(t, "E101", "what stands in a card is taken away by its lines", t.span(t.first, words[-1]),
                     "write `remove in card NAME:` in the variant, with the lines below it")  # fmt: skip
    if said.kind == "STRING":
        return found(t, "E101", f"what {said.text} is has to be said", t.span(said), f"write `remove card {said.text}`",
                     [words[0], word("card", said), *words[1:]])  # fmt: skip
    if said.kind == "PROPER":
        title = t.source.text[said.start : words[-1].end]
        return found(t, "E101", f"what `{title}` is has to be said, and a title stands in quotes", t.span(said, words[-1]),
                     f'write `remove card "{title}"`')  # fmt: skip
    return None


def part_of_a_kind(t: Trouble) -> Finding | None:
    """`add when ...`, `remove when ...` under `change kind NAME:`, where only cards and actions are changed part by part."""
    sort, said = _changed_sort(t), t.first.text
    if sort not in ("kind", "keyword", "rule") or said not in ("add", "remove", "replace") or t.first.kind != "NAME":
        return None
    head = t.headers[-1]
    if t.tokens[head - 1].kind != "_CHANGE":
        return None
    place = f"{'' if said == 'add' else 'in '}{sort} {t.tokens[head + 1].text}"
    return found(t, "E114", f"under `change {sort}` stand the lines as they are to be", t.span(t.first),
                 f"write `{said} {place}:` with the lines under it")  # fmt: skip


def changed_card(t: Trouble) -> Finding | None:
    """`change "Gust": 6 copies`, `add 2 copies of card "Carp"`, `glow 5 and oil 2`."""
    words = t.words
    if t.first.kind in ("_CHANGE", "_REPLACE") and len(words) > 1 and words[1].kind == "STRING":
        repaired = [words[0], Token("_CARD", "card", words[1].start, words[1].start), *words[1:]]
        return found(t, "E101", f"what {words[1].text} is has to be said", t.span(words[1]),
                     f"write `{t.first.text} card {words[1].text}`", repaired)  # fmt: skip
    if t.first.kind == "_ADD" and _in_a_variant(t) and len(t.headers) == 1 and len(words) > 1 and words[1].kind == "INT":
        return found(t, "E101", "how many copies there are is changed on the card", t.span(words[1], words[-1]),
                     'write `change card "TITLE": 6 copies`, with how many there are in all')  # fmt: skip
    return None


def headless(t: Trouble) -> Finding | None:
    """`change game for 3 players`; `flask: starts 8`; `each player has: flask: ...` all in one line."""
    words = t.words
    texts = [one.text for one in words]
    if t.first.kind in ("_CHANGE", "_REPLACE") and texts[1:3] == ["game", "for"]:
        return found(t, "E101", "the game is named by its title", t.span(words[1], words[2]),
                     'write `game "TITLE" for 2 to 4 players`')  # fmt: skip
    if "has" in texts and texts[-1] != ":" and t.before.kind == "COLON" and t.at - t.line == texts.index("has") + 2:
        return found(t, "E101", "what something has stands below, each on a line of its own", t.span(t.token, words[-1]),
                     "indent it by four spaces, on the lines below")  # fmt: skip
    if len(words) > 3 and words[0].kind == "NAME" and texts[1] in (":", ",") and texts[2] in ("starts", "normally"):
        return found(t, "E101", f"what `{texts[0]}` is comes first", t.span(words[2], words[-1]),
                     f"write `{texts[0]}: number, {texts[2]} {texts[3]}`, with its own type")  # fmt: skip
    return None


def labelled_guard(t: Trouble) -> Finding | None:
    """`oil_enough: c is a wind` under `change action`."""
    if t.token.kind != "COLON" or t.at != t.line + 1 or t.first.kind != "NAME" or _changed_sort(t) != "action" or len(t.words) < 3:
        return None
    asked = t.source.text[t.words[2].start : t.words[-1].end]
    return found(t, "E101", "a condition of an action begins with `only if`", t.span(t.first, t.token),
                 f"write `replace only if {t.first.text}: {asked}` or `add only if {t.first.text}: {asked}`")  # fmt: skip


def unknown_change(t: Trouble) -> Finding | None:
    """`change crad "X"`, `change winner: ...`, `replace draw 1 with draw 2`."""
    if t.tokens[t.at - 1].kind not in ("_CHANGE", "_REPLACE", "_ADD") or t.token.kind != "NAME":
        return None
    best = nearest(t.token.text, DECLARATIONS)
    if best is not None:
        hint = f"did you mean `{best}`?"
    elif t.token.text in _STATEMENTS:
        hint = "a line is exchanged by `replace in turn:` with the line below, `with:` and what stands there instead"
    else:
        as_in_the_game = "write what is meant as it stands in the game: `change card ...`, `change option ...`"
        hint = OTHER_WORDS.get(t.token.text, as_in_the_game)
    return found(t, "E113", f"no declaration begins with `{t.token.text}`", hint=hint)


CHANGES = (
    inserted, lines_below, lines_of_a_text, added_block, removed_text, part_of_a_kind, changed_card, headless, labelled_guard,
    unknown_change,
)  # fmt: skip
