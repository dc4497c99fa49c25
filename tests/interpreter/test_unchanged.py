"""State rules are not asked again while nothing that they read has changed, and nothing comes of that but time."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import rulewright
from rulewright.interpreter import unchanged
from rulewright.interpreter.codegen import module
from rulewright.interpreter.unchanged import memory, reads_of

WEIGHT = 2


class _Table:
    """Stands for a state."""

    def __init__(self, **parts: Any) -> None:
        self.act, self.v, self.z, self.cs = 0, [0], [()], dict[int, int]()
        for name, value in parts.items():
            setattr(self, name, value)


def _inner(S: Any) -> int:
    return len(S.cs) * WEIGHT


def _outer(S: Any) -> bool:
    return any(S.act == x and _inner(S) for x in range(2))


def test_what_functions_read_is_found_in_all_that_they_call() -> None:
    assert reads_of([_outer]) == {"act", "cs"}
    assert reads_of([lambda S: helper(S)]) == {"eff"}
    table = {1: _inner}
    assert reads_of([lambda S: table[1](S)]) is None, "which function is called cannot be told"
    assert reads_of([lambda S: S.position()]) is None, "a method of the state may read anything"
    assert reads_of([partial(_inner, None)]) is None


def helper(S: Any) -> Any:
    return S.eff


def test_a_state_is_as_before_if_all_is_alike_that_is_read() -> None:
    as_before, note = memory([_outer])
    table: Any = _Table()
    assert not as_before(table) and note(table) is False
    assert as_before(table) and as_before(_Table(phase=3)), "the phase is not read"
    table.cs[4] = 1
    assert not as_before(table), "what was noted is a copy"
    note(table)
    assert as_before(_Table(cs={4: 1}))
    for other in (_Table(), _Table(cs={4: 1}, act=1), _Table(cs={4: 1}, v=[1]), _Table(cs={4: 1}, z=[(1,)])):
        assert not as_before(other)


def test_what_cannot_be_compared_is_asked_every_time() -> None:
    as_before, note = memory([lambda S: S.rc])
    table: Any = _Table(rc={})
    note(table)
    assert not as_before(table)


@pytest.mark.parametrize("seed", [1, 2])
def test_games_go_alike_with_and_without(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> Any:
        state = rulewright.load("tempest").start(players=3, seed=seed)
        found = []
        for number in range(150):
            if state.is_over:
                break
            state.choose((seed + 7 * number) % min(state.n_options, 1000))
            found.append(state.position())
        return state.g, found

    compiled, quick = played()
    functions = [f for name, f in compiled.namespace.items() if name.startswith("holds_")]
    reads = reads_of(functions)
    assert functions and reads is not None and reads <= unchanged._COMPARED, "it is put to use"
    monkeypatch.setattr(module, "memory", lambda functions: (unchanged._never, unchanged._never))
    compiled, plain = played()
    assert compiled.namespace["as_before"] is unchanged._never and plain == quick
