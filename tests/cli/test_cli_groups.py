"""A campaign of many at the command line: played, told, verified."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_the_group_of_the_documentation_is_verified(shell):
    """Where it fails, the rules of its game have changed: run docs/examples/group/again.sh, and commit its records."""
    told = shell.json("umpire", EXAMPLE, "--jobs", "1")
    again = "run docs/examples/group/again.sh, which plays its games and makes its records anew"
    assert told["refused"] == [], again
    assert len(told["players"]) == 36, again
    assert max(path.stat().st_size for path in EXAMPLE.glob("*.json")) < 10_000
