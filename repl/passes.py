"""Automatic answers: whom a response window asks, whose pass is given by the table (semantics 18), and who is asked
though there is only one answer.

Nobody is to learn from a pass what its player holds. So a pass that depends on the hand is given by itself only where
nobody at the keyboard could draw a conclusion: where no other person plays, or where everything that the player could
answer with lies open. A pass that depends on nothing but whose turn it is may always be given by itself. All passes
read alike in the log, and a bot's takes as long whether there was anything to think about or not (`Beat`).

The same holds for every other answer that is the only one. Where several people play, whoever waits would learn from an
answer that nobody was asked for that its player could do nothing else: who follows suit without being asked has one card
of it. So the keyboard is passed for it, unless the question rests on nothing that is hidden, or its player sits there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.interpreter.describe import zones_asked_about
from rulewright.repl.session import HUMAN
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.repl.session import Session

NEVER, UNABLE, UNTIL_TURN = "never", "unable", "until-turn"
PASSES = {
    NEVER: "you are asked in every response window",
    UNABLE: "you are asked when you can answer; nobody can tell from your passes what you hold",
    UNTIL_TURN: "you pass until it is your turn, whatever you hold; in your turn you are asked when you can answer",
}
# Nobody is made to wait longer than this, in seconds, for the sake of looking alike.
_LONGEST_BEAT = 2.0


def read_passes(words: str | None, players: int) -> list[str]:
    """Give the setting of each seat from one word for all, or one for each with commas."""
    parts = [part.strip() for part in (words or UNABLE).split(",")]
    for part in parts:
        if part not in PASSES:
            raise UsageProblem(f"'{part}' is not one of {', '.join(PASSES)} (--pass)")
    if len(parts) == 1:
        return parts * players
    if len(parts) != players:
        raise UsageProblem(f"--pass names {len(parts)} seats, and {players} play")
    return parts


def given_by_itself(session: Session, settings: Sequence[str], facing: int | None) -> bool:
    """Say whether the table answers for the person who is asked: passes in a response window, or gives the only answer.

    facing: the seat of the person in front of the screen, whom an answer of their own tells nothing new.
    """
    decision = session.state.decision
    seat = decision.player
    others = [other for other in session.humans if other != seat]
    if decision.kind != "respond":
        return decision.forced and (not others or seat == facing or not rests_on_hidden(session.state, seat))
    if settings[seat] == UNTIL_TURN and session.state.view(None).active not in (seat, None):
        return True
    if settings[seat] == NEVER or not decision.forced:
        return False
    return not others or not hides_cards(session.state, seat)


def rests_on_hidden(state: Any, seat: int) -> bool:
    """Say whether what a seat is asked could be another question if it held other cards, as far as the others know.

    Of what the offers of an action rest on nothing is said: it may always be the hand.
    """
    hidden = {zone.name for zone in hidden_zones(state.view(seat), state.view(None))}
    read = zones_asked_about(state)
    return bool(hidden) if read is None else not hidden.isdisjoint(read)


def hides_cards(state: Any, seat: int) -> bool:
    """Say whether the seat sees a card that the others do not, so that it could answer as far as they know."""
    return bool(hidden_zones(state.view(seat), state.view(None)))


def hidden_zones(own: Any, public: Any) -> list[Any]:
    """Give the places of which a player sees more than everybody does."""
    shown = {(zone.name, zone.owner, zone.on): _shown(zone) for zone in public.zones}
    return [zone for zone in own.zones if zone.count and _shown(zone) != shown.get((zone.name, zone.owner, zone.on))]


def _shown(zone: Any) -> tuple[Any, ...]:
    return (zone.count, zone.known, *(card.name for card in zone.cards or ()))


@define
class Beat:
    """How long a bot's answer in a response window takes: as long as the longest so far, forced or not.

    Otherwise a bot that searches would tell by an instant pass that it had nothing to choose from.
    """

    longest: float = 0.0  # seconds
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _begun: float = field(default=0.0, init=False)

    def begin(self) -> None:
        """A bot is asked in a response window."""
        self._begun = self.now()

    def end(self) -> None:
        """It has answered: wait for the rest of the beat."""
        spent = self.now() - self._begun
        self.longest = max(self.longest, min(spent, _LONGEST_BEAT))
        if spent < self.longest:
            self.sleep(self.longest - spent)


def setting_line(session: Session, settings: Sequence[str], seat: int) -> str:
    """Give what holds for a seat, in one line."""
    line = f"{settings[seat]}: {PASSES[settings[seat]]}."
    shared = sum(who == HUMAN for who in session.seats) > 1
    if settings[seat] == UNABLE and shared:
        return f"{line} Others sit at this keyboard: you are asked as long as you could answer as far as they know."
    return line
