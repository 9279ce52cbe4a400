"""Worker processes: programs of their own that run one function over a pipe, started without ``multiprocessing``.

``multiprocessing`` imports the caller's main script into each process that it starts, so that a script needs a guard.
These are started as ``python -m bombsight.service.common.worker_main`` instead, and import nothing of the caller's.

A worker holds one end of a pipe, and ends when the other end is closed, also if its parent dies suddenly. Both ends are
private: no other process can write to them, so what arrives is unpickled.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from bombsight.boundary.errors import InputError
from bombsight.boundary.platform import inheriting_blocked_interrupts, popen_options_to_inherit
from bombsight.boundary.wording import argument

WORKER_MODULE = "bombsight.service.common.worker_main"
"""The module that a worker process runs."""


class WorkerProcess:
    """The parent's handle of a worker process.

    Attributes:
        connection: The pipe to the worker.
        process: The process.
    """

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        """Start a process that calls ``serve``, a function of a module, with its end of the pipe.

        Raises:
            InputError: This Python does not know its own program, so it can start no other.
        """
        if not sys.executable:
            raise InputError("this Python cannot start others", "", f"Use one process: {argument('jobs', 1)}.")
        self.connection, theirs = Pipe()
        with theirs, inheriting_blocked_interrupts():
            self.process = start_process(theirs)
        with suppress(OSError):  # that it has died already is noticed when nothing arrives from it
            self.connection.send(serve)

    def stop(self) -> None:
        """Close the pipe and end the process."""
        self.connection.close()
        self.process.terminate()
        self.process.wait()


def start_process(connection: Connection) -> subprocess.Popen[bytes]:
    """Start a worker process that inherits one end of a pipe, and the places where modules are found here."""
    handle = connection.fileno()
    # -P: the working directory is no place of modules, unless it is one here
    command = [sys.executable, "-P", "-m", WORKER_MODULE, str(handle)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(folder) for folder in sys.path)}
    inherited = popen_options_to_inherit(handle)
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **inherited)
