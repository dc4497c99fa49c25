"""The declarations of a game as players read them: header, text, and the lines of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl import nodes as n
from rulewright.dsl.build_base import doc_text
from rulewright.dsl.differences import laid_out
from rulewright.dsl.loading import LoadResult
from rulewright.dsl.print_merged import Printer
from rulewright.dsl.variant_paths import key_of

_DOC = re.compile(r'^[ \t]*("""(?:[^"]|"(?!""))*""")[ \t]*\n?')


@frozen
class Declared:
    """One declaration. `header` is its first line without the colon; `lines` are those under it without the text."""

    decl: n.Decl
    sort: str
    name: str
    header: str
    doc: str
    lines: tuple[str, ...]


def declared(result: LoadResult) -> Iterator[Declared]:
    """Give the declarations of a game, those that it uses included, as its variants make them."""
    printer = Printer([*result.base, *result.variant_files])
    for tree in result.files:
        for decl in tree.decls:
            key = key_of(decl)
            if key is None:
                continue
            first, _, rest = laid_out(printer, decl).partition("\n")
            match = _DOC.match(rest)
            doc = doc_text(match[1]) if match else ""
            body = rest[match.end() :] if match else rest
            lines = tuple(line[4:] if line.startswith("    ") else line for line in body.split("\n") if line.strip())
            header, colon, behind = first.partition(": ") if ": " in first and not first.endswith(":") else (first, "", "")
            if colon and isinstance(decl, n.OptionDecl | n.DieDecl | n.DefineMemberDecl | n.DefineFunctionDecl):
                header, behind = first, ""
            if behind:
                lines = (behind, *lines)
            yield Declared(decl, key[0], key[1], header.rstrip(":"), doc, lines)
