"""What people say at first, and what they are told to write."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

from .test_knock_on import GAME

DEAL = "each player p: move the first 3 cards in nest to p's hand"
SAID = [
    (DEAL, "deal 3 cards to each player", "E211", "cards are dealt with `move`"),
    (DEAL, "every player p: move the first 3 cards in nest to p's hand", "E145", "write `each player p:`"),
    (DEAL, "all players p: move the first 3 cards in nest to p's hand", "E145", "write `each player p:`"),
    (DEAL, "each player p: move the top 3 cards in nest to p's hand", "E101", "write `the first 3 cards in PILE`"),
    (DEAL, "each player p: move the first three cards in nest to p's hand", "E204", "in digits: `3`"),
    (DEAL, "each player p: move the first size cards in nest to p's hand", "E204", "in brackets: `the first (size)"),
    (DEAL, "each player p: move the first 3 cards of nest to p's hand", "E301", "write `in nest`"),
    (DEAL, "each player p: move the first 3 cards in nest to p hand", "E302", "write `p's hand`"),
    (DEAL, "each player p: move the first 3 cards in nest to p", "E301", "say which zone of the player"),
    (DEAL, "each player p: p chooses 2 different things cs in nest", "E204", "always different"),
    ("choose one of hoard_it, trade", "choose up to 2 things cs in your hand", "E101", "write `at most 2"),
    ("move c to your hoard\n\naction", "copy c\n\naction", "E211", "a token is a card of its own"),
    ("move c to your hoard\n\naction", "create 1 c into your hoard\n\naction", "E405", "declare it"),
    ("    hand: private zone", "    hand: private zone\n    gold: number, starts at 2", "E101", "write `starts 2`"),
    ("    hand: private zone", "    hand: private zone\n    gold: number, starts = 2", "E101", "write `starts 2`"),
    ("    hand: private zone", "    hand: private zone\n    gold: number 2", "E101", "write `number, starts 2`"),
    (DEAL, "while nest is not empty: shuffle nest", "E145", "write `repeat until CONDITION:`"),
    ("move c to your hoard\n\naction", "gain 2 coins\n\naction", "E211", "numbers grow with `add`"),
    ("\n\naction trade", "\n\naction bid (n: 0 to size)\n\naction trade", "E101", "a number from 0 to size"),
    ("for (prize", "upon (prize", "E101", "these words do: `to from"),
    ("Ann hoards_it", "Ann hoards", "E211", "did you mean `hoards_it`?"),
    ("expect Ann's wealth is 1", 'expect Ann has "Button"', "E101", "is in p's hand"),
    ("expect Ann's wealth is 1", "expect Bob has 3 cards", "E101", "`count of cards in p's hand is 3`"),
    ('"Ring"         4      3', '"Ring"         4      "three"', "E301", None),
    ('"Ring"         4      3', '"Ring"         -4      3', "E310", None),
    ("    name      copies", "    title     copies", "E205", "is called `name`"),
    ("    name      copies  shine", "    copies  shine", "E415", None),
    ("move c to your hoard\n\naction", "draw 1\n\naction", "E490", "`move the first card in PILE to your hand`"),
    ("deck nest:", 'card "Ring":\n    only if nothing_there: your hoard is empty\n\ndeck nest:', "E490", "c is not a"),
    ('Ann hoards_it "Button"', 'Ann hoards_it "Button" with "Ring"', "E302", "said so: `hoard_it C`"),
    ('Ann hoards_it "Button"', 'Ann hoards_it "Button" "Ring"', "E302", "said so: `hoard_it C`"),
    ("    p's wealth, highest first", "    the wealth of the player p, highest first", "E101", "write `c's wealth`"),
]


@pytest.mark.parametrize(("old", "new", "code", "hint"), SAID, ids=lambda part: str(part).strip()[:30])
def test_what_is_said_instead(tmp_path: Path, old: str, new: str, code: str, hint: str | None) -> None:
    assert GAME.count(old) == 1
    path = tmp_path / "magpies.rules"
    path.write_text("option size: 1 to 5, normally 3\n\n" + GAME.replace(old, new))
    first = next(one for one in rulewright.check_paths([path]).diagnostics if one.severity == "error")
    assert first.code == code
    assert (hint or "") in (first.hint or "")
