"""Groups of numbers: `odd number n from 1 to 9 where ...`."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.resolve_adjectives import Adjectives
from rulewright.dsl.scope import Scope
from rulewright.dsl.types import NUMBER, ListType


@frozen
class Described:
    """A resolved group and the scope in which its variable is known (for `where`, keys and bodies)."""

    group: bound.Group
    inner: Scope
    named: bool


class Numbers(Adjectives):
    """Resolves groups of numbers for one game."""

    def declare(self, scope: Scope, var: bound.Var, word: n.Word) -> None:
        """Make a local name known; a name that hides another or is spelt like a noun or adjective is an error."""
        self.game.expressions.declare(scope, var, word)

    def numbers(self, node: n.NumbersExpr, scope: Scope) -> Described:
        """Resolve a group of numbers."""
        words = node.words
        nouns = self.game.symbols.nouns
        at = next((i for i, word in enumerate(words) if nouns.get(word.text) is not None), None)
        number = at is not None and nouns[words[at].text].type == NUMBER
        if (at is None and len(words) > 1) or (at is not None and not (number and len(words) <= at + 2)):
            self.game.error(
                "E203",
                words[0].span,
                f"`from A to B` is for numbers, not for `{words[0].text}`",
                hint="say `number n from 1 to 4`",
            )
        name = words[0] if at is None else words[at + 1] if len(words) == at + 2 else None
        var = bound.Var(name.text if name else "number", NUMBER, words[-1].span)
        low = self.game.want(self.game.expressions.resolve(node.low, scope), NUMBER, "the first of the numbers")
        high = self.game.want(self.game.expressions.resolve(node.high, scope), NUMBER, "the last of the numbers")
        inner = scope.child(chance=False, acts=False)
        if name:
            self.declare(inner, var, name)
        else:
            inner = inner.child(it=(*scope.it, (var,)))
        conditions: list[bound.Expr] = []
        for word in words[: at or 0]:
            of_number = self.adjective(word, bound.Local(NUMBER, word.span, var), scope, kind_noun="number")
            if of_number is not None:
                conditions.append(of_number)
        if node.where is not None:
            where = self.game.expressions.condition(node.where, inner).expr
            conditions.extend(where.parts if isinstance(where, bound.And) else (where,))
        base = bound.Base("numbers", (low, high))
        group = bound.Group(ListType(NUMBER), node.span, var, base, None, None, tuple(conditions))
        return Described(group, inner, name is not None)
