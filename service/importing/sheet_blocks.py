"""Blocks of a sheet: rows of a title above the head, and tables side by side, as spreadsheets and CSV have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from bombsight.service.importing.date_keys import restore_date_keys
from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw
from bombsight.service.importing.keys import parse_span
from bombsight.service.importing.layouts import (
    KEY_HEADS,
    TEXT_HEADS,
    WEIGHT_HEADS,
    Cells,
    find_layout,
    head_of_texts,
)
from bombsight.service.importing.model import CellTable, ImportNote, Throw

MAX_TITLE = 100
"""The most characters of a cell above a head that may be the title; a longer one is a remark."""

MAX_BLOCKS = 20
"""The most blocks side by side that are told apart; a sheet with more stays whole."""

PARENTHESES = re.compile(r"\s*\([^()]*\)")


@frozen
class Heading:
    """The rows above the head of a block.

    Attributes:
        title: The title; empty without one.
        throw: The dice that the rows name; None without any.
        remarks: The numbers of the rows that are no title, and their texts.
        end: The number of the first row below them.
    """

    title: str = ""
    throw: Throw | None = None
    remarks: tuple[tuple[int, str], ...] = ()
    end: int = 0


def divide_sheet(sheet: CellTable) -> tuple[CellTable, ...]:
    """Divide a sheet into its tables: the rows above a head become its title, blocks side by side a table each."""
    restored, notes = restore_date_keys([[cell.strip() for cell in line] for line in sheet.lines], sheet.places)
    heading = read_heading(restored)
    whole = add_heading(evolve(sheet, lines=as_lines(restored), notes=(*sheet.notes, *notes)), heading)
    blocks = find_blocks(whole.lines)
    if len(blocks) < 2:
        return (whole,)
    return tuple(make_block(whole, number, start, end) for number, (start, end) in enumerate(blocks, 1))


def as_lines(lines: Cells) -> tuple[tuple[str, ...], ...]:
    """Make lines of cells immutable."""
    return tuple(map(tuple, lines))


def read_heading(lines: Cells) -> Heading:
    """Read the rows above the head of a block: those of one filled cell, if keys, weights or a head follow."""
    alone: list[tuple[int, str]] = []
    end = len(lines)
    for number, line in enumerate(lines):
        cells = [cell for cell in line if cell]
        if len(cells) > 1 or (cells and is_head_or_key(cells[0])):
            end = number
            break
        alone += [(number, cell) for cell in cells]
    if len({column for line in lines for column, cell in enumerate(line) if cell}) == 1:
        end = end_of_list_title(lines)
        alone = alone[:1]
    elif alone and not is_table(lines[end:], needs_keys=len(alone) > 1):
        end = 0
    if not alone or not end:
        return Heading()
    throw = next((found for _, text in alone if (found := find_throw_in_title(text))), None)
    title = next((text for _, text in alone if len(text) <= MAX_TITLE), "")
    return Heading(title, throw, tuple(each for each in alone if each[1] != title), end)


def is_head_or_key(cell: str) -> bool:
    """Whether a cell that stands alone in its row is a head or a key, and so no title."""
    heads = (KEY_HEADS, WEIGHT_HEADS, TEXT_HEADS)
    return parse_span(cell) is not None or parse_throw(cell) is not None or any(head.fullmatch(cell) for head in heads)


def is_table(lines: Cells, *, needs_keys: bool) -> bool:
    """Whether lines have texts with keys or weights, or, unless those are needed, a head."""
    if not any(any(line) for line in lines):
        return False
    layout = find_layout(lines)
    is_thrown_for = layout.keys is not None or layout.weights is not None
    return bool(layout.texts) and (is_thrown_for or (bool(layout.head) and not needs_keys))


def end_of_list_title(lines: Cells) -> int:
    """Find the end of the title of a single column: its first cell, if the only empty row follows; 0 without one."""
    first = next((number for number, line in enumerate(lines) if any(line)), 0)
    below = [any(line) for line in lines[first + 1 :]]
    while below and not below[-1]:
        below.pop()
    has_title = len(below) > 2 and not below[0] and all(below[1:])
    return first + 2 if has_title else 0


def add_heading(table: CellTable, heading: Heading) -> CellTable:
    """Give a table the title and the dice of the rows above its head, which are no lines of it any more."""
    place_of = dict(enumerate(table.places))
    notes = [
        ImportNote(place_of.get(number, ""), f"`{text[:60]}` above the head is left out")
        for number, text in heading.remarks
    ]
    title = heading.title or table.title
    bare = PARENTHESES.sub("", title).strip()
    return evolve(
        table,
        title=title,
        lines=table.lines[heading.end :],
        places=table.places[heading.end :],
        throw=heading.throw or table.throw,
        keys=(*([bare] if bare and bare != title else []), *table.keys),
        notes=(*table.notes, *notes),
    )


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


def make_block(sheet: CellTable, number: int, start: int, end: int) -> CellTable:
    """Make the table of some columns of a sheet.

    Args:
        sheet: The sheet.
        number: The number of the block, from 1.
        start: Its first column.
        end: The column behind its last.
    """
    own: Sequence[Sequence[str]] = [line[start:end] for line in sheet.lines]
    heading = read_heading(own)
    head = head_of_texts(find_layout(own[heading.end :]))
    block = evolve(
        sheet,
        title=head or f"{sheet.title} {number}",
        lines=as_lines(own),
        keys=(),
        group=sheet.group or sheet.title,
        throw=None,
        notes=sheet.notes if number == 1 else (),
    )
    added = add_heading(block, heading)
    return evolve(added, keys=(*added.keys, head)) if head else added
