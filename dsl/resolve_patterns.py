"""Events in words: `a player p draws`, `you play this`, `fight ends`, and what restrictions forbid."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import attrs
from attrs import define

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.context import Game
from rulewright.dsl.inflect import third_person
from rulewright.dsl.resolve_participants import EDGES, ONE_OR_MORE, Participants, Row
from rulewright.dsl.resolve_phrases import Doing
from rulewright.dsl.said_otherwise import event_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.signatures import Signature, Slot
from rulewright.dsl.source import Span
from rulewright.dsl.symbols import FACE
from rulewright.dsl.type_rules import ERROR, is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NUMBER,
    PLAYER,
    TEXT,
    CardType,
    DieType,
    ListType,
    NumberType,
    ObjectType,
    PlayerType,
    SpaceType,
    Type,
    ZoneType,
    bare,
)

_SORTS: dict[type[Type], str] = {CardType: "card", PlayerType: "player", ObjectType: "object", SpaceType: "space"}
# What the things are that an event of a built-in verb names.
_TYPES: dict[str, tuple[type[Type], ...]] = {
    "card": (CardType,), "cards": (CardType,), "player": (PlayerType,), "players": (PlayerType,), "object": (ObjectType,),
    "space": (SpaceType,), "zone": (ZoneType,), "die": (DieType,), "number": (NumberType,),
}  # fmt: skip
NOTHING = "nothing"  # the event of a pattern that could not be read
_CONDITION_WORDS = ("while", "when", "whenever", "during")
_MANY = ("all", "each", "every", "any", "some", "several", "many")
_PREPOSITIONS = ("to", "from", "into", "onto", "at", "for", "by", "as", "under", "against", "after", "along", "over")


@define
class Read:
    """A pattern that was read, with the scope of what follows it: its names, and what `it` means there."""

    pattern: bound.EventPattern
    scope: Scope


class Patterns:
    """Reads patterns for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._who = Participants(game)

    # ---------------------------------------------------------------- whole patterns

    def pattern(self, node: n.Pattern, scope: Scope, subject: n.SubjectItem | None = None) -> Read:
        """Give the event of a pattern. `subject` is given when it stands before `cannot` or `can`."""
        inner = scope.child(chance=False, acts=False)
        items = tuple(item for item in node.items if not (isinstance(item, n.NameExpr) and item.name == "the"))
        node = attrs.evolve(node, items=items)
        row = Row(items, inner)
        if self._condition_without_if(items, inner, subject is not None):
            return Read(self._empty(node.span), inner)
        if subject is not None:
            who = self._who.subject(subject, row)
            event = self._after_subject(row, who, node.span, base=True)
        else:
            event = self._unit_event(row, node) or self._event(row, node)
        where = None
        known = self._with_names(scope, row)
        if node.where is not None:
            each = known.it if row.gathered is None else (*known.it, (row.gathered.one,))
            where = self.game.want_condition(
                self.game.expressions.condition(node.where, known.child(chance=False, it=each)).expr
            )
        if items and isinstance(items[0], n.Word) and items[0].text == ONE_OR_MORE and event.edge is not None:
            self.game.error("E418", node.span, "of what begins and ends there are not several at once", hint="write `a`")
        every = None if row.gathered is None else row.gathered.all
        if every is not None and any(isinstance(part, bound.Local) and part.var is every for part in walk(where)):
            assert where is not None
            name = every.name
            self.game.error("E418", where.span, f"`where` is asked of each by itself, and `{name}` are all of them",
                            hint=f"of each: `where its ...`; of all: `if count of {name} > 2:` in the block")  # fmt: skip
        return Read(attrs.evolve(event, where=where, span=node.span, gathered=row.gathered), known)

    def _condition_without_if(self, items: tuple[n.Expr | n.Word, ...], scope: Scope, restricts: bool) -> bool:
        """Refuse `a player cannot draw while ...`, `when you draw during ...`; say whether there was such a word."""
        word = next((item for item in items if isinstance(item, n.NameExpr) and item.name in _CONDITION_WORDS), None)
        if word is None or scope.find(word.name) is not None:
            return False
        wanted = "`if` or `unless`" if restricts else "`where`"
        self.game.error("E418", word.span, f"a condition stands behind {wanted} here, not behind `{word.name}`",
                        hint="what is to hold for several lines stands under a line `while CONDITION:`")  # fmt: skip
        return True

    @staticmethod
    def _with_names(scope: Scope, row: Row) -> Scope:
        known = scope.child(
            it=(*scope.it, tuple(row.unnamed)) if row.unnamed else scope.it,
            loops=(*scope.loops, *row.named, *row.unnamed),
        )
        for var in row.named:
            known.names[var.name] = var
        return known

    def _empty(self, span: Span) -> bound.EventPattern:
        return bound.EventPattern(NOTHING, None, None, (), None, (), None, span)

    # ---------------------------------------------------------------- begins and ends

    def _unit_event(self, row: Row, node: n.Pattern) -> bound.EventPattern | None:
        """`fight ends`, `a fight ends`, `your turn begins`, `a player p's turn ends`."""
        last = node.items[-1]
        if not (isinstance(last, n.NameExpr) and last.name in EDGES and len(node.items) > 1):
            return None
        edge = "begins" if last.name.startswith("begin") else "ends"
        before = node.items[:-1]
        which = before[-1]
        if isinstance(which, n.MemberExpr):
            return self._owned_unit(row, before, which, edge, node.span)
        name = which.name if isinstance(which, n.NameExpr) else None
        article = isinstance(before[0], n.Word)
        if name is None or len(before) > 1 + article:
            return None
        unit = self.game.statements.unit(name, which.span)
        if unit is None:
            return self._empty(node.span)
        return bound.EventPattern(unit, edge, None, (), None, (), None, node.span, running=not article)

    def _owned_unit(
        self, row: Row, before: tuple[n.Expr | n.Word, ...], which: n.MemberExpr, edge: str, span: Span
    ) -> bound.EventPattern | None:
        unit = self.game.statements.unit(which.name, which.name_word.span)
        if len(before) == 1:
            value = self.game.want(self.game.expressions.resolve(which.owner, row.scope, PLAYER), PLAYER, "whose it is")
            match = bound.Match(None, None, (), value, False)
        else:
            words = [*before[:-1], which.owner]
            owner = Row(tuple(words), row.scope)
            found = self._who.participant(owner)
            if found is None:
                return self._empty(span)
            match, _ = found
            row.named.extend(owner.named)
            row.unnamed.extend(owner.unnamed)
        if unit is None:
            return self._empty(span)
        return bound.EventPattern(unit, edge, match, (), None, (), None, span)

    # ---------------------------------------------------------------- something is done

    def _event(self, row: Row, node: n.Pattern) -> bound.EventPattern:
        first = node.items[0]
        if isinstance(first, n.NameExpr) and first.name in _MANY and row.scope.find(first.name) is None:
            self.game.error("E418", first.span, f"an event is about one thing, or about one or more, not about `{first.name}`",
                            hint="each time by itself: `when a ...`; once for all of them: `when one or more ...`")  # fmt: skip
            return self._empty(node.span)
        verb_first = (
            isinstance(first, n.NameExpr) and row.scope.find(first.name) is None and self._doing(first.name) is not None
        )
        if (
            verb_first
            and len(node.items) > 1
            and isinstance(node.items[1], n.NameExpr)
            and node.items[1].name in self.game.symbols.third
        ):
            verb_first = False
        if verb_first:
            return self._after_subject(row, None, node.span, base=True)
        state = self._state(node)
        if state is not None:
            return state
        found = self._who.participant(row)
        if found is None:
            return self._empty(node.span)
        return self._after_subject(row, found, node.span, base=False)

    def _state(self, node: n.Pattern) -> bound.EventPattern | None:
        """A pattern with `is` or `has` in it tells a state, not an event."""
        words = [
            item.text if isinstance(item, n.Word) else item.name if isinstance(item, n.NameExpr) else ""
            for item in node.items
        ]
        done = next((after for before, after in pairwise(words) if before in ("is", "are", "was") and after.endswith("ed")), None)
        if done is not None and self._passive(words) is None and not self.game.symbols.yes_no_members(CARD, done):
            self.game.error("E211", node.span, f"I know no verb of which `{done}` could come",
                            hint="name what happens: `when you play this`, `when a card c is discarded`; verbs of the game "
                            "are declared with `to NAME ...:`")  # fmt: skip
            return self._empty(node.span)
        if self._passive(words) is None and any(word in ("is", "are", "has", "have") for word in words):
            self.game.error(
                "E417", node.span, "`when` needs something that happens, and this is a state",
                hint="to watch a state write `always when ...` (looked at between effects) or `as soon as ...` (after "
                     "every event)",
            )  # fmt: skip
            return self._empty(node.span)
        return None

    def _passive(self, words: list[str]) -> str | None:
        """Give the verb of `... is destroyed`, or None."""
        for before, word in pairwise(words):
            if before in ("is", "are"):
                return self.game.symbols.participle(word)
        return None

    def _doing(self, name: str) -> Doing | None:
        return self.game.symbols.doing(name)

    # ---------------------------------------------------------------- the verb and what follows

    def _after_subject(
        self, row: Row, who: tuple[bound.Match, Type] | None, span: Span, *, base: bool
    ) -> bound.EventPattern:
        item = row.peek()
        word = row.word()
        if word is None or item is None:
            self._no_verb(item.span if item is not None else span, None)
            return self._empty(span)
        if word in ("enters", "enter", "leaves", "leave") and self._doing(word) is None:
            row.at += 1
            return self._moves(row, who, "enters" if word.startswith("enter") else "leaves", span)
        if word in ("is", "are"):
            return self._passive_event(row, who, span)
        doing = self._doing(word)
        if doing is None or isinstance(doing, bound.Unit):
            self._no_verb(item.span, word)
            return self._empty(span)
        row.at += 1
        subject, args = self._doer(who, doing, span, base)
        args.update(self._arguments(row, doing, span))
        return self._pattern_of(doing, subject, args, span)

    def _pattern_of(
        self, doing: Doing, subject: bound.Match | None, args: dict[str, bound.Match], span: Span
    ) -> bound.EventPattern:
        assert not isinstance(doing, bound.Unit)
        event: Any = doing
        if isinstance(doing, Signature):
            event = doing.name
            if not doing.timings:
                self.game.error("E426", span, f"`{doing.name}` is no event", hint=doing.instead_of)
        else:
            self.game.listened.add(doing)
        slots = self.game.phrases.slots_of(doing, event=True)
        ordered = tuple((slot.name, args[slot.name]) for slot in slots if slot.name in args)
        return bound.EventPattern(event, None, subject, ordered, None, (), None, span)

    def _doer(
        self, who: tuple[bound.Match, Type] | None, doing: Doing, span: Span, restricts: bool
    ) -> tuple[bound.Match | None, dict[str, bound.Match]]:
        if who is None:
            return None, {}
        match, of = who
        if isinstance(of, CardType) and isinstance(doing, Signature) and doing.subject == "card":
            return None, {"by": match}
        if isinstance(of, CardType):
            by = next((p for p in getattr(doing, "params", ()) if p.preposition == "by"), None)
            if by is not None:
                return None, {by.var.name: match}
            if isinstance(doing, bound.Action) and doing.this_var is None and not restricts:
                self.game.error(
                    "E301", span, f"only players do `{doing.name}`, not {name_of(of)}",
                    hint=f"`when a player p {third_person(doing.name)} this`; or give the action a card that does it, behind `by`",
                )  # fmt: skip
        elif not isinstance(of, PlayerType) and not is_error(of):
            where = match.value.span if match.value is not None else None
            if where is not None:
                self.game.error("E301", where, f"only players and cards do something, not {name_of(of)}")
        return match, {}

    def _moves(self, row: Row, who: tuple[bound.Match, Type] | None, event: str, span: Span) -> bound.EventPattern:
        members: tuple[bound.Member, ...] = ()
        place: bound.Match | None = None
        if article := row.word() in ("a", "an"):
            row.at += 1
        item = row.peek()
        if isinstance(item, n.NameExpr):
            row.at += 1
            if item.name != "play":
                members = self.game.groups.zones_named(n.Word(item.name, span=item.span))
        elif isinstance(item, n.Expr) and not article:
            row.at += 1
            zone = self.game.expressions.resolve(item, row.scope)
            if not isinstance(zone.type, ZoneType) and not is_error(zone.type):
                self.game.error("E301", item.span, f"cards enter and leave zones, not {name_of(zone.type)}")
            place = bound.Match(None, None, (), zone, False)
        else:
            self.game.error("E418", span, f"say what is {event[:-1]}ed: `{event} play`, `{event} a ZONE`, `{event} your ZONE`")
        self._nothing_left(row)
        match, of = who if who is not None else (None, ERROR)
        if not isinstance(of, CardType) and not is_error(of):
            self.game.error("E301", span, f"only cards enter and leave, not {name_of(of)}")
        return bound.EventPattern(event, None, match, (), None, members, None, span, place=place)

    def _passive_event(self, row: Row, who: tuple[bound.Match, Type] | None, span: Span) -> bound.EventPattern:
        row.at += 1
        word = row.word()
        verb = self._passive(["is", word or ""])
        doing = self._doing(verb) if verb is not None else None
        if doing is None or isinstance(doing, bound.Unit) or who is None:
            self._no_verb(row.items[-1].span, word)
            return self._empty(span)
        row.at += 1
        match, of = who
        slot = self._slot_for(self.game.phrases.slots_of(doing, event=True), of, {})
        args = {slot.name: match} if slot is not None else {}
        args.update(self._arguments(row, doing, span, args))
        return self._pattern_of(doing, None, args, span)

    def _no_verb(self, span: Span, word: str | None) -> None:
        symbols = self.game.symbols
        if word is None:
            self.game.error(
                "E418",
                span,
                "I cannot find what happens here",
                hint="an event is said so: `a player p draws`, `you play this`, `fight ends`",
            )
            return
        if (word[:-1] if word.endswith("s") else word) in ("set", "add", "subtract", "let", "assign"):
            self.game.error("E426", span, f"`{word}` is no event: numbers and words change without one",
                            hint="watch what they are (`always when p's coins > 9: ...`, or `as soon as`); or let a verb of the "
                            "game do it (`to earn (n: number): ...`) and name that")  # fmt: skip
            return
        candidates = {*symbols.third, *symbols.all_doings(), "enters", "leaves", "begins", "ends"}
        self.game.error("E211", span, f"I know no verb `{word}`", hint=event_hint(word, candidates))

    # ---------------------------------------------------------------- arguments

    def _arguments(
        self, row: Row, doing: Doing, span: Span, known: dict[str, bound.Match] | None = None
    ) -> dict[str, bound.Match]:
        args: dict[str, bound.Match] = {}
        taken = dict(known or {})
        slots = self.game.phrases.slots_of(doing, event=True)
        while row.left:
            item = row.peek()
            if self._noun(row, slots):
                continue
            preposition = item.text if isinstance(item, n.Word) and item.text in _PREPOSITIONS else None
            if preposition is not None:
                row.at += 1
            start = row.peek()
            literal = self._literal(start, slots, preposition)
            if literal is not None:
                row.at += 1
                args[literal[0]] = literal[1]
                continue
            found = self._who.participant(row)
            if found is None or start is None:
                break
            match, of = found
            if preposition is None:
                slot = self._slot_for(slots, of, {**taken, **args})
            else:
                slot = next((s for s in slots if s.preposition == preposition), None)
            if slot is None:
                what = f"`{preposition}`" if preposition else "this"
                self.game.error(
                    "E302",
                    start.span,
                    f"`{doing.name}` takes no {what}",
                    hint=f"it is said so: `{self.game.phrases.shown(doing, event=True)}`",
                )
                continue
            self._fits_slot(of, slot, doing, start.span)
            args[slot.name] = match
        self._check_args(args, doing)
        return args

    def _literal(
        self, item: n.Expr | n.Word | None, slots: tuple[Slot, ...], preposition: str | None
    ) -> tuple[str, bound.Match] | None:
        """`at head`, `to face_up`, `turn_order`: words that a slot knows."""
        if not isinstance(item, n.NameExpr):
            return None
        for slot in slots:
            if slot.preposition != preposition:
                continue
            if "end" in slot.accepts and self.game.symbols.end_of_zone(item.name) is not None:
                last = self.game.symbols.end_of_zone(item.name) == "last"
                return slot.name, bound.Match(None, None, (), bound.Const(BOOL, item.span, last), False)
            if "face" in slot.accepts and item.name in FACE.values:
                face = FACE.values.index(item.name)
                return slot.name, bound.Match(None, None, (), bound.Const(FACE, item.span, face), False)
            if "zone" in slot.accepts and item.name in slot.words:
                return slot.name, bound.Match(None, None, (), bound.Const(TEXT, item.span, item.name), False)
        return None

    @staticmethod
    def _noun(row: Row, slots: tuple[Slot, ...]) -> bool:
        """Whether a noun stands next that belongs to the verb and says nothing more: `misses a turn`, `takes turns`."""
        nouns = {word for slot in slots if slot.accepts == ("words",) for word in slot.words}
        at = row.at + (row.word() in ("a", "an"))
        item = row.items[at] if at < len(row.items) else None
        if not isinstance(item, n.NameExpr) or item.name not in nouns:
            return False
        row.at = at + 1
        return True

    def _fits_slot(self, of: Type, slot: Slot, doing: Doing, span: Span) -> None:
        """What an event of a built-in verb names must be what the verb is about."""
        allowed = tuple(t for sort in slot.accepts for t in _TYPES.get(sort, ()))
        if not slot.accepts or is_error(of) or isinstance(bare(of), allowed):
            return
        hint = "say `a card c in ZONE`" if isinstance(of, ZoneType) and "cards" in slot.accepts else None
        self.game.error("E302", span, f"the event `{doing.name}` is not about {name_of(of)} here", hint=hint)

    @staticmethod
    def _slot_for(slots: tuple[Slot, ...], of: Type, taken: dict[str, bound.Match]) -> Slot | None:
        free = [slot for slot in slots if slot.preposition is None and slot.name not in taken]
        sort = _SORTS.get(type(bare(of)))
        meant = [slot for slot in free if slot.accepts == (sort,)]
        if meant:
            return meant[0]
        if of == NUMBER:
            return next((s for s in free if "number" in s.accepts), free[0] if free else None)
        return next(
            (s for s in free if s.accepts != ("number",)),
            free[0]
            if free
            else next(
                (
                    slot
                    for slot in slots
                    if slot.name not in taken and slot.preposition in ("at", "for", "with", "to", "against")
                ),
                None,
            )
            if not [s for s in slots if s.preposition is None]
            else None,
        )

    def _check_args(self, args: dict[str, bound.Match], doing: Doing) -> None:
        for param in getattr(doing, "params", ()):
            match = args.get(param.var.name)
            if match is None:
                continue
            of = match.var.type if match.var is not None else match.value.type if match.value is not None else ERROR
            wanted = param.var.type.element if isinstance(param.var.type, ListType) else param.var.type
            if not (self.game.fits(bare(of), bare(wanted)) or self.game.fits(bare(wanted), bare(of))):
                span = (
                    match.value.span if match.value is not None else match.var.span if match.var is not None else None
                )
                if span is not None:
                    self.game.error(
                        "E301", span, f"`{doing.name}` takes {name_of(wanted)} here, and this is {name_of(of)}"
                    )

    def _nothing_left(self, row: Row) -> None:
        item = row.peek()
        if item is not None:
            self.game.error("E418", item.span, "I do not know what this has to do with the event")
