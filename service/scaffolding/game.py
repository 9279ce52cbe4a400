"""Scaffolding of a new game: a folder with a small complete game, to be changed into another."""

from __future__ import annotations

import re
from collections.abc import Iterator
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

NAME_PLACEHOLDER = re.compile(r"\bmy_game\b")
"""The placeholder for the game's id in the templates."""


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


def create_game(name: str, folder: Path | None = None, folders: tuple[Path, ...] = ()) -> NewGame:
    """Create a game from the templates.

    Args:
        name: The id of the game.
        folder: The folder to create; None for one with the id's name in the current folder.
        folders: Folders of games whose ids are taken, besides the usual places.

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
    try:
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise InputError("something lies here already", str(place), "Name another place: -o PATH")
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(place)) from error
    texts_by_path = {place / file: text for file, text in starter_files(name)}
    for number, (path, text) in enumerate(texts_by_path.items()):
        try:
            write_new_file(path, text)
        except InputError:
            with suppress(OSError):
                for written_path in [*texts_by_path][:number]:
                    written_path.unlink()
                place.rmdir()
            raise
    return NewGame(name, place, tuple(texts_by_path))


def starter_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each template file, with the new game's id filled in."""
    for path in sorted(TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        # A longer name shifts the columns after it.
        yield path.name, format_source(Source(path.name, text)) if path.suffix == RULES_SUFFIX else text
