"""States that differ from a real one only in what a player cannot know (semantics 5, 6, 19, 22).

Hidden cards change places with each other everywhere at once: in zones, in what is stored about them, in everything
that is running. So whatever belongs to a place (counters on a card lying face down, "the card that was chosen") stays
with the place, and only what card it is changes. Choices that others have made and not shown are taken back. Chance has
a new seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from rulewright.interpreter.chance import seed_key
from rulewright.interpreter.deals import Deals, Draws
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.knowledge import Knowledge, Places
from rulewright.interpreter.lots import lots_of
from rulewright.interpreter.records import forget_past, knowledge_of, traced_twin
from rulewright.interpreter.runtime.choices import is_place
from rulewright.interpreter.sight import sight_of

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.sorts import Sorts
    from rulewright.interpreter.state import State

_CARD = (1 << 20) - 1
_ATTEMPTS = 40


def redeal(state: State, seat: int, seed: int) -> State:
    """A state that is equal to `state` for all that the player at `seat` knows; the rest is drawn anew by `seed`.

    It depends on the player's knowledge and the seed alone. UsageError for a seat that is not there, or when somebody
    else is asked in a state whose past is not known.
    """
    return Redealer(state, seat).deal(seed)


class Redealer:
    """Redeals of one state for one seat: what does not depend on the seed is worked out once for all of them."""

    def __init__(self, state: State, seat: int) -> None:
        if not 0 <= seat < state.players:
            raise UsageError(f"there is no seat {seat + 1}")
        self.seat = seat
        self.n_forced = state.n_forced
        self.knowledge = knowledge_of(state)
        self.reask = not state.is_over and state.player != seat and not state.joint
        # What is read of the past (which way a piece came) is read there only if it could be read before.
        self.made_from = None if state.log_entries is None else state
        self.base = state
        if self.reask:
            twin = traced_twin(state, askable=True)
            if twin is None:
                raise UsageError("only the player who is asked can be given a redeal of this state")
            self.base = twin
        self.references: list[int] = []
        self.pinned = _holders(self.base)
        # Read once: which cards whatever is running refers to, and whose own text is running.
        _Exchange(self.base.fork(), self._noted, self.pinned.append).running()
        self._hidden: dict[bool, _Hidden] = {}

    def _noted(self, c: int) -> int:
        self.references.append(c)
        return c

    def deal(self, seed: int) -> State:
        """The redeal with this seed."""
        for attempt in range(_ATTEMPTS + 1):
            draws = Draws(seed, "redeal", self.seat, attempt)
            # If no deal is found in which who is asked could be asked this, that player's cards stay as they are.
            made = self._dealt(seed, draws, attempt == _ATTEMPTS)
            if not self.reask or _ask_again(made, self.base):
                break
        made.n_forced = self.n_forced
        return made

    def _dealt(self, seed: int, draws: Draws, keep_asked: bool) -> State:
        base, seat = self.base, self.seat
        hidden = self._hidden.get(keep_asked)
        if hidden is None:
            asked = [c for c, z in enumerate(base.at) if base.g.zone_owner[z] == base.player] if keep_asked else []
            hidden = _Hidden(base, self.knowledge, seat, self.references, [*self.pinned, *asked])
            self._hidden[keep_asked] = hidden
        to = hidden.exchange(draws)
        new = base.fork()
        exchange = _Exchange(new, to.__getitem__)
        exchange.lying([c for c, other in enumerate(to) if c != other])
        if exchange.positions or any(to[c] != c for c in self.references):
            exchange.running()
        _draw_lots(new, seat, draws)
        new.seed = seed
        new.key = seed_key(seed)
        new.chance = None
        new.auto = True
        new.mark = None
        new.hist = None
        if new.log_entries is not None:
            new.log_entries = ()
        forget_past(new, lambda: _afterwards(self.knowledge, seat, to), self.made_from)
        if new.joint:
            _take_back(new, seat)
        return new


def _draw_lots(state: State, seat: int, draws: Draws) -> None:
    """What chance alone has written on cards that the seat does not see is written anew."""
    lots = lots_of(state.g)
    if not lots or not state.cs:
        return
    sight = sight_of(state.g)
    for c, zone in enumerate(state.at):
        seen = zone >= 0 and sight.visible[seat][zone] and c not in state.down
        if seen or zone < 0 or (sight.top_public[zone] and state.z[zone][:1] == (c,)):
            continue
        for key, values in lots.items():
            if state.cs.get(key + c) in values:
                state.cs[key + c] = values[draws.below(len(values))]


def _holders(state: State) -> list[int]:
    """Cards on which something lies: they stay where they are, for places on cards belong to a certain card."""
    return [holder for zone, holder in enumerate(state.g.zone_holder) if holder is not None and state.z[zone]]


# ------------------------------------------------------------------ who goes where


class _Hidden:
    """The cards that a seat cannot tell apart, and the deals of them that fit what it knows."""

    def __init__(
        self, state: State, knowledge: Knowledge, seat: int, references: Sequence[int], pinned: Sequence[int]
    ) -> None:
        may = knowledge.settled(seat)
        place = knowledge.place
        stays = set(pinned)
        ordered = knowledge.sight.ordered
        unsettled = _unsettled(state)
        inside_unsettled: dict[int, int] = {}
        for c in unsettled:
            inside_unsettled[place[c]] = inside_unsettled.get(place[c], 0) + 1
        # Places whose cards have no order: it does not matter which spot a card that is known to be there has.
        loose = {
            p
            for p, n in knowledge.count.items()
            if n == 1 or not ordered[knowledge.place_zone[p]] or inside_unsettled.get(p, 0) == n
        }
        room: dict[int, int] = {}
        groups: dict[Places, list[int]] = {}
        self.n_cards = len(place)
        self.inside: dict[int, list[int]] = {}  # place -> hidden cards that will certainly lie there
        slots: dict[int, list[int]] = {}  # place -> hidden cards that lie there now
        for c in range(len(place)):
            places = may[c]
            if c in stays or (len(places) == 1 and place[c] in loose):
                continue
            slots.setdefault(place[c], []).append(c)
            if len(places) == 1:
                self.inside.setdefault(place[c], []).append(c)
            else:
                room[place[c]] = room.get(place[c], 0) + 1
                groups.setdefault(places, []).append(c)
        self.deals = None
        if groups:
            self.deals = Deals([(tuple(cards), places & room.keys()) for places, cards in groups.items()], room)
        rank = _ranks(state, references, unsettled)
        self.slots = [(p, sorted(slots[p], key=rank)) for p in sorted(slots)]

    def exchange(self, draws: Draws) -> list[int]:
        """For each card the one that takes its place."""
        inside = {p: cards[:] for p, cards in self.inside.items()}
        if self.deals is not None:
            for c, p in self.deals.draw(draws).items():
                inside.setdefault(p, []).append(c)
        to = list(range(self.n_cards))
        for p, here in self.slots:
            for old, c in zip(here, draws.shuffled(sorted(inside.get(p, ()))), strict=True):
                to[old] = c
        return to


def _ranks(state: State, references: Sequence[int], unsettled: set[int]) -> Callable[[int], Any]:
    """An order of the hidden cards of a place that tells nothing about what cards they are."""
    number = {c: i for i, c in reversed(list(enumerate(references)))}
    ordered = sight_of(state.g).ordered
    spots = {
        c: spot
        for zone, cards in enumerate(state.z)
        if ordered[zone]
        for spot, c in enumerate(cards)
        if c not in unsettled
    }
    stored: dict[int, list[tuple[int, str]]] = {}
    lots = lots_of(state.g)
    for k, v in state.cs.items():
        if k & ~_CARD in lots:
            continue  # drawn anew
        stored.setdefault(k & _CARD, []).append((k & ~_CARD, repr(v)))

    def rank(c: int) -> Any:
        own = state.own[c]
        return (
            spots.get(c, -1),
            number.get(c, len(number)),
            state.vis[c],
            state.ages.get(c, 0),
            -1 if own is None else own,
            c in state.down,
            tuple(sorted(stored.get(c, ()))),
            c,
        )

    return rank


def _unsettled(state: State) -> set[int]:
    """Cards whose order in their pile chance has not settled yet."""
    return {c for zone, (low, high, *_) in state.uz.items() for c in state.z[zone][low:high]}


class _Exchange:
    """Writes other cards into a state (or only reads the cards in it, when `to` gives back what it is given)."""

    def __init__(self, state: State, to: Callable[[int], int], pin: Callable[[int], Any] = lambda c: None) -> None:
        self.state = state
        self.to = to
        self.pin = pin  # is told the cards whose own text is running: they cannot be exchanged for others
        assert state.g.sorts is not None
        self.sorts: Sorts = state.g.sorts
        self.positions = any("position" in self._sorts_of(f) for f in state.frames)
        self.was = state.position() if self.positions else None

    def lying(self, changed: Sequence[int]) -> None:
        """Where the cards lie and what is stored about each; `changed` are those that others take the place of."""
        if not changed:
            return
        state, to = self.state, self.to
        for zone in {state.at[c] for c in changed}:
            cards = state.z[zone]
            new = [to(c) for c in cards]
            if zone in state.uz:
                low, high = state.uz[zone][:2]
                new[low:high] = sorted(new[low:high])
            state.z[zone] = tuple(new) if self._ordered(zone) else tuple(sorted(new))
            for c in new:
                state.at[c] = zone
        vis, own = state.vis[:], list(state.own)
        for c in changed:
            vis[to(c)] = state.vis[c]
            own[to(c)] = state.own[c]
        state.vis, state.own = vis, tuple(own)
        state.ages = {to(c): age for c, age in state.ages.items()}
        state.cs = {
            (k & ~_CARD) + to(k & _CARD): self.value(v, self.sorts.cards.get(k & ~_CARD, "plain"))
            for k, v in state.cs.items()
        }
        state.down = frozenset(to(c) for c in state.down)
        state.seen = frozenset((who, to(c), visit) for who, c, visit in state.seen)
        state.put_by = {to(c): p for c, p in state.put_by.items()}
        state.put_on = {to(c): age for c, age in state.put_on.items()}
        state.base_control = {to(c): p for c, p in state.base_control.items()}

    def _ordered(self, zone: int) -> bool:
        return sight_of(self.state.g).ordered[zone]

    def running(self) -> None:
        """Whatever refers to cards: members, effects, the stack, what waits and what runs, the question."""
        state, sorts = self.state, self.sorts
        changed = [i for i, sort in enumerate(sorts.slots) if sort in ("card", "cards")]
        for i in changed:
            state.v[i] = self.value(state.v[i], sorts.slots[i])
        state.moved = self.value(state.moved, "cards")
        state.batch = self.value(state.batch, "cards")
        state.source = self._this(state.source)
        state.waiting = tuple(tuple(self._entry(e) for e in row) for row in state.waiting)
        state.eff = tuple(self._effect(e) for e in state.eff)
        state.stack = tuple(self._object(o) for o in state.stack)
        state.tail = self.value(state.tail, "cards")
        state.guests = {self.to(c): who for c, who in state.guests.items()}
        state.pack = {self.to(c): tuple(self.to(m) for m in members) for c, members in state.pack.items()}
        state.lost = tuple(self._object(o) for o in state.lost)
        state.pend = [self._entry(e) for e in state.pend]
        state.inside = tuple((n, self._this(c)) for n, c in state.inside)
        state.used = {self._limit(key): uses for key, uses in state.used.items()}
        state.frames = [self._frame(f) for f in state.frames]
        if self.positions:
            state.frames = [self._kept_positions(f, state.position()) for f in state.frames]
        if not state.is_over:
            state.opts = [self._answer(x) for x in state.opts]

    # ------------------------------------------------------------ values

    def _one(self, c: Any) -> Any:
        return None if c is None else self.to(c)

    def _limit(self, key: tuple[Any, ...]) -> tuple[Any, ...]:
        """The key of a limit: of an action with its card, or (name, player, which) of cards that are played."""
        if isinstance(key[0], str):
            return key
        number, this, *rest = key
        return (number, self._this(this), *rest)

    def _this(self, c: Any) -> Any:
        if c is not None:
            self.pin(c)
        return self._one(c)

    def value(self, value: Any, sort: Any) -> Any:
        """The value with other cards in it."""
        if value is None or sort in ("plain", "named", "position", "targets", "unknown"):
            return value
        if sort == "card":
            return self.to(value)
        if sort == "this":
            return self._this(value)
        if sort in ("cards", "subjects"):
            return tuple(self.to(c) for c in value)
        if sort == "watched":
            return tuple((self.to(c), zone) for c, zone in value)
        if sort == "entry":
            return (
                self._entry(value)
                if isinstance(value, tuple) and len(value) > 1 and isinstance(value[1], tuple)
                else value
            )
        if sort == "entries":
            return type(value)(self._entry(e) for e in value)
        if sort == "state":
            return self._past(value)
        if sort == "object":
            return self._object(value) if hasattr(value, "number") else value
        shape, *inner = sort
        if shape == "each":
            return tuple(self.value(x, inner[0]) for x in value)
        if shape == "args":
            return tuple(self.value(x, s) for x, s in zip(value, inner, strict=False))
        if shape == "rows":
            return tuple(
                None if row is None else tuple(self.value(x, s) for x, s in zip(row, inner, strict=True))
                for row in value
            )
        assert shape == "rows_of", sort
        return type(value)(self._args(row, inner[0]) for row in value)

    def _past(self, state: State) -> State:
        """A state kept from before an event."""
        past = state.fork()
        past.frames = []
        other = _Exchange(past, self.to)
        other.lying(range(len(past.at)))
        other.running()
        return past

    def _args(self, args: tuple[Any, ...], text: int) -> tuple[Any, ...]:
        sorts = self.sorts.texts.get(text, ())
        return tuple(self.value(x, sorts[i]) if i < len(sorts) else x for i, x in enumerate(args))

    def _entry(self, entry: Any) -> Any:
        number, args, *rest = entry
        if rest and isinstance(rest[0], tuple):
            rest = [(rest[0][0], self._this(rest[0][1]))]
        return (number, self._args(args, number), *rest)

    def _effect(self, e: Any) -> Any:
        number, this, visit, values, visits, held, age = e
        found = tuple(self.value(x, s) for x, s in zip(values, self.sorts.effects.get(number, ()), strict=True))
        return (
            number,
            self._this(this),
            visit,
            found,
            visits,
            None if held is None else (self.to(held[0]), *held[1:]),
            age,
        )

    def _object(self, o: Any) -> Any:
        if o.action < 0:
            return attrs.evolve(o, this=self._this(o.this), values=self._args(o.values, o.entry[0]))
        values, targets = self.sorts.objects[o.action]
        if o.card is not None:
            targets = (*targets, *self.sorts.card_targets[o.card])
        return attrs.evolve(
            o,
            this=self._this(o.this),
            card=self._this(o.card),
            values=tuple(self.value(x, s) for x, s in zip(o.values, values, strict=False)),
            targets=tuple((self.value(x, s), visit) for (x, visit), s in zip(o.targets, targets, strict=False)),
        )

    def _answer(self, x: Any) -> Any:
        """An option of the question."""
        state = self.state
        kind = state.g.questions[state.q].kind
        if x is None:
            return x
        if kind in ("choose", "set") and isinstance(x, tuple):
            return x  # a card that the chooser does not see, whichever it is
        if kind in ("action", "respond"):
            # A card that the chooser does not see stands there by its place, whichever it is.
            values = zip(x[1:], self.sorts.answers[x[0]], strict=True)
            return (x[0], *(v if is_place(v) else self.value(v, s) for v, s in values))
        if kind == "trigger":
            return self._entry(x)
        if kind == "order" or state.g.asks_cards(state.q):
            return self.to(x)
        return x

    # ------------------------------------------------------------ frames

    def _sorts_of(self, frame: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.sorts.frames.get(frame[0].__name__[2:], ())

    def _frame(self, frame: tuple[Any, ...]) -> tuple[Any, ...]:
        sorts = self._sorts_of(frame)
        if not sorts:
            return frame
        found = [self.value(x, s) for x, s in zip(frame[2:], sorts, strict=True)]
        if "targets" in sorts:
            place = sorts.index("targets")
            found[place] = self._targets(
                frame[2 + place], [x for x, s in zip(frame[2:], sorts, strict=True) if s in ("card", "this")]
            )
        return (*frame[:2], *found)

    def _targets(self, targets: Any, cards: Sequence[Any]) -> Any:
        """The targets of one of the cards: values, or (value, visit)."""
        if not targets:
            return targets
        for c in cards:
            if c is not None and len(self.sorts.card_targets[c]) == len(targets):
                return tuple(
                    (self.value(x[0], s), *x[1:]) if isinstance(x, tuple) else self.value(x, s)
                    for x, s in zip(targets, self.sorts.card_targets[c], strict=True)
                )
        return targets

    def _kept_positions(self, frame: tuple[Any, ...], now: Any) -> tuple[Any, ...]:
        """A position kept to see whether anything changes: it is now's, or it is none that can come again."""
        sorts = ("plain", "plain", *self._sorts_of(frame))
        if "position" not in sorts:
            return frame
        return tuple(
            x if s != "position" or x is None else now if x == self.was else ()
            for x, s in zip(frame, sorts, strict=True)
        )


# ------------------------------------------------------------------ afterwards


def _afterwards(knowledge: Knowledge, seat: int, to: Sequence[int]) -> Knowledge:
    """What is known in the new state: by its player as before, by the others what they see."""
    new = knowledge.copy()
    for c, other in enumerate(to):
        new.place[other] = knowledge.place[c]
        new.at[other] = knowledge.at[c]
    new.down = frozenset(to[c] for c in knowledge.down)
    new.tops = {zone: tuple(to[c] for c in cards) for zone, cards in knowledge.tops.items()}
    new.records = [None] * new.sight.seats
    new.facts = ()
    for other in range(new.sight.seats):
        if other != seat:
            seen = [new.sees(other, c) for c in range(len(to))]
            hidden = frozenset(new.place[c] for c, known in enumerate(seen) if not known)
            new.may[other] = [frozenset((new.place[c],)) if known else hidden for c, known in enumerate(seen)]
            new.dirty.add(other)
    return new


def _take_back(state: State, seat: int) -> None:
    """Simultaneous choices of the others that nobody knows yet: they choose again,
    after the player if it is asked now."""
    frame = state.frames[-1]
    sorts = state.g.sorts
    assert sorts is not None
    for top, items, made, todo, _ in sorts.joints.get(frame[0].__name__[2:], ()):
        if not frame[todo]:
            continue
        places = range(len(frame[items]))
        mine = frame[items].index(seat) if seat in frame[items] else None
        values = list(frame)
        others = tuple(i for i in places if i != mine)
        if mine is None or mine in frame[todo]:
            values[made] = (None,) * len(places)
            values[todo] = (mine, *others) if state.player == seat and mine is not None else tuple(places)
        else:
            values[made] = tuple(row if i == mine else None for i, row in enumerate(frame[made]))
            values[todo] = others
        state.frames[-1] = tuple(values)
        if state.player != seat:
            values[1] = top
            state.frames[-1] = tuple(values)
            state.run()
        return


def _ask_again(made: State, base: State) -> bool:
    """Compute the question of another player anew; False if nobody would be asked this with these cards."""
    made.auto = False
    known = made.know
    made.reask()
    made.know = known
    made.auto = True
    return not made.is_over and made.player == base.player and made.q == base.q and made.n_options > 0
