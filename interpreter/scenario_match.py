"""Finding the answer that a line of a script names among the answers that there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.types import BoolType, CardType, ListType, NumberType, ObjectType, WordType, ZoneType, bare
from rulewright.interpreter.describe import object_word, trigger_card
from rulewright.interpreter.errors import IllegalChoice
from rulewright.interpreter.state import State

Value = Callable[[State, b.Expr], Any]
ASKS_ACTION = ("action", "respond")


class Matcher:
    """Compares what is wanted with what is there; `value` works an expression out."""

    def __init__(self, value: Value) -> None:
        self.value = value

    # ------------------------------------------------------------ one value

    def fits(self, S: State, wanted: t.Wanted, x: Any, of: Any, *, exact: bool = False) -> bool:
        """Whether `x`, of type `of`, is what is wanted. A card that nobody can tell apart from it will do too."""
        if wanted.sort == "none":
            return x is None or x == ()
        if x is None:
            return wanted.value is not None and self.value(S, wanted.value) is None
        kind = bare(of) if of is not None else None
        if isinstance(kind, ObjectType):
            return self._is_object(S, wanted, x)
        if wanted.sort == "card":
            # A card that whoever chooses cannot see is no number: which one it is, only chance can say.
            return isinstance(kind, CardType) and isinstance(x, int) and S.g.card_names[x] == wanted.text
        if wanted.sort == "word":
            return self._is_word(wanted.text, x, kind)
        if wanted.value is None:
            return isinstance(x, str) and x == wanted.text
        named = bare(wanted.value.type)
        if isinstance(x, tuple) and isinstance(kind, CardType):  # a card that whoever is asked does not see: by its place
            return isinstance(named, ZoneType) and bool(self.value(S, wanted.value) == x[1])
        if kind is not None and any(isinstance(kind, sort) != isinstance(named, sort) for sort in (NumberType, ZoneType)):
            return False  # both are plain numbers in a state: a zone is no amount
        value = self.value(S, wanted.value)
        if isinstance(value, list | tuple | range) and not isinstance(kind, ListType):
            return len(value) == 1 and value[0] == x
        if value == x and isinstance(value, bool) == isinstance(x, bool):
            return True
        return not exact and isinstance(kind, CardType) and self._alike(S, value, x)

    @staticmethod
    def _is_word(text: str, x: Any, kind: Any) -> bool:
        if isinstance(kind, WordType):
            return isinstance(x, int) and kind.values[x] == text
        if isinstance(kind, BoolType) or isinstance(x, bool):
            return isinstance(x, bool) and text == ("yes" if x else "no")
        return bool(x == text)

    def _is_object(self, S: State, wanted: t.Wanted, number: int) -> bool:
        found = S.g.runtime["object_of"](S, number)
        if found is None:
            return False
        shown = found.named_by
        if wanted.sort == "card":
            return shown is not None and S.g.card_names[shown] == wanted.text
        if wanted.value is None:
            return object_word(S, found) == wanted.text
        value = self.value(S, wanted.value)
        if isinstance(bare(wanted.value.type), CardType):
            return shown is not None and bool(shown == value)
        return number in value if isinstance(value, list | tuple) else number == value

    @staticmethod
    def _alike(S: State, left: Any, right: Any) -> bool:
        if not isinstance(left, int) or S.at[left] != S.at[right]:
            return False
        key = S.g.runtime["alike_key"]
        return bool(key(S, left) == key(S, right))

    # ------------------------------------------------------------ questions with one answer

    def places(self, S: State, wanted: t.Wanted) -> list[int]:
        """Places of the pending answers that are what is wanted; exact ones go before those that are alike."""
        question = S.g.questions[S.q]
        if wanted.sort == "doing" and question.kind != "yes_no":
            return []
        if question.kind == "label":
            return [i for i, x in enumerate(S.opts) if question.labels[x] == wanted.text]
        if question.kind == "yes_no":
            if wanted.sort == "doing":
                return [i for i, x in enumerate(S.opts) if x and wanted.text == question.doing]
            return [i for i, x in enumerate(S.opts) if wanted.text == ("yes" if x else "no")]
        if question.kind == "trigger":
            return self._triggers(S, wanted)
        if question.kind in ASKS_ACTION:
            return []
        exact = [i for i, x in enumerate(S.opts) if self.fits(S, wanted, x, question.element, exact=True)]
        if exact:
            return exact
        return [i for i, x in enumerate(S.opts) if self.fits(S, wanted, x, question.element)]

    def _triggers(self, S: State, wanted: t.Wanted) -> list[int]:
        """Places of the waiting triggers of a card (or of the rule with that name); of several by one name,
        the first."""
        if wanted.value is not None and isinstance(bare(wanted.value.type), CardType):
            card = self.value(S, wanted.value)
            found = [i for i, x in enumerate(S.opts) if trigger_card(S, x) == card]
            return found[:1]
        names = [S.g.text_names.get(x[0], "effect") for x in S.opts]
        cards = [None if (c := trigger_card(S, x)) is None else S.g.card_names[c] for x in S.opts]
        found = [i for i, name in enumerate(names)
                 if wanted.text in (name, cards[i]) or name.endswith(f'"{wanted.text}"')]
        return found[:1]

    def nothing(self, S: State) -> int | list[int] | None:
        """The answer that declines: none of them, no, or an empty set; None if the question must be answered."""
        kind = S.g.questions[S.q].kind
        if kind == "yes_no":
            return S.opts.index(False) if False in S.opts else None
        if kind == "set":
            return [] if self.is_answer(S, []) else None
        if kind == "order":
            return None
        return S.opts.index(None) if None in S.opts else None

    @staticmethod
    def is_answer(S: State, places: list[int]) -> bool:
        """Whether these items together answer the pending question for several things."""
        try:
            S._set_answers().check(places)
        except IllegalChoice:
            return False
        return True

    def several(self, S: State, answers: Sequence[t.Wanted]) -> list[int] | None:
        """Places of the items that are wanted, each once; None if they are not all there or one could be several."""
        element = S.g.questions[S.q].element or CardType()
        if len(answers) == 1 and answers[0].sort == "none":
            return []
        taken: list[int] = []
        for wanted in answers:
            here = [
                i for i, x in enumerate(S.opts) if i not in taken and self.fits(S, wanted, x, element, exact=True)
            ] or [i for i, x in enumerate(S.opts) if i not in taken and self.fits(S, wanted, x, element)]
            if not here:
                return None
            taken.append(here[0])
        return taken

    # ------------------------------------------------------------ actions

    def actions(
        self, S: State, actions: tuple[b.Action, ...], args: tuple[tuple[str, tuple[t.Wanted, ...]], ...]
    ) -> list[int]:
        """Places of the pending options that are one of the actions with these arguments."""
        if S.g.questions[S.q].kind not in ASKS_ACTION:
            return []
        for exact in (True, False):
            found = [
                i for i, data in enumerate(S.opts) if data is not None and self._action(S, data, actions, args, exact)
            ]
            if found:
                return found
        return []

    def _action(self, S: State, data: Any, actions: tuple[b.Action, ...], args: Any, exact: bool) -> bool:
        action = S.g.actions[data[0]]
        if not any(action is one for one in actions):
            return False
        values = list(data[2:] if action.this_var is not None else data[1:])
        by_name = {p.var.name: (p, x) for p, x in zip(action.params, values, strict=True)}
        for name, wanted in args:
            if name == t.THIS:
                if len(wanted) != 1 or not self.fits(S, wanted[0], data[1], CardType(), exact=exact):
                    return False
                continue
            param, x = by_name[name]
            if param.quantity is not None:
                continue
            if len(wanted) != 1 or not self.fits(S, wanted[0], x, param.var.type, exact=exact):
                return False
        return True
