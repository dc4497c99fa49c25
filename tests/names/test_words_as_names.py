"""Whatever is declared under a word that means something already is told, or means what it says; nothing breaks on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.loading import check_paths
from rulewright.interpreter.builtins import BUILTINS

WORDS = ("number", "player", "zone", "card", "list", "nobody", "this", "turn", "draw", "top", "winners")
GAME = """\
game "Words" for 2 players

kind unit:
    power: number, normally 1

each player has:
    hand: private zone
    field: public zone, in play

the table has:
    pile: hidden ordered zone, drawn into hand

card "Wolf": unit

play:
    everyone wins

"""
DECLARED = {
    "kind": "kind {}:\n    power: number\n    abilities work while power > 1\n",
    "kind of a kind": "kind {} is a unit\n",
    "keyword": "keyword {}:\n    when this enters play: draw 1\n",
    "stack": "stack {}:\n    order: last in, first out\n",
    "board": "board {} of cells:\n    grid: 2 by 2 squares\n",
    "space": "board field of {}:\n    grid: 2 by 2 squares\n",
    "ring": "board sky of dots:\n    ring {}: 4 dots\n",
    "die": "die {}: 1 to 6\n",
    "deck": 'deck {}:\n    4 "Wolf"\n',
    "word": "word {}: red or blue\n",
    "value": "word colour: {} or blue\n",
    "option": "option {}: 1 to 3, normally 2\n",
    "action": "action {} (c: a unit in your hand):\n    do: move c to your field\n",
    "parameter": "action go ({0}: a unit in your hand):\n    do: move {0} to your field\n",
    "verb": "to {} (c: unit):\n    move c to c's owner's hand\n",
    "round": "round {}:\n    draw 1\n",
    "phase": "round r:\n    phase {}:\n        draw 1\n",
    "rule": "rule {}:\n    when a player p draws: p draws 1\n",
    "participant": "rule r:\n    when a player {0} draws: {0} draws 1\n",
    "member": "each player has:\n    {}: number, starts 0\n",
    "place": "the table has:\n    {}: public zone\n",
    "definition": "define {}: number\n    = 3\n",
    "attribute": "define player p's {}: number\n    = 3\n",
    "function": "define {}(x: number): number\n    = x\n",
    "cost": "cost {} (c: card):\n    pay: draw 1\n",
    "group": "group {} of units:\n    sums: power\n",
    "bot": "bot {}:\n    value 3\n",
    "cards": 'cards of kind {}:\n    name copies\n    "A" 2\n',
}


@pytest.mark.parametrize("what", DECLARED)
def test_nothing_breaks_on_a_word(what: str, tmp_path: Path) -> None:
    path = tmp_path / "words.rules"
    for word in WORDS:
        path.write_text(GAME + DECLARED[what].format(word), encoding="utf-8")
        for one in check_paths([path], BUILTINS).diagnostics:
            assert one.span.source.name == str(path), (word, one)
