"""Choices among cards that whoever chooses may not see: chance takes one of those (semantics 23)."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.types import CardType, bare


def among_unseen(group: b.Group, chooser: b.Expr) -> bool:
    """Whether a group may have cards of a zone that whoever chooses does not see."""
    if not isinstance(bare(group.var.type), CardType):
        return False
    if group.base.sort == "cards" and not group.base.exprs:
        return True  # wherever they lie
    return group.base.sort in ("zones", "cards") and any(_is_unseen(e, chooser) for e in walk(group.base.exprs))


def _is_unseen(e: Any, chooser: b.Expr) -> bool:
    """Whether a zone that is read here may hold cards that whoever chooses does not see."""
    if isinstance(e, b.ZoneOn):
        return any(m.zone is not None and m.zone.visibility != "public" for m in e.members)
    zone = e.member.zone if isinstance(e, b.MemberOf | b.TableMember) else None
    if zone is None or zone.visibility == "public":
        return False
    return zone.visibility != "private" or not isinstance(e, b.MemberOf) or e.base != chooser


def is_unseen(action: b.Action, param: b.Param) -> bool:
    """Whether who does an action may not see the card that a parameter stands for."""
    if param.domain is None or param.quantity is not None or action.you is None or action.span is None:
        return False
    return among_unseen(param.domain, b.Local(action.you.type, action.span, action.you))


def unseen_places(action: b.Action, fixed: tuple[str, ...]) -> tuple[int, ...]:
    """Where in the options of an action stand cards that who does it may not see; the parameters named in `fixed` are given."""
    first = 1 if action.this_var is None else 2
    return tuple(
        place for place, param in enumerate(action.params, first) if param.var.name not in fixed and is_unseen(action, param)
    )
