"""Standing text: triggers, state rules, modifiers, restrictions and permissions, and `until`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.context import Game
from rulewright.dsl.narrowing import lasting
from rulewright.dsl.resolve_participants import Row
from rulewright.dsl.resolve_patterns import NOTHING, Patterns
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import is_error, name_of
from rulewright.dsl.types import BOOL, NUMBER, PLAYER, CardType, Type, bare


def _done_by(subject: bound.Match | None, actor: bound.Expr | None) -> bool:
    """Whether who does it again is sure to be one of those whose doing is replaced."""
    if subject is None or actor is None:
        return subject is None and actor is None
    if subject.value is not None:
        return subject.value == actor
    return isinstance(actor, bound.Local) and actor.var is subject.var


class StandingText(Patterns):
    """Resolves standing text for one game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._conditions: tuple[bound.Expr, ...] = ()
        self._name = ""
        self._never = False
        self._kinds: dict[type, Callable[[Any, Scope], list[bound.Standing]]] = {
            n.TriggerItem: self._trigger,
            n.AsSoonAsItem: lambda node, scope: self._state_rule(node, scope, "at_once"),
            n.AlwaysItem: lambda node, scope: self._state_rule(node, scope, "always"),
            n.WhileItem: self._while,
            n.ModifyItem: self._modify,
            n.SetAttributeItem: self._set_attribute,
            n.SetFlagItem: self._set_flag,
            n.LosesItem: self._loses,
            n.EntersItem: self._enters,
            n.ControlItem: self._control,
            n.CannotItem: self._cannot,
            n.OnlyCanItem: self._only_can,
            n.CanDespiteItem: self._can_despite,
        }

    def all(self, items: Iterable[n.Item], scope: Scope, name: str, *, never: bool = False) -> list[bound.Standing]:
        """Give the standing text of a rule, keyword, kind or card; `name` is what its restrictions are lifted by."""
        self._name, self._never = name, never
        found: list[bound.Standing] = []
        for item in items:
            found.extend(self._one(item, scope))
        return found

    def _one(self, item: n.Item, scope: Scope) -> list[bound.Standing]:
        return self._kinds[type(item)](item, scope.child())

    # ---------------------------------------------------------------- triggers and state rules

    def _trigger(self, node: n.TriggerItem, scope: Scope) -> list[bound.Standing]:
        read = self.pattern(node.pattern, scope)
        timing = {"first": "before", "instead": "instead", None: "after"}[node.timing]
        inner = read.scope.child(acts=True, chance=True, replacing=timing == "instead")
        if read.pattern.event == NOTHING:
            return []  # its names mean nothing either
        self._can_be_reacted_to(read.pattern, timing, node.span)
        body = self.game.statements.block(node.block, inner)
        if timing == "instead":
            self._done_again(read.pattern, body)
        return [bound.Trigger(node.span, self._conditions, read.pattern, timing, body)]

    def _done_again(self, pattern: bound.EventPattern, body: tuple[bound.Stmt, ...]) -> None:
        """Say where a replacement does what it takes the place of, for the same one: it does not change that once more."""
        event = pattern.event
        for part in walk(body):
            if not isinstance(part, bound.Perform) or not (part.verb is event or part.verb == event):
                continue
            if not _done_by(pattern.subject, part.actor):
                continue
            name = event if isinstance(event, str) else event.name
            self.game.warn("W511", part.span, f"this does `{name}` again, which it takes the place of",
                           hint="it is not changed by this text once more; to let it happen as it was, write `do it`")  # fmt: skip
            return

    def _can_be_reacted_to(self, pattern: bound.EventPattern, timing: str, span: Span) -> None:
        """Not everything that can be noticed can be forestalled or replaced, and of some things nothing comes after."""
        event = pattern.event
        if pattern.gathered is not None and timing != "after":
            self.game.error("E426", span, f"`{'first' if timing == 'before' else timing}` is asked of each, before all are known",
                            hint="write `a` instead of `one or more`")  # fmt: skip
            return
        of = self.game.symbols.builtins.verbs.get(event) if isinstance(event, str) else None
        if of is not None and of.timings and timing not in of.timings:
            said = {"after": "is not noticed when it is done", "before": "has no `first`", "instead": "has no `instead`"}
            self.game.error("E426", span, f"`{of.name}` {said[timing]}", hint=of.instead_of)
        elif (isinstance(event, bound.Unit) or pattern.edge is not None) and timing != "after":
            self.game.error("E426", span, f"what begins and ends has no `{'first' if timing == 'before' else timing}`",
                            hint="a stretch of play is left out by an `if` where it stands, by `end NAME`, or by "
                            "`p misses 1 turn`; what it does is replaced verb by verb")  # fmt: skip

    def _can_be_forbidden(self, pattern: bound.EventPattern, span: Span) -> None:
        """What is done can be forbidden; what only comes of it, or is noticed while it is under way, cannot."""
        event = pattern.event
        if event in ("enters", "leaves"):
            self.game.error("E426", span, f"that a card {event} cannot be forbidden by itself",
                            hint="forbid what brings it there: `a player p cannot move a card c to a ZONE`")  # fmt: skip
        elif event == "announce":
            self.game.error("E426", span, "announcing cannot be forbidden by itself", hint="forbid the action: `cannot cast`")
        elif isinstance(event, bound.Unit):
            self.game.error("E426", span, f"nobody can be kept from a {event.kind} that begins or ends",
                            hint="leave it out where it stands, with `if ...: NAME`")  # fmt: skip

    def _state_rule(self, node: n.AsSoonAsItem | n.AlwaysItem, scope: Scope, mode: str) -> list[bound.Standing]:
        inner = scope.child()
        condition_node = node.condition.inner if isinstance(node.condition, n.ParenExpr) else node.condition
        if isinstance(condition_node, n.ThereIsExpr) and not condition_node.none:
            described = self.game.groups.resolve(condition_node.group, scope)
            var = described.group.var
            condition: bound.Expr = bound.Exists(BOOL, node.condition.span, described.group, False, binds=True)
            if described.named:
                inner.names[var.name] = var
            else:
                inner = inner.child(it=(*scope.it, (var,)))
            inner.loops = (*inner.loops, var)
        else:
            known = self.game.expressions.condition(node.condition, scope.child(chance=False))
            condition = self.game.want_condition(known.expr)
            inner.facts = inner.facts | lasting(known.yes.facts)
            for var in known.yes.binds:
                inner.names[var.name] = var
        if isinstance(condition, bound.Const):
            self.game.error("E414", node.condition.span, "this never changes, so there is nothing to watch")
        body = self.game.statements.block(node.block, inner.child(acts=True, chance=True))
        return [bound.StateRule(node.span, self._conditions, mode, condition, body)]

    def _while(self, node: n.WhileItem, scope: Scope) -> list[bound.Standing]:
        known = self.game.expressions.condition(node.condition, scope.child(chance=False))
        condition = self.game.want_condition(known.expr)
        inner = scope.child(facts=scope.facts | known.yes.facts)
        for var in known.yes.binds:
            inner.names[var.name] = var
        outer = self._conditions
        self._conditions = (*outer, condition)
        found = [standing for item in node.standing for standing in self._one(item, inner)]
        self._conditions = outer
        return found

    # ---------------------------------------------------------------- modifiers

    def _thing(self, node: n.SubjectItem, scope: Scope) -> tuple[bound.Expr, Type, Scope]:
        """Give whom a modifier is about: a group (each) or one thing, its type, and the scope of the amount."""
        if node.quantifier is None:
            value = self.game.expressions.resolve(node.what, scope)
            return value, bare(value.type), scope
        assert isinstance(node.what, n.GroupExpr)
        if node.quantifier == "another":
            self.game.error(
                "E418",
                node.span,
                "a modifier is about `this`, a named thing, or `each ...`",
                hint="say `each other ...`",
            )
        described = self.game.groups.resolve(node.what, scope)
        return described.group, described.group.var.type, described.inner

    def _attribute(self, word: n.Word, of: Type, thing: bound.Expr) -> bound.Member | None:
        found = self.game.symbols.members_named(of, word.text)
        if is_error(of):
            return None
        if not found:
            known = set(self.game.symbols.member_names(of))
            self.game.error(
                "E205",
                word.span,
                f"{name_of(of)} has no `{word.text}`".capitalize(),
                hint=did_you_mean(word.text, known),
            )
            return None
        member = found[0]
        if member.type != NUMBER and not is_error(member.type):
            self.game.error("E301", word.span, f"`{member.name}` is {name_of(member.type)}, not a number")
            return None
        self.game.modified.add(member)
        return member

    def _modify(self, node: n.ModifyItem, scope: Scope) -> list[bound.Standing]:
        subject, of, inner = self._thing(node.subject, scope)
        member = self._attribute(node.attribute, of, subject)
        amount = self.game.expressions.number(node.amount, inner, "how much it is")
        per = None if node.per is None else self.game.groups.resolve(node.per, inner).group
        if member is None:
            return []
        return [bound.Modify(node.span, self._conditions, subject, member, amount, 1 if node.sign == "+" else -1, per)]

    def _set_attribute(self, node: n.SetAttributeItem, scope: Scope) -> list[bound.Standing]:
        subject, of, inner = self._thing(node.subject, scope)
        member = self._attribute(node.attribute, of, subject)
        amount = self.game.expressions.number(node.amount, inner, "how much it is")
        if member is None:
            return []
        mode = {"least": "at least", "most": "at most"}.get(str(node.bound), "is")
        return [bound.SetAttribute(node.span, self._conditions, subject, member, mode, amount)]

    def _set_flag(self, node: n.SetFlagItem, scope: Scope) -> list[bound.Standing]:
        subject, of, _ = self._thing(node.subject, scope)
        if is_error(of):
            return []
        found = self.game.symbols.yes_no_members(of, node.attribute.text)
        if not found:
            known = self.game.groups.adjectives(of)
            self.game.error(
                "E204",
                node.attribute.span,
                f"I know no `{node.attribute.text}` that {name_of(of)} could be",
                hint=did_you_mean(node.attribute.text, known),
            )
            return []
        member, opposite = found[0]
        self.game.modified.add(member)
        return [bound.SetFlag(node.span, self._conditions, subject, member, opposite == node.negated)]

    def _loses(self, node: n.LosesItem, scope: Scope) -> list[bound.Standing]:
        subject, of, _ = self._thing(node.subject, scope)
        if node.attribute.text != "abilities":
            self.game.error(
                "E405",
                node.attribute.span,
                "only `has no abilities` can be said",
                hint=f"for a number say `has 0 {node.attribute.text}`",
            )
            return []
        if not isinstance(of, CardType) and not is_error(of):
            self.game.error("E301", node.subject.span, f"only cards have abilities, not {name_of(of)}")
        return [bound.SetFlag(node.span, self._conditions, subject, None, False, no_abilities=True)]

    def _enters(self, node: n.EntersItem, scope: Scope) -> list[bound.Standing]:
        inner = scope.child(chance=False)
        row = Row((), inner)
        found = self._who.subject(node.subject, row)
        to_play = node.place.text == "play"
        if node.within is not None and not to_play:
            self.game.error(
                "E205", node.place.span, f"a card enters a zone, or play in a zone, and not `{node.place.text}` in one",
                hint="write `enters play in ZONE`, or `enters ZONE`",
            )  # fmt: skip
            return []
        zone = node.within or (None if to_play else node.place)
        members = () if zone is None else self.game.groups.zones_named(zone)
        if found is None:
            return []
        match, of = found
        flags = self.game.symbols.yes_no_members(of, node.state.text)
        if not flags:
            self.game.error(
                "E204",
                node.state.span,
                f"I know no `{node.state.text}` that {name_of(of)} could be",
                hint=did_you_mean(node.state.text, self.game.groups.adjectives(of)),
            )
            return []
        condition = (
            None
            if node.condition is None
            else self.game.want_condition(
                self.game.expressions.condition(node.condition, self._with_names(scope, row)).expr
            )
        )
        member, opposite = flags[0]
        self.game.modified.add(member)
        return [bound.Enters(node.span, self._conditions, match, to_play, members, member, not opposite, condition)]

    def _control(self, node: n.ControlItem, scope: Scope) -> list[bound.Standing]:
        self.game.error("E405", node.span, "`you control ...` stands only after `until EVENT:`")
        return []

    # ---------------------------------------------------------------- restrictions and permissions

    def _cannot(self, node: n.CannotItem, scope: Scope) -> list[bound.Standing]:
        read = self.pattern(node.pattern, scope, node.subject)
        self._can_be_forbidden(read.pattern, node.span)
        condition = self._condition(node.condition, read.scope, read.pattern.event)
        return [bound.Restriction(node.span, self._conditions, read.pattern, False, condition, self._name, self._never)]

    def _only_can(self, node: n.OnlyCanItem, scope: Scope) -> list[bound.Standing]:
        subject = n.SubjectItem("a", node.group, span=node.group.span)
        read = self.pattern(node.pattern, scope, subject)
        self._can_be_forbidden(read.pattern, node.span)
        condition = self._condition(node.condition, read.scope, read.pattern.event)
        return [bound.Restriction(node.span, self._conditions, read.pattern, True, condition, self._name, self._never)]

    def _can_despite(self, node: n.CanDespiteItem, scope: Scope) -> list[bound.Standing]:
        read = self.pattern(node.pattern, scope, node.subject)
        self._can_be_forbidden(read.pattern, node.span)
        condition = self._condition(node.condition, read.scope, read.pattern.event)
        names = tuple(word.text for word in node.despite)
        self.game.lifted.extend((word.text, word.span) for word in node.despite)
        return [bound.Lift(node.span, self._conditions, read.pattern, names, condition)]

    def _condition(self, node: n.ConditionItem | None, scope: Scope, event: object = None) -> bound.Expr | None:
        if node is None or event == NOTHING:
            return None
        condition = self.game.want_condition(
            self.game.expressions.condition(node.value, scope.child(chance=False)).expr
        )
        return bound.Not(condition.type, node.span, condition) if node.unless else condition

    # ---------------------------------------------------------------- until

    def until(self, node: n.UntilStmt, scope: Scope) -> bound.Stmt:
        """Give standing text that lasts until something happens."""
        read = self.pattern(node.pattern, scope)
        outer = self._conditions, self._name, self._never
        self._conditions, self._never = (), False
        self._name = self._name if outer[1] else "effect"
        control: tuple[bound.Expr, bound.Expr] | None = None
        standing: list[bound.Standing] = []
        for item in node.standing:
            if isinstance(item, n.ControlItem):
                control = self._controlled(item, scope)
                continue
            standing.extend(self._one(item, scope))
        then = () if node.then is None else self.game.statements.block(node.then, scope.child(acts=True, chance=True))
        self._conditions, self._name, self._never = outer
        inside = (*standing, *then, *(control or ()), read.pattern)
        captured = tuple(var for var in _locals(inside) if _visible(var, scope) and var is not scope.this)
        return bound.Until(node.span, read.pattern, tuple(standing), control, then, captured, scope.this)

    def _controlled(self, node: n.ControlItem, scope: Scope) -> tuple[bound.Expr, bound.Expr] | None:
        who = self.game.expressions.resolve(node.subject.what, scope, PLAYER)
        what = self.game.expressions.resolve(node.what, scope)
        return self.game.want(who, PLAYER, "who controls it"), self.game.want(what, CardType(), "what is controlled")


def _locals(value: Any, found: dict[bound.Var, None] | None = None) -> dict[bound.Var, None]:
    """Give every local that is read somewhere inside, in order."""
    found = {} if found is None else found
    if isinstance(value, bound.Local):
        found[value.var] = None
    elif isinstance(value, tuple | list):
        for item in value:
            _locals(item, found)
    elif isinstance(
        value,
        bound.Expr
        | bound.Stmt
        | bound.Standing
        | bound.Match
        | bound.EventPattern
        | bound.Base
        | bound.Order
        | bound.Superlative,
    ):
        for field in attrs.fields(type(value)):
            if field.name not in ("span", "type"):
                _locals(getattr(value, field.name), found)
    return found


def _visible(var: bound.Var, scope: Scope) -> bool:
    at: Scope | None = scope
    while at is not None:
        if var in at.names.values() or any(var in group for group in at.it) or var in at.loops:
            return True
        if isinstance(at.you, bound.Local) and at.you.var is var:
            return True
        at = at.parent
    return False
