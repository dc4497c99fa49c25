"""A match, or its last turns, written as a scenario of the rules language.

The match is played again. Where a turn begins (or `play:`) a scenario can begin: what lies on the table there is given,
drawn cards by the order of their piles and rolls by number, and each answer since then is a line. What lines cannot say
shows when the scenario is played: it must come to the same table. So the latest beginning is taken from which it does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.dsl.bound_tests import Scenario
from rulewright.dsl.loading_tests import tests_of
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source
from rulewright.dsl.types import CardType, ListType, bare
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.errors import RulewrightError, RunError, UsageError
from rulewright.interpreter.export_answers import Step, lines_of, unclear
from rulewright.interpreter.export_position import Writer, needs_name
from rulewright.interpreter.instance import BOX, option_text
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits
from rulewright.interpreter.scenario_program import Prepared, prepare
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_words import Failure
from rulewright.interpreter.state import DEFAULT_NAMES, State

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Extras
    from rulewright.interpreter.game import Game

_MOST_BEGINNINGS = 12
_WIDTH = 100
_COMMA = re.compile(r', (?=(?:[^"]*"[^"]*")*[^"]*$)')  # outside of quotes
_PROPER = re.compile(r"[A-Z]\w*")


@frozen
class Beginning:
    """Where a scenario can begin. seat: whose turn it is, None before `play:`; `cards` is the table just before that
    turn, `values` the one when what happens at its beginning has happened; step: answers given before."""

    seat: int | None
    cards: State
    values: State
    step: int

    @property
    def can_be_given(self) -> bool:
        """Whether nothing holds here that lines could not say: an effect that lasts, extra turns, players who are out."""
        values = self.values
        lasts = values.eff or values.stack or values.extra or values.used or any(values.miss.values())
        return self.seat is None or not (lasts or values.dir != 1 or len(values.alive) < values.players)


class _Watched(State):
    """A match that keeps the places where a scenario could begin."""

    __slots__ = ("before", "beginnings")

    before: State | None
    beginnings: list[Beginning]

    def note(self, entry: Any) -> None:
        super().note(entry)
        if entry[0] == "before_turn":
            self.before = self.fork()
        elif entry[0] == "play":
            here = self.fork()
            self.beginnings.append(Beginning(None, here, here, self.n_decisions))
        elif entry[0] == "turn" and self.before is not None:
            step = self.before.n_decisions
            if step == self.n_decisions:
                self.beginnings.append(Beginning(entry[1], self.before, self.fork(), step))
            self.before = None
            # The first one and the latest ones are enough.
            del self.beginnings[1 : -_MOST_BEGINNINGS]


@define
class Match:
    """A match played again. fault: what the rules broke with at the last answer."""

    game: Game
    end: State
    steps: list[Step]
    beginnings: list[Beginning]
    fault: RunError | None = None

    @classmethod
    def replayed(
        cls,
        game: Game,
        players: int,
        seed: int,
        answers: Sequence[Any],
        names: Sequence[str] = (),
        limits: Limits = DEFAULT_LIMITS,
    ) -> Match:
        """Play a match by its seed and answers (as `State.history` has them), which may break the rules at the end."""
        compiled = game.compiled(players, traced=True)
        proper = all(_PROPER.fullmatch(name) for name in names) and len(set(names)) == players
        state = _Watched(compiled, seed, names if names and proper else DEFAULT_NAMES[:players], None, limits)
        state.before, state.beginnings = None, []
        state.auto = False
        state.log_entries = ()
        state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
        match = cls(game, state, [], state.beginnings)
        try:
            state.run()
            for answer in answers:
                if state.is_over:
                    break
                match.steps.append(Step(state.fork(), answer))
                state.choose(list(answer) if isinstance(answer, tuple) else answer)
        except RunError as fault:
            match.fault = fault
        return match


def export_scenario(
    game: Game, state: State, title: str, from_the_start: bool = False, more: Sequence[str] = ()
) -> str:
    """The text of a scenario that leads to a state: from the latest turn that can be given, or from `play:`.

    more: lines to be added, such as `expect ...`. UsageError if the state has no past, or lines cannot say what it is.
    """
    answers = state.history
    made_up = state.know is not None and state.know.made_up
    if made_up or len(answers) != state.n_decisions or state.chance is not None:
        raise UsageError("only a match that was played from its seed can be exported; this state was made up")
    match = Match.replayed(game, state.players, state.seed, answers, state.names, state.limits)
    if match.fault is not None:
        raise match.fault

    def arrives(runner: Runner, failure: Failure | None) -> bool:
        return failure is None and same_table(runner.state, match.end)

    found = exported(match, title, arrives, from_the_start)
    if found is None:
        raise UsageError("no lines of a scenario can say how this match came here: something in it was left to chance"
                         " or lasts from before the turn that a scenario could begin with")
    return found.text(more)


# ------------------------------------------------------------------ what is written


@define
class Exported:
    """A scenario by its parts. `lines` are those that can be left out one by one: (text, whether it is a given)."""

    title: str
    players: tuple[str, ...]
    under: tuple[str, ...]
    head: list[str]
    lines: list[tuple[str, bool]]
    tail: list[str] = field(factory=list)
    doc: str | None = None
    scenario: Scenario | None = field(default=None, repr=False)

    def text(self, more: Sequence[str] = (), under: bool = True) -> str:
        """The scenario as it stands in a file."""
        titles = ", ".join(f'"{title}"' for title in self.under)
        clause = f" under {titles}" if titles and under else ""
        title = self.title.replace('"', "'")
        found = [f'scenario "{title}" with {", ".join(self.players)}{clause}:']
        if self.doc is not None:
            found.append(f'    """{self.doc}"""')
        lines = [*self.head, *(line for line, _ in self.lines), *self.tail, *more]
        return "\n".join([*found, *(_wrapped(line) for line in lines)]) + "\n"


def _wrapped(line: str) -> str:
    """A line of the scenario, broken after commas where it is long, but never inside the name of a card."""
    found: list[str] = []
    text = "    "
    for number, item in enumerate(_COMMA.split(line)):
        if number and len(text) + len(item) + 2 > _WIDTH:
            found.append(f"{text},")
            text = " " * 8 + item
        else:
            text += f", {item}" if number else item
    return "\n".join([*found, text])


def exported(
    match: Match,
    title: str,
    arrives: Callable[[Runner, Failure | None], bool],
    from_the_start: bool = False,
    tail: Sequence[str] = (),
) -> Exported | None:
    """The shortest of the scenarios that can be written for a match of those that arrive; None if none does.

    tail: lines that are added at the end, before it is seen where it arrives.
    """
    beginnings = match.beginnings[:1] if from_the_start else match.beginnings[::-1]
    # Whose a card is seldom matters: it is written only where nothing comes out right without.
    for beginning, owners in ((beginning, owners) for beginning in beginnings for owners in (False, True)):
        if not beginning.can_be_given:
            continue
        written = _written(match, beginning, title, owners)
        written.tail = list(tail)
        scenario = read(match.game, written.text(under=False))
        if scenario is None:
            continue
        try:
            prepared = prepare([scenario])
        except RulewrightError:
            continue
        if arrives(*played(scenario, prepared)):
            written.scenario = scenario
            return written
    return None


def read(game: Game, text: str) -> Scenario | None:
    """The scenario in a text, read as one of the game's own; None if there are errors in it."""
    loaded = game.loaded
    if loaded is None or loaded.resolved is None:
        raise UsageError("a scenario can be written only for a game that was loaded from its files")
    parsed = parse(Source.from_text(text, "<scenario>"))
    if any(one.severity == "error" for one in parsed.diagnostics):
        return None
    kept = loaded.resolved.program.tests
    try:
        tests, found = tests_of((*loaded.files, parsed.file), loaded.resolved, BUILTINS)
    finally:
        loaded.resolved.program.tests = kept
    mine = [s for s in tests.scenarios if s.span is not None and s.span.source.name == "<scenario>"]
    if len(mine) != 1 or any(one.severity == "error" and one.span.source.name == "<scenario>" for one in found):
        return None
    # An option that the match sets stands in a line of its own; those set from outside count as well.
    mine[0].options = {**game.option_values, **mine[0].options}
    return mine[0]


def played(scenario: Scenario, prepared: Prepared) -> tuple[Runner, Failure | None]:
    """Play a scenario; what became of it, and how it failed if it did."""
    runner = Runner(scenario, prepared)
    try:
        runner.run()
    except Failure as failure:
        return runner, failure
    return runner, None


def _written(match: Match, beginning: Beginning, title: str, owners: bool) -> Exported:
    steps = match.steps[beginning.step :]
    game, end = match.game, match.end
    cards = in_order(beginning.cards)
    wanted = needs_name(beginning.values, owners)
    for step in steps:
        wanted |= unclear(step)
    writer = Writer(end, names_of(end, wanted))
    start = start_of(match)
    head = option_lines(game)
    if beginning.seat is not None:
        head.append(f"given {end.names[beginning.seat]}'s turn")
    table = [*writer.zones(cards, start), *writer.values(beginning.values, start, owners)]
    givens = [*table, *_chance(match, beginning, writer)]
    lines = [(line, True) for line in givens] + [(line, False) for _, line in lines_of(steps, writer)]
    under = tuple(applied for applied, _ in game.program.applied)
    return Exported(title, tuple(end.names), under, head, lines)


def option_lines(game: Game) -> list[str]:
    """A line for each option that is not as it normally is."""
    return [
        f"given option {name} is {option_text(option, game.option_values[name])}"
        for name, option in game.program.options.items()
        if game.option_values[name] != option.default
    ]


def start_of(match: Match) -> State:
    """The table that a scenario begins with."""
    key = f"scenario start {match.end.players}"
    kept = match.end.g.kept
    if key not in kept:
        kept[key] = match.game.begin_scenario(match.game.scenario_form(match.end.players, _nothing_more(),
                                                                       Counter(match.end.g.card_names)),
                                              match.end.names)
    found: State = kept[key]
    return found


def _nothing_more() -> Extras:
    from rulewright.interpreter.codegen.module import Extras

    return Extras()


def in_order(state: State) -> State:
    """The same table with every pile in the order in which it will be drawn."""
    found = state.fork()
    found.log_entries = ()
    for zone in list(found.uz):
        found.g.runtime["settled"](found, zone)
    return found


def names_of(state: State, cards: set[int]) -> dict[int, str]:
    """A name for each card that a script must be able to tell from others."""
    found: dict[int, str] = {}
    used: set[str] = set()
    for c in sorted(cards):
        plain = re.sub(r"\W+", "_", state.g.card_names[c].lower()).strip("_")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", plain):
            plain = "card"
        name = next(made for n in count(1) if (made := f"{plain}_{n}") not in used)
        used.add(name)
        found[c] = name
    return found


def _chance(match: Match, beginning: Beginning, writer: Writer) -> list[str]:
    """What chance settles after the beginning: rolls by die, cards of piles that are shuffled then, random picks."""
    entries, link = [], match.end.log_entries
    while link and link is not beginning.cards.log_entries:
        link, entry, _ = link
        entries.append(entry)
    given: dict[str, list[str]] = {}
    shuffled: set[int] = set()
    for entry in reversed(entries):
        what, said = "", []
        match entry:
            case ("roll", die, face, _):
                what, said = f"the next roll of {die}", [str(face)]
            case ("shuffle", zone):
                shuffled.add(zone)
            case ("settled", zone, cards) if zone in shuffled:
                what, said = f"the next card from {writer.zone(zone)}", [writer.card(c) for c in cards]
            case ("taken", zone, card):
                what, said = f"the next card from {writer.zone(zone)}", [writer.card(card)]
            case ("random", stream, found):
                of = match.end.g.random_types.get(stream)
                card = of is not None and isinstance(bare(of), CardType)
                what, said = "the next random choice", [writer.card(found) if card else str(writer.value(found, of))]
        if what:
            given.setdefault(what, []).extend(said)
    return [
        f"given {what} is {said[0]}" if len(said) == 1 else
        f"given {re.sub('roll|card|choice', lambda word: word[0] + 's', what, count=1)} are {', '.join(said)}"
        for what, said in given.items()
    ]  # fmt: skip


# ------------------------------------------------------------------ whether it is the same table


def settled(state: State) -> State:
    """The state at its next question that is a choice or an action, as a scenario leaves it."""
    found = state.fork()
    for _ in range(1000):
        if found.is_over or found.player is None or found.n_options != 1:
            break
        if found.g.questions[found.q].kind in ("action", "respond") and found.opts[0] is not None:
            break
        found.choose(0)
    return found


def same_table(played: State, real: State) -> bool:
    """Whether a scenario has come to the same table as the match. The order of what it shuffled is open in it."""
    one, other = settled(played), in_order(settled(real))
    return _table(one, one.uz) == _table(other, one.uz)


def _table(state: State, loose: Container[int]) -> tuple[Any, ...]:
    """What is compared of two tables of the same game in different forms: all that lies there, by name."""
    g = state.g
    names = g.card_names
    zones = []
    for zone, cards in enumerate(state.z):
        if zone == BOX and g.program.brings is not None:
            continue  # there a script has the cards of every deck that could be brought
        member = g.instance.zone_member[zone]
        said = [names[c] for c in cards]
        ordered = member is not None and member.zone is not None and member.zone.ordered and zone not in loose
        zones.append(tuple(said if ordered else sorted(said)))
    values = {}
    for member, first in g.slots.items():
        if member.span is None or member.of_script:
            continue
        size = state.players if member.owner == "player" else 1
        values[member.owner, member.name, None if member.unit is None else member.unit.name] = tuple(
            _by_name(state, member.type, value) for value in state.v[first : first + size]
        )
    stored = sorted((names[k & 0xFFFFF], repr(v)) for k, v in state.cs.items())
    asked = () if state.is_over or state.player is None else _asked(state)
    turns = tuple(state.v[g.turns_slot : g.turns_slot + state.players]) if g.turns_read else ()
    return (
        tuple(zones), sorted(values.items(), key=repr), stored, sorted(names[c] for c in state.down), len(state.eff),
        len(state.stack), state.alive, state.dir, sorted(map(str, state.used.values())), state.result, asked, turns,
    )  # fmt: skip


def _by_name(state: State, of: Any, value: Any) -> Any:
    kind = bare(of.element) if isinstance(of, ListType) else bare(of)
    if value is None or not isinstance(kind, CardType):
        return value
    return tuple(state.g.card_names[c] for c in value) if isinstance(value, tuple) else state.g.card_names[value]


def _asked(state: State) -> tuple[Any, ...]:
    decision = state.decision
    things = decision.items or decision.options
    return state.player, decision.question, decision.kind, tuple(sorted(option.text for option in things))

