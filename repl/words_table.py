"""Words of the prompt that look at the table: zones, the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl.suggest import as_typed
from rulewright.interpreter.views import view_of
from rulewright.repl.answers import NotUnderstood
from rulewright.repl.render import zone_lines
from rulewright.repl.settings import changed, choices, keep_settings, read_settings
from rulewright.repl.usage import suggestion
from rulewright.repl.words import word

if TYPE_CHECKING:
    from rulewright.repl.table import Table


@word("zones", "[NAME]")
def zones(table: Table, argument: str) -> None:
    """every place for cards with what you see there; `zones NAME` only those of that name, `zones PLAYER` a player's"""
    names = table.session.names
    view = view_of(table.session.state, table.viewer(), laid_open=table.session.designer)
    wanted = as_typed(argument)
    owners = [as_typed(name) for name in names]
    known = [*dict.fromkeys(as_typed(zone.name) for zone in view.zones), *owners]
    if wanted and wanted not in known:
        meant = suggestion(wanted, known) or f": {', '.join(known)}"
        raise NotUnderstood(f"there is no place called '{argument}'{meant}")
    for owner in (None, *range(len(names))):
        here = [zone for zone in view.zones if zone.shown_with == owner]
        if wanted:
            mine = owner is not None and owners[owner] == wanted
            here = [zone for zone in here if mine or as_typed(zone.name) == wanted]
        if not here:
            continue
        table.out.line(("bold", f"  {'table' if owner is None else names[owner]}"))
        for zone in here:
            for line in zone_lines(zone, remembered=True) if zone.count else [f"    {zone.name}: empty"]:
                table.out.line(line)


@word("settings", "[NAME VALUE]")
def settings(table: Table, argument: str) -> None:
    """what you like at every table: colours, plain lines, passes; `settings theme light` sets and keeps one"""
    now = read_settings(table.out)
    if argument:
        name, _, value = argument.partition(" ")
        now = changed(now, name, value.strip())
        path = keep_settings(now)
        now.apply(table.out)
        table.out.line(f"Kept in {path}; it holds from the next game on, colours at once.")
    for name, known in choices().items():
        table.out.line(f"  {name} {getattr(now, name)}", ("dim", f"   ({', '.join(known)})"))


@word("stack")
def stack(table: Table, argument: str) -> None:
    """what waits on the stack, the next to happen first, and who may answer it"""
    state = table.session.state
    waiting = state.view(table.viewer()).stack
    if not state.g.program.stacks:
        raise NotUnderstood("this game has no stack")
    if not waiting:
        table.out.line("Nothing is on the stack.")
        return
    for number, text in enumerate(reversed(waiting), 1):
        table.out.line(("cyan", f"  {number}"), f"  {text}")
    view = state.view(table.viewer())
    if view.asked is not None:
        table.out.line(("dim", f"  {table.session.names[view.asked]} may answer now"))
