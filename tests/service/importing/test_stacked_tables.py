"""Tables one below another on a sheet, and rows that only look like the beginning of one."""

from __future__ import annotations

import pytest

from bombsight.service.importing.model import ImportedTable
from tests.service.importing.written import read


def tables_of(*lines: str) -> list[ImportedTable]:
    """The tables of lines in CSV."""
    return [table for table in read("t.csv", "\n".join(lines)).tables if isinstance(table, ImportedTable)]


def contents(tables: list[ImportedTable]) -> list[tuple[str, str, int]]:
    """The title, the dice and the number of rows of each table."""
    return [(table.title, table.throw.dice, len(table.rows)) for table in tables]


CALM = ("1,Flat", "2-4,Ripple")
STORM = ("1-2,Waves", "3-4,Rain", "5-6,Wind")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("Calm (d4),", *CALM, ",", "Storm (d6),", *STORM), [("Calm (d4)", "1d4", 2), ("Storm (d6)", "1d6", 3)]),
        (("Calm (d4),", *CALM, "Storm (d6),", *STORM), [("Calm (d4)", "1d4", 2), ("Storm (d6)", "1d6", 3)]),
        (("d4,Calm", *CALM, ",", "d6,Storm", *STORM), [("Calm", "1d4", 2), ("Storm", "1d6", 3)]),
        (("d4,Calm", *CALM, "d6,Storm", *STORM), [("Calm", "1d4", 2), ("Storm", "1d6", 3)]),
        (("Roll,Calm", *CALM, ",", "Roll,Storm", *STORM), [("Calm", "1d4", 2), ("Storm", "1d6", 3)]),
        ((*CALM, ",", *STORM), [("Woods 1", "1d4", 2), ("Woods 2", "1d6", 3)]),
        (
            ("Weight,Fish", "3,Cod", "1,Eel", ",", "Weight,Bird", "1,Owl", "1,Tit"),
            [("Fish", "1d4", 2), ("Bird", "1d2", 2)],
        ),
    ],
)
def test_tables_below_each_other_are_tables_each(lines, found):
    assert contents(tables_of(*lines)) == found


def test_tables_below_and_beside_each_other():
    lines = ("d2,A,,d2,B", "1,a,,1,c", "2,b,,2,d", ",,,,", "d3,C,,,", "1,e,,,", "2-3,f,,,")
    assert contents(tables_of(*lines)) == [("A", "1d2", 2), ("B", "1d2", 2), ("C", "1d3", 2)]


@pytest.mark.parametrize(
    "lines",
    [
        ("d4,Sea", "1,Flat", ",", "2-4,Ripple"),
        ("d4,Sea", "1,Flat", ",", "By night,", "2-4,Ripple"),
        ("d4,Sea", "1,Flat", ",and cold", "2-4,Ripple"),
        ("d4,Sea", "1,Flat", "2-4,Ripple", ",", "Remember the fog,"),
    ],
)
def test_a_table_whose_keys_go_on_stays_one(lines):
    assert contents(tables_of(*lines)) == [("Woods", "1d4", 2)]


def test_a_text_behind_an_empty_line_is_no_part_of_the_row_above():
    (table,) = tables_of("d4,Sea", "1,Flat", "2-4,Ripple", ",", ",Remember the fog")
    assert table.rows[-1].text == "Ripple"
    assert [str(note) for note in table.notes] == ["line 5: `Remember the fog` has no key; the line is left out"]
