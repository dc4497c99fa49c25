"""Expressions of a checked program as Python expressions over the flat state.

Mixed into the generator (`module.Generator`). Each method gives the text of an expression; nothing here changes the
state, except that reading the first or last cards of a shuffled pile settles them (semantics 28).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from rulewright.dsl import bound as b
from rulewright.dsl.types import BoolType, CardType, ListType, PieceType, PlayerType, SpaceType, ZoneType, bare
from rulewright.interpreter.boards import space_number
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import expressions, read_vars
from rulewright.interpreter.codegen.growth import bounded
from rulewright.interpreter.constants import NotConstant
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.instance import BOX
from rulewright.interpreter.keyed import steps_of
from rulewright.interpreter.limits import MOST_NUMBERS

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.base import GeneratorBase
else:
    GeneratorBase = object


class Expressions(GeneratorBase):
    """See the top of the file."""

    _inlining = 0

    def expr(self, e: b.Expr, sc: Scope) -> str:
        """The Python expression of `e`."""
        try:
            return repr(self.folding.value(e))
        except (NotConstant, RunError):
            pass
        method: Any = getattr(self, "_expr_" + type(e).__name__, None)
        if method is None:
            raise self.unsupported(type(e).__name__, e.span)
        return method(e, sc)

    def cond(self, e: b.Expr | None, sc: Scope) -> str:
        """A condition; "True" for none."""
        return "True" if e is None else self.expr(e, sc)

    # ------------------------------------------------------------ simple values

    def _expr_Const(self, e: b.Const, sc: Scope) -> str:
        return repr(e.value)

    def _expr_Local(self, e: b.Local, sc: Scope) -> str:
        if e.var not in sc.names:
            raise self.unsupported(f"the name '{e.var.name}' here", e.span)
        return sc.names[e.var]

    def _expr_Builtin(self, e: b.Builtin, sc: Scope) -> str:
        simple = {
            "active_player": f"{sc.S}.act",
            "first_player": f"{sc.S}.first",
            "phase": f"{sc.S}.phase",
            "box": str(BOX),
            "turn_order": f"{sc.S}.dir",
            "winners": f"winners({sc.S})",
            "losers": f"losers({sc.S})",
        }
        if e.name not in simple:
            raise self.unsupported(f"'{e.name}'", e.span)
        return simple[e.name]

    def _expr_TableMember(self, e: b.TableMember, sc: Scope) -> str:
        m = e.member
        if m.sort == "zone":
            return str(self.instance.zones[m].base)
        if m.sort == "derived":
            return f"{self.getter(m)}({sc.S})"
        return f"{sc.v}[{self.slots[m]}]"

    def _expr_PairMember(self, e: b.PairMember, sc: Scope) -> str:
        steps = zip(steps_of(self.instance, e.member), e.keys, strict=True)
        place = " + ".join(f"{step} * ({self.expr(key, sc)})" for step, key in steps)
        return f"{sc.v}[{self.slots[e.member]} + {place}]"

    def _expr_MemberOf(self, e: b.MemberOf, sc: Scope) -> str:
        if isinstance(e.base.type, ListType):
            var = self.temp_name("x")
            item = self.member_of(var, e.member, sc, e.base.type.element, e.span)
            return f"[{item} for {var} in {self.expr(e.base, sc)}]"
        if isinstance(e.base, b.Local) and (e.base.var, e.member) in sc.kept and e.member.sort != "zone":
            value, visit = sc.kept[e.base.var, e.member]
            card = sc.names[e.base.var]
            now = self.member_of(card, e.member, sc, e.base.type, e.span)
            return f"({now} if {sc.S}.vis[{card}] == {visit} else {value})"
        return self.member_of(self.expr(e.base, sc), e.member, sc, e.base.type, e.span)

    def _expr_Announced(self, e: b.Announced, sc: Scope) -> str:
        self.reads_announced = True
        number = self.expr(e.base, sc)
        targets = [t.var for t in e.action.targets]
        if e.var in targets:
            return f"announced_target({sc.S}, {number}, {targets.index(e.var)}, {self.span_id(e.span)})"
        return f"announced({sc.S}, {number}, {self.stack_values(e.action).index(e.var)}, {self.span_id(e.span)})"

    def _expr_IsAction(self, e: b.IsAction, sc: Scope) -> str:
        number = -1 if e.action is None else self.action_number(e.action)
        return f"is_action({sc.S}, {self.expr(e.value, sc)}, {number})"

    def _expr_ZoneOn(self, e: b.ZoneOn, sc: Scope) -> str:
        zones = {card: zone for m in e.members for card, zone in self.instance.zones[m].first_card.items()}
        table = self.table(zones, "zone_of_" + e.members[0].name)
        name, where = e.members[0].name, self.span_id(e.span)
        if isinstance(e.base.type, ListType):
            var = self.temp_name("x")
            return f"[zone_on({table}, {var}, {name!r}, {where}) for {var} in {self.expr(e.base, sc)}]"
        return f"zone_on({table}, {self.expr(e.base, sc)}, {name!r}, {where})"

    def member_of(self, base: str, m: b.Member, sc: Scope, base_type: Any, span: Any) -> str:
        """A member of the thing whose Python expression is `base`."""
        if m.sort == "builtin":
            return self._builtin_member(base, m, sc, base_type, span)
        if m.sort == "zone":
            found = self.instance.zones[m]
            if m.owner == "player":
                return self.plus(found.base, base)
            return f"{self.table(found.first_card, 'zone_of_' + m.name)}[{base}]"
        if m.sort == "derived" and not self.is_modified(m) and m.derived is not None:
            inline = self.inlined(m.derived, [base], sc)
            if inline is not None:
                return inline
        if self.is_modified(m) or m.sort == "derived":
            return f"{self.getter(m)}({sc.S}, {base})"
        return self.raw_member(base, m, sc)

    def inlined(self, f: b.Derived, args: list[str], sc: Scope) -> str | None:
        """A small definition written out where it is used; None if it is not small."""
        if (
            f.addends
            or not f.cases
            or self._inlining >= 3
            or not all(re.fullmatch(r"[\w.]+( [+] \w+)?", a) for a in args)
        ):
            return None
        if type(f.type).__name__ == "ListType" or any(
                isinstance(x, b.Bind) or (isinstance(x, b.Exists) and x.binds) for x in expressions(f.cases)):
            return None
        inner = sc.child()
        inner.hoists = None
        inner.names.update({p: a if a.isidentifier() else f"({a})" for p, a in zip(f.params, args, strict=True)})
        if sc.hoists is not None:
            inner.hoists = sc.hoists
        self._inlining += 1
        try:
            rows = [(None if c is None else self.cond(c, inner), self.expr(x, inner)) for c, x in f.cases]
        finally:
            self._inlining -= 1
        if isinstance(f.type, BoolType):
            text = self._inline_truth(rows, inner)
        else:
            text = "None"
            for condition, value in reversed(rows):
                text = value if condition in (None, "True") else text if condition == "False" else (
                    f"({value} if {condition} else {text})")
        return text if len(text) <= 240 else None

    def _inline_truth(self, rows: list[tuple[str | None, str]], sc: Scope) -> str:
        if all(value == "True" for _, value in rows[:-1]) and rows[-1][0] is None:
            parts = self._once([*(c for c, _ in rows[:-1] if c is not None), rows[-1][1]], " or ", sc)
            kept = [p for p in parts if p != "False"] or ["False"]
            return "True" if "True" in kept else kept[0] if len(kept) == 1 else "(" + " or ".join(kept) + ")"
        text = "False"
        for condition, value in reversed(rows):
            if condition in (None, "True"):
                text = value
            elif value == "True":
                text = condition if text == "False" else f"({condition} or {text})"
            elif value == "False":
                text = f"(not {condition} and {text})"
            else:
                text = f"({value} if {condition} else {text})"
        return text

    def raw_member(self, base: str, m: b.Member, sc: Scope) -> str:
        """A member without modifiers: its printed, stored or keyword value."""
        if m.sort == "printed":
            return (
                f"{self.printed_table(m)}[{base}]" if not self.has_formula(m) else f"{self.getter(m)}({sc.S}, {base})"
            )
        if m.sort == "keyword":
            tests = [f"{self.keyword_table(m)}[{base}]"]
            if self.turns_faces:
                # What lies face down shows no text, so none of its keywords either (semantics 24).
                tests.append(f"{base} not in {sc.S}.down")
            if self.blanks:
                tests.append(f"not is_blank({sc.S}, {base})")
            return self.conjunction(tests)
        if m.owner == "card":
            if self.shared(m):
                base = self.lead_of(base, sc.S)
            start = self.card_start(m, base, sc)
            return f"{sc.S}.cs.get({self.card_key(m)} + {base}, {start})"
        return f"{sc.v}[{self.plus(self.slots[m], base)}]"

    @staticmethod
    def lead_of(base: str, S: str) -> str:
        """The card that stands for the pack of a card; mostly nothing is joined, and a call would cost more than asking."""
        return f"(lead({S}, {base}) if {S}.pack else {base})" if base.isidentifier() else f"lead({S}, {base})"

    def _builtin_member(self, base: str, m: b.Member, sc: Scope, base_type: Any, span: Any) -> str:
        S = sc.S
        self.builtin_reads.add(m.name)
        kind = bare(base_type)
        if isinstance(kind, PlayerType):
            made = {"seat": f"({base} + 1)", "left": f"left_of({S}, {base})", "right": f"right_of({S}, {base})",
                    "name": f"{S}.names[{base}]", "turns": f"{sc.v}[{self.plus(self.turns_slot, base)}]"}
        elif isinstance(kind, CardType):
            made = {"name": f"NAMES[{base}]", "owner": f"{S}.own[{base}]", "controller": f"controller({S}, {base})",
                    "zone": f"{sc.at}[{base}]", "position": f"({sc.z}[{sc.at}[{base}]].index({base}) + 1)",
                    "holder": f"ZONE_HOLDER[{sc.at}[{base}]]", "face": f"int({base} in {S}.down)",
                    "age": f"{S}.ages.get({base}, 0)", "joined": f"({base} in {S}.pack)",
                    "size": f"len(team({S}, {base}))"}
        elif isinstance(kind, ZoneType):
            made = {"owner": f"ZONE_OWNER[{base}]", "holder": f"ZONE_HOLDER[{base}]"}
        elif isinstance(kind, SpaceType):
            made = {"index": f"{self.board_table('INDICES', kind.board)}[{base}]"}
            if self.layout_of(kind.board).shape is not None:
                made |= {n: f"{self.of_board(f'{n.upper()}S', kind.board)}[{base}]" for n in ("row", "column")}
        elif isinstance(kind, PieceType):
            made = {m.name: base} if isinstance(bare(m.type), SpaceType) else {}
        elif m.owner == "die":
            made = {"face": f"{sc.v}[{self.plus(self.dice_slot, base)}]"}
        elif m.owner == "object":
            made = {"controller": f"object_part({S}, {base}, 'controller')",
                    "card": f"object_part({S}, {base}, 'card')", "source": f"object_source({S}, {base})",
                    "targeted": f"object_targeted({S}, {base})"}
        else:
            made = {}
        if m.name not in made:
            raise self.unsupported(f"'{m.name}' of a {kind}", span)
        return made[m.name]

    def plus(self, number: int, text: str) -> str:
        """`number + text`, folded when the text is a number."""
        if text.lstrip("-").isdigit():
            return str(number + int(text))
        return f"{number} + {text}" if number else text

    def _expr_ZoneEnd(self, e: b.ZoneEnd, sc: Scope) -> str:
        return f"{'first_card' if e.which == 'first' else 'last_card'}({sc.S}, {self.expr(e.zone, sc)})"

    def _expr_SpaceAt(self, e: b.SpaceAt, sc: Scope) -> str:
        layout = self.instance.boards[e.board]
        if e.part is None and layout.shape is not None:
            row, column = (self.expr(i, sc) for i in e.indices)
            first = layout.parts[None][0]
            rows, columns = layout.shape
            offset = f"{first} + " if first else ""
            return f"{offset}space_at({rows}, {columns}, {row}, {column}, {self.span_id(e.span)})"
        known = space_number(layout, e.part, tuple(self.folding.value(i) for i in e.indices)) if all(
            self.folding.try_value(i)[0] for i in e.indices) else None
        if known is not None:
            return str(known)
        spaces = layout.parts.get(e.part, ())
        where = self.span_id(e.span)
        if not spaces or not e.indices:
            return f"no_space({e.part!r}, {', '.join(self.expr(i, sc) for i in e.indices)}, {where})"
        (index,) = (self.expr(i, sc) for i in e.indices)
        if e.part in layout.rings:
            return f"({spaces[0]} + ({index}) % {len(spaces)})"
        return f"track_space({e.part!r}, {spaces[0]}, {len(spaces)}, {index}, {where})"

    def _expr_RegionOf(self, e: b.RegionOf, sc: Scope) -> str:
        region = e.board.regions.get(e.name)
        if region is None:  # a ring or a track
            return self.table(tuple(self.instance.boards[e.board].parts.get(e.name, ())), "spaces")
        return self.group_list(region, sc)

    def _expr_CardNamed(self, e: b.CardNamed, sc: Scope) -> str:
        ids = [c for c, f in enumerate(self.instance.face_of) if self.instance.faces[f].name == e.name]
        if e.mode == "only" and len(ids) == 1:
            return str(ids[0])
        return f"any_named({sc.S}, {self.table(tuple(ids), 'named')}, {self.span_id(e.span)})"

    def _expr_CallFunction(self, e: b.CallFunction, sc: Scope) -> str:
        args = ", ".join(self.expr(a, sc) for a in e.args)
        if isinstance(e.function, b.Derived):
            inline = self.inlined(e.function, [self.expr(a, sc) for a in e.args], sc)
            if inline is not None:
                return inline
            return f"{self.function(e.function)}({sc.S}, {args})"
        if e.function in ("min", "max"):
            return f"{e.function}({args})"
        if e.function == "remainder":
            return f"remainder({args}, {self.span_id(e.span)})"
        if isinstance(e.function, str) and e.function in self.BOARD_FUNCTIONS:
            return self.board_function(e, args)
        raise self.unsupported(f"'{e.function}'", e.span)

    BOARD_FUNCTIONS: ClassVar[dict[str, str | None]] = {
        "distance": "DISTANCES", "line": "LINES", "leaving": "LEAVING", "arriving": "ARRIVING",
        "straight_from": "RUNS", "angle_between": None, "ray": "STRAIGHT", "beyond": "STRAIGHT",
        "spaces_between": "STRAIGHT",
    }  # fmt: skip

    def board_function(self, e: b.CallFunction, args: str) -> str:
        """A question about the board: a look into one of its tables."""
        assert isinstance(e.function, str)
        by_heading = ("leaving", "arriving", "straight_from", "ray", "beyond", "spaces_between")
        board = next((of.board for x in e.args if isinstance(of := bare(x.type), SpaceType)), None)
        if e.function in by_heading and (board is None or not self.layout_of(board).heading):
            raise self.unsupported(f"`{e.function}` on a board whose lines have no headings", e.span)
        name = self.BOARD_FUNCTIONS[e.function]
        table = "" if name is None or board is None else f"{self.board_table(name, board)}, "
        return f"{e.function}_of({table}{args}, {self.span_id(e.span)})"

    # ------------------------------------------------------------ arithmetic and logic

    def _expr_Arith(self, e: b.Arith, sc: Scope) -> str:
        text = f"({self.expr(e.left, sc)} {e.op} {self.expr(e.right, sc)})"
        growing = [not bounded(e.left), not bounded(e.right)]
        if all(growing) or (e.op == "*" and any(growing)):
            return f"small({text}, {self.span_id(e.span)})"
        return text

    def _expr_Divide(self, e: b.Divide, sc: Scope) -> str:
        return (
            f"divide({self.expr(e.left, sc)}, {self.expr(e.right, sc)}, {e.rounding == 'up'}, {self.span_id(e.span)})"
        )

    def _expr_Compare(self, e: b.Compare, sc: Scope) -> str:
        return f"({self.expr(e.left, sc)} {e.op} {self.expr(e.right, sc)})"

    def _expr_Equal(self, e: b.Equal, sc: Scope) -> str:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if isinstance(other, b.CardNamed) and other.mode == "any":
                ids = tuple(c for c, f in enumerate(self.instance.face_of) if self.instance.faces[f].name == other.name)
                return f"({self.expr(one, sc)} {'not in' if e.negated else 'in'} {self.table(frozenset(ids), 'named')})"
        left, right = self.expr(e.left, sc), self.expr(e.right, sc)
        if right in ("None", "True", "False"):
            return f"({left} {'is not' if e.negated else 'is'} {right})"
        if isinstance(e.left.type, ListType) or isinstance(e.right.type, ListType):
            left, right = f"sorted({left})", f"sorted({right})"
        return f"({left} {'!=' if e.negated else '=='} {right})"

    def _expr_And(self, e: b.And, sc: Scope) -> str:
        return self.conjunction(self._once([self.expr(p, sc) for p in e.parts], " and ", sc))

    def _once(self, parts: list[str], word: str, sc: Scope) -> list[str]:
        """The parts, with those that a loop does not change computed before it (and so tested first)."""
        if sc.hoists is None or any(":=" in p for p in parts):
            return parts
        fixed = [p for p in parts if p not in ("True", "False") and sc.hoists.free(p)]
        if not fixed or (len(fixed) == 1 and "(" not in fixed[0].strip("()")):
            return parts
        name = sc.hoists.lift(word.join(fixed)) if not all(p.startswith("once_") for p in fixed) else word.join(fixed)
        return [name, *(p for p in parts if p not in fixed)]

    @staticmethod
    def conjunction(parts: list[str]) -> str:
        """All of them; constants folded."""
        kept = [p for p in parts if p != "True"]
        if "False" in kept:
            return "False"
        return "True" if not kept else kept[0] if len(kept) == 1 else "(" + " and ".join(kept) + ")"

    def _expr_Or(self, e: b.Or, sc: Scope) -> str:
        kept = [p for p in self._once([self.expr(p, sc) for p in e.parts], " or ", sc) if p != "False"]
        if "True" in kept:
            return "True"
        return "False" if not kept else kept[0] if len(kept) == 1 else "(" + " or ".join(kept) + ")"

    def _expr_Not(self, e: b.Not, sc: Scope) -> str:
        return f"(not {self.expr(e.operand, sc)})"

    def _expr_Between(self, e: b.Between, sc: Scope) -> str:
        return f"({self.expr(e.low, sc)} <= {self.expr(e.value, sc)} <= {self.expr(e.high, sc)})"

    def _expr_IsEmpty(self, e: b.IsEmpty, sc: Scope) -> str:
        inner = self.expr(e.collection, sc)
        if isinstance(e.collection.type, ZoneType):
            inner = self.lying_in(e.collection, inner, sc)
        return f"{'' if e.negated else 'not '}{inner}" if e.negated else f"(not {inner})"

    def _expr_IsIn(self, e: b.IsIn, sc: Scope) -> str:
        value = self.expr(e.value, sc)
        op = "not in" if e.negated else "in"
        if isinstance(e.collection.type, ZoneType):
            at = self._zone_of(value, e.value, sc)
            return f"({at} {'!=' if e.negated else '=='} {self.expr(e.collection, sc)})"
        if isinstance(e.collection.type, ListType) and isinstance(e.collection.type.element, ZoneType) and isinstance(
                bare(e.value.type), CardType):
            return f"({self._zone_of(value, e.value, sc)} {op} {self.expr(e.collection, sc)})"
        return f"({value} {op} {self.expr(e.collection, sc)})"

    def _zone_of(self, value: str, e: b.Expr, sc: Scope) -> str:
        """The zone of a card that may be missing."""
        if e.type == bare(e.type):
            return f"{sc.at}[{value}]"
        return f"zone_or_none({sc.S}, {value})"

    def _expr_InSome(self, e: b.InSome, sc: Scope) -> str:
        zones = frozenset(z for z, m in enumerate(self.instance.zone_member) if m in e.members)
        value = self.expr(e.value, sc)
        where = value if isinstance(bare(e.value.type), ZoneType) else self._zone_of(value, e.value, sc)
        return f"({where} {'not in' if e.negated else 'in'} {self.table(zones, 'zones')})"

    def _expr_IsOn(self, e: b.IsOn, sc: Scope) -> str:
        # A piece is kept as the space it stands on.
        return f"({self.expr(e.piece, sc)} {'!=' if e.negated else '=='} {self.expr(e.space, sc)})"

    def _expr_IsNextTo(self, e: b.IsNextTo, sc: Scope) -> str:
        op = "not in" if e.negated else "in"
        return f"({self.expr(e.left, sc)} {op} beside({self.neighbours_of(e.right)}, {self.expr(e.right, sc)}))"

    def neighbours_of(self, space: b.Expr) -> str:
        """The table of what is next to what on the board of a space."""
        of = bare(space.type)
        assert isinstance(of, SpaceType)
        return self.of_board("NEIGHBOURS", of.board)

    def _expr_IsKind(self, e: b.IsKind, sc: Scope) -> str:
        value = self.expr(e.value, sc)
        test = self.kind_test(e.kind, value, sc.S)
        if e.value.type != bare(e.value.type):
            test = f"is_kind({self.kind_table(e.kind)}, {value})"
            if self.turns_faces and e.kind.parent is not None:
                test = f"({test} and {value} not in {sc.S}.down)"
        return f"(not {test})" if e.negated else test

    def _expr_IsInPlay(self, e: b.IsInPlay, sc: Scope) -> str:
        return f"IN_PLAY[{self._zone_of(self.expr(e.card, sc), e.card, sc)}]"

    def _expr_Bind(self, e: b.Bind, sc: Scope) -> str:
        name = self.name_of(e.var)
        if sc.proc is not None:
            sc.proc.local(name)
        value = self.expr(e.value, sc)
        sc.names[e.var] = name
        test = f"(({name} := {value}) is not None)"
        if e.kind is not None and not self.always_kind(e.kind, bare(e.value.type)):
            test = f"({test} and {self.kind_table(e.kind)}[{name}])"
        return test

    def _expr_Happened(self, e: b.Happened, sc: Scope) -> str:
        result = sc.names[e.result]
        if e.meant is None:
            return f"happened({result})"
        return f"(happened({result}) and len({result}) >= {self.expr(e.meant, sc)})"

    def _expr_Can(self, e: b.Can, sc: Scope) -> str:
        return self.can(e, sc)

    # ------------------------------------------------------------ groups

    def base_source(self, g: b.Group, sc: Scope, ordered: bool = False) -> tuple[str, list[str], bool]:
        """(iterable, extra conditions on the group's variable, whether every card there already has the kind)."""
        return self._base_source(g, sc, ordered)

    def counts_packs(self, g: b.Group) -> bool:
        """Whether cards that are joined may be among the group's, of which only those count that stand for their pack."""
        if not self.packs or g.singles or not isinstance(bare(g.var.type), CardType):
            return False
        if g.kind is not None and not self.turns_faces:
            assert self.program.pack is not None
            if not set(self.ids_of_kind(g.kind)) & set(self.ids_of_kind(self.program.pack.kind)):
                return False
        if g.base.sort == "zones":
            members = [m for e in g.base.exprs for m in self._members_of(e)]
            return not members or any(m.zone is not None and m.zone.in_play for m in members)
        return g.base.sort in ("in_play", "of_player", "cards")

    @staticmethod
    def _members_of(e: b.Expr) -> tuple[b.Member, ...]:
        if isinstance(e, b.ZoneOn):
            return e.members
        return (e.member,) if isinstance(e, b.MemberOf | b.TableMember) and e.member.sort == "zone" else ()

    def _base_source(self, g: b.Group, sc: Scope, ordered: bool = False) -> tuple[str, list[str], bool]:
        base, S = g.base, sc.S
        name = self.name_of(g.var)
        if base.sort == "players":
            if g.order is not None:
                start = self.expr(g.order.start, sc)
                return f"ring({S}, {start}, {g.order.clockwise}, {g.order.inclusive})", [], True
            return (f"in_order({S})" if ordered else f"{S}.alive"), [], True
        if base.sort == "cards":
            return (
                self.table(self.ids_of_kind(g.kind), "cards"),
                [f"{sc.at}[{name}] != 3"] if self.has_tokens else [],
                True,
            )
        if base.sort == "in_play":
            return f"in_play({S})", [], False
        if base.sort == "zones":
            return self._zones_source(base.exprs, sc, ordered)
        if base.sort == "of_player":
            return self.of_player(self.expr(base.exprs[0], sc), sc), [], False
        if base.sort == "list":
            inner = self.expr(base.exprs[0], sc)
            e_type = base.exprs[0].type
            if isinstance(e_type, ZoneType):
                inner = self.lying_in(base.exprs[0], inner, sc)
            return inner, [], False
        if base.sort == "spaces":
            assert base.board is not None
            return f"range({self.instance.boards[base.board].size})", [], True
        if base.sort == "lines":
            assert base.board is not None
            return f"range({len(self.instance.boards[base.board].lines)})", [], True
        if base.sort == "next_to":
            return f"beside({self.neighbours_of(base.exprs[0])}, {self.expr(base.exprs[0], sc)})", [], True
        if base.sort == "region":
            return self.expr(base.exprs[0], sc), [], True
        if base.sort == "words":
            word = bare(g.var.type)
            values = getattr(word, "values", None)
            return (f"range({len(values)})" if values is not None else "(True, False)"), [], True
        if base.sort == "numbers":
            low, high = (self.expr(x, sc) for x in base.exprs)
            if low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and int(high) - int(low) < MOST_NUMBERS:
                return f"range({low}, {int(high) + 1})", [], True
            return f"range(*all_from({low}, {high}, {self.span_id(g.span)}))", [], True
        if base.sort == "zone_list":
            zones = tuple(z for z, m in enumerate(self.instance.zone_member) if m in base.members)
            return self.table(zones, "zones"), [], True
        if base.sort == "objects":
            assert base.stack is not None
            return f"objects_on({S}, {self.stack_number(base.stack)})", [], True
        raise self.unsupported(f"a group of {base.sort}", g.span)

    def _zones_source(self, exprs: tuple[b.Expr, ...], sc: Scope, ordered: bool) -> tuple[str, list[str], bool]:
        parts = []
        for e in exprs:
            text = self.expr(e, sc)
            if isinstance(e.type, ZoneType):
                shuffled = ordered and self.may_be_shuffled(e) and self.kept_zone(e, sc) is None
                parts.append(f"settled({sc.S}, {text})" if shuffled else self.lying_in(e, text, sc))
            else:
                parts.append(f"cards_in({sc.S}, {text})")
        if len(parts) == 1:
            return parts[0], [], False
        return "(" + " + ".join(parts) + ")", [], False

    def group_parts(self, g: b.Group, sc: Scope, ordered: bool = False) -> tuple[str, str, str, Scope]:
        """(variable, iterable, condition, scope in which the variable is known) of a group without its superlatives."""
        source, extra, kinded = self.base_source(g, sc, ordered)
        if self.analysis.nesting.counts(g, self.n_things):
            source = f"counted(S, {source})"
        name = self.name_of(g.var)
        inner = sc.child()
        inner.names[g.var] = name
        conditions = list(extra)
        element = bare(g.var.type)
        if isinstance(element, CardType):
            if g.kind is not None and not kinded and not self.always_kind(g.kind, None, g):
                conditions.append(self.kind_test(g.kind, name, sc.S))
            if g.card_name is not None:
                ids = frozenset(c for c, f in enumerate(self.instance.face_of)
                                if self.instance.faces[f].name == g.card_name)
                conditions.append(f"{name} in {self.table(ids, 'named')}")
            if self.counts_packs(g):
                conditions.append(f"(not {sc.S}.pack or leads({sc.S}, {name}))")
        conditions += [self.expr(c, inner) for c in g.conditions]
        return name, source, self.conjunction(conditions), inner

    def group_list(self, g: b.Group, sc: Scope, ordered: bool = False) -> str:
        """The members of the group as a list or tuple."""
        name, source, condition, inner = self.group_parts(g, sc, ordered)
        if condition == "True":
            text = source if not source.startswith("range(") else f"tuple({source})"
        else:
            text = f"[{name} for {name} in {source} if {condition}]"
        for sup in g.superlatives:
            text = f"best({text}, lambda {name}: {self.expr(sup.key, inner)}, {sup.highest})"
        if g.order is not None and g.base.sort != "players":
            text = f"by_seat({sc.S}, {text}, {self.expr(g.order.start, sc)}, {g.order.clockwise})"
        return text

    def _expr_Group(self, e: b.Group, sc: Scope) -> str:
        return self.group_list(e, sc)

    def _expr_The(self, e: b.The, sc: Scope) -> str:
        return f"the_only({self.group_list(e.group, sc)}, {self.span_id(e.span)})"

    def _expr_FirstOf(self, e: b.FirstOf, sc: Scope) -> str:
        g = e.group
        plain = not g.conditions and not g.superlatives and g.base.sort == "zones" and len(g.base.exprs) == 1
        plain = plain and not self.counts_packs(g)
        whole = plain and isinstance(g.base.exprs[0].type, ZoneType) and g.card_name is None and (
            g.kind is None or self.always_kind(g.kind, None, g))
        if whole:
            zone = self.expr(g.base.exprs[0], sc)
            if e.count is None:
                return f"{'last_card' if e.last else 'first_card'}({sc.S}, {zone})"
            return f"{'last_cards' if e.last else 'first_cards'}({sc.S}, {zone}, {self.expr(e.count, sc)})"
        listed = self.group_list(g, sc, ordered=True)
        if e.count is None:
            return f"first_item({listed}, {e.last})"
        return f"first_items({listed}, {self.expr(e.count, sc)}, {e.last})"

    def _expr_RandomOf(self, e: b.RandomOf, sc: Scope) -> str:
        stream = self.stream_name(e.span)
        self.random_types[stream] = e.type
        where = "" if id(e) in self.perhaps_none else f", {self.span_id(e.span)}"
        return f"random_item({sc.S}, {self.group_list(e.group, sc)}, {stream!r}{where})"

    def _expr_Aggregate(self, e: b.Aggregate, sc: Scope) -> str:
        g = e.group
        if e.op == "count":
            listed = self.group_list(g, sc)
            return f"len({listed})"
        assert e.value is not None
        name, source, condition, inner = self.group_parts(g, sc)
        if g.superlatives:
            source, condition = self.group_list(g, sc), "True"
        value = self.expr(e.value, inner)
        items = f"{value} for {name} in {source}" + ("" if condition == "True" else f" if {condition}")
        if e.op == "total":
            total = f"sum([{items}])"
            return total if bounded(e.value) else f"small({total}, {self.span_id(e.span)})"
        if e.op == "list":
            if isinstance(e.value.type, ListType):
                return f"joined([{items}])"
            return f"[{items}]"
        return f"extreme([{items}], {e.op == 'highest'}, {self.span_id(e.span)})"

    def _expr_Exists(self, e: b.Exists, sc: Scope) -> str:
        g = e.group
        if e.binds:
            name = self.name_of(g.var)
            if sc.proc is not None:
                sc.proc.local(name)
            listed = self.group_list(g, sc, ordered=True)
            sc.names[g.var] = name
            return f"(({name} := first_item({listed}, False)) is not None)"
        if g.superlatives:
            return f"(not {self.group_list(g, sc)})" if e.negated else f"bool({self.group_list(g, sc)})"
        name, source, condition, _ = self.group_parts(g, sc)
        if condition == "True":
            return f"(not {source})" if e.negated else f"bool({source})"
        wanted = self._looked_for(g, name, source, sc)
        if wanted is not None:
            return f"(not {wanted})" if e.negated else wanted
        test = f"any([1 for {name} in {source} if {condition}])"
        if not source.startswith("z[") and "(" in condition:
            test = f"any({condition} for {name} in {source})"
        return f"(not {test})" if e.negated else test

    def _looked_for(self, g: b.Group, name: str, source: str, sc: Scope) -> str | None:
        """`there is a t where t's rank is X` as a look for X among the ranks,
        which a loop over X need not make anew."""
        if len(g.conditions) != 1 or g.card_name is not None or (
                g.kind is not None and not self.base_source(g, sc)[2] and not self.always_kind(g.kind, None, g)):
            return None
        condition = g.conditions[0]
        if (
            not isinstance(condition, b.Equal)
            or condition.negated
            or isinstance(condition.left.type, ListType)
            or isinstance(condition.right.type, ListType)
            or self.base_source(g, sc)[1]
            or self.counts_packs(g)
        ):
            return None
        for mine, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if g.var in read_vars(mine) and g.var not in read_vars(other) and not isinstance(other, b.CardNamed):
                inner = sc.child()
                inner.names[g.var] = name
                listed = f"[{self.expr(mine, inner)} for {name} in {source}]"
                wanted = self.expr(other, sc)
                if sc.hoists is not None and sc.hoists.free(listed) and not sc.hoists.free(wanted):
                    listed = sc.hoists.lift(listed)
                return f"({wanted} in {listed})"
        return None

    def _expr_PathExists(self, e: b.PathExists, sc: Scope) -> str:
        name, _, condition, _ = self.group_parts(e.through, sc)
        starts, goals = self.expr(e.starts, sc), self.expr(e.goals, sc)
        near = self.of_board("NEIGHBOURS", e.board.name)
        test = f"has_path({starts}, {goals}, {near}, lambda {name}: {condition})"
        return f"(not {test})" if e.negated else test

    def _expr_ListExpr(self, e: b.ListExpr, sc: Scope) -> str:
        element = e.type.element if isinstance(e.type, ListType) else None
        parts = []
        for item in e.items:
            text = self.expr(item, sc)
            if isinstance(item.type, ListType):
                parts.append(f"*{text}")
            elif isinstance(item.type, ZoneType) and isinstance(element, CardType):
                parts.append(f"*{self.lying_in(item, text, sc)}")
            else:
                parts.append(text)
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"

    # ------------------------------------------------------------ classes of arguments

    def cards_tuple(self, e: b.Expr, sc: Scope) -> str:
        """An argument that accepts cards, as a tuple of them, whether it is one card or a list."""
        cards, single = self.cards_expr(e, sc)
        return f"({cards},)" if single else f"tuple({cards})"

    def cards_expr(self, e: b.Expr, sc: Scope) -> tuple[str, bool]:
        """An argument that accepts cards: (expression, True if it is one card and not a list)."""
        if isinstance(e, b.Group) and isinstance(bare(e.var.type), CardType):
            return self.group_list(e, sc, ordered=True), False
        if isinstance(e, b.ListExpr):
            parts = []
            for item in e.items:
                text, single = self.cards_expr(item, sc)
                if isinstance(item, b.Local) and item.var in sc.announced:
                    text, single = f"lasting(S, ({text},), ({sc.announced[item.var]},))", False
                elif isinstance(item, b.Local) and item.var in sc.lasts:
                    text, single = f"(({text},) if {sc.lasts[item.var]} else ())", False
                parts.append(text if single else f"*{text}")
            return "(" + ", ".join(parts) + ",)", False
        if isinstance(e, b.MemberOf) and isinstance(e.base.type, ListType) and isinstance(e.member.type, ZoneType):
            return f"cards_in({sc.S}, {self.expr(e, sc)})", False
        text = self.expr(e, sc)
        if isinstance(e.type, ZoneType):
            shuffled = self.may_be_shuffled(e) and self.kept_zone(e, sc) is None
            listed = f"settled({sc.S}, {text})" if shuffled else self.lying_in(e, text, sc)
            return f"leaders({sc.S}, {listed})" if self.packs else listed, False
        if isinstance(e.type, ListType):
            if isinstance(e.type.element, ZoneType):
                listed = f"cards_in({sc.S}, {text})"
                return f"leaders({sc.S}, {listed})" if self.packs else listed, False
            return text, False
        return text, True

    def players_expr(self, e: b.Expr, sc: Scope) -> str:
        """An argument that accepts players, as a list."""
        text = self.expr(e, sc)
        if isinstance(e.type, ListType):
            return text
        if text == "None":
            return "()"
        if e.type != bare(e.type):
            return f"listed({text})"
        return f"({text},)"


def element_type(e: b.Expr) -> Any:
    """The type of the things in a list, or of the thing itself."""
    return e.type.element if isinstance(e.type, ListType) else e.type


__all__ = ["Expressions", "element_type"]
