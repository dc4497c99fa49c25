"""Why a move is or is not offered, and why a number is what it is (semantics 35).

Both are worked out when asked, by code that only the traced form has. Reasons against a move come in the order in which
it is looked at: who is asked, what is offered, each parameter, each guard, limits, restrictions, targets and costs; all
that can be read are given. A reason that rests on what the one who asks may not know says so and no more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulewright.dsl import bound as b
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import (
    BoolType,
    CardType,
    NumberType,
    PlayerType,
    SpaceType,
    WordType,
    ZoneType,
    bare,
)
from rulewright.dsl.unseen import is_unseen
from rulewright.interpreter.codegen.reasons import guard_name
from rulewright.interpreter.decisions import needed
from rulewright.interpreter.describe import question_text, value_text, words, zone_text
from rulewright.interpreter.errors import RulewrightError, UsageError
from rulewright.interpreter.happened import causes, found_in_log
from rulewright.interpreter.views import Viewer
from rulewright.interpreter.why_answers import Reason, Why, plain, quoted, reason
from rulewright.interpreter.why_details import Details
from rulewright.interpreter.why_numbers import Numbers
from rulewright.interpreter.why_verbs import forbidding

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

_MOST_CANDIDATES = 40
_MOST_WAYS = 4000


def why(state: State, text: str, seat: int | None = None) -> Why:
    """Why a move (`play Queen at head`, or its beginning) or a number (`Ann's strength`) is as it is, told to a seat.

    Words that are neither are looked for in the log: what made that happen. Without words: what made the last thing
    happen. seat: who wants to know; whoever is asked when not given. UsageError if nothing is meant.
    """
    asker = seat if seat is not None else (0 if state.is_over else state.player)
    said = " ".join(text.replace('"', " ").split())
    found = Numbers(state, asker).about(said)
    if found is not None:
        return found
    moves = _Moves(state, asker)
    answer = moves.about(said)
    if answer is not None:
        return answer
    answer = moves.forbidden(said)
    if answer is not None:
        return answer
    answer = moves.not_among(said)
    if answer is not None:
        return answer
    entry = found_in_log(state, said, asker)
    if entry is not None:
        return Why(entry.text, tuple(reason(what, span) for what, span in causes(state, entry)))
    found = Numbers(state, asker).about_somebody(said)
    if found is not None:
        return found
    if not said:
        raise UsageError("nothing has happened yet; ask about a move or a number, as `Ann's strength`")
    meant = nearest(said.split(" ")[0] if said else "", moves.names())
    hint = f"; did you mean '{meant}'?" if meant else ""
    raise UsageError(
        f"'{text}' is no move and no number of {state.g.program.name}, and nothing in its log{hint or _explained(state, moves)}"
    )


def _explained(state: State, moves: _Moves) -> str:
    """What can be explained, with a move and a number of this game."""
    shown = moves.traced.shown
    counted = [m.name for m in (() if shown is None else shown.how) if m.owner == "player"]
    counted += [m.name for m in state.g.program.player_members if m.sort == "state"]
    examples = [f"a move ({words(moves.traced.actions[0].name)})"] if moves.traced.actions else []
    examples += [f"a number ({state.names[0]}'s {words(counted[0])})"] if counted else []
    return "; it can explain " + ", ".join([*examples, "what the log says last of some words"])


# ------------------------------------------------------------------ moves


class _Moves:
    """Finds the move that is meant and asks everything that could forbid it."""

    def __init__(self, state: State, asker: int) -> None:
        self.state = state
        self.asker = asker
        self.viewer = Viewer(state, asker)
        self.traced = self.viewer.traced
        self.scratch = state.fork()
        self.details = Details(self.scratch, self.viewer)

    def names(self) -> list[str]:
        """Names of all actions, as people write them."""
        return [words(a.name) for a in self.traced.actions]

    def about(self, said: str) -> Why | None:
        if self.state.is_over:
            action = self._action(said)
            return None if action is None else Why("the game is over", (Reason("nothing more is asked"),), False)
        offered = None if self.state.player is None else self._offered(said)
        if offered is not None:
            return offered
        action = self._action(said)
        if action is None or self.state.player is None:
            return None
        best: list[Reason] | None = None
        for this, values in self._arguments(action, said[len(words(action.name)) :].strip()):
            reasons = self._against(action, this, values) or self._open(action, this, values)
            if best is None or len(reasons) < len(best):
                best = reasons
        if best is None:
            unseen = next((p for p in action.params if is_unseen(action, p)), None)
            return self._not_understood(action, said) if unseen is None else self._by_its_place(unseen, said)
        return Why(f"'{said}' is not offered", tuple(best), False)

    @staticmethod
    def _by_its_place(param: b.Param, said: str) -> Why:
        text = "a card that you cannot see is offered by the place where it lies, and chance takes it"
        return Why(f"'{said}' is not offered", (reason(text, param.span),), False)

    def forbidden(self, said: str) -> Why | None:
        """Whether a restriction forbids what a sentence with a verb says."""
        found = forbidding(self.state, self.viewer, said, self._values)
        if found is None:
            return None
        what, name = found
        if name is None:
            return Why(f"nothing forbids '{what}'", (), None)
        return Why(f"'{what}' is forbidden", (self.details.restriction(name),), False)

    def not_among(self, said: str) -> Why | None:
        """That a card, player or space is not among what may be chosen now, or an alternative cannot be done."""
        state = self.state
        if state.player is None or self.asker != state.player:
            return None
        question = state.g.questions[state.q]
        for place, label in enumerate(question.labels):
            if plain(label) == plain(said) and place not in state.opts:
                text = needed(question, place)
                return Why(f"'{label}' is not offered", (reason(text, question.needs[place][0]),), False)
        of = None if question.element is None else bare(question.element)
        if question.kind not in ("choose", "set") or not isinstance(of, CardType | PlayerType | SpaceType):
            return None
        names = state.g.card_names if isinstance(of, CardType) else list(state.names)
        names = state.g.space_names[of.board] if isinstance(of, SpaceType) else names
        named = [x for x, name in enumerate(names) if plain(name) == plain(said)]
        if isinstance(of, CardType):
            named = [c for c in named if self.viewer.knows(c)]
        if not named or any(x in state.opts for x in named):
            return None
        none = reason(f"it is none of these: {quoted(question.span)}", question.span)
        return Why(f"'{said}' is not offered", (none,), False)

    def _offered(self, said: str) -> Why | None:
        """The answer if one of the options is meant."""
        state = self.state
        question = state.g.questions[state.q]
        if self.asker != state.player and state.joint:
            return None
        if self.asker != state.player and not self._public():
            return None
        decision = state.decision
        fits = [
            o
            for o in (decision.options if decision.kind not in ("set", "order") else decision.items)
            if plain(o.text) == plain(said)
        ]
        begun = [o for o in decision.options if plain(o.text).startswith(plain(said) + " ")] if not fits else []
        if not fits and not begun and said:
            begun = [o for o in decision.options[:_MOST_WAYS] if _short_for(plain(said), plain(o.text))]
        if begun and said:
            fits = begun[:1]
        if not fits:
            return None
        option = fits[0]
        reasons = [reason(f"{state.names[state.player]} is asked: {question_text(state, question)}", question.span)]
        if option.action is not None and question.kind in ("action", "respond"):
            action = state.g.actions[option.data[0]]
            for guard in action.guards:
                reasons.append(reason(f"{guard.label or 'guard'} holds: {quoted(guard.condition.span)}", guard.span))
        if len(begun) > 1:
            return Why(f"'{said}' is offered, in {len(begun)} ways", tuple(reasons), True)
        return Why(f"'{option.text}' is offered", tuple(reasons), True)

    def _public(self) -> bool:
        """Whether what is offered to another player tells nothing that is hidden: no zone of theirs is out of sight."""
        g = self.state.g
        return all(self.viewer.knows_zone(z) for z, owner in enumerate(g.zone_owner) if owner == self.state.player)

    def _action(self, said: str) -> b.Action | None:
        fits = [
            a
            for a in self.traced.actions
            if plain(said) == plain(words(a.name)) or plain(said).startswith(plain(words(a.name)) + " ")
        ]
        return max(fits, key=lambda a: len(a.name), default=None)

    # -------------------------------------------------------- arguments

    def _arguments(self, action: b.Action, rest: str) -> Iterator[tuple[int | None, tuple[Any, ...]]]:
        """(this card, values of the parameters) for all that the text can mean;
        None for a parameter that it leaves out."""
        this: list[int | None] = [None]
        if action.this_var is not None:
            cards = [
                c
                for c, f in enumerate(self.state.g.face_of)
                if self.state.g.instance.faces[f].definition is action.card_def
            ]
            named = re.match(r"\(([^)]*)\)\s*", rest)
            if named is not None:
                rest = rest[named.end() :]
            this = [*cards[:_MOST_CANDIDATES]]
        for values in self._values(action.params, rest, action):
            for card in this:
                yield card, values

    def _values(
        self, params: tuple[b.Param, ...], rest: str, action: b.Action | None = None
    ) -> Iterator[tuple[Any, ...]]:
        if not params:
            if not rest:
                yield ()
            return
        param, *others = params
        begins = rest
        if param.preposition and begins.lower().startswith(param.preposition + " "):
            begins = begins[len(param.preposition) + 1 :]
        candidates = self._candidates(param)
        if action is not None and is_unseen(action, param):  # what is said of others would tell whether they lie there
            candidates = [(c, text) for c, text in candidates if self.viewer.knows(c)]
        meant = [(value, len(text)) for value, text in candidates if f"{plain(begins)} ".startswith(f"{plain(text)} ")]
        if not meant:
            ends = {p.preposition for p in others if p.preposition}
            begun = ((value, _begun(begins, text, ends)) for value, text in candidates)
            meant = sorted((pair for pair in begun if pair[1]), key=lambda pair: -pair[1])
        for value, said in meant[:_MOST_CANDIDATES]:
            for more in self._values(tuple(others), begins[said:].strip(), action):
                yield (value, *more)
        if not rest or param.quantity is not None:
            for more in self._values(tuple(others), rest, action):
                yield (None, *more)

    def _candidates(self, param: b.Param) -> list[tuple[Any, str]]:
        """Values of a parameter's type with their texts, the longest texts first."""
        state = self.state
        of = bare(param.var.type)
        found: list[tuple[Any, str]] = []
        if isinstance(of, CardType):
            in_play = state.g.namespace["IN_PLAY"]
            order = sorted(
                range(len(state.at)),
                key=lambda c: (state.g.zone_owner[state.at[c]] != state.player, not in_play[state.at[c]], c),
            )
            found = [(c, state.g.card_names[c]) for c in order]
        elif isinstance(of, PlayerType):
            found = [(p, name) for p, name in enumerate(state.names)]
        elif isinstance(of, WordType):
            found = [(i, words(w)) for i, w in enumerate(of.values)] + [(i, w) for i, w in enumerate(of.values)]
        elif isinstance(of, SpaceType):
            found = list(enumerate(state.g.space_names[of.board]))
        elif isinstance(of, ZoneType):
            found = [(z, zone_text(state, z)) for z in range(len(state.g.zone_names))]
        elif isinstance(of, BoolType):
            found = [(True, "yes"), (False, "no")]
        elif isinstance(of, NumberType):
            found = [(n, str(n)) for n in range(1000)]
        return sorted(found, key=lambda x: -len(x[1]))

    def _not_understood(self, action: b.Action, said: str) -> Why:
        form = " ".join(
            [
                words(action.name),
                *(f"{p.preposition + ' ' if p.preposition else ''}<{words(p.var.name)}>" for p in action.params),
            ]
        )
        return Why(f"'{said}' is no move that there is", (reason(f"it is written: {form}", action.span),), False)

    # -------------------------------------------------------- reasons

    def _against(self, action: b.Action, this: int | None, values: tuple[Any, ...]) -> list[Reason]:
        state = self.state
        you = state.player
        reasons: list[Reason] = []
        if self.asker != you:
            reasons.append(Reason(f"{state.names[you]} is asked now, not {state.names[self.asker]}"))
            you = self.asker
        question = state.g.questions[state.q]
        reasons += self._flow(action, question)
        shown = self.traced.shown
        assert shown is not None
        if action in shown.actions:
            for name, function in self.traced.namespace["REASONS"][action]:
                reasons += self._asked(action, name, function, you, this, values)
        return reasons

    def _open(self, action: b.Action, this: int | None, values: tuple[Any, ...]) -> list[Reason]:
        """Reasons against every way to say what the text leaves out: those of the way that comes closest."""
        shown = self.traced.shown
        assert shown is not None
        left = [i for i, p in enumerate(action.params) if values[i] is None and p.quantity is None]
        if not left or action not in shown.actions:
            return [self._incomplete(action)]
        tests = dict(self.traced.namespace["REASONS"][action])
        closest: tuple[int, int, list[Reason]] | None = None  # parameters still open, reasons, which
        budget = _MOST_WAYS

        def note(still_open: int, reasons: list[Reason]) -> None:
            nonlocal closest
            if closest is None or (still_open, len(reasons)) < closest[:2]:
                closest = (still_open, len(reasons), reasons)

        def fill(at: int, chosen: tuple[Any, ...]) -> None:
            nonlocal budget
            if at == len(left):
                note(0, self._against(action, this, chosen) or [self._incomplete(action)])
                return
            param = action.params[left[at]]
            fits = False
            for value, _ in self._candidates(param):
                budget -= 1
                if budget < 0:
                    return
                more = (*chosen[: left[at]], value, *chosen[left[at] + 1 :])
                name = param.var.name
                if name not in tests or not self._asked(action, name, tests[name], self.state.player, this, more):
                    fits = True
                    fill(at + 1, more)
            if not fits:
                note(len(left) - at, [self._none_of(action, param, this, chosen)])

        fill(0, values)
        return closest[2] if closest is not None else [self._incomplete(action)]

    def _none_of(self, action: b.Action, param: b.Param, this: int | None, chosen: tuple[Any, ...]) -> Reason:
        """That there is nothing that a parameter could be; and what speaks against those that come closest."""
        shown = self.traced.shown
        assert shown is not None and param.domain is not None
        reads = shown.guards.get((action, param.var.name))
        if reads is not None and not self.viewer._may_read(reads, self.state.player):
            return reason(f"what {words(param.var.name)} may be rests on what you may not know", param.span)
        group = re.sub(r"^(an?|another|any|one|the) ", "", quoted(param.domain.span))
        you = self.asker if self.asker != self.state.player else self.state.player
        candidates = [value for value, _ in self._candidates(param)[:_MOST_WAYS]]
        return evolve(
            reason(f"there is no {group}", param.span),
            details=self.details.closest(action, param, candidates, you, this, chosen),
        )

    def _flow(self, action: b.Action, question: Any) -> list[Reason]:
        """Whether the line of the rules that asks now offers the action at all."""
        span = question.span
        if question.kind not in ("action", "respond"):
            return [reason(f"no action is asked for now, but: {question_text(self.state, question)}", span)]
        offered = question.actions
        if action in offered or (action.card_def is not None and not action.any_time):
            return []
        names = ", ".join(words(a.name) for a in offered) or "nothing"
        if question.kind == "respond":
            return [reason(f"only what may be done at any time is an answer here: {names}", action.span or span)]
        return [reason(f"what may be done now is: {names}", span)]

    def _asked(
        self, action: b.Action, name: str, function: Any, you: int, this: int | None, values: tuple[Any, ...]
    ) -> list[Reason]:
        shown = self.traced.shown
        assert shown is not None
        reads = shown.guards.get((action, name))
        if reads is not None and not self.viewer._may_read(reads, you):
            guard = self._guard(action, name)
            return (
                [
                    reason(
                        f"{name}: this rests on what {self.state.names[self.asker]} may not know",
                        None if guard is None else guard.span,
                    )
                ]
                if (self.asker != self.state.player)
                else self._told(action, name, function, you, this, values, hidden=True)
            )
        return self._told(action, name, function, you, this, values, hidden=False)

    def _told(
        self,
        action: b.Action,
        name: str,
        function: Any,
        you: int,
        this: int | None,
        values: tuple[Any, ...],
        hidden: bool,
    ) -> list[Reason]:
        try:
            found = function(self.scratch, you, this, *values)
        except (RulewrightError, TypeError, IndexError):
            return []  # it reads what an earlier reason says is not there
        if not found:
            return []
        guard = self._guard(action, name)
        if guard is not None:
            text = "it rests on what you may not know" if hidden else quoted(guard.condition.span)
            told = reason(f"{name}: {text}" if guard.label else text, guard.span)
            return [told if hidden else evolve(told, details=self.details.of(action, name, you, this, values))]
        param = next((p for p in action.params if p.var.name == name), None)
        if param is not None and param.domain is not None:
            value = value_text(self.state, values[action.params.index(param)], param.var.type)
            others = {p.var: v for p, v in zip(action.params, values, strict=True) if p is not param}
            group = self.details.named(quoted(param.domain.span), others)
            group = "what it may be, but that rests on what you may not know" if hidden else group
            article = re.match(r"(an?|the|another|any|one|at|what) ", group) is not None
            told = reason(f"{value} is {'not' if article else 'no'} {group}", param.span)
            return [told if hidden else evolve(told, details=self.details.of(action, name, you, this, values))]
        if isinstance(found, str):
            return [self.details.restriction(found)]
        if name == "the limit of its uses":
            return [reason("its limit is used up", action.limits[0].span if action.limits else action.span)]
        return [reason(name, action.span)]

    def _guard(self, action: b.Action, name: str) -> b.Guard | None:
        guards = [*action.guards, *(g for d in self.state.g.program.cards for g in d.guards)]
        return next((g for g in guards if guard_name(g) == name), None)

    def _incomplete(self, action: b.Action) -> Reason:
        """Nothing speaks against the move itself: then it cannot be announced to the end."""
        if action.targets or action.played_card is not None:
            return reason(
                "there is nothing that it could be aimed at", action.targets[0].span if action.targets else action.span
            )
        if action.cost:
            return reason("its cost cannot be paid", action.cost[0].span)
        return reason("another move like it stands for it among the options", action.span)


def _begun(said: str, text: str, ends: Collection[str]) -> int:
    """How many signs of what is said are beginnings of words of a text, in their order, up to one of `ends`; 0 if none."""
    words_left = iter(plain(text).replace("(", " ").replace(")", " ").split())
    taken = 0
    for word in re.finditer(r"\S+", said):
        begin = plain(word[0]).strip("(),")
        if begin in ends or not begin or not any(one.startswith(begin) for one in words_left):
            break
        taken = word.end()
    return taken


def _short_for(said: str, text: str) -> bool:
    """Whether the words of a text, some left out, are what was said (`charge Bob`: `charge at Bob`)."""
    rest = iter(text.split())
    return said.partition(" ")[0] == text.partition(" ")[0] and all(word in rest for word in said.split())


