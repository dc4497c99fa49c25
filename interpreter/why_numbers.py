"""Why a number or word is what it is: what is printed, what modifies it, after which answer it became so (semantics 35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import ListType, PlayerType, bare
from rulewright.interpreter.describe import value_text, words
from rulewright.interpreter.errors import RulewrightError
from rulewright.interpreter.keyed import all_keys
from rulewright.interpreter.views import Viewer
from rulewright.interpreter.why_answers import Reason, Why, plain, quoted, reason

if TYPE_CHECKING:
    from rulewright.interpreter.describe import LogEntry
    from rulewright.interpreter.state import State


class Numbers:
    """Finds the number that is meant and tells how it comes about."""

    def __init__(self, state: State, asker: int) -> None:
        self.state = state
        self.asker = asker
        self.viewer = Viewer(state, asker)
        self.traced = self.viewer.traced

    def about(self, said: str) -> Why | None:
        g = self.state.g
        if said.endswith(")") and "(" in said:
            return self._keyed(*said[:-1].split("(", 1))
        owner, _, name = said.rpartition("'s ")
        name = plain(name)
        if owner:
            for player, who in enumerate(self.state.names):
                if plain(owner) == plain(who):
                    return self._of_player(name, player)
            named = [c for c, card in enumerate(g.card_names) if plain(card) == plain(owner)]
            named.sort(key=lambda c: (not self.viewer.knows(c), not g.namespace["IN_PLAY"][self.state.at[c]]))
            return self._of_card(name, named[0]) if named else None
        for member in (*g.program.own_table_members, *g.program.unit_members):
            if (
                plain(member.name) == name
                and member.sort == "state"
                and member in g.slots
                and member.owner != "player"
            ):
                return self._state_member(member, g.slots[member], words(member.name))
        return self._of_player(name, self.asker)

    def about_somebody(self, said: str) -> Why | None:
        """What is meant where the `'s` was left out: `Bob strength`."""
        for who in dict.fromkeys((*self.state.names, *self.state.g.card_names)):
            if plain(said).startswith(f"{plain(who)} "):
                found = self.about(f"{who}'s {said[len(who) :].strip()}")
                if found is not None:
                    return found
        return None

    def _keyed(self, name: str, said: str) -> Why | None:
        """A value that the table keeps for several things together: `influence(Ann, castile)`."""
        g = self.state.g
        for member in g.program.pair_members:
            if plain(member.name) != plain(name):
                continue
            for place, keys in enumerate(all_keys(g.instance, member)):
                named = [value_text(self.state, key, of) for key, of in zip(keys, member.index_types, strict=True)]
                if plain(" ".join(named).replace(",", " ")) == plain(said.replace(",", " ")):
                    return self._state_member(member, g.slots[member] + place, f"{words(member.name)}({', '.join(named)})")
        return None

    def _of_player(self, name: str, player: int) -> Why | None:
        g = self.state.g
        who = f"{self.state.names[player]}'s {name}"
        for member in g.program.player_members:
            if plain(member.name) == name and member.sort == "state" and member in g.slots:
                return self._state_member(member, g.slots[member] + player, who)
        derived = self._derived(name, "player")
        return None if derived is None else self._told(derived, player, who, player)

    def _of_card(self, name: str, c: int) -> Why | None:
        g = self.state.g
        who = f"{g.card_names[c]}'s {name}"
        member = self._derived(name, "card")
        if member is not None:
            if not self.viewer.knows(c):
                return Why(f"{who} is ?", (Reason(f"{self.state.names[self.asker]} may not know where that card is"),))
            return self._told(member, c, who, None)
        printed = g.instance.faces[g.face_of[c]].printed
        for one, value in printed.items():
            if plain(one.name) == name:
                return Why(
                    f"{who} is {value_text(self.state, value, one.type)}",
                    (reason("it is printed on the card", g.instance.faces[g.face_of[c]].definition.span),),
                )
        for one, key in g.card_key.items():
            if plain(one.name) == name and key + c in self.state.cs and self.viewer.knows(c):
                return Why(
                    f"{who} is {value_text(self.state, self.state.cs[key + c], one.type)}",
                    (reason("it is kept for each card", one.span),),
                )
        return None

    def _derived(self, name: str, owner: str) -> b.Member | None:
        shown = self.traced.shown
        assert shown is not None
        return next((m for m in shown.how if plain(m.name) == name and m.owner == owner), None)

    def _state_member(self, member: b.Member, slot: int, who: str) -> Why:
        text = self.viewer.slot(slot, member)
        start = _start(member)
        reasons = [reason(f"it is kept and changed by what is done{start}", member.span)]
        entry = self._last_change(slot)
        if entry is not None:
            reasons.insert(0, reason(f"it became so after '{entry.text}'", entry.span))
        return Why(f"{who} is {text}", tuple(reasons))

    def _last_change(self, slot: int) -> LogEntry | None:
        """The answer, as the asker may read it, after which a value became what it is; None for one that is as it began."""
        state = self.state
        link = state.log_entries
        while link:
            before, entry, _ = link
            if entry[0] == "answer" and entry[6][slot] != state.v[slot]:
                since = (line for line in state.log_since(before) if line.seat == entry[1])
                return next((x for x in since if x.visible_to is None or self.asker in x.visible_to), None)
            link = before
        return None

    def _told(self, member: b.Member, thing: int, who: str, player: int | None) -> Why:
        shown = self.traced.shown
        assert shown is not None
        if not self.viewer._may_read(shown.reads[member], player):
            return Why(
                f"{who} is ?",
                (
                    reason(
                        "it rests on what you may not know"
                        if self.asker == self.state.player
                        else f"it rests on what {self.state.names[self.asker]} may not know",
                        member.span,
                    ),
                ),
            )
        steps: list[Any] = []
        try:
            value = self.traced.namespace[shown.how[member]](self.state.fork(), thing, steps)
        except RulewrightError as problem:
            return Why(f"{who} has no value", (reason(str(problem), member.span),))
        reasons = []
        before: Any = None
        for sort, number, card, now in steps:
            reasons.append(self._step(member, sort, number, card, before, now))
            before = now
        return Why(f"{who} is {value_text(self.state, value, member.type)}", tuple(r for r in reasons if r is not None))

    def _step(self, member: b.Member, sort: str, number: int, card: int | None, before: Any, now: Any) -> Reason | None:
        of = member.type
        shown = value_text(self.state, now, of)
        if sort in ("printed", "formula"):
            return reason(f"{shown}: printed on the card", member.span)
        f = member.derived
        if sort == "case" and f is not None:
            condition, value = f.cases[number]
            since = "" if condition is None else f" because {quoted(condition.span)}"
            return reason(f"{shown}: {quoted(value.span)}{since}", value.span)
        change = _change(before, now, of, shown)
        if sort == "addend" and f is not None:
            _, amount, condition = f.addends[number]
            since = "" if condition is None else f" because {quoted(condition.span)}"
            return reason(f"{change}: {quoted(amount.span)}{since}", amount.span)
        if sort == "bounds":
            return None if before == now else reason(f"{change}: from {member.low} to {member.high}", member.span)
        sources = self.traced.shown.sources  # type: ignore[union-attr]
        source = sources[number]
        whose = source.name if card is None else self.state.g.card_names[card]
        return reason(f"{change}: {whose}, {quoted(source.standing.span)}", source.standing.span)


def _change(before: Any, now: Any, of: Any, shown: str) -> str:
    if (
        isinstance(before, int)
        and isinstance(now, int)
        and not isinstance(now, bool)
        and not isinstance(bare(of), ListType | PlayerType)
    ):
        return f"{now - before:+d}"
    return shown


def _start(member: b.Member) -> str:
    """With what a member starts, if the rules say so."""
    span = None if member.start is None else member.start.span
    said = span is not None and span.source.text[: span.start].rstrip().endswith("starts")
    return f", starts {quoted(span)}" if said else ""
