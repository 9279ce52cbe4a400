"""The reader of Foundry VTT's roll tables: one, an array, the lines of a compendium, or an export of a whole world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.service.importing.dice_notation import parse_throw
from bombsight.service.importing.html_text import text_of_html
from bombsight.service.importing.keys import guess_throw
from bombsight.service.importing.model import ImportedRow, ImportedTable, ImportNote, Reference, SourceParts
from bombsight.service.importing.row_texts import read_row_text
from bombsight.service.importing.weights import table_of_weights

DOCUMENT_TYPES = (1, 2, "document", "pack", "compendium", "1", "2")
"""The types of results that name a document: of the world, or of a compendium."""


def is_foundry(data: Any) -> bool:
    """Whether JSON data are roll tables of Foundry, as far as their first table shows."""
    return next(iter(find_tables(data)), None) is not None


def find_tables(data: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the roll tables of JSON data, each with its place: the data themselves, those of a list or of a world."""
    if isinstance(data, Mapping):
        if is_roll_table(data):
            yield "", data
            return
        for key in ("tables", "RollTable", "rollTables"):
            inner = data.get(key)
            if isinstance(inner, list):
                yield from ((f"{key}{place}", table) for place, table in find_tables(inner))
    elif isinstance(data, list):
        for number, table in enumerate(data):
            if isinstance(table, Mapping) and is_roll_table(table):
                yield f"[{number}]", table


def is_roll_table(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a roll table: it has a name and results."""
    results = data.get("results")
    return (
        isinstance(data.get("name"), str) and isinstance(results, list) and all(isinstance(r, Mapping) for r in results)
    )


def read_foundry(data: Any, path: str, title: str) -> SourceParts:
    """Read the roll tables of JSON data.

    Args:
        data: The data; for a compendium a list of its lines.
        path: The file, for messages.
        title: The title of the file.
    """
    tables = tuple(read_table(table, place) for place, table in find_tables(data))
    return SourceParts(path, title, tables)


def read_table(data: Mapping[str, Any], place: str) -> ImportedTable:
    """Read a roll table: its rows by their ranges, or by weights where it has none; and its formula."""
    name = str(data["name"]).strip() or "Table"
    keys = tuple(str(data[key]) for key in ("_id", "id", "uuid") if isinstance(data.get(key), str | int))
    notes: list[ImportNote] = []
    rows: list[ImportedRow] = []
    weights: list[tuple[int, int]] = []
    results: Sequence[Mapping[str, Any]] = data["results"]
    for number, result in enumerate(results):
        row_place = f"{place}.results[{number}]".lstrip(".")
        row = read_result(result, row_place)
        span = read_range(result)
        weight = result.get("weight")
        weights.append((weight if isinstance(weight, int) and 0 <= weight <= 10_000 else 1, 1))
        rows.append(evolve(row, low=span[0], high=span[1]) if span is not None else row)
        image_only = not row.text and not row.references
        if image_only:
            notes.append(ImportNote(row_place, "this row has no text"))
    formula = str(data.get("formula") or "").strip()
    throw = parse_throw(formula) if len(formula) < 40 else None
    if any(row.low is None for row in rows) or not rows:
        if formula:
            notes.append(ImportNote(place, f"some results have no range: rows go by weights, not by {formula[:40]}"))
        return table_of_weights(rows, weights, name, (*keys, name), place, notes)
    rows.sort(key=lambda row: (row.low or 0, row.high or 0))
    if throw is None:
        throw = guess_throw(rows)
        if formula:
            notes.append(
                ImportNote(place, f"its dice `{formula[:60]}` are not taken; rows are thrown for with {throw.dice}")
            )
    return ImportedTable((*keys, name), name, throw, tuple(rows), place, tuple(notes))


def read_result(result: Mapping[str, Any], place: str) -> ImportedRow:
    """Read a result of a roll table, without its range."""
    parts = [
        text_of_html(str(result[key])) for key in ("name", "text", "description") if isinstance(result.get(key), str)
    ]
    texts = [*dict.fromkeys(part for part in parts if part)]
    read = read_row_text(": ".join(texts[:2]))
    references = list(read.references)
    kind = str(result.get("collection") or result.get("documentCollection") or "")
    if result.get("type") in DOCUMENT_TYPES or result.get("documentUuid"):
        target = str(result.get("documentUuid") or result.get("resultId") or result.get("documentId") or "")
        name = texts[0] if texts else ""
        if kind == "RollTable" or "RollTable" in target:
            references.append(Reference(tuple(filter(None, (target, name)))))
        elif target and ("tables" in kind.lower() or "rolltable" in kind.lower()):
            references.append(Reference((target, name), is_explicit=False))
    return ImportedRow(None, None, read.text, tuple(references), read.again, place)


def read_range(result: Mapping[str, Any]) -> tuple[int, int] | None:
    """Read the range of a result; None if it has none."""
    span = result.get("range")
    if (
        isinstance(span, list)
        and len(span) == 2
        and all(isinstance(end, int) and abs(end) <= 1_000_000 for end in span)
    ):
        return int(span[0]), int(span[1])
    return None
