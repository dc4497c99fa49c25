"""Decks that players bring: which cards they hold, what they must be like, and which one each seat has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.diagnostics import Diagnostic, error, warning
from rulewright.dsl.suggest import nearest
from rulewright.interpreter.constants import Constants, NotConstant
from rulewright.interpreter.errors import UsageError

if TYPE_CHECKING:
    from rulewright.interpreter.instance import CardFace, Instance


@frozen
class BroughtDeck:
    """A deck as it is brought: how many of each name, in a fixed order."""

    name: str
    cards: tuple[tuple[str, int], ...]

    @property
    def size(self) -> int:
        return sum(count for _, count in self.cards)


class Without(Exception):
    """The card has nothing of that name."""


class Printed(Constants):
    """What can be said of a card before a match: its kind, name, keywords, and what is printed on it."""

    def _MemberOf(self, e: b.MemberOf, env: Mapping[b.Var, Any]) -> Any:
        face, m = self.value(e.base, env), e.member
        if m.sort == "builtin" and m.name == "name":
            return face.name
        if m.sort == "keyword":
            return m.keyword in face.definition.keywords
        if m.sort == "derived" and m.derived is not None:
            return self._derived(m.derived, (face,))
        if m.sort == "state" and m.start is not None:
            return self.value(m.start, env)
        for known, value in face.printed.items():
            if known.name == m.name:
                return value
        for known, formula in face.formulas.items():
            if known.name == m.name:
                own = {v: face for v in (known.this_var, face.definition.this_var) if v is not None}
                return self.value(formula, {**env, **own})
        if m.sort == "printed":
            raise Without(m.name)
        raise NotConstant(m.name)

    def _derived(self, f: b.Derived, args: Sequence[Any]) -> Any:
        env = dict(zip(f.params, args, strict=True))
        value = next((self.value(v, env) for c, v in f.cases if c is None or self.value(c, env)), 0)
        for sign, amount, condition in f.addends:
            if condition is None or self.value(condition, env):
                value += sign * self.value(amount, env)
        return value

    def _CallFunction(self, e: b.CallFunction, env: Mapping[b.Var, Any]) -> Any:
        if isinstance(e.function, b.Derived):
            return self._derived(e.function, [self.value(a, env) for a in e.args])
        return super()._CallFunction(e, env)

    def _IsKind(self, e: b.IsKind, env: Mapping[b.Var, Any]) -> bool:
        return self.is_of(self.value(e.value, env), e.kind) != e.negated

    def _Equal(self, e: b.Equal, env: Mapping[b.Var, Any]) -> bool:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if isinstance(other, b.CardNamed):
                return bool(self.value(one, env).name == other.name) != e.negated
        return super()._Equal(e, env)

    @staticmethod
    def is_of(face: CardFace, kind: b.Kind | None) -> bool:
        """Whether cards with this face are of the kind (None: any)."""
        here: b.Kind | None = face.definition.kind
        while here is not None and here is not kind:
            here = here.parent
        return kind is None or here is kind

    def fits(self, group: b.Group, face: CardFace) -> bool:
        """Whether the words of a group fit the card."""
        if not self.is_of(face, group.kind) or (group.card_name is not None and face.name != group.card_name):
            return False
        try:
            return all(self.value(c, {group.var: face}) for c in group.conditions)
        except Without:
            return False


# ------------------------------------------------------------------ which decks there are


def deck_of(instance: Instance, deck: b.BuiltDeck) -> BroughtDeck:
    """The cards of a deck that the game has."""
    found: dict[str, int] = {}
    printed = Printed(instance.options, instance.players)
    for row in deck.rows:
        if row.condition is not None and not instance.constants.value(row.condition):
            continue
        if row.title is not None and all(face.name != row.title for face in instance.faces):
            raise UsageError(f'there is no card called "{row.title}" for the deck {deck.name}')
        for face in instance.faces:
            if row.kind is not None and printed.is_of(face, row.kind) and not face.definition.token:
                found[face.name] = found.get(face.name, 0) + face.copies
            elif row.card_def is not None and face.definition is row.card_def and row.title in (None, face.name):
                count = 1 if row.count is None else instance.constants.value(row.count)
                found[face.name] = found.get(face.name, 0) + max(0, count)
    return BroughtDeck(deck.name, tuple(found.items()))


def decks_for(instance: Instance, chosen: Sequence[str | BroughtDeck]) -> list[BroughtDeck]:
    """The deck of each seat. chosen: one for each seat, one for all, or none: then those of the game, in their order.

    Raises UsageError for a deck that there is not, the wrong number of them, or one that must not be brought.
    """
    program, players = instance.program, instance.players
    if program.brings is None:
        if chosen:
            raise UsageError(f"nobody brings a deck to {program.name}")
        return []
    own = list(program.built_decks.values())
    if len(chosen) > 1 and len(chosen) != players:
        raise UsageError(f"{players} players need a deck each, or one for all; here are {len(chosen)}")
    wanted: list[b.BuiltDeck | BroughtDeck] = []
    for seat in range(players):
        one = chosen[seat % len(chosen)] if chosen else own[seat % len(own)]
        wanted.append(named(program, one) if isinstance(one, str) else one)
    found: dict[Any, BroughtDeck] = {}
    for deck in wanted:
        if deck not in found:
            found[deck] = deck_of(instance, deck) if isinstance(deck, b.BuiltDeck) else deck
            wrong = [said for said, _ in problems(instance, found[deck], advice=False)]
            if wrong:
                raise UsageError(f"the deck {found[deck].name} cannot be brought: {'; '.join(wrong)}")
    return [found[deck] for deck in wanted]


def named(program: b.Program, name: str) -> b.BuiltDeck:
    """The deck of that name; UsageError if there is none."""
    if program.brings is None:
        raise UsageError(f"nobody brings a deck to {program.name}")
    deck = program.built_decks.get(name)
    if deck is None:
        meant = nearest(name, list(program.built_decks))
        hint = f"did you mean '{meant}'?" if meant else f"its decks are: {', '.join(program.built_decks) or 'none'}"
        raise UsageError(f"{program.name} has no deck '{name}'; {hint}")
    return deck


def brought(program: b.Program, name: str, cards: Mapping[str, int]) -> BroughtDeck:
    """A deck from names of cards and how many of each; UsageError for a card that there is not."""
    known = {definition.name for definition in program.cards if not definition.series}
    for card, count in cards.items():
        if card not in known and not any(d.series for d in program.cards):
            meant = nearest(card, list(known))
            raise UsageError(f'the deck {name} has a card "{card}" that the game has not'
                             + (f'; did you mean "{meant}"?' if meant else ""))
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise UsageError(f'the deck {name} has {count!r} of "{card}", which is no number of cards')
    return BroughtDeck(name, tuple((card, count) for card, count in cards.items() if count))


# ------------------------------------------------------------------ what they must be like


def problems(instance: Instance, deck: BroughtDeck, advice: bool) -> list[tuple[str, b.DeckLimit]]:
    """What is wrong with a deck, or (advice) what is only not recommended, in words."""
    brings = instance.program.brings
    assert brings is not None
    printed = Printed(instance.options, instance.players)
    faces = {face.name: face for face in instance.faces}
    for name, _ in deck.cards:
        if name not in faces:
            raise UsageError(f'the deck {deck.name} has a card "{name}" that the game has not')
    found: list[tuple[str, b.DeckLimit]] = []
    for limit in brings.limits:
        if limit.advice != advice or not (limit.condition is None or printed.value(limit.condition)):
            continue
        counted = [(name, n) for name, n in deck.cards if printed.fits(limit.group, faces[name])]
        asked = f"{'at least' if limit.least else 'at most'} {limit.amount}{'%' if limit.percent else ''}"
        what = _what(limit)
        sums = counted if limit.each else [("", sum(n for _, n in counted))]
        for name, have in sums:
            amount = limit.amount * deck.size if limit.percent else limit.amount
            measured = have * 100 if limit.percent else have
            if measured >= amount if limit.least else measured <= amount:
                continue
            if limit.percent:
                share = f"{have * 100 / deck.size:.0f}%" if deck.size else "none"
                shown = f'"{name}"' if limit.each else what or "cards"
                each = f" of each{what and ' ' + what}" if limit.each else ""
                said = f"{share} of its cards are {shown}, and it {_verb(limit)} {asked}{each}"
            elif limit.each:
                said = f'it has {have} "{name}", and {asked} of each{what and " " + what} {_verb(limit, passive=True)}'
            else:
                said = f"it has {have} {what or 'cards'}, and {asked} {_verb(limit, passive=True)}"
            found.append((said, limit))
    return found


def _verb(limit: b.DeckLimit, passive: bool = False) -> str:
    if passive:
        return "would be better" if limit.advice else "are needed" if limit.least else "are allowed"
    return "would be better with" if limit.advice else "needs" if limit.least else "may have"


def _what(limit: b.DeckLimit) -> str:
    """What is counted, in the words of the rules."""
    words = " ".join(limit.group.span.text.split())
    if words in ("name", "cards", "card"):
        return ""
    return f"ones {words[6:]}" if words.startswith("cards where ") else words


def checked(instance: Instance) -> list[Diagnostic]:
    """What is wrong with the decks of the game itself: errors, and warnings for advice."""
    found: list[Diagnostic] = []
    brings = instance.program.brings
    printed = Printed(instance.options, instance.players)
    for limit in brings.limits if brings is not None else ():
        try:
            for face in instance.faces:
                printed.fits(limit.group, face)
        except NotConstant:
            said = "before the game only what is printed on cards can be asked for"
            return [error("E494", said, limit.span)]
    for deck in instance.program.built_decks.values():
        assert deck.span is not None
        made = deck_of(instance, deck)
        for advice in (False, True):
            for said, limit in problems(instance, made, advice):
                note = warning if advice else error
                found.append(note("W591" if advice else "E494", f"`{deck.name}`: {said}", deck.span,
                                  related=((limit.span, "asked for here"),)))
    return found
