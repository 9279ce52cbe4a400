"""The main module of a worker process: it runs the function that arrives through the pipe that it inherited."""

from __future__ import annotations

import sys
from contextlib import suppress

from bombsight.boundary.platform import ignore_interrupts_if_not_inherited, open_inherited_pipe
from bombsight.dsl.caches import silence_warnings


def main(handle: int) -> None:
    """Receive a function from the parent process, and call it with this end of the pipe until that is closed."""
    ignore_interrupts_if_not_inherited()
    silence_warnings()
    with open_inherited_pipe(handle) as connection, suppress(EOFError, OSError):
        connection.recv()(connection)


if __name__ == "__main__":
    main(int(sys.argv[1]))
