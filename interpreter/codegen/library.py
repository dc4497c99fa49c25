"""What the functions of the runtime come to in one settled game, as text to be written out where they are called.

Where nobody can fall out of the game, take extra turns or miss them, where no zone is ever full and no pile unsettled,
most of what those functions look at is known beforehand. `Names` of the runtime's own functions stand for the uncommon
cases.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.interpreter.codegen.trees import called, walk
from rulewright.interpreter.codegen.worlds import World


def shuffled_zones(functions: Sequence[ast.FunctionDef], world: World) -> frozenset[int] | None:
    """The zones whose order may be unsettled; None if it can be any."""
    found: set[int] = set()
    for function in functions:
        for node in walk(function):
            name = called(node)
            if name in ("shuffle", "draw_cards", "reverse_zone"):
                assert isinstance(node, ast.Call)
                zones = world.zones_of(node.args[1])
                if zones is None:
                    return None
                found |= set(zones)
    return frozenset(found)


def library(world: World, changes_read: bool) -> str:
    """The definitions."""
    n = world.players
    seats = [tuple((p + i) % n for i in range(n)) for p in range(n)]
    back = [tuple((p - i) % n for i in range(n)) for p in range(n)]
    lines = [_LISTS if world.lists else _MOVES if not world.full else "", _TICKS, _CARDS]
    if not world.falls:
        lines.append(_SEATS.format(n=n, last=n - 1, seats=tuple(seats), back=tuple(back)))
        if not world.turns_round:
            lines.append(_FORWARD.format(n=n, seats=tuple(seats)))
        if not world.bends:
            lines.append(_TURNS.format(n=n, step="1" if not world.turns_round else "S.dir"))
    if not (world.alike or world.hidden):
        lines.append(_CHOOSABLE)
    places = [z for z, inside in enumerate(world.in_play) if inside]
    if len(places) <= 24:
        lines.append(f"def in_play(S):\n    return ({' '.join(f'*z[{p}],' for p in places)})\n")
    text = "\n".join(lines)
    for word, kept in (("VISITS", world.tracks), ("CHANGES", changes_read)):
        text = "\n".join(line.replace(f"{word}: ", "") for line in text.split("\n") if kept or f"{word}: " not in line)
    return text


_TICKS = """
def tick(S, names, where):
    S.steps += 1
    if S.steps >= 1000:
        late_tick(S, names, where)

def turn_tick(S):
    if S.turn_start == S.n_decisions or S.n_turns >= S.limits.turns:
        plain_turn_tick(S)
    else:
        S.idle_turns = 0
        S.turn_start = S.n_decisions
"""

_MOVES = """
def move_to_set(S, c, to):
    if c is None:
        return ()
    fr = at[c]
    if fr == to:
        return ()
    cards = z[fr]
    i = cards.index(c)
    z[fr] = cards[:i] + cards[i + 1:]
    if UNSETTLED(fr):
        taken_out(S, fr, i)
    cards = z[to]
    if cards:
        i = bisect_left(cards, c)
        z[to] = cards[:i] + (c,) + cards[i:]
    else:
        z[to] = (c,)
    at[c] = to
    CHANGES: S.changes += 1
    VISITS: visited(S, c, fr, to)
    return (c,)

def draw_one(S, pile, into, refill):
    cards = z[pile]
    entry = S.uz.get(pile)
    if not cards or SAME_ZONE(pile, into) or ORDERED_ZONE(into) or (entry is not None and entry[0]):
        return plain_draw_one(S, pile, into, refill)
    if entry is None:
        c = cards[0]
        z[pile] = cards[1:]
    else:
        high = entry[1]
        drawn = entry[3]
        held = S.words
        if held[0] == drawn >> 3 and held[1] == pile and held[2] == entry[2]:
            held = held[4]
        else:
            held = pile_words(S, pile, entry[2], drawn >> 3)
        i = held[drawn & 7] * high >> 64
        c = cards[i]
        z[pile] = cards[:i] + cards[i + 1:]
        if high == 1:
            del S.uz[pile]
        else:
            S.uz[pile] = (0, high - 1, entry[2], drawn + 1)
    cards = z[into]
    i = bisect_left(cards, c)
    z[into] = cards[:i] + (c,) + cards[i:]
    at[c] = into
    CHANGES: S.changes += 1
    VISITS: visited(S, c, pile, into)
    return (c,)

def move_few(S, cards, to, last, face):
    if face is not None or len(cards) > 4:
        plain_move_many(S, cards, to, last, face)
    elif ORDERED_ZONE(to):
        if len(cards) == 1 and at[cards[0]] != to:
            plain_move_one(S, cards[0], to, last)
        else:
            plain_move_many(S, cards, to, last, face)
    else:
        for c in cards:
            move_to_set(S, c, to)

def would_stay(S, c, to, last):
    return at[c] == to and plain_would_stay(S, c, to, last)

def move_one(S, c, to, last):
    if ORDERED_ZONE(to):
        return plain_move_one(S, c, to, last)
    return move_to_set(S, c, to)

def move_all(S, fr, to, last):
    cards = z[fr]
    if not cards:
        return ()
    if SAME_ZONE(fr, to) or UNSETTLED(fr) or UNSETTLED(to) or VISITED(fr, to):
        return plain_move_all(S, fr, to, last)
    z[fr] = ()
    if ORDERED_ZONE(to):
        z[to] = z[to] + cards if last else cards + z[to]
        for c in cards:
            at[c] = to
    else:
        held = z[to]
        if len(cards) == 1:
            c = cards[0]
            if held:
                i = bisect_left(held, c)
                z[to] = held[:i] + cards + held[i:]
            else:
                z[to] = cards
            at[c] = to
        else:
            z[to] = tuple(sorted(held + cards))
            for c in cards:
                at[c] = to
    CHANGES: S.changes += len(cards)
    return cards
"""

# The same where zones may be lists, which are changed in place.
_LISTS = """
def move_to_set(S, c, to):
    if c is None:
        return ()
    fr = at[c]
    if fr == to:
        return ()
    held = z[fr]
    if UNSETTLED(fr):
        i = held.index(c)
        z[fr] = held[:i] + held[i + 1:]
        taken_out(S, fr, i)
    elif type(held) is list:
        held.remove(c)
    else:
        z[fr] = held = list(held)
        held.remove(c)
    held = z[to]
    if not held:
        z[to] = [c]
    elif type(held) is list:
        insort(held, c)
    else:
        z[to] = held = list(held)
        insort(held, c)
    at[c] = to
    CHANGES: S.changes += 1
    return (c,)

def draw_one(S, pile, into, refill):
    cards = z[pile]
    entry = S.uz.get(pile)
    if not cards or SAME_ZONE(pile, into) or ORDERED_ZONE(into) or (entry is not None and entry[0]):
        return plain_draw_one(S, pile, into, refill)
    if entry is None:
        c = cards[0]
        z[pile] = cards[1:]
    else:
        high = entry[1]
        drawn = entry[3]
        held = S.words
        if held[0] == drawn >> 3 and held[1] == pile and held[2] == entry[2]:
            held = held[4]
        else:
            held = pile_words(S, pile, entry[2], drawn >> 3)
        i = held[drawn & 7] * high >> 64
        if type(cards) is list:
            c = cards.pop(i)
        else:
            c = cards[i]
            z[pile] = held = list(cards)
            del held[i]
        if high == 1:
            del S.uz[pile]
        else:
            S.uz[pile] = (0, high - 1, entry[2], drawn + 1)
    held = z[into]
    if type(held) is list:
        insort(held, c)
    else:
        z[into] = held = list(held)
        insort(held, c)
    at[c] = into
    CHANGES: S.changes += 1
    return (c,)

def move_few(S, cards, to, last, face):
    if face is not None or len(cards) > 4:
        plain_move_many(S, cards, to, last, face)
    elif ORDERED_ZONE(to):
        if len(cards) == 1 and at[cards[0]] != to:
            plain_move_one(S, cards[0], to, last)
        else:
            plain_move_many(S, cards, to, last, face)
    else:
        for c in cards:
            move_to_set(S, c, to)

def would_stay(S, c, to, last):
    return at[c] == to and plain_would_stay(S, c, to, last)

def move_one(S, c, to, last):
    if ORDERED_ZONE(to):
        return plain_move_one(S, c, to, last)
    return move_to_set(S, c, to)

def move_all(S, fr, to, last):
    cards = z[fr]
    if not cards:
        return ()
    if SAME_ZONE(fr, to) or UNSETTLED(fr) or UNSETTLED(to):
        return plain_move_all(S, fr, to, last)
    z[fr] = ()
    if ORDERED_ZONE(to):
        z[to] = (*z[to], *cards) if last else (*cards, *z[to])
        for c in cards:
            at[c] = to
    else:
        held = z[to]
        if len(cards) == 1:
            c = cards[0]
            if not held:
                z[to] = [c]
            elif type(held) is list:
                insort(held, c)
            else:
                z[to] = held = list(held)
                insort(held, c)
            at[c] = to
        else:
            z[to] = sorted((*held, *cards))
            for c in cards:
                at[c] = to
    CHANGES: S.changes += len(cards)
    return tuple(cards)
"""

_CARDS = """
def settled(S, zone):
    return plain_settled(S, zone) if UNSETTLED(zone) else z[zone]

def first_card(S, zone):
    return plain_first_card(S, zone) if UNSETTLED(zone) else z[zone][0] if z[zone] else None

def last_card(S, zone):
    return plain_last_card(S, zone) if UNSETTLED(zone) else z[zone][-1] if z[zone] else None

def choosable_any(S, items):
    return list(items)
"""

_SEATS = """
def left_of(S, p):
    return (p + 1) % {n}

def right_of(S, p):
    return (p + {last}) % {n}

def ring(S, start, clockwise, inclusive):
    return ({seats} if clockwise else {back})[start] if inclusive else ({seats} if clockwise else {back})[start][1:]
"""

_FORWARD = """
def in_order(S):
    return {seats}[S.first if S.act is None else S.act]
"""

_TURNS = """
def next_seat(S, p, clockwise):
    return (p + {step}) % {n} if clockwise else (p - {step}) % {n}

def after_turn(S, p, clockwise):
    return (p + {step}) % {n} if clockwise else (p - {step}) % {n}
"""

_CHOOSABLE = """
def choosable(S, cards, chooser, several):
    return list(cards)
"""
