"""Running the program as a stranger's files would have it run: in a process of its own, with a clock on it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

# However bad the rules, a command must have come to an end by then.
SECONDS = 20

# Signs that steer a terminal or turn text around; none of them may reach one.
STEERING = (
    {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))}
    | {"\u061c", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\ufeff"}
    | {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
) - {"\n"}

SMALL = '''\
game "Small" for 2 to 3 players
    """Lay two cards."""

kind thing: worth: number

cards of kind thing:
    name     copies  worth
    "Amber"       4      1
    "Beryl"       4      2

deck pile:
    every thing

the table has:
    counted: number, starts 0

each player has:
    hand: private zone
    won: public zone, in play

define player p's worth: number
    = total c's worth over each thing c in p's won

setup:
    shuffle pile
    each player p: move the first 2 cards in pile to p's hand

play:
    each player clockwise from first_player has turns until there is no card in play

turn:
    lay

action lay (c: a thing in your hand):
    """Lay a card."""
    do: move c to box

ranking of player p:
    p's worth + counted, highest first
'''

# What SMALL does when a card is laid; tests put other things there.
EFFECT = "    do: move c to box\n"


def with_effect(*lines: str, more: str = "") -> str:
    """SMALL with another effect of laying a card, and more declarations at the end."""
    assert EFFECT in SMALL
    return SMALL.replace(EFFECT, "    do:\n" + "".join(f"        {line}\n" for line in lines)) + more


def with_setup(*lines: str) -> str:
    """SMALL with more at the beginning of its set-up."""
    return SMALL.replace("    shuffle pile\n", "".join(f"    {line}\n" for line in lines) + "    shuffle pile\n")


@frozen
class Ran:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def printed(self) -> str:
        return self.out + self.err


def run(
    *words: str | Path, typed: bytes | None = b"", folder: Path | None = None, closed: bool = False, **environment: str
) -> Ran:
    """Run a command; fail if it hangs, shows a traceback or ends with a status that means nothing.

    typed: what comes from standard input; None for an empty device. closed: standard input is not open at all.
    """
    with TemporaryDirectory() as somewhere:
        return _run(words, typed, folder or Path(somewhere), closed, environment)


def _run(
    words: Iterable[str | Path], typed: bytes | None, folder: Path, closed: bool, environment: dict[str, str]
) -> Ran:
    command = [sys.executable, "-m", "rulewright", *map(str, words)]
    if closed:
        command = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    if "PYTHONIOENCODING" not in environment:
        env["PYTHONUTF8"] = "1"
    ended = subprocess.run(
        command,
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        cwd=folder,
        env={**env, **environment},
        timeout=SECONDS,
        check=False,
    )
    ran = Ran(ended.returncode, ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace"))
    return check_ran(ran)


def check_ran(ran: Ran) -> Ran:
    """Fail if what was printed is a traceback or could steer a terminal, or if the status means nothing."""
    assert "Traceback" not in ran.printed, ran.printed
    assert ran.status in (0, 1, 2), ran
    assert not steering(ran.printed), f"{steering(ran.printed)} in {ran.printed[:2000]!r}"
    return ran


def steering(text: str) -> list[str]:
    """The signs in a text that steer a terminal."""
    return sorted(map(repr, STEERING & set(text)))


def commands(path: Path, *, players: int = 2) -> Iterable[list[str]]:
    """What is done to a file of rules: checking, testing, playing and simulating it."""
    yield ["check", str(path)]
    yield ["test", str(path)]
    yield ["sim", str(path), "-n", "3", "--seed", "1", "--players", str(players)]
    yield ["play", str(path), "--seed", "1", "--players", str(players)]
