"""A save open for writing.

A line is written whole and forced to the disk before the next question is shown, so a power cut loses at most a
line that nobody has seen the end of.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from runtime.errors import InputError, reason
from runtime.lock import lock
from runtime.records import Header
from runtime.saved import Saved, header_line, parse_save


class SaveFile:
    """A save that is open for writing, and nobody else's meanwhile."""

    def __init__(self, path: str, stream: BinaryIO) -> None:
        self.path = path
        self._stream = stream
        self._waiting = bytearray()
        self._size = os.fstat(stream.fileno()).st_size

    @classmethod
    def create(cls, path: str, header: Header) -> SaveFile:
        """A new save with its header on the disk.

        Raises:
            InputError: The file exists already or cannot be written.
        """
        try:
            stream = open(path, "xb", buffering=0)  # noqa: SIM115 - it stays open as long as the session
        except FileExistsError as error:
            raise InputError(
                "this file exists already", path, "Resume it if it is a save, or name another file."
            ) from error
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be written: {reason(error)}", path) from error
        lock(stream)
        save = cls(path, stream)
        save.write(header_line(header))
        save.sync()
        sync_folder(path)
        return save

    @classmethod
    def resume(cls, path: str) -> tuple[SaveFile, Saved]:
        """An existing save, a last line that was cut short put right.

        Raises:
            InputError: It is no save, in use, or cannot be read or written.
        """
        try:
            stream = open(path, "r+b", buffering=0)  # noqa: SIM115 - it stays open as long as the session
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be opened: {reason(error)}", path) from error
        try:
            if not lock(stream):
                raise InputError("this save is being played elsewhere", path, "Leave that session first.")
            saved = parse_save(stream.read(), path)
            stream.truncate(saved.length)
            stream.seek(saved.length)
        except (OSError, InputError) as error:
            stream.close()
            if isinstance(error, OSError):
                raise InputError(f"cannot be read or written: {reason(error)}", path) from error
            raise
        save = cls(path, stream)
        if not saved.whole:
            save._waiting += b"\n"
        return save, saved

    def write(self, line: dict[str, Any]) -> None:
        """Put a line behind the others, in memory until :meth:`sync`."""
        self._waiting += json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def sync(self) -> None:
        """Force what was written to the disk.

        Raises:
            InputError: That fails, or another program has changed the file.
        """
        if not self._waiting:
            return
        try:
            if os.fstat(self._stream.fileno()).st_size != self._size:
                raise InputError("another program has changed this save while it was played", self.path)
            try:
                data = bytes(self._waiting)
                while data:
                    data = data[self._stream.write(data) :]
                os.fsync(self._stream.fileno())
            finally:
                # An interrupt may come at any moment: what is in the file need not be written again.
                size = os.fstat(self._stream.fileno()).st_size
                del self._waiting[: size - self._size]
                self._size = size
        except OSError as error:
            raise InputError(f"cannot be written: {reason(error)}", self.path) from error

    def close(self) -> None:
        """Write what waits, and leave the file to others."""
        try:
            self.sync()
        finally:
            self._stream.close()

    def __enter__(self) -> SaveFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def sync_folder(path: str) -> None:
    """Force a new file's name to the disk, where folders can be opened for that."""
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
