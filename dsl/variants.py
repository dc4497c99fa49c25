"""Variants: changes to the declarations of a game, applied to its syntax trees before they are resolved.

Every variant is computed against the game itself, or against what the variants make that it comes after; never against
its neighbours. So the order in which they are named makes no difference: two that are not ordered go together, or they
contradict each other (dsl/variant_ops).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from types import MappingProxyType

import attrs
from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.problems import Problems
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variant_decls import add, change, remove, replace
from rulewright.dsl.variant_draft import Draft
from rulewright.dsl.variant_flow import exchange_lines, insert, remove_phase, replace_phase
from rulewright.dsl.variant_ops import Op, contradictions, said_path, undoes
from rulewright.dsl.variant_order import in_order
from rulewright.dsl.variant_paths import Key, key_of, said
from rulewright.dsl.variant_tables import title_of
from rulewright.dsl.visitor import walk


@frozen
class Applied:
    """A game with variants: its tree, what was wrong, what each variant did, and in which order they came."""

    trees: tuple[n.FileNode, ...]
    diagnostics: tuple[Diagnostic, ...]
    ops: tuple[Op, ...] = ()
    variants: tuple[n.VariantDecl, ...] = ()


def apply_variants(
    trees: tuple[n.FileNode, ...], variant_trees: list[n.FileNode], titles: Iterable[str] = (),
    known: Mapping[str, str] = MappingProxyType({}),
) -> Applied:
    """Give the game with variants applied: those of other files, and those of its own that are named.

    known: by title, how a variant that is not named could be; for hints.
    """
    problems = Problems()
    chosen, extra = _chosen(trees, variant_trees, titles, problems)
    by_file = {PurePath(one.span.source.name).name: one.title.text for one in chosen}
    order = in_order(chosen, problems, by_file, known)
    base = joined(decl for tree in trees for decl in tree.decls)
    before = {variant.title.text: earlier for variant, earlier in order}
    found, ops = _each_alone(base, order, problems)
    if not found and not problems.has_errors:  # else it has been said why they cannot be played together
        clashes = contradictions(ops, before)
        if clashes:
            return Applied(trees, (*problems.all(), *clashes), tuple(ops), tuple(chosen))
    together = Problems()
    decls = _together(base, order, ops, together)
    if not found:
        found = tuple(_misfit(one) for one in together.all())
    applied = [variant for variant, _ in order]
    own_tests = {(type(decl), decl.title.text) for decl in extra if isinstance(decl, n.ScenarioDecl | n.SituationDecl)}
    left = (decl for decl in decls if not _dropped(decl, applied, own_tests))
    merged = attrs.evolve(trees[0], decls=(*_for_players(list(left), applied, problems), *extra))
    return Applied((merged,), (*problems.all(), *found), tuple(ops), tuple(applied))


def _chosen(
    trees: tuple[n.FileNode, ...], variant_trees: list[n.FileNode], titles: Iterable[str], problems: Problems
) -> tuple[list[n.VariantDecl], list[n.Decl]]:
    """Give the variants that are meant, and what else stands in their files."""
    own = {decl.title.text: decl for tree in trees for decl in tree.decls if isinstance(decl, n.VariantDecl)}
    chosen: list[n.VariantDecl] = []
    for title in dict.fromkeys(titles):
        if title in own:
            chosen.append(own[title])
        else:
            hint = did_you_mean(title, own)
            problems.add("E430", Span(trees[0].span.source, 0, 0), f'the game has no variant "{title}"', hint=hint)
    extra: list[tuple[str, n.Decl]] = []
    game = _names(trees)
    heads = [(tree, [decl for decl in tree.decls if isinstance(decl, n.VariantDecl)]) for tree in variant_trees]
    files = {PurePath(tree.span.source.name).name for tree, found in heads if found}
    for tree, found in heads:
        if not found:
            problems.add(
                "E430", Span(tree.span.source, 0, 0), "this file has no variant",
                hint='a variant begins so: `variant "NAME" of "game.rules":`',
            )  # fmt: skip
            continue
        if len(found) > 1:
            problems.add(
                "E430", found[1].title.span, "this file has several variants, so it does not say which is meant",
                hint="give each a file of its own",
            )  # fmt: skip
        head = found[0]
        of_others = files - {PurePath(tree.span.source.name).name}
        if head.of is not None and PurePath(head.of.text).name not in game | of_others:
            main = PurePath(trees[0].span.source.name).name
            hint = f'this game is in "{main}": say so with `of`, or play another game with it'
            problems.add("E430", head.of.span, f'this is a variant of "{head.of.text}", not of this game', hint=hint)
            continue  # nothing of it can be expected to fit
        twin = next((one for one in chosen if one.title == head.title and one is not head), None)
        if twin is not None:
            if twin.span.source.text != tree.span.source.text:
                problems.add(
                    "E430", head.title.span, f'two different variants are called "{head.title.text}"',
                    related=((twin.title.span, "the other one"),), hint="rename one of them",
                )  # fmt: skip
            continue
        extra += [(head.title.text, decl) for decl in tree.decls if not isinstance(decl, n.VariantDecl | n.UseDecl)]
        chosen.append(head)
    extra.sort(key=lambda one: one[0])
    return chosen, [decl for _, decl in extra]


def _names(trees: tuple[n.FileNode, ...]) -> set[str]:
    """What a variant may call the game that it changes: its files and its title."""
    title = next((decl.title.text for decl in trees[0].decls if isinstance(decl, n.GameDecl)), None)
    return {PurePath(tree.span.source.name).name for tree in trees} | ({title} if title else set())


def _dropped(decl: n.Decl, applied: list[n.VariantDecl], own_tests: set[tuple[type, str]]) -> bool:
    """Whether a declaration of the game has served: a variant that is applied, a test that a variant has anew."""
    if isinstance(decl, n.VariantDecl):
        return decl in applied
    return isinstance(decl, n.ScenarioDecl | n.SituationDecl) and (type(decl), decl.title.text) in own_tests


def joined(decls: Iterable[n.Decl]) -> tuple[n.Decl, ...]:
    """Give the declarations with all `each X has:` of one X as one, so that a variant finds every member of X there.

    A game and each file that it uses may have a block of their own.
    """
    joined: dict[Key | int, n.Decl] = {}
    for i, decl in enumerate(decls):
        key = key_of(decl) if isinstance(decl, n.HasDecl) else None
        first = joined.get(key) if key is not None else None
        if key is not None and isinstance(first, n.HasDecl) and isinstance(decl, n.HasDecl):
            joined[key] = attrs.evolve(first, members=(*first.members, *decl.members), doc=first.doc or decl.doc)
        else:
            joined[i if key is None else key] = decl
    return tuple(joined.values())


# ------------------------------------------------------------------ applying

Order = list[tuple[n.VariantDecl, frozenset[str]]]


def _each_alone(base: tuple[n.Decl, ...], order: Order, problems: Problems) -> tuple[tuple[Diagnostic, ...], list[Op]]:
    """Compute each variant on the game, with those that it comes after; give what is wrong, and what each does."""
    made: dict[str, list[Op]] = {}
    found: list[Diagnostic] = []
    variants = {variant.title.text: variant for variant, _ in order}
    for variant, earlier in order:
        own = Problems()
        decls = list(base)
        for title in (one.title.text for one, _ in order if one.title.text in earlier):
            decls = _apply(Draft(decls, Problems(), base, variants[title]))
        others = tuple(one for one in variants.values() if one is not variant)
        draft = Draft(decls, own, base, variant, others=others)
        _apply(draft)
        _say_what_is_in_vain(draft)
        made[variant.title.text] = draft.ops
        if not draft.ops and not own.has_errors and variant.least is None:
            draft.error(
                "E434", variant.title.span, f'the variant "{variant.title.text}" changes nothing',
                "say what is different, in lines such as `change option NAME, normally N`",
            )  # fmt: skip
        found += own.all()
    return tuple(found), [op for variant, _ in order for op in made[variant.title.text]]


def _together(base: tuple[n.Decl, ...], order: Order, ops: list[Op], problems: Problems) -> list[n.Decl]:
    """Apply all, one after the other. What two do alike is done once."""
    decls = list(base)
    for at, (variant, earlier) in enumerate(order):
        beside = {one.title.text for one, _ in order[:at]} - earlier
        done = [op for op in ops if op.variant.title.text in beside and op.mode != "refer"]
        alone = tuple(op for op in ops if op.variant is variant)
        decls = _apply(Draft(decls, problems, base, variant, done=done, alone=alone))
    return decls


def _misfit(one: Diagnostic) -> Diagnostic:
    """What is right for each variant alone, but not for all together."""
    return attrs.evolve(one, code="E433", message=f"these variants do not go together: {one.message}")


def _apply(draft: Draft) -> list[n.Decl]:
    for item in draft.variant.changes:
        draft.item = item
        match item:
            case n.ChangeItem(decl=decl):
                change(draft, decl)
            case n.ReplaceItem(decl=decl):
                replace(draft, decl)
            case n.AddItem(decl=decl):
                add(draft, decl)
            case n.RemoveItem():
                (remove_phase if item.sort.text == "phase" else remove)(draft, item)
            case n.ReplacePhaseItem():
                replace_phase(draft, item)
            case n.ReplaceLinesItem() | n.RemoveLinesItem():
                exchange_lines(draft, item)
            case n.InsertItem():
                insert(draft, item)
    _nothing_left(draft)
    return draft.decls


def _say_what_is_in_vain(draft: Draft) -> None:
    """Note changes that a later line of the same variant undoes: whatever they say, nothing comes of it."""
    writes = [op for op in draft.ops if op.mode != "refer" and not op.lines]
    for at, op in enumerate(writes):
        later = next((one for one in writes[at + 1 :] if one.item is not op.item and undoes(one, op)), None)
        if later is not None:
            draft.error(
                "E434", op.span, f"this changes nothing: what it says of `{said_path(op.path)}` is changed again below",
                "leave one of them", ((later.span, "here"),),
            )  # fmt: skip


def _nothing_left(draft: Draft) -> None:
    """Note where all lines of something were taken away; leave out tables without a card."""
    kept = []
    for decl in draft.decls:
        if isinstance(decl, n.CardsDecl) and not any(title_of(row) or isinstance(row, n.GeneratorItem)
                                                     for row in decl.rows):  # fmt: skip
            continue
        kept.append(decl)
        key = key_of(decl)
        if key is None or decl in draft.base or not any(_is_empty(node) for node in walk(decl)):
            continue
        mine = [op for op in draft.ops if op.path[0] == said(key) and op.mode != "refer"]
        draft.error(
            "E431", mine[-1].span if mine else draft.variant.title.span,
            f"nothing would be left of something in `{said(key)}`",
            "take away all of it, or put something in its place",
        )  # fmt: skip
    draft.decls = kept


def _is_empty(node: n.Node) -> bool:
    lines = {n.Block: "stmts", n.RuleDecl: "standing", n.DeckDecl: "rows", n.BoardDecl: "items"}.get(type(node))
    return lines is not None and not getattr(node, lines) and getattr(node, "doc", None) is None


def _for_players(decls: list[n.Decl], variants: list[n.VariantDecl], problems: Problems) -> list[n.Decl]:
    """Give the declarations with the game for as many players as all variants are for."""
    at = next((i for i, decl in enumerate(decls) if isinstance(decl, n.GameDecl)), None)
    if at is None:
        return decls
    game = decls[at]
    assert isinstance(game, n.GameDecl)
    low, high = game.least, game.most if game.most is not None else game.least
    for variant in variants:
        if variant.least is None:
            continue
        most = variant.most if variant.most is not None else variant.least
        if variant.least > high or most < low:
            problems.add(
                "E435", variant.title.span, f'"{variant.title.text}" is for {_span_said(variant.least, most)}, '
                f"the game for {_span_said(low, high)}",
            )  # fmt: skip
            continue
        low, high = max(low, variant.least), min(high, most)
    if (low, high) != (game.least, game.most or game.least):
        decls[at] = attrs.evolve(game, least=low, most=high if high != low else None)
    return decls


def _span_said(low: int, high: int) -> str:
    return f"{low} to {high} players" if low != high else f"{low} player{'s' if low != 1 else ''}"
