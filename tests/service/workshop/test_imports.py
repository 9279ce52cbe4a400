"""Tables brought in by the workshop's page: as the command brings them in, within bounds."""

from __future__ import annotations

import shutil
from base64 import b64encode
from pathlib import Path

import pytest

from bombsight.service.importing.importing import import_into_game, import_new_game
from bombsight.service.workshop import table_imports
from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage

CELLS = "2d6\tWeather\n2-6\tClear\n7-9\tRain\n10-12\tA gale\n"
"""Cells of a spreadsheet, as a clipboard has them."""

HTML = "<table><tr><th>1d6<th>Omen</tr><tr><td>1-3<td>An owl</tr><tr><td>4-6<td>A comet</tr></table>"
MARKDOWN = "# Finds\n\n| d6 | Find |\n|----|------|\n| 1-4 | a coin |\n| 5-6 | a map |\n"
FILES = {"cells.tsv": CELLS, "sky.html": HTML, "finds.md": MARKDOWN, "weather.csv": CELLS.replace("\t", ",")}


@pytest.fixture
def page(tmp_path):
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return DeskPage(tmp_path / "games")


def encoded(text: str) -> str:
    """A text as a page hands it over."""
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize("name", FILES)
def test_tables_join_a_game_as_the_command_writes_them(name, page, tmp_path):
    game = tmp_path / "games" / "lighthouse"
    rules = game / "20-tables.rules"
    page.write(rules, rules.read_text(encoding="utf-8"))
    found = page.call("import_table", name, encoded(FILES[name]), str(rules), False)
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    written = import_into_game(game, [tmp_path / name])
    assert found["text"] == "\n".join(file.read_text(encoding="utf-8") for file in written.files)
    assert [table["id"] for table in found["tables"]] == [id_ for report in written.reports for id_ in report.tables]
    assert found["notes"] == [str(note) for report in written.reports for note in report.notes]


def test_a_game_of_tables_is_that_of_the_command_and_lints_clean(page, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        folder = f"{tmp_path}/mine/{Path(name).stem}"
        game = f"my_{Path(name).stem}"
        files = page.call("game_of_tables", name, encoded(text), game, folder, True)
        written = import_new_game(game, [tmp_path / name], tmp_path / game, is_own=True)
        assert [file["text"] for file in files] == [file.read_text(encoding="utf-8") for file in written.files]
        for file in files:
            page.write(Path(file["file"]), file["text"])
    page.check_all()
    assert not any(page.findings.values())


def test_names_of_the_game_are_not_taken_twice(page, tmp_path):
    rules = tmp_path / "games" / "lighthouse" / "20-tables.rules"
    page.write(rules, rules.read_text(encoding="utf-8"))
    (table,) = page.call("import_table", "Weather.tsv", encoded(CELLS), str(rules), True)["tables"]
    assert table["id"].lower() not in ("weather", "")
    assert (table["dice"], table["rows"]) == ("2d6", 3)
    written = (
        rules.read_text(encoding="utf-8")
        + "\n"
        + page.call("import_table", "Weather.tsv", encoded(CELLS), str(rules), True)["text"]
    )
    assert page.write(rules, written, "change_text") == []


def test_what_cannot_be_taken_is_refused_in_words(page, monkeypatch):
    refusals = {
        name: page.ask("import_table", name, content, "", True)["refusal"]["message"]
        for name, content in {
            "a.docx": encoded("x"),
            "a.csv": "no base64",
            "b.csv": encoded(""),
            "c.json": encoded("[1"),
            "d.xlsx": encoded("no spreadsheet"),
        }.items()
    }
    assert all(refusals.values())
    assert len({*refusals.values()}) == len(refusals)
    monkeypatch.setattr(table_imports, "MAX_BYTES", 3)
    assert "more than 3 bytes" in page.ask("import_table", "a.csv", encoded("1,22"), "", True)["refusal"]["message"]
