"""The language server: mistakes, meanings, places, outline and layout of rules files, for editors."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from rulewright.repl.output import Output
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
examples:
  rulewright lsp                     for editors: it talks over standard input and output

Set your editor up to start this command for files that end in .rules. It needs pygls: pip install 'rulewright[lsp]'"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """There are no words: editors start it without any."""


def run(args: argparse.Namespace, out: Output) -> int:
    """Serve until the editor leaves; give the exit status."""
    if find_spec("pygls") is None:
        raise UsageProblem("the language server needs pygls: pip install 'rulewright[lsp]'")
    from rulewright.repl.language_server import server

    server().start_io()
    return 0
