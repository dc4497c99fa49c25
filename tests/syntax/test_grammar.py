"""The grammar itself: no conflicts, the reserved words that its README lists, a node and a rule for each other."""

from __future__ import annotations

import logging
import re

import lark

from rulewright.dsl import nodes
from rulewright.dsl.builder import Builder, node_class
from rulewright.dsl.parser import makes_no_node
from rulewright.dsl.tables import build_table, grammar_text, load_table, make_lark, reserved_words

from ..project import ROOT

README = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")


def conflicts(text: str) -> list[str]:
    """What lark notes about conflicts. It refuses reduce/reduce ones itself; shift/reduce ones only show in its log."""
    noted: list[str] = []

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            noted.append(record.getMessage())

    notes = Notes()
    before = lark.logger.level
    lark.logger.setLevel(logging.DEBUG)
    lark.logger.addHandler(notes)
    try:
        make_lark(text, debug=True)
    finally:
        lark.logger.removeHandler(notes)
        lark.logger.setLevel(before)
    return [note for note in noted if "onflict" in note]


def test_no_conflict_is_left_to_a_default() -> None:
    assert conflicts(grammar_text()) == []


def test_a_conflict_would_be_seen() -> None:
    assert conflicts('file: a\n?a: "x" | "if" a ["else" a]')


def test_readme_lists_the_reserved_words() -> None:
    section = README.split("## Reserved words")[1].split("##")[0]
    assert section.split() == sorted(reserved_words(load_table()))


def test_cached_and_fresh_tables_are_equal() -> None:
    assert build_table(grammar_text()) == load_table()


def test_every_production_makes_something() -> None:
    builder = Builder()
    for row in load_table().rules:
        assert makes_no_node(row) or hasattr(builder, row.callback) or node_class(row.callback), row.callback


def test_every_node_class_is_made() -> None:
    """Each class of nodes is the name of a production, or is named in a builder."""
    made = {node_class(row.callback) for row in load_table().rules}
    builders = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "dsl").glob("build*.py"))
    builders += (ROOT / "dsl" / "parser.py").read_text(encoding="utf-8")
    bases = {"Node", "Decl", "Stmt", "Expr", "Item"}
    for name, cls in vars(nodes).items():
        if isinstance(cls, type) and issubclass(cls, nodes.Node) and name not in bases:
            assert cls in made or re.search(rf"\bn\.{name}\(", builders) or f"n.{name}, span" in builders, name
