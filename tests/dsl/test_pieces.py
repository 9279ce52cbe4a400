import pytest

from bombsight.dsl.pieces import (
    find_stray_code,
    find_unclosed_texts,
    find_unmatched_bracket,
    mask_texts_and_comments,
    split_items,
)


def texts(text):
    return [piece.text for piece in split_items(text).pieces]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# only a comment\n\n", []),
        ("enum A: a\nenum B: b\n", ["enum A: a\n", "enum B: b\n"]),
        ("# first\nenum A: a\n\n# about B\nenum B: b\n", ["enum A: a\n\n# about B\n", "enum B: b\n"]),
        ("enum A: a\r\nenum B: b\r\n", ["enum A: a\r\n", "enum B: b\r\n"]),
        ("define a: b = f(\n1,\n2\n)\nenum B: b\n", ["define a: b = f(\n1,\n2\n)\n", "enum B: b\n"]),
        ('define a: b = f(\ntable T "T"\n', ["define a: b = f(\n", 'table T "T"\n']),
        ('define a: b = f("(")\nenum B: b # (\nc\n', ['define a: b = f("(")\n', "enum B: b # (\n", "c\n"]),
        ("a)\nb\n", ["a)\n", "b\n"]),
    ],
)
def test_cut(text, expected):
    assert texts(text) == expected
    assert split_items(text).preamble + "".join(texts(text)) == text


def test_mask_keeps_places():
    assert mask_texts_and_comments('a "b # c" d # e "f"\ng "h') == "a         d        \ng   "


@pytest.mark.parametrize(
    ("text", "expected"), [('a "b" "c"\n', []), ('a "b\nc"\n', [2, 6]), ('# "\n', []), ('"#"\n', []), ('"\n', [0])]
)
def test_open_texts(text, expected):
    assert find_unclosed_texts(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("([{}])", None), ("(]", 1), ("((a)", 0), ("a)", 1), ('")"', None)])
def test_unmatched(text, expected):
    assert find_unmatched_bracket(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("# a\n\n", None), ("  a b \n", (2, 5)), ("\n # b\n c", (7, 8)), ("\n\n  c", (4, 5))]
)
def test_stray(text, expected):
    assert find_stray_code(text) == expected
