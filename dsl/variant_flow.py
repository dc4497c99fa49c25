"""What a variant does to the course of things: phases, and lines inside declarations."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import meant_or_all
from rulewright.dsl.variant_draft import Draft
from rulewright.dsl.variant_ops import Path, ids_in
from rulewright.dsl.variant_parts import plain
from rulewright.dsl.variant_paths import blocks_in, key_of, said, sorts_named, with_node
from rulewright.dsl.visitor import children


@frozen
class Place:
    """A list of lines in a declaration (a block, the text of a rule or card), and a place in it.

    `path`: the declaration and the phases around.
    """

    decl: int
    holder: Any  # the block, rule, card, kind or keyword whose lines they are
    at: int
    path: Path

    @property
    def lines(self) -> tuple[Any, ...]:
        """The lines."""
        return lines_of(self.holder)


def lines_of(holder: Any) -> tuple[Any, ...]:
    """The lines of a block, or of what else has lines."""
    if isinstance(holder, n.Block):
        return holder.stmts
    return holder.standing if isinstance(holder, n.RuleDecl) else holder.items  # type: ignore[no-any-return]


def _with_lines(holder: Any, lines: tuple[Any, ...]) -> Any:
    if isinstance(holder, n.Block):
        return attrs.evolve(holder, stmts=lines)
    return attrs.evolve(holder, **{"standing" if isinstance(holder, n.RuleDecl) else "items": lines})


def _exchange(draft: Draft, place: Place, lines: tuple[Any, ...]) -> None:
    new = _with_lines(place.holder, lines)
    draft.decls[place.decl] = with_node(draft.decls[place.decl], place.holder, new)


# ------------------------------------------------------------------ phases


def _phases(draft: Draft) -> Iterator[tuple[Place, n.PhaseStmt]]:
    """Every phase with its place."""
    for i, decl in enumerate(draft.decls):
        key = key_of(decl)
        if key is not None and key[0] not in ("scenario", "situation"):
            yield from _phases_in(decl, i, (said(key),))


def _phases_in(node: Any, decl: int, path: Path) -> Iterator[tuple[Place, n.PhaseStmt]]:
    for child in children(node):
        inside = path
        if isinstance(child, n.PhaseStmt):
            inside = (*path, f"phase {child.name.text}")
        if isinstance(child, n.Block):
            for at, stmt in enumerate(child.stmts):
                if isinstance(stmt, n.PhaseStmt):
                    yield Place(decl, child, at, path), stmt
        yield from _phases_in(child, decl, inside)


def find_phase(draft: Draft, name: str) -> tuple[Place, n.PhaseStmt] | None:
    """Where a phase stands."""
    return next((found for found in _phases(draft) if found[1].name.text == name), None)


def _no_phase(draft: Draft, name: n.Word | n.Text, what: str) -> None:
    known = [phase.name.text for _, phase in _phases(draft)]
    hint = _phase_of_another(draft, name.text) or meant_or_all(name.text, known, nothing=_NO_PHASES)
    draft.error("E431", name.span, f"the game has no `phase {name.text}`{what}", hint)


_NO_PHASES = "it has no phases; `replace in turn:` exchanges lines of it"


def _phase_of_another(draft: Draft, name: str) -> str | None:
    for other in draft.others:
        for change in other.changes:
            if any(isinstance(s, n.PhaseStmt) and s.name.text == name for b in blocks_in(change) for s in b.stmts):
                return f'"{other.title.text}" has such a phase: say `comes after "{other.title.text}"`'
    return None


def remove_phase(draft: Draft, item: n.RemoveItem) -> None:
    """Take a phase away with all that is done in it."""
    found = find_phase(draft, item.name.text)
    if found is None:
        if item.optional:
            draft.refer((f"phase {item.name.text}",), item.span)
        else:
            _no_phase(draft, item.name, " to remove")
        return
    place, phase = found
    path = (*place.path, f"phase {phase.name.text}")
    if draft.write(path, item.span, None, mode="remove", lines=ids_in([phase])):
        _exchange(draft, place, place.lines[: place.at] + place.lines[place.at + 1 :])


def replace_phase(draft: Draft, item: n.ReplacePhaseItem) -> None:
    """Let something else be done in a phase."""
    found = find_phase(draft, item.name.text)
    if found is None:
        _no_phase(draft, item.name, " to replace")
        return
    place, phase = found
    block = item.block if item.block.doc is not None else attrs.evolve(item.block, doc=phase.block.doc)
    if phase.block == block and draft.as_it_was(draft.decls[place.decl]):
        draft.error("E434", item.name.span, f"this changes nothing: `phase {phase.name.text}` is already so")
        return
    path = (*place.path, f"phase {phase.name.text}")
    if draft.write(path, item.name.span, block, lines=ids_in([phase.block])):
        new = attrs.evolve(phase, block=block)
        _exchange(draft, place, (*place.lines[: place.at], new, *place.lines[place.at + 1 :]))


# ------------------------------------------------------------------ insert


def insert(draft: Draft, item: n.InsertItem) -> None:
    """Put lines before or after something, or at the start or end of it."""
    where, sort = str(item.where), item.sort.text
    name = item.name.text if item.name is not None else ""
    if where in ("before", "after"):
        _beside(draft, item, where, sort, name)
    else:
        _inside(draft, item, where, sort, name)


def _put(draft: Draft, item: n.InsertItem, place: Place, what: str, lines: frozenset[int] = frozenset()) -> None:
    span = Span(item.span.source, item.span.start, max(item.sort.span.end, item.name.span.end if item.name else 0))
    if draft.write((*place.path, what), span, item.block, lines=frozenset()):
        _exchange(draft, place, (*place.lines[: place.at], *item.block.stmts, *place.lines[place.at :]))
    draft.refer(place.path, span, lines)


def _beside(draft: Draft, item: n.InsertItem, where: str, sort: str, name: str) -> None:
    if sort == "phase":
        found = find_phase(draft, name)
        place = found[0] if found is not None else None
    elif any(draft.find((wanted, name)) is not None for wanted in sorts_named(sort)):
        place = _performed(draft, name)
    else:
        place = None
    if place is None:
        _nowhere(draft, item, sort, name)
        return
    there = place.lines[place.at]
    what = f"{where} {sort} {name}"
    if sort == "phase":
        draft.refer((*place.path, f"phase {name}"), item.sort.span, frozenset({id(there)}))
    else:
        draft.refer((_said_sort(draft, sort, name),), item.sort.span)
    at = place.at + (where == "after")
    _put(draft, item, attrs.evolve(place, at=at), what, frozenset({id(there)}))


def _said_sort(draft: Draft, sort: str, name: str) -> str:
    return next(said((s, name)) for s in sorts_named(sort) if draft.find((s, name)) is not None)


def _inside(draft: Draft, item: n.InsertItem, where: str, sort: str, name: str) -> None:
    what = f"{where} of it"
    if sort == "phase":
        found = find_phase(draft, name)
        if found is None:
            _nowhere(draft, item, sort, name)
            return
        outer, phase = found
        at = 0 if where == "start" else len(phase.block.stmts)
        place = Place(outer.decl, phase.block, at, (*outer.path, f"phase {name}"))
        _put(draft, item, place, what, frozenset({id(phase)}))
        return
    for wanted in sorts_named(sort):
        there = draft.find((wanted, name))
        own = None if there is None else _own_block(draft.decls[there])
        if there is not None and own is not None:
            path: Path = (said((wanted, name)),)
            path = (*path, "do") if wanted == "action" else path
            at = 0 if where == "start" else len(own.stmts)
            _put(draft, item, Place(there, own, at, path), what)
            return
    _nowhere(draft, item, sort, name)


def _nowhere(draft: Draft, item: n.InsertItem, sort: str, name: str) -> None:
    shown = f"{sort} {name}".strip()
    known = [p.name.text for _, p in _phases(draft)] if sort == "phase" else list(draft.names(sorts_named(sort)))
    if name and any(draft.find((wanted, name)) is not None for wanted in sorts_named(sort)):
        draft.error(
            "E431", item.sort.span, f"`{shown}` stands nowhere by itself in what is done, so nothing can stand beside it",
            f"put it inside: `insert at the start of {shown}:`",
        )  # fmt: skip
        return
    hint = _with_its_sort(draft, sort, name) or (_phase_of_another(draft, name) if sort == "phase" else None)
    for wanted in sorts_named(sort):
        hint = hint or draft.from_another((wanted, name))
    if sort == "the":
        hint = f"`{name}` stands without `the`"
    draft.error(
        "E431", item.sort.span, f"the game has no `{shown}`, so nothing can be inserted there",
        hint or meant_or_all(name, known, nothing=_NO_PHASES if sort == "phase" else None),
    )  # fmt: skip


def _with_its_sort(draft: Draft, sort: str, name: str) -> str | None:
    """The hint for a place that was named without saying what it is: `round count_up` for `count_up`."""
    if name:
        return None
    found = [said(key) for key in ((s, sort) for s in ("round", "verb", "action")) if draft.find(key) is not None]
    if find_phase(draft, sort) is not None:
        found.append(f"phase {sort}")
    return f"say what it is: `{found[0].replace('to ', 'verb ', 1)}`" if found else None


def _own_block(decl: n.Decl) -> n.Block | None:
    """The block that is what the declaration does."""
    if isinstance(decl, n.ActionDecl):
        return next((i.block for i in decl.items if isinstance(i, n.PartItem) and str(i.name) == "do"), None)
    block = getattr(decl, "block", None)
    return block if isinstance(block, n.Block) else None


def _performed(draft: Draft, name: str) -> Place | None:
    """Where a round, verb or action is done: the first line of the game that says so."""
    for i, decl in enumerate(draft.decls):
        key = key_of(decl)
        if key is None or key[0] in ("scenario", "situation"):
            continue
        for block, path in _blocks(decl, (said(key),)):
            for at, stmt in enumerate(block.stmts):
                if isinstance(stmt, n.PhraseStmt) and any(
                    isinstance(p, n.NameExpr) and p.name == name for p in stmt.phrase.slots[0].parts[:2]
                ):
                    return Place(i, block, at, path)
    return None


def _blocks(node: Any, path: Path) -> Iterator[tuple[n.Block, Path]]:
    """Every block with the path of the declaration and the phases that it stands in, outer ones first."""
    if isinstance(node, n.Block):
        yield node, path
    for child in children(node):
        inside = path
        if isinstance(child, n.PhaseStmt):
            inside = (*path, f"phase {child.name.text}")
        elif isinstance(child, n.PartItem):
            inside = (*path, str(child.name))
        yield from _blocks(child, inside)


# ------------------------------------------------------------------ lines that are quoted


def exchange_lines(draft: Draft, item: n.ReplaceLinesItem | n.RemoveLinesItem) -> None:
    """Find lines by what they say, and put others in their place, or none."""
    holders = _holders(draft, item.place)
    if holders is None:
        return
    old = item.old.stmts
    if not old:
        return  # no line of them could be read, which has been said
    new = item.new.stmts if isinstance(item, n.ReplaceLinesItem) else ()
    found = [
        (decl, holder, at, path)
        for decl, holder, path in holders
        for at in range(len(lines_of(holder)) - len(old) + 1)
        if lines_of(holder)[at : at + len(old)] == old
    ]
    where = f"{item.place.sort.text} {item.place.name.text}" if item.place.name else item.place.sort.text
    if not found:
        said_here = [plain(line) for _, holder, _ in holders for line in lines_of(holder)]
        close = difflib.get_close_matches(plain(old[0]), said_here, 1, 0.5)
        draft.error("E431", old[0].span, f"`{where}` has no such lines",
                    f"did you mean `{close[0]}`?" if close and close[0] != plain(old[0]) else None)  # fmt: skip
        return
    if len(found) > 1:
        draft.error("E431", old[0].span, f"these lines stand in `{where}` more than once",
                    "quote more lines around them")  # fmt: skip
        return
    decl, holder, at, path = found[0]
    if new == old:
        draft.error("E434", old[0].span, f"this changes nothing: the lines of `{where}` are already so")
        return
    there = lines_of(holder)[at : at + len(old)]
    mode: Any = "write" if new else "remove"
    span = item.place.span
    text = " / ".join(plain(line) for line in old)
    if draft.write((*path, text), span, new, mode=mode, lines=ids_in(there)):
        lines = (*lines_of(holder)[:at], *new, *lines_of(holder)[at + len(old) :])
        _exchange(draft, Place(decl, holder, at, path), lines)


def _holders(draft: Draft, place: n.EditPlace) -> list[tuple[int, Any, Path]] | None:
    """Give every list of lines in a place: the declaration, what holds the lines, the path; None if it is not there."""
    sort = place.sort.text
    name = place.name.text if place.name is not None else ""
    if sort == "phase":
        found = find_phase(draft, name)
        if found is not None:
            outer, phase = found
            path = (*outer.path, f"phase {name}")
            return [(outer.decl, block, inside) for block, inside in _blocks(phase.block, path)]
        _no_phase(draft, place.name or place.sort, "")
        return None
    for wanted in sorts_named(sort):
        at = draft.find((wanted, name))
        if at is not None:
            decl = draft.decls[at]
            path = (said((wanted, name)),)
            if isinstance(decl, n.RuleDecl | n.CardDecl | n.KindDecl | n.KeywordDecl):
                return [(at, decl, (*path, "standing text"))]
            return [(at, block, inside) for block, inside in _blocks(decl, path)]
    hint = _with_its_sort(draft, sort, name) or meant_or_all(name, draft.names(sorts_named(sort)))
    shown = f'{sort} "{name}"' if isinstance(place.name, n.Text) else f"{sort} {name}".strip()
    draft.error("E431", place.span, f"the game has no `{shown}` to change", hint)
    return None
