"""Variants: what they change, when they contradict each other, and that their order makes no difference."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.dsl import nodes as n
from rulewright.dsl.dump import dump
from rulewright.dsl.loading import LoadResult, check_paths, load_program
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source
from rulewright.dsl.variant_paths import key_of
from rulewright.interpreter.builtins import BUILTINS

BASE = Path(__file__).parent / "bad" / "base" / "small.rules"


def load(folder: Path, *variants: str) -> LoadResult:
    """Give the small game with variants whose changes are given; they are called A, B, C ..."""
    paths = []
    for letter, changes in zip("ABC", variants, strict=False):
        path = folder / f"{letter}.rules"
        path.write_text(
            f'variant "{letter}" of "small.rules":\n' + "".join(f"    {line}\n" for line in changes.split("\n"))
        )
        paths.append(path)
    return load_program(BASE, BUILTINS, paths)


def codes(result: LoadResult) -> list[str]:
    return [one.code for one in result.diagnostics]


def test_a_default_is_changed(tmp_path: Path) -> None:
    result = load(tmp_path, "change option bonus, normally 2")
    assert result.program is not None
    assert (result.program.options["bonus"].default, result.program.options["bonus"].high) == (2, 3)


def test_numbers_in_a_table_are_changed(tmp_path: Path) -> None:
    result = load(tmp_path, 'change cards of kind gem:\n    name  worth\n    "Opal"  5')
    assert result.program is not None
    worth = result.program.card_members[0]
    assert [(card.name, card.printed[worth].value) for card in result.program.cards] == [("Ruby", 3), ("Opal", 5)]  # type: ignore[attr-defined]


def test_a_card_is_removed_and_another_added(tmp_path: Path) -> None:
    result = load(tmp_path, 'remove card "Opal"\nadd card "Amber": gem, 3 copies')
    assert codes(result) == ["E416"]
    result = load(tmp_path, 'remove card "Opal"\nadd card "Amber": gem, 3 copies\n    worth 2')
    assert result.program is not None
    assert [card.name for card in result.program.cards] == ["Ruby", "Amber"]


def test_a_guard_is_removed_replaced_and_added(tmp_path: Path) -> None:
    def guards(changes: str) -> list[str | None]:
        program = load(tmp_path, changes).program
        assert program is not None
        return [guard.label for guard in program.actions["trade"].guards]

    assert guards("change option bonus, normally 2") == ["richness"]
    assert guards("change action trade:\n    remove richness") == []
    assert guards("change action trade:\n    add only if late: your score > 3") == ["richness", "late"]
    assert guards("change action trade:\n    replace only if richness: c's worth > 2") == ["richness"]


def test_statements_are_inserted(tmp_path: Path) -> None:
    def lengths(changes: str) -> tuple[int, int, int]:
        program = load(tmp_path, changes).program
        assert program is not None
        units = program.units
        return len(program.play), len(units["turn"].body), len(units["count_up"].body)

    assert lengths("change option bonus, normally 2") == (3, 1, 1)
    assert lengths("insert after round count_up:\n    everyone wins") == (4, 1, 1)
    assert lengths("insert at the start of round count_up:\n    everyone wins") == (3, 1, 2)
    assert lengths("insert before phase trade:\n    phase rest:\n        you may trade") == (3, 2, 1)
    assert lengths("insert at the end of play:\n    everyone wins") == (4, 1, 1)
    assert lengths("remove phase trade\ninsert at the end of turn:\n    you may trade") == (3, 1, 1)


def test_every_sort_of_declaration_can_be_named() -> None:
    text = (Path(__file__).parent.parent / "syntax" / "good" / "constructs.rules").read_text(encoding="utf-8")
    decls = parse(Source.from_text(text, "constructs.rules")).file.decls
    assert {type(decl) for decl in decls if key_of(decl) is None} == {n.UseDecl, n.VariantDecl}


def test_who_reads_what_another_changes_is_noted(tmp_path: Path) -> None:
    first = "change action trade:\n    replace only if richness: c's worth > bonus"
    found = load(tmp_path, first, "change option bonus, normally 2")
    assert codes(found) == []
    assert found.notes == ('"A" goes by `bonus`, which "B" changes: do both still mean what they say?',)
    assert load(tmp_path, "change option bonus, normally 2").notes == ()


def test_what_another_variant_adds_must_come_first(tmp_path: Path) -> None:
    added = "add rule spare:\n    always when count of players is 1: everyone wins"
    found = load(tmp_path, added, "remove rule spare")
    assert codes(found) == ["E431"]
    assert found.diagnostics[0].hint == '"A" adds it: say `comes after "A"`'
    found = load(tmp_path, added, 'comes after "A"\nremove rule spare\nchange option bonus, normally 2')
    assert found.program is not None and "spare" not in found.program.rules


def test_nothing_is_left_empty(tmp_path: Path) -> None:
    (one,) = load(tmp_path, "remove phase trade").diagnostics
    assert (one.code, one.message) == ("E431", "nothing would be left of something in `turn`")
    both = load(tmp_path, "remove in play:\n    count_up", "remove in play:\n    each player has a turn").diagnostics
    assert "E431" not in [one.code for one in both], "one line is still there"


def test_two_that_write_one_part_conflict(tmp_path: Path) -> None:
    result = load(tmp_path, "change option bonus, normally 2", "change option bonus, normally 3")
    assert codes(result) == ["E433"]
    assert result.diagnostics[0].message == '"A" and "B" both change `option bonus, normally`'
    assert [(Path(place.source.name).stem, said) for place, said in result.diagnostics[0].related] == [
        ("B", '"B" changes it here')
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("change option bonus, normally 2", "change option bonus, normally 2"),
        ("change option bonus, normally 2", "change action trade:\n    remove richness"),
        ("change action trade:\n    add only if late: your score > 3", "change action trade:\n    add only if rich: "
                                                                       "your score > 4"),
        ("add rule lonely:\n    always when count of players is 1: everyone wins",
         "add rule last_one:\n    always when count of players is 1: everyone wins"),
    ],
)  # fmt: skip
def test_two_that_write_different_parts_go_together_in_any_order(tmp_path: Path, first: str, second: str) -> None:
    together = load(tmp_path, first, second)
    assert codes(together) == []
    paths = [tmp_path / "B.rules", tmp_path / "A.rules"]
    other = load_program(BASE, BUILTINS, paths)
    assert together.program is not None and other.program is not None
    assert dump(together.program) == dump(other.program)


def test_one_that_comes_after_another_may_change_it_again(tmp_path: Path) -> None:
    result = load(tmp_path, "change option bonus, normally 2", 'comes after "A"\nchange option bonus, normally 3')
    assert codes(result) == []
    assert result.program is not None and result.program.options["bonus"].default == 3


def test_one_that_excludes_another(tmp_path: Path) -> None:
    result = load(tmp_path, "change option bonus, normally 2", 'excludes "A"\nchange action trade:\n    remove richness')
    assert "E435" in codes(result)


def test_nothing_is_said_of_a_variant_of_another_game_but_that(tmp_path: Path) -> None:
    path = tmp_path / "other.rules"
    path.write_text(
        'variant "Other" of "chess.rules":\n    change action castle:\n        do: stop\n\n'
        'scenario "castling" with Ann, Bob:\n    Ann castles\n    expect Ann\'s rooks are 2\n'
    )
    assert codes(load_program(BASE, BUILTINS, [path])) == ["E430"]


def test_a_title_that_no_variant_has_is_no_file() -> None:
    result = load_program(BASE, BUILTINS, ["Quik"])
    assert [(one.code, one.message) for one in result.diagnostics] == [("E430", 'the game has no variant "Quik"')]


def test_those_that_exclude_each_other_are_not_also_told_what_they_contradict(tmp_path: Path) -> None:
    found = load(tmp_path, "change option bonus, normally 2", 'excludes "A"\nchange option bonus, normally 3')
    assert codes(found) == ["E435"]


def test_variants_of_each_other_and_of_themselves(tmp_path: Path) -> None:
    for name, of in (("a", "b"), ("b", "a"), ("s", "s")):
        text = f'variant "{name.upper()}" of "{of}.rules":\n    change option bonus, normally 2\n'
        (tmp_path / f"{name}.rules").write_text(text)
    for name, code in (("a", "E435"), ("b", "E435"), ("s", "E430")):
        assert codes(load_program(BASE, BUILTINS, [tmp_path / f"{name}.rules"])) == [code]
        assert [one.code for one in check_paths([tmp_path / f"{name}.rules"], BUILTINS).diagnostics] == ["E435"]


def test_a_circle_is_told_with_every_place_and_the_same_in_any_order(tmp_path: Path) -> None:
    circle = [f'comes after "{after}"\nchange option bonus, normally {n}' for n, after in ((2, "B"), (3, "C"), (0, "A"))]
    (found,) = load(tmp_path, *circle).diagnostics
    assert found.message.endswith('in a circle: "A" comes after "B", "B" comes after "C", "C" comes after "A"')
    places = [found.span, *(span for span, _ in found.related)]
    assert [Path(span.source.name).name for span in places] == ["A.rules", "B.rules", "C.rules"]
    paths = [tmp_path / f"{letter}.rules" for letter in "CBA"]
    (again,) = load_program(BASE, BUILTINS, paths).diagnostics
    assert (again.message, again.span.start) == (found.message, found.span.start)


def test_nothing_is_said_of_a_block_whose_line_could_not_be_read(tmp_path: Path) -> None:
    result = load(tmp_path, "insert at the end of turn:\n    phase pause:\n        choose one of:")
    assert [(one.code, one.span.line) for one in result.diagnostics] == [("E101", 4)]


def test_more_cards_than_there_may_be_are_told_where_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(BASE.read_text())
    table = 'change cards of kind gem:\n    name    copies\n    "Opal"   20000'
    for change in ('change card "Opal": 999999999 copies', table):
        load(tmp_path, change)
        (found,) = rulewright.check_paths([tmp_path / "A.rules"]).diagnostics
        assert found.code == "E491" and Path(found.span.source.name).name == "A.rules"
        assert '"Opal" has ' in found.message and found.span.text in ("999999999", "20000")


def test_what_a_variant_needs_is_found_for_a_check_and_named_for_play(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(BASE.read_text())
    needing = ('needs "A"\nchange card "Opal": worth 2', 'needs "B"\nchange card "Ruby": worth 9')
    load(tmp_path, "change option bonus, normally 2", *needing)
    assert check_paths([tmp_path / "C.rules"], BUILTINS).diagnostics == ()
    (found,) = load_program(BASE, BUILTINS, [tmp_path / "B.rules"]).diagnostics
    assert found.code == "E435" and found.hint is not None and found.hint.endswith("A.rules`")
    load(tmp_path, 'needs "Aa"\nchange option bonus, normally 2')
    (found,) = check_paths([tmp_path / "A.rules"], BUILTINS).diagnostics
    assert found.hint == "did you mean `A`?"


def test_the_title_of_a_variant_in_a_file_that_is_not_named(tmp_path: Path) -> None:
    load(tmp_path, "change option bonus, normally 2")
    game = tmp_path / "small.rules"
    game.write_text(BASE.read_text())
    (tmp_path / "A.rules").write_text((tmp_path / "A.rules").read_text().replace('"A"', '"Big Bonus"'))
    (found,) = load_program(game, BUILTINS, ["Big bonus"]).diagnostics
    assert found.hint is not None and found.hint.startswith('"Big Bonus" is named by its file: `--with ')
    (found,) = load_program(game, BUILTINS, ["Other"]).diagnostics
    assert found.hint == "it has none of its own; a file is named as it is called: `--with house.rules`"


def test_a_variant_is_no_game(tmp_path: Path) -> None:
    load(tmp_path, "change option bonus, normally 2")
    (found,) = load_program(tmp_path / "A.rules", BUILTINS).diagnostics
    assert (found.code, found.message) == ("E419", 'this is the house rule "A", and no game')
    assert found.hint == f"name the game, and this with it: `small.rules --with {tmp_path / 'A.rules'}`"


def test_numbers_of_players_that_cannot_be_are_told_where_they_are_written(tmp_path: Path) -> None:
    (found,) = load(tmp_path, 'change game "Small" for 2 to 1000000 players').diagnostics
    assert found.code == "E310" and Path(found.span.source.name).name == "A.rules" and found.span.line == 2
