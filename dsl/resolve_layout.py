"""`layout:`, which says how a table is best shown; it changes nothing in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.dsl.context import Game

PLACES = ("table", "players", "background")


def resolve_layout(game: Game, found: list[n.LayoutDecl]) -> None:
    """Check the names of a layout, and keep it in the program."""
    for second in found[1:]:
        game.error("E213", second.span, "there are two `layout:`", related=((found[0].span, "the first is here"),))
    if not found:
        return
    program = game.program
    of_table = {m.name for m in (*program.table_members, *(m for m in program.unit_members if m.owner != "player"))}
    of_table |= {*program.dice}
    of_players = {m.name for m in (*program.player_members, *program.derived_members) if m.owner == "player"}
    known = {"table": of_table, "players": of_players, "background": of_table | of_players}
    rows: dict[str, list[str]] = {place: [] for place in PLACES}
    seen: dict[str, n.Word] = {}
    for line in found[0].lines:
        place = line.place.text
        if place not in known:
            game.error(
                "E405", line.place.span, f"a layout has lines for {', '.join(PLACES[:-1])} and {PLACES[-1]}, not `{place}`",
                hint=did_you_mean(place, PLACES),
            )  # fmt: skip
            continue
        for word in line.names:
            if word.text not in known[place]:
                whose = {"table": "the table", "players": "a player"}.get(place, "the table or a player")
                game.error(
                    "E205", word.span, f"{whose} has no `{word.text}` to be shown", hint=did_you_mean(word.text, known[place])
                )
            elif word.text in seen:
                game.error(
                    "E213", word.span, f"`{word.text}` stands in the layout twice",
                    related=((seen[word.text].span, "the first is here"),),
                )  # fmt: skip
            else:
                seen[word.text] = word
                rows[place].append(word.text)
    program.layout = bound.Layout(tuple(rows["table"]), tuple(rows["players"]), frozenset(rows["background"]))
