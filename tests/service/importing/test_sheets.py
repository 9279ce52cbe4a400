"""Sheets as people lay them out: titles above the head, tables side by side, notes, sums, keys that became dates."""

from __future__ import annotations

from datetime import datetime

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.importing.date_keys import parse_date_key
from bombsight.service.importing.importing import import_new_game
from bombsight.service.importing.model import ImportedTable
from bombsight.service.importing.row_texts import see_references
from tests.service.importing.written import read, rules_of, write

Rows = list[tuple[int | None, int | None, str]]


def tables_of(text: str) -> list[ImportedTable]:
    """The tables of a text in CSV."""
    return [table for table in read("t.csv", text).tables if isinstance(table, ImportedTable)]


def contents(tables: list[ImportedTable]) -> list[tuple[str, str, Rows]]:
    """The title, the dice, and the ends and texts of the rows of each table."""
    return [(t.title, t.throw.dice, [(row.low, row.high, row.text) for row in t.rows]) for t in tables]


@pytest.mark.parametrize("above", ["Storms (2d6),\n", "Storms (2d6),\n,\n", ",\nStorms (2d6),\n,\n"])
def test_a_row_above_the_head_is_the_title_and_its_dice_count(above):
    rows: Rows = [(2, 7, "Sunk"), (8, 12, "Safe")]
    assert contents(tables_of(f"{above}Roll,Damage\n2-7,Sunk\n8-12,Safe\n")) == [("Storms (2d6)", "2d6", rows)]


def test_other_rows_above_the_head_are_noted():
    (table,) = tables_of("Storms,\nroll at noon,\nd4,Damage\n1-3,Sunk\n4,Safe\n")
    assert (table.title, table.throw.dice) == ("Storms", "1d4")
    assert [str(note) for note in table.notes] == ["line 2: `roll at noon` above the head is left out"]


def test_a_head_or_a_key_alone_in_its_row_is_no_title():
    assert contents(tables_of("d2,\n1,Sun\n2,Rain\n")) == [("Woods", "1d2", [(1, 1, "Sun"), (2, 2, "Rain")])]
    assert contents(tables_of("1,\n2,Rain\n")) == [("Woods", "1d2", [(1, 1, ""), (2, 2, "Rain")])]


@pytest.mark.parametrize("between", [",", ",,", ",,,"])
def test_tables_side_by_side_are_tables_each(between):
    text = "\n".join(
        f"{left}{between}{right}" for left, right in [("d2,Wind", "d2,Swell"), ("1,a", "1,c"), ("2,b", "2,d")]
    )
    assert contents(tables_of(text)) == [
        ("Wind", "1d2", [(1, 1, "a"), (2, 2, "b")]),
        ("Swell", "1d2", [(1, 1, "c"), (2, 2, "d")]),
    ]


def test_an_empty_column_within_a_table_divides_nothing():
    assert contents(tables_of("d2,,Wind,,How long\n1,,a,,x\n2,,b,,y\n")) == [
        ("Woods", "1d2", [(1, 1, "a; How long: x"), (2, 2, "b; How long: y")])
    ]


def test_dice_of_a_head_are_not_thrown_for_in_rows():
    (table,) = tables_of("d2,Wind,d4,Force (1d6)\n1,a,long,x\n2,b,short,y\n")
    assert table.rows[0].text == "a; long; Force: x"


@pytest.mark.parametrize(
    "text",
    ["See Dates", "see the Dates table", "a gate (see Dates)", "Go to Dates", "\u2192 Dates", "Consult Dates", "Dates"],
)
def test_a_row_that_names_a_table_rolls_on_it(text, tmp_path):
    game = write(tmp_path, {"dates.csv": "d2,x\n1,a\n2,b\n", "refs.csv": f"d2,y\n1,{text}\n2,up-to-date dates\n"})
    written = rules_of(game)
    assert f'1 "{text}": roll on dates' in written
    assert '2 "up-to-date dates": nothing' in written


def test_a_row_that_names_its_own_table_rolls_on_nothing(tmp_path):
    assert '1 "Weather": nothing' in rules_of(write(tmp_path, {"w.csv": "d2,Weather\n1,Weather\n2,See weather\n"}))


def test_to_see_a_thing_in_a_sentence_names_no_table():
    assert see_references("You see wolves") == []


def test_a_sheet_of_notes_is_left_out():
    (table,) = tables_of("They owe 300 gp,\n,\nRemember the fog,\nFood left,12 days\n")
    assert table.rows == ()
    assert [str(note) for note in table.notes] == ["line 1: it has no keys or weights and is no list; it is left out"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2026-02-03 00:00:00", "2-3"),
        ("2026-03-02", "2-3"),
        ("3-Feb", "2-3"),
        ("Mar 02", "2-3"),
        ("2032-11-01 00:00:00", "11-32"),
        ("2026-13-01", None),
        ("2-3", None),
    ],
)
def test_a_date_is_the_key_that_was_typed(text, key):
    assert parse_date_key(text) == key


def test_dates_among_keys_are_keys_again():
    (table,) = tables_of("Roll,Isle\n1,Sand\n3-Feb,Palms\n")
    assert [(row.low, row.high) for row in table.rows] == [(1, 1), (2, 3)]
    assert [note.place for note in table.notes] == ["line 3"]


def test_notes_and_reports_name_the_sheet_once(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Isles"
    lines: list[tuple[object, str]] = [("d6", "Isle"), (1, "Sand"), (datetime(2026, 2, 6), "Palms")]
    for line in lines:
        book.active.append(line)
    titled = book.create_sheet("Port")
    more: list[tuple[object, str | None]] = [("Gossip", None), ("d2", "Rumour"), (1, "Rum"), (2, "See Isles")]
    for below in more:
        titled.append(below)
    book.save(tmp_path / "t.xlsx")

    (report,) = import_new_game("woods", [tmp_path / "t.xlsx"], tmp_path / "woods").reports

    assert [(each.title, each.sheet, each.dice, each.rows) for each in report.details] == [
        ("Isles", "Isles", "1d6", 2),
        ("Gossip", "Port", "1d2", 2),
    ]
    assert [note.place for note in report.notes] == ["Isles, row 3"]


def test_a_sheet_of_several_tables_is_not_rolled_on(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Sides"
    for line in [("d2", "Wind", None, "d2", "Swell"), (1, "a", None, 1, "See Sides"), (2, "b", None, 2, "d")]:
        book.active.append(line)
    book.save(tmp_path / "t.xlsx")

    game = import_new_game("woods", [tmp_path / "t.xlsx"], tmp_path / "woods")

    (note,) = game.reports[0].notes
    assert note.text == "`See Sides` rolls on nothing: that sheet has several tables"


def test_dates_among_texts_stay():
    assert contents(tables_of("d2,Day\n1,3-Feb\n2,4-Mar\n"))[0][2] == [(1, 1, "3-Feb"), (2, 2, "4-Mar")]


@pytest.mark.parametrize("last", ["5,Total", ",Total", "5,"])
def test_the_sum_of_weights_is_no_row(last):
    (table,) = tables_of(f"Weight,Fish\n3,Cod\n2,Tuna\n{last}\n")
    assert (len(table.rows), table.throw.dice) == (2, "1d5")
    assert [str(note) for note in table.notes] == ["line 4: this row is the sum of the weights; it is left out"]


def test_a_row_without_a_weight_is_noted():
    (table,) = tables_of("Weight,Fish\n3,Cod\n,Tuna\n")
    assert [str(note) for note in table.notes] == ["line 3: this row has no weight; it counts as 1"]


def test_remarks_of_the_maker_are_comments(tmp_path):
    game = write(tmp_path, {"w.csv": "d2,Ship,Notes,Page\n1,Dutchman,play the music,12\n2,Brig,,\n"})
    written = " ".join(rules_of(game).split())
    assert '1 "Dutchman": nothing # Notes: play the music; Page: 12 2 "Brig": nothing' in written


def test_notes_alone_are_the_texts():
    assert contents(tables_of("d2,Notes\n1,a\n2,b\n"))[0][2] == [(1, 1, "a"), (2, 2, "b")]


@pytest.mark.parametrize(
    "text",
    [
        'Roll,Result\n1,A\n"2,3",B\n4/5,C\n6,D\n',
        "d6,Result\n1.,A\n2),B\n3:,C\n4-6:,D\n",
        "d6 roll,Result\n1,A\n2 - 3,B\n4/5,C\n6,D\n",
        "Roll (d6),Result\n1,A\n2-3,B\n4-5,C\n6,D\n",
        "d6,Result\n1,A, B, C\n2-3,B, C\n4-5,C\n6,D, D, D, D\n",
        "d6 Result\n1. A\n2-3: B\n4-5) C\n6 D\n",
        "1 A\n2-3 B\n4-5 C\n6 D\n",
    ],
)
def test_odd_keys_leave_no_even_chances(text):
    (table,) = tables_of(text)
    assert (table.throw.dice, len(table.rows), table.notes) == ("1d6", 4, ())


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("d6,Result\n1,A\ntwo,B\n3-6,C\n", ["line 3: `two` is no key of a row; the line is left out"]),
        ("1,A\ntwo,B\n3-6,C\n", ["line 2: `two` is no key of a row; the line is left out"]),
        ("Weight,Fish\n3,Cod\nmany,Eel\n", ["line 3: `many` is no weight; the line is left out"]),
        (
            "3,A\n1,B\n2,C\n",
            [
                "line 1: `3` is in no column of keys or weights, so chances are even: write `d6` or `weight` above it "
                "if that is meant"
            ],
        ),
        ("d6,Result\none,A\ntwo,B\n", ["line 2: no column has keys for the d6, so chances are even"]),
        ("Wind\nCalm\n\nGale\n", ["line 3: the list goes on behind this empty line; it is taken as one"]),
    ],
)
def test_what_makes_other_chances_is_noted(text, notes):
    assert [str(note) for table in tables_of(text) for note in table.notes] == notes


@pytest.mark.parametrize("text", ["Roll again, adding +2", "Roll on the Foo table", "Reroll, with a bonus"])
def test_a_roll_that_is_not_taken_is_noted(text, tmp_path):
    (report,) = write(tmp_path, {"w.csv": f'd2,x\n1,"{text}"\n2,b\n'}).reports
    assert [str(note) for note in report.notes] == [f"W, line 2: `{text}` asks for a roll, but comes in as text alone"]


def test_hidden_sheets_and_locks_stay_outside(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for sheet in (book.active, book.create_sheet("Secret")):
        sheet.append(["d2", "Sea"])
        sheet.append([1, "Flat"])
        sheet.append([2, "High"])
    book["Secret"].sheet_state = "hidden"
    (tmp_path / "in").mkdir()
    book.save(tmp_path / "in" / "sea.xlsx")
    (tmp_path / "in" / "~$sea.xlsx").write_bytes(b"lock")

    (report,) = import_new_game("woods", [tmp_path / "in"], tmp_path / "woods").reports

    assert report.tables == ("sea",)
    assert [str(note) for note in report.notes] == ["Secret: this sheet is hidden; it is left out"]


@pytest.mark.parametrize(
    ("name", "hint"), [("v.ods", "save it as .xlsx"), ("v.docx", "save it as .html"), ("~$v.xlsx", "Name it: v.xlsx")]
)
def test_a_file_that_is_not_read_says_what_to_do(name, hint):
    with pytest.raises(InputError) as caught:
        read(name, "")
    assert hint in caught.value.hint
