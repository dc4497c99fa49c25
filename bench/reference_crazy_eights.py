"""Crazy Eights by hand, for two to six players, in two ways: with classes, and optimised with whole numbers and lists.

The rules are those of games/classics/crazy_eights.rules with its options as they normally are. What the engine reaches
with that file is measured against these. `play_games` is the one with classes, written as one writes such a game when
nobody asks for speed; `play_games_fast` is the same game written for speed alone. A decision is one answer of a player,
forced or not: playing a card is one, naming a suit after an eight another.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from enum import Enum

# ---------------------------------------------------------------------------------------------- with classes


class Suit(Enum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


SUITS = list(Suit)
EIGHT = 8
ACE = 14


@dataclass(frozen=True, eq=False)
class Card:
    """One of the 52. Each exists once, so that two are equal only if they are the same."""

    suit: Suit
    rank: int

    @property
    def penalty(self) -> int:
        """What the card counts against whoever still holds it."""
        if self.rank == EIGHT:
            return 50
        if self.rank == ACE:
            return 1
        return min(self.rank, 10)


@dataclass(eq=False)
class Player:
    """What lies before a player."""

    hand: list[Card] = field(default_factory=list)

    @property
    def penalty(self) -> int:
        return sum(card.penalty for card in self.hand)


class CrazyEights:
    """A whole game: to the first player without cards, or until nobody can play or draw."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.rng = rng
        self.decisions = 0
        self.players = [Player() for _ in range(seats)]
        self.stock = [Card(suit, rank) for suit in SUITS for rank in range(2, ACE + 1)]
        self.covered: list[Card] = []
        self.passes = 0
        self.current = 0
        self.deal()
        self.turn_up()

    def deal(self) -> None:
        self.rng.shuffle(self.stock)
        share = 7 if len(self.players) == 2 else 5
        for player in self.players:
            player.hand = [self.stock.pop() for _ in range(share)]

    def turn_up(self) -> None:
        """Open a first card that is not an eight."""
        while self.stock[-1].rank == EIGHT:
            self.rng.shuffle(self.stock)
        self.open_card = self.stock.pop()
        self.suit = self.open_card.suit

    @property
    def is_over(self) -> bool:
        return self.passes >= len(self.players) or any(not player.hand for player in self.players)

    @property
    def winners(self) -> list[Player]:
        """Give those with the least in their hands."""
        least = min(player.penalty for player in self.players)
        return [player for player in self.players if player.penalty == least]

    def fits(self, card: Card) -> bool:
        return card.rank == EIGHT or card.suit is self.suit or card.rank == self.open_card.rank

    def legal_cards(self, player: Player) -> list[Card]:
        return [card for card in player.hand if self.fits(card)]

    def play(self) -> None:
        """Take turns until the game is over."""
        while not self.is_over:
            self.take_turn(self.players[self.current])
            self.current = (self.current + 1) % len(self.players)

    def take_turn(self, player: Player) -> None:
        options = self.legal_cards(player)
        while not options and self.stock:
            card = self.stock.pop()
            player.hand.append(card)
            if self.fits(card):
                options.append(card)
        if not options:
            self.passes += 1
            return
        self.passes = 0
        self.put(player, self.choose_card(options))

    def put(self, player: Player, card: Card) -> None:
        """Cover the open card."""
        player.hand.remove(card)
        self.covered.append(self.open_card)
        self.open_card = card
        self.suit = self.choose_suit() if card.rank == EIGHT else card.suit

    def choose_card(self, options: list[Card]) -> Card:
        self.decisions += 1
        return self.rng.choice(options)

    def choose_suit(self) -> Suit:
        self.decisions += 1
        return self.rng.choice(SUITS)


def play_games(games: int, seed: int, seats: int = 4) -> tuple[int, float]:
    """Play so many games at random; give the decisions taken and the seconds used."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    for _ in range(games):
        game = CrazyEights(seats, rng)
        game.play()
        assert game.winners
        decisions += game.decisions
    return decisions, time.perf_counter() - start


# ------------------------------------------------------------------------------- with whole numbers and lists

# A card is suit * 13 + rank - 2. What may lie on what is one table: by the suit in force and the open card's rank.
_DECK = list(range(52))
_SUIT = [card // 13 for card in _DECK]
_RANK = [card % 13 for card in _DECK]
_EIGHT = 6
_FITS = [
    [[_RANK[card] == _EIGHT or _SUIT[card] == suit or _RANK[card] == rank for card in _DECK] for rank in range(13)]
    for suit in range(4)
]
_PENALTY = [50 if rank == _EIGHT else 1 if rank == 12 else min(rank + 2, 10) for rank in _RANK]


def _fast_game(seats: int, rng: random.Random) -> tuple[int, list[int]]:
    """Play one game; give the decisions taken and each seat's penalty."""
    # `random() * n` picks with a bias far below anything measured, at a fifth of the price of `choice`.
    pick = rng.random
    stock = _DECK[:]
    rng.shuffle(stock)
    share = 7 if seats == 2 else 5
    hands = [stock[seat * share : (seat + 1) * share] for seat in range(seats)]
    del stock[: seats * share]
    while _RANK[stock[-1]] == _EIGHT:
        rng.shuffle(stock)
    card = stock.pop()
    fits = _FITS[_SUIT[card]][_RANK[card]]
    decisions = passes = 0
    while True:
        for hand in hands:
            options = [card for card in hand if fits[card]]
            if options:
                card = options[int(pick() * len(options))]
                hand.remove(card)
            else:
                while stock:
                    card = stock.pop()
                    if fits[card]:
                        break
                    hand.append(card)
                else:
                    passes += 1
                    if passes >= seats:
                        return decisions, [sum([_PENALTY[card] for card in hand]) for hand in hands]
                    continue
            passes = 0
            decisions += 1
            rank = _RANK[card]
            if rank == _EIGHT:
                decisions += 1
                fits = _FITS[int(pick() * 4)][rank]
            else:
                fits = _FITS[_SUIT[card]][rank]
            if not hand:
                return decisions, [sum([_PENALTY[card] for card in hand]) for hand in hands]


def play_games_fast(games: int, seed: int, seats: int = 4) -> tuple[int, float]:
    """Play so many games at random with the optimised form; give the decisions taken and the seconds used."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    for _ in range(games):
        taken, penalties = _fast_game(seats, rng)
        assert min(penalties) >= 0
        decisions += taken
    return decisions, time.perf_counter() - start
