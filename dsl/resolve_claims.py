"""Experiments: what is played, and what is claimed of the games."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_tests import SHARES, STATISTICS, Claim, Experiment, Measure, Run, Statistic
from rulewright.dsl.context import Game
from rulewright.dsl.suggest import did_you_mean

_SHOWN = "as in `expect first_player's win_share is between 28% and 39%`, `expect longest_game < 400`"
_FILLERS = ("bots", "bot", "against")


class Claims:
    """Resolves experiments."""

    def __init__(self, game: Game, measures: list[Measure]) -> None:
        self.game = game
        self.measures = {measure.title for measure in measures}

    def experiment(
        self, decl: n.ExperimentDecl, program_under: Callable[[n.Text | None], bound.Program | None]
    ) -> Experiment | None:
        """Give the experiment, or None and an error."""
        runs = [line for line in decl.lines if isinstance(line, n.PlayGamesItem)]
        if len(runs) != 1:
            self.game.error(
                "E466", decl.title.span, f"an experiment has one `play` line; this one has {len(runs) or 'none'}",
                hint="`play 2000 games with 3 players and greedy bots`",
            )  # fmt: skip
            return None
        run = self._run(runs[0])
        claims = []
        for line in decl.lines:
            if isinstance(line, n.ExpectItem):
                claim = self._claim(line.condition, run.players)
                if claim is not None:
                    claims.append(claim)
        if not claims:
            self.game.error("E466", decl.title.span, "this experiment expects nothing", hint=_SHOWN)
            return None
        program = program_under(runs[0].variant)
        if program is None:
            return None
        variant = None if runs[0].variant is None else runs[0].variant.text
        doc = None if decl.doc is None else decl.doc.text
        return Experiment(decl.title.text, program, run, tuple(claims), variant, doc, decl.title.span)

    def _run(self, line: n.PlayGamesItem) -> Run:
        bots = tuple(word.text for word in line.bots if word.text not in _FILLERS)
        if len(bots) not in (0, 1, line.players):
            self.game.error(
                "E466", line.span, f"here are {len(bots)} bots for {line.players} players",
                hint="name one bot for all seats, or one for each",
            )  # fmt: skip
            bots = bots[:1]
        precision = None if line.precision is None else float(line.precision)
        if line.games is not None and line.games < 1:
            self.game.error("E310", line.span, "an experiment plays at least one game")
        if precision is not None and not 0.001 <= precision <= 0.5:
            self.game.error("E310", line.span, "an experiment knows its figures to 0.1% at best, and to 50% at worst")
        return Run(line.games, line.players, bots, line.span, precision)

    # ---------------------------------------------------------------- claims

    def _claim(self, node: n.Expr, players: int) -> Claim | None:
        match node:
            case n.ParenExpr(inner=inner):
                return self._claim(inner, players)
            case n.BetweenExpr(value=value, low=low, high=high):
                return self._bounded(value, low, high, False, node.span, players)
            case n.CompareExpr(left=left, op=op, right=right):
                strict = str(op) in ("<", ">")
                if str(op) in ("<", "<="):
                    return self._bounded(left, None, right, strict, node.span, players)
                return self._bounded(left, right, None, strict, node.span, players)
            case n.IsExpr(left=left, right=right, negated=False):
                return self._bounded(left, right, right, False, node.span, players)
        self.game.error("E466", node.span, "I cannot read this claim", hint=_SHOWN)
        return None

    def _bounded(
        self, value: n.Expr, low: n.Expr | None, high: n.Expr | None, strict: bool, span: n.Span, players: int
    ) -> Claim | None:
        statistic = self._statistic(value, players)
        if statistic is None:
            return None
        share = statistic.name in SHARES
        bounds = [None if node is None else self._bound(node, share) for node in (low, high)]
        if any(found is None and node is not None for found, node in zip(bounds, (low, high), strict=True)):
            return None
        return Claim(statistic, bounds[0], bounds[1], strict, span)

    def _bound(self, node: n.Expr, share: bool) -> float | None:
        if isinstance(node, n.PercentExpr):
            if share:
                return float(node.value) / 100
            self.game.error("E466", node.span, "only a share is compared with a percentage")
        elif isinstance(node, n.NumberExpr):
            if not share or node.value in (0, 1):
                return float(node.value)
            self.game.error("E466", node.span, "a share is compared with a percentage", hint=f"say `{node.value}%`")
        else:
            self.game.error("E466", node.span, "here must stand a number or a percentage", hint=_SHOWN)
        return None

    def _statistic(self, node: n.Expr, players: int) -> Statistic | None:
        match node:
            case n.ParenExpr(inner=inner):
                return self._statistic(inner, players)
            case n.NameExpr(name=name) if name in STATISTICS:
                return Statistic(name, None, None, node.span)
            case n.MemberExpr(owner=owner, name="win_share"):
                seat = self._seat(owner, players)
                return None if seat is None else Statistic("win_share", seat, None, node.span)
            case n.TextExpr(value=title):
                if title in self.measures:
                    return Statistic("measure", None, title, node.span)
                hint = did_you_mean(title, self.measures)
                self.game.error(
                    "E466", node.span, f'there is no measure "{title}"', hint=hint and hint.replace("`", '"')
                )
                return None
        known = {*STATISTICS, "win_share"}
        said = node.name if isinstance(node, n.NameExpr | n.MemberExpr) else None
        self.game.error(
            "E466", node.span, f"I know no figure `{node.span.text}` of many games",
            hint=(did_you_mean(said, known) if said else None)
            or "the figures are `first_player's win_share`, the title of a measure, "
            + ", ".join(f"`{name}`" for name in STATISTICS),
        )  # fmt: skip
        return None

    def _seat(self, node: n.Expr, players: int) -> int | None:
        match node:
            case n.NameExpr(name="first_player"):
                return 0
            case n.NameExpr(name="last_player"):
                return players - 1
            case n.CallExpr(name="seat", args=(n.NumberExpr(value=number),)) if 1 <= number <= players:
                return number - 1
        self.game.error(
            "E466", node.span, f"whose share `{node.span.text}` is, I do not know",
            hint=f"say `first_player's win_share`, `last_player's win_share`, or up to {players} `seat(2)'s win_share`",
        )  # fmt: skip
        return None
