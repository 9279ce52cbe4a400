"""Layouts of cells: which columns are keys, weights, texts and remarks, by the head and by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw, without_dice
from bombsight.service.importing.keys import Span, are_rising, parse_keys, split_key
from bombsight.service.importing.model import Throw
from bombsight.service.importing.weights import parse_weight

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

REMARK_HEADS = re.compile(
    r"(?:(?:gm|dm|referee|keeper|author|designer)(?:['\u2019]?s)?(?: (?:notes?|comments?|remarks?))?"
    r"|notes?|comments?|remarks?|pages?|pg\.?|page (?:no\.?|number))",
    re.IGNORECASE,
)
"""Matches the heads of columns that are for the table's maker or referee, no text of a row."""

Cells = Sequence[Sequence[str]]
"""Lines of cells; lines may differ in length."""


@frozen
class Layout:
    """What the columns of cells mean.

    Attributes:
        head: The texts of the head; empty without one.
        first: The number of the first line below the head.
        keys: The number of the column of keys; None without one.
        high: The number of the column of upper ends, if keys have two columns.
        weights: The number of the column of weights; None without one.
        texts: The numbers of the columns of texts.
        throw: The dice that the head says.
        remarks: The numbers of the columns of remarks, which are for the table's maker.
    """

    head: tuple[str, ...]
    first: int
    keys: int | None
    high: int | None
    weights: int | None
    texts: tuple[int, ...]
    throw: Throw | None
    remarks: tuple[int, ...] = ()


def find_layout(lines: Cells) -> Layout:
    """Find out what the columns of lines mean, by the head and by what stands in them."""
    width = max(map(len, lines))
    filled = [number for number, line in enumerate(lines) if any(line)]
    top = lines[filled[0]]
    body = [lines[number] for number in filled[1:]]
    columns = [cells_of_column(body, column) for column in range(width)]
    is_key = [is_mostly_key(column) for column in columns]
    names = [top[column] if column < len(top) else "" for column in range(width)]
    throws = [throw_of_head(name) for name in names]
    has_head = bool(body) and (
        any(throws)
        or any(KEY_HEADS.fullmatch(name) or WEIGHT_HEADS.fullmatch(name) for name in names)
        or any(key and name and not parse_keys(name) for key, name in zip(is_key, names, strict=True))
        or (width == 1 and find_throw_in_title(names[0]) is not None and is_numbered(names[0], columns[0]))
        or (len(body) > 1 and any(TEXT_HEADS.fullmatch(name) for name in names))
        or (not any(is_key) and width > 1 and len(body) > 1 and len({*filter(None, names)}) == width)
    )
    if not has_head:
        body = [lines[number] for number in filled]
        columns = [cells_of_column(body, column) for column in range(width)]
        is_key = [is_mostly_key(column) for column in columns]
        names, throws = [""] * width, [None] * width
    first = filled[1] if has_head else filled[0]
    others = [column for column in range(width) if columns[column]]
    high: int | None = None
    keys = next((c for c in others if throws[c] is not None and is_key[c]), None)
    if keys is None:
        keys = next((c for c in others if is_key[c] and KEY_HEADS.fullmatch(names[c])), None)
    if keys is None:
        low = next((c for c in others if is_key[c] and LOW_HEADS.fullmatch(names[c])), None)
        high = next((c for c in others if is_key[c] and HIGH_HEADS.fullmatch(names[c])), None)
        keys = low if high is not None else None
    weights = next((c for c in others if WEIGHT_HEADS.fullmatch(names[c]) and is_mostly_weight(columns[c])), None)
    if keys is None and weights is None and len(others) > 1:
        keys = next((c for c in others[:1] if is_key[c] and are_rising(keys_of_column(columns[c]))), None)
        if keys is not None and find_throw_in_title(names[keys]) is not None:
            throws[keys] = find_throw_in_title(names[keys])
    if keys is not None and weights is not None and len(others) < 3:
        weights = None
    rest = tuple(column for column in others if column not in (keys, high, weights))
    remarks = tuple(column for column in rest if REMARK_HEADS.fullmatch(names[column]))
    if len(remarks) == len(rest):  # there is no other text
        remarks = ()
    texts = tuple(column for column in rest if column not in remarks)
    throw = throws[keys] if keys is not None else None
    return Layout(tuple(names) if has_head else (), first, keys, high, weights, texts, throw, remarks)


def throw_of_head(name: str) -> Throw | None:
    """The dice of a head that is about nothing else: ``d6``, ``d6 roll``, ``Roll (2d6)``; None for other heads."""
    throw = parse_throw(name)
    return throw or (find_throw_in_title(name) if KEY_HEADS.fullmatch(without_dice(name)) else None)


def cells_of_column(lines: Cells, column: int) -> list[str]:
    """List the filled cells of a column."""
    return [line[column] for line in lines if column < len(line) and line[column]]


def is_mostly_key(column: Sequence[str]) -> bool:
    """Whether at least half of the cells of a column are keys; others are slips, which are noted."""
    return bool(column) and 2 * len(keys_of_column(column)) >= len(column)


def keys_of_column(column: Sequence[str]) -> list[tuple[Span, ...]]:
    """Parse the cells of a column that are keys."""
    return [keys for cell in column if (keys := parse_keys(cell))]


def is_numbered(head: str, column: Sequence[str]) -> bool:
    """Whether at least half of the cells of a column begin with a key, and its head does not."""
    count = sum(split_key(cell, may_be_spaced=True) is not None for cell in column)
    return 2 * count >= len(column) and split_key(head, may_be_spaced=True) is None


def is_mostly_weight(column: Sequence[str]) -> bool:
    """Whether at least half of the cells of a column are weights."""
    return 2 * sum(parse_weight(cell) is not None for cell in column) >= len(column)


def head_of_texts(layout: Layout) -> str:
    """The head of a single column of texts, if it can be a table's title; else empty."""
    heads = [layout.head[column] for column in layout.texts if column < len(layout.head)]
    return heads[0] if len(heads) == 1 and not TEXT_HEADS.fullmatch(heads[0]) else ""
