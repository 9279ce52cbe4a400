"""Tables of a spreadsheet or another file, brought into a file of rules, or made into a new game.

They come as ``bombsight new --from`` brings them. The content stands in base64, for it may be no text.
"""

from __future__ import annotations

from pathlib import Path

from bombsight.service.scaffolding.new_files import check_new_id
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk


def import_table(desk: Desk, name: str, content: str, file: str, *, is_own: bool) -> doc.ImportedTables:
    """Write the tables of a file as rules that join a file of rules.

    Args:
        desk: The desk.
        name: The name of the file with the tables; its ending says its format.
        content: Its content in base64.
        file: The file of rules, whose names the tables do not take; may be empty.
        is_own: Whether the user has made the tables, so that they come from nowhere else.

    Raises:
        InputError: Its format is unknown or cannot be read here, it is too large, or it holds no tables.
    """
    from bombsight.service.workshop.table_imports import import_into_rules  # a desk begins without it

    space = desk.file_at(file).space if file else None
    present = (*space.request.base, *space.request.house) if space is not None else ()
    return import_into_rules(name, content, present, is_own=is_own)


def game_of_tables(
    desk: Desk, name: str, content: str, game: str, folder: str, *, is_own: bool
) -> tuple[doc.TextFile, ...]:
    """Make the files of a new game of the tables of a file, to be written with their texts.

    Args:
        desk: The desk.
        name: The name of the file with the tables; its ending says its format.
        content: Its content in base64.
        game: The id of the game.
        folder: Its folder.
        is_own: Whether the user has made the tables.

    Raises:
        InputError: As of :func:`import_table`; or the id is not possible, or taken.
    """
    from bombsight.service.workshop.table_imports import draft_game_of_tables  # likewise

    check_new_id(game, desk.spaces.folders)
    texts = draft_game_of_tables(name, content, game, is_own=is_own)
    return tuple(doc.TextFile(file=str(Path(folder, path)), text=text) for path, text in texts.items())
