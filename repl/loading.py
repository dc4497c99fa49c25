"""The words that name a game on the command line, and the game they mean."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

import rulewright
from rulewright.repl.shipped import find_game
from rulewright.repl.usage import UsageProblem, seed_number, whole_number

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


def add_game_words(parser: argparse.ArgumentParser, *, players: bool = True, seed: bool = True) -> None:
    """Add GAME, --with, --set and, where wanted, --players and --seed."""
    parser.add_argument("game", metavar="GAME", help="a .rules file, or the name of a game that ships")
    add_variant_word(parser)
    parser.add_argument(
        "--set", dest="settings", metavar="OPTION=VALUE", action="append", default=[], help="set an option (repeatable)"
    )
    parser.add_argument(
        "--deck", dest="decks", metavar="DECK", action="append", default=[],
        help="the deck that players bring, one of the game's or a file; one for each seat, or one for all",
    )  # fmt: skip
    if players:
        parser.add_argument("--players", metavar="N", type=whole_number(1), help="how many play")
    if seed:
        parser.add_argument("--seed", metavar="N", type=seed_number, help="makes the run repeatable")


def add_variant_word(parser: argparse.ArgumentParser) -> None:
    """Add --with."""
    parser.add_argument(
        "--with",
        dest="variants",
        metavar="VARIANT",
        action="append",
        default=[],
        help="apply a house rule: a file, a title in the game's own, or the name of one that ships (repeatable)",
    )


def read_settings(words: list[str]) -> dict[str, str]:
    """Give the options set by `--set option=value`."""
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageProblem(f"'--set {word}' is not of the form --set option=value")
        if name.strip() in settings:
            raise UsageProblem(f"option '{name.strip()}' is set twice")
        settings[name.strip()] = value.strip()
    return settings


@frozen
class GameSource:
    """Where a game comes from; `load` gives it anew in any process."""

    path: Path
    variants: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    decks: tuple[str, ...] = ()

    @classmethod
    def of(cls, args: argparse.Namespace) -> GameSource:
        """Give the source that the words of a command name; a missing file is wrong usage."""
        return cls.named(args.game, args.variants, args.settings, getattr(args, "decks", []))

    @classmethod
    def named(cls, game: str, variants: list[str], settings: list[str], decks: Sequence[str] = ()) -> GameSource:
        """Give the source of a game by its words."""
        path = find_game(game)
        for variant in variants:
            # What is no path may be the title of a variant in the game's own files.
            if not Path(variant).is_file() and (variant.endswith(".rules") or len(Path(variant).parts) > 1):
                raise UsageProblem(f"there is no file '{variant}' (--with)")
        for deck in decks:
            if not Path(deck).is_file() and (deck.endswith(".rules") or len(Path(deck).parts) > 1):
                raise UsageProblem(f"there is no file '{deck}' (--deck)")
        return cls(path, tuple(variants), tuple(read_settings(settings).items()), tuple(decks))

    @property
    def word(self) -> str:
        """The name of a game that ships, or of the file: what a save tells of where its rules came from."""
        shipped = next((name for name, path in rulewright.shipped_games().items() if path == self.path), None)
        return shipped or self.path.name

    def loader(self) -> Callable[[], Game]:
        """Give a function that loads the game and can be sent to another process."""
        return partial(
            rulewright.load, str(self.path), variants=self.variants, options=dict(self.settings), decks=self.decks
        )

    def load(self) -> Game:
        """Load the game. Errors of the rules are raised as they are; an unknown option is wrong usage."""
        try:
            return self.loader()()
        except rulewright.UsageError as problem:
            raise UsageProblem(str(problem)) from None


def check_players(game: Game, players: int | None) -> int:
    """Give the number of players, or say what the game takes."""
    if players is None:
        return game.min_players
    if not game.min_players <= players <= game.max_players:
        wanted = (
            str(game.min_players)
            if game.min_players == game.max_players
            else f"{game.min_players} to {game.max_players}"
        )
        rules = f" with {', '.join(title for title, _ in game.house_rules)}" if game.house_rules else ""
        raise UsageProblem(f"{game.name}{rules} is for {wanted} players, not {players}")
    return players
