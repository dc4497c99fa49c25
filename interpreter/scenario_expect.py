"""What a scenario expects: conditions, lists, legality, questions and results; and what is there instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.types import CardType, ListType, Type, ZoneType
from rulewright.interpreter.describe import question_text, words, zone_text
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.scenario_chance import NotScripted
from rulewright.interpreter.scenario_match import ASKS_ACTION
from rulewright.interpreter.scenario_program import parts, sides
from rulewright.interpreter.scenario_words import Failure, asked, offered, said, several_said
from rulewright.interpreter.state import State

if TYPE_CHECKING:
    from rulewright.interpreter.scenario_run import Runner

_TRIALS = 500  # how many answers are tried before a target is asked for, at most


class Expectations:
    """Checks the `expect` lines of one run."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    def check(self, line: t.Line) -> None:
        """Raise Failure if the line does not hold now."""
        match line:
            case t.Expect():
                self._in_the_middle(self._condition, line)
            case t.ExpectList():
                self._in_the_middle(self._list, line)
            case t.ExpectCan():
                self._can(line)
            case t.ExpectAsked():
                self._asked(line)
            case t.ExpectResult():
                self._result(line)
            case t.ExpectDecides():
                self._decides(line)
            case _:
                raise AssertionError(type(line).__name__)

    @property
    def _state(self) -> State:
        return self.runner.state

    def _value(self, e: b.Expr) -> Any:
        return self.runner.prepared.value(self._state, e)

    def _in_the_middle(self, check: Callable[[Any], None], line: t.Line) -> None:
        """Check a line; if it does not hold while something waits for an answer, say so: most often that is why."""
        try:
            check(line)
        except Failure as failure:
            if not self.runner.asking or self._state.g.questions[self._state.q].kind == "action":
                raise
            waits = f"{asked(self._state)}; nothing goes on before that is answered"
            raise Failure(failure.span, *failure.lines, waits) from None

    # ------------------------------------------------------------ conditions

    def _condition(self, line: t.Expect) -> None:
        if self._value(line.condition):
            return
        several = parts(line.condition)
        wrong = [part for part in several if not self._value(part)] if len(several) > 1 else [line.condition]
        found = []
        for part in wrong or [line.condition]:
            if len(several) > 1:
                found.append(f"this is not so: {_text(part)}")
            found += self._about(part)
        raise Failure(line.span, *(found or ["this is not so"]))

    def _about(self, condition: b.Expr) -> list[str]:
        """What is there instead of what a condition says."""
        match condition:
            case b.Not(operand=b.MemberOf(base=base, member=member)):
                return [f"{_text(base)} is {words(member.name)}"]
            case b.MemberOf(base=base, member=member):
                return [f"{_text(base)} is {member.opposite or 'not ' + words(member.name)}"]
            case b.TableMember() | b.Not(operand=b.TableMember()):
                return [f"{_text(condition).removeprefix('not ')} is {'yes' if isinstance(condition, b.Not) else 'no'}"]
            case b.Exists(negated=negated):
                return ["there is one" if negated else "there is none"]
            case b.IsIn(value=value) if isinstance(value.type, CardType):
                return [f"{_text(value)} is in {zone_text(self._state, self._state.at[self._value(value)])}"]
        return [
            f"{_text(side)} is {self._shown(side)}"
            for side in sides(condition)
            if not isinstance(side, b.Const | b.OptionValue | b.CardNamed)
        ]

    def _shown(self, e: b.Expr) -> str:
        try:
            value = self._value(e)
        except RunError:
            return "not there"
        if isinstance(e.type, ZoneType) and value is not None:
            return several_said(self._cards(value), "empty")
        if isinstance(e.type, ListType):
            return several_said([said(self._state, x, e.type.element) for x in value], "empty")
        return said(self._state, value, e.type)

    def _cards(self, zone: int) -> list[str]:
        return [f'"{self._state.g.card_names[c]}"' for c in self._state.z[zone]]

    # ------------------------------------------------------------ lists

    def _list(self, line: t.ExpectList) -> None:
        S, what = self._state, self._value(line.what)
        of: Type = CardType()
        if isinstance(line.what.type, ZoneType):
            items, ordered = list(S.z[what]), self._ordered(what)
            if ordered and what in S.uz:
                low, high, *_ = S.uz[what]
                if len({S.g.card_names[c] for c in items[low:high]}) > 1:
                    raise Failure(
                        line.span, f"{zone_text(S, what)} has been shuffled: nobody knows the order of its cards"
                    )
        else:
            assert isinstance(line.what.type, ListType)
            items, of, ordered = list(what), line.what.type.element, False
        fits = self._matches(items, of, line.values, ordered)
        if fits != line.negated:
            return
        there = several_said([said(S, x, of) for x in items], "empty")
        place = _text(line.what)
        verb = "are" if isinstance(line.what.type, ListType) else "is"
        if line.negated:
            raise Failure(line.span, f"{place} {verb} just that: {there}")
        raise Failure(
            line.span, f"expected {place} to be {several_said([v.span.text for v in line.values], 'empty')}",
            f"but {'they are' if verb == 'are' else 'it is'} {there}", *self._difference(items, of, line, ordered),
        )  # fmt: skip

    def _ordered(self, zone: int) -> bool:
        member = self._state.g.instance.zone_member[zone]
        return (member is not None and member.zone is not None and member.zone.ordered) or (
            zone in self._state.g.instance.stack_zone.values()
        )

    def _matches(self, items: list[Any], of: Any, values: tuple[t.Wanted, ...], ordered: bool) -> bool:
        fits = self.runner.matcher.fits
        if len(items) != len(values):
            return False
        if ordered:
            return all(fits(self._state, wanted, x, of) for wanted, x in zip(values, items, strict=True))
        left = list(items)
        # Cards that are named by the scenario first: a card's title fits any of its copies.
        for wanted in sorted(values, key=lambda v: v.sort != "value"):
            found = next((x for x in left if fits(self._state, wanted, x, of, exact=True)), None)
            if found is None:
                return False
            left.remove(found)
        return True

    def _difference(self, items: list[Any], of: Any, line: t.ExpectList, ordered: bool) -> list[str]:
        there = Counter(said(self._state, x, of) for x in items)
        wanted = Counter(v.span.text for v in line.values)
        if ordered and there == wanted:
            return ["the same cards, in another order"]
        if len(items) < 4 or any(v.sort == "value" for v in line.values):
            return []
        lines = []
        if wanted - there:
            lines.append(f"missing: {', '.join((wanted - there).elements())}")
        if there - wanted:
            lines.append(f"too many: {', '.join((there - wanted).elements())}")
        return lines

    # ------------------------------------------------------------ legality

    def _can(self, line: t.ExpectCan) -> None:
        states = [
            s for s in (*self.runner.passed, self._asked_state(line.seat)) if s is not None and s.player == line.seat
        ]
        can = any(self._offers(state, line) for state in states)
        who = self._state.names[line.seat]
        if not line.negated and not can:
            because = self.because(states[0] if states else self._state, line.seat, line.actions, line.args)
            now = offered(states[-1]) if states else [self.runner.describe()]
            raise Failure(line.span, f"{who} cannot do this now{', because of ' if because else ''}{because}", *now)
        if line.negated and can:
            raise Failure(line.span, f"{who} can do this now")
        if line.negated and line.because is not None:
            asked_in = states or [self._state]
            if not any(line.because in self.reasons(s, line.seat, line.actions, line.args) for s in asked_in):
                because = self.because(asked_in[0], line.seat, line.actions, line.args)
                what = f"but because of {because}" if because else "nothing of it forbids it; it is not offered here"
                raise Failure(line.span, f"{who} cannot do this, but not because of {line.because}", what)

    def _asked_state(self, seat: int) -> State | None:
        """The state in which the player is asked: now, or after others who could respond have passed."""
        state = self._state
        while state.result is None and state.player is not None and state.player != seat:
            if state.g.questions[state.q].kind != "respond":
                return None
            if state is self._state:
                state = state.fork()
                state.chance = self.runner.chance.copy()
            try:
                state.choose(state.opts.index(None))
            except (RunError, NotScripted):
                return None
        return state if state.result is None else None

    def _offers(self, state: State, line: t.ExpectCan) -> bool:
        if state.g.questions[state.q].kind not in ASKS_ACTION:
            return False
        places = self.runner.matcher.actions(state, line.actions, line.args)
        several = [(name, wanted) for name, wanted in line.args if self._is_several(line.actions[0], name)]
        if not several and not line.targets:
            return bool(places)
        return any(self._goes_through(state, place, several, line) for place in places)

    @staticmethod
    def _is_several(action: b.Action, name: str) -> bool:
        return any(p.var.name == name and p.quantity is not None for p in action.params)

    def _goes_through(self, state: State, place: int, several: list[Any], line: t.ExpectCan) -> bool:
        """Whether the sets and targets that a line names are offered once the action is begun."""
        matcher = self.runner.matcher
        trial = state.fork()
        trial.chance = self.runner.chance.copy()
        try:
            trial.choose(place)
            for _, wanted in several:
                places = matcher.several(trial, wanted)
                if trial.g.questions[trial.q].kind != "set" or places is None:
                    return False
                trial.choose(places)
        except (RunError, NotScripted):
            return False
        return self._aims(trial, line, 0, [_TRIALS])

    def _aims(self, state: State, line: t.ExpectCan, done: int, left: list[int]) -> bool:
        """Whether these targets are offered, in their order, whatever else the announcement asks (an amount, who pays)."""
        if done == len(line.targets):
            return True
        if state.result is not None or state.player != line.seat:
            return False
        question = state.g.questions[state.q]
        aimed = id(question.span) in self.runner.target_spans
        if not aimed and question.kind in (*ASKS_ACTION, "respond"):
            return False  # the announcement is over
        for place in self.runner.matcher.places(state, line.targets[done]) if aimed else range(state.n_options):
            left[0] -= 1
            if left[0] < 0:
                raise Failure(line.span, "there are too many ways to do this; leave its targets out here")
            trial = state.fork()
            trial.chance = self.runner.chance.copy()
            try:
                trial.choose(place)
            except (RunError, NotScripted):
                continue
            if self._aims(trial, line, done + aimed, left):
                return True
        return False

    def reasons(
        self, state: State, seat: int, actions: tuple[b.Action, ...], args: tuple[tuple[str, tuple[t.Wanted, ...]], ...]
    ) -> list[str]:
        """Names of what forbids the action with these arguments: parameters, labels of guards, restrictions."""
        rows: list[list[str]] = []
        for action in actions:
            table = state.g.namespace.get("REASONS", {}).get(action)
            if table is None:
                continue
            for values in self._arguments(state, action, args):
                found: dict[str, None] = {}
                for label, fails in table:
                    try:
                        failing = fails(state, seat, *values)
                    except (RunError, TypeError, IndexError, AttributeError):
                        continue  # a guard that presumes what an earlier one asks for cannot be read
                    if failing:
                        found[failing if isinstance(failing, str) else label] = None
                rows.append(list(found))
        # A name can mean several cards: the one that least speaks against is meant.
        return min(rows, key=len, default=[])

    def because(self, state: State, seat: int, actions: tuple[b.Action, ...], args: Any) -> str:
        """The reasons for people: of a parameter what it must be."""
        spans = {p.var.name: " ".join(p.span.text.split()) for a in actions for p in a.params if p.span is not None}
        return " and ".join(spans.get(label, label) for label in self.reasons(state, seat, actions, args))

    def _arguments(self, state: State, action: b.Action, args: Any) -> list[list[Any]]:
        """The values that the arguments can mean: this card, then each parameter; None where the line says nothing."""
        given = dict(args)
        rows: list[list[Any]] = [[None]]
        if action.this_var is not None:
            faces = state.g.instance.faces
            rows = [[c] for c, f in enumerate(state.g.face_of) if faces[f].definition is action.card_def]
            inside = [row for row in rows if state.at[row[0]] > 3]
            rows = inside or rows
            if t.THIS in given:  # `expect Ann cannot graze with slug`: the card whose action it is
                named = self.runner.matcher
                rows = [row for row in rows if named.fits(state, given[t.THIS][0], row[0], CardType())] or rows
        for param in action.params:
            wanted = given.get(param.var.name, ())
            values = (
                [None] if param.quantity is not None or len(wanted) != 1 else self._candidates(state, wanted[0], param)
            )
            rows = [[*row, value] for row in rows for value in values]
        return rows

    def _candidates(self, state: State, wanted: t.Wanted, param: b.Param) -> list[Any]:
        if wanted.sort == "card":
            named = [c for c, name in enumerate(state.g.card_names) if name == wanted.text]
            shown = [c for c in named if state.at[c] > 3 and state.at[c] not in self.runner.table.decks] or named
            return shown[:1] if len({state.at[c] for c in shown}) == 1 else shown
        if wanted.value is not None:
            return [self.runner.prepared.value(state, wanted.value)]
        values = getattr(param.var.type, "values", ())
        return [values.index(wanted.text)] if wanted.text in values else [None]

    # ------------------------------------------------------------ questions and results

    def _asked(self, line: t.ExpectAsked) -> None:
        texts = []
        for state in (*self.runner.passed, self._state):
            if state.result is None and state.player is not None:
                text = question_text(state, state.g.questions[state.q])
                if state.player == line.seat and text == line.question:
                    return
                texts.append(asked(state))
        raise Failure(line.span, f'expected {self._state.names[line.seat]} to be asked "{line.question}"',
                      f"but {texts[-1] if texts else self.runner.describe()}")  # fmt: skip

    def _decides(self, line: t.ExpectDecides) -> None:
        runner = self.runner
        if runner.asking and runner.state.player == line.seat and not runner.forced:
            return
        who = self._state.names[line.seat]
        raise Failure(line.span, f"{who} has no choice before anybody else has one: {runner.describe()}")

    def _result(self, line: t.ExpectResult) -> None:
        S = self._state
        seats = tuple(range(S.players)) if line.seats is None else line.seats
        if line.verb == "lose" and line.seats and all(p not in S.alive for p in seats):
            return
        if S.result is None:
            raise Failure(line.span, "the game is not over", self.runner.describe())
        winners = S.result[1] if S.result[0] in ("win", "ranking") else ()
        there = tuple(p for p in range(S.players) if (p in winners) == (line.verb == "win"))
        if set(seats) == set(there) if line.verb == "win" or not seats else set(seats) <= set(there):
            return
        names = " and ".join(S.names[p] for p in winners)
        ended = "nobody wins" if not winners else f"{names} {'wins' if len(winners) == 1 else 'win'}"
        if S.result[0] in ("limit", "endless"):
            ended = f"the game ran into a limit: {S.result[2]}"
        raise Failure(line.span, ended)


def _text(e: b.Expr) -> str:
    return " ".join(e.span.text.split())
