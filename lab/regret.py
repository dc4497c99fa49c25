"""Counterfactual regret minimisation on the whole tree of a small game: how to play it from the beginning.

A search that begins where it is asked cannot weigh what the others' choices so far tell of their hands, nor bluff as
often as is right. In a game of some hundred nodes the whole tree can be gone through instead, once an iteration; the
average of what the iterations play comes near an equilibrium (of two players where one's gain is the other's loss).

M. Zinkevich and others: Regret Minimization in Games with Incomplete Information (2007); regrets that never fall below
zero and weights that grow with the iterations: O. Tammelin, CFR+ (2014).
"""

from __future__ import annotations

from rulewright.lab.exploit import GameTree, InfoSet, TreeNode


def equilibrium(tree: GameTree, iterations: int) -> dict[InfoSet, list[float]]:
    """Give the average strategy after so many iterations."""
    regrets = {info: [0.0] * n for info, n in tree.answers.items()}
    sums = {info: [0.0] * n for info, n in tree.answers.items()}
    for turn in range(1, iterations + 1):
        for seat in range(tree.players):
            now = {info: _matched(row) for info, row in regrets.items()}
            gained = {info: [0.0] * n for info, n in tree.answers.items() if info[0] == seat}
            for chances, node in tree.roots:
                _below(node, seat, 1.0, chances, now, gained, sums, turn)
            for info, row in gained.items():
                regrets[info] = [max(0.0, old + new) for old, new in zip(regrets[info], row, strict=True)]
    return {info: _matched(row) for info, row in sums.items()}


def _matched(row: list[float]) -> list[float]:
    """Probabilities in proportion to what is above zero; all alike if nothing is."""
    total = sum(row)
    return [x / total for x in row] if total > 0 else [1.0 / len(row)] * len(row)


def _below(
    node: TreeNode,
    seat: int,
    mine: float,
    others: float,
    now: dict[InfoSet, list[float]],
    gained: dict[InfoSet, list[float]],
    sums: dict[InfoSet, list[float]],
    turn: int,
) -> float:
    """What the seat gets below a node; `mine` and `others`: how likely its own choices, and chance and the others,
    are to lead there."""
    info = node.info
    if info is None:
        return node.returns[seat]
    strategy = now[info]
    if info[0] != seat:
        return sum(
            share * chances * _below(child, seat, mine, others * share * chances, now, gained, sums, turn)
            for share, ways in zip(strategy, node.children, strict=True)
            for chances, child in ways
        )
    values = [
        sum(chances * _below(child, seat, mine * share, others * chances, now, gained, sums, turn)
            for chances, child in ways)
        for share, ways in zip(strategy, node.children, strict=True)
    ]  # fmt: skip
    mean = sum(share * value for share, value in zip(strategy, values, strict=True))
    row, summed = gained[info], sums[info]
    for answer, value in enumerate(values):
        row[answer] += others * (value - mean)
        summed[answer] += turn * mine * strategy[answer]
    return mean
