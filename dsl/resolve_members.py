"""Members of the table, players, cards, boards and units; zones, decks and options."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_boards import board_of_lines
from rulewright.dsl.resolve_decks import Decks, is_built
from rulewright.dsl.resolve_keyed import keyed_member, pile_without_order
from rulewright.dsl.resolve_names import Names, text
from rulewright.dsl.resolve_types import Read
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.type_rules import is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    NUMBER,
    PLAYER,
    ZONE,
    CardType,
    LineType,
    NothingType,
    OptionalType,
    PlayerType,
    SpaceType,
    WordType,
)

_SEEN = ("public", "private", "hidden", "top_public", "ordered")
_NOT_FREE = "a first value is worked out before the game; nobody acts yet"


@define
class Owner:
    """Whose members a block declares."""

    sort: str  # as Member.owner
    kind: bound.Kind | None = None
    keyword: bound.Keyword | None = None
    card_def: bound.CardDef | None = None
    board: bound.Board | None = None
    unit: bound.Unit | None = None
    this: bound.Var | None = None


class Members:
    """Declares members; their first values and zones' properties are resolved once every name is known."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names
        self._later: list[tuple[bound.Member, n.MemberItem | n.IndexedItem, Owner]] = []
        self._kind_defaults: list[tuple[bound.Kind, bound.Member, n.Expr]] = []

    # ---------------------------------------------------------------- declaring

    def declare(self) -> None:
        """Make every member that a declaration lists."""
        for decl in self.names.of(n.HasDecl):
            owner = self._owner(decl)
            if owner is not None:
                self.items(decl.members, owner)
        for decl in self.names.of(n.KindDecl):
            kind = self.game.program.kinds.get(decl.name.text)
            if kind is not None:
                self.items(decl.items, Owner("card", kind=kind))
        for decl in self.names.of(n.KeywordDecl):
            keyword = self.game.program.keywords[decl.name.text]
            self.items(decl.items, Owner("card", keyword=keyword, this=keyword.this_var))
        self._decks()

    def items(self, items: tuple[Any, ...], owner: Owner) -> None:
        """Declare the members among the items of a block."""
        for item in items:
            if isinstance(item, n.MemberItem):
                for name in item.names:
                    self._member(name, item, owner)
            elif isinstance(item, n.IndexedItem):
                self._pair(item, owner)

    def _owner(self, decl: n.HasDecl) -> Owner | None:
        if decl.owner is None:
            return Owner("table")
        words, places = decl.owner.words, decl.owner.places
        name = words[-1].text
        program = self.game.program
        if len(words) == 1 and name == "player":
            unit = None
            for place in places:
                if isinstance(place, n.InItem) and isinstance(place.where, n.NameExpr):
                    unit = self.game.statements.unit(place.where.name, place.span)
                else:
                    self.game.error("E405", place.span, "members are for every player, or for `each player in ROUND`")
            return Owner("player", unit=unit)
        if len(words) == 1 and name == "line" and decl.owner.where is None:
            if len(self.game.symbols.boards_with_lines) > 1 or places:
                board = board_of_lines(self.game, decl.owner)
                return None if board is None else Owner("line", board=board)
        if len(words) == 1 and not places and decl.owner.where is None:
            if name in program.kinds:
                return Owner("card", kind=program.kinds[name])
            noun = self.game.symbols.nouns.get(name)
            if noun is not None and isinstance(noun.type, SpaceType | LineType):
                return Owner("space" if isinstance(noun.type, SpaceType) else "line", board=noun.board)
            if name in program.units or name in program.verbs or name in program.actions:
                return Owner("unit", unit=self.game.statements.unit(name, words[0].span))
        single = self._single(name)
        if single is not None:
            said = f"members are declared for one: `each {single} has:`"
            self.game.error("E203", words[0].span.to(words[-1].span), said, hint=f"write `{single}`, not `{name}`")
            return self._owner(evolve(decl, owner=evolve(decl.owner, words=(evolve(words[0], text=single),))))
        known = {"player", "card", "turn", *program.kinds, *program.units, *program.verbs, *program.actions}
        known |= {board.noun for board in program.boards.values()}
        self.game.error(
            "E203",
            words[0].span.to(words[-1].span),
            f"I know no `{name}` that could have members",
            hint=did_you_mean(name, known),
        )
        return None

    def _single(self, name: str) -> str | None:
        """The noun for one of what a plural means: `player` for `players`."""
        noun = self.game.symbols.nouns.get(name)
        if noun is None or not noun.plural:
            return None
        single = self.game.groups.singular(name)
        return None if single == name else single

    def _member(self, name: n.Word, item: n.MemberItem, owner: Owner) -> None:
        read = self.game.types.read(item.type, word_name=item.names[0].text)
        sort = self._sort(item, read, owner)
        member = bound.Member(
            name.text,
            owner.sort,
            read.type,
            sort,
            owner.kind,
            owner.keyword,
            owner.card_def,
            owner.unit,
            span=name.span,
        )
        member.board = owner.board
        member.low, member.high = read.low, read.high
        member.opposite = self._opposite(item, member)
        if not self._register(member, name, owner, item):
            return
        if owner.sort == "card":
            member.this_var = bound.Var("this", CardType(owner.kind.name if owner.kind else "card"), name.span)
        if read.is_zone:
            member.zone = self._zone(read)
        self._later.append((member, item, owner))

    def _opposite(self, item: n.MemberItem, member: bound.Member) -> str | None:
        """Give the opposite that a yes/no member declares: `drained: yes or no, opposite undrained`."""
        for prop in item.properties:
            words = (
                [part.name for part in prop.slots[0].parts if isinstance(part, n.NameExpr)]
                if isinstance(prop, n.PhraseItem)
                else []
            )
            if words[:1] == ["opposite"] and len(words) == 2:
                if member.type != BOOL:
                    self.game.error("E402", prop.span, "only what is yes or no has an opposite")
                return words[1]
        return None

    def _sort(self, item: n.MemberItem, read: Read, owner: Owner) -> str:
        if read.is_zone:
            return "zone"
        if type(read.type).__name__ == "PieceType":
            return "piece"
        words = {p.word for p in item.properties if isinstance(p, n.DefaultItem)}
        if "starts" in words:
            return "state"
        if owner.sort == "card":
            return "printed"
        for prop in item.properties:
            if isinstance(prop, n.DefaultItem) and prop.word == "normally":
                self.game.error(
                    "E402", prop.span, "only what is printed on cards, and an option, has a `normally`",
                    hint="what changes `starts` with a value; what rules only modify is a definition: "
                         f"`define player p's {item.names[0].text}: ...`",
                )  # fmt: skip
        return "state"

    def _zone(self, read: Read) -> bound.ZoneInfo:
        words = {word.text for word in read.zone_words}
        shown = next((w for w in ("private", "hidden", "top_public") if w in words), "public")
        return bound.ZoneInfo(shown, "ordered" in words)

    def _register(self, member: bound.Member, name: n.Word, owner: Owner, item: n.MemberItem) -> bool:
        """Put the member where it is looked up; False when it is a second one, or shares that of another kind."""
        program, symbols = self.game.program, self.game.symbols
        if owner.sort in ("table", "unit"):
            if not self.names.once("name", member.name, name.span):
                return False
            if member.name in program.options:
                self.game.error("E213", name.span, f"`{member.name}` is already an option")
            symbols.globals[member.name] = member
            (program.table_members if owner.sort == "table" else program.unit_members).append(member)
            if owner.unit is not None:
                owner.unit.members.append(member)
            return True
        if owner.sort == "player":
            if not self.names.once("attribute of players", member.name, name.span):
                return False
            symbols.player_members[member.name].append(member)
            program.player_members.append(member)
            if owner.unit is not None:
                owner.unit.members.append(member)
            return True
        if owner.sort in ("space", "line") and owner.board is not None:
            if not self.names.once(f"attribute of {owner.board.name}'s {owner.sort}s", member.name, name.span):
                return False
            table = symbols.space_members if owner.sort == "space" else symbols.line_members
            table[member.name].append(member)
            (owner.board.members if owner.sort == "space" else owner.board.line_members).append(member)
            return True
        return self._register_card(member, name, owner, item)

    def _register_card(self, member: bound.Member, name: n.Word, owner: Owner, item: n.MemberItem) -> bool:
        program, symbols = self.game.program, self.game.symbols
        if owner.kind is None:
            where = owner.keyword.members if owner.keyword else owner.card_def.members if owner.card_def else []
            where.append(member)
            symbols.card_members[member.name].append(member)
            program.card_members.append(member)
            return True
        for other in symbols.card_members.get(member.name, []):
            if other.kind is None or other.card_def is not None:
                continue
            if other.kind is owner.kind and not self._is_shared(other, owner.kind):
                self.game.error("E213", name.span, f"`{owner.kind.name}` already has `{member.name}`",
                                related=((other.span, "first declared here"),) if other.span else ())  # fmt: skip
                return False
            below = symbols.kinds.is_sub(owner.kind.name, other.kind.name)
            same = other.type == member.type and other.sort == member.sort == "printed"
            if below and not same:
                self.game.error("E213", name.span, f"every {other.kind.name} already has `{member.name}`, and it is "
                                                   f"{name_of(other.type)}",
                                related=((other.span, "declared here"),) if other.span else ())  # fmt: skip
                return False
            if same:
                self._share(other, owner.kind, item)
                return False
        owner.kind.members.append(member)
        symbols.card_members[member.name].append(member)
        program.card_members.append(member)
        return True

    @staticmethod
    def _is_shared(member: bound.Member, kind: bound.Kind) -> bool:
        return member not in kind.members

    def _share(self, member: bound.Member, kind: bound.Kind, item: n.MemberItem) -> None:
        """Two kinds have the same printed attribute: it is one, of the nearest kind above both."""
        program, symbols = self.game.program, self.game.symbols
        assert member.kind is not None
        if member not in kind.members:
            kind.members.append(member)
        defaults = [p.value for p in item.properties if isinstance(p, n.DefaultItem)]
        if defaults:
            self._kind_defaults.append((kind, member, defaults[0]))
        if not symbols.kinds.is_sub(kind.name, member.kind.name):
            own = member.kind
            member.kind = program.kinds[symbols.kinds.meet(kind.name, own.name)]
            if member.start is None:
                for entry in self._later:
                    if entry[0] is member:
                        first = [p.value for p in entry[1].properties if isinstance(p, n.DefaultItem)]
                        if first:
                            self._kind_defaults.append((own, member, first[0]))

    def _pair(self, item: n.IndexedItem, owner: Owner) -> None:
        member = keyed_member(self.game, self.names, item, owner.sort)
        if member is not None:
            self._later.append((member, item, owner))

    def _decks(self) -> None:
        for decl in self.names.of(n.DeckDecl):
            if is_built(decl):
                if self.names.once("deck", decl.name.text, decl.name.span):
                    self.game.program.built_decks[decl.name.text] = bound.BuiltDeck(
                        decl.name.text, doc=text(decl.doc), span=decl.name.span
                    )
                continue
            if not self.names.once("name", decl.name.text, decl.name.span):
                continue
            member = bound.Member(decl.name.text, "table", ZONE, "zone", span=decl.name.span)
            member.zone = bound.ZoneInfo("hidden", True, deck=())
            self.game.program.table_members.append(member)
            self.game.symbols.globals[member.name] = member

    # ---------------------------------------------------------------- options

    def options(self) -> None:
        """Declare the options with their types; a default must be one of the values."""
        program = self.game.program
        for decl in self.names.of(n.OptionDecl):
            name = decl.name
            if not self.names.once("option", name.text, name.span):
                continue
            if decl.type is None:
                self.game.error(
                    "E411",
                    name.span,
                    "an option needs its values",
                    hint=f"`option {name.text}: 0 to 3, normally 1`, or words: `{name.text}: a or b, normally a`",
                )
                continue
            read = self.game.types.read(decl.type, word_name=name.text)
            if not isinstance(read.type, WordType) and read.type not in (BOOL, NUMBER) and not is_error(read.type):
                self.game.error(
                    "E411",
                    decl.type.span,
                    f"an option is a number in a range, yes or no, or a word, not {name_of(read.type)}",
                )
            if read.type == NUMBER and read.low is None:
                self.game.error("E411", decl.type.span, "say which numbers the option may have", hint="`0 to 3`")
            option = bound.Option(name.text, read.type, None, read.low, read.high, text(decl.doc), name.span)
            program.options[option.name] = option
            option.default = self._default(decl, option)

    def _default(self, decl: n.OptionDecl, option: bound.Option) -> Any:
        defaults = [p for p in decl.properties if isinstance(p, n.DefaultItem)]
        for other in decl.properties:
            if not isinstance(other, n.DefaultItem):
                self.game.error("E411", other.span, "an option has only `normally VALUE`")
        if not defaults:
            self.game.error(
                "E411",
                decl.name.span,
                f"the option `{option.name}` does not say what it normally is",
                hint="add `, normally VALUE`",
            )
            return None
        value = self.game.expressions.resolve(defaults[0].value, Scope(nobody_acts="no game has begun"), option.type)
        value = self.game.want(value, option.type, f"the default of `{option.name}`")
        if not isinstance(value, bound.Const):
            self.game.error("E411", value.span, "the default of an option is a plain value")
            return None
        if (
            option.low is not None
            and option.high is not None
            and isinstance(value.value, int)
            and not option.low <= value.value <= option.high
        ):
            self.game.error("E310", value.span, f"{value.value} is not from {option.low} to {option.high}")
        return value.value

    # ---------------------------------------------------------------- first values and properties

    def finish(self) -> None:
        """Resolve first values, resets and the properties of zones."""
        for member, item, owner in self._later:
            self._properties(member, item, owner)
            if member.start is None and member.sort == "state":
                member.start = self._start_unsaid(member)
        for decl in self.names.of(n.DeckDecl):
            deck = self.game.symbols.globals.get(decl.name.text)
            if deck is not None and deck.zone is not None and deck.span is decl.name.span:
                self._deck_properties(deck, decl)
        Decks(self.game).brought(self.names.of(n.BringsDecl), self.names.of(n.DeckDecl))

    def _start_unsaid(self, member: bound.Member) -> bound.Expr | None:
        """What a member that changes begins as where nothing is said: 0, no, the first word or player; else nothing."""
        of, span = member.type, member.span
        assert span is not None
        if of == NUMBER:
            low, high = member.low, member.high
            return bound.Const(NUMBER, span, max(0 if high is None else min(0, high), 0 if low is None else low))
        if of == BOOL:
            return bound.Const(BOOL, span, False)
        if isinstance(of, WordType):
            return bound.Const(of, span, 0)
        if of == PLAYER:
            first = n.NameExpr("first_player", span=span)
            return self.game.expressions.resolve(first, Scope(nobody_acts=_NOT_FREE), of)
        return None

    def _scope(self, member: bound.Member, owner: Owner) -> Scope:
        this = member.this_var if owner.sort == "card" else None
        return Scope(this=this, nobody_acts=_NOT_FREE)

    def _resets(self, member: bound.Member, span: Span) -> None:
        if member.sort != "state":
            self.game.error("E402", span, f"`{member.name}` never changes, so it is never reset",
                            hint="give it a first value: `starts ...`")  # fmt: skip
        elif member.reset is not None and not (isinstance(member.reset.event, bound.Unit) and member.reset.edge):
            told = f"`{member.name}` can start anew when a turn, round, phase or verb begins or ends, at nothing else"
            self.game.error("E402", span, told, hint="`until the turn ends`; else a rule: `when EVENT: set ...`")

    def _properties(self, member: bound.Member, item: n.MemberItem | n.IndexedItem, owner: Owner) -> None:
        for prop in item.properties:
            if isinstance(prop, n.DefaultItem):
                self._first(member, prop, owner)
            elif isinstance(prop, n.ResetItem):
                assert isinstance(prop.pattern, n.Pattern)
                scope = self._scope(member, owner)
                member.reset = self.game.standing.pattern(prop.pattern, scope).pattern
                self._resets(member, prop.span)
            elif isinstance(prop, n.InPlayItem):
                self._need_zone(member, prop.span)
                if prop.place.text != "play":
                    self.game.error("E405", prop.span, "only `in play` can be said of a zone")
                if member.zone is not None:
                    member.zone.in_play = True
            elif isinstance(prop, n.CapacityItem):
                self._capacity(member, prop, owner)
            elif isinstance(prop, n.PhraseItem):
                self._phrase(member, prop, owner)
            else:
                self.game.error("E405", prop.span, "I do not know this property")
        pile_without_order(self.game, member)

    def _first(self, member: bound.Member, prop: n.DefaultItem, owner: Owner) -> None:
        if member.sort in ("zone", "piece"):
            self.game.error(
                "E402",
                prop.span,
                f"{'a zone' if member.sort == 'zone' else 'a piece'} has no first value",
                hint="put cards and pieces where they start in `setup:`",
            )
            return
        value = self.game.expressions.resolve(prop.value, self._scope(member, owner), member.type)
        if isinstance(member.type, type(None)):
            return
        if isinstance(value.type, NothingType) and isinstance(member.type, PlayerType | CardType | SpaceType | WordType):
            missing = "nobody" if isinstance(member.type, PlayerType) else "nothing"
            said = name_of(member.type).split(" ", 1)[-1]
            self.game.error(
                "E301", value.span, f"`{member.name}` is always {name_of(member.type)}, so it cannot start as `{value.span.text}`",
                hint=f"write `{member.name}: {said} or {missing}`",
            )  # fmt: skip
            member.type = OptionalType(member.type)
        member.start = self.game.want(value, member.type, f"the first value of `{member.name}`")
        if (
            member.low is not None
            and isinstance(value, bound.Const)
            and isinstance(value.value, int)
            and member.high is not None
        ):
            if not member.low <= value.value <= member.high:
                self.game.error("E310", value.span, f"{value.value} is not from {member.low} to {member.high}")

    def _need_zone(self, member: bound.Member, span: Span) -> None:
        if member.zone is None:
            self.game.error("E402", span, f"this is for zones, and `{member.name}` is {name_of(member.type)}")

    def _capacity(self, member: bound.Member, prop: n.CapacityItem, owner: Owner) -> None:
        self._need_zone(member, prop.span)
        if member.zone is None:
            return
        member.zone.capacity = self.game.expressions.number(prop.limit, self._scope(member, owner), "how many fit in")
        if prop.words:
            group = n.GroupExpr(prop.words, (), None, None, span=prop.words[0].span.to(prop.words[-1].span))
            member.zone.capacity_group = self.game.groups.resolve(group, self._scope(member, owner)).group

    def _phrase(self, member: bound.Member, prop: n.PhraseItem, owner: Owner) -> None:
        first = prop.slots[0].parts
        words = [part.name for part in first if isinstance(part, n.NameExpr)]
        slots = {slot.preposition: slot.parts for slot in prop.slots[1:]}
        if words[:1] == ["opposite"] and len(words) == 2 and not slots:
            return  # read when the member was declared, as adjectives must be known early
        info = member.zone
        if info is None:
            known = ("opposite", "starts", "normally", "until")
            self.game.error(
                "E405", prop.span, "I do not know this property", hint=did_you_mean(words[0], known) if words else None
            )
            return
        if words == ["ordered"]:
            info.ordered = True
            ends = [slots.get("from"), slots.get("to")]
            if slots:
                names = [part[0].name for part in ends if part and isinstance(part[0], n.NameExpr)]
                if len(names) == 2:
                    info.ends = (names[0], names[1])
                else:
                    self.game.error("E405", prop.span, "both ends need a name", hint="`ordered from head to tail`")
            return
        if words in (["drawn"], ["refilled"], ["emptied"]):
            self._flow(member, words[0], slots, prop, owner)
            return
        properties = ("ordered", "drawn", "refilled", "emptied", "in play", "at most")
        self.game.error(
            "E405",
            prop.span,
            "I do not know this property of a zone",
            hint=f"write it before `zone`: `{words[0]} zone`" if words and words[0] in _SEEN
            else did_you_mean(words[0], properties) if words else None,
        )

    def _flow(
        self, member: bound.Member, word: str, slots: dict[str | None, Any], prop: n.PhraseItem, owner: Owner
    ) -> None:
        info = member.zone
        assert info is not None
        preposition = "from" if word == "refilled" else "into"
        parts = slots.get(preposition)
        if not parts or len(slots) != 1 or len(parts) != 1:
            self.game.error(
                "E405", prop.span, "I cannot read this property", hint=f"it is said so: `{word} {preposition} ZONE`"
            )
            return
        if word == "emptied":
            # `its` is the card that has to go; `this` is the card that it lay on.
            info.emptied_card = bound.Var("it", CardType("card"), prop.span)
            scope = self._scope(member, owner).child(it=((info.emptied_card,),))
            value = self.game.expressions.resolve(parts[0], scope)
            info.emptied_into = self.game.want(value, ZONE, "where the cards go")
            return
        found = self._zone_named(parts[0], member.owner)
        if word == "drawn":
            info.drawn_into = found
        else:
            info.refilled_from = found

    def _zone_named(self, node: n.Expr, owner: str) -> bound.Member | None:
        """Give the zone member of that bare name: the table's own pile by itself, a player's for each player."""
        name = node.name if isinstance(node, n.NameExpr) else node.name if isinstance(node, n.MemberExpr) else ""
        players = [m for m in self.game.symbols.player_members.get(name, []) if m.sort == "zone"]
        table = self.game.symbols.globals.get(name)
        tables = [table] if table is not None and table.sort == "zone" else []
        for member in (*players, *tables) if owner == "player" else (*tables, *players):
            self.game.use(member)
            return member
        zones = {
            m.name for m in (*self.game.program.player_members, *self.game.program.table_members) if m.sort == "zone"
        }
        self.game.error("E205", node.span, f"there is no zone called `{name}`", hint=did_you_mean(name, zones))
        return None

    # ---------------------------------------------------------------- decks

    def _deck_properties(self, member: bound.Member, decl: n.DeckDecl) -> None:
        assert member.zone is not None
        owner = Owner("table")
        for prop in decl.properties:
            if isinstance(prop, n.PhraseItem):
                self._phrase(member, prop, owner)
            elif isinstance(prop, n.InPlayItem):
                member.zone.in_play = True
            else:
                self.game.error("E405", prop.span, "I do not know this property of a deck",
                                hint="`drawn into ZONE`, or `for one player` for a deck that a player brings")  # fmt: skip
        member.zone.deck = Decks(self.game).rows(decl)

    # ---------------------------------------------------------------- names of the ends of zones

    def ends(self) -> None:
        """Learn how the ends of ordered zones are called. Runs before anything reads `z's head`."""
        symbols, program = self.game.symbols, self.game.program
        for member, item, _ in self._later:
            for prop in item.properties:
                if (
                    member.zone is not None
                    and isinstance(prop, n.PhraseItem)
                    and prop.slots[0].parts[0] == n.NameExpr("ordered", span=prop.span)
                ):
                    slots = {slot.preposition: slot.parts[0] for slot in prop.slots[1:]}
                    first, last = slots.get("from"), slots.get("to")
                    if isinstance(first, n.NameExpr) and isinstance(last, n.NameExpr):
                        member.zone.ends = (first.name, last.name)
                        member.zone.ordered = True
        for member in (*program.table_members, *program.player_members, *program.card_members):
            if member.zone is not None and member.zone.ordered:
                symbols.first_ends[member.zone.ends[0]].append(member)
                symbols.last_ends[member.zone.ends[1]].append(member)
        for name in set(symbols.first_ends) & set(symbols.last_ends):
            member = symbols.last_ends[name][0]
            if member.span is not None:
                self.game.error(
                    "E213",
                    member.span,
                    f"`{name}` is the first end of one zone and the last of another",
                    related=tuple((m.span, "the other is here") for m in symbols.first_ends[name][:1] if m.span),
                )

    @property
    def kind_defaults(self) -> list[tuple[bound.Kind, bound.Member, n.Expr]]:
        """Defaults that a kind gives to an attribute it shares with others."""
        return self._kind_defaults
