"""The whole generated module of one settled game: its source, run once, and everything a state needs from it."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import define, field, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import ListType, OptionalType, PlayerType
from rulewright.dsl.unseen import among_unseen
from rulewright.interpreter.analysis import Analysis, walk
from rulewright.interpreter.codegen.actions import Actions, Question
from rulewright.interpreter.codegen.assigning import Assigning
from rulewright.interpreter.codegen.base import GeneratorBase
from rulewright.interpreter.codegen.bindings import run_module
from rulewright.interpreter.codegen.bots import write_bots
from rulewright.interpreter.codegen.circles import Circles
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.events import Events
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.lasting import Lasting
from rulewright.interpreter.codegen.legality import Legality
from rulewright.interpreter.codegen.measures import measures, sampled, tallied, tally_size, write_measures
from rulewright.interpreter.codegen.playout_form import Facts, playout_source
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.codegen.publicity import Publicity
from rulewright.interpreter.codegen.reasons import Reasons
from rulewright.interpreter.codegen.resets import Resets
from rulewright.interpreter.codegen.scenario_form import ScenarioForm
from rulewright.interpreter.codegen.shown import Forbidder, Shown, write_shown
from rulewright.interpreter.codegen.sorts import Sorts, sorts_of
from rulewright.interpreter.codegen.standing import StandingText
from rulewright.interpreter.codegen.statements import Statements
from rulewright.interpreter.codegen.verb_events import VerbEvents
from rulewright.interpreter.codegen.verbs import Verbs
from rulewright.interpreter.codegen.watching import Watching
from rulewright.interpreter.codegen.windows import Windows
from rulewright.interpreter.codegen.worlds import ordered_zones, tracks_visits, world_of, zones_in_play
from rulewright.interpreter.constants import Constants
from rulewright.interpreter.decisions import KIND_NUMBER
from rulewright.interpreter.errors import LimitReached, RunError, UnitEnded
from rulewright.interpreter.instance import Instance
from rulewright.interpreter.playout import GameOver, end_of_unit, leave_unit, pick, watch_forced
from rulewright.interpreter.runtime import Tables, make_all
from rulewright.interpreter.runtime.players import WINDOW
from rulewright.interpreter.unchanged import memory

T = TypeVar("T")


@define(eq=False, slots=False)
class Compiled:
    """A settled game ready to be played. `source` is the generated text; the rest are its tables."""

    program: b.Program
    instance: Instance
    hash: str
    source: str
    namespace: dict[str, Any]
    runtime: dict[str, Any]
    players: int
    starts: list[list[int]]
    start_at: list[int]
    start_values: list[Any]
    questions: list[Question]
    question_kinds: list[int]
    actions: list[b.Action]
    card_names: list[str]
    face_of: list[int]
    zone_names: list[str]
    zone_owner: list[int | None]
    zone_holder: list[int | None]
    space_names: dict[str, list[str]]  # by board
    line_names: dict[str, list[str]]
    visibility: list[str]
    unit_blocks: dict[Any, dict[int, tuple[int, int, int]]]
    turn_units: frozenset[int]
    ranking: Callable[..., list[tuple[Any, ...]]] | None
    ranking_lower: bool
    coverage_names: list[str]
    text_names: dict[int, str]
    short: dict[int, tuple[int, int]]  # line of set-up -> how many cards it asked for, and how many it found
    text_dates: dict[int, tuple[int | None, ...]]  # standing text -> see `Tables.dates`
    stack_names: frozenset[str]
    objects_stay: list[bool]
    slots: dict[b.Member, int]
    card_key: dict[b.Member, int]
    units: list[b.Unit]
    spans: list[Any] = field(factory=list)
    file_name: str = ""
    turns_read: bool = False  # whether the rules read how many turns a player has had
    turns_slot: int = 0
    owners_read: bool = False  # whether the rules read whose a card is
    joint_forced: bool = True
    lists: bool = False  # whether zones may be lists while a playout runs
    n_tallied: int = 0  # counters that measures read
    alike: bool = True
    askable: bool = False  # whether a pending question can be computed anew (State.reask)
    chain: list[tuple[str, int, str | None, Any]] = field(factory=list)  # scenario form: the way down to a turn
    turn_function: str | None = None
    locals_of: dict[str, list[str]] = field(factory=dict)
    getters: dict[b.Member, str] = field(factory=dict)
    random_types: dict[str, Any] = field(factory=dict)  # the stream of a random pick -> the type of what is picked
    zone_streams: Sequence[str] = ()  # zone -> the stream of its shuffles, without their number
    sorts: Sorts | None = None  # which parts of a state hold cards
    shown: Shown | None = None  # traced form: what can be asked besides
    traced_form: Callable[[], Any] | None = None  # gives the traced form of the same settled game
    again: Callable[..., Any] | None = None  # starts the match of a state once more (Game.start_again)
    playout_parts: Any = None  # playout form: what `native_tree` makes trees of, and what is known about it
    kept: dict[str, Any] = field(factory=dict)  # facts about the program that are worked out when they are first needed

    def worked_out(self, name: str, make: Callable[[], T]) -> T:
        """A fact about the program by its name, made when it is first asked for."""
        if name not in self.kept:
            self.kept[name] = make()
        found: T = self.kept[name]
        return found

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the generated source."""
        return self.source.splitlines()

    def asks_cards(self, q: int) -> bool:
        """Whether the items of question `q` are cards."""
        element = self.questions[q].element
        return type(element).__name__ == "CardType"

    def sees(self, player: int | None, zone: int) -> bool:
        """Whether a player (None: a spectator) sees the cards of a zone by its declaration."""
        kind = self.visibility[zone]
        if kind == "public":
            return True
        owner = self.zone_owner[zone]
        return kind == "private" and owner is not None and owner == player


class Generator(
    Statements,
    Actions,
    Legality,
    Events,
    Resets,
    StandingText,
    Windows,
    Verbs,
    VerbEvents,
    Expressions,
    ScenarioForm,
    Reasons,
    Assigning,
    Publicity,
    Lasting,
    Circles,
    Watching,
    GeneratorBase,
):
    """Writes the module. See the other files of this package for its parts."""

    def __init__(
        self,
        instance: Instance,
        analysis: Analysis,
        traced: bool,
        extras: Extras | None = None,
        playout: bool = False,
        askable: bool = False,
    ) -> None:
        super().__init__(instance, analysis, traced, extras is not None, playout)
        self.marks_questions = self.scenario or askable
        self.extras = extras
        self.questions = []
        self.tallied = tallied(self.program)
        self.samples: dict[str, list[int]] = {}  # name in the coverage -> measures that are read when it begins
        for number in sampled(self.program, self.instance.players):
            per = measures(self.program)[number].per
            self.samples.setdefault(f"{per.sort} {per.name}", []).append(number)
        self.action_list: list[b.Action] = []
        self.resolved_actions: list[b.Action] = []
        self.unit_list: list[b.Unit] = []
        self.late_lines: list[str] = []
        self.getter_numbers: dict[b.Member, int] = {}
        self.modified = self._find_modified()
        self.results_used = any(isinstance(s, b.Perform) and s.result is not None for s in analysis.statements())
        # A script may make somebody fall out of a game whose rules never do.
        said = [s for body in (extras.bodies if extras is not None else ()) for s in walk(body)]
        self.eliminates = any(
            isinstance(s, b.Perform) and s.verb in ("lose", "eliminate") for s in (*analysis.statements(), *said)
        )
        self.folding = Constants(instance.options, instance.players)
        self.folding.players_stay = not self.eliminates
        after = [s for s in analysis.of_class(b.Trigger) if s.standing.timing == "after"]
        self.some_text_asks = any(
            self.text_asks(s) for s in analysis.sources if isinstance(s.standing, b.Trigger | b.StateRule)
        ) or any(analysis.asks(u.then) for u in analysis.untils)
        several = len(after) > 1 and len({(s.owner, s.number) for s in after}) > 1
        self.checkpoint_resumable = (
            self.some_text_asks or several or analysis.checkpoint_asks() or self.program.trigger_stack is not None
        )
        self.procs: list[Proc] = []
        self.uses_enough = any(isinstance(s, b.Choose) and s.enough is not None for s in analysis.statements())
        self.hidden_choices = self._may_choose_unseen()

    def add(self, proc: Proc) -> None:
        super().add(proc)
        self.procs.append(proc)

    def _may_choose_unseen(self) -> bool:
        """Whether something is chosen, targeted or assigned among cards of a zone that its chooser may not see.

        What actions are done with is looked at for each of them: see `options_function`.
        """
        statements = list(self.analysis.statements())
        choices = [(s.group, s.chooser) for s in statements if isinstance(s, b.Choose)]
        choices += [(s.choice, s.chooser) for s in statements if isinstance(s, b.AssignKeys)]
        for action in self.analysis.actions():
            you = self.you_expr(action)
            choices += [(p.domain, you) for p in action.params if p.domain is not None and p.quantity is not None]
            choices += [(target.group, you) for target in action.targets]
        for card in self.program.cards:
            choices += [(target.group, card.you_expr) for target in card.targets if card.you_expr is not None]
        return any(among_unseen(group, chooser) for group, chooser in choices)

    def note_place(self, proc: Proc, entry: str) -> None:
        """In traced code: record that the game has come to a place where a scenario could begin."""
        if self.traced:
            proc.emit(f"S.note({entry})")

    def note_cover(self, proc: Proc, name: str) -> None:
        """In traced code: record that a part of the rules was reached."""
        number = self.cover(name)
        if self.traced:
            proc.emit(f"S.note(('cover', {number}))")
        if name in self.tallied:
            proc.emit(f"S.tally[{self.tallied[name]}] += 1")
        for measure in self.samples.get(name, ()):
            proc.emit(f"f_sample_{measure}(S)")

    def alike_possible(self, of: Any) -> bool:
        return type(of).__name__ == "CardType" and self.alike_cards

    @cached_property
    def alike_cards(self) -> bool:
        return len(set(self.instance.face_of)) < len(self.instance.face_of)

    def of_player(self, player: str, sc: Scope) -> str:
        """The cards in play that a player controls."""
        only_own = not self.has_visits and all(
            m is None or m.zone is None or not m.zone.in_play or m.owner == "player" for m in self.instance.zone_member
        )
        if not only_own:
            if not self.playout:  # whose zones may be lists, which change under what is kept of them
                return f"controlled({sc.S}, {player})"
            return f"[c for c in in_play({sc.S}) if controller({sc.S}, c) == {player}]"
        zones = [r.base for m, r in self.instance.zones.items() if m.zone is not None and m.zone.in_play]
        return "(" + " + ".join(f"{sc.z}[{self.plus(base, player)}]" for base in zones) + ")" if zones else "()"

    def may_be_shuffled(self, e: b.Expr) -> bool:
        """Whether the zone may hold cards whose order is not settled: it keeps an order and something is shuffled."""
        member = e.member if isinstance(e, b.MemberOf | b.TableMember) else None
        return member is None or member.zone is None or member.zone.ordered

    # ------------------------------------------------------------ the main procedure

    def _make_main(self) -> None:
        proc = self.new_proc("main", [], True)
        sc = Scope(proc)
        proc.emit("S.quiet = 1")
        for member in self.late_starts:
            if member.start is not None:
                for i in range(self.places_of(member)):
                    proc.emit(f"v[{self.slots[member] + i}] = {self.expr(member.start, sc)}")
        whole = self.extras is not None and self.extras.setup
        if whole:
            self.stop_for_givens(proc, False)
        self.dealing = not self.scenario and not self.playout
        self.globals["SHORT"] = {}
        self.body(self.scenario_setup() if self.scenario and not whole else self.program.setup, sc, [])
        self.dealing = False
        proc.start(proc.new_block())
        proc.emit("set_owners(S)")
        proc.emit("S.quiet = 0")
        self.note_place(proc, "('play',)")
        if self.scenario and not whole:
            self.stop_for_givens(proc)
        self.checkpoint(proc)
        end = proc.new_block()
        proc.end_block = end
        self.body(self.program.play, sc, [])
        proc.end_block = None
        proc.start(end)
        self.checkpoint(proc)
        proc.finish()
        self.add(proc)

    def _ranking(self) -> None:
        r = self.program.ranking
        if r is None:
            return
        proc = self.new_proc("ranking", [], False)
        name = self.name_of(r.var)
        sc = Scope(proc)
        sc.names[r.var] = name
        parts = []
        for key, highest, condition in r.keys:
            value = self.expr(key, sc)
            value = value if highest else f"-({value})"
            if condition is not None:
                value = f"({value} if {self.expr(condition, sc)} else 0)"
            parts.append(value)
        proc.emit(f"return [({', '.join(parts)},) for {name} in range({self.instance.players})]")
        self.add(proc)

    def generate(self) -> str:
        """The module's source."""
        self._make_main()
        self._ranking()
        for until in self.analysis.untils:
            if until.then:
                self.then_proc(until)
        if self.extras is not None:
            self.add_extras(self.extras.values, self.extras.bodies)
            self.add_reasons(self.extras.reasons)
        self.run_pending()
        self._refuse_dead_text()
        write_bots(self)
        write_measures(self)
        self._capacities()
        self.run_pending()
        self.shown = write_shown(self) if self.traced else Shown()
        actors = {
            self.action_number(a): f"r_{self.action_function(a)}"
            for a in self.action_list
            if f"act_{self.action_number(a)}_{_python(a.name)}" in self._done
        }
        doers = {
            self.action_number(a): f"f_{self.do_function(a)}"
            for a in self.action_list
            if f"do_{self.action_number(a)}_{_python(a.name)}" in self._done
        }
        texts = []
        for source in self.analysis.sources:
            if f"text_{source.number}" in self._done:
                texts.append(self._text_entry(source.number, f"text_{source.number}", self.text_asks(source)))
        for until in self.analysis.untils:
            if until.then:
                number = self.until_number(until)
                texts.append(
                    self._text_entry(
                        len(self.analysis.sources) + number, f"then_{number}", self.analysis.asks(until.then)
                    )
                )
        resolvers = [
            f"{self.action_number(a)}: (r_{self.resolver_of(a)}, L_{self.resolver_of(a)})"
            for a in self.resolved_actions
        ]
        tables = [
            "TEXTS = {" + ", ".join(texts) + "}",
            "RESOLVERS = {" + ", ".join(resolvers) + "}",
            f"GOTO = {self.phase_entries!r}",
            *self.late_lines,
        ]
        functions = self._functions(doers, actors, tables)
        kept = set(re.findall(r"(?m)^def (\w+)", functions))
        entries = [f"{n}: ({name}, L_{name[2:]})" for n, name in actors.items() if name in kept]
        lines = [
            "# Generated from the rules; one function a block. Do not edit.",
            functions,
            "ACTIONS = {" + ", ".join(entries) + "}",
            "DOERS = {" + ", ".join(f"{n}: {name}" for n, name in doers.items() if name in kept) + "}",
            *tables,
        ]
        return "\n".join(lines) + "\n"

    def _refuse_dead_text(self) -> None:
        """A card's `effect:` is done when it resolves on a stack;
        without an action that puts cards there it never would be."""
        if any(a.stack is not None and a.played_card is not None for a in self.analysis.actions()):
            return
        for definition in self.program.cards:
            parts: tuple[Any, ...] = (*definition.guards, *definition.limits, *definition.targets)
            if definition.effect is not None or parts:
                name = definition.name
                raise self.impossible(
                    f'this text of "{name}" counts when the card is put onto a stack, and no action of this game does'
                    " that",
                    parts[0].span if parts else definition.span,
                    f'say it of the action that plays cards, as in `only if free: c is not a "{name}" or ...`; what'
                    " happens when a card is played is `when you play this:`",
                )

    def _functions(self, doers: dict[int, str], actors: dict[int, str], tables: list[str]) -> str:
        if not self.playout:
            return "\n".join(text for text in self.functions_text if isinstance(text, str))
        turns = (
            {i for i, u in enumerate(self.unit_list) if u.kind == "turn" or self.tracks_units}
            if self.eliminates or self.tracks_units
            else set()
        )
        kinds = [KIND_NUMBER[q.kind] for q in self.questions]
        outside = frozenset(re.findall(r"\w+", "\n".join(tables)))
        values = {**self.globals, "WATCHFUL": self.globals.get("WATCHFUL", False)}
        facts = Facts(
            frozenset(self.ended_units | turns),
            values,
            kinds,
            doers,
            actors,
            outside,
            world_of(self),
            self.instance.n_cards,
        )
        source, made = playout_source(self.functions_text, facts)
        self.globals.update(made)
        self.facts = facts
        return source

    @staticmethod
    def _text_entry(number: int, key: str, asks: bool) -> str:
        return f"{number}: (r_{key}, L_{key})" if asks else f"{number}: (f_{key}, None)"

    def _capacities(self) -> None:
        """How much room a zone has, and where the cards of a zone on a card go when that card leaves play."""
        for member, found in self.instance.zones.items():
            info = member.zone
            if info is None:
                continue
            holders = {z: c for c, z in found.first_card.items()}
            for zone in (
                found.first_card.values() if member.owner == "card" else range(found.base, found.base + found.count)
            ):
                this = str(holders[zone]) if zone in holders else str(zone - found.base)
                sc = Scope(None)
                if member.this_var is not None:
                    sc.names[member.this_var] = this
                if info.capacity is not None:
                    used = f"len(S.z[{zone}])"
                    if info.capacity_group is not None:
                        name, _, condition, _ = self.group_parts(info.capacity_group, sc)
                        kind = info.capacity_group.kind  # all cards are of it where the group is read by itself
                        if kind is not None:
                            condition = self.conjunction([self.kind_test(kind, name, "S"), condition])
                        used = f"len([{name} for {name} in S.z[{zone}] if {condition}])"
                        self.late_lines.append(f"TAKES_ROOM[{zone}] = lambda S, {name}: {condition}")
                    text = f"{self.expr(info.capacity, sc.child(z='S.z', v='S.v', at='S.at'))} - {used}"
                    self.late_lines.append(f"CAPACITY[{zone}] = lambda S: {text}")
                if info.emptied_into is not None:
                    child = sc.child(z="S.z", v="S.v", at="S.at")
                    if info.emptied_card is not None:
                        child.names[info.emptied_card] = "inside"
                    goal = self.expr(info.emptied_into, child)
                    self.late_lines.append(f"EMPTIES[{zone}] = lambda S, inside: {goal}")


@frozen
class Extras:
    """Rules text that only a script needs: expressions and bodies, compiled in order."""

    values: tuple[b.Expr, ...] = ()
    bodies: tuple[tuple[b.Stmt, ...], ...] = ()
    reasons: tuple[b.Action, ...] = ()  # actions of which a script asks why they are not possible
    playable: bool = False  # people play on from there: everything can be asked that traced code can be asked
    setup: bool = False  # set-up is carried out in full, after the stop for what is given


def compile_instance(
    instance: Instance,
    analysis: Analysis,
    traced: bool,
    hash_text: str,
    extras: Extras | None = None,
    playout: bool = False,
    askable: bool = False,
) -> Compiled:
    """Generate and run the module of a settled game; with `extras` in its scenario form; askable: for redeals."""
    generator = Generator(instance, analysis, traced, extras, playout, askable)
    source = generator.generate()
    program = instance.program
    zone_members = instance.zone_member
    same: dict[tuple[int, int], int] = {}
    for found in instance.zones.values():
        if found.member.owner == "player":
            for a in range(found.count):
                for p in range(found.count):
                    same[found.base + a, p] = found.base + p
    zones_on: dict[int, tuple[int, ...]] = {}
    for found in instance.zones.values():
        for card, zone in found.first_card.items():
            zones_on[card] = (*zones_on.get(card, ()), zone)
    faces = instance.faces
    keys = list(generator._card_keys.values())
    stack_zones = set(instance.stack_zone.values())
    tables = Tables(
        players=instance.players,
        ordered=ordered_zones(generator),
        in_play=zones_in_play(generator),
        visibility=[
            m.zone.visibility
            if m is not None and m.zone is not None
            else ("public" if z in stack_zones or z == 1 else "hidden")
            for z, m in enumerate(zone_members)
        ],
        zone_owner=instance.zone_owner,
        zone_holder=instance.zone_holder,
        zone_names=instance.zone_names,
        zone_streams=[
            f"{n}{'' if (owner := instance.zone_owner[z]) is None else f' {owner + 1}'}"
            f"{'' if instance.zone_holder[z] is None else ' on ' + str(instance.zone_holder[z])}"
            for z, n in enumerate(instance.zone_names)
        ],
        names=[faces[f].name for f in instance.face_of],
        face_of=instance.face_of,
        alike=generator.alike_cards,
        tracks_visits=tracks_visits(generator),
        traced=traced,
        tokens=frozenset(c for c, f in enumerate(instance.face_of) if faces[f].definition.token),
        zones_on=zones_on,
        same_zone_of=same,
        spans=generator.spans,
        card_keys=keys,
        shared_keys=tuple(
            generator.card_key(m) for m in (() if program.pack is None else program.pack.shares)
        ),
        single_rooms=frozenset(
            z for z, m in enumerate(zone_members)
            if m is not None and m.zone is not None and m.zone.capacity is not None
            and (m.zone.capacity_group is None or m.zone.capacity_group.singles)
        ),
        keeps_objects=generator.reads_announced,
        hidden_choices=generator.hidden_choices,
        player_words=_player_words(generator),
        player_keys=tuple(
            (key, isinstance(m.type, ListType)) for m, key in generator._card_keys.items() if _names_players(m)
        ),
        dates=(dates := generator.text_dates()),
        idle={s.number: places for s in analysis.of_class(b.Trigger) if (places := generator.idle_places(s))},
    )
    runtime = make_all(tables)
    namespace: dict[str, Any] = {
        **runtime,
        **generator.globals,
        "IN_PLAY": tables.in_play,
        "ZONE_OWNER": tables.zone_owner,
        "ZONE_HOLDER": tables.zone_holder,
        "NAMES": tables.names,
        "ORDERED": tables.ordered,
        "CAPACITY": tables.capacity,
        "TAKES_ROOM": tables.takes_room,
        "EMPTIES": tables.empties,
        "UnitEnded": UnitEnded,
        "RunError": RunError,
        "LimitReached": LimitReached,
        "TargetsOnly": _TargetsOnly,
        "pick": pick,
        "forbidden": _forbidden,
        "forbidder": Forbidder,
        "WINDOW": WINDOW,
        "end_of_unit": end_of_unit,
        "leave_unit": leave_unit,
        "GameOver": GameOver,
        "watch_forced": watch_forced,
        "TURN_UNITS": frozenset(i for i, u in enumerate(generator.unit_list) if u.kind == "turn"),
    }
    if playout:
        namespace.update(
            {f"plain_{name}": function for name, function in runtime.items()}, bisect_left=bisect_left, insort=insort
        )
    namespace.setdefault("WATCHFUL", False)
    namespace.setdefault("ENTERS_ANY", False)
    for board, layout in instance.boards.items():
        made = {"NEIGHBOURS": layout.neighbours, "ROWS": layout.rows, "COLUMNS": layout.columns}
        namespace.update({generator.of_board(name, board.name): table for name, table in made.items()})
    run_module(source, f"<rules of {program.name}>", namespace)
    namespace["as_before"], namespace["note_calm"] = memory([namespace[name] for name in generator.watched])
    start_at = [0] * instance.n_cards
    for zone, cards in enumerate(instance.starts):
        for c in cards:
            start_at[c] = zone
    starts = [list(c) if tables.ordered[z] else sorted(c) for z, c in enumerate(instance.starts)]
    unit_blocks = {
        namespace[f"r_{p.name}"]: p.unit_blocks
        for p in generator.procs
        if p.resumable and p.unit_blocks and not playout
    }
    return Compiled(
        program=program,
        instance=instance,
        hash=hash_text,
        source=source,
        namespace=namespace,
        runtime=runtime,
        players=instance.players,
        starts=starts,
        start_at=start_at,
        start_values=generator.start_values,
        questions=generator.questions,
        question_kinds=[KIND_NUMBER[q.kind] for q in generator.questions],
        actions=generator.action_list,
        card_names=tables.names,
        face_of=instance.face_of,
        zone_names=tables.zone_names,
        zone_owner=tables.zone_owner,
        zone_holder=tables.zone_holder,
        space_names={board.name: layout.names for board, layout in instance.boards.items()},
        line_names={board.name: layout.line_names for board, layout in instance.boards.items()},
        visibility=tables.visibility,
        unit_blocks=unit_blocks,
        turn_units=frozenset(i for i, u in enumerate(generator.unit_list) if u.kind == "turn"),
        ranking=namespace.get("f_ranking"),
        ranking_lower=program.ranking is not None and not program.ranking.keys[0][1],
        coverage_names=generator.coverage_names,
        text_names=_text_names(analysis),
        short=generator.globals["SHORT"],
        text_dates=dates,
        stack_names=frozenset(program.stacks),
        objects_stay=[s.objects_stay for s in program.stacks.values()],
        slots=generator.slots,
        card_key=generator._card_keys,
        units=generator.unit_list,
        alike=generator.alike_cards,
        askable=generator.marks_questions,
        spans=generator.spans,
        file_name=f"<rules of {program.name}>",
        turns_read="turns" in generator.builtin_reads,
        owners_read="owner" in generator.builtin_reads,
        turns_slot=generator.turns_slot,
        chain=generator.entry_chain() if extras is not None else [],
        turn_function=next((generator.unit_function(u) for u in program.units.values() if u.kind == "turn"), None)
        if extras is not None
        else None,
        n_tallied=tally_size(generator.program, generator.instance.players),
        lists=playout and world_of(generator).lists,
        playout_parts=(generator.functions_text, generator.facts, dict(generator.globals)) if playout else None,
        locals_of={p.name: p.locals for p in generator.procs if p.resumable},
        sorts=sorts_of(generator),
        random_types=generator.random_types,
        zone_streams=tables.zone_streams,
        shown=generator.shown,
        getters={m: f"get_{n}_{_python(m.name)}" for m, n in generator.getter_numbers.items()},
    )


def _names_players(member: b.Member) -> bool:
    """Whether a member may hold a player or nobody, or a list of players."""
    of = member.type
    return isinstance(of, OptionalType | ListType) and isinstance(of.element, PlayerType)


def _player_words(generator: Generator) -> tuple[tuple[int, bool], ...]:
    """The places of the state's values that hold players and can do without, and whether they are lists."""
    starts = sorted({*generator.slots.values(), generator.turns_slot})
    return tuple(
        (slot, isinstance(member.type, ListType))
        for member, first in generator.slots.items()
        if _names_players(member)
        for slot in range(first, next(x for x in starts if x > first))
    )


def _python(name: str) -> str:
    from rulewright.interpreter.codegen.context import python_name

    return python_name(name)


def _text_names(analysis: Analysis) -> dict[int, str]:
    names = {s.number: s.name for s in analysis.sources}
    for i, _ in enumerate(analysis.untils):
        names[len(analysis.sources) + i] = "the end of an effect"
    return names


def _forbidden(S: Any, name: str | None, what: str, card: int | None) -> str | None:
    """Pass the name of the restriction on that forbids something, if one does; it is noted."""
    if name is not None:
        S.note(("forbidden", name, what, card))
    return name


@frozen
class _TargetsOnly:
    """The targets of a card's effect in the shape of a stack object."""

    targets: tuple[Any, ...]
