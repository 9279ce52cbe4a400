"""A transcription beside a game: what differs, what only one has, how much was compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.service.comparing.words import normal_form, read_word_list

GAME = """\
game tides "Tides"
  language 1
  sources optional

enum Sky: clear, rain "heavy rain" short "R", gale
enum Outcome: done

table T-1 "The sky turns"
  gives Sky
  roll 2d6
  +1 worse when strong
  ..6: clear
  7..9: rain
  10..: gale

table T-2 "Reach"
  for weather: Sky, flame: 0..2
  gives 0..9 or none
  | weather | 1 | 2 |
  | clear   | 3 | 6 |
  | rain    | 1 | - |

table T-3 "Salvage"
  for weather: Sky
  gives now: 0..3, later: 0..2
  | 1d6  | clear | rain | gale |
  | ..3  | 0, 0  | 0, 1 | 1, 1 |
  | 4..  | 1, 0  | 1, 1 | 2, 1 |

table T-4 "Damage"
  gives 0..9
  roll 1d6
  1..3: 1
  4
    roll 1d6
      1..3: 2
      4..: 3
  5: 4 + 1d4
  6 "A hit"
    note hit
  note hit "A hit"
    return 9

table T-5 "Finds"
  roll 1d4
  1..2 "A bell (brass)": nothing
  3.. "Nothing at all": nothing

state mission
  strong: yes/no = no

procedure mission: Outcome
  let sky = roll on T-1
  let reach = look up T-2(sky, 1)
  let found = roll on T-3(sky)
  roll on T-5
  let damage = roll on T-4
  if reach is 3 and found.now + found.later > 0 and damage > 2
    set strong to yes
  return done
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tides").mkdir()
    (tmp_path / "tides" / "tides.rules").write_text(GAME)
    return tmp_path


def compare(folder: Path, name: str, text: str, words: str = "", *, partial: bool = False):
    """Compare a text with the game."""
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "words.toml").write_text(words)
    list_ = folder / "words.toml" if words else None
    compared = bombsight.compare(folder / "tides", [folder / name], words=list_, partial=partial)
    return compared.files[0]


def differences(file) -> list[tuple[str, str, str, str]]:
    """What differs, without places."""
    return [(each.table, each.cell, each.game, each.other) for each in file.differences]


def test_a_copy_that_agrees_has_no_differences(folder):
    file = compare(folder, "T-1.csv", "2d6,Sky\n2-6,Clear\n7-9,heavy rain\n10+,gale\n")
    assert (file.cells, file.left_out, file.differences) == (9, 0, ())


def test_a_figure_that_differs_is_told_once(folder):
    file = compare(folder, "T-1.csv", "2d6,Sky\n2-5,clear\n6-9,R\n10-12,gale\n")
    assert differences(file) == [("T-1", "6", "clear", "R")]
    assert file.differences[0].other_place == "T-1.csv: line 3"
    assert file.differences[0].place.endswith("tides.rules:12:3")


def test_other_dice_and_missing_rows_are_told(folder):
    file = compare(folder, "T-1.csv", "1d6,Sky\n1-6,clear\n")
    assert differences(file) == [
        ("T-1", "", "2d6", "1d6"),
        ("T-1", "7..9", "rain", ""),
        ("T-1", "10..", "gale", ""),
    ]


def test_a_grid_is_read_as_the_game_has_it(folder):
    file = compare(folder, "T-2.md", "| weather | 1 | 2 |\n|---|---|---|\n| clear | 3 | 6 |\n| rain | 2 | - |\n")
    assert differences(file) == [("T-2", "rain 1", "1", "2")]
    assert file.cells == 4


def test_parts_of_results_are_compared_one_by_one(folder):
    text = "1d6,clear,rain,gale\n1-3,0/0,0/1,1/1\n4-6,1/0,1/1,2/2\n"
    assert differences(compare(folder, "T-3.csv", text)) == [("T-3", "gale 4..6", "2, 1", "2, 2")]


def test_columns_may_be_the_parts(folder):
    text = (
        "weather,1d6,now,later\nclear,1-3,0,0\nclear,4-6,1,0\nrain,1-3,0,1\nrain,4-6,1,1\ngale,1-3,1,1\ngale,4-6,2,1\n"
    )
    assert compare(folder, "T-3.csv", text).differences == ()


def test_one_list_holds_many_tables(folder):
    text = 'table,weather,roll,value\nT-1,,2-6,clear\nT-3,gale,4-6,"2, 0"\nT-9,,1,x\n'
    found = differences(compare(folder, "all.csv", text))
    assert ("T-3", "gale 4..6", "2, 1", "2, 0") in found
    assert found[0] == ("T-9", "", "", "a table of 1 row")


def test_titles_are_compared_where_rows_have_no_value(folder):
    file = compare(folder, "T-5.csv", "d4,Find\n1-2,a bell brass\n3-4,Nothing\n")
    assert differences(file) == [("T-5", "3..4", "Nothing at all", "Nothing")]


def test_a_file_agrees_with_the_game_that_is_made_of_it(tmp_path):
    text = (
        "4d6 drop lowest,Find,Notes\n3,2d6 bells,\n4-9,1d4+1 of them,mine\n"
        "10/11,1d6x100 gp\n12-17,4d6kh3 or {x}\n18,Roll again\n"
    )
    (tmp_path / "finds.csv").write_text(text)
    bombsight.new_from_tables("coast", [tmp_path / "finds.csv"], tmp_path / "coast")
    (file,) = bombsight.compare(tmp_path / "coast", [tmp_path / "finds.csv"]).files
    assert (file.cells, file.left_out, file.differences) == (16, 0, ())


def test_notes_in_a_file_are_no_table_that_the_game_lacks(folder):
    assert compare(folder, "notes.csv", "They owe 300 gp,\n,\nRemember the fog,\nFood left,12 days\n").differences == ()


def test_a_table_that_the_game_lacks_names_the_likest(folder):
    (difference,) = compare(folder, "copy.csv", "d4,Find\n1-2,a bell (brass)\n3,Nothing at all\n4,x\n").differences
    assert (difference.table, difference.other) == ("Copy", "a table of 3 rows; 2 of them stand in T-5")


def test_half_a_copy_lacks_nothing(folder):
    text = "2d6,Sky\n2-6,clear\n7-9,gale\n"
    assert [each[1] for each in differences(compare(folder, "T-1.csv", text))] == ["7..9", "10.."]
    assert [each[1] for each in differences(compare(folder, "T-1.csv", text, partial=True))] == ["7..9"]


def test_figures_with_dice_that_follow(folder):
    results = {
        "1": 1,
        "2": 1,
        "3": 1,
        "4": [{"sub": [1, 2, 3], "value": 2}, {"sub": [4, 5, 6], "value": 2}],
        "5": 7,
        "6": 9,
    }
    file = compare(folder, "a.json", json.dumps({"tables": [{"id": "T-4", "dice": "1d6", "results": results}]}))
    assert differences(file) == [("T-4", f"4 {die}", "3", "2") for die in (4, 5, 6)]
    assert file.left_out == 1  # a computed value


def test_figures_by_rows_and_columns(folder):
    document = {
        "tables": {
            "T-1": {
                "dice": "2d6",
                "rows": [{"span": [None, 6], "gives": "clear"}, {"span": [7, None], "gives": "rain"}],
            },
            "T-2": {"dice": None, "results": {"clear": {"1": 3, "2": 6}, "rain": {"1": 1, "2": None}}},
        }
    }
    file = compare(folder, "a.json", json.dumps(document))
    assert differences(file) == [("T-1", "10", "gale", "rain")]


def test_words_of_others_are_translated(folder):
    words = '[words]\nfine = "clear"\n[words.T-1]\nwet = "rain"\n[tables]\n"Sky table" = "T-1"\n'
    text = "# Sky table\n\n| 2d6 | x |\n|---|---|\n| 2-6 | fine |\n| 7-9 | wet |\n| 10+ | gale |\n"
    assert compare(folder, "a.md", text, words).differences == ()
    assert compare(folder, "a.md", text.replace("wet", "dry"), words).differences != ()


def test_a_table_may_be_left_out(folder):
    file = compare(folder, "T-1.csv", "2d6,Sky\n2-12,gale\n", '[tables]\n"T-1" = "-"\n')
    assert (file.cells, file.differences) == (0, ())


def test_kept_files_are_tests_of_the_game(folder):
    kept = folder / "tides" / "tests" / "compare"
    kept.mkdir(parents=True)
    (kept / "T-1.csv").write_text("2d6,Sky\n2-6,fine\n7-9,rain\n10-12,rain\n")
    (kept / "words.toml").write_text('[words]\nfine = "clear"\n')

    (check,) = (check for check in bombsight.test(folder / "tides") if check.kind == "transcription")

    assert check.title == "T-1.csv: 11 cells"
    assert check.mismatch is not None
    assert (check.mismatch.expected, check.mismatch.found) == ("T-1 10..12: rain", "T-1 10..12: gale")


def test_a_wrong_list_of_words_is_an_error(tmp_path):
    for text in ("[other]\n", "words = 3\n", "[words]\na = [1]\n", "["):
        (tmp_path / "w.toml").write_text(text)
        with pytest.raises(InputError):
            read_word_list(tmp_path / "w.toml")


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (None, "none"),
        ("-", "none"),
        (True, "yes"),
        ("True", "yes"),
        ("+3", "3"),
        ("\u22122", "-2"),
        ("heavy_rain!", "heavy rain"),
        ("Me-109", "me 109"),
        ("Colt's", "colts"),
        ("?", "?"),
    ],
)
def test_forms_of_words(value, form):
    assert normal_form(value) == form
