"""A changed file brought in again: its tables stand where the old ones stood, and the rest stays."""

from __future__ import annotations

from pathlib import Path

import pytest

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.service.importing.importing import ImportedGame, import_into_game
from tests.service.importing.written import write

SEA = "d2,Sea\n1,Flat\n2,High\n"
TWO = "d2,Sea,,d2,Sky\n1,Flat,,1,Sun\n2,High,,2,Rain\n"


def bring_again(folder: Path, text: str) -> ImportedGame:
    """Write the file anew, and bring it into the game again."""
    (folder / "sea.csv").write_text(text, encoding="utf-8")
    return import_into_game(folder / "woods", [folder / "sea.csv"], replace=True)


def details(game: ImportedGame) -> dict[str, tuple[str, ...]]:
    """What is said of each table."""
    return {each.id: each.guesses for report in game.reports for each in report.details}


def rules_text(folder: Path) -> str:
    """The rules of the file's tables."""
    return (folder / "woods" / "10-sea.rules").read_text(encoding="utf-8")


def test_a_table_is_replaced_where_it_stands(tmp_path):
    write(tmp_path, {"sea.csv": TWO})
    file = tmp_path / "woods" / "10-sea.rules"
    file.write_text(f'{rules_text(tmp_path)}\n# mine\ntable mine "Mine"\n  roll 1d2\n  1..2 "x": nothing\n')
    before = rules_text(tmp_path)

    game = bring_again(tmp_path, TWO.replace("Flat", "Calm"))

    assert details(game) == {"sea": ("replaced",), "sky": ("as it was",)}
    assert rules_text(tmp_path) == before.replace("Flat", "Calm")


def test_a_note_goes_with_what_it_is_about(tmp_path):
    write(tmp_path, {"sea.csv": "d2,Sea\nx,odd\n1,Flat\n2,High\n"})
    assert "# Not as in the source:" in rules_text(tmp_path)
    bring_again(tmp_path, SEA)
    assert "# Not as in the source:" not in rules_text(tmp_path)
    assert bombsight.lint(str(tmp_path / "woods")).findings == ()


def test_a_new_table_stands_beside_the_others_and_is_offered(tmp_path):
    write(tmp_path, {"sea.csv": "d2,Sea,,d2,Wind\n1,Flat,,1,N\n2,High,,2,S\n"})
    game = bring_again(tmp_path, "d2,Sea,,d2,Sky,,d2,Wind\n1,Flat,,1,Sun,,1,N\n2,High,,2,See Wind,,2,S\n")
    assert details(game) == {"sea": ("as it was",), "sky": (), "wind": ("as it was",)}
    assert rules_text(tmp_path).index("table sky") < rules_text(tmp_path).index("table wind")
    assert '2 "See Wind": roll on wind' in rules_text(tmp_path)
    assert "sky: roll on sky" in (tmp_path / "woods" / "90-ask.rules").read_text()
    assert bombsight.lint(str(tmp_path / "woods")).findings == ()


def test_a_mission_of_your_own_stays(tmp_path):
    write(tmp_path, {"sea.csv": SEA.replace("Sea", "Sea,Depth").replace("Flat", "Flat,3")})
    ask = tmp_path / "woods" / "90-ask.rules"
    ask.write_text(ask.read_text().replace("Which table", "What now"))
    game = bring_again(tmp_path, "d2,Sea,,d2,Sky\n1,Flat,,1,Sun\n2,High,,2,Rain\n")
    assert "What now" in ask.read_text()
    assert "nothing rolls on the new tables yet: write `roll on ID` where that is wanted" in game.notes


def test_a_table_that_is_gone_stays_and_is_named(tmp_path):
    write(tmp_path, {"sea.csv": TWO})
    game = bring_again(tmp_path, "d2,Sky,,d2,Wind\n1,Sun,,1,N\n2,Rain,,2,S\n")
    assert game.notes == ("not in sea.csv any more, and left as they are: sea",)
    assert "table sea" in rules_text(tmp_path)


def test_a_file_is_not_added_twice_by_mistake(tmp_path):
    write(tmp_path, {"sea.csv": SEA})
    with pytest.raises(InputError) as caught:
        import_into_game(tmp_path / "woods", [tmp_path / "sea.csv"])
    assert "add --replace;" in caught.value.for_front_end("command line").hint


def test_another_file_may_have_a_table_of_that_name(tmp_path):
    write(tmp_path, {"sea.csv": SEA})
    (tmp_path / "other.csv").write_text(SEA)
    (tmp_path / "other.csv").rename(tmp_path / "Sea.txt")
    game = import_into_game(tmp_path / "woods", [tmp_path / "Sea.txt"])
    assert [report.tables for report in game.reports] == [("sea_2",)]
    assert game.notes[0].startswith("called like tables of the game: sea;")
