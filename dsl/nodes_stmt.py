"""Nodes of statements, and of standing text (triggers, modifiers, restrictions, permissions)."""

from __future__ import annotations

from typing import Literal

import attrs

from rulewright.dsl.nodes_base import Expr, Item, Stmt, Text, Word, flag, plain
from rulewright.dsl.nodes_expr import DeterminerItem, GroupExpr, NumbersExpr, Pattern

# ------------------------------------------------------------------ phrases and blocks


@attrs.frozen(slots=True)
class SlotItem(Item):
    """`move d`, `from here`: a preposition, or None for the first slot, and a row of expressions.

    In the first slot the verb is the first name, or the second after a subject. Only the last part may be a sum, a
    list with `and` or a set.
    """

    preposition: str | None = plain()
    parts: tuple[Expr, ...] = attrs.field()


@attrs.frozen(slots=True)
class PhraseItem(Item):
    """A verb phrase as a row of slots: `p draws 2`, `move d to Z at tail`."""

    slots: tuple[SlotItem, ...]


@attrs.frozen(slots=True)
class Block(Item):
    """What is done after a colon, with a text at its head if there is one."""

    doc: Text | None
    stmts: tuple[Stmt, ...]


@attrs.frozen(slots=True)
class PhraseStmt(Stmt):
    """`move d to your hand`, `destroy all relics despite temple_walls`."""

    phrase: PhraseItem
    despite: tuple[Word, ...] = ()


@attrs.frozen(slots=True)
class PhraseBlockStmt(Stmt):
    """`c visits v's area:` with a block."""

    phrase: PhraseItem
    block: Block


@attrs.frozen(slots=True)
class LetStmt(Stmt):
    """`let winner be the fighting player`."""

    name: Word
    value: Expr


@attrs.frozen(slots=True)
class StopStmt(Stmt):
    """`stop`, `stop if C`: leaves the innermost loop; with `action`: `stop the action`, leaves the effect."""

    condition: Expr | None
    action: bool = False


# ------------------------------------------------------------------ choices


@attrs.frozen(slots=True)
class PickingItem(Item):
    """`3 cards cs in your hand, asking "Which?"`; `enough` for sums that must reach a number."""

    determiner: DeterminerItem
    picked: GroupExpr | NumbersExpr
    asking: str | None = plain()
    enough: EnoughItem | None = None


@attrs.frozen(slots=True)
class EnoughItem(Item):
    """`enough for faith to reach N`."""

    member: Word
    total: Expr


@attrs.frozen(slots=True)
class OneOfItem(Item):
    """`one of play, rebuild, yield`, perhaps with the question that the player sees."""

    options: tuple[PhraseItem, ...]
    question: str | None = None


@attrs.frozen(slots=True)
class TimesItem(Item):
    """`any number of times` (no limit), `at most 2 times`."""

    limit: Expr | None


@attrs.frozen(slots=True)
class ChooseStmt(Stmt):
    """`choose a card c in your hand`, `p chooses one of check, bet`; no chooser: you."""

    chooser: Expr | None
    choosing: PickingItem | OneOfItem


@attrs.frozen(slots=True)
class ChooseBlockStmt(Stmt):
    """`choose one:` with labelled blocks."""

    chooser: Expr | None
    options: tuple[LabelledItem, ...]


@attrs.frozen(slots=True)
class LabelledItem(Item):
    """`"Draw two" if C: ...` in `choose one:`."""

    label: str = plain()
    condition: Expr | None = attrs.field()
    block: Block = attrs.field()


@attrs.frozen(slots=True)
class MayStmt(Stmt):
    """`you may challenge`, `you may choose a dragon d ..: ...`, `any number of times, you may choose one of ..`."""

    player: Expr
    offer: PhraseItem | PickingItem | OneOfItem
    times: TimesItem | None = None
    block: Block | None = None
    otherwise: Block | None = None


@attrs.frozen(slots=True)
class AssignStmt(Stmt):
    """`assign a foe to each undrained character striker of you in play:` with a line of values and lines of limits."""

    chooser: Expr | None
    member: Word
    keys: GroupExpr
    determiner: DeterminerItem
    values: GroupExpr | NumbersExpr
    or_none: Literal["nobody", "nothing"] | None = None
    asking: str | None = None
    limits: tuple[Item, ...] = ()


@attrs.frozen(slots=True)
class InAllItem(Item):
    """`at least 1 in all` under `assign`."""

    bound: Literal["least", "most"] = plain()
    count: Expr = attrs.field()


@attrs.frozen(slots=True)
class RepeatsItem(Item):
    """`no card twice`, `no card more than 3 times` under `assign`. most: nothing said is once."""

    kind: Word
    most: Expr | None = None


# ------------------------------------------------------------------ flow


@attrs.frozen(slots=True)
class EachStmt(Stmt):
    """`each player p:`, `each number n from 1 to 4:`, `each player p at once:`."""

    picked: GroupExpr | NumbersExpr
    at_once: bool
    block: Block


@attrs.frozen(slots=True)
class TurnsStmt(Stmt):
    """`each G has a turn` (once round), `each G has turns until C`."""

    group: GroupExpr
    until: Expr | None = None


@attrs.frozen(slots=True)
class IfStmt(Stmt):
    """`if C: ... otherwise if D: ... otherwise: ...`; also `if you do:` (`DidExpr`)."""

    branches: tuple[BranchItem, ...]
    otherwise: Block | None


@attrs.frozen(slots=True)
class BranchItem(Item):
    """One condition of an `if` with its block."""

    condition: Expr
    block: Block


@attrs.frozen(slots=True)
class RepeatStmt(Stmt):
    """`repeat:`, `repeat until C:`, `repeat 5 times:`."""

    block: Block
    until: Expr | None = None
    times: Expr | None = None


@attrs.frozen(slots=True)
class PhaseStmt(Stmt):
    """`phase NAME:`."""

    name: Word
    block: Block


@attrs.frozen(slots=True)
class UntilStmt(Stmt):
    """`until fight ends: you have +3 fight_value`, with `then:` for what happens at the end."""

    pattern: Pattern
    standing: tuple[Item, ...]
    then: Block | None = None


# ------------------------------------------------------------------ standing text


@attrs.frozen(slots=True)
class SubjectItem(Item):
    """Whom standing text is about: an expression (`this`, `its holder`), or a group after `each`, `a`, `another`."""

    quantifier: Literal["each", "a", "another"] | None
    what: Expr


@attrs.frozen(slots=True)
class TriggerItem(Item):
    """`when EVENT:`; `timing` is `first` or `instead` when the header ends in that word."""

    pattern: Pattern
    timing: Literal["first", "instead"] | None = plain()
    block: Block = attrs.field()


@attrs.frozen(slots=True)
class AsSoonAsItem(Item):
    """`as soon as C:`, looked at after every single event."""

    condition: Expr
    block: Block


@attrs.frozen(slots=True)
class AlwaysItem(Item):
    """`always when C:`, looked at between effects."""

    condition: Expr
    block: Block


@attrs.frozen(slots=True)
class WhileItem(Item):
    """`while C:` over standing text."""

    condition: Expr
    standing: tuple[Item, ...]


@attrs.frozen(slots=True)
class ConditionItem(Item):
    """`if C` or `unless C` at the end of a restriction or permission."""

    unless: bool
    value: Expr


@attrs.frozen(slots=True)
class ModifyItem(Item):
    """`this has +2 shown for each storm in your front`."""

    subject: SubjectItem
    sign: Literal["+", "-"] = plain()
    amount: Expr = attrs.field()
    attribute: Word = attrs.field()
    per: GroupExpr | None = None


@attrs.frozen(slots=True)
class SetAttributeItem(Item):
    """`this has 6 strength`, `each character has at least 0 strength`."""

    subject: SubjectItem
    bound: Literal["least", "most"] | None
    amount: Expr
    attribute: Word


@attrs.frozen(slots=True)
class SetFlagItem(Item):
    """`this is flying`, `l is closed`."""

    subject: SubjectItem
    negated: bool = flag()
    attribute: Word = attrs.field()


@attrs.frozen(slots=True)
class LosesItem(Item):
    """`each face_down card has no abilities`."""

    subject: SubjectItem
    attribute: Word


@attrs.frozen(slots=True)
class EntersItem(Item):
    """`each card enters play drained`, `each guardian enters battleground undrained`, `each guardian enters play in
    battleground undrained if guardians_ready`."""

    subject: SubjectItem
    place: Word
    within: Word | None
    state: Word
    condition: Expr | None = None


@attrs.frozen(slots=True)
class ControlItem(Item):
    """`you control f`."""

    subject: SubjectItem
    what: Expr


@attrs.frozen(slots=True)
class CannotItem(Item):
    """`another player cannot move a dragon in your flight unless C`."""

    subject: SubjectItem
    pattern: Pattern
    condition: ConditionItem | None = None


@attrs.frozen(slots=True)
class OnlyCanItem(Item):
    """`only a flying card can strike this`."""

    group: GroupExpr
    pattern: Pattern
    condition: ConditionItem | None = None


@attrs.frozen(slots=True)
class CanDespiteItem(Item):
    """`this can strike a card despite flying`: lifts the named restrictions."""

    subject: SubjectItem
    pattern: Pattern
    despite: tuple[Word, ...]
    condition: ConditionItem | None = None
