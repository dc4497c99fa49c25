"""Explainers of mistakes in the shape of a file: missing colons, indentation, unknown declarations and lines."""

from __future__ import annotations

from rulewright.dsl.postlex import BLOCKS, DECLARATIONS, Token, words_by_place
from rulewright.dsl.suggest import listed, nearest
from rulewright.dsl.syntax_errors import Finding, Trouble, expectations, found, reserved, say, word

_ELSE = frozenset(("else", "elif", "elsif", "elseif"))
_TITLED = frozenset(
    ("_CARD", "_GAME", "_SCENARIO", "_SITUATION", "_VARIANT", "_INVARIANT", "_MEASURE", "_EXPERIMENT", "_USE")
)
_NAMED = frozenset(
    [
        "_ROUND",
        "_KIND",
        "_RULE",
        "_DIE",
        "_DECK",
        "_BOARD",
        "_STACK",
        "_OPTION",
        "_WORD",
        "_KEYWORD",
        "_GROUP",
        "_BOT",
        "_ACTION",
        "_TO",
    ]
)


def colon_at(start: int) -> Token:
    """A colon that stands in for a missing one."""
    return Token("COLON", ":", start, start)


def missing_colon(t: Trouble) -> Finding | None:
    """`card "Queen"` or `if time is day` with a block under it; `if time is day draw 2`."""
    token = t.token
    end = t.before.end
    place = t.source.span(end, end + 1)
    if token.kind == "_INDENT" and t.before.kind != "COLON":
        if not (t.first.kind.startswith("_") or any(one.text == "may" for one in t.words)):
            return None  # a statement that is complete: its lines are more likely indented too far
        repaired = [*t.words, colon_at(end)]
        if t.tries(repaired):
            return found(
                t, "E102", "this line has a block under it, so it must end in `:`", place, "put a `:` here", repaired
            )
    if "COLON" not in t.expected or token.kind in ("_DEDENT", "$END", "_INDENT"):
        return None
    if token.kind == "_NL":
        repaired = [*t.words, colon_at(end)]
        if t.tokens[t.at + 1].kind == "_INDENT" and t.tries(repaired):
            return found(
                t, "E102", "this line has a block under it, so it must end in `:`", place, "put a `:` here", repaired
            )
        if t.first.text not in _OPENERS and not (t.first.kind.startswith("_") and not t.headers):
            return None
        return found(
            t, "E102", "this line must end in `:`, with what belongs to it indented under it", place, "put a `:` here"
        )
    if t.first.kind == "NAME" and t.first.text not in (*_OPENERS, "quietly") and "may" not in [w.text for w in t.words]:
        return None  # any sentence may have a block under it; hardly one means it that has none
    repaired = t.changed(t.at, 0, colon_at(end))
    if t.at > t.line and token.kind != "COMMA" and t.tries(repaired):
        return found(t, "E102", f"a `:` is missing before {say(token)}", place, "put a `:` here", repaired)
    return None


_OPENERS = frozenset(["if", "when", "each", "while", "until", "repeat", "phase", "always", "as", "otherwise", "choose"])


def over_indented(t: Trouble) -> Finding | None:
    """A line that is indented further than the one above it, which opens no block."""
    if t.token.kind != "_INDENT":
        return None
    line = t.tokens[t.at + 1]
    before = t.first
    related = ((t.span(before, t.before), "this line opens no block"),)
    hint = "start both lines in the same column, or end the line above in `:`"
    return found(t, "E112", "this line is indented further than the line above it", t.span(line), hint, related=related)


def other_else(t: Trouble) -> Finding | None:
    """`else:`, `elif C:`."""
    first = t.first
    if first.text not in _ELSE:
        return None
    put = [word("otherwise", first)]
    following = t.tokens[t.line + 1]
    shown = "`otherwise:`"
    if first.text != "else" or following.text == "if":
        shown = "`otherwise if ...:`"
        if first.text != "else":
            put.append(word("if", first))
    said = "`else if`" if first.text == "else" and following.text == "if" else f"`{first.text}`"
    return found(
        t,
        "E118",
        f"the other case is spelt {shown}, not {said}",
        t.span(first),
        f"write {shown}",
        t.changed(t.line, 1, *put),
    )


def stray_otherwise(t: Trouble) -> Finding | None:
    """`otherwise:` where no `if` or `may` stands before it."""
    if t.at != t.line or t.token.text not in ("otherwise", "then"):
        return None
    if t.token.text == "then":
        return found(
            t,
            "E127",
            "`then:` stands only at the end of an `until` block or in a `stack`",
            hint="what is done next simply stands on the next line",
        )
    return found(
        t,
        "E127",
        "there is no `if` or `may` that this `otherwise` could belong to",
        hint="it stands in the same column as its `if`, right after the block of the `if`",
    )


def unknown_declaration(t: Trouble) -> Finding | None:
    """A line at the left edge that begins with no declaration word, or with a misspelt one."""
    first = t.first
    if t.headers or t.at != t.line:
        return None
    if first.kind not in ("NAME", "FNAME", "PROPER"):
        return found(t, "E113", f"a declaration begins with a word like `card` or `rule`, not with {say(first)}")
    best = nearest(first.text.lower(), DECLARATIONS)
    if best is not None:
        repaired = by_place(t, best, DECLARATIONS)
        return found(
            t, "E113", f"no declaration begins with `{first.text}`", hint=f"did you mean `{best}`?", repaired=repaired
        )
    known = [name for name, words in BLOCKS.items() if first.text in words and name in DECLARATIONS]
    if known:
        return found(
            t,
            "E113",
            f"a line with `{first.text}` stands inside a block, not at the left edge",
            hint=f"indent it under its `{'variant' if 'variant' in known else known[0]} ...:`",
        )
    return found(
        t,
        "E113",
        f"no declaration begins with `{first.text}`",
        hint="what is done stands inside `setup:`, `turn:`, `round NAME:`, `action NAME:` or `to VERB:`, indented",
    )


def declaration_inside(t: Trouble) -> Finding | None:
    """A declaration that is indented into the block before it."""
    first = t.first
    if not t.headers or first.kind != "NAME" or first.text not in DECLARATIONS - {"each", "the", "to"}:
        return None
    following = t.tokens[t.line + 1]
    if following.kind not in ("STRING", "NAME", "FNAME", "COLON") or "COLON" not in {token.kind for token in t.words}:
        return None
    header = t.tokens[t.headers[-1]]
    if header.kind in ("_VARIANT", "_GIVEN"):
        return None
    related = ((t.span(header), "it stands in the block of this line"),)
    return found(
        t,
        "E128",
        f"`{first.text} ...` is a declaration and cannot stand in a block",
        t.span(first),
        "start it at the left edge",
        related=related,
    )


def unknown_line(t: Trouble) -> Finding | None:
    """A line of a block that has words of its own, beginning with none of them."""
    if not t.headers or t.first.kind not in ("NAME", "FNAME"):
        return None
    header = t.tokens[t.headers[-1]]
    sort = header.kind.removeprefix("_").lower()
    vocabulary = BLOCKS.get(sort)
    if vocabulary is None:
        return None
    first = t.first
    best = None if first.text in reserved() else nearest(first.text, vocabulary - {first.text})
    if best is None and t.at > t.line + 1:
        return None
    if best is None and sort in ("kind", "keyword", "card", "action", "scenario", "situation"):
        return None
    known = listed([f"`{name}`" for name in sorted(vocabulary)])
    hint = f"did you mean `{best}`?" if best else f"a line there begins with {known}"
    if sort == "variant" and first.text in DECLARATIONS and best is None:
        shown = t.source.text[first.start : t.words[-1].end]
        hint = f"write `change {shown}` for what the game has, `add {shown}` for what is new"
        if first.text == "use":
            hint = "`use` stands at the left edge, above the variant; a variant that is played with this one is said by `needs`"
    if sort == "variant" and first.text == "set":
        hint = "what is normal for an option is changed so: `change option NAME, normally VALUE`"
    article = "an" if sort[0] in "aeiou" else "a"
    return found(
        t,
        "E114",
        f"no line of {article} `{sort}` begins with `{first.text}`",
        t.span(first),
        hint,
        by_place(t, best, vocabulary),
    )


def by_place(t: Trouble, best: str | None, vocabulary: frozenset[str]) -> list[Token] | None:
    """The line with the right word at its head, read as a line of that block."""
    if best is None:
        return None
    line = [*t.changed(t.line, 1, word(best, t.first)), Token("_NL", "", t.before.end, t.before.end)]
    words_by_place(line, vocabulary)
    return line[:-1]


_STATEMENTS = frozenset(["let", "choose", "repeat", "stop", "if", "phase", "each", "assign"])
_STANDS = {"_RULE": "a rule", "_KEYWORD": "a keyword", "_CARD": "a card", "_KIND": "a kind"}


def statement_that_stands(t: Trouble) -> Finding | None:
    """`draw 2` or `let n be 3` right under `rule NAME:` or `card "X":`."""
    if not t.headers or t.token.kind in ("_NL", "_INDENT", "_DEDENT"):
        return None
    header = t.tokens[t.headers[-1]]
    what = _STANDS.get(header.kind)
    if what is None or t.first.kind != "NAME":
        return None
    like_a_stat = header.kind == "_CARD" and {"COMMA", "_POSS"} <= t.expected and t.token.kind == "NAME"
    if like_a_stat or (t.first.text in _STATEMENTS and t.at <= t.line + 3):
        pass
    elif (
        not {"CANNOT", "_HAS"} <= t.expected
        or t.token.kind not in ("NAME", "INT", "STRING", "PROPER", "LPAR")
        or (t.token.text in reserved() and t.token.text not in ("a", "an", "all", "the", "to", "your", "its"))
    ):
        return None
    return found(
        t,
        "E129",
        f"{what} says what stands, and this is something that is done",
        t.span(t.first, t.token),
        "say when it is done: `when ...:`, `always when ...:`"
        + (", or put it under `effect:`" if header.kind == "_CARD" else ""),
    )


def comma_at_the_end(t: Trouble) -> Finding | None:
    """`Ann plays "X",` with nothing that continues it."""
    if t.token.kind != "COMMA" or t.tokens[t.at + 1].kind != "_NL":
        return None
    return found(
        t, "E126", "this line ends in a comma, but nothing goes on", None, "take the comma away", t.changed(t.at, 1)
    )


def title_without_quotes(t: Trouble) -> Finding | None:
    """`card Queen: dragon`, and `4 Beggar` in a deck."""
    if t.expected != {"STRING"} or t.token.kind not in ("NAME", "PROPER", "FNAME"):
        return None
    of_a_deck = t.at == t.line + 1 and t.first.kind == "INT"
    if not of_a_deck and t.first.kind not in _TITLED and t.tokens[t.at - 1].kind not in _TITLED:
        return None
    words, at = [], t.at
    ends = ("if",) if of_a_deck else ("for", "of", "from", "with", "under", "is")
    while t.tokens[at].text not in ends and (
        t.tokens[at] in t.words if of_a_deck else t.tokens[at].kind in ("NAME", "PROPER", "FNAME", "INT")
    ):
        words.append(t.tokens[at])
        at += 1
    if not words:
        return None
    title = t.source.text[words[0].start : words[-1].end]
    put = Token("STRING", f'"{title}"', words[0].start, words[-1].end)
    return found(
        t,
        "E130",
        "this name must stand in quotes",
        t.span(words[0], words[-1]),
        f'write `"{title}"`',
        t.changed(t.at, len(words), put),
    )


def name_of_several_words(t: Trouble) -> Finding | None:
    """`round final battle:`."""
    if t.token.kind not in ("NAME", "PROPER") or t.at == t.line or t.tokens[t.at - 1].kind != "NAME":
        return None
    declares = t.tokens[t.at - 2]
    if t.at - 2 < t.line or not (declares.kind in _NAMED or (declares.text == "phase" and t.at - 2 == t.line)):
        return None
    end = t.at
    while t.tokens[end].kind in ("NAME", "PROPER"):
        end += 1
    parts = t.tokens[t.at - 1 : end]
    joined = "_".join(part.text for part in parts)
    put = Token("NAME", joined, parts[0].start, parts[-1].end)
    repaired = t.changed(t.at - 1, len(parts), put)
    if not t.tries(repaired):
        return None
    return found(t, "E140", "a name is one word", t.span(parts[0], parts[-1]), f"write `{joined}`", repaired)


def capital_name(t: Trouble) -> Finding | None:
    """`round Battle:`."""
    token = t.token
    if token.kind != "PROPER" or not t.expected & {"NAME", "FNAME"} or "PROPER" in t.expected:
        return None
    small = token.text.lower()
    put = Token(
        "FNAME" if t.tokens[t.at + 1].kind == "LPAR" and t.tokens[t.at + 1].start == token.end else "NAME",
        small,
        token.start,
        token.end,
    )
    return found(
        t,
        "E131",
        "names are written in small letters; capitals are for the players of a scenario",
        None,
        f"write `{small}`",
        t.changed(t.at, 1, put),
    )


def line_too_short(t: Trouble) -> Finding | None:
    """A line that ends where something more must come."""
    token = t.token
    if token.kind not in ("_NL", "_DEDENT", "$END", "_INDENT"):
        return None
    before = t.before
    after = t.source.span(before.end, before.end + 1)
    if before.kind == "COMMA":
        message = "this line ends in a comma, but nothing goes on"
        return found(
            t,
            "E126",
            message,
            t.span(before),
            "indent the next line further if it belongs to this one, or take the comma away",
        )
    names = expectations(t)
    message = "this line ends too early" + (
        f"; expected {listed(names)}" if names else f": something must follow {say(before)}"
    )
    hint = None
    if token.kind == "_DEDENT":
        message = "this block ends too early" + (f"; expected {listed(names)}" if names else "")
        if names == ["`with`"]:
            hint = "below the lines that go stands `with:`, and below that the lines that come; lines only go by `remove in`"
    return found(t, "E125", message, after, hint)


BLOCK_EXPLAINERS = (
    other_else,
    stray_otherwise,
    missing_colon,
    over_indented,
    unknown_declaration,
    title_without_quotes,
    name_of_several_words,
    capital_name,
    declaration_inside,
)
LAST_EXPLAINERS = (unknown_line, statement_that_stands, comma_at_the_end, line_too_short)
