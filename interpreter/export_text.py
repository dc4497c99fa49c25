"""The text of a scenario for a match: the table where it begins, what chance brings, and every answer since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.dsl.bound_tests import Scenario
from rulewright.dsl.types import CardType, bare
from rulewright.interpreter.export_answers import lines_of, unclear
from rulewright.interpreter.export_compare import in_order
from rulewright.interpreter.export_match import Beginning, Match
from rulewright.interpreter.export_position import OUTSIDE, Writer, needs_name
from rulewright.interpreter.instance import BOX, option_text
from rulewright.interpreter.state import State

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_WIDTH = 100
_COMMA = re.compile(r', (?=(?:[^"]*"[^"]*")*[^"]*$)')  # outside of quotes


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
    setup: bool = False
    thorough: bool = False
    names: dict[int, str] = field(factory=dict, repr=False)

    def text(self, more: Sequence[str] = (), under: bool = True) -> str:
        """The scenario as it stands in a file."""
        titles = ", ".join(f'"{title}"' for title in self.under)
        clause = f" under {titles}" if titles and under else ""
        clause += " with setup" if self.setup else ""
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


def written(match: Match, beginning: Beginning, title: str, thorough: bool) -> Exported:
    """The scenario that begins there and gives every answer since.

    thorough: all cards that could be taken for one that is named have names of their own, and answers that the engine gives
    by itself are written.
    """
    steps = match.steps[beginning.step :]
    game, end = match.game, match.end
    cards = in_order(beginning.cards)
    wanted = needs_name(beginning.values)
    for step in steps:
        wanted |= unclear(step)
    if thorough:
        printed = {end.g.card_names[c] for c in wanted}
        wanted = {c for c, name in enumerate(end.g.card_names) if name in printed}
    wanted = {c for c in wanted if cards.at[c] not in OUTSIDE}
    names = names_of(end, wanted)
    writer = Writer(end, names)
    start = untouched(end) if beginning.where == "setup" else start_of(match)
    head = option_lines(game)
    if beginning.seat is not None:
        head.append(f"given {end.names[beginning.seat]}'s turn")
    table = [*writer.zones(cards, start), *writer.values(beginning.values, start)]
    givens = [*table, *_chance(match, beginning, writer)]
    answers = lines_of(steps, writer, thorough)
    lines = [(line, True) for line in givens] + [(line, False) for _, line in answers]
    under = tuple(applied for applied, _ in game.program.applied)
    return Exported(title, tuple(end.names), under, head, lines, setup=beginning.where == "setup", thorough=thorough, names=names)


def option_lines(game: Game) -> list[str]:
    """A line for each option that is not as it normally is."""
    return [
        f"given option {name} is {option_text(option, game.option_values[name])}"
        for name, option in game.program.options.items()
        if game.option_values[name] != option.default
    ]


def start_of(match: Match) -> State:
    """The table that a scenario begins with."""
    from rulewright.interpreter.codegen.module import Extras

    key = f"scenario start {match.end.players}"
    kept = match.end.g.kept
    if key not in kept:
        form = match.game.scenario_form(match.end.players, Extras(), Counter(match.end.g.card_names))
        kept[key] = match.game.begin_scenario(form, match.end.names)
    found: State = kept[key]
    return found


def untouched(state: State) -> State:
    """The table before the set-up; where players bring decks, without them."""
    found = State(state.g, 0, state.names, None, state.limits)
    if state.g.program.brings is not None:
        found.z = [cards if zone == BOX else () for zone, cards in enumerate(found.z)]
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
