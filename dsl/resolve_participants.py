"""Who and what takes part in an event: `a player p`, `another card in your hand`, `a "Bee"`, `this`."""

from __future__ import annotations

import attrs
from attrs import define, field

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_numbers import Described
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, ListType, Type, bare

ONE_OR_MORE = "one or more"
_ARTICLES = ("a", "an", "another", ONE_OR_MORE)
EDGES = ("begins", "ends", "begin", "end")
_PLACES = ("in", "on", "of", "next")


@define
class Row:
    """The items of a pattern, read from the left, and the names met on the way."""

    items: tuple[n.Expr | n.Word, ...]
    scope: Scope
    at: int = 0
    unnamed: list[bound.Var] = field(factory=list)
    named: list[bound.Var] = field(factory=list)
    gathered: bound.Gathered | None = None

    @property
    def left(self) -> int:
        return len(self.items) - self.at

    def peek(self) -> n.Expr | n.Word | None:
        return self.items[self.at] if self.left else None

    def word(self) -> str | None:
        """Give the little word or bare name that stands next."""
        item = self.peek()
        return item.text if isinstance(item, n.Word) else item.name if isinstance(item, n.NameExpr) else None


class Participants:
    """Reads who and what stands in the patterns of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def subject(self, subject: n.SubjectItem, row: Row) -> tuple[bound.Match, Type] | None:
        """Give who or what stands before `cannot` or `can`, with its type."""
        what = subject.what
        if subject.quantifier is None:
            value = self.game.expressions.resolve(what, row.scope)
            return bound.Match(None, None, (), value, False), bare(value.type)
        assert isinstance(what, n.GroupExpr)
        determiner = "another" if subject.quantifier == "another" else None
        described = self.game.groups.resolve(what, row.scope, determiner=determiner, of_any=True)
        return self._match(described, row)

    def _match(self, described: Described, row: Row, card: str | None = None) -> tuple[bound.Match, Type]:
        group = described.group
        (row.named if described.named else row.unnamed).append(group.var)
        row.scope = row.scope.child(loops=(*row.scope.loops, group.var))
        if described.named:
            row.scope.names[group.var.name] = group.var
        else:
            row.scope.it = (*row.scope.it, (group.var,))
        thing = bound.Local(group.var.type, group.span, group.var)
        base = self.game.groups.base_condition(group.base, thing, group.span)
        conditions = group.conditions if base is None else (base, *group.conditions)
        return bound.Match(group.var, group.kind, conditions, None, described.named, card), group.var.type

    def participant(self, row: Row) -> tuple[bound.Match, Type] | None:
        """Read `a player p`, `another player`, `this`, `your dragon` from the row."""
        item = row.peek()
        if item is None:
            return None
        if isinstance(item, n.Word):
            if item.text in _ARTICLES:
                return self._described(row)
            self.game.error(
                "E418",
                item.span,
                f"I cannot read the event at `{item.text}`",
                hint="an event is said so: `a player p draws`, `you play this`, `a card enters play`",
            )
            row.at = len(row.items)
            return None
        row.at += 1
        value = self.game.expressions.resolve(item, row.scope)
        return bound.Match(None, None, (), value, False), bare(value.type)

    def _described(self, row: Row) -> tuple[bound.Match, Type] | None:
        article = row.items[row.at]
        assert isinstance(article, n.Word)
        row.at += 1
        words: list[n.Word] = []
        card: n.TextExpr | None = None
        while True:
            item = row.peek()
            if isinstance(item, n.TextExpr) and card is None and not words:
                card = item
                row.at += 1
                continue
            if not isinstance(item, n.NameExpr) or (
                (words or card is not None) and self._is_verb_here(words, item, article.text == ONE_OR_MORE)
            ):
                break
            words.append(n.Word(item.name, span=item.span))
            row.at += 1
        if card is not None:
            return self._card_named(card, words, row, article)
        if not words:
            self.game.error("E418", article.span, f"after `{article.text}` a kind of thing must stand")
            return None
        places: list[n.Item] = []
        while (place := self._place(row)) is not None:
            places.append(place)
        span = article.span.to((places[-1] if places else words[-1]).span)
        group = n.GroupExpr(tuple(words), tuple(places), None, None, span=span)
        determiner = "another" if article.text == "another" else None
        described = self.game.groups.resolve(group, row.scope, determiner=determiner, of_any=True)
        if article.text != ONE_OR_MORE:
            return self._match(described, row)
        found = self._match(attrs.evolve(described, named=False), row)
        row.unnamed.remove(described.group.var)
        self._gather(described.group.var, described.named, row, article.span)
        return found

    def _gather(self, one: bound.Var, named: bool, row: Row, span: Span) -> None:
        """`one or more units us`: `us` is the list of those with which it happens; each is recognised by itself."""
        if row.gathered is not None:
            self.game.error("E418", span, "`one or more` can stand once in an event", hint="write `a` for the other")
        every = bound.Var(one.name, ListType(one.type), one.span)
        row.gathered = bound.Gathered(one, every, bound.Var("batch", NUMBER, span))
        if named:
            row.named.append(every)
            row.scope.names[every.name] = every

    def _card_named(
        self, card: n.TextExpr, words: list[n.Word], row: Row, article: n.Word
    ) -> tuple[bound.Match, Type] | None:
        named = self.game.expressions.resolve(card, row.scope)
        var = bound.Var(words[0].text if words else "card", named.type, card.span)
        if words:
            self.game.expressions.declare(row.scope.child(), var, words[0])
            row.scope = row.scope.child()
        if article.text == ONE_OR_MORE:
            self._gather(var, bool(words), row, article.span)
        elif words:
            row.named.append(var)
            row.scope.names[var.name] = var
        else:
            row.unnamed.append(var)
        return bound.Match(var, None, (), None, bool(words), card.value), named.type

    def _is_verb_here(self, words: list[n.Word], item: n.NameExpr, many: bool) -> bool:
        """Whether the next name is the verb after a group rather than a word of it; of many the verb has no `s`."""
        if item.name in ("enters", "leaves", *EDGES):
            return True
        if item.name in self.game.symbols.third:
            return True
        if many and (item.name in ("enter", "leave") or self.game.symbols.doing(item.name) is not None):
            return True
        nouns = self.game.symbols.nouns
        if not words:
            return False
        complete = any(word.text in nouns for word in words[-2:])
        return complete and item.name not in nouns and (words[-1].text not in nouns)

    def _place(self, row: Row) -> n.Item | None:
        item = row.peek()
        if not isinstance(item, n.Word) or item.text not in _PLACES:
            return None
        if row.left < 2:
            return None
        row.at += 1
        word = item.text
        if word == "next" and row.word() == "to":
            row.at += 1
        article = row.peek()
        if isinstance(article, n.Word) and article.text in _ARTICLES and word in ("in", "of"):
            if word == "of" and article.text != "another":
                said = "in an event only `of another ...` can be said, or `of` a player by name"
                hint = "leave it out where any is meant; to know whose it is: `where c's controller is ...`"
                self.game.error("E418", item.span.to(article.span), said, hint=hint)
            row.at += 1
            name = row.peek()
            row.at += 1
            if not isinstance(name, n.NameExpr):
                self.game.error("E418", article.span, f"after `{word} {article.text}` a name must stand")
                return None
            named = n.Word(name.name, span=name.span)
            span = item.span.to(name.span)
            return n.InSomeItem(named, span=span) if word == "in" else n.OfAnotherItem(named, span=span)
        what = row.peek()
        row.at += 1
        if what is None or isinstance(what, n.Word):
            self.game.error("E418", item.span, f"after `{word}` something must stand")
            return None
        span = item.span.to(what.span)
        if word == "in":
            return n.InItem(what, span=span)
        if word == "of":
            return n.OfItem(what, span=span)
        return n.OnItem(what, span=span) if word == "on" else n.NextToItem(what, span=span)
