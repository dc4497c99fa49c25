"""What a command imports: libraries that are slow to import are left to those that use them."""

from __future__ import annotations

import subprocess
import sys

import pytest

SLOW = ("numpy", "scipy", "matplotlib", "ray", "pyarrow", "rich")


@pytest.mark.parametrize(
    "words", [["--help"], ["check", "tic_tac_toe"], ["compare", "--help"], ["sim", "tic_tac_toe", "-n", "5", "--no-mirror"]]
)
def test_other_commands_do_not_pay_for_statistics(words: list[str]) -> None:
    script = (
        "import sys; from rulewright.repl.cli import main; status = main(sys.argv[1:]); "
        f"print(status, [name for name in {SLOW} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True)
    assert done.stderr.strip().endswith("0 []"), done.stderr
