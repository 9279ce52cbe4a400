"""Measurement of processes from outside: their time, and their peak memory."""

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
    """Wait until a child process ends; kill it at a limit of time or memory.

    The system's own figure of peak memory starts with that of the parent, so memory is polled during the run.

    Args:
        child: The process.
        deadline: The time limit in seconds.
        megabytes: The memory limit.
        executes: Whether it executes another program: until then it has the memory of this process.

    Returns:
        Its status, its resource usage, and its peak memory in megabytes.
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
    """A figure of a process's memory in megabytes, by the kernel's name for it."""
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(kind):
                return int(line.split()[1]) / 1024
    except (OSError, ValueError):
        pass
    return 0.0


def command_line_of(process: int) -> bytes:
    """The command line of a process; empty if unknown."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
