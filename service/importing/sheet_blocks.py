"""Blocks of a sheet: titles above heads, and tables one below another or side by side."""

from __future__ import annotations

from attrs import evolve

from bombsight.service.importing.date_keys import restore_date_keys
from bombsight.service.importing.dice_notation import parse_throw
from bombsight.service.importing.headings import add_heading, is_table, make_part, read_heading
from bombsight.service.importing.layouts import Cells
from bombsight.service.importing.model import CellTable
from bombsight.service.importing.stacked_tables import find_starts

MAX_BLOCKS = 20
"""The most blocks side by side that are told apart; a sheet with more stays whole."""


def divide_sheet(sheet: CellTable) -> tuple[CellTable, ...]:
    """Divide a sheet into its tables, one below another and side by side; the rows above a head become its title."""
    restored, notes = restore_date_keys([[cell.strip() for cell in line] for line in sheet.lines], sheet.places)
    whole = evolve(sheet, lines=tuple(map(tuple, restored)), notes=(*sheet.notes, *notes))
    parts = divide_rows(whole)
    blocks = [block for part in parts for block in divide_columns(part)]
    if len(blocks) == len(parts):
        return tuple(blocks)
    return tuple(table for block in blocks for table in divide_rows(block))


def divide_rows(sheet: CellTable) -> list[CellTable]:
    """Divide a sheet into the tables that stand one below another, each under its own title."""
    starts = find_starts(sheet.lines)
    if len(starts) < 2:
        return [add_heading(sheet, read_heading(sheet.lines))]
    ends = [*starts[1:], len(sheet.lines)]
    return [
        make_part(sheet, number, sheet.lines[start:end], sheet.places[start:end])
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]


def divide_columns(sheet: CellTable) -> list[CellTable]:
    """Divide a sheet into the tables that stand side by side."""
    blocks = find_blocks(sheet.lines)
    if len(blocks) < 2:
        return [sheet]
    return [
        make_part(sheet, number, [line[start:end] for line in sheet.lines], sheet.places)
        for number, (start, end) in enumerate(blocks, 1)
    ]


def find_blocks(lines: Cells) -> list[tuple[int, int]]:
    """Find the tables that stand side by side: the first column of each, and that behind its last.

    Empty columns are between them, or each begins with a head of dice. A column without keys of its own belongs to the
    table before it.
    """
    width = max(map(len, lines), default=0)
    filled = {column for line in lines for column, cell in enumerate(line) if cell}
    top = next((line for line in lines if any(line)), ())
    dice = [column for column, cell in enumerate(top) if parse_throw(cell) is not None]
    starts = [
        column for column in range(width) if column in filled and (column - 1 not in filled or column in dice[1:])
    ]
    if not 2 <= len(starts) <= MAX_BLOCKS:
        return []
    blocks: list[tuple[int, int]] = []
    for start, end in zip(starts, [*starts[1:], width], strict=True):
        if blocks and not (is_block(lines, *blocks[-1]) and is_block(lines, start, end)):
            blocks[-1] = (blocks[-1][0], end)
        else:
            blocks.append((start, end))
    return blocks


def is_block(lines: Cells, start: int, end: int) -> bool:
    """Whether some columns are a table of their own."""
    own = [line[start:end] for line in lines]
    return is_table(own[read_heading(own).end :], needs_keys=True)
