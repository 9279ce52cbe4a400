"""The indexes of saves and of seats' files that lie outside the user's data folder, so that `saves` finds them.

An index is a text file with an absolute path on each line, in the user's data folder and readable by the user alone.
It is only a list of places to look at: a path counts if such a file lies there now, and an index that is damaged,
hostile or gone costs no more than the paths in it. It is replaced atomically, so a process that is killed leaves the
old index or the new one. Of two processes that write at once one may lose its path; playing or resuming enters it
again.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.files import is_private, read_file, replace_file
from bombsight.boundary.names import is_local_path
from bombsight.boundary.platform import READ_FLAGS
from bombsight.runtime.saves.mark import HEADER_MARK
from bombsight.service.common.user_folders import saves_folder, saves_index, seats_index, shared_keyboards_index

MAX_INDEXED = 1000
"""The most paths that are kept, the last entered ones."""

MAX_PATH_LENGTH = 4096
"""The longest path that is looked at, in characters."""

SEAT_FILE_BEGINNING = re.compile(rb'\{"document":"([a-z_]+)"')
"""Matches the beginning of a file of messages, with the kind of the first one."""

FIRST_IN_SEAT_FILES = frozenset((b"played_in_page", b"table_address", b"root", b"waits", b"hello", b"seated"))
"""The kinds of the messages that a seat's file begins with; letters and what is revealed begin otherwise."""

MAX_BEGINNING_LENGTH = 40
"""How many bytes of a file tell whether it is a seat's."""

MAX_INDEX_BYTES = 4_000_000
"""The most bytes of an index that is read."""


def known_save_files() -> list[Path]:
    """List the user's saves: those in the saves folder, and those in the index that still exist, each once."""
    files = [*find_save_files(saves_folder()), *filter(is_save_file, read_index())]
    return [*{os.path.realpath(path): path for path in reversed(files)}.values()][::-1]


def remember_save(path: Path) -> None:
    """Enter a save in the index of saves, unless it lies in the saves folder."""
    if not lies_in_saves_folder(path):
        remember_file(path, saves_index())


def remember_seat_file(path: Path) -> None:
    """Enter a seat's file in the index of seats' files, unless it lies in the saves folder."""
    if not lies_in_saves_folder(path):
        remember_file(path, seats_index())


def remember_shared_keyboard(path: Path) -> None:
    """Enter a save in the index of saves that two play at one keyboard, wherever it lies."""
    remember_file(path, shared_keyboards_index())


def known_shared_keyboards() -> list[Path]:
    """List the saves that two have played at one keyboard, as real paths."""
    return [Path(os.path.realpath(path)) for path in read_index(shared_keyboards_index())]


def lies_in_saves_folder(path: Path) -> bool:
    """Whether a file lies in the user's folder for autosaves, where it is found without an index."""
    return Path(os.path.abspath(path)).parent == saves_folder().absolute()


def remember_file(path: Path, index: Path) -> None:
    """Enter a file in an index; an index that cannot be written stays as it is.

    Paths at which no file lies are dropped, if their folder is there: a disk may be missing for a while.
    """
    with suppress(OSError, ValueError):
        absolute = Path(os.path.abspath(path))
        if "\n" in str(absolute) or "\r" in str(absolute):
            return
        paths = read_index(index)
        if paths[-1:] == [absolute]:
            return
        kept = [each for each in paths if each != absolute and (os.path.exists(each) or not os.path.isdir(each.parent))]
        lines = [str(each) for each in (*kept, absolute)][-MAX_INDEXED:]
        index.parent.mkdir(parents=True, exist_ok=True)
        replace_file(index, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def read_index(index: Path | None = None) -> list[Path]:
    """Read the absolute paths in an index, by default that of saves, in the order of entry.

    There are none if it is missing, or not this user's own.
    """
    index = saves_index() if index is None else index
    try:
        if not is_private(index):  # others could have each listing look at places of their choice
            return []
        content = read_file(index, MAX_INDEX_BYTES)
    except (OSError, ValueError):
        return []
    lines = content.decode("utf-8", "surrogateescape").split("\n")
    return [Path(line) for line in lines[:MAX_INDEXED] if is_possible_path(line)]


def is_possible_path(line: str) -> bool:
    """Whether a line of the index is a path on this machine."""
    return len(line) <= MAX_PATH_LENGTH and os.path.isabs(line) and is_local_path(line)


# --- files that are saves


def find_save_files(folder: Path) -> list[Path]:
    """Find the files in a folder that begin like a save; none if the folder does not exist."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.is_file() and is_save_file(path))


def is_save_file(path: Path) -> bool:
    """Whether a path leads to a regular file that begins like a save."""
    return read_beginning(path, len(HEADER_MARK)) == HEADER_MARK


def read_beginning(path: Path, length: int) -> bytes:
    """Read the first bytes of a regular file; none if there is no such file, or it cannot be read."""
    try:
        if not path.is_file():
            return b""
        with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
            return file.read(length)
    except (OSError, ValueError):
        return b""


# --- seats' files


def known_seat_files() -> list[Path]:
    """List the user's seats' files: those in the saves folder, and those in the index that exist, each once."""
    files = [*find_seat_files(saves_folder()), *filter(is_seat_file, read_index(seats_index()))]
    return [*{os.path.realpath(path): path for path in reversed(files)}.values()][::-1]


def find_seat_files(folder: Path) -> list[Path]:
    """Find the files in a folder that begin like a seat's; none if the folder does not exist."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if is_seat_file(path))


def is_seat_file(path: Path) -> bool:
    """Whether a path leads to a regular file that begins like a seat's."""
    found = SEAT_FILE_BEGINNING.match(read_beginning(path, MAX_BEGINNING_LENGTH))
    return found is not None and found[1] in FIRST_IN_SEAT_FILES
