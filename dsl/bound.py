# ruff: noqa: F403, F405
"""The checked program: every name resolved, every expression typed. What the resolver makes and the interpreter reads.

Rules text `p's hand` has become ``MemberOf(Local(p), member=hand)``; adjectives and places of a group have become plain
conditions; pronouns have become variables. Nothing here depends on options or on the number of players: card lists,
boards and option values are settled when a program is prepared for a match (interpreter/instance.py).

Objects with identity (Var, Member, Kind, Verb, Action, Unit ...) are mutable attrs classes compared by identity
(``eq=False``), so that the resolver can declare them first and fill them in later. Expressions and statements are
frozen.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.bound_expressions import *
from rulewright.dsl.bound_standing import *
from rulewright.dsl.bound_statements import *
from rulewright.dsl.bound_things import *
from rulewright.dsl.source import Span


@frozen
class Ranking:
    """(key reading `var`, highest first, condition) in order of importance."""

    var: Var
    keys: tuple[tuple[Expr, bool, Expr | None], ...]
    span: Span


@frozen
class OptionRule:
    """A line of `options:`: what must hold of option values and the number of players; `said`: the reason in words."""

    said: str
    condition: Expr
    span: Span


@frozen
class Layout:
    """How a table is best shown: what comes first, in order, of the table and of each player; `background`: what is
    shown only on demand. What is not named comes after what is."""

    table: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    background: frozenset[str] = frozenset()


@define(eq=False, repr=False)
class Bot(Named):
    """prefer/avoid: (weight +1/-1, action, args, condition); value: how good the position is for `you`."""

    name: str
    you: Var
    preferences: tuple[tuple[int, Action, tuple[tuple[str, Expr], ...], Expr | None], ...] = ()
    value: Expr | None = None
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Program(Named):
    """A whole checked game."""

    name: str
    min_players: int
    max_players: int
    doc: str | None = None
    options: dict[str, Option] = field(factory=dict)
    option_rules: tuple[OptionRule, ...] = ()
    words: dict[str, Word] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)  # parents before children; "card" first
    keywords: dict[str, Keyword] = field(factory=dict)
    brings: Brings | None = None  # the deck that each player brings, if they do
    built_decks: dict[str, BuiltDeck] = field(factory=dict)  # those that the game has for them, in declared order
    pack: Pack | None = None  # which cards can be joined, if any
    cards: list[CardDef] = field(factory=list)  # in declared order
    boards: dict[str, Board] = field(factory=dict)
    dice: dict[str, Die] = field(factory=dict)
    stacks: dict[str, Stack] = field(factory=dict)
    table_members: list[Member] = field(factory=list)  # also decks (sort "zone")
    player_members: list[Member] = field(factory=list)
    unit_members: list[Member] = field(factory=list)
    pair_members: list[Member] = field(factory=list)
    card_members: list[Member] = field(factory=list)  # of all kinds, keywords and cards
    derived_members: list[Member] = field(factory=list)
    functions: dict[str, Derived] = field(factory=dict)
    verbs: dict[str, Verb] = field(factory=dict)
    actions: dict[str, Action] = field(factory=dict)
    units: dict[str, Unit] = field(factory=dict)  # rounds, phases, "turn", verb runs
    rules: dict[str, Rule] = field(factory=dict)
    setup: tuple[Stmt, ...] = ()
    play: tuple[Stmt, ...] = ()
    ranking: Ranking | None = None
    layout: Layout = Layout()
    bots: dict[str, Bot] = field(factory=dict)
    phase_names: tuple[str, ...] = ()
    applied: tuple[tuple[str, str | None], ...] = ()  # title and text of each variant that it was changed by
    tests: Any = None  # dsl/bound_tests.py

    @property
    def own_table_members(self) -> list[Member]:
        """The members of the table that the game has; without the names that a scenario gives to cards."""
        return [member for member in self.table_members if not member.of_script]

    @property
    def trigger_stack(self) -> Stack | None:
        """The stack on which the triggers of cards wait, if they wait."""
        return next((stack for stack in self.stacks.values() if stack.triggers_wait), None)
