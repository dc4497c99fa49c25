"""A small game with secrets, chance, a definition and a stack of reasons, for tests of the words of the prompt."""

MAGPIES = '''\
game "Magpies" for 2 to 4 players
    """Hoard what shines. When the nest is empty, the brightest hoard wins."""

option reach: 0 to 5, normally 1
    """How much brighter than your card may be what you trade it for?"""

kind thing:
    shine: number

cards of kind thing:
    name        copies  shine
    "Button"         8      1
    "Coin"           6      2
    "Ring"           4      3

card "Pearl": thing, 2 copies
    """Draws the eye."""
    shine 5

deck nest:
    every thing

each player has:
    hand: private zone
    hoard: public zone, in play
    luck: 0 to 9, starts 0

define player p's glitter: number
    = total c's shine over each card c in p's hoard

setup:
    shuffle nest
    each player p: move the first 3 cards in nest to p's hand

play:
    each player clockwise from first_player has turns until nest is empty

turn:
    phase acting:
        choose one of hoard_it, trade
    move the first card in nest to your hand

action hoard_it (c: a thing in your hand):
    """Lay a card into your hoard."""
    do: move c to your hoard

action trade (offer: a thing in your hand) for (prize: an enemy thing in play):
    """Put a card into another hoard, and take one that is not much brighter out of it."""
    only if fair: prize's shine <= offer's shine + reach
    do:
        let victim be prize's controller
        move prize to your hoard
        move offer to victim's hoard

ranking of player p:
    p's glitter, highest first

scenario "a coin for a ring" with Ann, Bob:
    given Ann's turn
    given Ann's hand is "Coin"
    given Bob's hoard is "Ring"
    given nest is "Button", "Button", "Button"
    Ann trades "Coin" for "Ring"
    expect Ann's hoard is "Ring"
'''
