"""A tiny game that is no rules file: the terminal's part is tested on it alone, whatever the engine does.

Each of two or more players holds three hidden cards from 1 to 9 and plays them; the highest sum wins. First everybody
puts at most one card aside (a set), then says a number, then plays one card after the other (an action). Playing a 9
draws a card, which is chance.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.chance import draw, seed_key
from rulewright.interpreter.errors import IllegalChoice, UsageError


@frozen
class Option:
    index: int
    text: str
    action: str | None = None
    data: Any = None


@frozen
class Card:
    name: str | None
    values: dict[str, str] = field(factory=dict)
    face_down: bool = False


@frozen
class Zone:
    name: str
    owner: int | None
    cards: list[Card] | None
    count: int
    known: tuple[str, ...] = ()
    on: str | None = None

    @property
    def shown_with(self) -> int | None:
        return self.owner


@frozen
class Member:
    name: str
    owner: int | None
    text: str


@frozen
class View:
    zones: list[Zone]
    members: list[Member]
    asked: int | None
    turn: int
    active: int | None
    alive: tuple[int, ...]
    phase: str | None = None
    boards: tuple[Any, ...] = ()
    stack: tuple[str, ...] = ()


@frozen
class Entry:
    text: str
    visible_to: set[int] | None = None
    level: int = 0
    moved: None = None
    forced: bool = False


@frozen
class Outcome:
    kind: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...]

    def returns(self) -> list[Fraction]:
        return [Fraction(score) for score in self.scores or ()]


@define
class Decision:
    player: int
    question: str
    kind: str
    items: list[Option]
    low: int
    high: int
    joint: bool = False
    amount: int | None = None
    worth: tuple[int, ...] = ()
    withheld: tuple[Any, ...] = ()

    @property
    def forced(self) -> bool:
        return self.kind == "action" and len(self.items) == 1

    @property
    def options(self) -> Sequence[Option]:
        if self.kind != "set":
            return self.items
        sets = [s for n in range(self.low, self.high + 1) for s in combinations(range(len(self.items)), n)]
        return [Option(at, ", ".join(self.items[i].text for i in s), data=s) for at, s in enumerate(sets)]


@define
class State:
    seed: int
    players: int
    hands: list[list[int]]
    laid: list[list[int]]
    said: list[int]
    stage: int = 0
    player: int = 0
    drawn: int = 0
    log: list[Entry] = field(factory=list)
    n_turns: int = 1
    n_forced: int = 0
    phase_name: str | None = None
    n_decisions: int = 0
    asked: list[int] = field(factory=list)
    n_options_seen: int = 0
    most_options: int = 0
    asks_forced: frozenset[int] = frozenset()

    @property
    def g(self) -> Any:
        instance, program = SimpleNamespace(decks=[], faces=[]), SimpleNamespace(tests=None)
        return SimpleNamespace(shown=None, instance=instance, program=program, ranking=None)

    @property
    def names(self) -> list[str]:
        return ["Ann", "Bob", "Cal", "Dee"][: self.players]

    @property
    def is_over(self) -> bool:
        return self.stage == 2 and not any(self.hands)

    @property
    def decision(self) -> Decision:
        hand = [Option(at, f'"{card}"', data=at) for at, card in enumerate(self.hands[self.player])]
        if self.stage == 0:
            return Decision(self.player, "Which cards do you put aside?", "set", hand, 0, 1)
        if self.stage == 1:
            return Decision(self.player, "Say a number", "number", [Option(n, str(n)) for n in range(3)], 1, 1)
        plays = [Option(at, f"play {card}", "play") for at, card in enumerate(self.hands[self.player])]
        return Decision(self.player, "What do you do?", "action", plays, 1, 1)

    @property
    def n_options(self) -> int:
        return len(self.decision.options)

    def choose(self, answer: Any) -> None:
        decision, seat = self.decision, self.player
        self.n_decisions += 1
        self.asked.append(seat)
        if decision.kind == "set":
            chosen = list(answer) if not isinstance(answer, int) else list(decision.options[answer].data)
            if len(chosen) > decision.high:
                raise IllegalChoice("at most one card")
            for at in sorted(chosen, reverse=True):
                del self.hands[seat][at]
            self.log.append(Entry(f"{self.names[seat]} puts {len(chosen)} aside."))
            self._next_stage()
            return
        if not 0 <= answer < len(decision.options):
            raise IllegalChoice("no such option")
        if decision.kind == "number":
            self.said[seat] = answer
            self._next_stage()
            return
        card = self.hands[seat].pop(answer)
        self.laid[seat].append(card)
        self.log.append(Entry(f"{self.names[seat]} plays {card}."))
        if card == 9:
            self.hands[seat].append(draw(seed_key(self.seed), "deck", self.drawn, 8) + 1)
            self.hands[seat].sort()
            self.drawn += 1
            self.log.append(Entry(f"{self.names[seat]} draws {self.hands[seat]}.", {seat}))
        self._to_next()

    @property
    def log_mark(self) -> int:
        return len(self.log)

    def log_since(self, mark: Any) -> list[Entry]:
        return self.log[mark or 0 :]

    def choose_random(self, rng: Any) -> int:
        answer = int(rng.random() * self.n_options)
        self.choose(answer)
        return answer

    def _next_stage(self) -> None:
        self.player += 1
        if self.player == self.players:
            self.player = 0
            self.stage += 1

    def _to_next(self) -> None:
        self.n_turns += 1
        if any(self.hands):
            self.player = (self.player + 1) % self.players
            while not self.hands[self.player]:
                self.player = (self.player + 1) % self.players

    @property
    def verdict(self) -> tuple[str, tuple[int, ...], tuple[int, ...] | None, tuple[int, ...] | None]:
        over = self.outcome
        return ("limit", (), None, None) if over is None else (over.kind, over.winners, over.scores, over.scores)

    @property
    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        sums = tuple(sum(laid) for laid in self.laid)
        order = sorted(range(self.players), key=lambda seat: -sums[seat])
        winners = tuple(seat for seat in order if sums[seat] == max(sums))
        return Outcome("ranking", winners, sums, tuple((seat,) for seat in order))

    def fork(self) -> State:
        return copy.deepcopy(self)

    def redeals(self, player: int) -> Any:
        return SimpleNamespace(instance=SimpleNamespace(decks=[]), deal=lambda seed: self.redeal(player, seed))

    def redeal(self, seat: int, seed: int) -> State:
        dealt = self.fork()
        for other in range(self.players):
            if other != seat:
                count = len(dealt.hands[other])
                dealt.hands[other] = sorted(draw(seed_key(seed), f"{other}", n, 8) + 1 for n in range(count))
        return dealt

    def view(self, seat: int | None) -> View:
        zones = []
        for owner in range(self.players):
            hand, laid = self.hands[owner], self.laid[owner]
            known = [Card(str(card)) for card in hand] if owner == seat else None
            zones.append(Zone("hand", owner, known, len(hand)))
            zones.append(Zone("laid", owner, [Card(str(card)) for card in laid], len(laid)))
        members = [Member("said", owner, str(said)) for owner, said in enumerate(self.said)]
        return View(
            zones, members, None if self.is_over else self.player, self.n_turns, None, tuple(range(self.players))
        )

    def may_take_back(self, before: State) -> bool:
        shown = (before.drawn, before.laid) != (self.drawn, self.laid)
        asked = {*self.asked[len(before.asked) :], *([] if self.is_over else [self.player])}
        return not shown and asked <= {before.player}

    def digest(self) -> str:
        return repr((self.hands, self.laid, self.said))

    def to_json(self) -> dict[str, Any]:
        return {"hands": self.hands, "laid": self.laid, "said": self.said}


@define
class Game:
    name: str = "Three Cards"
    doc: str = "Play your cards."
    house_rules: tuple[tuple[str, str | None], ...] = ()
    min_players: int = 2
    max_players: int = 4
    hash: str = "abc"
    options: dict[str, Any] = field(factory=dict)
    deal: list[list[int]] | None = None
    loaded: None = None
    program: Any = field(factory=lambda: SimpleNamespace(instance=SimpleNamespace(decks=[]), bots={}, tests=None, boards={}))

    def start(
        self, players: int | None = None, seed: int | None = None, traced: bool = False, ask_passes: bool = False
    ) -> State:
        players = players or 2
        if not 2 <= players <= 4:
            raise UsageError("2 to 4 players")
        seed = 4242 if seed is None else seed
        key = seed_key(seed)
        hands = self.deal or [
            sorted(draw(key, "deal", seat * 3 + n, 9) + 1 for n in range(3)) for seat in range(players)
        ]
        return State(seed, players, copy.deepcopy(hands), [[] for _ in range(players)], [0] * players)

    def playout(self, players: int, seed: int, numbers: Sequence[Callable[[], float]]) -> State:
        state = self.start(players, seed)
        while not state.is_over:
            n = state.n_options
            state.n_options_seen += n
            state.most_options = max(n, state.most_options)
            state.choose(int(numbers[state.player]() * n))
        return state
