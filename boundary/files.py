"""Files of strangers: regular files only, opened without waiting, and read up to a bound."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError, reason

LARGEST = 64_000_000
"""Bytes of a file that is read whole: the longest save has a tenth of them."""

PRIVATE = 0o600
"""The permissions of what holds secrets: seeds, hidden answers, tokens, keys."""


AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: without waiting, should a pipe have taken its place."""


class FileTooLargeError(OSError):
    """A file has more bytes than are read."""

    def __init__(self, path: Path | str, most: int) -> None:
        super().__init__(errno.EFBIG, f"it has more than {most:,} bytes", str(path))


def read_file(path: Path | str, most: int = LARGEST) -> bytes:
    """The content of a regular file. Nothing that is opened is waited for, and no more than ``most`` bytes are held.

    Raises:
        OSError: It cannot be read, is a pipe, a device or a folder, or is too large.
        ValueError: Its name cannot be one.
    """
    check_regular(path)
    with os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
    ) as file:
        about = os.fstat(file.fileno())  # of what was opened: what lies there can have been exchanged meanwhile
        if not stat.S_ISREG(about.st_mode):
            raise not_a_file(path)
        if about.st_size > most:
            raise FileTooLargeError(path, most)
        content = file.read(most + 1)
    if len(content) > most:
        raise FileTooLargeError(path, most)
    return content


def check_regular(path: Path | str) -> None:
    """See that reading a file waits for nobody and comes to an end.

    Raises:
        OSError: It is not there, or is a pipe or a device.
        ValueError: Its name cannot be one.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise not_a_file(path)


def not_a_file(path: Path | str) -> OSError:
    """The error of a pipe or a device."""
    return OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))


def read_bytes(path: str, most: int = LARGEST) -> bytes:
    """The content of a file that a person named.

    Raises:
        InputError: It cannot be read, is no regular file, or is too large.
    """
    try:
        return read_file(path, most)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason(error)}", path) from error


def write_private(path: Path, content: bytes) -> None:
    """Write a file with secrets, whole or not at all, for nobody but its owner.

    What lay there is replaced: no link that somebody has planted is followed.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")  # readable by nobody else
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def is_private(path: Path) -> bool:
    """Whether nobody but its owner, who is this user, can read or write a file.

    Systems that have no such permissions (Windows) say yes.

    Raises:
        OSError: It is not there.
    """
    if os.name == "nt":
        return True
    about = os.stat(path)
    return not about.st_mode & 0o077 and about.st_uid == os.geteuid()


def make_private(path: Path) -> None:
    """Take a file from everybody but its owner, as far as the system can."""
    with suppress(OSError):
        os.chmod(path, PRIVATE)
