"""Playouts as C: the same games as `interpreter/playout.py` makes, for games whose rules are simple enough, much faster.

`translate` turns the module of a playout into C, `runtime.c` is what that C calls, `compiler` compiles both in memory and
`playing` plays. A game that cannot be said in C, or a playout in which something out of the ordinary happens (a limit, a
mistake in the rules), is played in Python as ever.
"""
