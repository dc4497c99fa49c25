"""Types as they are written: `player or nobody`, `list of dots`, `0 to 3`, `day or night`, `piece on sky`."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_boards import several_with_lines
from rulewright.dsl.resolve_groups import span_of
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import ERROR, is_error
from rulewright.dsl.types import (
    BOOL,
    NUMBER,
    PLAYER,
    TEXT,
    ZONE,
    LineType,
    ListType,
    PieceType,
    Type,
    WordType,
    optional,
)

_MISSING = ("nobody", "nothing")
_ZONE_WORDS = ("public", "private", "hidden", "top_public", "ordered")
_SIMPLE: dict[str, Type] = {
    "number": NUMBER,
    "numbers": NUMBER,
    "text": TEXT,
    "player": PLAYER,
    "players": PLAYER,
    "zone": ZONE,
    "zones": ZONE,
}


@frozen
class Read:
    """A type that was read: with the bounds of a range, or the words before `zone`."""

    type: Type
    low: int | None = None
    high: int | None = None
    zone_words: tuple[n.Word, ...] = ()
    is_zone: bool = False


class Types:
    """Reads types for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def read(self, node: n.Expr, *, word_name: str | None = None) -> Read:
        """Give the type of a declaration. `word_name`: what a new word type made here is called."""
        match node:
            case n.RangeType(low=low, high=high):
                if low.value > high.value:
                    self.game.error(
                        "E310",
                        node.span,
                        f"there is no number from {low.value} to {high.value}",
                        hint=f"say `{high.value} to {low.value}`",
                    )
                return Read(NUMBER, low.value, high.value)
            case n.EitherType():
                return Read(self._either(node, word_name))
            case n.TypeName(words=words) if words[-1].text == "zone" and node.of is None:
                self._check_zone_words(words[:-1])
                return Read(ZONE, zone_words=words[:-1], is_zone=True)
            case n.TypeName():
                return Read(self._named(node))
        raise AssertionError(f"no type: {type(node).__name__}")

    def _check_zone_words(self, words: tuple[n.Word, ...]) -> None:
        for word in words:
            if word.text not in _ZONE_WORDS:
                self.game.error(
                    "E203",
                    word.span,
                    f"I know no zone that is `{word.text}`",
                    hint=did_you_mean(word.text, _ZONE_WORDS)
                    or "a zone is public, private, hidden or top_public, and may be ordered",
                )

    def _either(self, node: n.EitherType, word_name: str | None) -> Type:
        words = words_of(node)
        missing = [option for option in node.options if _single(option) in _MISSING]
        rest = [option for option in node.options if _single(option) not in _MISSING]
        if words is not None and {w.text for w in words} == {"yes", "no"}:
            of: Type = BOOL
        elif len(rest) == 1:
            of = self._named(rest[0])
        elif words is not None and word_name is not None and not any(self._is_type(w.text) for w in words):
            of = WordType(word_name, tuple(word.text for word in words))
        else:
            known = [w for w in words or () if self._is_type(w.text)]
            what = f"`{known[0].text}` is a type of its own" if known else "words need a declaration of their own"
            self.game.error(
                "E301",
                node.span,
                f"a value of several types is not possible: {what}",
                hint="declare a `word NAME: a or b`, or use `or nothing`",
            )
            return ERROR
        return optional(of) if missing and not is_error(of) else of

    def _is_type(self, name: str) -> bool:
        return name in _SIMPLE or name in self.game.symbols.nouns or name in self.game.program.words

    def _named(self, node: n.TypeName) -> Type:
        words = [word.text for word in node.words]
        span = span_of(node.words)
        if words == ["list"]:
            if node.of is None:
                self.game.error("E203", span, "say what the list is of: `list of cards`")
                return ERROR
            return ListType(self.one(node.of[-1], span_of(node.of), several=True))
        if words == ["piece"]:
            if node.on is None or node.on.text not in self.game.program.boards:
                where = node.on.span if node.on else span
                self.game.error(
                    "E203",
                    where,
                    "a piece stands on a board: `piece on BOARD`",
                    hint=did_you_mean(node.on.text, self.game.program.boards) if node.on else None,
                )
                return ERROR
            return PieceType(node.on.text)
        if words == ["line"] and node.of is None and len(self.game.symbols.boards_with_lines) > 1:
            self.game.error("E203", span, several_with_lines(self.game))
            return ERROR
        if words == ["line"] and node.of is not None:
            board = node.of[-1].text
            if board in self.game.program.boards:
                return LineType(board)
            self.game.error(
                "E203",
                node.of[-1].span,
                f"there is no board called `{board}`",
                hint=did_you_mean(board, self.game.program.boards),
            )
            return ERROR
        if len(words) > 1:
            self.game.error(
                "E203",
                span,
                f"I know no type `{' '.join(words)}`",
                hint="a type is one word; conditions stand in a `where`",
            )
            return ERROR
        return self.one(node.words[0], span)

    def one(self, word: n.Word, span: Span, *, several: bool = False) -> Type:
        """Give the type of a single word: a noun, in the plural after `list of`."""
        name = word.text
        if name in _SIMPLE:
            return _SIMPLE[name]
        noun = self.game.symbols.nouns.get(name)
        if noun is not None and noun.member is None and (several or not noun.plural):
            if noun.kind is not None:
                self.game.use(noun.kind)
            return noun.type
        if name in self.game.program.words:
            declared = self.game.program.words[name]
            self.game.use(declared)
            return WordType(declared.name, declared.values)
        candidates = {*_SIMPLE, *self.game.symbols.nouns, *self.game.program.words, "list", "piece"}
        hint = did_you_mean(name, candidates)
        if name in ("boolean", "bool", "flag"):
            hint = "say `yes or no`"
        if name in ("int", "integer"):
            hint = "say `number`"
        if name in ("public", "private", "hidden", "top_public"):
            hint = f"a place for cards is a zone: `{name} zone`"
        self.game.error("E203", span, f"I know no type `{name}`", hint=hint)
        return ERROR


def _single(option: n.TypeName) -> str | None:
    return option.words[0].text if len(option.words) == 1 and option.of is None and option.on is None else None


def words_of(node: n.Expr) -> tuple[n.Word, ...] | None:
    """Give the words of `day or night` without `nothing`, or None when some of it is no single word."""
    if not isinstance(node, n.EitherType) or any(_single(option) is None for option in node.options):
        return None
    return tuple(option.words[0] for option in node.options if option.words[0].text not in _MISSING)
