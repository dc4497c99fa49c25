"""Expressions: names, members, calls and arithmetic. Conditions are in resolve_conditions.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.inflect import listing, with_s
from rulewright.dsl.narrowing import advice, narrowed
from rulewright.dsl.resolve_boards import on_one_board
from rulewright.dsl.resolve_conditions import Conditions
from rulewright.dsl.said_otherwise import function_hint, value_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.symbols import BUILTIN_VALUES
from rulewright.dsl.type_rules import ERROR, is_error, join, name_of
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    CardType,
    DieType,
    LineType,
    ListType,
    ObjectType,
    OptionalType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    WordType,
    ZoneType,
    bare,
    optional,
)

_PLAYER_LISTS = ("winners", "losers")


class Expressions(Conditions):
    """Resolves expressions for one game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._kinds: dict[type, Callable[[Any, Scope, Type | None], bound.Expr]] = {
            n.NumberExpr: lambda node, scope, expected: bound.Const(NUMBER, node.span, node.value),
            n.PercentExpr: self._percent,
            n.TextExpr: self._text,
            n.NameExpr: lambda node, scope, expected: self.name(node.name, node.span, scope, expected),
            n.PersonExpr: lambda node, scope, expected: self.name(node.name, node.span, scope, expected),
            n.PronounExpr: self._pronoun,
            n.MemberExpr: self._member,
            n.CallExpr: self._call,
            n.ParenExpr: lambda node, scope, expected: self.resolve(node.inner, scope, expected),
            n.ArithmeticExpr: self._arithmetic,
            n.CountExpr: self._count,
            n.OverExpr: self._over,
            n.AllExpr: lambda node, scope, expected: self.game.groups.resolve(node.group, scope).group,
            n.TheExpr: self._the,
            n.FirstExpr: self._first,
            n.RandomExpr: self._random,
            n.ListExpr: lambda node, scope, expected: self.joined(node.items, node.span, scope, expected),
            n.NumbersExpr: lambda node, scope, expected: self.game.groups.resolve(node, scope).group,
            n.GroupExpr: lambda node, scope, expected: self.game.groups.resolve(node, scope).group,
        }

    def resolve(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> bound.Expr:
        """Give the checked expression. `expected` helps to tell words of several types apart; it is not enforced."""
        method = self._kinds.get(type(node))
        found = method(node, scope, expected) if method else self.condition(node, scope).expr
        return narrowed(found, scope.facts)

    # ---------------------------------------------------------------- literals

    def _percent(self, node: n.PercentExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        return self.game.bad("E408", node.span, "a percentage stands only in `expect` and in the advice for decks")

    def _text(self, node: n.TextExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        if expected == TEXT:
            return bound.Const(TEXT, node.span, node.value)
        kind = self.kind_of_card(node.value)
        if kind is None:
            return self.game.bad(
                "E202", node.span, f'there is no card called "{node.value}"', hint=self.card_hint(node.value)
            )
        definition = self.game.symbols.card_names.get(node.value)
        if definition is not None:
            self.game.use(definition)
        return bound.CardNamed(CardType(kind.name), node.span, node.value, "any")

    def card_hint(self, title: str) -> str | None:
        """Give the nearest title of a card as a hint."""
        hint = did_you_mean(title, self.game.symbols.card_names)
        return hint.replace("`", '"') if hint else None

    def kind_of_card(self, title: str) -> bound.Kind | None:
        """Give the kind of the card with the title, also of one that a generator line makes."""
        symbols = self.game.symbols
        if title in symbols.card_names:
            return symbols.card_names[title].kind
        series = self.series_of(title)
        return None if series is None else series.kind

    def series_of(self, title: str) -> bound.CardDef | None:
        """Give the line of many cards (`each suit and each rank ..`) that makes a card with the title."""
        for definition in self.game.program.cards:
            if definition.series and re.fullmatch(_template(definition.name), title):
                return definition
        return None

    # ---------------------------------------------------------------- names

    def name(self, name: str, span: Span, scope: Scope, expected: Type | None) -> bound.Expr:
        """Give what a bare name means: local, table, option, unit, word."""
        var = scope.find(name)
        if var is not None:
            return bound.Local(var.type, span, var)
        if name in scope.constants:
            return attrs.evolve(scope.constants[name], span=span)
        if expected is not None and isinstance(bare(expected), WordType):
            of = bare(expected)
            assert isinstance(of, WordType)
            if name in of.values and not self._of_type(name, of):
                return bound.Const(of, span, of.values.index(name))
        return self._global(name, span, scope) or self._word(name, span, expected) or self._unknown(name, span, scope, expected)

    def _of_type(self, name: str, of: Type) -> bool:
        """Whether the name is a value of the table that has just this type (and so means that)."""
        member = self.game.symbols.globals.get(name)
        option = self.game.program.options.get(name)
        return (member is not None and bare(member.type) == of) or (option is not None and option.type == of)

    def is_value(self, name: str) -> bool:
        """Whether a bare name means a value of the whole game."""
        symbols, program = self.game.symbols, self.game.program
        return (
            name in symbols.globals
            or name in program.options
            or name in BUILTIN_VALUES
            or name in _PLAYER_LISTS
            or name in symbols.regions
            or name in symbols.singles
            or name in program.dice
            or name in program.stacks
            or name == "everyone"
        )

    def value_names(self, scope: Scope) -> set[str]:
        """Give every bare name that means a value here, for suggestions."""
        symbols, program = self.game.symbols, self.game.program
        words = set(symbols.words_of)
        return {
            *scope.all_names(),
            *symbols.globals,
            *program.options,
            *BUILTIN_VALUES,
            *_PLAYER_LISTS,
            *symbols.regions,
            *symbols.singles,
            *program.dice,
            *program.stacks,
            *words,
            "everyone",
            "nobody",
            "nothing",
            "yes",
            "no",
            "phase",
        }

    def _global(self, name: str, span: Span, scope: Scope) -> bound.Expr | None:
        symbols, program = self.game.symbols, self.game.program
        if name in ("yes", "no"):
            return bound.Const(BOOL, span, name == "yes")
        if name in ("nobody", "nothing"):
            return bound.Const(NOTHING, span, None)
        if name == "none":
            return bound.Const(NOTHING, span, ())
        member = symbols.globals.get(name)
        if member is not None:
            self.game.use(member)
            return bound.TableMember(member.type, span, member)
        if name in program.options:
            option = program.options[name]
            self.game.use(option)
            return bound.OptionValue(option.type, span, option)
        if name == "phase":
            return bound.Builtin(symbols.phase_type, span, "phase")
        if name in BUILTIN_VALUES:
            return bound.Builtin(BUILTIN_VALUES[name], span, name)
        if name in _PLAYER_LISTS:
            return bound.Builtin(ListType(PLAYER), span, name)
        if name == "everyone":
            return self.everyone(span)
        if name in symbols.regions:
            board, region = symbols.regions[name]
            return bound.RegionOf(ListType(SpaceType(board.name, board.noun)), span, board, region)
        if name in symbols.singles:
            board = symbols.singles[name]
            return bound.SpaceAt(SpaceType(board.name, board.noun), span, board, name, ())
        if name in program.dice:
            self.game.use(program.dice[name])
            return bound.Const(DieType(name), span, list(program.dice).index(name))
        if name in program.stacks:
            stack = program.stacks[name]
            self.game.use(stack)
            var = bound.Var("object", ObjectType(None), span)
            return bound.Group(ListType(var.type), span, var, bound.Base("objects", stack=stack), None, None, ())
        return None

    @staticmethod
    def everyone(span: Span) -> bound.Group:
        """Give all players, in order."""
        var = bound.Var("player", PLAYER, span)
        return bound.Group(ListType(PLAYER), span, var, bound.Base("players"), None, None, ())

    def _word(self, name: str, span: Span, expected: Type | None) -> bound.Expr | None:
        words = self.game.symbols.words_of.get(name, [])
        if name in self.game.symbols.phase_type.values and not words:
            return bound.Const(self.game.symbols.phase_type, span, self.game.symbols.phase_type.values.index(name))
        if not words:
            return None
        if len(words) > 1:
            listed = " and ".join(f"`{word.name}`" for word in words)
            return self.game.bad("E206", span, f"`{name}` is a word of {listed}; here it is not clear which is meant")
        self.game.use((words[0], name))
        return bound.Const(WordType(words[0].name, words[0].values), span, words[0].values.index(name))

    def _unknown(self, name: str, span: Span, scope: Scope, expected: Type | None = None) -> bound.Expr:
        doing = self.game.symbols.doing(name)
        if doing is not None:
            return self.game.bad("E207", span, f"`{name}` is something that is done, not a value")
        hint = value_hint(name)
        if name in self.game.program.functions:
            function = self.game.program.functions[name]
            self.game.use(function)
            hint = f"a definition is read with its brackets: `{name}({', '.join(p.name for p in function.params)})`"
        if name[:1].isupper() and name in self.game.symbols.card_names:
            hint = f'names of cards stand in quotes: `"{name}"`'
        of = bare(expected) if expected is not None else None
        if hint is None and isinstance(of, WordType):
            listed = listing([f"`{value}`" for value in of.values], "or")
            hint = did_you_mean(name, of.values) or (f"{name_of(of)} is {listed}" if len(of.values) < 9 else None)
        hint = hint or did_you_mean(name, self.value_names(scope))
        if hint is None:
            for of, whose in ((PLAYER, "your"), (CARD, "its")):
                if self.game.symbols.members_named(of, name):
                    thing = "a player" if of == PLAYER else "a card"
                    hint = f"`{name}` belongs to {thing}: say whose, as in `{whose} {name}`"
        if hint is None and name in self.game.symbols.nouns:
            one = self.game.groups.singular(name)
            hint = f"`{name}` is a kind of thing; say which, as in `all {with_s(one)} in play` or `there is a {one}`"
        return self.game.bad("E201", span, f"I know nothing called `{name}` here", hint=hint)

    # ---------------------------------------------------------------- pronouns and members

    def _pronoun(self, node: n.PronounExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        span = node.span
        if node.word == "you":
            return self.you(span, scope)
        if node.word == "this":
            if scope.this is None:
                return self.game.bad("E404", span, "`this` is the card whose text it is; here is no card's text")
            return bound.Local(scope.this.type, span, scope.this)
        if node.word == "they":
            if scope.their is None:
                return self.game.bad(
                    "E404", span, "`their` follows `everyone` or a player who chooses; here is nobody it could mean"
                )
            return narrowed(scope.their, scope.facts)
        return self.it(span, scope)

    def you(self, span: Span, scope: Scope) -> bound.Expr:
        """Give the player who acts, or an error where nobody does."""
        if scope.you is None:
            return self.game.bad("E403", span, f"`you` is nobody here: {scope.nobody_acts}")
        if isinstance(scope.you, bound.Local):
            self.game.you_read.add(scope.you.var)
        return attrs.evolve(scope.you, span=span)

    def it(self, span: Span, scope: Scope) -> bound.Expr:
        """Give the one unnamed thing of the nearest header, else this card."""
        for candidates in reversed(scope.it):
            if len(candidates) > 1:
                names = " or ".join(f"the {var.name}" for var in candidates)
                return self.game.bad("E404", span, f"`it` could be {names}; give the one you mean a name and use that")
            if candidates:
                return bound.Local(candidates[0].type, span, candidates[0])
        if scope.this is not None:
            return bound.Local(scope.this.type, span, scope.this)
        return self.game.bad(
            "E404", span, "`it` stands for the one unnamed thing before it, or for this card; here is neither"
        )

    def _member(self, node: n.MemberExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        if (
            isinstance(node.owner, n.NameExpr)
            and scope.find(node.owner.name) is None
            and not self.is_value(node.owner.name)
        ):
            unit = self.game.program.units.get(node.owner.name)
            if unit is not None:
                for member in unit.members:
                    if member.name == node.name:
                        self.game.use(member)
                        return bound.TableMember(member.type, node.span, member)
        owner = self.resolve(node.owner, scope)
        return self.member(owner, node.name, node.name_word.span, scope, node.span)

    def member(self, owner: bound.Expr, name: str, word: Span, scope: Scope, span: Span | None = None) -> bound.Expr:
        """Give `owner's name`; an owner that may be missing, or has no such member, is an error."""
        span = span or word
        if is_error(owner.type):
            return self.game.nothing_known(span)
        if isinstance(owner.type, OptionalType):
            noun = "nobody" if isinstance(bare(owner.type), PlayerType) else "nothing"
            kinds = {m.kind.name for m in self.game.symbols.card_members.get(name, ()) if m.kind is not None}
            kind = kinds.pop() if bare(owner.type) == CARD and len(kinds) == 1 else None
            return self.game.bad(
                "E303", owner.span, f"this may be {noun}, and then it has no `{name}`", hint=advice(owner, kind)
            )
        element = owner.type.element if isinstance(owner.type, ListType) else owner.type
        if isinstance(element, ZoneType):
            end = self.game.symbols.end_of_zone(name)
            if end is not None:
                return bound.ZoneEnd(optional(CARD), span, owner, end)
        if isinstance(element, PieceType):
            board = self.game.program.boards[element.board]
            if name in (board.noun, "space"):
                of: Type = SpaceType(board.name, board.noun)
                member = self.game.symbols.builtin_members["piece", board.name]
                return bound.MemberOf(of, span, owner, member)
        found = self.game.symbols.members_named(element, name)
        if not found:
            special = self._announced(owner, name, word, span) or self._object_of(owner, name, span)
            return special or self._no_member(owner, element, name, word)
        if len(found) > 1 and all(isinstance(m.type, ZoneType) for m in found):
            for one in found:
                self.game.use(one)
            zone: Type = ListType(found[0].type) if isinstance(owner.type, ListType) else found[0].type
            return bound.ZoneOn(zone, span, owner, tuple(found))
        if len(found) > 1:
            listed = " and ".join(f"`{m.kind.name}`" for m in found if m.kind is not None)
            return self.game.bad(
                "E206", word, f"several kinds of card have `{name}`: {listed}; say which kind the card is",
                related=tuple((m.span, "one of them") for m in found if m.span is not None),
            )  # fmt: skip
        member = found[0]
        self.game.use(member)
        of = member.type
        if isinstance(owner.type, ListType):
            of = of if isinstance(of, ListType) else ListType(bare(of))
        return bound.MemberOf(of, span, owner, member)

    def _no_member(self, owner: bound.Expr, element: Type, name: str, word: Span) -> bound.Expr:
        noun = name_of(element)
        action = self.game.program.actions.get(element.action or "") if isinstance(element, ObjectType) else None
        names = self.game.actions.announced_names(action) if action is not None else ()
        hint = did_you_mean(name, {*self.game.symbols.member_names(element), *names})
        if name == "turn" and isinstance(element, PlayerType):
            hint = "whose turn it is: `p is active_player`, `you are active_player`"
        if hint is None and isinstance(element, ObjectType) and action is None:
            hint = "what it was announced with depends on the action; name it: `a NAME_OF_THE_ACTION s`"
        other = self._owner_of(name)
        message = f"{noun} has no `{name}`"
        if other and hint is None:
            message += f"; {other} has one"
        return self.game.bad("E205", word, message[0].upper() + message[1:], hint=hint)

    def _announced(self, owner: bound.Expr, name: str, word: Span, span: Span) -> bound.Expr | None:
        """Give `s's newcomer`: what an object on a stack was announced with."""
        action = self.game.program.actions.get(owner.type.action or "") if isinstance(owner.type, ObjectType) else None
        if action is None:
            return None
        var = self.game.actions.announced(action, name, word)
        return None if var is None else bound.Announced(var.type, span, owner, action, var)

    def _object_of(self, owner: bound.Expr, name: str, span: Span) -> bound.Expr | None:
        """Give `p's summon`: what a player has announced by that action and lies on its stack."""
        action = self.game.program.actions.get(name)
        if not isinstance(owner.type, PlayerType) or action is None or action.stack is None:
            return None
        self.game.use(action)
        of = ObjectType(name)
        var = bound.Var(name, of, span)
        thing = bound.Local(of, span, var)
        controller = bound.MemberOf(PLAYER, span, thing, self.game.symbols.builtin_members["object", "controller"])
        conditions = (bound.IsAction(BOOL, span, thing, action), bound.Equal(BOOL, span, controller, owner, False))
        base = bound.Base("objects", stack=action.stack)
        return bound.The(of, span, bound.Group(ListType(of), span, var, base, None, None, conditions))

    def _owner_of(self, name: str) -> str | None:
        symbols = self.game.symbols
        if symbols.members_named(PLAYER, name):
            return "a player"
        if symbols.members_named(CARD, name):
            return "a card"
        return "the table" if name in symbols.globals else None

    # ---------------------------------------------------------------- calls

    def _call(self, node: n.CallExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        name, symbols, program = node.name, self.game.symbols, self.game.program
        if name in program.functions:
            function = program.functions[name]
            self.game.use(function)
            args = self._args(node, scope, [param.type for param in function.params])
            return bound.CallFunction(function.type, node.span, function, args)
        if name in symbols.pairs:
            member = symbols.pairs[name]
            self.game.use(member)
            return bound.PairMember(member.type, node.span, member, self._args(node, scope, list(member.index_types)))
        if name in symbols.rings:
            return self._space_at(node, symbols.rings[name], scope)
        signature = symbols.builtins.functions.get(name)
        if signature is not None:
            return self._builtin_call(node, scope)
        candidates = {*program.functions, *symbols.pairs, *symbols.rings, *symbols.builtins.functions}
        for arg in node.args:
            self.resolve(arg, scope)
        board = next((board for board in program.boards.values() if board.noun == name), None)
        hint = function_hint(name) or did_you_mean(name, candidates)
        if board is not None:
            hint = f"a space is called by its board: `{board.name}(2, 5)`, or by its ring or track"
        return self.game.bad("E208", node.name_word.span, f"I know no definition `{name}(...)`", hint=hint)

    def _args(self, node: n.CallExpr, scope: Scope, types: list[Type]) -> tuple[bound.Expr, ...]:
        args = [self.resolve(arg, scope, of) for arg, of in zip(node.args, types, strict=False)]
        for extra in node.args[len(types) :]:
            self.resolve(extra, scope)
        if len(node.args) != len(types):
            self.game.error("E302", node.span, f"`{node.name}` takes {len(types)} values, here are {len(node.args)}")
            args.extend(self.game.nothing_known(node.span) for _ in types[len(args) :])
        return tuple(
            self.game.want(arg, of, f"value {number} of `{node.name}`")
            for number, (arg, of) in enumerate(zip(args, types, strict=True), 1)
        )

    def _space_at(self, node: n.CallExpr, board: bound.Board, scope: Scope) -> bound.Expr:
        part = None if node.name == board.name else node.name
        types: list[Type] = [NUMBER] if part is not None else [NUMBER, NUMBER]
        return bound.SpaceAt(SpaceType(board.name, board.noun), node.span, board, part, self._args(node, scope, types))

    def _builtin_call(self, node: n.CallExpr, scope: Scope) -> bound.Expr:
        signature = self.game.symbols.builtins.functions[node.name]
        args = [self.resolve(arg, scope) for arg in node.args]
        wanted = list(signature.arguments)
        if signature.variadic:
            wanted += [wanted[-1]] * (len(args) - len(wanted))
        if len(args) != len(wanted):
            self.game.error("E302", node.span, f"`{node.name}` takes {len(wanted)} values, here are {len(args)}")
            return self.game.nothing_known(node.span)
        checked: list[bound.Expr] = []
        board: str | None = None
        for number, (arg, accepts) in enumerate(zip(args, wanted, strict=True), 1):
            what = f"value {number} of `{node.name}`"
            if accepts == "space":
                arg = self.space(arg, what)
                first = next((one for one in checked if isinstance(one.type, SpaceType)), arg)
                on_one_board(self.game, first, arg, arg.span)
                board = arg.type.board if isinstance(arg.type, SpaceType) else board
            elif accepts == "number":
                arg = self.game.want(arg, NUMBER, what)
            checked.append(arg)
        return bound.CallFunction(self._gives(signature.gives, board), node.span, node.name, tuple(checked))

    def _gives(self, gives: str, board: str | None) -> Type:
        program = self.game.program
        space: Type = SpaceType(board, program.boards[board].noun) if board else ERROR
        return {
            "number": NUMBER,
            "heading": NUMBER,
            "yes or no": BOOL,
            "space": space,
            "space or nothing": OptionalType(space),
            "spaces": ListType(space),
            "line": LineType(board) if board else ERROR,
        }[gives]

    def space(self, value: bound.Expr, what: str) -> bound.Expr:
        """Give a space; a piece means the space that it stands on."""
        of = value.type
        if isinstance(of, PieceType):
            board = self.game.program.boards[of.board]
            member = self.game.symbols.builtin_members["piece", board.name]
            return bound.MemberOf(SpaceType(board.name, board.noun), value.span, value, member)
        if isinstance(of, SpaceType) or is_error(of):
            return value
        return self.game.bad("E301", value.span, f"{what} must be a space, but this is {name_of(of)}")

    # ---------------------------------------------------------------- numbers

    def number(self, node: n.Expr, scope: Scope, what: str) -> bound.Expr:
        """Give an expression that must be a number."""
        return self.game.want(self.resolve(node, scope, NUMBER), NUMBER, what)

    def _arithmetic(self, node: n.ArithmeticExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        left = self.number(node.left, scope, f"on the left of `{node.op}`, the value")
        right = self.number(node.right, scope, f"on the right of `{node.op}`, the value")
        if str(node.op) == "/":
            if node.rounded is None:
                return self.game.bad("E302", node.span, "say how a division is rounded: `rounded up` or `rounded down`")
            return bound.Divide(NUMBER, node.span, left, right, str(node.rounded))
        return bound.Arith(NUMBER, node.span, str(node.op), left, right)

    def _count(self, node: n.CountExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        if isinstance(node.group, n.GroupExpr | n.NumbersExpr):
            return bound.Aggregate(NUMBER, node.span, "count", None, self.game.groups.resolve(node.group, scope).group)
        value = self.resolve(node.group, scope)
        group = self.game.groups.of_list(value, "it", node.group.span)
        return self.game.nothing_known(node.span) if group is None else bound.Aggregate(
            NUMBER, node.span, "count", None, group
        )

    def _over(self, node: n.OverExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        described = self.game.groups.resolve(node.group, scope)
        value = self.resolve(node.value, described.inner)
        if str(node.kind) == "list":
            of = value.type if isinstance(value.type, ListType) else ListType(bare(value.type))
            return bound.Aggregate(of, node.span, "list", value, described.group)
        value = self.game.want(
            value,
            NUMBER,
            f"what `{node.kind} ... over` adds up" if node.kind == "total" else f"what `{node.kind} ... over` compares",
        )
        return bound.Aggregate(NUMBER, node.span, str(node.kind), value, described.group)

    # ---------------------------------------------------------------- one or some of a group

    def _the(self, node: n.TheExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        words = node.group.words
        if len(words) == 1 and not node.group.places and words[0].text not in self.game.symbols.nouns:
            zone = self.name(words[0].text, words[0].span, scope, None) if self.is_value(words[0].text) else None
            if zone is not None and isinstance(zone.type, ZoneType):
                self.game.error("E301", node.span, f"`{words[0].text}` is a place by itself, not one of several",
                                hint=f"leave `the` out: `{words[0].text}`")  # fmt: skip
                return zone
        group = self.game.groups.resolve(node.group, scope).group
        return bound.The(_element(group), node.span, group)

    def _first(self, node: n.FirstExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        group = self.game.groups.resolve(node.group, scope).group
        if node.count is None:
            return bound.FirstOf(optional(_element(group)), node.span, group, node.which == "last", None)
        count = self.number(node.count, scope, "how many")
        return bound.FirstOf(group.type, node.span, group, node.which == "last", count)

    def _random(self, node: n.RandomExpr, scope: Scope, expected: Type | None) -> bound.Expr:
        group = self.game.groups.resolve(node.group, scope.child(chance=False)).group
        if not scope.chance:
            return self.no_chance(node.span)
        return bound.RandomOf(_element(group), node.span, group)

    def no_chance(self, span: Span) -> bound.Expr:
        """Note that chance stands where only things that are known may stand."""
        return self.game.bad(
            "E406", span, "chance is for what is done, not for conditions, definitions, groups and what an action costs",
            hint="first `let x be a random ...` in a block of statements (of an action: its `do:`), then use `x`",
        )  # fmt: skip

    def joined(
        self, items: tuple[n.Expr, ...] | list[n.Expr], span: Span, scope: Scope, expected: Type | None = None
    ) -> bound.Expr:
        """Give `A and B` between places, cards or players as one list."""
        return self.join_values([self.resolve(item, scope, expected) for item in items], span)

    def join_values(self, values: list[bound.Expr], span: Span) -> bound.Expr:
        """Give the list of all the values; zones with cards give the cards."""
        of: Type = NOTHING
        mixed = {type(_unlisted(value.type)) for value in values} >= {ZoneType, CardType}
        for value in values:
            if isinstance(value.type, OptionalType):
                self.game.error(
                    "E303", value.span, "this may be missing and cannot be part of a list", hint=advice(value)
                )
                return self.game.nothing_known(span)
            element = _unlisted(value.type)
            if mixed and isinstance(element, ZoneType):
                element = CARD
            joined = join(of, ListType(element), self.game.symbols.kinds)
            if joined is None:
                return self.game.bad(
                    "E301", value.span, f"this is {name_of(value.type)} and cannot be joined with what stands before it"
                )
            of = joined
        return bound.ListExpr(of if isinstance(of, ListType) else ListType(ERROR), span, tuple(values))

    # ---------------------------------------------------------------- declaring

    def declare(self, scope: Scope, var: bound.Var, word: n.Word) -> None:
        """Make a local name known in the scope; one that hides another or is spelt like a noun is an error."""
        name = word.text
        earlier = scope.find(name)
        symbols = self.game.symbols
        if earlier is not None:
            hint = "choose another name"
            if earlier.span and " where " in _between(earlier.span, word.span):
                hint = "the `where` before it goes on to here; if it ends before, put brackets round it: `(there is ... where ...)`"
            self.game.error(
                "E209", word.span, f"`{name}` already has a meaning here", hint=hint,
                related=((earlier.span, "it was given that name here"),) if earlier.span else (),
            )  # fmt: skip
        elif name in symbols.nouns:
            self.game.error(
                "E210",
                word.span,
                f"`{name}` is a kind of thing and cannot be a name for one",
                hint="choose another name",
            )
        elif self.is_value(name) or name == "phase":
            self.game.error(
                "E209",
                word.span,
                f"`{name}` already means something in the whole game",
                hint="choose another name",
                related=self._where(name),
            )
        elif symbols.doing(name) is not None and symbols.doing(name) is not None and name not in symbols.third:
            self.game.error(
                "E210",
                word.span,
                f"`{name}` is something that is done and cannot be a name",
                hint="choose another name",
            )
        scope.names[name] = var

    def _where(self, name: str) -> tuple[tuple[Span, str], ...]:
        thing: Any = self.game.symbols.globals.get(name) or self.game.program.options.get(name)
        span = getattr(thing, "span", None)
        return ((span, "declared here"),) if span is not None else ()

    def everything_under(self, node: Any) -> Iterator[n.Expr]:
        """Give the node and all expressions in it."""
        from attrs import fields, has

        if isinstance(node, n.Expr):
            yield node
        if isinstance(node, tuple):
            for item in node:
                yield from self.everything_under(item)
        elif has(type(node)) and not isinstance(node, Span):
            for field in fields(type(node)):
                if field.name != "span":
                    yield from self.everything_under(getattr(node, field.name))


def _unlisted(of: Type) -> Type:
    return of.element if isinstance(of, ListType) else of


def _element(group: bound.Group) -> Type:
    assert isinstance(group.type, ListType)
    return group.type.element


def _template(title: str) -> str:
    return "".join(".+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", title))


def _between(one: Span, other: Span) -> str:
    """What stands between two places of one line; nothing if they are in different ones."""
    text = one.source.text[one.end : other.start] if one.source is other.source else ""
    return "" if "\n" in text else text
