"""A game's id is what its manifest says, wherever its folder lies and whatever that is called."""

from __future__ import annotations

import shutil

import pytest

from bombsight.service.games import library
from tests.examples import LIGHTHOUSE


@pytest.fixture
def tower(shell, monkeypatch):
    """A shell in a folder where the lighthouse lies in ``here/tower``, on no path, and no other game is known."""
    shutil.rmtree(shell.folder / "games")
    shutil.copytree(LIGHTHOUSE, shell.folder / "here" / "tower")
    monkeypatch.setattr(library, "BUILT_IN", shell.folder / "games")
    return shell


def on_path(shell, folder: str = "here") -> dict[str, str]:
    return {"BOMBSIGHT_PATH": str(shell.folder / folder)}


def test_it_is_listed_by_its_id_and_with_its_place(tower):
    listed = tower.call("games", env=on_path(tower)).stdout
    assert "\nlighthouse " in listed
    assert "tower" not in listed
    assert tower.call("games", "--path", "here", "--paths").stdout == f"lighthouse  {tower.folder}/here/tower\n"


@pytest.mark.parametrize("call", [("lint",), ("test",), ("table",), ("play", "--auto", "--quiet"), ("rules",)])
def test_commands_take_the_id_and_call_it_so(tower, call):
    by_id = tower.call(call[0], "lighthouse", *call[1:], env=on_path(tower))
    by_folder = tower.call(call[0], "here/tower", *call[1:])
    assert by_id.exit_code == by_folder.exit_code == 0
    if call[0] in ("lint", "test"):
        assert by_id.stdout.startswith("lighthouse: ")
        assert by_id.stdout == by_folder.stdout


def test_the_folder_of_a_game_on_the_path_is_a_place_it_is_found_at(tower):
    assert tower.call("lint", "tower", env=on_path(tower)).stdout == "lighthouse: no findings\n"
    assert tower.call("table", "tower", env=on_path(tower)).exit_code == 0


def test_house_rules_are_for_the_id(tower):
    tower.write("mine.rules", 'house mine "Mine" for lighthouse\n  1 "More"\n    in table Weather\n      add +1 mine\n')
    assert tower.call("lint", "mine.rules", env=on_path(tower)).exit_code == 0
    tower.write("mine.rules", 'house mine "Mine" for tower\n  1 "More"\n    in table Weather\n      add +1 mine\n')
    assert "these house rules are for tower" in tower.call("lint", "mine.rules", env=on_path(tower)).stderr


def test_its_scripts_run_where_they_lie(tower):
    script = tower.folder / "here" / "tower" / "first-night.script"
    assert "game lighthouse" in script.read_text()
    for call in (("replay", script), ("test", script), ("test", "here/tower")):
        result = tower.call(*call)
        assert result.exit_code == 0, result.stderr
    assert (
        tower.call("test", "here/tower").stdout
        == "lighthouse: 8 examples, 1 script, 20 missions, 2 campaigns, all hold\n"
    )


def test_a_save_finds_the_folder(tower):
    played = tower.call("play", "here/tower", "--quiet", "--save", "mine.jsonl", "--seed", "1", input="\n\n")
    assert "bombsight resume mine.jsonl" in played.output
    assert tower.call("record", "mine.jsonl").exit_code == 0
    assert tower.call("resume", "mine.jsonl", "--auto", "--quiet").exit_code == 0
    assert tower.call("replay", "mine.jsonl", "--quiet").exit_code == 0
    assert tower.call("report", "mine.jsonl", "-o", "page.html").exit_code == 0
    own = tower.call("saves", ".").stdout
    assert "The Keeper's Night" in own
    for word in ("lighthouse", "here/tower"):
        assert tower.json("record", word, "--saves", ".")["saves"] == 1


def test_a_save_whose_folder_and_rules_have_gone_says_what_to_do(tower):
    tower.call("play", "here/tower", "--auto", "--quiet", "--save", "mine.jsonl")
    (tower.folder / "here").rename(tower.folder / "there")
    assert tower.call("resume", "mine.jsonl").exit_code == 0
    shutil.rmtree(tower.data)
    lost = tower.call("resume", "mine.jsonl")
    assert lost.exit_code == 2
    assert f"its game, lighthouse, is not in {tower.folder}/here/tower" in lost.stderr
    assert "--path FOLDER" in lost.stderr
    assert tower.call("resume", "mine.jsonl", "--path", "there").exit_code == 0


def test_two_games_with_one_id_are_told_with_both_places(tower):
    shutil.copytree(tower.folder / "here" / "tower", tower.folder / "here" / "copy")
    for call in (("play", "lighthouse", "--auto"), ("lint", "lighthouse"), ("lint",)):
        result = tower.call(*call, env=on_path(tower))
        assert result.exit_code == 1
        assert "error[E110] here/tower/00-game.rules:3:1" in result.output
        assert "2 games are called lighthouse" in result.output
        assert "here/copy/00-game.rules:3:1" in result.output
    assert tower.call("lint", "--select", "T", env=on_path(tower)).exit_code == 0
    assert "2 games are called lighthouse" in tower.call("games", env=on_path(tower)).stdout
    assert tower.call("play", "here/copy", "--auto", "--quiet").exit_code == 0  # a folder says which


def test_of_two_folders_of_games_the_first_counts(tower):
    shutil.copytree(tower.folder / "here", tower.folder / "there")
    listed = tower.json("games", "--path", "there", "--path", "here")["games"]
    assert [game["path"] for game in listed] == ["there/tower"]


def test_a_game_that_is_not_known_may_be_found_by_its_folder(tower):
    lost = tower.call("play", "lighthouse")
    assert lost.exit_code == 2
    assert "--path FOLDER" in lost.stderr
