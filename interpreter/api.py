"""Loading and checking rules files: what `import rulewright` offers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from importlib.resources import files as resource_files
from pathlib import Path
from typing import Any

import attrs

from rulewright.dsl.deck_files import read_deck
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.includes import SUFFIX, Files
from rulewright.dsl.loading import CheckResult, LoadResult, load_program
from rulewright.dsl.loading import check_paths as check_with
from rulewright.dsl.variant_files import find_variant, known_variants
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.decks import BroughtDeck, deck_of
from rulewright.interpreter.errors import RulesError, UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.instance import settle
from rulewright.interpreter.probe import probe

_GAME_LINE = re.compile(r'^game\s+"', re.MULTILINE)


def library() -> Path:
    """The folder of the games that ship: `use "common/standard_deck.rules"` and `variant ..
    of "hearts.rules"` find them there."""
    return Path(str(resource_files("rulewright.games")))


def shipped_games() -> dict[str, Path]:
    """The games that ship, by name (`storm_dragons`, `hearts`); files that only others use are no games."""
    found = {}
    for path in sorted(library().rglob("*.rules")):
        if _GAME_LINE.search(path.read_bytes().decode("utf-8", "replace")):
            found[path.stem] = path
    return found


def shipped_variants(name: str | os.PathLike[str]) -> dict[str, Path]:
    """The house rules that ship with a game or lie beside it, by the name that `variants` and `--with` take."""
    return known_variants(find_game(name), library())


def find_game(name: str | os.PathLike[str]) -> Path:
    """The file of a game given by path or by the name of one that ships; UsageError if there is none."""
    path = Path(name)
    if path.exists():
        return path
    shipped = shipped_games()
    if str(name) in shipped:
        return shipped[str(name)]
    from rulewright.dsl.suggest import nearest

    meant = nearest(str(name), list(shipped))
    hint = f"; did you mean '{meant}'?" if meant else f"; games that ship: {', '.join(shipped)}"
    raise UsageError(f"there is no file and no shipped game '{name}'{hint}")


def load(name: str | os.PathLike[str], variants: Sequence[str | os.PathLike[str]] = (),
         options: Mapping[str, Any] | None = None, decks: Sequence[str | Mapping[str, int]] = ()) -> Game:
    """Read, check and prepare a game.

    name: a path or the name of a shipped game; variants: files, names or titles of house rules; options: values by name
    (texts or values); decks: those that players bring, one for each seat or one for all: the name of one of the game's,
    a file, or how many there are of each card. Raises RulesError with all diagnostics if the rules have errors,
    UsageError for what is wrong outside the rules.
    """
    path = find_game(name)
    result = load_program(path, BUILTINS, tuple(str(v) for v in variants), library())
    if result.program is None:
        raise RulesError(result.diagnostics, result.sources)
    digest = blake2b(digest_size=16)
    for text in sorted(source.text for source in result.sources):
        digest.update(text.encode())
    game = Game(result.program, options, digest.hexdigest(), tuple(str(v) for v in variants))
    game.loaded = result
    return game.with_decks([_deck(one, game) for one in decks]) if decks else game


def _deck(word: str | Mapping[str, int], game: Game) -> str | BroughtDeck | Mapping[str, int]:
    """The deck that is meant: by name, or in a file."""
    if not isinstance(word, str) or word in game.program.built_decks:
        return word
    path = Path(word)
    if not (path.is_file() or word.endswith(SUFFIX) or len(path.parts) > 1) or game.loaded is None:
        return word
    assert game.loaded.resolved is not None
    found = read_deck(path, game.loaded.resolved, game.loaded.base, game.loaded.variant_files, library())
    if found.deck is None:
        raise RulesError(found.diagnostics, (*game.loaded.sources, *found.sources))
    return deck_of(settle(game.program, game.min_players, game.option_values, (), {}), found.deck)


def files_of(name: str | os.PathLike[str], variants: Sequence[str | os.PathLike[str]] = ()) -> list[Path]:
    """The files that a game is read from: its own, those it uses, and its variants; as far as they can be read."""
    files = Files(library())
    game = find_game(name)
    for path in (game, *(find_variant(game, str(v), library()) for v in variants)):
        read = None if path is None else files.read(path)
        if read is not None:
            files.with_uses(read)
    return list(files.paths)


def load_files(name: str | os.PathLike[str], variants: Sequence[str | os.PathLike[str]] = ()) -> LoadResult:
    """Read and check a game with its variants; give its files. Raises RulesError if the rules have errors."""
    result = load_program(find_game(name), BUILTINS, tuple(str(v) for v in variants), library())
    if result.program is None:
        raise RulesError(result.diagnostics, result.sources)
    return result


def check_paths(paths: Iterable[str | os.PathLike[str]]) -> CheckResult:
    """Check files and folders; every diagnostic, with the sources that the renderer needs.

    Games without errors are also prepared for play, and their set-up is run once.
    """
    result = check_with([Path(p) for p in paths], BUILTINS, library())
    more = dict.fromkeys(d for loaded in result.loaded for d in probe(loaded))
    found = tuple(sorted(dict.fromkeys((*result.diagnostics, *more)), key=Diagnostic.sort_key))
    return attrs.evolve(result, diagnostics=found)
