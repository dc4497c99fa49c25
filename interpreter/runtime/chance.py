"""Drawing, shuffling lazily, rolling: every chance point goes through `pick`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter import chance
from rulewright.interpreter.errors import RunError, UsageError
from rulewright.interpreter.runtime import Tables


def make(t: Tables, runtime: dict[str, Any]) -> dict[str, Any]:
    """Functions by name."""
    face_of, streams, names = t.face_of, t.zone_streams, t.names
    keyed_draw = chance.draw
    stream_hash, block_words = chance.stream_hash, chance.block_words

    def pile_words(S: Any, zone: int, number: int, block: int) -> tuple[int, ...]:
        """Eight numbers of a shuffle's stream; the state keeps those used last."""
        held = S.words
        if held[1] == zone and held[2] == number and held[3] is S.key:
            if held[0] == block:
                return held[4]  # type: ignore[no-any-return]
            begun = held[5]
        else:
            begun = stream_hash(S.key, f"{streams[zone]}/{number}")
        made = block_words(begun, block)
        S.words = (block, zone, number, S.key, made, begun)
        return made

    def pick(S: Any, stream: str, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        if n <= 1:
            return 0
        if S.chance is not None:
            return S.chance.take(stream, (1,) * n)
        counters = S.rc
        index = counters.get(stream, 0)
        counters[stream] = index + 1
        return keyed_draw(S.key, stream, index, n)

    def pick_card(S: Any, stream: str, index: int, cards: Sequence[int]) -> int:
        """The place in `cards` (sorted, unsettled) of the card that draw `index` of a shuffle gives;
        alike ones are one outcome."""
        script = S.chance
        if script is None:
            return keyed_draw(S.key, stream, index, len(cards))
        given = script.given.get(stream.split("/")[0])
        if given:
            wanted = given.pop(0)
            for place, card in enumerate(cards):
                if wanted == (card if isinstance(wanted, int) else names[card]):
                    return place
            said = names[wanted] if isinstance(wanted, int) else wanted
            raise UsageError(f'there is no "{said}" to be drawn here')
        faces: list[int] = []
        weights: list[int] = []
        first: list[int] = []
        for place, card in enumerate(cards):
            face = face_of[card]
            if face in faces:
                weights[faces.index(face)] += 1
            else:
                faces.append(face)
                weights.append(1)
                first.append(place)
        return first[script.take(stream, weights, [names[cards[p]] for p in first])]

    def shuffle(S: Any, zone: int) -> None:
        """Make the order of a pile unsettled."""
        cards = S.z[zone]
        S.changes += 1
        if t.traced:
            S.note(("shuffle", zone))
        if t.tracks_visits:
            for c in cards:
                S.vis[c] += 1
        if len(cards) < 2:
            S.uz.pop(zone, None)
            return
        S.z[zone] = tuple(sorted(cards))
        if not t.ordered[zone]:
            return
        name = streams[zone]
        number = S.rc.get(name, 0) + 1
        S.rc[name] = number
        S.uz[zone] = (0, len(cards), number, 0)

    def settle_place(S: Any, zone: int, last: bool) -> None:
        """Settle the first (or last) card of a zone, if it is unsettled."""
        entry = S.uz.get(zone)
        if entry is None:
            return
        low, high, number, drawn = entry
        cards = S.z[zone]
        if (high < len(cards)) if last else (low > 0):
            return
        if S.chance is None:
            place = low + (pile_words(S, zone, number, drawn >> 3)[drawn & 7] * (high - low) >> 64)
        else:
            place = low + pick_card(S, f"{streams[zone]}/{number}", drawn, cards[low:high])
        card = cards[place]
        if last:
            S.z[zone] = (*cards[:place], *cards[place + 1:high], card, *cards[high:])
            high -= 1
        else:
            S.z[zone] = (*cards[:low], card, *cards[low:place], *cards[place + 1:])
            low += 1
        if t.traced:
            S.note(("settled", zone, (card,)))
        if high - low < 1:
            del S.uz[zone]
        else:
            S.uz[zone] = (low, high, number, drawn + 1)

    def settled(S: Any, zone: int) -> tuple[int, ...]:
        """All cards of a zone in their order; unsettled ones are settled."""
        if zone in S.uz:
            settle_first(S, zone, S.uz[zone][1])
        return S.z[zone]

    def first_card(S: Any, zone: int) -> int | None:
        if zone in S.uz:
            settle_place(S, zone, False)
        cards = S.z[zone]
        return cards[0] if cards else None

    def last_card(S: Any, zone: int) -> int | None:
        if zone in S.uz:
            settle_place(S, zone, True)
        cards = S.z[zone]
        return cards[-1] if cards else None

    def first_cards(S: Any, zone: int, count: int) -> tuple[int, ...]:
        """The first `count` cards in order (fewer if there are fewer)."""
        count = max(0, min(count, len(S.z[zone])))
        if zone in S.uz:
            settle_first(S, zone, count)
        return S.z[zone][:count]

    def last_given(script: Any, zone: int, card: int) -> bool:
        """Whether a script gives the last card of a shuffled pile, too, which is certain; then it has been said."""
        given = script.given.get(streams[zone])
        if not given or given[0] not in (card, names[card]):
            return False
        del given[0]
        return True

    def settle_first(S: Any, zone: int, count: int) -> None:
        """Settle the first `count` cards of a zone."""
        low, high, number, drawn = S.uz[zone]
        if count <= low:
            return
        cards = S.z[zone]
        loose = list(cards[low:high])
        taken: list[int] = []
        stream = f"{streams[zone]}/{number}"
        script = S.chance
        block = -1
        numbers: tuple[int, ...] = ()
        while low + len(taken) < count and loose:
            if script is not None:
                place = pick_card(S, stream, drawn, loose)
            else:
                if drawn >> 3 != block:
                    block = drawn >> 3
                    numbers = pile_words(S, zone, number, block)
                place = numbers[drawn & 7] * len(loose) >> 64
            taken.append(loose.pop(place))
            drawn += 1
        if len(loose) == 1 and (script is None or last_given(script, zone, loose[0])):
            taken += loose  # the last one is certain
            loose = []
        S.z[zone] = (*cards[:low], *taken, *loose, *cards[high:])
        if t.traced:
            S.note(("settled", zone, tuple(taken)))
        if not loose:
            del S.uz[zone]
        else:
            S.uz[zone] = (low + len(taken), high, number, drawn)

    def last_cards(S: Any, zone: int, count: int) -> tuple[int, ...]:
        cards = settled(S, zone)
        count = max(0, min(count, len(cards)))
        return cards[len(cards) - count:]

    def random_item(S: Any, items: Sequence[Any], stream: str, where: int | None = None) -> Any:
        """One of the items by chance. Of none: None where a verb is done to it, which then does nothing; else RunError."""
        if not items:
            if where is None:
                return None
            raise RunError("R604", "there is nothing here of which one could be taken at random", t.spans[where])
        waiting = None if S.chance is None else S.chance.given.get("random")
        if waiting:
            found = items[waiting.pop(0)(S, items, S.g.random_types.get(stream))]
        else:
            found = items[pick(S, stream, len(items))]
        if t.traced:
            S.note(("random", stream, found))
        return found

    def roll(S: Any, name: str, faces: Sequence[int], who: int | None, said: Sequence[str] = ()) -> int:
        """What a die shows; its stream is the die's and the roller's,
        so that one player's rolls never shift another's."""
        if S.chance is not None:
            given = S.chance.given.get("roll")
            if given:
                return int(given.pop(0))
            values = sorted(set(faces))
            result = values[
                S.chance.take(f"die {name}", [list(faces).count(x) for x in values],
                              [said[x] if said else str(x) for x in values])
            ]
        else:
            result = faces[pick(S, f"die {name} {who}", len(faces))]
        S.changes += 1
        if t.traced:
            S.note(("roll", name, said[result] if said else result, who))
        return result

    return {name: value for name, value in locals().items() if callable(value) and name not in ("t", "runtime")}
