"""Report every error and warning of rules files."""

from __future__ import annotations

import argparse

import rulewright
from rulewright.dsl.diagnostics import to_json
from rulewright.repl.output import Output, plural
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.shipped import find_places

EXAMPLE = """\
examples:
  rulewright check magpies.rules
  rulewright check games/ --json

`rulewright explain CODE` says more about a code."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a rules file, a folder of them, or a game that ships")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: Output) -> int:
    """Check; give the exit status."""
    result = rulewright.check_paths(find_places(args.paths))
    errors = sum(one.severity == "error" for one in result.diagnostics)
    warnings = sum(one.severity == "warning" for one in result.diagnostics)
    if args.json:
        found = [to_json(one) for one in result.diagnostics]
        out.document({"files": result.files, "errors": errors, "warnings": warnings, "diagnostics": found})
    else:
        show_diagnostics(result.diagnostics, out)
        told = [plural(errors, "error")] if errors else []
        told += [plural(warnings, "warning")] if warnings else []
        out.line(f"{plural(result.files, 'file')}: {', '.join(told) or 'no errors'}")
    return 1 if errors else 0
