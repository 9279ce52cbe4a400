"""Odds in the margin: what the dice alone make of each row, in the rules as they are typed."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from bombsight.service.language.inlay_odds import odds_hints
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))


def told(space, path, begin=0, end=10**6):
    """The hints of a file by the code of their lines, which they stand behind."""
    source = space.source(path)
    found = {}
    for hint in odds_hints(space, path, (begin, end)):
        line = source.line_text(source.line_and_column(hint.offset)[0])
        assert source.text[hint.offset : hint.offset + 1] in ("\n", "")
        said = line.split("  cite")[0].strip()
        assert said not in found, "one hint beside a line"
        found[said] = hint
    return found


def test_rows_have_the_chance_that_the_dice_alone_give_them(folder):
    found = told(Workspace.open(folder), folder / "20-tables.rules")
    texts = {line: hint.text for line, hint in found.items()}
    assert texts == {
        "..6: clear": "15/36 41.7 %",
        "7..8: rain": "11/36 30.6 %",
        "9..10: fog": "7/36 19.4 %",
        "11..: gale": "3/36 8.3 %",
        '11..23 "Nobody": nothing': "9/36 25.0 %",
        '24..35 "A trawler": note trawler': "8/36 22.2 %",
        '36..53 "A packet": do comes(packet, south)': "10/36 27.8 %",
        '54..62 "A collier": do comes(collier, south)': "5/36 13.9 %",
        '63..65 "Two trawlers"': "3/36 8.3 %",
        '66 "The fleet comes in"': "1/36 2.8 %",
        "1..3: note trawler": "3/6 50.0 %",
        '4..6 "And a packet": do comes(packet, north)': "3/6 50.0 %",
        "natural 6: safe": "1/6 16.7 %",
        '..2 "On the rocks": wrecked': "2/6 33.3 %",
    }


def test_the_tooltip_says_what_each_modifier_does(folder):
    found = told(Workspace.open(folder), folder / "20-tables.rules")
    assert found["11..: gale"].tooltip.splitlines() == [
        "3/36 8.3 % by 2d6 alone.",
        "With +1 worse: 6/36 16.7 %.",
    ]
    assert "With +(lamp) lamp: 0 % to 2/6 33.3 %." in found['..2 "On the rocks": wrecked'].tooltip.splitlines()


def test_the_tooltip_says_how_much_of_a_roll_is_known_no_better(folder):
    space, path = Workspace.open(folder), folder / "20-tables.rules"
    text = space.source(path).text
    row = '  7..8: rain   reconstructed "a blot"'
    space.change_text(
        path, text.replace("  7..8: rain", row).replace("  9..10: fog", '  9..10: fog  recovered "a letter"')
    )
    told_of = told(space, path)
    assert told_of[row.strip()].tooltip.splitlines()[1] == (
        "The row is reconstructed: a blot. 18/36 50.0 % of all throws come to rows that are known no better."
    )
    assert not any("known no better" in told_of[key].tooltip for key in ("..6: clear", '..2 "On the rocks": wrecked'))


def test_a_row_is_told_as_it_is_typed_and_none_of_a_table_that_cannot_be_read(folder):
    space, path = Workspace.open(folder), folder / "20-tables.rules"
    text = space.source(path).text
    space.change_text(path, text.replace("  9..10: fog\n  11..: gale", "  9: fog\n  10..: gale"))
    found = told(space, path)
    assert found["9: fog"].text == "4/36 11.1 %"
    space.change_text(path, text.replace("  9..10: fog", "  9..10 fog"))
    found = told(space, path)
    assert "11..: gale" not in found
    assert "natural 6: safe" in found


def test_rows_that_a_house_rule_puts_into_a_table_and_lines_of_a_grid_have_theirs(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_PATH", str(tmp_path))
    mine = tmp_path / "mine.rules"
    mine.write_text(
        'house mine "Mine" for lighthouse by "me"\n  1 "Fog"\n    in table Weather\n'
        "      was 9..10: fog\n      now 9: fog\n      add 10: rain\n"
        'table Drift "How far" printed\n  for side: Side\n  gives 0..3\n'
        "  | 1d6 | north | south |\n  | ..2 | 1 | 2 |\n  | else | 0 | 3 |\n",
        encoding="utf-8",
    )
    found = told(Workspace.open(mine), mine)
    assert {line: hint.text for line, hint in found.items()} == {
        "now 9: fog": "4/36 11.1 %",
        "add 10: rain": "3/36 8.3 %",
        "| ..2 | 1 | 2 |": "2/6 33.3 %",
        "| else | 0 | 3 |": "4/6 66.7 %",
    }


def test_only_what_is_looked_at_is_told_and_it_can_be_left_off(folder):
    space, path = Workspace.open(folder), folder / "20-tables.rules"
    at = space.source(path).text.index("7..8")
    assert list(told(space, path, at, at)) == ["7..8: rain"]
    assert odds_hints(space, path, (0, 10**6), lambda: True) == ()


def test_the_chances_of_rows_that_cover_all_totals_are_one(folder):
    found = told(Workspace.open(folder), folder / "20-tables.rules")
    rows = [found[line].text.split()[0] for line in ("..6: clear", "7..8: rain", "9..10: fog", "11..: gale")]
    assert sum(map(Fraction, rows)) == 1
