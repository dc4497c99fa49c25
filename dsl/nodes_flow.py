"""Nodes of definitions, actions, verbs, the flow of the game and rules."""

from __future__ import annotations

from typing import Literal

import attrs

from rulewright.dsl.nodes_base import Decl, Expr, Item, Stmt, Text, Word, plain
from rulewright.dsl.nodes_stmt import Block

# ------------------------------------------------------------------ definitions


@attrs.frozen(slots=True)
class DefineMemberDecl(Decl):
    """`define player p's strength: number`."""

    kind: Word
    variable: Word
    member: Word
    type: Expr
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class DefineFunctionDecl(Decl):
    """`define joined(d: direction): yes or no`."""

    name: Word
    params: tuple[ParamItem, ...]
    type: Expr
    doc: Text | None
    lines: tuple[Item, ...]


@attrs.frozen(slots=True)
class ValueItem(Item):
    """`= VALUE`."""

    value: Expr


@attrs.frozen(slots=True)
class CaseItem(Item):
    """`if C: VALUE`."""

    condition: Expr
    value: Expr


@attrs.frozen(slots=True)
class OtherwiseItem(Item):
    """`otherwise: VALUE`."""

    value: Expr


@attrs.frozen(slots=True)
class AddendItem(Item):
    """`+ VALUE if C`, `- VALUE`."""

    sign: Literal["+", "-"] = plain()
    value: Expr = attrs.field()
    condition: Expr | None = None


@attrs.frozen(slots=True)
class ParamItem(Item):
    """`goal: a dot next to your dragon`; the domain is a type or a `ChoiceType`."""

    name: Word
    domain: Expr


# ------------------------------------------------------------------ actions and verbs


@attrs.frozen(slots=True)
class SignatureItem(Item):
    """`play (c: a card) at (end: place)`: a verb and its parameters, the first perhaps without a preposition."""

    name: Word
    params: tuple[LabelledParamItem, ...]


@attrs.frozen(slots=True)
class LabelledParamItem(Item):
    """`at (end: place)`; the preposition is None for the object of the verb."""

    preposition: str | None = plain()
    param: ParamItem = attrs.field()


@attrs.frozen(slots=True)
class ActionDecl(Decl):
    """`action cast (s: a spell in your hand), onto spells, at any time:`; also inside cards, kinds and keywords."""

    signature: SignatureItem
    onto: Word | None
    at_any_time: bool
    doc: Text | None
    items: tuple[Item | Stmt, ...]


@attrs.frozen(slots=True)
class OnlyIfItem(Item):
    """`only if C`, `only if LABEL: C`."""

    label: Word | None
    condition: Expr


@attrs.frozen(slots=True)
class LimitItem(Item):
    """`once a turn`, `once each turn for each dot`, `at most 2 times a turn`."""

    times: Expr
    unit: Word
    per: Word | None = None


@attrs.frozen(slots=True)
class RemovePartItem(Item):
    """`remove LABEL`, in an action that a variant changes."""

    label: Word


@attrs.frozen(slots=True)
class RemoveGuardItem(Item):
    """`remove only if C`, in an action that a variant changes: the guard of just this condition."""

    condition: Expr


@attrs.frozen(slots=True)
class ReplacePartItem(Item):
    """`replace only if LABEL: C`, `replace do:`, in an action that a variant changes."""

    part: Item


@attrs.frozen(slots=True)
class AddPartItem(Item):
    """`add only if C`, in an action that a variant changes."""

    part: Item


@attrs.frozen(slots=True)
class VerbDecl(Decl):
    """`to discard (c: card):`."""

    signature: SignatureItem
    block: Block


@attrs.frozen(slots=True)
class KeywordDecl(Decl):
    """`keyword flying:`."""

    name: Word
    doc: Text | None
    items: tuple[Item, ...]


@attrs.frozen(slots=True)
class CostDecl(Decl):
    """`cost faith_for (c: card) by (s: character):`."""

    signature: SignatureItem
    doc: Text | None
    items: tuple[Item | Stmt, ...]


# ------------------------------------------------------------------ flow, ends, rules


@attrs.frozen(slots=True)
class RoundDecl(Decl):
    """`round battle:`."""

    name: Word
    block: Block


@attrs.frozen(slots=True)
class TurnDecl(Decl):
    """`turn:`."""

    block: Block


@attrs.frozen(slots=True)
class SetupDecl(Decl):
    """`setup:`."""

    block: Block


@attrs.frozen(slots=True)
class PlayDecl(Decl):
    """`play:`."""

    block: Block


@attrs.frozen(slots=True)
class RankingDecl(Decl):
    """`ranking of player p:`."""

    kind: Word
    variable: Word
    doc: Text | None
    lines: tuple[RankItem, ...]


@attrs.frozen(slots=True)
class RankItem(Item):
    """`p's score, lowest first, if tie is most_cards`."""

    value: Expr
    direction: Literal["highest", "lowest"] = plain()
    condition: Expr | None = None


@attrs.frozen(slots=True)
class RuleDecl(Decl):
    """`rule life:` with standing text; `never` from its header."""

    name: Word
    never: bool
    doc: Text | None
    standing: tuple[Item, ...]
