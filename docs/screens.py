"""Takes the pictures of docs/screens.md: plays in a terminal of a given size by keys, and writes what stands on it as SVG.

    python docs/screens.py            all of them
    python docs/screens.py hex        those whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.style import Style
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.repl.terminal import Terminal  # noqa: E402


@frozen
class Shot:
    """What is played, how big the window is, and what is done: a line is typed; `pass...fly` passes until `fly` can be
    answered; what begins with a tab is pressed, not entered. Last something must be seen."""

    name: str
    words: tuple[str, ...]
    keys: tuple[str, ...]
    seen: str
    size: tuple[int, int] = (80, 24)
    light: bool = False


DRAGONS, FLIGHT = ("storm_dragons", "--seed", "5"), ("dragon_flight", "--seed", "5")
SHOTS = (
    Shot("storm_dragons", (*DRAGONS, "--players", "3"), ("1", "play spy h", "\tchall"), "Enter: challenge"),
    Shot("storm_dragons_completion", DRAGONS, ("1", "\tplay ", "\t\t"), "When played"),
    Shot("storm_dragons_narrow", DRAGONS, ("1", "play elder h"), "a number or words", (40, 20)),
    Shot("dragon_flight", (*FLIGHT, "--players", "3"), ("1", "pass...fly", "1", "pass...fly"), "in reach"),
    Shot("dragon_flight_wide", (*FLIGHT, "--players", "4"), ("1", "pass...fly", "1", "pass...fly"), "in reach", (128, 38)),
    Shot("dragon_flight_stack", FLIGHT, ("1", "cast foresight"), "may answer"),
    Shot("dragon_flight_tall", FLIGHT, ("1", "pass...fly"), "in reach", (40, 34)),
    Shot("tempest", ("tempest", "--seed", "20", "--pass", "until-turn"), ("1",) * 10, "Ann (you)"),
    Shot("hearts", ("hearts", "--seed", "2"), ("1 2 3", "1", "1"), "a number or words", light=True),
    Shot("hex", ("hex", "--seed", "3"), ("claim 6 6", "5 7", "\tclaim 4 8"), "Enter: claim"),
    Shot("kuhn_poker", ("kuhn_poker", "--seed", "3"), ("\tbe",), "Enter: bet", (60, 16)),
)  # fmt: skip
_NAMED = {"brown": "yellow", "brightblack": "bright_black"}


def main(wanted: str = "") -> None:
    """Take the pictures whose names begin so."""
    for shot in SHOTS:
        if shot.name.startswith(wanted):
            path = ROOT / "docs" / "screens" / f"{shot.name}.svg"
            path.parent.mkdir(exist_ok=True)
            path.write_text(take(shot), encoding="utf-8")
            print(path.relative_to(ROOT))


def take(shot: Shot) -> str:
    """Give the picture as SVG."""
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(
            Path(home), *shot.size, "play", *shot.words, env={"COLORFGBG": "0;15" if shot.light else "15;0"}
        )
        terminal.asked()
        for keys in shot.keys:
            _press(terminal, keys)
        terminal.until(lambda t: shot.seen in t.text)
        picture = _svg(terminal, shot)
        terminal.kill()
    return picture


def _press(terminal: Terminal, keys: str) -> None:
    passed, _, wanted = keys.partition("...")
    if keys.startswith("\t"):
        terminal.keys(keys[1:])
    elif wanted:
        for _ in range(40):
            if f"1  {wanted}" in terminal.text.rpartition("?")[2]:
                return
            terminal.types(passed).asked()
        raise AssertionError(f"never asked for {wanted}")
    else:
        terminal.types(keys).asked()


def _svg(terminal: Terminal, shot: Shot) -> str:
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME

    width, height = shot.size
    console = Console(record=True, width=width, height=height, force_terminal=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for row in range(height):
        text = Text()
        signs = [_sign(terminal.cell(column, row)) for column in range(width)]
        for style, same in groupby(signs, key=lambda sign: sign[1]):
            text.append("".join(sign for sign, _ in same), style)
        console.print(text, no_wrap=True, overflow="crop", soft_wrap=True)
    title = f"rulewright play {' '.join(shot.words)}"
    theme = DEFAULT_TERMINAL_THEME if shot.light else SVG_EXPORT_THEME
    return console.export_svg(title=title, theme=theme, unique_id=shot.name)


def _sign(cell: Any) -> tuple[str, Style]:
    colour = None if cell.fg == "default" else _NAMED.get(cell.fg, cell.fg if not _is_hex(cell.fg) else f"#{cell.fg}")
    ground = None if cell.bg == "default" else _NAMED.get(cell.bg, cell.bg if not _is_hex(cell.bg) else f"#{cell.bg}")
    return cell.data, Style(color=colour, bgcolor=ground, bold=cell.bold, reverse=cell.reverse, dim=False)


def _is_hex(colour: str) -> bool:
    return len(colour) == 6 and all(sign in "0123456789abcdef" for sign in colour)


if __name__ == "__main__":
    main(*sys.argv[1:2])
