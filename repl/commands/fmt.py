"""Lay rules files out in the one way there is; comments and texts stay."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.dsl.print_merged import merged_text
from rulewright.dsl.printer import FormatError, format_source
from rulewright.dsl.source import Source, SourceError
from rulewright.interpreter.api import files_of, load_files
from rulewright.repl.files import check_rules_output, replace_file, write_output
from rulewright.repl.loading import GameSource, add_variant_word
from rulewright.repl.output import Output, is_terminal, plural
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.shipped import find_paths
from rulewright.repl.usage import UsageProblem

EXAMPLE = """\
examples:
  rulewright fmt magpies.rules
  rulewright fmt --check games/      only say which files would change; exit status 1 if any would
  rulewright fmt - < magpies.rules   from standard input to standard output
  rulewright fmt storm_dragons --merged --with no_rebuild -o mine.rules    one file, house rules and all"""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a rules file, a folder of them, or -")
    parser.add_argument("--merged", action="store_true", help="print a game with all that it uses as one file")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write the merged game; otherwise it is printed")
    add_variant_word(parser)
    parser.add_argument("--check", action="store_true", help="change nothing, say which files would change")


def run(args: argparse.Namespace, out: Output) -> int:
    """Format; give the exit status."""
    if args.merged:
        return _merged(args, out)
    if args.variants or args.output is not None:
        raise UsageProblem("--with and -o go with --merged: the files of a game and its variants stay as they are")
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


def _merged(args: argparse.Namespace, out: Output) -> int:
    """Print a game with its variants as one file, or write it."""
    if len(args.paths) != 1 or args.check:
        raise UsageProblem("--merged takes one game, and there is nothing to check")
    source = GameSource.named(args.paths[0], args.variants, [])
    check_rules_output(args.output, files_of(source.path, source.variants))
    text = merged_text(load_files(source.path, source.variants))
    if args.output is None:
        out.line(text.rstrip("\n"))
        return 0
    write_output(Path(args.output), text.encode())
    out.line(f"{args.output}: {plural(text.count(chr(10)), 'line')}")
    return 0


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
