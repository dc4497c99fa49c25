"""Verbs, actions and definitions: their parameters first, then their bodies."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_groups import is_title
from rulewright.dsl.resolve_names import Names, text
from rulewright.dsl.resolve_parts import Parts
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.symbols import Noun
from rulewright.dsl.type_rules import ERROR, name_of
from rulewright.dsl.types import BOOL, NUMBER, PLAYER, CardType, ListType, SpaceType, Type


@define
class Signed:
    """A verb or action whose parameters are resolved, with the scope of its body."""

    params: tuple[bound.Param, ...]
    scope: Scope
    you: bound.Var


@define
class Pending:
    """An action and what is needed to resolve its body later."""

    action: bound.Action
    decl: n.ActionDecl
    signed: Signed = field()
    done: bool = False


class Actions:
    """Resolves verbs, actions and definitions for one game."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names
        self._verbs: list[tuple[bound.Verb, n.VerbDecl, Signed]] = []
        self._actions: list[Pending] = []
        self._defines: list[tuple[bound.Derived, tuple[n.Item, ...], Scope]] = []
        self._headers: dict[bound.Action, n.ActionDecl] = {}  # actions whose headers are still to be read
        self._reading: list[bound.Action] = []  # whose announcement is being read now
        self.cost_params: set[bound.Var] = set()  # what the parameters of a named cost are bound to in an action

    # ---------------------------------------------------------------- parameters

    def signatures(self) -> None:
        """Resolve the parameters of verbs and of actions outside cards; their types are known from here on."""
        program = self.game.program
        seen: set[Any] = set()
        for decl in self.names.of(n.VerbDecl):
            verb = program.verbs.get(decl.signature.name.text)
            if verb is not None and verb not in seen and verb.span is decl.signature.name.span:
                seen.add(verb)
                you = bound.Var("you", PLAYER, verb.span)
                signed = self.sign(decl.signature, Scope(you=bound.Local(PLAYER, decl.span, you)), you, asked=False)
                verb.params, verb.you = signed.params, you
                self._verbs.append((verb, decl, signed))
        for decl in self.names.of(n.ActionDecl):
            action = program.actions.get(decl.signature.name.text)
            if action is not None and action.span is decl.signature.name.span:
                self._headers[action] = decl
        for action in tuple(self._headers):
            self._header(action)

    def _header(self, action: bound.Action) -> None:
        """Read the header of an action outside cards, unless that has been done: another may speak of it earlier."""
        decl = self._headers.pop(action, None)
        if decl is not None:
            self.action(action, decl, Scope())

    def announced(self, action: bound.Action, name: str, span: Span) -> bound.Var | None:
        """Give what an object of the action carries under the name: a parameter, a target, a choice or a `let`.

        None where there is no such, or (with an error) where announcements would have to be read in a circle.
        """
        self._header(action)
        for param in action.params:
            if param.var.name == name:
                return param.var
        pending = next((one for one in self._actions if one.action is action), None)
        if pending is not None and not pending.done:
            if action in self._reading:
                self.game.error("E308", span, f"what `{action.name}` is announced with is read here before it is known",
                                hint="an announcement cannot depend on what is announced by itself")  # fmt: skip
                return None
            self._body(pending)
        return next((var for var in self._asked(action) if var.name == name), None)

    def announced_names(self, action: bound.Action) -> list[str]:
        """Give the names of all that an object of the action carries, as far as it has been read."""
        return [*(p.var.name for p in action.params), *(var.name for var in self._asked(action))]

    def _asked(self, action: bound.Action) -> list[bound.Var]:
        """Give what was chosen and worked out in the announcement, but for the names of a cost's own parameters."""
        asked = [part.var for part in action.asked if isinstance(part, bound.Choose | bound.Let)]
        return [var for var in (*asked, *(t.var for t in action.targets)) if var not in self.cost_params]

    def cost_named(self, name: str) -> n.CostDecl | None:
        """Give the `cost` declaration of that name."""
        return next((decl for decl in self.names.of(n.CostDecl) if decl.signature.name.text == name), None)

    def costs(self) -> None:
        """Check named costs by themselves; what they ask and take is put into each action that uses them."""
        for decl in self.names.of(n.CostDecl):
            if not self.names.once("cost", decl.signature.name.text, decl.signature.name.span):
                continue
            you = bound.Var("you", PLAYER, decl.span)
            signed = self.sign(decl.signature, Scope(you=bound.Local(PLAYER, decl.span, you)), you, asked=False)
            parts = Parts(self.game, signed.scope.child(acts=True), decl.signature.name.text)
            for item in decl.items:
                parts.take(item)

    def action(self, action: bound.Action, decl: n.ActionDecl, scope: Scope) -> None:
        """Resolve the header of an action; its body comes with `bodies`."""
        you = bound.Var("you", PLAYER, action.span)
        signed = self.sign(decl.signature, scope.child(you=bound.Local(PLAYER, decl.span, you)), you, asked=True)
        action.params, action.you, action.any_time = signed.params, you, decl.at_any_time
        if decl.onto is not None:
            action.stack = self.game.program.stacks.get(decl.onto.text)
            if action.stack is None:
                self.game.error(
                    "E212",
                    decl.onto.span,
                    f"there is no stack called `{decl.onto.text}`",
                    hint=did_you_mean(decl.onto.text, self.game.program.stacks),
                )
            else:
                self.game.use(action.stack)
        elif decl.at_any_time:
            self.game.error(
                "E402",
                decl.span,
                "an action `at any time` answers others on a stack",
                hint="say which: `, onto STACK, at any time:`",
            )
        self._actions.append(Pending(action, decl, signed))

    def played_cards(self) -> None:
        """Settle which cards lie on a stack: the first one of the header, unless it is in play, or a card's own action
        speaks of it."""
        for pending in self._actions:
            action = pending.action
            first = next((p for p in action.params if isinstance(p.var.type, CardType)), None)
            if action.stack is not None and first is not None and action.card_def is None and not _in_play(first.domain):
                action.played_card = first

    def sign(self, signature: n.SignatureItem, scope: Scope, you: bound.Var, *, asked: bool) -> Signed:
        """Give the parameters and the scope in which they are known. `asked`: they are chosen,
        so they need a domain."""
        inner = scope.child()
        params = []
        prepositions: set[str | None] = set()
        for labelled in signature.params:
            if labelled.preposition in prepositions:
                what = f"`{labelled.preposition}`" if labelled.preposition else "the object"
                self.game.error("E213", labelled.span, f"{what} stands twice in this header")
            prepositions.add(labelled.preposition)
            if labelled.preposition == "with" and not asked:
                self.game.error(
                    "E405", labelled.span, "only actions have a parameter behind `with`: in what is done, `with` "
                                           "describes a thing",
                    hint="take another word: `to`, `for`, `by`, `against`, `from`",
                )  # fmt: skip
            param = self._param(labelled, inner, asked)
            params.append(param)
            inner = inner.child(loops=(*inner.loops, param.var))
            inner.names[param.var.name] = param.var
        return Signed(tuple(params), inner, you)

    def _param(self, labelled: n.LabelledParamItem, scope: Scope, asked: bool) -> bound.Param:
        node = labelled.param
        if isinstance(node.domain, n.ChoiceType):
            domain, quantity, of = self.domain(node.domain, node.name, scope)
        else:
            of = self.game.types.read(node.domain).type
            domain, quantity = None, None
            if asked:
                domain = self._every_value(of, node)
        var = bound.Var(node.name.text, of, node.name.span)
        self.game.expressions.declare(scope.child(), var, node.name)
        return bound.Param(var, labelled.preposition, domain, quantity, labelled.span)

    def domain(self, node: n.ChoiceType, name: n.Word, scope: Scope) -> tuple[bound.Group, bound.Quantity | None, Type]:
        """Give what may be chosen, how many, and the type of the choice. The parameter's own name stands for each."""
        picked = node.picked
        if picked.words[-1].text in self.game.symbols.nouns or is_title(picked.words[-1]):
            picked = evolve(picked, words=(*picked.words, name))
        described = self.game.groups.resolve(picked, scope, determiner=node.determiner.kind, named=name)
        quantity = self.game.statements.quantity(node.determiner, scope)
        of = described.group.var.type
        return described.group, quantity, of if quantity is None else ListType(of)

    def _every_value(self, of: Type, node: n.ParamItem) -> bound.Group | None:
        """A parameter with a bare type: every value of it, where these can be counted."""
        if type(of).__name__ in ("WordType", "BoolType", "PlayerType", "SpaceType", "LineType", "CardType"):
            return None
        if of != ERROR:
            self.game.error(
                "E412", node.span, f"a player must choose `{node.name.text}`, and there is no end of {name_of(of)}s",
                hint=f"say what may be chosen: `({node.name.text}: a number from 1 to 5)`, `a card in your hand` ...",
            )  # fmt: skip
        return None

    # ---------------------------------------------------------------- bodies

    def bodies(self) -> None:
        """Resolve what verbs and actions do."""
        for verb, decl, signed in self._verbs:
            self.game.inside = verb
            assert signed.scope.you is not None
            scope = signed.scope.child(acts=True, chance=True)
            verb.body = self.game.statements.block(decl.block, scope)
        self.costs()
        self.waiting_bodies()
        self.game.inside = None

    def waiting_bodies(self) -> None:
        """Resolve what those actions do that have no body yet."""
        for pending in self._actions:
            if not pending.done:
                self._body(pending)

    def forget_doers(self) -> None:
        """Nobody need know who does a verb whose text does not say `you` and which no trigger or restriction names."""
        for verb, _, signed in self._verbs:
            if not {signed.you} & (self.game.you_read | self.game.you_passed) and verb not in self.game.listened:
                verb.you = None

    def _body(self, pending: Pending) -> None:
        action, decl, signed = pending.action, pending.decl, pending.signed
        pending.done = True
        outside, self.game.inside = self.game.inside, action
        self._reading.append(action)
        parts = Parts(self.game, signed.scope.child(acts=True), action.name)
        for item in decl.items:
            parts.take(item)
        action.guards, action.limits = tuple(parts.guards), tuple(parts.limits)
        action.asked, action.targets = tuple(parts.asked), tuple(parts.targets)
        self._reading.pop()
        self.game.inside = outside
        action.cost, action.body = parts.blocks.get("cost", ()), parts.blocks.get("do", parts.blocks.get("effect", ()))
        if "pay" in parts.blocks:
            self.game.error("E402", decl.span, "`pay:` stands in a `cost` declaration; an action has `cost:`")

    # ---------------------------------------------------------------- definitions

    def declare_defines(self) -> None:
        """Make the members and functions that `define` declares, with their types."""
        for decl in self.names.of(n.DefineMemberDecl):
            self._declare_member(decl)
        for decl in self.names.of(n.DefineFunctionDecl):
            if self.names.once("definition", decl.name.text, decl.name.span):
                self._declare_function(decl)

    def _declare_member(self, decl: n.DefineMemberDecl) -> None:
        program, symbols = self.game.program, self.game.symbols
        of = self.game.types.one(decl.kind, decl.kind.span)
        result = self.game.types.read(decl.type).type
        this = bound.Var(decl.variable.text, of, decl.variable.span)
        derived = bound.Derived(decl.member.text, (this,), result, doc=text(decl.doc), span=decl.member.span)
        owner = {"PlayerType": "player", "CardType": "card", "SpaceType": "space", "LineType": "line"}.get(
            type(of).__name__
        )
        if owner is None:
            if of != ERROR:
                self.game.error(
                    "E402",
                    decl.kind.span,
                    f"only players, cards and parts of a board have attributes, not {name_of(of)}",
                )
            return
        kind = program.kinds.get(of.kind) if isinstance(of, CardType) else None
        member = bound.Member(
            decl.member.text, owner, result, "derived", kind, derived=derived, this_var=this, span=decl.member.span
        )
        if isinstance(of, SpaceType):
            member.board = program.boards[of.board]
        table = {"player": symbols.player_members, "card": symbols.card_members, "space": symbols.space_members}.get(
            owner, symbols.line_members
        )
        for other in table.get(member.name, []):
            if (
                owner != "card"
                or other.kind is None
                or kind is None
                or symbols.kinds.related(other.kind.name, kind.name)
            ):
                self.game.error(
                    "E213",
                    decl.member.span,
                    f"{name_of(of)} already has `{member.name}`".replace("a ", "A ", 1),
                    related=((other.span, "declared here"),) if other.span else (),
                )
                return
        table[member.name].append(member)
        program.derived_members.append(member)
        if result == BOOL and member.name not in symbols.nouns:
            symbols.add_noun(member.name, Noun(of, False, kind, member=member))
        scope = Scope(nobody_acts="a definition is the same for everybody")
        self.game.expressions.declare(scope, this, decl.variable)
        scope = scope.child(loops=(this,))
        self._defines.append((derived, decl.lines, scope))

    def _declare_function(self, decl: n.DefineFunctionDecl) -> None:
        result = self.game.types.read(decl.type).type
        scope = Scope(nobody_acts="a definition is the same for everybody")
        params = []
        for param in decl.params:
            domain = param.domain
            if isinstance(domain, n.ChoiceType):
                self.game.error("E402", domain.span, "a definition takes types, not choices", hint="say `c: card`")
                of: Type = ERROR
            else:
                of = self.game.types.read(domain).type
            var = bound.Var(param.name.text, of, param.name.span)
            self.game.expressions.declare(scope, var, param.name)
            params.append(var)
        derived = bound.Derived(decl.name.text, tuple(params), result, doc=text(decl.doc), span=decl.name.span)
        self.game.program.functions[derived.name] = derived
        self._defines.append((derived, decl.lines, scope.child(loops=tuple(params))))

    def define_bodies(self) -> None:
        """Resolve what definitions say."""
        for derived, lines, scope in self._defines:
            self.game.inside = derived
            self._lines(derived, lines, scope)
        self.game.inside = None

    def _lines(self, derived: bound.Derived, lines: tuple[n.Item, ...], scope: Scope) -> None:
        cases: list[tuple[bound.Expr | None, bound.Expr]] = []
        addends: list[tuple[int, bound.Expr, bound.Expr | None]] = []
        what = f"`{derived.name}`"
        for line in lines:
            if isinstance(line, n.AddendItem):
                if derived.type != NUMBER:
                    self.game.error(
                        "E301", line.span, f"only numbers are added to, and {what} is {name_of(derived.type)}"
                    )
                inner = scope
                condition = None
                if line.condition is not None:
                    known = self.game.expressions.condition(line.condition, scope)
                    condition, inner = self.game.want_condition(known.expr), _after(scope, known.yes)
                amount = self.game.want(self.game.expressions.resolve(line.value, inner), NUMBER, "what is added")
                addends.append((1 if line.sign == "+" else -1, amount, condition))
                continue
            if addends or (cases and cases[-1][0] is None):
                self.game.error(
                    "E402",
                    line.span,
                    "this line is never reached",
                    hint="cases come first, then `otherwise:`, then lines with `+`",
                )
            if isinstance(line, n.CaseItem):
                known = self.game.expressions.condition(line.condition, scope)
                value = self._value(line.value, derived, _after(scope, known.yes), what)
                cases.append((self.game.want_condition(known.expr), value))
                scope = scope.child(facts=scope.facts | known.no.facts)
            else:
                assert isinstance(line, n.ValueItem | n.OtherwiseItem)
                cases.append((None, self._value(line.value, derived, scope, what)))
        if cases and cases[-1][0] is not None:
            self.game.error(
                "E413",
                lines[-1].span,
                f"{what} has no value when none of its cases holds",
                hint="end with `otherwise: VALUE`",
            )
        derived.cases, derived.addends = tuple(cases), tuple(addends)

    def _value(self, node: n.Expr, derived: bound.Derived, scope: Scope, what: str) -> bound.Expr:
        value = self.game.expressions.resolve(node, scope, derived.type)
        of = derived.type
        if isinstance(of, ListType) and not self.game.fits(value.type, of) and self.game.fits(value.type, of.element):
            return bound.ListExpr(of, value.span, (value,))
        return self.game.want(value, of, f"the value of {what}")


def _in_play(group: bound.Group | None) -> bool:
    """Whether the cards of the group are said to be in play: what is announced about them leaves them where they are."""
    if group is None:
        return False
    zones = [e.member.zone for e in group.base.exprs if isinstance(e, bound.MemberOf | bound.TableMember)]
    return (
        group.base.sort in ("in_play", "of_player")
        or any(isinstance(c, bound.IsInPlay) for c in group.conditions)
        or (group.base.sort == "zones" and bool(zones) and all(zone is not None and zone.in_play for zone in zones))
    )


def _after(scope: Scope, known: Any) -> Scope:
    """Give the scope in which a condition holds, with the names that it binds."""
    inner = scope.child(facts=scope.facts | known.facts)
    for var in known.binds:
        inner.names[var.name] = var
    return inner
