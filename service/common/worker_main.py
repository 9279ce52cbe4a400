"""The main module of a worker process: it runs the function that arrives through the pipe that it inherited."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from multiprocessing import connection as pipes

from bombsight.dsl.caches import silence_warnings


def main(handle: int) -> None:
    """Receive a function from the parent process, and call it with this end of the pipe until that is closed."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        connection = pipes.PipeConnection(handle)
    else:
        connection = pipes.Connection(handle)
    silence_warnings()
    with connection, suppress(EOFError, OSError):
        connection.recv()(connection)


if __name__ == "__main__":
    main(int(sys.argv[1]))
