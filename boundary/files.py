"""Files of strangers: regular files only, opened without waiting, read up to a bound; and files written whole."""

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


PIECE = ".part"
"""How the name of a file ends that is being written."""

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
    with os.fdopen(os.open(path, AT_ONCE), "rb") as file:
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
    about = os.stat(path)
    is_open = bool(about.st_mode & stat.S_IWOTH) and not about.st_mode & stat.S_ISVTX
    return about.st_uid in (os.geteuid(), 0) and not is_open


def make_private(path: Path) -> None:
    """Take a file from everybody but its owner, as far as the system can."""
    with suppress(OSError):
        os.chmod(path, PRIVATE)


def open_private(path: str, flags: int) -> int:
    """An opener, as ``open`` takes one: a file that it makes is its owner's alone."""
    return os.open(path, flags, PRIVATE)


def replace_file(path: Path, content: bytes, mode: int = PRIVATE, *, durable: bool = True) -> None:
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
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:200]}.", suffix=PIECE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        if mode != PRIVATE:
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
