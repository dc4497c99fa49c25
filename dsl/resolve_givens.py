"""What a scenario begins with: cards in zones, values of members, whose turn it is, rolls to come, options."""

from __future__ import annotations

from collections import Counter

from rulewright.dsl import bound
from rulewright.dsl import bound_tests as t
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_made_cards import add_trait, copies_at_most, made_card
from rulewright.dsl.scope import Scope
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import name_of
from rulewright.dsl.types import (
    BOOL,
    CARD,
    PLAYER,
    CardType,
    LineType,
    ListType,
    NothingType,
    PieceType,
    PlayerType,
    SpaceType,
    WordType,
    ZoneType,
    bare,
)

_EMPTY = ("empty", "none", "nothing")
_BUILT_IN = ("owner", "face", "turns")  # members that the language has, and a scenario can give
HOW_GIVEN = "it is said so: `given X is VALUE`, `given Ann's turn, phase NAME`, `given Ann's PIECE is on SPACE`"


class Givens:
    """The `given` half of a script."""

    GIVEN = (t.GivenCards, t.GivenValue, t.GivenPlace, t.GivenTurn, t.GivenRolls, t.GivenDraws, t.GivenRandom)

    def __init__(self, game: Game, players: tuple[str, ...], decls: tuple[n.Decl, ...]) -> None:
        self.game = game
        self.players = players
        self.decls = decls
        span = decls[0].span
        self._constants: dict[str, bound.Expr] = {
            name: bound.Const(PLAYER, span, seat) for seat, name in enumerate(players)
        }
        self.scope = Scope(
            constants=self._constants, acts=True, chance=True, nobody_acts="nobody acts in a script; say who does it"
        )
        self.aliases: dict[int, bound.Member] = {}
        self.made: list[bound.CardDef] = []
        self.options: dict[str, object] = {}
        self.begun = False
        self._made_as: dict[bound.Member, bound.CardDef] = {}
        self._placed: dict[bound.Expr, Counter[str]] = {}

    # ---------------------------------------------------------------- names for cards

    def alias(self, word: n.Word, kind: str) -> bound.Member:
        """Make a name for a card in the lines that follow; a member of the table holds the card."""
        of = CardType(kind)
        member = bound.Member(word.text, "table", of, "state", span=word.span, of_script=True)
        self.aliases[len(self.aliases)] = member
        self._constants[word.text] = bound.TableMember(of, word.span, member)
        return member

    # ---------------------------------------------------------------- X is VALUE

    def given(self, item: n.GivenItem) -> t.Line | None:
        """Give what `given X is ...` puts where."""
        what = item.what
        if isinstance(what, n.NameExpr) and self._is_option(what.name):
            if len(item.values) == 1 and isinstance(item.values[0], n.GivenThingItem) and not item.negated:
                return self.given_option(n.Word(what.name, span=what.span), item.values[0].value)
        target = self.game.expressions.resolve(what, self.scope.child(facts=frozenset()))
        if isinstance(target.type, ZoneType):
            return self._cards(item, target)
        if self._is_adjective(item, target):
            return self._quality(item, target)
        if item.negated:
            self.game.error(
                "E462", item.span, "say what it is, not what it is not",
                hint="`is not` is for what is yes or no: `given Ann is not silenced`",
            )  # fmt: skip
            return None
        return self._value(item, target)

    def _is_option(self, name: str) -> bool:
        return (
            name in self.game.program.options and not self.scope.knows(name) and name not in self.game.symbols.globals
        )

    def _is_adjective(self, item: n.GivenItem, target: bound.Expr) -> bool:
        if len(item.values) != 1 or not isinstance(item.values[0], n.GivenThingItem):
            return False
        node = item.values[0].value
        return (
            isinstance(bare(target.type), CardType | PlayerType | SpaceType | LineType)
            and isinstance(node, n.NameExpr)
            and not self.scope.knows(node.name)
            and not self.game.expressions.is_value(node.name)
            and node.name not in ("nothing", "nobody", "yes", "no")
        )

    def _quality(self, item: n.GivenItem, thing: bound.Expr) -> t.Line | None:
        """`given C is drained`, `given field(1, 2) is not walled`, `given brute is evil`."""
        node = item.values[0].value  # type: ignore[union-attr]
        assert isinstance(node, n.NameExpr)
        symbols, of = self.game.symbols, bare(thing.type)
        for member, opposite in symbols.yes_no_members(of, node.name)[:1]:
            value = bound.Const(BOOL, node.span, item.negated == opposite)
            return self._set(item, bound.MemberOf(BOOL, item.span, thing, member), value)
        if item.negated:
            self.game.error("E462", item.span, "say what it is, not what it is not")
            return None
        for member, word in symbols.word_members(of, node.name)[:1]:
            value = bound.Const(word, node.span, word.values.index(node.name))
            return self._set(item, bound.MemberOf(member.type, item.span, thing, member), value)
        self.game.groups.adjective(n.Word(node.name, span=node.span), thing, self.scope.child())
        return None

    def _value(self, item: n.GivenItem, target: bound.Expr) -> t.Line | None:
        nodes = [value.value for value in item.values if isinstance(value, n.GivenThingItem) and value.name is None]
        if len(nodes) != len(item.values):
            self.game.error("E462", item.span, "only cards that are put into a zone are made or named here")
            return None
        of = target.type
        if isinstance(of, ListType):
            values = [self.game.expressions.resolve(node, self.scope.child(), of.element) for node in nodes]
            if len(values) == 1 and isinstance(values[0].type, ListType | NothingType):
                return self._set(item, target, values[0])
            checked = tuple(self.game.want(value, of.element, "what is in the list") for value in values)
            return self._set(item, target, bound.ListExpr(of, item.span, checked))
        if len(nodes) != 1:
            self.game.error("E462", item.span, f"here belongs one value: this is {name_of(of)}")
            return None
        if isinstance(of, PieceType):
            return self.given_on(n.GivenOnItem(item.what, nodes[0], span=item.span))
        value = self.game.expressions.resolve(nodes[0], self.scope.child(), of)
        return self._set(item, target, self.game.want(value, of, f"`{item.what.span.text}`"))

    def _set(self, item: n.GivenItem, target: bound.Expr, value: bound.Expr) -> t.Line | None:
        match target:
            case bound.MemberOf(base=base, member=member):
                made = self._made_as.get(base.member) if isinstance(base, bound.TableMember) else None
                if made is not None and member.sort in ("printed", "keyword"):
                    add_trait(made, member, value)
                    return None
                if member.sort in ("state", "piece") or (member.name in _BUILT_IN and member.sort == "builtin"):
                    return t.GivenValue(item.span, target, value)
                self._cannot(item, member)
                return None
            case bound.TableMember(member=member) if member.sort == "state":
                return t.GivenValue(item.span, target, value)
            case bound.PairMember() | bound.Builtin(name="first_player"):
                return t.GivenValue(item.span, target, value)
            case bound.Builtin(name="phase" | "active_player"):
                self.game.error(
                    "E462", item.span, "whose turn it is, and which phase, is given in a line of its own",
                    hint="`given Ann's turn`, `given it is Bob's turn, phase casting`",
                )  # fmt: skip
                return None
        self.game.error("E462", item.what.span, "this cannot be given", hint="give a member or a zone its value")
        return None

    def _cannot(self, item: n.GivenItem, member: bound.Member) -> None:
        why = {
            "printed": "it is printed on the card",
            "derived": "it is worked out from other values; give those",
            "keyword": "it is a keyword of the card",
        }.get(member.sort, "the rules work it out")
        self.game.error(
            "E462", item.what.span, f"`{member.name}` cannot be given: {why}",
            related=((member.span, "declared here"),) if member.span is not None else (),
        )  # fmt: skip

    # ---------------------------------------------------------------- cards

    def _cards(self, item: n.GivenItem, zone: bound.Expr) -> t.Line | None:
        if not isinstance(zone, bound.MemberOf | bound.TableMember | bound.Builtin):
            self.game.error("E462", item.what.span, "say which zone: `given Ann's hand is ...`, `given deck is ...`")
            return None
        if item.negated:
            self.game.error("E462", item.span, "say which cards lie there, not which do not")
            return None
        cards = []
        for value in item.values:
            card = self._made(value) if isinstance(value, n.GivenMadeItem) else self._card(value)
            if card is not None:
                cards.append(card)
        if not self.begun:
            self._count(item, zone, cards)
        return t.GivenCards(item.span, zone, tuple(cards))

    def _card(self, item: n.GivenThingItem) -> t.GivenCard | None:
        node = item.value
        if isinstance(node, n.NameExpr) and node.name in _EMPTY and not self.scope.knows(node.name):
            return None
        if isinstance(node, n.TextExpr):
            kind = self.game.expressions.kind_of_card(node.value)
            if kind is None:
                self.game.expressions.resolve(node, self.scope.child())
                return None
            alias = None if item.name is None else self.alias(item.name, kind.name)
            return t.GivenCard(node.value, None, alias, item.span)
        value = self.game.want(self.game.expressions.resolve(node, self.scope.child(), CARD), CARD, "what lies there")
        alias = None
        if item.name is not None:
            alias = self.alias(item.name, value.type.kind if isinstance(value.type, CardType) else "card")
        return t.GivenCard(None, value, alias, item.span)

    def _made(self, item: n.GivenMadeItem) -> t.GivenCard | None:
        kind = self.game.program.kinds.get(item.kind.text)
        if kind is None:
            hint = did_you_mean(item.kind.text, self.game.program.kinds)
            self.game.error("E203", item.kind.span, f"I know no kind of card called `{item.kind.text}`", hint=hint)
            return None
        definition = made_card(self.game, self.decls, kind, item)
        self.made.append(definition)
        alias = self.alias(item.name, kind.name)
        self._made_as[alias] = definition
        return t.GivenCard(definition.name, None, alias, item.span)

    def _count(self, item: n.GivenItem, zone: bound.Expr, cards: list[t.GivenCard]) -> None:
        """More cards of a name than there are: before the first move that is certain."""
        self._placed[zone] = Counter(card.name for card in cards if card.name is not None)
        for name, here in self._placed[zone].items():
            there = sum(counts[name] for counts in self._placed.values())
            most = copies_at_most(self.game.program, name, self.made)
            if most is not None and there > most:
                elsewhere = "" if there == here else f", {there - here} of them in other places"
                self.game.error(
                    "E464", item.span,
                    f'here are {there} "{name}"{elsewhere}, but the game has only {most}' if most else
                    f'the game has no copy of "{name}"',
                )  # fmt: skip

    # ---------------------------------------------------------------- places, turns, rolls, options

    def given_on(self, item: n.GivenOnItem) -> t.Line | None:
        """`given Ann's dragon is on outer(1)`."""
        piece = self.game.expressions.resolve(item.what, self.scope.child())
        space = self.game.expressions.resolve(item.space, self.scope.child())
        self.game.expressions.is_on(piece, space, False, item.span)
        if isinstance(piece, bound.MemberOf) and isinstance(piece.type, PieceType):
            return t.GivenPlace(item.span, piece, self.game.expressions.space(space, "where it stands"))
        return None

    def given_turn(self, item: n.GivenTurnItem) -> t.Line | None:
        """`given Ann's turn, phase casting`."""
        if self._late(item.span, "a turn can be given"):
            return None
        seat = self.seat(item.player)
        return None if seat is None else t.GivenTurn(item.span, seat, None if item.phase is None else item.phase.text)

    def seat(self, node: n.Expr) -> int | None:
        """Give the seat of a player who is named, or None and an error."""
        raise NotImplementedError

    def given_rolls(self, item: n.GivenRollItem) -> t.Line | None:
        """`given the next rolls are 1, 5`."""
        dice = self.game.program.dice
        meant = [die for name, die in dice.items() if item.die is None or name == item.die.text]
        values = []
        for node in item.values:
            said = node.name if isinstance(node, n.NameExpr) else None
            of = self.game.symbols.rolled(item.die, node)
            value = self.game.want(self.game.expressions.resolve(node, self.scope.child(), of), of, "a roll")
            faces = {face for die in meant if die.of == of for face in die.faces}
            if not isinstance(value, bound.Const):
                self.game.error("E462", node.span, "here must stand a number or word that the die can show")
            elif value.value not in faces:
                shown = said or value.value
                self.game.error("E310", node.span, f"no die shows {shown}")
            else:
                values.append(said if isinstance(of, WordType) and said else value.value)
        return t.GivenRolls(item.span, None if item.die is None else item.die.text, tuple(values))

    def given_draws(self, item: n.GivenDrawItem) -> t.Line | None:
        """`given the next cards from deck are "Spy", "Elder"`."""
        zone = self.game.expressions.resolve(item.zone, self.scope.child(facts=frozenset()))
        if not isinstance(zone.type, ZoneType):
            self.game.error("E462", item.zone.span, "cards come from a zone: say which")
            return None
        found = [self._card(n.GivenThingItem(node, None, span=node.span)) for node in item.values]
        return t.GivenDraws(item.span, zone, tuple(card for card in found if card is not None))

    def given_option(self, word: n.Word, node: n.Expr) -> t.Line | None:
        """`given option near is 2`: the game is prepared with this value."""
        option = self.game.program.options.get(word.text)
        if option is None:
            hint = did_you_mean(word.text, self.game.program.options)
            self.game.error("E201", word.span, f"there is no option called `{word.text}`", hint=hint)
            return None
        if self._late(word.span.to(node.span), "an option can be given"):
            return None
        value = self.game.want(
            self.game.expressions.resolve(node, self.scope.child(), option.type),
            option.type,
            f"the option `{option.name}`",
        )
        if not isinstance(value, bound.Const):
            self.game.error("E462", node.span, "the value of an option must be settled before the game")
        elif option.low is not None and option.high is not None and not option.low <= value.value <= option.high:
            self.game.error("E310", node.span, f"{value.value} is not from {option.low} to {option.high}")
        else:
            self.options[option.name] = value.value
        return None

    def _late(self, span: n.Span, what: str) -> bool:
        if self.begun:
            self.game.error("E465", span, f"{what} only before anything is done or expected")
        return self.begun

    def given_phrase(self, item: n.GivenPhraseItem) -> t.Line | None:
        """Any other `given`: nothing is meant by it."""
        self.game.error(
            "E405", item.span, "I cannot read this `given`",
            hint=HOW_GIVEN,
        )  # fmt: skip
        return None
