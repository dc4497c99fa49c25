"""Changes of a table by hand, for designers: a card put somewhere, a number set. No events, no triggers, no rules.

The pending question is asked anew afterwards. A table that was changed has no past that led to it: from then on
players know what they see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.suggest import as_typed, nearest
from rulewright.dsl.types import BoolType, CardType, LineType, NumberType, PlayerType, SpaceType, WordType, bare
from rulewright.interpreter.describe import words, zone_text
from rulewright.interpreter.instance import BOX, UNMADE
from rulewright.interpreter.records import forget_past, knowledge_of, traced_twin
from rulewright.interpreter.scenario_given import NotPossible, Table

if TYPE_CHECKING:
    from rulewright.dsl import bound as b
    from rulewright.interpreter.state import State

_GIVE = re.compile(r"give (?P<card>.+) to (?P<to>.+)", re.IGNORECASE)
_PUT = re.compile(
    r"put (?P<card>.+?)(?: from (?P<origin>.+?))? "
    r"(?P<end>on top of|at the top of|under|at the bottom of|into|onto|in|on|to) (?P<to>.+)",
    re.IGNORECASE,
)
_SET = re.compile(r"set (?P<what>.+) to (?P<value>.+)", re.IGNORECASE)
_NOBODY = ("nobody", "nothing", "none")


class NotByHand(Exception):
    """What was said cannot be done; the message says why, in one line."""


class ByHand:
    """Reads `give CARD to PLAYER`, `put CARD into ZONE`, `set NUMBER to VALUE`, and does it on a copy of a state."""

    def __init__(self, state: State) -> None:
        self.given = state
        self.state = state
        self.table: Table

    def done(self, text: str) -> tuple[State, str]:
        """The state with the change made and its question asked anew, and the change in full words."""
        if self.given.is_over:
            raise NotByHand("the game is over: take something back first")
        self.state = _askable(self.given)
        self.table = Table(self.state, lambda e: None)
        text = " ".join(text.split())
        if (found := _GIVE.fullmatch(text)) is not None:
            said = self._put(found["card"], None, self._hand_of(found["to"]), last=True)
        elif (found := _PUT.fullmatch(text)) is not None:
            first = "top" in found["end"].lower()
            said = self._put(found["card"], found["origin"], self._zone(found["to"]), last=not first)
        elif (found := _SET.fullmatch(text)) is not None:
            said = self._set(found["what"], found["value"])
        else:
            raise NotByHand("say `give CARD to PLAYER`, `put CARD into ZONE` or `set NUMBER to VALUE`")
        state = self.state
        state.note(("by hand", said))
        known = knowledge_of(state)
        forget_past(state, lambda: known)
        state.changes += 1
        state.reask()
        return state, said

    # ------------------------------------------------------------ cards

    def _put(self, card: str, origin: str | None, zone: int, *, last: bool) -> str:
        S = self.state
        c = self._card(card, None if origin is None else self._zone(origin), zone)
        S.quiet += 1
        try:
            moved = S.g.runtime["move_one"](S, c, zone, last)
        finally:
            S.quiet -= 1
        if S.at[c] != zone:
            raise NotByHand(f"{zone_text(S, zone)} is full: there is no room for {S.g.card_names[c]}")
        if not moved:
            raise NotByHand(f"{S.g.card_names[c]} is there already")
        owner = S.g.zone_owner[zone]
        if owner is not None and S.own[c] is None:
            S.own = (*S.own[:c], owner, *S.own[c + 1 :])
        where = "into" if last else "on top of"
        return f"put {S.g.card_names[c]} {where} {zone_text(S, zone)}"

    def _card(self, text: str, origin: int | None, to: int | None = None) -> int:
        """The card that is meant: of several of that name one that lies where nobody misses it, and not there yet."""
        S = self.state
        wanted = as_typed(text.strip('"'))
        named = [c for c, name in enumerate(S.g.card_names) if as_typed(name) == wanted]
        if not named:
            raise NotByHand(f"there is no card called '{text}'{_meant(text, set(S.g.card_names))}")
        if origin is not None:
            here = [c for c in named if S.at[c] == origin]
            if not here:
                raise NotByHand(f"there is no {S.g.card_names[named[0]]} in {zone_text(S, origin)}")
            return here[0]

        def missed(c: int) -> tuple[int, int]:
            zone = S.at[c]
            if zone in (BOX, UNMADE):
                return (0, c)
            if S.g.zone_owner[zone] is None and S.g.visibility[zone] == "hidden":
                return (1, c)
            if S.g.namespace["IN_PLAY"][zone]:
                return (5, c)
            return (2 if S.g.zone_owner[zone] is None else 3 if S.g.visibility[zone] == "hidden" else 4, c)

        return min([c for c in named if S.at[c] != to] or named, key=missed)

    def _zone(self, text: str) -> int:
        S = self.state
        wanted = as_typed(text)
        texts = {zone: zone_text(S, zone) for zone in range(len(S.g.zone_names)) if zone != UNMADE}
        for zone, name in texts.items():
            if as_typed(name) == wanted:
                return zone
        raise NotByHand(f"there is no place called '{text}'{_meant(text, texts.values())}")

    def _hand_of(self, text: str) -> int:
        """The zone of a player for cards that are given: the hand, or else the first that only the player sees."""
        g = self.state.g
        player = self._player(text)
        own = [zone for zone, owner in enumerate(g.zone_owner) if owner == player and g.zone_holder[zone] is None]
        hands = [zone for zone in own if g.zone_names[zone] == "hand"]
        hands += [zone for zone in own if g.visibility[zone] == "private"]
        if not hands:
            raise NotByHand(f"{self.state.names[player]} has no hand: say where, as `put CARD into ZONE`")
        return hands[0]

    def _player(self, text: str) -> int:
        names = [name.casefold() for name in self.state.names]
        if text.casefold() not in names:
            raise NotByHand(f"nobody here is called '{text}'{_meant(text, self.state.names)}")
        return names.index(text.casefold())

    # ------------------------------------------------------------ numbers, words, pieces

    def _set(self, what: str, value: str) -> str:
        S = self.state
        owner, _, name = what.rpartition("'s ")
        name = as_typed(words(name))
        member, thing, whose = self._member(owner, name, what)
        meant = self._value(value, member)
        try:
            self.table.check_bounds(member, meant)
        except NotPossible as problem:
            raise NotByHand(str(problem)) from None
        if thing is None:
            S.v[S.g.slots[member]] = meant
        else:
            self.table.set_member(member, thing, meant)
        return f"set {whose}{words(member.name)} to {value}"

    def _member(self, owner: str, name: str, what: str) -> tuple[b.Member, int | None, str]:
        """(member, whose, "Ann's " or "")."""
        S, program = self.state, self.state.g.program

        def kept(members: Iterable[b.Member]) -> list[b.Member]:
            return [m for m in members if m.sort == "state" and as_typed(words(m.name)) == name]

        if not owner:
            common = [*program.own_table_members, *(m for m in program.unit_members if m.owner != "player")]
            tables = [m for m in kept(common) if m in S.g.slots]
            if tables:
                return tables[0], None, ""
        else:
            players = [n.casefold() for n in S.names]
            if owner.casefold() in players:
                own = [m for m in kept(program.player_members) if m in S.g.slots]
                if own:
                    player = players.index(owner.casefold())
                    return own[0], player, f"{S.names[player]}'s "
            for board, spaces in S.g.space_names.items():
                at = next((at for at, space in enumerate(spaces) if as_typed(space) == as_typed(owner)), None)
                here = [m for m in S.g.slots if m.board is not None and m.board.name == board]
                here = [m for m in here if m.owner == "space" and as_typed(words(m.name)) == name]
                if at is not None and here:
                    return here[0], at, f"{spaces[at]}'s "
            if any(as_typed(n) == as_typed(owner.strip('"')) for n in S.g.card_names):
                c = self._in_sight(owner)
                cards = [m for m in S.g.card_key if as_typed(words(m.name)) == name]
                if cards:
                    return cards[0], c, f"{S.g.card_names[c]}'s "
        if any(as_typed(words(m.name)) == name for m in program.derived_members):
            raise NotByHand(f"{what} is worked out from other things: change what it follows from")
        names = [words(m.name) for m in S.g.slots if not m.of_script]
        raise NotByHand(f"there is nothing called '{what}' that is kept{_meant(name, names)}")

    def _in_sight(self, text: str) -> int:
        """The card of that name whose members are meant: one in play before others."""
        S = self.state
        named = [c for c, name in enumerate(S.g.card_names) if as_typed(name) == as_typed(text.strip('"'))]
        return min(named, key=lambda c: (not S.g.namespace["IN_PLAY"][S.at[c]], S.at[c] == BOX, c))

    def _value(self, text: str, member: b.Member) -> Any:
        S = self.state
        kind = bare(member.type)
        folded = as_typed(text.strip('"'))
        if kind is not member.type and folded in _NOBODY:
            return None
        choices: Sequence[str] = ()
        if isinstance(kind, NumberType):
            if re.fullmatch(r"[+-]?\d{1,9}", text):
                return int(text)
            raise NotByHand(f"{words(member.name)} is a number, not '{text}'")
        if isinstance(kind, BoolType):
            choices = ("no", "yes")
        elif isinstance(kind, WordType):
            choices = [words(w) for w in kind.values]
        elif isinstance(kind, PlayerType):
            choices = S.names
        elif isinstance(kind, SpaceType):
            choices = S.g.space_names[kind.board]
        elif isinstance(kind, LineType):
            choices = S.g.line_names[kind.board]
        elif isinstance(kind, CardType):
            return self._card(text, None)
        for at, choice in enumerate(choices):
            if as_typed(choice) == folded:
                return bool(at) if isinstance(kind, BoolType) else at
        if not choices:
            raise NotByHand(f"{words(member.name)} cannot be set by hand")
        shown = ", ".join(choices[:8]) + (", ..." if len(choices) > 8 else "")
        raise NotByHand(f"{words(member.name)} is one of {shown}, not '{text}'")


def _askable(state: State) -> State:
    """A copy of a state whose question can be computed anew."""
    if state.g.askable:
        return state.fork()
    twin = traced_twin(state, askable=True)
    if twin is None:
        raise NotByHand("this table cannot be changed: how the game came to it is not known")
    twin = twin.fork()
    twin.auto, twin.asks_passes, twin.asks_forced = state.auto, state.asks_passes, state.asks_forced
    return twin


def _meant(text: str, names: Iterable[str]) -> str:
    meant = nearest(text, list(names))
    return f"; did you mean '{meant}'?" if meant else ""
