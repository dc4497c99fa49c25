"""What a variant has changed is put together from its parts when it is printed: it says the same, texts and all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import nodes as n
from rulewright.dsl.differences import differences
from rulewright.dsl.dump import dump
from rulewright.dsl.loading import LoadResult, load_program
from rulewright.dsl.parser import parse
from rulewright.dsl.print_headers import header
from rulewright.dsl.print_merged import Printer, merged_text
from rulewright.dsl.source import Source
from rulewright.interpreter.builtins import BUILTINS

from ..project import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "variants" / "sampler"
GAMES = sorted(ROOT.glob("games/**/*.rules"))
_NEVER_CHANGED = (n.UseDecl, n.VariantDecl, n.ScenarioDecl, n.SituationDecl)


@pytest.mark.parametrize("path", [*GAMES, FIXTURES / "sampler.rules"], ids=lambda path: path.stem)
def test_a_declaration_put_together_says_the_same(path: Path) -> None:
    tree = parse(Source.from_text(path.read_text(encoding="utf-8"), path.name)).file
    for decl in tree.decls:
        if isinstance(decl, _NEVER_CHANGED) or header(decl, lambda node: node.span.text) is None:
            continue
        printer = Printer([tree])
        del printer._written[id(decl)]  # as if it were nowhere written as it is
        again = parse(Source.from_text("\n".join(printer.lines(decl)) + "\n", "again.rules"))
        assert not again.diagnostics and again.file.decls == (decl,)


def sampler(*variants: Path) -> LoadResult:
    result = load_program(FIXTURES / "sampler.rules", BUILTINS, variants)
    assert result.program is not None
    return result


def test_everything_changed_at_once_is_one_file_that_means_the_same(tmp_path: Path) -> None:
    changed = sampler(FIXTURES / "sampler_otherwise.rules")
    text = merged_text(changed)
    assert '"""Who is ahead."""\n    = p\'s sum >= q\'s sum' in text, "a text for players stays if none is given"
    (tmp_path / "merged.rules").write_text(text, encoding="utf-8")
    again = load_program(tmp_path / "merged.rules", BUILTINS)
    assert again.program is not None and changed.program is not None
    changed.program.applied = ()
    assert dump(again.program) == dump(changed.program)


def test_everything_that_was_changed_is_told() -> None:
    told = {(one.kind, one.change) for one in differences(sampler(), sampler(FIXTURES / "sampler_otherwise.rules"))}
    sorts = ["game", "option", "die", "kind", "card", "keyword", "deck", "verb", "cost", "action", "rule", "bot", "turn"]
    assert {(sort, "changed") for sort in sorts} <= told
