"""A rulebook for players: what a game's file says to them, in the order in which one learns a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import dedent

from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.book_text import Declared, declared
from rulewright.interpreter.game import Game
from rulewright.lab.book_cards import CardRow, card_rows


@frozen
class Heading:
    """A heading; level 1 is the title of the book."""

    level: int
    text: str


@frozen
class Para:
    """A paragraph."""

    text: str


@frozen
class Rules:
    """Lines of the rules themselves."""

    lines: tuple[str, ...]


@frozen
class Table:
    """A table; columns of numbers stand to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Picture:
    """A picture as the text of an SVG file, and what it shows in words."""

    svg: str
    said: str


Block = Heading | Para | Rules | Table | Picture


def book(game: Game, pictures: Mapping[str, str] | None = None) -> list[Block]:
    """Give the rulebook of a game that was loaded from files. `pictures`: SVG of its boards, by name."""
    assert game.loaded is not None, "a rulebook is made of a game's files"
    decls = list(declared(game.loaded))
    blocks = [*_front(game), *_options(game), *_things(decls, pictures or {}), *_course(decls)]
    blocks += _named(decls, (n.ActionDecl,), "What you may do")
    blocks += _named(decls, (n.StackDecl,), "Spells and answers")
    blocks += _named(decls, (n.VerbDecl, n.CostDecl), "What these words mean")
    blocks += _named(decls, (n.RuleDecl, n.KeywordDecl), "What always holds")
    blocks += _named(decls, (n.DefineMemberDecl, n.DefineFunctionDecl), "How it is counted")
    blocks += _winning(decls)
    blocks += _cards(card_rows(game), game.max_players)
    return blocks


def readable(name: str) -> str:
    """A name of the rules as it is read: `last_battle` is `last battle`."""
    return name.replace("_", " ")


def _front(game: Game) -> Iterator[Block]:
    yield Heading(1, game.name)
    if game.doc:
        yield Para(_flowing(game.doc))
    low, high = game.min_players, game.max_players
    yield Para(f"For {low} to {high} players." if low != high else f"For {low} player{'s' if low != 1 else ''}.")
    if game.house_rules:
        yield Heading(2, "House rules")
        for title, text in game.house_rules:
            yield Para(f"{title}. {_flowing(text)}" if text else f"{title}.")


def _options(game: Game) -> Iterator[Block]:
    if not game.options:
        return
    yield Heading(2, "What to agree on")
    rows = []
    for option in game.options.values():
        values = " or ".join(option.values) if option.values else f"{option.low} to {option.high}"
        rows.append((readable(option.name), _flowing(option.doc or ""), readable(values), readable(option.value)))
    yield Table(("question", "", "one of", "here"), tuple(rows))


def _things(decls: list[Declared], pictures: Mapping[str, str]) -> Iterator[Block]:
    found = [one for one in decls if isinstance(one.decl, n.HasDecl | n.BoardDecl | n.DieDecl | n.DeckDecl)]
    if found:
        yield Heading(2, "What you need")
    for one in found:
        yield from _one(one)
        if isinstance(one.decl, n.BoardDecl) and one.name in pictures:
            yield Picture(pictures[one.name], f"the board: {readable(one.name)}")


def _course(decls: list[Declared]) -> Iterator[Block]:
    sorts = (n.SetupDecl, n.PlayDecl, n.RoundDecl, n.TurnDecl)
    names = {n.SetupDecl: "Before you begin", n.PlayDecl: "The game"}
    for one in sorted((one for one in decls if isinstance(one.decl, sorts)), key=lambda one: _ORDER[type(one.decl)]):
        title = names.get(type(one.decl)) or ("Your turn" if one.sort == "turn" else f"The {readable(one.name)}")
        yield Heading(2, title)
        yield from _body(one)


_ORDER: dict[type, int] = {n.SetupDecl: 0, n.PlayDecl: 1, n.RoundDecl: 2, n.TurnDecl: 3}


def _named(decls: list[Declared], sorts: tuple[type, ...], title: str) -> list[Block]:
    found = [one for one in decls if isinstance(one.decl, sorts)]
    return [Heading(2, title), *(block for one in found for block in _one(one))] if found else []


def _one(one: Declared) -> Iterator[Block]:
    yield Heading(3, readable(one.name if isinstance(one.decl, _BY_NAME) else one.header.removeprefix("define ")))
    yield from _body(one, with_header="(" in one.header and isinstance(one.decl, _BY_NAME))


_BY_NAME = (n.ActionDecl, n.VerbDecl, n.CostDecl, n.RuleDecl, n.KeywordDecl, n.StackDecl)


def _body(one: Declared, *, with_header: bool = False) -> Iterator[Block]:
    if one.doc:
        yield Para(_flowing(one.doc))
    lines = (f"{one.header}:", *(f"    {line}" for line in one.lines)) if with_header else one.lines
    if lines:
        yield Rules(lines)


def _winning(decls: list[Declared]) -> Iterator[Block]:
    for one in decls:
        if isinstance(one.decl, n.RankingDecl):
            yield Heading(2, "Who wins")
            yield Para("At the end the players are compared, line by line until they differ.")
            yield from _body(one)


def _cards(rows: list[CardRow], players: int) -> Iterator[Block]:
    if not rows:
        return
    yield Heading(2, "The cards")
    yield Para(f"{sum(row.copies for row in rows)} cards of {len(rows)} names, for {players} player{'s' if players != 1 else ''}.")
    kinds: dict[str, list[CardRow]] = {}
    for row in rows:
        kinds.setdefault(row.kind, []).append(row)
    for kind, mine in kinds.items():
        yield Heading(3, readable(kind))
        members = list(dict.fromkeys(name for row in mine for name in row.numbers))
        table = [
            (row.name, str(row.copies), *(row.numbers.get(name, "") for name in members), _flowing(row.text))
            for row in mine
        ]
        yield Table(("card", "copies", *map(readable, members), "text"), tuple(table))


def _flowing(text: str) -> str:
    """The text without the line breaks that only its file has; an empty line stays one."""
    parts = re.split(r"\n\s*\n", dedent(text).strip())
    return "\n\n".join(" ".join(part.split()) for part in parts)
