"""The index of saves that lie outside the user's data folder, so that `saves` and `record` find them.

It is a text file with an absolute path on each line, in the user's data folder and readable by the user alone. It is
only a list of places to look at: a path counts if a save lies there now, and an index that is damaged, hostile or gone
costs no more than the paths in it. It is replaced atomically, so a process that is killed leaves the old index or the
new one. Of two processes that write at once one may lose its path; playing or resuming the save enters it again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.files import is_private, read_file, replace_file
from bombsight.boundary.names import is_local_path
from bombsight.boundary.platform import READ_FLAGS
from bombsight.runtime.saves.mark import HEADER_MARK
from bombsight.service.common.user_folders import saves_folder, saves_index

MAX_INDEXED = 1000
"""The most paths that are kept, the last entered ones."""

MAX_PATH_LENGTH = 4096
"""The longest path that is looked at, in characters."""

MAX_INDEX_BYTES = 4_000_000
"""The most bytes of an index that is read."""


def known_save_files() -> list[Path]:
    """List the user's saves: those in the saves folder, and those in the index that still exist, each once."""
    files = [*find_save_files(saves_folder()), *filter(is_save_file, read_index())]
    return [*{os.path.realpath(path): path for path in reversed(files)}.values()][::-1]


def remember_save(path: Path) -> None:
    """Enter a save in the index, unless it lies in the saves folder; an index that cannot be written stays as it is.

    Paths at which no file lies are dropped, if their folder is there: a disk may be missing for a while.
    """
    with suppress(OSError, ValueError):
        absolute = Path(os.path.abspath(path))
        if absolute.parent == saves_folder().absolute() or "\n" in str(absolute) or "\r" in str(absolute):
            return
        paths = read_index()
        if paths[-1:] == [absolute]:
            return
        kept = [each for each in paths if each != absolute and (os.path.exists(each) or not os.path.isdir(each.parent))]
        lines = [str(each) for each in (*kept, absolute)][-MAX_INDEXED:]
        saves_index().parent.mkdir(parents=True, exist_ok=True)
        replace_file(saves_index(), "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def read_index() -> list[Path]:
    """Read the absolute paths in the index, in the order of entry; none if it is missing, or not this user's own."""
    try:
        if not is_private(saves_index()):  # others could have each listing look at places of their choice
            return []
        content = read_file(saves_index(), MAX_INDEX_BYTES)
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
    try:
        return path.is_file() and read_beginning(path) == HEADER_MARK
    except (OSError, ValueError):
        return False


def read_beginning(path: Path) -> bytes:
    """Read as many bytes of a file as the mark of a save has."""
    with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
        return file.read(len(HEADER_MARK))
