"""The formatter: the same rules in canonical spelling, with all comments.

What it decides: spaces between words, indentation by four, where empty lines stand between declarations, the columns
of card tables, the column of comments that share a block, how a text for players is set. What it leaves as written:
the order of everything, line breaks inside brackets and after commas, and whether a block stands on the line of its
header.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from itertools import pairwise

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import doc_text
from rulewright.dsl.diagnostics import Diagnostic, width
from rulewright.dsl.parser import parse
from rulewright.dsl.postlex import Comment, Token, tokenize
from rulewright.dsl.print_tables import table_rows
from rulewright.dsl.source import Source
from rulewright.dsl.syntax_errors import reserved
from rulewright.dsl.visitor import walk

STEP = 4
GOES_ON = 4
MOST_BEFORE_COMMENT = 90
NEAR = 2000  # lines, within which another line of a block is looked for


class FormatError(Exception):
    """The text has errors of spelling, so its form is not known; carries the diagnostics."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("rules with errors cannot be formatted")
        self.diagnostics = diagnostics


def format_source(source: Source) -> str:
    """The formatted text. Raise `FormatError` if the source cannot be read without errors."""
    result = parse(source)
    errors = tuple(found for found in result.diagnostics if found.severity == "error")
    if errors:
        raise FormatError(errors)
    if not source.text.strip():
        return ""
    return Formatter(source, result.file).text()


@attrs.define
class Line:
    """A line of the result before comments are put in their column: at `level`, in pieces where it is broken."""

    level: int
    pieces: list[str]
    comments: list[str]  # one for each piece, or ""
    starts: list[int]  # offset in the source of each piece
    end: int
    opens: bool = False  # a block follows
    alone: bool = False  # a comment

    @property
    def start(self) -> int:
        """Where it starts in the source."""
        return self.starts[0]


class Formatter:
    """Formats one source."""

    def __init__(self, source: Source, tree: n.FileNode) -> None:
        self.source = source
        found = tokenize(source)
        self.tokens = [token for token in found.tokens if token.kind != "$END"]
        self.comments = found.comments
        self.signs = signs_that_touch(tree, self.tokens)
        self.rows = table_rows(tree, self.tokens)
        self.code: list[Line] = []

    def text(self) -> str:
        """The whole result."""
        self.code = list(self.code_lines())
        lines = self.with_comments(self.code)
        parts: list[str] = []
        columns = comment_columns(self.source, lines, self.comment_places(lines))
        for at, line in enumerate(lines):
            if at and self.empty_before(lines, at):
                parts.append("")
            parts += printed(line, columns.get(at))
        return "\n".join(parts) + "\n"

    # ------------------------------------------------------------------ code

    def code_lines(self) -> Iterator[Line]:
        """The lines of the code, without comments."""
        level = 0
        row: list[Token] = []
        waiting: Line | None = None
        for token in self.tokens:
            if token.kind == "_INDENT":
                level += 1
                if waiting is not None:
                    waiting.opens = True
            elif token.kind == "_DEDENT":
                level -= 1
            elif token.kind == "_NL":
                if waiting is not None:
                    yield waiting
                waiting = self.code_line(row, level)
                row = []
            else:
                row.append(token)
        if waiting is not None:
            yield waiting

    def code_line(self, row: list[Token], level: int) -> Line:
        """One line from its tokens."""
        start, end = row[0].start, row[-1].end
        if start in self.rows:
            return Line(level, [self.rows[start]], [""], [start], end)
        if row[0].kind == "DOC":
            return Line(level, [doc_lines(row[0].text, level)], [""], [start], end)
        pieces, starts = [""], [start]
        before: Token | None = None
        for at, token in enumerate(row):
            if before is not None and "\n" in self.source.text[before.end : token.start]:
                pieces.append("")
                starts.append(token.start)
                before = None
            if before is not None and self.apart(row, at):
                pieces[-1] += " "
            pieces[-1] += "'s" if token.kind == "_POSS" else token.text
            before = token
        return Line(level, pieces, [""] * len(pieces), starts, end)

    def apart(self, row: list[Token], at: int) -> bool:
        """Whether a space stands before this token, which is not the first of its line."""
        token, before = row[at], row[at - 1]
        if token.kind in ("COLON", "COMMA", "RPAR", "_POSS") or before.kind == "LPAR":
            return False
        if before.start in self.signs:
            return False
        if token.kind == "LPAR" and before.kind == "FNAME":
            # A call touches its bracket; words of the language and the names of verbs in their headers do not.
            return before.text in reserved() or (at >= 2 and row[at - 2].kind in ("_ACTION", "_TO", "_COST"))
        return True

    # ------------------------------------------------------------------ comments

    def with_comments(self, lines: list[Line]) -> list[Line]:
        """The lines with the comments: behind the piece they follow, or on lines of their own."""
        result: list[Line] = []
        waiting = deque(self.comments)
        for line in lines:
            while waiting and waiting[0].start < line.start:
                result.append(self.comment_line(waiting.popleft(), result[-1] if result else None, line))
            while waiting and waiting[0].start < line.end:
                self.inside(line, waiting.popleft())
            if waiting and not waiting[0].alone and "\n" not in self.source.text[line.end : waiting[0].start]:
                line.comments[-1] = tidy(waiting.popleft().text)
            result.append(line)
        for comment in waiting:
            result.append(self.comment_line(comment, result[-1] if result else None, None))
        return result

    def comment_places(self, lines: list[Line]) -> dict[int, int]:
        """The column in the source of the comment behind each line, where the line is indented there as it is here."""
        by_start = {comment.start: comment for comment in self.comments}
        starts = sorted(by_start)
        places = {}
        for at, line in enumerate(lines):
            if line.alone or not line.comments[0]:
                continue
            if self.source.position(line.start)[1] - 1 != line.level * STEP:
                continue
            found = bisect_left(starts, line.end)
            if found < len(starts):
                number, column = self.source.position(starts[found])
                before = self.source.line_text(number)[: column - 1]
                places[at] = width(before)
        return places

    def inside(self, line: Line, comment: Comment) -> None:
        """Put a comment that stands inside a broken line behind the piece before it."""
        piece = bisect_left(line.starts, comment.start) - 1
        said = line.comments[piece]
        line.comments[piece] = f"{said} {tidy(comment.text).lstrip('# ')}" if said else tidy(comment.text)

    def comment_line(self, comment: Comment, before: Line | None, after: Line | None) -> Line:
        """A comment on a line of its own, at the level of the block whose column it has."""
        low, high = sorted((before.level if before else 0, after.level if after else 0))
        if before is not None and before.opens and not before.alone:
            high = max(high, before.level + 1)
        column = self.source.position(comment.start)[1] - 1
        level = low
        for level in range(high, low - 1, -1):
            if self.column_of(level, comment.start) <= column:
                break
        end = comment.start + len(comment.text)
        return Line(level, [tidy(comment.text)], [""], [comment.start], end, alone=True)

    def column_of(self, level: int, offset: int) -> int:
        """The column in the source of the lines of a level, near an offset."""
        at = bisect_left(self.code, offset, key=lambda line: line.start)
        before = (line for line in reversed(self.code[max(0, at - NEAR) : at]) if line.level == level)
        after = (line for line in self.code[at : at + NEAR] if line.level == level)
        found = next(before, None) or next(after, None)
        return self.source.position(found.start)[1] - 1 if found else level * STEP

    # ------------------------------------------------------------------ empty lines

    def empty_before(self, lines: list[Line], at: int) -> bool:
        """Whether an empty line stands before this one."""
        line, before = lines[at], lines[at - 1]
        if before.opens and not before.alone:
            return False
        if has_empty_line(self.source.text[before.end : line.start]):
            return not (before.level < line.level)
        if line.level == 0 and not (before.alone and before.level == 0):
            return before.level > 0 or self.leads_a_block(lines, at)
        return False

    def leads_a_block(self, lines: list[Line], at: int) -> bool:
        """Whether this line has a block, or is a comment over a line that has one."""
        while lines[at].alone:
            at += 1
            if at == len(lines) or lines[at].level:
                return False
        return lines[at].opens


def printed(line: Line, column: int | None) -> list[str]:
    """The line as it stands in the result, its comments from a column on if one is given."""
    result = []
    for at, (piece, comment) in enumerate(zip(line.pieces, line.comments, strict=True)):
        further = 0 if at == 0 else 2 * GOES_ON if line.opens else GOES_ON
        text = " " * (line.level * STEP + further) + piece
        if comment:
            text += "  " + comment if column is None else " " * max(2, column - width(text)) + comment
        result.append(text.rstrip())
    return result


def tidy(comment: str) -> str:
    """A comment with a space after its `#`; rulers (`#----`) and `#!` stay as they are."""
    if len(comment) > 1 and comment[1].isalnum():
        return "# " + comment[1:]
    return comment


def comment_columns(source: Source, lines: list[Line], places: dict[int, int]) -> dict[int, int]:
    """The column of the comment behind each line: one for all lines that stand together in a block.

    The column that their comments have already, if it is one and leaves room; else two spaces behind the longest line.
    """
    columns: dict[int, int] = {}
    together: list[int] = []

    def settle() -> None:
        said = [at for at in together if lines[at].comments[0] and len(lines[at].pieces) == 1]
        widths = [lines[at].level * STEP + width(lines[at].pieces[0]) for at in said]
        column = max((size for size in widths if size <= MOST_BEFORE_COMMENT), default=0) + 2
        written = {places[at] for at in said if at in places}
        if len(written) == 1 and min(written) >= column:
            column = min(written)
        columns.update((at, column) for at in said)
        together.clear()

    for at, line in enumerate(lines):
        gap = bool(together) and has_empty_line(source.text[lines[together[-1]].end : line.start])
        if together and (gap or line.alone or line.level != lines[together[-1]].level):
            settle()
        if not line.alone:
            together.append(at)
    settle()
    return columns


def has_empty_line(between: str) -> bool:
    """Whether an empty line stands between two lines, comments behind the first left out of account."""
    return any(not line.strip() for line in between.split("\n")[1:-1])


def doc_lines(token: str, level: int) -> str:
    """A text for players: on one line if it is one, else with its quotes on lines of their own."""
    text = doc_text(token)
    if "\n" not in text and not text.endswith('"'):
        return f'"""{text}"""'
    indent = " " * (level * STEP)
    inner = "\n".join(indent + line if line else "" for line in text.split("\n"))
    return f'"""\n{inner}\n{indent}"""'


def signs_that_touch(tree: n.FileNode, tokens: list[Token]) -> set[int]:
    """Where the signs stand that belong to one number (`-5`, `has +2 shown`), not between two."""
    before = {following.start: token for token, following in pairwise(tokens)}
    signs = set()
    for node in walk(tree):
        if isinstance(node, n.NumberExpr) and node.value < 0:
            signs.add(node.span.start)
        elif isinstance(node, n.ModifyItem):
            signs.add(before[node.amount.span.start].start)
    return signs
