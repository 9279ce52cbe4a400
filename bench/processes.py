"""Processes that are measured from outside: their time, and the most memory that they hold."""

from __future__ import annotations

import os
import resource
import signal
import time
from contextlib import suppress
from pathlib import Path


def wait_for(
    child: int, deadline: float, megabytes: float, *, executes: bool = False
) -> tuple[int, resource.struct_rusage, float]:
    """Wait until a process ends; stop it where it takes too long or too much.

    The system's own count of a process's most memory begins with that of the one that it was forked of, so what it
    holds is looked at while it runs.

    Args:
        child: The process.
        deadline: Seconds after which it is stopped.
        megabytes: How many it may hold.
        executes: Whether it becomes another program: until then it holds what this process does.

    Returns:
        Its status, what it used, and the most megabytes that it held.
    """
    end_time, peak_megabytes = time.monotonic() + deadline, 0.0
    while True:
        ended_process, status, used = os.wait4(child, os.WNOHANG)
        if ended_process:
            return os.waitstatus_to_exitcode(status), used, peak_megabytes
        if not executes or command_line_of(child) != command_line_of(os.getpid()):
            peak_megabytes = max(peak_megabytes, memory_of(child, "VmHWM"))
        if time.monotonic() > end_time or peak_megabytes > megabytes:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
            end_time = float("inf")
        time.sleep(0.003)


def memory_of(process: int, kind: str) -> float:
    """The megabytes that a process holds, as the system counts them under this name."""
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(kind):
                return int(line.split()[1]) / 1024
    except (OSError, ValueError):
        pass
    return 0.0


def command_line_of(process: int) -> bytes:
    """The arguments of a process's program; empty where that cannot be known."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
