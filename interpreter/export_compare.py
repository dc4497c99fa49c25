"""Whether a scenario has come to the same table as the match that it was written from.

Both are states of the same game in different forms, in which copies of one card can have changed places with each other:
so cards are told by their names and by where they lie.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

from rulewright.dsl.types import CardType, ListType, ZoneType, bare
from rulewright.interpreter.describe import object_name, zone_text
from rulewright.interpreter.instance import BOX, OUTSIDE

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

_CARD = (1 << 20) - 1


def in_order(state: State) -> State:
    """The same table with every pile in the order in which it will be drawn."""
    found = state.fork()
    found.log_entries = ()
    for zone in list(found.uz):
        found.g.runtime["settled"](found, zone)
    return found


def settled(state: State) -> State:
    """The state at its next question that is a choice or an action, as a scenario leaves it."""
    found = state.fork()
    for _ in range(1000):
        if found.is_over or found.player is None or found.n_options != 1:
            break
        if found.g.questions[found.q].kind in ("action", "respond") and found.opts[0] is not None:
            break
        found.choose(0)
    return found


def same_table(played: State, real: State) -> bool:
    """Whether a scenario has come to the same table as the match. The order of what it shuffled is open in it."""
    one, other = settled(played), in_order(settled(real))
    return table_of(one, one.uz) == table_of(other, one.uz)


def table_of(state: State, loose: Container[int]) -> dict[str, Any]:
    """What is compared of two tables. loose: zones of which the order does not count."""
    g = state.g
    values = {}
    for member, first in g.slots.items():
        if member.span is None or member.of_script:
            continue
        size = state.players if member.owner == "player" else 1
        values[member.owner, member.name, None if member.unit is None else member.unit.name] = tuple(
            _by_name(state, member.type, value) for value in state.v[first : first + size]
        )
    return {
        "zones": _zones(state, loose),
        "values": sorted(values.items(), key=repr),
        "cards": _stored(state),
        "owners": sorted((g.card_names[c], zone_text(state, state.at[c]), state.own[c]) for c in owned_elsewhere(state)),
        "controlled": _controlled(state),
        "face down": sorted(g.card_names[c] for c in state.down),
        "packs": sorted(tuple(g.card_names[c] for c in pack) for pack in state.pack.values()),
        "lasting": sorted(_lasting(state), key=repr),
        "stack": [(object_name(state, o), o.controller) for o in state.stack],
        "waiting": len(state.pend),
        "players": (state.alive, state.dir, state.act, state.first, state.extra, sorted(state.miss.items())),
        "used": sorted(map(str, state.used.values())),
        "end": state.result,
        "asked": () if state.is_over or state.player is None else _asked(state),
        "turns": tuple(state.v[g.turns_slot : g.turns_slot + state.players]) if g.turns_read else (),
    }


def _zones(state: State, loose: Container[int]) -> tuple[Any, ...]:
    """What lies in the zones of the table and of players, and what lies on cards, told by their names and places."""
    g = state.g
    names = g.card_names
    zones, on_cards = [], []
    for zone, cards in enumerate(state.z):
        if zone == BOX and g.program.brings is not None:
            continue  # there a script has the cards of every deck that could be brought
        member, holder = g.instance.zone_member[zone], g.zone_holder[zone]
        said = [names[c] for c in cards]
        ordered = member is not None and member.zone is not None and member.zone.ordered and zone not in loose
        inside = tuple(said if ordered else sorted(said))
        if holder is None:
            zones.append(inside)
        elif inside:
            on_cards.append((names[holder], zone_text(state, state.at[holder]), g.zone_names[zone], inside))
    return tuple(zones), sorted(on_cards)


def _stored(state: State) -> list[Any]:
    """The members of cards that are not as they are printed."""
    g = state.g
    members = {g.card_key[m]: m for m in g.program.card_members if m in g.card_key}
    found = []
    for key, value in state.cs.items():
        c, member = key & _CARD, members.get(key & ~_CARD)
        said = repr(value) if member is None else repr(_by_name(state, member.type, value))
        found.append((g.card_names[c], zone_text(state, state.at[c]), "" if member is None else member.name, said))
    return sorted(found)


def owned_elsewhere(state: State) -> list[int]:
    """The cards of which it matters whose they are, and where they lie does not tell."""
    g, in_play = state.g, state.g.namespace["IN_PLAY"]

    def matters(zone: int, owner: int) -> bool:
        if g.owners_read:
            return zone not in OUTSIDE and g.zone_owner[zone] != owner
        return bool(in_play[zone]) and g.zone_owner[zone] is None  # there the owner is who controls it

    return [c for c, owner in enumerate(state.own) if owner is not None and matters(state.at[c], owner)]


def _controlled(state: State) -> list[Any]:
    """Who controls the cards that are in play where the place does not tell."""
    g, in_play = state.g, state.g.namespace["IN_PLAY"]
    return sorted(
        (g.card_names[c], zone_text(state, zone), g.runtime["controller"](state, c))
        for c, zone in enumerate(state.at) if in_play[zone] and g.zone_owner[zone] is None
    )  # fmt: skip


def _lasting(state: State) -> list[Any]:
    """The effects that last: which text each is of, and the card that it stands on."""
    return [(e[0], None if e[1] is None else state.g.card_names[e[1]]) for e in state.eff]


def _by_name(state: State, of: Any, value: Any) -> Any:
    kind = bare(of.element) if isinstance(of, ListType) else bare(of)
    if value is None or not isinstance(kind, CardType | ZoneType):
        return value

    def said(x: Any) -> Any:
        return zone_text(state, x) if isinstance(kind, ZoneType) else state.g.card_names[x]

    return tuple(map(said, value)) if isinstance(value, tuple) else said(value)


def _asked(state: State) -> tuple[Any, ...]:
    decision = state.decision
    things = decision.items or decision.options
    return state.player, decision.question, decision.kind, tuple(sorted(option.text for option in things))
