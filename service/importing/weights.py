"""Weights of rows as people type them, ``3``, ``5 %``, ``1/6``, and the dice that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import gcd, lcm

from attrs import evolve

from bombsight.service.importing.dice_notation import MAX_SIDES
from bombsight.service.importing.model import ImportedRow, ImportedTable, ImportNote, Throw

MAX_FIGURE = 1_000_000
"""The greatest common divisor of weights."""

WEIGHT = re.compile(
    r"(\d{1,7})(?:[.,](\d{1,4}))?\s*%?|(\d{1,4})\s*/\s*(\d{1,4})|(\d{1,4})\s*(?:x|\u00d7)", re.IGNORECASE
)


def parse_weight(text: str) -> tuple[int, int] | None:
    """Parse a weight, ``3``, ``12.5 %``, ``1/6``, ``3x``, as a fraction; None if it is none."""
    found = WEIGHT.fullmatch(text.strip())
    if found is None:
        return None
    if found[5] is not None:
        return int(found[5]), 1
    if found[3] is not None:
        return (int(found[3]), int(found[4])) if int(found[4]) else None
    decimals = found[2] or ""
    return int(found[1] + decimals), 10 ** len(decimals)


def scale_weights(weights: Sequence[tuple[int, int]]) -> list[int] | None:
    """Scale fractions to whole weights without a common divisor; None where no die has so many sides."""
    common = 1
    for _, divisor in weights:
        common = lcm(common, divisor)
        if common > MAX_FIGURE:
            return None
    scaled = [figure * (common // divisor) for figure, divisor in weights]
    total = sum(scaled)
    if total == 0:
        return None
    if total > 100 or common > 1:
        divisor = gcd(*scaled)
        scaled = [each // divisor for each in scaled]
    return scaled if sum(scaled) <= MAX_SIDES else None


def rows_of_weights(weights: Sequence[int], rows: Sequence[ImportedRow]) -> tuple[Throw, tuple[ImportedRow, ...]]:
    """Give rows keys by their weights: a weight of 3 is three faces of a die. Rows without weight are left out.

    Args:
        weights: The weight of each row, whole; their sum is at least 1 and at most ``MAX_SIDES``.
        rows: The rows.
    """
    keyed: list[ImportedRow] = []
    last = 0
    for weight, row in zip(weights, rows, strict=True):
        if weight:
            keyed.append(evolve(row, low=last + 1, high=last + weight))
            last += weight
    if last == 1:  # no die has one side
        return Throw("1d2"), (evolve(keyed[0], high=2),)
    return Throw(f"1d{last}"), tuple(keyed)


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
