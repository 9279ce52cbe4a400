"""The reader of CSV and TSV: one table, or one for each column that is a list of its own."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from bombsight.boundary.errors import InputError
from bombsight.service.importing.keys import parse_keys
from bombsight.service.importing.limits import check_cells
from bombsight.service.importing.model import CellTable, SourceParts
from bombsight.service.importing.sheet_blocks import divide_sheet

SNIFFED_CHARACTERS = 4_000
"""How much of a text is looked at for its delimiter."""

DELIMITERS = ",;\t|"


def read_csv(text: str, path: str, title: str, delimiter: str = "") -> SourceParts:
    """Read the tables of a text in CSV.

    Args:
        text: The text.
        path: The file, for places and messages.
        title: The title of its table.
        delimiter: What stands between cells; empty to find out.

    Raises:
        InputError: It is no CSV, or too large.
    """
    numbers: list[int] = []
    lines: list[list[str]] = []
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter or sniff_delimiter(text), strict=False)
    try:
        for line in reader:
            numbers.append(reader.line_num)
            lines.append(line)
            check_cells(len(lines), max(map(len, lines[-1:]), default=0), path)
    except csv.Error as error:
        raise InputError(f"this cannot be read as CSV: {error}", f"{path}:{reader.line_num}") from error
    table = CellTable(title, tuple(map(tuple, lines)), tuple(f"line {number}" for number in numbers))
    return SourceParts(path, title, divide_sheet(table))


def sniff_delimiter(text: str) -> str:
    """Find out what stands between the cells of a text: the delimiter that most lines have equally often, else none."""
    sample = text[:SNIFFED_CHARACTERS].splitlines()
    lines = [line for line in sample if line.strip()][:40]
    best = max(DELIMITERS, key=lambda each: score_delimiter(lines, each))
    return best if score_delimiter(lines, best) > 0 else "\t"


def score_delimiter(lines: Sequence[str], delimiter: str) -> float:
    """Score how well a delimiter divides lines: the share of lines that have the most common number of cells.

    Where most lines begin with a key, the rest may differ in length.
    """
    try:
        cells = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return 0
    widths = [len(line) for line in cells]
    keyed = sum(len(line) > 1 and bool(parse_keys(line[0])) for line in cells)
    if 2 * keyed > len(cells):
        return keyed / len(cells)
    common = max(set(widths), key=widths.count, default=1)
    if common < 2:  # a comma in some lines belongs to their sentences
        return 0
    share = widths.count(common) / len(widths)
    return share + (0.01 * min(common, 20) if share > 0.8 else 0) if share > 0.5 else 0
