"""Names that nothing reads, actions that nothing offers, rounds that nothing enters, cards in no deck, names that look
alike: warnings.

What a shared file declares (one that the game uses) is not complained about: another game may need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import declarations, parts_of, walk
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import as_typed
from rulewright.dsl.visitor import walk as walk_nodes


def check_unused(game: Game, names: Names) -> None:
    """Note what the game declares and never uses."""
    head = next(iter(names.of(n.GameDecl)), None)
    if head is None:
        return
    # What a file offers that others use may be for another game; variants are for this one.
    others = game.other_scripts
    own = {head.span.source} | ({decl.span.source for decl in names.decls} - others if others else set())
    mentioned = frozenset(_mentioned(names))

    def complain(code: str, span: Span | None, name: str, message: str, hint: str | None = None) -> None:
        if span is not None and span.source in own and name not in mentioned:
            game.warn(code, span, message, hint=hint)

    _members(game, complain)
    _declared(game, complain)
    _reached(game, complain)
    _decks(game, complain)
    _alike(game)


def _alike(game: Game) -> None:
    """Note cards whose names nobody can tell apart."""
    first: dict[str, bound.CardDef] = {}
    for card in game.program.cards:
        other = first.setdefault(as_typed(card.name), card)
        if other is not card and other.name != card.name and card.span is not None and other.span is not None:
            said = f'"{card.name}" looks like "{other.name}"'
            game.warn("W510", card.span, said, related=((other.span, "which is here"),))


def _mentioned(names: Names) -> Iterator[str]:
    """Give every word that tests, measures and variants say: what only they use is used."""
    for decl in names.of(*n.TESTS, n.VariantDecl):
        for node in walk_nodes(decl):
            if isinstance(node, n.NameExpr | n.MemberExpr | n.CallExpr):
                yield node.name
            elif isinstance(node, n.Word):
                yield node.text
            elif isinstance(node, n.TextExpr):
                yield node.value


def _members(game: Game, complain: Any) -> None:
    program = game.program
    groups: list[tuple[str, list[bound.Member]]] = [
        ("the table", program.table_members),
        ("a player", program.player_members),
        ("a card", program.card_members),
        ("a unit", program.unit_members),
        ("a pair", program.pair_members),
    ]
    for _, members in groups:
        for member in members:
            if member in game.read or member in game.modified or member.sort == "keyword":
                continue
            what = "zone" if member.sort == "zone" else "attribute" if member.owner == "card" else "member"
            complain("W501", member.span, member.name, f"nothing reads the {what} `{member.name}`")
    for _, members in groups:
        for member in members:
            changes = member in game.written or member in game.modified or member.reset is not None
            if member.sort == "state" and member.start is not None and member in game.read and not changes:
                complain(
                    "W509", member.span, member.name, f"nothing ever changes `{member.name}`: it stays what it is at "
                                                      "first",
                    hint="what never changes is an option, or a `define`",
                )  # fmt: skip
    for member in program.derived_members:
        if member not in game.read:
            complain("W501", member.span, member.name, f"nothing reads the definition `{member.name}`")


def _declared(game: Game, complain: Any) -> None:
    program = game.program
    for option in program.options.values():
        if option not in game.read:
            complain(
                "W502", option.span, option.name, f"nothing asks for the option `{option.name}`, so it changes nothing"
            )
    for function in program.functions.values():
        if function not in game.read:
            complain("W501", function.span, function.name, f"nothing reads the definition `{function.name}`")
    for keyword in program.keywords.values():
        if keyword not in game.read and keyword.flag not in game.read and keyword.flag not in game.modified:
            complain("W501", keyword.span, keyword.name, f"no card has the keyword `{keyword.name}`")
    for die in program.dice.values():
        if die not in game.read:
            complain("W501", die.span, die.name, f"nothing rolls the die `{die.name}`")
    for kind in program.kinds.values():
        if kind.name == "card" or kind in game.read or any(other.parent is kind for other in program.kinds.values()):
            continue
        if not any(card.kind is kind for card in program.cards):
            complain("W501", kind.span, kind.name, f"no card is a `{kind.name}`")


def _reached(game: Game, complain: Any) -> None:
    program = game.program
    done: set[Any] = set()
    entered: set[bound.Unit] = set()
    for holder in (*declarations(program), None):
        parts = parts_of(holder) if holder is not None else (program.setup, program.play)
        for part in walk(parts):
            if isinstance(part, bound.Perform):
                done.add(part.verb)
            elif isinstance(part, bound.Turns):
                entered.add(part.turn)
            elif isinstance(part, bound.PhaseStmt):
                entered.add(part.unit)
    for verb in program.verbs.values():
        if verb not in done:
            complain("W504", verb.span, verb.name, f"nothing ever does `{verb.name}`")
    for action in program.actions.values():
        if action not in game.offered and not action.any_time:
            complain(
                "W504", action.span, action.name, f"nothing offers the action `{action.name}`",
                hint=f"offer it in the turn: `choose one of {action.name}, ...`, `you may {action.name}`",
            )  # fmt: skip
    for unit in program.units.values():
        if unit.kind == "round" and unit not in done:
            complain("W505", unit.span, unit.name, f"nothing ever enters the round `{unit.name}`")
        elif unit.kind == "turn" and unit.span is not None and unit not in entered:
            complain(
                "W505",
                unit.span,
                unit.name,
                "nobody ever has a turn",
                hint="say who: `each player clockwise from first_player has turns until C`",
            )


def _decks(game: Game, complain: Any) -> None:
    """With decks in the game, a card that none of them holds is never seen (unless something makes it)."""
    program = game.program
    rows = [row for m in program.table_members if m.zone is not None and m.zone.deck for row in m.zone.deck]
    rows += [row for deck in program.built_decks.values() for row in deck.rows]
    if not rows or program.brings is not None:
        return  # what players bring, nobody knows
    kinds = game.symbols.kinds
    made = {
        part.name
        for holder in declarations(program)
        for part in walk(parts_of(holder))
        if isinstance(part, bound.CardNamed)
    }
    from_box = _taken_from_box(program)
    for card in program.cards:
        inside = any(
            row.card_def is card or (row.kind is not None and kinds.is_sub(card.kind.name, row.kind.name))
            for row in rows
        )
        if inside or card.name in made or from_box:
            continue
        complain(
            "W508",
            card.span,
            card.name,
            f'no deck holds "{card.name}"',
            hint='add it to a deck: `4 "NAME"` or `every KIND`',
        )


def _taken_from_box(program: bound.Program) -> bool:
    """Whether cards are taken straight out of the box somewhere."""
    for holder in (*declarations(program), None):
        parts = parts_of(holder) if holder is not None else (program.setup, program.play)
        for part in walk(parts):
            if isinstance(part, bound.Base) and any(
                isinstance(e, bound.Builtin) and e.name == "box" for e in part.exprs
            ):
                return True
    return False
