"""Explainers of plain English: what people say at a table, and the language says otherwise."""

from __future__ import annotations

from rulewright.dsl.postlex import Token
from rulewright.dsl.syntax_errors import Finding, Trouble, found, word

_MORE = ("more", "greater", "bigger", "larger", "higher", "above", "over")
_LESS = ("less", "fewer", "smaller", "lower", "below", "under")
_BOUNDS = {"least": ">=", "most": "<="}
_DOING = ("deal", "draw", "discard", "move", "shuffle", "add", "subtract", "set", "reveal", "put", "play", "take", "roll")


def _comparison(sign: str, near: Token) -> Token:
    return Token("CMP", sign, near.start, near.end)


def compared_in_words(t: Trouble) -> Finding | None:
    """`coins is greater than 3`, `coins is at least 3`, `coins is more 3`."""
    small = t.token.text == "than"
    at = t.at - 1 if small else t.at
    said = t.tokens[at].text
    if small and said in (*_MORE, *_LESS):
        sign, first = ">" if said in _MORE else "<", at
    elif said in _BOUNDS and t.before.text == "at" and not small:
        sign, first = _BOUNDS[said], at - 1
    else:
        return None
    start = first - 1 if t.tokens[first - 1].text in ("is", "are") else first
    return found(t, "E101", "numbers are compared with signs", t.span(t.tokens[start], t.token), f"write `{sign}`",
                 t.changed(start, t.at + 1 - start, _comparison(sign, t.tokens[start])))  # fmt: skip


def equals(t: Trouble) -> Finding | None:
    """`coins equals 3`, `coins is equal to 3`."""
    if t.token.text == "equals":
        return found(t, "E101", "what is the same is said with `is`", None, "write `is`",
                     t.changed(t.at, 1, word("is", t.token)))  # fmt: skip
    if t.token.text == "to" and t.before.text == "equal" and t.tokens[t.at - 2].text in ("is", "are"):
        return found(t, "E101", "what is the same is said with `is` alone", t.span(t.before, t.token), "leave `equal to` out",
                     t.changed(t.at - 1, 2))  # fmt: skip
    return None


def chosen_and_done(t: Trouble) -> Finding | None:
    """`discard a card`, `draw a card`, `you may discard a card`."""
    if t.before.text not in ("a", "an") or t.expected != {"RANDOM"} or t.token.kind != "NAME" or t.at < t.line + 2:
        return None
    verb, thing = t.tokens[t.at - 2].text, t.token.text
    if verb in ("draw", "draws"):
        end = t.token
        return found(t, "E101", f"how many are drawn is a number, not `a {thing}`", t.span(t.before, end), f"write `{verb} 1`",
                     t.changed(t.at - 1, 2, Token("INT", "1", t.before.start, t.token.end)))  # fmt: skip
    return found(t, "E101", f"which {thing} is to be said first", t.span(t.before, t.token),
                 f"choose it: `choose a {thing} c in your hand`, and on the next line what is done with `c`; or by chance: "
                 f"`a random {thing}`")  # fmt: skip


def while_is_no_loop(t: Trouble) -> Finding | None:
    """`while coins > 3: draw 1` where something is done."""
    if t.first.text != "while" or t.at == t.line or not t.tries(t.changed(t.line, 1, word("if", t.first))):
        return None
    return found(t, "E145", "what is done again and again is a loop with `repeat`", t.span(t.first),
                 "write `repeat until CONDITION:`, with what ends it; what is asked once begins with `if`")  # fmt: skip


def whoever_is_next(t: Trouble) -> Finding | None:
    """`skip next player`, `skip the next player's turn`."""
    if t.token.text != "next" or t.first.text not in ("skip", "skips"):
        return None
    return found(t, "E211", "a turn is missed by a player", t.span(t.first, t.token),
                 "write `your left misses 1 turn`; `your left` sits next, `your right` sits before")  # fmt: skip


def two_in_a_line(t: Trouble) -> Finding | None:
    """`shuffle pile and deal 3 cards to each player`."""
    for at in range(t.line + 1, t.at):
        if t.tokens[at].text == "and" and t.tokens[at + 1].text in _DOING and t.first.text not in ("if", "when", "expect"):
            return found(t, "E101", "one line does one thing", t.span(t.tokens[at], t.tokens[at + 1]),
                         f"write what begins with `{t.tokens[at + 1].text}` on the next line")  # fmt: skip
    return None


def containing(t: Trouble) -> Finding | None:
    """`Ann's hand contains "Wolf"`, `"Wolf" in Ann's hand`."""
    if t.before.text in ("contains", "includes", "holds") and t.token.kind in ("STRING", "NAME") and t.at > t.line + 2:
        return found(t, "E101", "what lies where is said with `is in`", t.span(t.before, t.token),
                     f"write `{t.token.text} is in ...`")  # fmt: skip
    if t.token.text == "in" and t.before.kind == "STRING" and t.first.kind in ("_EXPECT", "_GIVEN"):
        return found(t, "E101", "what lies where is said with `is in`", None, "write `is in`",
                     t.changed(t.at, 0, Token("_IS", "is", t.token.start, t.token.start)))  # fmt: skip
    return None


def placed(t: Trouble) -> Finding | None:
    """`given Ann has 3 coins`, `given 2 cards in Ann's hand`."""
    if t.first.kind != "_GIVEN" or t.token.text not in ("has", "have", "in"):
        return None
    return found(t, "E101", "what is given is a place or a number, and what it is", t.span(t.first, t.token),
                 "write `given Ann's hand is \"Wolf\", \"Wolf\"`, `given Ann's coins are 3`")  # fmt: skip


def one_deed_a_line(t: Trouble) -> Finding | None:
    """`Ann waits, Bob waits`, `Ann waits and Bob waits`."""
    if t.first.kind != "PROPER" or not (t.token.kind == "COMMA" or t.before.kind == "PROPER"):
        return None
    after = t.tokens[t.at + 1] if t.token.kind == "COMMA" else t.before
    if after.kind != "PROPER":
        return None
    return found(t, "E101", "each thing that somebody does stands on a line of its own", t.span(t.before, t.token),
                 f"write what {after.text} does on the next line")  # fmt: skip


def several_of_one(t: Trouble) -> Finding | None:
    """`is "Wolf" x 2`, `is 2 x "Wolf"`."""
    if t.token.text not in ("x", "times", "*") or not (t.before.kind == "STRING" or t.before.kind == "INT"):
        return None
    if t.first.kind not in ("_EXPECT", "_GIVEN"):
        return None
    return found(t, "E101", "each card is named", None, "write `\"Wolf\", \"Wolf\"`")


def number_of(t: Trouble) -> Finding | None:
    """`if the number of cards in your hand > 3`."""
    at = next((i for i in range(t.line, t.at) if [one.text for one in t.tokens[i : i + 3]] == ["the", "number", "of"]), None)
    if at is None or t.token.text == "random":
        return None
    put = (word("count", t.tokens[at]), word("of", t.tokens[at + 2]))
    line = t.changed(at, 3, *put)
    return found(t, "E101", "how many there are is said with `count of`", t.span(t.tokens[at], t.tokens[at + 2]),
                 "write `count of`, and brackets round it where something is compared with it",
                 line if t.tries(line) else None)  # fmt: skip


def always_a_number(t: Trouble) -> Finding | None:
    """`if there is a number n from 1 to 3:`, which there always is."""
    words = [one.text for one in t.words[: t.at - t.line]]
    if t.token.kind != "COLON" or words[1:3] != ["there", "is"] or not {"number", "from"} <= {*words}:
        return None
    return found(t, "E101", "there always is such a number: say which", None,
                 "write `where ...` behind it; to go through all: `each number n from 1 to 3:`")  # fmt: skip


# Others would tell what only follows from these.
EARLY = (number_of, whoever_is_next, placed, containing)
PLAIN = (
    compared_in_words, equals, chosen_and_done, while_is_no_loop, two_in_a_line, always_a_number,
    one_deed_a_line, several_of_one,
)  # fmt: skip
