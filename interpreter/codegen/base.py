"""What all parts of the generator share: the instance, the layout of the state, tables, names."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType
from rulewright.interpreter.analysis import Analysis
from rulewright.interpreter.boards import BoardLayout
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.proc import Proc
from rulewright.interpreter.errors import RulesError
from rulewright.interpreter.instance import Instance, is_kind
from rulewright.interpreter.keyed import count_of

CARD_KEY_BITS = 20  # a card's stored member is kept under (member number << 20) + card


class GeneratorBase:
    """Tables and names. The other parts of the generator are mixed in on top."""

    def __init__(self, instance: Instance, analysis: Analysis, traced: bool, scenario: bool = False,
                 playout: bool = False) -> None:
        self.instance = instance
        self.scenario = scenario
        self.marks_questions = scenario
        self.playout = playout
        self.phase_entries: dict[str, int] = {}
        self.unit_calls: list[tuple[Proc, str, int, str | None, b.Unit | None]] = []
        self.program = instance.program
        self.analysis = analysis
        self.traced = traced
        self.globals: dict[str, Any] = {}
        self.functions_text: list[str | Proc] = []
        self.watched: list[str] = []  # the functions that give what state rules hold for, if they are remembered
        self._names: dict[b.Var, str] = {}
        self._tables: dict[Any, str] = {}
        self._ids: dict[b.Kind | None, tuple[int, ...]] = {}
        self._kind_tables: dict[b.Kind, str] = {}
        self._counter = 0
        self.spans: list[Any] = []
        self._done: set[str] = set()
        self._pending: list[Any] = []
        self.slots: dict[b.Member, int] = {}
        self.start_values: list[Any] = []
        self._card_keys: dict[b.Member, int] = {}
        self.coverage_names: list[str] = []
        self.builtin_reads: set[str] = set()
        self.random_types: dict[str, Any] = {}  # the stream of a random pick -> the type of what is picked
        self.perhaps_none: set[int] = set()  # random picks (by id) of which none may be there
        self.resolving: b.Action | None = None  # the action whose effect, when it leaves its stack, is being written
        self.verb_span: Any = None  # the line that does a built-in verb, while it is written
        self.reads_announced = False  # whether something reads what objects were announced with
        self.dealing = False  # whether set-up is being written
        self.ended_units: set[int] = set()  # units that something ends from outside their own text
        self.n_things = self.instance.n_cards + sum(board.size for board in self.instance.boards.values())
        self._lay_out_state()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The parts that are mixed in find each other's methods."""

    # ------------------------------------------------------------ layout of the state

    def _lay_out_state(self) -> None:
        """Give every scalar member its place in S.v. Unit members share the list:
        a unit resets its own when it begins."""
        program, n = self.program, self.instance.players

        def place(member: b.Member) -> None:
            count = self.places_of(member)
            self.slots[member] = len(self.start_values)
            value = None
            if member.start is not None:
                known, value = self.instance.constants.try_value(member.start)
                if not known:
                    self.late_starts.append(member)
            elif member.type.__class__.__name__ == "ListType":
                value = ()
            self.start_values.extend([value] * count)

        self.late_starts: list[b.Member] = []
        for member in program.table_members:
            if member.sort == "state":
                place(member)
        for member in program.unit_members:
            if member.sort == "state" and member.owner != "player":
                place(member)
        for member in program.player_members:
            if member.sort in ("state", "piece"):
                place(member)
        for board in program.boards.values():
            for member in (*board.members, *board.line_members):
                place(member)
        for member in program.pair_members:
            place(member)
        self.turns_slot = len(self.start_values)
        self.start_values.extend([0] * n)
        self.dice_slot = len(self.start_values)
        self.start_values.extend([die.faces[0] for die in program.dice.values()])
        for number, member in enumerate(m for m in program.card_members if m.sort == "state"):
            self._card_keys[member] = (number + 1) << CARD_KEY_BITS

    def places_of(self, member: b.Member) -> int:
        """How many values of a member lie in S.v, one after the other."""
        if member.owner == "player":
            return self.instance.players
        if member.owner == "pair":
            return count_of(self.instance, member)
        if member.board is not None and member.owner in ("space", "line"):
            layout = self.instance.boards[member.board]
            return layout.size if member.owner == "space" else len(layout.lines)
        return 1

    def card_key(self, member: b.Member) -> int:
        return self._card_keys[member]

    def card_start(self, member: b.Member, base: str, sc: Scope) -> str:
        """The value a card's stored member has when nothing is stored."""
        if member.start is None:
            return "()" if member.type.__class__.__name__ == "ListType" else "None"
        known, value = self.instance.constants.try_value(member.start)
        if known:
            return repr(value)
        inner = sc.child()
        if member.this_var is not None:
            inner.names[member.this_var] = base
        return self.expr(member.start, inner)  # type: ignore[attr-defined, no-any-return]

    # ------------------------------------------------------------ names and tables

    def name_of(self, var: b.Var) -> str:
        if var not in self._names:
            self._counter += 1
            self._names[var] = f"{python_name(var.name)}_{self._counter}"
        return self._names[var]

    def temp_name(self, stem: str) -> str:
        self._counter += 1
        return f"{stem}_{self._counter}"

    def table(self, value: Any, stem: str) -> str:
        """The name of a module constant with this value."""
        key: Any = (stem, tuple(value.items())) if isinstance(value, dict) else (type(value).__name__, stem, value)
        if isinstance(value, list):
            key = (type(value).__name__, stem, tuple(value))
        if key not in self._tables:
            self._counter += 1
            name = f"{python_name(stem).upper()}_{self._counter}"
            self._tables[key] = name
            self.globals[name] = value
        return self._tables[key]

    def ids_of_kind(self, kind: b.Kind | None) -> tuple[int, ...]:
        if kind not in self._ids:
            of = [kind is None or is_kind(face.definition.kind, kind) for face in self.instance.faces]
            self._ids[kind] = tuple(c for c, f in enumerate(self.instance.face_of) if of[f])
        return self._ids[kind]

    def kind_table(self, kind: b.Kind) -> str:
        if kind not in self._kind_tables:
            of = [is_kind(face.definition.kind, kind) for face in self.instance.faces]
            self._kind_tables[kind] = self.table(tuple(of[f] for f in self.instance.face_of), "is_" + kind.name)
        return self._kind_tables[kind]

    def always_kind(self, kind: b.Kind, of: Any, group: b.Group | None = None) -> bool:
        """Whether nothing but cards of `kind` can be there: by type, or because the game has no other cards."""
        if self.turns_faces and kind.parent is not None:
            return False
        if isinstance(of, CardType):
            known = self.program.kinds.get(of.kind)
            if known is not None and is_kind(known, kind):
                return True
        return len(self.ids_of_kind(kind)) == self.instance.n_cards

    def printed_table(self, member: b.Member) -> str:
        values = []
        for f in self.instance.face_of:
            printed = self.instance.faces[f].printed
            value = printed.get(member)
            if value is None:
                value = next((v for m, v in printed.items() if m.name == member.name), None)
            values.append(value)
        return self.table(tuple(values), member.name)

    def keyword_table(self, member: b.Member) -> str:
        faces = self.instance.faces
        return self.table(tuple(member.keyword in faces[f].definition.keywords for f in self.instance.face_of),
                          "kw_" + member.name)

    def has_formula(self, member: b.Member) -> bool:
        return any(m.name == member.name for f in self.instance.faces for m in f.formulas)

    @cached_property
    def turns_faces(self) -> bool:
        """Whether cards can lie face down; a script can turn them in any game."""
        return self.scenario or any(isinstance(s, b.Perform) and (s.verb == "turn" or any(n == "as" for n, _ in s.args))
                   for s in self.analysis.statements())

    @property
    def packs(self) -> bool:
        """Whether cards can be joined and count as one."""
        return self.program.pack is not None

    @cached_property
    def has_visits(self) -> bool:
        """Whether cards can be somewhere else for a while."""
        return any(isinstance(s, b.Visits) for s in self.analysis.statements())

    def shared(self, m: b.Member) -> bool:
        """Whether joined cards have the member in common."""
        return self.program.pack is not None and m in self.program.pack.shares

    @cached_property
    def has_tokens(self) -> bool:
        return any(f.definition.token for f in self.instance.faces)

    def stack_number(self, stack: b.Stack) -> int:
        return list(self.program.stacks.values()).index(stack)

    def span_id(self, span: Any) -> int:
        """The place of a span in the module's table, for run errors."""
        self.spans.append(span)
        return len(self.spans) - 1

    def stream_name(self, span: Any) -> str:
        """A name for the chance of one statement that does not change when lines are added elsewhere:
        its order among all."""
        self._counter_streams = getattr(self, "_counter_streams", 0) + 1
        return f"random {self._counter_streams}"

    def unsupported(self, what: str, span: Any) -> Exception:
        """The error for a construct this version parses and checks but does not play."""
        return self.impossible(f"this version cannot play {what} yet", span)

    def impossible(self, message: str, span: Any, hint: str | None = None) -> Exception:
        """The error for what can be said and can never be played as the game is."""
        from rulewright.dsl.diagnostics import error

        return RulesError((error("E490", message, span, hint=hint),))

    def layout_of(self, board: str) -> BoardLayout:
        """The board of that name."""
        return next(layout for one, layout in self.instance.boards.items() if one.name == board)

    def of_board(self, name: str, board: str) -> str:
        """What a table of a board is called; that of the first one has no number."""
        number = [one.name for one in self.instance.boards].index(board)
        return f"{name}_{number}" if number else name

    def board_table(self, kind: str, board: str) -> str:
        """The name of a table of a board, made when it is first needed."""
        name = self.of_board(kind, board)
        if name not in self.globals:
            layout = self.layout_of(board)
            made: dict[str, Any] = {
                "DISTANCES": layout.distances, "LINES": lambda: layout.line_between, "RUNS": layout.straight_runs,
                "STRAIGHT": layout.straight_ways,
                "LEAVING": lambda: layout.heading, "INDICES": lambda: layout.indices,
                "ARRIVING": lambda: {(a, b): layout.arriving(a, b) for a, b in layout.heading}}
            self.globals[name] = made[kind]()
        return name

    # ------------------------------------------------------------ functions made on demand

    def once(self, key: str, make: Any) -> str:
        """The name `key`, after making sure that `make` has been (or will be) run for it."""
        if key not in self._done:
            self._done.add(key)
            self._pending.append(make)
        return key

    def run_pending(self) -> None:
        while self._pending:
            self._pending.pop()()

    def new_proc(self, name: str, params: list[str], resumable: bool) -> Proc:
        """A procedure to be written; in a scenario's form, and for redeals, its questions can be computed anew."""
        return Proc(name, params, resumable, self.marks_questions, self.playout)

    def add(self, proc: Proc) -> None:
        self.functions_text.append(proc if self.playout and proc.resumable else proc.text())

    def cover(self, name: str) -> int:
        """The number under which traced code records that `name` was reached."""
        if name not in self.coverage_names:
            self.coverage_names.append(name)
        return self.coverage_names.index(name)
