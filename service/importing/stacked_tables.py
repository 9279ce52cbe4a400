"""Tables one below another: where on a sheet the next one begins.

It begins with a title or a head, or its keys begin anew behind an empty line. Rows whose keys go on belong to the table
above, whatever stands between.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.importing.headings import is_table, read_heading
from bombsight.service.importing.keys import parse_keys
from bombsight.service.importing.layouts import (
    KEY_HEADS,
    LOW_HEADS,
    WEIGHT_HEADS,
    Cells,
    Layout,
    find_layout,
    throw_of_head,
)

MAX_CANDIDATES = 3_000
"""The most lines of a sheet that are tried as the beginning of a table."""

SAMPLE = 50
"""How many lines of a table are looked at for its layout."""


def find_starts(lines: Cells) -> list[int]:
    """Find the first line of each table that stands below another; the first table begins with line 0."""
    starts = [0]
    candidates = 0
    known: dict[int, Layout | None] = {}  # of the table above, by its first line, once it is long enough
    for number in range(1, len(lines)):
        if not any(lines[number]) or not can_begin(lines, number):
            continue
        candidates += 1
        if candidates > MAX_CANDIDATES:
            break
        start = starts[-1]
        above = known[start] if start in known else layout_above(lines[start : min(number, start + SAMPLE)])
        if number - start >= SAMPLE:
            known[start] = above
        if above is not None and begins_table(lines, start, number, above):
            starts.append(number)
    return starts


def can_begin(lines: Cells, number: int) -> bool:
    """Whether a table may begin with a line: a title, a head, or a line behind an empty one."""
    line = lines[number]
    return not any(lines[number - 1]) or is_title(line) or is_head(line)


def is_title(line: Sequence[str]) -> bool:
    """Whether a line has one filled cell, which is no key."""
    filled = [cell for cell in line if cell]
    return len(filled) == 1 and not parse_keys(filled[0])


def is_head(line: Sequence[str]) -> bool:
    """Whether a line is a head of keys or weights."""
    heads = (KEY_HEADS, WEIGHT_HEADS, LOW_HEADS)
    return not any(map(parse_keys, line)) and any(
        throw_of_head(cell) is not None or any(head.fullmatch(cell) for head in heads) for cell in line if cell
    )


def layout_above(lines: Cells) -> Layout | None:
    """Find the layout of the lines above another; None if they are no table with keys or weights."""
    body = lines[read_heading(lines).end :]
    return find_layout(body) if is_table(body, needs_keys=True) else None


def begins_table(lines: Cells, start: int, number: int, above: Layout) -> bool:
    """Whether a table begins with a line.

    Args:
        lines: The lines of the sheet.
        start: The first line of the table above.
        number: The line.
        above: The layout of that table.
    """
    is_behind_gap = not any(lines[number - 1])
    last = min(len(lines), number + SAMPLE)
    first = number
    while first < last and (not any(lines[first]) or is_title(lines[first])):
        first += 1
    if first == last:
        return False
    last = min(len(lines), first + SAMPLE)
    end = next((line for line in range(first + 1, last) if not any(lines[line])), last)
    below = lines[first:end]
    if is_head(lines[first]):
        is_certain = is_behind_gap or first > number or any(map(throw_of_head, lines[first]))
        return is_certain and is_table(below, needs_keys=True)
    if above.keys is None:
        return is_behind_gap and first > number and is_table(below, needs_keys=True)
    is_between = is_behind_gap or (first > number and key_of(lines[number], above) != "")
    return is_between and begins_anew(lines[start:number], lines[first], above)


def key_of(line: Sequence[str], layout: Layout) -> str:
    """The cell of a line in the column of keys; empty without one."""
    return line[layout.keys] if layout.keys is not None and layout.keys < len(line) else ""


def begins_anew(above: Cells, line: Sequence[str], layout: Layout) -> bool:
    """Whether the key of a line is none that follows those above: it lies below the last of them."""
    last = next((keys for line in reversed(above) if (keys := parse_keys(key_of(line, layout)))), ())
    keys = parse_keys(key_of(line, layout))
    if not last or not keys:
        return False
    low, last_low = keys[0].low, last[0].low
    return last_low is not None and (low is None or (low <= last_low and not keys[0].zeros))
