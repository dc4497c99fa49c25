"""A checked game ready to be started: options chosen, compiled programs kept for each number of players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.collecting import without_collecting
from rulewright.interpreter.analysis import Analysis
from rulewright.interpreter.boards import BoardLayout
from rulewright.interpreter.codegen.module import Compiled, Extras, compile_instance
from rulewright.interpreter.decks import BroughtDeck, brought, deck_of, named
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.instance import option_text, option_values, settle
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits
from rulewright.interpreter.luck import SeatNumbers
from rulewright.interpreter.native.playing import native_of
from rulewright.interpreter.playout import finish as finish_playout
from rulewright.interpreter.playout import run as run_playout
from rulewright.interpreter.state import DEFAULT_NAMES, State

if TYPE_CHECKING:
    from rulewright.dsl.loading import LoadResult


def _prepared(*how: Any) -> Compiled:
    """The generated code of an instance; UsageError for rules that are nested too deep for it."""
    try:
        return compile_instance(*how)
    except (RecursionError, MemoryError):
        raise UsageError("these rules are nested too deep, or one of their texts is too long, to be played") from None


@frozen
class OptionInfo:
    """An option for people: values as texts (None for a number: then low and high), default and the value in force."""

    name: str
    doc: str | None
    values: tuple[str, ...] | None
    low: int | None
    high: int | None
    default: str
    value: str


class Game:
    """A game with its option values. `start` begins a match."""

    def __init__(self, program: b.Program, options: Mapping[str, Any] | None = None, rules_hash: str = "",
                 variants: tuple[str, ...] = (), decks: Sequence[str | BroughtDeck] = ()) -> None:
        self.program = program
        self.decks = tuple(decks)
        self.variants = variants
        self.option_values = option_values(program, options or {})
        self.rules_hash = rules_hash
        self.loaded: LoadResult | None = None  # the files that it was read from, where it was
        self._analysis: Analysis | None = None
        self._compiled: dict[tuple[int, str], Compiled] = {}
        self._with_decks: dict[tuple[str | BroughtDeck, ...], Game] = {}

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def min_players(self) -> int:
        return self.program.min_players

    @property
    def max_players(self) -> int:
        return self.program.max_players

    @property
    def doc(self) -> str | None:
        return self.program.doc

    @property
    def house_rules(self) -> tuple[tuple[str, str | None], ...]:
        """Title and text of each variant that is played."""
        return self.program.applied

    @property
    def options(self) -> dict[str, OptionInfo]:
        """Every option by name."""
        found = {}
        for name, option in self.program.options.items():
            values = getattr(option.type, "values", None)
            if values is None and type(option.type).__name__ == "BoolType":
                values = ("yes", "no")
            found[name] = OptionInfo(
                name,
                option.doc,
                values,
                option.low,
                option.high,
                option_text(option, option.default),
                option_text(option, self.option_values[name]),
            )
        return found

    @property
    def hash(self) -> str:
        """A hash of the rules, variants and option values."""
        titles = [title for title, _ in self.house_rules]  # sorted: the order in which they were named means nothing
        text = repr((self.rules_hash, titles, sorted(self.option_values.items())))
        if self.decks:
            text += repr(self._brought())
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def _brought(self) -> tuple[BroughtDeck, ...]:
        """The cards of the decks that were named; several alike are one for all."""
        instance = settle(self.program, self.min_players, self.option_values, (), {})
        found = [
            deck_of(instance, self.program.built_decks[deck]) if isinstance(deck, str) else deck for deck in self.decks
        ]
        return tuple(found[:1] if all(deck == found[0] for deck in found) else found)

    def with_options(self, options: Mapping[str, Any]) -> Game:
        """The same rules with other option values."""
        made = Game(
            self.program,
            {**{n: option_text(self.program.options[n], v) for n, v in self.option_values.items()}, **options},
            self.rules_hash,
            self.variants,
            self.decks,
        )
        made._analysis = self._analysis
        made.loaded = self.loaded
        return made

    def with_decks(self, decks: Sequence[str | BroughtDeck | Mapping[str, int]]) -> Game:
        """The same rules with the decks that players bring: one for each seat, one for all, or none for the game's own.

        A deck is the name of one of the game's, or how many there are of each card. UsageError for one that there is not.
        """
        chosen: list[str | BroughtDeck] = []
        for number, deck in enumerate(decks, 1):
            if isinstance(deck, str):
                named(self.program, deck)
                chosen.append(deck)
            elif isinstance(deck, BroughtDeck):
                chosen.append(brought(self.program, deck.name, dict(deck.cards)))
            else:
                chosen.append(brought(self.program, f"number {number}", deck))
        if tuple(chosen) == self.decks:
            return self
        if tuple(chosen) not in self._with_decks:
            made = Game(self.program, None, self.rules_hash, self.variants, chosen)
            made.option_values = self.option_values
            made._analysis = self._analysis
            made.loaded = self.loaded
            self._with_decks[tuple(chosen)] = made
        return self._with_decks[tuple(chosen)]

    def compiled(self, players: int, traced: bool = False, playout: bool = False, askable: bool = False) -> Compiled:
        """The generated code for so many players; UsageError if that many cannot play."""
        self.check_players(players)
        key = (players, "askable" if askable else "playout" if playout else "traced" if traced else "fast")
        if key not in self._compiled:
            if self._analysis is None:
                self._analysis = Analysis(self.program)
            with without_collecting():
                instance = settle(self.program, players, self.option_values, self.decks)
                made = _prepared(instance, self._analysis, traced or askable, self.hash, None, playout, askable)
            made.again = partial(self.start_again, players)
            made.traced_form = partial(self.compiled, players, traced=True)
            self._compiled[key] = made
        return self._compiled[key]

    def boards(self, players: int) -> dict[str, BoardLayout]:
        """The boards by name as they are laid out for so many players."""
        return {board.name: layout for board, layout in self.compiled(players).instance.boards.items()}

    def start_again(self, players: int, form: str, seed: int, names: Sequence[str], limits: Limits) -> State:
        """The beginning of a match in its "traced" or "askable" form, to be played again;
        forced decisions are asked too."""
        compiled = self.compiled(players, traced=True, askable=form == "askable")
        state = self.blank(compiled, seed, names, None, limits)
        state.auto = False
        state.log_entries = ()
        state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
        state.run()
        return state

    def check_players(self, players: int) -> None:
        if not self.min_players <= players <= self.max_players:
            how_many = str(self.min_players) if self.min_players == self.max_players else (
                f"{self.min_players} to {self.max_players}")
            raise UsageError(f"{self.name} is for {how_many} players, not {players}")

    def start(self, players: int | None = None, seed: int | None = None, traced: bool = False, chance: Any = None,
              names: Sequence[str] | None = None, limits: Limits = DEFAULT_LIMITS, auto: bool = True,
              ask_passes: bool = False, decks: Sequence[str | BroughtDeck | Mapping[str, int]] | None = None) -> State:
        """A new match at its first decision.

        players: the least number when not given; seed: 64 bits from the system when not given; traced: keeps a log and
        coverage; chance: a Script for tree walks; auto: whether the engine answers forced decisions (not in tree
        walks); ask_passes: but forced passes in response windows, for a table that decides about those itself; decks: what
        players bring, see `with_decks`.
        """
        if decks is not None and (played := self.with_decks(decks)) is not self:
            return played.start(players, seed, traced, chance, names, limits, auto, ask_passes)
        count = self.min_players if players is None else players
        compiled = self.compiled(count, traced)
        state = self.blank(compiled, seed, names, chance, limits)
        state.auto = state.auto and auto
        state.asks_passes = ask_passes
        if traced:
            state.log_entries = ()
        state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
        state.run()
        return state

    def playout(
        self, players: int, seed: int, numbers: Sequence[Callable[[], float]], limits: Limits = DEFAULT_LIMITS
    ) -> State:
        """A whole game by uniform random play, much faster than choice by choice; the finished state.

        numbers: for each seat a function that gives its next number from 0 to 1; with `SeatNumbers` games that can be said
        in C are played in C, the same games many times faster.
        """
        compiled = self.compiled(players, playout=True)
        state = State.fresh(compiled, seed, DEFAULT_NAMES[:players], limits)
        if isinstance(numbers, SeatNumbers) and limits == DEFAULT_LIMITS:
            native = native_of(compiled)
            if native is not None and native.play(state, numbers.key):
                finish_playout(state)
                return state
        run_playout(state, numbers)
        return state

    def blank(self, compiled: Compiled, seed: int | None, names: Sequence[str] | None = None, chance: Any = None,
              limits: Limits = DEFAULT_LIMITS, sort: type[State] = State) -> State:
        """A state of a sort before anything has run."""
        count = compiled.players
        chosen = tuple(names) if names is not None else tuple(
            DEFAULT_NAMES[i] if i < len(DEFAULT_NAMES) else f"Player {i + 1}" for i in range(count))
        state = sort(compiled, secrets.randbits(64) if seed is None else seed, chosen, chance, limits)
        if chance is not None:
            state.auto = False
        return state

    def scenario_form(self, players: int, extras: Extras, spare: Mapping[str, int] | None = None) -> Compiled:
        """The program in the form that scripts play: traced, entered where the script says, with extra rules text.

        spare: where players bring decks, how many cards of each name the script needs; then nobody brings any.
        """
        if self._analysis is None:
            self._analysis = Analysis(self.program)
        instance = settle(self.program, players, self.option_values, self.decks, spare)
        return _prepared(instance, self._analysis, True, self.hash, extras)

    def begin_scenario(self, compiled: Compiled, names: Sequence[str], seed: int = 0, chance: Any = None) -> State:
        """A state in scenario form that has stopped before `play:`, nobody asked; see State.enter_turn, go_on,
        reask."""
        state = self.blank(compiled, seed, names, chance)
        state.auto = True
        state.log_entries = ()
        state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
        state.run()
        return state

    def from_json(
        self, data: Mapping[str, Any], limits: Limits = DEFAULT_LIMITS, changed_rules: bool = False
    ) -> State:
        """The match that `State.to_json` described, played again; UsageError if it is of other rules or damaged.

        changed_rules: play it again on these rules by the names of its answers; SaveDiverged where one does not fit.
        """
        from rulewright.interpreter.saves import restore

        return restore(self, data, limits, changed_rules)
