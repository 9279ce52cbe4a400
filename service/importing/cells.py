"""Tables of cells, as CSV, Markdown, HTML and spreadsheets have them: what their columns mean, and their rows.

A column of keys (``1-3``, ``4+``) or of weights makes a table that is thrown for, its other columns one text for each
row. Without either, each column is a list whose entries are equally likely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from bombsight.service.importing.dice_notation import find_throw_in_title
from bombsight.service.importing.keys import Span, are_rising, parse_keys, rows_of_keys, split_key
from bombsight.service.importing.layouts import Cells, Layout, find_layout, head_of_texts
from bombsight.service.importing.lists import PlaceOf, are_lists, lists_of_columns
from bombsight.service.importing.model import CellTable, ImportedRow, ImportedTable, ImportNote, Throw
from bombsight.service.importing.row_texts import make_row
from bombsight.service.importing.title_holes import DICE_IN_TEXT
from bombsight.service.importing.weights import parse_weight, table_of_weights

UNTITLED = re.compile(
    r"(?:tables?|sheet|tab|tabelle|book|workbook|data|untitled|export|new|list|rolls?)[ _-]?\d*", re.I
)
"""Matches the names of files and sheets that are no title of a table."""

TOTAL = re.compile(r"(?:grand |sub)?(?:totals?|sums?|summe|gesamt|somme)[ :]*", re.IGNORECASE)
"""Matches what stands beside a sum of weights."""


def tables_of_cells(table: CellTable) -> list[ImportedTable]:
    """Read the tables that cells hold: one, or one for each column that is a list of its own.

    Cells that look like no table make one without rows, and a note says so.
    """
    found = read_cells(table)
    in_parts = table.group or (table.title if len(found) > 1 else "")
    return [
        evolve(
            each,
            keys=(*each.keys, *table.keys),
            group=in_parts,
            notes=(*(table.notes if number == 0 else ()), *each.notes),
            sheet=table.sheet,
        )
        for number, each in enumerate(found)
    ]


def read_cells(table: CellTable) -> list[ImportedTable]:
    """Read the tables that cells hold, without the group that they stand in."""
    lines = [[cell.strip() for cell in line] for line in table.lines]
    if not any(any(line) for line in lines):
        return []
    title = table.title
    layout = find_layout(lines)
    if UNTITLED.fullmatch(title) and len(named := names_of_table(title, layout)) > 1:
        title = named[1]

    def place_of(line: int) -> str:
        """Say where a line stands."""
        return table.places[line] if line < len(table.places) else ""

    if layout.keys is not None:
        return [keyed_table(lines, layout, title, place_of, table.throw)]
    if layout.weights is not None and layout.texts:
        return [weighted_table(lines, layout, title, place_of)]
    heads = [layout.head[column] for column in layout.texts if column < len(layout.head)]
    throw = table.throw or (find_throw_in_title(heads[0]) if len(heads) == 1 else None)
    if (split := split_keys(lines, layout, is_thrown_for=throw is not None)) is not None:
        return [keyed_table(*split, title, place_of, throw)]
    if not are_lists(lines, layout, title):
        note = ImportNote(place_of(layout.first), "it has no keys or weights and is no list; it is left out")
        return [ImportedTable((), title, Throw("1d2"), (), notes=(note,))]
    return lists_of_columns(lines, layout, title, place_of, table.throw)


def split_keys(lines: Cells, layout: Layout, *, is_thrown_for: bool) -> tuple[Cells, Layout] | None:
    """Split the only column of a list whose texts begin with keys, ``1-3: goblins``, in two; None if they do not.

    Args:
        lines: The lines.
        layout: What their columns mean; they have neither keys nor weights.
        is_thrown_for: Whether the source names dice: then a blank may stand between a key and its text. It may also
            where some keys are ranges.
    """
    if len(layout.texts) != 1:
        return None
    column = layout.texts[0]
    texts = [line[column] if column < len(line) else "" for line in lines]
    count = sum(map(bool, texts[layout.first :]))
    best: tuple[int, list[tuple[str, str]]] = (0, [])
    for is_spaced in (False, True):
        split = [split_key(text, may_be_spaced=is_spaced) or (text, "") for text in texts]
        keys = [spans for key, text in split[layout.first :] if text and (spans := parse_keys(key))]
        has_ranges = len(keys) == count and any(span.low != span.high for spans in keys for span in spans)
        is_certain = 2 * len(keys) >= count and are_rising(keys) and (not is_spaced or is_thrown_for or has_ranges)
        if is_certain and len(keys) > best[0]:
            best = (len(keys), split)
    if not best[0]:
        return None
    head = ("", layout.head[column]) if layout.head else ()
    return best[1], evolve(layout, head=head, keys=0, texts=(1,))


def is_sum(line: Sequence[str], layout: Layout, weights: Sequence[tuple[int, int]]) -> bool:
    """Whether a line, the last of a table of weights, is their sum."""
    texts = [line[column] for column in layout.texts if column < len(line) and line[column]]
    if layout.weights is None or len(weights) < 2 or not all(TOTAL.fullmatch(text) for text in texts):
        return False
    weight = line[layout.weights] if layout.weights < len(line) else ""
    parsed = parse_weight(weight)
    total = sum((Fraction(*each) for each in weights), Fraction(0))
    return bool(texts) if parsed is None else Fraction(*parsed) == total


def join_cells(line: Sequence[str], layout: Layout) -> str:
    """Join the text cells of a line: the first as it stands, others behind their heads."""
    parts: list[str] = []
    for column in layout.texts:
        cell = line[column] if column < len(line) else ""
        head = name_of_head(layout.head[column]) if column < len(layout.head) else ""
        if cell:
            parts.append(f"{head}: {cell}" if parts and head else cell)
    return "; ".join(parts)


def name_of_head(head: str) -> str:
    """The words of a head, without dice: they would be thrown for in each row."""
    return DICE_IN_TEXT.sub("", head).strip(" ()[]:") if DICE_IN_TEXT.search(head) else head


def join_remarks(line: Sequence[str], layout: Layout) -> str:
    """Join the cells of a line that are for the table's maker, behind the heads of their columns."""
    return "; ".join(
        f"{layout.head[column]}: {line[column]}"
        for column in layout.remarks
        if column < len(line) and line[column] and column < len(layout.head)
    )


def guess_of_remarks(layout: Layout) -> tuple[str, ...]:
    """Say which columns are taken for remarks; nothing without any."""
    if not layout.remarks:
        return ()
    heads = ", ".join(layout.head[column] for column in layout.remarks)
    return (f"{heads}: comments in the rules",)


def names_of_table(title: str, layout: Layout) -> tuple[str, ...]:
    """List the names of a table: its title, and the head of a single column of texts."""
    head = head_of_texts(layout)
    return (title, head) if head else (title,)


def keyed_table(lines: Cells, layout: Layout, title: str, place_of: PlaceOf, throw: Throw | None) -> ImportedTable:
    """Make the table of lines that have a key each; a line without one continues the text above it.

    Args:
        lines: The lines.
        layout: What their columns mean; they have keys.
        title: The title of the table.
        place_of: Says where a line stands.
        throw: The dice, if the source names them beside the cells.
    """
    assert layout.keys is not None
    found: list[tuple[Span, ...]] = []
    texts: list[str] = []
    remarks: list[str] = []
    places: list[str] = []
    notes: list[ImportNote] = []
    is_after_gap = False
    for number, line in enumerate(lines):
        if number < layout.first:
            continue
        if not any(line):
            is_after_gap = True
            continue
        key = line[layout.keys] if layout.keys < len(line) else ""
        text = join_cells(line, layout)
        if layout.high is not None and layout.high < len(line) and line[layout.high]:
            key = f"{key} - {line[layout.high]}" if key else f"to {line[layout.high]}"
        spans = parse_keys(key)
        if spans:
            found.append(spans)
            texts.append(text)
            remarks.append(join_remarks(line, layout))
            places.append(place_of(number))
        elif not key and texts and not is_after_gap:
            texts[-1] = f"{texts[-1]} {text}"
            remarks[-1] = " ".join(filter(None, (remarks[-1], join_remarks(line, layout))))
        else:
            what = f"`{key[:40]}` is no key of a row" if key else f"`{text[:40]}` has no key"
            notes.append(ImportNote(place_of(number), f"{what}; the line is left out"))
        is_after_gap = False
    rows = [make_row(*each) for each in zip(texts, places, remarks, strict=True)]
    keys = names_of_table(title, layout)
    if not found:
        return ImportedTable(keys, title, Throw("1d2"), (), place_of(layout.first), tuple(notes))
    thrown, keyed = rows_of_keys(found, rows, layout.throw or throw)
    guesses = () if layout.throw or throw else ("dice by its keys",)
    return ImportedTable(
        keys,
        title,
        thrown,
        keyed,
        place_of(layout.first),
        tuple(notes),
        guesses=(*guesses, *guess_of_remarks(layout)),
    )


def weighted_table(lines: Cells, layout: Layout, title: str, place_of: PlaceOf) -> ImportedTable:
    """Make the table of lines that have a weight each; ``layout`` has weights."""
    assert layout.weights is not None
    rows: list[ImportedRow] = []
    weights: list[tuple[int, int]] = []
    notes: list[ImportNote] = []
    filled = [number for number, line in enumerate(lines) if number >= layout.first and any(line)]
    for number in filled:
        line, place = lines[number], place_of(number)
        if number == filled[-1] and is_sum(line, layout, weights):
            notes.append(ImportNote(place, "this row is the sum of the weights; it is left out"))
            continue
        text = line[layout.weights] if layout.weights < len(line) else ""
        weight = parse_weight(text) if text else (1, 1)
        if weight is None:
            notes.append(ImportNote(place, f"`{text[:40]}` is no weight; the line is left out"))
            continue
        if not text:
            notes.append(ImportNote(place, "this row has no weight; it counts as 1"))
        rows.append(make_row(join_cells(line, layout), place, join_remarks(line, layout)))
        weights.append(weight)
    table = table_of_weights(rows, weights, title, names_of_table(title, layout), place_of(layout.first), notes)
    return evolve(table, guesses=("dice by its weights", *guess_of_remarks(layout)))
