"""Games that broke, as saved games that stand right before the choice that breaks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.lab.batch import Crash
from rulewright.repl import saves
from rulewright.repl.session import HUMAN, Session, Step, spoken
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


def write_crashes(
    crashes: Sequence[Crash], game: Game, players: int, folder: Path, command: str
) -> Iterator[str]:
    """Write a saved game for each, and give lines that say how to go on from there.

    A game that breaks before anybody chooses has nothing to be saved; its seed is enough.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageProblem(f"{folder} cannot be written: {problem.strerror}") from None
    for crash in crashes:
        if not crash.choices:
            yield f"game {crash.game + 1} breaks at its beginning: rulewright play {command} --seed {crash.seed}"
            continue
        session = Session.start(game, players, [HUMAN] * players, crash.seed)
        session.replay([Step(choice.seat, choice.question, choice.answer) for choice in crash.choices[:-1]])
        path = folder / f"crash-{crash.seed}.json"
        saves.write(session, path, over=True)
        last = spoken(crash.choices[-1].answer)
        yield f"game {crash.game + 1}: rulewright play {command} --load {path}    then: {last}"
