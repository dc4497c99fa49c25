"""Static facts about a program that decide what code is generated: what may ask, who listens to what.

"May ask" spreads along calls (semantics 11): only what may ask becomes a resumable procedure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import walk as parts
from rulewright.interpreter.codegen.nesting import Nesting

ASKING_VERBS = {"arrange", "counter", "retarget"}


@frozen(eq=False)
class Source:
    """Standing text and where it stands: sort "rule", "card", "kind", "keyword" or "until"."""

    standing: Any
    sort: str
    owner: Any  # Rule, CardDef, Kind, Keyword or the Until statement
    name: str
    number: int


def children(stmt: b.Stmt) -> Iterator[tuple[b.Stmt, ...]]:
    """The bodies inside a statement."""
    if isinstance(stmt, b.If):
        for _, body in stmt.branches:
            yield body
        if stmt.otherwise:
            yield stmt.otherwise
    elif isinstance(stmt, b.Repeat | b.Each | b.PhaseStmt | b.Visits | b.Quietly):
        yield stmt.body
    elif isinstance(stmt, b.Choose | b.Offer):
        yield stmt.body or ()
        yield stmt.otherwise or ()
    elif isinstance(stmt, b.MayPerform):
        yield (stmt.statement,)
        yield stmt.body or ()
        yield stmt.otherwise or ()
    elif isinstance(stmt, b.ChooseLabel):
        for _, _, body in stmt.alternatives:
            yield body
    elif isinstance(stmt, b.Until):
        yield stmt.then


def walk(body: tuple[b.Stmt, ...]) -> Iterator[b.Stmt]:
    """Every statement in `body`, outer ones first."""
    for stmt in body:
        yield stmt
        for inner in children(stmt):
            yield from walk(inner)


def _is_member(e: Any, this: b.Var) -> bool:
    """Whether a value is a member of this card (its controller, if it is said as `you`)."""
    return isinstance(e, b.MemberOf) and isinstance(e.base, b.Local) and e.base.var is this


class Analysis:
    """Facts about one program; computed once, shared by all its instances."""

    def __init__(self, program: b.Program) -> None:
        self.program = program
        self._statements: tuple[b.Stmt, ...] | None = None
        self.sources: list[Source] = list(self._all_sources())
        self._of_class: dict[type, list[Source]] = {}
        self.asking: dict[Any, bool] = {}
        self._under_way: list[Any] = []  # events whose texts are being looked through
        self.jumping: set[int] = set()
        self._settle_asking()
        self._nesting: Nesting | None = None

    @property
    def nesting(self) -> Nesting:
        """How deep groups stand in each other."""
        if self._nesting is None:
            self._nesting = Nesting(self.program)
        return self._nesting

    # ------------------------------------------------------------ bodies

    def bodies(self) -> Iterator[tuple[Any, tuple[b.Stmt, ...]]]:
        """(what it belongs to, statements) of everything that runs."""
        p = self.program
        yield "setup", p.setup
        yield "play", p.play
        for verb in p.verbs.values():
            yield verb, verb.body
        for unit in p.units.values():
            yield unit, unit.body
        for action in self.actions():
            yield action, (*action.asked, *action.cost, *action.body)
        for definition in p.cards:
            if definition.effect:
                yield definition, definition.effect
        for stack in p.stacks.values():
            yield stack, stack.then
        for source in self.sources:
            if isinstance(source.standing, b.Trigger | b.StateRule):
                yield source, source.standing.body

    def actions(self) -> Iterator[b.Action]:
        yield from self.program.actions.values()
        for definition in self.program.cards:
            yield from definition.actions

    def statements(self) -> tuple[b.Stmt, ...]:
        """Every statement of everything that runs, outer ones first."""
        if self._statements is None:
            self._statements = tuple(s for _, body in self.bodies() for s in walk(body))
        return self._statements

    def _all_sources(self) -> Iterator[Source]:
        number = 0
        p = self.program
        for rule in p.rules.values():
            for s in rule.standing:
                yield Source(s, "rule", rule, f"rule {rule.name}", number)
                number += 1
        for kind in p.kinds.values():
            for s in kind.standing:
                yield Source(s, "kind", kind, f"kind {kind.name}", number)
                number += 1
        for keyword in p.keywords.values():
            for s in keyword.standing:
                yield Source(s, "keyword", keyword, f"keyword {keyword.name}", number)
                number += 1
        for definition in p.cards:
            for s in definition.standing:
                yield Source(s, "card", definition, f'card "{definition.name}"', number)
                number += 1
        seen: list[b.Until] = []
        bodies: list[tuple[b.Stmt, ...]] = [p.setup, p.play]
        bodies += [v.body for v in p.verbs.values()] + [u.body for u in p.units.values()]
        for a in self.actions():
            bodies.append((*a.asked, *a.cost, *a.body))
        bodies += [d.effect for d in p.cards if d.effect]
        holders: list[Any] = [*p.rules.values(), *p.kinds.values(), *p.keywords.values(), *p.cards]
        for holder in holders:
            bodies += [s.body for s in holder.standing if isinstance(s, b.Trigger | b.StateRule)]
        for body in bodies:
            for stmt in walk(body):
                if isinstance(stmt, b.Until) and not any(stmt is s for s in seen):
                    seen.append(stmt)
                    for s in stmt.standing:
                        yield Source(s, "until", stmt, "until", number)
                        number += 1
        self.untils = seen

    def of_class(self, cls: type) -> list[Source]:
        """The sources whose standing text is of this class."""
        found = self._of_class.get(cls)
        if found is None:
            found = self._of_class[cls] = [s for s in self.sources if isinstance(s.standing, cls)]
        return found

    # ------------------------------------------------------------ who listens

    def triggers_on(self, event: Any, timing: str | None = None, edge: str | None = None) -> list[Source]:
        """Triggers whose pattern names `event` (a verb's name, a Verb, Action or Unit)."""
        found = []
        for s in self.of_class(b.Trigger):
            pattern = s.standing.pattern
            if pattern.event is event or pattern.event == event:
                if (timing is None or s.standing.timing == timing) and (edge is None or pattern.edge == edge):
                    found.append(s)
        return found

    def restrictions_on(self, event: Any) -> list[Source]:
        return [s for s in self.of_class(b.Restriction) if s.standing.pattern.event is event
                or s.standing.pattern.event == event]

    def lifts_on(self, event: Any) -> list[Source]:
        return [
            s for s in self.of_class(b.Lift) if s.standing.pattern.event is event or s.standing.pattern.event == event
        ]

    @property
    def at_once_rules(self) -> list[Source]:
        return [s for s in self.of_class(b.StateRule) if s.standing.mode == "at_once"]

    @property
    def always_rules(self) -> list[Source]:
        return [s for s in self.of_class(b.StateRule) if s.standing.mode == "always"]

    def movement_events(self) -> tuple[str, ...]:
        return ("move", "enters", "leaves")

    def listens_to_moves(self) -> bool:
        """Whether anything watches, forbids or replaces moves."""
        return any(self.triggers_on(e) for e in self.movement_events()) or bool(
            self.restrictions_on("move")) or bool(self.of_class(b.Enters)) or self.untils_on_moves()

    def untils_on_moves(self) -> bool:
        return any(u.event.event in self.movement_events() for u in self.untils)

    # ------------------------------------------------------------ what may ask

    def asks(self, body: tuple[b.Stmt, ...] | None) -> bool:
        return any(self.stmt_asks(s) for s in body or ())

    def stmt_asks(self, s: b.Stmt) -> bool:
        if isinstance(s, b.Choose | b.Offer | b.MayPerform | b.ChooseLabel | b.AssignKeys | b.OpenStack | b.Turns
                      | b.PhaseStmt | b.EndUnit | b.Visits | b.DoIt):
            return True
        if isinstance(s, b.Stop) and s.whole:
            return True
        if isinstance(s, b.Perform):
            if isinstance(s.verb, str):
                return s.verb in ASKING_VERBS or self.event_asks(s.verb)
            if isinstance(s.verb, b.Action):
                return True
            return self.asking.get(s.verb, False) or self.event_asks(s.verb)
        return any(self.asks(inner) for inner in children(s) if not isinstance(s, b.Until))

    def event_asks(self, event: Any) -> bool:
        """Whether replacements, before-triggers or at-once rules around this event may ask."""
        if self.at_once_asks():
            return True
        names = [event]
        if event in ("move", "draw", "create", "swap", "shuffle"):
            names += ["move", "enters", "leaves"]
        if event == "draw":
            names.append("shuffle")
        elif event == "eliminate":
            names.append("lose")
        if event in self._under_way:
            return False  # the text of its own replacement does the verb again: that adds nothing
        if any(self.replacements_differ(name) for name in names):
            return True
        self._under_way.append(event)
        try:
            return any(
                s.standing.timing != "after" and self.asks(s.standing.body)
                for name in names
                for s in self.triggers_on(name)
            )
        finally:
            self._under_way.pop()

    def replacements_differ(self, event: Any) -> bool:
        """Whether several replacements of an event may apply that are not alike:
        then somebody chooses which comes first."""
        sources = self.triggers_on(event, "instead")
        return len(sources) > 1 or any(self._reads_itself(s) for s in sources)

    def _reads_itself(self, source: Source) -> bool:
        """Whether a replacement on a card reads what may differ between copies of the card that it applies to."""
        this = getattr(source.owner, "this_var", None)
        if this is None:
            return False
        pattern = source.standing.pattern
        said = [m.value for m in (pattern.subject, *(m for _, m in pattern.args)) if m is not None]
        if any(isinstance(e, b.Local) and e.var is this for e in said):
            return False  # what happens to one card is replaced by the text of that card alone
        # What happens to `you` is replaced by cards of one player.
        same = {"name"} | ({"controller"} if any(_is_member(e, this) for e in said) else set())
        return any(
            _is_member(e, this)
            and e.member.sort != "printed"
            and not (e.member.sort == "builtin" and e.member.name in same)
            for e in self.parts_read((source.standing.conditions, pattern.where, source.standing.body))
        )

    def parts_read(self, body: Any) -> Iterator[Any]:
        """Every part of a text but who does it, where a verb is the same whoever does it."""
        unread = {
            id(part)
            for s in parts(body)
            if isinstance(s, b.Perform) and s.actor is not None and self._whoever(s.verb)
            for part in parts(s.actor)
        }
        return (part for part in parts(body) if id(part) not in unread)

    def _whoever(self, verb: Any) -> bool:
        """Whether a verb of the game does not ask who does it, and nothing that listens to it does."""
        if not isinstance(verb, b.Verb) or verb.you is not None or self.restrictions_on(verb):
            return False
        listening = [s.standing.pattern for s in self.triggers_on(verb)]
        return all(pattern.subject is None for pattern in listening)

    def at_once_asks(self) -> bool:
        return any(self.asking.get(s, False) for s in self.at_once_rules)

    def _settle_asking(self) -> None:
        """Grow `asking` to its fixed point."""
        changed = True
        while changed:
            changed = False
            for owner, body in self.bodies():
                if not isinstance(owner, str) and not self.asking.get(owner, False):
                    value = self.asks(body) or isinstance(owner, b.Action)
                    if isinstance(owner, b.Unit) and owner.kind in ("turn", "round"):
                        value = value or owner.kind == "turn"
                    if value:
                        self.asking[owner] = True
                        changed = True

    def checkpoint_asks(self) -> bool:
        """Whether a state rule or an after-trigger may ask, or several triggers may have to be put in order."""
        after = [s for s in self.of_class(b.Trigger) if s.standing.timing == "after"]
        return any(self.asking.get(s, False) for s in [*after, *self.always_rules])

    def ends_possible(self) -> bool:
        """Whether any statement wins, loses or eliminates."""
        return any(isinstance(s, b.Perform) and s.verb in ("win", "lose", "eliminate") for s in self.statements())
