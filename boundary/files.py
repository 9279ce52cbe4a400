"""File access: bounded, non-blocking reads of untrusted regular files; atomic writes."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.platform import READ_FLAGS, current_user, replace_path, sync_folder

MAX_FILE_SIZE = 64_000_000
"""The most bytes of a file that is read whole: the longest save has a tenth of them."""

PRIVATE_MODE = 0o600
"""The file mode for secrets: seeds, hidden answers, tokens, keys."""


TEMPORARY_SUFFIX = ".part"
"""The suffix of files that are still being written."""


class FileTooLargeError(OSError):
    """Raised for a file that is larger than the reader's limit."""

    def __init__(self, path: Path | str, max_bytes: int) -> None:
        """Make the error for the file at ``path``, which has more than ``max_bytes`` bytes."""
        super().__init__(errno.EFBIG, f"it has more than {max_bytes:,} bytes", str(path))


def read_file(path: Path | str, max_bytes: int = MAX_FILE_SIZE) -> bytes:
    """Read a regular file without blocking; raise FileTooLargeError if it has more than ``max_bytes``.

    Raises:
        OSError: It cannot be read, is a pipe, a device or a folder, or is too large.
        ValueError: The path is no possible file name.
    """
    check_regular(path)
    with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
        status = os.fstat(file.fileno())  # of the open file: the path may lead elsewhere by now
        if not stat.S_ISREG(status.st_mode):
            raise not_a_file_error(path)
        if status.st_size > max_bytes:
            raise FileTooLargeError(path, max_bytes)
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise FileTooLargeError(path, max_bytes)
    return content


def check_regular(path: Path | str) -> None:
    """Raise an error unless a path leads to a regular file, which cannot block or go on forever.

    Raises:
        OSError: It does not exist, or is a folder, a pipe or a device.
        ValueError: The path is no possible file name.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise not_a_file_error(path)


def not_a_file_error(path: Path | str) -> OSError:
    """The OSError for a path that leads to a pipe or a device instead of a regular file."""
    return OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))


def read_input_file(path: str, max_bytes: int = MAX_FILE_SIZE) -> bytes:
    """Return the content of a file whose path the user gave; raise InputError if that is impossible.

    Raises:
        InputError: It cannot be read, is no regular file, or is too large.
    """
    try:
        return read_file(path, max_bytes)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", path) from error


def is_private(path: Path) -> bool:
    """Whether only this user, as the owner, can read or write a file.

    On systems without such permissions (Windows) the answer is yes.

    Raises:
        OSError: It does not exist.
    """
    user = current_user()
    if user is None:
        return True
    status = os.stat(path)
    return not status.st_mode & 0o077 and status.st_uid == user


def is_safe_folder(path: Path) -> bool:
    """Whether only this user and the system can replace the files of a folder.

    A world-writable folder is safe if it is sticky, as ``/tmp`` is: there users can remove only their own files. A
    group-writable folder counts as safe, for on many systems each user has a group of his own. On systems without such
    permissions (Windows) the answer is yes.

    Raises:
        OSError: It does not exist.
    """
    user = current_user()
    if user is None:
        return True
    status = os.stat(path)
    is_open = bool(status.st_mode & stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (user, 0) and not is_open


def make_private(path: Path) -> None:
    """Remove all permissions but the owner's from a file, as far as the system can."""
    with suppress(OSError):
        os.chmod(path, PRIVATE_MODE)


def open_private(path: str, flags: int) -> int:
    """Open a file, created readable and writable for its owner only; usable as an ``opener`` of ``open``."""
    return os.open(path, flags, PRIVATE_MODE)


def replace_file(path: Path, content: bytes, mode: int = PRIVATE_MODE, *, durable: bool = True) -> None:
    """Replace the content of a file atomically: afterwards it is wholly new or wholly old.

    The content is first written to a new file with an unpredictable name, so no symbolic link is followed.

    Args:
        path: The file; its folder exists.
        content: The new content.
        mode: The file's permissions.
        durable: Whether the change survives a power cut: both file and name are synced to the disk.

    Raises:
        OSError: It cannot be written.
        ValueError: The path is no possible file name.
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
        replace_path(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    if durable:
        sync_folder(path)
