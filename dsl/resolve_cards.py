"""Cards: tables, generator lines and single cards with their text."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_members import Members, Owner
from rulewright.dsl.resolve_names import Names, text
from rulewright.dsl.resolve_parts import Parts
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean, meant_or_all, nearest
from rulewright.dsl.type_rules import name_of
from rulewright.dsl.types import BOOL, CARD, NUMBER, PLAYER, CardType, OptionalType, TextType, WordType, bare
from rulewright.dsl.visitor import walk

_NO_GAME = "a card's numbers are settled before the game"


class Cards:
    """Makes the cards of one game."""

    def __init__(self, game: Game, names: Names, members: Members) -> None:
        self.game = game
        self.names = names
        self.members = members
        self._texts: list[tuple[bound.CardDef, n.CardDecl]] = []
        self._given: set[str] | None = None
        self._with_text: set[bound.CardDef] = set()
        self._of_kinds: dict[bound.Kind, list[n.Item]] = {}  # guards, targets and effects that kinds give their cards
        self._spans: dict[str, Span] = {}
        self._short: set[bound.CardDef] = set()  # cards whose row of the table does not fit: complained about already

    # ---------------------------------------------------------------- making cards

    def declare(self) -> None:
        """Make every card with its kind, numbers and keywords; texts come with `texts`."""
        for decl in self.names.of(n.CardsDecl):
            kind = self._kind(decl.kind)
            header: tuple[n.Word, ...] | None = None
            for row in decl.rows:
                if isinstance(row, n.GeneratorItem):
                    self._generator(row, kind)
                    continue
                assert isinstance(row, n.RowItem)
                if header is None and all(isinstance(cell, n.Word) for cell in row.cells):
                    header = tuple(cell for cell in row.cells if isinstance(cell, n.Word))
                    self._check_header(header, kind)
                    continue
                self._row(row, header, kind)
        for decl in self.names.of(n.CardDecl):
            self._card(decl)

    def _kind(self, word: n.Word) -> bound.Kind:
        kind = self.game.program.kinds.get(word.text)
        if kind is None:
            self.game.error(
                "E203",
                word.span,
                f"I know no kind of card called `{word.text}`",
                hint=did_you_mean(word.text, self.game.program.kinds),
            )
            return self.game.program.kinds["card"]
        return kind

    def _new(self, name: str, kind: bound.Kind, span: Span, *, series: bool = False) -> bound.CardDef:
        definition = bound.CardDef(name, kind, span=span)
        definition.this_var = bound.Var("this", CardType(kind.name), span)
        if name in self._spans and not series:
            self.game.error(
                "E213",
                span,
                f'there are two cards called "{name}"',
                related=((self._spans[name], "the first is here"),),
            )
            return definition
        self._spans[name] = span
        self.game.program.cards.append(definition)
        if not series:
            self.game.symbols.card_names[name] = definition
        return definition

    def _is_column(self, word: n.Word, kind: bound.Kind) -> bool:
        return word.text in ("name", "copies") or self._printed(kind, word.text) is not None

    def _check_header(self, header: tuple[n.Word, ...], kind: bound.Kind) -> None:
        for word in header:
            if not self._is_column(word, kind):
                self._no_attribute(kind, word)
        if header and "name" not in (word.text for word in header) and all(self._is_column(w, kind) for w in header):
            self.game.error("E415", header[0].span.to(header[-1].span), "no column is called `name`")

    def _no_attribute(self, kind: bound.Kind, word: n.Word) -> None:
        symbols = self.game.symbols
        found = symbols.members_named(CardType(kind.name), word.text)
        if found and found[0].sort != "printed":
            self.game.error("E307", word.span, f"`{word.text}` is not printed on the card: it changes in play or is "
                                               "worked out",
                            related=((found[0].span, "declared here"),) if found[0].span else ())  # fmt: skip
            return
        self.game.error(
            "E205",
            word.span,
            f"a {kind.name} has no `{word.text}`",
            hint="how many there are stands behind the kind, or alone: `4 copies`"
            if word.text in ("copies", "copy")
            else "the column of the cards' names is called `name`"
            if word.text in ("title", "card", "cards")
            else "the column that says how many there are is called `copies`"
            if word.text in ("count", "number", "amount", "quantity", "n", "how_many", "copy")
            else did_you_mean(word.text, ("name", "copies")) or meant_or_all(word.text, self.printed_names(kind)),
        )

    def printed_names(self, kind: bound.Kind) -> list[str]:
        """Give what is printed on cards of the kind."""
        members = self.game.program.card_members
        return [m.name for m in members if m.sort == "printed" and self._printed(kind, m.name) is m]

    def _printed(self, kind: bound.Kind, name: str) -> bound.Member | None:
        for member in self.game.symbols.card_members.get(name, []):
            shared = member in kind.members
            if member.sort == "printed" and (
                shared or (member.kind is not None and self.game.symbols.kinds.is_sub(kind.name, member.kind.name))
            ):
                return member
        return None

    def _row(self, row: n.RowItem, header: tuple[n.Word, ...] | None, kind: bound.Kind) -> None:
        if header is None:
            if row.span.source.text[: row.span.start].rstrip().endswith(":"):  # said of the first row
                self.game.error(
                    "E415",
                    row.span,
                    "a table of cards begins with a line that names its columns",
                    hint="`name copies strength`",
                )
            return
        if len(row.cells) != len(header):
            title = next((cell.text for cell in row.cells if isinstance(cell, n.Text)), None)
            said = f'the row of "{title}"' if title else "this row"
            missing = f"; `{header[len(row.cells)].text}` has no value" if len(row.cells) < len(header) else ""
            self.game.error(
                "E415", row.span, f"{said} has {len(row.cells)} entries, but the table has {len(header)} "
                                  f"columns{missing}",
                related=((header[0].span.to(header[-1].span), "the columns"),),
            )  # fmt: skip
        cells = dict(zip((word.text for word in header), row.cells, strict=False))
        name = cells.pop("name", None)
        if name is None and "name" not in (word.text for word in header):
            name = next((cell for cell in row.cells if isinstance(cell, n.Text)), None)  # as it was meant
            cells = {column: cell for column, cell in cells.items() if cell is not name}
        if not isinstance(name, n.Text):
            self.game.error("E415", row.span, "every row needs the card's name in quotes")
            return
        definition = self._new(name.text, kind, name.span)
        if len(row.cells) != len(header) or not all(self._is_column(word, kind) for word in header):
            self._short.add(definition)
        for column, cell in cells.items():
            if column == "copies":
                if isinstance(cell, n.NumberExpr):
                    if cell.value < 0:
                        self.game.error("E310", cell.span, f"there cannot be {cell.value} copies of a card")
                    definition.copies = bound.Const(NUMBER, cell.span, max(cell.value, 0))
                else:
                    self.game.error("E301", cell.span, "the number of copies must be a number")
                continue
            member = self._printed(kind, column)
            if member is not None:
                definition.printed[member] = self._cell(cell, member)

    def _cell(self, cell: n.Word | n.Text | n.NumberExpr, member: bound.Member) -> bound.Expr:
        node: n.Expr
        if isinstance(cell, n.Word):
            node = n.NameExpr(cell.text, span=cell.span)
        elif isinstance(cell, n.Text):
            node = n.TextExpr(cell.text, span=cell.span)
        else:
            node = cell
        return self.printed_value(node, member, Scope(nobody_acts=_NO_GAME))

    def printed_value(self, node: n.Expr, member: bound.Member, scope: Scope) -> bound.Expr:
        """Give what is printed for an attribute, checked against its type."""
        of = bare(member.type)
        if (
            isinstance(node, n.NameExpr)
            and isinstance(of, WordType)
            and node.name not in of.values
            and scope.find(node.name) is None
        ):
            if not self.game.expressions.is_value(node.name) and node.name not in ("nothing", "nobody"):
                return self.game.bad(
                    "E201", node.span, f"`{node.name}` is no {of.name}", hint=did_you_mean(node.name, of.values)
                )
        if isinstance(node, n.TextExpr) and not isinstance(of, CardType | TextType):
            what = f"`{member.name}` must be {name_of(of)}, but this is a text in quotes"
            hint = f"write `{node.value}` without quotes" if node.value in getattr(of, "values", ()) else None
            return self.game.bad("E301", node.span, what, hint=hint)
        value = self.game.expressions.resolve(node, scope, member.type)
        return self.game.want(value, member.type, f"`{member.name}`")

    # ---------------------------------------------------------------- generator lines

    def _generator(self, row: n.GeneratorItem, kind: bound.Kind) -> None:
        definition = self._new(row.title.text, kind, row.title.span, series=True)
        scope = Scope(nobody_acts=_NO_GAME)
        definition.copies = self.game.expressions.number(row.count, scope, "how many of each")
        series: list[tuple[bound.Member, bound.Expr | None, bound.Expr | None]] = []
        for item in row.series:
            member = self._printed(kind, item.name.text)
            if member is None:
                self._no_attribute(kind, item.name)
                continue
            low = None if item.low is None else self.game.expressions.number(item.low, scope, "the first number")
            high = None if item.high is None else self.game.expressions.number(item.high, scope, "the last number")
            of = bare(member.type)
            if low is None and not isinstance(of, WordType):
                self.game.error("E415", item.span, f"say from which to which: `each {item.name.text} from 1 to 10`")
            if low is not None and of != NUMBER:
                self.game.error("E301", item.span, f"`{item.name.text}` is {name_of(member.type)}, not a number")
            series.append((member, low, high))
        definition.series = tuple(series)
        alone = {
            m.name
            for m, low, high in series
            if isinstance(low, bound.Const) and isinstance(high, bound.Const) and low.value == high.value
        }
        self._check_title(row, {item.name.text for item in row.series}, alone)

    def _check_title(self, row: n.GeneratorItem, known: set[str], alone: set[str]) -> None:

        for name in re.findall(r"\{(\w*)\}", row.title.text):
            if name not in known:
                self.game.error(
                    "E415",
                    row.title.span,
                    f"`{{{name}}}` in the name is none of the numbers of this line",
                    hint=did_you_mean(name, known),
                )
        for name in sorted(known - alone):
            if f"{{{name}}}" not in row.title.text:
                self.game.error(
                    "E415",
                    row.title.span,
                    f"cards with different `{name}` would have one name",
                    hint=f"put `{{{name}}}` into the name",
                )

    # ---------------------------------------------------------------- single cards

    def _card(self, decl: n.CardDecl) -> None:
        title = decl.title
        definition = self.game.symbols.card_names.get(title.text)
        kind = self._kind_of(decl) or self._kind_meant(decl)
        if definition is None:
            if kind is None:
                self.game.error(
                    "E202", title.span, f'there is no card called "{title.text}", and this one does not say its kind',
                    hint=self.game.expressions.card_hint(title.text) or f'say its kind: `card "{title.text}": KIND`',
                )  # fmt: skip
                kind = self.game.program.kinds["card"]
            definition = self._new(title.text, kind, title.span)
        elif definition in self._with_text:
            self.game.error(
                "E213",
                title.span,
                f'there are two texts for "{title.text}"',
                related=((self._spans[title.text], "the first is here"),),
            )
        elif kind is not None and kind is not definition.kind:
            self.game.error(
                "E213",
                title.span,
                f'"{title.text}" is already a {definition.kind.name}',
                related=((self._spans[title.text], "here"),),
            )
        definition.doc = text(decl.doc) or definition.doc
        self._traits(decl, definition)
        for item in decl.items:
            if isinstance(item, n.StatsItem):
                self._stats(item, definition)
            elif isinstance(item, n.OwnItem):
                self._own(item, definition)
        self._texts.append((definition, decl))
        self._with_text.add(definition)

    def _kind_meant(self, decl: n.CardDecl) -> bound.Kind | None:
        """The kind that a header names misspelt, or as of several: an error of its own tells that."""
        kinds = self.game.program.kinds
        for trait in decl.traits:
            for word in trait.words:
                if isinstance(word, n.Word) and not self.game.symbols.word_members(CARD, word.text):
                    noun = self.game.symbols.nouns.get(word.text)
                    near = noun.kind.name if noun is not None and noun.kind is not None else nearest(word.text, kinds)
                    if near is not None and word.text not in self.game.program.keywords:
                        return kinds[near]
        return None

    def _kind_of(self, decl: n.CardDecl) -> bound.Kind | None:
        for trait in decl.traits:
            for word in trait.words:
                if isinstance(word, n.Word) and word.text in self.game.program.kinds:
                    return self.game.program.kinds[word.text]
        return None

    def _traits(self, decl: n.CardDecl, definition: bound.CardDef) -> None:
        for trait in decl.traits:
            words = trait.words
            if (
                len(words) == 2
                and not isinstance(words[0], n.Word)
                and isinstance(words[1], n.Word)
                and words[1].text in ("copy", "copies")
            ):
                scope = Scope(nobody_acts=_NO_GAME)
                definition.copies = self.game.expressions.number(words[0], scope, "how many copies there are")
                continue
            if any(isinstance(one, n.Word) and one.text == "and" for one in words[1:-1]):
                apart = trait.span.text.replace(" and ", ", ")
                self.game.error("E204", trait.span, "what a card has stands apart by commas", hint=f"write `{apart}`")
                continue
            for word in words:
                if isinstance(word, n.Word):
                    self._trait(word, definition)
                else:
                    hint = f"say `{word.span.text} copies`"
                    self.game.error("E415", word.span, "I do not know what this number is", hint=hint)

    def _trait(self, word: n.Word, definition: bound.CardDef) -> None:
        program = self.game.program
        if word.text in program.kinds:
            if program.kinds[word.text] is not definition.kind:
                self.game.error(
                    "E215", word.span, f'"{definition.name}" is a {definition.kind.name}; a card has one kind'
                )
            return
        if word.text in program.keywords:
            definition.keywords.append(program.keywords[word.text])
            self.game.use(program.keywords[word.text])
            return
        found = [
            (m, of)
            for m, of in self.game.symbols.word_members(CardType(definition.kind.name), word.text)
            if m.sort == "printed"
        ]
        if len(found) == 1:
            member, of = found[0]
            definition.printed[member] = bound.Const(of, word.span, of.values.index(word.text))
            return
        known = {*program.kinds, *program.keywords, *self.game.groups.adjectives(CARD)}
        self.game.error(
            "E204",
            word.span,
            f"I know no kind, keyword or word `{word.text}` that a card could have",
            hint=did_you_mean(word.text, known),
        )

    def _stats(self, item: n.StatsItem, definition: bound.CardDef) -> None:
        for stat in item.stats:
            member = self._printed(definition.kind, stat.name.text)
            if member is None:
                self._no_attribute(definition.kind, stat.name)
                self._short.add(definition)  # what is missing is what is misspelt here
                continue
            if member in definition.printed:
                self.game.error("E213", stat.name.span, f'`{member.name}` of "{definition.name}" is given twice')
            definition.printed[member] = self.printed_value(stat.value, member, self._text_scope(definition))

    def _own(self, item: n.OwnItem, definition: bound.CardDef) -> None:
        subject = item.subject
        if not (
            isinstance(subject, n.SubjectItem)
            and isinstance(subject.what, n.PronounExpr)
            and subject.what.word == "this"
        ):
            self.game.error("E402", subject.span, "a card gives members to itself: `this has:`")
            return
        self.members.items(item.members, Owner("card", kind=definition.kind, card_def=definition))

    # ---------------------------------------------------------------- kinds' defaults

    def defaults(self) -> None:
        """Put the defaults of kinds that share an attribute onto their cards; complain of what is still missing."""
        for kind, member, node in self.members.kind_defaults:
            for definition in self.game.program.cards:
                if (
                    member not in definition.printed
                    and not self._in_series(definition, member)
                    and self.game.symbols.kinds.is_sub(definition.kind.name, kind.name)
                ):
                    definition.printed[member] = self.printed_value(node, member, self._text_scope(definition))
        for definition in self.game.program.cards:
            missing = [
                member.name
                for member in self.game.program.card_members
                if member.sort == "printed" and member.start is None and member not in definition.printed
                and not self._in_series(definition, member) and self._has(definition, member)
                and not isinstance(member.type, OptionalType) and member.type != BOOL
            ]  # fmt: skip
            if missing and definition.span is not None and definition not in self._short:
                listed = " and ".join(f"`{name}`" for name in missing)
                self.game.error(
                    "E416",
                    definition.span,
                    f'"{definition.name}" has no {listed}',
                    hint="give it in the table or on the card, or a `normally` value in its kind",
                )

    def _has(self, definition: bound.CardDef, member: bound.Member) -> bool:
        if member in definition.kind.members:
            return True
        at: bound.Kind | None = definition.kind
        while at is not None:
            if member in at.members:
                return True
            at = at.parent
        return False

    @staticmethod
    def _in_series(definition: bound.CardDef, member: bound.Member) -> bool:
        return any(of is member for of, _, _ in definition.series)

    # ---------------------------------------------------------------- texts

    def _text_scope(self, definition: bound.CardDef) -> Scope:
        assert definition.this_var is not None and definition.span is not None
        return self.card_scope(definition.this_var, definition.span)

    def card_scope(self, this: bound.Var, span: Span) -> Scope:
        """Give the scope of text on a card: `you` is its controller."""
        card = bound.Local(this.type, span, this)
        you = bound.MemberOf(PLAYER, span, card, self.game.symbols.builtin_members["card", "controller"])
        return Scope(you=you, this=this)

    @staticmethod
    def _announced_scope(definition: bound.CardDef, scope: Scope) -> Scope:
        """Give the scope of what a card does when it is played: `you` played it, wherever it is by then."""
        assert definition.span is not None
        definition.you_expr = bound.Local(PLAYER, definition.span, bound.Var("you", PLAYER, definition.span))
        return scope.child(acts=True, you=definition.you_expr)

    def actions(self) -> None:
        """Resolve the headers of the actions that cards bring."""
        for definition, decl in self._texts:
            for item in decl.items:
                if isinstance(item, n.ActionDecl):
                    self.card_action(item, definition)
        for definition in self.game.program.cards:
            self.shared_actions(definition)

    def shared_actions(self, definition: bound.CardDef) -> None:
        """Give a card the actions of its kind and of the keywords that it has, or that something may give it."""
        for decl in self.names.of(n.KindDecl):
            if self.game.symbols.kinds.is_sub(definition.kind.name, decl.name.text):
                for item in decl.items:
                    if isinstance(item, n.ActionDecl):
                        self.card_action(item, definition)
        for keyword in self.names.of(n.KeywordDecl):
            actions = [item for item in keyword.items if isinstance(item, n.ActionDecl)]
            name = keyword.name.text
            printed = any(one.name == name for one in definition.keywords)
            if actions and (printed or name in self._given_to_cards()):
                span = keyword.name.span
                has_it = n.IsExpr(n.PronounExpr("this", span=span), False, n.NameExpr(name, span=span), span=span)
                for item in actions:
                    guard = n.OnlyIfItem(keyword.name, has_it, span=span)
                    self.card_action(evolve(item, items=(guard, *item.items)), definition)

    def _given_to_cards(self) -> set[str]:
        """The keywords that some text gives to cards: `this is flying`."""
        if self._given is None:
            self._given = {
                node.attribute.text
                for decl in self.names.decls
                for node in walk(decl)
                if isinstance(node, n.SetFlagItem) and not node.negated
            }
        return self._given

    def card_action(self, decl: n.ActionDecl, definition: bound.CardDef) -> None:
        """Make an action that exists while its card is in play."""
        name = decl.signature.name
        action = bound.Action(
            name.text, card_def=definition, this_var=definition.this_var, doc=text(decl.doc), span=name.span
        )
        definition.actions.append(action)
        self.game.symbols.learn_card_action(name.text, action)
        self.game.actions.action(action, decl, self._text_scope(definition))

    def texts(self) -> None:
        """Resolve what stands on the cards."""
        for definition, decl in self._texts:
            self.game.inside = definition
            scope = self._text_scope(definition)
            parts = Parts(self.game, self._announced_scope(definition, scope), definition.name)
            kinds = self._inherited(definition.kind)
            for item in (*kinds, *decl.items):
                if isinstance(item, n.OnlyIfItem | n.LimitItem | n.TargetItem | n.PartItem):
                    parts.take(item)
            self._parts(definition, parts, decl.span)
            standing = [item for item in decl.items if is_standing(item)]
            definition.standing = self.game.standing.all(standing, scope, f'card "{definition.name}"')
        for definition in self.game.program.cards:
            if definition not in self._with_text:
                self.inherited_text(definition)
        self.game.inside = None

    def inherited_text(self, definition: bound.CardDef) -> None:
        """Give a card without text of its own what all cards of its kind have."""
        inherited = self._inherited(definition.kind)
        if inherited:
            parts = Parts(self.game, self._announced_scope(definition, self._text_scope(definition)), definition.name)
            for item in inherited:
                parts.take(item)
            assert definition.span is not None
            self._parts(definition, parts, definition.span)

    def _parts(self, definition: bound.CardDef, parts: Parts, span: Span) -> None:
        definition.guards, definition.limits = tuple(parts.guards), tuple(parts.limits)
        definition.targets = tuple(parts.targets)
        definition.effect_vars = tuple(target.var for target in parts.targets)
        definition.effect = parts.blocks.get("effect", parts.blocks.get("do"))
        for name in ("cost", "pay"):
            if name in parts.blocks:
                self.game.error("E402", span, f"`{name}:` belongs to the action that plays the card")

    def _inherited(self, kind: bound.Kind) -> list[n.Item]:
        """Give the guards, targets and effects that every card of the kind has."""
        if kind in self._of_kinds:
            return self._of_kinds[kind]
        found = self._of_kinds.setdefault(kind, [])
        at: bound.Kind | None = kind
        while at is not None:
            for decl in self.names.of(n.KindDecl):
                if decl.name.text == at.name:
                    found[:0] = [
                        i for i in decl.items if isinstance(i, n.OnlyIfItem | n.LimitItem | n.TargetItem | n.PartItem)
                    ]
            at = at.parent
        return found

    def kinds_and_keywords(self) -> None:
        """Resolve what stands on kinds and keywords."""
        for decl in self.names.of(n.KindDecl):
            kind = self.game.program.kinds.get(decl.name.text)
            if kind is None:
                continue  # its name means something else, which has been said
            items = [item for item in decl.items if is_standing(item)]
            kind.this_var = bound.Var("this", CardType(kind.name), decl.name.span)
            scope = self.card_scope(kind.this_var, decl.name.span)
            for item in decl.items:
                if isinstance(item, n.AbilitiesItem):
                    condition = self.game.expressions.condition(item.condition, scope).expr
                    kind.working.append((kind.this_var, self.game.want_condition(condition)))
            kind.standing = self.game.standing.all(items, scope, kind.name)
        for decl in self.names.of(n.KeywordDecl):
            keyword = self.game.program.keywords[decl.name.text]
            scope = self.card_scope(keyword.this_var, decl.name.span)
            keyword.standing = self.game.standing.all(
                [item for item in decl.items if is_standing(item)], scope, keyword.name
            )


def is_standing(item: Any) -> bool:
    """Whether an item of a block is standing text."""
    return isinstance(
        item,
        n.TriggerItem | n.AsSoonAsItem | n.AlwaysItem | n.WhileItem | n.ModifyItem | n.SetAttributeItem | n.SetFlagItem
        | n.LosesItem | n.EntersItem | n.ControlItem | n.CannotItem | n.OnlyCanItem | n.CanDespiteItem,
    )  # fmt: skip
