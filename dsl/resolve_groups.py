"""Groups: `enemy leading dragons d in play where ...` becomes a base, and conditions on the group's variable."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.narrowing import told
from rulewright.dsl.resolve_boards import means_on_boards, on_one_board
from rulewright.dsl.resolve_laid import lying_on
from rulewright.dsl.resolve_numbers import Described, Numbers
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean, nearest
from rulewright.dsl.symbols import TRIGGER, Noun
from rulewright.dsl.type_rules import ERROR, is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NUMBER,
    PLAYER,
    CardType,
    LineType,
    ListType,
    ObjectType,
    PlayerType,
    SpaceType,
    Type,
    WordType,
    ZoneType,
    bare,
)


@frozen
class Row:
    """A row of words split up: adjectives, the noun, and perhaps a name."""

    adjectives: tuple[n.Word, ...]
    noun: n.Word | None
    means: Noun | None
    name: n.Word | None
    title: n.Word | None = None  # a title that stands for the kind: `a "Bee" b in play`


_NOT_MEMBERS = ("no", "some", "any", "many", "more", "less", "fewer", "only")


def is_title(word: n.Word) -> bool:
    """Whether it is a title in quotes that stands where a noun stands."""
    return word.text.startswith('"')


def span_of(words: tuple[n.Word, ...]) -> Span:
    """Give the stretch from the first word to the last."""
    return words[0].span.to(words[-1].span)

# Python nests no more than twenty loops in one function; some are left for what the engine adds.
_MOST_LOOPS = 15


class Groups(Numbers):
    """Resolves groups for one game."""

    # ---------------------------------------------------------------- the row of words

    def split(self, words: tuple[n.Word, ...], scope: Scope, *, may_name: bool = True) -> Row | None:
        """Split a row of words; None (and an error) when none of them is a noun."""
        nouns = self.game.symbols.nouns
        for at, word in enumerate(words):
            if is_title(word):
                name = words[at + 1] if at + 1 < len(words) else None
                return Row(words[:at], word, evolve(nouns["card"], type=self._titled(word).type), name, word)
        for at in range(len(words) - 1, max(-1, len(words) - (3 if may_name else 2)), -1):
            noun = nouns.get(words[at].text)
            if noun is None:
                continue
            name = words[at + 1] if at + 1 < len(words) else None
            before = nouns.get(words[at - 1].text) if at > 0 and name is None and may_name else None
            if (
                before is not None
                and before.member is None
                and not isinstance(before.type, CardType)
                and not noun.plural
            ):
                return Row(words[: at - 1], words[at - 1], before, words[at])  # a name spelt like a noun: refused later
            return Row(words[:at], words[at], noun, name)
        self._no_noun(words, scope)
        return None

    def _titled(self, title: n.Word) -> bound.Expr:
        """Give the card with that title; the type is that of its kind."""
        return self.game.expressions.resolve(n.TextExpr(title.text[1:-1], span=title.span), Scope())

    def _no_noun(self, words: tuple[n.Word, ...], scope: Scope) -> None:
        nouns = self.game.symbols.nouns
        if not words:
            return  # what could not be read has been complained about
        last = words[-1]
        candidates = [w for w in words[-2:] if nearest(w.text, nouns)]
        if candidates:
            wrong = candidates[0] if len(candidates) == 1 else self._farther_from_a_name(candidates)
        else:
            named = len(words) > 1 and words[-2].text not in self.adjectives(CARD) | self.adjectives(PLAYER)
            wrong = words[-2] if named else last
        self.game.error(
            "E203",
            wrong.span,
            f"I know no kind of thing called `{wrong.text}`",
            hint=self._whose(wrong.text)
            or did_you_mean(wrong.text, nouns)
            or "a group needs a noun: a kind of card, `card`, `player`, `zone`, a space ...",
        )

    def _whose(self, name: str) -> str | None:
        """The hint for the name of a place or number that stands where a kind of thing must."""
        if name in ("opponent", "opponents"):
            return "`another player`, `each other player p`, `an other player p where ...`"
        if self.game.symbols.members_named(PLAYER, name):
            return f"`{name}` belongs to a player: say whose, as in `your {name}`"
        if self.game.expressions.is_value(name):
            return f"`{name}` is a name by itself: leave `the` out"
        return None

    @staticmethod
    def _farther_from_a_name(candidates: list[n.Word]) -> n.Word:
        return max(candidates, key=lambda w: len(w.text))

    # ---------------------------------------------------------------- groups

    def resolve(
        self,
        node: n.GroupExpr | n.NumbersExpr,
        scope: Scope,
        *,
        determiner: str | None = None,
        of_any: bool = False,
        named: n.Word | None = None,
    ) -> Described:
        """Resolve a group. `determiner` is "another" where the words before it say so.

        `named`: what it is called where it is a parameter. `of_any`: it recognises a participant of an event, so
        numbers and zones need no range.
        """
        if len(scope.loops) == _MOST_LOOPS:
            self.game.error("E110", node.span, f"more than {_MOST_LOOPS} loops and groups are inside each other here",
                            hint="give the inner part a name with `define` or `to`")  # fmt: skip
        if isinstance(node, n.NumbersExpr):
            return self.numbers(node, scope)
        if len(node.words) == 1 and not is_title(node.words[0]) and node.words[0].text not in self.game.symbols.nouns:
            if (listed := self._named_list(node, scope)) is not None:
                return listed
        row = self.split(node.words, scope)
        if row is None or row.means is None or row.noun is None:
            return self._unknown(node, scope, named)
        row = self._on_a_stack(row, node, scope)
        row = evolve(row, means=means_on_boards(self.game, row.means, node, scope))
        assert row.means is not None and row.noun is not None
        element = row.means.type
        if element == NUMBER and any(isinstance(place, n.OfItem) for place in node.places):
            self.game.error("E301", node.span, "how many there are is said with `count of`",
                            hint="write `count of cards in your hand`")  # fmt: skip
            return self._unknown(evolve(node, places=()), scope, named)
        singular = "card" if row.title else self.singular(row.noun.text)
        called, at = (row.name.text, row.name.span) if row.name else (singular, node.span)
        var = bound.Var(called, element, at)
        inner = scope.child(chance=False, acts=False, loops=(*scope.loops, var))
        if row.name:
            self.declare(inner, var, row.name)
        else:
            inner = inner.child(it=(*scope.it, (var,)))
        conditions: list[bound.Expr] = []
        if isinstance(element, ObjectType) and row.means.kind is not None and row.means.kind.name != "card":
            card = self.card_of(bound.Local(element, row.noun.span, var), row.noun.span)
            conditions.append(bound.IsKind(BOOL, row.noun.span, card, row.means.kind, False))
        if isinstance(element, ObjectType) and element.action is not None:
            action = self.game.program.actions.get(element.action)
            if action is not None or element.action == TRIGGER:
                conditions.append(bound.IsAction(BOOL, row.noun.span, bound.Local(element, row.noun.span, var), action))
        if row.means.member is not None:
            self.game.use(row.means.member)
            conditions.append(self._flag(var, row.means.member, row.means.negated, row.noun.span))
        if row.title is not None and not is_error(row.means.type):
            card = bound.Local(element, row.noun.span, var)
            if isinstance(element, ObjectType):
                card = self.card_of(card, row.noun.span)
            conditions.append(bound.Equal(BOOL, row.noun.span, card, self._titled(row.title), False))
        singles = False
        for word in row.adjectives:
            if word.text == "single" and self._counts_singles(element):
                singles = True
                continue
            condition = self.adjective(word, bound.Local(element, word.span, var), scope, kind_noun=singular)
            if condition is not None:
                conditions.append(condition)
        if determiner == "another":
            condition = self._other(bound.Local(element, row.noun.span, var), scope, row.noun.span, "another")
            if condition is not None:
                conditions.append(condition)
        base, order, more = self._places(node, var, row.means, scope, inner, of_any)
        conditions.extend(more)
        conditions.sort(key=_cost)
        if node.where is not None:
            facts = frozenset().union(*(told(c)[0].facts for c in conditions)) if conditions else frozenset()
            where = self.game.expressions.condition(node.where, inner.knowing(facts)).expr
            conditions.extend(where.parts if isinstance(where, bound.And) else (where,))
        superlatives = () if node.superlative is None else (self._superlative(node.superlative, var, inner),)
        group = bound.Group(
            ListType(element),
            node.span,
            var,
            base,
            row.means.kind if isinstance(element, CardType) and element.kind != "card" else None,
            None,
            tuple(conditions),
            superlatives,
            order,
            singles,
        )
        return Described(group, inner, row.name is not None)

    def _counts_singles(self, element: Type) -> bool:
        """Whether `single` means each of the cards that are joined."""
        pack = self.game.program.pack is not None and isinstance(element, CardType)
        return pack and not self.game.symbols.yes_no_members(element, "single")

    def singular(self, word: str) -> str:
        noun = self.game.symbols.nouns[word]
        if not noun.plural:
            return word
        for name, other in self.game.symbols.nouns.items():
            if not other.plural and (other.type, other.kind, other.member) == (noun.type, noun.kind, noun.member):
                return name
        return word

    def _unknown(self, node: n.GroupExpr, scope: Scope, named: n.Word | None = None) -> Described:
        var = bound.Var(node.words[-1].text if node.words else "thing", ERROR, node.span)
        inner = scope.child()
        if named is not None:
            inner.names[named.text] = var
        if len(node.words) > 1:
            inner.names[var.name] = var
        else:
            inner = inner.child(it=(*scope.it, (var,)))
        group = bound.Group(
            ListType(ERROR), node.span, var, bound.Base("list", (self.game.nothing_known(node.span),)), None, None, ()
        )
        for place in node.places:
            for expr in _place_exprs(place):
                self.game.expressions.resolve(expr, scope)
        if node.where is not None:
            self.game.expressions.condition(node.where, inner)
        return Described(group, inner, len(node.words) > 1)

    def _named_list(self, node: n.GroupExpr, scope: Scope) -> Described | None:
        """`count of cs`, `each best`: a row that is the name of a list or zone."""
        word = node.words[0]
        if scope.find(word.text) is None and not self.game.expressions.is_value(word.text):
            return None
        value = self.game.expressions.name(word.text, word.span, scope, None)
        plain = self.of_list(value, word.text, word.span)
        if plain is None:
            return None
        var = plain.var
        inner = scope.child(it=(*scope.it, (var,)))
        conditions: list[bound.Expr] = []
        if node.where is not None:
            conditions.append(self.game.expressions.condition(node.where, inner).expr)
        superlatives = () if node.superlative is None else (self._superlative(node.superlative, var, inner),)
        group = evolve(plain, span=node.span, conditions=tuple(conditions), superlatives=superlatives)
        return Described(group, inner, False)

    def of_list(self, value: bound.Expr, name: str, span: Span) -> bound.Group | None:
        """Give the group of all that a list or a zone holds; an error and None for what holds nothing."""
        element = self.element(value, span)
        if element is None:
            return None
        sort = "zones" if isinstance(element, CardType) and _of_zones(value) else "list"
        var = bound.Var(name, element, span)
        return bound.Group(ListType(element), span, var, bound.Base(sort, (value,)), None, None, ())

    def element(self, value: bound.Expr, span: Span) -> Type | None:
        """Give what a list holds or a zone's cards; an error and None for what holds nothing."""
        of = bare(value.type)
        if is_error(of):
            return ERROR
        if isinstance(of, ZoneType):
            return CARD
        if isinstance(of, ListType):
            return CARD if isinstance(of.element, ZoneType) else of.element
        self.game.error("E301", span, f"here must stand a group or a list, but `{span.text}` is {name_of(of)}")
        return None

    # ---------------------------------------------------------------- places

    def _places(
        self, node: n.GroupExpr, var: bound.Var, noun: Noun, scope: Scope, inner: Scope, of_any: bool
    ) -> tuple[bound.Base, bound.Order | None, list[bound.Expr]]:
        """Give where the members come from, their order, and what else the places ask for."""
        bases: list[bound.Base] = []
        order: bound.Order | None = None
        more: list[bound.Expr] = []
        thing = bound.Local(var.type, node.span, var)
        for place in node.places:
            match place:
                case n.ClockwiseItem():
                    order = self._order(place, var, scope)
                case n.WithEmptyItem(name=word):
                    of = self.game.expressions.member(thing, word.text, word.span, scope)
                    more.append(self.game.expressions.is_empty(of, False, place.span))
                case n.WithValueItem(name=word, value=value) if word.text in _NOT_MEMBERS:
                    named = value.span.text
                    self.game.error(
                        "E205",
                        place.span,
                        f"what {name_of(var.type)} has is not told by `with {word.text} ...`",
                        hint=f"an empty place: `with an empty {named}`; a number: `where x's {named} is 0`",
                    )
                case n.WithValueItem(name=word, value=value):
                    of = self.game.expressions.member(thing, word.text, word.span, scope)
                    more.append(
                        self.game.expressions.equal(
                            of, self.game.expressions.resolve(value, scope, bare(of.type)), False, place.span
                        )
                    )
                case _:
                    base, conditions = self._place(place, var, noun, scope)
                    more.extend(conditions)
                    if base is not None:
                        bases.append(base)
        rank = {"of_player": 0, "zones": 1, "list": 1, "in_play": 3, "next_to": 0, "region": 1}
        bases.sort(key=lambda base: rank.get(base.sort, 5))
        for extra in bases[1:]:
            condition = self.base_condition(extra, thing, node.span)
            if condition is not None:
                more.append(condition)
        if not bases and of_any and (noun.type == NUMBER or isinstance(noun.type, ZoneType)):
            return bound.Base("numbers" if noun.type == NUMBER else "zone_list"), order, more
        return (bases[0] if bases else self._everything(noun, node, scope)), order, more

    def _on_a_stack(self, row: Row, node: n.GroupExpr, scope: Scope) -> Row:
        """`a spell in STACK`: what lies there are objects; the words are about their cards."""
        stacks = self.game.program.stacks
        for place in node.places:
            if isinstance(place, n.InItem) and isinstance(place.where, n.NameExpr) and place.where.name in stacks:
                assert row.means is not None
                if isinstance(row.means.type, CardType) and scope.find(place.where.name) is None:
                    return evolve(row, means=evolve(row.means, type=ObjectType(None)))
        return row

    def _everything(self, noun: Noun, node: n.GroupExpr, scope: Scope) -> bound.Base:
        element = noun.type
        if isinstance(element, PlayerType):
            return bound.Base("players")
        if isinstance(element, SpaceType):
            return bound.Base("spaces", board=self.game.program.boards[element.board])
        if isinstance(element, LineType):
            return bound.Base("lines", board=self.game.program.boards[element.board])
        if isinstance(element, ObjectType):
            stacks = tuple(self.game.program.stacks.values())
            action = self.game.program.actions.get(element.action or "")
            stack = action.stack if action is not None and action.stack is not None else stacks[0] if stacks else None
            if action is None and element.action == TRIGGER:
                stack = self.game.program.trigger_stack
            return bound.Base("objects", stack=stack)
        if isinstance(element, WordType) or element == BOOL:
            return bound.Base("words")
        if element == NUMBER:
            self.game.error("E301", node.span, "say from which number to which: `number n from 1 to 4`")
            return bound.Base("numbers", (self.game.nothing_known(node.span), self.game.nothing_known(node.span)))
        if isinstance(element, ZoneType):
            self.game.error("E405", node.span, "say which zones: `a zone in LIST`")
            return bound.Base("list", (self.game.nothing_known(node.span),))
        return bound.Base("cards")

    def _place(
        self, place: n.Item, var: bound.Var, noun: Noun, scope: Scope
    ) -> tuple[bound.Base | None, list[bound.Expr]]:
        element = noun.type
        thing = bound.Local(var.type, place.span, var)
        if is_error(element):  # what it is has been complained about
            for expr in _place_exprs(place):
                if not (isinstance(expr, n.NameExpr) and expr.name == "play"):
                    self.game.expressions.resolve(expr, scope)
            return None, []
        match place:
            case n.InItem(where=where):
                return self._in(where, place, element, scope, thing)
            case n.InSomeItem(name=word) | n.OutsideItem(name=word):
                negated = isinstance(place, n.OutsideItem)
                if word.text == "box" and "box" not in self._zone_names():
                    box = self.game.expressions.name("box", word.span, scope, None)
                    return None, [bound.IsIn(BOOL, place.span, thing, box, negated)]
                members = self.zones_named(word)
                return None, [bound.InSome(BOOL, place.span, thing, members, negated)]
            case n.OfItem(owner=owner):
                return self._of(owner, place, element, noun, scope, thing)
            case n.OfAnotherItem(name=word):
                return self._of_another(word, place, element, noun, scope, thing)
            case n.OnItem(where=where):
                return lying_on(self.game, thing, self.game.expressions.resolve(where, scope), place.span)
            case n.NextToItem(what=what):
                if not isinstance(element, SpaceType):
                    self.game.error("E301", place.span, f"only spaces are next to something, not {name_of(element)}")
                    return None, []
                near = self.game.expressions.space(self.game.expressions.resolve(what, scope), "`next to`")
                on_one_board(self.game, thing, near, place.span)
                return bound.Base("next_to", (near,), board=self.game.program.boards[element.board]), []
        raise AssertionError(f"no place: {type(place).__name__}")

    def _in(
        self, where: n.Expr, place: n.Item, element: Type, scope: Scope, thing: bound.Expr
    ) -> tuple[bound.Base | None, list[bound.Expr]]:
        if isinstance(where, n.NameExpr) and where.name == "play" and scope.find("play") is None:
            if isinstance(element, CardType):
                return bound.Base("in_play"), []
            self.game.error("E301", place.span, f"only cards are in play, not {name_of(element)}")
            return None, []
        if isinstance(where, n.NameExpr) and where.name in self.game.program.stacks and scope.find(where.name) is None:
            stack = self.game.program.stacks[where.name]
            self.game.use(stack)
            return bound.Base("objects", stack=stack), []
        value = self.game.expressions.resolve(where, scope)
        inside = self.element(value, where.span)
        if inside is None or is_error(inside):
            return bound.Base("list", (self.game.nothing_known(where.span),)), []
        if (
            isinstance(element, ZoneType)
            and isinstance(value.type, ListType)
            and isinstance(value.type.element, ZoneType)
        ):
            return bound.Base("list", (value,)), []
        if isinstance(element, CardType) and _of_zones(value):
            return bound.Base("zones", (value,)), []
        if isinstance(value, bound.RegionOf):
            return bound.Base("region", (value,), board=value.board), []
        related = self.game.fits(inside, element) or self.game.fits(element, inside)
        if not related:
            said = f"these are {name_of(value.type)}, and no {name_of(element)} can be among them"
            self.game.error("E301", where.span, said)
        return bound.Base("list", (value,)), []

    def _of(
        self, owner: n.Expr, place: n.Item, element: Type, noun: Noun, scope: Scope, thing: bound.Expr
    ) -> tuple[bound.Base | None, list[bound.Expr]]:
        if isinstance(owner, n.NameExpr) and owner.name in self.game.program.boards and scope.find(owner.name) is None:
            board = self.game.program.boards[owner.name]
            if isinstance(element, SpaceType | LineType) and element.board != board.name:
                self.game.error("E301", place.span, f"{name_of(element)} is not of `{board.name}`")
            return bound.Base("lines" if isinstance(element, LineType) else "spaces", board=board), []
        value = self.game.expressions.resolve(owner, scope)
        if isinstance(value.type, ZoneType):
            message = "`of` is for players; what lies in a zone is `in` it"
            value = self.game.bad("E301", owner.span, message, hint=f"write `in {owner.span.text}`")
        value = self.game.want(value, PLAYER, "after `of`, the owner")
        if isinstance(element, CardType):
            return bound.Base("of_player", (value,)), []
        if isinstance(element, ObjectType):
            member = self.game.symbols.builtin_members["object", "controller"]
            controller = bound.MemberOf(PLAYER, place.span, thing, member)
            return None, [bound.Equal(BOOL, place.span, controller, value, False)]
        self.game.error("E301", place.span, f"`of` a player is for cards, not for {name_of(element)}")
        return None, []

    def _of_another(
        self, word: n.Word, place: n.Item, element: Type, noun: Noun, scope: Scope, thing: bound.Expr
    ) -> tuple[bound.Base | None, list[bound.Expr]]:
        owner = {CardType: "card", ObjectType: "object"}.get(type(element))
        if word.text != "player" or owner is None:
            self.game.error("E301", place.span, "only `of another player` can be said, and only of cards")
            return None, []
        controller = bound.MemberOf(PLAYER, place.span, thing, self.game.symbols.builtin_members[owner, "controller"])
        other = self._other(controller, scope, place.span, "another")
        conditions = [] if other is None else [other]
        return (bound.Base("in_play") if owner == "card" else None), conditions

    def base_condition(self, base: bound.Base, thing: bound.Expr, span: Span) -> bound.Expr | None:
        if base.sort == "in_play":
            return bound.IsInPlay(BOOL, span, thing)
        if base.sort in ("zones", "list", "region") and base.exprs:
            return bound.IsIn(BOOL, span, thing, base.exprs[0], False)
        if base.sort == "next_to":
            return bound.IsNextTo(BOOL, span, thing, base.exprs[0], False)
        if base.sort == "of_player":
            controller = bound.MemberOf(PLAYER, span, thing, self.game.symbols.builtin_members["card", "controller"])
            return bound.And(
                BOOL,
                span,
                (bound.IsInPlay(BOOL, span, thing), bound.Equal(BOOL, span, controller, base.exprs[0], False)),
            )
        return None

    def _zone_names(self) -> set[str]:
        program = self.game.program
        members = (*program.table_members, *program.player_members, *program.card_members)
        return {member.name for member in members if member.sort == "zone"}

    def zones_named(self, word: n.Word) -> tuple[bound.Member, ...]:
        """Give the zone members that `in a NAME` means: zones of that name, or the zones on cards of that kind."""
        program = self.game.program
        zones = [
            m for m in (*program.table_members, *program.player_members, *program.card_members) if m.sort == "zone"
        ]
        named = tuple(m for m in zones if m.name == word.text)
        if not named:
            kind = program.kinds.get(word.text)
            if kind is not None:
                named = tuple(
                    m
                    for m in zones
                    if m.owner == "card"
                    and m.kind is not None
                    and self.game.symbols.kinds.is_sub(kind.name, m.kind.name)
                )
        for member in named:
            self.game.use(member)
        if not named:
            self.game.error(
                "E205",
                word.span,
                f"there is no zone called `{word.text}`",
                hint=did_you_mean(word.text, {m.name for m in zones})
                or "cards come `into play` where any place is in play: `enters play`, `leaves play`, `in play`",
            )
        return named

    def _order(self, place: n.ClockwiseItem, var: bound.Var, scope: Scope) -> bound.Order | None:
        if not isinstance(var.type, PlayerType):
            self.game.error("E301", place.span, f"only players sit in a circle, not {name_of(var.type)}")
            return None
        start = self.game.want(
            self.game.expressions.resolve(place.start, scope, PLAYER),
            PLAYER,
            f"after `{place.direction} {place.origin}`, what stands",
        )
        return bound.Order(place.direction == "clockwise", start, place.origin == "from")

    def _superlative(self, item: n.SuperlativeItem, var: bound.Var, inner: Scope) -> bound.Superlative:
        thing = bound.Local(var.type, item.span, var)
        value = item.value
        if item.count is not None:
            with_their = inner.child(their=thing)
            counted = self.resolve(item.count, with_their).group
            key: bound.Expr = bound.Aggregate(NUMBER, item.span, "count", None, counted)
        elif (
            isinstance(value, n.NameExpr)
            and inner.find(value.name) is None
            and self.game.symbols.members_named(bare(var.type), value.name)
        ):
            key = self.game.expressions.member(thing, value.name, value.span, inner)
        else:
            key = (
                self.game.expressions.resolve(value, inner) if value is not None else self.game.nothing_known(item.span)
            )
        if not any(isinstance(part, bound.Expr) and _is_of(part, var) for part in walk(key)):
            said = "as in `with the most cards in their hand`" if item.count else "as in `with the highest p's coins`"
            self.game.error(
                "E414", item.span, "this is the same for all of them, so it picks nothing out", hint=f"say whose, {said}"
            )
        return bound.Superlative(
            self.game.want(key, NUMBER, f"after `with the {item.which}`, what is compared"),
            item.which in ("most", "highest"),
        )


def _is_of(part: bound.Expr, var: bound.Var) -> bool:
    """Whether this is the thing that the group is about, or nothing is known of it."""
    return is_error(part.type) or (isinstance(part, bound.Local) and part.var is var)


def _of_zones(value: bound.Expr) -> bool:
    of = bare(value.type)
    return isinstance(of, ZoneType) or (isinstance(of, ListType) and isinstance(of.element, ZoneType))


def _place_exprs(place: n.Item) -> list[n.Expr]:
    match place:
        case n.InItem(where=expr) | n.OnItem(where=expr) | n.OfItem(owner=expr) | n.NextToItem(what=expr):
            return [expr]
    return []


def _cost(condition: bound.Expr) -> int:
    """Give about how dear a condition is to read: cheap ones are asked first."""
    match condition:
        case bound.IsKind() | bound.IsInPlay() | bound.InSome() | bound.IsAction():
            return 0
        case bound.MemberOf(member=member):
            return 6 if member.sort == "derived" else 1
        case bound.Not(operand=operand):
            return _cost(operand)
        case bound.Equal(left=left, right=right):
            return 2 + max(_cost(left), _cost(right)) if not isinstance(left, bound.Local) else 1
        case bound.Local() | bound.Const() | bound.TableMember() | bound.OptionValue():
            return 0
        case bound.Aggregate() | bound.Exists():
            return 9
    return 4
