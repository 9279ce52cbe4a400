"""Being asked to stop: by the keys that interrupt, by the system, by a terminal that is closed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

STOP_SIGNALS = ("SIGTERM", "SIGHUP")
"""Besides the keys, which Python heeds itself; not every system has both."""


class SignalInterrupt(KeyboardInterrupt):
    """The system asks the program to end; whatever heeds the keys heeds it too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def install_stop_handlers() -> None:
    """Let the signals that ask a program to end do so as the keys do; what is ignored stays so, as under ``nohup``."""
    for number in stop_signal_numbers():
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, raise_interrupt)


def stop_signal_numbers() -> Iterator[int]:
    """The signals that ask the program to end, but for those it was begun to ignore."""
    for name in STOP_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and not is_ignored(number):
            yield number


def is_ignored(number: int) -> bool:
    """Whether a signal is ignored: as under ``nohup`` that of a closed terminal, and the keys in the background."""
    return signal.getsignal(number) is signal.SIG_IGN


def raise_interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """What a signal does.

    Raises:
        Stopped: Always; it carries the signal.
    """
    raise SignalInterrupt(number)


def exit_status_of(interrupt: KeyboardInterrupt) -> int:
    """The exit status, as shells tell it: 130 for the keys, 143 and 129 for the signals."""
    return 128 + (interrupt.number if isinstance(interrupt, SignalInterrupt) else signal.SIGINT)


@contextmanager
def call_on_interrupt(callback: Callable[[], None]) -> Iterator[None]:
    """Let the keys that interrupt call this and nothing else, while something runs that heeds it soon.

    Where they are ignored they stay so.
    """
    if threading.current_thread() is not threading.main_thread() or is_ignored(signal.SIGINT):
        yield
        return
    previous_handler = signal.signal(signal.SIGINT, lambda number, frame: callback())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)
