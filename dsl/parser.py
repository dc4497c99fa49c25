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
from rulewright.dsl.names import reserved_names
from rulewright.dsl.postlex import BY_PLACE, LAYOUT, Comment, Token, tokenize, words_by_place
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax_errors import Trouble, declared, explain, nothing_under
from rulewright.dsl.tables import RuleRow, load_table

MAX_DEPTH = 200
MAX_ERRORS = 100
MAX_REPAIRS = 3


@attrs.frozen
class ParseResult:
    """The tree of what could be read, what is wrong with the rest, and the comments (for the formatter)."""

    file: n.FileNode
    diagnostics: tuple[Diagnostic, ...]
    comments: tuple[Comment, ...] = ()
    left_out: tuple[Span, ...] = ()  # the lines, with their blocks, that could not be read


class Checkpoint(NamedTuple):
    """The machine at the beginning of a line: where the line begins, and the stacks before it."""

    at: int
    states: list[int]
    values: list[Any]
    extents: list[tuple[int, int]]
    depths: list[int]
    lengths: list[int]


@cache
def _builder() -> tuple[Builder, tuple[Callable[..., Any], ...]]:
    """The reductions of the table's rules, in order."""
    builder = Builder()
    return builder, tuple(
        _no_node if makes_no_node(row) else reduction(builder, row.callback) for row in load_table().rules
    )


def makes_no_node(row: RuleRow) -> bool:
    """Whether this production never makes a node: it gives a list for the rule above, or stands for its only child."""
    return row.splice or (row.pass_one and len(row.plan) == 1 and row.plan[0] is not None and not row.plan[0][1])


def _no_node(_: Span, *children: Any) -> Any:
    raise AssertionError("a rule that makes no node was asked for one")


def parse(source: Source) -> ParseResult:
    """The syntax tree of a source, and every error of spelling in it. Never raises; what cannot be read is left out."""
    tokens, comments, diagnostics = tokenize(source)
    machine = Machine(source, tokens, diagnostics)
    file = machine.run()
    machine.diagnostics.extend(reserved_names(file))
    unique = {(found.code, found.span.start, found.message): found for found in machine.diagnostics}
    ordered = sorted(unique.values(), key=Diagnostic.sort_key)
    return ParseResult(file, _once_a_name(_one_a_line(ordered)), tuple(comments), tuple(machine.left_out))


def _one_a_line(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings; on a line whose signs or columns are wrong, not also that they cannot be read."""
    spoilt = {one.span.line for one in found if one.code in _SPOIL}
    return tuple(one for one in found if one.code not in _UNREADABLE or one.span.line not in spoilt)


def _once_a_name(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The findings; that a word cannot be a name is said where it is used first, but for declarations."""
    kept: list[Diagnostic] = []
    taken: set[str] = set()
    for one in found:
        if one.code == "E115":
            declared = one.span.source.text[: one.span.start].rstrip().endswith(("let", ":", "(", ","))
            if one.span.text in taken and not declared:
                continue
            taken.add(one.span.text)
        kept.append(one)
    return tuple(kept)


_SPOIL = ("E103", "E104", "E105", "E106", "E107")
_UNREADABLE = ("E101", "E115", "E125")


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
        self.left_out: list[Span] = []
        self.errors = 0
        self.repairs: dict[int, int] = {}

    def run(self) -> n.FileNode:
        """Read all tokens; give the tree."""
        at = level = 0
        fresh = True  # the token is the first of a line
        while True:
            token = self.tokens[at]
            kind = token.kind
            if fresh and kind not in ("_DEDENT", "_INDENT", "$END"):
                del self.lines[level:]
                self.lines.append(self.checkpoint(at))
            try:
                fits = self.feed(token)
            except TooDeep:
                span = self.source.span(token.start, max(token.end, token.start + 1))
                self.diagnostics.append(error("E110", "this is nested too deep to be read", span, hint=_NAME_IT))
                at, level = self.leave_out(at, level)
                fresh = True
                continue
            if not fits:
                at, level = self.recover(at, level)
                fresh = True
                continue
            if kind == "$END":
                return self.values[0]  # type: ignore[no-any-return]
            fresh = kind in LAYOUT
            if fresh and kind != "_NL":
                level += 1 if kind == "_INDENT" else -1
                self.skipped = False
            at += 1

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
        elif kind not in row and kind in BY_PLACE:
            # A word that is special by its place, where its rule does not fit: a name like others.
            kind = next((terminal for terminal in self.table.words.get(text, ()) if terminal in row), "NAME")
        while True:
            action = row.get(kind)
            if action is None:
                if kind == "_RANGE" and "FROM" in row:
                    kind = "FROM"  # `when a player steals a number n from ...`: no range after all
                    continue
                return False
            if action >= 0:
                states.append(action)
                if kind in self.table.kept:
                    self.values.append(self.value(kind, text, Span(self.source, start, end)))
                else:
                    self.values.append(None)
                self.extents.append((start, end) if end > start else _EMPTY)
                self.depths.append(0)
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
        for value, length in zip(self.values, point.lengths, strict=True):
            if length >= 0:
                del value[length:]

    def recover(self, at: int, level: int) -> tuple[int, int]:
        """Report the token that does not fit; give the token to go on with and its level."""
        tokens = self.tokens
        token = tokens[at]
        row = self.table.actions[self.states[-1]]
        if token.kind in ("_DEDENT", "$END") and self.skipped and "_SKIPPED" in row:
            self.feed(Token("_SKIPPED", "", token.start, token.start))
            return at, level
        if token.kind == "BAD":
            return self.leave_out(at, level)
        if not self.lines:
            span = self.source.span(token.start, token.start + 1)
            self.diagnostics.append(error("E112", "the first line is indented", span, hint="start it at the left edge"))
            self.flatten(at)
            return at, level
        if self.errors >= MAX_ERRORS:
            span = self.source.span(token.start, token.end)
            self.diagnostics.append(
                error("E101", f"there are more than {MAX_ERRORS} errors; the rest is not looked at", span)
            )
            self.restore(self.lines[0])
            return len(tokens) - 1, 0
        self.errors += 1
        expected = frozenset(name for name in row if not name.islower())
        line = self.lines[level].at if token.kind != "_DEDENT" else self.lines[level - 1].at
        trouble = Trouble(
            self.source, tokens, at, line, [declared(tokens, point.at) for point in self.lines[:level]], expected, self.table
        )
        if expected == {"_INDENT"}:
            self.diagnostics.append(nothing_under(trouble))
            for kind in ("_INDENT", "_SKIPPED", "_DEDENT"):
                self.feed(Token(kind, "", token.start, token.start))
            return at, level
        if token.kind not in ("_DEDENT", "$END"):
            trouble.tries = lambda repaired: self.tries(level, repaired)
        found = explain(trouble)
        self.diagnostics.append(found.diagnostic)
        if token.kind == "_INDENT" and found.repaired is None:
            self.flatten(at)
            return at, level
        if found.repaired is not None and self.repairs.get(line, 0) < MAX_REPAIRS:
            self.repairs[line] = self.repairs.get(line, 0) + 1
            tokens[line : self.end_of_line(line)] = found.repaired
            if level == 0:
                # The words of its block depend on what the line declares.
                end = self.after_block(self.end_of_line(line) + 1)
                block = tokens[line:end]
                words_by_place(block)
                tokens[line:end] = block
            self.restore(self.lines[level])
            return line, level
        return self.leave_out(at, level)

    def tries(self, level: int, repaired: list[Token]) -> bool:
        """Whether the line being read would fit in this form, with its end and the block under it."""
        point = self.lines[level]
        end = self.end_of_line(point.at)
        ends = self.tokens[end : end + 2] if self.tokens[end + 1].kind == "_INDENT" else self.tokens[end : end + 1]
        mark = len(self.diagnostics)
        self.restore(point)
        try:
            return all(self.feed(token) for token in (*repaired, *ends))
        except TooDeep:
            return False
        finally:
            del self.diagnostics[mark:]
            self.restore(point)

    def flatten(self, at: int) -> None:
        """Read the lines of the block that begins here as lines of the block around it."""
        depth = 0
        for end in range(at, len(self.tokens)):
            depth += (self.tokens[end].kind == "_INDENT") - (self.tokens[end].kind == "_DEDENT")
            if depth == 0:
                del self.tokens[end]
                break
        del self.tokens[at]

    def leave_out(self, at: int, level: int) -> tuple[int, int]:
        """Leave out the line being read with all that is under it; give the first token after it and its level."""
        if self.tokens[at].kind == "_DEDENT":
            level -= 1  # what does not fit is the line whose block ends here
        line = self.lines[level]
        self.restore(line)
        self.skipped = True
        after = self.after_block(self.end_of_line(line.at) + 1)
        self.left_out.append(Span(self.source, self.tokens[line.at].start, self.tokens[after - 1].end))
        return after, level

    def end_of_line(self, at: int) -> int:
        """The index of the `_NL` of the line that this token begins."""
        while self.tokens[at].kind != "_NL":
            at += 1
        return at

    def after_block(self, at: int) -> int:
        """The first token after the block that begins here, if one does, and after its `otherwise` and `then`."""
        tokens = self.tokens
        if tokens[at].kind == "_INDENT":
            depth = 1
            while depth:
                at += 1
                depth += (tokens[at].kind == "_INDENT") - (tokens[at].kind == "_DEDENT")
            at += 1
        if tokens[at].kind == "NAME" and tokens[at].text in ("otherwise", "then"):
            return self.after_block(self.end_of_line(at) + 1)
        return at


_NAME_IT = "give the inner part a name with `let` or `define`"
_EMPTY = (-1, -1)
