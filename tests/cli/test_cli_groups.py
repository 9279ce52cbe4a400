"""A campaign of many at the command line: played, told, verified."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bombsight.service.group.group_file import GROUP_FILE, read_group
from bombsight.service.group.results import render_result, result_of_save
from bombsight.service.play.start import start_game

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "group"

GROUP = """\
title = "Two nights"
game = "lighthouse"
mission = 2
seed = 7
players = ["Aud", "Brand"]

[pins]
sky = "fog"
"""


@pytest.fixture(name="group")
def fixture_group(shell):
    shell.write("group/group.toml", GROUP)
    for player in ("Aud", "Brand"):
        played = shell.call(
            "play", "lighthouse", "--group", "group/group.toml", "--player", player, "--auto", "-q", "--save", player
        )
        assert played.exit_code == 0, played.stderr
    return shell


def test_a_group_is_played_told_and_verified(group):
    assert group.call("result", "Aud", "-o", "group/a.json").exit_code == 0
    assert group.call("result", "Brand", "--player", "Brand", "-o", "group/b.json").exit_code == 0
    told = group.call("umpire", "group", "--html", "page.html")
    assert told.exit_code == 0, told.stderr
    assert "2 records verified" in told.stdout
    assert (group.folder / "page.html").read_text().startswith("<!doctype html>\n<!-- bombsight umpire -->")

    (group.folder / "group" / "a.json").write_text("{}")
    refused = group.call("umpire", "group", "--jobs", "1")
    assert refused.exit_code == 1
    assert "Nothing that counts of\nAud" in refused.stdout
    assert "a.json: this is no record of a game" in refused.stdout
    document = group.json("umpire", "group")
    assert [each["player"] for each in document["players"]] == ["Brand"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("--group", "group/group.toml"), "go together"),
        (("--player", "Aud"), "go together"),
        (("--group", "group/group.toml", "--player", "Aud", "--seed", "3"), "leave out --seed"),
        (("--group", "group/group.toml", "--player", "Zeus"), "has no player Zeus"),
        (("--group", "none.toml", "--player", "Aud"), "cannot be read"),
    ],
)
def test_what_does_not_go_with_a_group_is_told(shell, call, message):
    shell.write("group/group.toml", GROUP)
    told = shell.call("play", "lighthouse", "--auto", *call)
    assert told.exit_code == 2
    assert message in told.stderr


@pytest.mark.parametrize(
    ("was", "now", "line", "message"),
    [
        ("mission = 2", "mission = 99", 3, "there is no mission 99"),
        ("mission = 2", "misson = 2", 3, "a group has no misson"),
        ("mission = 2", "mission = 2\ncampaign = true", 4, "it fixes a mission and a campaign"),
        ("seed = 7", 'seed = 7\nvariants = ["autumn"]', 5, "there is no variant autumn"),
        ("seed = 7", 'seed = 7\nwithout = ["sheets"]', 5, "there is no errata or preferences called sheets"),
        ("[pins]", "[options]\nmoon = true\n[pins]", 8, "there is no option moon"),
        ("[pins]", '[options]\nnew_moon = "maybe"\n[pins]', 8, "maybe is no value of option new_moon"),
        ('sky = "fog"', 'sky = "fig"', 8, "is never 'fig'"),
        ('sky = "fog"', "moon = 3", 8, "rolls on no table moon"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_at_its_line(shell, was, now, line, message):
    shell.write("group/group.toml", GROUP.replace(was, now))
    for call in (
        ("play", "lighthouse", "--auto", "--group", "group/group.toml", "--player", "Aud"),
        ("umpire", "group"),
    ):
        told = shell.call(*call)
        assert told.exit_code == 2
        assert f"group/group.toml:{line}: " in told.stderr
        assert message in told.stderr


def test_the_game_of_a_group_is_told_at_its_line(shell):
    shell.write("group/group.toml", GROUP.replace('"lighthouse"', '"harbour"'))
    assert "group/group.toml:2: there is no game harbour" in shell.call("umpire", "group").stderr
    told = shell.call("play", "lighthouse", "--auto", "--group", "group/group.toml", "--player", "Aud")
    assert "group/group.toml:2: this group plays harbour, and not lighthouse" in told.stderr


AGAIN = """\
The rules of its game have changed. Play the group's games anew, and commit the records:
    BOMBSIGHT_UPDATE=1 python -m pytest -n0 tests/cli/test_cli_groups.py"""


def play_again(tmp_path: Path) -> None:
    """The autopilot plays the games of the documentation's group, and their records are made."""
    for path in EXAMPLE.glob("*.json"):
        path.unlink()
    group = read_group(EXAMPLE / GROUP_FILE)
    for player in group.players:
        save = tmp_path / player
        with start_game(group.game, group.make_rules(), group.make_game_setup(player, save), "auto") as play:
            play.view()
        (EXAMPLE / f"{player}.json").write_text(render_result(result_of_save(save, player)), encoding="utf-8")


@pytest.mark.slow
def test_the_group_of_the_documentation_is_verified(shell, tmp_path):
    if os.environ.get("BOMBSIGHT_UPDATE"):
        play_again(tmp_path)
    told = shell.json("umpire", EXAMPLE, "--jobs", "1")
    assert told["refused"] == [], AGAIN
    assert len(told["players"]) == 36, AGAIN
    assert max(path.stat().st_size for path in EXAMPLE.glob("*.json")) < 10_000
