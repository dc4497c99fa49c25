"""Cards that a text names, and whether they are still what they were when the text was due (semantics 7).

What waits, a trigger or the end of a duration, is about a card in one visit. Has something else moved that card before the
text runs, no line does anything with it any more. What the text itself moves it goes on knowing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, ListType, bare
from rulewright.interpreter.analysis import Source
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import expressions, expressions_of
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


def of_cards(var: b.Var) -> bool:
    """Whether a variable holds a list of cards."""
    of = bare(var.type)
    return isinstance(of, ListType) and isinstance(bare(of.element), CardType)


def of_card(var: b.Var) -> bool:
    """Whether a variable holds a card, or may."""
    return isinstance(bare(var.type), CardType)


class Lasting(GeneratorBase):
    """See the top of the file."""

    def dated_vars(self, source: Source) -> list[b.Var]:
        """The cards that a waiting trigger's text speaks of: their visits are kept when it is noticed."""
        s = source.standing
        if not isinstance(s, b.Trigger) or s.timing != "after":
            return []
        read = self._vars_read(s.body)
        return [v for v in self.standing_vars(source) if v in read and (of_card(v) or of_cards(v))]

    def text_dates(self) -> dict[int, tuple[int | None, ...]]:
        """For each text that may wait: which of its arguments the visits belong to that it keeps; see `Tables.dates`."""
        found: dict[int, tuple[int | None, ...]] = {}
        for source in self.analysis.of_class(b.Trigger):
            variables = self.standing_vars(source)
            cards = [*(e.base.var for e in self.kept_reads(source)), *self.dated_vars(source)]
            found[source.number] = tuple(variables.index(var) for var in cards)
        for number, until in enumerate(self.analysis.untils):
            found[len(self.analysis.sources) + number] = tuple(
                place if of_card(var) or of_cards(var) else None for place, var in enumerate(self.held_vars(until))
            )
        return found

    def idle_places(self, source: Source) -> frozenset[int]:
        """Places of the arguments that the text does not read: whatever they are, it does the same."""
        read = self._vars_read(source.standing.body)
        this = self.this_of(source)
        return frozenset(
            place
            for place, var in enumerate(self.standing_vars(source))
            if var not in read and not (var is this and self.needs_source)
        )

    def _vars_read(self, body: tuple[b.Stmt, ...]) -> set[b.Var]:
        return {part.var for part in self.analysis.parts_read(body) if isinstance(part, b.Local)}

    def visits_now(self, variables: Iterable[b.Var], sc: Scope) -> str:
        """The visits of these cards as arguments, each with a comma behind it."""
        parts = []
        for var in variables:
            name = sc.names[var]
            parts.append(
                f"tuple([S.vis[c] for c in {name}]), "
                if of_cards(var)
                else f"S.vis[{name}], "
                if isinstance(var.type, CardType)
                else f"(0 if {name} is None else S.vis[{name}]), "
            )
        return "".join(parts)

    def keep_apart(self, variables: Iterable[b.Var], visits: Iterable[str], proc: Proc, sc: Scope) -> None:
        """At the beginning of a text: find out which of its cards are still in the visits (names) of then."""
        for var, visit in zip(variables, visits, strict=True):
            name = sc.names[var]
            if of_cards(var):
                proc.emit(f"{name} = lasting(S, {name}, {visit})")
                continue
            sc.lasts[var] = lasts = proc.local(f"lasts_{name}")
            proc.emit(f"{lasts} = {name} is not None and S.vis[{name}] == {visit}")

    def still_there(self, e: b.Expr, sc: Scope) -> str:
        """Whether a card that was announced, or that a waiting text is about, has not left since; "" for anything else."""
        if isinstance(e, b.Local) and e.var in sc.lasts:
            return sc.lasts[e.var]
        if isinstance(e, b.Local) and e.var in sc.announced and isinstance(bare(e.type), CardType):
            name = sc.names[e.var]
            return f"({name} is not None and S.vis[{name}] == {sc.announced[e.var]})"
        if isinstance(e, b.Announced) and isinstance(bare(e.type), CardType):
            targets = [t.var for t in e.action.targets]
            if e.var in targets:
                return ""
            place = self.stack_values(e.action).index(e.var)
            return f"announced_lasts(S, {self.expr(e.base, sc)}, {place}, {self.span_id(e.span)})"
        return ""

    def follow(self, s: b.Perform, sc: Scope) -> None:
        """Behind a line that does something with what was announced: where it has gone by that, it is still known."""
        if isinstance(s.verb, str) or (isinstance(s.verb, b.Verb) and not self.verb_resumable(s.verb)):
            for e in [e for name, e in s.args if name != "to" and isinstance(e, b.Local)]:
                if e.var in sc.announced and e.var not in sc.lasts and isinstance(bare(e.type), CardType):
                    sc.code.emit(f"{sc.announced[e.var]} = S.vis[{sc.names[e.var]}]")

    def owner_there(self, e: b.Expr, sc: Scope) -> str:
        """The same of the card to which a value (a member, a zone on a card) belongs."""
        return self.still_there(e.base, sc) if isinstance(e, b.MemberOf) and e.member.owner == "card" else ""

    def visit_then(self, var: b.Var, sc: Scope) -> str:
        """The visit of a card that an effect remembers: one that is not there any more is in none."""
        name = sc.names[var]
        if var in sc.lasts:
            return f"(S.vis[{name}] if {sc.lasts[var]} else -1)"
        if var in sc.announced:
            return sc.announced[var]
        return f"(S.vis[{name}] if {name} is not None else 0)"

    def kept_members(self, body: tuple[b.Stmt, ...], cards: set[b.Var]) -> list[b.MemberOf]:
        """What a body reads of the cards that a move can change: each (card, member) once, in order of first reading."""
        found: dict[tuple[b.Var, b.Member], b.MemberOf] = {}
        for e in expressions(tuple(expressions_of(body))):
            if isinstance(e, b.MemberOf) and isinstance(e.base, b.Local) and e.base.var in cards:
                m = e.member
                plain = m.sort == "printed" and not self.is_modified(m) and not self.has_formula(m)
                if (
                    not plain
                    and not (m.sort == "builtin" and m.name in ("name", "owner", "zone", "holder"))
                ):
                    found.setdefault((e.base.var, m), e)
        return list(found.values())

    def kept_value(self, e: b.MemberOf, sc: Scope) -> str:
        """What is kept of it: of a zone on the card, what lies there."""
        text = self.expr(e, sc)
        return f"tuple({sc.z}[{text}])" if e.member.sort == "zone" else text

    @staticmethod
    def kept_zone(e: b.Expr, sc: Scope) -> tuple[str, str] | None:
        """(What lay in a zone on a card before it left, the visit of then), if that was kept."""
        if isinstance(e, b.MemberOf) and e.member.sort == "zone" and isinstance(e.base, b.Local):
            return sc.kept.get((e.base.var, e.member))
        return None

    def lying_in(self, e: b.Expr, zone: str, sc: Scope) -> str:
        """What lies in a zone, which is written as `zone`; in one on a card that has left, what lay there then."""
        kept = self.kept_zone(e, sc)
        now = f"{sc.z}[{zone}]"
        if kept is None:
            return now
        assert isinstance(e, b.MemberOf) and isinstance(e.base, b.Local)
        return f"({now} if {sc.S}.vis[{sc.names[e.base.var]}] == {kept[1]} else {kept[0]})"
