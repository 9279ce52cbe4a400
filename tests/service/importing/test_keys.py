"""Keys, dice and weights, as people type them."""

from __future__ import annotations

import pytest

from bombsight.service.importing.keys import (
    Span,
    parse_span,
    parse_throw,
    parse_weight,
    rows_of_spans,
    rows_of_weights,
    scale_weights,
)
from bombsight.service.importing.model import ImportedRow, Throw

ROW = ImportedRow(None, None, "")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("3", 3, 3),
        ("01-05", 1, 5),
        ("1\u20133", 1, 3),
        ("2..5", 2, 5),
        ("2 to 5", 2, 5),
        ("**4**", 4, 4),
        ("7.", 7, 7),
        ("4+", 4, None),
        ("6 or more", 6, None),
        ("1 or less", None, 1),
        ("..2", None, 2),
        (">= 10", 10, None),
        ("< 3", None, 2),
        ("-2", -2, -2),
    ],
)
def test_a_key(text, low, high):
    span = parse_span(text)
    assert span is not None
    assert (span.low, span.high) == (low, high)


@pytest.mark.parametrize("text", ["", "Wolf", "d6", "1d6", "3 wolves", "1-2-3", "9" * 50])
def test_no_key(text):
    assert parse_span(text) is None


@pytest.mark.parametrize(
    ("text", "throw"),
    [
        ("d6", Throw("1d6")),
        ("2D6", Throw("2d6")),
        ("d%", Throw("1d100")),
        ("D66", Throw("d66")),
        ("2d6+1", Throw("2d6", 1)),
        ("1d3 - 2", Throw("1d3", -2)),
        ("/r 1d20", Throw("1d20")),
        ("1d10000", Throw("1d10000")),
        ("1d1", None),
        ("1d8 + 1d12", None),
        ("2d6kh1", None),
        ("200d6", None),
    ],
)
def test_dice(text, throw):
    assert parse_throw(text) == throw


@pytest.mark.parametrize(
    ("keys", "dice", "ends"),
    [
        (("01-50", "51-00"), Throw("1d100"), [(1, 50), (51, 100)]),
        (("00-49", "50-99"), Throw("1d100", -1), [(0, 49), (50, 99)]),
        (("1", "2", "9", "0"), Throw("1d10"), [(1, 1), (2, 2), (9, 9), (10, 10)]),
        (("2-6", "7-12"), Throw("2d6"), [(2, 6), (7, 12)]),
        (("11-36", "41-66"), Throw("d66"), [(11, 36), (41, 66)]),
        (("-1", "0", "1"), Throw("1d3", -2), [(-1, -1), (0, 0), (1, 1)]),
    ],
)
def test_dice_are_guessed_from_keys(keys, dice, ends):
    spans = [span for key in keys if (span := parse_span(key))]

    throw, rows = rows_of_spans(spans, [ROW] * len(spans), None)

    assert throw == dice
    assert [(row.low, row.high) for row in rows] == ends


def test_dice_that_are_said_stay():
    throw, _ = rows_of_spans([Span(1, 100)], [ROW], Throw("1d101"))
    assert throw == Throw("1d101")


@pytest.mark.parametrize(
    ("texts", "scaled"),
    [
        (("3", "1", "2"), [3, 1, 2]),
        (("12.5 %", "87,5 %"), [1, 7]),
        (("1/6", "1/2", "1/3"), [1, 3, 2]),
        (("2x", "1"), [2, 1]),
        (("0", "0"), None),
        (("0.0001", "9999"), None),
    ],
)
def test_weights_become_whole(texts, scaled):
    weights = [weight for text in texts if (weight := parse_weight(text))]
    assert len(weights) == len(texts)
    assert scale_weights(weights) == scaled


def test_weights_become_ranges_of_a_die():
    throw, rows = rows_of_weights([2, 0, 3], [ROW] * 3)
    assert throw == Throw("1d5")
    assert [(row.low, row.high) for row in rows] == [(1, 2), (3, 5)]
