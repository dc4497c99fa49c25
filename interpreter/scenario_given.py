"""What is given is written straight into the flat state: no events, no triggers, no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.types import ListType
from rulewright.interpreter.describe import value_text, zone_text
from rulewright.interpreter.instance import BOX, UNMADE
from rulewright.interpreter.keyed import place_of
from rulewright.interpreter.state import State

Value = Callable[[b.Expr], Any]


class NotPossible(Exception):
    """What a line gives cannot be; the message says why."""


class Table:
    """Puts things on the table of one scenario. `value` works an expression out in the state as it is."""

    def __init__(self, state: State, value: Value) -> None:
        self.state = state
        self.value = value
        self.placed: dict[int, int] = {}  # card -> the zone where it was given
        compiled = state.g
        self.decks = {
            found.base for member, found in compiled.instance.zones.items()
            if member.zone is not None and member.zone.deck is not None
        }  # fmt: skip

    # ------------------------------------------------------------ cards

    def put_cards(self, line: t.GivenCards) -> None:
        """Put exactly these cards into a zone, its first end first; what lay there goes to the box."""
        S, move = self.state, self.state.g.runtime["move_one"]
        zone = self.value(line.zone)
        S.quiet += 1
        log = S.log_entries
        try:
            for card in S.z[zone]:
                self.placed.pop(card, None)
                move(S, card, BOX, True)
            S.uz.pop(zone, None)
            for wanted in line.cards:
                card = self._instance(wanted)
                move(S, card, zone, True)
                if S.at[card] != zone:
                    raise NotPossible(f"{zone_text(S, zone)} is full: there is no room for {S.g.card_names[card]}")
                self.placed[card] = zone
                holder = S.g.zone_holder[zone]
                owner = S.g.zone_owner[zone] if holder is None else S.own[holder]
                if owner is not None:
                    S.own = (*S.own[:card], owner, *S.own[card + 1 :])
                if wanted.alias is not None:
                    S.v[S.g.slots[wanted.alias]] = card
        finally:
            S.quiet -= 1
            S.log_entries = log
        S.changes += 1

    def _instance(self, wanted: t.GivenCard) -> int:
        """The card that is meant: one in the box or a deck of which nothing has been said yet."""
        S = self.state
        if wanted.value is not None:
            card = self.value(wanted.value)
            if card is None:
                raise NotPossible(f"{wanted.span.text} is no card here")
            return int(card)
        named = [c for c, name in enumerate(S.g.card_names) if name == wanted.name]
        for fits in (lambda zone: zone == BOX, lambda zone: zone in self.decks, lambda zone: zone == UNMADE):
            for card in named:
                if fits(S.at[card]) and self.placed.get(card) != S.at[card]:
                    return card
        if not named:
            raise NotPossible(f'there is no card called "{wanted.name}" with these options and players')
        where = sorted({zone_text(S, S.at[c]) for c in named})
        count = "the only one lies" if len(named) == 1 else f"all {len(named)} lie"
        raise NotPossible(f'there is no "{wanted.name}" left: {count} in {" and ".join(where)}')

    # ------------------------------------------------------------ chance

    def stream(self, zone: b.Expr) -> str:
        """The stream of what is drawn from a zone: of a pile its order, else which unseen card is taken."""
        found = self.value(zone)
        g = self.state.g
        member = g.instance.zone_member[found]
        ordered = member is not None and member.zone is not None and member.zone.ordered
        return f"{'' if ordered else 'taken '}{g.zone_streams[found]}"

    def drawn(self, wanted: t.GivenCard) -> int | str:
        """The card that is to be drawn, or the name of one."""
        return str(wanted.name) if wanted.value is None else int(self.value(wanted.value))

    # ------------------------------------------------------------ values

    def put_value(self, line: t.GivenValue) -> None:
        """Give a member its value."""
        value = self.value(line.value)
        if isinstance(line.target.type, ListType):
            value = () if value is None else tuple(value) if isinstance(value, list | tuple | range) else (value,)
        S, target = self.state, line.target
        match target:
            case b.TableMember(member=member):
                self.check_bounds(member, value)
                S.v[S.g.slots[member]] = value
            case b.PairMember(member=member, keys=keys):
                self.check_bounds(member, value)
                S.v[S.g.slots[member] + place_of(S.g.instance, member, [self.value(key) for key in keys])] = value
            case b.Builtin(name="first_player"):
                S.first = value
            case b.MemberOf(base=base, member=member):
                self.check_bounds(member, value)
                things = self.value(base)
                for thing in things if isinstance(base.type, ListType) else (things,):
                    if thing is None:
                        raise NotPossible(f"{base.span.text} is nothing here")
                    self.set_member(member, thing, value)
        S.changes += 1

    def check_bounds(self, member: b.Member, value: Any) -> None:
        """NotPossible for a number outside the bounds that its declaration gives."""
        if isinstance(value, int) and not isinstance(value, bool):
            if (member.low is not None and value < member.low) or (member.high is not None and value > member.high):
                raise NotPossible(f"{member.name} is from {member.low} to {member.high}; it cannot be {value}")

    def set_member(self, member: b.Member, thing: int, value: Any) -> None:
        """Write a member of a card, player, piece or space."""
        S = self.state
        if member.sort == "builtin" and member.name == "owner":
            S.own = (*S.own[:thing], value, *S.own[thing + 1 :])
        elif member.sort == "builtin" and member.name == "face":
            S.down = S.down | {thing} if value else S.down - {thing}
        elif member.sort == "builtin" and member.name == "turns":
            if value < 0:
                raise NotPossible(f"nobody has begun {value} turns")
            S.v[S.g.turns_slot + thing] = value
        elif member.owner == "card":
            if S.pack and S.g.program.pack is not None and member in S.g.program.pack.shares:
                thing = S.g.runtime["lead"](S, thing)
            S.cs[S.g.card_key[member] + thing] = value
        else:
            S.v[S.g.slots[member] + thing] = value

    def put_piece(self, line: t.GivenPlace) -> None:
        """Put a piece on a space."""
        piece = line.piece
        assert isinstance(piece, b.MemberOf)
        S = self.state
        self.set_member(piece.member, self.value(piece.base), self.value(line.space))
        S.changes += 1


def text_of(state: State, value: Any, of: Any) -> str:
    """A value in words, as a script would say it: cards in quotes."""
    if type(of).__name__ == "CardType" and value is not None:
        return f'"{state.g.card_names[value]}"'
    return value_text(state, value, of)
