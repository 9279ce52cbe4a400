"""A game that came with the program keeps its id, whatever games of strangers lie on the path."""

from __future__ import annotations

import json
import shutil

import pytest

from bombsight.service.games import game_origins, library
from tests.examples import LIGHTHOUSE


@pytest.fixture
def both(shell, monkeypatch):
    """A shell where the lighthouse comes with the program, and a stranger's, which is called so, lies in ``theirs``."""
    for module in (library, game_origins):
        monkeypatch.setattr(module, "BUILT_IN", shell.folder / "games")
    shutil.copytree(LIGHTHOUSE, shell.folder / "theirs" / "lighthouse")
    manifest = shell.folder / "theirs" / "lighthouse" / "00-game.rules"
    manifest.write_text(manifest.read_text().replace("The Keeper's Night", "A Stranger's Night"))
    return shell


CALLS = (
    ("games",),
    ("play", "lighthouse", "--auto"),
    ("play", "light", "--auto"),
    ("rules", "lighthouse"),
    ("show", "lighthouse"),
    ("table", "lighthouse"),
    ("odds", "lighthouse", "Reef"),
    ("simulate", "lighthouse", "--missions", "20"),
    ("test", "lighthouse"),
    ("lint", "lighthouse"),
    ("site", "lighthouse", "-o", "site"),
)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call[:2]))
@pytest.mark.parametrize("way", ["option", "variable"])
def test_an_id_means_the_shipped_game(both, call, way):
    if way == "option":
        result = both.call(*call, "--path", "theirs", env={"BOMBSIGHT_PATH": ""})
    else:
        result = both.call(*call, env={"BOMBSIGHT_PATH": str(both.folder / "theirs")})

    assert result.exit_code == 0, result.output
    assert "A Stranger's Night" not in result.output
    assert "lighthouse is the game that came with Bombsight; the one in theirs/lighthouse is found by" in result.stderr
    if call[0] == "site":
        assert "A Stranger's Night" not in (both.folder / "site" / "index.html").read_text()


def test_nothing_is_said_where_the_path_leads_to_the_shipped_games(both):
    assert both.call("games", "--path", "games").stderr == ""


def test_the_other_is_played_by_its_folder_and_its_save_goes_on_by_it(both):
    played = both.call("play", "theirs/lighthouse", "--save", "s.save", "--seed", "1", input="\n\n")
    assert "A Stranger's Night" in played.stdout
    shutil.rmtree(both.data)  # the rules that were kept of it
    for call in (("resume", "s.save", "--auto"), ("replay", "s.save"), ("record", "s.save")):
        assert both.call(*call).exit_code == 0
    assert json.loads((both.folder / "s.save").read_text().split("\n")[0])["folder"].endswith("theirs/lighthouse")
    assert "A Stranger's Night" in both.call("replay", "s.save").stdout


def test_a_save_of_the_shipped_game_goes_on_by_it(both):
    assert both.call("play", "lighthouse", "-q", "--save", "s.save", "--seed", "1", input="\n\n").exit_code == 0
    resumed = both.call("resume", "s.save", "--auto", "--path", "theirs")
    assert resumed.exit_code == 0, resumed.output
    assert "Stranger" not in resumed.stdout


def test_a_group_plays_the_shipped_game(both):
    both.write("g/group.toml", 'title = "T"\ngame = "lighthouse"\nseed = 1\nplayers = ["Ann"]\n')
    told = both.call("play", "lighthouse", "--group", "g/group.toml", "--player", "Ann", "--auto", "--path", "theirs")
    assert told.exit_code == 0, told.output
    assert "Stranger" not in told.stdout
