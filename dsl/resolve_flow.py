"""The head of the file, boards, stacks, rounds, the turn, setup and play, rules, the ranking and bots."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.resolve_layout import resolve_layout
from rulewright.dsl.resolve_names import Names, text
from rulewright.dsl.resolve_option_rules import resolve_option_rules
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, PLAYER, CardType, SpaceType

MOST_PLAYERS = 100


class Flow:
    """Resolves what happens when, for one game."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names

    @property
    def only_tests(self) -> bool:
        """Whether there are tests and nothing that they could be about."""
        return bool(self.names.decls) and all(isinstance(decl, n.TESTS) for decl in self.names.decls)

    def head(self, span: Span) -> None:
        """Read name and number of players from the `game` line."""
        games = list(self.names.of(n.GameDecl))
        program = self.game.program
        if not games:
            hint = 'a game begins so: `game "My Game" for 2 to 4 players`'
            if self.only_tests:
                hint = 'tests in a file of their own begin with the game that they are about: `use "GAME.rules"`'
            self.game.error("E419", Span(span.source, 0, 0), "this file has no `game` line", hint=hint)
            program.max_players = MOST_PLAYERS
            return
        for second in games[1:]:
            self.game.error(
                "E419",
                second.title.span,
                "there are two `game` lines",
                related=((games[0].title.span, "the first is here"),),
            )
        first = games[0]
        program.name, program.doc = first.title.text, text(first.doc)
        program.min_players = first.least
        program.max_players = first.least if first.most is None else first.most
        if program.max_players < program.min_players or program.min_players < 1:
            low, high = sorted((program.min_players, program.max_players))
            hint = "the smaller number comes first, and it is at least 1"
            self.game.error(
                "E310", first.span, f"there are no {program.min_players} to {program.max_players} players", hint=hint
            )
            program.min_players, program.max_players = low, high  # as it was meant: its tests are read so
        elif program.max_players > MOST_PLAYERS:
            most = program.max_players
            self.game.error("E310", first.span, f"a game is for at most {MOST_PLAYERS} players, not {most}")

    # ---------------------------------------------------------------- boards

    def boards(self) -> None:
        """Resolve the parts of boards; regions and lines too."""
        symbols = self.game.symbols
        for decl in self.names.of(n.BoardDecl):
            board = self.game.program.boards.get(decl.name.text)
            if board is None or board.span is not decl.name.span:
                continue
            for item in decl.items:
                if isinstance(item, n.RingItem | n.TrackItem) and self.names.once(
                    "part of a board", item.name.text, item.name.span
                ):
                    symbols.rings[item.name.text] = board
                    # Its name alone is all of its spaces; a region of that name says otherwise.
                    symbols.regions.setdefault(item.name.text, (board, item.name.text))
                elif isinstance(item, n.SingleItem) and self.names.once(
                    "part of a board", item.name.text, item.name.span
                ):
                    symbols.singles[item.name.text] = board
                elif isinstance(item, n.GridItem):
                    symbols.rings[board.name] = board
                elif isinstance(item, n.RegionItem) and self.names.once("region", item.name.text, item.name.span):
                    symbols.regions[item.name.text] = (board, item.name.text)
            board.parts = tuple(part for item in decl.items if (part := self._part(item, board)) is not None)
        for decl in self.names.of(n.BoardDecl):
            board = self.game.program.boards[decl.name.text]
            for item in decl.items:
                if isinstance(item, n.RegionItem):
                    board.regions[item.name.text] = self.game.groups.resolve(
                        item.group, self._nobody("a board is made before the game")
                    ).group

    def _part(self, item: n.Item, board: bound.Board) -> bound.BoardPart | None:
        scope = self._nobody("a board is made before the game")
        number = self.game.expressions.number
        match item:
            case n.RingItem(name=name, count=count):
                return bound.BoardPart("ring", name.text, (number(count, scope, "how many"),), span=item.span)
            case n.TrackItem(name=name, count=count):
                return bound.BoardPart("track", name.text, (number(count, scope, "how many"),), span=item.span)
            case n.SingleItem(name=name):
                return bound.BoardPart("single", name.text, (), span=item.span)
            case n.GridItem(columns=columns, rows=rows, shape=shape, extra=extra):
                if shape.text not in ("squares", "hexes"):
                    self.game.error(
                        "E410",
                        shape.span,
                        f"I know no grid of `{shape.text}`",
                        hint="a grid is of `squares` or `hexes`",
                    )
                diagonals = extra is not None and extra.text == "diagonals" and shape.text == "squares"
                if extra is not None and not diagonals:
                    self.game.error("E410", extra.span, f"a grid of {shape.text} has no `{extra.text}`",
                                    hint="only squares have more neighbours, `with diagonals`")  # fmt: skip
                sizes = (number(rows, scope, "the number of rows"), number(columns, scope, "the number of columns"))
                kind = "squares with diagonals" if diagonals else shape.text
                return bound.BoardPart("grid", None, sizes, kind, span=item.span)
            case n.LineItem():
                return self._line(item, board, scope)
        return None

    def _line(self, item: n.LineItem, board: bound.Board, scope: Scope) -> bound.BoardPart:
        inner = scope.child()
        series = None
        if item.series is not None:
            var = bound.Var(item.series.name.text, NUMBER, item.series.name.span)
            low, high = (
                self.game.expressions.number(end, scope, "the number")
                if end is not None
                else bound.Const(NUMBER, item.span, 0)
                for end in (item.series.low, item.series.high)
            )
            self.game.expressions.declare(inner, var, item.series.name)
            series = (var, low, high)
        of = SpaceType(board.name, board.noun)
        start, end = (
            self.game.want(self.game.expressions.resolve(side, inner), of, "the end of a line")
            for side in (item.start, item.end)
        )
        headings = tuple(self.game.expressions.number(heading, inner, "a heading") for heading in item.headings)
        return bound.BoardPart("line", None, (), None, series, (start, end), headings, item.span)

    @staticmethod
    def _nobody(why: str) -> Scope:
        return Scope(nobody_acts=why)

    # ---------------------------------------------------------------- what happens

    def bodies(self) -> None:
        """Resolve everything that is done or stands outside verbs, actions and cards."""
        program = self.game.program
        self._stacks()
        for decl in self.names.of(n.RoundDecl):
            unit = program.units.get(decl.name.text)
            if unit is not None and unit.span is decl.name.span:
                self.game.inside = unit
                scope = self._acting("in a `round` nobody acts; say who does it")
                unit.body = self.game.statements.block(decl.block, scope)
        self._turn()
        self.game.inside = None
        setups, plays = list(self.names.of(n.SetupDecl)), list(self.names.of(n.PlayDecl))
        for sort, found in (("setup", setups), ("play", plays)):
            for second in found[1:]:
                self.game.error(
                    "E213", second.span, f"there are two `{sort}:`", related=((found[0].span, "the first is here"),)
                )
        if setups:
            program.setup = self.game.statements.block(
                setups[0].block, self._acting("in `setup` nobody acts; say who does it")
            )
        if plays:
            program.play = self.game.statements.block(
                plays[0].block, self._acting("in `play` nobody acts; say who does it")
            )
        self._rules()
        self._ranking()
        resolve_layout(self.game, list(self.names.of(n.LayoutDecl)))
        resolve_option_rules(self.game, list(self.names.of(n.OptionsDecl)))
        self._bots()

    def _acting(self, why: str) -> Scope:
        return Scope(nobody_acts=why, acts=True, chance=True)

    def _turn(self) -> None:
        turns = list(self.names.of(n.TurnDecl))
        unit = self.game.program.units["turn"]
        if turns:
            self.game.inside = unit
            you = bound.Builtin(PLAYER, turns[0].span, "active_player")
            unit.body = self.game.statements.block(turns[0].block, Scope(you=you, acts=True, chance=True))

    def _stacks(self) -> None:
        for decl in self.names.of(n.StackDecl):
            stack = self.game.program.stacks[decl.name.text]
            this = bound.Var("this", CardType(), decl.name.span)
            for item in decl.items:
                if isinstance(item, n.OrderItem):
                    stack.last_in_first_out = item.resolves == "last"
                elif isinstance(item, n.RespondItem):
                    stack.respond = self.game.groups.resolve(
                        item.group, self._nobody("players are asked one after the other")
                    ).group
                elif isinstance(item, n.ThenItem):
                    card = bound.Local(this.type, item.span, this)
                    you = bound.MemberOf(
                        PLAYER, item.span, card, self.game.symbols.builtin_members["card", "controller"]
                    )
                    stack.then_this = this
                    stack.then = self.game.statements.block(
                        item.block, Scope(you=you, this=this, acts=True, chance=True)
                    )
                elif isinstance(item, n.ObjectsItem):
                    if item.what.text not in ("stay", "leave"):
                        self.game.error("E405", item.what.span, "objects of a player who is out `stay` or `leave`")
                    stack.objects_stay = item.what.text == "stay"

    def _rules(self) -> None:
        for decl in self.names.of(n.RuleDecl):
            rule = self.game.program.rules.get(decl.name.text)
            if rule is None or rule.span is not decl.name.span:
                continue
            scope = self._nobody("in a `rule` nobody acts; give the player of the event a name: `when a player p ...`")
            rule.standing = self.game.standing.all(decl.standing, scope, rule.name, never=decl.never)

    def _ranking(self) -> None:
        rankings = list(self.names.of(n.RankingDecl))
        for second in rankings[1:]:
            self.game.error(
                "E213", second.span, "there are two rankings", related=((rankings[0].span, "the first is here"),)
            )
        if not rankings:
            return
        decl = rankings[0]
        if decl.kind.text != "player":
            self.game.error("E410", decl.kind.span, "only players are ranked: `ranking of player p:`")
            self.game.program.ranking = bound.Ranking(bound.Var("player", PLAYER, decl.span), (), decl.span)
            return
        var = bound.Var(decl.variable.text, PLAYER, decl.variable.span)
        scope = self._nobody("a ranking looks at every player")
        self.game.expressions.declare(scope, var, decl.variable)
        keys = []
        for line in decl.lines:
            key = self.game.expressions.number(line.value, scope, "what players are ranked by")
            condition = None
            if line.condition is not None:
                condition = self.game.want_condition(self.game.expressions.condition(line.condition, scope).expr)
            keys.append((key, line.direction == "highest", condition))
        self.game.program.ranking = bound.Ranking(var, tuple(keys), decl.span)

    # ---------------------------------------------------------------- bots

    def _bots(self) -> None:
        for decl in self.names.of(n.BotDecl):
            if not self.names.once("bot", decl.name.text, decl.name.span):
                continue
            you = bound.Var("you", PLAYER, decl.name.span)
            scope = Scope(you=bound.Local(PLAYER, decl.name.span, you))
            bot = bound.Bot(decl.name.text, you, doc=text(decl.doc), span=decl.name.span)
            self.game.program.bots[bot.name] = bot
            preferences = []
            for line in decl.lines:
                if isinstance(line, n.ValuePositionItem):
                    bot.value = self.game.expressions.number(line.value, scope, "the value of a position")
                    continue
                preference = self._preference(line, scope)
                if preference is not None:
                    preferences.append(preference)
            bot.preferences = tuple(preferences)

    def _preference(
        self, line: n.PreferItem, scope: Scope
    ) -> tuple[int, bound.Action, tuple[tuple[str, bound.Expr], ...], bound.Expr | None] | None:
        found = self.game.phrases.find(line.phrase, scope)
        condition = None
        if line.condition is not None:
            # What the action is done with goes by the names that the action gives it.
            inner = scope.child()
            if found is not None and isinstance(found.doing, bound.Action):
                inner.names.update({param.var.name: param.var for param in found.doing.params})
            condition = self.game.want_condition(self.game.expressions.condition(line.condition, inner).expr)
        if found is None:
            return None
        if not isinstance(found.doing, bound.Action):
            self.game.error(
                "E401", found.verb.span, f"a bot prefers or avoids actions, and `{found.verb.name}` is none"
            )
            return None
        open_to_choice = tuple(param.var.name for param in found.doing.params)
        args = self.game.phrases.arguments(found, scope, known=open_to_choice)
        return (1 if line.word == "prefer" else -1), found.doing, args, condition
