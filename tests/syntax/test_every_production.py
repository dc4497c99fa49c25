"""Every production of the grammar stands in rules that tests play, so that a new alternative without a test fails here.

Played are the games, the fixtures, and the examples of the manual. What is read only to be refused with a code of its own,
and what stands in for lines that could not be read, stands in the golden files named below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.dsl import parser
from rulewright.dsl.source import Source
from rulewright.dsl.tables import grammar_text, load_table, make_lark

from ..docs.pages import examples, pages
from ..project import ROOT

TESTS = ROOT / "tests"
REFUSED = (
    "syntax/bad/e101_whole_blocks.rules",  # _SKIPPED
    "syntax/bad/e135_doc.rules",
    "syntax/bad/e136_order.rules",
    "types/bad/e305_two_readings.rules",
    "checks/bad/e402_any_time.rules",  # an action at any time, but onto no stack
    "checks/bad/e419_nobody_plays.rules",  # tests in which nobody plays
)


def played() -> Iterator[tuple[str, str]]:
    """Give the name and the text of everything that tests play."""
    files = [*(ROOT / "games").rglob("*.rules"), *(TESTS / "fixtures").rglob("*.rules")]
    for path in (*files, *(TESTS / "scenarios" / "good").glob("*.rules")):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for page in pages():
        for example in examples(page):
            if example.sort in ("rules", "rules-part") and "parse-only" not in example.settings:
                yield str(example), example.text


class Recorder(parser.Machine):
    """The parser, which also counts how often each production is complete."""

    counts: Counter[int]

    def reduce(self, number: int) -> None:
        self.counts[number] += 1
        super().reduce(number)


def used_by(name: str, text: str) -> Counter[int]:
    """How often each production is used in a text."""
    source = Source(name, text)
    tokens, _, diagnostics = parser.tokenize(source)
    machine = Recorder(source, tokens, diagnostics)
    machine.counts = Counter()
    machine.run()
    return machine.counts


@pytest.fixture(scope="module")
def in_play() -> Counter[int]:
    total: Counter[int] = Counter()
    for name, text in played():
        total += used_by(name, text)
    return total


def spelt(numbers: list[int]) -> list[str]:
    """The productions as they stand in the grammar. Slow: only for what has gone wrong."""
    rules = sorted(
        make_lark(grammar_text()).rules,
        key=lambda rule: (str(rule.origin.name), [str(symbol.name) for symbol in rule.expansion], str(rule.alias)),
    )
    return [f"{rules[number].origin.name}: {' '.join(str(s.name) for s in rules[number].expansion)}" for number in numbers]


def test_every_production_is_played_or_refused(in_play: Counter[int]) -> None:
    refused: Counter[int] = Counter()
    for name in REFUSED:
        refused += used_by(name, (TESTS / name).read_text(encoding="utf-8"))
    missing = [number for number in range(len(load_table().rules)) if number not in in_play and number not in refused]
    assert not missing, "no test plays:\n" + "\n".join(spelt(missing))


@pytest.mark.parametrize("name", REFUSED)
def test_every_file_of_refused_productions_is_needed(name: str, in_play: Counter[int]) -> None:
    assert set(used_by(name, (TESTS / name).read_text(encoding="utf-8"))) - set(in_play)
