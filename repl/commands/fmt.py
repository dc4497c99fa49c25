"""Lay rules files out in the one way there is; comments and texts stay."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.dsl.printer import FormatError, format_source
from rulewright.dsl.source import Source, SourceError
from rulewright.repl.files import replace_file
from rulewright.repl.output import Output, is_terminal, plural
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.shipped import find_paths
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
examples:
  rulewright fmt magpies.rules
  rulewright fmt --check games/      only say which files would change; exit status 1 if any would
  rulewright fmt - < magpies.rules   from standard input to standard output"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a rules file, a folder of them, or -")
    parser.add_argument("--check", action="store_true", help="change nothing, say which files would change")


def run(args: argparse.Namespace, out: Output) -> int:
    """Format; give the exit status."""
    if args.paths == ["-"]:
        return _format_stream(out, check=args.check)
    changed = broken = 0
    paths = find_paths(args.paths)
    for path in paths:
        try:
            changed += _format_file(path, out, check=args.check)
        except FormatError as problem:
            # The others are formatted all the same.
            broken += 1
            show_diagnostics(problem.diagnostics, out)
    told = [f"{changed} {'would change' if args.check else 'changed'}"]
    told += [f"{broken} left as {'it is' if broken == 1 else 'they are'}, for errors"] if broken else []
    out.line(f"{plural(len(paths), 'file')}: {', '.join(told)}")
    return 1 if broken or (args.check and changed) else 0


def _format_file(path: Path, out: Output, *, check: bool) -> bool:
    try:
        source = Source.read(path)
    except SourceError as problem:
        raise UsageProblem(str(problem)) from None
    formatted = format_source(source)
    if formatted.encode() == path.read_bytes():
        return False
    if not check:
        replace_file(path, formatted.encode())
    out.line(f"{'would change' if check else 'changed'} {path}")
    return True


def _format_stream(out: Output, *, check: bool) -> int:
    if sys.stdin is None or is_terminal(sys.stdin):
        raise UsageProblem("`fmt -` reads standard input; give it a file: rulewright fmt - < magpies.rules")
    try:
        source = Source.from_bytes(sys.stdin.buffer.read(), "<stdin>")
    except SourceError as problem:
        raise UsageProblem(str(problem)) from None
    try:
        formatted = format_source(source)
    except FormatError as problem:
        show_diagnostics(problem.diagnostics, out)
        return 1
    if check:
        return 1 if formatted != source.text else 0
    sys.stdout.buffer.write(formatted.encode())
    return 0
