"""Text to syntax tree: an LALR(1) machine over the table of dsl/tables.py.

The machine decides what a word is: where the grammar can take the word it is that word, elsewhere it is a name. After
an error it goes back to the beginning of the line, leaves the line and what is under it out, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import doc_text, string_text
from rulewright.dsl.builder import Builder, reduction
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.postlex import Comment, Token, tokenize
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tables import ParseTable, RuleRow, load_table

MAX_DEPTH = 200
MAX_ERRORS = 100
MAX_REPAIRS = 3


@attrs.frozen
class ParseResult:
    """The tree of what could be read, what is wrong with the rest, and the comments (for the formatter)."""

    file: n.FileNode
    diagnostics: tuple[Diagnostic, ...]
    comments: tuple[Comment, ...] = ()


class Checkpoint(NamedTuple):
    """The machine at the beginning of a line: where the line begins, and the stacks before it."""

    at: int
    states: list[int]
    values: list[Any]
    extents: list[tuple[int, int]]
    depths: list[int]
    lengths: list[int]


@attrs.define
class Trouble:
    """Where the parser stopped: what the explainers of dsl/syntax_errors.py look at."""

    source: Source
    tokens: list[Token]
    at: int  # the token that does not fit
    line: int  # the first token of its line
    headers: list[int]  # the first tokens of the lines whose blocks it is in, outermost first
    expected: frozenset[str]  # the terminals that would fit
    table: ParseTable

    @property
    def token(self) -> Token:
        """The token that does not fit."""
        return self.tokens[self.at]

    def span(self, at: int, to: int | None = None) -> Span:
        """The place of a token, or of a row of tokens."""
        first, last = self.tokens[at], self.tokens[at if to is None else to]
        return Span(self.source, first.start, max(last.end, first.start))


@cache
def _builder() -> tuple[Builder, tuple[Callable[..., Any], ...]]:
    """The reductions of the table's rules, in order."""
    builder = Builder()
    return builder, tuple(_no_node if makes_no_node(row) else reduction(builder, row.callback) for row in load_table().rules)


def makes_no_node(row: RuleRow) -> bool:
    """Whether this production never makes a node: it gives a list for the rule above, or stands for its only child."""
    return row.splice or row.pass_one and len(row.plan) == 1 and row.plan[0] is not None and not row.plan[0][1]


def _no_node(_: Span, *children: Any) -> Any:
    raise AssertionError("a rule that makes no node was asked for one")


def parse(source: Source) -> ParseResult:
    """The syntax tree of a source, and every error of spelling in it. Never raises; what could not be read is left out."""
    tokens, comments, diagnostics = tokenize(source)
    machine = Machine(source, tokens, diagnostics)
    file = machine.run()
    unique = {(found.code, found.span.start, found.message): found for found in machine.diagnostics}
    ordered = sorted(unique.values(), key=Diagnostic.sort_key)
    return ParseResult(file, tuple(ordered), tuple(comments))


class TooDeep(Exception):
    """A node is nested too deep to be handled."""


class Machine:
    """One run over the tokens of a source."""

    def __init__(self, source: Source, tokens: list[Token], diagnostics: list[Diagnostic]) -> None:
        self.source = source
        self.tokens = tokens
        self.diagnostics = diagnostics
        self.table = load_table()
        self.builder, self.reductions = _builder()
        self.builder.diagnostics = diagnostics
        self.states = [self.table.start]
        self.values: list[Any] = []
        self.extents: list[tuple[int, int]] = []
        self.depths: list[int] = []
        self.lines: list[Checkpoint] = []  # of the line being read and those whose blocks it is in
        self.skipped = False  # a line of the current block was left out
        self.errors = 0
        self.repairs: dict[int, int] = {}

    def run(self) -> n.FileNode:
        """Read all tokens; give the tree."""
        at = 0
        fresh = True  # the token is the first of a line
        level = 0
        while True:
            kind = self.tokens[at].kind
            if fresh and kind not in ("_DEDENT", "_INDENT", "$END"):
                del self.lines[level:]
                self.lines.append(self.checkpoint(at))
            fresh = kind in ("_NL", "_INDENT", "_DEDENT")
            try:
                fits = self.feed(self.tokens[at])
            except TooDeep:
                span = self.source.span(self.tokens[at].start, max(self.tokens[at].end, self.tokens[at].start + 1))
                message = "this is nested too deep to be read"
                self.diagnostics.append(error("E110", message, span, hint="give the inner part a name with `let` or `define`"))
                at = self.skip(level)
                fresh = True
                continue
            if fits:
                if kind == "_INDENT":
                    level += 1
                    self.skipped = False
                elif kind == "_DEDENT":
                    level -= 1
                    self.skipped = False
                elif kind == "$END":
                    return self.values[0]  # type: ignore[no-any-return]
                at += 1
                continue
            at, level = self.recover(at, level)
            fresh = True

    # ------------------------------------------------------------------ the machine

    def feed(self, token: Token) -> bool:
        """Take a token; whether it fits. Reductions that it asked for may have happened even if it does not."""
        kind, text, start, end = token
        actions = self.table.actions
        states = self.states
        row = actions[states[-1]]
        if kind == "NAME" or kind == "FNAME":
            for terminal in self.table.words.get(text, ()):
                if terminal in row:
                    kind = terminal
                    break
            else:
                if kind not in row:
                    kind = "NAME"
        elif kind not in row and kind not in _FIXED:
            # A word that is special by its place, where its rule does not fit: a name like others.
            kind = next((terminal for terminal in self.table.words.get(text, ()) if terminal in row), "NAME")
        while True:
            action = row.get(kind)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                if kind in self.table.kept:
                    self.values.append(self.value(kind, text, Span(self.source, start, end)))
                else:
                    self.values.append(None)
                self.extents.append((start, end) if end > start else _EMPTY)
                self.depths.append(0)
                if kind == "$END":
                    self.values[0] = self.values[0]
                return True
            self.reduce(-1 - action)
            row = actions[states[-1]]
            if kind == "$END" and states[-1] == self.table.end:
                return True

    def value(self, kind: str, text: str, span: Span) -> Any:
        """What a token is in the tree."""
        if kind == "STRING":
            return n.Text(string_text(text), span=span)
        if kind == "INT":
            return n.NumberExpr(int(text), span=span)
        if kind == "DOC":
            return n.Text(doc_text(text), span=span)
        if kind == "PERCENT":
            return n.PercentExpr(n.percent(text), span=span)
        return n.Word(text, span=span)

    def reduce(self, number: int) -> None:
        """Make the node of a complete production."""
        origin, size, _, plan, splice, pass_one = self.table.rules[number]
        values, extents, depths, states = self.values, self.extents, self.depths, self.states
        if size == 1 and splice is False and pass_one and len(plan) == 1:
            # A rule that stands for its only symbol: nothing on the stacks changes but the state.
            states.pop()
            states.append(self.table.actions[states[-1]][origin])
            return
        if size:
            base = len(values) - size
            children: list[Any] | None = None
            for part in plan:
                if part is None:
                    child = None
                elif part[1]:
                    spliced = values[base + part[0]]
                    if children is None:
                        children = spliced
                    else:
                        children.extend(spliced)
                    continue
                else:
                    child = values[base + part[0]]
                if children is None:
                    children = [child]
                else:
                    children.append(child)
            if children is None:
                children = []
            first = last = -1
            for low, high in extents[base:]:
                if low >= 0:
                    if first < 0:
                        first = low
                    last = high
            depth = max(depths[base:])
            del values[base:], extents[base:], depths[base:], states[len(states) - size :]
        else:
            children = [None for _ in plan]
            first = last = -1
            depth = 0
        state = self.table.actions[states[-1]][origin]
        states.append(state)
        extents.append((first, last))
        if splice:
            values.append(children)
            depths.append(depth)
        elif pass_one and len(children) == 1:
            values.append(children[0])
            depths.append(depth)
        else:
            if depth >= MAX_DEPTH:
                values.append(None)
                depths.append(depth)
                raise TooDeep
            at = max(first, 0)
            values.append(self.reductions[number](Span(self.source, at, max(last, at)), *children))
            depths.append(depth + 1)

    # ------------------------------------------------------------------ going on after an error

    def checkpoint(self, at: int) -> Checkpoint:
        """The machine as it is now. Lists on the value stack grow in place, so their lengths are kept."""
        values = list(self.values)
        lengths = [len(value) if type(value) is list else -1 for value in values]
        return Checkpoint(at, list(self.states), values, list(self.extents), list(self.depths), lengths)

    def restore(self, point: Checkpoint) -> None:
        """Go back to a checkpoint."""
        self.states = list(point.states)
        self.values = list(point.values)
        self.extents = list(point.extents)
        self.depths = list(point.depths)
        for value, length in zip(self.values, point.lengths):
            if length >= 0:
                del value[length:]

    def recover(self, at: int, level: int) -> tuple[int, int]:
        """Report the token that does not fit; give the token to go on with and its level."""
        token = self.tokens[at]
        if self.skipped and token.kind in ("_DEDENT", "$END"):
            # Nothing of this block could be read: an empty block stands for it.
            if self.feed(Token("SKIPPED", "", token.start, token.start)):
                return at, level
            return self.leave_block(at, level)
        if token.kind != "BAD":
            if self.errors >= MAX_ERRORS:
                return len(self.tokens) - 1, 0
            self.errors += 1
            trouble = Trouble(
                self.source,
                self.tokens,
                at,
                self.lines[-1].at,
                [line.at for line in self.lines[:-1]],
                frozenset(name for name in self.table.actions[self.states[-1]] if not name.islower()),
                self.table,
            )
            found, repaired = explain(trouble)
            self.diagnostics.append(found)
            line = self.lines[-1].at
            if repaired is not None and self.repairs.get(line, 0) < MAX_REPAIRS:
                self.repairs[line] = self.repairs.get(line, 0) + 1
                end = self.end_of_line(line)
                self.tokens[line:end] = repaired
                self.restore(self.lines[-1])
                return line, len(self.lines) - 1
        return self.skip(), len(self.lines) - 1

    def end_of_line(self, at: int) -> int:
        """The index of the `_NL` of the line that this token begins."""
        while self.tokens[at].kind != "_NL":
            at += 1
        return at

    def skip(self) -> int:
        """Leave out the line being read with all that is under it; give the first token after it."""
        line = self.lines[-1]
        self.restore(line)
        self.skipped = True
        return self.after_block(self.end_of_line(line.at) + 1)

    def after_block(self, at: int) -> int:
        """The first token after the block that begins here, if one does; lines that belong to the one left out go with it."""
        tokens = self.tokens
        if tokens[at].kind == "_INDENT":
            depth = 0
            while True:
                depth += (tokens[at].kind == "_INDENT") - (tokens[at].kind == "_DEDENT")
                at += 1
                if depth == 0:
                    break
        if tokens[at].kind == "NAME" and tokens[at].text in ("otherwise", "then"):
            return self.after_block(self.end_of_line(at) + 1)
        return at

    def leave_block(self, at: int, level: int) -> tuple[int, int]:
        """The block cannot stand without its lines: leave out the line it is under as well."""
        self.lines.pop()
        line = self.lines[-1]
        self.restore(line)
        return at + 1, len(self.lines) - 1


_EMPTY = (-1, -1)
_FIXED = frozenset(("_NL", "_INDENT", "_DEDENT", "$END", "BAD", "SKIPPED"))
