"""Reads the tables of a file that a page hands over, and writes them as rules; loaded once somebody wants that."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Source
from bombsight.service.importing.importing import (
    check_any_table,
    draft_game,
    find_chapter_titles,
    find_used_names,
)
from bombsight.service.importing.model import ImportedSource
from bombsight.service.importing.reading import interpret_source, read_source_content, title_of_file
from bombsight.service.importing.rules_writer import SourceReport, write_rules
from bombsight.service.workshop import documents as doc

MAX_BYTES = 4_000_000
"""The most bytes of a file to import: a page waits for it."""

MAX_NOTES = 200
"""The most notes that a page is told."""


def import_into_rules(name: str, content: str, present: Sequence[Source], *, is_own: bool) -> doc.ImportedTables:
    """Write the tables of a file as rules that join others; the arguments are those of :func:`~.imports.import_table`.

    Args:
        name: The name of the file with the tables.
        content: Its content in base64.
        present: The rules that they join.
        is_own: Whether the user has made the tables.

    Raises:
        InputError: As there.
    """
    names, titles = sorted(find_used_names(present)), find_chapter_titles(present)
    written = write_rules([read_tables(name, content)], names, titles, mission=False, is_own=is_own)
    check_any_table(written.reports)
    return show_tables("\n".join(each.text for each in written.files), written.reports)


def draft_game_of_tables(name: str, content: str, game: str, *, is_own: bool) -> Mapping[str, str]:
    """Draft the files of a new game of the tables of a file, by name, as :func:`~.imports.game_of_tables` gives them.

    Raises:
        InputError: As there.
    """
    return draft_game(game, [read_tables(name, content)], is_own=is_own)[0]


def read_tables(name: str, content: str) -> ImportedSource:
    """Read the tables of a file.

    Raises:
        InputError: Its format is unknown or cannot be read here, or it is too large.
    """
    try:
        data = b64decode(content, validate=True)
    except binascii.Error as error:
        raise InputError("its content is not whole", name) from error
    if len(data) > MAX_BYTES:
        raise InputError(
            f"it has more than {MAX_BYTES:,} bytes", name, "Copy the cells that are wanted and paste them."
        )
    return interpret_source(read_source_content(data, name, title_of_file(Path(name))))


def show_tables(text: str, reports: tuple[SourceReport, ...]) -> doc.ImportedTables:
    """Show what came of tables: their rules, each table in a line, and what is not as in the source."""
    details = [table for report in reports for table in report.details]
    notes = [str(note) for report in reports for note in report.notes]
    if len(notes) > MAX_NOTES:
        notes = [*notes[:MAX_NOTES], f"and {len(notes) - MAX_NOTES:,} more"]
    return doc.ImportedTables(
        text=text,
        tables=tuple(
            doc.ImportedTable(id=each.id, title=each.title, dice=each.dice, rows=each.rows, guesses=each.guesses)
            for each in details
        ),
        notes=tuple(notes),
    )
