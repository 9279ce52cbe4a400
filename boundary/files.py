"""Files of strangers: regular files only, opened without waiting, read up to a bound; and files written whole."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of

MAX_FILE_SIZE = 64_000_000
"""Bytes of a file that is read whole: the longest save has a tenth of them."""

PRIVATE_MODE = 0o600
"""The permissions of what holds secrets: seeds, hidden answers, tokens, keys."""


TEMPORARY_SUFFIX = ".part"
"""How the name of a file ends that is being written."""

OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: without waiting, should a pipe have taken its place."""


class FileTooLargeError(OSError):
    """A file has more bytes than are read."""

    def __init__(self, path: Path | str, max_bytes: int) -> None:
        super().__init__(errno.EFBIG, f"it has more than {max_bytes:,} bytes", str(path))


def read_file(path: Path | str, max_bytes: int = MAX_FILE_SIZE) -> bytes:
    """The content of a regular file. Nothing that is opened is waited for, and no more than ``most`` bytes are held.

    Raises:
        OSError: It cannot be read, is a pipe, a device or a folder, or is too large.
        ValueError: Its name cannot be one.
    """
    check_regular(path)
    with os.fdopen(os.open(path, OPEN_FLAGS), "rb") as file:
        status = os.fstat(file.fileno())  # of what was opened: what lies there can have been exchanged meanwhile
        if not stat.S_ISREG(status.st_mode):
            raise not_a_file_error(path)
        if status.st_size > max_bytes:
            raise FileTooLargeError(path, max_bytes)
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise FileTooLargeError(path, max_bytes)
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
        raise not_a_file_error(path)


def not_a_file_error(path: Path | str) -> OSError:
    """The error of a pipe or a device."""
    return OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))


def read_input_file(path: str, max_bytes: int = MAX_FILE_SIZE) -> bytes:
    """The content of a file that a person named.

    Raises:
        InputError: It cannot be read, is no regular file, or is too large.
    """
    try:
        return read_file(path, max_bytes)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", path) from error


def is_private(path: Path) -> bool:
    """Whether nobody but its owner, who is this user, can read or write a file.

    Systems that have no such permissions (Windows) say yes.

    Raises:
        OSError: It is not there.
    """
    if os.name == "nt":
        return True
    status = os.stat(path)
    return not status.st_mode & 0o077 and status.st_uid == os.geteuid()


def is_safe_folder(path: Path) -> bool:
    """Whether nobody but this user and the system's own can exchange the files of a folder behind this user's back.

    A folder that all may write to is safe where it is sticky, as ``/tmp`` is: there each removes but his own. One that
    a group may write to counts as safe, for on many systems each user is a group of his own. Systems that have no such
    permissions (Windows) say yes.

    Raises:
        OSError: It is not there.
    """
    if os.name == "nt":
        return True
    status = os.stat(path)
    is_open = bool(status.st_mode & stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (os.geteuid(), 0) and not is_open


def make_private(path: Path) -> None:
    """Take a file from everybody but its owner, as far as the system can."""
    with suppress(OSError):
        os.chmod(path, PRIVATE_MODE)


def open_private(path: str, flags: int) -> int:
    """An opener, as ``open`` takes one: a file that it makes is its owner's alone."""
    return os.open(path, flags, PRIVATE_MODE)


def replace_file(path: Path, content: bytes, mode: int = PRIVATE_MODE, *, durable: bool = True) -> None:
    """Put content in the place of a file's, which afterwards is wholly there or wholly as it was.

    It is written beside, in a new file of a name that nobody can foresee, so no link that lies there is followed.

    Args:
        path: The file; its folder is there.
        content: What it says from now on.
        mode: Its permissions.
        durable: Whether it stays so after a power cut: both file and name are forced to the disk.

    Raises:
        OSError: It cannot be written.
        ValueError: Its name cannot be one.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:200]}.", suffix=TEMPORARY_SUFFIX)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        if mode != PRIVATE_MODE:
            os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    if durable:
        sync_folder(path)


def sync_folder(path: Path | str) -> None:
    """Force a file's name to the disk, where folders can be opened for that.

    Raises:
        OSError: The disk refuses.
    """
    if os.name == "nt":
        return
    try:
        folder = os.open(Path(path).absolute().parent, os.O_RDONLY)
    except OSError:
        return  # a folder that may be written but not read
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
