"""Wrong usage of the command line: one line that says what is wrong, and what was probably meant."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from rulewright.dsl.suggest import nearest


class UsageProblem(Exception):
    """The command was used wrongly; its text is the one line shown. Exit status 2."""


def suggestion(word: str, candidates: Iterable[str]) -> str:
    """Give ` (did you mean ...?)`, or nothing."""
    found = nearest(word, candidates)
    return f"; did you mean '{found}'?" if found else ""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageProblem instead of leaving the process."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        keywords.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        keywords.setdefault("allow_abbrev", False)
        super().__init__(*args, **keywords)

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(f"{self.prog}: {message} (see `{self.prog} --help`)")

    def option_names(self) -> list[str]:
        """Give every spelling of every option."""
        return [name for action in self._actions for name in action.option_strings]

    def parse_all(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse words of which none may be left over."""
        known, rest = self.parse_known_args(list(words))
        if rest:
            word = rest[0]
            if word.startswith("-") and word != "-":
                name = word.partition("=")[0]
                meant = suggestion(name, self.option_names())
                raise UsageProblem(f"{self.prog}: unknown option '{name}'{meant} (see `{self.prog} --help`)")
            raise UsageProblem(f"{self.prog}: one word too many: '{word}' (see `{self.prog} --help`)")
        return known


class OnePerSeat(argparse.Action):
    """Words for seats, in one go (`--bots greedy,random`) or one after the other (`--bots greedy --bots random`)."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Put what is named behind what was named before; the first takes the place of the default."""
        given = f"{self.dest} given"
        setattr(namespace, self.dest, f"{getattr(namespace, self.dest)},{values}" if hasattr(namespace, given) else values)
        setattr(namespace, given, True)


def whole_number(low: int, high: int | None = None) -> Any:
    """Give an argument type for whole numbers in a range."""

    def number(text: str) -> int:
        try:
            value = int(text.replace("_", "").replace(",", ""), 10)
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None
        if value < low or (high is not None and value > high):
            limits = f"{low} or more" if high is None else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"{value} is not possible here: {limits}")
        return value

    return number


def seed_number(text: str) -> int:
    """Read a seed: a whole number, decimal or with 0x."""
    try:
        value = int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a seed: give a whole number") from None
    if value < 0 or value >= 1 << 128:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 2^128 - 1")
    return value
