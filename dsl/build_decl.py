"""Nodes of declarations, where they are not simply the children of a production."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import Body, BuilderBase
from rulewright.dsl.source import Span


class DeclarationBuilder(BuilderBase):
    """See the module."""

    def game_decl(
        self, span: Span, title: n.Text, least: n.NumberExpr, most: n.NumberExpr | None, doc: n.Text | None
    ) -> n.GameDecl:
        return n.GameDecl(title, least.value, most.value if most else None, doc, span=span)

    def table_has(self, span: Span, body: Body) -> n.HasDecl:
        return n.HasDecl(None, body.doc, body.items, span=span)

    def for_item(self, span: Span, slot: n.SlotItem) -> n.ForItem:
        return n.ForItem(slot.parts, span=span)

    def kind_decl(self, span: Span, name: n.Word, parent: n.Word | None, inside: Any = None) -> n.KindDecl:
        doc, items = self.doc_and_items(inside)
        return n.KindDecl(name, parent, doc, items, span=span)

    def card_decl(
        self, span: Span, title: n.Text, traits: tuple[n.TraitItem, ...] | None, body: Body | None = None
    ) -> n.CardDecl:
        doc, items = self.doc_and_items(body)
        # Behind the colon `shine 0` is a printed number, as it is on a line of its own; `4 copies` is not.
        words: list[n.TraitItem] = []
        numbers: list[Any] = []
        for trait in traits or ():
            (numbers if [type(word) for word in trait.words] == [n.Word, n.NumberExpr] else words).append(trait)
        stats = tuple(n.StatItem(trait.words[0], trait.words[1], span=trait.span) for trait in numbers)
        if stats:
            items = (n.StatsItem(stats, span=stats[0].span.to(stats[-1].span)), *items)
        return n.CardDecl(title, tuple(words), doc, items, span=span)

    def doc_and_items(self, inside: Any) -> tuple[n.Text | None, tuple[Any, ...]]:
        """The text and the parts of a body, of a single part, or of nothing."""
        if inside is None:
            return None, ()
        if type(inside) is Body:
            return inside.doc, inside.items
        return None, (inside,)

    def trait_item(self, span: Span, *words: Any) -> n.TraitItem:
        return n.TraitItem(words, span=span)

    def row_item(self, span: Span, *cells: Any) -> n.RowItem:
        return n.RowItem(cells, span=span)

    def target_item(self, span: Span, name: n.Word, domain: n.Expr, despite: tuple[n.Word, ...] | None) -> n.TargetItem:
        return n.TargetItem(name, domain, despite or (), span=span)

    def copies_item(self, span: Span, count: n.NumberExpr, title: n.Text, condition: n.Expr | None) -> n.CopiesItem:
        return n.CopiesItem(count.value, title, condition, span=span)

    def line_item(
        self, span: Span, start: n.Expr, end: n.Expr, headings: tuple[n.Expr, ...] | None, series: n.SeriesItem | None
    ) -> n.LineItem:
        return n.LineItem(start, end, headings or (), series, span=span)

    def die_decl(self, span: Span, name: n.Word, *faces: Any) -> n.DieDecl:
        return n.DieDecl(name, faces, span=span)

    def order_item(self, span: Span, first: n.Word, second: n.Word) -> n.OrderItem:
        if second.text != "first":
            self.report("E136", span, "an order is `last in, first out` or `first in, first out`")
        return n.OrderItem(first.text, span=span)  # type: ignore[arg-type]

    def deck_share(self, _: Span, amount: Any, each: n.Word | None) -> tuple[Any, bool]:
        return amount, each is not None

    def deck_bound(self, _: Span, bound: n.Word, share: tuple[Any, bool]) -> tuple[str, Any, bool]:
        return bound.text, *share

    def deck_limit_item(
        self,
        span: Span,
        advice: Any,
        bound: tuple[str, Any, bool],
        group: n.GroupExpr,
        condition: n.Expr | None,
    ) -> n.DeckLimitItem:
        which, amount, each = bound
        return n.DeckLimitItem(advice is not None, which, amount, each, group, condition, span=span)  # type: ignore[arg-type]

    # ------------------------------------------------------------------ actions, verbs, rules

    def labelled_param(self, span: Span, preposition: n.Word, param: n.ParamItem) -> n.LabelledParamItem:
        return n.LabelledParamItem(preposition, param, span=span)  # type: ignore[arg-type]

    def signature_item(
        self, span: Span, name: n.Word, first: n.ParamItem | None, *labelled: n.LabelledParamItem
    ) -> n.SignatureItem:
        object = (n.LabelledParamItem(None, first, span=first.span),) if first else ()
        return n.SignatureItem(name, (*object, *labelled), span=span)

    def action_decl(
        self, span: Span, signature: n.SignatureItem, onto: n.Word | None, any_time: n.Word | None, inside: Any
    ) -> n.ActionDecl:
        doc, items = self.doc_and_items(inside)
        return n.ActionDecl(signature, onto, any_time is not None, doc, items, span=span)

    def once_item(self, span: Span, unit: n.Word, per: n.Word | None) -> n.LimitItem:
        return n.LimitItem(n.NumberExpr(1, span=span), unit, per, span=span)

    def keyword_decl(self, span: Span, name: n.Word, body: Body | None = None) -> n.KeywordDecl:
        doc, items = self.doc_and_items(body)
        return n.KeywordDecl(name, doc, items, span=span)

    def rule_decl(self, span: Span, name: n.Word, never: n.Word | None, inside: Any) -> n.RuleDecl:
        doc, items = self.doc_and_items(inside)
        return n.RuleDecl(name, never is not None, doc, items, span=span)
