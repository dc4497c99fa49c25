"""What every node of the syntax tree is: frozen, compared by content, with the place it was read from."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl.source import Span


@attrs.frozen(slots=True, kw_only=False)
class Node:
    """The base of all nodes; `span` takes no part in equality."""

    span: Span = attrs.field(eq=False, repr=False, kw_only=True)


class Decl(Node):
    """A declaration: stands at the left edge of a file (or after `change`, `replace`, `add`)."""

    __slots__ = ()


class Stmt(Node):
    """Something that is done."""

    __slots__ = ()


class Expr(Node):
    """Something that has a value, or names a group or a type."""

    __slots__ = ()


class Item(Node):
    """A part of a declaration, statement or expression."""

    __slots__ = ()


@attrs.frozen(slots=True)
class Word(Node):
    """One word of the file: a name being declared, a member, a preposition."""

    text: str

    def __str__(self) -> str:
        return self.text


@attrs.frozen(slots=True)
class Text(Node):
    """A text in quotes (escapes resolved) or the doc text of a declaration (indentation removed)."""

    text: str

    def __str__(self) -> str:
        return self.text


def word_text(value: Any) -> str | None:
    """Converter for fields that hold a word, or a text in quotes, as plain text."""
    return value.text if isinstance(value, Word | Text) else value


def is_there(value: Any) -> bool:
    """Converter for fields that say whether a word stands in the file."""
    return value is not None and value is not False


def tuple_or_empty(row: tuple[Word, ...] | None) -> tuple[Word, ...]:
    """Give a row of words that may be missing."""
    return row or ()


def flag() -> Any:
    """A yes/no field, from a word that may be missing."""
    return attrs.field(converter=is_there)


def plain() -> Any:
    """A text field, from a word or None."""
    return attrs.field(converter=word_text)
