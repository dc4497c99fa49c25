"""Games with one planted fault each, and the same games mended."""

from __future__ import annotations

from attrs import frozen

_COINS = '''
game "{title}" for 2 to 3 players

kind coin: worth: number
cards of kind coin:
    each worth from 1 to 6, 3 of each, named "coin {{worth}}"

deck purse:
    every coin

the table has:
    spent: public zone
    turns_taken: number, starts 0

each player has:
    hand: private zone
    safe: public zone
    asleep: yes or no, starts no

setup:
    shuffle purse
    each player p: move the first 4 cards in purse to p's hand

play:
    each player clockwise from first_player has turns until turns_taken >= 60

turn:
    add 1 to turns_taken{turn}
    choose one of save, spend, act, wait

action save (c: a coin in your hand):
    only if awake: you are not asleep
    do: move c to your safe

action spend (c: a coin in your safe):
    only if awake: you are not asleep
    do: move c to spent

{act}
action wait:
    do:
        if there is a coin in purse: move the first card in purse to your hand

ranking of player p:
    total c's worth over each coin c in p's safe, highest first
'''


@frozen
class Fault:
    """A game with a fault: what the fuzzer calls it, the text of the faulty action, and the mended one."""

    kind: str
    faulty: str
    mended: str
    more: str = ""
    turn: str = ""  # what the mended turn begins with

    def rules(self, mended: bool = False) -> str:
        """The rules with the fault, or mended."""
        act = self.mended if mended else self.faulty
        turn = self.turn if mended else ""
        return _COINS.format(title=self.kind.capitalize(), act=act, turn=turn) + self.more


_STEAL = '''
action act:
    do:
        {choice}
        move d to your hand
'''

_SORT = '''
action act (c: a coin in your safe):
    only if high: c's worth > 4
    do:
        repeat until count of coins in your safe {stop}: {body}
'''

_MILL = '''
action act (c: a coin in your safe):
    only if low: c's worth is 2
    do: move all coins in your safe to {to}
'''

_SLEEP = '''
action act:
    only if awake: you are not asleep
    do: set your right's asleep to yes
'''

_ROUND = '''
action act (c: a coin in your safe):
    only if cheap: c's worth is 1
    do:
        repeat until spent is empty:
            {body}
'''

FAULTS = {
    "crash": Fault("crash",
        _STEAL.format(
            choice="let best be highest c's worth over each coin c in your left's safe\n"
            "        choose a coin d in your left's safe where d's worth is best"
        ),
        _STEAL.format(choice="choose a coin d in your left's safe with the highest d's worth"),
    ),
    "hang": Fault(
        "hang",
        _SORT.format(stop="> 18", body="add 1 to turns_taken"),
        _SORT.format(stop=">= 1", body="add 1 to turns_taken"),
    ),
    "deadlock": Fault(
        "deadlock",
        _ROUND.format(body="if count of coins in purse > 99: move all coins in spent to purse"),
        _ROUND.format(body="move all coins in spent to purse"),
    ),
    "invariant": Fault(
        "invariant",
        _MILL.format(to="box"),
        _MILL.format(to="spent"),
        '''
invariant "no coin is lost":
    count of coins in box is 0
''',
    ),
    "idle": Fault(
        "idle",
        _SLEEP,
        _SLEEP,
        turn="\n    set your asleep to no",
    ),
}
