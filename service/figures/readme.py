"""A game's README with its figures, checked against the declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.findings import describe_near_names
from bombsight.service.common.files import overwrite_text
from bombsight.service.figures.declaration import FIGURES_FILE, Declaration, read_declaration
from bombsight.service.figures.markdown import BEGIN_MARK, END_MARK, find_blocks, replace_blocks

README_FILE = "README.md"


@frozen(kw_only=True)
class GameFigures:
    """The figures of a game.

    Attributes:
        declaration: The declared tables.
        readme: The README file.
        text: Its text.
        blocks: Its generated blocks, by table name.
    """

    declaration: Declaration
    readme: Path
    text: str
    blocks: dict[str, str]


def read_figures(folder: Path) -> GameFigures:
    """Read a game's declaration of figures and its README; raise InputError unless both have the same tables.

    Raises:
        InputError: The game declares none; a file cannot be read; a table is in one of the two only.
    """
    path, readme = folder / FIGURES_FILE, folder / README_FILE
    if not path.is_file():
        hint = f"Declare them in {path}: `bombsight help simulating` shows how."
        raise InputError("this game declares no figures", str(folder), hint)
    declaration = read_declaration(path)
    text = decode_utf8(read_input_file(str(readme)), str(readme))
    try:
        found_blocks = find_blocks(text)
    except InputError as error:
        raise InputError(error.message_forms, str(readme), error.hint_forms) from error
    names = [table.name for table in declaration.tables]
    for name in found_blocks:
        if name not in names:
            raise InputError(
                f"the figures {name} are declared nowhere", str(readme), describe_near_names(name, names, "There are")
            )
    for name in names:
        if name not in found_blocks:
            marks = (
                f"Write `{BEGIN_MARK.format(name)}` and `{END_MARK}` there, a "
                "line each; the command writes between them."
            )
            raise InputError(f"the figures {name} do not stand in the README", str(readme), marks)
    return GameFigures(declaration=declaration, readme=readme, text=text, blocks=found_blocks)


def write_blocks(figures: GameFigures, new_blocks: Mapping[str, str]) -> bool:
    """Write generated blocks into a game's README; return whether its text changes.

    Raises:
        InputError: It cannot be written.
    """
    text = replace_blocks(figures.text, new_blocks)
    if text == figures.text:
        return False
    overwrite_text(figures.readme, text)
    return True


def select_tables(figures: GameFigures, names: Sequence[str]) -> GameFigures:
    """Restrict a game's figures to the tables with some names; none for all tables.

    Raises:
        InputError: There is no table of such a name.
    """
    table_names = [table.name for table in figures.declaration.tables]
    for name in names:
        if name not in table_names:
            raise InputError(
                f"no figures are called {name}",
                str(figures.declaration.path),
                describe_near_names(name, table_names, "There are"),
            )
    if not names:
        return figures
    tables = tuple(table for table in figures.declaration.tables if table.name in names)
    return evolve(figures, declaration=evolve(figures.declaration, tables=tables))
