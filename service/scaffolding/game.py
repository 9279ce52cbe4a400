"""A game of one's own, begun: a folder with a small game that is whole, to be changed into another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.common.files import write_new
from bombsight.service.games.library import find_games
from bombsight.service.games.source_files import relative_path
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.scaffolding.names import check_name

TEMPLATES = Path(__file__).resolve().parent / "templates"
"""The files of the small game. They are data, as the rules of any game are: nothing here knows what they say."""

NAME_PLACEHOLDER = re.compile(r"\bmy_game\b")
"""What the game is called in them."""


@frozen
class NewGame:
    """A game that was begun.

    Attributes:
        id: Its id.
        folder: Where it lies, as one would type it.
        files: The files that were written, in the order of their names.
    """

    id: str
    folder: Path
    files: tuple[Path, ...]


def create_game(name: str, folder: Path | None = None, folders: tuple[Path, ...] = ()) -> NewGame:
    """Write a small game.

    Args:
        name: Its id.
        folder: Where to; by default a folder of that name where we are.
        folders: Where games lie that must not be called so, besides the usual places.

    Raises:
        InputError: It cannot be called so, a game is already, something lies where it would be written, or it cannot
            be; then nothing is left of it.
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
            write_new(path, text)
        except InputError:
            with suppress(OSError):
                for written_path in [*texts_by_path][:number]:
                    written_path.unlink()
                place.rmdir()
            raise
    return NewGame(name, place, tuple(texts_by_path))


def starter_files(name: str) -> Iterator[tuple[str, str]]:
    """The name of each file of the small game, and what it says where the game is called so."""
    for path in sorted(TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        # A longer name moves what stands behind it.
        yield path.name, format_source(Source(path.name, text)) if path.suffix == RULES_SUFFIX else text
