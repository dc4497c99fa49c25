"""Loops over the players of a settled game written out, and small things that Python would work out again and again."""

from __future__ import annotations

import ast
from typing import Any

from rulewright.interpreter.codegen.fold import constant, known, truth, yes_or_no
from rulewright.interpreter.codegen.trees import called, copied, expr_of, is_state, load, size, walk
from rulewright.interpreter.codegen.worlds import World

_MANY = 6  # over more things than this a loop stays a loop
_LONG = 40  # an expression with more nodes is not written out several times


class Unroll(ast.NodeTransformer):
    """Works on one tree after the other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.everybody = constant(tuple(range(world.players)))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if is_state(node, "alive") and isinstance(node.ctx, ast.Load) and not self.world.falls:
            return self.everybody
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = called(node)
        if name == "draw_cards" and known(node.args[4]) == (True, 1):
            return ast.Call(load("draw_one"), node.args[:4], [])
        if name in ("left_of", "right_of") and not self.world.falls:
            step = 1 if name == "left_of" else self.world.players - 1
            moved = ast.BinOp(node.args[1], ast.Add(), ast.Constant(step))
            return ast.BinOp(moved, ast.Mod(), ast.Constant(self.world.players))
        if name == "set_size":
            return ast.Call(load("len"), node.args, [])
        if name == "tick" and len(node.args) == 1:
            return ast.Call(node.func, [*node.args, ast.Constant(None), ast.Constant(None)], [])
        if name == "any" and len(node.args) == 1:
            return self._any(node)
        if name in ("tuple", "list") and len(node.args) == 1:
            return self._collected(node, node.args[0])
        if name == "whose_turn" and isinstance(node.args[3], ast.Lambda):
            return self._whose_turn(node)
        if name == "best" and isinstance(node.args[1], ast.Lambda) and isinstance(node.args[0], ast.Tuple | ast.Name):
            return ast.Call(load("best_of"), [node.args[0], self.visit(keys_of(node)), node.args[2]], [])
        if name == "the_only" and called(node.args[0]) == "best_of":
            return ast.Call(load("only_best"), [*node.args[0].args, node.args[1]], [])  # type: ignore[attr-defined]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        rows = self._rows(node)
        if rows is not None and all(truth(test) is True for _, test in rows):
            return ast.List([value for value, _ in rows], ast.Load())
        part = node.generators[0]
        same = isinstance(node.elt, ast.Name) and isinstance(part.target, ast.Name) and part.target.id == node.elt.id
        if same and len(node.generators) == 1 and not part.ifs:
            return self._collected(ast.Call(load("list"), [part.iter], []), part.iter)
        return node

    def _rows(self, node: Any) -> list[tuple[ast.expr, ast.expr]] | None:
        """(value, condition) for each thing of a comprehension over a few known things."""
        if len(node.generators) != 1 or not isinstance(node.generators[0].target, ast.Name):
            return None
        part = node.generators[0]
        ok, things = known(part.iter)
        if not ok or not isinstance(things, tuple) or len(things) > _MANY or size(node) > _LONG:
            return None
        if any(isinstance(x, ast.NamedExpr | ast.Lambda) for x in walk(node)):
            return None
        test = (
            ast.Constant(True)
            if not part.ifs
            else part.ifs[0]
            if len(part.ifs) == 1
            else ast.BoolOp(ast.And(), part.ifs)
        )
        names = [{part.target.id: constant(thing)} for thing in things]
        return [(copied(node.elt, name), copied(test, name)) for name in names]

    def _any(self, node: ast.Call) -> ast.expr:
        inner = node.args[0]
        if not isinstance(inner, ast.GeneratorExp | ast.ListComp):
            return node
        rows = self._rows(inner)
        if rows is None:
            return node
        tests = [
            test if truth(value) is True else value if truth(test) is True else ast.BoolOp(ast.And(), [test, value])
            for value, test in rows
        ]
        whole: ast.expr = ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]
        return whole if yes_or_no(whole) else ast.Call(load("bool"), [whole], [])

    def _collected(self, node: ast.Call, inner: ast.expr) -> ast.expr:
        """tuple(..) of what is one already."""
        zone = isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id == "z"
        if called(node) == "tuple":
            row = isinstance(inner, ast.Subscript) and isinstance(known(inner.value)[1], tuple)
            return inner if (zone and not self.world.lists) or row or isinstance(inner, ast.Tuple) else node
        matches = isinstance(inner, ast.Name) and inner.id.startswith("match_")
        return inner if matches or isinstance(inner, ast.ListComp | ast.List) else node

    def _whose_turn(self, node: ast.Call) -> ast.expr:
        """Nobody falls, takes extra turns or misses any: the next seat that fits."""
        world, test = self.world, node.args[3]
        assert isinstance(test, ast.Lambda)
        if world.falls or world.bends:
            return node
        if truth(test.body) is True:
            return node.args[1]
        if world.turns_round:
            return node
        step = 1 if truth(node.args[2]) else -1
        n = world.players
        seats = constant(tuple(tuple((p + i * step) % n for i in range(n)) for p in range(n)))
        name = test.args.args[0].arg
        made = expr_of(f"([{name} for {name} in SEATS[START] if TEST] or (None,))[0]")
        return copied(made, {"SEATS": seats, "START": node.args[1], "TEST": test.body})  # type: ignore[no-any-return]


def keys_of(best: ast.Call) -> ast.ListComp:
    """The keys by which `best` compares its items, as a list."""
    key = best.args[1]
    assert isinstance(key, ast.Lambda)
    target = ast.Name(key.args.args[0].arg, ast.Store())
    return ast.ListComp(key.body, [ast.comprehension(target, copied(best.args[0], {}), [], 0)])


class Settle(ast.NodeTransformer):
    """Answers what the library asks about zones."""

    def __init__(self, world: World, shuffled: frozenset[int] | None) -> None:
        self.world = world
        self.shuffled = shuffled

    def known(self, call: ast.Call, meant: list[ast.expr]) -> bool | None:
        """The answer, where the zones meant tell it."""
        name = called(call)
        if name == "VISITED":
            return self.world.tracks
        zones = self.world.zones_of(meant[0])
        if name == "SAME_ZONE":
            others = self.world.zones_of(meant[1])
            return False if zones and others and not set(zones) & set(others) else None
        if name == "UNSETTLED":
            if self.shuffled is not None and (not self.shuffled or (zones and not self.shuffled & set(zones))):
                return False
            return None
        kinds = {self.world.ordered[z] for z in (zones or range(len(self.world.ordered)))}
        return kinds.pop() if len(kinds) == 1 else None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = called(node)
        if name in ASKED:
            answer = self.known(node, node.args)
            if answer is not None:
                return ast.Constant(answer)
            if name == "SAME_ZONE":
                return ast.Compare(node.args[0], [ast.Eq()], [node.args[1]])
            if name == "UNSETTLED":
                return ast.Compare(node.args[0], [ast.In()], [ast.Attribute(load("S"), "uz", ast.Load())])
            return ast.Subscript(load("ORDERED"), node.args[0], ast.Load())
        return node


ASKED = ("UNSETTLED", "ORDERED_ZONE", "VISITED", "SAME_ZONE")
