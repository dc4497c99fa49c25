"""Rules files that are wrong on purpose: what they say is reported, and the rendered report beside them.

`### E201` at the end of a line: reported on that line. `### E402 on line 5` anywhere: on that one. Nothing else may be
reported.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.diagnostics import Diagnostic, render_all
from rulewright.dsl.loading import check_paths
from rulewright.dsl.source import Source
from rulewright.interpreter.builtins import BUILTINS

from .golden import Golden

_EXPECTED = re.compile(r"### ([EW]\d+)(?: on line (\d+))?")


def expected(path: Path) -> set[tuple[str, int, str]]:
    """Give file, line and code of everything that a file and those in its folder of parts say."""
    parts = [path, *sorted(path.with_suffix("").glob("*.rules"))]
    if path.stem.endswith("_circle"):
        parts += sorted((path.parent / "circle").glob("*.rules"))
    return {
        (part.name, int(match[2] or number), match[1])
        for part in parts
        for number, line in enumerate(part.read_text(encoding="utf-8").splitlines(), 1)
        for match in _EXPECTED.finditer(line)
    }


def found(path: Path) -> tuple[Diagnostic, ...]:
    """Give what is reported for a file: a game, or a variant together with the game that it changes."""
    return check_paths([path], BUILTINS).diagnostics


def shown_codes(files: list[Path]) -> set[str]:
    """Give every code that some of the files show."""
    return {code for path in files for _, _, code in expected(path)}


def check(path: Path, golden: Golden) -> None:
    """Fail unless exactly what the file says is reported, in the words of the golden file."""
    reported = found(path)
    assert {(Path(one.span.source.name).name, one.span.line, one.code) for one in reported} == expected(path)
    golden.check(path.with_suffix(".txt"), render_all(tuple(_short(one) for one in reported)))


def _short(one: Diagnostic) -> Diagnostic:
    """Give the diagnostic with file names instead of paths."""
    import attrs

    def named(span: object) -> object:
        source = span.source  # type: ignore[attr-defined]
        return attrs.evolve(span, source=Source(Path(source.name).name, source.text))  # type: ignore[type-var]

    return attrs.evolve(one, span=named(one.span), related=tuple((named(span), text) for span, text in one.related))
