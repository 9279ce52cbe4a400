"""What is open in an editor: each file with the rules it belongs to, as it is typed, and what is found in them."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.lint.lint import lint
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

MINE = """\
house mine "Mine" for lighthouse by "me"
  1 "Fog"
    in table Weather
      was 9..10: fog
      now 9..10: clear
"""


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))


@pytest.fixture
def spaces():
    return OpenWorkspaces()


def opened(spaces: OpenWorkspaces, path: Path, text: str | None = None) -> list[str]:
    """The codes of what is found at once in a file that is opened."""
    spaces.set_text(path, path.read_text(encoding="utf-8") if text is None else text)
    return codes(spaces, path)


def codes(spaces: OpenWorkspaces, path: Path) -> list[str]:
    return [finding.code for finding in spaces.check_file(path).findings[path]]


def all_codes(spaces: OpenWorkspaces, path: Path) -> dict[str, list[str]]:
    """The codes of all that is found in the rules of a file, by the names of files in which there is something."""
    found = unwrap(unwrap(spaces.workspace_of(path)).copy_for_thread().lint_all(lambda: False))
    return {path.name: [each.code for each in findings] for path, findings in found.findings.items() if findings}


def test_files_of_a_game_share_a_workspace_and_see_what_is_typed(spaces, folder):
    tables, game = folder / "20-tables.rules", folder / "00-game.rules"
    assert opened(spaces, tables) == []
    assert opened(spaces, game) == []
    assert spaces.workspace_of(tables) is spaces.workspace_of(game)
    spaces.set_text(game, game.read_text(encoding="utf-8").replace("enum Sky: clear", "enum Sky: clare"))
    assert "N001" in codes(spaces, tables)


def test_what_is_found_of_all_is_what_lint_finds(spaces, folder):
    (folder / "60-more.rules").write_text('procedure idle cite "rule 1"\n  set oil to oil\n', encoding="utf-8")
    (folder / "bombsight.toml").write_text('[lint]\nignore = ["N014", "X"]\n', encoding="utf-8")
    tables = folder / "20-tables.rules"
    assert opened(spaces, tables) == []
    assert all_codes(spaces, tables) == {"60-more.rules": ["N040"], "bombsight.toml": ["E101"]}
    assert [each.code for each in lint(find_targets([str(folder)]), Rules()).findings] == ["N040", "E101"]


def test_looking_at_all_is_left_off_when_it_is_to_stop(spaces, folder):
    tables = folder / "20-tables.rules"
    opened(spaces, tables)
    assert spaces.workspace_of(tables).copy_for_thread().lint_all(lambda: True) is None


def test_house_rules_come_with_their_game_and_answer_for_themselves(spaces, folder, tmp_path):
    mine, tables = tmp_path / "mine.rules", folder / "20-tables.rules"
    spaces.folders = (tmp_path,)
    assert opened(spaces, mine, MINE) == []
    assert opened(spaces, tables) == []
    assert spaces.workspace_of(mine) is not spaces.workspace_of(tables)
    assert opened(spaces, mine, MINE.replace("was 9..10", "was 8..10")) == ["O001"]
    changed = tables.read_text(encoding="utf-8").replace("9..10: fog", "8..10: fog")
    spaces.set_text(tables, changed)
    assert codes(spaces, mine) == []
    assert "T003" not in all_codes(spaces, mine).get("20-tables.rules", [])  # that is a matter of the game's author


def test_a_file_that_belongs_nowhere_says_so_until_it_belongs_somewhere(spaces, tmp_path):
    stray = tmp_path / "stray.rules"
    assert opened(spaces, stray, 'table T-1 "None"\n') == [""]
    (finding,) = spaces.check_file(stray).findings[stray]
    assert finding.message == "this file belongs to no game"
    assert opened(spaces, stray, 'game stray "Stray"\n  sources optional\n') != [""]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [""]),
        ("\0", [""]),
        ("game", [""]),
        ("house x", [""]),
        ("\ud800", [""]),
        ("\n" * 9, [""]),
        ('game x "', ["E007"]),
        ('house a "A" for nobody\n', [""]),
    ],
)
def test_no_text_is_too_strange_to_be_opened(spaces, tmp_path, text, found):
    path = tmp_path / "any.rules"
    assert opened(spaces, path, text) == found
    room = spaces.workspace_of(path)
    assert room is None or room.copy_for_thread().lint_all(lambda: False) is not None


def test_a_file_that_is_not_saved_yet_belongs_to_the_game_of_its_folder(spaces, folder):
    new = folder / "61-new.rules"
    assert opened(spaces, new, "procedure idle\n  take 1 from oyl\n") == ["N001"]
    assert "60-new.rules" not in {path.name for path in spaces.workspace_of(new).sources}


def test_a_file_that_is_taken_off_the_disk_while_it_is_open_is_still_one_of_the_game(spaces, folder):
    tables, night = folder / "20-tables.rules", folder / "10-night.rules"
    opened(spaces, tables)
    opened(spaces, night)
    night.unlink()
    spaces.refresh()
    assert (codes(spaces, tables), codes(spaces, night)) == ([], [])
    assert [path.name for path in spaces.workspace_of(tables).sources][:3] == [
        "00-game.rules",
        "10-night.rules",
        "20-tables.rules",
    ]


def test_files_that_come_and_go_on_the_disk_are_seen_when_told(spaces, folder):
    tables = folder / "20-tables.rules"
    opened(spaces, tables)
    before = spaces.workspace_of(tables).space
    spaces.refresh()
    assert spaces.workspace_of(tables).space is before
    (folder / "05-more.rules").write_text("enum Weather: a\n", encoding="utf-8")
    spaces.refresh()
    assert codes(spaces, tables) == ["N002"]
    (folder / "05-more.rules").unlink()
    spaces.refresh()
    assert codes(spaces, tables) == []


def test_what_is_closed_counts_as_it_lies_on_the_disk(spaces, folder):
    tables, game = folder / "20-tables.rules", folder / "00-game.rules"
    opened(spaces, tables)
    opened(spaces, game, game.read_text(encoding="utf-8").replace("enum Sky", "enum Skye"))
    assert codes(spaces, tables) != []
    spaces.close_file(game)
    assert codes(spaces, tables) == []
    spaces.close_file(tables)
    assert spaces.workspaces == {}


def test_files_of_tests_are_run_with_their_game(spaces, folder):
    tests = folder / "tests"
    tests.mkdir()
    path = tests / "fog.rules"
    text = 'example "Fog"\n  given sky = fog\n  roll on Weather\n  roll Weather 5 5\n  expect result is fog\n'
    assert opened(spaces, path, text) == []
    assert all_codes(spaces, path) == {"fog.rules": ["S021"]}
    spaces.set_text(path, text.replace("result is fog", "result is gale"))
    assert all_codes(spaces, path) == {}
    spaces.set_text(path, text.replace("roll on", "rol on"))
    assert codes(spaces, path) == ["E023"]


def test_what_a_copy_has_worked_out_is_taken_over_whatever_was_typed_since(spaces, folder):
    tables = folder / "20-tables.rules"
    text = tables.read_text(encoding="utf-8")
    opened(spaces, tables, text)
    apart = spaces.workspace_of(tables).copy_for_thread()
    spaces.set_text(tables, text.replace("9..10: fog", "9..10: fogg"))
    apart.lint_all(lambda: False)
    space = spaces.workspace_of(tables).space
    space.adopt_results(apart.space)
    assert space.last_sound is not None
    assert codes(spaces, tables) == ["N001"]


def proved_count(spaces: OpenWorkspaces, path: Path) -> int:
    return len(unwrap(unwrap(spaces.workspace_of(path)).space.rules.proofs).proofs)


def test_a_game_that_was_looked_at_is_opened_with_what_was_worked_out(spaces, folder):
    tables = folder / "20-tables.rules"
    text = tables.read_text(encoding="utf-8") + f"\n# {uuid4()}\n"  # which nobody has looked at
    opened(spaces, tables, text)
    proved = proved_count(spaces, tables)
    apart = spaces.workspace_of(tables).copy_for_thread()
    apart.lint_all(lambda: False)
    spaces.workspace_of(tables).adopt_results(apart)
    assert spaces.workspace_of(tables).is_kept
    again = OpenWorkspaces()
    opened(again, tables, text)
    assert proved_count(again, tables) > proved


def test_what_was_worked_out_of_wrong_rules_is_not_kept(spaces, folder):
    tables = folder / "20-tables.rules"
    text = tables.read_text(encoding="utf-8")
    opened(spaces, tables, text)
    spaces.workspace_of(tables).space.lint_all()
    spaces.set_text(tables, text.replace("9..10: fog", "9..10: fogg"))
    apart = spaces.workspace_of(tables).copy_for_thread()
    apart.lint_all(lambda: False)
    assert not apart.is_kept
