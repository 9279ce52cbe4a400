"""Scaffolding of a new game: a folder with a small complete game, to be changed into another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.common.files import write_new_file
from bombsight.service.games.library import find_games
from bombsight.service.games.source_files import relative_path
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.scaffolding.names import check_name

TEMPLATES = Path(__file__).resolve().parent / "templates"
"""The template files of the small game. They are data: no code depends on their content."""

PACKAGE_TEMPLATES = TEMPLATES.with_name("package_templates")
"""The template files of the folder around a game that is a Python package; data, too."""

PACKAGE_PATHS = {
    "gitignore": ".gitignore",
    "pre-commit-config.yaml": ".pre-commit-config.yaml",
    "workflow.yml": ".github/workflows/game.yml",
}
"""The places of those that are called otherwise there."""

LICENCE_FILE = "LICENSE"
"""The file of the licence, which lies beside the rules, so that a packed game has it."""

NAME_PLACEHOLDER = re.compile(r"(?<![A-Za-z0-9])my_game(?![A-Za-z0-9_])")
"""The placeholder for the game's id in the templates."""

DISTRIBUTION_PLACEHOLDER = "my-game"
"""The placeholder for the name of its Python package, without what stands before it."""


@frozen
class NewGame:
    """The folder and files of a scaffolded game.

    Attributes:
        id: Its id.
        folder: The folder, as one would type it.
        files: The written files, sorted by name.
    """

    id: str
    folder: Path
    files: tuple[Path, ...]


def create_game(
    name: str, folder: Path | None = None, folders: tuple[Path, ...] = (), *, as_package: bool = False
) -> NewGame:
    """Create a game from the templates.

    Args:
        name: The id of the game.
        folder: The folder to create; None for one with the id's name in the current folder.
        folders: Folders of games whose ids are taken, besides the usual places.
        as_package: Whether the game's folder lies within one that makes a Python package of it, with hosted checks.

    Raises:
        InputError: The id is invalid or taken, a file lies in the way, or the folder cannot be written; then
            nothing is left of it.
    """
    check_name(name, "a game")
    same_named = next((game for game in find_games(folders) if game.id == name), None)
    if same_named is not None:
        raise InputError(
            f"there is a game called {name} already", str(relative_path(same_named.path)), "Think of another name."
        )
    place = folder if folder is not None else Path(name)
    if as_package:
        texts = {**dict(package_files(name)), **{f"{name}/{file}": text for file, text in starter_files(name)}}
    else:
        texts = dict(starter_files(name))
    return NewGame(name, place, write_files(place, texts))


def write_files(place: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    """Write texts as new files of a folder, which does not exist or is empty; return the files.

    Args:
        place: The folder.
        texts: The texts, by their path in it.

    Raises:
        InputError: Something lies in the way, or they cannot be written; then nothing is left of them.
    """
    try:
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise InputError("something lies here already", str(place), "Name another place: -o PATH")
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(place)) from error
    paths = [place / file for file in texts]
    try:
        for path, text in zip(paths, texts.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new_file(path, text)
    except (OSError, InputError) as error:
        remove_written(place, paths)
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot be written: {reason_of(error)}", str(error.filename or place)) from error
    return tuple(paths)


def remove_written(place: Path, paths: Iterable[Path]) -> None:
    """Remove the files of a folder that was empty, and the folder, as far as that is possible."""
    for path in paths:
        with suppress(OSError):
            path.unlink()
    for folder in sorted({parent for path in paths for parent in path.parents if parent.is_relative_to(place)})[::-1]:
        with suppress(OSError):
            folder.rmdir()


def starter_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each template file, with the new game's id filled in."""
    for path in sorted(TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        # A longer name shifts the columns after it.
        yield path.name, format_source(Source(path.name, text)) if path.suffix == RULES_SUFFIX else text


def package_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file around a new game that is a Python package, with its id filled in."""
    for path in sorted(PACKAGE_TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        text = text.replace(DISTRIBUTION_PLACEHOLDER, name.replace("_", "-").lower())
        file = f"{name}/{LICENCE_FILE}" if path.name == LICENCE_FILE else path.name
        yield PACKAGE_PATHS.get(path.name, file), text
