"""Built-in verbs, each in two forms: the bare change (`_do_NAME`), and the event around it where something listens.

The protocol is that of moves: nothing to change, no event; forbidden; replaced; before; then the change of all that is left, at
once; then it is noticed. A verb is an event for each of its things (each card that is revealed, each player who loses). Moves and
draws, which have more to them, are in `verbs.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.asking import order_words
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.instance import UNMADE

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


@frozen
class VerbEvent:
    """thing: the slot of what it happens to, each for itself ("actor": to whom it happens); slots: the verb's other values;
    nothing: when it would change nothing; kept: what patterns name besides, by slot, read before the change."""

    thing: str
    slots: tuple[str, ...] = ()
    nothing: str = ""
    kept: dict[str, str] = field(factory=dict)


_OBJECT = {"card": "object_part(S, thing, 'card')"}
EVENTS: dict[str, VerbEvent] = {
    "shuffle": VerbEvent("zone", ("into",), "not z[thing]"),
    "reverse": VerbEvent("what", (), "thing != 'turn_order' and not z[thing]"),
    "reveal": VerbEvent("cards", ("to",)),
    "look": VerbEvent("cards"),
    "arrange": VerbEvent("cards"),
    "turn": VerbEvent("cards", ("to",), "(thing in S.down) == bool(to)"),
    "swap": VerbEvent("left", ("right",), "thing == right or not (z[thing] or z[right])"),
    "roll": VerbEvent("die"),
    "create": VerbEvent("card", ("to",)),
    "win": VerbEvent("actor"),
    "lose": VerbEvent("actor", (), "thing not in S.alive"),
    "eliminate": VerbEvent("player", (), "thing not in S.alive"),
    "miss": VerbEvent("count", (), "thing <= 0"),
    "take": VerbEvent("count", (), "thing <= 0"),
    "counter": VerbEvent("object", ("to",), "object_of(S, thing) is None", _OBJECT),
    "retarget": VerbEvent("object", (), "object_of(S, thing) is None", _OBJECT),
    "join": VerbEvent("by", ("host",), "not joinable(S, thing, host)"),
    "part": VerbEvent("cards", (), "thing not in S.pack"),
}


def one_of(things: str) -> str:
    """The only one of a tuple that is written out, or held under a name."""
    return things[1:-2] if things.startswith("(") and things.endswith(",)") else f"{things}[0]"


class VerbEvents(GeneratorBase):
    """See the top of the file."""

    def verb_watched(self, verb: str) -> bool:
        """Whether anything notices, replaces or forbids the verb."""
        a = self.analysis
        return bool(a.triggers_on(verb) or a.restrictions_on(verb) or self.until_watchers(verb, None))

    def perform_verb(self, s: b.Perform, args: dict[str, b.Expr], actor: str, sc: Scope) -> str:
        """Write a line that does a built-in verb; the name of its result."""
        verb = str(s.verb)
        self.verb_span = s.span
        things, values = self._things_of(s, args, sc)
        actor = "None" if EVENTS[verb].thing == "actor" else actor
        return self.do_verb(verb, things, values, actor, sc, s.result is not None)

    def _things_of(self, s: b.Perform, args: dict[str, b.Expr], sc: Scope) -> tuple[str, dict[str, str]]:
        """What the verb happens to, as a tuple, and its other values."""
        verb = str(s.verb)
        spec = EVENTS[verb]
        values = {n: self.expr(args[n], sc) for n in spec.slots if n in args}
        if verb == "reveal" and "to" in args:
            values["to"] = self.players_expr(args["to"], sc)
        if spec.thing == "actor":
            assert s.actor is not None
            return self.players_expr(s.actor, sc), values
        given = args.get(spec.thing)
        if verb == "create":
            return self._unmade(s, args, sc), values
        if spec.thing == "cards":
            assert given is not None
            cards = self.cards_tuple(given, sc)
            if verb != "arrange":
                return cards, values
            held = sc.code.fresh("arranged")
            sc.code.emit(f"{held} = {cards}")
            return held, values
        if spec.thing == "player":
            assert given is not None
            return self.players_expr(given, sc), values
        if given is None:
            return "(1,)", values
        if isinstance(given, b.Const) and given.value == "turn_order":
            return "('turn_order',)", values
        return f"({self.expr(given, sc)},)", values

    def _unmade(self, s: b.Perform, args: dict[str, b.Expr], sc: Scope) -> str:
        """The cards that `create` makes, before they are anywhere."""
        named = args["card"]
        name = named.name if isinstance(named, b.CardNamed) else None
        if name is None:
            raise self.unsupported("making a card that has no name", s.span)
        ids = tuple(c for c, f in enumerate(self.instance.face_of) if self.instance.faces[f].name == name)
        count = self.expr(args["count"], sc) if "count" in args else "1"
        made = sc.code.temp("made")
        sc.code.emit(f"{made} = unmade(S, {self.table(ids, 'tokens')}, {count}, {self.span_id(s.span)})")
        return made

    def do_verb(
        self, verb: str, things: str, values: dict[str, str], actor: str, sc: Scope, asked: bool = False
    ) -> str:
        """Write the verb, done to `things` (a tuple), with its event if anything listens, or if it is `asked` below
        whether it happened; its result (a tuple of what it happened to)."""
        if asked or self.verb_watched(verb):
            slots = [values.get(n, "None") for n in EVENTS[verb].slots]
            listed = things if things.startswith("(") else f"tuple({things})"
            return self.call_event(verb, [listed, *slots, actor, sc.this], sc)
        self.change(verb, things, values, actor, sc)
        return things if verb in ("create", "arrange") else "()"

    def change(self, verb: str, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        """Write the bare change of a verb."""
        getattr(self, f"_do_{verb}")(things, values, actor, sc)

    # ------------------------------------------------------------ the event

    def make_verb_event(self, key: str, verb: str) -> None:
        """The procedure of a verb with its event: (things, its slots, who does it, whose text it is)."""
        spec = EVENTS[verb]
        proc = self.new_proc(key, ["things", *spec.slots, "actor", "this"], self.event_resumable(verb))
        sc = Scope(proc, actor="actor", this="this")
        for name in ("kept", "thing", *(f"kept_{n}" for n in spec.kept)):
            proc.local(name)
        who = "thing" if spec.thing == "actor" else "actor"
        args = {n: n for n in (*spec.slots, *spec.kept)} | {spec.thing: "thing"}
        if spec.thing == "cards":
            args["card"] = "thing"
        forbidden = self.noted(self.restricted(verb, args, who, "this", "()"), verb, args.get("card", "None"))
        for n in spec.kept:
            proc.emit(f"kept_{n} = ()")
        proc.emit("kept = ()")
        self._kept_things(verb, proc, sc, args, who, forbidden)
        proc.emit("if not kept:")
        with proc.indented():
            if verb == "win":
                proc.emit("if not things: wins(S, ())")  # `nobody wins` happens to nobody
            proc.finish("()")
        before = self._before_sources(verb, proc) or "()"
        was = "S"
        if self.needs_before(verb, None):
            was = proc.local("was")
            proc.emit("was = S.fork()")
        self.change(verb, "kept", {n: n for n in spec.slots}, "actor", sc)
        if verb == "create":  # where there is no room, nothing was made
            proc.emit(f"kept = tuple([thing for thing in kept if S.at[thing] != {UNMADE}])")
        columns = ", ".join(["kept", *(f"kept_{n}" for n in spec.kept)])
        each = (f"for thing{''.join(f', {n}' for n in spec.kept)} in zip({columns}):"
                if spec.kept else "for thing in kept:")
        with self.gathering(proc), proc.under(each):
            proc.emit("pass")
            self.notice(verb, None, sc, who, args, before, was)
        self.after_change(sc)
        proc.finish("kept")
        self.add(proc)

    def _kept_things(self, verb: str, proc: Proc, sc: Scope, args: dict[str, str], who: str, forbidden: str) -> None:
        """Go through the things: to which of them it happens, after all that may prevent or replace it."""
        spec = EVENTS[verb]
        tests = [x for x in (spec.nothing, forbidden) if x]
        stays = " or ".join(f"({x})" for x in tests)
        event_args = "(" + ", ".join(["(thing,)", *spec.slots, "actor", "this"]) + ")"
        again = bool(stays) and bool(self.analysis.triggers_on(verb, "before"))

        def skip_if_it_stays(leave: str) -> None:
            if stays:
                proc.emit(f"if {stays}: {leave}")

        def kept() -> None:
            proc.emit("kept += (thing,)" + "".join(f"; kept_{n} += ({n},)" for n in spec.kept))

        for n in spec.kept:
            proc.local(n)
        if proc.resumable:
            items, index = proc.local("items"), proc.local("i")
            top, end = proc.new_block(), proc.new_block()
            proc.emit(f"{items} = tuple(things); {index} = 0")
            proc.start(top)
            proc.jump_unless("i < len(items)", end)
            proc.emit("thing = items[i]; i += 1")
            for n, text in spec.kept.items():
                proc.emit(f"{n} = {text}")
            skip_if_it_stays(f"pc = {top}; continue")
            self.around(verb, sc, who, args, event_args, f"pc = {top}; continue")
            if again:
                skip_if_it_stays(f"pc = {top}; continue")
            kept()
            proc.jump(top)
            proc.start(end)
            return
        proc.emit("for thing in things:")
        with proc.indented():
            for n, text in spec.kept.items():
                proc.emit(f"{n} = {text}")
            skip_if_it_stays("continue")
            self.around(verb, sc, who, args, event_args, "continue")
            if again:
                skip_if_it_stays("continue")
            kept()

    # ------------------------------------------------------------ the changes

    def _do_shuffle(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        proc = sc.code
        zone, into = one_of(things), values.get("into")
        if into is None:
            proc.emit(f"shuffle(S, {zone})")
            return
        if things == "kept":
            # In the event's procedure `into` may be missing: then nothing is moved, and the pile itself is shuffled.
            proc.local("goal")
            proc.emit(f"goal = {zone} if {into} is None else {into}")
            into = "goal"
        if self.moves_watched:
            self.call_event("move", [f"z[{zone}]", into, "False", "None", actor, sc.this, "()"], sc)
        else:
            proc.emit(f"move_many(S, z[{zone}], {into}, False, None)")
        proc.emit(f"shuffle(S, {into})")

    def _do_reverse(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        proc = sc.code
        what = one_of(things)
        if things == "kept":
            proc.emit("if kept[0] != 'turn_order': reverse_zone(S, kept[0])")
            proc.emit("else: S.dir = -S.dir; S.changes += 1")
        elif what == "'turn_order'":
            proc.emit("S.dir = -S.dir; S.changes += 1" if self.changes_count else "S.dir = -S.dir")
        else:
            proc.emit(f"reverse_zone(S, {what})")

    def _do_reveal(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"reveal(S, {things}, {values.get('to', 'None')})")

    def _do_look(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"look(S, {things}, {actor})")

    def _do_arrange(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        """One decision whose answer is an ordering."""
        proc = sc.code
        after = proc.new_block()
        proc.jump_unless(f"len({things}) > 1", after)
        span = self.verb_span
        proc.emit(f"one_pile(S, {things}, {self.span_id(span)})")
        proc.question()
        question = self.static_question("order", None, span, words=order_words(span, {var.name for var in sc.names}))
        proc.emit(f"look(S, {things}, {actor}); S.opts = list({things}); S.player = {actor}; S.q = {question}")
        proc.suspend(proc.new_block())
        proc.emit(f"put_in_order(S, {things}, S.ans)")
        proc.start(after)

    def _do_turn(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"turn_face(S, {things}, {values['to']})")

    def _do_swap(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"swap_zones(S, {one_of(things)}, {values['right']})")

    def _do_roll(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        proc = sc.code
        known = one_of(things)
        for number, die in enumerate(self.program.dice.values()):
            said = self.table(die.words, "words") if die.words else "()"
            rolled = (f"v[{self.dice_slot + number}] = roll(S, {die.name!r}, {self.table(die.faces, 'faces')}, {actor}, {said})")
            if known == str(number):
                proc.emit(rolled)
            elif not known.isdigit():
                proc.emit(f"if {known} == {number}: {rolled}")

    def _do_create(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        proc = sc.code
        if self.moves_watched:
            self.call_event("move", [things, values["to"], "False", "None", actor, sc.this, "()"], sc)
        else:
            proc.emit(f"move_many(S, {things}, {values['to']}, False, None)")

    def _do_win(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"wins(S, {things})")

    def _do_lose(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"loses(S, {things})")

    def _do_eliminate(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        self.do_verb("lose", things, {}, "None", sc)  # the same, said from outside: who is eliminated loses

    def _do_miss(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"miss_turns(S, {actor}, {one_of(things)})")

    def _do_take(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"take_turns(S, {actor}, {one_of(things)})")

    def _do_counter(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        found, to = sc.code.fresh("countered", "card"), values.get("to", "None")
        sc.code.emit(f"{found} = counter(S, {one_of(things)})")
        if to != "None":
            sc.code.emit(f"if {found} is not None and {to} is not None: move_one(S, {found}, {to}, False)")
        self.once("put_away", self._make_put_away)
        sc.code.call("put_away", [found])

    def _do_retarget(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        self.once("retarget", self._make_retarget)
        sc.code.call("retarget", [actor, f"{one_of(things)}"])

    def _do_join(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        sc.code.emit(f"join(S, {one_of(things)}, {values['host']})")

    def _do_part(self, things: str, values: dict[str, str], actor: str, sc: Scope) -> None:
        proc = sc.code
        card = proc.temp("parts")
        proc.emit(f"for {card} in {things}: part(S, {card})")
