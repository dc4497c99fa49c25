"""Nodes of statements and standing text, where they are not simply the children of a production."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import Body, BuilderBase
from rulewright.dsl.source import Span

_NAMED = frozenset(["rule", "keyword", "kind", "action", "round", "deck", "define", "stack", "board", "die", "bot"])
_PARTS = {
    "effect": "it is a part of a card or of a kind",
    "do": "it is a part of an action; what is done in a turn or verb stands there without it",
    "cost": "it is a part of an action",
    "pay": "it is a part of a `cost NAME:` declaration",
}
_TITLED = frozenset(["card", "scenario", "situation", "variant", "invariant", "measure", "experiment"])


def as_block(body: Body) -> n.Block:
    """The block that these lines are."""
    return n.Block(body.doc, body.items, span=body.span)


class StatementBuilder(BuilderBase):
    """See the module."""

    # ------------------------------------------------------------------ phrases

    def slot_item(self, span: Span, *parts: n.Expr) -> n.SlotItem:
        return n.SlotItem(None, parts, span=span)

    def labelled_slot(self, span: Span, preposition: n.Word, slot: n.SlotItem) -> n.SlotItem:
        return n.SlotItem(preposition, slot.parts, span=span)  # type: ignore[arg-type]

    def labelled_negative(self, span: Span, preposition: n.Word, number: n.NumberExpr) -> n.SlotItem:
        return n.SlotItem(preposition, (number,), span=span)  # type: ignore[arg-type]

    def phrase_item(self, span: Span, *slots: n.SlotItem) -> n.PhraseItem:
        return n.PhraseItem(slots, span=span)

    def phrase_stmt(self, span: Span, phrase: n.PhraseItem, despite: tuple[n.Word, ...] | None) -> n.PhraseStmt:
        first = phrase.slots[0].parts[0]
        if isinstance(first, n.CallExpr) and len(phrase.slots[0].parts) == 1 and len(first.args) == 1:
            self.report(
                "E134",
                first.span,
                f"`{first.name}(` without a space is a value; something that is done stands apart from its bracket",
                f"write `{first.name} (...)`, or leave the brackets out",
            )
        return n.PhraseStmt(phrase, despite or (), span=span)

    def phrase_block_stmt(self, span: Span, phrase: n.PhraseItem, block: n.Block) -> n.Stmt:
        parts = phrase.slots[0].parts
        loop = self._loop_without_each(span, phrase, block)
        if loop is not None:
            return loop
        first = parts[0].name if isinstance(parts[0], n.NameExpr) else ""
        titled = first in _TITLED and len(parts) > 1 and isinstance(parts[1], n.TextExpr)
        if titled or (first in _NAMED and len(parts) > 1):
            self.report(
                "E128",
                parts[0].span.to(parts[1].span),
                f"`{first} ...` is a declaration and cannot stand in a block",
                "start it at the left edge",
            )
        elif first in _PARTS and len(parts) == 1:
            self.report("E101", parts[0].span, f"`{first}:` cannot stand here", _PARTS[first])
        return n.PhraseBlockStmt(phrase, block, span=span)

    def _loop_without_each(self, span: Span, phrase: n.PhraseItem, block: n.Block) -> n.EachStmt | None:
        """`every player p: ...`, `all players p: ...`: read as `each`."""
        parts = phrase.slots[0].parts
        group: n.GroupExpr | None = None
        if len(parts) == 1 and isinstance(parts[0], n.AllExpr) and isinstance(parts[0].group, n.GroupExpr):
            group = parts[0].group
        elif isinstance(parts[0], n.NameExpr) and parts[0].name == "every" and len(parts) > 1:
            words = [n.Word(part.name, span=part.span) for part in parts[1:] if isinstance(part, n.NameExpr)]
            if len(words) == len(parts) - 1:
                group = n.GroupExpr(tuple(words), (), None, None, span=parts[1].span.to(parts[-1].span))
        if group is None:
            return None
        start = Span(span.source, span.start, span.start + len(span.text.split()[0]))
        self.report("E145", start, "a loop begins with `each`", "write `each player p:`, with the noun for one")
        return n.EachStmt(group, False, block, span=span)

    def stop_action_stmt(self, span: Span, condition: n.Expr | None) -> n.StopStmt:
        return n.StopStmt(condition, True, span=span)

    # ------------------------------------------------------------------ choices

    def choose_stmt(self, span: Span, choosing: Any) -> n.ChooseStmt:
        return n.ChooseStmt(None, choosing, span=span)

    def chooses_stmt(self, span: Span, chooser: n.Expr, choosing: Any) -> n.ChooseStmt:
        return n.ChooseStmt(chooser, choosing, span=span)

    def picking_item(
        self, span: Span, determiner: n.DeterminerItem, picked: Any, asking: Any, enough: n.EnoughItem | None
    ) -> n.PickingItem:
        return n.PickingItem(determiner, picked, asking.text if asking else None, enough, span=span)

    def one_of_item(self, span: Span, *options: Any) -> n.OneOfItem:
        *phrases, asking = options
        return n.OneOfItem(tuple(phrases), asking.text if asking else None, span=span)

    def times_item(self, span: Span, *limit: n.Expr) -> n.TimesItem:
        return n.TimesItem(limit[0] if limit else None, span=span)

    def may_do(self, span: Span, player: n.Expr, phrase: n.PhraseItem, times: n.Word | None) -> n.MayStmt:
        item = n.TimesItem(None, span=times.span) if times else None
        return n.MayStmt(player, phrase, item, span=span)

    def may_choose(self, span: Span, player: n.Expr, one_of: n.OneOfItem) -> n.MayStmt:
        return n.MayStmt(player, one_of, span=span)

    def times_may_do(self, span: Span, times: n.TimesItem, player: n.Expr, offer: Any) -> n.MayStmt:
        return n.MayStmt(player, offer, times, span=span)

    times_may_choose = times_may_do

    def may_do_block(
        self, span: Span, player: n.Expr, offer: Any, block: n.Block, otherwise: n.Block | None
    ) -> n.MayStmt:
        return n.MayStmt(player, offer, None, block, otherwise, span=span)

    may_choose_block = may_do_block

    def choose_block_stmt(self, span: Span, body: Body) -> n.ChooseBlockStmt:
        return self.chooses_block_stmt(span, None, body)

    def chooses_block_stmt(self, span: Span, chooser: n.Expr | None, body: Body) -> n.ChooseBlockStmt:
        if body.doc is not None:
            self.report(
                "E135",
                body.doc.span,
                "a text for players cannot stand before labelled choices",
                "use a comment, `# ...`",
            )
        return n.ChooseBlockStmt(chooser, body.items, span=span)

    def assign_values(
        self, _: Span, determiner: n.DeterminerItem, picked: Any, or_none: n.Word | None, asking: Any
    ) -> tuple[Any, ...]:
        return (determiner, picked, or_none.text if or_none else None, asking.text if asking else None)

    def assign_stmt(
        self,
        span: Span,
        chooser: n.Expr | None,
        member: n.Word,
        keys: n.GroupExpr,
        values: tuple[Any, ...] | None = None,
        *limits: n.Item,
    ) -> n.AssignStmt:
        if values is None:  # its lines could not be read, which has been reported
            nothing = n.DeterminerItem("any", None, span=span)
            values = (nothing, n.GroupExpr((), (), None, None, span=span), None, None)
        determiner, group, or_none, asking = values
        return n.AssignStmt(chooser, member, keys, determiner, group, or_none, asking, limits, span=span)

    # ------------------------------------------------------------------ flow

    def turn_stmt(self, span: Span, group: n.GroupExpr) -> n.TurnsStmt:
        return n.TurnsStmt(group, None, span=span)

    def turns_stmt(self, span: Span, group: n.GroupExpr, until: n.Expr) -> n.TurnsStmt:
        return n.TurnsStmt(group, until, span=span)

    def if_stmt(self, span: Span, *children: Any) -> n.IfStmt:
        return n.IfStmt(children[:-1], children[-1], span=span)

    def repeat_until_stmt(self, span: Span, until: n.Expr, block: n.Block) -> n.RepeatStmt:
        return n.RepeatStmt(block, until, None, span=span)

    def repeat_times_stmt(self, span: Span, times: n.Expr, block: n.Block) -> n.RepeatStmt:
        return n.RepeatStmt(block, None, times, span=span)

    def until_body(self, _: Span, *children: Any) -> tuple[Any, ...]:
        return children

    def until_then(self, _: Span, block: n.Block) -> tuple[Any, ...]:
        return (block,)

    def until_nothing(self, _: Span) -> tuple[Any, ...]:
        return (None,)

    def until_stmt(self, span: Span, pattern: n.Pattern, inside: Any) -> n.UntilStmt:
        if isinstance(inside, tuple):
            return n.UntilStmt(pattern, inside[:-1], inside[-1], span=span)
        return n.UntilStmt(pattern, (inside,), None, span=span)

    # ------------------------------------------------------------------ standing text

    def pattern(self, span: Span, items: tuple[n.Expr | n.Word, ...], where: n.Expr | None) -> n.Pattern:
        first = items[0]
        if isinstance(first, n.NameExpr) and first.name == "there":
            self.report(
                "E121",
                first.span,
                "this needs something that happens, not a state",
                "to watch a state write `always when ...:` (looked at between effects) or `as soon as ...:` (after"
                " every event)",
            )
        return n.Pattern(items, where, span=span)

    def subject(self, span: Span, *children: Any) -> n.SubjectItem:
        if len(children) == 1:
            return n.SubjectItem(None, children[0], span=span)
        word = children[0].text
        return n.SubjectItem("a" if word == "an" else word, children[1], span=span)

    def while_item(self, span: Span, condition: n.Expr, inside: Any) -> n.WhileItem:
        return n.WhileItem(condition, self.standing_of(inside)[1], span=span)

    def standing_of(self, inside: Any) -> tuple[n.Text | None, tuple[n.Item, ...]]:
        """The text and the standing items of a body or of a single item."""
        if type(inside) is Body:
            return inside.doc, inside.items
        return None, (inside,)

    def condition_item(self, span: Span, word: n.Word, value: n.Expr) -> n.ConditionItem:
        return n.ConditionItem(word.text == "unless", value, span=span)

    def can_despite_item(
        self,
        span: Span,
        subject: n.SubjectItem,
        pattern: n.Pattern,
        despite: tuple[n.Word, ...],
        condition: n.ConditionItem | None,
    ) -> n.CanDespiteItem:
        return n.CanDespiteItem(subject, pattern, despite, condition, span=span)
