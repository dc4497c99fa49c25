"""What is offered: alike cards once, hidden ones by chance; loops that are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.errors import LimitReached
from rulewright.interpreter.runtime import Tables


def _settled(S: Any) -> tuple[Any, Any]:
    """What chance has settled so far, and the position."""
    return tuple(sorted(S.rc.items())), S.position()


def effects_on(S: Any, c: int) -> tuple[int, ...]:
    """The durations that are about a card, for telling alike cards apart."""
    return tuple([e[6] for e in S.eff if _is_about(S, e, c)])


def _is_about(S: Any, effect: Any, c: int) -> bool:
    """Whether a duration keeps this card, in the stay that it was begun in; numbers and players are kept beside cards."""
    values, visits, now = effect[3], effect[4], S.vis[c]
    for place, sort in enumerate(S.g.sorts.effects.get(effect[0], ())):
        value = values[place]
        if sort == "subjects":
            if c in value and values[place + 1][value.index(c)] == now:
                return True
        elif sort == "cards":
            if value and c in value:
                return True
        elif sort != "plain" and value == c and visits[place] == now:
            return True
    return False


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    face_of, ordered, visibility, zone_owner = t.face_of, t.ordered, t.visibility, t.zone_owner
    keys = t.card_keys
    pick = runtime["pick"]

    def alike_key(S: Any, c: int) -> Any:
        """Equal for two cards that nobody can tell apart where they lie."""
        zone = S.at[c]
        # In a row that all see every card has a place of its own.
        place = c + 1 if ordered[zone] and visibility[zone] == "public" else 0
        if not S.cs and not S.down and not t.zones_on and not S.pack and not S.eff:
            return face_of[c], zone, place
        cs = S.cs
        stored = tuple([(k, cs[k + c]) for k in keys if k + c in cs])
        inside = tuple([tuple(S.z[q]) for q in t.zones_on.get(c, ())])
        return (
            face_of[c], zone, place, stored, c in S.down, inside if any(inside) else (),
            effects_on(S, c) if S.eff else (), S.pack.get(c),
        )  # fmt: skip

    def plain(S: Any, zone: int) -> bool:
        """Whether cards of one zone differ in nothing but their faces."""
        if zone < 0 or S.cs or S.down or t.zones_on or S.pack or S.eff:
            return False
        return not (ordered[zone] and visibility[zone] == "public")

    def choosable(S: Any, cards: Sequence[int], chooser: int | None, several: bool) -> list[int]:
        """Options among cards: of alike ones the first; of a hidden hand's unseen cards one that chance takes."""
        found = list(cards)
        if t.hidden_choices:
            found = veiled(S, found, chooser, several)
        if len(found) < 2:
            return found
        if t.alike and not several:
            zone = S.at[found[0]] if isinstance(found[0], int) else -1
            at = S.at
            if plain(S, zone) and all(isinstance(c, int) and at[c] == zone for c in found):
                # They differ in their faces alone; the first of each stays.
                if len({face_of[c] for c in found}) == len(found):
                    return found
                first: dict[int, int] = {}
                for c in found:
                    first.setdefault(face_of[c], c)
                return list(first.values())
            # Only cards with one face in one zone can be alike, so the rest need not be looked at closely.
            rough = [(face_of[c], at[c]) if not isinstance(c, tuple) else c for c in found]
            if len(set(rough)) == len(found):
                return found
            several_so = Counter(rough)
            seen = set()
            kept = []
            for c, so in zip(found, rough, strict=True):
                key = alike_key(S, c) if several_so[so] > 1 and not isinstance(c, tuple) else so
                if key not in seen:
                    seen.add(key)
                    kept.append(c)
            found = kept
        return found

    def veiled(S: Any, cards: list[int], chooser: int | None, several: bool) -> list[Any]:
        """Cards that the chooser cannot see stand as ("?", zone, number): chance takes one of them (semantics 23)."""
        kept: list[Any] = []
        counts: dict[int, int] = {}
        for c in cards:
            zone = S.at[c]
            seen = (S.g.sees(chooser, zone) and c not in S.down) or (chooser, c, S.vis[c]) in S.seen or (
                c in S.down and t.zone_owner[zone] == chooser)
            if seen:
                kept.append(c)
                continue
            number = counts.get(zone, 0)
            counts[zone] = number + 1
            if several or number == 0:
                kept.append(("?", zone, number))
        return kept

    def unveil(S: Any, answer: Any, cards: Sequence[int], chooser: int | None) -> Any:
        """The card (or cards) that an answer means: for unseen ones chance takes them."""
        if not t.hidden_choices or answer is None:
            return answer
        several = isinstance(answer, tuple) and not (answer and answer[0] == "?")
        picked: list[int] = []
        for one in answer if several else (answer,):
            if not isinstance(one, tuple):
                picked.append(one)
                continue
            zone = one[1]
            hidden = [c for c in cards if S.at[c] == zone and c not in picked and (chooser, c, S.vis[c]) not in S.seen]
            number = S.rc.get(f"taken {zone}", 0)
            S.rc[f"taken {zone}"] = number + 1
            picked.append(hidden[runtime["pick_card"](S, f"taken {t.zone_streams[zone]}", number, hidden)])
            if t.traced:
                S.note(("taken", zone, picked[-1]))
        return tuple(picked) if several else picked[0]

    def choosable_any(S: Any, items: Sequence[Any]) -> list[Any]:
        return list(items)

    def set_size(items: Sequence[Any]) -> int:
        return len(items)

    def watched(S: Any, cards: Sequence[int]) -> list[tuple[int, Any]]:
        """Cards of a loop with what tells whether their visit goes on."""
        at = S.at
        return [(c, at[c]) for c in cards]

    def same_visit(S: Any, c: int, zone: int) -> bool:
        now = S.at[c]
        return now == zone or (t.in_play[now] and t.in_play[zone])

    def tick(S: Any, names: Any = None, where: int | None = None) -> None:
        """Count a step; the limits of semantics 30.
        The same state with the same locals again proves an endless loop."""
        S.steps += 1
        if S.steps >= 1000:
            late_tick(S, names, where)

    def counted(S: Any, items: Sequence[Any]) -> Sequence[Any]:
        """The items of a group deep inside others; reading it counts as a step, and as more where there are many."""
        S.steps += 1 + (len(items) >> 6)
        if S.steps > S.limits.steps:
            raise LimitReached("limit", f"{S.limits.steps} steps for one answer")
        return items

    def late_tick(S: Any, names: Any, where: int | None) -> None:
        if S.steps > S.limits.steps:
            raise LimitReached("limit", f"{S.limits.steps} steps for one answer")
        if names is None:
            return
        # The numbers first: where they differ, the whole position need not be looked at.
        mark = S.mark if S.mark is not None and S.mark[0] == "steps" and S.mark[2] == S.n_decisions else None
        if mark is not None and mark[3:6] == (where, names, S.v) and mark[6:] == _settled(S):
            raise LimitReached("endless", "the same position came again with nothing to decide in between")
        if mark is None or S.steps >= 2 * mark[1]:
            S.mark = ("steps", S.steps, S.n_decisions, where, names, S.v[:], *_settled(S))

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime")}
