"""Files that are right: each construct makes the nodes it should, and real files are read without a finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from rulewright.dsl import nodes
from rulewright.dsl.parser import parse
from rulewright.dsl.printer import format_source
from rulewright.dsl.source import Source
from rulewright.dsl.visitor import Visitor, children, walk

from ..golden import Golden, orphans
from ..project import ROOT

GOOD = Path(__file__).parent / "good"
FILES = sorted(GOOD.glob("*.rules"))
REAL = sorted((ROOT / "games").rglob("*.rules")) + sorted((ROOT / "tests" / "drafts").glob("*.rules"))


def dump(value: Any, indent: str = "") -> str:
    """The tree as text: a node, a line; its fields indented under it, those that are empty left out."""
    if isinstance(value, nodes.Node):
        plain, under = [], []
        for field in attrs.fields(type(value)):
            if field.name in ("span", "name_word"):
                continue
            part = getattr(value, field.name)
            if part is None or part == () or part is False:
                continue
            if isinstance(part, (nodes.Node, tuple)):
                if isinstance(part, tuple) and all(isinstance(one, nodes.Word) for one in part):
                    plain.append(f"{field.name}=[{' '.join(one.text for one in part)}]")
                elif isinstance(part, (nodes.Word, nodes.Text)):
                    plain.append(f"{field.name}={part.text!r}")
                else:
                    under.append((field.name, part))
            else:
                plain.append(f"{field.name}={part}" if isinstance(part, bool) else f"{field.name}={str(part)!r}")
        lines = [" ".join([type(value).__name__, *plain])]
        for name, part in under:
            many = part if isinstance(part, tuple) else (part,)
            lines += [f"{indent}  {name}: {dump(one, indent + '    ')}" for one in many]
        return "\n".join(lines)
    return repr(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_trees(path: Path, golden: Golden) -> None:
    source = Source.read(path, path.name)
    result = parse(source)
    assert result.diagnostics == ()
    golden.check(path.with_suffix(".tree"), "".join(dump(decl) + "\n" for decl in result.file.decls))
    once = format_source(source)
    assert parse(Source.from_text(once)).file == result.file
    assert format_source(Source.from_text(once)) == once


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_are_read(path: Path) -> None:
    assert parse(Source.read(path)).diagnostics == ()


def test_every_class_of_nodes_is_shown() -> None:
    seen = {type(node) for path in FILES for node in walk(parse(Source.read(path)).file)}
    bases = {nodes.Node, nodes.Decl, nodes.Stmt, nodes.Expr, nodes.Item}
    every = {cls for cls in vars(nodes).values() if isinstance(cls, type) and issubclass(cls, nodes.Node)}
    assert {cls.__name__ for cls in every - bases - seen} == set()


def test_no_tree_without_its_file() -> None:
    assert orphans(GOOD, ".tree", ".rules") == []


def test_spans_are_the_words_themselves() -> None:
    source = Source.from_text("turn:\n    move all cards in p's hand to deck at tail\n")
    decl = parse(source).file.decls[0]
    texts = [
        node.span.text for node in walk(decl) if isinstance(node, (nodes.AllExpr, nodes.MemberExpr, nodes.SlotItem))
    ]
    assert texts == ["move all cards in p's hand", "all cards in p's hand", "p's hand", "to deck", "at tail"]
    assert decl.span.text == source.text.strip()


def test_names_are_normalised() -> None:
    composed, decomposed = "\u00e9tat", "e\u0301tat"
    assert (
        parse(Source.from_text(f"round {composed}: draw 1")).file
        == parse(Source.from_text(f"round {decomposed}: draw 1")).file
    )


def test_names_may_begin_with_a_word() -> None:
    result = parse(Source.from_text("turn:\n    endgame\n    orders draw ofs\n    let is_x be iffy + nothing_at_all\n"))
    assert result.diagnostics == ()


def test_texts_keep_their_characters() -> None:
    source = Source.from_text('card "It\\"s \u2019a\u2019 # \\\\ b\\n": beast\n')
    decl = parse(source).file.decls[0]
    assert isinstance(decl, nodes.CardDecl)
    assert decl.title.text == 'It"s \u2019a\u2019 # \\ b\n'


def test_curly_apostrophes_are_possessives() -> None:
    straight, curly = (parse(Source.from_text(f"turn: set p{mark}s hand to x")).file for mark in "'\u2019")
    assert straight == curly


def test_visitors_go_by_class_name() -> None:
    seen = []

    class Stops(Visitor):
        def visit_StopStmt(self, node: nodes.StopStmt) -> None:
            seen.append(node)

    tree = parse(Source.from_text("turn:\n    if x: stop\n    repeat:\n        stop if y\n")).file
    Stops().visit(tree)
    assert seen == [node for node in walk(tree) if isinstance(node, nodes.StopStmt)] and len(seen) == 2
    assert list(children(seen[1])) == [seen[1].condition]
