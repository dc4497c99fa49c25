"""Values that the table keeps for several things together: how they are shown, explained and exported."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.interpreter.export_scenario import export_scenario
from rulewright.interpreter.state import State
from rulewright.repl.about import about, names

FIXTURE = Path(__file__).parent.parent / "fixtures" / "kept_for_pairs.rules"


def after_two_turns() -> State:
    """Ann has put a cube into Granada, Bob one into Galicia."""
    state = rulewright.load(str(FIXTURE)).start(players=2, seed=1, traced=True)
    for answer in (2, 3):
        state.choose(answer)
    return state


def shown(state: State) -> set[tuple[str, int | None, str]]:
    kept = {member.name for member in state.g.program.pair_members} - {"host"}
    return {(m.name, m.owner, m.text) for m in state.view(0).members if m.name in kept}


def test_what_is_not_as_it_began_is_shown_with_whom_it_is_about() -> None:
    assert shown(after_two_turns()) == {
        ("cubes", 0, "granada 2"),
        ("cubes", 1, "galicia 2"),
        ("claims", None, "granada and land(2, 3) and Ann 2, galicia and land(2, 3) and Bob 2"),
        ("road", None, "land(1, 1) and land(2, 1), land(1, 1) and land(2, 2)"),
    }


def test_what_begins_as_the_table_is_then_is_always_shown() -> None:
    view = rulewright.load(str(FIXTURE)).start(players=3, seed=1).view(0)
    assert next(m.text for m in view.members if m.name == "host").startswith("castile Ann, aragon Ann")


def test_nothing_is_shown_of_what_is_as_it_began() -> None:
    assert shown(rulewright.load(str(FIXTURE)).start(players=3, seed=1)) == set()


def test_why_finds_it_by_its_keys() -> None:
    state = after_two_turns()
    assert state.why("cubes(Bob, galicia)").answer == "cubes(Bob, galicia) is 2"
    assert state.why("cubes(ann castile)").answer == "cubes(Ann, castile) is 1"
    assert state.why("road(land(1, 1), land(2, 2))").answer == "road(land(1, 1), land(2, 2)) is yes"


def test_help_knows_its_name() -> None:
    state = after_two_turns()
    assert "cubes" in names(state)
    assert any("cubes(player, province): 0 to 9" in "".join(map(str, line)) for line in about(state, 0, "cubes"))


def test_an_export_gives_it_back() -> None:
    """`export_scenario` plays what it wrote, and refuses what does not come to the same table."""
    which = rulewright.load(str(FIXTURE))
    state = which.start(players=2, seed=1)
    for answer in (2, 3):
        state.choose(answer)
    text = export_scenario(which, state, "later")
    assert "given cubes(Bob, galicia) is 2" in text
    assert "given road(land(1, 1), land(2, 2)) is yes" in text
