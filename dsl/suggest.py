"""The nearest name to a misspelt one: what an error offers as "did you mean"."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# Quotes and apostrophes of all sorts, and the plain ones that keyboards have.
_QUOTES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032`\u00b4", "'") | dict.fromkeys("\u201c\u201d\u201f\u2033", '"')
)


def as_typed(text: str) -> str:
    """The text as anybody would type it: small letters, plain quotes, single spaces. What looks alike becomes one."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES).split())


def distance(left: str, right: str, most: int) -> int:
    """Give the edit distance (a swap of neighbours counts one), or something above `most` when it is farther."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def nearest(name: str, candidates: Iterable[str], *, also: Iterable[str] = ()) -> str | None:
    """Give the candidate nearest to `name`, or None. Those of `also` (of another sort or type) only if much nearer.

    A name may be wrong in a third of its letters, in at least one. Equal distances: the first in alphabetical order.
    """
    most = max(1, (len(name) + 1) // 3)
    folded = name.casefold()
    best: tuple[int, str] | None = None
    for penalty, names in ((0, candidates), (1, also)):
        for candidate in sorted({*names}):
            if candidate == name:
                continue
            there = candidate.casefold()
            limit = most if best is None else min(most, best[0] - penalty)
            if limit < 0:
                continue
            far = 0 if there == folded else distance(folded, there, limit)
            if far <= limit and (best is None or far + penalty < best[0]):
                best = (far + penalty, candidate)
    return best[1] if best else None


def did_you_mean(name: str, candidates: Iterable[str], *, also: Iterable[str] = ()) -> str | None:
    """Give the hint for an unknown name, or None."""
    found = nearest(name, candidates, also=also)
    return f"did you mean `{found}`?" if found else None


def listed(names: list[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


_FEW = 8


def meant_or_all(name: str, candidates: Iterable[str], *, nothing: str | None = None) -> str | None:
    """Give the hint for an unknown name: the nearest one, or all that there are, in their order, if they are few.

    nothing: the hint where there are none at all.
    """
    known = list(dict.fromkeys(candidates))
    found = did_you_mean(name, known)
    if found is not None or len(known) > _FEW:
        return found
    return f"there {'is' if len(known) == 1 else 'are'} {listed([f'`{one}`' for one in known], 'and')}" if known else nothing
