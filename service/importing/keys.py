"""Keys, dice and weights as people type them: ``96-00``, ``4+``, ``d%``, ``2d6+1``, ``5 %``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import gcd, lcm

from attrs import evolve, frozen

from bombsight.service.importing.model import ImportedRow, Throw

MAX_FIGURE = 1_000_000
"""The greatest figure of a key or a weight."""

MAX_SIDES = 10_000
"""The most sides of a die that is imported: as many as a table may have rows."""

DASH = r"(?:-|\u2010|\u2011|\u2012|\u2013|\u2014|\u2212|\.\.\.?|\u2026|\bto\b|\bthrough\b|\bbis\b|:)"
NUMBER = r"[+-]?\d{1,7}"
SPAN = re.compile(rf"({NUMBER})\s*(?:{DASH}\s*({NUMBER}))?\.?", re.IGNORECASE)
OPEN_ABOVE = re.compile(rf"({NUMBER})\s*(?:\+|\.\.\.?|or (?:more|higher|greater|above|over)|and (?:up|above))", re.I)
OPEN_BELOW = re.compile(
    rf"(?:\.\.\s*)?({NUMBER})\s*(?:or (?:less|lower|fewer|below|under)|and (?:below|under|less))", re.I
)
COMPARED = re.compile(rf"(<=|>=|<|>|\u2264|\u2265|\.\.)\s*({NUMBER})")

DICE = re.compile(r"(\d{0,3})\s*[dDwW]\s*(\d{1,5}|%)\s*(?:([+\u2212-])\s*(\d{1,4}))?")
"""Matches dice of one kind with a constant: ``2d6+1``, ``d%``, ``1W6``, as some languages write it."""


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


def parse_span(text: str) -> Span | None:
    """Parse the key of a row: ``3``, ``01-05``, ``96-00``, ``4+``, ``1 or less``, ``..2``, ``>= 10``; None if none."""
    text = text.strip().strip("*_`").strip()
    if len(text) > 40:
        return None
    if found := SPAN.fullmatch(text):
        low, high = found[1], found[2] if found[2] is not None else found[1]
        return Span(int(low), int(high), max(count_zeros(low), count_zeros(high)))
    if found := OPEN_ABOVE.fullmatch(text):
        return Span(int(found[1]), None)
    if found := OPEN_BELOW.fullmatch(text):
        return Span(None, int(found[1]))
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


def count_zeros(figure: str) -> int:
    """Count the digits of a figure that is nothing but zeros; 0 for any other."""
    return len(figure) if set(figure) == {"0"} else 0


def parse_throw(text: str) -> Throw | None:
    """Parse the dice of a table, ``d6``, ``d%``, ``D66``, ``2d6+1``; None if they are of another kind."""
    text = text.strip().strip("*_`[]()/ ").removeprefix("r ").strip()
    if text.lower() == "d66":
        return Throw("d66")
    found = DICE.fullmatch(text)
    if found is None:
        return None
    count, sides = int(found[1] or 1), 100 if found[2] == "%" else int(found[2])
    constant = int(found[4] or 0) * (1 if found[3] == "+" else -1)
    if sides == 1:
        return None
    if not (1 <= count <= 100 and sides <= (1_000 if count > 1 else MAX_SIDES) and count * sides <= MAX_SIDES):
        return None
    return Throw(f"{count}d{sides}", constant)


def find_throw_in_title(text: str) -> Throw | None:
    """Find the dice that a title names among its words: "Weather (2d6)"; None without any."""
    words = re.sub(r"[()\[\]:]", " ", text).split()
    return next((throw for word in words if (throw := parse_throw(word))), None)


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
