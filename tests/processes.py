"""Processes that tests begin: with signals as a shell at a terminal has them, and ended with all that they began."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds after which a process that is waited for has failed: a slow machine compiles a game in some."""

STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]
"""The signals that ask a process to end."""

BOMBSIGHT = (sys.executable, "-m", "bombsight")


# --- signals


def let_children_heed_signals() -> None:
    """Begin processes with the default for each signal that this one ignores, as under ``nohup`` and in the background.

    What is ignored here would be ignored by every process that is begun from here. A handler is not handed on: it is
    the default again where another program begins. This process goes on ignoring what it did.
    """
    for number in STOPPING:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, pass_over)


def pass_over(number: int, frame: object) -> None:
    """The handler that ignores a signal."""


def ignoring(*names: str, command: Sequence[str]) -> list[str]:
    """A command that begins as under ``nohup``: it ignores these signals, such as ``HUP``."""
    return ["sh", "-c", f'trap "" {" ".join(names)}; exec "$@"', "sh", *command]


@contextmanager
def signals_restored() -> Iterator[None]:
    """Put back what signals did before, where something has handlers of its own in this process."""
    before = {number: signal.getsignal(number) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# --- beginning and ending


def children(process: int) -> set[int]:
    """The processes that a process has begun and that have not ended (on Linux)."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return {int(number) for each in lists for number in each.read_text().split()}


@contextmanager
def begin_process(command: Sequence[object], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own, which is killed, and all that it began there, however the test ends.

    Args:
        command: The program and its arguments.
        how: Arguments of :class:`subprocess.Popen`; its streams are this process's unless they say otherwise.
    """
    process = subprocess.Popen([*map(str, command)], **{"start_new_session": True} | how)
    try:
        yield process
    finally:
        kill_group(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):  # what was still to be written to one that has ended
                    stream.close()


def run_process(
    command: Sequence[object], *, input: str | bytes | None = None, timeout: float = 2 * PATIENCE, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a process to its end; its output, which is kept, and its status.

    Raises:
        subprocess.TimeoutExpired: It goes on for longer; it is killed, and all that it began.
    """
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        streams["stdin"] = subprocess.PIPE
    with begin_process(command, **streams | how) as process:
        out, error = process.communicate(input, timeout)
        return subprocess.CompletedProcess(process.args, process.returncode, out, error)


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a process that leads a group, and the group."""
    if os.name == "nt":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # no group, or on some systems one of zombies
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(condition: Callable[[], object], process: subprocess.Popen[Any]) -> None:
    """Wait until something is so, or a process has ended."""
    until = time.monotonic() + PATIENCE
    while not condition() and process.poll() is None:
        assert time.monotonic() < until, f"{process.args!r} does not come to it in {PATIENCE} s"
        time.sleep(0.01)


# --- terminals

AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Begins a program whose session the terminal at its input belongs to, and which hears of its end."""


class Terminal:
    """A process at a terminal, and whoever sits there.

    Attributes:
        process: The process.
        shown: What was shown since what was last waited for.
    """

    def __init__(self, process: subprocess.Popen[Any], ours: int) -> None:
        self.process = process
        self.shown = b""
        self._ours = ours

    def type(self, keys: bytes) -> None:
        """Type keys."""
        os.write(self._ours, keys)

    def wait_for(self, *texts: bytes) -> bytes:
        """Wait until one of these texts is shown; what was shown by then, to its end."""
        until = time.monotonic() + PATIENCE
        while not (found := [text for text in texts if text in self.shown]):
            is_ready = select.select([self._ours], [], [], max(0, until - time.monotonic()))[0]
            assert is_ready, f"none of {texts} is shown in {PATIENCE} s: {self.shown!r}"
            try:
                read = os.read(self._ours, 1 << 16)
            except OSError:  # how Linux tells that nobody is at the other end
                read = b""
            assert read, f"it ends without showing any of {texts}: {self.shown!r}"
            self.shown += read
        before, text, self.shown = self.shown.partition(found[0])
        return before + text

    def wait_for_rest(self) -> None:
        """Wait until nothing more is shown: who has asked reads by then, and is woken by a signal."""
        while select.select([self._ours], [], [], 0.2)[0]:
            self.shown += os.read(self._ours, 1 << 16)

    def close(self) -> None:
        """Close the window."""
        if self._ours >= 0:
            os.close(self._ours)
        self._ours = -1


@contextmanager
def begin_at_terminal(command: Sequence[object], **how: Any) -> Iterator[Terminal]:
    """A process as :func:`begin_process` has it, at a terminal of its own, where all that it shows is."""
    import pty

    ours, theirs = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    try:
        with begin_process([sys.executable, "-c", AT_TERMINAL, *command], **streams | how) as process:
            os.close(theirs)
            theirs = -1
            terminal = Terminal(process, ours)
            try:
                yield terminal
            finally:
                terminal.close()
    finally:
        if theirs >= 0:
            os.close(theirs)
            os.close(ours)
