"""Explainers of lines that say half of something: a text without lines, a superlative without a place, a reason too many."""

from __future__ import annotations

from rulewright.dsl.postlex import LAYOUT
from rulewright.dsl.syntax_errors import Finding, Trouble, found


def text_alone(t: Trouble) -> Finding | None:
    """A block that holds only a text for players, where something must be said."""
    if t.token.kind not in ("_DEDENT", "$END"):
        return None
    at = t.at - 1
    while at > 0 and t.tokens[at].kind in LAYOUT:
        at -= 1
    text = t.tokens[at]
    if text.kind != "DOC":
        return None
    return found(t, "E111", "nothing but a text stands here", t.span(text),
                 "a text tells players what the lines below it say; write those, or leave it out")  # fmt: skip


def most_of_all(t: Trouble) -> Finding | None:
    """`each player p with the most cards: ...`: of what everybody has as many there is no most."""
    words = [one.text for one in t.words[: t.at - t.line]]
    which = next((word for word in ("most", "fewest") if word in words), None)
    if which is None or words[words.index(which) - 2 : words.index(which)] != ["with", "the"]:
        return None
    counted = " ".join(words[words.index(which) + 1 :])
    if not counted or len(counted.split()) > 2 or t.token.kind == "NAME":
        return None
    return found(t, "E101", f"`the {which} {counted}` must say where or of whom", t.span(t.before),
                 f"write `with the {which} {counted} in their ...`")  # fmt: skip


def option_again(t: Trouble) -> Finding | None:
    """`change option goal: normally 5`."""
    words = [one.text for one in t.words]
    if "option" not in words[:2] or "normally" not in words or t.before.text != "normally":
        return None
    name = words[words.index("option") + 1]
    return found(t, "E101", "behind the colon stands which values there are", t.span(t.before, t.token),
                 f"what is normal stands behind a comma: `option {name}, normally {t.token.text}`")  # fmt: skip


def reason_to_be_able(t: Trouble) -> Finding | None:
    """`expect Ann can dig because empty`."""
    words = [one.text for one in t.words]
    if t.first.kind != "_EXPECT" or "because" not in words or "can" not in words:
        return None
    because = t.words[words.index("because")]
    return found(t, "E101", "only what somebody cannot do has a reason", t.span(because, t.words[-1]),
                 "leave the reason out, or write `cannot`")  # fmt: skip


def a_empty(t: Trouble) -> Finding | None:
    """`with a empty hand`."""
    if t.before.text != "empty" or [one.text for one in t.tokens[t.at - 3 : t.at - 1]] != ["with", "a"]:
        return None
    return found(t, "E101", "it is `with an empty ...`", t.span(t.tokens[t.at - 3], t.before),
                 f"write `with an empty {t.token.text}`")  # fmt: skip


def one_or_more_elsewhere(t: Trouble) -> Finding | None:
    """`choose one or more cards`, `until one or more units leave play`."""
    at = next((i for i in range(t.line, t.at + 2)
               if [one.text for one in t.tokens[i : i + 3]] == ["one", "or", "more"]), None)  # fmt: skip
    if at is None:
        return None
    event = t.first.text in ("until", "always", "as")
    return found(t, "E101", "`one or more` stands only in what is heard with `when`", t.span(t.tokens[at], t.tokens[at + 2]),
                 "write `a`: it comes with the first of them" if event else "to choose so many: `at least 1`")  # fmt: skip


HALF = (one_or_more_elsewhere, text_alone, most_of_all, option_again, reason_to_be_able, a_empty)
