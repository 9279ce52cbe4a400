"""A folder that is written whole: over an older one of ours nothing stale stays, and nothing else is touched.

A list in the folder names the files that are ours. Whoever puts files of his own beside them keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file, replace_file
from bombsight.service.common.files import current_umask

MANIFEST_FILE = "bombsight-site.txt"
"""The file that names what is ours, a path a line."""

MANIFEST_HEADER = (
    "# The files of a site that bombsight wrote: they are replaced when it is written again, and no others."
)
"""The list's first line."""


def write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a folder.

    Args:
        files: Their contents, by their paths in the folder, with slashes.
        folder: One that is not there, is empty, or was written so before.

    Raises:
        InputError: Something that is not ours lies in the way, or it cannot be written.
    """
    try:
        previous = read_manifest(folder)
        check_conflicts(files, previous, folder)
        write_manifest({*previous, *files}, folder)  # whatever happens from here on, what is there is known to be ours
        for path, content in files.items():
            write_if_changed(folder / path, content)
        for path in sorted(previous - files.keys()):
            remove_file(folder / path, folder)
        write_manifest(files, folder)
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else folder
        raise InputError(f"cannot be written: {reason_of(error)}", str(place)) from error


def read_manifest(folder: Path) -> set[str]:
    """The files in a folder that were written before; none where there is no folder, or an empty one.

    Raises:
        InputError: It is no folder, or holds what is not ours.
        OSError: It cannot be read.
    """
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise InputError("this is no folder", str(folder), "Name one for the site: -o FOLDER")
    if not any(folder.iterdir()):
        return set()
    try:
        head, *paths = read_file(folder / MANIFEST_FILE).decode().splitlines()
    except (FileNotFoundError, ValueError):
        head, paths = "", []
    if head != MANIFEST_HEADER:
        raise InputError(
            "something lies here that is no site of ours", str(folder), "Name a folder that is empty or not there yet."
        )
    return {path for path in paths if is_safe_path(path)}


def is_safe_path(path: str) -> bool:
    """Whether a path leads to a file below the folder, whoever wrote the list."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path


def check_conflicts(files: Iterable[str], previous: set[str], folder: Path) -> None:
    """See that nothing lies where a file is to be written but what was written before.

    Raises:
        InputError: Something does.
    """
    for path in files:
        target = folder / path
        if path not in previous and (target.exists() or target.is_symlink()):
            raise InputError(
                "this is not ours, and lies where a file of the site belongs", str(target), "Move it away."
            )
        for parent in [folder.joinpath(*PurePosixPath(path).parts[:depth]) for depth in range(1, path.count("/") + 1)]:
            if parent.is_symlink() or (parent.exists() and not parent.is_dir()):
                raise InputError("this is no folder, and one belongs here", str(parent), "Move it away.")


def write_if_changed(path: Path, content: bytes) -> None:
    """Write a file, which is wholly there afterwards; one that says this already stays.

    Raises:
        OSError: It cannot be written.
    """
    with suppress(OSError):
        if not path.is_symlink() and read_file(path, len(content)) == content:
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content, 0o666 & ~current_umask(), durable=False)


def remove_file(path: Path, folder: Path) -> None:
    """Remove a file of ours, and the folders above it that are empty then; nothing behind a link, which is not ours.

    Raises:
        OSError: It cannot be removed.
    """
    if any(above.is_symlink() for above in path.parents if above != folder and above.is_relative_to(folder)):
        return
    path.unlink(missing_ok=True)
    for above in path.parents:
        if above == folder or not above.is_dir() or any(above.iterdir()):
            return
        above.rmdir()


def write_manifest(paths: Iterable[str], folder: Path) -> None:
    """Write down what is ours.

    Raises:
        OSError: It cannot be written.
    """
    write_if_changed(
        folder / MANIFEST_FILE, "".join(f"{line}\n" for line in (MANIFEST_HEADER, *sorted(paths))).encode()
    )
