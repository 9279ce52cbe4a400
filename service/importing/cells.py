"""Tables of cells, as CSV, Markdown, HTML and spreadsheets have them: what their columns mean, and their rows.

A column of keys (``1-3``, ``4+``) or of weights makes a table that is thrown for, its other columns one text for each
row. Without either, each column is a list whose entries are equally likely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from bombsight.service.importing.keys import (
    MAX_SIDES,
    Span,
    parse_span,
    parse_throw,
    parse_weight,
    rows_of_spans,
    rows_of_weights,
    scale_weights,
)
from bombsight.service.importing.model import CellTable, ImportedRow, ImportedTable, ImportNote, Throw
from bombsight.service.importing.row_texts import read_row_text

KEY_HEADS = re.compile(
    r"(?:die |dice )?(?:roll|rolls|die|dice|result no|no|nr|#|\u2116|number|range|key|total|wurf)\.?", re.I
)
WEIGHT_HEADS = re.compile(
    r"(?:weights?|weighting|chance|chances|probability|frequency|odds|likelihood|%|count)\.?", re.I
)
LOW_HEADS = re.compile(r"(?:min|from|low|lower|floor|start|minimum)", re.IGNORECASE)
HIGH_HEADS = re.compile(r"(?:max|to|high|upper|ceiling|end|maximum)", re.IGNORECASE)
TEXT_HEADS = re.compile(
    r"(?:results?|text|entry|entries|description|effect|outcome|item|items|name|value)", re.IGNORECASE
)

UNTITLED = re.compile(
    r"(?:tables?|sheet|tab|tabelle|book|workbook|data|untitled|export|new|list|rolls?)[ _-]?\d*", re.I
)
"""Matches the names of files and sheets that are no title of a table."""

Cells = Sequence[Sequence[str]]
"""Lines of cells; lines may differ in length."""

PlaceOf = Callable[[int], str]
"""Says where a line of cells, counted from 0, stands in the source."""


@frozen
class Layout:
    """What the columns of cells mean.

    Attributes:
        head: The texts of the head; empty without one.
        first: The number of the first line below the head.
        keys: The number of the column of keys; None without one.
        high: The number of the column of upper ends, if keys have two columns.
        weights: The number of the column of weights; None without one.
        texts: The numbers of the other columns.
        throw: The dice that the head says.
    """

    head: tuple[str, ...]
    first: int
    keys: int | None
    high: int | None
    weights: int | None
    texts: tuple[int, ...]
    throw: Throw | None


def tables_of_cells(table: CellTable) -> list[ImportedTable]:
    """Read the tables that cells hold: one, or one for each column that is a list of its own."""
    found = read_cells(table)
    in_parts = table.group or (table.title if len(found) > 1 else "")
    return [evolve(each, keys=(*each.keys, *table.keys), group=in_parts) for each in found]


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
    found: list[ImportedTable] = []
    for column in layout.texts:
        head = layout.head[column] if column < len(layout.head) else ""
        is_title = len(layout.texts) == 1 and (not head or TEXT_HEADS.fullmatch(head) is not None)
        name = title if is_title or not head else f"{title}: {head}" if len(layout.texts) > 1 else head
        keys = (title,) if is_title else (head, name)
        entries = [
            (place_of(number), line[column])
            for number, line in enumerate(lines)
            if number >= layout.first and column < len(line) and line[column]
        ]
        if entries:
            found.append(list_table(entries, name, keys, table.throw))
    return found


def find_layout(lines: Cells) -> Layout:
    """Find out what the columns of lines mean, by the head and by what stands in them."""
    width = max(map(len, lines))
    filled = [number for number, line in enumerate(lines) if any(line)]
    top = lines[filled[0]]
    body = [lines[number] for number in filled[1:]]
    columns = [[line[column] for line in body if column < len(line) and line[column]] for column in range(width)]
    is_key = [bool(column) and all(parse_span(cell) for cell in column) for column in columns]
    names = [top[column] if column < len(top) else "" for column in range(width)]
    throws = [parse_throw(name) for name in names]
    has_head = bool(body) and (
        any(throws)
        or any(KEY_HEADS.fullmatch(name) or WEIGHT_HEADS.fullmatch(name) for name in names)
        or any(key and name and not parse_span(name) for key, name in zip(is_key, names, strict=True))
        or (len(body) > 1 and any(TEXT_HEADS.fullmatch(name) for name in names))
        or (not any(is_key) and width > 1 and len(body) > 1 and len({*filter(None, names)}) == width)
    )
    if not has_head:
        body = [lines[number] for number in filled]
        columns = [[line[column] for line in body if column < len(line) and line[column]] for column in range(width)]
        is_key = [bool(column) and all(parse_span(cell) for cell in column) for column in columns]
        names, throws = [""] * width, [None] * width
    first = filled[1] if has_head else filled[0]
    others = [column for column in range(width) if columns[column]]
    high: int | None = None
    keys = next((column for column in others if throws[column] is not None and is_mostly_key(columns[column])), None)
    if keys is None:
        keys = next((c for c in others if is_key[c] and KEY_HEADS.fullmatch(names[c])), None)
    if keys is None:
        low = next((c for c in others if is_key[c] and LOW_HEADS.fullmatch(names[c])), None)
        high = next((c for c in others if is_key[c] and HIGH_HEADS.fullmatch(names[c])), None)
        keys = low if high is not None else None
    weights = next((c for c in others if WEIGHT_HEADS.fullmatch(names[c]) and are_weights(columns[c])), None)
    if keys is None and weights is None and len(others) > 1:
        keys = next((c for c in others[:1] if is_key[c] and is_rising(columns[c])), None)
    if keys is not None and weights is not None and len(others) < 3:
        weights = None
    texts = tuple(column for column in others if column not in (keys, high, weights))
    return Layout(
        tuple(names) if has_head else (), first, keys, high, weights, texts, throws[keys] if keys is not None else None
    )


def is_mostly_key(column: Sequence[str]) -> bool:
    """Whether at least half of the cells of a column are keys."""
    return 2 * sum(parse_span(cell) is not None for cell in column) >= len(column)


def are_weights(column: Sequence[str]) -> bool:
    """Whether all cells of a column are weights."""
    return all(parse_weight(cell) is not None for cell in column)


def is_rising(column: Sequence[str]) -> bool:
    """Whether the keys of a column rise from line to line, from 0, 1 or as many as several dice show."""
    spans = [span for cell in column if (span := parse_span(cell))]
    lows = [span.low if span.low is not None else (span.high or 0) for span in spans]
    lows = [
        low or 10 ** max(span.zeros, 1) if number else low
        for number, (low, span) in enumerate(zip(lows, spans, strict=True))
    ]
    return len(lows) > 1 and lows[0] <= 11 and all(low < high for low, high in pairwise(lows))


def join_cells(line: Sequence[str], layout: Layout) -> str:
    """Join the text cells of a line: the first as it stands, others behind their heads."""
    parts: list[str] = []
    for column in layout.texts:
        cell = line[column] if column < len(line) else ""
        head = layout.head[column] if column < len(layout.head) else ""
        if cell:
            parts.append(f"{head}: {cell}" if parts and head else cell)
    return "; ".join(parts)


def names_of_table(title: str, layout: Layout) -> tuple[str, ...]:
    """List the names of a table: its title, and the head of a single column of texts."""
    heads = [layout.head[column] for column in layout.texts if column < len(layout.head)]
    is_name = len(heads) == 1 and heads[0] and not TEXT_HEADS.fullmatch(heads[0])
    return (title, heads[0]) if is_name else (title,)


def make_row(text: str, place: str) -> ImportedRow:
    """Make a row, without keys, of the text of a line."""
    read = read_row_text(text)
    return ImportedRow(None, None, read.text, read.references, read.again, place)


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
    spans: list[Span] = []
    texts: list[str] = []
    places: list[str] = []
    notes: list[ImportNote] = []
    for number, line in enumerate(lines):
        if number < layout.first or not any(line):
            continue
        key = line[layout.keys] if layout.keys < len(line) else ""
        text = join_cells(line, layout)
        if layout.high is not None and layout.high < len(line) and line[layout.high]:
            key = f"{key} - {line[layout.high]}"
        span = parse_span(key)
        if span is not None:
            spans.append(span)
            texts.append(text)
            places.append(place_of(number))
        elif not key and texts:
            texts[-1] = f"{texts[-1]} {text}"
        else:
            notes.append(ImportNote(place_of(number), f"`{key[:40]}` is no key of a row; the line is left out"))
    rows = [make_row(text, place) for text, place in zip(texts, places, strict=True)]
    keys = names_of_table(title, layout)
    if not spans:
        return ImportedTable(keys, title, Throw("1d2"), (), place_of(layout.first), tuple(notes))
    thrown, keyed = rows_of_spans(spans, rows, layout.throw or throw)
    return ImportedTable(keys, title, thrown, keyed, place_of(layout.first), tuple(notes))


def weighted_table(lines: Cells, layout: Layout, title: str, place_of: PlaceOf) -> ImportedTable:
    """Make the table of lines that have a weight each; ``layout`` has weights."""
    assert layout.weights is not None
    rows: list[ImportedRow] = []
    weights: list[tuple[int, int]] = []
    notes: list[ImportNote] = []
    for number, line in enumerate(lines):
        if number < layout.first or not any(line):
            continue
        text = line[layout.weights] if layout.weights < len(line) else ""
        weight = parse_weight(text) if text else (1, 1)
        if weight is None:
            notes.append(ImportNote(place_of(number), f"`{text[:40]}` is no weight; the line is left out"))
            continue
        rows.append(make_row(join_cells(line, layout), place_of(number)))
        weights.append(weight)
    return table_of_weights(rows, weights, title, names_of_table(title, layout), place_of(layout.first), notes)


def table_of_weights(
    rows: Sequence[ImportedRow],
    weights: Sequence[tuple[int, int]],
    title: str,
    keys: tuple[str, ...],
    place: str,
    notes: Sequence[ImportNote] = (),
) -> ImportedTable:
    """Make a table of rows with weights; where no die has so many sides, it has no rows, and a note says so.

    Args:
        rows: The rows, without keys.
        weights: Their weights, as fractions.
        title: The title of the table.
        keys: The keys by which rows name it.
        place: Where it stands.
        notes: What is not taken.
    """
    scaled = scale_weights(weights) if weights else None
    if scaled is None:
        note = ImportNote(place, f"its weights make no die of 2 to {MAX_SIDES:,} sides; the table is left out")
        return ImportedTable(keys, title, Throw("1d2"), (), place, (*notes, note))
    throw, keyed = rows_of_weights(scaled, rows)
    unlikely = [row for row, weight in zip(rows, scaled, strict=True) if not weight]
    left_out = tuple(ImportNote(row.place, "this row has no weight and is left out") for row in unlikely)
    return ImportedTable(keys, title, throw, keyed, place, (*notes, *left_out))


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
    if throw is not None and not throw.dice.startswith("d"):
        count = int(throw.dice.partition("d")[0])
        numbered = [Span(count + number, count + number) for number in range(len(rows))]
        thrown, keyed = rows_of_spans(numbered, rows, throw)
        return ImportedTable(keys, title, thrown, keyed, entries[0][0])
    return table_of_weights(rows, [(1, 1)] * len(rows), title, keys, entries[0][0])
