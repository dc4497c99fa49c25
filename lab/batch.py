"""Results of games, and the figures of many of them, which can be added up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.measures import measures_of
from rulewright.lab.counting import Counts, Moments, Use

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

# How a game can end, and what is counted for it.
FINISHED = ("win", "ranking", "draw")
MOST_CRASHES = 10


@frozen
class Choice:
    """An answer that was no forced one, by name: a text, or the texts of a set or an order."""

    seat: int
    question: str
    answer: str | tuple[str, ...]


@frozen
class Crash:
    """A game that broke: its number and seed, what was wrong, and the choices that lead there, the last one included."""

    game: int
    seed: int
    message: str
    choices: tuple[Choice, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the document's part; games count from 0, players from seat 0."""
        return {
            "game": self.game, "seed": self.seed, "message": self.message,
            "choices": [
                {
                    "seat": one.seat, "question": one.question,
                    "answer": one.answer if isinstance(one.answer, str) else list(one.answer),
                }
                for one in self.choices
            ],
        }  # fmt: skip


@frozen
class Result:
    """What came of one game. kind: as an outcome's, or "error"."""

    index: int
    seed: int
    kind: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    decisions: int
    forced: int
    turns: int
    options: int  # answers there were, over all decisions
    most_options: int
    measures: tuple[tuple[str, float], ...] = ()
    message: str = ""
    standing: Sequence[Any] | None = None  # for each seat what ranks it, higher is better; None for games cut off
    choices: tuple[Choice, ...] = ()  # of a game that broke: what had been chosen, the last one included

    @classmethod
    def broken(cls, index: int, seed: int, message: str, choices: tuple[Choice, ...] = ()) -> Result:
        """Give the result of a game that could not be played to an end."""
        return cls(index, seed, "error", (), None, 0, 0, 0, 0, 0, (), message, None, choices)

    @classmethod
    def of(cls, state: State, index: int, options: int, most_options: int) -> Result:
        """Give the result of a game that is over, or that was cut off by the limit of the run."""
        verdict = state.verdict
        return cls(
            index,
            state.seed,
            *verdict[:3],
            state.n_decisions,
            state.n_forced,
            state.n_turns,
            options,
            most_options,
            tuple(measures_of(state).items()),
            "",
            verdict[3],
        )

    def digest(self) -> bytes:
        """Give 16 bytes that stand for the result: who won with what, and how long it took."""
        return blake2b(repr((*self._ending, self.measures)).encode(), digest_size=16).digest()

    def went_as(self, other: Result) -> bool:
        """Say whether another game went alike in every figure that is known of both: one of them may have measures
        that the other's rules do not have."""
        mine, theirs = dict(self.measures), dict(other.measures)
        both = mine.keys() & theirs.keys()
        alike = self._ending == other._ending and self.message == other.message
        return alike and all(mine[title] == theirs[title] for title in both)

    @property
    def _ending(self) -> tuple[Any, ...]:
        ending = (self.kind, self.winners, self.scores)
        return (*ending, self.decisions, self.forced, self.turns, self.options)

    @property
    def ranks(self) -> tuple[float, ...] | None:
        """Each seat's place, 1 is best; seats that tie share the mean of the places they take up."""
        if self.standing is None:
            return None
        order = sorted(self.standing, reverse=True)
        return tuple(order.index(keys) + (order.count(keys) + 1) / 2 for keys in self.standing)


@frozen
class Watched:
    """A game's result, the measures of its course, what cards and actions came to, and which rules were reached."""

    result: Result
    figures: dict[str, float]
    cards: dict[str, Use]
    actions: dict[str, Use]
    reached: frozenset[str]


@define
class Batch:
    """The figures of some games, in the order of their numbers."""

    players: int
    games: int = 0
    kinds: dict[str, int] = field(factory=dict)
    wins: list[dict[int, int]] = field(factory=list)  # for each seat: winners in a game -> how often it was one of them
    shared: int = 0
    decisions: Counts = field(factory=Counts)
    turns: Counts = field(factory=Counts)
    forced: int = 0
    options: int = 0
    most_options: int = 0
    measures: dict[str, Moments] = field(factory=dict)
    watched: int = 0  # games of which the following was counted
    course: dict[str, Moments] = field(factory=dict)
    cards: dict[str, Use] = field(factory=dict)
    actions: dict[str, Use] = field(factory=dict)
    reached: set[str] = field(factory=set)
    crashes: list[Crash] = field(factory=list)  # the first ones
    rows: list[Result] | None = None
    seconds: float = 0.0
    digests: bytearray = field(factory=bytearray)  # of games not yet taken into the running hash
    _hash: Any = None

    @classmethod
    def empty(cls, players: int, *, rows: bool) -> Batch:
        """Give a batch of no games."""
        return cls(players, wins=[{} for _ in range(players)], rows=[] if rows else None)

    def add(self, result: Result) -> None:
        """Take one game in."""
        self.games += 1
        self.kinds[result.kind] = self.kinds.get(result.kind, 0) + 1
        self.digests += result.digest()
        if self.rows is not None:
            self.rows.append(result)
        if result.kind == "error":
            if len(self.crashes) < MOST_CRASHES:
                self.crashes.append(Crash(result.index, result.seed, result.message, result.choices))
            return
        winners = len(result.winners)
        self.shared += winners > 1
        for seat in result.winners:
            self.wins[seat][winners] = self.wins[seat].get(winners, 0) + 1
        self.decisions.add(result.decisions)
        self.turns.add(result.turns)
        self.forced += result.forced
        self.options += result.options
        self.most_options = max(self.most_options, result.most_options)
        for name, value in result.measures:
            self.measures.setdefault(name, Moments()).add(value)

    def watch(self, watched: Watched) -> None:
        """Take in what was seen of a game beside its result."""
        self.watched += 1
        for name, value in watched.figures.items():
            self.course.setdefault(name, Moments()).add(value)
        self._merge_uses(watched.cards, watched.actions)
        self.reached |= watched.reached

    def _merge_uses(self, cards: dict[str, Use], actions: dict[str, Use]) -> None:
        for mine, theirs in ((self.cards, cards), (self.actions, actions)):
            for name, use in theirs.items():
                mine.setdefault(name, Use()).merge(use)

    def merge(self, other: Batch) -> None:
        """Take in a batch of the games that follow."""
        self.games += other.games
        self.shared += other.shared
        self.forced += other.forced
        self.options += other.options
        self.most_options = max(self.most_options, other.most_options)
        for kind, times in other.kinds.items():
            self.kinds[kind] = self.kinds.get(kind, 0) + times
        for mine, theirs in zip(self.wins, other.wins, strict=True):
            for winners, times in theirs.items():
                mine[winners] = mine.get(winners, 0) + times
        self.decisions.merge(other.decisions)
        self.turns.merge(other.turns)
        for name, moments in other.measures.items():
            self.measures.setdefault(name, Moments()).merge(moments)
        self.watched += other.watched
        for name, moments in other.course.items():
            self.course.setdefault(name, Moments()).merge(moments)
        self._merge_uses(other.cards, other.actions)
        self.reached |= other.reached
        self.crashes = (self.crashes + other.crashes)[:MOST_CRASHES]
        if self._hash is None:
            self._hash = blake2b(bytes(self.digests), digest_size=16)
            self.digests.clear()
        self._hash.update(bytes(other.digests))

    @property
    def digest(self) -> str:
        """The hash of every game's result, in order, as hex text."""
        running = blake2b(digest_size=16) if self._hash is None else self._hash.copy()
        running.update(bytes(self.digests))
        return running.hexdigest()

    def wins_by_seat(self) -> list[float]:
        """Give each seat's wins: sole ones, and its share of those it shared with others."""
        return [sum(times / winners for winners, times in seat.items()) for seat in self.wins]

    def without_winner(self) -> int:
        """Give how many finished games nobody won."""
        won_by_one_seat_at_least = round(sum(self.wins_by_seat()))
        return sum(self.kinds.get(kind, 0) for kind in FINISHED) - won_by_one_seat_at_least
