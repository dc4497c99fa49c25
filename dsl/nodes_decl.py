"""Nodes of the declarations of a game and their parts."""

from __future__ import annotations

from typing import Literal

import attrs

from rulewright.dsl.nodes_base import Decl, Expr, Item, Node, Text, Word, plain, tuple_or_empty
from rulewright.dsl.nodes_expr import EitherType, GroupExpr, NumberExpr, ParenExpr, PercentExpr, RangeType, TypeName
from rulewright.dsl.nodes_stmt import Block


@attrs.frozen(slots=True)
class FileNode(Node):
    """A whole file."""

    decls: tuple[Decl, ...]


@attrs.frozen(slots=True)
class GameDecl(Decl):
    """`game "Kuhn Poker" for 2 to 4 players`; `most` is None for one fixed number."""

    title: Text
    least: int
    most: int | None
    doc: Text | None = None


@attrs.frozen(slots=True)
class UseDecl(Decl):
    """`use "common/standard_deck.rules"`."""

    path: Text


@attrs.frozen(slots=True)
class OptionDecl(Decl):
    """`option goal: 50 to 200, normally 100`; without `type` only as a change in a variant."""

    name: Word
    type: Expr | None
    properties: tuple[Item, ...]
    doc: Text | None = None


@attrs.frozen(slots=True)
class WordDecl(Decl):
    """`word place: head or tail`."""

    name: Word
    values: tuple[Word, ...]


# ------------------------------------------------------------------ members


@attrs.frozen(slots=True)
class HasDecl(Decl):
    """`each player in battle has:`; `the table has:` is the owner None."""

    owner: GroupExpr | None
    doc: Text | None
    members: tuple[Item, ...]


@attrs.frozen(slots=True)
class MemberItem(Item):
    """`day, night: number`, `hand: private zone`; properties are `DefaultItem` and those below, or a `PhraseItem`."""

    names: tuple[Word, ...]
    type: TypeName | EitherType | RangeType
    properties: tuple[Item, ...]


@attrs.frozen(slots=True)
class IndexedItem(Item):
    """`attacked(player, player): yes or no, starts no`."""

    name: Word
    index: tuple[Word, ...]
    type: TypeName | EitherType | RangeType
    properties: tuple[Item, ...]


@attrs.frozen(slots=True)
class DefaultItem(Item):
    """`starts 3` (it is state), `normally 5` (it is printed, or an option)."""

    word: Literal["starts", "normally"] = plain()
    value: Expr = attrs.field()


@attrs.frozen(slots=True)
class InPlayItem(Item):
    """`in play` after a zone; `place` is the word `play`."""

    place: Word


@attrs.frozen(slots=True)
class ResetItem(Item):
    """`until the turn ends` after a member: then it goes back to its first value."""

    pattern: Item


@attrs.frozen(slots=True)
class CapacityItem(Item):
    """`at most 5 single characters` after a zone."""

    limit: Expr
    words: tuple[Word, ...] = attrs.field(converter=tuple_or_empty)


@attrs.frozen(slots=True)
class ForItem(Item):
    """`for one player` after a deck; the parts of the slot behind `for`."""

    parts: tuple[Expr, ...]


# ------------------------------------------------------------------ kinds and cards


@attrs.frozen(slots=True)
class KindDecl(Decl):
    """`kind dragon is a sky_card:` with members, standing text and actions."""

    name: Word
    parent: Word | None
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class AbilitiesItem(Item):
    """`abilities work while this is leading`."""

    condition: Expr


@attrs.frozen(slots=True)
class CardDecl(Decl):
    """`card "Assassin": maneuver, 4 copies` with its text."""

    title: Text
    traits: tuple[TraitItem, ...]
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class TraitItem(Item):
    """`maneuver`, `4 copies`, `(2 * size) copies`: words and numbers after the title of a card."""

    words: tuple[Word | NumberExpr | ParenExpr, ...]


@attrs.frozen(slots=True)
class StatsItem(Item):
    """`strength 4, faith 3`, a line of a card."""

    stats: tuple[StatItem, ...]


@attrs.frozen(slots=True)
class StatItem(Item):
    """`strength 4`."""

    name: Word
    value: Expr


@attrs.frozen(slots=True)
class PartItem(Item):
    """`effect:`, `do:`, `cost:`, `pay:`."""

    name: Literal["effect", "do", "cost", "pay"] = plain()
    block: Block = attrs.field()


@attrs.frozen(slots=True)
class TargetItem(Item):
    """`target p: another player where ...`, `target v: a card ..., despite temple_walls`."""

    name: Word
    domain: Expr
    despite: tuple[Word, ...] = ()


@attrs.frozen(slots=True)
class OwnItem(Item):
    """`this has:` inside a card."""

    subject: Item
    doc: Text | None
    members: tuple[Item, ...]


@attrs.frozen(slots=True)
class CardsDecl(Decl):
    """`cards of kind dragon:` with rows; the first row of a table names the columns."""

    kind: Word
    doc: Text | None
    rows: tuple[Item, ...]


@attrs.frozen(slots=True)
class RowItem(Item):
    """A row of a table of cards: words, texts and numbers."""

    cells: tuple[Word | Text | NumberExpr, ...]


@attrs.frozen(slots=True)
class GeneratorItem(Item):
    """`each suit and each rank from 2 to 14, 1 of each, named "{rank} of {suit}"`."""

    series: tuple[SeriesItem, ...]
    count: Expr
    title: Text


@attrs.frozen(slots=True)
class SeriesItem(Item):
    """`rank from 2 to 14`, `suit` (all its words)."""

    name: Word
    low: Expr | None = None
    high: Expr | None = None


@attrs.frozen(slots=True)
class DeckDecl(Decl):
    """`deck sky_deck, drawn into hand:` with lines of cards."""

    name: Word
    properties: tuple[Item, ...]
    doc: Text | None
    rows: tuple[EveryItem | CopiesItem, ...]


@attrs.frozen(slots=True)
class EveryItem(Item):
    """`every sky_card if count of players > 4` in a deck."""

    kind: Word
    condition: Expr | None = None


@attrs.frozen(slots=True)
class CopiesItem(Item):
    """`4 "Peasant"` in a deck."""

    count: int
    title: Text
    condition: Expr | None = None


# ------------------------------------------------------------------ boards, dice, stacks


@attrs.frozen(slots=True)
class BoardDecl(Decl):
    """`board sky of dots:`."""

    name: Word
    spaces: Word
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class RingItem(Item):
    """`ring outer: 12 dots`."""

    name: Word
    count: Expr
    spaces: Word


@attrs.frozen(slots=True)
class TrackItem(Item):
    """`track road: 20 squares`: a row of spaces that does not close."""

    name: Word
    count: Expr
    spaces: Word


@attrs.frozen(slots=True)
class GridItem(Item):
    """`grid: 8 by 8 squares, with diagonals`, `grid: size by size hexes`: rows, then columns."""

    rows: Expr
    columns: Expr
    shape: Word
    extra: Word | None = None


@attrs.frozen(slots=True)
class SingleItem(Item):
    """`single dot centre`."""

    space: Word
    name: Word


@attrs.frozen(slots=True)
class RegionItem(Item):
    """`region north: cells c where c's row is 1`."""

    name: Word
    group: GroupExpr


@attrs.frozen(slots=True)
class LineItem(Item):
    """`line from A to B, headings X and Y, for k from 0 to 11`; one heading: a straight line."""

    start: Expr
    end: Expr
    headings: tuple[Expr, ...]
    series: SeriesItem | None = None


@attrs.frozen(slots=True)
class DieDecl(Decl):
    """`die distance: 4, 4, 5, 5, 6, 6`, `die d6: 1 to 6`, `die omen: sun, moon`."""

    name: Word
    faces: tuple[Word | NumberExpr | RangeType, ...]


@attrs.frozen(slots=True)
class OptionsDecl(Decl):
    """`options:`, which of them go together: `only if pairs: not teams or count of players is 4`."""

    doc: Text | None
    conditions: tuple[Item, ...]


@attrs.frozen(slots=True)
class LayoutDecl(Decl):
    """`layout:`, how a table is best shown: `table: season, market`, `players: ...`, `background: ...`."""

    doc: Text | None
    lines: tuple[LayoutItem, ...]


@attrs.frozen(slots=True)
class LayoutItem(Item):
    """`players: strength, flight, front`."""

    place: Word
    names: tuple[Word, ...]


@attrs.frozen(slots=True)
class StackDecl(Decl):
    """`stack spells:`."""

    name: Word
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class OrderItem(Item):
    """`order: last in, first out` (`resolves` is `last`) or `first in, first out` (`first`)."""

    resolves: Literal["last", "first"]


@attrs.frozen(slots=True)
class RespondItem(Item):
    """`respond: each player clockwise from active_player`."""

    group: GroupExpr


@attrs.frozen(slots=True)
class ThenItem(Item):
    """`then: discard this` in a stack."""

    block: Block


@attrs.frozen(slots=True)
class ObjectsItem(Item):
    """`objects: stay` or `objects: leave`: what becomes of the objects of a player who is out."""

    what: Word


@attrs.frozen(slots=True)
class TriggersItem(Item):
    """`triggers: wait` or `triggers: run`: whether the triggers of cards go onto this stack."""

    what: Word


@attrs.frozen(slots=True)
class GroupDecl(Decl):
    """`group pack of characters:`."""

    name: Word
    of: Word
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class SumsItem(Item):
    """`sums: strength, guard`."""

    names: tuple[Word, ...]


@attrs.frozen(slots=True)
class SharesItem(Item):
    """`shares: drained, foe`."""

    names: tuple[Word, ...]


@attrs.frozen(slots=True)
class BringsDecl(Decl):
    """`each player brings a deck:` with lines of limits."""

    owner: GroupExpr
    what: Word
    doc: Text | None
    limits: tuple[Item, ...]


@attrs.frozen(slots=True)
class DeckLimitItem(Item):
    """`at most 4 of each name`, `advice: at least 25% of cards where ...`."""

    advice: bool
    bound: Literal["least", "most"]
    amount: NumberExpr | PercentExpr
    of_each: bool
    group: GroupExpr
    condition: Expr | None = None
