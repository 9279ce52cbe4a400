"""The server's transport: standard input and output, or a TCP port of this machine."""

from __future__ import annotations

import gc
import logging
import os
import sys

from bombsight.cli.server.features import create_server

LOCALHOST = "127.0.0.1"

GC_THRESHOLDS = (100_000, 10, 10)
"""The thresholds of garbage collection: results are large, with few cycles."""


def serve(port: int | None = None) -> None:
    """Serve one editor over stdio or a local TCP port, until it ends the session.

    Args:
        port: The TCP port; None for standard input and output. Only protocol messages are written there: anything
            else that the process prints goes to standard error.
    """
    gc.enable()  # this process answers for hours
    gc.set_threshold(*GC_THRESHOLDS)
    for name in ("pygls", "asyncio"):  # errors go to the client; exiting at its request is no error
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    server = create_server()
    try:
        if port is not None:
            server.start_tcp(LOCALHOST, port)
            return
        output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        server.start_io(sys.stdin.buffer, output)
    finally:
        server.stop()
