"""What traced code can be asked besides: every derived and modified value, and which zones it reads (views.py,
why.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import ZoneType, bare
from rulewright.interpreter.codegen.context import python_name
from rulewright.interpreter.codegen.explain import write_explanation
from rulewright.interpreter.codegen.freevars import expressions
from rulewright.interpreter.codegen.reasons import guard_name
from rulewright.interpreter.codegen.why_parts import Part
from rulewright.interpreter.errors import RulewrightError

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Generator


@frozen
class Reads:
    """The zones whose cards a value depends on: `own` those of the thing itself, `any` those of everybody."""

    own: frozenset[b.Member] = frozenset()
    any: frozenset[b.Member] = frozenset()


class Forbidder(str):
    """The name of what forbids something, as traced code gives it. number: of its standing text; a rule, keyword or card
    has one name and may forbid several things, each in a line of its own."""

    number: int

    def __new__(cls, name: str, number: int) -> Forbidder:
        found = super().__new__(cls, name)
        found.number = number
        return found

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.number


@frozen
class Forbid:
    """The function of the state, who does it, the card that does it, what is lifted, and these arguments of a verb that
    gives the name of the restriction that forbids it, or None. params: the verb's parameters, as a sentence has them."""

    function: str
    names: tuple[str, ...]
    params: tuple[b.Param, ...]


@frozen(eq=False)
class Shown:
    """modified: members that something modifies. reads: by derived or modified member. how: names of the functions that
    tell how a value comes about. actions: those with REASONS. guards: what guards and parameters read, by (action, name
    among its reasons). sources: standing texts by number. forbids: by verb what says whether a restriction forbids it.
    questions: what the offers of a question read, by its number, where they are members of a group. details: by action and
    name among its reasons the function that says whether a parameter is in its widest group ("" for guards), and the
    single conditions."""

    modified: frozenset[b.Member] = frozenset()
    reads: dict[b.Member, Reads] = field(factory=dict)
    how: dict[b.Member, str] = field(factory=dict)
    actions: frozenset[b.Action] = frozenset()
    guards: dict[tuple[b.Action, str], Reads] = field(factory=dict)
    sources: dict[int, Any] = field(factory=dict)
    forbids: dict[str, Forbid] = field(factory=dict)
    questions: dict[int, Reads] = field(factory=dict)
    details: dict[tuple[b.Action, str], tuple[str, tuple[Part, ...]]] = field(factory=dict)


def write_shown(generator: Generator) -> Shown:
    """Add the getters of all derived and modified members to a traced module, and the reasons against each action."""
    wanted = [m for m in generator.program.derived_members if m.owner in ("player", "card")]
    wanted += [m for m in generator.program.card_members if m in generator.modified]
    reads, how = {}, {}
    for member in wanted:
        if _made(generator, lambda member=member: generator.getter(member)):
            reads[member] = _Reader(generator, member).found()
            if _made(generator, lambda member=member: write_explanation(generator, member)):
                how[member] = f"how_{generator.getter_numbers[member]}_{python_name(member.name)}"
    if generator.extras is not None and not generator.extras.playable:
        return Shown(frozenset(generator.modified), reads, how)
    actions = [
        a
        for i, a in enumerate(generator.action_list)
        if _made(generator, lambda i=i, a=a: generator._parts(len(generator.action_list) + i, a))
    ]
    generator.add_reasons(tuple(actions))
    generator.run_pending()
    guards = {}
    for action in actions:
        for param in action.params:
            if param.domain is not None:
                guards[action, param.var.name] = _Reader(generator, None).of(param.domain, action.you)
        for guard in action.guards:
            name = guard_name(guard)
            guards[action, name] = _Reader(generator, None).of(guard.condition, action.you)
    return Shown(
        frozenset(generator.modified),
        reads,
        how,
        frozenset(actions),
        guards,
        {s.number: s for s in generator.analysis.sources},
        _forbids(generator),
        {
            number: _Reader(generator, None).of(question.groups, None)
            for number, question in enumerate(generator.questions)
            if question.groups
        },
        _details(generator, actions),
    )


def _details(
    generator: Generator, actions: list[b.Action]
) -> dict[tuple[b.Action, str], tuple[str, tuple[Part, ...]]]:
    """What exactly speaks against each action, where it can be written."""
    found: dict[tuple[b.Action, str], tuple[str, tuple[Part, ...]]] = {}
    for number, action in enumerate(actions):
        _made(generator, lambda number=number, action=action: found.update(
            {(action, name): (own, parts) for name, own, parts in generator.details(number, action)}))
    return found


def _forbids(generator: Generator) -> dict[str, Forbid]:
    """What says of each verb of the game, and of `move`, whether a restriction forbids it."""
    found = {}
    events: list[tuple[str, Any, tuple[b.Param, ...]]] = [(v.name, v, v.params) for v in generator.program.verbs.values()]
    for name, event, params in (*events, ("move", "move", ())):
        made = generator.restricted(event, {}, "None", "None", "()")
        if made:
            names = tuple(sorted(generator._slot_names(event)))
            found[name] = Forbid(made.partition("(")[0], names, params)
    generator.run_pending()
    return found


def _made(generator: Generator, make: Any) -> bool:
    """Write something that play does not need; False if it cannot be written."""
    try:
        make()
        generator.run_pending()
    except RulewrightError:
        generator._pending.clear()
        return False
    return True


class _Reader:
    """Collects the zones that a member's value reads, through definitions and modifiers."""

    def __init__(self, generator: Generator, member: b.Member | None) -> None:
        self.generator = generator
        self.member = member
        self.own: set[b.Member] = set()
        self.any: set[b.Member] = set()
        self.done: set[Any] = set()

    def of(self, e: b.Expr | tuple[b.Expr, ...], you: b.Var | None) -> Reads:
        """What an expression reads; `own`: of the player `you`."""
        self._walk(e, you)
        return Reads(frozenset(self.own), frozenset(self.any))

    def found(self) -> Reads:
        assert self.member is not None
        this = (
            self.member.derived.params[0]
            if self.member.derived is not None and self.member.derived.params
            else self.member.this_var
        )
        self._member(self.member, this)
        return Reads(frozenset(self.own), frozenset(self.any))

    def _member(self, m: b.Member, this: b.Var | None) -> None:
        if (m, this) in self.done:
            return
        self.done.add((m, this))
        if m.derived is not None:
            self._walk((m.derived.cases, m.derived.addends), this)
        elif m.start is not None and m.sort == "printed":
            self._walk(m.start, this)
        if m in self.generator.modified:
            self._in_play()
            for s in self.generator.analysis.sources:
                standing = s.standing
                if (
                    isinstance(standing, b.Modify | b.SetAttribute | b.SetFlag)
                    and standing.member is not None
                    and (standing.member.name == m.name)
                ):
                    parts = [standing.conditions, _subject(standing.subject)]
                    parts += [
                        getattr(standing, "amount", ()),
                        getattr(standing, "for_each", ()),
                        getattr(standing, "value", ()),
                    ]
                    self._walk(tuple(p for p in parts if p is not None and not isinstance(p, bool)), None)

    def _in_play(self) -> None:
        self.any |= {m for m in self.generator.instance.zones if m.zone is not None and m.zone.in_play}

    def _walk(self, node: Any, this: b.Var | None) -> None:
        counted = self._counted(node)
        for e in expressions(_flat(node)):
            if id(e) in counted:
                continue
            if isinstance(e, b.TableMember) and e.member.sort == "zone":
                self.any.add(e.member)
            elif isinstance(e, b.ZoneOn):
                self.any.update(e.members)
            elif isinstance(e, b.MemberOf):
                own = isinstance(e.base, b.Local) and e.base.var is this
                if e.member.sort == "zone":
                    (self.own if own else self.any).add(e.member)
                elif e.member.derived is not None or e.member in self.generator.modified:
                    inner = (
                        e.member.derived.params[0]
                        if own and e.member.derived is not None and e.member.derived.params
                        else None
                    )
                    self._member(e.member, inner)
            elif isinstance(e, b.CallFunction) and isinstance(e.function, b.Derived) and e.function not in self.done:
                self.done.add(e.function)
                self._walk((e.function.cases, e.function.addends), None)
            elif isinstance(e, b.Group):
                if e.base.sort == "cards":
                    self.any |= set(self.generator.instance.zones)
                elif e.base.sort in ("in_play", "of_player"):
                    self._in_play()


    def _counted(self, node: Any) -> set[int]:
        """The zones in an expression of which nothing but the number of cards is read, which everybody sees; by `id`."""
        found: set[int] = set()
        for e in expressions(_flat(node)):
            group = e.group if isinstance(e, b.Exists | b.Aggregate) else e.collection if isinstance(e, b.IsEmpty) else None
            if (isinstance(e, b.Aggregate) and e.op != "count") or (isinstance(e, b.Exists) and e.binds):
                continue
            if isinstance(group, b.Group) and self._is_any_card(group):
                found.update(id(zone) for zone in group.base.exprs)
            elif isinstance(e, b.IsEmpty) and isinstance(bare(e.collection.type), ZoneType):
                found.add(id(e.collection))
        return found

    def _is_any_card(self, group: b.Group) -> bool:
        """Whether a group has every card of some zones. Cards that are joined count as one, which may be hidden."""
        any_card = group.kind is None or group.kind.name == "card"
        plain = any_card and not (group.conditions or group.superlatives or group.card_name)
        return plain and group.base.sort == "zones" and (group.singles or not self.generator.packs)


def _subject(subject: b.Expr) -> Any:
    """What must be known to tell whether a thing is among `each CARD ..`: of all cards only that one itself, not where
    the others are."""
    if isinstance(subject, b.Group) and subject.base.sort == "cards" and not (subject.superlatives or subject.order):
        return subject.conditions
    return subject


def _flat(node: Any) -> Any:
    """Tuples without what is no expression (signs of addends, missing conditions)."""
    if isinstance(node, tuple):
        return tuple(_flat(x) for x in node if isinstance(x, tuple | b.Expr | b.Standing | b.Stmt))
    return node
