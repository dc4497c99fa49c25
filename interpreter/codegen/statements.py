"""Statements of a checked program as lines of a generated procedure.

Whatever may ask is written as numbered blocks (see proc.py); everything else as ordinary Python. `loops` is the stack
of loops that `stop` can leave: "plain" for a Python loop, else the block behind the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, ListType, PlayerType, ZoneType, bare
from rulewright.dsl.unseen import unseen_places
from rulewright.interpreter.analysis import walk
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.growth import bounded
from rulewright.interpreter.codegen.sorts import sort_of
from rulewright.interpreter.codegen.visiting import VISIT, Visiting

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.proc import Proc

Loops = list[Any]


class Statements(Visiting):
    """See the top of the file."""

    def body(self, stmts: tuple[b.Stmt, ...] | None, sc: Scope, loops: Loops) -> None:
        """Write the statements in order."""
        if not stmts and not sc.code.resumable:
            sc.code.emit("pass")
        for stmt in stmts or ():
            self.stmt(stmt, sc, loops)

    def stmt(self, stmt: b.Stmt, sc: Scope, loops: Loops) -> None:
        method: Any = getattr(self, "_stmt_" + type(stmt).__name__, None)
        if method is None:
            raise self.unsupported(type(stmt).__name__, stmt.span)
        if sc.proc is not None:
            sc.proc.emit(f"#@{self.span_id(stmt.span)}")
        method(stmt, sc, loops)
        if not isinstance(stmt, b.Let):
            self.fresh_lets.clear()

    def bind(self, var: b.Var, sc: Scope, value: str) -> str:
        """Give a variable its value; the Python name."""
        name = self.name_of(var)
        proc = sc.code
        proc.local(name)
        sc.names[var] = name
        proc.emit(f"{name} = {value}")
        return name

    # ------------------------------------------------------------ values

    def _stmt_Let(self, s: b.Let, sc: Scope, loops: Loops) -> None:
        value = self.expr(s.value, sc)
        if isinstance(s.value.type, ListType):
            value = f"tuple({value})"
        self.bind(s.var, sc, value)
        self.fresh_lets[s.var] = s.value

    def _stmt_Assign(self, s: b.Assign, sc: Scope, loops: Loops) -> None:
        self.assign(s.target, s.op, self.expr(s.value, sc), sc, s.span)
        if s.op != "set" and not isinstance(s.target.type, ListType) and not bounded(s.value):
            self._watch_growth(s.target, sc, s.span)
        self.after_change(sc)

    def _watch_growth(self, target: b.Expr, sc: Scope, span: Any) -> None:
        """A number to which another growing one was added must not grow without end."""
        if not isinstance(target, b.MemberOf) or not isinstance(target.base.type, ListType):
            sc.code.emit(f"small({self.expr(target, sc)}, {self.span_id(span)})")

    def assign(self, target: b.Expr, op: str, value: str, sc: Scope, span: Any) -> None:
        """target op value; a target on a list of things is changed on each, one on a card that has left on none."""
        there = self.owner_there(target, sc)
        if there:
            sc.code.emit(f"if {there}:")
            with sc.code.indented():
                self._assign(target, op, value, sc, span)
            return
        self._assign(target, op, value, sc, span)

    def _assign(self, target: b.Expr, op: str, value: str, sc: Scope, span: Any) -> None:
        proc = sc.code
        sign = {"set": "=", "add": "+=", "subtract": "-="}[op]
        if isinstance(target.type, ListType) and op != "set":
            value = f"as_items({value})"
            if op == "add":
                sign = "+="
            else:
                place = self._place(target, sc)
                with self._counted(place, proc):
                    proc.emit(f"{place} = without({place}, {value})")
                return
        elif isinstance(target.type, ListType):
            value = (
                f"tuple({value})"
                if not isinstance(target, b.MemberOf) or not isinstance(target.base.type, ListType)
                else value
            )
        if isinstance(target, b.Local):
            proc.emit(f"{sc.names[target.var]} {sign} {value}")
            return
        if isinstance(target, b.Builtin):
            fields = {"first_player": "first", "active_player": "act"}
            if target.name not in fields:
                raise self.unsupported(f"setting '{target.name}'", span)
            with self._counted(f"S.{fields[target.name]}", proc):
                proc.emit(f"S.{fields[target.name]} {sign} {value}")
            return
        if isinstance(target, b.MemberOf) and isinstance(target.base.type, ListType):
            var, held = proc.temp("x"), proc.temp("value")
            proc.emit(f"{held} = {value}")
            proc.emit(f"for {var} in {self.expr(target.base, sc)}:")
            with proc.indented():
                self._assign_member(var, target.member, sign, held, sc)
            return
        if isinstance(target, b.MemberOf):
            self._assign_member(self.expr(target.base, sc), target.member, sign, value, sc)
            return
        place = self._place(target, sc)
        with self._counted(place, proc):
            proc.emit(f"{place} {sign} {value}")
            if isinstance(target, b.TableMember | b.PairMember):
                self._keep_bounds(target.member, place, sc)

    @contextmanager
    def _counted(self, place: str, proc: Proc) -> Iterator[None]:
        """What is written here changes `place`: that counts as a change,
        where somebody asks whether a verb did anything."""
        if not self.changes_count:
            yield
            return
        before = proc.temp("before")
        proc.emit(f"{before} = {place}")
        yield
        proc.emit(f"if {place} != {before}: S.changes += 1")

    def _keep_bounds(self, m: b.Member, place: str, sc: Scope) -> None:
        """A number with declared bounds stays within them; the bounds come last (semantics 21)."""
        if m.low is not None and m.high is not None:
            sc.code.emit(f"{place} = min(max({place}, {m.low}), {m.high})")

    def _place(self, target: b.Expr, sc: Scope) -> str:
        """A place in S.v or a local that can stand on the left of `=`."""
        if isinstance(target, b.Local):
            return sc.names[target.var]
        if isinstance(target, b.TableMember):
            return f"v[{self.slots[target.member]}]"
        if isinstance(target, b.PairMember):
            live = sc.child(v="v")
            return self.expr(target, live)
        if isinstance(target, b.MemberOf) and target.member in self.slots:
            return f"v[{self.plus(self.slots[target.member], self.expr(target.base, sc))}]"
        raise self.unsupported("setting this", target.span)

    def _assign_member(self, base: str, m: b.Member, sign: str, value: str, sc: Scope) -> None:
        proc = sc.code
        if m.sort == "builtin" and m.name == "owner" and sign == "=":
            proc.emit(f"set_owner(S, {base}, {value})")
            return
        if m.owner == "card":
            if self.shared(m):
                base = self.lead_of(base, "S")
            key = f"{self.card_key(m)} + {base}"
            start = self.card_start(m, base, sc.child(S="S", z="z", v="v", at="at"))
            if sign != "=":
                value = f"S.cs.get({key}, {start}) {sign[0]} {value}"
            if m.low is not None and m.high is not None:
                value = f"min(max({value}, {m.low}), {m.high})"
            proc.emit(f"set_card(S, {key}, {value}, {start})")
            return
        place = f"v[{self.plus(self.slots[m], base)}]"
        with self._counted(place, proc):
            proc.emit(f"{place} {sign} {value}")
            self._keep_bounds(m, place, sc)

    # ------------------------------------------------------------ control flow

    def _stmt_If(self, s: b.If, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        lets = dict(self.fresh_lets)
        if not self.analysis.stmt_asks(s) and not (proc.resumable and self._leaves(s, loops)):
            for number, (condition, inner) in enumerate(s.branches):
                branch = sc.child()
                branch_text = self.cond(condition, branch)
                if number == 0:
                    proc.emit(f"if {branch_text}:")
                else:
                    proc.emit(f"elif {branch_text}:")
                with proc.indented():
                    self.note_facts(condition, True, branch)
                    self.body(inner, branch, loops)
                    proc.emit("pass")
            if s.otherwise or self.traced:
                proc.emit("else:")
                with proc.indented():
                    self.fresh_lets.update(lets)
                    for condition, _ in s.branches:
                        self.note_facts(condition, False, sc)
                    self.body(s.otherwise, sc.child(), loops)
                    proc.emit("pass")
            return
        end = proc.new_block()
        for condition, inner in s.branches:
            after = proc.new_block()
            branch = sc.child()
            proc.jump_unless(self.cond(condition, branch), after)
            self.note_facts(condition, True, branch)
            self.body(inner, branch, loops)
            proc.jump(end)
            proc.start(after)
            self.fresh_lets.update(lets)
            self.note_facts(condition, False, sc)
        self.body(s.otherwise, sc.child(), loops)
        proc.start(end)

    def _leaves(self, s: b.Stmt, loops: Loops) -> bool:
        """Whether a `stop` inside must jump to a block (the innermost loop is made of blocks, or there is none)."""
        if loops and loops[-1] == "plain":
            return False
        return any(isinstance(x, b.Stop) for x in walk((s,)))

    def _stmt_Stop(self, s: b.Stop, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        condition = None if s.condition is None else self.expr(s.condition, sc)
        if condition is not None:
            proc.emit(f"if {condition}:")
            proc.depth += 1
        if loops and not s.whole:
            if loops[-1] == "plain":
                proc.emit("break")
            else:
                proc.jump(loops[-1])
        else:
            self.leave(proc)
        if condition is not None:
            proc.depth -= 1

    def leave(self, proc: Proc) -> None:
        """Leave the whole body: jump to its end block if it has one to run, else return."""
        if proc.end_block is not None:
            proc.jump(proc.end_block)
        else:
            proc.finish()

    def _flat(self, s: b.Stmt, inner: tuple[b.Stmt, ...], proc: Proc) -> bool:
        """Whether a loop must be written as blocks."""
        return proc.resumable and (self.analysis.asks(inner) or any(
            isinstance(x, b.EndUnit) or (isinstance(x, b.Stop) and x.whole) for x in walk(inner)))

    def _stmt_Repeat(self, s: b.Repeat, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        flat = self._flat(s, s.body, proc)
        count = None
        if s.times is not None:
            count = proc.fresh("left" if self.scenario and flat else "count")  # None: a script has entered the loop
            proc.emit(f"{count} = {self.expr(s.times, sc)}")
        if not flat:
            if count is not None:
                proc.emit(f"for _ in range({count}):")
            else:
                proc.emit(f"while {'True' if s.until is None else 'not (' + self.expr(s.until, sc) + ')'}:")
            with proc.indented():
                proc.emit(self._tick(proc, count is not None))
                self.body(s.body, sc.child(), [*loops, "plain"])
            return
        top, end = proc.new_block(), proc.new_block()
        proc.start(top)
        if count is not None:
            proc.jump_unless(f"{count} > 0", end)
            proc.emit(f"{count} -= 1")
        elif s.until is not None:
            proc.emit(f"if {self.expr(s.until, sc)}:")
            with proc.indented():
                proc.jump(end)
        proc.emit(self._tick(proc, count is not None))
        self.body(s.body, sc.child(), [*loops, end])
        if self.scenario and count is not None and s.times is not None:
            proc.emit(f"if {count} is None: {count} = {self.expr(s.times, sc)} - 1")
        proc.jump(top)
        proc.start(end)

    def _tick(self, proc: Proc, counted: bool) -> str:
        """Count a round of a loop; an uncounted one may be proved endless by its locals and the state coming again."""
        if counted:
            return "tick(S)"
        names = ", ".join(proc.locals)
        return f"tick(S, ({names}{',' if proc.locals else ''}), {self.span_id(None)})"

    def _stmt_Each(self, s: b.Each, sc: Scope, loops: Loops) -> None:
        if s.at_once:
            self._each_at_once(s, sc)
            return
        proc = sc.code
        listed = self.group_list(s.group, sc, ordered=True)
        element = bare(s.group.var.type)
        acts = any(isinstance(x, b.Perform | b.Offer | b.Choose | b.EndUnit | b.OpenStack) for x in walk(s.body))
        name = self.name_of(s.group.var)
        inner = sc.child()
        inner.names[s.group.var] = name
        watched = acts and isinstance(element, CardType)
        if watched:
            listed = f"watched(S, {listed})"
        guard = None
        if acts and isinstance(element, PlayerType) and self.eliminates:
            guard = f"{name} in S.alive"
        elif watched:
            guard = f"same_visit(S, {name}, {name}_w)"
        # A loop within a loop, within a text that may run in one, or over a range of numbers: its rounds are counted.
        counted = bool(loops) or s.group.base.sort == "numbers" or proc.name.startswith(("verb", "text"))
        if not self._flat(s, s.body, proc):
            proc.local(name)
            if watched:
                proc.local(f"{name}_w")
            proc.emit(f"for {name + ', ' + name + '_w' if watched else name} in {listed}:")
            with proc.indented():
                if counted:
                    proc.emit("tick(S)")
                if guard is not None:
                    proc.emit(f"if not ({guard}): continue")
                self.body(s.body, inner, [*loops, "plain"])
            return
        items, index = (
            proc.fresh("items", "watched" if watched else ("each", sort_of(s.group.var.type))),
            proc.fresh("i"),
        )
        proc.local(name)
        top, end = proc.new_block(), proc.new_block()
        proc.emit(f"{items} = tuple({listed}); {index} = 0")
        proc.start(top)
        proc.jump_unless(f"{index} < len({items})", end)
        if watched:
            proc.local(f"{name}_w")
            proc.emit(f"{name}, {name}_w = {items}[{index}]; {index} += 1")
        else:
            proc.emit(f"{name} = {items}[{index}]; {index} += 1")
        if counted:
            proc.emit("tick(S)")
        if guard is not None:
            proc.jump_unless(guard, top)
        if isinstance(element, CardType):
            inner.about = (name, s.group.var.type)
        self.body(s.body, inner, [*loops, end])
        proc.jump(top)
        proc.start(end)

    def _each_at_once(self, s: b.Each, sc: Scope) -> None:
        """Choices first, by everybody without knowledge of each other; then the effects,
        reading the table as it was."""
        proc = sc.code
        choices: list[b.Choose] = []
        rest: tuple[b.Stmt, ...] = s.body
        while rest and isinstance(rest[0], b.Choose) and not rest[0].optional:
            choices.append(rest[0])
            rest = (*rest[0].body, *rest[1:])
        listed = self.group_list(s.group, sc, ordered=True)
        name = self.name_of(s.group.var)
        proc.local(name)
        inner = sc.child()
        inner.names[s.group.var] = name
        items = proc.fresh("items")
        proc.emit(f"{items} = tuple({listed})")
        if choices:
            made, todo = proc.fresh("made", ("rows", *(sort_of(c.var.type) for c in choices))), proc.fresh("todo")
            index = proc.fresh("i")
            names = [proc.local(self.name_of(c.var)) for c in choices]
            top, end, following = proc.new_block(), proc.new_block(), proc.new_block()
            # `todo` says who is still to choose, so that a redeal can ask in another order (semantics 19).
            proc.emit(f"{todo} = tuple(range(len({items}))); {made} = (None,) * len({items}); S.joint = True")
            proc.start(top)
            proc.joints.append((top, items, made, todo, index))
            proc.jump_unless(todo, end)
            proc.emit(f"{index} = {todo}[0]; {name} = {items}[{index}]")
            for choice, held in zip(choices, names, strict=True):
                skip = proc.new_block()
                self._ask(choice, inner, held, skip, joint=index)
                proc.start(skip)
                inner.names[choice.var] = held
            proc.start(following)
            proc.emit(f"{made} = (*{made}[:{index}], ({', '.join(names)},), *{made}[{index} + 1:]); {todo} = "
                      f"{todo}[1:]")
            proc.jump(top)
            proc.start(end)
            proc.emit("S.joint = False; S.commits_done()")
            rows = f"zip({items}, {made})"
            target = f"{name}, ({', '.join(names)},)"
        else:
            rows, target = items, name
        snapshot = proc.temp("S")
        proc.emit(f"{snapshot} = S.fork()")
        frozen = inner.child(S=snapshot, z=f"{snapshot}.z", v=f"{snapshot}.v", at=f"{snapshot}.at")
        was = proc.resumable
        with self.one_batch(proc), proc.under(f"for {target} in {rows}:"):
            if choices:
                required = [n for c, n in zip(choices, names, strict=True) if c.quantity is None]
                if required:
                    proc.emit(f"if {' or '.join(f'{n} is None' for n in required)}: continue")
            if self.analysis.asks(rest):
                raise self.unsupported("a choice after an effect inside `at once`", s.span)
            self.body(rest, frozen, ["plain"])
            proc.emit("pass")
        proc.resumable = was

    # ------------------------------------------------------------ choices

    def _ask(self, s: b.Choose, sc: Scope, held: str, nothing: int, joint: str | None = None, fits: str = "") -> None:
        """Write the question; `held` gets the answer (None or () and a jump to `nothing` when there is nothing to
        choose).

        fits: a test of each answer, under the name of the choice's variable.
        """
        proc = sc.code
        options = proc.temp("o")
        proc.question()
        proc.emit(f"{held} = {'None' if s.quantity is None else '()'}")
        listed = self.group_list(s.group, sc, ordered=True)
        if fits:
            name = self.name_of(s.var)
            listed = f"[{name} for {name} in {listed} if {fits}]"
        veils = isinstance(bare(s.group.var.type), CardType) and self.hidden_choices
        if veils:
            among = proc.fresh("among")
            proc.emit(f"{among} = tuple({listed})")
            listed = among
        if isinstance(bare(s.group.var.type), CardType):
            listed = f"choosable(S, {listed}, {self.expr(s.chooser, sc)}, {s.quantity is not None})"
        else:
            listed = f"list({listed})"
        proc.emit(f"{options} = {listed}")
        if s.quantity is None:
            if not s.optional:
                self._note_nothing(options, s, sc)
            proc.jump_unless(self._still_in(options, s.chooser, sc), nothing)
            if s.optional:
                proc.emit(f"{options}.append(None)")
        else:
            low, high = s.quantity.low, s.quantity.high
            size = f"set_size({options})"
            proc.emit(f"S.lo = max(0, min({self.expr(low, sc) if low is not None else '0'}, {size}))")
            proc.emit("S.hi = max(S.lo, "
                      f"{'min(' + self.expr(high, sc) + ', ' + size + ')' if high is not None else size})")
            if s.enough is not None:
                value, amount = s.enough
                item = self.name_of(s.group.var)
                inner = sc.child()
                inner.names[s.group.var] = item
                proc.emit(f"S.need = ({self.expr(amount, sc)}, tuple([{self.expr(value, inner)} for {item} in "
                          f"{options}]))")
                # With nothing needed, or too little there, nothing is chosen and nobody is asked.
                proc.emit("S.hi = S.hi if 0 < S.need[0] <= sum(S.need[1]) else 0")
            elif self.uses_enough:
                proc.emit("S.need = None")
            proc.jump_unless(self._still_in(f"{options} and S.hi > 0", s.chooser, sc), nothing)
        question = self.question(s, sc)
        proc.emit(f"S.opts = {options}; S.player = {self.expr(s.chooser, sc)}; S.q = {question}")
        if joint is not None:
            proc.emit(f"S.joint = {joint} + 1")
        proc.suspend(proc.new_block())
        proc.emit(f"{held} = unveil(S, S.ans, {among}, S.player)" if veils else f"{held} = S.ans")

    def _stmt_Choose(self, s: b.Choose, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        inner = sc.child()
        held = proc.local(self.name_of(s.var))
        inner.names[s.var] = held
        if s.quantity is not None and not s.optional:
            skip = proc.new_block()
            self._ask(s, sc, held, skip)
            proc.start(skip)
            self.body(s.body, inner, loops)
            sc.names[s.var] = held
            return
        no, end = proc.new_block(), proc.new_block()
        self._ask(s, sc, held, no)
        if s.optional:
            proc.jump_unless(f"{held} is not None" if s.quantity is None else held, no)
        self.body(s.body, inner, loops)
        proc.jump(end)
        proc.start(no)
        self.body(s.otherwise, sc.child(), loops)
        proc.start(end)

    def _stmt_MayPerform(self, s: b.MayPerform, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        no, end = proc.new_block(), proc.new_block()
        done = s.statement.result if isinstance(s.statement, b.Perform) else None
        if done is not None:
            self.bind(done, sc, "()")  # `if you do` behind the offer is asked after a no as well
        question = self.static_question("yes_no", s.text, s.span, doing=s.doing, about=sc.about)
        if self.eliminates:
            proc.jump_unless(self._still_in("True", s.chooser, sc), no)
        possible = self.feasible((s.statement,), sc, partly=True)
        if possible != "True":
            proc.jump_unless(possible, no)  # what cannot be done at all is no yes
        proc.question()
        proc.emit(f"S.opts = [True, False]; S.player = {self.expr(s.chooser, sc)}; S.q = {question}")
        proc.suspend(proc.new_block())
        proc.jump_unless("S.ans", no)
        inner = sc.child()
        self.stmt(s.statement, inner, loops)
        self.body(s.body, inner, loops)
        proc.jump(end)
        proc.start(no)
        self.body(s.otherwise, sc.child(), loops)
        proc.start(end)

    def _stmt_ChooseLabel(self, s: b.ChooseLabel, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        end = proc.new_block()
        options = proc.temp("o")
        proc.question()
        proc.emit(f"{options} = []")
        for number, (_, condition, inner) in enumerate(s.alternatives):
            test = self.conjunction([self.cond(condition, sc), self.feasible(inner, sc)])
            proc.emit(f"if {test}: {options}.append({number})")
        # Where none can be done in full, those of which something can be done.
        partly = [
            self.conjunction([self.cond(c, sc), self.feasible(inner, sc, partly=True)]) for _, c, inner in s.alternatives
        ]
        proc.emit(f"if not {options}: {options} = [i for i, ok in enumerate(({', '.join(partly)},)) if ok]")
        self._note_nothing(options, s, sc)
        proc.jump_unless(self._still_in(options, s.chooser, sc), end)
        labels = tuple(text for text, _, _ in s.alternatives)
        needs = tuple(
            (*(() if condition is None else (condition.span,)), *(x.span for x in inner[:1] if self.feasible((x,), sc) != "True"))
            for _, condition, inner in s.alternatives
        )
        question = self.static_question("label", labels, s.span, needs=needs, about=sc.about)
        proc.emit(f"S.opts = {options}; S.player = {self.expr(s.chooser, sc)}; S.q = {question}")
        proc.suspend(proc.new_block())
        which = proc.fresh("which")
        proc.emit(f"{which} = S.ans")
        for number, (_, _, inner) in enumerate(s.alternatives):
            after = proc.new_block()
            proc.jump_unless(f"{which} == {number}", after)
            self.body(inner, sc.child(), loops)
            proc.jump(end)
            proc.start(after)
        proc.start(end)

    def _note_nothing(self, options: str, s: b.Choose | b.ChooseLabel, sc: Scope) -> None:
        """In traced code: note that somebody had nothing to choose."""
        if self.traced:
            note = f"('nothing', {self.expr(s.chooser, sc)}, {self.span_id(s.span)})"
            sc.code.emit(f"if not {options}: S.note({note})")

    def _still_in(self, test: str, chooser: b.Expr, sc: Scope) -> str:
        """The test, and that the player is still in the game: who is out is asked nothing more."""
        return f"{test} and {self.expr(chooser, sc)} in S.alive" if self.eliminates else test

    def feasible(self, body: tuple[b.Stmt, ...], sc: Scope, partly: bool = False) -> str:
        """Whether the alternative can be done in full, or partly, as far as its first statement shows."""
        if not body:
            return "True"
        first = body[0]
        if isinstance(first, b.Perform) and isinstance(first.verb, str | b.Verb):
            return self._can_be_done(first, sc, partly)
        if isinstance(first, b.Choose):
            listed = self.group_list(first.group, sc)
            if first.quantity is None or (partly and first.quantity.low is not None):
                return f"bool({listed})"
            if first.quantity.low is not None:
                return f"(len({listed}) >= {self.expr(first.quantity.low, sc)})"
        return "True"

    def _can_be_done(self, s: b.Perform, sc: Scope, partly: bool) -> str:
        """Whether there is anything to do it to; for `draw`, whether there are as many cards."""
        args = dict(s.args)
        if s.verb == "draw" and s.actor is not None and "up_to" not in args and not isinstance(s.actor.type, ListType):
            pile, _, refill = self.pile_for(self.expr(s.actor, sc), s.span)
            there = f"len(z[{pile}])" + ("" if refill == "None" else f" + len(z[{refill}])")
            count = self.expr(args["count"], sc) if "count" in args else "1"
            return f"({there} >= {'min(1, ' + count + ')' if partly else count})"
        tests = []
        params = {p.var.name: p.var.type for p in s.verb.params} if isinstance(s.verb, b.Verb) else {}
        for name, e in s.args:
            if name == "to":
                continue
            if isinstance(e.type, ZoneType) and (name == "cards" or isinstance(params.get(name), CardType)):
                tests.append(f"bool({sc.z}[{self.expr(e, sc)}])")
            group = e.group if isinstance(e, b.FirstOf) else e
            if isinstance(group, b.Group):
                tests.append(f"bool({self.group_list(group, sc)})")
            elif isinstance(e, b.Local) and isinstance(e.type, ListType):
                tests.append(f"bool({self.expr(e, sc)})")
        return self.conjunction(tests)

    def _stmt_Offer(self, s: b.Offer, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        end, no, top = proc.new_block(), proc.new_block(), proc.new_block()
        many = s.times is None or not (isinstance(s.times, b.Const) and s.times.value == 1)
        count = None
        if many and s.times is not None:
            count = proc.fresh("count")
            proc.emit(f"{count} = {self.expr(s.times, sc)}")
        you = proc.fresh("you")
        proc.emit(f"{you} = {self.expr(s.chooser, sc)}")
        if many:
            proc.start(top)
            if count is not None:
                proc.jump_unless(f"{count} > 0", end)
                proc.emit(f"{count} -= 1")
        options = proc.temp("o")
        proc.question()
        parts: list[tuple[b.Action, dict[str, str]]] = [
            (offered.action, {name: self.expr(value, sc) for name, value in offered.args}) for offered in s.actions
        ]
        if s.abilities:
            parts += [(a, {}) for a in self.analysis.actions() if a.card_def is not None]
        asked = self.offered(parts, you) or '[]'
        if self.eliminates:
            asked = f"({asked}) if {you} in S.alive else []"
        proc.emit(f"{options} = {asked}")
        if s.optional:
            proc.jump_unless(options, no)
            proc.emit(f"{options}.append(None)")
        else:
            proc.jump_unless(options, no)
        question = self.static_question("action", s.question, s.span, s.optional, tuple(o.action for o in s.actions))
        proc.emit(f"S.opts = {options}; S.player = {you}; S.q = {question}")
        proc.suspend(proc.new_block())
        if s.optional:
            proc.jump_unless("S.ans is not None", no)
        self.perform_answer(proc, you, parts)
        self.body(s.body, sc.child(), loops)
        proc.jump(top if many else end)
        proc.start(no)
        self.body(s.otherwise, sc.child(), loops)
        proc.start(end)

    def perform_answer(self, proc: Proc, you: str, parts: list[tuple[b.Action, dict[str, str]]]) -> None:
        """Do the action that S.ans names, for player `you`: one of those with these given arguments."""
        actions = [action for action, _ in parts]
        hiding = [(a, fixed) for a, fixed in parts if unseen_places(a, tuple(fixed))]
        if hiding:
            proc.emit(f"if has_unseen(S.ans): S.ans = unveil_row(S, S.ans, {self.offered(hiding, you, True)}, {you})")
        if all(self.plain_action(a) for a in actions):
            for action in actions:
                self.do_function(action)
            if len(actions) == 1:
                proc.emit(f"f_{self.do_function(actions[0])}(S, {you}, *S.ans[1:])")
            else:
                proc.emit(f"DOERS[S.ans[0]](S, {you}, *S.ans[1:])")
            self.checkpoint(proc)
            return
        for action in actions:
            self.action_function(action)
        proc.call_pair("ACTIONS[S.ans[0]]", f"({you},) + S.ans[1:]")

    # ------------------------------------------------------------ units

    def _stmt_PhaseStmt(self, s: b.PhaseStmt, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        end = proc.new_block()
        number = self.program.phase_names.index(s.unit.name)
        before = proc.fresh("phase")
        if self.scenario:
            entry = proc.new_block()
            proc.start(entry)
            self.phase_entries[s.unit.name] = entry
        proc.emit(f"{before} = S.phase; S.phase = {number}")
        self.unit_begins(s.unit, sc)
        proc.open_unit(s.unit, end)
        self.body(s.body, sc.child(), [end])
        proc.close_unit(self.unit_number(s.unit))
        proc.start(end)
        self.unit_ends(s.unit, sc)
        proc.emit(f"S.phase = {before}")
        self.go_on_ending(proc)

    def _stmt_Turns(self, s: b.Turns, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        g = s.group
        name = proc.local(self.name_of(g.var))
        inner = sc.child()
        inner.names[g.var] = name
        condition = self.conjunction([self.expr(c, inner) for c in g.conditions])
        clockwise = g.order.clockwise if g.order is not None else True
        start = self.expr(g.order.start, sc) if g.order is not None else "S.first"
        inclusive = g.order.inclusive if g.order is not None else True
        top, end = proc.new_block(), proc.new_block()
        if s.until is None:
            items = proc.fresh("round" if self.scenario else "items")
            proc.emit(f"{items} = tuple([{name} for {name} in ring(S, {start}, {clockwise}, {inclusive}) if "
                      f"{condition}])")
            proc.start(top)
            proc.jump_unless(items, end)
            proc.emit(f"{name} = {items}[0]; {items} = {items}[1:]")
            proc.jump_unless(f"{name} in S.alive", top)
        else:
            proc.emit(f"{name} = {start} if {inclusive} else next_seat(S, {start}, {clockwise})")
            proc.start(top)
            seat = proc.temp("seat")
            passed = self.turn_passed(s.turn)
            proc.emit(f"{seat} = whose_turn(S, {name}, {clockwise}, lambda {name}: {condition}{passed})")
            proc.jump_unless(f"{seat} is not None", end)
            proc.emit(f"{name} = {seat}")
        proc.emit("turn_tick(S)")
        self.note_place(proc, "('before_turn',)")
        self.unit_calls.append((proc, self.unit_function(s.turn), len(proc.blocks), name, None))
        proc.call(self.unit_function(s.turn), [name])
        if s.until is not None:
            proc.emit(f"if {self.expr(s.until, sc)}:")
            with proc.indented():
                proc.jump(end)
            proc.emit(f"{name} = after_turn(S, {name}, {clockwise})")
        elif self.scenario:
            # A script has entered this turn: those behind in the round have theirs as ever.
            seat, first, way = proc.temp("seat"), proc.temp("first"), 1 if clockwise else -1
            behind = f"({name} - {first}) * {way} % S.players > ({seat} - {first}) * {way} % S.players"
            proc.emit(f"{seat} = {name}; {first} = {start}")
            proc.emit(f"if {items} is None: {items} = tuple([{name} for {name} in "
                      f"ring(S, {first}, {clockwise}, {inclusive}) if {behind} and ({condition})])")
        proc.jump(top)
        proc.start(end)

    def _stmt_EndUnit(self, s: b.EndUnit, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        if s.unit is None:
            proc.emit("end_game(S)")
            if proc.resumable:
                proc.game_over()
            return
        for unit, end in reversed(proc.open_units):
            if unit is s.unit:
                proc.jump(end)
                return
            if unit.kind == VISIT:
                break  # first the visitor goes home
        self.ended_units.add(self.unit_number(s.unit))
        if self.tracks_units:
            proc.emit(f"end_unit(S, {self.unit_number(s.unit)})")
        else:
            proc.emit(f"raise UnitEnded({self.unit_number(s.unit)})")

    def _stmt_ContinueAfter(self, s: b.ContinueAfter, sc: Scope, loops: Loops) -> None:
        sc.code.emit(f"S.cont = {self.expr(s.player, sc)}")

    def _stmt_Quietly(self, s: b.Quietly, sc: Scope, loops: Loops) -> None:
        proc = sc.code
        proc.emit("S.quiet += 1")
        self.body(s.body, sc, loops)
        proc.emit("S.quiet -= 1")
