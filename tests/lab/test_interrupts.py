"""An interrupt in the middle of what belongs together."""

from __future__ import annotations

import signal

import pytest

from rulewright.lab.interrupts import held_back


def test_an_interrupt_waits_until_the_block_is_done() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        signal.raise_signal(signal.SIGINT)
        done.append(1)
    assert done == [1]


def test_without_an_interrupt_nothing_happens_and_the_handler_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_what_goes_wrong_inside_is_told() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), held_back():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is before
