"""A settled game compiled to C, and the states that its playouts end in."""

from __future__ import annotations

import ast
import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from rulewright.interpreter.codegen import kept
from rulewright.interpreter.codegen.playout_form import native_tree
from rulewright.interpreter.limits import DEFAULT_LIMITS
from rulewright.interpreter.native.compiler import Unit, compiled
from rulewright.interpreter.native.terms import WIDTH, Source, Untranslatable
from rulewright.interpreter.native.translate import translated

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.codegen.worlds import World
    from rulewright.interpreter.state import State

_NONE = -(1 << 63)
_OVER = 2
_SCALARS = 10  # numbers of the state that come after how it ended
_LARGEST = 1 << 27  # so many bytes a game's lists may take up at most
_RUNTIME = Path(__file__).with_name("runtime.c")


@frozen
class Text:
    """A game's C. streams: what it draws from besides piles, in the order of their numbers."""

    text: str
    streams: tuple[str, ...]


def text_of(tree: ast.Module, values: Mapping[str, Any], game: Compiled, world: World) -> Text:
    """The C of a settled game from the trees of its playout; Untranslatable where there is none."""
    tables = game.instance
    if len(tables.boards) > 1:
        raise Untranslatable("several boards")
    board = next(iter(tables.boards.values()), None)
    neighbours: Sequence[Sequence[int]] = [] if board is None else board.neighbours
    ordered = game.namespace["ORDERED"]
    if game.n_tallied or not all(x is None or isinstance(x, bool | int) for x in game.start_values):
        raise Untranslatable("values that are lists")
    n_cards = len(game.start_at)
    in_play = game.namespace["IN_PLAY"]
    source = Source(
        tree, values, game.players, game.question_kinds, world.alike, world.hidden, len(neighbours), in_play
    )
    functions, streams = translated(source)
    most = max(512, 4 * n_cards, 4 * len(neighbours))
    if 8 * (functions.count("[MOST]") + (WIDTH - 1) * functions.count(f"[MOST][{WIDTH}]")) * most > _LARGEST:
        raise Untranslatable("so much")
    dealt = [(zone, card) for zone, cards in enumerate(game.starts) for card in cards]
    begin = [0]
    for row in neighbours:
        begin.append(begin[-1] + len(row))
    sizes = {
        "N_ZONES": len(ordered),
        "N_CARDS": n_cards,
        "N_VALUES": len(game.start_values),
        "N_PLAYERS": game.players,
        "N_STREAMS": len(streams),
        "N_SPACES": len(neighbours),
        "N_DEALT": len(dealt),
        "MOST_DECISIONS": DEFAULT_LIMITS.decisions,
        "MOST_TURN_DECISIONS": DEFAULT_LIMITS.turn_decisions,
        "MOST_TURNS": DEFAULT_LIMITS.turns,
        "MOST": most,
    }
    arrays = {
        "unsigned char ORDERED": list(ordered),
        "unsigned char PUBLIC": [v == "public" for v in game.visibility],
        "int FACE": list(game.face_of),
        "long long ZONE_OWNER": [_NONE if o is None else o for o in game.zone_owner],
        "int NEIGHBOUR_START": begin,
        "int NEIGHBOUR": [x for row in neighbours for x in row],
        "int START_ZONE": [zone for zone, _ in dealt],
        "int START_CARD": [card for _, card in dealt],
        "long long START_VALUE": [_NONE if x is None else int(x) for x in game.start_values],
    }
    lines = [f"#define {name} {size}" for name, size in sizes.items()]
    for name, row in arrays.items():
        texts = [_number(x) for x in [*row, 0]]
        lines.append(f"static const {name}[{len(texts)}] = {{{', '.join(texts)}}};")
    for name, names in (("PILE_STREAM", game.zone_streams), ("DIE_STREAM", streams)):
        if any(len(one.encode()) > 64 for one in names):
            raise Untranslatable("a long name")
        lines.append(f"static const char *const {name}[] = {{{', '.join([*map(_string, names), _string('')])}}};")
    return Text("\n".join([*lines, _RUNTIME.read_text(encoding="utf-8"), functions]), tuple(streams))


_FIRST = 8  # so many playouts are made in Python before it is worth while to compile


def native_of(game: Compiled, at_once: bool = False) -> Native | None:
    """What plays a game's playouts in C; None where that is not possible or, unless `at_once`, not worth while yet."""
    found = game.kept.get("native", 0)
    if not isinstance(found, int):
        return found if isinstance(found, Native) else None
    game.kept["native"] = found + 1
    if found < _FIRST and not at_once:
        return None
    text = _text(game)
    native = None if isinstance(text, str) else Native.of(text, game)
    game.kept["native"] = native or (text if isinstance(text, str) else "nothing compiles C here")
    return native


def why_not(game: Compiled) -> str | None:
    """Why a game is not played in C; None where it is, or may be yet."""
    found = game.kept.get("native")
    return found if isinstance(found, str) else None


def _text(game: Compiled) -> Text | str:
    """The C, kept between runs; or what of the game cannot be said in it."""
    boards = [(board.neighbours, board.straight_ways) for board in game.instance.boards.values()]
    tables = (game.namespace["ORDERED"], game.namespace["IN_PLAY"], game.zone_owner, game.visibility, list(game.zone_streams))
    begin = (game.players, game.starts, game.start_values, game.face_of, game.question_kinds)
    material = repr((game.source, begin, tables, boards))
    name = kept.name_for(f"{_version()}\n{material}")
    found = kept.read(name)
    if isinstance(found, str):
        return found
    if isinstance(found, tuple) and len(found) == 2:
        return Text(*found)
    parts, facts, values = game.playout_parts
    try:
        if facts.world.falls or facts.world.bends or not facts.world.lists:
            raise Untranslatable("players who fall out, turns that are missed, or cards that are told from themselves")
        tree, made = native_tree(parts, facts)
        text = text_of(tree, {**game.namespace, **values, **made}, game, facts.world)
    except Untranslatable as reason:
        found = str(reason)
    except (ValueError, TypeError, LookupError, AttributeError) as reason:
        # The translator met what it was not made for; the tests know which games it must be able to translate.
        found = f"{type(reason).__name__}: {reason}"
    else:
        kept.write(name, (text.text, text.streams))
        return text
    kept.write(name, found)
    return found


@cache
def _version() -> str:
    """A hash of what makes the C."""
    digest = blake2b(digest_size=16)
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.suffix in (".py", ".c"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _number(x: int) -> str:
    return "((long long)1 << 63)" if x == _NONE else f"{int(x)}LL" if abs(x) > 1 << 30 else str(int(x))


def _string(text: str) -> str:
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"'


@define
class Native:
    """A game that plays in C. played, given_up: how often it was played, and how often it had to be played in Python."""

    unit: Unit
    run: Any
    result: Any
    streams: tuple[str, ...]
    yes_or_no: tuple[int, ...]  # the places among the numbers that hold yes or no
    played: int = 0
    given_up: int = 0

    @classmethod
    def of(cls, text: Text, game: Compiled) -> Native | None:
        """Compile it; None where that is not possible."""
        unit = compiled(text.text)
        if unit is None:
            return None
        run = ctypes.PYFUNCTYPE(ctypes.c_longlong, ctypes.c_char_p, ctypes.c_char_p)(unit.address("run"))
        size = 16 + len(game.start_values) + 3 * len(game.start_at) + 7 * len(game.starts) + len(text.streams)
        result = (ctypes.c_longlong * size).from_address(unit.address("result"))
        return cls(unit, run, result, text.streams, tuple(_yes_or_no(game)))

    def play(self, state: State, luck: bytes) -> bool:
        """Play a fresh state to its end but for the ranking; False if it has to be played in Python.

        luck: the key of those who choose.
        """
        if self.given_up > 8 and 4 * self.given_up > self.played:
            return False
        self.played += 1
        n = self.run(state.key, luck)
        if not n:
            self.given_up += 1
            return False
        self._fill(state, self.result[:n])
        return True

    def _fill(self, state: State, found: list[int]) -> None:
        game = state.g
        n_values, n_cards, n_zones = len(state.v), len(state.at), len(state.z)
        scalars = found[2 : 2 + _SCALARS]
        (state.n_decisions, state.n_forced, state.n_turns, state.turn_start, state.n_options_seen, state.most_options,
         act, state.first, state.dir, phase) = scalars  # fmt: skip
        state.act = None if act == _NONE else act
        state.phase = None if phase == _NONE else phase
        at = 2 + _SCALARS
        values: list[Any] = found[at : at + n_values]
        at += n_values
        if _NONE in values:
            values = [None if x == _NONE else x for x in values]
        for place in self.yes_or_no:
            if values[place] is not None:
                values[place] = values[place] != 0
        state.v = values
        state.own = tuple([None if x == _NONE else x for x in found[at : at + n_cards]])
        at += n_cards
        state.at = found[at : at + n_cards]
        at += n_cards
        zones = []
        for _ in range(n_zones):
            count = found[at]
            zones.append(tuple(found[at + 1 : at + 1 + count]))
            at += count + 1
        state.z = zones
        counts = found[at : at + n_zones + len(self.streams)]
        state.rc = {name: n for name, n in zip([*game.zone_streams, *self.streams], counts, strict=True) if n}
        at += len(counts)
        state.uz = {found[i]: tuple(found[i + 1 : i + 5]) for i in range(at, len(found), 5)}  # type: ignore[misc]
        if found[0] == _OVER:
            winners = tuple([p for p in range(game.players) if found[1] >> p & 1])
            if winners:
                state.finish("win", winners)
            else:
                state.finish("draw", tuple(range(game.players)))


def _yes_or_no(game: Compiled) -> list[int]:
    """The places of the state's values that hold yes or no."""
    starts = sorted({*game.slots.values(), game.turns_slot, len(game.start_values)})
    return [
        place
        for member, first in game.slots.items()
        if type(member.type).__name__ == "BoolType"
        for place in range(first, next(x for x in starts if x > first))
    ]
