"""Nodes of variants, scenarios and the other things that are said about a game, and of bots."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import attrs

from rulewright.dsl.nodes_base import Decl, Expr, Item, Text, Word, flag, plain, tuple_or_empty
from rulewright.dsl.nodes_decl import StatItem
from rulewright.dsl.nodes_stmt import Block, PhraseItem, SlotItem

# ------------------------------------------------------------------ variants


@attrs.frozen(slots=True)
class VariantDecl(Decl):
    """`variant "Kinder Winds" of "dragon_flight.rules" for 2 to 4 players:` with changes."""

    title: Text
    of: Text | None
    least: int | None
    most: int | None
    doc: Text | None
    changes: tuple[Item, ...]


@attrs.frozen(slots=True)
class ChangeItem(Item):
    """`change option ...`, `change card "X":`: parts given here take the place of those of the base."""

    decl: Decl


@attrs.frozen(slots=True)
class ReplaceItem(Item):
    """`replace to pay_for_team ...:`: the whole declaration is exchanged."""

    decl: Decl


@attrs.frozen(slots=True)
class AddItem(Item):
    """`add card "Tail Wind": ...`."""

    decl: Decl


@attrs.frozen(slots=True)
class RemoveItem(Item):
    """`remove card "Vanish"`, `remove rule newcomers if present`."""

    sort: Word
    name: Word | Text
    optional: bool = flag()


@attrs.frozen(slots=True)
class ReplacePhaseItem(Item):
    """`replace phase roll: ...`, or `change`: what is done in a phase is something else."""

    name: Word
    block: Block


@attrs.frozen(slots=True)
class EditPlace(Item):
    """`action play`, `phase roll`, `card "Spy"`, `turn`: where the lines stand that a variant quotes."""

    sort: Word
    name: Word | Text | None = None


@attrs.frozen(slots=True)
class ReplaceLinesItem(Item):
    """`replace in turn:` with lines of the game, then `with:` and what stands there instead."""

    place: EditPlace
    old: Block
    new: Block


@attrs.frozen(slots=True)
class RemoveLinesItem(Item):
    """`remove in action play:` with lines of the game."""

    place: EditPlace
    old: Block


@attrs.frozen(slots=True)
class InsertItem(Item):
    """`insert after phase roll:`, `insert at the end of round battle:`; `name` is None for `of turn`."""

    where: Literal["before", "after", "start", "end"] = plain()
    sort: Word = attrs.field()
    name: Word | None = attrs.field()
    block: Block = attrs.field()


@attrs.frozen(slots=True)
class NeedsItem(Item):
    """`needs "Quick Draw"` in a variant."""

    variant: Text


@attrs.frozen(slots=True)
class ExcludesItem(Item):
    """`excludes "Quick Draw"` in a variant."""

    variant: Text


@attrs.frozen(slots=True)
class ComesAfterItem(Item):
    """`comes after "Quick Draw"` in a variant."""

    variant: Text


# ------------------------------------------------------------------ scenarios


@attrs.frozen(slots=True)
class SituationDecl(Decl):
    """`situation "two dragons" with Ann, Bob:`."""

    title: Text
    base: Text | None
    players: tuple[Word, ...]
    variants: tuple[Text, ...]
    any_draw: bool
    setup: bool
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class ScenarioDecl(Decl):
    """`scenario "..." from "two dragons" with Ann, Bob under "Quick Draw":`; `with any draw` sets `any_draw`,
    `with setup` `setup`."""

    title: Text
    base: Text | None
    players: tuple[Word, ...]
    variants: tuple[Text, ...]
    any_draw: bool
    setup: bool
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class GivenItem(Item):
    """`given Ann's hand is "Spy", "Elder" as old`, `given Matt is exposed`, `given time is not day`."""

    what: Expr
    negated: bool
    values: tuple[GivenThingItem | GivenMadeItem, ...]


@attrs.frozen(slots=True)
class GivenThingItem(Item):
    """One value of a `given`, perhaps named for the scenario: `"Vulne" as grey`."""

    value: Expr
    name: Word | None = None


@attrs.frozen(slots=True)
class GivenMadeItem(Item):
    """`a guardian with strength 5 as wall`: a card that is in no deck."""

    kind: Word
    stats: tuple[StatItem, ...]
    name: Word


@attrs.frozen(slots=True)
class GivenOnItem(Item):
    """`given Ann's dragon is on outer(1)`."""

    what: Expr
    space: Expr


@attrs.frozen(slots=True)
class GivenTurnItem(Item):
    """`given Ann's turn, phase casting`, `given it is Bob's turn`."""

    player: Expr
    phase: Word | None = None


@attrs.frozen(slots=True)
class GivenRollItem(Item):
    """`given the next rolls are 1, 5`, `given the next roll of distance is 6`."""

    die: Word | None
    values: tuple[Expr, ...]


@attrs.frozen(slots=True)
class GivenDrawItem(Item):
    """`given the next cards from deck are "Spy", "Elder"`."""

    zone: Expr
    values: tuple[Expr, ...]


@attrs.frozen(slots=True)
class GivenRandomItem(Item):
    """`given the next random choice is Bob`."""

    values: tuple[Expr, ...]


@attrs.frozen(slots=True)
class GivenOptionItem(Item):
    """`given option near is 2`."""

    option: Word
    value: Expr


@attrs.frozen(slots=True)
class GivenPhraseItem(Item):
    """Any other `given`, a phrase that the checker reads; with `, phase NAME` if it stands there."""

    phrase: PhraseItem
    phase: Word | None = None


@attrs.frozen(slots=True)
class MakeItem(Item):
    """`make Ann draw 2`."""

    phrase: PhraseItem


@attrs.frozen(slots=True)
class MoveItem(Item):
    """`Ann plays "Spy" at head`, `everyone passes`, `Bob declines`."""

    phrase: PhraseItem


@attrs.frozen(slots=True)
class AnswerItem(Item):
    """`Ann chooses "A" and "B"`."""

    player: Expr
    answers: tuple[Expr, ...]


@attrs.frozen(slots=True)
class AssignedItem(Item):
    """`Ann assigns Matt to "Darkwalker"`."""

    player: Expr
    value: Expr
    key: Expr


@attrs.frozen(slots=True)
class ExpectItem(Item):
    """`expect Ann's strength is 9`, and in experiments `expect longest_game < 400`."""

    condition: Expr


@attrs.frozen(slots=True)
class ExpectListItem(Item):
    """`expect Ann's hand is "1", "2"`."""

    what: Expr
    values: tuple[Expr, ...]


@attrs.frozen(slots=True)
class ExpectCanItem(Item):
    """`expect Ann cannot fly to middle(0) because no_sharp_turns`, `expect Ann can play "X"`."""

    subject: Expr
    negated: bool
    verb: Word
    object: Expr | None
    slots: tuple[SlotItem, ...] = ()
    because: Word | None = None


@attrs.frozen(slots=True)
class ExpectAskedItem(Item):
    """`expect Ann is asked "Whose hand?"`."""

    player: Expr
    question: Text


@attrs.frozen(slots=True)
class ExpectEventItem(Item):
    """`expect Ann wins`."""

    subject: Expr
    verb: Word


@attrs.frozen(slots=True)
class ExpectErrorItem(Item):
    """`expect error "text"`: the line before it is refused, with a message that holds this text."""

    text: Text


# ------------------------------------------------------------------ watching, bots


@attrs.frozen(slots=True)
class InvariantDecl(Decl):
    """`invariant "no card is ever lost":`, all conditions hold."""

    title: Text
    doc: Text | None
    conditions: tuple[Expr, ...]


@attrs.frozen(slots=True)
class MeasureDecl(Decl):
    """`measure "challenges": count of challenges over each battle`, `measure "coins" of player p: p's coins`."""

    title: Text
    kind: Word | None
    variable: Word | None
    value: Expr
    per: Word | None = None


@attrs.frozen(slots=True)
class ExperimentDecl(Decl):
    """`experiment "...":` with `play` and `expect` lines."""

    title: Text
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class PlayGamesItem(Item):
    """`play 2000 games with 3 players and greedy bots under "Quick Draw"`.

    `play enough games for 2% with ...`: `games` is None and `precision` a share.
    """

    games: int | None
    players: int
    bots: tuple[Word, ...] = attrs.field(converter=tuple_or_empty)
    variant: Text | None = None
    precision: Decimal | None = None


@attrs.frozen(slots=True)
class BotDecl(Decl):
    """`bot bold:`."""

    name: Word
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class PreferItem(Item):
    """`prefer challenge if C`, `avoid yield if C`."""

    word: Literal["prefer", "avoid"] = plain()
    phrase: PhraseItem = attrs.field()
    condition: Expr | None = None


@attrs.frozen(slots=True)
class ValuePositionItem(Item):
    """`value your strength + 3 * count of ...`."""

    value: Expr


TESTS = (SituationDecl, ScenarioDecl, InvariantDecl, MeasureDecl, ExperimentDecl)
"""What is said about a game and is no part of it."""
