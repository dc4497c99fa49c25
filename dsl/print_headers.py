"""The first lines of what a variant can change, put together from their parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import nodes as n

Text = Callable[[n.Node], str]


def header(node: n.Node, text: Text) -> str | None:
    """The first line without the colon before a block; None for what is only changed inside its blocks."""
    match node:
        case n.GameDecl(title=title, least=least, most=most):
            return f"game {text(title)} for {least}{f' to {most}' if most is not None else ''} players"
        case n.OptionDecl(name=name, type=of, properties=properties):
            return f"option {name.text}{f': {text(of)}' if of is not None else ''}{_properties(properties, text)}"
        case n.HasDecl(owner=owner):
            return "the table has" if owner is None else f"each {text(owner)} has"
        case n.MemberItem(names=names, type=of, properties=properties):
            return f"{', '.join(name.text for name in names)}: {text(of)}{_properties(properties, text)}"
        case n.IndexedItem(name=name, index=index, type=of, properties=properties):
            inside = ", ".join(word.text for word in index)
            return f"{name.text}({inside}): {text(of)}{_properties(properties, text)}"
        case n.KindDecl(name=name, parent=parent):
            return f"kind {name.text}{f' is a {parent.text}' if parent is not None else ''}"
        case n.KeywordDecl(name=name):
            return f"keyword {name.text}"
        case n.CardDecl(title=title, traits=traits):
            return f"card {text(title)}{': ' if traits else ''}{', '.join(text(trait) for trait in traits)}"
    return _more(node, text)


def _more(node: Any, text: Text) -> str | None:
    match node:
        case n.CardsDecl(kind=kind):
            return f"cards of kind {kind.text}"
        case n.DeckDecl(name=name, properties=properties):
            return f"deck {name.text}{_properties(properties, text)}"
        case n.BoardDecl(name=name, spaces=spaces):
            return f"board {name.text} of {spaces.text}"
        case n.StackDecl(name=name):
            return f"stack {name.text}"
        case n.RuleDecl(name=name, never=never):
            return f"rule {name.text}{', never' if never else ''}"
        case n.ActionDecl(signature=signature, onto=onto, at_any_time=at_any_time):
            more = f", onto {onto.text}" if onto is not None else ""
            return f"action {text(signature)}{more}{', at any time' if at_any_time else ''}"
        case n.CostDecl(signature=signature):
            return f"cost {text(signature)}"
        case n.VerbDecl(signature=signature):
            return f"to {text(signature)}"
        case n.RoundDecl(name=name):
            return f"round {name.text}"
        case n.PhaseStmt(name=name):
            return f"phase {name.text}"
        case n.PartItem(name=part):
            return str(part)
        case n.LayoutDecl():
            return "layout"
        case n.TurnDecl():
            return "turn"
        case n.SetupDecl():
            return "setup"
        case n.PlayDecl():
            return "play"
        case n.RankingDecl(kind=kind, variable=variable):
            return f"ranking of {kind.text} {variable.text}"
        case n.DefineMemberDecl(kind=kind, variable=variable, member=member, type=of):
            return f"define {kind.text} {variable.text}'s {member.text}: {text(of)}"
        case n.DefineFunctionDecl(name=name, params=params, type=of):
            return f"define {name.text}({', '.join(text(one) for one in params)}): {text(of)}"
    return _about(node, text)


def _about(node: Any, text: Text) -> str | None:
    """The first line of what is said about a game."""
    match node:
        case n.OptionsDecl():
            return "options"
        case n.GroupDecl(name=name, of=of):
            return f"group {name.text} of {of.text}"
        case n.BringsDecl(owner=owner, what=what):
            return f"each {text(owner)} brings a {what.text}"
        case n.InvariantDecl(title=title):
            return f"invariant {text(title)}"
        case n.ExperimentDecl(title=title):
            return f"experiment {text(title)}"
        case n.BotDecl(name=name):
            return f"bot {name.text}"
    return None


def _properties(properties: tuple[n.Item, ...], text: Text) -> str:
    return "".join(f", {text(one)}" for one in properties)
