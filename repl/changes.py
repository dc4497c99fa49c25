"""What has changed since a player was asked last: numbers and words of the table and of players, with what they were."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.repl.layout import Layout

# (seat, or None for the table; name) -> text
Numbers = dict[tuple[int | None, str], str]


def numbers(view: Any, layout: Layout) -> Numbers:
    """Give the numbers and words of a view that are set by the rules and shown; not what is worked out from others."""
    return {
        (member.owner, member.name): member.text
        for member in view.members
        if not getattr(member, "derived", False) and member.name not in layout.background
    }


@define
class Changes:
    """What each seat has seen of the numbers. was: what is different for whoever is asked now, as it was before."""

    was: Numbers = field(factory=dict)
    _seen: dict[int, Numbers] = field(factory=dict)

    def asked(self, seat: int, now: Numbers) -> None:
        """A seat is asked: note what is different from when it was asked last."""
        before = self._seen.get(seat, now)
        self.was = {key: before[key] for key, text in now.items() if before.get(key, text) != text}
        self._seen[seat] = now

    def forget(self) -> None:
        """The match is not where it was: what was seen counts no more."""
        self.was = {}
        self._seen.clear()


def was_text(member: Any, was: Numbers) -> str:
    """Give ` (was X)` for what is different, nothing for the rest."""
    before = was.get((member.owner, member.name))
    return "" if before is None else f" (was {before})"
