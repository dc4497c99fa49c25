"""What the names of one game stand for: nouns, adjectives, members, words, verbs. Filled by resolve_declarations.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrs import define, field, frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.inflect import participles, plurals, third_person
from rulewright.dsl.signatures import Builtins, Signature
from rulewright.dsl.type_rules import Kinds
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NUMBER,
    PLAYER,
    TEXT,
    ZONE,
    CardType,
    DieType,
    LineType,
    ObjectType,
    OptionalType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    WordType,
    ZoneType,
)

TRIGGER = "trigger"  # the noun for a card's trigger that waits on a stack
FACE = WordType("face", ("face_up", "face_down"))

_BUILTIN_TYPES: dict[tuple[str, str], Type] = {
    ("card", "name"): TEXT,
    ("card", "owner"): PLAYER,
    ("card", "controller"): PLAYER,
    ("card", "zone"): ZONE,
    ("card", "position"): NUMBER,
    ("card", "age"): NUMBER,
    ("card", "holder"): OptionalType(CARD),
    ("card", "face"): FACE,
    ("card", "visit"): NUMBER,
    ("player", "seat"): NUMBER,
    ("player", "left"): PLAYER,
    ("player", "right"): PLAYER,
    ("player", "turns"): NUMBER,
    ("player", "name"): TEXT,
    ("player", "win_share"): NUMBER,
    ("space", "row"): NUMBER,
    ("space", "column"): NUMBER,
    ("space", "index"): NUMBER,
    ("space", "ring"): TEXT,
    ("zone", "owner"): OptionalType(PLAYER),
    ("zone", "holder"): OptionalType(CARD),
    ("object", "controller"): PLAYER,
    ("object", "card"): OptionalType(CARD),
    ("object", "source"): OptionalType(CARD),
    ("object", "targeted"): BOOL,
    ("die", "face"): NUMBER,
}

# What the language itself names; `phase` depends on the game's phases.
BUILTIN_VALUES: dict[str, Type] = {
    "active_player": PLAYER,
    "first_player": PLAYER,
    "box": ZONE,
}


@frozen
class Noun:
    """A word that says what a group is of. `member`: a yes/no attribute used as a noun (`an attacker`)."""

    type: Type
    plural: bool
    kind: bound.Kind | None = None
    board: bound.Board | None = None
    member: bound.Member | None = None
    action: str | None = None
    negated: bool = False


@define
class Symbols:
    """Every global name of a game, by what it can stand for."""

    builtins: Builtins
    program: bound.Program
    parents: dict[str, str | None] = field(factory=dict)
    nouns: dict[str, Noun] = field(factory=dict)
    card_members: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    player_members: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    space_members: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    line_members: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    object_members: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    globals: dict[str, bound.Member] = field(factory=dict)  # members of the table and of units
    pairs: dict[str, bound.Member] = field(factory=dict)
    builtin_members: dict[tuple[str, str], bound.Member] = field(factory=dict)
    words_of: dict[str, list[bound.Word]] = field(factory=lambda: defaultdict(list))  # by value
    boards_with_lines: list[bound.Board] = field(factory=list)
    regions: dict[str, tuple[bound.Board, str]] = field(factory=dict)
    singles: dict[str, bound.Board] = field(factory=dict)
    rings: dict[str, bound.Board] = field(factory=dict)  # names called with an index, and the boards themselves
    first_ends: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    last_ends: dict[str, list[bound.Member]] = field(factory=lambda: defaultdict(list))
    card_names: dict[str, bound.CardDef] = field(factory=dict)
    third: dict[str, str] = field(factory=dict)  # third person: the verb
    card_actions: dict[str, bound.Action] = field(factory=dict)  # the first card's action of that name
    phase_type: WordType = WordType("phase", ())

    def __attrs_post_init__(self) -> None:
        for (owner, name), of in _BUILTIN_TYPES.items():
            self.builtin_members[owner, name] = bound.Member(name, owner, of, "builtin")

    # ---------------------------------------------------------------- kinds and nouns

    @property
    def kinds(self) -> Kinds:
        """The tree of kinds as far as it is known."""
        return Kinds(self.parents)

    def add_noun(self, name: str, noun: Noun) -> None:
        """Make `name` and its plural say what a group is of. What is there already stays."""
        self.nouns.setdefault(name, noun)
        several = Noun(noun.type, True, noun.kind, noun.board, noun.member, noun.action, noun.negated)
        for form in plurals(name):
            self.nouns.setdefault(form, several)

    # ---------------------------------------------------------------- verbs

    def learn_verb(self, name: str) -> None:
        """Let phrases use the verb, action or round in the third person too."""
        self.third[third_person(name)] = name

    def learn_card_action(self, name: str, action: bound.Action) -> None:
        """Let triggers and scenarios name an action that a card brings.
        A game's own action of that name comes first."""
        if name not in self.program.actions and name not in self.builtins.verbs and name not in self.program.verbs:
            self.card_actions.setdefault(name, action)
            self.learn_verb(name)

    def doing(self, name: str) -> bound.Verb | bound.Action | bound.Unit | Signature | None:
        """Give what the word (in either person) does: a game's verb, action or round before a built-in verb."""
        for form in (name, self.third.get(name)):
            if form is None:
                continue
            if form in self.program.verbs:
                return self.program.verbs[form]
            if form in self.card_actions:
                return self.card_actions[form]
            if form in self.program.actions:
                return self.program.actions[form]
            unit = self.program.units.get(form)
            if unit is not None and unit.kind == "round":
                return unit
            if form in self.builtins.verbs:
                return self.builtins.verbs[form]
        return None

    def participle(self, word: str) -> str | None:
        """Give the verb of which the word is the participle (`destroyed`), or None."""
        return next((verb for verb in sorted(self.all_doings()) if word in participles(verb)), None)

    def all_doings(self) -> set[str]:
        """Give every word that can be done, in the base form."""
        rounds = {name for name, unit in self.program.units.items() if unit.kind == "round"}
        return {*self.builtins.verbs, *self.program.verbs, *self.program.actions, *rounds}

    # ---------------------------------------------------------------- members

    def members_named(self, of: Type, name: str) -> list[bound.Member]:
        """Give the members that `name` can mean for something of the type, the nearest first; several are ambiguous."""
        if isinstance(of, CardType):
            return self._card_members(of.kind, name)
        if isinstance(of, PlayerType):
            return self.player_members.get(name) or self._builtin("player", name)
        if isinstance(of, SpaceType):
            here = [m for m in self.space_members.get(name, ()) if m.board is not None and m.board.name == of.board]
            return here or self._builtin("space", name)
        if isinstance(of, LineType):
            return [m for m in self.line_members.get(name, ()) if m.board is not None and m.board.name == of.board]
        if isinstance(of, ZoneType):
            return self._builtin("zone", name)
        if isinstance(of, DieType):
            return self._builtin(f"die {of.name}", name) or self._builtin("die", name)
        if isinstance(of, ObjectType):
            return self.object_members.get(name) or self._builtin("object", name)
        if isinstance(of, PieceType):
            return [m for m in self.builtin_members.values() if m.owner == "piece" and m.name == name]
        return []

    def rolled(self, die: n.Word | None, face: n.Expr) -> Type:
        """Give what a roll of that die (or of any) is, if a script says that it shows this: a number, or words."""
        said = face.name if isinstance(face, n.NameExpr) else None
        dice = self.program.dice.values()
        meant = [one for one in dice if die is None or one.name == die.text]
        return next((one.of for one in meant if said in one.words), meant[0].of if die and meant else NUMBER)

    def _builtin(self, owner: str, name: str) -> list[bound.Member]:
        member = self.builtin_members.get((owner, name))
        return [member] if member else []

    def _card_members(self, kind: str, name: str) -> list[bound.Member]:
        named = self.card_members.get(name, [])
        above = [m for m in named if m.kind is not None and m.card_def is None and self.kinds.is_sub(kind, m.kind.name)]
        if above:
            return above[-1:]
        free = [m for m in named if m.kind is None and m.card_def is None]
        if free:
            return free
        below = [m for m in named if m.kind is not None and self.kinds.is_sub(m.kind.name, kind)]
        return below or [m for m in named if m.card_def is not None] or self._builtin("card", name)

    def member_names(self, of: Type) -> Iterator[str]:
        """Give the names of everything that something of the type has, for suggestions."""
        tables: dict[type[Type], tuple[str, dict[str, list[bound.Member]]]] = {
            CardType: ("card", self.card_members),
            PlayerType: ("player", self.player_members),
            SpaceType: ("space", self.space_members),
            LineType: ("line", self.line_members),
            ObjectType: ("object", self.object_members),
            ZoneType: ("zone", {}),
            DieType: ("die", {}),
            PieceType: ("piece", {}),
        }
        owner, table = tables.get(type(of), ("", {}))
        for name in table:
            if self.members_named(of, name):
                yield name
        for belongs, name in self.builtin_members:
            if belongs == owner:
                yield name
        if isinstance(of, ZoneType):
            yield from self.first_ends
            yield from self.last_ends

    def yes_no_members(self, of: Type, name: str) -> list[tuple[bound.Member, bool]]:
        """Give the yes/no members that the adjective `name` reads for the type, and whether it is the opposite."""
        found = [(m, False) for m in self.members_named(of, name) if m.type == BOOL]
        if found:
            return found
        table = {
            CardType: self.card_members,
            PlayerType: self.player_members,
            SpaceType: self.space_members,
            LineType: self.line_members,
        }.get(type(of), {})
        for members in table.values():
            for member in members:
                if member.opposite == name and any(m is member for m in self.members_named(of, member.name)):
                    return [(member, True)]
        return []

    def word_members(self, of: Type, value: str) -> list[tuple[bound.Member, WordType]]:
        """Give the members of a word type that can be `value` (`good character`, `face_down card`)."""
        table = {
            CardType: self.card_members,
            PlayerType: self.player_members,
            SpaceType: self.space_members,
            LineType: self.line_members,
        }.get(type(of), {})
        found = []
        for name, members in table.items():
            if any(_word_type(member, value) for member in members):  # most names have nothing to do with the word
                for member in self.members_named(of, name):
                    if (inner := _word_type(member, value)) is not None:
                        found.append((member, inner))
        if isinstance(of, CardType) and value in FACE.values and not found:
            found.append((self.builtin_members["card", "face"], FACE))
        return found

    def end_of_zone(self, name: str) -> str | None:
        """Give "first" or "last" when `name` is the name of an end of some ordered zone."""
        if name in self.first_ends:
            return "first"
        return "last" if name in self.last_ends else None


def _word_type(member: bound.Member, value: str) -> WordType | None:
    """Give the words that the member is one of, if `value` is one of them."""
    inner = member.type.element if isinstance(member.type, OptionalType) else member.type
    return inner if isinstance(inner, WordType) and value in inner.values else None
