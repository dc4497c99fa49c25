"""What to say about a token that does not fit: a list of explainers, the first that knows the mistake speaks.

An explainer may also say how the line is meant; the parser then reads it that way and goes on, so that the mistakes
after it are found in the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs

from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.postlex import LAYOUT, Token
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import listed
from rulewright.dsl.tables import ParseTable, load_table, reserved_words


@attrs.define
class Trouble:
    """Where the parser stopped."""

    source: Source
    tokens: list[Token]
    at: int  # the token that does not fit
    line: int  # the first token of its line
    headers: list[int]  # the words that say what the blocks are in which it stands, outermost first
    expected: frozenset[str]  # the terminals that would fit
    table: ParseTable
    tries: Callable[[list[Token]], bool] = lambda _: False  # whether the line would fit in another form

    @property
    def token(self) -> Token:
        """The token that does not fit."""
        return self.tokens[self.at]

    @property
    def before(self) -> Token:
        """The last token before it that is a word or sign."""
        at = self.at - 1
        while at > 0 and self.tokens[at].kind in LAYOUT:
            at -= 1
        return self.tokens[max(at, 0)]

    @property
    def first(self) -> Token:
        """The first token of the line."""
        return self.tokens[self.line]

    @property
    def words(self) -> list[Token]:
        """The tokens of the line, without its end."""
        end = self.line
        while self.tokens[end].kind not in ("_NL", "$END"):
            end += 1
        return self.tokens[self.line : end]

    def span(self, token: Token, to: Token | None = None) -> Span:
        """The place of a token, or from one to another; never empty."""
        end = (to or token).end
        return Span(self.source, token.start, max(end, token.start + 1))

    def changed(self, at: int, drop: int, *put: Token) -> list[Token]:
        """The line with other tokens in place of `drop` tokens from index `at` on."""
        words = self.words
        at -= self.line
        return [*words[:at], *put, *words[at + drop :]]


_CHANGED = ("_CHANGE", "_REPLACE", "_ADD")


def declared(tokens: list[Token], at: int) -> int:
    """The word that says what a line declares: in a variant the one behind `change`, `replace` or `add`."""
    return at + 1 if tokens[at].kind in _CHANGED and tokens[at + 1].kind.startswith("_") else at


@attrs.frozen
class Finding:
    """What is said, and the line as it is meant if that is clear."""

    diagnostic: Diagnostic
    repaired: list[Token] | None = None


Explainer = Callable[[Trouble], "Finding | None"]


def found(
    t: Trouble,
    code: str,
    message: str,
    span: Span | None = None,
    hint: str | None = None,
    repaired: list[Token] | None = None,
    related: tuple[tuple[Span, str], ...] = (),
) -> Finding:
    """A finding at the token that does not fit, or elsewhere; a repair that does not work is dropped."""
    where = span or t.span(t.token)
    if repaired is not None and not t.tries(repaired):
        repaired = None
    return Finding(error(code, message, where, hint=hint, related=related), repaired)


def word(text: str, near: Token) -> Token:
    """A word that stands in for a token."""
    return Token("NAME", text, near.start, near.end)


def explain(trouble: Trouble) -> Finding:
    """The finding for a token that does not fit."""
    from rulewright.dsl.syntax_blocks import BLOCK_EXPLAINERS
    from rulewright.dsl.syntax_changes import CHANGES
    from rulewright.dsl.syntax_english import ENGLISH
    from rulewright.dsl.syntax_half import HALF
    from rulewright.dsl.syntax_headers import HEADERS
    from rulewright.dsl.syntax_lines import LINE_EXPLAINERS
    from rulewright.dsl.syntax_phrases import PHRASE_EXPLAINERS
    from rulewright.dsl.syntax_plain import EARLY, PLAIN
    from rulewright.dsl.syntax_said import SAID
    from rulewright.dsl.syntax_slips import SLIPS

    explainers = (
        *HALF, *CHANGES, *ENGLISH, *SLIPS, *HEADERS, *SAID, *EARLY,
        *BLOCK_EXPLAINERS, *PHRASE_EXPLAINERS, *LINE_EXPLAINERS, *PLAIN,
    )  # fmt: skip
    for explainer in explainers:
        finding = explainer(trouble)
        if finding is not None:
            return finding
    return unexpected(trouble)


def nothing_under(t: Trouble) -> Diagnostic:
    """The error for a line that opens a block in which nothing stands."""
    before = t.before
    at = t.at
    while at > 0 and t.tokens[at - 1] is not before:
        at -= 1
    start = at - 1
    while start > 0 and t.tokens[start - 1].kind not in LAYOUT:
        start -= 1
    span = t.span(t.tokens[start], before)
    return error(
        "E111",
        "nothing stands under this line",
        span,
        hint="indent what belongs to it by four spaces, on the lines below",
    )


@cache
def reserved() -> frozenset[str]:
    """The words that cannot be names."""
    return frozenset(reserved_words(load_table()))


# ------------------------------------------------------------------ the general message

_NAMES = {
    "NAME": "a name",
    "PROPER": "a name with a capital",
    "INT": "a number",
    "STRING": "a text in quotes",
    "DOC": 'a text in `"""`',
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES_SIGN": "`*`",
    "SLASH": "`/`",
    "_IS": "`is`",
    "_HAS": "`has`",
    "_POSS": "`'s`",
    "CMP": "`<`, `>`",
    "PERCENT": "a percentage",
    "_NL": "the end of the line",
    "$END": "the end of the file",
    "FNAME": "a call",
}
_MOST_NAMED = 6
_NEVER_NAMES = frozenset(
    [
        *(
            "a",
            "an",
            "and",
            "are",
            "as",
            "at",
            "by",
            "can",
            "cannot",
            "for",
            "from",
            "has",
            "have",
            "if",
            "in",
            "into",
            "is",
        ),
        *("it", "its", "may", "not", "of", "on", "onto", "or", "the", "their", "then", "there", "this", "to", "where"),
        *("with", "you", "your"),
    ]
)


def say(token: Token) -> str:
    """The token in a sentence."""
    if token.kind in ("_NL", "_INDENT", "_DEDENT"):
        return "the end of the line"
    if token.kind == "$END":
        return "the end of the file"
    if token.kind == "STRING":
        return f"the text {token.text}"
    if token.kind == "DOC":
        return "this text"
    return f"`{token.text}`"


def expectations(t: Trouble) -> list[str]:
    """What would fit, in words; empty if it is too much to name."""
    words = {terminal: text for text, terminals in t.table.words.items() for terminal in terminals}
    names = set()
    for terminal in t.expected:
        if terminal in ("_INDENT", "_DEDENT", "_SKIPPED"):
            continue
        if terminal in _NAMES:
            names.add(_NAMES[terminal])
        elif terminal in words:
            names.add(f"`{words[terminal]}`")
        else:
            names.add(f"`{terminal.removeprefix('_').removeprefix('P_').removeprefix('B_').lower()}`")
    if "a name" in names:
        names.discard("a call")
    return sorted(names) if len(names) <= _MOST_NAMED else []


def unexpected(t: Trouble) -> Finding:
    """The message when no explainer knows better."""
    names = expectations(t)
    token = t.token
    message = f"{say(token)} cannot stand here"
    if names:
        message += f"; expected {listed(names)}"
    hint = None
    if token.kind == "NAME" and token.text in reserved() - _NEVER_NAMES:
        hint = f"`{token.text}` is a word of the language; if it is meant as a name, choose another"
    return found(
        t, "E101", message, t.span(t.before) if token.kind in ("_NL", "_INDENT", "_DEDENT", "$END") else None, hint
    )
