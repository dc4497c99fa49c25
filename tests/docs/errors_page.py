"""The page of all codes, made from the tables that `rulewright explain` reads."""

from __future__ import annotations

from rulewright.dsl.diagnostics import CodeInfo, codes

HEAD = """\
# Errors and warnings

Every error and warning has a code, and a code is never used again for something else. `rulewright check` shows the code
with the line, the exact words, and what was probably meant; `rulewright explain E201` shows what stands here.

This page is made from the program's own tables: `pytest tests/docs --update-golden` writes it anew.

| codes | what they are about |
| --- | --- |
"""

GROUPS = {
    "E1": "What cannot be read",
    "E2": "Names that mean nothing, or two things",
    "E3": "Values of the wrong type, and values that may be missing",
    "E4": "Parts that do not fit together",
    "W5": "What is probably not meant",
    "R6": "What goes wrong in the middle of a game",
}


def errors_page() -> str:
    """Give the text of docs/errors.md."""
    known = codes()
    groups = {start: [code for code in known if code.startswith(start)] for start in GROUPS}
    lines = [HEAD]
    for start, title in GROUPS.items():
        lines.append(f"| {start}xx | [{title}](#{_anchor(title)}) |\n")
    for start, title in GROUPS.items():
        lines.append(f"\n## {title}\n")
        lines.extend(_section(code, known[code]) for code in groups[start])
    return "".join(lines)


def _section(code: str, info: CodeInfo) -> str:
    return (
        f"\n### {code}: {info.title}\n\n{info.text}\n\n"
        f"```text\n{info.before}\n```\n\nBetter:\n\n```text\n{info.after}\n```\n"
    )


def _anchor(title: str) -> str:
    return "".join(sign for sign in title.casefold().replace(" ", "-") if sign.isalnum() or sign == "-")
