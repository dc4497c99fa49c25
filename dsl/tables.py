"""The parse table: made from the .lark files by lark, then kept in a cache directory, so that lark is not loaded."""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

GRAMMAR_FILES = ("declarations.lark", "statements.lark", "expressions.lark", "tests.lark", "terminals.lark")
START = "file"
MOST_TABLES = 4
"""How many tables the cache directory keeps: other versions of the language may be in use beside this one."""
_FORMAT = 3


class RuleRow(NamedTuple):
    """One production. `plan` says which symbols become children: (index, whether to splice), None if missing."""

    origin: str
    size: int
    callback: str
    plan: tuple[tuple[int, bool] | None, ...]
    splice: bool  # the value is a plain list, spliced into the rule above
    pass_one: bool  # a single child stands for itself


class ParseTable(NamedTuple):
    """`actions[state]` maps a terminal to a state to go to (>= 0) or a rule to reduce (-1 - number)."""

    start: int
    end: int
    actions: tuple[dict[str, int], ...]
    rules: tuple[RuleRow, ...]
    words: dict[str, tuple[str, ...]]  # every word of the grammar that stands in quotes -> its terminals
    kept: frozenset[str]  # the terminals that become children of nodes somewhere


@cache
def grammar_text() -> str:
    """The text of all grammar files, one after the other."""
    folder = resources.files("rulewright.grammar")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in GRAMMAR_FILES)


@cache
def load_table() -> ParseTable:
    """The parse table, from the cache directory if it is there for this grammar."""
    text = grammar_text()
    version = f"{_FORMAT} {sys.version_info[:2]} {sys.implementation.cache_tag}"
    key = hashlib.sha256(f"{version}\n{text}".encode()).hexdigest()[:24]
    path = cache_path(f"grammar-{key}.table")
    if path is not None:
        try:
            return _thaw(marshal.loads(path.read_bytes()))
        except (OSError, ValueError, EOFError, TypeError):
            pass  # not there, or damaged: made anew below
    table = build_table(text)
    if path is not None:
        _store(path, marshal.dumps(_freeze(table)))
    return table


def cache_path(name: str) -> Path | None:
    """Where a file of that name is kept between runs; None if there is no such place."""
    try:
        import platformdirs

        return Path(platformdirs.user_cache_dir("rulewright", appauthor=False)) / name
    except (OSError, RuntimeError):
        return None


def _store(path: Path, data: bytes) -> None:
    """Write in one step, so that a reader never sees half a table; a directory that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
        tables = sorted(path.parent.glob("grammar-*.table"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in tables[MOST_TABLES:]:
            old.unlink()
    except OSError:
        pass


def _freeze(table: ParseTable) -> tuple[Any, ...]:
    return (*table[:3], tuple(tuple(rule) for rule in table.rules), *table[4:])


def _thaw(data: tuple[Any, ...]) -> ParseTable:
    start, end, actions, rules, words, kept = data
    return ParseTable(start, end, actions, tuple(RuleRow(*row) for row in rules), words, kept)


def make_lark(text: str, debug: bool = False) -> Any:
    """The lark object for a grammar. Lark settles shift/reduce conflicts itself; under `debug` its log names them."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Tokens come from dsl/postlex.py; lark makes the table only."""

        __future_interface__ = True

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, *_: Any) -> Any:
            raise NotImplementedError

    return Lark(text, start=START, parser="lalr", lexer=NoLexer, maybe_placeholders=True, debug=debug)


def build_table(text: str) -> ParseTable:
    """Make the table of a grammar. Raise `lark.exceptions.GrammarError` if two rules fit in one place."""
    lark = make_lark(text)
    inner = lark.parser.parser.parser.parse_table
    rules = sorted(
        lark.rules,
        key=lambda rule: (str(rule.origin.name), [str(symbol.name) for symbol in rule.expansion], str(rule.alias)),
    )
    numbers = {rule: at for at, rule in enumerate(rules)}
    # Lark numbers the states in another order in every run; here it is the order in which they are reached.
    order = [inner.start_states[START]]
    place = {order[0]: 0}
    for state in order:
        for _, (action, arg) in sorted(inner.states[state].items()):
            if str(action) == "Shift" and arg not in place:
                place[arg] = len(order)
                order.append(arg)
    actions = tuple(
        {
            str(name): place[arg] if str(action) == "Shift" else -1 - numbers[arg]
            for name, (action, arg) in sorted(inner.states[state].items())
        }
        for state in order
    )
    words: dict[str, tuple[str, ...]] = {
        terminal.pattern.value: (str(terminal.name),)
        for terminal in sorted(lark.terminals, key=lambda terminal: str(terminal.name))
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }
    words.update({"is": ("_IS",), "are": ("_IS",), "has": ("_HAS",), "have": ("_HAS",)})
    kept = {
        str(symbol.name)
        for rule in rules
        for symbol in rule.expansion
        if symbol.is_term and (rule.options.keep_all_tokens or not symbol.filter_out)
    }
    return ParseTable(
        0, place[inner.end_states[START]], actions, tuple(_row(rule) for rule in rules), words, frozenset(kept)
    )


def _row(rule: Any) -> RuleRow:
    """What to do when this production is complete; the same shaping as lark's own tree builder."""
    origin = str(rule.origin.name)
    callback = rule.alias or rule.options.template_source or origin
    flags = rule.options.empty_indices or (False,) * len(rule.expansion)
    plan: list[tuple[int, bool] | None] = []
    at = 0
    for missing in flags:
        if missing:
            plan.append(None)
            continue
        symbol = rule.expansion[at]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            plan.append((at, not symbol.is_term and str(symbol.name).startswith("_")))
        at += 1
    pass_one = bool(rule.options.expand1) and not rule.alias
    return RuleRow(origin, len(rule.expansion), str(callback), tuple(plan), origin.startswith("_"), pass_one)


def reserved_words(table: ParseTable) -> set[str]:
    """The words that cannot be names: some state of the parser takes both the word and a name."""
    return {
        word
        for row in table.actions
        if "NAME" in row
        for word, terminals in table.words.items()
        if any(terminal in row for terminal in terminals)
    }
