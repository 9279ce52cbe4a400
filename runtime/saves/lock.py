"""A lock on an open file that the system releases when the program ends, however it ends."""

from __future__ import annotations

import errno
import sys
from typing import BinaryIO

BUSY = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}

if sys.platform == "win32":
    import msvcrt

    FAR = 2**30
    """Offset of the locked byte, beyond any save, since Windows locks bytes against reading."""

    def _lock_stream(stream: BinaryIO) -> None:
        """Lock a file exclusively without waiting; raise OSError if another program holds it."""
        position = stream.tell()
        stream.seek(FAR)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            stream.seek(position)

else:
    import fcntl

    def _lock_stream(stream: BinaryIO) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(stream: BinaryIO) -> bool:
    """Lock a file until it is closed; return false if another program holds the lock.

    Returns:
        Whether nobody else has it; always true on a file system without locks.
    """
    try:
        _lock_stream(stream)
    except OSError as error:
        return error.errno not in BUSY
    return True
