"""How the parts of a game are addressed by variants: `("card", "Queen")`, `("action", "fly")`, `("define",
"player strength")`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.dsl import nodes as n

Key = tuple[str, str]


def key_of(decl: n.Decl) -> Key | None:
    """Give the address of a declaration, or None for what has none (`use`)."""
    match decl:
        case n.GameDecl():
            return "game", ""
        case n.OptionDecl(name=name):
            return "option", name.text
        case n.WordDecl(name=name):
            return "word", name.text
        case n.HasDecl(owner=owner):
            return "has", "the table" if owner is None else f"each {_row(owner)}"
        case n.KindDecl(name=name):
            return "kind", name.text
        case n.CardDecl(title=title):
            return "card", title.text
        case n.CardsDecl(kind=kind):
            return "cards", kind.text
        case n.DeckDecl(name=name):
            return "deck", name.text
        case n.BoardDecl(name=name):
            return "board", name.text
        case n.DieDecl(name=name):
            return "die", name.text
        case n.LayoutDecl():
            return "layout", ""
        case n.BringsDecl(owner=owner, what=what):
            return "brings", f"each {_row(owner)} {what.text}"
        case n.StackDecl(name=name):
            return "stack", name.text
        case n.DefineMemberDecl(kind=kind, member=member):
            return "define", f"{kind.text} {member.text}"
        case n.DefineFunctionDecl(name=name):
            return "define", name.text
        case n.ActionDecl(signature=signature):
            return "action", signature.name.text
        case n.VerbDecl(signature=signature):
            return "verb", signature.name.text
        case n.CostDecl(signature=signature):
            return "cost", signature.name.text
        case n.KeywordDecl(name=name):
            return "keyword", name.text
        case n.RoundDecl(name=name):
            return "round", name.text
        case n.RuleDecl(name=name):
            return "rule", name.text
        case n.GroupDecl(name=name):
            return "group", name.text
        case n.TurnDecl():
            return "turn", ""
        case n.SetupDecl():
            return "setup", ""
        case n.PlayDecl():
            return "play", ""
        case n.RankingDecl():
            return "ranking", ""
        case n.LayoutDecl():
            return "layout", ""
        case n.OptionsDecl():
            return "options", ""
        case n.BotDecl(name=name):
            return "bot", name.text
        case n.SituationDecl(title=title):
            return "situation", title.text
        case n.ScenarioDecl(title=title):
            return "scenario", title.text
        case n.InvariantDecl(title=title):
            return "invariant", title.text
        case n.MeasureDecl(title=title):
            return "measure", title.text
        case n.ExperimentDecl(title=title):
            return "experiment", title.text
    return None


def _row(group: n.GroupExpr) -> str:
    words = " ".join(word.text for word in group.words)
    places = "".join(
        f" in {p.where.name}" for p in group.places if isinstance(p, n.InItem) and isinstance(p.where, n.NameExpr)
    )
    return words + places


def sorts_named(word: str) -> tuple[str, ...]:
    """Give the sorts of declarations that a word after `remove` or `insert` can mean."""
    return {
        "to": ("verb",),
        "verb": ("verb",),
        "definition": ("define",),
        "each": ("has",),
    }.get(word, (word,))


def said(key: Key) -> str:
    """Give the address as it is written: `card "Queen"`, `to discard`, `each player has`."""
    sort, name = key
    if sort == "has":
        return f"{name} has"
    if sort in ("card", "situation", "scenario", "invariant", "measure", "experiment"):
        return f'{sort} "{name}"'
    if sort == "verb":
        return f"to {name}"
    if sort == "cards":
        return f"cards of kind {name}"
    return f"{sort} {name}".strip()


def blocks_in(node: Any) -> Iterator[n.Block]:
    """Give every block in a declaration, outer ones first."""
    if isinstance(node, n.Block):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from blocks_in(item)
    elif isinstance(node, n.Node):
        for field in attrs.fields(type(node)):
            if field.name not in ("span", "name_word"):
                yield from blocks_in(getattr(node, field.name))


def with_node(node: Any, old: n.Node, new: n.Node) -> Any:
    """Give the node with one that is in it (that very one) exchanged."""
    if node is old:
        return new
    if isinstance(node, tuple):
        items = tuple(with_node(item, old, new) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if isinstance(node, n.Node):
        changed = {}
        for field in attrs.fields(type(node)):
            if field.name in ("span", "name_word"):
                continue
            value = getattr(node, field.name)
            other = with_node(value, old, new)
            if other is not value:
                changed[field.name] = other
        return attrs.evolve(node, **changed) if changed else node
    return node
