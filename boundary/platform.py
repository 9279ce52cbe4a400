"""The differences between operating systems: everything that Windows does otherwise than Linux, macOS and the BSDs.

A browser is a system, too: there Python runs in a page's worker, with files in memory, without users or threads.

No other module of the program asks which system it runs on. Each function here works on both kinds; where a system
lacks something, its docstring says what happens instead. ``tests/boundary/test_platform.py`` simulates the kind of
system that it does not run on: it sets :data:`IS_WINDOWS` and replaces the modules of the system by stand-ins.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

IS_WINDOWS = os.name == "nt"

KEEPS_FILES = sys.platform != "emscripten"
"""Whether files are still there when the program runs again; in a browser they lie in the memory of a worker."""

# --- files

WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
"""The flag to open a file without blocking, in case a pipe has taken its place; 0 on Windows, where none can."""

AS_BYTES = getattr(os, "O_BINARY", 0)
"""The flag to read and write bytes as they are; 0 where that goes without saying."""

READ_FLAGS = os.O_RDONLY | WITHOUT_WAITING | AS_BYTES
APPEND_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | WITHOUT_WAITING | AS_BYTES
WRITE_FLAGS = os.O_WRONLY | WITHOUT_WAITING | AS_BYTES
"""Flags for :func:`os.open`: to read, to append to or create, to write to what is there."""

REPLACE_ATTEMPTS, REPLACE_PAUSE = 20, 0.05
"""How often Windows is asked to replace a file that another program has open, and the pause in seconds."""

BUSY = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""The errors that mean that another program holds a lock."""

LOCKED_BYTE = 2**30
"""The offset of the byte that Windows locks: beyond any save, since it locks bytes against reading."""


def current_user() -> int | None:
    """The number of the user, who may own files; None on Windows and in a browser, where files have no such owners."""
    return None if IS_WINDOWS or not hasattr(os, "geteuid") else os.geteuid()


def set_blocking(descriptor: int) -> None:
    """Make a descriptor that was opened without waiting wait again; on Windows it always does."""
    if not IS_WINDOWS:
        os.set_blocking(descriptor, True)


def replace_path(source: Path | str, target: Path | str) -> None:
    """Put a file into the place of another atomically.

    Windows refuses while another program has the target open, as a virus scanner does for a moment. So it is asked
    again, for a second.

    Raises:
        OSError: It cannot be replaced.
    """
    for attempt in range(REPLACE_ATTEMPTS if IS_WINDOWS else 1, 0, -1):
        try:
            return os.replace(source, target)
        except PermissionError:
            if attempt == 1:
                raise
            time.sleep(REPLACE_PAUSE)
    raise AssertionError("the last attempt returns or raises")


def sync_folder(path: Path | str) -> None:
    """Force a file's name to the disk; on Windows, where a folder cannot be opened, nothing is done.

    Raises:
        OSError: The disk refuses.
    """
    if IS_WINDOWS:
        return
    try:
        folder = os.open(Path(path).absolute().parent, os.O_RDONLY)
    except OSError:
        return  # a folder that may be written but not read
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def try_lock(stream: BinaryIO) -> bool:
    """Lock an open file until it is closed; the system releases the lock when the program ends, however it ends.

    Returns:
        Whether nobody else holds the lock; always true on a file system without locks.
    """
    try:
        (lock_byte if IS_WINDOWS else lock_file)(stream)
    except OSError as error:
        return error.errno not in BUSY
    return True


def lock_byte(stream: BinaryIO) -> None:
    """Lock a byte of a file, as Windows does, without waiting; raise OSError if another program holds it."""
    msvcrt = import_module("msvcrt")
    position = stream.tell()
    stream.seek(LOCKED_BYTE)
    try:
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    finally:
        stream.seek(position)


def lock_file(stream: BinaryIO) -> None:
    """Lock a whole file, as all but Windows do, without waiting; raise OSError if another program holds it."""
    fcntl = import_module("fcntl")
    fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


# --- signals

STOP_SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals to terminate, besides Ctrl-C: from another program, a closed terminal, Ctrl-Break on Windows."""


def stop_signal_numbers() -> tuple[int, ...]:
    """The numbers of the signals to terminate that this system has."""
    numbers = (getattr(signal, name, None) for name in STOP_SIGNALS)
    return tuple(int(number) for number in numbers if number is not None)


@contextmanager
def inheriting_blocked_interrupts() -> Iterator[None]:
    """Context manager: block Ctrl-C, so that processes begun in the block inherit that; on Windows it does nothing."""
    if IS_WINDOWS:
        yield
        return
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def ignore_interrupts_if_not_inherited() -> None:
    """Ignore Ctrl-C in a process on Windows, where :func:`inheriting_blocked_interrupts` of its parent does nothing."""
    if IS_WINDOWS:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- processes


def popen_options_to_inherit(handle: int) -> dict[str, Any]:
    """The options of :class:`subprocess.Popen` by which a child process inherits one open descriptor or handle.

    Args:
        handle: The number of a descriptor; on Windows of a handle.
    """
    if not IS_WINDOWS:
        return {"pass_fds": (handle,)}
    import_module("os").set_handle_inheritable(handle, True)
    return {"startupinfo": import_module("subprocess").STARTUPINFO(lpAttributeList={"handle_list": [handle]})}


def open_inherited_pipe(handle: int) -> Connection:
    """Open the end of a pipe of :mod:`multiprocessing` that a process inherited, by its number."""
    pipes = import_module("multiprocessing.connection")
    kind: type[Connection] = pipes.PipeConnection if IS_WINDOWS else pipes.Connection
    return kind(handle)


# --- terminals


def has_no_reader(descriptor: int) -> bool:
    """Whether the reader of an output, a pipe or a terminal, has gone away.

    Windows, and an old macOS, cannot tell: the answer is no, and a later write fails.
    """
    select = import_module("select")
    if IS_WINDOWS or not hasattr(select, "poll"):
        return False
    output = select.poll()
    output.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in output.poll(0))


def has_input_waiting(descriptor: int) -> bool:
    """Whether a terminal has a line ready that was typed ahead; on Windows the answer is no."""
    if IS_WINDOWS:  # which asks sockets alone
        return False
    return bool(import_module("select").select([descriptor], [], [], 0)[0])


def discard_typeahead(descriptor: int) -> None:
    """Discard what was typed ahead at a terminal."""
    with suppress(OSError):
        discard: Callable[[int], None] = discard_keys if IS_WINDOWS else flush_terminal
        discard(descriptor)


def flush_terminal(descriptor: int) -> None:
    """Have a terminal forget its input, as all but Windows do."""
    termios = import_module("termios")
    with suppress(termios.error):
        termios.tcflush(descriptor, termios.TCIFLUSH)


def discard_keys(descriptor: int) -> None:
    """Read the keys that wait at the console of Windows, of which there is one, and forget them."""
    msvcrt = import_module("msvcrt")
    while msvcrt.kbhit():
        msvcrt.getwch()


def has_movable_cursor(environment: Mapping[str, str]) -> bool:
    """Whether the terminal can draw a whole screen: on Windows always, elsewhere the variable TERM says so."""
    return IS_WINDOWS or environment.get("TERM", "").lower() not in ("dumb", "unknown", "")


# --- shells


def quote_argument(argument: str, *, can_show_unicode: bool) -> str:
    """Quote a text as one word of the system's shell.

    Args:
        argument: The text.
        can_show_unicode: Whether characters beyond ASCII may stand in it; elsewhere than on Windows they, and those
            that cannot be printed, are escaped as bash, zsh, ksh and newer sh read them.
    """
    if IS_WINDOWS:
        import subprocess  # slow import, seldom needed

        return subprocess.list2cmdline([argument])
    import shlex  # slow import, seldom needed

    if argument.isprintable() and (argument.isascii() or can_show_unicode):
        return shlex.quote(argument)
    return "$'" + "".join(map(escape_byte, os.fsencode(argument))) + "'"


def escape_byte(byte: int) -> str:
    """Escape a byte inside ``$'...'``, as three octal digits: hexadecimal escapes have no fixed end."""
    character = chr(byte)
    return character if 32 <= byte < 127 and character not in "\\'" else f"\\{byte:03o}"
