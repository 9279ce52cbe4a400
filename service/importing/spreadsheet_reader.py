"""The reader of spreadsheets in Excel's format (.xlsx): a table, or lists, on each sheet."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from io import BytesIO
from typing import Any

from bombsight.boundary.archives import max_unpacked_size
from bombsight.boundary.documents import MALFORMED_ERRORS
from bombsight.boundary.errors import InputError
from bombsight.service.common.extras import extra_error
from bombsight.service.importing.limits import MAX_CELLS, MAX_COLUMNS, check_cells
from bombsight.service.importing.model import CellTable, ImportNote, SourceParts
from bombsight.service.importing.sheet_blocks import divide_sheet

MAX_UNPACKED_BYTES = 60_000_000
"""The most bytes to which a spreadsheet may unpack."""

MAX_SHEETS = 200
"""The most sheets that are read."""


BROKEN_BOOK_ERRORS = (
    *MALFORMED_ERRORS,
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    OSError,
    EOFError,
    SyntaxError,
    AssertionError,
)
"""The exceptions that the library raises on files that are broken."""


def read_spreadsheet(content: bytes, path: str, title: str) -> SourceParts:
    """Read the tables of a spreadsheet; formulas count as the values that were last computed for them.

    Args:
        content: The file.
        path: Its path, for messages.
        title: Its title, for a single sheet.

    Raises:
        InputError: The library for it is missing, it is no spreadsheet, or it is too large.
    """
    try:
        import openpyxl
    except ImportError as error:
        raise extra_error("a spreadsheet is read by openpyxl, or save the sheet as CSV", "spreadsheet") from error
    check_archive(content, path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles that it does not know
            book = openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
            hidden = [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]
            sheets = [(sheet.title, read_sheet(sheet, path)) for sheet in shown[:MAX_SHEETS]]
            book.close()
    except BROKEN_BOOK_ERRORS as error:
        raise InputError("this is no spreadsheet, or it is not whole", path) from error
    filled = [(name, lines) for name, lines in sheets if any(any(line) for line in lines)]
    whole = tuple(
        CellTable(
            title if len(filled) == 1 else name,
            tuple(map(tuple, lines)),
            tuple(f"{name}, row {number}" for number in range(1, len(lines) + 1)),
            keys=(name,),
            sheet=name,
        )
        for name, lines in filled
    )
    tables = tuple(table for sheet in whole for table in divide_sheet(sheet))
    notes = [ImportNote(name, "this sheet is hidden; it is left out") for name in hidden[:MAX_SHEETS]]
    if len(shown) > MAX_SHEETS:
        notes.append(ImportNote("", f"only the first {MAX_SHEETS} sheets are read"))
    return SourceParts(path, title, tables, tuple(notes))


def check_archive(content: bytes, path: str) -> None:
    """Raise an error if a spreadsheet, which is a zip archive, would unpack to too much.

    Raises:
        InputError: It would, or it is no archive.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            total = sum(member.file_size for member in archive.infolist())
    except (*MALFORMED_ERRORS, zipfile.BadZipFile, OSError, EOFError, NotImplementedError) as error:
        raise InputError("this is no spreadsheet, or it is not whole", path) from error
    if total > max_unpacked_size(content, MAX_UNPACKED_BYTES):
        raise InputError("this spreadsheet is too large", path, "Save the sheet that is needed as CSV.")


def read_sheet(sheet: Any, path: str) -> list[list[str]]:
    """Read the cells of a sheet as texts; empty columns and lines at its end are left out.

    Args:
        sheet: A sheet of openpyxl, opened for reading only.
        path: The file, for messages.

    Raises:
        InputError: It is too large.
    """
    lines: list[list[str]] = []
    count = 0
    sheet.reset_dimensions()  # what a file says of its size need not be so
    empty = 0
    for row in sheet.iter_rows(values_only=True):
        line = [cell_text(value) for value in row]
        while line and not line[-1]:
            line.pop()
        count += len(line) + 1
        empty = 0 if line else empty + 1
        if empty > 1_000:
            break
        lines.append(line)
        check_cells(len(lines) if count <= MAX_CELLS else count, min(len(line), MAX_COLUMNS + 1), path)
    return lines


def cell_text(value: object) -> str:
    """Make a text of the value of a cell: ``3`` for ``3.0``; empty for none."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
