"""A file with a house rule for several games: each takes its own."""

from __future__ import annotations

import pytest

from tests.cli.calling import Shell

SHORE = """\
game shore "The Shore"
  sources optional

procedure mission
  say "Waves."
"""

BOTH = """\
house calm "Calm" for lighthouse by "A. Keeper"
  # allow: S022 -- an example has fog
  1 "No fog"
    in table Weather
      was 9..10: fog
      now 9..10: clear

# allow: T002 -- of a game that is looked at by itself
house calm "Calm" for shore by "A. Keeper"
  1 "No waves"
    in procedure mission
      was say "Waves."
      now say "Foam."
"""


@pytest.fixture
def both(shell: Shell) -> Shell:
    """Two games, and a file with a house rule for each."""
    shell.write("games/shore/00-game.rules", SHORE)
    shell.write("both.rules", BOTH)
    return shell


def changed(shell: Shell, game: str) -> str:
    return shell.call("rules", game, "--house", "both.rules").stdout


def test_each_game_takes_its_own(both: Shell):
    assert "No fog" in changed(both, "lighthouse")
    assert "No waves" not in changed(both, "lighthouse")
    assert "No waves" in changed(both, "shore")
    assert "No fog" not in changed(both, "shore")


def test_a_file_for_others_alone_is_told(both: Shell):
    both.write("games/harbour/00-game.rules", SHORE.replace("shore", "harbour"))
    result = both.call("rules", "harbour", "--house", "both.rules")
    assert result.exit_code == 1
    assert result.stderr.count("error[O004]") == 2
    assert "O011" not in result.stderr


def test_all_of_it_is_looked_at(both: Shell):
    both.write("both.rules", BOTH.replace("Waves.", "Wave.").replace("9..10: fog", "9..10: gale"))
    found = both.call("lint", "both.rules").stdout
    assert "error[O001] both.rules:5:11" in found
    assert "error[O001] both.rules:12:11" in found


def test_what_is_allowed_in_it_is_judged_with_its_game(both: Shell):
    assert both.call("lint", "both.rules").stdout.count("E072") == 1
    both.call("lint", "both.rules", "--fix")
    left = (both.folder / "both.rules").read_text(encoding="utf-8")
    assert left == BOTH.replace("# allow: T002 -- of a game that is looked at by itself\n", "")


def test_a_folder_of_house_rules_is_looked_at_file_by_file(both: Shell):
    both.write("mine/both.rules", BOTH)
    both.write("mine/odd.rules", BOTH.replace("9..10: fog", "9: fog", 1))
    result = both.call("lint", "mine")
    assert result.exit_code == 1
    assert result.stdout.count("error[") == 1
    assert "error[O001] mine/odd.rules:5:11\n" in result.stdout
    assert "\nmine/both.rules, mine/odd.rules: 1 error" in result.stdout

    both.write("mine/pier/00-game.rules", SHORE.replace("shore", "pier"))
    assert "mine/odd.rules, pier: " in both.call("lint", "mine").stdout
    assert both.call("play", "mine").stderr.startswith("error mine: there is no game in this folder\n")
