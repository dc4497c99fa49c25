"""The lines of an action, a card or a cost: guards, limits, targets, questions, and blocks of what is done."""

from __future__ import annotations

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.narrowing import lasting, told
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import BOOL, PieceType, SpaceType, bare


class Parts:
    """Takes the lines of an action or card one by one: guards, limits, targets, questions, blocks."""

    def __init__(self, game: Game, scope: Scope, name: str) -> None:
        self.game = game
        self.scope = scope
        self.name = name
        self.guards: list[bound.Guard] = []
        self.limits: list[bound.Limit] = []
        self.targets: list[bound.Target] = []
        self.asked: list[bound.Stmt] = []
        self.blocks: dict[str, tuple[bound.Stmt, ...]] = {}
        self._labels: dict[str, Span] = {}
        self._spans: dict[str, Span] = {}

    def take(self, item: n.Item | n.Stmt) -> None:
        """Take one line."""
        match item:
            case n.OnlyIfItem():
                self._guard(item)
            case n.LimitItem():
                self._limit(item)
            case n.TargetItem():
                self._target(item)
            case n.PartItem():
                self._block(item)
            case n.ChooseStmt():
                self._choose(item)
            case n.LetStmt():
                statement = self.game.statements.statement(item, self.scope)
                if statement is not None:
                    self.asked.append(statement)
            case n.AssignStmt():
                statement = self.game.statements.statement(item, self.scope)
                if statement is not None:
                    self.asked.append(statement)
            case n.RemovePartItem() | n.RemoveGuardItem() | n.ReplacePartItem() | n.AddPartItem():
                self.game.error(
                    "E402", item.span, "parts are removed, replaced and added only where a variant says `change`"
                )

    def _guard(self, item: n.OnlyIfItem) -> None:
        label = item.label.text if item.label else None
        if item.label is not None:
            if item.label.text in self._labels:
                self.game.error(
                    "E213",
                    item.label.span,
                    f"there are two guards `{label}`",
                    related=((self._labels[item.label.text], "the first is here"),),
                )
            self._labels[item.label.text] = item.label.span
        elif (
            isinstance(item.condition, n.NameExpr)
            and item.condition.name not in ("yes", "no")
            and self.scope.find(item.condition.name) is None
            and not self.game.expressions.is_value(item.condition.name)
        ):
            name = item.condition.name
            self.game.error("E201", item.condition.span, f"I know nothing called `{name}` here",
                            hint=f"`only if LABEL: CONDITION` names a guard; what must hold for `{name}`?"
                            if item.condition.name not in self.game.symbols.nouns else None)  # fmt: skip
            return
        condition = self.game.want_condition(
            self.game.expressions.condition(item.condition, self.scope.child(chance=False)).expr, "a guard"
        )
        if isinstance(condition, bound.Const) and condition.type == BOOL:
            self.game.error("E414", item.condition.span, f"this guard is always {'yes' if condition.value else 'no'}")
        self.guards.append(bound.Guard(label, condition, item.span))

    def _limit(self, item: n.LimitItem) -> None:
        key = None
        unit = item.unit.text
        if unit not in self.game.program.units:
            self.game.error(
                "E212",
                item.unit.span,
                f"there is no turn, round or phase called `{unit}`",
                hint=did_you_mean(unit, {*self.game.program.units, "game"}),
            )
        else:
            self.game.use(self.game.program.units[unit])
        if item.per is not None:
            key = self._key(item.per)
        times = None
        if not (isinstance(item.times, n.NumberExpr) and item.times.value == 1):
            times = self.game.expressions.number(item.times, self.scope, "how often")
        self.limits.append(bound.Limit(unit, key, item.span, times))

    def _key(self, word: n.Word) -> bound.Expr | None:
        """`for each dot`: where your piece stands; `for each NAME` of a parameter: its value."""
        var = self.scope.find(word.text)
        if var is not None:
            return bound.Local(var.type, word.span, var)
        noun = self.game.symbols.nouns.get(word.text)
        if noun is not None and self.scope.you is not None:
            if isinstance(noun.type, SpaceType):
                on_board = PieceType(noun.type.board)
                pieces = [m for m in self.game.program.player_members if m.sort == "piece" and m.type == on_board]
                if len(pieces) == 1:
                    you = self.game.expressions.you(word.span, self.scope)
                    piece = bound.MemberOf(pieces[0].type, word.span, you, pieces[0])
                    return self.game.expressions.space(piece, "where you are")
            for candidate in reversed(self.scope.loops):
                if self.game.fits(bare(candidate.type), noun.type):
                    return bound.Local(candidate.type, word.span, candidate)
        self.game.error(
            "E201",
            word.span,
            f"I do not know for each of which `{word.text}` this is limited",
            hint="name a parameter of the action",
        )
        return None

    def _target(self, item: n.TargetItem) -> None:
        if not isinstance(item.domain, n.ChoiceType):
            self.game.error("E402", item.domain.span, "say which may be chosen: `target p: another player`")
            return
        group, quantity, of = self.game.actions.domain(item.domain, item.name, self.scope)
        if quantity is not None:
            self.game.error(
                "E410",
                item.domain.span,
                "a line chooses one target",
                hint="write a line for each: `target one: a beast in play`, `target two: another beast in play` (each is "
                "read again by itself); how many there may be is chosen in the effect: `choose at most 2 beasts bs in play`",
            )
        if item.domain.determiner.kind == "another":
            # Another than this, and than what the lines before it target.
            chosen = bound.Local(group.var.type, item.span, group.var)
            earlier = [t.var for t in self.targets if type(bare(t.var.type)) is type(bare(group.var.type))]
            others = tuple(bound.Equal(BOOL, item.span, chosen, bound.Local(v.type, item.span, v), True) for v in earlier)
            group = attrs.evolve(group, conditions=(*group.conditions, *others))
        var = bound.Var(item.name.text, of, item.name.span)
        self.game.expressions.declare(self.scope, var, item.name)
        self.scope.loops = (*self.scope.loops, var)
        despite = tuple(word.text for word in item.despite)
        self.game.lifted.extend((word.text, word.span) for word in item.despite)
        self.targets.append(bound.Target(var, group, despite, item.span))

    def _choose(self, item: n.ChooseStmt) -> None:
        if not isinstance(item.choosing, n.PickingItem):
            self.game.error("E402", item.span, "in the announcement of an action, things are chosen, not actions")
            return
        choice = self.game.statements.choice(
            item.chooser, item.choosing, item.span, self.scope, rest=(), optional=False, otherwise=None
        )
        self.scope.names[choice.var.name] = choice.var
        self.asked.append(choice)

    def _named_cost(self, item: n.PartItem) -> bool:
        """`cost: faith_for c by s`: put in what a `cost` declaration asks and takes. Whether it was one."""
        stmt = item.block.stmts[0] if len(item.block.stmts) == 1 else None
        if not isinstance(stmt, n.PhraseStmt):
            return False
        phrase = stmt.phrase
        first = phrase.slots[0].parts[0]
        decl = self.game.actions.cost_named(first.name) if isinstance(first, n.NameExpr) else None
        if decl is None:
            return False
        given = {slot.preposition: slot.parts[0] for slot in phrase.slots[1:]}
        if len(phrase.slots[0].parts) > 1:
            given[None] = phrase.slots[0].parts[1]
        inner = self.scope.child()
        own: set[str] = set()
        for labelled in decl.signature.params:
            node = given.pop(labelled.preposition, None)
            name = labelled.param.name.text
            if node is None or isinstance(labelled.param.domain, n.ChoiceType):
                what = f"`{labelled.preposition} {name.upper()}`" if labelled.preposition else f"`{name.upper()}`"
                self.game.error("E302", phrase.span, f"the cost `{decl.signature.name.text}` also needs {what}")
                return True
            of = self.game.types.read(labelled.param.domain).type
            value = self.game.want(self.game.expressions.resolve(node, self.scope, of), of, f"`{name}` of the cost")
            var = bound.Var(name, of, labelled.param.name.span)
            inner.names[name] = var
            own.add(name)
            self.game.actions.cost_params.add(var)
            self.asked.append(bound.Let(phrase.span, var, value))
        for preposition in given:
            self.game.error(
                "E302", phrase.span, f"the cost `{decl.signature.name.text}` takes no `{preposition or 'object'}`"
            )
        parts = Parts(self.game, inner, self.name)
        for line in decl.items:
            parts.take(line)
        self.guards += parts.guards
        self.asked += parts.asked
        self.blocks["cost"] = parts.blocks.get("pay", ())
        for name, var in inner.names.items():
            if name not in own:
                self.scope.names[name] = var
        return True

    def _block(self, item: n.PartItem) -> None:
        if item.name == "cost" and self._named_cost(item):
            return
        if item.name in self._spans:
            self.game.error(
                "E213",
                item.span,
                f"there are two `{item.name}:` here",
                related=((self._spans[item.name], "the first is here"),),
            )
        self._spans[item.name] = item.span
        scope = self.scope.child(acts=True, chance=item.name not in ("cost", "pay"))
        facts: frozenset[bound.Expr] = frozenset()
        for guard in self.guards:
            facts |= lasting(told(guard.condition)[0].facts)
        self.blocks[item.name] = self.game.statements.block(item.block, scope.child(facts=scope.facts | facts))
