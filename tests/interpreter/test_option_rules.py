"""Options that do not go together, or not with so many players, are refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import UsageError

TEXT = """
game "Pairs" for 2 to 6 players

option teams: yes or no, normally no
option goal: 0 to 10, normally 0

options:
    only if pairs: not teams or count of players is 4 or count of players is 6
    only if goal < 9 or teams

each player has:
    score: number, starts 0

play:
    each player p:
        p chooses a number n from 1 to 3
        add n + goal to p's score
        if teams: add 1 to p's score

ranking of player p:
    p's score, highest first
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.rules"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize(
    ("options", "players", "said"),
    [
        ({"teams": "yes"}, 3, "teams is yes and 3 players; it asks for `pairs: not teams or"),
        ({"goal": 9}, 4, "goal is 9 and 4 players; it asks for `goal < 9 or teams`"),
    ],
)
def test_what_does_not_go_together_is_refused(path: Path, options: dict[str, object], players: int, said: str) -> None:
    game = rulewright.load(path, options=options)
    with pytest.raises(UsageError, match=said.replace("|", "")):
        game.start(players=players)


def test_what_goes_together_is_played(path: Path) -> None:
    for options, players in (({}, 3), ({"teams": "yes"}, 4), ({"goal": 9, "teams": "yes"}, 6)):
        assert not rulewright.load(path, options=options).start(players=players, seed=1).is_over


def test_usual_options_that_never_go_together_are_an_error(path: Path) -> None:
    path.write_text(TEXT.replace("normally no", "normally yes"))
    assert any(one.code == "E491" and "usual options" in one.message for one in rulewright.check_paths([path]).diagnostics)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_partners_at_a_table_that_has_none(players: int) -> None:
    """Team play of Tempest is for four or six, and says so."""
    game = rulewright.load("tempest", options={"team_play": "yes"})
    with pytest.raises(UsageError, match=rf"team_play is yes and {players} players") as refused:
        game.start(players=players)
    assert "team play is for four or six" in str(refused.value)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"partners_block": "yes"}, "partners block in team play"),
        ({"pantheons_matter": "no", "chaos_serves": "only_its_own"}, "chaos has its own where pantheons matter"),
    ],
)
def test_options_of_tempest_that_make_no_sense_together(options: dict[str, str], reason: str) -> None:
    with pytest.raises(UsageError) as refused:
        rulewright.load("tempest", options=options).start(players=4)
    assert reason in str(refused.value)


def test_a_house_rule_that_leaves_no_sensible_options_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "closed.rules"
    path.write_text(
        'variant "Closed" of "tempest.rules":\n    """No Pantheons, and Chaos for its own."""\n'
        "    change option pantheons_matter, normally no\n    change option chaos_serves, normally only_its_own\n"
    )
    found = rulewright.check_paths([path]).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["E491"]


@pytest.mark.parametrize("counts", [(0, 0, 0), (2, 1, 1)])
def test_what_is_in_play_from_the_beginning(counts: tuple[int, int, int]) -> None:
    options = dict(zip(("first_followers", "first_priests", "first_temples"), counts, strict=True))
    game = rulewright.load("tempest", options=options, decks=["southton", "dead_wood"])
    zones = [zone for zone in game.start(players=2, seed=1).view().zones if zone.name in ("wander", "temples")]
    found = sorted((zone.name, zone.count) for zone in zones)
    assert found == [("temples", counts[2])] * 2 + [("wander", counts[0] + counts[1])] * 2


def test_tournament_decks_have_one_of_each_restricted_card() -> None:
    two = {"Peasant": 4, "Beggar": 4, "Farmer": 4, "Pilgrim": 4, "Alms Priest": 4, "Garrison": 4, "Steward": 4,
           "Darkwalker": 4, "Squire": 4, "Iron Golem": 4, "Rose Ossuary": 4, "Novice of Thale": 4, "Tremors": 2}
    rulewright.load("tempest", decks=[two]).start(players=2)
    with pytest.raises(UsageError, match="restricted"):
        rulewright.load("tempest", options={"tournament": "yes"}, decks=[two]).start(players=2)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("teems", "yes", "has no option 'teems'; did you mean 'teams'\\?"),
        ("Go al", "3", "did you mean 'goal'\\?"),
        ("frobnicate", "3", "has no option 'frobnicate'; its options are: teams, goal"),
        ("goal", "banana", "option goal is a number from 0 to 10, not 'banana'"),
        ("goal", "11", "option goal goes from 0 to 10; 11 is outside"),
        ("teams", "maybe", "option teams is yes or no, not 'maybe'"),
        ("pace", "slwo", "option pace is one of slow, quick; not 'slwo'; did you mean 'slow'\\?"),
    ],
)
def test_an_option_that_there_is_not_says_what_was_meant(path: Path, name: str, value: str, said: str) -> None:
    path.write_text(TEXT + "\noption pace: slow or quick, normally slow\n")
    with pytest.raises(UsageError, match=said):
        rulewright.load(path).with_options({name: value})
