"""Verb phrases: finding the verb in a row of words, and matching what stands around it to the verb's slots."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.inflect import listing
from rulewright.dsl.narrowing import missing_hint
from rulewright.dsl.resolve_boards import on_one_board
from rulewright.dsl.resolve_special_verbs import SpecialVerbs
from rulewright.dsl.said_otherwise import sentence_hint, small_word, value_change, verb_hint
from rulewright.dsl.scope import Scope
from rulewright.dsl.signatures import Signature, Slot
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.symbols import FACE
from rulewright.dsl.type_rules import ERROR, is_error, name_of
from rulewright.dsl.types import (
    BOOL,
    CARD,
    NUMBER,
    PLAYER,
    TEXT,
    CardType,
    DieType,
    ListType,
    NothingType,
    ObjectType,
    OptionalType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    WordType,
    ZoneType,
    bare,
)

# Words that begin a statement and are no verbs of the tables: `set X to Y` and their like.
STATEMENT_WORDS = ("set", "add", "subtract", "end", "open", "continue", "do", "assign")

Doing = bound.Verb | bound.Action | bound.Unit | Signature


@frozen
class Found:
    """A phrase with its verb found: who does it, what, and what stands after it."""

    subject: n.Expr | None
    verb: n.NameExpr
    doing: Doing | None
    objects: tuple[n.Expr, ...]
    slots: tuple[n.SlotItem, ...]
    span: Span


class Phrases(SpecialVerbs):
    """Finds verbs and matches arguments for one game."""

    # ---------------------------------------------------------------- finding the verb

    def find(self, phrase: n.PhraseItem, scope: Scope) -> Found | None:
        """Give the phrase with its verb, or None (and an error) when no word of it is one."""
        parts = phrase.slots[0].parts
        for at in (0, 1):
            if at >= len(parts):
                break
            word = parts[at]
            if not isinstance(word, n.NameExpr) or (at == 0 and scope.knows(word.name)):
                continue
            doing = self.game.symbols.doing(word.name)
            if doing is None and not (at == 0 and word.name in STATEMENT_WORDS):
                continue
            if at == 0 and len(parts) > 1 and self._is_subject(word, parts[1], scope):
                continue
            subject = parts[0] if at == 1 else None
            return Found(subject, word, doing, parts[at + 1 :], phrase.slots[1:], phrase.span)
        self._no_verb(phrase, parts, scope)
        return None

    def _is_subject(self, first: n.NameExpr, second: n.Expr, scope: Scope) -> bool:
        """`winner takes ...`: the first word could be a verb but is a value, and the second is a verb."""
        if not self.game.expressions.is_value(first.name) or not isinstance(second, n.NameExpr):
            return False
        return second.name in self.game.symbols.third

    def _no_verb(self, phrase: n.PhraseItem, parts: tuple[n.Expr, ...], scope: Scope) -> None:
        symbols = self.game.symbols
        first = parts[0]
        at = 0
        known = (
            not isinstance(first, n.NameExpr) or scope.knows(first.name) or self.game.expressions.is_value(first.name)
        )
        if known and len(parts) > 1 and isinstance(parts[1], n.NameExpr):
            at = 1
        word = parts[at]
        if not isinstance(word, n.NameExpr):
            hint: str | None = "a line of a block begins with a verb (`move`, `draw` ...) or with who does it (`p draws 2`)"
            if isinstance(word, n.ArithmeticExpr) and word.op == "-" and isinstance(word.left, n.NameExpr):
                hint = "no number has a sign in front: `subtract 2 from ...` takes away, `0 - 2` is a value"
            self.game.error("E211", word.span, "here must stand something that is done", hint=sentence_hint(word.span.text) or hint)
        elif word.name in symbols.program.units or word.name in symbols.program.rules:
            sort = "rule" if word.name in symbols.program.rules else symbols.program.units[word.name].kind
            self.game.error("E211", word.span, f"`{word.name}` is a {sort} and cannot be done like a verb")
        else:
            base = {*symbols.all_doings(), *STATEMENT_WORDS}
            candidates = {*symbols.third, *base} if at == 1 else base
            hint = verb_hint(word.name, candidates, also=base if at == 1 else symbols.third)
            self.game.error("E211", word.span, f"I know no verb `{word.name}`", hint=hint)
        for part in parts:
            if part is not word and not (isinstance(part, n.NameExpr) and at == 0):
                self.game.expressions.resolve(part, scope.child())
        for slot in phrase.slots[1:]:
            for part in slot.parts:
                if not isinstance(part, n.NameExpr):
                    self.game.expressions.resolve(part, scope.child())

    # ---------------------------------------------------------------- signatures

    def slots_of(self, doing: Doing, *, event: bool = False) -> tuple[Slot, ...]:
        """Give the slots of anything that can be done: those of a line, or those of an event that is said."""
        if isinstance(doing, Signature):
            return tuple(slot for slot in doing.slots if slot.said != ("line" if event else "event"))
        if isinstance(doing, bound.Unit):
            return ()
        return tuple(Slot(param.var.name, param.preposition, (), True) for param in doing.params)

    def shown(self, doing: Doing, *, event: bool = False) -> str:
        """Give the form of a verb for messages: `move CARDS [from ZONE] to ZONE`."""
        words = [doing.name]
        for slot in self.slots_of(doing, event=event):
            particle = "up " if isinstance(doing, Signature) and slot.name == "up_to" else ""
            text = f"{particle}{slot.preposition} {slot.name.upper()}" if slot.preposition else slot.name.upper()
            words.append(text if slot.required else f"[{text}]")
        return " ".join(words)

    # ---------------------------------------------------------------- arguments

    def arguments(
        self, found: Found, scope: Scope, *, known: tuple[str, ...] = ()
    ) -> tuple[tuple[str, bound.Expr], ...]:
        """Match what stands after the verb to its slots. `known`:
        slots that need not be named here (asked for later)."""
        assert found.doing is not None
        slots = self.slots_of(found.doing)
        given: dict[str, bound.Expr] = {}
        objects, particle = self._without_particle(found)
        unlabelled = [slot for slot in slots if slot.preposition is None]
        too_many = self._unlabelled(found, objects, unlabelled, given, scope)
        wrong = [item for item in found.slots if not self._labelled(item, found, slots, given, scope, particle)]
        missing = [s for s in slots if s.required and s.name not in given and s.name not in known]
        if particle and "up_to" not in given:
            self.game.error(
                "E302", found.verb.span, f"`{found.verb.name} up` needs `to` and a number: `{found.verb.name} up to 5`"
            )
        if missing and not wrong and not too_many:
            what = listing([self._slot_text(slot) for slot in missing], "and")
            self.game.error(
                "E302",
                found.span,
                f"`{found.doing.name}` also needs {what}",
                hint=f"it is said so: `{self.shown(found.doing)}`",
            )
        return tuple((slot.name, given[slot.name]) for slot in slots if slot.name in given)

    @staticmethod
    def _slot_text(slot: Slot) -> str:
        return f"`{slot.preposition} {slot.name.upper()}`" if slot.preposition else f"`{slot.name.upper()}`"

    def _without_particle(self, found: Found) -> tuple[tuple[n.Expr, ...], bool]:
        if isinstance(found.doing, Signature) and found.objects:
            last = found.objects[-1]
            if isinstance(last, n.NameExpr) and last.name in found.doing.particles:
                return found.objects[:-1], True
        return found.objects, False

    def _unlabelled(
        self, found: Found, objects: tuple[n.Expr, ...], slots: list[Slot], given: dict[str, bound.Expr], scope: Scope
    ) -> bool:
        """Match what stands behind the verb; whether there is more than it takes."""
        doing = found.doing
        assert doing is not None
        left = list(slots)
        too_many = False
        for node in objects:
            while left and not left[0].required and len(left) > len(objects) - objects.index(node):
                left.pop(0)
            if not left:
                if (
                    objects
                    and not slots
                    and isinstance(node, n.NameExpr)
                    and self.game.symbols.doing(node.name) is not None
                ):
                    self.game.error(
                        "E211", node.span, f"`{found.verb.name}` is done by itself; nothing stands after it"
                    )
                else:
                    if too_many:
                        continue
                    said = " ".join(node.span.text.split())
                    if said in ("else", "otherwise", "each", "if", "then", "unless"):
                        code, message, hint = small_word(said)
                        self.game.error(code, node.span, message, hint=hint)
                        too_many = True
                        continue
                    needless = said in ("the game", "card", "cards", "it", "turn")
                    hint = f"leave `{said}` out" if needless else f"it is said so: `{self.shown(doing)}`"
                    if doing.name in ("lose", "win") and isinstance(node, n.NumberExpr):
                        hint = "that ends the game for somebody; " + value_change(doing.name == "win")
                    self.game.error("E302", node.span, f"`{doing.name}` takes nothing here", hint=hint)
                    too_many = True
                    if not isinstance(node, n.NameExpr | n.TheExpr):
                        self.game.expressions.resolve(node, scope)
                continue
            slot = left.pop(0)
            given[slot.name] = self.argument(node, slot, doing, scope, given)
        return too_many

    def _labelled(
        self,
        item: n.SlotItem,
        found: Found,
        slots: tuple[Slot, ...],
        given: dict[str, bound.Expr],
        scope: Scope,
        particle: bool,
    ) -> bool:
        """Take one labelled argument; False (and an error) when the verb takes no such."""
        doing = found.doing
        assert doing is not None
        fitting = [slot for slot in slots if slot.preposition == item.preposition]
        if isinstance(doing, Signature) and doing.particles:
            fitting = [slot for slot in fitting if (slot.name == "up_to") == particle or slot.name != "up_to"]
        if not fitting or any(slot.name in given for slot in fitting):
            again = bool(fitting)
            prepositions = [f"`{slot.preposition}`" for slot in slots if slot.preposition]
            hint = f"it is said so: `{self.shown(doing)}`" if prepositions or slots else None
            message = (
                f"`{item.preposition}` stands here twice" if again else f"`{doing.name}` takes no `{item.preposition}`"
            )
            self.game.error("E302", item.span, message, hint=hint)
            for part in item.parts:
                if not isinstance(part, n.NameExpr):
                    self.game.expressions.resolve(part, scope)
            return False
        if len(item.parts) > 1:
            self.game.error(
                "E302",
                item.parts[1].span,
                f"after `{item.preposition}` stands one thing, here are {len(item.parts)}",
                hint=self._joined(item.parts[0], item.parts[1], scope),
            )
            return False
        given[fitting[0].name] = self.argument(item.parts[0], fitting[0], doing, scope, given)
        return True

    def _joined(self, first: n.Expr, second: n.Expr, scope: Scope) -> str:
        """How two things side by side were meant: `p hand` is `p's hand`."""
        if isinstance(first, n.NameExpr | n.PersonExpr | n.PronounExpr) and isinstance(second, n.NameExpr):
            shown = first.span.text
            if self.game.symbols.members_named(PLAYER, second.name):
                return f"write `{'your' if shown == 'you' else shown + chr(39) + 's'} {second.name}`"
        return "join several with `and`"

    def argument(
        self, node: n.Expr, slot: Slot, doing: Doing, scope: Scope, given: dict[str, bound.Expr]
    ) -> bound.Expr:
        """Give what fills one slot, checked against what the slot takes."""
        what = f"what `{doing.name}` {slot.preposition + ' ' if slot.preposition else ''}takes as `{slot.name}`"
        if isinstance(doing, Signature):
            return self._for_builtin(node, slot, what, scope, given)
        assert not isinstance(doing, bound.Unit)
        param = next(param for param in doing.params if param.var.name == slot.name)
        value = self.game.expressions.resolve(node, scope, param.var.type)
        return self._for_param(value, param, doing, what)

    def _for_param(self, value: bound.Expr, param: bound.Param, doing: Doing, what: str) -> bound.Expr:
        of = param.var.type
        if self.game.fits(value.type, of):
            return value
        if isinstance(of, SpaceType) and isinstance(value.type, PieceType):
            return self.game.want(self.game.expressions.space(value, what), of, what)
        if isinstance(of, ListType):
            if isinstance(value.type, ZoneType) and isinstance(of.element, CardType):
                return self.cards(value, what)
            if self.game.fits(value.type, of.element):
                return bound.ListExpr(of, value.span, (value,))
        if isinstance(value.type, ZoneType) and isinstance(doing, bound.Verb) and self.game.fits(CARD, bare(of)):
            var = bound.Var("card", CARD, value.span)
            base = bound.Base("zones", (value,))
            return bound.Group(ListType(CARD), value.span, var, base, None, None, ())
        if isinstance(bare(of), CardType) and isinstance(doing, bound.Verb):
            several = self.cards(value, what, quiet=True)
            if (
                several is not None
                and isinstance(several.type, ListType)
                and self.game.fits(several.type.element, bare(of))
            ):
                return several
        if (
            isinstance(of, PlayerType)
            and isinstance(value.type, ListType)
            and value.type.element == PLAYER
            and isinstance(doing, bound.Verb)
        ):
            return value
        return self.game.want(value, of, what)

    def _for_builtin(
        self, node: n.Expr, slot: Slot, what: str, scope: Scope, given: dict[str, bound.Expr]
    ) -> bound.Expr:
        accepts = slot.accepts
        if "words" in accepts and isinstance(node, n.NameExpr) and node.name in slot.words:
            return bound.Const(TEXT, node.span, node.name)
        if accepts == ("words",):
            return self.game.bad("E302", node.span, f"here must stand {listing([f'`{w}`' for w in slot.words])}")
        if "end" in accepts and isinstance(node, n.NameExpr) and scope.find(node.name) is None:
            if self.game.symbols.end_of_zone(node.name) is not None:
                return bound.Const(TEXT, node.span, node.name)
            ends = {*self.game.symbols.first_ends, *self.game.symbols.last_ends}
            if not self.game.expressions.is_value(node.name):
                return self.game.bad(
                    "E201", node.span, f"no zone has an end called `{node.name}`", hint=did_you_mean(node.name, ends)
                )
        if "target" in accepts:
            return self.target(node, scope, "zone" in accepts)
        expected: Type | None = FACE if "face" in accepts else NUMBER if accepts == ("number",) else None
        value = self.game.expressions.resolve(node, scope, expected)
        if is_error(value.type) or "any" in accepts:
            return value
        for other in given.values():
            if isinstance(other.type, PieceType):
                on_one_board(self.game, other, value, node.span)
        return self._accepted(value, accepts, what)

    def _accepted(self, value: bound.Expr, accepts: tuple[str, ...], what: str) -> bound.Expr:
        of = value.type
        if "piece" in accepts and isinstance(of, PieceType):
            return value
        if "cards" in accepts:
            several = self.cards(value, what, quiet=True)
            if several is not None:
                return several
        if any(tests_for(of, self).get(accept, False) for accept in accepts):
            return value
        if "space" in accepts and isinstance(of, PieceType):
            return self.game.expressions.space(value, what)
        wanted = {
            "number": "a number",
            "card": "a card",
            "cards": "cards",
            "zone": "a zone",
            "player": "a player",
            "players": "players",
            "die": "a die",
            "object": "something on a stack",
            "face": "face_up or face_down",
            "end": "an end of a zone",
            "space": "a space",
            "piece": "a piece",
        }
        missing = isinstance(of, OptionalType) and (
            any(tests_for(bare(of), self).get(accept, False) for accept in accepts)
            or ("cards" in accepts and isinstance(of.element, CardType))
        )
        hint = missing_hint(value, bare(of), self.game) if missing else None
        if hint is None and "zone" in accepts and isinstance(bare(of), PlayerType):
            hint = "say which zone of the player: `your hand`, `p's hand`"
        return self.game.bad(
            "E303" if missing else "E301", value.span,
            f"{what} must be {listing([wanted.get(a, a) for a in accepts])}, but this is {name_of(of)}", hint=hint,
        )

    def cards(self, value: bound.Expr, what: str, *, quiet: bool = False) -> Any:
        """Give cards: a card, a list, the cards of zones; `the first card in Z` may be none at all."""
        of = value.type
        if isinstance(of, CardType) or is_error(of):
            return value
        if isinstance(of, ListType) and isinstance(of.element, CardType | ZoneType):
            return value
        if isinstance(of, ZoneType):
            return value
        if isinstance(of, NothingType) and isinstance(value, bound.Const) and value.value == ():
            return value
        if isinstance(of, OptionalType) and isinstance(of.element, CardType) and isinstance(value, bound.FirstOf):
            one = bound.Const(NUMBER, value.span, 1)
            return bound.FirstOf(ListType(of.element), value.span, value.group, value.last, one)
        if isinstance(value, bound.ZoneEnd):
            var = bound.Var("card", CARD, value.span)
            group = bound.Group(ListType(CARD), value.span, var, bound.Base("zones", (value.zone,)), None, None, ())
            return bound.FirstOf(
                ListType(CARD), value.span, group, value.which == "last", bound.Const(NUMBER, value.span, 1)
            )
        return None if quiet else self.game.want(value, ListType(CARD), what)

    def target(self, node: n.Expr, scope: Scope, or_zone: bool = False) -> bound.Expr:
        """Give a place that can be set: a local, a member of the table, of a thing, or of a pair."""
        before = set(self.game.read)
        reads = {key: set(value) for key, value in self.game.reads_of.items()} if self.game.inside is not None else None
        target = self.game.expressions.resolve(node, scope.child(facts=frozenset()))
        match target:
            case bound.MemberOf(member=member) | bound.TableMember(member=member) | bound.PairMember(member=member):
                if member not in before:
                    self.game.read.discard(member)
                    if reads is not None:
                        self.game.reads_of = reads
                if member.sort == "zone" and or_zone:
                    self.game.use(member)
                    return target
                self.game.written.add(member)
                if member.sort in ("state", "piece") or (member.sort == "builtin" and member.name == "owner"):
                    return target
                sorts = {
                    "printed": "printed on the card",
                    "derived": "worked out by its definition",
                    "zone": "a zone",
                    "keyword": "given by a keyword",
                }
                why = sorts.get(member.sort, "made by the language")
                hint = None
                if member.sort == "printed":
                    hint = (
                        f"give it a first value where it is declared, `starts ...`, if `{member.name}` changes in play"
                    )
                return self.game.bad("E307", node.span, f"`{member.name}` cannot be set: it is {why}", hint=hint,
                                     related=((member.span, "declared here"),) if member.span else ())  # fmt: skip
            case bound.Local():
                return target
            case bound.Builtin(name="first_player"):
                return target
        if is_error(target.type):
            return target
        return self.game.bad(
            "E307",
            node.span,
            "this cannot be set",
            hint=f"leave `the` out: `{' '.join(word.text for word in node.group.words)}`"
            if isinstance(node, n.TheExpr) and not node.group.places
            else "set a member (`your coins`, `time`) or a name made with `let`",
        )

    # ---------------------------------------------------------------- who does it

    def actor(self, found: Found, scope: Scope) -> tuple[bound.Expr | None, tuple[tuple[str, bound.Expr], ...]]:
        """Give who does it, and the `by` argument where a card stands before the verb."""
        doing = found.doing
        if found.subject is None:
            if isinstance(doing, Signature) and (doing.subject is None or not self._needs_somebody(doing)):
                return self._you_or_nobody(scope), ()
            if isinstance(doing, bound.Unit):
                return None, ()
            if isinstance(doing, bound.Verb):
                return self._you_or_nobody(scope), ()
            if scope.you is None:
                assert doing is not None
                self.game.error(
                    "E403", found.verb.span, f"`{doing.name}` needs somebody who does it, and {scope.nobody_acts}",
                    hint=f"say who: `p {self._third(doing.name)} ...`, or `everyone {self._third(doing.name)} ...`",
                )  # fmt: skip
                return self.game.nothing_known(found.span), ()
            return self.game.expressions.you(found.verb.span, scope), ()
        subject = self.game.expressions.resolve(found.subject, scope)
        return self._subject(subject, found, scope)

    @staticmethod
    def _needs_somebody(doing: Signature) -> bool:
        return doing.needs_subject or doing.name in ("draw", "look", "arrange", "retarget")

    def _you_or_nobody(self, scope: Scope) -> bound.Expr | None:
        if scope.you is None:
            return None
        if isinstance(scope.you, bound.Local):
            self.game.you_passed.add(scope.you.var)  # handed on, which is no reading: nobody may be handed on too
        return scope.you

    def _third(self, name: str) -> str:
        return next((third for third, base in self.game.symbols.third.items() if base == name), name)

    def _subject(
        self, subject: bound.Expr, found: Found, scope: Scope
    ) -> tuple[bound.Expr | None, tuple[tuple[str, bound.Expr], ...]]:
        doing, of = found.doing, subject.type
        span = subject.span
        if is_error(of):
            return subject, ()
        if isinstance(doing, Signature) and doing.subject == "players":
            if isinstance(of, NothingType):
                return bound.Const(ListType(PLAYER), span, ()), ()
            if isinstance(of, ListType) and of.element == PLAYER:
                return subject, ()
        if isinstance(of, PlayerType):
            return subject, ()
        if isinstance(of, CardType) and isinstance(doing, Signature) and doing.subject == "card":
            controller = bound.MemberOf(PLAYER, span, subject, self.game.symbols.builtin_members["card", "controller"])
            return controller, (("by", subject),)
        if isinstance(of, CardType):
            by = next((p for p in getattr(doing, "params", ()) if p.preposition == "by"), None)
            assert doing is not None
            if by is None:
                return self.game.bad(
                    "E301",
                    span,
                    f"a card cannot `{doing.name}`; only players can",
                    hint="a verb that cards do has a parameter `by (c: card)`",
                ), ()
            controller = bound.MemberOf(PLAYER, span, subject, self.game.symbols.builtin_members["card", "controller"])
            return controller, ((by.var.name, self.game.want(subject, by.var.type, f"who does `{doing.name}`")),)
        assert doing is not None
        if isinstance(of, OptionalType) and isinstance(of.element, PlayerType):
            return self.game.want(subject, PLAYER, f"who does `{doing.name}`"), ()
        return self.game.bad("E301", span, f"who does `{doing.name}` must be a player, but this is {name_of(of)}"), ()

    # ---------------------------------------------------------------- legality asked in a condition

    def can(self, node: n.CanExpr, scope: Scope) -> bound.Expr:
        """Give `you cannot fly`, `b can block s`."""
        subject = self.game.expressions.resolve(node.subject, scope)
        doing = self.game.symbols.doing(node.verb.text)
        if doing is None or isinstance(doing, bound.Unit):
            hint = verb_hint(node.verb.text, self.game.symbols.all_doings())
            if node.object is not None:
                self.game.expressions.resolve(node.object, scope)
            return self.game.bad("E211", node.verb.span, f"I know no verb `{node.verb.text}`", hint=hint)
        args: list[tuple[str, bound.Expr]] = []
        found = Found(None, n.NameExpr(node.verb.text, span=node.verb.span), doing, (), (), node.span)
        actor, more = self._subject(subject, found, scope)
        args.extend(more)
        if node.object is not None:
            slot = next((slot for slot in self.slots_of(doing) if slot.name not in {name for name, _ in more}), None)
            if slot is None:
                return self.game.bad(
                    "E302",
                    node.object.span,
                    f"`{doing.name}` takes nothing",
                    hint=f"it is said so: `{self.shown(doing)}`",
                )
            args.append((slot.name, self.argument(node.object, slot, doing, scope, {})))
        what = doing.name if isinstance(doing, Signature) else doing
        self.game.use(what)
        if isinstance(doing, bound.Action):
            self.game.can_asked.append((self.game.inside, doing))
        if actor is None:
            actor = bound.Const(ERROR, node.span, None)
        return bound.Can(BOOL, node.span, actor, what, tuple(args), node.negated)

    # ---------------------------------------------------------------- a whole phrase

    def perform(self, found: Found, scope: Scope, despite: tuple[str, ...] = ()) -> bound.Perform:
        """Give the statement of a phrase whose verb is done now."""
        doing = found.doing
        assert doing is not None
        actor, more = self.actor(found, scope)
        inner = scope if actor is None or found.subject is None else scope.child(their=actor)
        args = self.arguments(found, inner, known=tuple(name for name, _ in more))
        verb: Any = doing.name if isinstance(doing, Signature) else doing
        self.game.use(verb)
        if isinstance(doing, bound.Verb):
            passed = actor.var if found.subject is None and isinstance(actor, bound.Local) else None
            self.game.performed.append((doing, actor is not None, passed, found.span))
        if isinstance(doing, bound.Action):
            self.game.offered.add(doing)
        if isinstance(doing, Signature) and doing.name in ("win", "lose", "eliminate"):
            self.game.ends_game = True
        by_name = dict(args) | dict(more)
        if isinstance(doing, Signature):
            self.special(doing, by_name, found.verb.span, found.span)
        ordered = tuple((slot.name, by_name[slot.name]) for slot in self.slots_of(doing) if slot.name in by_name)
        return bound.Perform(found.span, verb, actor, ordered, despite)


def evolved(statement: bound.Perform, **changes: Any) -> bound.Perform:
    """Give the statement with some fields changed."""
    return attrs.evolve(statement, **changes)


def tests_for(of: Type, phrases: Phrases) -> dict[str, bool]:
    """Give for each class of slots whether a value of the type is one."""
    element = of.element if isinstance(of, ListType) else of
    return {
        "number": of == NUMBER,
        "card": isinstance(of, CardType),
        "zone": isinstance(of, ZoneType),
        "player": isinstance(of, PlayerType),
        "players": isinstance(element, PlayerType | NothingType) or isinstance(bare(of), PlayerType),
        "die": isinstance(of, DieType),
        "object": isinstance(element, ObjectType),
        "face": of == FACE,
        "end": isinstance(of, WordType) and all(phrases.game.symbols.end_of_zone(value) for value in of.values),
        "space": isinstance(of, SpaceType),
        "piece": isinstance(of, PieceType),
    }
