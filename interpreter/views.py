"""What a player may know of the table, as data for people, programs and bots (semantics 24).

A view holds what the seat sees by declaration, what it remembers (`known`), public numbers and words, and derived
values whose every source the seat knows; any other derived value is "?". Cards in hidden zones have no identity: a
number, and the names that must be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import asdict, field, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, PieceType, PlayerType, bare
from rulewright.interpreter.codegen.base import CARD_KEY_BITS
from rulewright.interpreter.describe import object_text, value_text, words
from rulewright.interpreter.errors import RulewrightError
from rulewright.interpreter.instance import GONE, LIMBO
from rulewright.interpreter.keyed import all_keys
from rulewright.interpreter.knowledge import Knowledge
from rulewright.interpreter.pictures import places
from rulewright.interpreter.records import entries_back, knowledge_of

if TYPE_CHECKING:
    from rulewright.interpreter.boards import BoardLayout
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.codegen.shown import Reads
    from rulewright.interpreter.runtime.stack import StackObject
    from rulewright.interpreter.state import State

UNMADE = 3
_CARD = (1 << CARD_KEY_BITS) - 1


@frozen
class CardView:
    """A card as a seat knows it. name: None if it does not know which card it is. values:
    what differs from what is printed."""

    name: str | None
    face_down: bool = False
    values: dict[str, str] = field(factory=dict)


@frozen
class ZoneView:
    """A place for cards. cards: in order, or None where the seat may not see them; then `known` has the names that it
    knows to be there, and in a pile with an order `order` says for each card from the first on what is known of it."""

    name: str
    owner: int | None
    cards: tuple[CardView, ...] | None
    count: int
    known: tuple[str, ...] = ()
    order: tuple[str | None, ...] = ()
    on: str | None = None  # the card on which it lies
    beside: int | None = None  # of a place on a card: the player in whose place that card lies

    @property
    def shown_with(self) -> int | None:
        """The player with whose places it is shown; None for the table's."""
        return self.owner if self.owner is not None else self.beside


@frozen
class MemberView:
    """A number or word of the table (owner None) or of a player; derived: computed from others."""

    name: str
    owner: int | None
    text: str
    derived: bool = False


@frozen
class SpaceView:
    """A space of a board: values that differ from their start, and the pieces on it."""

    name: str
    values: dict[str, str]
    pieces: tuple[str, ...] = ()


@frozen
class BoardView:
    """A board; rows and columns for grids, else 0. lines: those of which something is said. Of boards that are no grid:
    places, where the spaces are drawn, to the right and down; joins, the two spaces of each line; facing, which way a
    piece came to where it stands, in degrees, if it came along a line."""

    name: str
    rows: int
    columns: int
    spaces: tuple[SpaceView, ...]
    lines: tuple[SpaceView, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    joins: tuple[tuple[int, int], ...] = ()
    facing: dict[str, int] = field(factory=dict)


@frozen
class View:
    """See the top of the file. seat: whose view it is; None for a spectator. asked: who is asked,
    if that is no secret. answering: in a response window those who are asked before it closes, if nobody answers."""

    seat: int | None
    players: tuple[str, ...]
    turn: int
    phase: str | None
    active: int | None
    asked: int | None
    zones: tuple[ZoneView, ...]
    members: tuple[MemberView, ...]
    boards: tuple[BoardView, ...] = ()
    stack: tuple[str, ...] = ()
    alive: tuple[int, ...] = ()
    answering: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The view as JSON data."""
        return asdict(self)


def view_of(state: State, seat: int | None, *, laid_open: bool = False) -> View:
    """The view of a seat, or of a spectator. laid_open: with every card, for designers."""
    made = _LaidOpen(state, seat) if laid_open else Viewer(state, seat)
    phase = state.phase_name
    return View(
        seat,
        state.names,
        state.turn,
        None if phase is None else words(phase),
        state.act,
        None if state.is_over or (state.joint and state.player != seat) else state.player,
        made.zones(),
        made.members(),
        made.boards(),
        tuple(made.on_stack(o) for o in state.stack),
        state.alive,
        answering(state),
    )


def answering(state: State) -> tuple[int, ...]:
    """Who is asked in the open response window, the one asked now first; its place in the order lies in its frame."""
    if state.is_over or state.g.questions[state.q].kind != "respond":
        return ()
    frame = next((f for f in reversed(state.frames) if f[0].__name__.startswith("r_window_")), None)
    if frame is None:
        return ()
    here = dict(zip(state.g.locals_of[frame[0].__name__.removeprefix("r_")], frame[2:], strict=False))
    order, after, passed = here["order"], here["i"], here["passed"]
    turns = [order[n % len(order)] for n in range(after - 1, after - 1 + len(order) - passed)]
    return tuple(seat for seat in turns if seat in state.alive)


class Viewer:
    """Works out what a seat may know; used for views and for answers to why."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.g: Compiled = state.g
        self.traced: Compiled = (
            state.g
            if (state.g.shown is not None and state.g.shown.reads) or state.g.traced_form is None
            else (state.g.traced_form())
        )
        self.seat = state.g.players if seat is None else seat
        self.knowledge: Knowledge = knowledge_of(state)
        self.may = self.knowledge.settled(self.seat)
        self.known_zones: dict[int, bool] = {}
        # Values are computed on a copy: looking must not settle a shuffled pile.
        self.scratch = state.fork()

    # ------------------------------------------------------------ zones

    def zones(self) -> tuple[ZoneView, ...]:
        found = []
        g = self.g
        for zone, name in enumerate(g.zone_names):
            built_in = g.instance.zone_member[zone] is None
            cards = self.state.z[zone]
            if zone == UNMADE or ((built_in or g.zone_holder[zone] is not None) and not cards):
                continue
            if built_in and zone not in (LIMBO, GONE) and name != "box" and not cards:
                continue
            found.append(self.zone(zone))
        return tuple(found)

    def _beside(self, on: str | None, zone: int) -> int | None:
        """The player in whose place the card lies on which a zone is, if the seat knows that card."""
        holder = self.g.zone_holder[zone]
        while on is not None and holder is not None:
            zone = self.state.at[holder]
            holder = self.g.zone_holder[zone]
        return None if on is None else self.g.zone_owner[zone]

    def zone(self, zone: int) -> ZoneView:
        g, knowledge = self.g, self.knowledge
        cards = self.state.z[zone]
        holder = g.zone_holder[zone]
        on = None if holder is None else self.card_name(holder)
        shown: tuple[CardView, ...] | None = None
        known: tuple[str, ...] = ()
        order: tuple[str | None, ...] = ()
        if self.sees_zone(zone):
            shown = tuple(self.card(c) for c in cards)
            if not knowledge.sight.ordered[zone]:
                # Cards keep an inner order; where a card lies in it must not tell which one it is.
                shown = (
                    *(x for x in shown if x.name is not None),
                    *sorted((x for x in shown if x.name is None), key=lambda x: sorted(x.values.items())),
                )
        elif knowledge.sight.top_public[zone] and cards:
            shown = tuple(self.card(c) if knowledge.sees(self.seat, c) else CardView(None) for c in cards)
        if shown is None:
            inside = [c for c, places in enumerate(self.may) if all(knowledge.place_zone[p] == zone for p in places)]
            known = tuple(g.card_names[c] for c in sorted(inside, key=lambda c: (g.face_of[c], c)))
            if knowledge.sight.ordered[zone]:
                order = tuple(self.card_name(c) for c in cards)
                order = order if any(order) else ()
        return ZoneView(words(g.zone_names[zone]), g.zone_owner[zone], shown, len(cards), known, order, on, self._beside(on, zone))

    def sees_zone(self, zone: int) -> bool:
        """Whether the cards of a zone are shown to the seat."""
        return self.knowledge.sight.visible[self.seat][zone]

    def card_name(self, c: int) -> str | None:
        """The name of a card, if the seat knows which one it is."""
        return self.g.card_names[c] if self.knows(c) else None

    def knows(self, c: int) -> bool:
        return self.knowledge.knows(self.seat, c)

    def card(self, c: int) -> CardView:
        state = self.state
        down = c in state.down
        values: dict[str, str] = {}
        for member, key in self.g.card_key.items():
            if key + c in state.cs:
                values[words(member.name)] = self.value(state.cs[key + c], member.type, self.g.sorts.cards[key])  # type: ignore[union-attr]
        if c in state.pack:
            first, *others = state.pack[c]
            if c == first:
                values["joined by"] = ", ".join(self.card_name(m) or "a card" for m in others)
            else:
                values["joined to"] = self.card_name(first) or "a card"
        if not self.knows(c):
            return CardView(None, down, values)
        shown = self.traced.shown
        if shown is not None and not down and self.g.namespace["IN_PLAY"][state.at[c]]:
            for member, reads in shown.reads.items():
                if member.sort == "printed":
                    self._modified(c, member, reads, values)
        return CardView(self.g.card_names[c], down, values)

    def _modified(self, c: int, member: b.Member, reads: Reads, values: dict[str, str]) -> None:
        """A printed value that is not what is printed."""
        printed = self.g.instance.faces[self.g.face_of[c]].printed
        if member not in printed:
            return
        if c in self.state.pack and self.state.pack[c][0] != c:
            return  # the card that stands for the pack shows what they are together
        if not self._may_read(reads, None):
            values[words(member.name)] = "?"
            return
        now = self._computed(member, c)
        if now is not None and now != printed[member]:
            values[words(member.name)] = value_text(self.state, now, member.type)

    # ------------------------------------------------------------ stacks

    def on_stack(self, o: StackObject) -> str:
        """What was announced, whose it is, and what it is aimed at."""
        state, g = self.state, self.g
        targets = list(g.actions[o.action].targets) if o.action >= 0 else []
        if o.card is not None:
            targets += g.instance.faces[g.face_of[o.card]].definition.targets
        aims = []
        for (value, _), target in zip(o.targets, targets, strict=False):
            hidden = isinstance(bare(target.var.type), CardType) and value is not None and not self.knows(value)
            aims.append("a card" if hidden else value_text(state, value, target.var.type))
        said = object_text(state, o, self.knows)
        return f"{said}, aimed at {' and '.join(aims)}" if aims else said

    # ------------------------------------------------------------ numbers and words

    def members(self) -> tuple[MemberView, ...]:
        found: list[MemberView] = []
        program, slots, v = self.g.program, self.g.slots, self.state.v
        for member in (*program.own_table_members, *(m for m in program.unit_members if m.owner != "player")):
            if member.sort == "state" and member in slots:
                found.append(MemberView(words(member.name), None, self.slot(slots[member], member)))
        found += self.keyed(None)
        for number, (name, die) in enumerate(program.dice.items()):
            found.append(MemberView(words(name), None, words(die.shown(v[self._dice_slot() + number]))))
        for player in range(self.state.players):
            for member in program.player_members:
                if member.sort in ("state", "piece") and member in slots:
                    found.append(MemberView(words(member.name), player, self.slot(slots[member] + player, member)))
            found += self.keyed(player)
            found += self.derived(player)
        return tuple(found)

    def keyed(self, player: int | None) -> list[MemberView]:
        """What the table keeps for several things taken together, as far as it is not as it began: with the player who
        is the first of them, else with the table."""
        found: list[MemberView] = []
        slots, v, starts = self.g.slots, self.state.v, self.g.start_values
        for member in self.g.program.pair_members:
            of_player = isinstance(member.index_types[0], PlayerType)
            if of_player != (player is not None):
                continue
            said = []
            for slot, keys in enumerate(all_keys(self.g.instance, member), slots[member]):
                if v[slot] == starts[slot] or (of_player and keys[0] != player):
                    continue
                named = [value_text(self.state, key, of) for key, of in zip(keys, member.index_types, strict=True)]
                shown = named[1:] if of_player else named
                text = "" if v[slot] is True and shown else self.slot(slot, member)
                said.append(" ".join(part for part in (" and ".join(shown), text) if part))
            if said:
                found.append(MemberView(words(member.name), player, ", ".join(said)))
        return found

    def _dice_slot(self) -> int:
        return len(self.g.start_values) - len(self.g.program.dice)

    def slot(self, slot: int, member: b.Member) -> str:
        value = self.state.v[slot]
        of = bare(member.type)
        if isinstance(of, PieceType):
            return "nowhere" if value is None else self.g.space_names[of.board][value]
        assert self.g.sorts is not None
        return self.value(value, member.type, self.g.sorts.slots[slot])

    def value(self, value: Any, of: Any, sort: Any) -> str:
        """A value in words; a card that the seat does not know is "a card"."""
        if sort == "card" and value is not None and not self.knows(value):
            return "a card"
        if sort == "cards" and value:
            return ", ".join(self.card_name(c) or "a card" for c in value)
        return value_text(self.state, value, of)

    def derived(self, player: int) -> list[MemberView]:
        """Derived values of a player; "?" where something that is read is not known to the seat."""
        found: list[MemberView] = []
        shown = self.traced.shown
        if shown is None:
            return found
        for member, reads in shown.reads.items():
            if member.owner != "player":
                continue
            text = "?"
            if self._may_read(reads, player):
                value = self._computed(member, player)
                text = (
                    "?" if value is None and not self._optional(member) else value_text(self.state, value, member.type)
                )
            found.append(MemberView(words(member.name), player, text, True))
        return found

    @staticmethod
    def _optional(member: b.Member) -> bool:
        return member.type is not bare(member.type)

    def _computed(self, member: b.Member, thing: int) -> Any:
        function = self.traced.namespace.get(self.traced.getters.get(member, ""))
        if function is None:
            return None
        try:
            return function(self.scratch, thing)
        except RulewrightError:
            return None

    # ------------------------------------------------------------ what may be read

    def _may_read(self, reads: Reads, player: int | None) -> bool:
        zones = self.g.instance.zones
        for member in reads.any:
            found = zones[member]
            every = found.first_card.values() if member.owner == "card" else range(found.base, found.base + found.count)
            if not all(self.knows_zone(z) for z in every):
                return False
        for member in reads.own:
            found = zones[member]
            if player is None or found.count <= player or not self.knows_zone(found.base + player):
                return False
        return True

    def knows_zone(self, zone: int) -> bool:
        """Whether the seat knows every card in a zone, and where it lies if the zone has an order."""
        if zone not in self.known_zones:
            knowledge, seat = self.knowledge, self.seat
            loose = not knowledge.sight.ordered[zone]
            cards = self.state.z[zone]
            shuffled = knowledge.sight.visible[seat][zone] and zone not in self.state.uz
            self.known_zones[zone] = all(
                (knowledge.knows(seat, c) and (loose or shuffled or knowledge.count[knowledge.place[c]] == 1))
                or (loose and len(self.may[c]) == 1 and c not in self.state.down)
                for c in cards
            )
        return self.known_zones[zone]

    # ------------------------------------------------------------ boards

    def boards(self) -> tuple[BoardView, ...]:
        found = []
        state, g = self.state, self.g
        for board, layout in g.instance.boards.items():
            pieces: dict[int, list[str]] = {}
            for member in g.program.player_members:
                if isinstance(member.type, PieceType) and member.type.board == board.name:
                    for player in range(state.players):
                        where = state.v[g.slots[member] + player]
                        if where is not None:
                            pieces.setdefault(where, []).append(f"{state.names[player]}'s {words(member.name)}")
            spaces = []
            for space, name in enumerate(layout.names):
                values = {}
                for member in board.members:
                    if member.sort == "state" and member in g.slots:
                        slot = g.slots[member] + space
                        if state.v[slot] != g.start_values[slot]:
                            values[words(member.name)] = self.slot(slot, member)
                spaces.append(SpaceView(name, values, tuple(pieces.get(space, ()))))
            lines = []
            for line, name in enumerate(layout.line_names):
                values = {
                    words(m.name): text for m in board.line_members if (text := self.line_value(m, line)) is not None
                }
                if values:
                    lines.append(SpaceView(name, values))
            found.append(
                BoardView(
                    board.name,
                    max(layout.rows, default=0),
                    max(layout.columns, default=0),
                    tuple(spaces),
                    tuple(lines),
                    *self.picture(board, layout),
                )
            )
        return tuple(found)

    def picture(self, board: b.Board, layout: BoardLayout) -> tuple[Any, Any, dict[str, int]]:
        """Places, joins and facing of a board that is no plain grid."""
        if len(layout.parts) == 1 and layout.shape is not None:
            return (), (), {}
        return self.places(board, layout), tuple(layout.lines), self.facing(board, layout)

    def facing(self, board: b.Board, layout: BoardLayout) -> dict[str, int]:
        """Which way pieces came, by where they stood when earlier questions were answered."""
        state, g = self.state, self.g
        pieces = {
            g.slots[member] + player: f"{state.names[player]}'s {words(member.name)}"
            for member in g.program.player_members
            if isinstance(member.type, PieceType) and member.type.board == board.name
            for player in range(state.players)
        }
        found: dict[str, int] = {}
        for entry in entries_back(state) if layout.heading else ():
            if not pieces:
                break
            if entry[0] != "answer":
                continue
            before = entry[6]
            for slot in [slot for slot in pieces if before[slot] != state.v[slot]]:
                piece = pieces.pop(slot)
                if before[slot] is not None and state.v[slot] is not None:
                    way = layout.arriving(before[slot], state.v[slot])
                    if way is not None:
                        found[piece] = way
        return found

    def places(self, board: b.Board, layout: BoardLayout) -> tuple[tuple[float, float], ...]:
        """Where the spaces of a board are drawn; worked out once for a program."""
        return self.g.worked_out(f"places of {board.name}", lambda: tuple(places(layout)))

    def line_value(self, member: b.Member, line: int) -> str | None:
        """What a line's member is now; None if that is what it was at the start."""
        if member.sort != "state" or member not in self.g.slots:
            return None
        slot = self.g.slots[member] + line
        now = self._computed(member, line) if member in self.traced.getters else self.state.v[slot]
        return None if now == self.g.start_values[slot] else value_text(self.state, now, member.type)


class _LaidOpen(Viewer):
    """Sees everything."""

    def sees_zone(self, zone: int) -> bool:
        """Every zone is shown."""
        return True

    def knows(self, c: int) -> bool:
        """Every card is known."""
        return True

    def _may_read(self, reads: Reads, player: int | None) -> bool:
        return True
