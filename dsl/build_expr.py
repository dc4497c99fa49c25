"""Nodes of expressions, groups and types, where they are not simply the children of a production."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import BuilderBase
from rulewright.dsl.source import Span

_OWNERS = {"your": "you", "its": "it", "their": "they"}


class ExpressionBuilder(BuilderBase):
    """See the module."""

    def negative_expr(self, span: Span, number: n.NumberExpr) -> n.NumberExpr:
        return n.NumberExpr(-number.value, span=span)

    def text_expr(self, span: Span, text: n.Text) -> n.TextExpr:
        return n.TextExpr(text.text, span=span)

    def name_expr(self, span: Span, word: n.Word) -> n.NameExpr:
        return n.NameExpr(word.text, span=span)

    def person_expr(self, span: Span, word: n.Word) -> n.PersonExpr:
        return n.PersonExpr(word.text, span=span)

    def pronoun_expr(self, span: Span, word: n.Word) -> n.PronounExpr:
        return n.PronounExpr(word.text, span=span)  # type: ignore[arg-type]

    def member_expr(self, span: Span, owner: n.Expr, word: n.Word) -> n.MemberExpr:
        return n.MemberExpr(owner, word.text, word, span=span)

    def own_member(self, span: Span, whose: n.Word, word: n.Word) -> n.MemberExpr:
        owner = n.PronounExpr(_OWNERS[whose.text], span=whose.span)  # type: ignore[arg-type]
        return n.MemberExpr(owner, word.text, word, span=span)

    def call_expr(self, span: Span, word: n.Word, args: tuple[n.Expr, ...]) -> n.CallExpr:
        return n.CallExpr(word.text, args, word, span=span)

    def divide_expr(self, span: Span, left: n.Expr, right: n.Expr, rounded: n.Word) -> n.ArithmeticExpr:
        return n.ArithmeticExpr(left, "/", right, rounded.text, span=span)  # type: ignore[arg-type]

    def arithmetic_expr(self, span: Span, left: n.Expr, op: n.Word, right: n.Expr) -> n.ArithmeticExpr:
        return n.ArithmeticExpr(left, op.text, right, span=span)  # type: ignore[arg-type]

    def or_expr(self, span: Span, left: n.Expr, right: n.Expr) -> n.OrExpr:
        for side in (left, right):
            if isinstance(side, n.AndExpr):
                shown = " ".join(side.span.text.split())
                hint = (
                    f"write `({shown})`"
                    if len(shown) < 60
                    else "put the part with `and`, or the part with `or`, in brackets"
                )
                self.report("E120", side.span, "`and` and `or` stand side by side without brackets", hint)
        return n.OrExpr(left, right, span=span)

    def or_a_expr(self, span: Span, left: n.Expr, row: tuple[n.Word, ...]) -> n.OrExpr:
        """`c is a spell or a miracle`: the right side shares the subject of the `is a` just before it."""
        before = left
        while isinstance(before, (n.OrExpr, n.AndExpr)):
            before = before.right
        right = n.KindExpr(row, span=row[0].span.to(row[-1].span))
        if not isinstance(before, (n.IsAExpr, n.KindExpr)):
            self.report(
                "E132",
                right.span,
                "`or a ...` needs an `is a ...` before it",
                f"write the whole condition: `or c is a {' '.join(word.text for word in row)}`",
            )
        elif isinstance(before, n.IsAExpr) and before.negated:
            self.report(
                "E133",
                before.span.to(right.span),
                "`is not a ... or a ...` can be read in two ways",
                "write `is neither a ... nor a ...`",
            )
        return n.OrExpr(left, right, span=span)

    def there_is_expr(self, span: Span, *children: Any) -> n.ThereIsExpr:
        group = children[-1]
        if len(children) == 2 and children[0].text == "another":
            return n.ThereIsExpr(False, attrs.evolve(group, words=(children[0], *group.words)), span=span)
        return n.ThereIsExpr(len(children) == 2, group, span=span)

    def is_another_expr(
        self, span: Span, left: n.Expr, negated: Any, another: n.Word, row: tuple[n.Word, ...]
    ) -> n.IsAExpr:
        return n.IsAExpr(left, negated, (another, *row), span=span)

    def path_expr(self, span: Span, *children: Any) -> n.PathExpr:
        row, start, end, group = children[-4:]
        return n.PathExpr(len(children) == 5, row, start, end, group, span=span)

    def can_expr(self, span: Span, subject: n.Expr, can: n.Word, verb: n.Word, object: n.Expr | None) -> n.CanExpr:
        return n.CanExpr(subject, can.text == "cannot", verb, object, span=span)

    def did_expr(self, span: Span, *fully: n.Word) -> n.DidExpr:
        return n.DidExpr(bool(fully), span=span)

    # ------------------------------------------------------------------ groups

    def titled_row(self, _: Span, row: tuple[n.Word, ...] | None, title: n.Text, name: n.Word | None) -> Any:
        """`enemy "Bee" b`: the title is a word with its quotes (see `GroupExpr`)."""
        noun = n.Word(f'"{title.text}"', span=title.span)
        return (*(row or ()), noun, *((name,) if name is not None else ()))

    def group_expr(self, span: Span, row: tuple[n.Word, ...], *rest: Any) -> n.GroupExpr:
        return n.GroupExpr(row, rest[:-2], rest[-2], rest[-1], span=span)

    def closed_group(self, span: Span, row: tuple[n.Word, ...], *rest: Any) -> n.GroupExpr:
        return n.GroupExpr(row, rest[:-1], rest[-1], None, span=span)

    def numbers_group(self, span: Span, *parts: Any) -> n.NumbersExpr:
        return n.NumbersExpr(*parts, span=span)

    def count_superlative(
        self, span: Span, which: n.Word, row: tuple[n.Word, ...], *places: n.Item
    ) -> n.SuperlativeItem:
        end = places[-1].span if places else row[-1].span
        counted = n.GroupExpr(row, places, None, None, span=row[0].span.to(end))
        return n.SuperlativeItem(which, None, counted, span=span)  # type: ignore[arg-type]

    def random_start(self, span: Span, row: tuple[n.Word, ...]) -> n.RandomExpr:
        group = n.GroupExpr(row, (), None, None, span=row[0].span.to(row[-1].span))
        return n.RandomExpr(group, span=span)

    def list_expr(self, span: Span, *items: n.Expr) -> n.ListExpr:
        return n.ListExpr(items, span=span)

    def type_name(self, span: Span, words: tuple[n.Word, ...], of: tuple[n.Word, ...] | None) -> n.TypeName:
        return n.TypeName(words, of, None, span=span)

    def piece_type(self, span: Span, words: tuple[n.Word, ...], on: n.Word) -> n.TypeName:
        return n.TypeName(words, None, on, span=span)

    def either_type(self, span: Span, *options: n.TypeName) -> n.EitherType:
        return n.EitherType(options, span=span)

    def determiner_item(self, span: Span, *children: Any) -> n.DeterminerItem:
        first = children[0]
        if not isinstance(first, n.Word):
            return n.DeterminerItem("exactly", first, span=span)
        if len(children) == 2:
            return n.DeterminerItem(f"at {first.text}", children[1], span=span)  # type: ignore[arg-type]
        kind = {"a": "a", "an": "a", "another": "another", "any": "any"}[first.text]
        return n.DeterminerItem(kind, None, span=span)  # type: ignore[arg-type]
