"""Writer of saves, which appends lines and forces them to the disk.

A line is written whole and forced to the disk before the next question is shown, so a power cut loses at most a line
that nobody has seen the end of.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from types import TracebackType
from typing import Any, BinaryIO

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import MAX_FILE_SIZE, FileTooLargeError, check_regular, open_private
from bombsight.boundary.platform import sync_folder, try_lock
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.saves.lines import Line, header_line, record_json
from bombsight.runtime.saves.reader import ParsedSave, parse_save
from bombsight.runtime.saves.records import End, Header, Record


class SaveFile:
    """A save that is open for writing, locked against other programs."""

    def __init__(self, path: str, stream: BinaryIO) -> None:
        """Make a save from a file that is open for writing and locked."""
        self.path = path
        self._stream = stream
        self._waiting = bytearray()
        # End of the last whole line, if a broken one after it must be removed.
        self._broken_from: int | None = None
        # Whether the last line lacks its line end.
        self._unended = False
        self._size = os.fstat(stream.fileno()).st_size

    @classmethod
    def create(cls, path: str, header: Header) -> SaveFile:
        """Create a save with its header, readable by its owner only, since it has the seed and hidden information.

        Raises:
            InputError: The file exists or cannot be written; then nothing is left of it.
        """
        try:
            stream = open(path, "xb", buffering=0, opener=open_private)  # noqa: SIM115 - it stays open with the session
        except FileExistsError as error:
            raise InputError(
                "this file exists already", path, "Resume it if it is a save, or name another file."
            ) from error
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be written: {reason_of(error)}", path) from error
        try:
            try_lock(stream)
            save = cls(path, stream)
            save._append(header_line(header))
            save.sync()
            sync_folder(path)
        except BaseException as error:
            stream.close()
            with suppress(OSError):
                os.unlink(path)
            if isinstance(error, OSError):
                raise InputError(f"cannot be written: {reason_of(error)}", path) from error
            raise
        return save

    @classmethod
    def resume(cls, path: str) -> tuple[SaveFile, ParsedSave]:
        """Open and lock an existing save, and parse it; a broken last line is removed by the first :meth:`sync`.

        Raises:
            InputError: It is no save, in use, or cannot be read or written.
        """
        try:
            check_regular(path)
            stream = open(path, "r+b", buffering=0)  # noqa: SIM115 - it stays open as long as the session
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be opened: {reason_of(error)}", path) from error
        try:
            if not try_lock(stream):
                raise InputError("this save is being played elsewhere", path, "Leave that session first.")
            if os.fstat(stream.fileno()).st_size > MAX_FILE_SIZE:
                raise FileTooLargeError(path, MAX_FILE_SIZE)
            saved = parse_save(stream.read(), path)
        except (OSError, InputError) as error:
            stream.close()
            if isinstance(error, OSError):
                raise InputError(f"cannot be read or written: {reason_of(error)}", path) from error
            raise
        save = cls(path, stream)
        save._broken_from = saved.length if saved.length < save._size else None
        save._unended = not saved.ends_with_newline
        return save, saved

    def current_path(self) -> str | None:
        """Return the present path of the open file, even after a renaming; None if deleted or unknown.

        Returns:
            The path; None if the file was deleted, or moved to an unknown place.
        """
        number = self._stream.fileno()
        mine = os.fstat(number)
        for path in (self.path, f"/proc/self/fd/{number}"):
            with suppress(OSError):
                if os.path.samestat(os.stat(path), mine) and mine.st_nlink:
                    return path if path == self.path else os.readlink(path)
        return None

    def write(self, line: Line) -> None:
        """Append a line, in memory until :meth:`sync`."""
        self._append(encode(line, BRIEF))

    def write_record(self, record: Record | End) -> None:
        """Append a record, in memory until :meth:`sync`."""
        self._append(record_json(record))

    def _append(self, line: dict[str, Any]) -> None:
        """Append a line as JSON to the bytes waiting to be written."""
        if self._unended:
            self._waiting += b"\n"
            self._unended = False
        self._waiting += json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def sync(self) -> None:
        """Force pending lines to the disk.

        Raises:
            InputError: That fails, or another program has changed the file.
        """
        if not self._waiting and self._broken_from is None:
            return
        try:
            if os.fstat(self._stream.fileno()).st_size != self._size:
                raise InputError("another program has changed this save while it was played", self.path)
            if self._broken_from is not None:
                self._truncate(self._broken_from)
            try:
                data = bytes(self._waiting)
                while data:
                    data = data[self._stream.write(data) :]
                os.fsync(self._stream.fileno())
            finally:
                # An interrupt may come at any moment: bytes in the file must not be written again.
                size = os.fstat(self._stream.fileno()).st_size
                del self._waiting[: size - self._size]
                self._size = size
        except OSError as error:
            raise InputError(f"cannot be written: {reason_of(error)}", self.path) from error

    def _truncate(self, length: int) -> None:
        """Cut the file off at an offset, where its broken last line begins."""
        try:
            self._stream.truncate(length)
            self._stream.seek(length)
        finally:
            self._size = os.fstat(self._stream.fileno()).st_size
        self._broken_from = None

    def close(self) -> None:
        """Write pending lines and close the file, which is unchanged if there are none."""
        try:
            if self._waiting:
                self.sync()
        finally:
            self._stream.close()

    def __enter__(self) -> SaveFile:
        """Return the save itself; leaving the ``with`` block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write pending lines and close the file."""
        self.close()
