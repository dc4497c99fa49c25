"""What is offered: alike cards once, hidden ones by chance; loops that are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from rulewright.interpreter.errors import LimitReached
from rulewright.interpreter.runtime import Tables


def is_place(x: Any) -> bool:
    """Whether an answer stands for a card that is not seen, by its place: ("?", zone, number)."""
    return isinstance(x, tuple) and x[:1] == ("?",)


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
        return found if several else each_once(S, found)

    def each_once(S: Any, cards: Sequence[Any]) -> list[Any]:
        """Cards (or those that stand for unseen ones), of alike ones the first."""
        found = list(cards)
        if len(found) < 2:
            return found
        if t.alike:
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
            if sees_card(S, chooser, c):
                kept.append(c)
                continue
            number = counts.get(zone, 0)
            counts[zone] = number + 1
            if several or number == 0:
                kept.append(("?", zone, number))
        return kept

    def sees_card(S: Any, player: int | None, c: int) -> bool:
        """Whether a player may see which card it is: by where it lies, because it has been shown to the player, or because
        it is the player's own, laid under a card."""
        zone = S.at[c]
        if (S.g.sees(player, zone) and c not in S.down) or (player, c, S.vis[c]) in S.seen:
            return True
        if t.zone_holder[zone] is not None:
            return visibility[zone] == "private" and bool(S.own[c] == player)
        return c in S.down and bool(t.zone_owner[zone] == player)

    def veiled_rows(S: Any, rows: Sequence[Any], chooser: int | None, places: dict[int, tuple[int, ...]]) -> list[Any]:
        """Options of actions as who is asked may know them: in the places (by action) of cards not seen stands
        ("?", zone, 0), and of what is then alike there is one."""
        found: dict[Any, Any] = {}
        for row in rows:
            shown, key = list(row), list(row)
            for i in places.get(row[0], ()):
                if row[i] is None:
                    continue
                if sees_card(S, chooser, row[i]):
                    key[i] = alike_key(S, row[i]) if t.alike else row[i]
                else:
                    shown[i] = key[i] = ("?", S.at[row[i]], 0)
            found.setdefault(tuple(key), tuple(shown))
        return list(found.values())

    def has_unseen(row: Any) -> bool:
        """Whether an option of an action has a card that is told by its place alone."""
        return any(map(is_place, row))

    def unveil_row(S: Any, row: Any, rows: Sequence[Any], chooser: int | None) -> Any:
        """The option of an action that an answer means: of those with cards that were not seen chance takes one.

        rows: the options as they are."""
        for i, one in enumerate(row):
            if not is_place(one):
                continue
            fitting = [r for r in rows if r[0] == row[0] and all(map(partial(_is_meant, S, chooser), row[1:], r[1:]))]
            hidden = list(dict.fromkeys(r[i] for r in fitting))
            if not hidden:
                # Only where a bot imagines other cards there, of which none would do: what is asked gives more away
                # than it supposes.
                hidden = [c for c in S.z[one[1]] if not sees_card(S, chooser, c)]
            row = (*row[:i], take_unseen(S, one[1], hidden), *row[i + 1 :])
        return row

    def _is_meant(S: Any, chooser: int | None, wanted: Any, x: Any) -> bool:
        if is_place(wanted):
            return x is not None and S.at[x] == wanted[1] and not sees_card(S, chooser, x)
        return bool(wanted == x)

    def take_unseen(S: Any, zone: int, cards: list[int]) -> int:
        """One of the cards there that nobody tells apart: chance takes it."""
        number = S.rc.get(f"taken {zone}", 0)
        S.rc[f"taken {zone}"] = number + 1
        picked: int = cards[runtime["pick_card"](S, f"taken {t.zone_streams[zone]}", number, cards)]
        if t.traced:
            S.note(("taken", zone, picked))
        return picked

    def unveil(S: Any, answer: Any, cards: Sequence[int], chooser: int | None) -> Any:
        """The card (or cards) that an answer means: for unseen ones chance takes them."""
        if not t.hidden_choices or answer is None:
            return answer
        several = isinstance(answer, tuple) and not is_place(answer)
        picked: list[int] = []
        for one in answer if several else (answer,):
            if not isinstance(one, tuple):
                picked.append(one)
                continue
            hidden = [c for c in cards if S.at[c] == one[1] and c not in picked and not sees_card(S, chooser, c)]
            picked.append(take_unseen(S, one[1], hidden))
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
