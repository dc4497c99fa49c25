"""Saved games: what goes in comes out, and what is no save is refused in a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.repl import saves
from rulewright.repl.saves import SaveProblem
from rulewright.repl.session import Session

from ..three_cards import Game


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> Path:
    session = Session.start(game, 2, ["human", "random"], 7)
    session.answer((1,), ('"5"',))
    session.answer_by_bot()
    session.answer(2, "2")
    session.answer_by_bot()
    path = tmp_path / "game.json"
    saves.write(session, path)
    return path


def change(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_round_trip(game: Game, saved: Path) -> None:
    session, note = saves.resume(saves.read(saved), game, saved)
    assert note is None
    assert session.state.hands[0] == [1, 9]
    assert [step.answer for step in session.steps if step.seat == 0] == [('"5"',), "2"]
    again = saved.with_name("again.json")
    saves.write(session, again)
    assert again.read_bytes() == saved.read_bytes()


def test_nothing_is_written_over_or_left_half(game: Game, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()
    session, _ = saves.resume(saves.read(saved), game, saved)
    with pytest.raises(SaveProblem, match="is there already"):
        saves.write(session, saved)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulewright.repl.files.os.replace", full)
    with pytest.raises(SaveProblem, match="No space left"):
        saves.write(session, saved, over=True)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"hello", "is no save"),
        (b"\xff\xfe\x00", "is no save"),
        (b"[1, 2]", "is no save"),
        (b'{"a": 1}', "is no save"),
        (b'{"kind": "rulewright save", "format": 99, "version": "7.0"}', "newer version \\(7.0, format 99\\)"),
        (b'{"kind": "rulewright save"}', "newer version"),
        (b'{"kind": "rulewright save", "format": 1}', "an older version"),
        (b'{"kind": "rulewright save", "format": 2}', "is damaged"),
        (b"[" * 100_000, "is no save"),
    ],
)
def test_what_is_no_save(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(SaveProblem, match=says):
        saves.read(path)


def test_a_cut_off_save(saved: Path) -> None:
    data = saved.read_bytes()
    for length in (60, len(data) // 2, len(data) - 3):
        saved.write_bytes(data[:length])
        with pytest.raises(SaveProblem, match="is cut off"):
            saves.read(saved)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": "2"}, {"seats": ["human"]}, {"seats": [1, 2]}, {"answers": [{}]}, {"answers": None}, {"seed": None},
        {"answers": [{"seat": 5, "question": "", "answer": ""}]},
        {"answers": [{"seat": 0, "question": "", "answer": [1]}]},
    ],
)  # fmt: skip
def test_damaged_fields(saved: Path, changes: dict[str, Any]) -> None:
    change(saved, **changes)
    with pytest.raises(SaveProblem, match="is damaged"):
        saves.read(saved)


# What each field may be, as it is written; anything else is refused.
FIELDS: dict[str, tuple[type, ...]] = {
    "version": (str,), "note": (str,), "game": (str,), "rules": (str,), "from": (str, type(None)), "with": (list,),
    "options": (dict,), "players": (int,), "names": (list,), "seats": (list,), "seed": (int,), "seed_given": (bool,),
    "took_back_known": (bool,), "designer": (bool,), "at": (str, type(None)), "answers": (list,), "digest": (str,),
    "pinned": (dict, type(None)), "kind": (), "format": (),
}  # fmt: skip


@pytest.mark.parametrize("wrong", [None, 3, 2.5, True, "x", [3], {"a": []}], ids=repr)
def test_no_field_takes_what_it_is_not(saved: Path, wrong: Any) -> None:
    good = json.loads(saved.read_text())
    assert set(good) == set(FIELDS)
    for key in good:
        whole = isinstance(wrong, bool | str | int | None) or (isinstance(wrong, dict) and key == "pinned")
        if type(wrong) in FIELDS[key] and whole:
            continue
        change(saved, **{**good, key: wrong})
        with pytest.raises(SaveProblem):
            saves.read(saved)


def test_what_was_put_by_hand_belongs_to_a_designers_game(saved: Path) -> None:
    change(saved, answers=[{"by_hand": "give 9 to Ann"}])
    with pytest.raises(SaveProblem, match="no designer's"):
        saves.read(saved)


def test_rules_that_changed_name_the_first_answer_that_differs(game: Game, saved: Path) -> None:
    game.hash = "def"
    game.deal = [[1, 6, 9], [2, 3, 4]]
    with pytest.raises(SaveProblem, match=r"the rules have changed.*at answer 1 of 4.*no longer offered"):
        saves.resume(saves.read(saved), game, saved)


def test_rules_that_changed_elsewhere_go_on(game: Game, saved: Path) -> None:
    game.hash = "def"
    session, note = saves.resume(saves.read(saved), game, saved)
    assert note is not None
    assert "every answer still fits" in note
    assert len(session.steps) == 4


def test_answers_that_were_changed_by_hand(game: Game, saved: Path) -> None:
    save = json.loads(saved.read_text())
    save["answers"][0]["answer"] = ['"1"']
    change(saved, answers=save["answers"])
    with pytest.raises(SaveProblem, match="do not lead to the table"):
        saves.resume(saves.read(saved), game, saved)


def test_another_game(game: Game, saved: Path) -> None:
    game.name = "Four Cards"
    with pytest.raises(SaveProblem, match="is a game of Three Cards"):
        saves.resume(saves.read(saved), game, saved)
