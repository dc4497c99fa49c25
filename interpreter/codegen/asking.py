"""Questions in words, for choices to which the rules give no text of their own (`asking "..."`).

They are made of what the rules say there: what is chosen and where it lies, what is done with it next, and the card or action
that asks. What names a variable of the rules is left out: it would mean nothing to a player.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.dsl import bound as b
from rulewright.dsl.inflect import article, plurals
from rulewright.dsl.types import bare

if TYPE_CHECKING:
    from rulewright.dsl.source import Span

# A name is one that only these words end: what follows them says which things, not what they are.
_CLAUSE = re.compile(r" (where|with|whose|despite)\b|,|\n")
_PLACE = re.compile(r" (in|of|from|next to|on|at|within)\b")
_SUBJECT = re.compile(r"(?P<who>.+?) (?:chooses|may choose|assigns)\b")
_DECLARED = re.compile(r'(?:card|action) (?:"(?P<card>[^"]+)"|(?P<action>\w+))')
# Built-in verbs that say what becomes of a card that was chosen.
_DONE_WITH = ("move", "reveal", "join")


@frozen
class Words:
    """What is chosen, in words: of one thing with its article, of several in the plural with the singular beside it.

    source: the card or action that asks, or nothing; purpose: what is done with it, ` to discard`, or nothing.
    """

    source: str = ""
    thing: str = ""
    singular: str = ""
    purpose: str = ""


def choice_words(s: b.Choose, names: Collection[str]) -> Words:
    """Give the words of a choice. names: of the variables that the rules know there."""
    group = s.group
    who = _subject(s.span)
    others = {name for name in names if name != who} | {s.var.name}
    head, noun, tail = _parted(group, s.var.name)
    head, tail = _for_player(head, who, others), _for_player(tail, who, others)
    source, purpose = _source(s.span), _purpose(s, who, others)
    if s.quantity is not None:
        single = next((one for one in _nouns(group) if noun in (one, *plurals(one))), noun)
        many = plurals(noun)[0] if noun == single else noun  # `at least 1 card` may be several
        return Words(source, _joined(head, many, tail), _joined(head, single, tail), purpose)
    thing = _joined(head, noun, tail)
    return Words(source, f"another {thing}" if _is_another(group.span) else article(thing), "", purpose)


def order_words(span: Span | None, names: Collection[str]) -> Words:
    """Give the words of an order of things that are arranged."""
    text = "" if span is None else _CLAUSE.split(" ".join(span.text.split()).partition("arrange ")[2])[0]
    who = _subject(span)
    return Words(_source(span), _for_player(text, who, {name for name in names if name != who}).strip())


def _nouns(group: b.Group) -> tuple[str, ...]:
    """Give how the rules may call what a group has, the nearest name first."""
    found = [group.card_name, None if group.kind is None else group.kind.name, str(bare(group.var.type))]
    return tuple(name for name in found if name)


def _joined(*parts: str) -> str:
    return " ".join(part.replace("_", " ") for part in parts if part)


def _parted(group: b.Group, name: str) -> tuple[str, str, str]:
    """Give (adjectives, noun, where it lies) of a group as the rules have it; the variable is left out."""
    text = "" if group.span is None else _CLAUSE.split(" ".join(group.span.text.split()))[0]
    before, found, tail = f"{text} ".partition(f" {name} ")
    if not found:
        place = _PLACE.search(text)
        before, tail = (text, "") if place is None else (text[: place.start()], text[place.start() :])
    head, _, noun = before.strip().rpartition(" ")
    return head, noun.strip('"') or _nouns(group)[0], tail.strip()


def _subject(span: Span | None) -> str:
    """Give who chooses, as the rules say it; `you` where they say nothing."""
    found = None if span is None else _SUBJECT.match(" ".join(span.text.split()))
    return "you" if found is None else found["who"]


def _for_player(text: str, who: str, others: Collection[str]) -> str:
    """Give a phrase as it is said to whoever chooses; nothing if it means nothing to a player."""
    if who != "you":
        if re.search(r"\byour?\b", text):
            return ""  # somebody else is meant
        text = re.sub(rf"\b{re.escape(who)}'s\b", "your", text)
        text = re.sub(rf"\bof {re.escape(who)}\b", "of yours", text)
        text = re.sub(rf"\b{re.escape(who)}(?!\w)", "you", text)
    text = re.sub(r"\bof you\b", "of yours", text)
    used = set(re.findall(r"\w+", text))
    return "" if used & set(others) or re.search(r"[()=<>]", text) else text


def _is_another(span: Span | None) -> bool:
    """Say whether `another` stands in front of a group."""
    return span is not None and re.search(r"\banother\s+$", span.source.text[max(0, span.start - 20) : span.start]) is not None


def _source(span: Span | None) -> str:
    """Give the card whose text asks, or the action."""
    if span is None:
        return ""
    for number in range(span.line, 0, -1):
        line = span.source.line_text(number)
        if line[:1].strip() and not line.startswith("#"):
            found = _DECLARED.match(line)
            return "" if found is None else found["card"] or found["action"].replace("_", " ").capitalize()
    return ""


def _purpose(s: b.Choose, who: str, others: Collection[str]) -> str:
    """Give what is done next with what is chosen, if that is plain."""
    for stmt in s.body:
        if not isinstance(stmt, b.Perform):
            return ""
        if not any(isinstance(value, b.Local) and value.var == s.var for _, value in stmt.args):
            continue
        first = stmt.args[0][1]
        verb = stmt.verb if isinstance(stmt.verb, str) else stmt.verb.name
        if not isinstance(first, b.Local) or first.var != s.var or (isinstance(stmt.verb, str) and verb not in _DONE_WITH):
            return ""
        if verb != "move":
            return f" to {verb.replace('_', ' ')}"
        goal = next((value for name, value in stmt.args if name == "to"), None)
        where = "" if goal is None or goal.span is None else _for_player(goal.span.text, who, others)
        return f" to move to {where.replace('_', ' ')}" if where else ""
    return ""
