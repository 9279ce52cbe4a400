"""Where rules come from: the games that are there, a new game from the templates, a house rule that quotes a table."""

from __future__ import annotations

import re
from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file
from bombsight.dsl import ast
from bombsight.dsl.file_kind import find_headings
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.common.rules_archive import unpack_texts, write_texts
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import BUILT_IN, GameFolder, find_games
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import canonical_path
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.scaffolding.game import starter_files
from bombsight.service.scaffolding.house import draft_house_rule, quote_targets
from bombsight.service.scaffolding.new_files import check_new_id
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk

TERMINAL_COMMANDS = re.compile(
    r"^#\n(?:#  +bombsight .*\n)+|: `bombsight [^`\n]*`(?=\.)| `bombsight [^`\n]*`,(?= )", re.MULTILINE
)
"""Matches what the comments of a template say of the terminal: lines of commands, and one within a sentence."""


def install_rules(content: bytes) -> None:
    """Install the files of a game, as a site has them, among those that come with the program.

    Raises:
        InputError: They are no such files, or cannot be written.
    """
    texts = unpack_texts(content)
    try:
        write_texts(texts, BUILT_IN)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(BUILT_IN)) from error


def games(desk: Desk) -> tuple[doc.GameName, ...]:
    """List the games whose rules are there."""
    return tuple(map(name_game, find_games(desk.spaces.folders)))


def name_game(game: GameFolder) -> doc.GameName:
    """Name a game by the title in its manifest; by its id if that cannot be read."""
    sources = (Source(str(file), read_text(file)) for file in game.files)
    manifests = (source for source in sources if any(each.kind == "game" for each in find_headings(source.text)))
    items = (item for source in manifests for item in parse(source).file.items)
    title = next((item.title for item in items if isinstance(item, ast.Game)), "")
    return doc.GameName(id=game.id, title=title or game.id, folder=str(game.path))


def read_text(file: Path) -> str:
    """Read a file of rules.

    Raises:
        InputError: It cannot be read.
    """
    try:
        return read_file(file).decode()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(file)) from error


def open_game(desk: Desk, game: str) -> doc.OpenedGame:
    """Give the files of a game, and keep their texts, with which they are compared once they are changed.

    Raises:
        InputError: There is no such game, or a file cannot be read.
    """
    found = find_game(game, desk.spaces.folders)
    texts = {file: read_text(file) for file in (*found.files, *found.tests)}
    for file in found.files:
        desk.originals.setdefault(canonical_path(file), texts[file])
    files = tuple(doc.TextFile(file=str(file), text=text) for file, text in texts.items())
    return doc.OpenedGame(game=name_game(found), files=files)


def set_original(desk: Desk, file: str, text: str) -> None:
    """Keep the text that a file had before any change, with which it is compared; where no game of the site has it."""
    desk.originals[canonical_path(file)] = text


def new_game(desk: Desk, name: str, folder: str) -> tuple[doc.TextFile, ...]:
    """Give the files of a new small game, to be written with their texts; comments name no command of a terminal.

    Raises:
        InputError: The id is not possible, or taken.
    """
    check_new_id(name, desk.spaces.folders)
    return tuple(
        doc.TextFile(
            file=str(Path(folder, path)), text=TERMINAL_COMMANDS.sub("", text) if path.endswith(RULES_SUFFIX) else text
        )
        for path, text in starter_files(name)
    )


def quote(desk: Desk, game: str, name: str, table: str, row: str) -> str:
    """Draft a house rule that quotes a table, or a row of it.

    Raises:
        InputError: The name is not possible, or there is no such table or row.
        WrongRules: The rules have errors.
    """
    targets = quote_targets(tables=[table], row=row, column="", add=[], lines=[])
    return draft_house_rule(game, Rules(folders=desk.spaces.folders), name, targets, "A. Player")
