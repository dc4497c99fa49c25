"""Which parts of a running state hold cards, so that hidden cards can be exchanged everywhere at once (redeal.py).

A sort is "plain" (no card in it), "card", "cards" (a tuple), "this" (a card whose text is running), "named" (a card
that is meant by what it is, whoever has it: it stays the same when hidden cards are exchanged), or a tuple that begins
with the shape: ("each", SORT) a tuple of things, "watched" a tuple of (card, zone), ("rows", SORT, ...) a tuple of
tuples, ("rows_of", TEXT) a tuple of argument tuples of a standing text, ("args", SORT, ...) a tuple of different
things, "entry" (text, arguments, ..), "entries", "position" a kept position, "state" a state kept from before an event,
"object" a stack object, "targets" the targets of a card in the same frame.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, ListType, Type, bare
from rulewright.interpreter.codegen.freevars import expressions

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Generator

_BY_NAME: dict[str, Any] = {
    "this": "this",
    "c": "card",
    "card": "card",
    "cards": "cards",
    "kept": "cards",
    "moved": "cards",
    "drawn": "cards",
    "done": "cards",
    "arranged": "cards",
    "before_sources": "cards",
    "entry": "entry",
    "found": "entries",
    "before": "position",
    "obj": "object",
    "held": "object",
    "was": "state",
    "before_all": "cards",
    "batch": "cards",
    "among": "cards",
    "source_before": "card",
}
# Names of locals in which no card is kept; any other name without a type is "unknown" (the tests find none).
_WITHOUT_CARDS = frozenset(
    (
        "you",
        "p",
        "q",
        "i",
        "n",
        "number",
        "count",
        "which",
        "phase",
        "phase_before",
        "inside_before",
        "windows_before",
        "running_before",
        "chooser",
        "act_before",
        "turn_of",
        "base",
        "height",
        "order",
        "passed",
        "todo",
        "kept_visit",
        "items",
        "origins",
        "origin",
        "to",
        "last",
        "goal",
        "face",
        "actor",
        "lifted",
        "changes",
        "depth",
        "index",
        "made",
        "began",
    )
)

_LISTS = {"card": "cards", "named": "named"}


@define(eq=False)
class Sorts:
    """frames: sorts of the locals of each resumable procedure, by its name. joints: for each, the simultaneous choices
    in it as (block where the next one is asked, places in the frame of: players, answers, places still to answer, place
    now asked).
    texts: of the arguments of each standing text. effects: of what each `until` keeps; behind "subjects", cards that it
    is about, stand their visits. slots: of the values in S.v.
    cards: of each stored member of cards, by key. objects: of (values, targets) of each action's stack objects.
    card_targets: of a card's own targets, by card. answers: of an action's arguments."""

    frames: dict[str, tuple[Any, ...]]
    joints: dict[str, list[tuple[int, ...]]]
    texts: dict[int, tuple[Any, ...]]
    effects: dict[int, tuple[Any, ...]]
    slots: list[Any]
    cards: dict[int, Any]
    objects: dict[int, tuple[tuple[Any, ...], tuple[Any, ...]]]
    card_targets: list[tuple[Any, ...]]
    answers: dict[int, tuple[Any, ...]]


def sort_of(of: Type | None) -> Any:
    """The sort of a value of this type."""
    if of is None:
        return "plain"
    kind = bare(of)
    if isinstance(kind, CardType):
        return "card"
    if isinstance(kind, ListType):
        return {"card": "cards", "plain": "plain"}.get(sort_of(kind.element), "plain")
    return "plain"


def sorts_of(generator: Generator) -> Sorts:
    """The sorts of everything that the generator has laid out."""
    named = _named(generator)

    def of_var(var: b.Var) -> Any:
        return "named" if var in named else sort_of(var.type)

    def of_member(member: b.Member) -> Any:
        return "named" if member in named else sort_of(member.type)

    by_name = {name: of_var(var) for var, name in generator._names.items()}
    texts = {}
    for s in generator.analysis.sources:
        if isinstance(s.standing, b.Trigger | b.StateRule):
            kept = generator.kept_reads(s)
            this = generator.this_of(s)
            texts[s.number] = (
                *("this" if v is this else of_var(v) for v in generator.standing_vars(s)),
                *map(_kept_sort, kept),
                *("plain" for _ in (*kept, *generator.dated_vars(s))),
            )
    for s in generator.analysis.of_class(b.Trigger):
        if s.standing.timing == "instead":
            texts[s.number] = (*texts[s.number], _event_args(s.standing.pattern.event, of_var))
    frames, joints = {}, {}
    for proc in generator.procs:
        if not proc.resumable:
            continue
        given = dict(proc.sorts)
        if proc.name.startswith("text_"):
            given.update(zip(proc.params, texts[int(proc.name[5:])], strict=False))
        if proc.name.startswith("then_"):
            given.update({name: "plain" for name in proc.params if re.fullmatch(r"then_\d+", name)})
        of_action = re.match(r"(act|resolve)_(\d+)_", proc.name)
        if of_action is not None:
            action = generator.action_list[int(of_action[2])]
            given.update({f"kept_{i}": _kept_sort(e) for i, e in enumerate(generator.source_reads(action))})
            if action.this_var is not None:
                given[generator.name_of(action.this_var)] = "this"
        frames[proc.name] = tuple(_of_local(name, given, by_name) for name in proc.locals)
        if proc.joints:
            joints[proc.name] = [(top, *(proc.locals.index(x) + 2 for x in names)) for top, *names in proc.joints]
    effects = {}
    for number, until in enumerate(generator.analysis.untils):
        held = (*(("this",) if until.this_var is not None else ()), *(of_var(v) for v in until.captured))
        texts[len(generator.analysis.sources) + number] = (*held, *("plain" for _ in held))
        fixed: tuple[Any, ...] = ()
        for source in generator.fixed_sources(until):
            subject = source.standing.subject
            cards = isinstance(subject, b.Group) and sort_of(subject.var.type) == "card"
            fixed += ("subjects" if cards else "plain", "plain", "plain")
        effects[number] = (*held, *fixed)
    slots = ["plain"] * len(generator.start_values)
    for member, first in generator.slots.items():
        later = [x for x in generator.slots.values() if x > first]
        for slot in range(first, min([*later, generator.turns_slot])):
            slots[slot] = of_member(member)
    objects = {}
    answers = {}
    for number, action in enumerate(generator.action_list):
        kept = generator.source_reads(action)
        objects[number] = (
            (
                *(of_var(v) for v in generator.stack_values(action)),
                *map(_kept_sort, kept),
                *(("plain",) if kept else ()),
            ),
            tuple(sort_of(t.var.type) for t in action.targets),
        )
        answers[number] = (
            *(("this",) if action.this_var is not None else ()),
            *(sort_of(p.var.type) for p in action.params),
        )
    faces = generator.instance.faces
    targets = [tuple(sort_of(t.var.type) for t in faces[f].definition.targets) for f in generator.instance.face_of]
    return Sorts(
        frames,
        joints,
        texts,
        effects,
        slots,
        {key: of_member(m) for m, key in generator._card_keys.items()},
        objects,
        targets,
        answers,
    )


def _event_args(event: Any, of_var: Any) -> Any:
    """The arguments of an event that a replacement may still do."""
    if isinstance(event, b.Verb):
        return ("args", *(("plain",) if event.you is not None else ()), *(of_var(p.var) for p in event.params))
    if event == "move":
        return ("args", "cards", "plain", "plain", "plain", "plain", "card", "plain")
    return ("args",)


def _kept_sort(e: b.MemberOf) -> Any:
    return "cards" if e.member.sort == "zone" else sort_of(e.type)


def _of_local(name: str, given: dict[str, Any], by_name: dict[str, Any]) -> Any:
    if name in given:
        return given[name]
    if name in by_name:
        return by_name[name]
    if name == "targets" or name.startswith("targets_"):
        return "targets"
    if name == "items":
        return "cards"
    stem = re.sub(r"_\d+_$", "", name)
    if stem not in _BY_NAME and stem not in _WITHOUT_CARDS and not stem.endswith("_w") and not (
        stem.startswith(("visit_of_", "lasts_"))):
        return "unknown"
    return _BY_NAME.get(stem, "plain")


# ------------------------------------------------------------------ cards meant by what they are


def _named(generator: Generator) -> set[Any]:
    """Variables and members whose cards are always found by what is printed on them (`the club with the lowest rank`).

    Such a card may lie hidden, and still everybody who knows the rules knows which it is.
    """
    values: dict[Any, list[b.Expr]] = {}
    statements = list(generator.analysis.statements())
    for stmt in statements:
        if isinstance(stmt, b.Let) and sort_of(stmt.var.type) != "plain":
            values.setdefault(stmt.var, []).append(stmt.value)
        if isinstance(stmt, b.Assign) and sort_of(stmt.target.type) != "plain":
            member = getattr(stmt.target, "member", None)
            if member is not None:
                values.setdefault(member, []).append(stmt.value)
        if isinstance(stmt, b.Perform) and stmt.verb == "swap":
            for _, side in stmt.args:
                member = getattr(side, "member", None)
                if member is not None and sort_of(side.type) != "plain":
                    values.setdefault(member, []).append(b.Local(side.type, side.span, b.Var("", side.type)))
    for e in expressions(statements):
        if isinstance(e, b.Bind) and sort_of(e.var.type) != "plain":
            values.setdefault(e.var, []).append(e.value)
    found = set(values)
    while True:
        kept = {x for x in found if all(_is_named(v, found) for v in values[x])}
        if kept == found:
            return found
        found = kept


def _is_named(e: b.Expr, named: set[Any]) -> bool:
    if isinstance(e, b.Const | b.CardNamed):
        return True
    if isinstance(e, b.Local):
        return e.var in named
    if isinstance(e, b.TableMember | b.MemberOf | b.PairMember):
        return e.member in named
    if isinstance(e, b.ListExpr):
        return all(_is_named(x, named) for x in e.items)
    if isinstance(e, b.FirstOf | b.Group | b.Aggregate | b.The):
        group = e if isinstance(e, b.Group) else e.group
        return group.card_name is not None or any(
            isinstance(x, b.MemberOf)
            and isinstance(x.base, b.Local)
            and x.base.var is group.var
            and x.member.sort in ("printed", "derived", "keyword")
            for x in expressions((group.conditions, group.superlatives))
        )
    return False
