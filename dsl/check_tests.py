"""Checks of what is said about a game: scenarios and situations, invariants, measures, experiments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.inflect import with_s
from rulewright.dsl.resolve_givens import HOW_GIVEN
from rulewright.dsl.resolve_names import Names
from rulewright.dsl.said_alone import several_alone
from rulewright.dsl.said_otherwise import verb_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import is_error, name_of
from rulewright.dsl.types import (
    CARD,
    PLAYER,
    CardType,
    LineType,
    ListType,
    NothingType,
    PieceType,
    PlayerType,
    SpaceType,
    ZoneType,
)
from rulewright.dsl.unseen import is_unseen
from rulewright.dsl.visitor import walk

# What a script's player may do at a question without naming an action.
ANSWERS = ("pass", "passes", "decline", "declines", "stop", "stops")
BOTS = ("random", "greedy", "mcts")


def check_tests(game: Game, names: Names) -> None:
    """Note names and values in tests that mean nothing."""
    _Tests(game, names).check()


def check_script(game: Game, decls: tuple[n.Decl, ...], script: n.ScenarioDecl) -> None:
    """Note names and values that mean nothing in a scenario (and its situations) under variants; `game` has them."""
    tests = _Tests(game, Names(game, decls))
    for part in reversed(tests.chain(script)):
        tests.script(part)


_LINES = {
    "when": 'somebody simply does something: `Ann plays "X"`',
    "then": "what must hold then: `expect CONDITION`",
    **dict.fromkeys(("set", "let", "put", "assume"),
                    "what the table is like: `given Ann's coins are 3`, `given Ann's hand is \"X\"`"),
    **dict.fromkeys(("assert", "check", "verify", "ensure", "expects"), "what must hold: `expect CONDITION`"),
    **dict.fromkeys(("move", "draw", "shuffle", "roll", "reveal", "create"), "a verb is done by `make ...`: `make Ann draw 2`"),
}
"""What lines of scripts are meant to say that begin so, where the game has no player of that name."""


class _Tests:
    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names
        self.situations = {d.title.text: d for d in names.of(n.SituationDecl)}

    @cached_property
    def labels(self) -> set[str]:
        """What `choose one:` offers by a text of its own."""
        return {str(node.label) for decl in self.names.decls for node in walk(decl) if isinstance(node, n.LabelledItem)}

    def check(self) -> None:
        """Check everything."""
        for decl in self.names.of(n.SituationDecl, n.ScenarioDecl):
            if decl.title.span.source in self.game.other_scripts:
                continue
            if self.names.once("test", decl.title.text, decl.title.span) and self._is_ours(decl):
                self.script(decl)
        for decl in self.names.of(n.InvariantDecl):
            for condition in decl.conditions:
                self._condition(condition, Scope(nobody_acts="an invariant holds for everybody"))
        for decl in self.names.of(n.MeasureDecl):
            # What is measured of each player has the title with the seat behind it too (interpreter/measures.py).
            seats = range(1, self.game.program.max_players + 1) if decl.variable is not None else ()
            titles = (decl.title.text, *(f"{decl.title.text}, seat {seat}" for seat in seats))
            if all(self.names.once("measure", title, decl.title.span) for title in titles):
                self._measure(decl)
        for decl in self.names.of(n.ExperimentDecl):
            if decl.title.span.source in self.game.other_scripts:
                continue
            for line in decl.lines:
                if isinstance(line, n.PlayGamesItem):
                    self._play_games(line)

    # ---------------------------------------------------------------- scenarios

    def _is_ours(self, decl: n.SituationDecl | n.ScenarioDecl) -> bool:
        """Whether the script is about this game: not of its base, and not under variants of its own."""
        return decl.title.span.source not in self.game.other_scripts and not any(d.variants for d in self.chain(decl))

    def chain(self, decl: n.SituationDecl | n.ScenarioDecl) -> list[n.SituationDecl | n.ScenarioDecl]:
        """Give the script and the situations it is from, the nearest first."""
        chain: list[n.SituationDecl | n.ScenarioDecl] = [decl]
        while (base := self._base(chain[-1])) is not None and base not in chain:
            chain.append(base)
        return chain

    def _base(self, decl: n.SituationDecl | n.ScenarioDecl) -> n.SituationDecl | None:
        if decl.base is None:
            return None
        base = self.situations.get(decl.base.text)
        if base is None:
            hint = did_you_mean(decl.base.text, self.situations)
            self.game.error(
                "E217",
                decl.base.span,
                f'there is no situation "{decl.base.text}"',
                hint=hint.replace("`", '"') if hint else None,
            )
        return base

    def _scope(self, decl: n.SituationDecl | n.ScenarioDecl) -> Scope:
        """Give the scope of a script: its players, and what its situation names."""
        chain = self.chain(decl)
        players = next((d.players for d in chain if d.players), ())
        known = all(d.base is None or d.base.text in self.situations for d in chain)
        if not players and known:
            self.game.error(
                "E419",
                decl.title.span,
                "this test does not say who plays",
                hint="`with Ann, Bob` in its first line, or a situation that says so",
            )
        program = self.game.program
        if players and not program.min_players <= len(players) <= program.max_players:
            most = f" to {program.max_players}" if program.max_players != program.min_players else ""
            self.game.error(
                "E310",
                decl.title.span,
                f"this game is for {program.min_players}{most} players, and here are {len(players)}",
            )
        constants: dict[str, bound.Expr] = {}
        for seat, player in enumerate(players):
            constants[player.text] = bound.Const(PLAYER, player.span, seat)
        for earlier in reversed(chain):
            for line in earlier.lines:
                for name, value in _named(line):
                    kind = (
                        program.kinds.get(value.kind.text)
                        if isinstance(value, n.GivenMadeItem)
                        else self._kind_of(value.value)
                    )
                    of = CARD if kind is None else CardType(kind.name)
                    constants[name.text] = bound.Const(of, name.span, None)
        return Scope(
            constants=constants, acts=True, chance=True, nobody_acts="in a script nobody acts; say who does it"
        )

    def _kind_of(self, node: n.Expr) -> bound.Kind | None:
        return self.game.expressions.kind_of_card(node.value) if isinstance(node, n.TextExpr) else None

    def script(self, decl: n.SituationDecl | n.ScenarioDecl) -> None:
        """Check the lines of a script."""
        scope = self._scope(decl)
        if not any(one.players for one in self.chain(decl)):
            return  # whoever is named in it is nobody
        for line in decl.lines:
            self._line(line, scope.child())

    def _line(self, line: n.Item, scope: Scope) -> None:
        match line:
            case n.GivenItem():
                self._given(line, scope)
            case n.GivenOnItem(what=what, space=space):
                self.game.expressions.is_on(self._value(what, scope), self._value(space, scope), False, line.span)
            case n.GivenTurnItem(player=player, phase=phase):
                self._player(player, scope)
                self._phase(phase)
            case n.GivenRollItem(die=die, values=values):
                if die is not None and die.text not in self.game.program.dice:
                    self.game.error(
                        "E212",
                        die.span,
                        f"there is no die called `{die.text}`",
                        hint=did_you_mean(die.text, self.game.program.dice),
                    )
                for value in values:
                    of = self.game.symbols.rolled(die, value)
                    self.game.want(self.game.expressions.resolve(value, scope, of), of, "a roll")
            case n.GivenDrawItem(zone=zone, values=values):
                self._value(zone, scope)
                for value in values:
                    self._value(value, scope)
            case n.GivenRandomItem(values=values):
                for value in values:
                    self._answer(value, scope)
            case n.GivenOptionItem(option=option, value=value):
                self._option(option, value, scope)
            case n.GivenPhraseItem(phrase=phrase, phase=phase):
                self.game.error(
                    "E405",
                    phrase.span,
                    "I cannot read this `given`",
                    hint=HOW_GIVEN,
                )
                self._phase(phase)
            case n.MakeItem(phrase=phrase):
                self.game.statements.phrase(phrase, scope)
            case n.MoveItem(phrase=phrase):
                self._move(phrase, scope)
            case n.AnswerItem(player=player, answers=answers):
                self._player(player, scope)
                for answer in answers:
                    self._answer(answer, scope)
            case n.AssignedItem(player=player, value=value, key=key):
                self._player(player, scope)
                self._value(value, scope)
                self._value(key, scope)
            case n.ExpectItem(condition=n.IsExpr(left=left, right=right)) if several_alone(
                self.game, left, right, scope
            ):
                self._listed(self._value(left, scope), (right,), scope)
            case n.ExpectItem(condition=condition):
                self._condition(condition, scope)
            case n.ExpectListItem(what=what, values=values):
                self._listed(self._value(what, scope), values, scope)
            case n.ExpectCanItem():
                self._expect_can(line, scope)
            case n.ExpectAskedItem(player=player):
                self._player(player, scope)
            case n.ExpectEventItem(subject=subject, verb=verb):
                self._player(subject, scope)
                if verb.text != "decides" and self.game.symbols.doing(verb.text) is None:
                    self.game.error(
                        "E211",
                        verb.span,
                        f"I know no verb `{verb.text}`",
                        hint=did_you_mean(verb.text, self.game.symbols.third),
                    )

    def _value(self, node: n.Expr, scope: Scope) -> bound.Expr:
        return self.game.expressions.resolve(node, scope)

    def _player(self, node: n.Expr, scope: Scope) -> bound.Expr:
        if isinstance(node, n.PersonExpr) and node.name not in scope.constants:
            return self.game.bad(
                "E201",
                node.span,
                f"nobody in this test is called {node.name}",
                hint=did_you_mean(node.name, scope.constants)
                or f"who plays stands behind the title: `with ..., {node.name}`",
            )
        value = self._value(node, scope)
        if isinstance(value.type, NothingType) or (isinstance(value.type, ListType) and value.type.element == PLAYER):
            return value
        return self.game.want(value, PLAYER, "who does this")

    def _condition(self, node: n.Expr, scope: Scope) -> None:
        self.game.want_condition(self.game.expressions.condition(node, scope.child()).expr)

    def _phase(self, phase: n.Word | None) -> None:
        if phase is not None and phase.text not in self.game.program.phase_names:
            self.game.error(
                "E212",
                phase.span,
                f"there is no phase called `{phase.text}`",
                hint=did_you_mean(phase.text, self.game.program.phase_names),
            )

    def _option(self, option: n.Word, value: n.Expr, scope: Scope) -> None:
        declared = self.game.program.options.get(option.text)
        if declared is None:
            self.game.error(
                "E201",
                option.span,
                f"there is no option called `{option.text}`",
                hint=did_you_mean(option.text, self.game.program.options),
            )
            return
        self.game.use(declared)
        given = self.game.want(
            self.game.expressions.resolve(value, scope, declared.type), declared.type, f"the option `{declared.name}`"
        )
        if (
            isinstance(given, bound.Const)
            and isinstance(given.value, int)
            and declared.low is not None
            and declared.high is not None
        ):
            if not declared.low <= given.value <= declared.high:
                self.game.error("E310", given.span, f"{given.value} is not from {declared.low} to {declared.high}")

    # ---------------------------------------------------------------- givens

    def _given(self, line: n.GivenItem, scope: Scope) -> None:
        what = self._value(line.what, scope)
        for given in line.values:
            if isinstance(given, n.GivenMadeItem):
                self._made(given, scope)
        plain = [value.value for value in line.values if isinstance(value, n.GivenThingItem)]
        if is_error(what.type):
            return
        if isinstance(what.type, ZoneType | ListType) or (
            isinstance(what, bound.MemberOf) and isinstance(what.type, ListType)
        ):
            self._listed(what, tuple(plain), scope)
            return
        if len(plain) != 1 or len(line.values) != 1:
            if plain:
                self.game.error("E405", line.span, "only a zone or list is given several things")
            return
        node = plain[0]
        described = isinstance(what.type, CardType | PlayerType | SpaceType | LineType)
        if (
            described
            and isinstance(node, n.NameExpr)
            and not scope.knows(node.name)
            and not self.game.expressions.is_value(node.name)
        ):
            self.game.groups.adjective(n.Word(node.name, span=node.span), what, scope)
            return
        if isinstance(what.type, PieceType):
            self.game.error("E405", line.span, "a piece stands on a space", hint="say `given Ann's PIECE is on SPACE`")
            return
        value = self.game.expressions.resolve(node, scope, what.type)
        self.game.want(value, what.type, f"`{line.what.span.text}`")

    def _made(self, made: n.GivenMadeItem, scope: Scope) -> None:
        kind = self.game.program.kinds.get(made.kind.text)
        if kind is None:
            self.game.error(
                "E203",
                made.kind.span,
                f"I know no kind of card called `{made.kind.text}`",
                hint=did_you_mean(made.kind.text, self.game.program.kinds),
            )
            return
        for stat in made.stats:
            found = self.game.symbols.members_named(CardType(kind.name), stat.name.text)
            if not found:
                known = self.game.symbols.member_names(CardType(kind.name))
                self.game.error(
                    "E205",
                    stat.name.span,
                    f"a {kind.name} has no `{stat.name.text}`",
                    hint=did_you_mean(stat.name.text, known),
                )
                continue
            self.game.want(
                self.game.expressions.resolve(stat.value, scope, found[0].type), found[0].type, f"`{stat.name.text}`"
            )

    def _listed(self, what: bound.Expr, values: tuple[n.Expr, ...], scope: Scope) -> None:
        of = what.type.element if isinstance(what.type, ListType) else CARD
        for node in values:
            if isinstance(node, n.NameExpr) and node.name in ("nothing", "nobody", "none", "empty"):
                continue
            value = self.game.expressions.resolve(node, scope, of)
            element = value.type.element if isinstance(value.type, ListType) else value.type
            if not (self.game.fits(element, of) or self.game.fits(of, element)):
                self.game.error("E301", node.span, f"here belongs {name_of(of)}, but this is {name_of(value.type)}")

    # ---------------------------------------------------------------- moves and answers

    def _move(self, phrase: n.PhraseItem, scope: Scope) -> None:
        parts = phrase.slots[0].parts
        said = _LINES.get(parts[0].name) if isinstance(parts[0], n.NameExpr) else None
        if said is not None:
            self.game.error("E405", phrase.span, "I cannot read this line", hint=said)
            return
        if len(parts) < 2 or not isinstance(parts[1], n.NameExpr):
            self.game.error(
                "E405",
                phrase.span,
                "I cannot read this line",
                hint='a line of a script says who does what: `Ann plays "X"`, `Bob declines`, `everyone passes`',
            )
            return
        self._player(parts[0], scope)
        verb = parts[1]
        doing = self.game.symbols.doing(verb.name)
        if doing is None and verb.name in ANSWERS:
            return
        if doing is not None and not isinstance(doing, bound.Action) and doing.name in self.game.may_do:
            more = [*parts[2:], *(part for slot in phrase.slots[1:] for part in slot.parts)]
            if more:
                self.game.error(
                    "E302",
                    more[0].span.to(more[-1].span),
                    f"whoever may `{doing.name}` says yes by the verb alone",
                    hint=f"write `{parts[0].span.text} {verb.name}`, or `{parts[0].span.text} declines`",
                )
            return
        if not isinstance(doing, bound.Action):
            known = {third for third, base in self.game.symbols.third.items() if base in self.game.program.actions}
            what = (
                f"I know no action `{verb.name}`"
                if doing is None
                else f"`{verb.name}` is no action that a player could choose"
            )
            hint = verb_hint(verb.name, {*known, *ANSWERS})
            self.game.error(
                "E211", verb.span, what, hint=hint or ("`make Ann ...` does a verb" if doing is not None else None)
            )
            return
        self.game.use(doing)
        self._arguments(doing, parts[2:], phrase.slots[1:], scope)

    def _arguments(
        self, action: bound.Action, objects: tuple[n.Expr, ...], slots: tuple[n.SlotItem, ...], scope: Scope
    ) -> None:
        """Check the arguments of an action; what follows other prepositions are targets of the card."""
        unlabelled = [p for p in action.params if p.preposition is None]
        for node, param in zip(objects, unlabelled, strict=False):
            self._fits(node, param, action, scope)
        aims = bool(action.targets or action.asked or action.played_card)
        for node in objects[len(unlabelled) :]:
            if not aims:
                self._too_much(action, node.span, "takes fewer things")
            self._answer(node, scope)
        for slot in slots:
            labelled = next((p for p in action.params if p.preposition == slot.preposition), None)
            for node in slot.parts:
                if labelled is not None:
                    self._fits(node, labelled, action, scope)
                elif slot.preposition == "with" and action.card_def is not None:
                    self._answer(node, scope)  # whose action it is
                else:
                    if not aims:
                        self._too_much(action, slot.span, f"takes no `{slot.preposition}`")
                    self._answer(node, scope)

    def _too_much(self, action: bound.Action, span: Span, what: str) -> None:
        """What stands behind an action that takes no such thing and asks for no targets."""
        hint = f"it is said so: `{self.game.phrases.shown(action)}`"
        self.game.error("E302", span, f"`{action.name}` {what}", hint=hint)

    def _fits(self, node: n.Expr, param: bound.Param, action: bound.Action, scope: Scope) -> None:
        of = param.var.type.element if isinstance(param.var.type, ListType) else param.var.type
        unseen = is_unseen(action, param)
        items = node.items if isinstance(node, n.ListExpr) else (node,)
        for item in items:
            value = self.game.expressions.resolve(item, scope, of)
            element = value.type.element if isinstance(value.type, ListType) else value.type
            if (
                isinstance(of, CardType)
                and isinstance(element, CardType)
                and self.game.symbols.kinds.related(of.kind, element.kind)
            ):
                continue
            if unseen and isinstance(value.type, ZoneType):
                continue  # a card that whoever acts does not see is told by where it lies
            if not self.game.fits(element, of):
                self.game.error("E301", item.span, f"here belongs {name_of(of)}, but this is {name_of(value.type)}")

    def _answer(self, node: n.Expr, scope: Scope) -> None:
        """Check an answer: a card, word, number, player or a label of `choose one:`."""
        if isinstance(node, n.TextExpr) and node.value in self.labels:
            return
        if isinstance(node, n.ListExpr):
            for item in node.items:
                self._answer(item, scope)
            return
        if isinstance(node, n.TextExpr):
            if self.game.expressions.kind_of_card(node.value) is None:
                hint = did_you_mean(node.value, {*self.game.symbols.card_names, *self.labels})
                self.game.error(
                    "E202",
                    node.span,
                    f'there is no card or label "{node.value}"',
                    hint=hint.replace("`", '"') if hint else None,
                )
            return
        if (isinstance(node, n.NameExpr) and node.name in ("yes", "no")) or self._is_end(node):
            return
        if isinstance(node, n.MemberExpr) and node.name in self.game.program.actions:
            self._player(node.owner, scope)  # `Karen's summon`: what she announced
            return
        self._value(node, scope)

    def _is_end(self, node: n.Expr) -> bool:
        return (
            isinstance(node, n.NameExpr)
            and self.game.symbols.end_of_zone(node.name) is not None
            and not self.game.symbols.words_of.get(node.name)
        )

    def _expect_can(self, line: n.ExpectCanItem, scope: Scope) -> None:
        self._player(line.subject, scope)
        doing = self.game.symbols.doing(line.verb.text)
        if not isinstance(doing, bound.Action):
            self.game.error(
                "E211",
                line.verb.span,
                f"I know no action `{line.verb.text}`",
                hint=verb_hint(line.verb.text, self.game.program.actions),
            )
            return
        self.game.use(doing)
        self._arguments(doing, () if line.object is None else (line.object,), line.slots, scope)
        if line.because is not None:
            reasons = self._reasons()
            if line.because.text not in reasons:
                self.game.error(
                    "E216",
                    line.because.span,
                    f"nothing that forbids is called `{line.because.text}`",
                    hint=did_you_mean(line.because.text, reasons),
                )

    def _reasons(self) -> set[str]:
        """Give the names of everything that can forbid an action."""
        program = self.game.program
        actions = [*program.actions.values(), *(a for card in program.cards for a in card.actions)]
        labels = {g.label for a in actions for g in a.guards if g.label} | {
            g.label for c in program.cards for g in c.guards if g.label
        }
        params = {p.var.name for a in actions for p in a.params}
        return {*program.rules, *program.keywords, *labels, *params, *(card.name for card in program.cards)}

    # ---------------------------------------------------------------- measures, experiments

    def _measure(self, decl: n.MeasureDecl) -> None:
        if decl.per is not None and decl.per.text not in {
            *self.game.program.units,
            *self.game.program.verbs,
            *self.game.program.actions,
            "game",
        }:
            self.game.error(
                "E212",
                decl.per.span,
                f"there is no round, turn or verb called `{decl.per.text}`",
                hint=did_you_mean(decl.per.text, self.game.program.units),
            )
        value = decl.value
        scope = Scope(nobody_acts="a measure is the same for everybody")
        if decl.kind is not None and decl.variable is not None:
            if decl.kind.text != "player":
                self.game.error("E410", decl.kind.span, "only players are measured one by one: `of player p`")
                return
            var = bound.Var(decl.variable.text, PLAYER, decl.variable.span)
            self.game.expressions.declare(scope, var, decl.variable)
        elif (
            isinstance(value, n.CountExpr)
            and isinstance(value.group, n.GroupExpr)
            and len(value.group.words) == 1
            and value.group.words[0].text in self._counted()
        ):
            return
        self.game.expressions.number(value, scope, "what is measured")

    def _counted(self) -> set[str]:
        """Give the plurals of what is done: `count of challenges` counts how often it is."""
        return {with_s(name) for name in {*self.game.symbols.all_doings(), *self.game.program.units}}

    def _play_games(self, line: n.PlayGamesItem) -> None:
        program = self.game.program
        if not program.min_players <= line.players <= program.max_players:
            self.game.error(
                "E310", line.span, f"this game is for {program.min_players} to {program.max_players} players"
            )
        for word in line.bots:
            if word.text not in (*BOTS, "bots") and word.text not in program.bots:
                self.game.error(
                    "E201",
                    word.span,
                    f"there is no bot called `{word.text}`",
                    hint=did_you_mean(word.text, {*BOTS, *program.bots}),
                )


def _named(line: n.Item) -> Iterator[tuple[n.Word, n.GivenThingItem | n.GivenMadeItem]]:
    """Give the names that a given makes, each with what it names."""
    if isinstance(line, n.GivenItem):
        for value in line.values:
            if value.name is not None:
                yield value.name, value
