"""Atomic writes of output files, which never replace files that the program did not write."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file, replace_file
from bombsight.boundary.platform import WRITE_FLAGS, set_blocking
from bombsight.boundary.wording import either


def overwrite_text(path: Path, text: str) -> None:
    """Replace the content of a file by a text, atomically (by renaming a temporary file).

    Raises:
        InputError: The file cannot be written.
    """
    overwrite_bytes(path, text.encode())


def overwrite_bytes(path: Path, content: bytes) -> None:
    """Replace the content of a file by bytes, atomically (by renaming a temporary file).

    Raises:
        InputError: The file cannot be written.
    """
    try:
        target = path.resolve()
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~current_umask()
        replace_file(target, content, mode)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
    except RuntimeError as error:  # raised by Python before 3.13
        raise InputError("cannot be written: it is a circle of links", str(path)) from error


def overwrite_private_text(path: Path, text: str) -> None:
    """Replace the content of a file by a secret text, atomically, readable by its owner alone.

    A symbolic link is replaced, and not followed.

    Raises:
        InputError: The file cannot be written.
    """
    try:
        replace_file(path, text.encode())
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def write_new_file(path: Path, text: str) -> None:
    """Write a text to a new file; fail if the file exists.

    Raises:
        InputError: The file exists, or cannot be written; then nothing is left of it.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError as there:
        raise InputError(
            "something lies here already", str(path), f"Name another place: {either('-o PATH', 'out=PATH')}"
        ) from there
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def write_to_device(path: Path, content: bytes) -> None:
    """Write bytes to a named pipe that has a reader, or to a device such as ``/dev/null``.

    Raises:
        InputError: The path is neither, the pipe has no reader, or the write fails.
    """
    try:
        if not (path.is_fifo() or path.is_char_device()):
            raise InputError("this is no file", str(path), "Name another.")
        # Non-blocking: a pipe without a reader is refused instead of waited for.
        descriptor = os.open(path, WRITE_FLAGS)
        set_blocking(descriptor)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def current_umask() -> int:
    """Read the umask of the process (by setting and restoring it)."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_output(path: Path, text: str, is_own_text: Callable[[str], bool], *, force: bool) -> None:
    """Write a command's output text to a file, pipe or device, refusing to replace other programs' files.

    Args:
        path: The file.
        text: The output.
        is_own_text: Whether the text of an existing file was made by the same command, so that it may be replaced.
        force: Replace any existing file.

    Raises:
        InputError: As for :func:`write_output_bytes`.
    """
    write_output_bytes(path, text.encode(), lambda content: is_own_text(content.decode()), force=force)


def write_output_bytes(path: Path, content: bytes, is_own_content: Callable[[bytes], bool], *, force: bool) -> None:
    """Write a command's output to a file, pipe or device, refusing to replace other programs' files.

    Args:
        path: The file.
        content: The output.
        is_own_content: Whether the content of an existing file was made by the same command, so that it may be
            replaced.
        force: Replace any existing file.

    Raises:
        InputError: Another file lies there, or it cannot be written.
    """
    if path.is_dir():
        raise InputError("this is a folder", str(path), "Name a file in it.")
    if path.exists() and not path.is_file():
        write_to_device(path, content)
        return
    if path.exists() and not force:
        try:
            ours = is_own_content(read_file(path))
        except (OSError, ValueError):
            ours = False
        if not ours:
            hint = (
                "Only what this command wrote is written over. Name another file, or "
                f"{either('write over this one with --force', 'take this one away')}."
            )
            raise InputError("this exists, and another program or command wrote it", str(path), hint)
    overwrite_bytes(path, content)


def is_safe_path(path: str) -> bool:
    """Whether a path with slashes, from anybody's file, stays within the folder that it is relative to."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path
