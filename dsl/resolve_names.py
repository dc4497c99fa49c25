"""The first pass: everything that has a name gets its object, so that later passes may refer to it in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.inflect import with_s
from rulewright.dsl.resolve_packs import Packs
from rulewright.dsl.resolve_types import words_of
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.symbols import FACE, TRIGGER, Noun
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NUMBER,
    PLAYER,
    ZONE,
    CardType,
    LineType,
    ObjectType,
    SpaceType,
    Type,
    WordType,
)

MOST_FACES = 10_000


class Names:
    """Collects the names of one game's declarations."""

    def __init__(self, game: Game, decls: Iterable[n.Decl]) -> None:
        self.game = game
        self.decls = tuple(decls)
        self._first: dict[tuple[str, str], Span] = {}
        self._of: dict[tuple[type, ...], tuple[Any, ...]] = {}

    def of(self, *classes: type) -> Iterator[Any]:
        """Give the declarations of these classes, in their order."""
        if classes not in self._of:
            # Asked again for every card: a thousand cards would go through all declarations a thousand times.
            self._of[classes] = tuple(decl for decl in self.decls if isinstance(decl, classes))
        return iter(self._of[classes])

    def once(self, sort: str, name: str, span: Span) -> bool:
        """Whether this is the first thing of the sort with the name; the second is an error."""
        first = self._first.setdefault((sort, name), span)
        if first is span:
            return True
        self.game.error(
            "E213", span, f"there are two {_several(sort)} called `{name}`", related=((first, "first declared here"),)
        )
        return False

    # ---------------------------------------------------------------- the pass

    def collect(self) -> None:
        """Make the objects of every declaration that others refer to by name."""
        symbols = self.game.symbols
        symbols.add_noun("card", Noun(CARD, False, bound.Kind("card")))
        root = symbols.nouns["card"].kind
        assert root is not None
        self.game.program.kinds["card"] = root
        symbols.parents["card"] = None
        symbols.add_noun("player", Noun(PLAYER, False))
        symbols.add_noun("zone", Noun(ZONE, False))
        symbols.add_noun("number", Noun(NUMBER, False))
        self._boards()
        self._kinds()
        Packs(self.game, self.of(n.GroupDecl)).declare()
        self._words()
        self._dice_and_stacks()
        self._units()
        self._doings()
        self._waiting_triggers()
        self._rules()

    def _boards(self) -> None:
        symbols, program = self.game.symbols, self.game.program
        for decl in self.of(n.BoardDecl):
            if not self.once("board", decl.name.text, decl.name.span):
                continue
            spaces = decl.spaces.text
            noun = spaces[:-1] if spaces.endswith("s") and not spaces.endswith("ss") else spaces
            board = bound.Board(decl.name.text, noun, doc=text(decl.doc), span=decl.name.span)
            of = SpaceType(board.name, noun)
            like = next((other for other in program.boards.values() if other.noun == noun), None)
            if like is None:
                self._noun(noun, Noun(of, False, board=board), decl.spaces.span)
            else:
                self.game.error("E213", decl.spaces.span, f"a {noun} is a space of `{like.name}` already",
                                hint="the spaces of each board have a word of their own",
                                related=((like.span, "that board is here"),) if like.span else ())  # fmt: skip
            program.boards[board.name] = board
            symbols.nouns.setdefault(spaces, Noun(of, True, board=board))
            if any(isinstance(item, n.LineItem) for item in decl.items):
                symbols.boards_with_lines.append(board)
                symbols.add_noun("line", Noun(LineType(board.name), False, board=board))
            symbols.builtin_members["piece", board.name] = bound.Member("space", "piece", of, "builtin", board=board)

    def _noun(self, name: str, noun: Noun, span: Span) -> None:
        if name in self.game.symbols.nouns and not self.game.symbols.nouns[name].plural:
            self.game.error("E213", span, f"`{name}` is already a kind of thing")
            return
        self.game.symbols.nouns.pop(name, None)
        self.game.symbols.add_noun(name, noun)

    def _kinds(self) -> None:
        program, symbols = self.game.program, self.game.symbols
        declared: dict[str, n.KindDecl] = {}
        for decl in self.of(n.KindDecl):
            if decl.name.text in ("card", "player", "zone", "number"):
                self.game.error("E213", decl.name.span, f"`{decl.name.text}` is a word of the language")
            elif self.once("kind", decl.name.text, decl.name.span):
                declared[decl.name.text] = decl
        for decl in declared.values():
            self._kind(decl, declared, ())
        for kind in program.kinds.values():
            if kind.name != "card":
                self._noun(
                    kind.name, Noun(CardType(kind.name), False, kind), kind.span or next(iter(declared.values())).span
                )
                symbols.parents[kind.name] = kind.parent.name if kind.parent else "card"

    def _kind(self, decl: n.KindDecl, declared: dict[str, n.KindDecl], above: tuple[str, ...]) -> bound.Kind:
        program = self.game.program
        name = decl.name.text
        if name in program.kinds:
            return program.kinds[name]
        parent = program.kinds["card"]
        if decl.parent is not None and decl.parent.text != "card":
            wanted = decl.parent.text
            if wanted in (*above, name):
                circle = " is a ".join((*above[above.index(wanted) if wanted in above else len(above) :], name, wanted))
                self.game.error("E215", decl.parent.span, f"a kind cannot be its own kind: {circle}")
            elif wanted in declared:
                parent = self._kind(declared[wanted], declared, (*above, name))
            else:
                self.game.error(
                    "E203", decl.parent.span, f"I know no kind `{wanted}`", hint=did_you_mean(wanted, declared)
                )
        kind = bound.Kind(name, parent, doc=text(decl.doc), span=decl.name.span)
        program.kinds[name] = kind
        self.game.symbols.parents[name] = parent.name
        return kind

    # ---------------------------------------------------------------- words

    def _words(self) -> None:
        for decl in self.of(n.WordDecl):
            if self.once("word", decl.name.text, decl.name.span):
                self._word(decl.name.text, decl.values, decl.name.span, noun=True)
        for decl in self.decls:
            for item in member_items(decl):
                words = words_of(item.type)
                if (
                    words is not None
                    and len(words) > 1
                    and {w.text for w in words} != {"yes", "no"}
                    and not self._types(words)
                ):
                    self._word(item.names[0].text, words, item.names[0].span, noun=True)
        for decl in self.of(n.OptionDecl):
            words = words_of(decl.type) if decl.type is not None else None
            if words is not None and len(words) > 1 and {w.text for w in words} != {"yes", "no"}:
                self._word(decl.name.text, words, decl.name.span, noun=False)
        for value in FACE.values:
            if value not in self.game.symbols.words_of:
                self.game.symbols.words_of[value].append(bound.Word(FACE.name, FACE.values))

    def _types(self, words: tuple[n.Word, ...]) -> bool:
        return any(word.text in self.game.symbols.nouns for word in words)

    def _word(self, name: str, values: tuple[n.Word, ...], span: Span, *, noun: bool) -> None:
        program, symbols = self.game.program, self.game.symbols
        seen: dict[str, Span] = {}
        for value in values:
            if value.text in seen:
                self.game.error(
                    "E213", value.span, f"`{value.text}` stands here twice", related=((seen[value.text], "first here"),)
                )
            seen[value.text] = value.span
        word = bound.Word(name, tuple(seen), span)
        if name in program.words:
            if program.words[name].values != word.values:
                related = ((program.words[name].span, "first declared here"),)
                self.game.error(
                    "E213",
                    span,
                    f"there are two word types called `{name}`",
                    related=tuple((s, m) for s, m in related if s),
                )
            return
        program.words[name] = word
        for text in word.values:
            symbols.words_of[text].append(word)
        if noun and name not in symbols.nouns:
            symbols.add_noun(name, Noun(WordType(name, word.values), False))

    # ---------------------------------------------------------------- dice, stacks, keywords, units

    def _dice_and_stacks(self) -> None:
        program, symbols = self.game.program, self.game.symbols
        for decl in self.of(n.StackDecl):
            if self.once("stack", decl.name.text, decl.name.span):
                program.stacks[decl.name.text] = bound.Stack(decl.name.text, doc=text(decl.doc), span=decl.name.span)
        for decl in self.of(n.DieDecl):
            if self.once("die", decl.name.text, decl.name.span):
                faces, of = self._faces(decl)
                die = bound.Die(decl.name.text, faces, decl.name.span, of)
                program.dice[die.name] = die
                symbols.builtin_members[f"die {die.name}", "face"] = bound.Member("face", "die", of, "builtin")
        for decl in self.of(n.KeywordDecl):
            if not self.once("keyword", decl.name.text, decl.name.span):
                continue
            this = bound.Var("this", CARD, decl.name.span)
            keyword = bound.Keyword(decl.name.text, this, doc=text(decl.doc), span=decl.name.span)
            flag = bound.Member(decl.name.text, "card", BOOL, "keyword", keyword=keyword, span=decl.name.span)
            keyword.flag = flag
            program.keywords[keyword.name] = keyword
            program.card_members.append(flag)
            symbols.card_members[keyword.name].append(flag)

    def _faces(self, decl: n.DieDecl) -> tuple[tuple[int, ...], Type]:
        """Give the faces of a die and what they are: numbers, or words as their places among the words of their type."""
        words = [face for face in decl.faces if isinstance(face, n.Word)]
        if not words:
            return self._numbers_of(decl), NUMBER
        for other in decl.faces:
            if not isinstance(other, n.Word):
                self.game.error("E301", other.span, "a die shows numbers or words, not both")
        named = self.game.program.words.get(words[0].text) if len(words) == 1 else None
        if named is not None:  # `die sky: weather`: each word once
            return tuple(range(len(named.values))), WordType(named.name, named.values)
        values = tuple(dict.fromkeys(word.text for word in words))
        if len(values) == 1:
            self.game.error(
                "E204", words[0].span, f"I know no words called `{values[0]}`, and a die needs more than one face",
                hint=did_you_mean(values[0], self.game.program.words),
            )  # fmt: skip
        known = [word for word in self.game.program.words.values() if set(values) <= set(word.values)]
        exact = [word for word in known if set(word.values) == set(values)]
        if len(exact or known) > 1:
            listed = " and ".join(f"`{word.name}`" for word in (exact or known))
            self.game.error("E206", words[0].span, f"these words belong to {listed}; a die shows words of one type")
        if known:
            word = (exact or known)[0]
        else:
            taken = decl.name.text in self.game.program.words
            word = bound.Word(f"{decl.name.text}_face" if taken else decl.name.text, values, decl.name.span)
            self.game.program.words[word.name] = word
            for value in values:
                self.game.symbols.words_of[value].append(word)
        return tuple(word.values.index(one.text) for one in words), WordType(word.name, word.values)

    def _numbers_of(self, decl: n.DieDecl) -> tuple[int, ...]:
        faces: list[int] = []
        for face in decl.faces:
            if isinstance(face, n.NumberExpr):
                faces.append(face.value)
            elif isinstance(face, n.RangeType):
                low, high = face.low.value, face.high.value
                if high < low or high - low >= MOST_FACES:
                    what = "has no face" if high < low else f"has more than {MOST_FACES:,} faces"
                    self.game.error("E310", face.span, f"a die from {low} to {high} {what}")
                    continue
                faces.extend(range(low, high + 1))
        return tuple(faces) or (0,)

    def _units(self) -> None:
        program = self.game.program
        for decl in self.of(n.RoundDecl):
            if self.once("round", decl.name.text, decl.name.span):
                program.units[decl.name.text] = bound.Unit(
                    decl.name.text, "round", doc=text(decl.block.doc), span=decl.name.span
                )
                self.game.symbols.learn_verb(decl.name.text)
        turns = list(self.of(n.TurnDecl))
        for second in turns[1:]:
            self.game.error(
                "E213", second.span, "there are two `turn:`", related=((turns[0].span, "the first is here"),)
            )
        turn = turns[0] if turns else None
        program.units["turn"] = bound.Unit(
            "turn", "turn", doc=text(turn.block.doc) if turn else None, span=turn.span if turn else None
        )
        phases: dict[str, n.Word] = {}
        for decl in self.of(n.RoundDecl, n.TurnDecl, n.PlayDecl, n.SetupDecl, n.VerbDecl, n.ActionDecl):
            for phase in phases_in(decl):
                name = phase.name.text
                if name in phases:
                    continue
                phases[name] = phase.name
                if name in program.units:
                    self.game.error("E213", phase.name.span, f"`{name}` is already a {program.units[name].kind}")
                    continue
                program.units[name] = bound.Unit(name, "phase", doc=text(phase.block.doc), span=phase.name.span)
        program.phase_names = tuple(phases)
        self.game.symbols.phase_type = WordType("phase", program.phase_names)

    def _doings(self) -> None:
        program, symbols = self.game.program, self.game.symbols
        for name in symbols.builtins.verbs:
            symbols.learn_verb(name)
        for decl in self.of(n.VerbDecl):
            name = decl.signature.name
            if self._free(name, "verb"):
                program.verbs[name.text] = bound.Verb(name.text, doc=text(decl.block.doc), span=name.span)
                symbols.learn_verb(name.text)
        for decl in self.of(n.ActionDecl):
            name = decl.signature.name
            if self._free(name, "action"):
                program.actions[name.text] = bound.Action(name.text, doc=text(decl.doc), span=name.span)
                symbols.learn_verb(name.text)
                symbols.nouns.setdefault(
                    name.text, Noun(ObjectType(name.text), False, action=name.text)
                ) if decl.onto else None

    def _waiting_triggers(self) -> None:
        """Triggers of cards that wait on a stack are things there, with a noun of their own."""
        first: n.TriggersItem | None = None
        for decl in self.of(n.StackDecl):
            for item in decl.items:
                if not isinstance(item, n.TriggersItem):
                    continue
                if item.what.text not in ("wait", "run"):
                    message = "the triggers of cards `wait` on this stack, or `run` as soon as the event is over"
                    self.game.error("E405", item.what.span, message)
                elif item.what.text == "wait" and first is not None:
                    message = "triggers can wait on one stack only"
                    self.game.error("E405", item.span, message, related=((first.span, "here they wait already"),))
                elif item.what.text == "wait":
                    first = item
                    self.game.program.stacks[decl.name.text].triggers_wait = True
                    self.game.symbols.add_noun(TRIGGER, Noun(ObjectType(TRIGGER), False, action=TRIGGER))

    def _free(self, name: n.Word, sort: str) -> bool:
        program = self.game.program
        builtin = self.game.symbols.builtins.verbs.get(name.text)
        if builtin is not None and not builtin.yields:
            self.game.error(
                "E213",
                name.span,
                f"`{name.text}` is a built-in verb and cannot be declared anew",
                hint="choose another name",
            )
            return False
        for other, table in (("verb", program.verbs), ("action", program.actions)):
            if name.text in table and other != sort:
                first = table[name.text].span
                self.game.error("E213", name.span, f"`{name.text}` is already the name of "
                                                   f"{'an' if other == 'action' else 'a'} {other}",
                                related=((first, "declared here"),) if first else ())  # fmt: skip
                return False
        unit = program.units.get(name.text)
        if unit is not None and unit.kind == "round":
            self.game.error(
                "E213",
                name.span,
                f"`{name.text}` is already the name of a round",
                related=((unit.span, "declared here"),) if unit.span else (),
            )
            return False
        return self.once(sort, name.text, name.span)

    def _rules(self) -> None:
        for decl in self.of(n.RuleDecl):
            if self.once("rule", decl.name.text, decl.name.span):
                self.game.program.rules[decl.name.text] = bound.Rule(
                    decl.name.text, doc=text(decl.doc), never=decl.never, span=decl.name.span
                )


def text(doc: n.Text | None) -> str | None:
    """Give the text of a doc."""
    return None if doc is None else doc.text


def member_items(decl: n.Decl) -> Iterator[n.MemberItem]:
    """Give the member declarations in a declaration, wherever they stand."""
    groups: list[tuple[n.Item, ...]] = []
    if isinstance(decl, n.HasDecl):
        groups.append(decl.members)
    elif isinstance(decl, n.KindDecl | n.KeywordDecl | n.CardDecl):
        groups.append(tuple(item for item in decl.items if isinstance(item, n.Item)))
    for group in groups:
        for item in group:
            if isinstance(item, n.MemberItem):
                yield item
            elif isinstance(item, n.OwnItem):
                yield from (inner for inner in item.members if isinstance(inner, n.MemberItem))


def phases_in(node: Any) -> Iterator[n.PhaseStmt]:
    """Give every phase in a declaration, in order."""
    if isinstance(node, n.PhaseStmt):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from phases_in(item)
    elif isinstance(node, n.Decl | n.Stmt | n.Item):
        for field in attrs.fields(type(node)):
            if field.name != "span":
                yield from phases_in(getattr(node, field.name))


def _several(sort: str) -> str:
    """Give the plural of a sort of thing: `attributes of players`, `dice`."""
    first, of, rest = sort.partition(" of ")
    special = {"die": "dice", "name": "members of the table"}
    return special.get(first, with_s(first)) + of + rest
