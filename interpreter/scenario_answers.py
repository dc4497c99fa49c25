"""Answering: each line of a script where it belongs, and what is forced or passed on the way there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.types import CardType, bare
from rulewright.interpreter.describe import assign_key
from rulewright.interpreter.errors import IllegalChoice
from rulewright.interpreter.scenario_match import ASKS_ACTION
from rulewright.interpreter.scenario_play import Play
from rulewright.interpreter.scenario_words import Failure, action_said, not_scripted, offered
from rulewright.interpreter.state import State

_DONE = (t.Move, t.Answer, t.Decline, t.Pass, t.AssignedKey)
EXPECTS = (t.Expect, t.ExpectList, t.ExpectCan, t.ExpectAsked, t.ExpectResult, t.ExpectDecides)


def _windows(state: State) -> int:
    """How many response windows are open, those included beneath an object that is taking effect."""
    return sum(frame[0].__name__.startswith("r_window_") for frame in state.frames)


class Answers(Play):
    """See the top of the file."""

    def because(self, state: State, line: t.Move) -> str:
        """Why the move is not possible, in words; nothing if no reason is known."""
        raise NotImplementedError

    # ------------------------------------------------------------ coming to a question

    def drain(self) -> None:
        """Answer pending questions for targets with what the line of the action said."""
        while self.targets and self.asking:
            line, seat, wanted = self.targets[0]
            state = self.state
            if state.player != seat or id(state.g.questions[state.q].span) not in self.target_spans:
                return
            places = self.matcher.places(state, wanted)
            if not places:
                raise Failure(line.span, f"{wanted.span.text} cannot be the target", *offered(state))
            self._no_two(line, places, wanted)
            self.targets.pop(0)
            self._choose_one(places[0], wanted)

    def settle(self, to_the_end: bool = False) -> None:
        """Go on to the next question that is a choice; one that the next line of the script answers is left to it.

        An action that is the only one possible is still somebody's doing: it waits until a line needs what comes
        after it, or looks at the end of the game (`to_the_end`).
        """
        self.go_on()
        if not self.asking:
            return
        line = next((x for x in self.scenario.lines[self.at + 1 :] if not isinstance(x, EXPECTS)), None)
        self.drain()
        while self.asking and self.forced and not (line is not None and self.answers(line)):
            if not to_the_end and self.kind in ASKS_ACTION and self.state.opts[0] is not None:
                return
            self.step()
            self.drain()

    def _until(self, line: Any, attempt: Callable[[], bool]) -> None:
        """Come to the question that a line answers: forced ones are answered, others asked to respond pass silently."""
        self.go_on()
        self.drain()
        while True:
            state = self.state
            if state.result is not None:
                raise Failure(line.span, "the game is over; nobody is asked anything more")
            if state.player is None:
                raise Failure(line.span, "nobody is asked anything here")
            if state.player == line.seat and attempt():
                self.passed.clear()
                self.drain()
                return
            if self.forced:
                self.step()
            elif state.player != line.seat and self.kind == "respond":
                self._pass_on()
                self.choose(state.opts.index(None))
            elif state.player != line.seat:
                raise Failure(line.span, *not_scripted(state))
            else:
                self._cannot(line)
            self.drain()

    def answers(self, line: t.Line) -> bool:
        """Whether a line of the script answers the pending question."""
        state = self.state
        if isinstance(line, t.Pass) and line.seat is None:
            return self.kind == "respond"
        if not isinstance(line, _DONE) or state.player != line.seat:
            return False
        match line:
            case t.Move():
                return bool(self.matcher.actions(state, line.actions, line.args)) or self._other(line) is not None
            case t.Answer():
                return self._found(line) is not None
            case t.Decline():
                return self.matcher.nothing(state) is not None
            case t.Pass():
                return self.kind == "respond"
            case t.AssignedKey():
                return self._assigned(line) is not None
        return False

    # ------------------------------------------------------------ actions

    def _move(self, line: t.Move) -> None:
        self._last_targets()
        self._until(line, lambda: self._act(line))

    def _act(self, line: t.Move) -> bool:
        state = self.state
        places = self.matcher.actions(state, line.actions, line.args)
        if not places:
            other = self._other(line)
            if other is None:
                return False
            self.choose(other)
            return True
        if len(places) > 1:
            lines = [action_said(state, state.names[line.seat], state.opts[i]) for i in places[:4]]
            raise Failure(line.span, f"this could be {len(places)} different moves:", *(f"    {x}" for x in lines))
        data = state.opts[places[0]]
        action = state.g.actions[data[0]]
        values = list(data[2:] if action.this_var is not None else data[1:])
        by_name = {p.var.name: (p, x) for p, x in zip(action.params, values, strict=True)}
        given = [(name, wanted) for name, wanted in line.args if name != t.THIS]
        for name, wanted in given:
            if by_name[name][0].quantity is None:
                self._name_again(wanted[0], by_name[name][1])
        self.choose(places[0])
        self.targets = [(line, line.seat, wanted) for wanted in line.targets]
        for name, wanted in given:
            if by_name[name][0].quantity is not None:
                self._choose_set(line, wanted)
        return True

    def _choose_set(self, line: t.Move, wanted: tuple[t.Wanted, ...]) -> None:
        """Answer the question for a parameter that is several things."""
        if not self.asking or self.state.player != line.seat or self.kind != "set":
            raise Failure(line.span, f"`{wanted[0].span.text}` is not asked for")
        places = self.matcher.several(self.state, wanted)
        if places is None:
            raise Failure(line.span, "these cannot be chosen", *offered(self.state))
        self._choose_several(places, wanted)

    def _other(self, line: t.Move) -> int | list[int] | None:
        """The answer that passes or declines, where the action's name is also the word for that."""
        if line.other is None or line.args or (line.other == "pass") != (self.kind == "respond"):
            return None
        return self.matcher.nothing(self.state)

    # ------------------------------------------------------------ answers

    def _found(self, line: t.Answer) -> list[int] | None:
        if self.kind in ("set", "order"):
            places = self.matcher.several(self.state, line.answers)
            if places is not None and self.forced and self.kind == "set" and not self.matcher.is_answer(self.state, places):
                return None  # it answers a later question: this one has a single answer, and that is another
            return places
        if len(line.answers) != 1:
            return None
        return self.matcher.places(self.state, line.answers[0]) or None

    def _answer(self, line: t.Answer) -> bool:
        places = self._found(line)
        if places is None:
            return False
        if self.kind in ("set", "order"):
            self._choose_several(places, line.answers)
        else:
            self._no_two(line, places, line.answers[0])
            self._choose_one(places[0], line.answers[0])
        return True

    def _choose_one(self, place: int, wanted: t.Wanted) -> None:
        of = self.state.g.questions[self.state.q].element
        if of is not None and isinstance(bare(of), CardType):
            self._name_again(wanted, self.state.opts[place])
        self.choose(place)

    def _choose_several(self, places: list[int], wanted: tuple[t.Wanted, ...]) -> None:
        state = self.state
        try:
            taken = self._answers_of(places)
        except IllegalChoice as problem:
            raise Failure(self._span(), str(problem), *offered(state)) from None
        chosen = [state.opts[i] for i in places]
        spare = [x for x in taken if x not in chosen]
        for one, x in zip(wanted, chosen, strict=False):
            if x not in taken and spare:
                self._name_again(one, spare.pop(0))
        self.choose(places)

    def _answers_of(self, places: list[int]) -> tuple[Any, ...]:
        if self.kind == "order":
            return tuple(self.state.opts[i] for i in places)
        return self.state._set_answers().check(places)

    def _name_again(self, wanted: t.Wanted, x: Any) -> None:
        """The engine takes one of several alike cards; the scenario's name goes with the one that is taken."""
        if not isinstance(wanted.value, b.TableMember) or wanted.value.member.sort != "state":
            return
        slot = self.state.g.slots[wanted.value.member]
        held = self.state.v[slot]
        if held == x or wanted.value.member not in self.prepared.names:
            return
        for member in self.prepared.names:
            other = self.state.g.slots[member]
            if self.state.v[other] == x:
                self.state.v[other] = held
        self.state.v[slot] = x

    def _decline(self) -> bool:
        answer = self.matcher.nothing(self.state)
        if answer is None:
            return False
        self.choose(answer)
        return True

    def _pass(self) -> bool:
        if self.kind != "respond":
            return False
        self.choose(self.state.opts.index(None))
        return True

    def _assigned(self, line: t.AssignedKey) -> int | None:
        places = self.matcher.places(self.state, line.value)
        if not places or self.kind in ASKS_ACTION:
            return None
        question = self.state.g.questions[self.state.q]
        if question.key is None:
            return None
        key = assign_key(self.state, question)
        return places[0] if self.matcher.fits(self.state, line.key, key, question.key_type) else None

    def _assign(self, line: t.AssignedKey) -> bool:
        place = self._assigned(line)
        if place is None:
            return False
        self.choose(place)
        return True

    # ------------------------------------------------------------ everyone passes

    def _everyone_passes(self, line: t.Pass) -> None:
        """All pass until what is on the stack now has taken effect, another question comes up, or a window opens."""
        self.go_on()
        self.drain()
        while self.asking and self.forced and self.kind != "respond":
            self.step()
            self.drain()
        self.all_targets_used()
        if not self.asking or self.kind != "respond":
            more = not_scripted(self.state) if self.asking else []
            raise Failure(line.span, "nobody is asked to respond here, so nobody can pass", *more)
        there = {o.number for o in self.state.stack}
        windows = _windows(self.state)
        following = next((x for x in self.scenario.lines[self.at + 1 :] if not isinstance(x, EXPECTS)), None)
        self.passed.clear()
        while self.asking:
            state = self.state
            now = {o.number for o in state.stack}
            if self.kind != "respond":
                acts = self.kind in ASKS_ACTION and state.opts[0] is not None
                over = bool(there) and not there & now
                if not self.forced or acts or over or (following is not None and self.answers(following)):
                    return
                self.step()
                continue
            if (
                (there and not there & now)
                or _windows(state) > windows
                or (not there and _windows(state) < windows)
            ):
                return
            self.choose(state.opts.index(None))

    def _cannot(self, line: Any) -> None:
        if isinstance(line, t.Move):
            for state in (*self.passed, self.state):
                if state.player == line.seat:
                    because = self.because(state, line)
                    if because:
                        raise Failure(line.span, f"this cannot be done, because of {because}", *offered(state))
            raise Failure(line.span, "this cannot be done now", *offered(self.state))
        raise Failure(line.span, "this is no answer to what is asked", *offered(self.state))

    def _no_two(self, line: Any, places: list[int], wanted: t.Wanted) -> None:
        if len(places) > 1:
            raise Failure(
                line.span, f"{wanted.span.text} could be {len(places)} different things here;",
                "give the one that is meant a name where it is given: `\"NAME\" as mine`",
            )  # fmt: skip

    def _last_targets(self) -> None:
        """Go through forced questions of an announcement as long as its line has named targets that are still to come."""
        while self.targets and self.asking and self.forced and self.kind not in ("respond", *ASKS_ACTION):
            self.step()
            self.drain()
        self.all_targets_used()

    def all_targets_used(self) -> None:
        """Fail if a target was named that nothing asked for."""
        if self.targets:
            left, _, wanted = self.targets[0]
            raise Failure(left.span, f"no target was asked for that `{wanted.span.text}` would answer")
