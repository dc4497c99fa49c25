"""What must hold besides for some built-in verbs: what is created, joined, resolved."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl.context import Game
from rulewright.dsl.signatures import Signature
from rulewright.dsl.source import Span
from rulewright.dsl.types import CardType


class SpecialVerbs:
    """Checks them for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def special(self, doing: Signature, args: dict[str, bound.Expr], verb: Span, span: Span) -> None:
        """Note what is wrong with a line that does a built-in verb."""
        if doing.only_noticed:
            hint = ("what is announced has lines `target NAME: a GROUP`" if doing.name == "target"
                    else "it is done by an action `onto` a stack")  # fmt: skip
            self.game.error("E405", verb, f"`{doing.name}` is not done by a line: it happens in the announcement", hint=hint)
        elif doing.name in ("shuffle", "reverse"):
            self._has_order(doing.name, args.get("into", args.get("zone", args.get("what"))))
        elif doing.name == "create":
            self._made_in_play(args.get("card"))
        elif doing.name in ("join", "part"):
            self._joins(doing, args, span)
        elif doing.name == "resolve":
            self._resolves(args.get("card"), span)

    def _has_order(self, verb: str, pile: bound.Expr | None) -> None:
        """Only what has an order can be brought into another one."""
        if not isinstance(pile, bound.TableMember | bound.MemberOf | bound.ZoneOn):
            return
        member = pile.members[0] if isinstance(pile, bound.ZoneOn) else pile.member
        if member.zone is not None and not member.zone.ordered:
            said = "shuffled" if verb == "shuffle" else "turned round"
            self.game.error("E405", pile.span, f"the cards in `{pile.span.text}` have no order that could be {said}",
                            hint=f"declare it with one: `{member.name}: {member.zone.visibility} ordered zone`")  # fmt: skip

    def _joins(self, doing: Signature, args: dict[str, bound.Expr], span: Span) -> None:
        """Only cards of the kind that the game's `group` names are joined."""
        pack = self.game.program.pack
        if pack is None:
            self.game.error("E424", span, "in this game no cards can be joined",
                            hint="say which can: `group NAME of KIND:`")  # fmt: skip
            return
        if doing.name == "join" and "by" not in args:
            self.game.error("E424", span, "`join` needs the card that joins another", hint="it is said so: `c joins host`")
        for name in ("host", "by"):
            if name in args:
                self.game.want(args[name], CardType(pack.kind.name), "what is joined")

    def _resolves(self, card: bound.Expr | None, span: Span) -> None:
        """`resolve c` stands in the `do:` of an action onto a stack and names the card that lies there."""
        action = self.game.inside
        played = action.played_card if isinstance(action, bound.Action) else None
        if played is None or not isinstance(card, bound.Local) or card.var is not played.var:
            named = f"here: `resolve {played.var.name}`" if played is not None else "in the `do:` of an action onto a stack"
            self.game.error("E423", span, "only the card that was announced is resolved, by the action that announced it",
                            hint=f"say it {named}")  # fmt: skip

    def _made_in_play(self, card: bound.Expr | None) -> None:
        """A card that `create` names does not exist before it is made; so it has no copies and stands in no deck."""
        if card is not None and not isinstance(card, bound.CardNamed):
            self.game.error("E405", card.span, "what is created is a card that is named by its title",
                            hint='declare it (`card "Cub": beast`) and write `create 1 "Cub" into your field`')  # fmt: skip
            return
        definition = self.game.symbols.card_names.get(card.name) if isinstance(card, bound.CardNamed) else None
        members = self.game.program.table_members
        listed = {row.card_def for member in members if member.zone is not None for row in member.zone.deck or ()}
        if definition is None or card is None:
            return
        if definition in listed or definition.copies is not None:
            self.game.error(
                "E405", card.span, f'"{definition.name}" is in the game from the beginning and cannot be made anew',
                hint="declare a card of its own for what is made, without `copies`, and leave it out of decks",
            )  # fmt: skip
            return
        definition.token = True
        self.game.use(definition)
