"""Writing files for people: whole or not at all, and never over what is not ours."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file, replace_file


def overwrite_text(path: Path, text: str) -> None:
    """Put a text in the place of a file's content, which is either wholly there afterwards or wholly untouched.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_bytes(path, text.encode())


def overwrite_bytes(path: Path, content: bytes) -> None:
    """The same with bytes.

    Raises:
        InputError: It cannot be written.
    """
    try:
        target = path.resolve()
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~current_umask()
        replace_file(target, content, mode)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
    except RuntimeError as error:  # what Python before 3.13 raises there
        raise InputError("cannot be written: it is a circle of links", str(path)) from error


def write_private(path: Path, text: str) -> None:
    """Put a text with secrets in the place of a file, whole or not at all, for nobody but its owner.

    A link that lies there is replaced, and not followed.

    Raises:
        InputError: It cannot be written.
    """
    try:
        replace_file(path, text.encode())
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises:
        InputError: It is there, or cannot be written; then nothing is left of it.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError as there:
        raise InputError("something lies here already", str(path), "Name another place: -o PATH") from there
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def write_to_device(path: Path, content: bytes) -> None:
    """Write into a pipe that somebody reads, or a device such as ``/dev/null``.

    Raises:
        InputError: It is neither, nobody reads it, or it takes nothing.
    """
    try:
        if not (path.is_fifo() or path.is_char_device()):
            raise InputError("this is no file", str(path), "Name another.")
        # Without waiting: a pipe that nobody reads is refused instead of being waited for.
        descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        if os.name != "nt":
            os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def current_umask() -> int:
    """The permissions that new files do not get; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_output(path: Path, text: str, is_own_text: Callable[[str], bool], *, force: bool) -> None:
    """Write a text that a command made into a file, or through a pipe or a device; see :func:`write_output_bytes`.

    Raises:
        InputError: The same.
    """
    write_output_bytes(path, text.encode(), lambda content: is_own_text(content.decode()), force=force)


def write_output_bytes(path: Path, content: bytes, is_own_content: Callable[[bytes], bool], *, force: bool) -> None:
    """Write what a command made into a file, or through a pipe or a device.

    Args:
        path: The file.
        content: What was made.
        is_own_content: Whether what lies there was made by the same command, so that it may be replaced.
        force: Replace whatever lies there.

    Raises:
        InputError: Something else lies there, or it cannot be written.
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
                "Only what this command wrote is written over. Name another file, or write over this one with --force."
            )
            raise InputError("this exists, and another program or command wrote it", str(path), hint)
    overwrite_bytes(path, content)
