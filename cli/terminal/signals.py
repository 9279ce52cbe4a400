"""Being asked to stop: by the keys that interrupt, by the system, by a terminal that is closed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

NAMES = ("SIGTERM", "SIGHUP")
"""Besides the keys, which Python heeds itself; not every system has both."""


class Stopped(KeyboardInterrupt):
    """The system asks the program to end; whatever heeds the keys heeds it too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def heed_signals() -> None:
    """Let the signals that ask a program to end do so as the keys do; what is ignored stays so, as under ``nohup``."""
    for number in heeded():
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)


def heeded() -> Iterator[int]:
    """The signals that ask the program to end, but for those it was begun to ignore."""
    for name in NAMES:
        number = getattr(signal, name, None)
        if number is not None and not is_ignored(number):
            yield number


def is_ignored(number: int) -> bool:
    """Whether a signal is ignored: as under ``nohup`` that of a closed terminal, and the keys in the background."""
    return signal.getsignal(number) is signal.SIG_IGN


def stop(number: int, frame: FrameType | None) -> NoReturn:
    """What a signal does.

    Raises:
        Stopped: Always; it carries the signal.
    """
    raise Stopped(number)


def status_of(stop: KeyboardInterrupt) -> int:
    """The exit status, as shells tell it: 130 for the keys, 143 and 129 for the signals."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


@contextmanager
def interrupted_by_keys(stop: Callable[[], None]) -> Iterator[None]:
    """Let the keys that interrupt call this and nothing else, while something runs that heeds it soon.

    Where they are ignored they stay so.
    """
    if threading.current_thread() is not threading.main_thread() or is_ignored(signal.SIGINT):
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
