"""What every part of the resolver shares: the program being built, its symbols, the problems found,
what has been used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound
from rulewright.dsl.problems import Problems
from rulewright.dsl.signatures import Builtins
from rulewright.dsl.source import Source, Span
from rulewright.dsl.symbols import Symbols
from rulewright.dsl.type_rules import ERROR, fits, is_error, name_of
from rulewright.dsl.types import BOOL, Type

if TYPE_CHECKING:
    from rulewright.dsl import nodes as n
    from rulewright.dsl.resolve_actions import Actions
    from rulewright.dsl.resolve_expressions import Expressions
    from rulewright.dsl.resolve_groups import Groups
    from rulewright.dsl.resolve_phrases import Phrases
    from rulewright.dsl.resolve_standing import StandingText
    from rulewright.dsl.resolve_statements import Statements
    from rulewright.dsl.resolve_types import Types


class Game:
    """One game in the making. The resolvers of the parts find each other through it."""

    expressions: Expressions
    groups: Groups
    phrases: Phrases
    statements: Statements
    standing: StandingText
    actions: Actions
    types: Types

    def __init__(self, builtins: Builtins, problems: Problems, name: str) -> None:
        self.program = bound.Program(name, 1, 1)
        self.symbols = Symbols(builtins, self.program)
        self.problems = problems
        self.read: set[Any] = set()  # what something reads or uses: members, options, words' values, verbs, actions ...
        self.you_read: set[bound.Var] = set()  # the `you` of verbs that say it
        self.you_passed: set[bound.Var] = set()  # the `you` that is only handed on to what is done
        # Calls of own verbs: is somebody there who acts, and is it the `you` of the verb around, handed on?
        self.performed: list[tuple[bound.Verb, bool, bound.Var | None, Span]] = []
        self.listened: set[Any] = set()  # verbs and actions that some pattern names
        self.written: set[bound.Member] = set()  # members that something sets
        self.modified: set[bound.Member] = set()  # attributes that standing text changes
        self.offered: set[bound.Action] = set()
        self.may_do: set[str] = set()  # verbs that somebody may do: `p may doubt`
        self.can_asked: list[tuple[Any, Any]] = []  # (the action whose guard asks, the action asked about)
        self.ends_game: bool = False  # something wins, loses, eliminates or ends the game
        self.lifted: list[tuple[str, Span]] = []  # names after `despite`, to be looked up at the end
        self.kind_defaults: list[tuple[bound.Kind, bound.Member, n.Expr]] = []  # `normally` values that kinds share
        self.other_scripts: frozenset[Source] = frozenset()  # files whose scenarios are about the game without variants
        self.inside: Any = None  # the declaration whose text is being resolved
        self.reads_of: dict[Any, set[Any]] = {}  # definition: the definitions it reads

    # ---------------------------------------------------------------- problems

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        hint: str | None = None,
        related: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        """Note an error."""
        self.problems.add(code, span, message, hint=hint, related=related)

    warn = error  # whether a code is a warning is in its number

    def bad(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        hint: str | None = None,
        related: tuple[tuple[Span, str], ...] = (),
    ) -> bound.Expr:
        """Note an error and give an expression that fits everywhere."""
        self.error(code, span, message, hint=hint, related=related)
        return self.nothing_known(span)

    @staticmethod
    def nothing_known(span: Span) -> bound.Expr:
        """Give the expression that stands for a mistake already reported."""
        return bound.Const(ERROR, span, None)

    # ---------------------------------------------------------------- types

    def fits(self, actual: Type, expected: Type) -> bool:
        """Whether a value of `actual` may stand where `expected` is asked for."""
        return fits(actual, expected, self.symbols.kinds)

    def want(self, expr: bound.Expr, expected: Type, what: str) -> bound.Expr:
        """Give the expression if it fits, else an error: `WHAT must be a number, but this is a card`."""
        if self.fits(expr.type, expected):
            return expr
        from rulewright.dsl.narrowing import kind_hint, missing_hint

        missing = missing_hint(expr, expected, self)
        return self.bad(
            "E303" if missing else "E301",
            expr.span,
            f"{what} must be {name_of(expected)}, but this is {name_of(expr.type)}",
            hint=missing or kind_hint(expr, expected, self),
        )

    def want_condition(self, expr: bound.Expr, what: str = "a condition") -> bound.Expr:
        """Give the expression if it is yes or no, else an error."""
        if expr.type == BOOL or is_error(expr.type):
            return expr
        return self.want(expr, BOOL, what)

    def use(self, thing: Any) -> None:
        """Note that something reads or uses a declared thing."""
        self.read.add(thing)
        if self.inside is not None:
            self.reads_of.setdefault(self.inside, set()).add(thing)
