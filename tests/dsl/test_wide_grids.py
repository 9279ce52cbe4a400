"""Grids too wide for the page: as well aligned as they can be, and left alone when formatted again."""

import pytest

from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source

HEAD = 'table T "T" printed\n  for a: Sky\n'


def formatted(*rows):
    text = HEAD + "".join("  | " + " | ".join(row) + " |\n" for row in rows)
    found = format_source(Source("a.rules", text))
    assert format_source(Source("a.rules", found)) == found
    return found.splitlines()[2:]


def pipes(line):
    return [at for at, sign in enumerate(line) if sign == "|"]


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_cell_wider_than_the_page_leaves_the_columns_in_line(columns):
    wide = [f'"{"x" * 130}"' for _ in range(columns)]
    lines = formatted(["a"] * columns + ["b"], [*wide, "1"], ["fog"] * columns + ["123"])
    assert pipes(lines[0]) == pipes(lines[1]) == pipes(lines[2])


def test_one_long_cell_stands_out_where_that_saves_the_page():
    lines = formatted(["a", "b", "c"], [f'"{"x" * 60}"', "1", "2"], ["fog", f'"{"y" * 60}"', "3"], ["gale", "4", "5"])
    assert max(map(len, lines)) <= 120
    assert pipes(lines[0]) == pipes(lines[3])
    assert pipes(lines[0]) != pipes(lines[1])
