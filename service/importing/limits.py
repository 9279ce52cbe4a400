"""Limits of what is imported."""

from __future__ import annotations

from bombsight.boundary.errors import InputError

MAX_SOURCE_BYTES = 16_000_000
"""The most bytes of a file to import; the largest public collection known has a tenth of them."""

MAX_LINES = 100_000
"""The most lines of cells in a file."""

MAX_COLUMNS = 200
"""The most cells in a line."""

MAX_TABLES = 5_000
"""The most tables of one import."""

MAX_FILES = 2_000
"""The most files of a folder."""

MAX_CELLS = 1_000_000
"""The most cells of a file."""


def check_cells(lines: int, columns: int, path: str) -> None:
    """Raise an error if a file has too many lines, or a line too many cells.

    Raises:
        InputError: It has.
    """
    if lines > MAX_LINES:
        raise InputError(f"it has more than {MAX_LINES:,} lines", path, "Divide it into several files.")
    if columns > MAX_COLUMNS:
        raise InputError(f"a line has more than {MAX_COLUMNS} cells", path, "Divide it into several tables.")
