"""Verb phrases: how moves and draws are carried out, and calls of a game's own verbs, actions and rounds. The other built-in
verbs are in `verb_events.py`.

Where nothing can listen to a move, forbid it or replace it, the plain change of the zones is written; otherwise the
move goes through the protocol of `_make_move_event`.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, ListType, NumberType, PlayerType, ZoneType, bare
from rulewright.interpreter.analysis import ASKING_VERBS, walk
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.codegen.sorts import sort_of

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


# What patterns can name of a move that is about to happen: the names it has in its procedure.
MOVE_VALUES = {"cards": "c", "to": "to", "from": "at[c]", "at": "last", "as": "face"}


class Verbs(GeneratorBase):
    """See the top of the file."""

    def _stmt_Perform(self, s: b.Perform, sc: Scope, loops: Any) -> None:
        proc = sc.code
        if s.despite:
            # Restrictions that this one statement lifts, in everything that happens inside it.
            lifted = proc.fresh("lifted")
            proc.emit(f"{lifted} = S.lifted; S.lifted += {tuple(s.despite)!r}")
            self._stmt_Perform(attrs.evolve(s, despite=()), sc, loops)
            proc.emit(f"S.lifted = {lifted}")
            return
        lasts = [x for x in (self.still_there(e, sc) for name, e in s.args if name != "to") if x]
        lasts += [x for x in (self.owner_there(e, sc) for name, e in s.args if name == "to") if x]
        if lasts:
            # Nothing is done with what has left since it was announced.
            if proc.resumable and proc.depth == 0:
                after = proc.new_block()
                proc.jump_unless(self.conjunction(lasts), after)
                self._carry_out(s, sc)
                self.follow(s, sc)
                proc.start(after)
            else:
                proc.emit(f"if {self.conjunction(lasts)}:")
                with proc.indented():
                    self._carry_out(s, sc)
                    self.follow(s, sc)
            return
        self._carry_out(s, sc)

    def _carry_out(self, s: b.Perform, sc: Scope) -> None:
        proc = sc.code
        actor = "None" if s.actor is None else self.expr(s.actor, sc)
        args = dict(s.args)
        # Of no cards none is taken: `move a random card in ..` does nothing.
        self.perhaps_none |= {
            id(a) for a in args.values() if isinstance(a, b.RandomOf) and isinstance(a.type, CardType)
        }
        if isinstance(s.verb, str):
            if s.verb in ("move", "draw", "resolve"):
                result = getattr(self, f"_verb_{s.verb}")(s, args, actor, sc)
            elif s.verb == "swap" and not all(isinstance(args[n].type, ZoneType) for n in ("left", "right")):
                result = self._swap_values(s, args, sc)
            else:
                result = self.perform_verb(s, args, actor, sc)
            if s.result is not None:
                self.bind(s.result, sc, result or "()")
            self.after_change(sc)
            return
        if isinstance(s.verb, b.Unit):
            key = self.unit_function(s.verb)
            if self.unit_asks(s.verb):
                self.unit_calls.append((proc, key, len(proc.blocks), None, s.verb))
                proc.call(key, [] if s.verb.kind != "turn" else [actor])
            else:
                proc.emit(f"f_{key}(S)")
            return
        if isinstance(s.verb, b.Action):
            if s.freely:
                self._perform_freely(s.verb, actor, args, sc)
            else:
                self._perform_action(s, s.verb, actor, args, sc)
            return
        self._perform_own(s, s.verb, actor, args, sc)

    # ------------------------------------------------------------ a game's own verbs

    def verb_function(self, verb: b.Verb) -> str:
        key = f"verb_{python_name(verb.name)}"
        return self.once(key, lambda: self._make_verb(key, verb))

    def verb_resumable(self, verb: b.Verb) -> bool:
        return self.analysis.asking.get(verb, False) or self.analysis.event_asks(verb)

    def _perform_own(self, s: b.Perform, verb: b.Verb, actor: str, args: dict[str, b.Expr], sc: Scope) -> None:
        proc = sc.code
        key = self.verb_function(verb)
        resumable = self.verb_resumable(verb)
        values: list[str] = []
        spread: str | None = None
        spread_sort = "plain"
        for param in verb.params:
            given = args.get(param.var.name)
            if given is None:
                values.append("None")
                continue
            wants_one = not isinstance(param.var.type, ListType)
            is_many = (
                isinstance(given.type, ListType)
                or (isinstance(given.type, ZoneType) and isinstance(bare(param.var.type), CardType))
                or isinstance(given, b.Group)
            )
            if id(given) in self.perhaps_none and spread is None:
                spread, spread_sort = f"listed({self.expr(given, sc)})", sort_of(param.var.type)
                values.append("{ITEM}")
                continue
            if wants_one and is_many and spread is None:
                listed = (
                    self.cards_expr(given, sc)[0]
                    if isinstance(bare(param.var.type), CardType)
                    else self.expr(given, sc)
                )
                spread, spread_sort = listed, sort_of(param.var.type)
                values.append("{ITEM}")
            elif isinstance(bare(param.var.type), NumberType):
                values.append(f"max(0, {self.expr(given, sc)})")
            elif isinstance(param.var.type, ListType):
                of_cards = isinstance(bare(param.var.type.element), CardType)
                values.append(f"tuple({self.cards_expr(given, sc)[0] if of_cards else self.expr(given, sc)})")
            else:
                values.append(self.expr(given, sc))
        who = [actor] if verb.you is not None else []
        actors: str | None = None
        if s.actor is not None and isinstance(s.actor.type, ListType) and verb.you is not None:
            actors, who = actor, ["{ACTOR}"]
        loops_over = [
            (x, y, sort)
            for x, y, sort in ((actors, "{ACTOR}", "plain"), (spread, "{ITEM}", spread_sort))
            if x is not None
        ]
        self._call_spread(proc, key, resumable, [*who, *values], loops_over, s.result, sc)

    def _call_spread(self, proc: Proc, key: str, resumable: bool, values: list[str], over: list[tuple[str, str, str]],
                     result: b.Var | None, sc: Scope) -> None:
        """Call the verb once, or once for each item of the lists in `over`."""
        total = None
        if result is not None:
            total = self.bind(result, sc, "()")
        with self.one_batch(proc) if over else nullcontext():
            self._call_batch(proc, key, resumable, values, over, total, sc)

    def _call_batch(self, proc: Proc, key: str, resumable: bool, values: list[str],
                    over: list[tuple[str, str, str]], total: str | None, sc: Scope) -> None:
        # The result is the things to which it happened: the items of the list, else the first argument, else 1.
        thing = next((v for v in values if v not in ("you", "None")), "1")
        if not over:
            if resumable:
                proc.call(key, values)
                if total:
                    proc.emit(f"{total} = ({thing},) if S.ret else ()")
            else:
                call = f"f_{key}(S{''.join(', ' + x for x in values)})"
                proc.emit(f"{total} = ({thing},) if {call} else ()" if total else call)
            return
        listed, mark, sort = over[0]
        item = proc.fresh("item", sort) if resumable else proc.temp("item")
        inner = [x.replace(mark, item) for x in values]
        if not resumable:
            proc.emit(f"for {item} in tuple({listed}):")
            with proc.indented():
                if len(over) > 1:
                    self._call_batch(proc, key, resumable, inner, over[1:], total, sc)
                else:
                    call = f"f_{key}(S{''.join(', ' + x for x in inner)})"
                    proc.emit(f"if {call}: {total} += ({item},)" if total else call)
            return
        items, index = proc.fresh("items", ("each", sort)), proc.fresh("n")
        top, end = proc.new_block(), proc.new_block()
        proc.emit(f"{items} = tuple({listed}); {index} = 0")
        proc.start(top)
        proc.jump_unless(f"{index} < len({items})", end)
        proc.emit(f"{item} = {items}[{index}]; {index} += 1")
        if len(over) > 1:
            self._call_batch(proc, key, resumable, inner, over[1:], total, sc)
        else:
            proc.call(key, inner)
            if total:
                proc.emit(f"if S.ret: {total} += ({item},)")
        proc.jump(top)
        proc.start(end)

    def _make_verb(self, key: str, verb: b.Verb) -> None:
        """The procedure of an own verb, with the protocol of its event around its text."""
        params = ["you"] if verb.you is not None else []
        params += [self.name_of(p.var) for p in verb.params]
        proc = self.new_proc(key, params, self.verb_resumable(verb))
        actor = "you" if verb.you is not None else "None"
        sc = Scope(proc, actor=actor)
        if any(isinstance(s, b.Perform) and isinstance(s.verb, b.Verb) for s in walk(verb.body)):
            proc.emit("tick(S)")
        if verb.you is not None:
            sc.names[verb.you] = "you"
        for param in verb.params:
            sc.names[param.var] = self.name_of(param.var)
        args = {p.var.name: self.name_of(p.var) for p in verb.params}
        self.note_cover(proc, f"verb {verb.name}")
        cards = [self.name_of(p.var) for p in verb.params if isinstance(bare(p.var.type), CardType)]
        restricted = self.noted(self.restricted(verb, args, actor, "None", "()"), verb.name, (*cards, "None")[0])
        if restricted:
            proc.emit(f"if {restricted}:")
            with proc.indented():
                proc.finish("0")
        event_args = "(" + "".join(f"{p}, " for p in params) + ")"
        self.around(verb, sc, actor, args, event_args, None)
        before = self._before_sources(verb, proc)
        was = "S"
        if self.needs_before(verb, None):
            was = proc.local("was")
            proc.emit("was = S.fork()")
        if verb.unit is not None:
            self.unit_begins(verb.unit, sc, checkpoint=False)
        counted = self.counts_changes(verb)
        if counted:
            proc.local("changes")
            proc.emit("changes = S.changes")
        if proc.resumable:
            end = proc.new_block()
            proc.end_block = end
            if verb.unit is not None:
                proc.open_unit(verb.unit, end)
            self.body(verb.body, sc, [])
            if verb.unit is not None:
                proc.close_unit(self.unit_number(verb.unit))
            proc.end_block = None
            proc.start(end)
        else:
            proc.emit("while True:")
            with proc.indented():
                self.body(verb.body, sc, ["plain"])
                proc.emit("break")
        if verb.unit is not None:
            self.unit_ends(verb.unit, sc, checkpoint=False)
        if self.analysis.triggers_on(verb, "after", None) or self.until_watchers(verb, None):
            if counted:
                proc.emit("if S.changes != changes:")
                with proc.indented():
                    self.notice(verb, None, sc, actor, args, before, was)
            else:
                self.notice(verb, None, sc, actor, args, before, was)
        if verb.unit is not None:
            self.go_on_ending(proc)
        proc.finish("S.changes - changes" if counted else "1")
        self.add(proc)

    @cached_property
    def changes_count(self) -> bool:
        """Whether some verb counts what it changes."""
        return any(self.counts_changes(v) for v in self.program.verbs.values())

    def counts_changes(self, verb: b.Verb) -> bool:
        """Whether anything asks if this verb happened (then changes are counted): triggers on it, or a bound result."""
        return bool(verb.body) and (bool(self.analysis.triggers_on(verb)) or self.results_used)

    def _before_sources(self, event: Any, proc: Proc) -> str | None:
        """Cards with a trigger on `event` that work now: what leaves during it is noticed by them all the same."""
        sources = [s for s in self.analysis.triggers_on(event, "after") if s.sort in ("card", "kind", "keyword")]
        if not sources:
            return None
        ids = sorted({c for s in sources for c in self.source_ids(s)})
        name = proc.local("before_sources")
        self.works("0", Scope(proc))
        proc.emit(f"{name} = tuple([c for c in {self.table(tuple(ids), 'cards')} if works(S, c)])")
        return name

    # ------------------------------------------------------------ actions done as a verb

    def _perform_action(self, s: b.Perform, action: b.Action, actor: str, args: dict[str, b.Expr], sc: Scope) -> None:
        """An action with its arguments: guards and costs included, unless `freely`."""
        proc = sc.code
        parts = [(action, {name: self.expr(value, sc) for name, value in args.items()})]
        end = proc.new_block()
        options = proc.temp("o")
        you = proc.fresh("you")
        proc.question()
        proc.emit(f"{you} = {actor}; {options} = {self.offered(parts, you)}")
        proc.jump_unless(options, end)
        asked = proc.new_block()
        proc.emit(f"S.ans = {options}[0]")
        proc.jump_unless(f"len({options}) > 1", asked)
        question = self.static_question("action", None, s.span, False, (action,))
        proc.emit(f"S.opts = {options}; S.player = {you}; S.q = {question}")
        proc.suspend(proc.new_block())
        proc.start(asked)
        self.perform_answer(proc, you, parts)
        proc.start(end)

    def _perform_freely(self, action: b.Action, actor: str, args: dict[str, b.Expr], sc: Scope) -> None:
        """An action without its guards and costs."""
        proc = sc.code
        key = self.action_function(attrs.evolve(action, cost=(), guards=()))
        values = []
        for param in action.params:
            if param.var.name not in args:
                raise self.unsupported(f"'{action.name} freely' without its {param.var.name}", action.span)
            values.append(self.expr(args[param.var.name], sc))
        proc.call(key, [actor, *values])

    # ------------------------------------------------------------ moving cards

    @cached_property
    def moves_watched(self) -> bool:
        return self.analysis.listens_to_moves()

    @cached_property
    def common_places(self) -> bool:
        """Whether cards can be in play where no player's zone is."""
        return any(m is not None and m.zone is not None and m.zone.in_play and m.owner != "player"
                   for m in self.instance.zone_member)

    def zone_is_ordered(self, e: b.Expr) -> bool | None:
        """Whether the zone an expression names keeps an order; None if that is not known before play."""
        member = e.member if isinstance(e, b.MemberOf | b.TableMember) else None
        if member is not None and member.zone is not None:
            return member.zone.ordered
        return False if isinstance(e, b.Builtin) and e.name == "box" else None

    def end_expr(self, e: b.Expr | None, sc: Scope) -> str:
        """Whether the last end is meant."""
        if e is None:
            return "False"
        members = (*self.program.table_members, *self.program.player_members, *self.program.card_members)
        last = {m.zone.ends[1] for m in members if m.zone is not None}
        values = getattr(bare(e.type), "values", ())
        if isinstance(e, b.Const):
            return str((values[e.value] if values else e.value) in last)
        places = tuple(i for i, name in enumerate(values) if name in last)
        text = self.expr(e, sc)
        return f"({text} == {places[0]})" if len(places) == 1 else f"({text} in {places})"

    def _verb_move(self, s: b.Perform, args: dict[str, b.Expr], actor: str, sc: Scope) -> str:
        proc = sc.code
        if not isinstance(args["to"].type, ZoneType) and "to" in args and type(args["to"].type).__name__ == "SpaceType":
            return self._move_piece(s, args, sc)
        self.note_named(args["cards"], sc)
        cards, single = self.cards_expr(args["cards"], sc)
        to = self.expr(args["to"], sc)
        goal = args["to"]
        if isinstance(goal, b.Local) and goal.var in sc.announced:
            # Without the card on which the zone lies, there may be nowhere to go.
            where = proc.fresh("goal")
            proc.emit(f"{where} = reach(S, {to}, {sc.announced[goal.var]}, {cards})")
            moving = f"({cards},)" if single else cards
            cards, single, to = f"({moving} if {where} is not None else ())", False, where
        last = self.end_expr(args.get("at"), sc)
        if "from" in args:
            origin = self.expr(args["from"], sc)
            cards = f"[c for c in {'(' + cards + ',)' if single else cards} if at[c] == {origin}]"
            single = False
        face = "None" if "as" not in args else f"{self.expr(args['as'], sc)}"
        result = proc.fresh("moved") if s.result is not None else proc.temp("moved")
        if args["cards"].type != bare(args["cards"].type):
            cards, single = f"listed({cards})", False
        elsewhere = isinstance(goal, b.Local) and goal.var in sc.announced
        as_it_was = sc.S != "S"  # inside `at once`: what lies in the zone now may have come from others
        plain = not (self.common_places or elsewhere or self.packs or as_it_was)
        whole = self.whole_zone(args["cards"], sc) if plain else None
        if whole is not None and not self.moves_watched and face == "None" and "from" not in args:
            proc.emit(f"{result + ' = ' if s.result is not None else ''}move_all(S, {whole}, {to}, {last})")
            return result
        dealt: Any = args["cards"]
        if isinstance(dealt, b.FirstOf) and dealt.count is not None and self.dealing:
            pile = self.whole_zone(dealt.group, sc)
            if pile is not None:
                self._note_short(self.expr(dealt.count, sc), f"len({sc.z}[{pile}])", s.span, proc)
        plain = face == "None" and "from" not in args and s.result is None and not elsewhere
        if isinstance(dealt, b.FirstOf) and not dealt.last and dealt.count is not None and plain and not (
                self.common_places or self.moves_watched):
            pile = self.whole_zone(dealt.group, sc)
            if pile is not None:
                proc.emit(f"move_first(S, {pile}, {self.expr(dealt.count, sc)}, {to}, {last})")
                return result
        if self.moves_watched:
            listed = f"({cards},)" if single else f"tuple({cards})"
            return self.call_event("move", [listed, to, last, face, actor, sc.this, "()"], sc)
        if self.common_places:
            proc.emit(f"S.doer = {actor}")
        keep = f"{result} = " if s.result is not None else ""
        if self.packs:
            listed = f"({cards},)" if single else cards
            proc.emit(f"{keep}move_packs(S, unbroken(S, whole_packs(S, {listed}), {to}), {to}, {last}, {face})")
        elif single and face == "None":
            ordered = self.zone_is_ordered(args["to"])
            if ordered is False:
                proc.emit(f"{keep}move_to_set(S, {cards}, {to})")
            else:
                proc.emit(f"{keep}move_one(S, {cards}, {to}, {last})")
        else:
            listed = f"({cards},)" if single else cards
            proc.emit(f"{keep}move_many(S, {listed}, {to}, {last}, {face})")
        if self.common_places:
            proc.emit("S.doer = None")
        return result

    def whole_zone(self, e: b.Expr, sc: Scope) -> str | None:
        """The zone of which `e` is all cards, if it is that."""
        if isinstance(e, b.Group):
            g = e
            plain = not g.conditions and not g.superlatives and g.card_name is None and g.order is None
            if (
                plain
                and g.base.sort == "zones"
                and len(g.base.exprs) == 1
                and isinstance(g.base.exprs[0].type, ZoneType)
                and (g.kind is None or self.always_kind(g.kind, None, g))
            ):
                e = g.base.exprs[0]
            else:
                return None
        return self.expr(e, sc) if isinstance(e.type, ZoneType) and self.kept_zone(e, sc) is None else None

    def call_event(self, event: str, values: list[str], sc: Scope) -> str:
        """Run the protocol of a built-in event; the name of its result."""
        proc = sc.code
        key = self.event_proc(event)
        if self.event_resumable(event):
            proc.call(key, values)
            result = proc.fresh("done")
            proc.emit(f"{result} = S.ret")
        else:
            result = proc.fresh("done")
            proc.emit(f"{result} = f_{key}(S, {', '.join(values)})")
        return result

    def event_proc(self, event: Any) -> str:
        if isinstance(event, b.Verb):
            return self.verb_function(event)
        if isinstance(event, b.Action):
            return self.effect_function(event)
        key = f"event_{event}"
        makers = {"move": self._make_move_event, "draw": self._make_draw_event}
        return self.once(key, lambda: makers[event](key) if event in makers else self.make_verb_event(key, event))

    def event_resumable(self, event: Any) -> bool:
        if isinstance(event, b.Verb):
            return self.verb_resumable(event)
        if isinstance(event, b.Action):
            return True
        return event in ASKING_VERBS or self.analysis.event_asks(event)

    def _make_move_event(self, key: str) -> None:
        """move: forbidden? replaced? before; then all things of the batch at once; then noticed."""
        proc = self.new_proc(
            key, ["cards", "to", "last", "face", "actor", "this", "lifted"], self.event_resumable("move")
        )
        sc = Scope(proc, actor="actor", this="this")
        proc.local("kept")
        proc.local("c")
        forbidden = self.noted(self.restricted("move", MOVE_VALUES, "actor", "this", "lifted"), "move", "c")
        if self.packs:
            proc.emit("cards = whole_packs(S, cards)")
        around = [e for e in ("move", "enters", "leaves")
                  if self.analysis.triggers_on(e, "instead") or self.analysis.triggers_on(e, "before")]
        proc.emit("kept = ()")
        if around:
            items, index = proc.local("items"), proc.local("i")
            proc.emit(f"{items} = tuple(cards); {index} = 0")
            if proc.resumable:
                top, end = proc.new_block(), proc.new_block()
                proc.start(top)
                proc.jump_unless("i < len(items)", end)
                proc.emit("c = items[i]; i += 1")
                proc.emit("if would_stay(S, c, to, last):")
                with proc.indented():
                    proc.jump(top)
                if forbidden:
                    proc.emit(f"if {forbidden}:")
                    with proc.indented():
                        proc.jump(top)
                self._around_move(around, proc, sc, top)
                proc.emit("kept += (c,)")
                proc.jump(top)
                proc.start(end)
            else:
                proc.emit("for c in items:")
                with proc.indented():
                    proc.emit(f"if would_stay(S, c, to, last){' or ' + forbidden if forbidden else ''}: continue")
                    self._around_move(around, proc, sc, None)
                    proc.emit("kept += (c,)")
        else:
            proc.emit("for c in cards:")
            with proc.indented():
                proc.emit(f"if would_stay(S, c, to, last){' or ' + forbidden if forbidden else ''}: continue")
                proc.emit("kept += (c,)")
        if self.packs:
            proc.emit("kept = unbroken(S, kept, to)")
        proc.emit("if not kept:")
        with proc.indented():
            proc.finish("()")
        before = "()"
        for event in ("move", "enters", "leaves"):
            before = self._before_sources(event, proc) or before
        if self.batches_watched:
            before = proc.local("before_all")
            proc.emit("before_all = batch_sources(S) if S.batch is None else S.batch")
        origins = proc.local("origins")
        proc.emit(f"{origins} = tuple([at[c] for c in kept])")
        was = "S"
        if any(self.needs_before(e, None) for e in ("move", "enters", "leaves")):
            was = proc.local("was")
            proc.emit("was = S.fork()")
        if self.common_places:
            proc.emit("S.doer = actor")
        if self.packs:
            proc.emit("S.tail = tuple([c for c in kept if not leads(S, c)])")
        proc.emit(f"{'move_packs' if self.packs else 'move_many'}(S, kept, to, last, face)")
        if self.common_places:
            proc.emit("S.doer = None")
        self._entering(proc, sc)
        proc.emit("S.moved = kept")
        with self.gathering(proc), proc.under("for c, origin in zip(kept, origins):"):
            proc.emit("pass")
            values = {"cards": "c", "to": "at[c]", "from": "origin", "card": "c", "at": "last", "as": "face"}
            self.notice("move", None, sc, "actor", values, before, was)
            if self.analysis.triggers_on("enters", "after") or self.until_watchers("enters", None):
                proc.emit("if at[c] != origin and (IN_PLAY[at[c]] and not IN_PLAY[origin] or ENTERS_PLACES):")
                with proc.indented():
                    self.notice("enters", None, sc, "c", values, "()", was)
            if self.analysis.triggers_on("leaves", "after") or self.until_watchers("leaves", None):
                proc.emit("if at[c] != origin and (IN_PLAY[origin] and not IN_PLAY[at[c]] or ENTERS_PLACES):")
                with proc.indented():
                    self.notice("leaves", None, sc, "c", values, before, was)
        self.globals["ENTERS_PLACES"] = any(
            pattern.anywhere for e in ("enters", "leaves") for pattern in (
                *(s.standing.pattern for s in self.analysis.triggers_on(e)),
                *(until.event for until in self.until_watchers(e, None))))
        self.after_change(sc)
        proc.finish("kept")
        self.add(proc)

    def _around_move(self, events: list[str], proc: Proc, sc: Scope, top: int | None) -> None:
        for event in events:
            values = {"cards": "c", "to": "to", "from": "at[c]", "card": "c", "at": "last", "as": "face"}
            actor = "actor" if event == "move" else "c"
            if proc.resumable:
                skip = proc.new_block()
                if event == "enters":
                    proc.jump_unless("(IN_PLAY[to] and not IN_PLAY[at[c]] or ENTERS_PLACES)", skip)
                elif event == "leaves":
                    proc.jump_unless("(IN_PLAY[at[c]] and not IN_PLAY[to] or ENTERS_PLACES)", skip)
                self.around(event, sc, actor, values, "((c,), to, last, face, actor, this, lifted)", f"pc = {top}; "
                                                                                                     "continue")
                proc.start(skip)
            else:
                test = {"enters": "IN_PLAY[to] and not IN_PLAY[at[c]] or ENTERS_PLACES",
                        "leaves": "IN_PLAY[at[c]] and not IN_PLAY[to] or ENTERS_PLACES"}
                proc.emit(f"if {test.get(event, 'True')}:")
                with proc.indented():
                    self.around(event, sc, actor, values, "((c,), to, last, face, actor, this, lifted)", "continue")
                    proc.emit("pass")

    def _entering(self, proc: Proc, sc: Scope) -> None:
        """`each card enters play drained`: members set in the entering move itself; the most specific text wins."""
        found = self.analysis.of_class(b.Enters)
        if not found:
            return
        ranked = sorted(found, key=lambda s: 0 if s.sort == "rule" else 2 if self._about_this(s) else 1)
        proc.emit("for c, origin in zip(kept, origins):")
        with proc.indented():
            proc.emit("if not IN_PLAY[at[c]] or IN_PLAY[origin] and not ENTERS_ANY: continue")
            for source in ranked:
                s: b.Enters = source.standing

                def inner(child: Scope, s: b.Enters = s) -> None:
                    tests = [self.match(s.subject, "c", child, None), self.cond(s.condition, child)]
                    if s.zone_members:
                        zones = frozenset(z for z, m in enumerate(self.instance.zone_member) if m in s.zone_members)
                        tests.append(f"at[c] in {self.table(zones, 'zones')}")
                    if s.to_play:
                        tests.append("not IN_PLAY[origin]")
                    proc.emit(f"if {self.conjunction(tests)}:")
                    with proc.indented():
                        self._assign_member("c", s.member, "=", repr(s.value), child)

                this = self.this_of(source)
                about = self._about_this(source)
                if about and this is not None:
                    ids = self.source_ids(source)
                    name = self.name_of(this)
                    proc.emit(f"if c in {self.table(frozenset(ids), 'cards')}:")
                    with proc.indented():
                        proc.emit(f"{name} = c")
                        child = sc.child(this=name)
                        child.names[this] = name
                        inner(child)
                else:
                    self.each_source(source, proc, sc, inner)
        self.globals["ENTERS_ANY"] = any(not s.standing.to_play for s in found)

    def _about_this(self, source: Any) -> bool:
        subject = source.standing.subject
        this = self.this_of(source)
        return this is not None and isinstance(subject.value, b.Local) and subject.value.var is this

    def _move_piece(self, s: b.Perform, args: dict[str, b.Expr], sc: Scope) -> str:
        target = args["cards"]
        self.assign(target, "set", self.expr(args["to"], sc), sc, s.span)
        return "()"

    # ------------------------------------------------------------ drawing

    def pile_for(self, player: str, span: Any) -> tuple[str, str, str]:
        """(pile, zone drawn into, zone refilled from or None) as zone expressions for a player."""
        piles = [m for m in [*self.program.player_members, *self.program.table_members]
                 if m.zone is not None and m.zone.drawn_into is not None]
        if len(piles) != 1:
            if not piles:
                raise self.impossible(
                    "`draw` takes from a pile that is `drawn into` a zone, and this game has none",
                    span,
                    "write `pile: hidden ordered zone, drawn into hand`, or `move the first card in PILE to your hand`",
                )
            raise self.unsupported("`draw` without exactly one pile that is `drawn into` a zone", span)
        member = piles[0]
        assert member.zone is not None

        def place(m: b.Member | None) -> str:
            if m is None:
                return "None"
            base = self.instance.zones[m].base
            return self.plus(base, player) if m.owner == "player" else str(base)

        return place(member), place(member.zone.drawn_into), place(member.zone.refilled_from)

    @cached_property
    def draws_watched(self) -> bool:
        a = self.analysis
        return bool(
            a.triggers_on("draw") or a.restrictions_on("draw") or any(u.event.event == "draw" for u in a.untils)
        )

    def _verb_draw(self, s: b.Perform, args: dict[str, b.Expr], actor: str, sc: Scope) -> str:
        proc = sc.code
        pile, into, refill = self.pile_for(actor, s.span)
        if "up_to" in args:
            count = f"{self.expr(args['up_to'], sc)} - len({sc.z}[{into}])"
        else:
            count = self.expr(args["count"], sc) if "count" in args else "1"
        if self.draws_watched or self.moves_watched or self.refills_watched(refill):
            drawn = self.call_event("draw", [actor, count], sc)
            self._note_short(count, f"len({drawn})", s.span, proc)
            return drawn
        result = proc.fresh("drawn") if s.result is not None else proc.temp("drawn")
        keep = f"{result} = " if s.result is not None else ""
        if self.traced or self.dealing:
            number, keep = proc.temp("n"), f"{result} = "
            proc.emit(f"{number} = {count}")
            count = number
        proc.emit(f"{keep}draw_cards(S, {pile}, {into}, {refill}, {count})")
        if self.traced:
            proc.emit(f"if {count} > 0 and not {result}: S.note(('undrawn', {actor}))")
        self._note_short(count, f"len({result})", s.span, proc)
        return result

    def _note_short(self, count: str, found: str, span: Any, proc: Proc) -> None:
        """In set-up: note where fewer cards are there than are dealt, for `check`."""
        if self.dealing:
            proc.emit(f"if {found} < {count}: SHORT.setdefault({self.span_id(span)}, ({count}, {found}))")

    def _make_draw_event(self, key: str) -> None:
        proc = self.new_proc(key, ["p", "count"], self.event_resumable("draw"))
        sc = Scope(proc, actor="p")
        proc.emit("if count <= 0:")
        with proc.indented():
            proc.finish("()")
        forbidden = self.noted(self.restricted("draw", {"count": "count"}, "p", "None", "()"), "draw", "None")
        if forbidden:
            proc.emit(f"if {forbidden}:")
            with proc.indented():
                proc.finish("()")
        self.around("draw", sc, "p", {"count": "count"}, "(p, count)", None)
        before = self._before_sources("draw", proc)
        pile, into, refill = self.pile_for("p", None)
        drawn = proc.local("drawn")
        if self.moves_watched or self.refills_watched(refill):
            with self.gathering(proc):
                self._draw_one_by_one(pile, into, refill, sc)
        else:
            proc.emit(f"{drawn} = draw_cards(S, {pile}, {into}, {refill}, count)")
        proc.emit("if not drawn:")
        with proc.indented():
            if self.traced:
                proc.emit("S.note(('undrawn', p))")
            proc.finish("()")
        self.notice("draw", None, sc, "p", {"count": "len(drawn)"}, before)
        proc.finish("drawn")
        self.add(proc)

    def refills_watched(self, refill: str) -> bool:
        """Whether somebody hears that a pile is refilled from this zone: it is shuffled in, as by the verb."""
        return refill != "None" and (self.moves_watched or self.verb_watched("shuffle"))

    def _draw_one_by_one(self, pile: str, into: str, refill: str, sc: Scope) -> None:
        """Each card is an event of its own, and so is the refilling of the pile."""
        proc = sc.code
        proc.local("i")
        proc.emit("drawn = (); i = 0")
        empty = f"not z[{pile}] and z[{refill}]"

        def take() -> None:
            if self.moves_watched:
                done = self.call_event("move", ["(due,)", into, "False", "None", "p", "None", "()"], sc)
                proc.emit(f"drawn += tuple({done})")
            else:
                proc.emit(f"move_one(S, due, {into}, False); drawn += (due,)")

        def fill() -> None:
            self.do_verb("shuffle", f"({refill},)", {"into": pile}, "p", sc)

        if not proc.resumable:
            proc.emit("for i in range(count):")
            with proc.indented():
                if refill != "None":
                    proc.emit(f"if {empty}:")
                    with proc.indented():
                        fill()
                proc.emit(f"due = first_card(S, {pile})")
                proc.emit("if due is None: break")
                take()
            return
        top, full, end = proc.new_block(), proc.new_block(), proc.new_block()
        proc.start(top)
        proc.jump_unless("i < count", end)
        proc.emit("i += 1")
        if refill != "None":
            proc.jump_unless(empty, full)
            fill()
            proc.jump(full)
            proc.start(full)
        proc.emit(f"due = first_card(S, {pile})")
        proc.jump_unless("due is not None", end)
        take()
        proc.jump(top)
        proc.start(end)

    # ------------------------------------------------------------ values change places

    def _swap_values(self, s: b.Perform, args: dict[str, b.Expr], sc: Scope) -> str:
        """Two values that can be set are exchanged: like `set`, and no event."""
        proc = sc.code
        one, two = proc.temp("left"), proc.temp("right")
        proc.emit(f"{one}, {two} = {self.expr(args['left'], sc)}, {self.expr(args['right'], sc)}")
        self.assign(args["left"], "set", two, sc, s.span)
        self.assign(args["right"], "set", one, sc, s.span)
        return "()"


__all__ = ["PlayerType", "Verbs"]
