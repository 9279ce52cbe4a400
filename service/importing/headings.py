"""Headings of blocks of cells: the rows above a head, which are a title, dice and remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw
from bombsight.service.importing.keys import parse_keys
from bombsight.service.importing.layouts import KEY_HEADS, TEXT_HEADS, WEIGHT_HEADS, Cells, find_layout, head_of_texts
from bombsight.service.importing.model import CellTable, ImportNote, Throw

MAX_TITLE = 100
"""The most characters of a cell above a head that may be the title; a longer one is a remark."""

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
    return bool(parse_keys(cell)) or parse_throw(cell) is not None or any(head.fullmatch(cell) for head in heads)


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


def make_part(sheet: CellTable, number: int, lines: Cells, places: Sequence[str]) -> CellTable:
    """Make the table of a part of a sheet that holds several, called by what stands above it or by its head.

    Args:
        sheet: The sheet.
        number: The number of the part, from 1.
        lines: Its lines.
        places: Where they stand.
    """
    heading = read_heading(lines)
    head = head_of_texts(find_layout(lines[heading.end :]))
    part = evolve(
        sheet,
        title=head or f"{sheet.title} {number}",
        lines=tuple(map(tuple, lines)),
        places=tuple(places),
        keys=(),
        group=sheet.group or sheet.title,
        throw=None,
        notes=sheet.notes if number == 1 else (),
    )
    added = add_heading(part, heading)
    return evolve(added, keys=(*added.keys, head)) if head else added
