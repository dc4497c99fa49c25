"""Reports in terminals: no line is longer than the terminal, whatever its width."""

from __future__ import annotations

from pathlib import Path

import pytest

from .magpies import MAGPIES
from .terminal import Terminal


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("words", [("compare", "--change", "reach=3", "-n", "8"), ("sim", "-n", "8")], ids=lambda w: w[0])
def test_a_report_fits_into_the_terminal(tmp_path: Path, width: int, words: tuple[str, ...]) -> None:
    (tmp_path / "magpies.rules").write_text(MAGPIES)
    command, *rest = words
    terminal = Terminal(tmp_path, width, 40, command, str(tmp_path / "magpies.rules"), "--seed", "1", *rest)
    assert terminal.ended() == 0
    printed = [line.rsplit("\r", 1)[-1] for line in terminal.plain.replace("\r\n", "\n").split("\n")]
    assert max(map(len, printed)) <= width
    assert "mirror check" in " ".join(" ".join(printed).split())
