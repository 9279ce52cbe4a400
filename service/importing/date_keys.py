"""Dates that a spreadsheet has made of keys: ``2-3`` typed into a cell is shown as the third of February."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from datetime import date

from bombsight.service.importing.dice_notation import parse_throw
from bombsight.service.importing.keys import parse_span
from bombsight.service.importing.layouts import KEY_HEADS, Cells
from bombsight.service.importing.model import ImportNote

MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, 1)}

ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T]00:00(?::00)?)?")
DAY_MONTH = re.compile(r"(\d{1,2})[-. /]{1,2}([A-Za-z]{3})[a-z]*\.?")
MONTH_NUMBER = re.compile(r"([A-Za-z]{3})[a-z]*[-. /]{1,2}(\d{1,2})")

LAST_DAY = 31
"""The greatest day of a month: a spreadsheet takes a greater figure for a year."""


def restore_date_keys(lines: Cells, places: Sequence[str]) -> tuple[list[list[str]], list[ImportNote]]:
    """Write dates among keys as the ranges that they were typed as; return the lines, and a note for each of them.

    Args:
        lines: Lines of cells.
        places: Where each line stands.
    """
    restored = [list(line) for line in lines]
    notes: list[ImportNote] = []
    for column in range(max(map(len, lines), default=0)):
        cells = [(number, line[column]) for number, line in enumerate(lines) if column < len(line) and line[column]]
        keys = {number: key for number, cell in cells if (key := parse_date_key(cell))}
        if not keys or not are_keys(cells, keys.keys()):
            continue
        for number, key in keys.items():
            text = f"a spreadsheet has made the date {restored[number][column][:10]} of a key; it is taken as {key}"
            notes.append(ImportNote(places[number] if number < len(places) else "", text))
            restored[number][column] = key
    return restored, notes


def are_keys(cells: Sequence[tuple[int, str]], dates: Container[int]) -> bool:
    """Whether a column is one of keys: besides dates it has keys alone below its head, or a head that says so."""
    first = next(index for index, (number, cell) in enumerate(cells) if number in dates or parse_span(cell))
    head = cells[first - 1][1] if first else ""
    body = cells[first:]
    is_mixed = any(number not in dates for number, _ in body)
    is_headed = parse_throw(head) is not None or KEY_HEADS.fullmatch(head) is not None
    return (is_mixed or is_headed) and all(number in dates or parse_span(cell) for number, cell in body)


def parse_date_key(text: str) -> str | None:
    """Parse a date as the range that was typed: the third of February is ``2-3``; None if it is no such date."""
    if found := ISO_DATE.fullmatch(text):
        try:
            day = date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            return None
        year = day.year % 100
        first, second = (day.month, year) if day.day == 1 and year > LAST_DAY else (day.month, day.day)
    elif (found := DAY_MONTH.fullmatch(text)) and found[2].lower() in MONTHS:
        first, second = MONTHS[found[2].lower()], int(found[1])
    elif (found := MONTH_NUMBER.fullmatch(text)) and found[1].lower() in MONTHS:
        first, second = MONTHS[found[1].lower()], int(found[2])
    else:
        return None
    return f"{min(first, second)}-{max(first, second)}"
