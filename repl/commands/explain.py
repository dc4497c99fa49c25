"""Explain the code of an error or warning, with an example before and after."""

from __future__ import annotations

import argparse
import re

from rulewright.dsl.diagnostics import codes
from rulewright.repl.output import Output
from rulewright.repl.render import wrap
from rulewright.repl.usage import UsageProblem, suggestion

EXAMPLE = """\
examples:
  rulewright explain E201
  rulewright explain          all codes, in a line each"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("code", metavar="CODE", nargs="?", help="as E201, W502 or R611")


def run(args: argparse.Namespace, out: Output) -> int:
    """Explain; give the exit status."""
    known = codes()
    if args.code is None:
        for code, listed in known.items():
            out.line(("bold", code), f"  {listed.title}")
        return 0
    code = args.code.strip().upper()
    info = known.get(code)
    if info is None:
        if not re.fullmatch(r"[EWR]\d+", code):
            raise UsageProblem(f"'{args.code}' is no code; codes look like E201 (`rulewright explain` lists them)")
        raise UsageProblem(f"there is no code '{code}'{suggestion(code, known)} (`rulewright explain` lists them)")
    out.line(("bold", f"{code}: {info.title}"))
    out.line()
    for paragraph in info.text.split("\n"):
        for line in wrap("  ", paragraph, 90):
            out.line(line)
    for title, example in (("before", info.before), ("after", info.after)):
        if example:
            out.line()
            out.line(("bold", f"  {title}"))
            for line in example.split("\n"):
                out.line(f"    {line}")
    return 0
