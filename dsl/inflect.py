"""The little English that names need: plurals of nouns, third persons of verbs, articles.
Names are snake_case words."""

from __future__ import annotations

_SIBILANTS = ("s", "x", "z", "ch", "sh")


def with_s(word: str) -> str:
    """Give the word with the ending of a plural or a third person: card, cards; pass, passes; carry, carries."""
    if word.endswith(_SIBILANTS) or (word.endswith("o") and word[-2:-1] not in ("o", "a", "e", "i", "u", "")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return f"{word[:-1]}ies"
    return f"{word}s"


def plurals(noun: str) -> tuple[str, ...]:
    """Give the forms that stand for several: the last part takes the ending (`sky_cards`).
    A few words are their own."""
    if noun.endswith("man"):
        return (f"{noun[:-3]}men", with_s(noun))
    if noun.endswith("fe"):
        return (f"{noun[:-2]}ves", with_s(noun))
    return (with_s(noun),)


def third_person(verb: str) -> str:
    """Give `draws` for draw, `sets_aside_life` for set_aside_life: the first part takes the ending."""
    first, underscore, rest = verb.partition("_")
    irregular = {"have": "has", "do": "does", "be": "is", "go": "goes"}
    return irregular.get(first, with_s(first)) + underscore + rest


_PARTICIPLES = {
    "draw": "drawn",
    "take": "taken",
    "give": "given",
    "lose": "lost",
    "win": "won",
    "steal": "stolen",
    "pay": "paid",
    "lay": "laid",
    "send": "sent",
    "sell": "sold",
    "buy": "bought",
    "bring": "brought",
    "catch": "caught",
    "find": "found",
    "leave": "left",
    "make": "made",
    "see": "seen",
    "show": "shown",
    "throw": "thrown",
    "break": "broken",
    "choose": "chosen",
    "eat": "eaten",
    "fight": "fought",
    "hold": "held",
    "keep": "kept",
    "build": "built",
    "burn": "burnt",
    "put": "put",
    "set": "set",
    "hit": "hit",
    "cut": "cut",
    "cast": "cast",
    "hurt": "hurt",
    "shut": "shut",
    "bid": "bid",
    "split": "split",
    "let": "let",
    "beat": "beaten",
    "drive": "driven",
    "hide": "hidden",
    "ride": "ridden",
    "rise": "risen",
    "strike": "struck",
    "tell": "told",
    "think": "thought",
    "bite": "bitten",
    "wear": "worn",
    "tear": "torn",
    "freeze": "frozen",
    "grow": "grown",
    "blow": "blown",
    "know": "known",
    "slay": "slain",
    "write": "written",
    "shake": "shaken",
    "forbid": "forbidden",
    "lead": "led",
    "feed": "fed",
    "meet": "met",
    "spend": "spent",
    "lend": "lent",
    "bend": "bent",
    "bind": "bound",
    "shoot": "shot",
    "teach": "taught",
    "seek": "sought",
    "sink": "sunk",
    "drink": "drunk",
    "swing": "swung",
    "hang": "hung",
    "spread": "spread",
    "shed": "shed",
    "read": "read",
    "wake": "woken",
    "speak": "spoken",
}


def participles(verb: str) -> tuple[str, ...]:
    """Give the forms that stand after `is`: destroyed for destroy, drawn for draw; regular ones,
    and the common others."""
    first, underscore, rest = verb.partition("_")
    forms = [f"{first}d" if first.endswith("e") else f"{first}ed"]
    if first.endswith("y") and first[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        forms = [f"{first[:-1]}ied"]
    elif len(first) > 2 and first[-1] not in "aeiouwxy" and first[-2] in "aeiou" and first[-3] not in "aeiou":
        forms.append(f"{first}{first[-1]}ed")
    if first in _PARTICIPLES:
        forms.append(_PARTICIPLES[first])
    return tuple(form + underscore + rest for form in forms)


def article(word: str) -> str:
    """Give `a` or `an` and the word."""
    vowel = word[:1].lower() in "aeiou" and not word.lower().startswith(("uni", "use", "eu", "one"))
    return f"{'an' if vowel else 'a'} {word}"


def listing(names: list[str] | tuple[str, ...], last: str = "or") -> str:
    """Give `a, b or c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
