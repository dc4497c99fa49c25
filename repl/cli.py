"""The command line: finds the command, runs it, and turns whatever happens into a line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from rulewright.repl.output import Output
from rulewright.repl.usage import Parser, UsageProblem, suggestion

FINE, RULES, USAGE, INTERRUPTED = 0, 1, 2, 130

# In the order in which they are listed.
COMMANDS = {
    "new": "a small complete game to start from, with a scenario",
    "check": "report every error and warning of rules files",
    "play": "play a game here, alone, with others, or against bots",
    "test": "run the scenarios, invariants and experiments of rules files",
    "sim": "play many games and report what happened",
    "compare": "play a game with and without a change of the rules, and say what it changes",
    "fuzz": "look for games that go wrong, and show each as a scenario",
    "tree": "walk the whole tree of a small game, exactly",
    "board": "draw the board of a game as an SVG picture",
    "why": "say why a move is or is not offered, or why a number is what it is",
    "replay": "play a saved game again, and say where it parts from the rules",
    "diff": "say what differs between two games, or a game and its variant, as rules",
    "fmt": "lay rules files out in the one way",
    "rulebook": "print a rulebook for players from a game's texts, cards and numbers",
    "cards": "print the cards of a game on sheets to cut out",
    "explain": "explain the code of an error or warning",
    "lsp": "the language server, for editors",
    "bench": "measure speed, side by side with games written by hand",
}

_EXAMPLE = """\
examples:
  rulewright new tiny                a game of your own
  rulewright check tiny.rules        is it complete?
  rulewright play storm_dragons      a game that ships

`rulewright COMMAND --help` says more about each, with an example."""


def _listing() -> str:
    return "commands:\n" + "\n".join(f"  {name:10} {says}" for name, says in COMMANDS.items()) + "\n\n" + _EXAMPLE


def _main_parser() -> Parser:
    parser = Parser(
        prog="rulewright",
        usage="rulewright COMMAND ...",
        description="Write the rules as you would say them. Play them a second later.",
        epilog=_listing(),
    )
    parser.add_argument("--version", action="store_true", help="show the version")
    return parser


def command_parser(name: str) -> tuple[Parser, ModuleType]:
    """Give the parser of a command and the module that runs it. Only that module is imported: the start stays short."""
    module = import_module(f"rulewright.repl.commands.{name}")
    parser = Parser(prog=f"rulewright {name}", description=module.__doc__, epilog=module.EXAMPLE)
    module.add_words(parser)
    return parser, module


def _dispatch(words: Sequence[str], out: Output) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        out.rendered(_main_parser().format_help())
        return FINE
    name, rest = words[0], words[1:]
    if name == "--version":
        import rulewright

        out.line(f"rulewright {rulewright.__version__}")
        return FINE
    if name.startswith("-"):
        _main_parser().parse_all(words)
    if name not in COMMANDS:
        raise UsageProblem(f"rulewright: no command '{name}'{suggestion(name, COMMANDS)} (see `rulewright --help`)")
    parser, module = command_parser(name)
    if any(word in ("-h", "--help") for word in rest):
        out.rendered(parser.format_help())
        return FINE
    return module.run(parser.parse_all(rest), out)


def _guarded(words: Sequence[str], out: Output) -> int:
    """Run a command; whatever a person can cause ends in a line, never in a traceback."""
    try:
        return _dispatch(words, out)
    except UsageProblem as problem:
        out.error(("red", "error"), f": {problem}")
        return USAGE
    except KeyboardInterrupt:
        out.error("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as problem:
        from rulewright.repl.problems import report_problem

        return report_problem(problem, out)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the words of the command line; give the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _guarded(words, Output.of_process())
    except BrokenPipeError:
        # Whoever read the output has seen enough. The stream would complain once more when the process ends.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
