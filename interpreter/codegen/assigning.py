"""`assign a foe to each ...`: asked key by key, written for all keys at the end (semantics 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, bare
from rulewright.interpreter.codegen.actions import Question
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.sorts import sort_of

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Assigning(GeneratorBase):
    """See the top of the file."""

    questions: list[Question]

    def _stmt_AssignKeys(self, s: b.AssignKeys, sc: Scope, loops: Any) -> None:
        """One question a key, in their order. A key without anything left to assign is passed over.

        Nobody may be assigned to a key while enough later keys can still have somebody for `at least .. in all`.
        """
        proc = sc.code
        keys = proc.fresh("keys", ("each", sort_of(s.keys.var.type)))
        values = proc.fresh("values", ("each", sort_of(s.choice.var.type)))
        i, you = proc.fresh("i"), proc.fresh("you")
        least, most = proc.fresh("least", "plain"), proc.fresh("most", "plain")
        ask, skip, write = proc.new_block(), proc.new_block(), proc.new_block()
        proc.emit(f"{you} = {self._text(s.chooser, sc)}; {i} = 0; {values} = ()")
        proc.emit(f"{least} = {'0' if s.at_least is None else self._text(s.at_least, sc)}")
        proc.emit(f"{most} = {'None' if s.at_most is None else self._text(s.at_most, sc)}")
        proc.emit(f"{keys} = tuple({self._listed(s.keys, sc)})")
        proc.start(ask)
        proc.jump_unless(f"{i} < len({keys})", write)
        proc.question()
        inner = sc.child()
        key = proc.local(self.name_of(s.keys.var))
        inner.names[s.keys.var] = key
        options, full = proc.temp("o"), proc.temp("full")
        given = f"sum(x is not None for x in {values})"
        proc.emit(f"{key} = {keys}[{i}]")
        proc.emit(f"{full} = {most} is not None and {given} >= {most}")
        proc.emit(f"{options} = [] if {full} else {self._choice(s, inner, values)}")
        if s.optional:
            later = inner.child()
            var = self.temp_name("later")
            later.names[s.keys.var] = var
            can = f"sum(1 for {var} in {keys}[{i} + 1:] if {self._choice(s, later, values)})"
            proc.emit(f"if {options} and ({given} >= {least} or {given} + {can} >= {least}): {options}.append(None)")
        proc.jump_unless(options, skip)
        self.questions.append(
            Question(
                "choose", s.choice.var.type, s.question, (), s.span, s.optional, member=s.member.name, key=key,
                key_type=s.keys.var.type, groups=(s.choice, s.keys),
            )
        )  # fmt: skip
        proc.emit(f"S.opts = {options}; S.player = {you}; S.q = {len(self.questions) - 1}")
        proc.suspend(proc.new_block())
        answer = "S.ans"
        if isinstance(bare(s.choice.var.type), CardType) and self.hidden_choices:
            answer = f"unveil(S, S.ans, {self._left(s, inner, values)}, S.player)"
        proc.emit(f"{values} += ({answer},); {i} += 1")
        proc.jump(ask)
        proc.start(skip)
        proc.emit(f"{values} += (None,); {i} += 1")
        proc.jump(ask)
        proc.start(write)
        one, value = proc.temp("key"), proc.temp("value")
        proc.emit(f"for {one}, {value} in zip({keys}, {values}, strict=True):")
        with proc.indented():
            self._assign_member(one, s.member, "=", value, sc)  # type: ignore[attr-defined]
        self.after_change(sc)  # type: ignore[attr-defined]

    def _choice(self, s: b.AssignKeys, sc: Scope, values: str) -> str:
        """The list of what one key may be assigned, as who assigns may know it."""
        left = self._left(s, sc, values)
        if isinstance(bare(s.choice.var.type), CardType) and (s.most_each is None or self.hidden_choices):
            return f"choosable(S, {left}, {self._text(s.chooser, sc)}, False)"
        return f"list({left})" if s.most_each is None else left

    def _left(self, s: b.AssignKeys, sc: Scope, values: str) -> str:
        """The list of what one key may be assigned after what others have been."""
        listed = self._listed(s.choice, sc)
        if s.most_each is None:
            return listed
        value = self.temp_name("value")
        inner = sc.child()
        inner.names[s.choice.var] = value
        most = self._text(s.most_each, inner)
        left = f"{value} not in {values}" if most == "1" else f"sum(x == {value} for x in {values}) < {most}"
        return f"[{value} for {value} in {listed} if {left}]"

    def _listed(self, group: b.Group, sc: Scope) -> str:
        return str(self.group_list(group, sc, ordered=True))  # type: ignore[attr-defined]

    def _text(self, e: b.Expr, sc: Scope) -> str:
        return str(self.expr(e, sc))  # type: ignore[attr-defined]
