"""Who sits in front of the screen, what they may be told, and how the keyboard is passed without showing anybody's secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulewright.repl.passes import hidden_zones, hides_cards

if TYPE_CHECKING:
    from rulewright.repl.output import Output
    from rulewright.repl.reader import Reader
    from rulewright.repl.session import Session

_MOST_TOLD_AGAIN = 12


class Facing:
    """The part of a table that knows who looks at it; the table has the rest."""

    if TYPE_CHECKING:
        session: Session
        reader: Reader
        out: Output
        over: bool
        _facing: int | None
        _told: Any
        _told_to: dict[int, Any]
        _news: int
        _asked: bool

        def _tell_log(self, most: int = 0) -> None:
            """See Table."""

        def _leaves(self) -> bool:
            """See Leaving."""

        def _interrupted_prompt(self) -> None:
            """See Leaving."""

    def viewer(self) -> int | None:
        """Give the seat whose view is shown: the person who is asked, or the only one there is."""
        humans = self.session.humans
        if len(humans) == 1:
            return humans[0]
        return self._facing if not self.session.state.is_over else None

    def private_view(self, seat: int) -> Any:
        """Give only what that seat sees and the others do not."""
        view = self.session.state.view(seat)
        return _Part(hidden_zones(view, self.session.state.view(None)), view.alive)

    def _face(self, seat: int) -> None:
        """Before another person is shown secrets, hide the screen and wait for the keyboard to be passed."""
        if self._facing == seat:
            return
        before, self._facing = self._facing, seat
        if before is None and len(self.session.humans) == 1:
            return
        # What one chooses in secret, the next one must not see either.
        secret = self.session.state.decision.joint or self.private_view(seat).zones
        if len(self.session.humans) < 2 or not secret:
            return
        name = self.session.names[seat]
        if self.reader.interactive:
            self.reader.forget()
            self.out.clear()
            self.out.line(f"Pass the keyboard to {name}.")
            self._wait_for_keyboard()
            self.reader.forget()
            self.out.clear()
            # What others saw meanwhile is told again: the screen was cleared.
            self._told, self._news = self._told_to.get(seat, ()), 0
            self._tell_log(_MOST_TOLD_AGAIN)
        else:
            self.out.line(f"Pass the keyboard to {name}.")
        self._asked = False

    def _wait_for_keyboard(self) -> None:
        """Wait until the next person has sat down; nobody leaves without being asked."""
        while not self.over:
            try:
                if self.reader.read("Then press Enter. ", lambda: ()) is not None:
                    return
                self.over = self._leaves()
            except KeyboardInterrupt:
                self._interrupted_prompt()

    def _readers(self) -> set[int]:
        """Give the seats whose private entries may be shown: with several people, only those of the one in front; with
        nobody in front what those are told who only look on."""
        humans = self.session.humans
        if len(humans) == 1:
            return set(humans)
        return {self.session.players if self._facing is None else self._facing}

    def _tells_forced(self, seat: int) -> bool:
        """Say whether whoever is in front may be told that this person had nothing to choose from."""
        if seat not in self.session.humans:
            return False
        return seat in self._readers() or not hides_cards(self.session.state, seat)


@attrs.frozen
class _Part:
    """A part of a view."""

    zones: list[Any]
    alive: tuple[int, ...]
    asked: int | None = None
    members: tuple[Any, ...] = ()
    boards: tuple[Any, ...] = ()
    stack: tuple[str, ...] = ()
