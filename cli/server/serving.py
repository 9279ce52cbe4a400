"""Running the server: on standard input and output, or at a port of this machine."""

from __future__ import annotations

import gc
import logging
import os
import sys

from bombsight.cli.server.features import create_server

LOCALHOST = "127.0.0.1"

GC_THRESHOLDS = (100_000, 10, 10)
"""When garbage is looked for: what is worked out is much, and little of it hangs in circles."""


def serve(port: int | None = None) -> None:
    """Serve one client until it ends the conversation.

    Args:
        port: Where to wait for it; None for standard input and output. Only what the protocol says is ever written
            there: whatever else is printed, by anything in this process, goes to standard error.
    """
    gc.enable()  # this process answers for hours
    gc.set_threshold(*GC_THRESHOLDS)
    for name in ("pygls", "asyncio"):  # what fails is told the client; that the process ends at its word is no failure
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
