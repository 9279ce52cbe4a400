"""Writes a folder of generated files: replaces or removes earlier generated files, and touches no others.

A manifest in the folder lists the generated files, so that a user's own files beside them are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file, replace_file
from bombsight.service.common.files import current_umask, is_safe_path

MANIFEST_FILE = "bombsight-site.txt"
"""The name of the manifest, which lists the generated files, a path a line."""

MANIFEST_HEADER = (
    "# The files of a site that bombsight wrote: they are replaced when it is written again, and no others."
)
"""The first line of the manifest."""


def write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Write generated files into a folder.

    The folder must not exist, be empty, or be written by this function. Paths in `files` have slashes.

    Raises:
        InputError: Another file is in the way, or the folder cannot be written.
    """
    try:
        previous = read_manifest(folder)
        check_conflicts(files, previous, folder)
        write_manifest({*previous, *files}, folder)  # if writing fails, all files are still listed
        for path, content in files.items():
            write_if_changed(folder / path, content)
        for path in sorted(previous - files.keys()):
            remove_file(folder / path, folder)
        write_manifest(files, folder)
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else folder
        raise InputError(f"cannot be written: {reason_of(error)}", str(place)) from error


def read_manifest(folder: Path) -> set[str]:
    """Read the paths of files that an earlier call generated; empty for a missing or empty folder.

    Raises:
        InputError: It is no folder, or contains other files.
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


def check_conflicts(files: Iterable[str], previous: set[str], folder: Path) -> None:
    """Raise unless the paths to write are free, or hold files generated earlier (``previous``).

    Raises:
        InputError: Another file is.
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
    """Write a file atomically, unless it has this content already.

    Raises:
        OSError: It cannot be written.
    """
    with suppress(OSError):
        if not path.is_symlink() and read_file(path, len(content)) == content:
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content, 0o666 & ~current_umask(), durable=False)


def remove_file(path: Path, folder: Path) -> None:
    """Remove a generated file, and parent folders that become empty; follow no symbolic link.

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
    """Write the list of generated files.

    Raises:
        OSError: It cannot be written.
    """
    write_if_changed(
        folder / MANIFEST_FILE, "".join(f"{line}\n" for line in (MANIFEST_HEADER, *sorted(paths))).encode()
    )
