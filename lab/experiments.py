"""Experiments: many games are played, and what the rules file claims of them holds, fails, or is not decided yet.

A claim about a share or a mean is about all games that could be played: it holds if the 95% interval lies inside what
is claimed, fails if it lies outside, and is undecided otherwise. How many games are played stands in the rules, or they
say how precise the figures must be: then it is looked after 100, 200, 400 ... games, at a level shared over the looks,
until every share is known to so many points and every mean to such a part of itself. Who interrupts the games gets the
figures of those that were played; only what one of them refutes is decided then, since the others were to count as well.

A claim about the longest, shortest ... game is about the games played: one of them is enough to refute it, and its seed
is told.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf, sqrt
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from rulewright.dsl.bound_tests import SHARES, STATISTICS, Claim, Experiment, Statistic
from rulewright.interpreter.chance import derive_seed
from rulewright.lab.batch import Batch, Result
from rulewright.lab.counting import Counts, games, share_interval
from rulewright.lab.intervals import LEVEL, boundary
from rulewright.lab.simulate import Plan, Simulation

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_FIRST_LOOK = 100
_LOOKS = 11
# With fewer games the intervals of means cannot be trusted.
_FEWEST_FOR_MEANS = 20
_MOST_CENSORED = 0.01
_EXTREMES = ("longest_game", "shortest_game", "most_turns", "fewest_turns")


@frozen
class Verdict:
    """What came of one claim: "passed", "failed" or "undecided", and why in a line. by_a_game: one game has refuted it."""

    outcome: str
    message: str
    by_a_game: bool = False


@frozen
class Judgement:
    """What came of an experiment: a verdict for each claim, in their order, or a single one if no claim can be judged."""

    verdicts: tuple[Verdict, ...]
    interrupted: bool = False


@define
class Extremes:
    """The games with the most and the fewest decisions and turns, for telling their seeds."""

    found: dict[str, tuple[int, int]] = field(factory=dict)  # name of the statistic -> (value, seed)

    def add(self, result: Result) -> None:
        """Look at one more game."""
        if result.kind == "error":
            return
        for name, value, better in (
            ("longest_game", result.decisions, max),
            ("shortest_game", result.decisions, min),
            ("most_turns", result.turns, max),
            ("fewest_turns", result.turns, min),
        ):
            known = self.found.get(name)
            if known is None or (value != known[0] and better(value, known[0]) == value):
                self.found[name] = (value, result.seed)


def run_experiment(
    experiment: Experiment,
    game: Game,
    jobs: int = 1,
    load: Callable[[], Game] | None = None,
    on_games: Callable[[int, int], Any] = lambda done, most: None,
) -> Judgement:
    """Play an experiment's games and give a verdict for each claim; `game` is the one of the experiment's program.

    load: gives the game anew in another process (jobs of more than 1). on_games: is told how many games have been played,
    and how many it will be at most. Games that break are a failure whatever was claimed.
    """
    run = experiment.run
    names = run.bots or ("random",)
    bots = names if len(names) == run.players else (names[0],) * run.players
    seed = derive_seed(0, "experiment", experiment.title)
    looks = () if run.games is not None else tuple(_FIRST_LOOK << look for look in range(_LOOKS))
    most = run.games or looks[-1]
    plan = Plan(load or (lambda: game), run.players, tuple(bots), seed, most, rows=True, looks=looks)
    simulation, extremes = Simulation.of(plan), Extremes()
    z = boundary(len(looks) or 1, LEVEL)

    def take(batch: Batch, done: int) -> None:
        for row in batch.rows or ():
            extremes.add(row)
        on_games(done, most)

    def enough(total: Batch) -> bool:
        return all(_known(claim.statistic, total, z, run.precision or 0.0) for claim in experiment.claims)

    simulation.play(game, jobs, take, enough=enough)
    total, interrupted = simulation.total, simulation.interrupted
    if simulation.broken:
        return Judgement((Verdict("failed", "a process was ended from outside (out of memory?)"),))
    if total.kinds.get("error"):
        crash = total.crashes[0]
        told = f"game {crash.game + 1} (seed {crash.seed}): {crash.message}"
        return Judgement((Verdict("failed", f"{games(total.kinds['error'])} broke; {told}"),), interrupted)
    if not total.games:
        return Judgement((Verdict("undecided", "interrupted before a game had ended"),), interrupted)
    verdicts = [judge(claim, total, extremes, z) for claim in experiment.claims]
    played = f"{games(total.games)} between bots {', '.join(dict.fromkeys(bots))}"
    if interrupted:
        played += ", then interrupted"
        verdicts = [one if one.by_a_game else evolve(one, outcome="undecided") for one in verdicts]
    elif looks and not enough(total):
        played += f", which is not known to {run.precision:.1%} even so"
    return Judgement(tuple(evolve(one, message=f"{one.message} ({played})") for one in verdicts), interrupted)


def _known(statistic: Statistic, total: Batch, z: float, precision: float) -> bool:
    """Say whether a figure is known well enough; what only games that were played can say is known at once."""
    if statistic.name in _EXTREMES:
        return True
    estimate, low, high, _ = _interval(statistic, total, z)
    if estimate is None:
        return False
    return (high - low) / 2 <= precision * (1.0 if statistic.name in SHARES else abs(estimate))


def judge(claim: Claim, total: Batch, extremes: Extremes, z: float) -> Verdict:
    """Give the verdict on one claim; z: how many standard errors an interval reaches to either side."""
    statistic = claim.statistic
    name, wanted = describe(statistic), _range(claim)
    if statistic.name in _EXTREMES:
        value, seed = extremes.found[statistic.name]
        if _inside(claim, value):
            return Verdict("passed", f"{name} is {value}, as claimed: {wanted}")
        return Verdict("failed", f"{name} is {value} (seed {seed}), which is not {wanted}", by_a_game=True)
    estimate, low, high, n = _interval(statistic, total, z)
    if estimate is None:
        return Verdict("undecided", f"{name} came up in no game")
    shown = f"{name} is {_number(statistic, estimate)} ({_number(statistic, low)} to {_number(statistic, high)})"
    censored = (total.kinds.get("limit", 0) + total.kinds.get("endless", 0)) / total.games
    if statistic.name in ("average_game", "average_turns") and censored > _MOST_CENSORED:
        shown += f", where {censored:.1%} of the games were cut off by a limit"
    least, most = _bounds(claim)
    if _inside(claim, low) and _inside(claim, high):
        return Verdict("passed", f"{shown}, as claimed: {wanted}")
    if high < least or low > most or (claim.strict and (high == least or low == most)):
        return Verdict("failed", f"{shown}, which is not {wanted}")
    return Verdict("undecided", f"{shown}, claimed is {wanted}; {_games_needed(estimate, low, high, claim, n)}")


def describe(statistic: Statistic) -> str:
    """Give the statistic in words."""
    if statistic.name == "win_share":
        return f"the win share of seat {(statistic.seat or 0) + 1}"
    if statistic.name == "measure":
        return f"the mean of '{statistic.title}'"
    return STATISTICS[statistic.name]


def _number(statistic: Statistic, value: float) -> str:
    return f"{value:.1%}" if statistic.name in SHARES else f"{value:.4g}"


def _bounds(claim: Claim) -> tuple[float, float]:
    return -inf if claim.low is None else claim.low, inf if claim.high is None else claim.high


def _inside(claim: Claim, value: float) -> bool:
    low, high = _bounds(claim)
    return low < value < high if claim.strict else low <= value <= high


def _range(claim: Claim) -> str:
    low, high = (None if value is None else _number(claim.statistic, value) for value in (claim.low, claim.high))
    if low is None:
        return f"{'below' if claim.strict else 'at most'} {high}"
    if high is None:
        return f"{'above' if claim.strict else 'at least'} {low}"
    return f"between {low} and {high}"


def _interval(statistic: Statistic, total: Batch, z: float) -> tuple[float | None, float, float, int]:
    """Give estimate, both ends of the interval, and the number of games it rests on."""
    n = total.games
    times: float | None = None
    if statistic.name == "win_share":
        times = total.wins_by_seat()[statistic.seat or 0]
    elif statistic.name == "draw_share":
        times = total.without_winner()
    elif statistic.name == "shared_share":
        times = total.shared
    elif statistic.name == "unfinished_share":
        times = total.kinds.get("limit", 0) + total.kinds.get("endless", 0)
    if times is not None:
        return times / n, *share_interval(times, n, z), n
    if statistic.name == "measure":
        moments = total.measures.get(statistic.title or "")
        if moments is None or not moments.n:
            return None, -inf, inf, 0
        found = moments.summary()
        return _mean_interval(found["mean"], found["sd"], moments.n, z)
    counts = total.decisions if statistic.name == "average_game" else total.turns
    return _mean_interval(counts.mean(), _spread(counts), counts.n, z)


def _spread(counts: Counts) -> float | None:
    n, mean = counts.n, counts.mean()
    if mean is None or n < 2:
        return None
    return sqrt(sum(times * (value - mean) ** 2 for value, times in counts.times.items()) / (n - 1))


def _mean_interval(
    mean: float | None, spread: float | None, n: int, z: float
) -> tuple[float | None, float, float, int]:
    if mean is None or spread is None or n < _FEWEST_FOR_MEANS:
        return mean, -inf, inf, n
    half = z * spread / sqrt(n)
    return mean, mean - half, mean + half, n


def _games_needed(estimate: float, low: float, high: float, claim: Claim, n: int) -> str:
    least, most = _bounds(claim)
    if least == most:
        return "no number of games shows that it is exactly so: claim a range, `is between A and B` or `< N`"
    distance = min(abs(estimate - bound) for bound in (least, most))
    half = (high - low) / 2
    if not distance or half == inf:
        return "more games would have to tell"
    return f"about {ceil(n * (half / distance) ** 2 / 100) * 100:,} games would decide"
