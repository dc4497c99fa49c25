"""Text to tokens: indentation, lines that go on, and words that are special only by their place.

`tokenize` gives a list of tokens that ends in `$END`, the comments, and diagnostics. It never raises. A line that
could not be read holds a `BAD` token; the parser drops that line without another message.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.source import Source, Span

DECLARATIONS = frozenset(
    [
        *(
            "game",
            "use",
            "option",
            "word",
            "each",
            "the",
            "kind",
            "card",
            "cards",
            "deck",
            "board",
            "die",
            "stack",
            "define",
        ),
        *("action", "to", "keyword", "cost", "group", "round", "turn", "setup", "play", "ranking", "rule", "variant"),
        *("situation", "scenario", "invariant", "measure", "experiment", "bot", "layout", "options"),
    ]
)
"""The words that begin a declaration."""
PATCHES = frozenset(["change", "replace", "add", "remove", "insert", "needs", "excludes", "comes"])
_ACTION = frozenset(["only", "once", "target", "do", "cost", "remove", "replace", "add"])
_EDITED = _ACTION | {"action", "effect"}
BLOCKS: dict[str, frozenset[str]] = {
    "kind": frozenset(["abilities", "effect", "target", "only", "once", "action"]),
    "card": frozenset(["effect", "do", "cost", "target", "only", "once", "action", "remove", "replace", "add"]),
    "action": _ACTION,
    "keyword": frozenset(("action",)),
    "cost": frozenset(["only", "pay"]),
    "options": frozenset(("only",)),
    "group": frozenset(["sums", "shares"]),
    "board": frozenset(["ring", "track", "grid", "single", "region", "line"]),
    "stack": frozenset(["order", "respond", "then", "objects", "triggers"]),
    "scenario": frozenset(["given", "expect", "make"]),
    "situation": frozenset(["given"]),
    "experiment": frozenset(["play", "expect"]),
    "bot": frozenset(["prefer", "avoid", "value"]),
    "variant": PATCHES,
}
"""The words that are special at the head of a line of each block."""

BY_PLACE = frozenset(
    {"_" + word.upper() for word in DECLARATIONS.union(*BLOCKS.values(), ("range",))}
    | {"_OPTION", "_ERROR", "TEXT_OF", "P_EFFECT", "P_DO", "P_COST", "P_PAY", "B_PREFER", "B_AVOID"}
)
"""The kinds of tokens that are made from names by their place."""

MAX_BRACKETS = 100
MAX_LEVELS = 30
MAX_DIGITS = 15

_NOTHING: frozenset[str] = frozenset()
_KEPT = {
    "effect": "P_EFFECT",
    "do": "P_DO",
    "cost": "P_COST",
    "pay": "P_PAY",
    "prefer": "B_PREFER",
    "avoid": "B_AVOID",
}
_BEFORE_COLON = frozenset(["effect", "do", "cost", "pay", "order", "respond", "then", "objects", "triggers", "grid"])
_AFTER = {"only": ("if", "a", "an"), "once": ("a", "each"), "abilities": ("work",), "the": ("table",)}

TOKEN = re.compile(
    r"""
      (?P<SPACE>[ \t]+)
    | (?P<COMMENT>\#[^\n]*)
    | (?P<NEWLINE>\n)
    | (?P<WORD>[^\W\d][\w\u0300-\u036f]*)
    | (?P<DOC>\"\"\"(?:[^"]|"(?!""))*\"\"\")
    | (?P<OPEN_DOC>\"\"\")
    | (?P<SMART>[\u201c\u201d\u201e\u00ab][^"\n\u201c\u201d\u00bb]*["\u201c\u201d\u00bb])
    | (?P<STRING>"(?:[^"\\\n]|\\[^\n])*")
    | (?P<OPEN_STRING>"[^\n]*)
    | (?P<PERCENT>[0-9]+(?:\.[0-9]+)?%)
    | (?P<INT>[0-9]+(?![\w.]))
    | (?P<ODD_NUMBER>[0-9][\w.]*)
    | (?P<POSS>['\u2019]s(?!\w))
    | (?P<FOREIGN>==|!=|<>|=>|=<|&&|\|\||->|:=|\+=|-=|\*\*|//|::|\.\.+
                 |[.;!&|\[\]{}%^~@$?`\\'\u2018\u2019\u201c\u201d\u2264\u2265\u2260\u2212\u2013\u2014\u00d7])
    | (?P<CMP><=|>=|<|>)
    | (?P<SYMBOL>[-+*/:(),=])
    | (?P<STRANGE>[\s\S])
    """,
    re.VERBOSE,
)
_SYMBOLS = {
    "+": "PLUS",
    "-": "MINUS",
    "*": "TIMES_SIGN",
    ":": "COLON",
    "(": "LPAR",
    ")": "RPAR",
    ",": "COMMA",
    "=": "EQUAL",
    "/": "SLASH",
}


class Token(NamedTuple):
    """A token: its terminal (a word may turn out to be another one in the parser), its text, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


class Comment(NamedTuple):
    """A comment: its text from the `#` on, where it stands, and whether nothing stands before it on its line."""

    text: str
    start: int
    alone: bool


class TokenList(NamedTuple):
    """What `tokenize` gives."""

    tokens: list[Token]
    comments: list[Comment]
    diagnostics: list[Diagnostic]


def tokenize(source: Source) -> TokenList:
    """The tokens of a source, with `_NL`, `_INDENT` and `_DEDENT` where lines and blocks end and begin."""
    reader = _Reader(source)
    reader.run()
    _join_one_or_more(reader.tokens)
    words_by_place(reader.tokens)
    return TokenList(reader.tokens, reader.comments, reader.diagnostics)


class _Reader:
    """The first pass: characters to tokens, brackets, continuation lines, indentation."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        self.diagnostics: list[Diagnostic] = []
        self.levels = [(0, 0)]  # (column, offset) of the open blocks
        self.brackets: list[Token] = []
        self.indented_with: dict[str, Span] = {}
        self.line_column = 0
        self.line_start = 0
        self.gave_up = False

    def report(self, code: str, start: int, end: int, message: str, **more: object) -> None:
        self.diagnostics.append(error(code, message, self.source.span(start, end), **more))  # type: ignore[arg-type]

    def run(self) -> None:
        text = self.source.text
        fresh = True  # the next token is the first of its line
        line_at = 0  # where the physical line starts
        open_line = False  # a logical line has begun and has not ended
        for match in TOKEN.finditer(text):
            kind = match.lastgroup
            if kind == "SPACE":
                continue
            start, end = match.span()
            if kind == "NEWLINE":
                fresh, line_at = True, end
                continue
            if kind == "COMMENT":
                self.comments.append(Comment(match.group().rstrip(), start, fresh))
                continue
            if fresh:
                fresh = False
                column = self.column(line_at, start)
                if open_line and self.goes_on(column, match.group()):
                    pass
                else:
                    if open_line:
                        self.end_line()
                    self.begin_line(column, start)
                    open_line = True
                    if self.gave_up:
                        break
            self.one(kind or "STRANGE", match.group(), start, end)
            if kind == "OPEN_DOC" or self.gave_up:
                break
        if open_line:
            self.end_line()
        at = len(text.rstrip())
        self.tokens.extend(Token("_DEDENT", "", at, at) for _ in self.levels[1:])
        self.tokens.append(Token("$END", "", at, at))

    # ------------------------------------------------------------------ lines

    def column(self, line_at: int, start: int) -> int:
        """The width of the indentation; a file indents with spaces or with tabs, not with both."""
        indent = self.source.text[line_at:start]
        if not indent:
            return 0
        for sort, character in (("tabs", "\t"), ("spaces", " ")):
            if character in indent and sort not in self.indented_with:
                self.indented_with[sort] = self.source.span(line_at, start)
                if len(self.indented_with) == 2:
                    self.mixed_tabs()
        return len(indent.replace("\t", "    ")) if " " in self.indented_with else len(indent.expandtabs(4))

    def mixed_tabs(self) -> None:
        tabs, spaces = self.indented_with["tabs"], self.indented_with["spaces"]
        first, second = sorted((tabs, spaces), key=lambda span: span.start)
        names = {tabs: "tabs", spaces: "spaces"}
        self.diagnostics.append(
            error(
                "E105",
                f"this line is indented with {names[second]}, line {first.line} with {names[first]}",
                second,
                related=((first, f"indented with {names[first]} here"),),
                hint="use spaces everywhere, four for each step",
            )
        )

    def goes_on(self, column: int, text: str) -> bool:
        """Whether a line that starts here goes on with the one before it."""
        last = self.tokens[-1].kind
        if self.brackets:
            if column > self.line_column or text == ")":
                return True
            opening = self.brackets[0]
            self.report(
                "E104",
                opening.start,
                opening.end,
                "this bracket is never closed",
                hint="a line goes on inside brackets only as long as it is indented further than its beginning",
            )
            self.tokens.append(Token("BAD", "", opening.start, opening.end))
            self.brackets.clear()
            return False
        return last == "COMMA" and column > self.line_column

    def begin_line(self, column: int, start: int) -> None:
        self.line_column, self.line_start = column, start
        levels = self.levels
        if column > levels[-1][0]:
            if len(levels) > MAX_LEVELS:
                self.report(
                    "E110",
                    start,
                    start + 1,
                    f"blocks are nested more than {MAX_LEVELS} deep here",
                    hint="give the inner part a verb of its own",
                )
                self.gave_up = True
            levels.append((column, start))
            self.tokens.append(Token("_INDENT", "", start, start))
            if self.gave_up:
                self.tokens.append(Token("BAD", "", start, start))
        else:
            # A column where no block begins is read as the nearest one, so that what follows is not blamed.
            near = min((width for width, _ in levels), key=lambda width: (abs(width - column), -width))
            if column != near:
                self.wrong_level(column, start)
                self.line_column = near
            while near < levels[-1][0]:
                levels.pop()
                self.tokens.append(Token("_DEDENT", "", start, start))

    def wrong_level(self, column: int, start: int) -> None:
        known = ", ".join(str(width) for width, _ in self.levels)
        self.report(
            "E106",
            start,
            start + 1,
            f"this line is indented by {column}, where no block begins",
            related=tuple(
                (self.source.span(at, at + 1), f"this block is indented by {width}") for width, at in self.levels[-1:]
            ),
            hint=f"the blocks open here are indented by {known}",
        )

    def end_line(self) -> None:
        if self.brackets:
            opening = self.brackets[-1]
            self.report("E104", opening.start, opening.end, "this bracket is never closed")
            self.tokens.append(Token("BAD", "", opening.start, opening.end))
            self.brackets.clear()
        at = self.tokens[-1].end
        self.tokens.append(Token("_NL", "", at, at))

    # ------------------------------------------------------------------ tokens

    def one(self, kind: str, text: str, start: int, end: int) -> None:
        if kind == "WORD":
            self.word(text, start, end)
            return
        if kind == "SYMBOL":
            kind = _SYMBOLS[text]
            if kind == "LPAR":
                self.brackets.append(Token(kind, text, start, end))
                if len(self.brackets) > MAX_BRACKETS:
                    self.report(
                        "E110",
                        start,
                        end,
                        f"brackets are nested more than {MAX_BRACKETS} deep here",
                        hint="give the inner part a name with `let` or `define`",
                    )
                    self.brackets.clear()
                    self.tokens.append(Token("BAD", text, start, end))
                    self.gave_up = True
            elif kind == "RPAR":
                if self.brackets:
                    self.brackets.pop()
                else:
                    self.report(
                        "E104", start, end, "this bracket closes nothing", hint="take it away, or put a `(` before it"
                    )
                    kind = "BAD"
        elif kind == "POSS":
            kind = "_POSS"
        elif kind == "INT":
            if len(text) > MAX_DIGITS:
                self.report("E107", start, end, f"a number has at most {MAX_DIGITS} digits")
                kind, text = "BAD", ""
        elif kind == "ODD_NUMBER":
            self.odd_number(text, start, end)
            kind = "BAD"
        elif kind == "OPEN_STRING":
            self.report(
                "E103",
                start,
                end,
                'this text has no closing quote `"`',
                hint='put a `"` where the text ends, on the same line',
            )
            kind = "BAD"
        elif kind == "SMART":
            self.report("E117", start, end, "a text stands in straight quotes", hint='write `"..."`')
            kind, text = "STRING", f'"{text[1:-1]}"'
        elif kind == "OPEN_DOC":
            self.report("E103", start, end, 'this text has no closing `"""`', hint='put a `"""` where the text ends')
            kind = "BAD"
        elif kind == "STRANGE":
            self.strange(text, start, end)
            kind = "BAD"
        self.tokens.append(Token(kind, text, start, end))

    def word(self, text: str, start: int, end: int) -> None:
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        if text[0].isupper():
            kind = "PROPER"
        elif self.source.text.startswith("(", end):
            kind = "FNAME"  # a call touches its bracket
        else:
            kind = "NAME"
        self.tokens.append(Token(kind, text, start, end))

    def odd_number(self, text: str, start: int, end: int) -> None:
        if "." in text:
            self.report(
                "E107",
                start,
                end,
                f"`{text}` is not a whole number",
                hint="rules count in whole numbers; use smaller units",
            )
        else:
            by = re.fullmatch(r"(\d+)[xX](\d+)", text)
            hint = f"write `{by[1]} by {by[2]}`" if by else "a name begins with a letter"
            self.report("E107", start, end, f"`{text}` is neither a number nor a name", hint=hint)

    def strange(self, text: str, start: int, end: int) -> None:
        name = unicodedata.name(text, f"control character {ord(text)}").lower()
        hint = "use an ordinary space" if text.isspace() else None
        self.report("E107", start, end, f"this character has no meaning in rules: {name}", hint=hint)


def _join_one_or_more(tokens: list[Token]) -> None:
    """Make one token of `one or more` in lines that begin with `when`, where an event stands."""
    event = False
    before = "_NL"
    for at, token in enumerate(tokens):
        if before in LAYOUT:
            event = token.text == "when"
        before = token.kind
        if event and token.text == "one" and [one.text for one in tokens[at + 1 : at + 3]] == ["or", "more"]:
            tokens[at] = Token("ONE_OR_MORE", "one or more", token.start, tokens[at + 2].end)
            del tokens[at + 1 : at + 3]


def words_by_place(tokens: list[Token], vocabulary_outside: frozenset[str] = DECLARATIONS) -> None:
    """The second pass: names that stand where a block's own word stands become that word, in place."""
    blocks = [vocabulary_outside]
    opened: frozenset[str] | None = None  # the vocabulary of the block that this line may open
    promote = _NOTHING  # the words that are special as the next token
    before = "_NL"
    for at, token in enumerate(tokens):
        kind = token.kind
        first = before in LAYOUT
        colon = before == "COLON"
        before = kind
        if kind != "NAME":
            if first and kind in BY_PLACE and blocks[-1] is DECLARATIONS:
                opened = BLOCKS.get(token.text)  # made before: a block that is read again
                continue
            if kind == "_INDENT":
                blocks.append(opened or _NOTHING)
            elif kind == "_DEDENT":
                blocks.pop()
            elif kind != "_NL":
                promote = _NOTHING
                if first:
                    opened = None
            continue
        word = token.text
        if first:
            opened = None
            if word in NOT_OURS:
                tokens[at] = token._replace(kind="NOT_OURS")
                continue
        vocabulary = blocks[-1] if first else _PARTS if colon else promote
        promote = _NOTHING
        if word == "from" and _after_numbers(tokens, at):
            tokens[at] = token._replace(kind="_RANGE")
            continue
        if word == "only" and tokens[at + 1].kind == "NAME" and tokens[at + 1].text in _AFTER["only"]:
            tokens[at] = token._replace(kind="_ONLY")
            continue
        if word not in vocabulary or not _fits(word, vocabulary is DECLARATIONS, tokens, at):
            continue
        if vocabulary is DECLARATIONS or word == "action":
            opened = BLOCKS.get(word)
        kept = None if vocabulary is DECLARATIONS else _KEPT.get(word)
        tokens[at] = token._replace(kind=kept or "_" + word.upper())
        if vocabulary is PATCHES:
            promote = DECLARATIONS if word in ("change", "replace", "add") else _NOTHING
            if tokens[at + 1].text == "in" and tokens[at + 2].text in _TEXT_OF:
                tokens[at + 2] = tokens[at + 2]._replace(kind="TEXT_OF")
        elif word in ("replace", "add"):
            promote = _EDITED
        elif word == "given":
            promote = _OPTION
        elif word == "expect":
            promote = _ERROR


NOT_OURS = frozenset(["else", "elif", "elsif", "elseif", "for", "foreach", "forall"])
"""Words of other languages that would be read as verbs with a block; they get an error of their own."""
LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT"))
_PARTS = frozenset(("do", "effect"))
_TEXT_OF = frozenset(("card", "rule", "kind", "keyword"))  # in these stands text, elsewhere what is done
_OPTION = frozenset(("option",))
_ERROR = frozenset(("error",))


def _after_numbers(tokens: list[Token], at: int) -> bool:
    """Whether a `from` stands behind `number` or `number n`: then it says from which number on."""
    first, second = tokens[at - 1], tokens[at - 2]
    return first.kind == "NAME" and any(
        one.kind == "NAME" and one.text in ("number", "numbers") for one in (first, second)
    )


def _fits(word: str, declares: bool, tokens: list[Token], at: int) -> bool:
    """Whether what follows is what follows such a word; if not, it is a name like others."""
    after = tokens[at + 1]
    wanted = _AFTER.get(word)
    if wanted is not None:
        return after.text in wanted
    if declares:
        return True
    if word in _BEFORE_COLON:
        return after.kind == "COLON"
    if word == "target":
        return after.kind == "NAME" and tokens[at + 2].kind == "COLON"
    if word == "error":
        return after.kind == "STRING"
    if word == "option":
        return after.kind in ("NAME", "FNAME")
    return True
