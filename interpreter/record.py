"""A seat's record: what it was asked, answered and saw, as a chain of links that forks share (semantics 25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Record:
    """A sequence of observations, shared link by link; hashable, equal when the sequences are equal."""

    __slots__ = ("before", "hash", "length", "seen")

    def __init__(self, before: Record | None, seen: Any) -> None:
        self.before = before
        self.seen = seen
        self.hash: int = hash((0 if before is None else before.hash, seen))
        self.length: int = 1 if before is None else before.length + 1

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        one: Record | None = self
        two: Record | None = other
        while one is not None and two is not None:
            if one is two:
                return True
            if one.hash != two.hash or one.length != two.length or one.seen != two.seen:
                return False
            one, two = one.before, two.before
        return one is two

    def __iter__(self) -> Iterator[Any]:
        """The observations, oldest first."""
        found = []
        link: Record | None = self
        while link is not None:
            found.append(link.seen)
            link = link.before
        return reversed(found)

    def __repr__(self) -> str:
        return f"Record({list(self)!r})"
