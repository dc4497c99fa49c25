"""What a simulation found: as a JSON document and as lines to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.lab.batch import FINISHED, Batch, Crash
from rulewright.lab.counting import Counts, games, share_interval
from rulewright.lab.leads import evaluator
from rulewright.lab.simulate import Simulation
from rulewright.lab.usage import usage_document, usage_lines

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


def document(simulation: Simulation, game: Game, variants: list[str]) -> dict[str, Any]:
    """Give the JSON document of `sim`."""
    plan = simulation.plan
    return {
        **settings_of(game, variants),
        "players": plan.players,
        "bots": list(plan.bots),
        "wanted": plan.games,
        "interrupted": simulation.interrupted,
        "seed": plan.seed,
        **totals(simulation.total, simulation.seconds),
        "course": {name: moments.summary() for name, moments in simulation.total.course.items()},
        "leads": evaluator(game)[0] if simulation.total.watched else None,
        "watched": usage_document(simulation.total, game),
        "mirror": [check.to_json() for check in simulation.mirrors],
    }


def settings_of(game: Game, variants: list[str]) -> dict[str, Any]:
    """Give the part of a document that says which game was played."""
    return {
        "game": game.name,
        "variants": variants,
        "set_options": {name: option.value for name, option in game.options.items() if option.value != option.default},
    }


def totals(total: Batch, seconds: float) -> dict[str, Any]:
    """Give the part of a document that says what came of the games."""
    decisions = sum(value * times for value, times in total.decisions.times.items())
    wins = total.wins_by_seat()
    return {
        "games": total.games,
        "finished": sum(total.kinds.get(kind, 0) for kind in FINISHED),
        "hit_limit": total.kinds.get("limit", 0),
        "endings": {kind: total.kinds[kind] for kind in sorted(total.kinds)},
        "wins_by_seat": wins,
        "seat_advantage": (max(wins) - min(wins)) / total.games if total.games else None,
        "shared": total.shared,
        "draws": total.without_winner(),
        "endless": total.kinds.get("endless", 0),
        "errors": total.kinds.get("error", 0),
        "crashes": [crash.to_json() for crash in total.crashes],
        "forced": total.forced,
        "decisions": total.decisions.summary(),
        "turns": total.turns.summary(),
        "options": {"mean": total.options / decisions if decisions else None, "max": total.most_options},
        "measures": {name: moments.summary() for name, moments in sorted(total.measures.items())},
        "seconds": seconds,
        "games_per_second": total.games / seconds if seconds else None,
        "decisions_per_second": decisions / seconds if seconds else None,
        "digest": total.digest,
    }


def lines(simulation: Simulation, game: Game) -> Iterator[str]:
    """Give what a person reads of a simulation."""
    plan, total = simulation.plan, simulation.total
    yield f"{game.name}: {games(total.games)}, {games(plan.players, 'player')}, seed {plan.seed}"
    if not total.games:
        return
    yield ""
    yield f"  {'seat':6}{'bot':12}{'wins':>12}{'share':>9}   95% interval"
    for seat, wins in enumerate(total.wins_by_seat()):
        low, high = share_interval(wins, total.games)
        shown = f"{wins:,.0f}" if wins == int(wins) else f"{wins:,.1f}"
        yield f"  {seat + 1:<6}{plan.bots[seat]:12}{shown:>12}{wins / total.games:>9.1%}   {low:.1%} to {high:.1%}"
    for label, times in (
        ("nobody won", total.without_winner()),
        ("ran into a limit", total.kinds.get("limit", 0)),
        ("went round for ever", total.kinds.get("endless", 0)),
        ("broke", total.kinds.get("error", 0)),
    ):
        if times:
            yield f"  {label:18}{times:>12,}{times / total.games:>9.1%}"
    if total.shared:
        yield f"  Shared wins count in parts; {games(total.shared)} {'was' if total.shared == 1 else 'were'} shared."
    yield ""
    yield f"  {'a game has':16}{'mean':>10}{'median':>10}{'95% below':>12}{'most':>10}"
    yield _counts_line("decisions", total.decisions)
    if any(total.turns.times):
        yield _counts_line("turns", total.turns)
    decisions = sum(value * times for value, times in total.decisions.times.items())
    if decisions:
        yield (
            f"  {total.options / decisions:.2f} answers to a decision on average, {total.most_options:,} at most; "
            f"{total.forced / decisions:.0%} of the decisions are forced"
        )
    for name, moments in sorted(total.measures.items()):
        found = moments.summary()
        spread = "" if found["sd"] is None else f", standard deviation {found['sd']:.3g}"
        yield f"  {name}: mean {found['mean']:.4g}{spread}, {found['min']:g} to {found['max']:g}"
    if simulation.seconds:
        yield (
            f"  {simulation.seconds:.2f} s: {total.games / simulation.seconds:,.0f} games/s, "
            f"{decisions / simulation.seconds:,.0f} decisions/s"
        )
    yield f"  digest {total.digest}"
    for check in simulation.mirrors:
        yield f"  {check.line()}"
    yield from usage_lines(total, game)
    for crash in total.crashes:
        yield f"  game {crash.game + 1} (seed {crash.seed}) broke: {crash.message}"
        yield from crash_lines(crash)


def crash_lines(crash: Crash) -> Iterator[str]:
    """Give the last choices of a game that broke; all of them stand in the document."""
    for choice in crash.choices[-3:]:
        said = choice.answer if isinstance(choice.answer, str) else ", ".join(choice.answer)
        yield f"    seat {choice.seat + 1}, {choice.question} {said}"


def _counts_line(label: str, counts: Counts) -> str:
    found = counts.summary()
    if found["mean"] is None:
        return f"  {label:16}{'-':>10}"
    return f"  {label:16}{found['mean']:>10,.1f}{found['median']:>10,}{found['p95']:>12,}{found['max']:>10,}"
