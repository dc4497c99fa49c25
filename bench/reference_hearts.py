"""Hearts by hand, for three to five players, in two ways: with classes, and optimised with whole numbers and lists.

The rules are those of games/classics/hearts.rules. What the engine reaches with that file is measured against these.
`play_games` is the one with classes, written as one writes such a game when nobody asks for speed; `play_games_fast`
is the same game written for speed alone. A decision is one answer of a player, forced or not; passing three cards is
one decision.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from enum import Enum

GOAL = 100  # the options are as they normally are
ALL_POINTS = 26


# ---------------------------------------------------------------------------------------------- with classes


class Suit(Enum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


@dataclass(frozen=True, eq=False)
class Card:
    """One of the 52. Each exists once, so that two are equal only if they are the same."""

    suit: Suit
    rank: int
    points: int


def standard_deck() -> list[Card]:
    """Give a new deck, in order."""
    return [
        Card(suit, rank, 1 if suit is Suit.HEARTS else 13 if suit is Suit.SPADES and rank == 12 else 0)
        for suit in Suit
        for rank in range(2, 15)
    ]


@dataclass(eq=False)
class Player:
    """What lies before a player."""

    hand: list[Card] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)
    score: int = 0


class Hearts:
    """A whole game, to the first score that reaches the goal."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.rng = rng
        self.players = [Player() for _ in range(seats)]
        self.deals = 0
        self.decisions = 0
        self.deck = standard_deck()
        left_out = {4: (), 3: (Suit.DIAMONDS,), 5: (Suit.DIAMONDS, Suit.CLUBS)}[seats]
        self.deck = [card for card in self.deck if card.rank != 2 or card.suit not in left_out]
        self.opener = min((card for card in self.deck if card.suit is Suit.CLUBS), key=lambda card: card.rank)
        self.hearts_broken = False
        self.first_trick = True
        self.lead = 0

    @property
    def is_over(self) -> bool:
        return any(player.score >= GOAL for player in self.players)

    def play(self) -> None:
        """Play until somebody has reached the goal."""
        while not self.is_over:
            self.play_deal()

    def play_deal(self) -> None:
        """Deal, pass, play all tricks and count."""
        self.deals += 1
        self.deal()
        self.pass_cards()
        self.hearts_broken = False
        self.first_trick = True
        self.lead = next(seat for seat, player in enumerate(self.players) if self.opener in player.hand)
        while self.players[self.lead].hand:
            self.play_trick()
            self.first_trick = False
        self.count_up()

    def deal(self) -> None:
        self.rng.shuffle(self.deck)
        share = len(self.deck) // len(self.players)
        for seat, player in enumerate(self.players):
            player.hand = self.deck[seat * share : (seat + 1) * share]
            player.taken = []

    def pass_distance(self) -> int:
        """Give how many seats to the left this deal's cards go; 0 is not at all."""
        seats = len(self.players)
        ways = [0, 1, seats - 1, 2] if seats == 4 else [0, 1, seats - 1]
        return ways[self.deals % len(ways)]

    def pass_cards(self) -> None:
        distance = self.pass_distance()
        if not distance:
            return
        passed = [self.choose_passed(player) for player in self.players]
        for seat, cards in enumerate(passed):
            for card in cards:
                self.players[seat].hand.remove(card)
            self.players[(seat + distance) % len(self.players)].hand.extend(cards)

    def choose_passed(self, player: Player) -> list[Card]:
        self.decisions += 1
        return self.rng.sample(player.hand, 3)

    def choose_card(self, options: list[Card]) -> Card:
        self.decisions += 1
        return self.rng.choice(options)

    def legal_cards(self, player: Player, led: Suit | None) -> list[Card]:
        """Give the cards that a player may play to a trick in which that suit was led."""
        cards = player.hand
        if led is None:
            if self.first_trick:
                return [self.opener]
            if not self.hearts_broken:
                cards = [card for card in player.hand if card.suit is not Suit.HEARTS] or player.hand
            return cards
        cards = [card for card in player.hand if card.suit is led] or player.hand
        if self.first_trick:
            cards = [card for card in cards if not card.points] or cards
        return cards

    def play_trick(self) -> None:
        led: Suit | None = None
        trick: list[Card] = []
        best, winner = 0, self.lead
        seats = len(self.players)
        for turn in range(seats):
            seat = (self.lead + turn) % seats
            player = self.players[seat]
            card = self.choose_card(self.legal_cards(player, led))
            if led is None:
                led = card.suit
            if card.suit is Suit.HEARTS:
                self.hearts_broken = True
            player.hand.remove(card)
            trick.append(card)
            if card.suit is led and card.rank > best:
                best, winner = card.rank, seat
        self.players[winner].taken.extend(trick)
        self.lead = winner

    def count_up(self) -> None:
        """Whoever took every point gives them to each of the others instead."""
        points = [sum(card.points for card in player.taken) for player in self.players]
        for seat, own in enumerate(points):
            if own == ALL_POINTS:
                for other in self.players:
                    if other is not self.players[seat]:
                        other.score += ALL_POINTS
            else:
                self.players[seat].score += own


def play_games(games: int, seed: int, seats: int = 4) -> tuple[int, float]:
    """Play so many games at random; give the decisions taken and the seconds used."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    for _ in range(games):
        game = Hearts(seats, rng)
        game.play()
        decisions += game.decisions
    return decisions, time.perf_counter() - start


# ------------------------------------------------------------------------------- with whole numbers and lists

# A card is suit * 13 + rank - 2, and a hand is a list for each suit.
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_QUEEN = _SPADES * 13 + 10
_POINTS = [1 if card // 13 == _HEARTS else 13 if card == _QUEEN else 0 for card in range(52)]
_SUIT = [card // 13 for card in range(52)]


def _fast_deal(deck: list[int], seats: int, deals: int, opener: int, rng: random.Random) -> tuple[list[int], int]:
    """Play one deal; give each seat's points and the decisions taken."""
    # `random() * n` picks with a bias far below anything measured, at a fifth of the price of `choice`.
    pick = rng.random
    rng.shuffle(deck)
    share = len(deck) // seats
    hands = [deck[seat * share : (seat + 1) * share] for seat in range(seats)]
    ways = (0, 1, seats - 1, 2) if seats == 4 else (0, 1, seats - 1)
    distance = ways[deals % len(ways)]
    decisions = 0
    if distance:
        # The hands are in random order already: the last three are as random as any.
        passed = [hand[-3:] for hand in hands]
        for hand in hands:
            del hand[-3:]
        for seat in range(seats):
            hands[(seat + distance) % seats] += passed[seat]
        decisions = seats
    by_suit: list[list[list[int]]] = []
    lead = 0
    for seat, hand in enumerate(hands):
        suits: list[list[int]] = [[], [], [], []]
        for card in hand:
            suits[_SUIT[card]].append(card)
        by_suit.append(suits)
        if opener in suits[_CLUBS]:
            lead = seat
    points = [0] * seats
    order = [[(first + turn) % seats for turn in range(seats)] for first in range(seats)]
    broken = False
    for trick in range(share):
        led = -1
        best = -1
        winner = lead
        worth = 0
        for seat in order[lead]:
            clubs, diamonds, hearts, spades = suits = by_suit[seat]
            if led < 0:
                if not trick:
                    cards = [opener]
                elif broken:
                    cards = clubs + diamonds + hearts + spades
                else:
                    cards = clubs + diamonds + spades or hearts
            else:
                cards = suits[led]
                if not cards:
                    cards = clubs + diamonds + hearts + spades
                    if not trick:
                        cards = [card for card in cards if not _POINTS[card]] or cards
            card = cards[int(pick() * len(cards))]
            suit = _SUIT[card]
            suits[suit].remove(card)
            worth += _POINTS[card]
            if suit == _HEARTS:
                broken = True
            if led < 0:
                led = suit
            if suit == led and card > best:
                best = card
                winner = seat
        points[winner] += worth
        lead = winner
    return points, decisions + share * seats


def _fast_game(seats: int, rng: random.Random) -> tuple[int, list[int]]:
    """Play one game; give the decisions taken and each seat's score."""
    left_out = {4: (), 3: (13,), 5: (13, 0)}[seats]
    deck = [card for card in range(52) if card not in left_out]
    opener = min(deck)
    scores = [0] * seats
    decisions = deals = 0
    while max(scores) < GOAL:
        deals += 1
        points, taken = _fast_deal(deck, seats, deals, opener, rng)
        decisions += taken
        if ALL_POINTS in points:
            points = [ALL_POINTS - own for own in points]
        for seat, own in enumerate(points):
            scores[seat] += own
    return decisions, scores


def play_games_fast(games: int, seed: int, seats: int = 4) -> tuple[int, float]:
    """Play so many games at random with the optimised form; give the decisions taken and the seconds used."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    for _ in range(games):
        decisions += _fast_game(seats, rng)[0]
    return decisions, time.perf_counter() - start
