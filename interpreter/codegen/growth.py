"""Which numbers cannot grow without end, however long a match goes on.

Where two numbers that may grow are added, or one is multiplied, the result is watched (`small`): a number doubled every
round of a loop would otherwise soon fill the memory.
"""

from __future__ import annotations

from rulewright.dsl import bound as b


def bounded(e: b.Expr) -> bool:
    """Whether the number is known to stay below some number, from how it is declared and calculated."""
    if isinstance(e, b.Arith):
        return bounded(e.left) and bounded(e.right)
    if isinstance(e, b.Divide):
        return bounded(e.left)
    if isinstance(e, b.Aggregate):
        return e.value is None or bounded(e.value)
    if isinstance(e, b.CallFunction):
        return _derived(e.function) if isinstance(e.function, b.Derived) else all(map(bounded, e.args))
    if isinstance(e, b.TableMember | b.PairMember | b.MemberOf):
        return _member(e.member)
    # A name may stand for anything; spaces and the like are no numbers.
    return not isinstance(e, b.Local)


def _member(member: b.Member) -> bool:
    if member.sort == "derived":
        return member.derived is not None and _derived(member.derived)
    return member.sort != "state" or (member.low is not None and member.high is not None)


def _derived(derived: b.Derived) -> bool:
    # Definitions never need themselves, so this ends.
    return all(bounded(value) for _, value in derived.cases) and all(bounded(amount) for _, amount, _ in derived.addends)
