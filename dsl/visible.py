"""Texts of strangers, made harmless: what could steer a terminal, or hide in a page, is shown as an escape."""

from __future__ import annotations

# Signs that change the order or the look of what stands around them, or that nobody sees: bidirectional marks,
# separators of lines, spaces of no width. (Joiners stay: some scripts and signs are written with them.)
_REORDERING = {
    0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF, *range(0x202A, 0x202F),
    *range(0x2060, 0x2070), *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
}  # fmt: skip


def visible(text: str) -> str:
    """Give the text on one line, with everything that could steer a terminal shown as an escape (`\\x1b`)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible_sign(sign) for sign in text)


def _visible_sign(sign: str) -> str:
    code = ord(sign)
    if code < 0x20 or 0x7F <= code <= 0x9F:
        return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(sign, f"\\x{code:02x}")
    if code in _REORDERING or 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    return sign
