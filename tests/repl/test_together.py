"""Several people at one keyboard, and rules that are saved while somebody is asked something else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from rulewright.repl.output import Output
from rulewright.repl.table import Table
from rulewright.repl.terminal import TerminalReader


def test_what_one_person_typed_is_not_offered_to_the_next(tmp_path: Path) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        reader = TerminalReader(Output.of_process(), tmp_path / "history")
        keys.send_text("7\r")
        assert reader.read("> ", lambda: ()) == "7"
        reader.forget()
        keys.send_text("\x1b[A\r")  # Up, Enter
        assert reader.read("> ", lambda: ()) == ""


class _Watched:
    """A reader that says whether it would have been interrupted by a save while it read."""

    def __init__(self) -> None:
        self.interrupted = lambda: True
        self.seen: list[object] = []

    def read(self, prompt: str, completions: object, desk: object = None) -> str:
        self.seen.append(self.interrupted)
        return "yes"


def test_a_save_of_the_rules_waits_for_the_answer_to_a_question() -> None:
    table = Table.__new__(Table)
    reader = _Watched()
    table.reader = reader  # type: ignore[assignment]
    assert table.agrees("Leave the game? ")
    assert reader.seen == [None] and reader.interrupted is not None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "play", "pig", "--seed", "3"], input="1\n", stdout=full,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert "Traceback" not in done.stderr and "No space left" in done.stderr
    assert done.returncode == 2
