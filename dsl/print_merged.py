"""A game as one text: everything that it uses and its variants in one file, laid out.

What is as somebody wrote it is copied, with its comments; what a variant has changed is put together from its parts.
The result is read again and compared with the trees: it cannot say anything else than they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulewright.dsl import nodes as n
from rulewright.dsl.loading import LoadResult
from rulewright.dsl.parser import parse
from rulewright.dsl.print_headers import header
from rulewright.dsl.printer import STEP, format_source
from rulewright.dsl.source import Source, Span
from rulewright.dsl.variant_scripts import ABOUT, chain_of, is_under, read_apart
from rulewright.dsl.visitor import walk


def merged_text(result: LoadResult) -> str:
    """The game with all that it uses and the variants that are applied, as one file of the same rules.

    With variants, what is said about the game without them stays out: its scenarios, situations, experiments, and its
    other variants. Of several variants those scenarios are in it that still mean something.
    """
    printer = Printer([*result.base, *result.variant_files, *result.apart])
    decls = [decl for tree in result.files for decl in tree.decls if not isinstance(decl, n.UseDecl)]
    if result.variants:
        decls = _without_the_others(result, decls)
    text = "\n\n".join("\n".join(printer.lines(decl)) for decl in decls) + "\n"
    source = Source.from_text(text, "merged.rules")
    again = parse(source)
    if again.diagnostics or again.file.decls != tuple(decls):
        wrong = next((f"{one.message} ({one.span.text!r})" for one in again.diagnostics), "it reads otherwise")
        raise AssertionError(f"the merged text does not say what the trees do: {wrong}")
    return format_source(source)


def _without_the_others(result: LoadResult, decls: list[n.Decl]) -> list[n.Decl]:
    """The declarations without those about the game as it is, and with the situations that what is left begins from."""
    base = {tree.span.source.name for tree in result.base}
    left = [
        d for d in decls
        if not (d.span.source.name in base and isinstance(d, (*ABOUT, n.VariantDecl))) and not _under(d, decls)
    ]  # fmt: skip
    scripts = [d for d in left if isinstance(d, n.ScenarioDecl | n.SituationDecl)]
    used: list[n.ScenarioDecl | n.SituationDecl] = [one for script in scripts for one in chain_of(script, decls)]
    if result.apart and result.resolved is not None:
        titles = {script.title.text for script in scripts}
        common = [d for tree in result.base for d in tree.decls]
        for decl, fits, _ in read_apart(result.resolved.game, result.files, result.base, result.apart):
            own = [d for tree in result.apart for d in tree.decls if tree.span.source is decl.title.span.source]
            needed: list[n.ScenarioDecl | n.SituationDecl] = [*chain_of(decl, [*common, *own]), decl]
            clash = [one for one in needed if one.title.text in titles and one not in used]
            if fits is not None and not clash:
                used += [one for one in needed if one not in used]
                titles |= {one.title.text for one in needed}
    return [*left, *(one for one in dict.fromkeys(used) if one not in left)]


def _under(decl: n.Decl, decls: list[n.Decl]) -> bool:
    """Whether something is about the game under variants that it names; they are not in the file any more."""
    if isinstance(decl, n.ExperimentDecl):
        return any(isinstance(line, n.PlayGamesItem) and line.variant is not None for line in decl.lines)
    return isinstance(decl, n.ScenarioDecl | n.SituationDecl) and is_under(decl, decls)


class Printer:
    """Gives the lines of nodes, those of files or changed by variants. `trees`: the files as they were read."""

    def __init__(self, trees: Iterable[n.FileNode]) -> None:
        self._written: dict[int, n.Node] = {}
        self._by_span: dict[tuple[int, type], n.Node] = {}
        for tree in trees:
            for node in walk(tree):
                self._written[id(node)] = node
                self._by_span.setdefault((id(node.span), type(node)), node)

    def lines(self, node: n.Node) -> list[str]:
        """The lines of a declaration, statement or line of one, from the left edge on, with the comments at it."""
        before, behind = _comments(node.span)
        if isinstance(node, n.StatsItem):
            own = [", ".join(self.text(stat) for stat in node.stats)]
        elif isinstance(node, n.RowItem):
            own = ["  ".join(self.text(cell) for cell in node.cells)]
        elif id(node) in self._written:
            return [*before, *_dedented(node.span, behind)]
        else:
            own = self._changed(node)
            behind = "" if len(own) > 1 else behind
        own[0] += behind
        return [*before, *own]

    def text(self, node: n.Node) -> str:
        """What stands inside a line: a type, a group, a property."""
        return node.span.text

    def _changed(self, node: Any) -> list[str]:
        """The lines of something that a variant has changed."""
        head = header(node, self.text)
        if head is None:
            return self._around_blocks(node)
        items = _items(node)
        if node_doc(node) is None and not items:
            return [head]
        if isinstance(node, n.OptionDecl | n.GameDecl | n.MemberItem | n.IndexedItem):
            return [head, *_indented(self._doc(node))]
        in_the_line = n.DefineMemberDecl | n.DefineFunctionDecl  # before the type; of a card, before its kind
        if not isinstance(node, in_the_line) and not (isinstance(node, n.CardDecl) and node.traits):
            head += ":"
        return [head, *_indented(self._doc(node)), *_indented(self._all(items))]

    def _doc(self, node: Any) -> list[str]:
        doc = node_doc(node)
        return [] if doc is None else doc.span.text.split("\n")

    def _all(self, items: Iterable[n.Node]) -> Iterator[str]:
        for item in items:
            yield from self.lines(item)

    def _around_blocks(self, node: n.Node) -> list[str]:
        """What was written, with other blocks where they have changed."""
        old = self._by_span[id(node.span), type(node)]
        text, column = node.span.source.text, _indent(node.span)
        result, at = "", node.span.start
        for was, block in _pairs(old, node):
            result += _shift(text[at : was.span.start], column)
            owner = max(0, _indent(Span(was.span.source, was.span.start, was.span.start)) - column)
            inner = [*self._doc(block), *self._all(block.stmts)]
            result += ":\n" + "\n".join(_indented(inner, owner + STEP))
            at = was.span.end
        return (result + _shift(text[at : node.span.end], column)).split("\n")


def _pairs(old: Any, new: Any) -> Iterator[tuple[n.Block, n.Block]]:
    """The blocks that differ, the outermost of them, in order."""
    if old is new:
        return
    if isinstance(old, n.Block) and isinstance(new, n.Block):
        yield old, new
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _pairs(one, other)
    elif isinstance(old, n.Node) and type(old) is type(new):
        for field in attrs.fields(type(old)):
            if field.name not in ("span", "name_word"):
                yield from _pairs(getattr(old, field.name), getattr(new, field.name))


def node_doc(node: Any) -> n.Text | None:
    """The text for players at the head of something."""
    doc = node.block.doc if isinstance(getattr(node, "block", None), n.Block) else getattr(node, "doc", None)
    return doc if isinstance(doc, n.Text) else None


def _items(node: Any) -> tuple[n.Node, ...]:
    """The lines under a header."""
    block = getattr(node, "block", None)
    if isinstance(block, n.Block):
        return block.stmts
    for name in ("items", "members", "rows", "standing", "lines", "conditions", "limits"):
        if hasattr(node, name):
            return tuple(getattr(node, name))
    return ()


# ------------------------------------------------------------------ text as it was written


def _indent(span: Span) -> int:
    """How far the line is indented in which something begins."""
    text = span.source.text
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return len(line) - len(line.lstrip())


def _shift(text: str, column: int) -> str:
    """The text with every further line moved to the left."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(line[min(column, len(line) - len(line.lstrip())) :] for line in rest)])


def _dedented(span: Span, behind: str) -> list[str]:
    return (_shift(span.text, _indent(span)) + behind).split("\n")


def _indented(lines: Iterable[str], step: int = STEP) -> list[str]:
    return [" " * step + line if line.strip() else "" for line in lines]


def _comments(span: Span) -> tuple[list[str], str]:
    """The comments on the lines above something that begins a line, and the one behind it."""
    text = span.source.text
    begin = text.rfind("\n", 0, span.start) + 1
    before: list[str] = []
    if not text[begin : span.start].strip():
        column = span.start - begin
        above = text[:begin].split("\n")[:-1]
        while above and (not above[-1].strip() or above[-1].lstrip().startswith("#")):
            line = above.pop()
            if len(line) - len(line.lstrip()) > column and line.strip():
                break
            before.insert(0, line.strip())
    while before and not before[0]:
        del before[0]
    end = text.find("\n", span.end)
    rest = text[span.end : end if end >= 0 else len(text)].strip()
    return before, f"  {rest}" if rest.startswith("#") else ""
