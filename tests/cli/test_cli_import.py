"""`new --from`, `new --into` and `compare` at a command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CSV = "d6,Weather\n1-3,Sun\n4-6,Rain\n"


@pytest.fixture
def tables() -> Path:
    Path("weather.csv").write_text(CSV)
    return Path("weather.csv")


def test_a_game_is_made_of_a_file(shell, tables):
    result = shell.call("new", "skies", "--from", tables)
    assert result.exit_code == 0
    assert "weather.csv: 1 table, 2 rows" in result.stdout
    assert shell.call("lint", "skies").stdout == "skies: no findings\n"
    assert "Weather" in shell.call("play", "skies", "--auto", "--seed", "1").stdout


def test_notes_are_printed(shell, tables):
    Path("more.csv").write_text("d6,x\nmany,a\n1-6,b\n")
    result = shell.call("new", "skies", "--from", "more.csv")
    assert (
        "more.csv: 1 table, 1 row\n  more: More, 1d6, 1 row\n  More, line 2: `many` is no key of a row" in result.stdout
    )


def test_each_table_is_listed_with_what_was_guessed(shell):
    Path("more.csv").write_text("Names,Places\nAda,Mill\nBen,Ford\n")
    result = shell.call("new", "skies", "--from", "more.csv")
    assert "  more_places: More: Places, 1d2, 2 rows; no keys: even chances\n" in result.stdout


def test_tables_are_added_to_a_game(shell, tables):
    shell.call("new", "skies", "--from", tables)
    Path("more.csv").write_text("d6,x\n1-6,b\n")
    result = shell.call("new", "--into", "skies", "--from", "more.csv")
    assert result.exit_code == 0
    assert "1 table, 1 file written in skies" in result.stdout
    assert "nothing rolls on the new tables yet" in result.stdout


def test_a_changed_file_takes_the_place_of_what_came_of_it(shell, tables):
    shell.call("new", "skies", "--from", tables)
    assert "`bombsight new --into skies --from FILE --replace`" in shell.call("new", "skies", "--from", tables).stderr
    refused = shell.call("new", "--into", "skies", "--from", tables)
    assert refused.exit_code == 2
    assert "skies has tables of this file already: weather" in refused.stderr
    assert "add --replace" in refused.stderr
    same = shell.call("new", "--into", "skies", "--from", tables, "--replace")
    assert "  weather: Weather, 1d6, 2 rows; as it was\n1 table, nothing to change in skies" in same.stdout
    tables.write_text(CSV.replace("Rain", "Fog"))
    changed = shell.call("new", "--into", "skies", "--from", tables, "--replace")
    assert "  weather: Weather, 1d6, 2 rows; replaced\n1 table, 1 file written in skies" in changed.stdout
    assert '4..6 "Fog": nothing' in Path("skies/10-weather.rules").read_text()


def test_a_game_of_tables_is_handed_on(shell, tables):
    result = shell.call("new", "skies", "--from", tables, "--package")
    assert "bombsight pack" in result.stdout
    assert Path("skies/pyproject.toml").is_file()
    assert "skies-1.0.bombsight" in shell.call("pack", "skies/skies").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("new", "--from", "weather.csv"), "it has no name yet"),
        (("new", "skies", "--into", "skies", "--from", "weather.csv"), "a new game, or into one"),
        (("new", "--into", "skies"), "which tables are wanted"),
        (("new", "skies", "--from", "weather.csv", "--replace"), "no tables to replace"),
        (("new", "skies", "--own"), "NAME --from FILE --own"),
        (("new", "--into", "skies", "--from", "weather.csv", "--own"), "Leave out --own"),
        (("new", "skies", "--replace"), "not said of which tables"),
        (("new", "--package", "--into", "skies", "--from", "weather.csv"), "a new game, or into one"),
        (("new", "--into", "nowhere", "--from", "weather.csv"), "there is no game here"),
        (("new", "skies", "--from", "nowhere.csv"), "cannot be read"),
        (("new", "skies", "--from", "weather.csv", "--house", "x"), "tables are taken as they are"),
        (
            ("new", "lighthouse", "--from", "weather.csv", "--path", "games"),
            "a game called lighthouse",
        ),
    ],
)
def test_calls_that_do_not_fit(shell, tables, arguments, words):
    result = shell.call(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_comparison_is_told(shell, tables):
    shell.call("new", "skies", "--from", tables)
    assert shell.call("compare", "skies", tables).exit_code == 0

    tables.write_text(CSV.replace("Rain", "Snow"))
    result = shell.call("compare", "skies", tables)

    assert result.exit_code == 1
    assert "differs weather 4..6 (skies/10-weather.rules:6:3, weather.csv: line 3)" in result.stdout
    assert "  the game  Rain\n  the file  Snow\n" in result.stdout
    assert "weather.csv: 6 cells of 1 table compared; 1 difference\n" in result.stdout


def test_a_comparison_as_json(shell, tables):
    shell.call("new", "skies", "--from", tables)
    told = json.loads(shell.call("compare", "skies", tables, "--json").stdout)
    assert told["document"] == "compared"
    assert told["files"][0]["cells"] == 6
    assert told["missing"] == []


def test_a_transcription_of_no_table_is_told_how_tables_are_found(shell, tables):
    shell.call("new", "skies", "--from", tables)
    Path("my_copy.csv").write_text(CSV.replace("Weather", "My weather"))
    result = shell.call("compare", "skies", "my_copy.csv")
    assert result.exit_code == 1
    assert "found by its id or its title" in result.stdout


def test_tables_of_ones_own_are_not_marked_as_taken_from_elsewhere(shell, tables):
    shell.call("new", "skies", "--from", tables, "--own")
    assert "~" not in shell.call("play", "skies", "--auto", "--seed", "1").stdout
    assert 'licence "all rights reserved"' in Path("skies/00-game.rules").read_text()
    assert shell.call("new", "--into", "skies", "--from", tables).exit_code == 2
    same = shell.call("new", "--into", "skies", "--from", tables, "--replace")
    assert "weather: Weather, 1d6, 2 rows; as it was" in same.stdout


@pytest.mark.parametrize("command", ["play", "lint", "test"])
def test_a_file_of_tables_in_place_of_a_game_says_how_to_make_one(shell, tables, command):
    result = shell.call(command, tables)
    assert result.exit_code == 2
    assert "Make a game of it: bombsight new weather --from weather.csv" in result.stderr


def test_a_command_that_others_have_for_it_names_new(shell):
    result = shell.call("import", "weather.csv")
    assert (result.exit_code, "bombsight new NAME --from FILE" in result.stderr) == (2, True)
