"""What is written of imported tables is rules: they lint clean, or what cannot be right is a finding."""

from __future__ import annotations

import json

import pytest

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.importing.again_rows import again_statement
from bombsight.service.importing.importing import import_into_game, import_new_game
from bombsight.service.importing.naming import NameBook, clean_text, make_name
from bombsight.service.importing.title_holes import title_text
from fuzz import tables
from tests.service.importing.written import codes, rules_of, write


@pytest.mark.parametrize("name", [name for name in tables.TABLE_FILES if name != "figures.json"])
def test_each_format_becomes_a_game_without_errors(name, tmp_path):
    if name.endswith(".yaml"):
        pytest.importorskip("ruamel.yaml")
    game = write(tmp_path, {name: tables.TABLE_FILES[name]})

    findings = bombsight.lint(str(game.folder)).findings

    errors = {finding.code for finding in findings if finding.severity is Severity.ERROR}
    assert errors <= {"T001", "T003", "T023"}
    assert all(format_source(Source(path.name, path.read_text())) == path.read_text() for path in game.files)


def test_a_game_of_tables_is_played(tmp_path):
    game = write(
        tmp_path, {"weather.csv": "d6,Weather\n1-3,Sun\n4-6,roll on Beasts\n", "b.md": "## Beasts\n\n- owl\n- wolf\n"}
    )
    assert codes(game) == []

    question = bombsight.open(str(game.folder), seed=1).view().question

    assert question is not None
    assert [option.title for option in question.options][:2] == ["Weather", "Beasts"]


def test_rows_roll_on_tables_that_they_name(tmp_path):
    text = "d4,Beast\n1,[[Colours]]\n2,roll twice on the Colours table\n3,@Colours\n4,a colour\n"
    game = write(tmp_path, {"beasts.csv": text, "c.md": "# Colours\n\n- red\n- blue\n"})
    written = rules_of(game)
    assert '1 "Colours": roll on colours' in written
    assert written.count("    roll on colours\n") == 2
    assert '3 "@Colours": roll on colours' in written
    assert '4 "a colour": nothing' in written


def test_references_go_by_ids(tmp_path):
    game = write(tmp_path, {"f.json": tables.FOUNDRY, "d.json": tables.DATASWORN})
    written = rules_of(game)
    assert '4 "Gems": roll on gems' in written
    assert '1..50 "Theme": roll on theme' in written


def test_tables_that_roll_on_each_other_say_how_deep(tmp_path):
    game = write(tmp_path, {"a.csv": "d4,Ash\n1-4,roll on Birch\n", "b.csv": "d4,Birch\n1-4,[[Ash]]\n"})
    assert rules_of(game).count("at most 3 deep") == 2
    assert codes(game) == []


def test_a_missing_table_is_noted(tmp_path):
    text = tables.DATASWORN.replace("id:woods/oracles/core/theme", "x").replace('"oracle": null', '"oracle": "gone"')
    game = write(tmp_path, {"d.json": text})
    assert "there is no table `gone` to roll on" in str(game.reports[0].notes[0])
    assert "# Not as in the source: oracles.core.contents.action.rows.1: there is no table `gone`" in rules_of(game)


def test_faults_stay_for_lint(tmp_path):
    results = [{"text": "x", "range": [number, number]} for number in range(1, 101)]
    game = write(tmp_path, {"f.json": json.dumps({"name": "A", "formula": "1d101", "results": results})})
    assert codes(game) == ["T001"]


@pytest.mark.parametrize(("sides", "dice"), [(1500, ["roll 1d2", "roll 1d750"]), (66, ["roll 1d2", "roll 1d33"])])
def test_a_large_die_becomes_two_throws(tmp_path, sides, dice):
    text = "weight,text\n" + "".join(f"1,entry {number}\n" for number in range(sides))
    game = write(tmp_path, {"a.csv": text})
    assert all(each in rules_of(game) for each in dice)
    assert codes(game) == []


def test_a_number_that_no_dice_show_is_left_out(tmp_path):
    text = "weight,text\n" + "1,a\n" * 1009
    with pytest.raises(InputError, match="no table in it") as error:
        write(tmp_path, {"a.csv": text})
    assert "no dice of rules show 1 to 1,009 equally" in error.value.hint


def test_a_constant_is_a_modifier(tmp_path):
    game = write(tmp_path, {"a.csv": "1d6-2,x\n-1-1,a\n2-4,b\n"})
    assert "  -2 constant\n" in rules_of(game)
    assert codes(game) == []


def test_many_tables_are_asked_for_by_part(tmp_path):
    parts = "".join(
        f"# Part {part}\n\n" + "".join(f"## List {part} {n}\n\n- a\n- b\n\n" for n in range(20)) for part in (1, 2)
    )
    game = write(tmp_path, {"a.md": parts})
    assert "Which part" in rules_of(game)
    assert codes(game) == []


def test_files_are_added_to_a_game(tmp_path):
    game = write(tmp_path, {"a.csv": "d4,Ash\n1-4,x\n"})
    (tmp_path / "b.md").write_text("# Woods\n\n- a\n- b\n")

    (tmp_path / "a.tsv").write_text("d4\tAsh\n1-4\tx\n")

    added = import_into_game(game.folder, [tmp_path / "b.md", tmp_path / "a.tsv"])

    assert [report.tables for report in added.reports] == [("woods_2",), ("a_2",)]
    assert codes(game) == ["N014", "N014"]


def test_nothing_is_left_of_an_import_that_fails(tmp_path):
    (tmp_path / "a.csv").write_text("")
    with pytest.raises(InputError, match="there is no table"):
        import_new_game("woods", [tmp_path / "a.csv"], tmp_path / "woods")
    assert not (tmp_path / "woods").exists()


def test_a_folder_stands_for_its_files_and_bad_ones_are_noted(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("d4,Ash\n1-4,x\n")
    (tmp_path / "in" / "b.json").write_text("{")

    game = import_new_game("woods", [tmp_path / "in"], tmp_path / "woods")

    assert game.table_count == 1
    assert "b.json: this is no JSON" in rules_of(game).replace("\n# ", " ")


def test_names_are_words_of_no_language():
    assert make_name("Wandering monsters (d8)", "table") == "wandering_monsters_d8"
    assert make_name("riskCategory", "input") == "risk_category"
    assert make_name("Straße & Café", "table") == "strasse_cafe"
    assert make_name("roll", "table") == "table_roll"
    assert make_name("100 Trinkets", "table") == "table_100_trinkets"
    assert make_name("幸運", "table") == "table"


def test_names_are_unique():
    book = NameBook()
    assert [book.allocate("Ash", "table") for _ in range(3)] == ["ash", "ash_2", "ash_3"]
    own: set[str] = set()
    assert [book.allocate_variable("age", "input", own) for _ in range(2)] == ["age", "age_2"]
    assert book.allocate_variable("age", "input", set()) == "age"
    assert book.allocate("age", "table") == "age_3"


def test_texts_are_lines_of_rules():
    assert clean_text('He said "no"\r\n\tand\x1b[2J left') == "He said 'no' and[2J left"
    assert len(clean_text("a" * 9_000)) == 4_000


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("2d6 wolves", "{2d6} wolves"),
        ("{1d4} gold", "{1d4} gold"),
        ("[[1d4]] gold", "{1d4} gold"),
        ("(2d6) gold", "({2d6}) gold"),
        ("1d6x100 gp", "{1d6 * 100} gp"),
        ("d4+1 owls", "{1d4 + 1} owls"),
        ("d% {x}", "{1d100} {{x}}"),
        ("4d6kh3 gold", "{highest 3 of 4d6} gold"),
        ("[4d6k3] or {x}", "{highest 3 of 4d6} or {{x}}"),
        ("2d20 drop lowest, 1d4 times", "{highest of 2d20}, {1d4} times"),
        ("luck 4dF+1", "luck {4dF + 1}"),
        ("1d66 and 0d6", "1d66 and 0d6"),
        ("the 3d printer", "the 3d printer"),
    ],
)
def test_dice_in_titles_become_holes_where_there_are_any(text, title):
    assert title_text(text) == title


def test_again_each_once():
    assert again_statement(0) == ""
    assert again_statement(1) == "again at most 20 times"
    assert again_statement(2) == "again twice, each once"
    assert again_statement(3) == "again 3 times, each once"


def test_the_head_names_a_table_whose_file_has_no_title(tmp_path):
    game = write(tmp_path, {"tables.csv": "d6,Weather\n1-3,Sun\n4-6,Rain\n", "beasts.csv": "d6,Result\n1-6,Owl\n"})
    assert 'table weather "Weather"' in rules_of(game)
    assert 'table beasts "Beasts"' in rules_of(game)
