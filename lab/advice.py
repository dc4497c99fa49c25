"""What a bot would do in somebody's place, and why: what it tried, and what that brought."""

from __future__ import annotations

from attrs import frozen

from rulewright.lab.bots import Bot, LookAhead, Position, Weighed, by_playout
from rulewright.lab.mcts import SearchBot
from rulewright.lab.streams import Stream

_SHOWN = 3


@frozen
class Advice:
    """The index of an answer, and the reasons for it, a line each."""

    answer: int
    reasons: tuple[str, ...]


def advise(bot: Bot, position: Position, seed: int, number: int) -> Advice:
    """Give what the bot answers to the seat's decision `number` of the match with that seed, and why.

    The bot is given what its seat may know and nothing else.
    """
    if isinstance(bot, LookAhead):
        stream = Stream(seed, "bot", position.seat, number)
        weighed = bot.weighed(position, stream)
        answer = stream.pick(weighed.best)
        return Advice(answer, tuple(_looked_ahead(bot, position, weighed, answer)))
    if isinstance(bot, SearchBot):
        answer, root, mixed = bot.searched(position, seed, number)
        options = position.decision.options
        if mixed is not None:
            often = sorted(range(len(mixed)), key=lambda place: -mixed[place])[:_SHOWN]
            lines = [f"{100 * mixed[place]:.0f}%  {options[place].text}" for place in often]
            return Advice(answer, ("the whole game was gone through; answered so often, nobody can gain on you:", *lines))
        most = sorted(root.arms.items(), key=lambda item: -item[1].visits)[:_SHOWN]
        lines = [
            f"'{options[place].text}' was followed {arm.visits:,} times and brought {100 * arm.reward / arm.visits:.0f}%"
            " of a win"
            for place, arm in most
            if arm.visits
        ]
        return Advice(answer, (f"up to {bot.iterations:,} lines of play were searched", *lines))
    return Advice(bot.answer(position, seed, number), (f"{bot.name} gives no reasons",))


def _looked_ahead(bot: LookAhead, position: Position, weighed: Weighed, answer: int) -> list[str]:
    options = position.decision.options
    tried, there_are = len(weighed.candidates), position.n_options
    likes = f"what the bot {bot.name} prefers (`prefer` in the rules)"
    lines = []
    if tried < there_are and weighed.liked is None:
        lines.append(f"of the {there_are:,} answers a sample of {tried} was tried")
    elif tried == 1 < there_are:
        return [f"{likes} comes before all else: this one of the {there_are} answers"]
    elif tried < there_are:
        alike = "; they are as good as each other" if weighed.means is None else ""
        lines.append(f"{likes} leaves {tried} of the {there_are:,} answers{alike}")
    if weighed.means is None:
        return lines or ["nothing speaks for one answer more than for another"]
    # Of equal ones the chosen one first.
    ranked = sorted(weighed.ranked, key=lambda row: (-row[1], -row[0], row[2] != answer))
    if bot.evaluate is by_playout:
        times = "once" if weighed.rounds == 1 else f"{weighed.rounds} times"
        lines.append(f"after each answer the game was played to its end by chance {times}, on tables that fit what you know;")
        lines.append("how far ahead of the best of the others you were then, on average (the more the better):")
    else:
        tables = "a table that fits" if weighed.rounds == 1 else f"{weighed.rounds} tables that fit"
        fewer = ", the worse half each time on no more" if min(weighed.tries) < weighed.rounds else ""
        lines.append(f"each answer was tried on {tables} what you know{fewer};")
        lines.append(f"what the bot {bot.name} (`value` in the rules) gave for where it led, on average (the more the better):")
    lines += [f"  {mean:+.2f}  {options[place].text}" for mean, _, place in ranked[:_SHOWN]]
    if len(ranked) > _SHOWN:
        lines.append(f"  {ranked[-1][0]:+.2f}  {options[ranked[-1][2]].text} (the worst)")
    if len(ranked) > 1 and ranked[0][0] == ranked[-1][0]:
        lines.append("it could not tell them apart")
    return lines
