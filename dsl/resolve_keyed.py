"""Values that the table keeps for several things together, `thanked(player, player)`; piles that need an order."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.type_rules import ERROR, is_error
from rulewright.dsl.types import CardType, PlayerType, SpaceType, Type, WordType


def keyed_member(game: Game, names: Names, item: n.IndexedItem, owner: str) -> bound.Member | None:
    """Declare such a value; None if it stands in the wrong place, or its name is taken."""
    if owner != "table":
        game.error("E402", item.name.span, "only the table has values for pairs", hint="put it under `the table has:`")
        return None
    if not names.once("name", item.name.text, item.name.span):
        return None
    read = game.types.read(item.type, word_name=item.name.text)
    index = tuple(_key(game, word) for word in item.index)
    member = bound.Member(item.name.text, "pair", read.type, "state", span=item.name.span, index_types=index)
    member.low, member.high = read.low, read.high
    game.program.pair_members.append(member)
    game.symbols.pairs[member.name] = member
    return member


def _key(game: Game, word: n.Word) -> Type:
    """What a value may be kept for: players, words and spaces, of which each match has a fixed number."""
    of = game.types.one(word, word.span)
    if is_error(of) or isinstance(of, PlayerType | WordType | SpaceType):
        return of
    hint = "such a value is kept for a player, a word of a word type, or a space of a board"
    if isinstance(of, CardType):
        hint = f"a card keeps values itself: put a member under `kind {of.kind}:`"
    game.error("E402", word.span, f"the table keeps no values for each {word.text}", hint=hint)
    return ERROR


def pile_without_order(game: Game, member: bound.Member) -> None:
    """Note a zone from which cards are drawn in an order that it does not have."""
    info = member.zone
    if info is None or info.ordered or (info.drawn_into is None and info.refilled_from is None):
        return
    assert member.span is not None
    game.error("E402", member.span, f"`{member.name}` is a pile to draw from, and its cards have no order",
               hint=f"write `{member.name}: {info.visibility} ordered zone, ...`")  # fmt: skip
