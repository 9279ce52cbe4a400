"""A disk on which one operation fails, so that every place where one can is tried in turn."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Disk:
    """Counts what is done to files in a folder, and has one operation fail.

    Attributes:
        folder: Whose files are watched.
        fails: The number of the operation that fails, from 1.
        error: With which error number; ENOSPC stays: from then on nothing can be opened, written or synced.
        done: How many operations there were.
        safe: How many bytes of each file were forced to the disk.
    """

    def __init__(self, folder: Path, fails: int, error: int) -> None:
        self.folder, self.fails, self.error, self.done = str(folder.resolve()), fails, error, 0
        self.safe: dict[str, int] = {}

    @property
    def has_failed(self) -> bool:
        """Whether the operation was met."""
        return self.done >= self.fails

    def is_watched(self, where: Any) -> bool:
        """Whether a path, or what a descriptor stands for, lies in the folder."""
        try:
            path = os.readlink(f"/proc/self/fd/{where}") if isinstance(where, int) else os.fspath(where)
        except OSError:
            return False
        return os.path.abspath(path).startswith(self.folder)

    def operate(self, where: Any, *, grows: bool = True) -> None:
        """Count an operation, and have it fail if it is its turn.

        Raises:
            OSError: It is.
        """
        if not self.is_watched(where):
            return
        self.done += 1
        if self.done == self.fails or (self.error == errno.ENOSPC and grows and self.done > self.fails):
            raise OSError(self.error, os.strerror(self.error), where if isinstance(where, str) else None)


class Stream:
    """An open file whose writes are counted; one that fails has written half."""

    def __init__(self, stream: Any, disk: Disk) -> None:
        self.stream, self.disk = stream, disk

    def write(self, data: Any) -> int:
        """Write, or half of it."""
        try:
            self.disk.operate(self.stream.fileno())
        except OSError:
            self.stream.write(data[: len(data) // 2])
            self.stream.flush()
            raise
        written: int = self.stream.write(data)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.stream)


@contextmanager
def failing_disk(folder: Path, fails: int, error: int, patch: Any) -> Iterator[Disk]:
    """A disk on which an operation fails.

    Args:
        folder: Whose files are watched.
        fails: The number of the operation that fails.
        error: With which error number.
        patch: pytest's monkeypatch.
    """
    disk = Disk(folder, fails, error)
    real_open, real_os_open, real_fdopen = builtins.open, os.open, os.fdopen
    real_sync, real_replace = os.fsync, os.replace

    def opened(file: Any, mode: str = "r", *args: Any, **how: Any) -> Any:
        writes = bool(set(mode) & set("wax+"))
        if writes and not isinstance(file, int):
            disk.operate(file)
        stream = real_open(file, mode, *args, **how)
        return Stream(stream, disk) if writes and disk.is_watched(stream.fileno()) else stream

    def os_opened(path: Any, flags: int, *args: Any, **how: Any) -> int:
        if flags & WRITING:
            disk.operate(path)
        return real_os_open(path, flags, *args, **how)

    def fd_opened(descriptor: int, mode: str = "r", *args: Any, **how: Any) -> Any:
        stream = real_fdopen(descriptor, mode, *args, **how)
        return Stream(stream, disk) if set(mode) & set("wax+") and disk.is_watched(descriptor) else stream

    def synced(descriptor: int) -> None:
        disk.operate(descriptor)
        real_sync(descriptor)
        if disk.is_watched(descriptor):
            disk.safe[os.readlink(f"/proc/self/fd/{descriptor}")] = os.fstat(descriptor).st_size

    def replaced(source: Any, target: Any, **how: Any) -> None:
        disk.operate(target, grows=False)
        real_replace(source, target, **how)

    with patch.context() as patched:
        patched.setattr(builtins, "open", opened)
        patched.setattr(io, "open", opened)
        patched.setattr(os, "open", os_opened)
        patched.setattr(os, "fdopen", fd_opened)
        patched.setattr(os, "fsync", synced)
        patched.setattr(os, "replace", replaced)
        yield disk
