"""Scaffolding of a new game: a folder with a small complete game, to be changed into another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.scaffolding.new_files import check_new_id, check_nothing_there, write_new_files

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
    check_new_id(name, folders)
    place = folder if folder is not None else Path(name)
    check_nothing_there(place)
    texts = dict(starter_files(name))
    if as_package:
        texts = wrap_in_package(name, texts)
    return NewGame(name, place, write_new_files(place, texts))


def starter_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each template file, with the new game's id filled in."""
    for path in sorted(TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        # A longer name shifts the columns after it.
        yield path.name, format_source(Source(path.name, text)) if path.suffix == RULES_SUFFIX else text


def wrap_in_package(name: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of a Python package with a game: what is around its folder, and in the folder the game's."""
    return {**dict(package_files(name)), **{f"{name}/{file}": text for file, text in texts.items()}}


def package_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file around a new game that is a Python package, with its id filled in."""
    for path in sorted(PACKAGE_TEMPLATES.iterdir()):
        text = NAME_PLACEHOLDER.sub(name, path.read_text(encoding="utf-8"))
        text = text.replace(DISTRIBUTION_PLACEHOLDER, name.replace("_", "-").lower())
        file = f"{name}/{LICENCE_FILE}" if path.name == LICENCE_FILE else path.name
        yield PACKAGE_PATHS.get(path.name, file), text
