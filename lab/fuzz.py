"""Looking for games that go wrong: that break, never end, lose cards, break an invariant, or leave somebody idle.

Games are played in several ways, of which one prefers answers that were given least so far: so rare rules come up
soon. Which games are played follows from the seed alone, and so does what is found in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.errors import RulewrightError, RunError
from rulewright.interpreter.invariants import InvariantWatch
from rulewright.interpreter.search import answer_kind
from rulewright.interpreter.state import DEFAULT_LIMITS, DEFAULT_NAMES
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

KINDS = {
    "crash": "the rules break",
    "hang": "an answer is never done with",
    "deadlock": "the game goes round for ever, and nobody can do anything about it",
    "invariant": "an invariant does not hold",
    "cards": "cards are lost",
    "idle": "a player has nothing to decide for long",
}
MOST_FINDINGS = 20
_MOST_DECISIONS = 3_000
_IDLE_DECISIONS = 40  # choices of each of the others, in which a player who is still in has none
_LOOK_FOR_CARDS = 32  # decisions between two looks whether all cards are there
_WAYS = ("uniform", "rare", "first", "rare", "last")


@frozen
class Run:
    """One game as far as it was played: enough to play it again."""

    players: int
    seed: int
    answers: tuple[Any, ...] = ()


@frozen
class Trouble:
    """What goes wrong in a game. `rule`: where in the rules, or which rule, as far as that is known; of who is idle, what
    does not come to them (`_cause`).

    `seat`: who is idle. Two troubles with the same `key` are one.
    """

    kind: str
    message: str
    rule: str = ""
    seat: int | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same trouble in another game."""
        return self.kind, self.rule, "" if self.kind == "idle" else self.message


@frozen
class Finding:
    """A trouble with the shortest game that was found for it, and a scenario that shows it (empty if none could be
    written)."""

    trouble: Trouble
    run: Run
    scenario: str

    def same(self, other: Finding) -> bool:
        """Whether the scenarios are the same but for their titles: what led there differed, and did not matter."""
        shown, others = (re.sub(r'^scenario "[^"]*"', "", one.scenario) for one in (self, other))
        return bool(shown) and shown == others

    def to_json(self) -> dict[str, Any]:
        """Give the finding as it stands in the command's document."""
        return {
            "kind": self.trouble.kind,
            "message": self.trouble.message,
            "rule": self.trouble.rule,
            "scenario": self.scenario,
            "players": self.run.players,
            "seed": self.run.seed,
            "answers": list(self.run.answers),
        }


@define
class Watch:
    """Looks at a game after every answer. `idle`: how many choices of the others are long; None: 40 for each of them."""

    game: Game
    idle: int | None = None
    _invariants: InvariantWatch = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._invariants = InvariantWatch(self.game)

    def follow(
        self, players: int, seed: int, choose: Callable[[State], int | None], most: int = _MOST_DECISIONS
    ) -> tuple[Trouble | None, Run, int]:
        """Play a game with the answers that `choose` gives (None ends it): (what went wrong, the game, its decisions)."""
        answers: list[Any] = []
        waited = [0] * players
        allowed = self.idle if self.idle is not None else _IDLE_DECISIONS * max(1, players - 1)
        last = ""
        state = None
        try:
            state = self.game.start(players=players, seed=seed)
            while True:
                trouble = self._trouble(state, last, waited, allowed)
                if trouble is not None or state.is_over or state.n_decisions >= most:
                    break
                answer = choose(state)
                if answer is None:
                    break
                seat = state.player
                waited = [0 if other == seat else times + 1 for other, times in enumerate(waited)]
                last = answer_kind(state, answer)
                state.choose(answer)
        except RunError as fault:
            where = "" if fault.span is None else f"{fault.span.source.name}:{fault.span.line}"
            trouble = Trouble("crash", f"{fault.code}: {fault.message}", where)
        except RulewrightError:
            raise
        except Exception as fault:
            trouble = Trouble("crash", f"{type(fault).__name__}: {fault}", last)
        if state is not None:
            answers = state.history
        if trouble is not None and trouble.seat is not None:
            trouble = _with_cause(trouble, self._traced(players, seed, answers))
        return trouble, Run(players, seed, tuple(_plain(x) for x in answers)), len(answers)

    def _traced(self, players: int, seed: int, answers: list[Any]) -> State:
        """A game as it was played, with a record."""
        state = self.game.start_again(players, "traced", seed, DEFAULT_NAMES[:players], DEFAULT_LIMITS)
        for answer in answers:
            state.choose(answer)
        return state

    def _trouble(self, state: State, last: str, waited: list[int], allowed: int) -> Trouble | None:
        result = state.result
        if result is not None and result[0] == "endless":
            return Trouble("deadlock", result[2], last)
        if result is not None and result[0] == "limit" and "steps" in result[2]:
            return Trouble("hang", result[2], last)
        broken = self._invariants.broken(state)
        if broken is not None:
            where = "" if broken.span is None else f"{broken.span.source.name}:{broken.span.line}"
            return Trouble("invariant", f'the invariant "{broken.title}" does not hold', where)
        if state.is_over or not state.n_decisions % _LOOK_FOR_CARDS:
            lost = lost_cards(state)
            if lost:
                return Trouble("cards", f"{', '.join(lost[:4])}: in no place, or in two at once", last)
        if result is None and max(waited) >= allowed:
            for seat, times in enumerate(waited):
                if times >= allowed and seat in state.alive:
                    who = f"seat {seat + 1}"
                    return Trouble("idle", f"{who} decides nothing while others decide {allowed} times", "", seat)
        return None


def _with_cause(trouble: Trouble, state: State) -> Trouble:
    """Give the trouble of who is idle with what it comes of, which is where that player's last turn leaves nothing to choose.

    Who it is, what the others did last and what lies on the table differ from game to game, and are no other cause.
    """
    seat, entries = trouble.seat, state.entries()
    chosen = [place for place, entry in enumerate(entries) if entry[:2] == ("answer", seat) and not entry[4]]
    waiting = entries[chosen[-1] + 1 if chosen else 0 :]
    turns = [place for place, entry in enumerate(waiting) if entry[0] == "turn"]
    own = [place for place in turns if waiting[place][1] == seat]
    if turns and not own:
        return evolve(trouble, rule="no turn", message=f"{trouble.message}, and has no turn")
    end = min((place for place in turns if own and place > own[-1]), default=len(waiting))
    for entry in waiting[own[-1] if own else 0 : end]:
        span = None
        if entry[0] == "answer" and entry[1] == seat:
            span = state.g.questions[entry[2]].span
        elif entry[0] == "nothing" and entry[1] == seat:
            span = state.g.spans[entry[2]]
        if span is not None:
            return evolve(
                trouble, rule=f"{span.source.name}:{span.line}",
                message=f"{trouble.message}, and has one answer or none to what is asked here",
            )  # fmt: skip
    return evolve(trouble, rule="turn", message=f"{trouble.message}, and nothing is asked in its turns") if own else trouble


def lost_cards(state: State) -> list[str]:
    """The names of cards that are not in exactly the one place where the state says they are."""
    times: Counter[int] = Counter(c for cards in state.z for c in cards)
    at = state.at
    return [
        state.g.card_names[c] for c in range(len(at)) if times[c] != 1 or c not in state.z[at[c]]
    ]


def _plain(answer: Any) -> Any:
    return tuple(answer) if isinstance(answer, list) else answer


@define
class Searcher:
    """Plays game after game; `games` and `decisions` say how many so far."""

    game: Game
    seed: int
    watch: Watch
    players: tuple[int, ...]
    games: int = 0
    decisions: int = 0
    given: Counter[Any] = field(factory=Counter)  # how often each kind of answer was given

    @classmethod
    def of(cls, game: Game, seed: int, players: int | None = None, idle: int | None = None) -> Searcher:
        """Give one for a game with so many players, or with all numbers of players in turn."""
        counts = tuple(range(game.min_players, game.max_players + 1)) if players is None else (players,)
        return cls(game, seed, Watch(game, idle), counts)

    def troubles(self) -> Iterator[tuple[Trouble, Run] | None]:
        """Play for ever; give for each game what went wrong in it, None if nothing did."""
        while True:
            index = self.games
            players = self.players[index % len(self.players)]
            seed = derive_seed(self.seed, "fuzz", index)
            stream = Stream(seed, "fuzz")
            way = _WAYS[index % len(_WAYS)]
            trouble, run, decisions = self.watch.follow(players, seed, lambda state: self._answer(state, way, stream))  # noqa: B023
            self.games += 1
            self.decisions += decisions
            yield None if trouble is None else (trouble, run)

    def _answer(self, state: State, way: str, stream: Stream) -> int:
        n = state.n_options
        if way == "uniform" or n > 1_000 or stream.random() < 0.25:
            return stream.below(n)
        if way == "first":
            return 0
        if way == "last":
            return n - 1
        some = range(n) if n <= 16 else [stream.below(n) for _ in range(16)]
        kinds = {answer: answer_kind(state, answer) for answer in some}
        least = min(self.given[kind] for kind in kinds.values())
        answer = stream.pick([answer for answer, kind in kinds.items() if self.given[kind] == least])
        self.given[kinds[answer]] += 1
        return answer
