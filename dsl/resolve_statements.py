"""Statements: what is done, loops, conditions, turns. Choices and offers are in resolve_choices.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.narrowing import about, advice, lasting
from rulewright.dsl.resolve_choices import Choices
from rulewright.dsl.resolve_done import in_full
from rulewright.dsl.resolve_phrases import Found
from rulewright.dsl.scope import Scope
from rulewright.dsl.signatures import Signature
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import ERROR, is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    NUMBER,
    PLAYER,
    ZONE,
    CardType,
    ListType,
    NothingType,
    OptionalType,
    PlayerType,
    Type,
    bare,
)
from rulewright.dsl.visitor import walk


class Statements(Choices):
    """Resolves statements for one game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._kinds: dict[type, Callable[[Any, Scope], bound.Stmt | None]] = {
            n.PhraseStmt: lambda node, scope: self.phrase(node.phrase, scope, node.despite),
            n.PhraseBlockStmt: self._phrase_block,
            n.LetStmt: self._let,
            n.StopStmt: self._stop,
            n.ChooseBlockStmt: self._choose_block,
            n.MayStmt: self._may,
            n.AssignStmt: self._assign,
            n.EachStmt: self._each,
            n.TurnsStmt: self._turns,
            n.IfStmt: self._if,
            n.RepeatStmt: self._repeat,
            n.PhaseStmt: self._phase,
            n.UntilStmt: self._until,
        }
        self._words: dict[str, Callable[[Found, Scope], bound.Stmt | None]] = {
            "set": lambda found, scope: self._set(found, scope, "set", "to"),
            "add": lambda found, scope: self._set(found, scope, "add", "to"),
            "subtract": lambda found, scope: self._set(found, scope, "subtract", "from"),
            "end": self._end,
            "open": self._open,
            "continue": self._continue,
            "do": self._do_it,
            "assign": self._assign_alone,
        }

    def _assign_alone(self, found: Found, scope: Scope) -> None:
        """`assign` that begins no block."""
        self.game.error("E211", found.verb.span, "`assign` does nothing by itself",
                        hint="it begins a block: `assign a foe to each unit u: ...`")  # fmt: skip

    # ---------------------------------------------------------------- blocks

    def block(self, block: n.Block | None, scope: Scope) -> tuple[bound.Stmt, ...]:
        """Give the statements of a block, in a scope of its own."""
        return () if block is None else self.statements(block.stmts, scope.child())

    def statements(self, nodes: tuple[n.Stmt, ...], scope: Scope) -> tuple[bound.Stmt, ...]:
        """Give the statements of a row of lines. A choice takes the lines after it as its body."""
        done: list[bound.Stmt] = []
        for at, node in enumerate(nodes):
            if isinstance(node, n.ChooseStmt) and isinstance(node.choosing, n.PickingItem):
                choice = self._choose(node, node.choosing, nodes[at + 1 :], scope)
                if choice is not None:
                    done.append(choice)
                return tuple(done)
            if isinstance(node, n.IfStmt) and isinstance(node.branches[0].condition, n.DidExpr):
                self._if_done(node, done, scope)
                continue
            if isinstance(node, n.LetStmt) and self._let_result(node, done, scope):
                continue
            statement = self.statement(node, scope)
            if statement is not None:
                done.append(statement)
            if isinstance(node, n.StopStmt) and node.condition is None and at + 1 < len(nodes):
                self.game.warn(
                    "W503",
                    nodes[at + 1].span,
                    "nothing after `stop` is ever done",
                    related=((node.span, "here it stops"),),
                )
        return tuple(done)

    def statement(self, node: n.Stmt, scope: Scope) -> bound.Stmt | None:
        """Give one statement, or None after an error."""
        if isinstance(node, n.ChooseStmt):
            return self._choose_one_of(node, scope)
        return self._kinds[type(node)](node, scope)

    # ---------------------------------------------------------------- phrases

    def phrase(self, phrase: n.PhraseItem, scope: Scope, despite: tuple[n.Word, ...] = ()) -> bound.Stmt | None:
        """Give what a phrase does: a verb, an offer of an action, or one of set, add, end, open, continue."""
        parts = phrase.slots[0].parts
        first = parts[0]
        if (
            isinstance(first, n.NameExpr)
            and scope.find(first.name) is None
            and first.name in self._words
            and self._is_statement(first.name)
        ):
            found = Found(None, first, None, parts[1:], phrase.slots[1:], phrase.span)
            return self._words[first.name](found, scope)
        everybody = self._everyone(phrase, scope, despite)
        if everybody is not None:
            return everybody
        found_verb = self.game.phrases.find(phrase, scope)
        if found_verb is None:
            return None
        if found_verb.doing is None:
            return self._words[found_verb.verb.name](found_verb, scope)
        if isinstance(found_verb.doing, bound.Action) and self._is_offer(found_verb):
            offered = self.offered(found_verb, scope)
            chooser = self._doer(found_verb, scope)
            return bound.Offer(
                phrase.span, chooser, (offered,), False, bound.Const(NUMBER, phrase.span, 1), False, None, None
            )
        names = tuple(self._lifting(word) for word in despite)
        return self.game.phrases.perform(found_verb, scope, names)

    def _is_statement(self, word: str) -> bool:
        return self.game.symbols.doing(word) is None

    def _lifting(self, word: n.Word) -> str:
        self.game.lifted.append((word.text, word.span))
        return word.text

    def _everyone(self, phrase: n.PhraseItem, scope: Scope, despite: tuple[n.Word, ...]) -> bound.Stmt | None:
        """`everyone draws 2`: each player in turn. Verbs about the end of the game take all of them at once."""
        slot = phrase.slots[0]
        first = slot.parts[0]
        if not (isinstance(first, n.NameExpr) and first.name == "everyone" and len(slot.parts) > 1) or scope.find(
            "everyone"
        ):
            return None
        verb = slot.parts[1]
        doing = self.game.symbols.doing(verb.name) if isinstance(verb, n.NameExpr) else None
        if doing is None or (isinstance(doing, Signature) and doing.subject == "players"):
            return None
        var = bound.Var("player", PLAYER, first.span)
        group = bound.Group(ListType(PLAYER), first.span, var, bound.Base("players"), None, None, ())
        inner = scope.child(their=bound.Local(PLAYER, first.span, var))
        inner.names["everyone"] = var
        body = self.phrase(phrase, inner, despite)
        return None if body is None else bound.Each(phrase.span, group, (body,))

    # ---------------------------------------------------------------- set, add, subtract

    def _set(self, found: Found, scope: Scope, op: str, preposition: str) -> bound.Stmt | None:
        span = found.span
        form = {"set": "set X to VALUE", "add": "add N to X", "subtract": "subtract N from X"}[op]
        if (
            len(found.objects) != 1
            or len(found.slots) != 1
            or found.slots[0].preposition != preposition
            or len(found.slots[0].parts) != 1
        ):
            self.game.error("E302", span, f"I cannot read this `{op}`", hint=f"it is said so: `{form}`")
            for part in (*found.objects, *(p for s in found.slots for p in s.parts)):
                if not isinstance(part, n.NameExpr):
                    self.game.expressions.resolve(part, scope)
            return None
        here, there = found.objects[0], found.slots[0].parts[0]
        target_node, value_node = (here, there) if op == "set" else (there, here)
        target = self.game.phrases.target(target_node, scope)
        of = target.type
        if isinstance(of, ListType) and isinstance(target, bound.MemberOf) and isinstance(target.base.type, ListType):
            of = target.member.type  # `set everyone's X to V`
        if op == "set":
            value = self.game.expressions.resolve(value_node, scope, of)
            value = self._fitting(value, of, f"what `{target_node.span.text}` is set to")
            return bound.Assign(span, target, op, value)
        if isinstance(of, ListType) and not is_error(of):
            value = self.game.expressions.resolve(value_node, scope, of.element)
            element = value.type.element if isinstance(value.type, ListType) else value.type
            if not self.game.fits(element, of.element):
                self.game.want(
                    value,
                    of.element,
                    f"what `{op}` puts into the list" if op == "add" else "what is taken out of the list",
                )
            return bound.Assign(span, target, op, value)
        if of != NUMBER and not is_error(of):
            self.game.error("E301", target_node.span, f"`{op}` is for numbers and lists, but this is {name_of(of)}")
        value = self.game.expressions.number(value_node, scope, f"what `{op}` takes")
        return bound.Assign(span, target, op, value)

    def _fitting(self, value: bound.Expr, of: Type, what: str) -> bound.Expr:
        if (
            isinstance(of, ListType)
            and not isinstance(value.type, ListType | NothingType)
            and self.game.fits(value.type, of.element)
        ):
            return bound.ListExpr(of, value.span, (value,))
        return self.game.want(value, of, what)

    # ---------------------------------------------------------------- end, open, continue, do it

    def _end(self, found: Found, scope: Scope) -> bound.Stmt | None:
        node = found.objects[0] if len(found.objects) == 1 and not found.slots else None
        if (
            isinstance(node, n.TheExpr)
            and len(node.group.words) == 1
            and not node.group.places
            and node.group.where is None
        ):
            name: str | None = node.group.words[0].text
        else:
            name = node.name if isinstance(node, n.NameExpr) else None
        if name == "game":
            self.game.ends_game = True
            return bound.EndUnit(found.span, None)
        if name is None:
            self.game.error(
                "E302",
                found.span,
                "I cannot read this `end`",
                hint="say what ends: `end NAME` of a round, phase, verb or `turn`, or `end the game`",
            )
            return None
        unit = self.unit(name, found.span if node is None else node.span)
        return None if unit is None else bound.EndUnit(found.span, unit)

    def unit(self, name: str, span: Span) -> bound.Unit | None:
        """Give the unit of that name: the turn, a round, a phase, or the run of a verb or action."""
        program = self.game.program
        unit = program.units.get(name)
        if unit is None and name in program.verbs:
            verb = program.verbs[name]
            unit = verb.unit = bound.Unit(name, "verb", span=verb.span)
            program.units[name] = unit
        if unit is None and name in program.actions:
            action = program.actions[name]
            unit = action.unit = bound.Unit(name, "action", span=action.span)
            program.units[name] = unit
        if unit is None:
            candidates = {*program.units, *program.verbs, *program.actions}
            self.game.error(
                "E212", span, f"there is no round, phase or verb called `{name}`", hint=did_you_mean(name, candidates)
            )
            return None
        self.game.use(unit)
        return unit

    def _open(self, found: Found, scope: Scope) -> bound.Stmt | None:
        node = found.objects[0] if len(found.objects) == 1 and not found.slots else None
        stacks = self.game.program.stacks
        if not isinstance(node, n.NameExpr):
            self.game.error("E302", found.span, "I cannot read this `open`", hint="it is said so: `open STACK`")
            return None
        if node.name not in stacks:
            self.game.error(
                "E212", node.span, f"there is no stack called `{node.name}`", hint=did_you_mean(node.name, stacks)
            )
            return None
        self.game.use(stacks[node.name])
        return bound.OpenStack(found.span, stacks[node.name])

    def _continue(self, found: Found, scope: Scope) -> bound.Stmt | None:
        if (
            found.objects
            or len(found.slots) != 1
            or found.slots[0].preposition != "after"
            or len(found.slots[0].parts) != 1
        ):
            self.game.error(
                "E302", found.span, "I cannot read this `continue`", hint="it is said so: `continue after PLAYER`"
            )
            return None
        player = self.game.expressions.resolve(found.slots[0].parts[0], scope, PLAYER)
        return bound.ContinueAfter(found.span, self.game.want(player, PLAYER, "after `continue after`, what stands"))

    def _do_it(self, found: Found, scope: Scope) -> bound.Stmt | None:
        if (
            len(found.objects) != 1
            or not isinstance(found.objects[0], n.PronounExpr)
            or found.objects[0].word != "it"
            or found.slots
        ):
            self.game.error("E211", found.span, "`do` is only said in `do it`, in the text of `when ..., instead:`")
            return None
        if not scope.replacing:
            self.game.error("E405", found.span, "`do it` stands only in the text of `when ..., instead:`")
            return None
        return bound.DoIt(found.span)

    def _phrase_block(self, node: n.PhraseBlockStmt, scope: Scope) -> bound.Stmt | None:
        parts = node.phrase.slots[0].parts
        word = parts[1] if len(parts) > 1 else parts[0]
        if isinstance(word, n.NameExpr) and word.name in ("visits", "visit") and len(parts) == 3:
            card = self.game.want(self.game.expressions.resolve(parts[0], scope), CardType(), "who visits")
            zone = self.game.expressions.resolve(parts[2], scope)
            member = zone.member if isinstance(zone, bound.MemberOf | bound.TableMember) else None
            if member is not None and member.zone is not None and not member.zone.in_play:
                self.game.error("E402", parts[2].span, "only a place in play can be visited",
                                hint=f"`{member.name}` is not: `move` is for good")  # fmt: skip
            return bound.Visits(
                node.span, card, self.game.want(zone, ZONE, "what is visited"), self.block(node.block, scope)
            )
        if len(parts) == 1 and isinstance(word, n.NameExpr) and word.name == "quietly":
            return bound.Quietly(node.span, self.block(node.block, scope))
        if self.game.phrases.find(node.phrase, scope) is not None:
            self.game.error(
                "E402",
                node.phrase.span,
                "this verb takes no block",
                hint="only `c visits ZONE:` and `quietly:` have one; write the lines below on their own",
            )
        self.block(node.block, scope)
        return None

    # ---------------------------------------------------------------- names and loops

    def _let(self, node: n.LetStmt, scope: Scope) -> bound.Stmt:
        value = self.game.expressions.resolve(node.value, scope)
        of = value.type
        if isinstance(of, NothingType) and isinstance(value, bound.Const):
            of = self._type_of_later_sets(node, scope)
        var = bound.Var(node.name.text, of, node.name.span)
        self.game.expressions.declare(scope, var, node.name)
        return bound.Let(node.span, var, value)

    def _let_result(self, node: n.LetStmt, done: list[bound.Stmt], scope: Scope) -> bool:
        """`let xs be the cards discarded`, right after a verb: what it did. Whether the line was read so."""
        value = node.value
        if not isinstance(value, n.TheExpr) or len(value.group.words) != 2 or value.group.places or value.group.where:
            return False
        noun, word = value.group.words
        verb = self.game.symbols.participle(word.text)
        if noun.text not in self.game.symbols.nouns or verb is None:
            return False
        last = done[-1] if done else None
        of = ListType(bare(self.game.symbols.nouns[noun.text].type))
        var = bound.Var(node.name.text, of, node.name.span)
        self.game.expressions.declare(scope, var, node.name)
        name = getattr(last.verb, "name", last.verb) if isinstance(last, bound.Perform) else None
        if name != verb or not isinstance(last, bound.Perform):
            self.game.error(
                "E405",
                value.span,
                f"the line before this one does not `{verb}`",
                hint=f"write it right after the line that says `{verb}`",
            )
            return True
        done[-1] = attrs.evolve(last, result=var)
        return True

    def _type_of_later_sets(self, node: n.LetStmt, scope: Scope) -> Type:
        """`let victor be nobody`: a player or nobody. `nothing` says not what it could be, so it needs a member."""
        if isinstance(node.value, n.NameExpr) and node.value.name == "nobody":
            return OptionalType(PLAYER)
        self.game.error(
            "E306", node.value.span, "`nothing` does not say what it could be later",
            hint="declare a member with a type: `card or nothing, starts nothing`",
        )  # fmt: skip
        return ERROR

    def _each(self, node: n.EachStmt, scope: Scope) -> bound.Stmt:
        described = self.game.groups.resolve(node.picked, scope)
        var = described.group.var
        body = described.inner.child(chance=scope.chance, acts=scope.acts, loops=(*scope.loops, var), facts=scope.facts)
        if node.at_once and not isinstance(var.type, PlayerType) and not is_error(var.type):
            self.game.error("E402", node.picked.span, f"`at once` is for players, not for {name_of(var.type)}")
        statements = self.block(node.block, body)
        if node.at_once:
            self._check_at_once(statements)
        return bound.Each(node.span, described.group, statements, bool(node.at_once))

    def _check_at_once(self, statements: tuple[bound.Stmt, ...], effects: bool = False) -> None:
        """Choices stand at the head of an `at once` block: all choose before anything is done."""
        for statement in statements:
            if isinstance(statement, bound.Choose):
                if effects:
                    self.game.error(
                        "E407", statement.span, "in a block `at once`, all choices come first",
                        hint="everybody chooses without knowing what the others choose; move the choice up, or make "
                             "two blocks",
                    )  # fmt: skip
                self._check_at_once(statement.body, effects)
                return
            if isinstance(statement, bound.Offer | bound.MayPerform | bound.ChooseLabel | bound.AssignKeys):
                self.game.error(
                    "E407",
                    statement.span,
                    "in a block `at once` only plain choices can be made together",
                    hint="say `p chooses a ...` and do it in the lines below",
                )
            if not isinstance(statement, bound.Let):
                effects = True

    def _turns(self, node: n.TurnsStmt, scope: Scope) -> bound.Stmt | None:
        group = self.game.groups.resolve(node.group, scope).group
        if not isinstance(group.var.type, PlayerType) and not is_error(group.var.type):
            self.game.error("E301", node.group.span, f"only players have turns, not {name_of(group.var.type)}")
        until = None if node.until is None else self._turns_end(node.until, group.var, scope)
        turn = self.game.program.units.get("turn")
        if turn is None or turn.span is None:
            self.game.error(
                "E409", node.span, "there are turns, but the game has no `turn:` that says what happens in one"
            )
            return None
        self.game.use(turn)
        return bound.Turns(node.span, group, until, turn)

    def _turns_end(self, node: n.Expr, player: bound.Var, scope: Scope) -> bound.Expr | None:
        """The condition that ends the turns of all, so that it cannot be about the player of the loop."""
        named = next((one for one in walk(node) if isinstance(one, n.NameExpr) and one.name == player.name), None)
        own = any(isinstance(one, n.GroupExpr) and one.words[-1].text == player.name for one in walk(node))
        if named is None or own or scope.find(named.name) is not None:
            return self._condition(node, scope)
        self.game.error("E201", named.span, f"I know nothing called `{named.name}` here",
                        hint=f"the turns of all end together: `until there is a player {named.name} where ...`")  # fmt: skip
        return None

    def _repeat(self, node: n.RepeatStmt, scope: Scope) -> bound.Stmt:
        times = None if node.times is None else self.game.expressions.number(node.times, scope, "how many times")
        until = None if node.until is None else self._condition(node.until, scope)
        return bound.Repeat(node.span, times, until, self.block(node.block, scope))

    def _condition(self, node: n.Expr, scope: Scope) -> bound.Expr:
        return self.game.want_condition(self.game.expressions.condition(node, scope.child(chance=False)).expr)

    def _stop(self, node: n.StopStmt, scope: Scope) -> bound.Stmt:
        condition = None if node.condition is None else self._condition(node.condition, scope)
        return bound.Stop(node.span, condition, node.action)

    def _phase(self, node: n.PhaseStmt, scope: Scope) -> bound.Stmt:
        unit = self.game.program.units[node.name.text]
        return bound.PhaseStmt(node.span, unit, self.block(node.block, scope))

    # ---------------------------------------------------------------- if

    def _if(self, node: n.IfStmt, scope: Scope) -> bound.Stmt:
        branches = []
        for branch in node.branches:
            if isinstance(branch.condition, n.DidExpr):
                self.game.error(
                    "E405",
                    branch.condition.span,
                    "`if you do` follows right after what is done",
                    hint="put it as an `if` of its own below the verb",
                )
                self.block(branch.block, scope)
                continue
            condition = self.game.expressions.condition(branch.condition, scope.child(chance=False))
            inner = scope.child(facts=scope.facts | lasting(condition.yes.facts))
            for var in condition.yes.binds:
                inner.names[var.name] = var
            self._drop_if_set(branch.block, inner, condition.yes.facts)
            branches.append((self.game.want_condition(condition.expr), self.block(branch.block, inner)))
            scope = scope.child(facts=scope.facts | lasting(condition.no.facts))
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        return bound.If(node.span, tuple(branches), otherwise)

    def _drop_if_set(self, block: n.Block, scope: Scope, facts: frozenset[bound.Expr]) -> None:
        """A local that the block sets anew is not narrowed in it."""
        for fact in facts:
            value = about(fact)
            if isinstance(value, bound.Local) and _sets(block.stmts, value.var.name):
                scope.facts = scope.facts - {fact}

    def _if_done(self, node: n.IfStmt, done: list[bound.Stmt], scope: Scope) -> None:
        """`if you do:` after a verb: what follows depends on whether it happened."""
        last = done[-1] if done else None
        condition = node.branches[0].condition
        assert isinstance(condition, n.DidExpr)
        perform = last.statement if isinstance(last, bound.MayPerform) else last
        result = bound.Var("result", NUMBER, node.span)
        meant: bound.Expr | None = None
        if not isinstance(perform, bound.Perform):
            self.game.error(
                "E405",
                condition.span,
                "`if you do` follows right after what is done",
                hint="several did it: ask what came of it, as in `if there is a player p where ...`"
                if isinstance(last, bound.Each)
                else "the line before it must be a verb",
            )
        else:
            result = perform.result or result
            perform = attrs.evolve(perform, result=result)
            if condition.fully:
                perform, before, meant = in_full(self.game, perform, condition.span)
                done[-1:] = [*before, done[-1]]
            done[-1] = attrs.evolve(last, statement=perform) if isinstance(last, bound.MayPerform) else perform
        happened = bound.Happened(BOOL, condition.span, result, meant)
        branches: list[tuple[bound.Expr, tuple[bound.Stmt, ...]]] = [
            (happened, self.block(node.branches[0].block, scope))
        ]
        for branch in node.branches[1:]:
            branches.append((self._condition(branch.condition, scope), self.block(branch.block, scope)))
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        done.append(bound.If(node.span, tuple(branches), otherwise))

    # ---------------------------------------------------------------- until

    def _until(self, node: n.UntilStmt, scope: Scope) -> bound.Stmt | None:
        return self.game.standing.until(node, scope)

    def _doer(self, found: Found, scope: Scope) -> bound.Expr:
        actor, _ = self.game.phrases.actor(found, scope)
        if actor is None:
            return self.game.bad("E403", found.span, f"somebody must do this, and {scope.nobody_acts}")
        if isinstance(actor.type, OptionalType):
            return self.game.bad("E303", actor.span, "this may be nobody", hint=advice(actor))
        return actor


def _sets(nodes: Any, name: str) -> bool:
    """Whether some statement in there sets the local of that name."""
    if isinstance(nodes, tuple):
        return any(_sets(node, name) for node in nodes)
    if isinstance(nodes, n.PhraseItem):
        parts = nodes.slots[0].parts
        if isinstance(parts[0], n.NameExpr) and parts[0].name in ("set", "add", "subtract"):
            targets = [*parts[1:], *(part for slot in nodes.slots[1:] for part in slot.parts)]
            return any(isinstance(part, n.NameExpr) and part.name == name for part in targets)
        return False
    if attrs.has(type(nodes)) and isinstance(nodes, n.Stmt | n.Item):
        return any(_sets(getattr(nodes, f.name), name) for f in attrs.fields(type(nodes)) if f.name != "span")
    return False
