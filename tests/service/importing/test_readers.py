"""Each reader takes what its format holds; what it cannot take it notes."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.importing.model import ImportedTable, Throw
from bombsight.service.importing.reading import interpret_source, read_source_content
from fuzz import tables
from tests.service.importing.written import read


def table_of(name: str, text: str, number: int = 0) -> ImportedTable:
    """A table of a text."""
    table = read(name, text).tables[number]
    assert isinstance(table, ImportedTable)
    return table


def rows(table: ImportedTable) -> list[tuple[int | None, int | None, str]]:
    """The ends and texts of a table's rows."""
    return [(row.low, row.high, row.text) for row in table.rows]


def test_csv_with_keys():
    table = table_of("t.csv", tables.CSV)
    assert table.throw == Throw("1d6")
    assert rows(table) == [
        (1, 1, "Sun; Wind: none"),
        (2, 5, "Rain, roll on the Beast table; Wind: 2d6 knots"),
        (6, 6, "Roll again; Wind: {1d4} squalls"),
    ]
    assert table.rows[1].references[0].targets[:2] == ("Beast table", "Beast")


def test_csv_with_weights():
    table = table_of("t.csv", tables.LIST)
    assert table.throw == Throw("1d8")
    assert rows(table) == [(1, 6, "an owl"), (7, 7, "two owls"), (8, 8, "Roll twice")]
    assert [row.again for row in table.rows] == [0, 0, 2]


@pytest.mark.parametrize("text", ["owl;wolf\n2;3\n", "owl\twolf\n2\t3\n", "owl,wolf\n2,3\n"])
def test_the_delimiter_is_found(text):
    assert (
        read("t.csv", text.replace("2", "a").replace("3", "b") + "c" + text[3] + "d\n").tables[1].title == "Woods: wolf"
    )


def test_a_column_without_keys_is_a_list():
    source = read("t.csv", "Names,Places\nAda,Mill\nBen,Ford\nCy,\n")
    assert [(table.title, len(table.rows)) for table in source.tables if isinstance(table, ImportedTable)] == [
        ("Woods: Names", 3),
        ("Woods: Places", 2),
    ]


def test_sentences_with_commas_are_one_list():
    table = table_of("t.csv", "A wolf, alone\nAn owl\nRain, wind, and fog\n")
    assert [text for *_, text in rows(table)] == ["A wolf, alone", "An owl", "Rain, wind, and fog"]


def test_min_and_max_are_two_columns_of_keys():
    table = table_of("t.csv", "min,max,text\n1,3,a\n4,6,b\n")
    assert rows(table) == [(1, 3, "a"), (4, 6, "b")]


def test_a_line_that_is_no_row_is_noted():
    table = table_of("t.csv", "d6,x\n1-3,a\nmany,b\n4-6,c\n")
    assert [str(note) for note in table.notes] == ["line 3: `many` is no key of a row; the line is left out"]


def test_markdown_has_tables_and_lists():
    source = read("t.md", tables.MARKDOWN)
    found = [table for table in source.tables if isinstance(table, ImportedTable)]
    assert [(table.title, table.throw.dice, table.group) for table in found] == [
        ("Beasts (2d6)", "2d6", "Woods"),
        ("Owls", "1d6", "Beasts (2d6)"),
        ("Owls", "1d2", "Beasts (2d6)"),
    ]
    assert rows(found[0])[1:] == [(7, 9, "Weather; Number: 2"), (10, None, "Owl; Number: 3")]
    assert found[0].rows[1].place == "line 8"


def test_html_has_spans_and_nested_marks():
    table = table_of("t.html", tables.HTML)
    assert table.title == "d8"
    assert rows(table) == [(1, 4, "a; What: Sun and wind"), (1, 4, "b; What: Rain")]


def test_html_drops_scripts_and_comments():
    text = "<table><tr><th>d4<th>x<!-- <tr><td>9 --><tr><td>1-4<td>a<script>1<td>5</script>b</table>"
    assert rows(table_of("t.html", text)) == [(1, 4, "ab")]


def test_a_spreadsheet_has_sheets():
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Weather"
    for line in (["d6", "Sky"], [1, "Sun"], ["2-6", "Rain"]):
        book.active.append(line)
    sheet = book.create_sheet("Beasts")
    for line in (["weight", "text"], [2.0, "wolf"], [1, "owl"]):
        sheet.append(line)
    file = BytesIO()
    book.save(file)

    source = interpret_source(read_source_content(file.getvalue(), "t.xlsx", "Woods"))

    assert [(table.title, len(table.rows)) for table in source.tables if isinstance(table, ImportedTable)] == [
        ("Weather", 2),
        ("Beasts", 2),
    ]


@pytest.mark.parametrize(("name", "text"), [("t.json", tables.FOUNDRY), ("t.db", tables.TABLE_FILES["t.db"])])
def test_foundry_has_formulas_references_and_weights(name, text):
    treasure, gems = (table_of(name, text, number) for number in (0, 1))
    assert treasure.throw == Throw("1d4", 1)
    assert rows(treasure) == [(2, 3, "2d6 coins"), (4, 4, "Gems"), (5, 5, "Gems")]
    assert treasure.rows[1].references[-1].targets == ("bbbb", "Gems")
    assert gems.throw == Throw("1d2")


def test_dice_that_are_not_taken_are_noted():
    text = json.dumps({"name": "A", "formula": "1d8 * 1d12", "results": [{"text": "x", "range": [2, 20]}]})
    assert "`1d8 * 1d12` are not taken" in str(table_of("t.json", text).notes[0])


def test_datasworn_has_oracles_below_one_another():
    action, theme = (table_of("t.json", tables.DATASWORN, number) for number in (0, 1))
    assert action.keys[0] == "woods/oracles/core/action"
    assert "woods/oracles/core/theme" in theme.keys
    assert [row.again for row in action.rows] == [0, 2]


def test_yaml_has_anchors_and_merged_mappings():
    pytest.importorskip("ruamel.yaml")
    table = table_of("t.yaml", tables.YAML)
    assert rows(table) == [(1, 3, "Seek"), (4, 6, "Seek")]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("t.json", "{", "this is no JSON"),
        ("t.json", "[1, 2]", "it holds no tables"),
        ("t.dmn", "<!DOCTYPE x><definitions/>", "declares a document type"),
        ("t.dmn", "<x/>", "its first element is not `definitions`"),
        ("t.xlsx", "PK", "this is no spreadsheet"),
        ("t.yaml", "a: [", "this is no YAML"),
        ("t.exe", "", "no ending of a format"),
    ],
)
def test_what_is_not_of_its_format_is_an_error(name, text, words):
    if name.endswith(".yaml"):
        pytest.importorskip("ruamel.yaml")
    if name.endswith(".xlsx"):
        pytest.importorskip("openpyxl")
    with pytest.raises(InputError, match=words):
        read(name, text)
