"""What signals do in this process."""

from __future__ import annotations

import signal

import pytest

from bombsight.cli.terminal.signals import (
    SignalInterrupt,
    call_on_interrupt,
    heeded_stop_signals,
    install_stop_handlers,
)
from tests.processes import signals_restored


@pytest.fixture(autouse=True)
def as_before():
    with signals_restored():
        yield


def test_the_keys_call_what_is_to_stop():
    stopped = []
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with call_on_interrupt(lambda: stopped.append("once")):
        signal.raise_signal(signal.SIGINT)
    assert stopped == ["once"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_keys_that_are_ignored_stop_nothing():
    stopped = []
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with call_on_interrupt(lambda: stopped.append("once")):
        signal.raise_signal(signal.SIGINT)
    assert stopped == []
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_signal_that_is_ignored_is_not_heeded():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    install_stop_handlers()
    assert signal.SIGTERM not in heeded_stop_signals()
    signal.raise_signal(signal.SIGTERM)


def test_a_signal_that_is_heeded_ends_as_the_keys_do():
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    install_stop_handlers()
    assert signal.SIGTERM in heeded_stop_signals()
    with pytest.raises(SignalInterrupt) as stop:
        signal.raise_signal(signal.SIGTERM)
    assert stop.value.number == signal.SIGTERM
