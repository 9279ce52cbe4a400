"""Keys of rows as people type them: ``96-00``, ``4+``, ``2, 3``, ``1)``; and the dice that they imply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from attrs import evolve, frozen

from bombsight.service.importing.dice_notation import MAX_SIDES
from bombsight.service.importing.model import ImportedRow, Throw

DASH = r"(?:-|\u2010|\u2011|\u2012|\u2013|\u2014|\u2212|\.\.\.?|\u2026|\bto\b|\bthrough\b|\bbis\b|:)"
NUMBER = r"[+-]?\d{1,7}"
SPAN = re.compile(rf"({NUMBER})\s*(?:{DASH}\s*({NUMBER}))?", re.IGNORECASE)
JOINT = r"(?:or|and|&)"
OPEN_ABOVE = re.compile(
    rf"({NUMBER})\s*(?:\+|\.\.\.?|{JOINT}\s+(?:more|higher|greater|above|over|up|upwards))"
    rf"|(?:from|at least)\s+({NUMBER})",
    re.IGNORECASE,
)
OPEN_BELOW = re.compile(
    rf"(?:\.\.\s*)?({NUMBER})\s*(?:-|\u2212)?\s*{JOINT}\s+(?:less|lower|fewer|below|under|down)"
    rf"|(?:up to|at most)\s+({NUMBER})",
    re.IGNORECASE,
)
COMPARED = re.compile(rf"(<=|>=|<|>|\u2264|\u2265|\.\.)\s*({NUMBER})")


@frozen
class Span:
    """The key of a row, as its figures stand.

    Attributes:
        low, high: The figures; None for an open end.
        zeros: The number of digits of an end that is nothing but zeros, as ``00``; 0 if there is none.
    """

    low: int | None
    high: int | None
    zeros: int = 0


MARKS = "*_`\"'\u201c\u201d "
"""What may stand around a key: marks of emphasis and quotes."""

SEPARATORS = re.compile(r"\s*(?:[,;/&]|\band\b|\bor\b)\s*", re.IGNORECASE)
"""Matches what stands between the figures of a key such as ``2, 3`` or ``4/5``."""

THOUSANDS = re.compile(r"(?<![\d,])(\d{1,3}),(\d{3})(?![\d,])")
"""Matches a figure such as ``1,000``."""

MAX_KEY = 80
"""The most characters of a key."""

MAX_SPANS = 20
"""The most ranges of a key."""


def bare_key(text: str) -> str:
    """Strip from a key what people set around it: ``1.``, ``2)``, ``3:``, ``(4)``, ``[5]``, ``#6``."""
    bare = text.strip().strip(MARKS)
    bare = bare if bare.endswith("..") else bare.rstrip(".):]")
    bare = bare.lstrip("([#").strip().strip(MARKS)
    return THOUSANDS.sub(r"\1\2", bare) if len(bare) <= MAX_KEY else bare


@lru_cache(maxsize=10_000)
def parse_keys(text: str) -> tuple[Span, ...]:
    """Parse the key of a row, a range or several that rise: ``3``, ``4-5``, ``2, 3``, ``4/5``; empty if it is none."""
    if (span := parse_span(text)) is not None:
        return (span,)
    bare = bare_key(text)
    if len(bare) > MAX_KEY:
        return ()
    parts = [parse_span(part) for part in SEPARATORS.split(bare)]
    spans = tuple(span for span in parts if span is not None)
    if not 2 <= len(spans) <= MAX_SPANS or len(spans) < len(parts):
        return ()
    is_rising = all(
        left.high is not None and (right.low is not None and (left.high < right.low or right.zeros))
        for left, right in pairwise(spans)
    )
    return spans if is_rising else ()


def parse_span(text: str) -> Span | None:
    """Parse a range: ``3``, ``01-05``, ``96-00``, ``4+``, ``1 or less``, ``..2``, ``>= 10``; None if it is none."""
    text = bare_key(text)
    if len(text) > 40:
        return None
    if found := SPAN.fullmatch(text):
        low, high = found[1], found[2] if found[2] is not None else found[1]
        return Span(int(low), int(high), max(count_zeros(low), count_zeros(high)))
    if found := OPEN_ABOVE.fullmatch(text):
        return Span(int(found[1] or found[2]), None)
    if found := OPEN_BELOW.fullmatch(text):
        return Span(None, int(found[1] or found[2]))
    if found := COMPARED.fullmatch(text):
        figure = int(found[2])
        match found[1]:
            case "<=" | "\u2264" | "..":
                return Span(None, figure)
            case ">=" | "\u2265":
                return Span(figure, None)
            case "<":
                return Span(None, figure - 1)
            case _:
                return Span(figure + 1, None)
    return None


def split_key(text: str, *, may_be_spaced: bool = False) -> tuple[str, str] | None:
    """Split a line such as ``1-3: goblins`` or ``4. an owl`` into its key and its text; None without a key.

    Args:
        text: The line.
        may_be_spaced: Whether a blank alone may stand between them, as in ``2-3 owls``.
    """
    separators = (":", "|", ". ", ") ", " - ", " \u2013 ", " \u2014 ", "=", "\t", *([" "] if may_be_spaced else []))
    for separator in separators:
        key, found, rest = text.partition(separator)
        if found and len(key) <= 20 and rest.strip():
            bare = key.replace("*", "").replace("(", "").strip()
            if parse_keys(bare):
                return bare, rest.strip(" *")
    return None


def are_rising(keys: Sequence[Sequence[Span]]) -> bool:
    """Whether keys rise from line to line, from 0, 1 or as many as several dice show; so they are no other figures."""
    spans = [span for key in keys for span in key]
    lows = [span.low if span.low is not None else (span.high or 0) for span in spans]
    lows = [
        low or 10 ** max(span.zeros, 1) if number else low
        for number, (low, span) in enumerate(zip(lows, spans, strict=True))
    ]
    return len(keys) > 1 and lows[0] <= 11 and all(low < high for low, high in pairwise(lows))


def count_zeros(figure: str) -> int:
    """Count the digits of a figure that is nothing but zeros; 0 for any other."""
    return len(figure) if set(figure) == {"0"} else 0


def rows_of_keys(
    keys: Sequence[Sequence[Span]], rows: Sequence[ImportedRow], throw: Throw | None
) -> tuple[Throw, tuple[ImportedRow, ...]]:
    """Give rows their keys of one range or more, as :func:`rows_of_spans` does; ranges that meet become one.

    Args:
        keys: The keys, at least one; each has at least one range.
        rows: The rows, one for each key.
        throw: The dice, if the source says them.
    """
    spread = [(span, row) for key, row in zip(keys, rows, strict=True) for span in key]
    thrown, single = rows_of_spans([span for span, _ in spread], [row for _, row in spread], throw)
    ends = iter(single)
    return thrown, tuple(merge_ranges([next(ends) for _ in key]) for key in keys)


def merge_ranges(parts: Sequence[ImportedRow]) -> ImportedRow:
    """Make one row of rows that differ in their totals alone: ``2`` and ``3`` become ``2..3``."""
    ranges: list[tuple[int | None, int | None]] = []
    for part in parts:
        last = ranges[-1] if ranges else None
        if last is not None and last[1] is not None and part.low == last[1] + 1:
            ranges[-1] = (last[0], part.high)
        else:
            ranges.append((part.low, part.high))
    (low, high), *more = ranges
    return evolve(parts[0], low=low, high=high, more=tuple(more))


def rows_of_spans(
    spans: Sequence[Span], rows: Sequence[ImportedRow], throw: Throw | None
) -> tuple[Throw, tuple[ImportedRow, ...]]:
    """Give rows their keys, and guess the dice from them where the source does not say.

    ``00`` is the highest face of percentage dice where it ends a range or follows the others, and stands for itself
    where the rows begin with it; then the dice have a constant of -1.

    Args:
        spans: The keys, at least one.
        rows: The rows, one for each key.
        throw: The dice, if the source says them.
    """
    top = max((each.high or each.low or 0 for each in spans), default=0)
    is_from_zero = bool(spans[0].zeros) and spans[0].low == 0 and (len(spans) > 1 or spans[0].high != 0)
    keyed: list[ImportedRow] = []
    for span, row in zip(spans, rows, strict=True):
        low, high = span.low, span.high
        ends_in_zeros = high == 0 and ((low or 0) > 0 or (low == 0 and top >= 9))
        if span.zeros and not is_from_zero and ends_in_zeros:
            full = 10 ** max(span.zeros, 1) if span.zeros > 1 or top <= 9 else 100
            low = full if low == 0 else low
            high = full if high == 0 else high
        keyed.append(evolve(row, low=low, high=high))
    if throw is not None:
        has_low_zero = is_from_zero and not throw.constant
        return (evolve(throw, constant=-1) if has_low_zero and throw.dice.startswith("1d") else throw), tuple(keyed)
    return guess_throw(keyed), tuple(keyed)


def guess_throw(rows: Sequence[ImportedRow]) -> Throw:
    """Guess the dice of rows from their keys: ``2..12`` are two dice of six sides, ``11..66`` a d66, ``1..20`` a d20.

    A first key that some dice show at least, and a last one that they show at most, mean these dice.
    """
    figures = [figure for row in rows for figure in (row.low, row.high) if figure is not None]
    low, high = min(figures, default=1), max(figures, default=2)
    if (low, high) == (11, 66) and all(1 <= int(digit) <= 6 for figure in figures for digit in str(figure)):
        return Throw("d66")
    if low == 0 and high in (9, 99, 999):
        return Throw(f"1d{high + 1}", -1)
    if 2 <= low <= 10 and high > low:
        for sides in (6, 4, 8, 10, 12, 20, 100):
            if high == low * sides:
                return Throw(f"{low}d{sides}")
    if low < 1:
        return Throw(f"1d{min(MAX_SIDES, max(2, high - low + 1))}", low - 1)
    return Throw(f"1d{min(MAX_SIDES, max(2, high))}")
