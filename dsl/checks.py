"""Checks of the whole game, once everything is resolved: what is missing, goes in circles or can never be."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.check_circles import check_circles
from rulewright.dsl.check_unused import check_unused
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean


def check(game: Game, names: Names) -> None:
    """Note what is wrong with the game as a whole. What needs a sound game waits until there are no other errors."""
    _somebody_acts(game)
    _lifted_names(game)
    check_circles(game)
    if game.problems.has_errors:
        return
    _has_play_and_end(game, names)
    _stacks_say_where(game)
    _abilities_can_work(game)
    check_unused(game, names)


def _somebody_acts(game: Game) -> None:
    """A verb whose text says `you` needs somebody who does it."""
    needs = {verb for verb in game.program.verbs.values() if verb.you in game.you_read}
    around = {verb.you: verb for verb in game.program.verbs.values() if verb.you is not None}
    while (
        more := {around[passed] for verb, _, passed, _ in game.performed if verb in needs and passed in around} - needs
    ):
        needs |= more
    for verb, somebody, _, span in game.performed:
        if verb in needs and not somebody:
            related = ((verb.span, "its text says `you`"),) if verb.span is not None else ()
            third = next((t for t, base in game.symbols.third.items() if base == verb.name), verb.name)
            game.error(
                "E403", span, f"`{verb.name}` needs somebody who does it, and nobody acts here", related=related,
                hint=f"say who: `p {third} ...`, or `everyone {third} ...`",
            )  # fmt: skip


def _lifted_names(game: Game) -> None:
    """What stands after `despite` must be the name of something that forbids."""
    program = game.program
    labels = {guard.label for action in _actions(program) for guard in action.guards if guard.label}
    labels |= {guard.label for card in program.cards for guard in card.guards if guard.label}
    known = {*program.rules, *program.keywords, *labels}
    for name, span in game.lifted:
        if name not in known:
            game.error(
                "E216", span, f"nothing that could be lifted is called `{name}`",
                hint=did_you_mean(name, known) or "`despite` names a rule, a keyword, or the label of a guard: `only "
                                                  "if LABEL: ...`",
            )  # fmt: skip
        elif name in program.rules and program.rules[name].never:
            rule = program.rules[name]
            game.error(
                "E420", span, f"the rule `{name}` says `never`, so nothing lifts it",
                related=((rule.span, "here"),) if rule.span is not None else (),
            )  # fmt: skip


def _actions(program: bound.Program) -> list[bound.Action]:
    return [*program.actions.values(), *(action for card in program.cards for action in card.actions)]


def _stacks_say_where(game: Game) -> None:
    """Where cards lie on a stack, its `then:` says where they go; also the one that was countered."""
    told = set()
    for action in game.program.actions.values():
        stack = action.stack
        if stack is None or action.played_card is None or stack.then or stack in told or stack.span is None:
            continue
        told.add(stack)
        game.error(
            "E427", stack.span, f"`{action.name}` puts cards onto `{stack.name}`, and nothing says where they go from there",
            related=((action.span, "here"),) if action.span is not None else (),
            hint="`then: move this to its owner's ZONE`",
        )  # fmt: skip


def _has_play_and_end(game: Game, names: Names) -> None:
    """A game has a `play:`, and something in it decides how it ends."""
    program = game.program
    head = next(iter(names.of(n.GameDecl)), None)
    span = head.title.span if head is not None else Span(names.decls[0].span.source, 0, 0) if names.decls else None
    if span is None or head is None:
        return
    if not any(True for _ in names.of(n.PlayDecl)):
        game.error(
            "E421",
            span,
            "this game has no `play:`, so nothing is ever played",
            hint="`play:` says what happens after `setup:`",
        )
        return
    if program.ranking is None and not game.ends_game:
        game.error(
            "E422", span, "nothing decides this game: nobody ever wins or loses, and there is no ranking",
            hint="say who wins (`p wins`, `everyone wins`), or rank the players at the end of `play:` with `ranking of "
                 "player p:`",
        )  # fmt: skip
        return
    forever = next((part for part in program.play if isinstance(part, bound.Repeat) and _for_ever(part)), None)
    if forever is not None and not game.ends_game:
        game.error(
            "E422",
            forever.span,
            "this goes round for ever, and nothing ends the game",
            hint="say `repeat until C:`, or `stop if C` in it",
        )


def _for_ever(loop: bound.Repeat) -> bool:

    if loop.times is not None or loop.until is not None:
        return False
    return not any(isinstance(part, bound.Stop | bound.EndUnit) for part in walk(loop.body))


def _abilities_can_work(game: Game) -> None:
    """Abilities work in play: a game with abilities needs a zone that is in play."""
    program = game.program
    zones = [m for m in (*program.table_members, *program.player_members, *program.card_members) if m.zone is not None]
    if any(member.zone is not None and member.zone.in_play for member in zones):
        return
    holders: tuple[bound.CardDef | bound.Kind | bound.Keyword, ...] = (
        *program.cards, *program.kinds.values(), *program.keywords.values(),
    )  # fmt: skip
    for holder in holders:
        if holder.standing and holder.span is not None:
            game.warn(
                "W507", holder.span, f"the text of {_quoted(holder)} never works: no zone of this game is in play",
                hint="abilities work while their card is in play; say `, in play` at a zone",
            )  # fmt: skip
            return


def _quoted(holder: bound.CardDef | bound.Kind | bound.Keyword) -> str:
    return f'"{holder.name}"' if isinstance(holder, bound.CardDef) else f"`{holder.name}`"
