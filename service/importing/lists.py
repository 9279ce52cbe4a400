"""Lists of texts without keys: their entries are equally likely."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from bombsight.dsl.dice import parse_dice
from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw, without_dice
from bombsight.service.importing.keys import Span, parse_keys, rows_of_spans
from bombsight.service.importing.layouts import TEXT_HEADS, Cells, Layout
from bombsight.service.importing.model import ImportedTable, ImportNote, Throw
from bombsight.service.importing.row_texts import make_row
from bombsight.service.importing.weights import parse_weight, table_of_weights

PlaceOf = Callable[[int], str]
"""Says where a line of cells, counted from 0, stands in the source."""

NO_TABLES = re.compile(
    r"(?:(?:gm|dm|session|campaign)(?:['\u2019]?s)?[ _-]*)?(?:notes?|log|journal|diary|to[ -]?do|read ?me|credits|about"
    r"|info|instructions|changelog|comments?)",
    re.IGNORECASE,
)
"""Matches the titles of sheets that hold notes rather than lists."""


def are_lists(lines: Cells, layout: Layout, title: str) -> bool:
    """Whether each column without keys and weights looks like a list: filled from its top, and not called notes."""
    if NO_TABLES.fullmatch(title):
        return False
    if len(layout.texts) < 2:
        return True
    filled = [line for line in lines[layout.first :] if any(line)]
    for column in layout.texts:
        is_filled = [column < len(line) and bool(line[column]) for line in filled]
        if not all(is_filled[: sum(is_filled)]):
            return False
    return True


def lists_of_columns(
    lines: Cells, layout: Layout, title: str, place_of: PlaceOf, throw: Throw | None
) -> list[ImportedTable]:
    """Make a table of each column, a list whose entries are equally likely.

    Args:
        lines: The lines.
        layout: What their columns mean; they have neither keys nor weights.
        title: The title of them all.
        place_of: Says where a line stands.
        throw: The dice, if the source names them beside the cells.
    """
    found: list[ImportedTable] = []
    for column in layout.texts:
        head = layout.head[column] if column < len(layout.head) else ""
        own_throw = find_throw_in_title(head) if len(layout.texts) == 1 else None
        head = without_dice(head) if own_throw is not None else head
        is_title = len(layout.texts) == 1 and (not head or TEXT_HEADS.fullmatch(head) is not None)
        name = title if is_title or not head else f"{title}: {head}" if len(layout.texts) > 1 else head
        keys = (title,) if is_title else (head, name)
        entries = [
            (place_of(number), line[column])
            for number, line in enumerate(lines)
            if number >= layout.first and column < len(line) and line[column]
        ]
        if entries:
            found.append(list_table(entries, name, keys, own_throw or throw))
    notes = tuple(notes_of_keys(lines, layout, place_of))
    return [evolve(found[0], notes=notes), *found[1:]] if found else []


def notes_of_keys(lines: Cells, layout: Layout, place_of: PlaceOf) -> Iterator[ImportNote]:
    """Yield notes of figures that could be keys or weights but are not taken as such: chances could be meant otherwise.

    Args:
        lines: The lines.
        layout: What their columns mean; they have neither keys nor weights.
        place_of: Says where a line stands.
    """
    filled = [number for number, line in enumerate(lines) if number >= layout.first and any(line)]
    cells = {number: lines[number][0] for number in filled if lines[number] and lines[number][0]}
    figures = [number for number, cell in cells.items() if parse_keys(cell) or parse_weight(cell)]
    dice = [head for head in layout.head if parse_throw(head) is not None]
    if len(layout.texts) > 1 and figures and 2 * len(figures) >= len(cells) and (len(figures) > 1 or dice):
        yield ImportNote(
            place_of(figures[0]),
            f"`{cells[figures[0]][:40]}` is in no column of keys or weights, so chances are even: "
            "write `d6` or `weight` above it if that is meant",
        )
    elif len(layout.texts) > 1 and dice:
        yield ImportNote(place_of(layout.first), f"no column has keys for the {dice[0][:40]}, so chances are even")
    if len(layout.texts) == 1 and filled and filled[-1] - filled[0] >= len(filled):
        gap = next(number for number in range(filled[0], filled[-1]) if number not in filled)
        yield ImportNote(place_of(gap), "the list goes on behind this empty line; it is taken as one")


def list_table(
    entries: Sequence[tuple[str, str]], title: str, keys: tuple[str, ...], throw: Throw | None = None
) -> ImportedTable:
    """Make the table of a list whose entries are equally likely.

    Args:
        entries: The place and the text of each, at least one.
        title: The title of the table.
        keys: The keys by which rows name it.
        throw: The dice, if the source names them: then entry ``n`` stands for the ``n``-th total.
    """
    rows = [make_row(text, place) for place, text in entries]
    totals = [result + throw.constant for result in parse_dice(throw.dice).results] if throw is not None else []
    if throw is not None and (throw.dice != "d66" or len(totals) == len(rows)):
        totals += range(totals[-1] + 1, totals[-1] + 1 + len(rows) - len(totals))
        numbered = [Span(total, total) for total in totals[: len(rows)]]
        thrown, keyed = rows_of_spans(numbered, rows, throw)
        return ImportedTable(keys, title, thrown, keyed, entries[0][0])
    table = table_of_weights(rows, [(1, 1)] * len(rows), title, keys, entries[0][0])
    return evolve(table, guesses=("no keys: even chances",))
