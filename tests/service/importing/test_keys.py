"""Keys, dice and weights, as people type them."""

from __future__ import annotations

import pytest

from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw
from bombsight.service.importing.keys import Span, parse_keys, parse_span, rows_of_spans
from bombsight.service.importing.model import ImportedRow, Throw
from bombsight.service.importing.weights import parse_weight, rows_of_weights, scale_weights
from tests.service.importing.written import codes, rules_of, write

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
        ("2)", 2, 2),
        ("(2)", 2, 2),
        ("3:", 3, 3),
        ("4\u20136:", 4, 6),
        ("#5", 5, 5),
        ("1,000", 1000, 1000),
        ("10 and up", 10, None),
        ("up to 3", None, 3),
        ("12..", 12, None),
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


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("2, 3", [(2, 2), (3, 3)]),
        ("4/5", [(4, 4), (5, 5)]),
        ("1 & 6", [(1, 1), (6, 6)]),
        ("1 or 2", [(1, 1), (2, 2)]),
        ("1, 3-5, 9+", [(1, 1), (3, 5), (9, None)]),
        ("98, 99, 00", [(98, 98), (99, 99), (0, 0)]),
        ("6/1", []),
        ("2, owls", []),
    ],
)
def test_a_key_of_several_ranges(text, ranges):
    assert [(span.low, span.high) for span in parse_keys(text)] == ranges


def test_ranges_of_a_key_that_meet_are_one(tmp_path):
    game = write(tmp_path, {"t.csv": 'd8,Ship\n1,Brig\n"2,3",Sloop\n4/6/7,Yawl\n"5, 8",Galley\n'})
    assert [line.split()[:2] for line in rules_of(game).splitlines() if "nothing" in line] == [
        ["1", '"Brig":'],
        ["2..3", '"Sloop":'],
        ["4,", "6..7"],
        ["5,", "8"],
    ]
    assert codes(game) == []


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
        ("1d8 + 1d12", Throw("1d8 + 1d12")),
        ("d8+d6-1", Throw("1d8 + 1d6", -1)),
        ("d6+d6", Throw("2d6")),
        ("2d6kh1", Throw("highest of 2d6")),
        ("4d6k3", Throw("highest 3 of 4d6")),
        ("4d6dl1", Throw("highest 3 of 4d6")),
        ("4d6dh1", Throw("lowest 3 of 4d6")),
        ("4d6 drop lowest", Throw("highest 3 of 4d6")),
        ("4d6, keep the best three", Throw("highest 3 of 4d6")),
        ("best 3 of 4d6", Throw("highest 3 of 4d6")),
        ("the two lowest of 3d6", Throw("lowest 2 of 3d6")),
        ("highest of d8, d6", Throw("highest of 1d8, 1d6")),
        ("4dF", Throw("4dF")),
        ("dF+1", Throw("1dF", 1)),
        ("2d6kh3", None),
        ("200d6", None),
    ],
)
def test_dice(text, throw):
    assert parse_throw(text) == throw


@pytest.mark.parametrize(
    ("title", "throw"),
    [
        ("Storms (2d6)", Throw("2d6")),
        ("Scores: 4d6 drop lowest", Throw("highest 3 of 4d6")),
        ("Storms, 1d8+1d12", Throw("1d8 + 1d12")),
        ("Room B52", None),
    ],
)
def test_dice_in_a_title(title, throw):
    assert find_throw_in_title(title) == throw


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
