import os

import pytest

from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from tests.dsl.reading import HERE, SAMPLES, sample, source

LAYOUT = HERE / "layout"


def formatted(text):
    return format_source(source(text))


@pytest.mark.parametrize("path", sorted(LAYOUT.glob("*.rules")), ids=lambda path: path.stem)
def test_golden(path):
    expected = path.with_suffix(".expected")
    found = format_source(sample(path))
    if os.environ.get("BOMBSIGHT_UPDATE"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert formatted(found) == found
    assert parse(source(found)).file.items == parse(source(path.read_text(encoding="utf-8"))).file.items


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_say_the_same_and_stay(path):
    text = sample(path).text
    found = formatted(text)
    assert parse(Source("x", found)).file.items == parse(Source("x", text)).file.items
    assert formatted(found) == found
    assert [line.strip() for line in found.splitlines() if line.strip().startswith("#")] == [
        line.strip() for line in text.splitlines() if line.strip().startswith("#")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n \n", ""),
        ("\n\n# a\n\n\n# b", "# a\n\n# b\n"),
        ("enum A:a,b", "enum A: a, b\n"),
        ("enum A: a\n\n\n\nenum B: b\n", "enum A: a\n\nenum B: b\n"),
        ("enum A: a\nenum B: b\n", "enum A: a\nenum B: b\n"),
        ("enum A: a\n# b\nenum B: b\n", "enum A: a\n# b\nenum B: b\n"),
        (
            'enum A: a\nchapter  "B"   printed cite "c"\nenum D: d\nenum E: e\nchapter "F"\n# g\n',
            f'enum A: a\n\nchapter "B" printed{" " * 48}cite "c"\n\nenum D: d\nenum E: e\n\nchapter "F"\n\n# g\n',
        ),
        ("enum A: a\nrecord B\n  c: D\nenum E: e\n", "enum A: a\n\nrecord B\n  c: D\n\nenum E: e\n"),
        ("record A\n      b: C\n\n\n      d: E\n", "record A\n  b: C\n\n  d: E\n"),
        ("define a :0..1=- 1\n", "define a: 0..1 = - 1\n"),
        ("define a: 0..1 = -  b+ -1 - - 2d6\n", "define a: 0..1 = -b + -1 - - 2d6\n"),
        ("define a: b  or   none=f( c ,d[ e ] . g )\n", "define a: b or none = f(c, d[e].g)\n"),
        ("define a: 0 .. 1 = (b) in -1 ..c  and(d)\n", "define a: 0..1 = (b) in -1..c and (d)\n"),
        ("modifier - ( a ) b on C\n", "modifier -(a) b on C\n"),
        ("define a: b = ( c  when d,e when f , else g )\n", "define a: b = (c when d, e when f, else g)\n"),
        ("define a: b = max( c for d in e )+lowest\n", "define a: b = max(c for d in e) + lowest\n"),
        (
            'procedure a\n  say  "b"\n   "c"\n              "d"   good\n',
            'procedure a\n  say "b"\n      "c"\n      "d" good\n',
        ),
        (
            'table a "b"\n    "c" printed\n  1 "d"\n    "e" :f cite "g"\n  2  "h"\r\n     "i"\n    nothing\n',
            'table a "b"\n    "c" printed\n  1 "d"\n      "e": f'
            + " " * 55
            + 'cite "g"\n  2 "h"\n      "i"\n    nothing\n',
        ),
        ("enum A: a # why\n", "enum A: a" + " " * 43 + "# why\n"),
        ('define a: b = c cite "d"\n', "define a: b = c" + " " * 52 + 'cite "d"\n'),
        ("enum A:\ta\n", "enum A:\ta\n"),
        ("enum A   a\n\n\nenum B:b\n", "enum A   a\n\nenum B: b\n"),
        ("  stray\n\n\nenum B:b\n", "  stray\n\nenum B: b\n"),
        ("define a: b = f(c, # why\n# and\nd)\n", "define a: b = f(c," + " " * 34 + "# why\n    # and\n    d)\n"),
        ("enum A: a\r\n\r\nenum B: b\r\n", "enum A: a\n\nenum B: b\n"),
    ],
)
def test_small_layouts(text, expected):
    assert formatted(text) == expected
    assert formatted(expected) == expected


def test_a_bad_item_stays_as_it_is_with_its_comments():
    bad = "record  B\n    c   D   # why\n\n      # still of B\n"
    assert formatted(f"enum A:a\n{bad}# of E\nenum E:e\n") == f"enum A: a\n\n{bad}\n# of E\nenum E: e\n"


def test_grids_too_wide_for_the_page_let_the_longest_cells_stand_out():
    words = ", ".join(["word"] * 11)
    rows = f"| a | {words} | b |\n  | {words} | a | b |\n  | aaa | bbb | ccc |\n"
    assert formatted(f'table T "T"\n  {rows}') == (
        'table T "T"\n'
        f"  | a   | {words} | b   |\n"
        f"  | {words} | a   | b   |\n"
        f"  | aaa | bbb{' ' * (len(words) - 3)} | ccc |\n"
    )
