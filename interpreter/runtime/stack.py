"""Objects on stacks: announced actions that wait until they are resolved."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.interpreter.runtime import Tables


@frozen
class StackObject:
    """number: its own; action: number of the action; values: the announcement's parameters and choices, in the order of
    the action's procedure; targets: (value, visit) of each target, the action's own first, then the card's."""

    number: int
    stack: int
    action: int
    controller: int
    this: int | None
    card: int | None
    values: tuple[Any, ...]
    targets: tuple[tuple[Any, int], ...]


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    move_one = runtime["move_one"]

    def push(S: Any, stack: int, action: int, you: int, this: int | None, card: int | None, values: tuple[Any, ...],
             targets: tuple[Any, ...]) -> None:
        S.n_objects += 1
        S.stack = (*S.stack, StackObject(S.n_objects, stack, action, you, this, card, values, targets))
        S.changes += 1
        if t.traced:
            S.note(("push", S.n_objects, action, you, card))

    def object_of(S: Any, number: int) -> StackObject | None:
        return next((o for o in S.stack if o.number == number), None)

    def objects_on(S: Any, stack: int) -> tuple[int, ...]:
        return tuple(o.number for o in S.stack if o.stack == stack)

    def object_part(S: Any, number: int, part: str) -> int | None:
        """The controller or the card of an object; nothing once it has left its stack."""
        found = object_of(S, number)
        return None if found is None else getattr(found, part)

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
        return found

    def next_object(S: Any, base: int, last_in_first_out: bool) -> StackObject:
        return S.stack[-1] if last_in_first_out else S.stack[base]  # type: ignore[no-any-return]

    def counter(S: Any, number: int, to: int | None) -> tuple[int, ...]:
        """Take an object off without effect; its card goes where it belongs."""
        found = take_off(S, number)
        if found is None:
            return ()
        if t.traced:
            S.note(("counter", number, found.action, found.controller, found.card))
        if found.card is not None and t.zone_names[S.at[found.card]] in S.g.stack_names:
            put_away(S, found.card, to)
        return (number,)

    def put_away(S: Any, card: int, to: int | None) -> None:
        """A card that has been on the stack goes to `to`, else to the zone its game discards to."""
        goal = to if to is not None else S.g.discard_of(S, card)
        if goal is not None:
            move_one(S, card, goal, False)

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
