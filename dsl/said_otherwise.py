"""What people say that the language says otherwise: hints for words it does not know."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.inflect import listing, third_person
from rulewright.dsl.suggest import did_you_mean

_MOVING = "cards are moved: `move c to your hand`"
_GETTING = "numbers grow with `add`: `add 2 to your coins`"
_LOSING = "numbers shrink with `subtract`: `subtract 2 from your coins`"
_COPYING = (
    'there are no copies: a token is a card of its own that is made with `create 1 "Wolf" into your field`; an effect is done '
    "again by a verb of the game (`to NAME: ...`), or by `do it` twice in `when ..., instead:`"
)
_VERBS = {
    "phase": "a phase begins with `phase`: `phase NAME:`",
    "deal": "cards are dealt with `move`: `each player p: move the first 5 cards in pile to p's hand`",
    **dict.fromkeys(("put", "place", "lay", "return", "give", "pass_on", "get_back", "play"), _MOVING),
    **dict.fromkeys(("remove", "destroy", "trash", "banish", "exile"), "cards leave the game so: `move c to box`"),
    "discard": "`move c to your discard`; or make a verb of your own: `to discard (c: card):`",
    **dict.fromkeys(("steal", "steals"), "a number goes over in two lines: `subtract 1 from p's coins`, `add 1 to your coins`"),
    "next": "who sits next is `your left` (or `p's left`): `your left draws 2`",
    **dict.fromkeys(("every", "all"), "all players do it with `everyone`: `everyone draws 1`; or a loop: `each player p: ...`"),
    "refill": "`move the first (5 - count of cards in row) cards in pile to row`",
    **dict.fromkeys(("gain", "get", "earn", "receive", "score", "increase", "increment"), _GETTING),
    **dict.fromkeys(("pay", "spend", "decrease", "decrement", "reduce"), _LOSING),
    **dict.fromkeys(("flip", "turn_over"), "cards are turned with `turn c to face_up`"),
    **dict.fromkeys(("peek", "see", "view"), "`look at the first card in pile`"),
    "show": "`reveal c`, or `reveal c to p`",
    **dict.fromkeys(("skip", "skips"), "`p misses 1 turn`; `continue after p`; `end turn`"),
    **dict.fromkeys(("comes", "arrives", "come"), "cards enter and leave: `when this enters play`, `when this leaves play`"),
    **dict.fromkeys(("cancel", "negate", "stop_it"), "a spell is taken off its stack with `counter s`"),
    **dict.fromkeys(("finish", "quit"), "`end the game`, `end turn`, `end NAME`"),
    **dict.fromkeys(("pick", "select", "take_one"), "a choice is made with `choose a card c in your hand`"),
    "unless": "write `if not (...):`",
    **dict.fromkeys(("loop", "foreach", "for"), "a loop is `each ...:` or `repeat ...:`"),
    **dict.fromkeys(("copy", "clone", "duplicate"), _COPYING),
    "break": "`stop` leaves a loop, `stop if CONDITION` as well",
    **dict.fromkeys(("append", "insert", "push"), "a list grows with `add`: `add c to chosen`"),
    **dict.fromkeys(("does", "do"), "an action is said by its name: `Ann plays`"),
    **dict.fromkeys(("dies", "die"), "cards leave play: `when this leaves play`; or name a verb: `to destroy (c: card):`"),
    **dict.fromkeys(("becomes", "reaches", "turns_into"), "a value is watched with `as soon as X is 7:` or `always when X >= 7:`"),
    "ask": "a question is a choice: `p chooses ...`, `p may ...`",
    **dict.fromkeys(("print", "say"), "what happens is shown by itself; nothing needs to be said"),
    **dict.fromkeys(("do_nothing", "nothing"), "an action without `do:` does nothing; `stop` leaves a block"),
}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_VALUES = {
    **dict.fromkeys(("true", "on"), "write `yes`"),
    **dict.fromkeys(("false", "off"), "write `no`"),
    **dict.fromkeys(("yours", "me", "yourself", "player_to_move", "current_player"), "whoever acts is `you`"),
    **dict.fromkeys(("null", "none_of_them", "empty_handed"), "what is missing is `nobody` or `nothing`"),
    **dict.fromkeys(("they", "them", "he", "she", "him", "her", "someone", "anyone", "somebody"),
                    "give the player a name: `each player p: ... p ...`, `when a player p ...`"),
    **dict.fromkeys(("less", "fewer"), "numbers are compared with signs: `x <= 0`"),
    **dict.fromkeys(("more", "greater"), "numbers are compared with signs: `x >= 3`"),
    "game": "how a game ended: `expect Ann wins`, `expect nobody wins`, `expect winners are Ann, Bob`",
    "error": "a mistake of the rules is expected with its text: `expect error \"TEXT\"`",
    "opponent": "`your left` with two players; `another player`, `each other player p`",
    "turn_player": "whose turn it is is `active_player`",
    "each": "what is done to each of several is a loop: `each player p: ...`, with a name for one",
    "mine": "what is yours is `your ...`: `your hand`",
    "infinity": "leave the end out, or write a large number",
    "else": "the other case is `otherwise:`",
}


# What other languages have a function for, and how it is said here.
_FUNCTIONS = {
    "abs": "how far A is from B is `max(A - B, B - A)`",
    "sum": "it is said `total VALUE over each THING`",
    "count": "it is said `count of THINGS`",
    "len": "it is said `count of THINGS`",
    "size": "it is said `count of THINGS`",
    "mod": "it is said `remainder(A, B)`",
    "floor": "it is said `A / B rounded down`",
    "ceil": "it is said `A / B rounded up`",
    "round": "it is said `A / B rounded down` or `rounded up`",
    "seat": "the player of a seat is `first_player`, `first_player's left`, or `the player p where p's seat is 2`",
    "random": "it is said `a random THING`, `a random number n from A to B`",
    "not": "`not` stands before what it is about: `not A`, `not (A or B)`",
}


def function_hint(name: str) -> str | None:
    """The hint for a function of other languages."""
    return _FUNCTIONS.get(name)


def sentence_hint(said: str) -> str | None:
    """The hint for a sentence about all players, or about the game, as a rulebook has it."""
    words = said.split()
    if words[:2] == ["all", "players"] and len(words) > 2:
        return f"all players do it with `everyone`: `everyone {third_person(words[2])} ...`"
    if words[:2] in (["the", "game"], ["game", "ends"]):
        return "write `end the game`"
    return None


def value_change(more: bool) -> str:
    """How a number grows or shrinks."""
    return _GETTING if more else _LOSING


def value_hint(word: str) -> str | None:
    """The hint for a value that there is not: a number in words, a word of other languages."""
    if word in _NUMBERS:
        return f"numbers are written in digits: `{_NUMBERS.index(word) + 1}`"
    return _VALUES.get(word)


def small_word(said: str) -> tuple[str, str, str]:
    """The code, message and hint for a word that joins sentences elsewhere, and stands in the middle of one."""
    if said in ("else", "otherwise"):
        hint = "write `otherwise: ...` on the next line, under its `if`"
        return "E118", "the other case stands on a line of its own", hint
    if said == "each":
        return "E145", "what is done to each of several is a loop", "write `each player p: ...`, with a name for one"
    return "E147", "a condition stands before what depends on it", "write `if CONDITION: ...`"


def begun(word: str, names: Iterable[str]) -> list[str]:
    """The names of several parts that begin with this word, or with its verb: `play_card` for `play` and `plays`."""
    return sorted(
        name for name in names if "_" in name and word in (name.split("_")[0], third_person(name.split("_")[0]))
    )


def verb_hint(word: str, known: Iterable[str], *, also: Iterable[str] = ()) -> str | None:
    """The hint for a verb or action that there is not: one that begins so, what is said instead, or the nearest."""
    known = set(known)
    longer = begun(word, known)
    if longer:
        return f"did you mean {listing([f'`{name}`' for name in longer[:3]])}?"
    base = next((verb for verb in _VERBS if word in (verb, third_person(verb))), None)
    return _VERBS[base] if base else did_you_mean(word, known, also=also)


def event_hint(word: str, known: Iterable[str]) -> str | None:
    """The hint for an event that there is not."""
    if word not in ("comes", "arrives", "dies", "becomes", "reaches"):
        return did_you_mean(word, known)
    return _VERBS[next(verb for verb in _VERBS if word in (verb, third_person(verb)))]


def action_hint(word: str, known: Iterable[str]) -> str:
    """The hint for an action that there is not."""
    known = set(known)
    longer = begun(word, known)
    if longer:
        return f"did you mean {listing([f'`{name}`' for name in longer[:3]])}?"
    return did_you_mean(word, known) or f"declare it: `action {word}:`, and under it `do: ...`"


def adjective_hint(word: str, is_value: bool) -> str | None:
    """The hint for what stands before a noun and is no adjective: a number in words, a name of a number, an end."""
    if word in _NUMBERS:
        return f"numbers are written in digits: `{_NUMBERS.index(word) + 1}`"
    if word in ("opposing", "opponent", "opponents", "hostile", "rival", "their"):
        return "what belongs to another player is `enemy`"
    if word in ("friendly", "own", "allied"):
        return "what is yours is `of you`: `a plant of you in play`"
    if word in ("target", "any"):
        return "leave it out: `choose a ... in play`"
    if word in ("different", "distinct"):
        return "leave it out: several that are chosen are always different ones; a second choice says `another`"
    if word in ("top", "bottom"):
        end = "first" if word == "top" else "last"
        return f"write `the {end} card in PILE`; of an ordered zone also `PILE's {word}`"
    if is_value:
        return f"a number that has a name stands in brackets: `the first ({word}) cards`"
    return None
