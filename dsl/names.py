"""The words that a file gives as names, and those of them that the language has taken already."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic, error
from rulewright.dsl.syntax_errors import reserved
from rulewright.dsl.visitor import walk

# The classes whose words are names being given, with the fields that hold them.
DECLARED: dict[type[n.Node], tuple[str, ...]] = {
    n.OptionDecl: ("name",),
    n.WordDecl: ("name", "values"),
    n.MemberItem: ("names",),
    n.IndexedItem: ("name",),
    n.KindDecl: ("name",),
    n.DeckDecl: ("name",),
    n.BoardDecl: ("name", "spaces"),
    n.RingItem: ("name",),
    n.TrackItem: ("name",),
    n.SingleItem: ("name",),
    n.RegionItem: ("name",),
    n.SeriesItem: ("name",),
    n.DieDecl: ("name",),
    n.StackDecl: ("name",),
    n.GroupDecl: ("name",),
    n.DefineMemberDecl: ("variable", "member"),
    n.DefineFunctionDecl: ("name",),
    n.ParamItem: ("name",),
    n.TargetItem: ("name",),
    n.SignatureItem: ("name",),
    n.KeywordDecl: ("name",),
    n.RoundDecl: ("name",),
    n.PhaseStmt: ("name",),
    n.RuleDecl: ("name",),
    n.OnlyIfItem: ("label",),
    n.LetStmt: ("name",),
    n.RankingDecl: ("variable",),
    n.MeasureDecl: ("variable",),
    n.BotDecl: ("name",),
    n.GivenThingItem: ("name",),
    n.GivenMadeItem: ("name",),
}


def declared_words(tree: n.Node) -> Iterator[n.Word]:
    """Every word that is given as a name, in the order of the file."""
    for node in walk(tree):
        for field in DECLARED.get(type(node), ()):
            value = getattr(node, field)
            if isinstance(value, n.Word):
                yield value
            elif isinstance(value, tuple):
                yield from value
        if isinstance(node, n.GroupExpr | n.NumbersExpr) and len(node.words) > 1:
            yield node.words[-1]  # `card c in hand`; a noun is no reserved word


def reserved_names(tree: n.Node) -> Iterator[Diagnostic]:
    """The errors for names that are words of the language."""
    taken = reserved()
    for word in declared_words(tree):
        if word.text in taken:
            yield error(
                "E115",
                f"`{word.text}` is reserved: it is a word of the language and cannot be a name",
                word.span,
                hint="choose another name, or add a letter",
            )
