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
    """Take the lock, which is released when the file is closed.

    Returns:
        Whether nobody else has it; always true on a file system without locks.
    """
    try:
        _lock_stream(stream)
    except OSError as error:
        return error.errno not in BUSY
    return True
