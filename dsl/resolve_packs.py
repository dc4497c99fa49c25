"""Which cards can be joined: the `group` of a game."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import BOOL, NUMBER, CardType


class Packs:
    """Resolves the `group` of one game: its kind first, what it adds up and shares when all members are known."""

    def __init__(self, game: Game, decls: Iterable[n.GroupDecl]) -> None:
        self.game = game
        self.decls = tuple(decls)

    def declare(self) -> None:
        """Which cards can be joined: one `group` for a game."""
        program, symbols = self.game.program, self.game.symbols
        for decl in self.decls:
            if program.pack is not None:
                first = program.pack.span
                self.game.error("E424", decl.name.span, "a game has one `group` of cards that can be joined",
                                related=((first, "the first is here"),) if first else ())  # fmt: skip
                continue
            noun = symbols.nouns.get(decl.of.text)
            if noun is None or noun.kind is None or noun.member is not None:
                self.game.error("E203", decl.of.span, f"I know no kind of card called `{decl.of.text}`",
                                hint=did_you_mean(decl.of.text, program.kinds))  # fmt: skip
                continue
            doc = None if decl.doc is None else decl.doc.text
            program.pack = bound.Pack(decl.name.text, noun.kind, doc=doc, span=decl.name.span)
            for name, of in (("joined", BOOL), ("size", NUMBER)):
                symbols.builtin_members["card", name] = bound.Member(name, "card", of, "builtin")

    def members(self) -> None:
        """Resolve what joined cards add up and what they have in common."""
        pack = self.game.program.pack
        for decl in self.decls:
            if pack is None or pack.span is not decl.name.span:
                continue
            for item in decl.items:
                if isinstance(item, n.SumsItem):
                    pack.sums += tuple(m for word in item.names for m in self._of_pack(word, pack, summed=True))
                elif isinstance(item, n.SharesItem):
                    pack.shares += tuple(m for word in item.names for m in self._of_pack(word, pack, summed=False))

    def _of_pack(self, word: n.Word, pack: bound.Pack, summed: bool) -> list[bound.Member]:
        found = self.game.symbols.members_named(CardType(pack.kind.name), word.text)
        if not found:
            known = set(self.game.symbols.member_names(CardType(pack.kind.name)))
            self.game.error("E205", word.span, f"a {pack.kind.name} has no `{word.text}`",
                            hint=did_you_mean(word.text, known))  # fmt: skip
            return []
        good = []
        for member in found:
            self.game.use(member)
            if summed and not (member.sort == "printed" and member.type == NUMBER):
                hint = "what changes in play is shared: `shares: ...`" if member.sort == "state" else None
                self.game.error(
                    "E424", word.span, f"only printed numbers are added up, and `{word.text}` is none", hint=hint
                )
            elif not summed and member.sort != "state":
                self.game.error("E424", word.span, f"only what changes in play is shared, and `{word.text}` does not",
                                hint="numbers are added up: `sums: ...`" if member.type == NUMBER else None)  # fmt: skip
            else:
                good.append(member)
        return good
