"""Copies of the examples that come with the program: a game, house rules, the records of a group."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Literal

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.dsl.file_kind import PREFERENCES, find_headings
from bombsight.dsl.suggestions import describe_near_names
from bombsight.service.common.project import DOCS
from bombsight.service.games.library import is_house_rules, load_game_folder
from bombsight.service.group.group_file import GROUP_FILE

EXAMPLES = DOCS / "examples"
"""The folder of the examples. They are data: no code depends on their content."""

ExampleKind = Literal["game", "house rules", "group", "other"]
"""What an example is: a game's folder, a file of house rules, an umpire's folder, or another file such as a script."""


@frozen
class CopiedExample:
    """A copy of an example.

    Attributes:
        name: The name of the example.
        kind: What it is.
        path: The new folder or file, as one would type it.
        files: The number of its files.
        games: The games that its house rules are for.
    """

    name: str
    kind: ExampleKind
    path: Path
    files: int
    games: tuple[str, ...] = ()


def find_examples() -> dict[str, Path]:
    """Find the examples, folders and files, by name (``group``, ``crack-shot``), in alphabetical order."""
    found = {path.stem: path for path in sorted(EXAMPLES.iterdir()) if not path.name.startswith((".", "_"))}
    return dict(sorted(found.items()))


def copy_example(example: str, target: str | Path | None = None) -> CopiedExample:
    """Copy an example to a new folder or file. Nothing in it changes: a game keeps its id, whatever the folder.

    Args:
        example: The name of the example.
        target: The folder or file to make; None for one of the example's own name in the current folder.

    Raises:
        InputError: There is no such example, something lies in the way, or the copy cannot be written; then nothing
            is left of it.
    """
    source = find_example(example)
    path = Path(target) if target is not None else default_target(example)
    if path.exists() and not (source.is_dir() and path.is_dir() and not any(path.iterdir())):
        raise InputError("something lies here already", str(path), "Name another place: -o PATH")
    try:
        if source.is_dir():
            shutil.copytree(source, path, dirs_exist_ok=True, copy_function=shutil.copyfile)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)
    except OSError as error:
        with suppress(OSError):
            shutil.rmtree(path) if source.is_dir() else path.unlink()
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
    files = sum(file.is_file() for file in path.rglob("*")) if source.is_dir() else 1
    kind = kind_of_example(source)
    games = games_of_house_rules(source) if kind == "house rules" else ()
    return CopiedExample(example, kind, path, files, games)


def default_target(example: str, name: str = "") -> Path:
    """The folder or file, in the current folder, for a copy of an example that shall be called ``name``.

    Args:
        example: The name of the example.
        name: A name without the ending; empty for the example's own.

    Raises:
        InputError: There is no such example.
    """
    source = find_example(example)
    return Path(f"{name}{source.suffix}" if name else source.name)


def find_example(name: str) -> Path:
    """Find an example's folder or file by its name.

    Raises:
        InputError: There is none.
    """
    examples = find_examples()
    if name not in examples:
        raise InputError(f"there is no example {name}", "", describe_near_names(name, examples, "The examples are"))
    return examples[name]


def kind_of_example(path: Path) -> ExampleKind:
    """Tell what an example's folder or file is."""
    if path.is_dir():
        if (path / GROUP_FILE).is_file():
            return "group"
        return "game" if load_game_folder(path) is not None else "other"
    return "house rules" if is_house_rules(path) else "other"


def games_of_house_rules(path: Path) -> tuple[str, ...]:
    """List the games that a file of house rules is for."""
    headings = find_headings(path.read_text(encoding="utf-8"))
    return tuple(heading.of for heading in headings if heading.kind in ("house", PREFERENCES))
