"""Files of a new game or of new tables: written all or none, where nothing lies in the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.service.common.files import write_new_file
from bombsight.service.games.library import find_games
from bombsight.service.games.source_files import relative_path
from bombsight.service.scaffolding.names import check_name


def check_new_id(name: str, folders: tuple[Path, ...]) -> None:
    """Check that a new game may have an id.

    Raises:
        InputError: The id is invalid or taken.
    """
    check_name(name, "a game")
    same_named = next((game for game in find_games(folders) if game.id == name), None)
    if same_named is not None:
        raise InputError(
            f"there is a game called {name} already", str(relative_path(same_named.path)), "Think of another name."
        )


def check_nothing_there(place: Path) -> None:
    """Check that a folder does not exist, or is empty.

    Raises:
        InputError: Something lies there, or it cannot be read.
    """
    try:
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise InputError("something lies here already", str(place), "Name another place: -o PATH")
    except OSError as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(place)) from error


def write_new_files(place: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    """Write texts as new files of a folder, which is made if it is missing; return the files.

    Args:
        place: The folder.
        texts: The texts, by their path in it.

    Raises:
        InputError: One of them is there already, or they cannot be written; then nothing is left of them.
    """
    existed = place.exists()
    written: list[Path] = []
    try:
        place.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            path = place / file
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new_file(path, text)
            written.append(path)
    except (OSError, InputError) as error:
        remove_files(place, written, [place / file for file in texts], with_place=not existed)
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot be written: {reason_of(error)}", str(error.filename or place)) from error
    return tuple(written)


def remove_files(place: Path, written: Iterable[Path], planned: Iterable[Path], *, with_place: bool) -> None:
    """Remove written files, and the empty folders of planned ones below a place, perhaps with the place itself."""
    for path in written:
        with suppress(OSError):
            path.unlink()
    folders = {parent for path in planned for parent in path.parents if parent.is_relative_to(place)}
    for folder in sorted(folders, reverse=True):
        if with_place or folder != place:
            with suppress(OSError):
                folder.rmdir()
