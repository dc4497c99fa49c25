"""The shortest game and the shortest scenario that show a trouble, found by Hypothesis.

Games are told by their seed and answers, scenarios by their lines and the cards in them; Hypothesis leaves out and makes
smaller whatever is not needed. How much is tried is counted, not timed: so the same is found everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any, TypeVar

from attrs import evolve
from hypothesis import Phase, core, find, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import NoSuchExample

from rulewright.dsl import bound_tests as t
from rulewright.interpreter.export_match import Match
from rulewright.interpreter.export_scenario import exported, played
from rulewright.interpreter.export_text import Exported
from rulewright.interpreter.scenario_program import Prepared, prepare
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_words import Failure
from rulewright.lab.fuzz import Finding, Run, Trouble, Watch

MOST_GAMES = 400
_MOST_SCENARIOS = 400
_LONGEST = 400  # decisions; of longer games Hypothesis would keep only the beginning
_SEEDS = 1 << 64

T = TypeVar("T")


class _Enough(BaseException):
    """So much was tried that it has to do. No `Exception`: Hypothesis would take it for what it looks for."""


def shrink(strategy: st.SearchStrategy[T], known: Sequence[Any], fits: Callable[[T], bool], most: int) -> None:
    """Try smaller and smaller values that fit, `most` in all, from one on that is known by the choices that draw it.

    `fits` is told each and remembers what it wants.
    """
    tried = 0

    def counted(value: T) -> bool:
        nonlocal tried
        tried += 1
        if tried > most:
            raise _Enough
        return fits(value)

    # What is known is put where Hypothesis keeps values that can perhaps be made smaller.
    database = InMemoryExampleDatabase()
    database.save(b"known.secondary", choices_to_bytes(known))
    how = settings(
        database=database, derandomize=False, deadline=None, max_examples=1, phases=(Phase.reuse, Phase.shrink),
        print_blob=False,
    )  # fmt: skip
    # With a seed of its own `find` does not look into a database; this is the seed of `--hypothesis-seed`.
    before = core.global_force_seed
    core.global_force_seed = 0  # type: ignore[assignment]
    try:
        find(strategy, counted, settings=how, database_key=b"known")
    except (NoSuchExample, _Enough):
        pass
    finally:
        core.global_force_seed = before


# ------------------------------------------------------------------ games


def shorter_game(watch: Watch, trouble: Trouble, run: Run) -> Run:
    """Give the shortest game found with the same trouble; the one given if there is none."""
    best = [run]
    @st.composite
    def games(draw: Any) -> Run | None:
        seed = draw(st.integers(0, _SEEDS - 1))
        found, played_run, _ = watch.follow(
            run.players, seed, lambda state: draw(st.integers(0, min(state.n_options, _SEEDS) - 1)), _LONGEST
        )
        return played_run if found is not None and found.key == trouble.key else None

    # The choices that draw the game that is known: its seed, and the answers that were not forced.
    answers = _choices(watch, run)
    if len(answers) > _LONGEST:
        return run

    def fits(found: Run | None) -> bool:
        if found is None:
            return False
        if (len(found.answers), found.seed) <= (len(best[0].answers), best[0].seed):
            best[0] = found
        return True

    # A game that hangs takes as long as the limit on steps allows, each time.
    most = MOST_GAMES if trouble.kind not in ("hang", "deadlock") else MOST_GAMES // 16
    shrink(games(), [run.seed, *answers], fits, most)
    return best[0]


def _choices(watch: Watch, run: Run) -> list[int]:
    """The answers of a game that somebody chose, by number."""
    found: list[int] = []

    def choose(state: Any) -> int | None:
        # The game's answers are numbered with forced ones among them, which the engine has given by now.
        if state.n_decisions >= len(run.answers):
            return None
        found.append(_number(state, run.answers[state.n_decisions]))
        return found[-1]

    watch.follow(run.players, run.seed, choose)
    return found


def _number(state: Any, answer: Any) -> int:
    """The number of an answer that may be told by the places of what it chooses."""
    if not isinstance(answer, tuple | list):
        return int(answer)
    decision = state.decision
    wanted = tuple(state.opts[place] for place in answer)
    return next(i for i in range(state.n_options) if decision.options[i].data == wanted)


# ------------------------------------------------------------------ scenarios


def finding(watch: Watch, trouble: Trouble, run: Run) -> Finding:
    """Give the finding for a trouble: the shortest game, written as the shortest scenario that still fails so."""
    shortest = run if trouble.kind == "cards" else shorter_game(watch, trouble, run)
    match = Match.replayed(watch.game, shortest.players, shortest.seed, shortest.answers)
    title = _title(trouble)
    tail = []
    if trouble.seat is not None:
        # The last turn of whoever is idle: it begins, and nobody but the others decides anything. (The turn of the next
        # one may begin before anybody is asked; that one's choice would be no trouble.)
        turns = [b.step for b in match.beginnings if b.seat == trouble.seat]
        if turns:
            match = Match.replayed(watch.game, shortest.players, shortest.seed, shortest.answers[: turns[-1]])
        tail.append(f"expect {match.end.names[trouble.seat]} decides")

    def shows(runner: Runner, failure: Failure | None) -> bool:
        if trouble.kind == "cards":
            return failure is None
        if failure is None:
            return False
        said = " ".join(failure.lines)
        wanted = {
            "crash": "the rules break here",
            "hang": "here the game never ends",
            "deadlock": "here the game never ends",
            # Not already by what is given: of cards that are left out nobody knows where they would be.
            "invariant": f"after this {trouble.message}",
            "idle": "has no choice before anybody else",
        }[trouble.kind]
        return wanted in said and (trouble.kind != "crash" or trouble.message.partition(": ")[2] in said)

    written = exported(match, title, shows, tail=tail, whose=trouble.seat)
    if written is None:
        return Finding(trouble, shortest, "")
    written.doc = trouble.message.replace('"', "'")
    if trouble.kind not in ("idle", "cards"):
        shorten(written, shows, _MOST_SCENARIOS if trouble.kind not in ("hang", "deadlock") else _MOST_SCENARIOS // 16)
    return Finding(trouble, shortest, written.text())


def _title(trouble: Trouble) -> str:
    # Of a file its name alone: a scenario says nothing of the machine that it was found on.
    file = PurePath(trouble.rule).name
    where = f" ({file})" if file else ""
    return f"{trouble.kind}{where}"


def shorten(written: Exported, shows: Callable[[Runner, Failure | None], bool], most: int) -> None:
    """Leave out every line, and every card in a line, that is not needed for the scenario to fail as it does."""
    scenario = written.scenario
    assert scenario is not None
    prepared = prepare([scenario])
    heads = len(scenario.lines) - len(written.lines)
    head, lines = scenario.lines[:heads], scenario.lines[heads:]

    def still(chosen: tuple[t.Line, ...]) -> bool:
        scenario.lines = (*head, *chosen)
        return shows(*_played(scenario, prepared))

    kept = fewest(len(lines), lambda flags: still(tuple(x for x, flag in zip(lines, flags, strict=True) if flag)), most)
    lines = tuple(x for x, flag in zip(lines, kept, strict=True) if flag)
    texts = [x for x, flag in zip(written.lines, kept, strict=True) if flag]
    for place, line in enumerate(lines):
        if isinstance(line, t.GivenCards | t.GivenDraws) and len(line.cards) > 1:
            before, after, cards = lines[:place], lines[place + 1 :], line.cards

            def fewer(flags: tuple[bool, ...], line: Any = line, before: Any = before, after: Any = after) -> Any:
                return (*before, evolve(line, cards=_flagged(line.cards, flags)), *after)

            flags = fewest(len(cards), lambda flags, fewer=fewer: any(flags) and still(fewer(flags)), most)  # type: ignore[misc]
            lines = fewer(flags)
            texts[place] = (_without(texts[place][0], flags), texts[place][1])
    scenario.lines = (*head, *lines)
    written.lines = texts


def _played(scenario: t.Scenario, prepared: Prepared) -> tuple[Runner, Failure | None]:
    return played(scenario, prepared)


def _flagged(items: tuple[T, ...], flags: tuple[bool, ...]) -> tuple[T, ...]:
    return tuple(x for x, flag in zip(items, flags, strict=True) if flag)


def _without(text: str, flags: tuple[bool, ...]) -> str:
    """A `given` line with those of its cards that are flagged."""
    first = text.index('"')
    cards = re.findall(r'"[^"]*"(?: as \w+)?', text[first:])
    kept = _flagged(tuple(cards), flags)
    head = text[:first]
    if len(kept) == 1:
        head = re.sub(r"next cards (from .*) are $", r"next card \1 is ", head)
    return head + ", ".join(kept)


def fewest(n: int, fits: Callable[[tuple[bool, ...]], bool], most: int = _MOST_SCENARIOS) -> tuple[bool, ...]:
    """Give flags with as few of them set as can be found, that still fit; all set ones must fit."""
    best = [(True,) * n]

    def counted(flags: tuple[bool, ...]) -> bool:
        if not fits(flags):
            return False
        if sum(flags) < sum(best[0]):
            best[0] = flags
        return True

    if n:
        shrink(st.tuples(*[st.booleans()] * n), [True] * n, counted, most)
    return best[0]
