"""Interrupts: Ctrl-C, signals to terminate, a closed terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from bombsight.boundary.platform import stop_signal_numbers


class SignalInterrupt(KeyboardInterrupt):
    """Raised for a signal to terminate; a KeyboardInterrupt, so code that handles Ctrl-C handles it."""

    def __init__(self, number: int) -> None:
        """Make the interrupt from the number of a signal."""
        super().__init__(number)
        self.number = number


def install_stop_handlers() -> None:
    """Make signals to terminate raise an interrupt like Ctrl-C; ignored ones stay ignored, as under ``nohup``."""
    for number in heeded_stop_signals():
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, raise_interrupt)


def heeded_stop_signals() -> tuple[int, ...]:
    """The numbers of the signals to terminate that are not ignored, besides Ctrl-C, which Python handles."""
    return tuple(number for number in stop_signal_numbers() if not is_ignored(number))


def is_ignored(number: int) -> bool:
    """Whether a signal is ignored, as under ``nohup`` or in the background."""
    return signal.getsignal(number) is signal.SIG_IGN


def raise_interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Signal handler that raises an interrupt.

    Raises:
        SignalInterrupt: Always; it carries the signal.
    """
    raise SignalInterrupt(number)


def exit_status_of(interrupt: KeyboardInterrupt) -> int:
    """The exit status of an interrupt, as in shells: 130 for Ctrl-C, 143 and 129 for the signals."""
    return 128 + (interrupt.number if isinstance(interrupt, SignalInterrupt) else signal.SIGINT)


@contextmanager
def call_on_interrupt(callback: Callable[[], None]) -> Iterator[None]:
    """Call a function on interrupts instead of raising, while the block runs, which must poll for it.

    Ignored signals stay ignored.
    """
    if threading.current_thread() is not threading.main_thread() or is_ignored(signal.SIGINT):
        yield
        return
    previous_handler = signal.signal(signal.SIGINT, lambda number, frame: callback())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)
