"""What an event tells those who know the rules, beyond what they see: notes in traced code for knowledge.py.

Two kinds: which card was moved, where the rules name it by what is printed on it (`move "2 of diamonds" to box`); and
that no card of some description lies in a zone, where a guard of an action that was done, or the way an `if` went, says
so. Only conditions that everybody can read are used: printed values, public numbers and words, options.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import field_names
from rulewright.dsl.types import BoolType, CardType, ZoneType, bare
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import expressions
from rulewright.interpreter.errors import RulewrightError

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
    from rulewright.interpreter.codegen.proc import Proc
else:
    GeneratorBase = object

_PLAIN = (b.Const, b.OptionValue, b.Arith, b.Divide, b.Compare, b.Equal, b.And, b.Or, b.Not, b.Between, b.CardNamed)


@frozen
class Fact:
    """There is no card of `group`, written in `scope`, if `besides` (Python tests) holds; `seen`:
    cards one must know for it."""

    group: b.Group
    scope: Scope
    besides: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()

    def only_if(self, tests: tuple[tuple[str, ...], frozenset[str]]) -> Fact:
        """The fact with further tests."""
        return Fact(self.group, self.scope, (*tests[0], *self.besides), self.seen | tests[1])


class Publicity(GeneratorBase):
    """See the top of the file."""

    @cached_property
    def fresh_lets(self) -> dict[b.Var, b.Expr]:
        """What the `let`s right before the statement that is being written are."""
        return {}

    # ------------------------------------------------------------ what everybody can read

    def everybody_reads(self, e: b.Expr, cards: set[b.Var], deep: int = 0) -> bool:
        """Whether the value is known to all who know the cards named by these variables."""
        if deep > 6:
            return False
        if isinstance(e, b.Local):
            return e.var in cards or not isinstance(bare(e.type), CardType)
        if isinstance(e, b.TableMember):
            return e.member.sort == "state" and not isinstance(bare(e.type), CardType)
        if isinstance(e, b.Builtin):
            return True
        if isinstance(e, b.IsKind):
            return isinstance(e.value, b.Local) and e.value.var in cards
        if isinstance(e, b.MemberOf):
            member = e.member
            if isinstance(bare(e.base.type), CardType):
                if not (isinstance(e.base, b.Local) and e.base.var in cards) or self.is_modified(member):
                    return False
                if (member.sort == "printed" and not self.has_formula(member)) or member.sort == "keyword":
                    return True
                return (
                    member.sort == "derived"
                    and member.derived is not None
                    and self._reads_derived(member.derived, deep)
                )
            return member.sort == "state" and member.owner == "player" and self.everybody_reads(e.base, cards, deep)
        if isinstance(e, b.CallFunction):
            if not all(self.everybody_reads(a, cards, deep) for a in e.args):
                return False
            return not isinstance(e.function, b.Derived) or self._reads_derived(e.function, deep)
        if not isinstance(e, _PLAIN):
            return False
        return all(self.everybody_reads(x, cards, deep) for x in _parts(e))

    def _reads_derived(self, f: b.Derived, deep: int) -> bool:
        cards = {p for p in f.params if isinstance(bare(p.type), CardType)}
        parts = [x for case in f.cases for x in case if x is not None]
        parts += [x for _, *rest in f.addends for x in rest if x is not None]
        return all(self.everybody_reads(x, cards, deep + 1) for x in parts)

    def _readable_group(self, g: b.Group, cards: set[b.Var]) -> bool:
        return all(self.everybody_reads(c, cards | {g.var}) for c in g.conditions) and all(
            self.everybody_reads(s.key, cards | {g.var}) for s in g.superlatives
        )

    # ------------------------------------------------------------ cards moved by name

    def note_named(self, e: b.Expr, sc: Scope) -> None:
        """In traced code, before a move: which cards the rules' description fits, where all can read it."""
        if not self.traced or sc.proc is None:
            return
        if isinstance(e, b.CardNamed):
            ids = tuple(c for c, f in enumerate(self.instance.face_of) if self.instance.faces[f].name == e.name)
            sc.proc.emit(f"S.note(('named', {self.table(ids, 'cards')}))")
            return
        if isinstance(e, b.Local):
            e = self.fresh_lets.get(e.var, e)
        group = e if isinstance(e, b.Group) else e.group if isinstance(e, b.FirstOf | b.The) else None
        if group is None or not isinstance(bare(group.var.type), CardType) or not self._readable_group(group, set()):
            return
        if not (group.conditions or group.superlatives or group.card_name or group.kind):
            return
        if group.superlatives and not (group.base.sort == "zones" and len(group.base.exprs) == 1):
            return
        with suppress(RulewrightError):
            sc.proc.emit(f"S.note(('named', tuple({self.group_list(group, sc.child())})))")

    # ------------------------------------------------------------ cards that are not there

    def note_facts(self, e: b.Expr, truth: bool, sc: Scope) -> None:
        """In traced code: what follows from a condition having been true (or false) about cards that are not there."""
        if not self.traced or sc.proc is None or sc.S != "S":
            return
        plain = sc.child()
        plain.hoists = None
        with suppress(RulewrightError):  # what cannot be written here is no fact, and play does not need it
            for fact in self._facts(e, truth, plain, 0):
                self._note_fact(fact, sc.proc)

    def note_guards(self, guards: tuple[b.Guard, ...], owner: Any, sc: Scope) -> None:
        """In traced code, at the beginning of an action that was done: its guards hold, unless something lifts them."""
        if not self.traced or any(
            isinstance(s, b.Perform) and s.verb is owner and s.freely for s in self.analysis.statements()
        ):
            return
        for guard in guards:
            if guard.label is None or not self.lifted(guard.label, owner, sc, set()):
                self.note_facts(guard.condition, True, sc)

    def _note_fact(self, fact: Fact, proc: Proc) -> None:
        group, sc = fact.group, fact.scope
        readers = _cards_read(group.conditions) - {group.var}
        if group.superlatives or not self._readable_group(group, readers) or any(v not in sc.names for v in readers):
            return
        seen = fact.seen | {sc.names[v] for v in readers}
        if len(seen) > 1:
            return
        name = self.name_of(group.var)
        inner = sc.child()
        inner.names[group.var] = name
        conditions = [self.cond(c, inner) for c in group.conditions]
        if group.card_name is not None:
            conditions.append(f"NAMES[{name}] == {group.card_name!r}")
        ids = self.table(self.ids_of_kind(group.kind), "cards")
        test = self.conjunction(conditions)
        cards = f"tuple([{name} for {name} in {ids}{'' if test == 'True' else f' if {test}'}])"
        note = f"S.note(('none', {self.expr(group.base.exprs[0], sc)}, {cards}, {next(iter(seen), 'None')}))"
        if fact.besides:
            proc.emit(f"if {self.conjunction(list(fact.besides))}:")
            with proc.indented():
                proc.emit(note)
        else:
            proc.emit(note)

    def _facts(self, e: b.Expr, truth: bool, sc: Scope, deep: int) -> list[Fact]:
        if deep > 4:
            return []
        if isinstance(e, b.Not):
            return self._facts(e.operand, not truth, sc, deep)
        if isinstance(e, b.Exists):
            return self._none_of(e.group, sc) if truth == e.negated else []
        if isinstance(e, b.IsEmpty):
            return self._none_of(e.collection, sc) if truth != e.negated else []
        if isinstance(e, b.Compare | b.Equal) and isinstance(e.left, b.Aggregate) and e.left.op == "count":
            return self._none_of(e.left.group, sc) if _says_none(e, truth) else []
        if isinstance(e, b.And | b.Or):
            found: list[Fact] = []
            for part in e.parts:
                facts = self._facts(part, truth, sc, deep + 1)
                # Of a true "or" (a false "and") it must be this part: the others can be read by all.
                others = (
                    None
                    if not facts or isinstance(e, b.And) == truth
                    else self._tests([(x, not truth) for x in e.parts if x is not part], sc)
                )
                if isinstance(e, b.And) == truth:
                    found += facts
                elif others is not None:
                    found += [fact.only_if(others) for fact in facts]
            return found
        if (
            isinstance(e, b.CallFunction)
            and isinstance(e.function, b.Derived)
            and isinstance(e.function.type, BoolType)
        ):
            return self._facts_of_cases(e.function, e.args, truth, sc, deep)
        return []

    def _facts_of_cases(self, f: b.Derived, args: tuple[b.Expr, ...], truth: bool, sc: Scope, deep: int) -> list[Fact]:
        inner = sc.child()
        for param, arg in zip(f.params, args, strict=True):
            inner.names[param] = self.expr(arg, sc)
        found: list[Fact] = []
        before: list[tuple[b.Expr, bool]] = []
        for condition, value in f.cases if not f.addends else ():
            facts = self._facts(value, truth, inner, deep + 1)
            tests = (
                self._tests([*before, *([(condition, True)] if condition is not None else [])], inner)
                if facts
                else None
            )
            if tests is not None:
                found += [fact.only_if(tests) for fact in facts]
            if condition is not None:
                before.append((condition, False))
        return found

    def _tests(self, parts: list[tuple[b.Expr, bool]], sc: Scope) -> tuple[tuple[str, ...], frozenset[str]] | None:
        """Tests that these conditions are so, and the cards they read; None if not everybody can read them."""
        found: list[str] = []
        seen: set[str] = set()
        for part, wanted in parts:
            cards = _cards_read(part)
            if not self.everybody_reads(part, cards) or any(v not in sc.names for v in cards):
                return None
            seen |= {sc.names[v] for v in cards}
            text = self.expr(part, sc)
            if text != str(wanted):
                found.append(text if wanted else f"(not {text})")
        return tuple(found), frozenset(seen)

    def _none_of(self, e: b.Expr, sc: Scope) -> list[Fact]:
        """The group that `e` lists, if it is of cards in one zone."""
        if isinstance(e, b.Group) and e.base.sort == "list" and not e.conditions and e.kind is None:
            e = e.base.exprs[0]
        if isinstance(e, b.Local):
            e = self.fresh_lets.get(e.var, e)
        if isinstance(e, b.Aggregate) and e.op == "list":
            e = e.group
        if (
            not isinstance(e, b.Group)
            or not isinstance(bare(e.var.type), CardType)
            or e.base.sort != "zones"
            or (len(e.base.exprs) != 1 or not isinstance(e.base.exprs[0].type, ZoneType))
        ):
            return []
        return [Fact(e, sc)]


def _cards_read(node: Any) -> set[b.Var]:
    """The variables for cards that are read and not bound inside."""
    bound = {x.var for x in expressions(node) if isinstance(x, b.Group)}
    return {x.var for x in expressions(node) if isinstance(x, b.Local) and isinstance(bare(x.type), CardType)} - bound


def _says_none(e: b.Compare | b.Equal, truth: bool) -> bool:
    """Whether a count compared with a number, being so, is 0."""
    if not isinstance(e.right, b.Const):
        return False
    if isinstance(e, b.Equal):
        return e.right.value == 0 and truth != e.negated
    return (e.op, e.right.value, truth) in ((">", 0, False), (">=", 1, False), ("<=", 0, True), ("<", 1, True))


def _parts(e: b.Expr) -> list[b.Expr]:
    """The expressions directly inside."""
    found: list[b.Expr] = []
    for name in field_names(e):
        value = getattr(e, name)
        if isinstance(value, b.Expr):
            found.append(value)
        elif isinstance(value, tuple):
            found += [x for x in value if isinstance(x, b.Expr)]
    return found
