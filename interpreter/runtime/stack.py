"""Objects on stacks: announced actions that wait until they are resolved."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.interpreter.errors import RunError
from rulewright.interpreter.runtime import Tables


@frozen
class StackObject:
    """number: its own; action: number of the action (of a trigger: that of its text, counted down from -1), this: the card
    whose action or text it is; values: the announcement's parameters and choices, in the order of
    the action's procedure; visits: those in which the cards among them were, or the cards on which zones among them lie
    (a tuple for a list of cards, 0 for anything else); targets: (value, visit) of each target, the action's own first,
    then the card's; since: the visit in which `this` was."""

    number: int
    stack: int
    action: int
    controller: int
    this: int | None
    card: int | None
    values: tuple[Any, ...]
    targets: tuple[tuple[Any, int], ...]
    visits: tuple[Any, ...] = ()
    since: int = 0

    @property
    def named_by(self) -> int | None:
        """The card whose name stands for it: the one that was announced, or the one whose trigger it is."""
        return self.this if self.action < 0 else self.card

    @property
    def entry(self) -> tuple[int, tuple[Any, ...]]:
        """Of a trigger, the number of its text and what that is given."""
        return -1 - self.action, self.values


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    move_one = runtime["move_one"]

    def push(S: Any, stack: int, action: int, you: int, this: int | None, card: int | None, values: tuple[Any, ...],
             targets: tuple[Any, ...], sorts: str) -> None:
        """Put an object on the stack. sorts: what each value is: "c" a card, "l" a list of cards, "z" a zone."""
        if S.lost and not S.stack and not S.windows:
            S.lost = ()
        S.n_objects += 1
        visits = tuple([begun(S, x, sort) for x, sort in zip(values, sorts, strict=False)])
        since = 0 if this is None else S.vis[this]
        S.stack = (*S.stack, StackObject(S.n_objects, stack, action, you, this, card, values, targets, visits, since))
        S.changes += 1
        if t.traced:
            S.note(("push", S.stack[-1]))

    def push_trigger(S: Any, stack: int, entry: Any) -> None:
        """Let a trigger of a card wait on the stack; that of a player who is out only where objects stay."""
        text, values, who = entry
        if who in S.alive or S.g.objects_stay[stack]:
            push(S, stack, -1 - text, who, source_of(S, text, values), None, values, (), "")

    def source_of(S: Any, text: int, values: tuple[Any, ...]) -> int | None:
        """The card whose text a trigger is."""
        sorts = S.g.sorts.texts.get(text, ())
        return values[0] if sorts and sorts[0] == "this" else None

    def begun(S: Any, value: Any, sort: str) -> Any:
        """The visit of what was announced."""
        if value is None or sort == "-":
            return 0
        if sort == "l":
            return tuple([S.vis[c] for c in value])
        card = value if sort == "c" else t.zone_holder[value]
        return 0 if card is None else S.vis[card]

    def lasting(S: Any, cards: tuple[int, ...], visits: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the announced cards that have not left since."""
        return tuple([c for c, visit in zip(cards, visits, strict=True) if S.vis[c] == visit])

    def reach(S: Any, zone: int, visit: int, cards: Any) -> int | None:
        """Where cards come that were announced to go to a zone: on a card that has left since, they go where those went
        that lay there; nowhere, if nothing says so."""
        holder = t.zone_holder[zone]
        if holder is None or S.vis[holder] == visit:
            return zone
        goal = t.empties.get(zone)
        first = cards if isinstance(cards, int) else next(iter(cards), None)
        return None if goal is None or first is None else goal(S, first)

    def kept_object(S: Any, number: int, where: int) -> StackObject:
        """An object, also one that has left the stack while something was going on there."""
        found = object_of(S, number) or next((o for o in S.lost if o.number == number), None)
        if found is None:
            raise RunError("R613", "what was announced is long over", t.spans[where])
        return found

    def announced(S: Any, number: int, place: int, where: int) -> Any:
        return kept_object(S, number, where).values[place]

    def announced_target(S: Any, number: int, place: int, where: int) -> Any:
        return kept_object(S, number, where).targets[place][0]

    def announced_lasts(S: Any, number: int, place: int, where: int) -> bool:
        """Whether a card of an announcement has not left since."""
        found = kept_object(S, number, where)
        card = found.values[place]
        return card is not None and S.vis[card] == found.visits[place]  # type: ignore[no-any-return]

    def is_action(S: Any, number: int, action: int) -> bool:
        found = object_of(S, number) or next((o for o in S.lost if o.number == number), None)
        return found is not None and (found.action == action if action >= 0 else found.action < 0)

    def object_of(S: Any, number: int) -> StackObject | None:
        return next((o for o in S.stack if o.number == number), None)

    def objects_on(S: Any, stack: int) -> tuple[int, ...]:
        return tuple(o.number for o in S.stack if o.stack == stack)

    def object_part(S: Any, number: int, part: str) -> int | None:
        """The controller or the card of an object; nothing once it has left its stack."""
        found = object_of(S, number)
        return None if found is None else getattr(found, part)

    def object_source(S: Any, number: int) -> int | None:
        """The card whose text or action an object is, as long as that card has not left."""
        found = object_of(S, number)
        return None if found is None or found.this is None or S.vis[found.this] != found.since else found.this

    def object_targeted(S: Any, number: int) -> bool:
        """Whether an object was announced with a target."""
        found = object_of(S, number)
        return found is not None and any(value is not None for value, _ in found.targets)

    def set_target(S: Any, number: int, place: int, value: Any, is_card: bool) -> None:
        """Give an object another target."""
        changed = (value, visit_of(S, value, is_card))
        found = object_of(S, number)
        if found is None:
            return
        new = attrs.evolve(found, targets=(*found.targets[:place], changed, *found.targets[place + 1 :]))
        S.stack = tuple(new if o is found else o for o in S.stack)
        S.changes += 1
        if t.traced:
            S.note(("retarget", number))

    def take_off(S: Any, number: int) -> StackObject | None:
        found = object_of(S, number)
        if found is not None:
            S.stack = tuple(o for o in S.stack if o.number != number)
            S.changes += 1
            if t.keeps_objects:
                S.lost = (*S.lost, found)
            if t.traced:
                S.note(("off", found))
        return found

    def next_object(S: Any, base: int, last_in_first_out: bool) -> StackObject:
        return S.stack[-1] if last_in_first_out else S.stack[base]  # type: ignore[no-any-return]

    def counter(S: Any, number: int) -> int | None:
        """Take an object off without effect; its card, if that lies on a stack and must go somewhere."""
        found = take_off(S, number)
        if found is None:
            return None
        if t.traced:
            S.note(("counter", found))
        if found.card is None or t.zone_names[S.at[found.card]] not in S.g.stack_names:
            return None
        return found.card

    def still_there(S: Any, card: int) -> None:
        """A card that is done with lies on its stack, and `then:` was of no use: the rules do not say where it belongs."""
        raise RunError(
            "R614", f'"{t.names[card]}" is done with, and the `then:` of its stack leaves it lying there', None
        )

    def drop_objects(S: Any, players: tuple[int, ...]) -> None:
        """The objects of fallen players leave, unless their stack says `objects: stay`."""
        for o in S.stack:
            if o.controller in players and not S.g.objects_stay[o.stack]:
                take_off(S, o.number)
                if o.card is not None:
                    move_one(S, o.card, 2, False)

    def visit_of(S: Any, value: Any, is_card: bool) -> int:
        return S.vis[value] if is_card and value is not None else 0

    return {name: value for name, value in locals().items()
            if callable(value) and name not in ("t", "runtime")}
