"""A program settled for a match: option values and the number of players fixed, cards, zones and boards laid out.

Cards, players, zones and spaces become small integers here; everything that generated code needs about them is a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import BoolType, CardType, WordType
from rulewright.interpreter.analysis import Analysis
from rulewright.interpreter.boards import BoardLayout, lay_out
from rulewright.interpreter.constants import Constants, NotConstant
from rulewright.interpreter.decks import BroughtDeck, decks_for
from rulewright.interpreter.errors import UsageError

MAX_CARDS = 20_000
MAX_TOKENS = 100  # how many made cards of one name can be in play at once
# The built-in zones: the box, the table while a card is played, out of the game, and where tokens are before they are
# made.
BOX, LIMBO, GONE, UNMADE = 0, 1, 2, 3
OUTSIDE = (BOX, LIMBO, GONE, UNMADE)


@frozen(eq=False)
class CardFace:
    """One name with its numbers: a card definition, or one member of a generator line's series."""

    index: int
    name: str
    definition: b.CardDef
    printed: dict[b.Member, Any]  # constant printed values
    formulas: dict[b.Member, b.Expr]  # printed values that must be computed in play
    copies: int


@define(eq=False)
class ZoneRange:
    """Where a zone member's zones lie: `base`, and for player zones one for each seat,
    for cards' zones one for each card."""

    member: b.Member
    base: int
    count: int
    first_card: dict[int, int] = field(factory=dict)  # card -> zone, for zones on cards


@define(eq=False)
class Instance:
    """See the top of the file."""

    program: b.Program
    players: int
    options: dict[str, Any]
    constants: Constants
    faces: list[CardFace] = field(factory=list)
    face_of: list[int] = field(factory=list)  # card -> face index
    zones: dict[b.Member, ZoneRange] = field(factory=dict)
    zone_member: list[b.Member | None] = field(factory=list)  # zone -> its member (None for built-in ones)
    zone_owner: list[int | None] = field(factory=list)  # zone -> player
    zone_holder: list[int | None] = field(factory=list)  # zone -> card it lies on
    zone_names: list[str] = field(factory=list)
    stack_zone: dict[b.Stack, int] = field(factory=dict)
    starts: list[list[int]] = field(factory=list)  # zone -> cards at the start
    boards: dict[b.Board, BoardLayout] = field(factory=dict)
    decks: list[BroughtDeck] = field(factory=list)  # what each seat has brought

    @property
    def n_cards(self) -> int:
        return len(self.face_of)


def option_values(program: b.Program, given: Mapping[str, Any]) -> dict[str, Any]:
    """Run-time values of all options: the given ones (texts or values) over the defaults; UsageError for a bad one."""
    values = {name: option.default for name, option in program.options.items()}
    for name, value in given.items():
        option = program.options.get(name)
        if option is None:
            meant = nearest(name, program.options)
            known = f"its options are: {', '.join(program.options) or 'none'}"
            raise UsageError(f"{program.name} has no option '{name}'; " + (f"did you mean '{meant}'?" if meant else known))
        values[name] = _option_value(option, value)
    return values


def _option_value(option: b.Option, value: Any) -> Any:
    if isinstance(option.type, BoolType):
        if isinstance(value, bool):
            return value
        text = str(value).strip().lower()
        if text in ("yes", "no"):
            return text == "yes"
        raise UsageError(f"option {option.name} is yes or no, not '{value}'")
    if isinstance(option.type, WordType):
        if str(value) in option.type.values:
            return option.type.values.index(str(value))
        meant = nearest(str(value), option.type.values)
        hint = f"; did you mean '{meant}'?" if meant else ""
        raise UsageError(f"option {option.name} is one of {', '.join(option.type.values)}; not '{value}'{hint}")
    try:
        number = int(str(value))
    except ValueError:
        raise UsageError(f"option {option.name} is a number{_range(option)}, not '{value}'") from None
    if (option.low is not None and number < option.low) or (option.high is not None and number > option.high):
        raise UsageError(f"option {option.name} goes from {option.low} to {option.high}; {number} is outside")
    return number


def _range(option: b.Option) -> str:
    return "" if option.low is None or option.high is None else f" from {option.low} to {option.high}"


def option_text(option: b.Option, value: Any) -> str:
    """How an option's value is written."""
    if isinstance(option.type, BoolType):
        return "yes" if value else "no"
    if isinstance(option.type, WordType):
        return option.type.values[value]
    return str(value)


def settle(
    program: b.Program, players: int, options: dict[str, Any], decks: Sequence[str | BroughtDeck] = (),
    spare: Mapping[str, int] | None = None,
) -> Instance:
    """Lay the program out for a match; UsageError if the cards or boards come out impossible or too big.

    decks: those that players bring, one for each seat or one for all; the game's own where none are named. spare: in a
    script nobody brings a deck, and the box holds so many of each name, one where nothing is said.
    """
    instance = Instance(program, players, options, Constants(options, players))
    for rule in program.option_rules:
        if not instance.constants.value(rule.condition):
            chosen = ", ".join(
                f"{name} is {option_text(option, options[name])}" for name, option in program.options.items()
                if options[name] != option.default
            )  # fmt: skip
            raise UsageError(f"{program.name} cannot be played with {chosen or 'its usual options'} and {players} players; "
                             f"it asks for `{rule.said}`")
    _make_faces(instance)
    if spare is None or program.brings is None:
        instance.decks = decks_for(instance, decks)
    _make_cards_and_zones(instance, spare)
    for board in program.boards.values():
        instance.boards[board] = lay_out(board, instance.constants)
    return instance


def _kind_chain(kind: b.Kind | None) -> list[b.Kind]:
    chain = []
    while kind is not None:
        chain.append(kind)
        kind = kind.parent
    return chain


def is_kind(kind: b.Kind, ancestor: b.Kind) -> bool:
    """Whether `kind` is `ancestor` or one of its descendants."""
    return ancestor in _kind_chain(kind)


def printed_members(kind: b.Kind) -> list[b.Member]:
    """The printed members of a kind, those of its ancestors first; a redeclared one replaces the ancestor's."""
    found: dict[str, b.Member] = {}
    for ancestor in reversed(_kind_chain(kind)):
        for member in ancestor.members:
            if member.sort == "printed":
                found[member.name] = member
    return list(found.values())


def _make_faces(instance: Instance) -> None:
    for definition in instance.program.cards:
        for printed, name in _series(instance, definition):
            members = printed_members(definition.kind)
            constant: dict[b.Member, Any] = {}
            formulas: dict[b.Member, b.Expr] = {}
            for member in members:
                # A value may have been given to the ancestor's declaration of a member that the kind declares anew.
                known = [m for m in printed if m.name == member.name]
                if known:
                    constant[member] = printed[known[0]]
                    continue
                given = [e for m, e in definition.printed.items() if m.name == member.name]
                expr = given[0] if given else member.start
                if expr is None:
                    constant[member] = None
                    continue
                try:
                    constant[member] = instance.constants.value(expr)
                except NotConstant:
                    formulas[member] = expr
            try:
                copies = 1 if definition.copies is None else instance.constants.value(definition.copies)
            except NotConstant:
                raise UsageError(f'the number of copies of "{name}" is not known before the game') from None
            instance.faces.append(
                CardFace(len(instance.faces), name, definition, constant, formulas, max(0, copies)))
            if len(instance.faces) > MAX_CARDS:
                raise UsageError(f"more than {MAX_CARDS:,} different cards")


def _too_many(instance: Instance, face: CardFace, number: int) -> UsageError:
    """What is to be said of more cards than there may be: the last one, or the one with the most copies."""
    most = face if number >= MAX_CARDS else max(instance.faces, key=lambda one: one.copies)
    copies = most.definition.copies
    return UsageError(
        f'more than {MAX_CARDS:,} cards; "{most.name}" has {most.copies:,} copies',
        None if copies is None else copies.span,
    )


def _series(instance: Instance, definition: b.CardDef) -> list[tuple[dict[b.Member, Any], str]]:
    rows: list[dict[b.Member, Any]] = [{}]
    for member, low, high in definition.series:
        if low is None or high is None:
            values: list[Any] = (
                list(range(len(member.type.values))) if isinstance(member.type, WordType) else [False, True])
        else:
            first, last = instance.constants.value(low), instance.constants.value(high)
            if last - first > MAX_CARDS:
                raise UsageError(f"more than {MAX_CARDS:,} different cards")
            values = list(range(first, last + 1))
        rows = [{**row, member: value} for row in rows for value in values]
        if len(rows) > MAX_CARDS:
            raise UsageError(f"more than {MAX_CARDS:,} different cards")
    return [(row, _fill(definition.name, row)) for row in rows]


def _fill(template: str, row: dict[b.Member, Any]) -> str:
    name = template
    for member, value in row.items():
        text = member.type.values[value] if isinstance(member.type, WordType) else str(value)
        name = name.replace("{" + member.name + "}", text)
    return name


def _created(program: b.Program) -> set[str]:
    """Names of cards that some `create` makes."""
    return {e.name for s in Analysis(program).statements() if isinstance(s, b.Perform) and s.verb == "create"
            for _, e in s.args if isinstance(e, b.CardNamed)}


def _make_cards_and_zones(instance: Instance, spare: Mapping[str, int] | None) -> None:
    program = instance.program
    created = _created(program)
    decks = [m for m in program.table_members if m.zone is not None and m.zone.deck is not None]
    in_deck = [[0] * len(instance.faces) for _ in decks]
    mentioned = [False] * len(instance.faces)
    for position, member in enumerate(decks):
        assert member.zone is not None and member.zone.deck is not None
        for row in member.zone.deck:
            taken = row.condition is None or instance.constants.value(row.condition)
            if row.title is not None and taken and all(face.name != row.title for face in instance.faces):
                raise UsageError(f'there is no card called "{row.title}" for the deck {member.name}')
            for face in instance.faces:
                if row.kind is not None:
                    if not is_kind(face.definition.kind, row.kind) or face.definition.token:
                        continue
                    count = face.copies
                elif face.definition is row.card_def and row.title in (None, face.name):
                    count = 1 if row.count is None else instance.constants.value(row.count)
                else:
                    continue
                mentioned[face.index] = True
                if taken:
                    in_deck[position][face.index] += max(0, count)
    starts: dict[b.Member, list[int]] = {m: [] for m in decks}
    theirs: list[list[int]] = [[] for _ in range(instance.players)]  # the cards that each player brings
    held = [dict(deck.cards) for deck in instance.decks]
    boxed: list[int] = []
    unmade: list[int] = []
    for face in instance.faces:
        if face.name in created and not mentioned[face.index]:
            # In no deck and made in play: such cards cease to exist out of play.
            face.definition.token = True
        in_box = face.copies if program.brings is None else 0 if spare is None else spare.get(face.name, 1)
        more = in_box + sum(taken[face.index] for taken in in_deck) + sum(deck.get(face.name, 0) for deck in held)
        if instance.n_cards + more > MAX_CARDS:
            raise _too_many(instance, face, more)
        for player, deck in enumerate(held):
            for _ in range(deck.get(face.name, 0)):
                theirs[player].append(instance.n_cards)
                instance.face_of.append(face.index)
        if not mentioned[face.index] and not face.definition.token:
            for _ in range(in_box):
                boxed.append(instance.n_cards)
                instance.face_of.append(face.index)
        if face.definition.token:
            for _ in range(MAX_TOKENS):
                unmade.append(instance.n_cards)
                instance.face_of.append(face.index)
        for position, member in enumerate(decks):
            for _ in range(in_deck[position][face.index]):
                starts[member].append(instance.n_cards)
                instance.face_of.append(face.index)
        if instance.n_cards > MAX_CARDS:
            raise _too_many(instance, face, 0)

    def add(member: b.Member | None, name: str, owner: int | None, holder: int | None = None) -> int:
        instance.zone_member.append(member)
        instance.zone_names.append(name)
        instance.zone_owner.append(owner)
        instance.zone_holder.append(holder)
        instance.starts.append(list(starts.get(member, ())) if member is not None else [])
        return len(instance.zone_member) - 1

    for name in ("box", "table", "out of the game", "not made"):
        add(None, name, None)
    instance.starts[BOX] = boxed
    instance.starts[UNMADE] = unmade
    for stack in program.stacks.values():
        instance.stack_zone[stack] = add(None, stack.name, None)
    for member in program.table_members:
        if member.sort == "zone":
            instance.zones[member] = ZoneRange(member, add(member, member.name, None), 1)
    for member in program.player_members:
        if member.sort == "zone":
            base = len(instance.zone_member)
            for player in range(instance.players):
                zone = add(member, member.name, player)
                if program.brings is not None and member is program.brings.zone:
                    instance.starts[zone] = list(theirs[player])
            instance.zones[member] = ZoneRange(member, base, instance.players)
    for member in program.card_members:
        if member.sort == "zone":
            found = ZoneRange(member, len(instance.zone_member), 0)
            for card, face_index in enumerate(instance.face_of):
                if has_member(instance.faces[face_index], member):
                    found.first_card[card] = add(member, member.name, None, card)
            found.count = len(found.first_card)
            instance.zones[member] = found


def has_member(face: CardFace, member: b.Member) -> bool:
    """Whether cards with this face have the state member or zone."""
    if member.card_def is not None:
        return member.card_def is face.definition
    if member.kind is not None:
        return is_kind(face.definition.kind, member.kind)
    # A keyword's member: any card may be given the keyword in play.
    return isinstance(member.keyword, b.Keyword)


def cards_of(instance: Instance, kind: b.Kind | None) -> list[bool]:
    """For each face: whether its cards are of `kind` (None: any)."""
    return [kind is None or is_kind(f.definition.kind, kind) for f in instance.faces]


__all__ = ["BOX", "GONE", "LIMBO", "CardFace", "CardType", "Instance", "ZoneRange", "cards_of", "has_member", "is_kind",
           "option_text", "option_values", "printed_members", "settle"]
