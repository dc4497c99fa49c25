"""The border to the terminal: everything the program prints passes here.

Texts of rules files and saves are written by strangers. So control characters, escape sequences and signs that reorder
text are made visible before they reach a terminal, and a sign that the stream cannot encode becomes the nearest one it
can: printing never fails after the work is done.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import IO, Any

from attrs import define, frozen

from rulewright.dsl.visible import visible

# (style, text) or plain text; styles are those of a theme.
Part = str | tuple[str, str]


@frozen
class Style:
    """How a style is written in escape sequences, and for the prompt."""

    code: str
    prompt: str


_DARK = {
    "bold": Style("1", "bold"), "dim": Style("2", "ansibrightblack"), "red": Style("31", "ansired"),
    "green": Style("32", "ansigreen"), "yellow": Style("33", "ansiyellow"), "blue": Style("34", "ansiblue"),
    "cyan": Style("36", "ansicyan"),
}  # fmt: skip
# On a light ground yellow and cyan cannot be read.
_LIGHT = {**_DARK, "yellow": Style("35", "ansimagenta"), "cyan": Style("34", "ansiblue")}
THEMES = {"dark": _DARK, "light": _LIGHT}


def styles(theme: str | None) -> dict[str, Style]:
    """Give the styles of a theme; of none the one that fits the colours that the terminal says it has."""
    if theme in THEMES:
        return THEMES[theme]
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return _LIGHT if ground in ("7", "15") else _DARK


_PLAIN = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "...",
    "\u00d7": "x", "\u00b7": "-", "\u2022": "*", "\u2192": "->", "\u2190": "<-", "\u2264": "<=", "\u2265": ">=",
    "\u2500": "-", "\u2502": "|",
    "\u250c": "+", "\u2510": "+", "\u2514": "+", "\u2518": "+", "\u2550": "=", "\u2551": "|",
    "\u00a0": " ", "\u00df": "ss", "\u00e6": "ae", "\u00c6": "AE", "\u00f8": "o", "\u00d8": "O", "\u0153": "oe",
    "\u0152": "OE", "\u0142": "l", "\u0141": "L",
}  # fmt: skip


def encodable(text: str, encoding: str | None) -> str:
    """Give the text with each sign that the encoding lacks replaced by the nearest it has."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
        return text
    except (UnicodeEncodeError, LookupError):
        return "".join(_encodable_sign(sign, encoding) for sign in text)


def _encodable_sign(sign: str, encoding: str) -> str:
    for candidate in (sign, _PLAIN.get(sign, ""), _without_accents(sign)):
        try:
            candidate.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            continue
        if candidate:
            return candidate
    return "?"


def _without_accents(sign: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))


def is_dumb() -> bool:
    """Say whether the terminal knows no escape sequences, so that nothing but plain lines can be shown there."""
    return os.environ.get("TERM", "").casefold() in ("dumb", "unknown")


def wants_colour(stream: IO[str] | None) -> bool:
    """Say whether a stream is a terminal that should be given colours."""
    if os.environ.get("NO_COLOR") or is_dumb():
        return False
    return is_terminal(stream)


def terminal_width() -> int:
    """Give how many cells a line of the terminal has."""
    return max(20, shutil.get_terminal_size().columns - 1)


def is_terminal(stream: IO[str] | None) -> bool:
    """Say whether a stream is open and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except (ValueError, OSError):
        return False


@define
class Output:
    """Prints lines and documents to one pair of streams; None where a stream is closed."""

    stdout: IO[str] | None
    stderr: IO[str] | None
    theme: str | None = None  # one of THEMES, or none: the one that fits
    breaks: bool = False  # long lines are broken between words, to the width of the terminal
    plain: bool = False  # no escape sequences, whatever the streams are

    @property
    def width(self) -> int:
        """How many cells a line has room for; very many where it goes to no terminal."""
        return terminal_width() if is_terminal(self.stdout) else 1_000

    @classmethod
    def of_process(cls) -> Output:
        """Give the output of this process as it is now."""
        return cls(sys.stdout, sys.stderr)

    def line(self, *parts: Part) -> None:
        """Print one line; a line break inside plain text starts a new one."""
        lines = _broken(parts, terminal_width()) if self.breaks and is_terminal(self.stdout) else [parts]
        for line in lines:
            self._write(self.stdout, tuple(line), "\n")

    def verbatim(self, text: str) -> None:
        """Print lines as they are, to be copied: the terminal alone breaks them."""
        for line in text.split("\n"):
            self._write(self.stdout, (line,), "\n")

    def part(self, *parts: Part) -> None:
        """Print without ending the line."""
        self._write(self.stdout, parts, "")

    def error(self, *parts: Part) -> None:
        """Print one line to standard error, on a terminal broken between words."""
        lines = _broken(parts, terminal_width()) if is_terminal(self.stderr) else [parts]
        for line in lines:
            self._write(self.stderr, tuple(line), "\n")

    def document(self, document: Any) -> None:
        """Print one JSON document; it is ASCII, so every stream takes it."""
        if self.stdout is not None:
            self.stdout.write(json.dumps(document, indent=2) + "\n")
            self.stdout.flush()

    def rendered(self, text: str, *, to_error: bool = False) -> None:
        """Print text of many lines that was laid out elsewhere (diagnostics)."""
        for line in text.rstrip("\n").split("\n"):
            # As they are: carets stand below what they mean.
            self._write(self.stderr if to_error else self.stdout, (line,), "\n")

    def clear(self) -> None:
        """Clear the screen, scrollback included, where standard output is a terminal; in plain lines, push it out of sight."""
        if self.stdout is None or not is_terminal(self.stdout):
            return
        if self.plain or is_dumb():
            self.stdout.write("\n" * shutil.get_terminal_size().lines)
        else:
            self.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        self.stdout.flush()

    def _write(self, stream: IO[str] | None, parts: tuple[Part, ...], end: str) -> None:
        if stream is None:
            return
        colour = wants_colour(stream) and not self.plain
        pieces = []
        for part in parts:
            style, text = ("", part) if isinstance(part, str) else part
            shown = "\n".join(visible(line) for line in text.split("\n"))
            shown = encodable(shown, getattr(stream, "encoding", None))
            pieces.append(f"\x1b[{styles(self.theme)[style].code}m{shown}\x1b[0m" if colour and style else shown)
        stream.write("".join(pieces) + end)
        stream.flush()


def _broken(parts: Sequence[Part], width: int) -> list[list[Part]]:
    """Give a line as lines of that width, the later ones indented a little more than the first."""
    from rulewright.repl.canvas import text_of, width_of, wrapped

    text = "".join(text_of(part) for part in parts)
    if "\n" in text or width_of([*parts]) <= width:
        return [list(parts)]
    words: list[list[Part]] = [[]]  # a word may have several styles
    for part in parts:
        first, *rest = text_of(part).split(" ")
        styled = [piece if isinstance(part, str) else (part[0], piece) for piece in (first, *rest)]
        words[-1].append(styled[0])
        words += [[piece] for piece in styled[1:]]
    indent = min(len(text) - len(text.lstrip()) + 2, width // 2)
    return wrapped([], words, width, indent, " ")


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Give `1 game`, `2 games`, `2,000 games`."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"
